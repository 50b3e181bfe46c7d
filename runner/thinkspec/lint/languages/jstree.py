"""The tree of a JavaScript or TypeScript file, and what its names stand for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from thinkspec.lint.languages import trees
from thinkspec.lint.model import Span
from thinkspec.lint.source import Source

Node = Any  # tree_sitter.Node; its package is imported late

FUNCTIONS = frozenset(
    [
        "function_declaration",
        "function_expression",
        "function",
        "arrow_function",
        "method_definition",
        "generator_function",
        "generator_function_declaration",
    ]
)
_SCOPES = FUNCTIONS | {
    "program",
    "statement_block",
    "for_statement",
    "for_in_statement",
    "catch_clause",
    "class_body",
    "switch_body",
}
# Nodes that change nothing about what is done with a value.
THROUGH = frozenset(
    [
        "parenthesized_expression",
        "as_expression",
        "satisfies_expression",
        "non_null_expression",
        "await_expression",
        "spread_element",
        "type_assertion",
        "sequence_expression",
    ]
)
_DEEPEST = 800
# Nodes that hold no others of interest, nodes that are never asked for by themselves, and those that names are read from.
_LEAVES = frozenset(
    [
        "string",
        "regex",
        "number",
        "comment",
        "identifier",
        "property_identifier",
        "type_identifier",
        "predefined_type",
        "shorthand_property_identifier",
        "this",
    ]
)
_DULL = frozenset(
    [
        "identifier", "property_identifier", "type_identifier", "predefined_type", "this", "member_expression", "arguments", "formal_parameters",
        "required_parameter", "optional_parameter", "type_annotation", "object", "array", "parenthesized_expression", "unary_expression",
    ]
)  # fmt: skip
_DECLARING = FUNCTIONS | {
    "variable_declarator", "for_in_statement", "pair", "public_field_definition", "field_definition", "enum_assignment",
    "assignment_expression",
}  # fmt: skip
_NAMED = frozenset(["identifier", "shorthand_property_identifier", "member_expression"])
_EACH = frozenset(["forEach", "map", "filter", "some", "every", "find", "findIndex", "flatMap"])


_GRAMMARS = {"javascript": ("javascript", "tsx"), "typescript": ("typescript", "tsx"), "tsx": ("tsx", "typescript")}


def parse(source: Source, language: str) -> tuple[Node | None, str | None]:
    """The root node, and what is wrong; a second grammar is tried where the first finds faults."""
    root, reason = None, None
    for grammar in _GRAMMARS.get(language, ("javascript", "tsx")):
        made = trees.parse(grammar, source.utf8)
        if made is None:
            return None, "the parser took too long"
        if not made.has_error:
            return made, None
        if root is None:
            root, reason = made, _fault(source, made)
    return root, reason


def _fault(source: Source, root: Node) -> str:
    for node in walk(root):
        if node.is_error or node.is_missing:
            return f"syntax error in line {source.place(source.from_byte(node.start_byte))[0]}"
    return "syntax error"


def walk(root: Node) -> Iterator[Node]:
    """All nodes, parents before children, without recursion."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(node.children)


@dataclass
class Binding:
    """What a name stands for: a value, an element of a collection, or a parameter (no value)."""

    scope: tuple[int, int]
    value: Node | None
    element: bool = False


@dataclass
class Module:
    """A parsed file with its names."""

    source: Source
    root: Node
    nodes: list[Node] = field(default_factory=list)  # without names, brackets and the like
    names: dict[str, list[Binding]] = field(default_factory=dict)
    members: dict[str, list[Node]] = field(default_factory=dict)
    named: list[Node] = field(default_factory=list)  # identifiers, and where properties are asked for

    def text(self, node: Node) -> str:
        """The source text of a node."""
        return self.source.utf8[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def span(self, node: Node) -> Span:
        """The span of a node in code points."""
        return Span(self.source.from_byte(node.start_byte), self.source.from_byte(node.end_byte))

    def lookup(self, node: Node) -> Binding | None:
        """What an identifier stands for: the declaration of the nearest scope around it."""
        best: Binding | None = None
        for binding in self.names.get(self.text(node), ()):
            start, end = binding.scope
            inside = start <= node.start_byte <= end
            if inside and (best is None or end - start <= best.scope[1] - best.scope[0]):
                best = binding
        return best

    def member(self, name: str) -> Node | None:
        """The value of a property of that name, if the file gives it only one."""
        values = self.members.get(name, [])
        return values[0] if len(values) == 1 else None

    @cached_property
    def uses(self) -> dict[str, list[Node]]:
        """Where each name stands; with a dot in front, where a property of that name is asked for."""
        table: dict[str, list[Node]] = {}
        for node in self.named:
            if node.type != "member_expression":
                table.setdefault(self.text(node), []).append(node)
            elif (name := node.child_by_field_name("property")) is not None:
                table.setdefault("." + self.text(name).strip("#"), []).append(node)
        return table


def read(source: Source, root: Node) -> Module:
    """Index a tree: names, properties, uses.  Raises RecursionError for one that is too deep: a parent is found from above."""
    module = Module(source, root)
    stack: list[Node | None] = [root]
    depth = 0
    while stack:
        node = stack.pop()
        if node is None:  # behind the last child
            depth -= 1
            continue
        kind: str = node.type
        if kind not in _DULL:
            module.nodes.append(node)
        if kind in _NAMED:
            module.named.append(node)
        elif kind in _DECLARING:
            _index(module, node, kind)
        if kind not in _LEAVES:
            depth += 1
            if depth > _DEEPEST:
                raise RecursionError
            stack.append(None)
            stack.extend(reversed(node.named_children))
    return module


def scope_of(node: Node) -> tuple[int, int]:
    """Where a name declared at a node is known."""
    at = node.parent
    while at is not None and at.type not in _SCOPES:
        at = at.parent
    return (at.start_byte, at.end_byte) if at is not None else (0, 1 << 60)


def _index(module: Module, node: Node, kind: str) -> None:
    if kind == "variable_declarator":
        _bind(module, node.child_by_field_name("name"), node.child_by_field_name("value"), scope_of(node))
    elif kind == "for_in_statement":
        left = node.child_by_field_name("left")
        _bind(module, left, node.child_by_field_name("right"), (node.start_byte, node.end_byte), element=True)
    elif kind in FUNCTIONS:
        _parameters(module, node)
    elif kind in {"pair", "public_field_definition", "field_definition", "enum_assignment"}:
        key = (
            node.child_by_field_name("key") or node.child_by_field_name("name") or node.child_by_field_name("property")
        )
        value = node.child_by_field_name("value")
        if key is not None and value is not None:
            module.members.setdefault(module.text(key).strip("'\"#"), []).append(value)
    elif kind == "assignment_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and left.type == "member_expression":
            name = left.child_by_field_name("property")
            module.members.setdefault(module.text(name).strip("#"), []).append(right)
        elif left is not None and left.type == "identifier":
            known = module.lookup(left)
            if known is not None and known.value is None:
                known.value = right


def _bind(
    module: Module, target: Node | None, value: Node | None, scope: tuple[int, int], *, element: bool = False
) -> None:
    if target is None:
        return
    if target.type in {"identifier", "shorthand_property_identifier_pattern"}:
        module.names.setdefault(module.text(target), []).append(Binding(scope, value, element))
    elif target.type in {"assignment_pattern", "object_assignment_pattern"}:
        _bind(module, target.child_by_field_name("left"), target.child_by_field_name("right"), scope)
    elif target.type == "pair_pattern":
        _bind(module, target.child_by_field_name("value"), None, scope)
    elif target.type == "array_pattern" and value is not None and value.type == "array" and not element:
        for one, other in zip(target.named_children, value.named_children, strict=False):
            _bind(module, one, other, scope)
    elif target.type in {"object_pattern", "array_pattern", "rest_pattern"}:
        for child in target.named_children:
            _bind(module, child, None, scope)


def _parameters(module: Module, node: Node) -> None:
    scope = (node.start_byte, node.end_byte)
    single = node.child_by_field_name("parameter")
    listed = node.child_by_field_name("parameters")
    found = [single] if single is not None else list(listed.named_children) if listed is not None else []
    elements = _iterated(module, node)
    for number, parameter in enumerate(found):
        target, value = parameter, None
        if parameter.type in {"required_parameter", "optional_parameter"}:
            target, value = parameter.child_by_field_name("pattern"), parameter.child_by_field_name("value")
        if elements is not None and number == 0:
            _bind(module, target, elements, scope, element=True)
        else:
            _bind(module, target, value, scope)


def _iterated(module: Module, function: Node) -> Node | None:
    """The collection whose elements a callback gets: ``tags.forEach((tag) => …)``."""
    arguments = function.parent
    if arguments is None or arguments.type != "arguments" or arguments.parent is None:
        return None
    called = arguments.parent.child_by_field_name("function")
    if called is None or called.type != "member_expression":
        return None
    name = called.child_by_field_name("property")
    return called.child_by_field_name("object") if name is not None and module.text(name) in _EACH else None


def called(module: Module, call: Node) -> tuple[str, Node | None]:
    """A call's last name, and what it is called on."""
    function = call.child_by_field_name("function") or call.child_by_field_name("constructor")
    while function is not None and function.type in THROUGH | {"instantiation_expression"} and function.named_children:
        function = function.named_children[0]
    if function is None:
        return "", None
    if function.type == "member_expression":
        name = function.child_by_field_name("property")
        return (module.text(name) if name is not None else ""), function.child_by_field_name("object")
    return (module.text(function) if function.type == "identifier" else ""), None


def arguments(call: Node) -> list[Node]:
    """A call's arguments."""
    listed = call.child_by_field_name("arguments")
    return [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
