"""Which expressions of Python make a text, and where such an expression ends."""

from __future__ import annotations

import ast

from thinkspec.lint.languages.pyscope import Module, called

_GROWS = frozenset(
    [
        "join",
        "format",
        "format_map",
        "escape",
        "encode",
        "decode",
        "replace",
        "lower",
        "upper",
        "strip",
        "title",
        "fromhex",
    ]
)


def root_of(module: Module, node: ast.AST) -> ast.expr | None:
    """The largest expression around a node that still only makes text; None if it does not make one."""
    if isinstance(node, ast.Constant):
        if not isinstance(node.value, (str, bytes)):
            return None
    elif isinstance(node, ast.BinOp):
        if not isinstance(node.op, (ast.Add, ast.Mod)):
            return None
    elif isinstance(node, ast.Call) and not _makes_text(module, node):
        return None
    at: ast.expr = node  # type: ignore[assignment]
    while True:
        parent = module.parent.get(at)
        if isinstance(parent, (ast.JoinedStr, ast.FormattedValue)):
            at = parent
        elif isinstance(parent, ast.BinOp) and isinstance(parent.op, (ast.Add, ast.Mod)):
            if isinstance(at, (ast.List, ast.Tuple)):
                return at if isinstance(node, (ast.BinOp,)) else None
            at = parent
        elif isinstance(parent, ast.Attribute) and isinstance(module.parent.get(parent), ast.Call):
            call = module.parent[parent]
            if isinstance(call, ast.Call) and called(call) in _GROWS and _makes_text(module, call):
                at = call
            else:
                return at
        elif (
            isinstance(parent, ast.Call) and called(parent) in {"escape", "dedent", "fromhex"} and at in parent.args
        ) or (
            isinstance(parent, ast.Call)
            and called(parent) in {"join", "format"}
            and _makes_text(module, parent)
            and at in parent.args
        ):
            at = parent
        elif isinstance(parent, (ast.GeneratorExp, ast.ListComp)) and at is parent.elt:
            join = module.parent.get(parent)
            if isinstance(join, ast.Call) and called(join) == "join":
                at = join
            else:
                return at
        elif isinstance(parent, (ast.List, ast.Tuple)) and _joined(module, parent) is not None:
            at = _joined(module, parent)  # type: ignore[assignment]
        else:
            return at


def _joined(module: Module, node: ast.expr) -> ast.Call | None:
    """The ``"".join`` that a literal list is handed to (``"|"`` joins alternatives: those stand alone)."""
    call = module.parent.get(node)
    if isinstance(call, ast.Tuple | ast.BinOp):
        return None
    if isinstance(call, ast.Call) and called(call) == "join" and isinstance(call.func, ast.Attribute):
        separator = call.func.value
        if isinstance(separator, ast.Constant) and separator.value in ("", b"", "|"):
            return call
    return None


def _makes_text(module: Module, node: ast.Call) -> bool:
    name = called(node)
    if isinstance(node.func, ast.Name):
        return name == "chr" or (name in module.regex_functions and name == "escape")
    if not isinstance(node.func, ast.Attribute) or name not in _GROWS:
        return False
    if name in {"escape", "fromhex"}:
        return True
    if name in {"join", "format", "format_map"}:
        return True
    return isinstance(node.func.value, (ast.Constant, ast.JoinedStr, ast.BinOp, ast.Call))
