"""A Python module's tree with parents, bindings and imports: what a name may stand for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TypeVar

REGEX_MODULES = frozenset({"re", "regex", "re2"})
Scope = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
_SCOPES = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Kind = TypeVar("Kind", bound=ast.AST)
# Fields that hold no nodes of interest: contexts, operators and what only a type checker reads.
_NO_NODES = frozenset({"ctx", "op", "ops", "annotation", "returns", "type_ignores", "type_params"})
_ELEMENT_PLACES = {"map": 0, "filter": 0, "reduce": 1}  # which parameter of a function takes the elements
_NO_KINDS = frozenset({"identifier", "string", "int", "constant", "object"})
_FIELD = re.compile(r"(\w+)([*?]?) (\w+)")


@cache
def _fields(kind: type[ast.AST]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of a kind of node that hold one node, and those that hold a list, as its signature says.

    >>> _fields(ast.Call)
    (('func',), ('args', 'keywords'))
    """
    described = [found.groups() for found in _FIELD.finditer((kind.__doc__ or "").partition("(")[2])]
    held = [(name, sign) for what, sign, name in described if what not in _NO_KINDS and name not in _NO_NODES]
    return tuple(name for name, sign in held if sign != "*"), tuple(name for name, sign in held if sign == "*")


@dataclass(frozen=True)
class Binding:
    """One way a name gets a value: ``value`` itself, or an element of it (a loop), or a parameter."""

    value: ast.expr | None
    element: bool = False
    parameter: bool = False
    index: int | None = None  # which element, for ``a, b = …``


@dataclass
class Module:
    """The tree of one file, looked at once; the tables of names are made when the first question about them comes."""

    tree: ast.Module
    parent: dict[ast.AST, ast.AST] = field(default_factory=dict)
    kinds: dict[type[ast.AST], list[ast.AST]] = field(default_factory=dict)  # the nodes of each kind, outer ones first

    def of(self, kind: type[Kind]) -> list[Kind]:
        """The nodes of a kind."""
        return self.kinds.get(kind, [])  # type: ignore[return-value]

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

    @property
    def names(self) -> dict[tuple[Scope, str], list[Binding]]:
        """What each scope binds."""
        return self._bindings.names

    @property
    def attributes(self) -> dict[str, list[Binding]]:
        """What is put into attributes of a name, and what stands in class bodies."""
        return self._bindings.attributes

    @cached_property
    def _bindings(self) -> _Bindings:
        return _Bindings(self)

    @cached_property
    def functions(self) -> dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]]:
        """The functions of each name."""
        found: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
        found += [*self.of(ast.FunctionDef), *self.of(ast.AsyncFunctionDef)]
        return _by_name((node.name, node) for node in found)

    @cached_property
    def calls(self) -> dict[str, list[ast.Call]]:
        """The calls of each last name."""
        return _by_name((called(node), node) for node in self.of(ast.Call))

    @cached_property
    def loads(self) -> dict[str, list[ast.expr]]:
        """Where a name is read; attributes with a dot in front."""
        found: list[tuple[str, ast.expr]] = []
        found += [(node.id, node) for node in self.of(ast.Name) if isinstance(node.ctx, ast.Load)]
        found += [("." + node.attr, node) for node in self.of(ast.Attribute) if isinstance(node.ctx, ast.Load)]
        return _by_name(found)

    @cached_property
    def imported(self) -> set[str]:
        """The modules that are imported."""
        whole = {alias.name for node in self.of(ast.Import) for alias in node.names}
        return whole | {node.module or "" for node in self.of(ast.ImportFrom)}

    @cached_property
    def regex_modules(self) -> set[str]:
        """The names under which modules of regular expressions are imported."""
        aliases = [alias for node in self.of(ast.Import) for alias in node.names]
        return {alias.asname or alias.name for alias in aliases if alias.name in REGEX_MODULES}

    @cached_property
    def regex_functions(self) -> dict[str, str]:
        """The functions that are imported out of such modules: name here, name there."""
        taken = [node for node in self.of(ast.ImportFrom) if node.module in REGEX_MODULES]
        return {alias.asname or alias.name: alias.name for node in taken for alias in node.names}


def read(tree: ast.Module) -> Module:
    """Walk a tree once: who holds whom, and which nodes there are of each kind."""
    module = Module(tree)
    parent, kinds = module.parent, module.kinds
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        kind = type(node)
        if kind in kinds:
            kinds[kind].append(node)
        else:
            kinds[kind] = [node]
        single, many = _fields(kind)  # type: ignore[arg-type]  # a class can be hashed; mypy looks at its instances
        for name in single:
            child = getattr(node, name, None)
            if child is not None:
                parent[child] = node
                todo.append(child)
        for name in many:
            for child in getattr(node, name, ()):
                if child is not None:
                    parent[child] = node
                    todo.append(child)
    return module


def _by_name(pairs: Iterable[tuple[str, Kind]]) -> dict[str, list[Kind]]:
    table: dict[str, list[Kind]] = {}
    for name, node in pairs:
        table.setdefault(name, []).append(node)
    return table


class _Bindings:
    """What the names and attributes of a module stand for, as they are found."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.names: dict[tuple[Scope, str], list[Binding]] = {}
        self.attributes: dict[str, list[Binding]] = {}
        for assign in module.of(ast.Assign):
            for target in assign.targets:
                self.bind(target, Binding(assign.value))
        singles: list[ast.AnnAssign | ast.NamedExpr] = [*module.of(ast.AnnAssign), *module.of(ast.NamedExpr)]
        for single in singles:
            if single.value is not None:
                self.bind(single.target, Binding(single.value))
        loops: list[ast.For | ast.AsyncFor | ast.comprehension] = []
        loops += [*module.of(ast.For), *module.of(ast.AsyncFor), *module.of(ast.comprehension)]
        for loop in loops:
            self.bind(loop.target, Binding(loop.iter, element=True))
        functions: list[Function] = []
        functions += [*module.of(ast.FunctionDef), *module.of(ast.AsyncFunctionDef), *module.of(ast.Lambda)]
        for function in functions:
            self.parameters(function)

    def bind(self, target: ast.AST, binding: Binding) -> None:
        """Note what a target of an assignment or a loop stands for."""
        if isinstance(target, ast.Name):
            scope = self.module.scope(target)
            self.names.setdefault((scope, target.id), []).append(binding)
            if isinstance(scope, ast.ClassDef):
                self.attributes.setdefault(target.id, []).append(binding)
        elif isinstance(target, ast.Attribute):
            self.attributes.setdefault(target.attr, []).append(binding)
        elif isinstance(target, (ast.Tuple, ast.List)):
            value = binding.value
            parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) and not binding.element else []
            for index, part in enumerate(target.elts):
                if len(parts) == len(target.elts):
                    self.bind(part, Binding(parts[index]))
                else:
                    self.bind(part, Binding(value, element=binding.element, index=index))

    def parameters(self, function: Function) -> None:
        """Note a function's parameters with their defaults."""
        args = function.args
        plain = [*args.posonlyargs, *args.args]
        defaults: list[ast.expr | None] = [None] * (len(plain) - len(args.defaults)) + list(args.defaults)
        pairs = [*zip(plain, defaults, strict=False), *zip(args.kwonlyargs, args.kw_defaults, strict=False)]
        for arg, default in pairs:
            self.names.setdefault((function, arg.arg), []).append(Binding(default, parameter=True))
        call = self.module.parent.get(function)
        if isinstance(call, ast.Call) and len(call.args) > 1 and call.args[0] is function:
            place = _ELEMENT_PLACES.get(called(call), len(plain))  # `map(lambda name: …, NAMES)`
            for arg in plain[place : place + 1]:
                self.names[function, arg.arg] = [Binding(call.args[1], element=True)]


def called(node: ast.Call) -> str:
    """The last name of what is called: ``b`` of ``a.b()``."""
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""
