"""A Python module's tree with parents, bindings and imports: what a name may stand for."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

REGEX_MODULES = frozenset({"re", "regex", "re2"})
Scope = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
_SCOPES = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_NO_NODES = frozenset(
    {
        "ctx",
        "op",
        "ops",
        "kind",
        "type_comment",
        "id",
        "attr",
        "arg",
        "annotation",
        "returns",
        "type_ignores",
        "type_params",
    }
)
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Constant: (),
    ast.Name: (),
}  # that may hold nodes; filled on the way
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True)
class Binding:
    """One way a name gets a value: ``value`` itself, or an element of it (a loop), or a parameter."""

    value: ast.expr | None
    element: bool = False
    parameter: bool = False
    index: int | None = None  # which element, for ``a, b = …``


@dataclass
class Module:
    """The tree of one file, looked at once."""

    tree: ast.Module
    nodes: list[ast.AST] = field(default_factory=list)
    parent: dict[ast.AST, ast.AST] = field(default_factory=dict)
    scopes: dict[ast.AST, Scope] = field(default_factory=dict)
    names: dict[tuple[Scope, str], list[Binding]] = field(default_factory=dict)
    attributes: dict[str, list[Binding]] = field(default_factory=dict)
    loads: dict[str, list[ast.expr]] = field(default_factory=dict)
    regex_modules: set[str] = field(default_factory=set)
    regex_functions: dict[str, str] = field(default_factory=dict)
    imported: set[str] = field(default_factory=set)
    functions: dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]] = field(default_factory=dict)
    calls: dict[str, list[ast.Call]] = field(default_factory=dict)

    def scope(self, node: ast.AST) -> Scope:
        """The function, class or module around a node."""
        at = self.parent.get(node)
        while at is not None and not isinstance(at, _SCOPES):
            at = self.parent.get(at)
        return at if isinstance(at, _SCOPES) else self.tree

    def statement(self, node: ast.AST) -> ast.stmt | None:
        """The nearest statement around a node."""
        at: ast.AST | None = node
        while at is not None and not isinstance(at, ast.stmt):
            at = self.parent.get(at)
        return at

    def lookup(self, node: ast.Name) -> list[Binding]:
        """What a name may stand for where it is read: the nearest scope that binds it."""
        scope = self.scope(node)
        while True:
            found = self.names.get((scope, node.id))
            if found:
                return found
            if scope is self.tree:
                return []
            scope = self.scope(scope)


def read(tree: ast.Module) -> Module:
    """Walk a tree once and note what later questions need."""
    module = Module(tree)
    parent, nodes = module.parent, module.nodes
    noted = []
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        nodes.append(node)
        kind = type(node)
        if kind in _NOTES:
            noted.append(node)
        fields = _FIELDS.get(kind)
        if fields is None:
            fields = _FIELDS[kind] = tuple(name for name in kind._fields if name not in _NO_NODES)
        for name in fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                for child in value:
                    if isinstance(child, ast.AST):
                        parent[child] = node
                        todo.append(child)
            elif isinstance(value, ast.AST):
                parent[value] = node
                todo.append(value)
    for node in noted:  # when all parents are known
        _NOTES[type(node)](module, node)
    return module


def _bind(module: Module, target: ast.AST, binding: Binding) -> None:
    if isinstance(target, ast.Name):
        module.names.setdefault((module.scope(target), target.id), []).append(binding)
        if isinstance(module.scope(target), ast.ClassDef):
            module.attributes.setdefault(target.id, []).append(binding)
    elif isinstance(target, ast.Attribute):
        module.attributes.setdefault(target.attr, []).append(binding)
    elif isinstance(target, (ast.Tuple, ast.List)):
        value = binding.value
        for index, part in enumerate(target.elts):
            if not binding.element and isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
                _bind(module, part, Binding(value.elts[index]))
            else:
                _bind(module, part, Binding(value, element=binding.element, index=index))


def _assign(module: Module, node: ast.AST) -> None:
    assert isinstance(node, ast.Assign)  # noqa: S101 -- the table of notes calls it for these only
    for target in node.targets:
        _bind(module, target, Binding(node.value))


def _assign_one(module: Module, node: ast.AST) -> None:
    assert isinstance(node, (ast.AnnAssign, ast.NamedExpr))  # noqa: S101 -- the table of notes calls it for these only
    if node.value is not None:
        _bind(module, node.target, Binding(node.value))


def _loop(module: Module, node: ast.AST) -> None:
    assert isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension))  # noqa: S101 -- the table of notes calls it for these only
    _bind(module, node.target, Binding(node.iter, element=True))


def _function(module: Module, node: ast.AST) -> None:
    assert isinstance(node, _FUNCTIONS)  # noqa: S101 -- the table of notes calls it for these only
    args = node.args
    plain = [*args.posonlyargs, *args.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(args.defaults)) + list(args.defaults)
    pairs = [*zip(plain, defaults, strict=False), *zip(args.kwonlyargs, args.kw_defaults, strict=False)]
    for arg, default in pairs:
        module.names.setdefault((node, arg.arg), []).append(Binding(default, parameter=True))
    if not isinstance(node, ast.Lambda):
        module.functions.setdefault(node.name, []).append(node)


def _import(module: Module, node: ast.AST) -> None:
    assert isinstance(node, ast.Import)  # noqa: S101 -- the table of notes calls it for these only
    for alias in node.names:
        module.imported.add(alias.name)
        if alias.name in REGEX_MODULES:
            module.regex_modules.add(alias.asname or alias.name)


def _import_from(module: Module, node: ast.AST) -> None:
    assert isinstance(node, ast.ImportFrom)  # noqa: S101 -- the table of notes calls it for these only
    module.imported.add(node.module or "")
    if node.module in REGEX_MODULES:
        for alias in node.names:
            module.regex_functions[alias.asname or alias.name] = alias.name


def _load(module: Module, node: ast.AST) -> None:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        module.loads.setdefault(node.id, []).append(node)
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        module.loads.setdefault("." + node.attr, []).append(node)


def _call(module: Module, node: ast.AST) -> None:
    assert isinstance(node, ast.Call)  # noqa: S101 -- the table of notes calls it for these only
    name = called(node)
    if name:
        module.calls.setdefault(name, []).append(node)


def called(node: ast.Call) -> str:
    """The last name of what is called: ``b`` of ``a.b()``."""
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


_NOTES = {
    ast.Assign: _assign,
    ast.AnnAssign: _assign_one,
    ast.NamedExpr: _assign_one,
    ast.For: _loop,
    ast.AsyncFor: _loop,
    ast.comprehension: _loop,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.Lambda: _function,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.Name: _load,
    ast.Attribute: _load,
    ast.Call: _call,
}
