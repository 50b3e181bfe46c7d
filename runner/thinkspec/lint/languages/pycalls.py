"""How a Python pattern is applied: function, flags, replacement, count, subject; for prove and fix."""

from __future__ import annotations

import ast

from thinkspec.lint.languages.pyfold import Folder
from thinkspec.lint.languages.pyscope import Module, called
from thinkspec.lint.languages.pyseen import Seen
from thinkspec.lint.languages.pytext import Places
from thinkspec.lint.model import Call
from thinkspec.lint.source import Source

_FLAGS = {
    "DOTALL": "s", "S": "s", "IGNORECASE": "i", "I": "i", "MULTILINE": "m", "M": "m", "VERBOSE": "x", "X": "x",
    "ASCII": "a", "A": "a", "UNICODE": "", "U": "",
}  # fmt: skip
# Where the arguments stand: function -> (replacement, subject, count, flags).
_PLACES = {
    "sub": (1, 2, 3, 4),
    "subn": (1, 2, 3, 4),
    "split": (None, 1, 2, 3),
    "compile": (None, None, None, 1),
}
_USES = ("sub", "subn", "search", "match", "fullmatch", "findall", "finditer", "split")


def call_of(source: Source, module: Module, folder: Folder, places: Places, seen: Seen) -> Call | None:
    """The call that a pattern goes through, a compiled one's first use included; None if it is not a regex call."""
    del source
    call = seen.call
    if call is None or not isinstance(call.func, (ast.Name, ast.Attribute)):
        return None
    name = called(call)
    if isinstance(call.func, ast.Name):
        name = module.regex_functions.get(name, name)
    flags = flags_of(module, argument(call, _PLACES.get(name, (None, 1, None, 2))[3], "flags"))
    if name == "compile":
        return _compiled(module, folder, places, call, flags)
    return _made(folder, places, call, name, flags, 0)


def _made(folder: Folder, places: Places, call: ast.Call, name: str, flags: str, shift: int) -> Call:
    put, subject, count, _ = _PLACES.get(name, (None, 1, None, 2))
    replacement = argument(call, put - shift if put is not None else None, "repl")
    texts = folder.texts(replacement) if isinstance(replacement, ast.Constant) else []
    what = argument(call, subject - shift if subject is not None else None, "string")
    times = argument(call, count - shift if count is not None else None, "count")
    return Call(
        name,
        flags,
        texts[0] if texts else None,
        times.value if isinstance(times, ast.Constant) and isinstance(times.value, int) else 0,
        places.span(what) if what is not None else None,
        places.span(call),
    )


def _compiled(module: Module, folder: Folder, places: Places, call: ast.Call, flags: str) -> Call:
    """A compiled pattern is judged by the first thing that is done with it."""
    parent = module.parent.get(call)
    loads: list[ast.AST] = [call]
    if isinstance(parent, (ast.Assign, ast.AnnAssign)):
        target = parent.targets[0] if isinstance(parent, ast.Assign) else parent.target
        name = target.id if isinstance(target, ast.Name) else "." + getattr(target, "attr", "")
        loads = [*module.loads.get(name, []), *module.loads.get("." + name, [])]
    for load in loads:
        method = module.parent.get(load)
        use = module.parent.get(method) if method is not None else None
        if (
            isinstance(method, ast.Attribute)
            and method.value is load
            and method.attr in _USES
            and isinstance(use, ast.Call)
        ):
            return _made(folder, places, use, method.attr, flags, 1)
    return Call("compile", flags, span=places.span(call))


def argument(call: ast.Call, place: int | None, name: str) -> ast.expr | None:
    """An argument by its place or its name."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    if place is not None and 0 <= place < len(call.args):
        return call.args[place]
    return None


def flags_of(module: Module, node: ast.expr | None, depth: int = 0) -> str:
    """The letters of a flags expression; unknown parts are left out."""
    if node is None or depth > 6:
        return ""
    if isinstance(node, ast.BinOp):
        return "".join(sorted({*flags_of(module, node.left, depth + 1), *flags_of(module, node.right, depth + 1)}))
    if isinstance(node, ast.Attribute):
        return _FLAGS.get(node.attr, "")
    if isinstance(node, ast.Name):
        if node.id in _FLAGS and node.id in module.regex_functions:
            return _FLAGS[node.id]
        for binding in module.lookup(node):
            if binding.value is not None:
                return flags_of(module, binding.value, depth + 1)
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return "".join(letter for bit, letter in ((2, "i"), (8, "m"), (16, "s"), (64, "x")) if node.value & bit)
    return ""
