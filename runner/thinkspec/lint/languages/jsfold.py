"""Work out what text a JavaScript expression makes, without running anything.

The result is a list of pieces.  What is not known is a *hole*: one character of the private use area.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from thinkspec.lint.languages.jstree import THROUGH, Module, Node, arguments, called
from thinkspec.lint.late import late
from thinkspec.lint.regextext import HOLE_FIRST, HOLE_LAST

_DEEPEST = 24
_MOST = 200
_SAME = frozenset(
    [
        "trim",
        "trimStart",
        "trimEnd",
        "toString",
        "toLowerCase",
        "valueOf",
        "normalize",
        "encode",
        "from",
        "freeze",
        "String",
    ]
)
_ESCAPE = late(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}|(\r\n|[\s\S]))")
_LETTERS = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "0": "\0",
    "\n": "",
    "\r\n": "",
    "\u2028": "",
}


@dataclass(frozen=True)
class Piece:
    """A run of the text: ``lit`` typed in the expression, ``name`` reached through a name, ``hole`` unknown."""

    text: str
    origin: str
    node: Node


def unescape(text: str) -> str:
    r"""What a quoted JavaScript text says.

    >>> unescape(r"\x3cthink\u{3e}\/\n")
    '<think>/\n'
    """
    return _ESCAPE.sub(_one, text)


def _one(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    return chr(min(int(code, 16), 0x10FFFF)) if code else _LETTERS.get(found[4], found[4])


@dataclass
class Folder:
    """Folds the expressions of one module."""

    module: Module
    holes: dict[str, Node] = field(default_factory=dict)
    _chars: dict[str, str] = field(default_factory=dict)
    _open: set[int] = field(default_factory=set)

    def hole(self, node: Node) -> list[Piece]:
        """A piece for what is not known."""
        text = self.module.text(node)
        char = self._chars.get(text)
        if char is None:
            char = self._chars[text] = chr(min(ord(HOLE_FIRST) + len(self.holes), ord(HOLE_LAST)))
            self.holes[char] = node
        return [Piece(char, "hole", node)]

    def fold(self, node: Node | None) -> list[Piece]:
        """The pieces of an expression; one hole where nothing is known."""
        if node is None:
            return []
        if node.id in self._open or len(self._open) > _DEEPEST:
            return self.hole(node)
        self._open.add(node.id)
        try:
            return self._fold(node) or self.hole(node)
        finally:
            self._open.discard(node.id)

    def _fold(self, node: Node) -> list[Piece] | None:
        kind = node.type
        if kind == "string":
            return [Piece(unescape(self.module.text(node)[1:-1]), "lit", node)]
        if kind == "template_string":
            return self._template(node, raw=False)
        if kind == "regex":
            pattern = node.child_by_field_name("pattern")
            return [Piece(self.module.text(pattern), "lit", node)] if pattern is not None else None
        if kind in THROUGH and node.named_children:
            return self.fold(node.named_children[0])
        if kind == "binary_expression":
            return self._binary(node)
        if kind == "identifier":
            return self._name(node)
        if kind == "member_expression":
            return self._member(node)
        if kind == "subscript_expression":
            return self._element(node.child_by_field_name("object"))
        if kind == "call_expression":
            return self._call(node)
        if kind == "ternary_expression":
            one = self.fold(node.child_by_field_name("consequence"))
            return (
                one
                if any(piece.origin != "hole" for piece in one)
                else self.fold(node.child_by_field_name("alternative"))
            )
        return None

    def _template(self, node: Node, *, raw: bool) -> list[Piece]:
        pieces: list[Piece] = []
        typed, at = "", node.start_byte + 1
        source = self.module.source.utf8
        for child in node.named_children:
            if child.type != "template_substitution":
                continue
            typed = source[at : child.start_byte].decode("utf-8", "replace")
            pieces.append(Piece(typed if raw else unescape(typed), "lit", node))
            pieces += self.fold(child.named_children[0] if child.named_children else None)
            at = child.end_byte
        typed = source[at : node.end_byte - 1].decode("utf-8", "replace")
        pieces.append(Piece(typed if raw else unescape(typed), "lit", node))
        return pieces

    def _binary(self, node: Node) -> list[Piece] | None:
        operator = node.child_by_field_name("operator")
        sign = self.module.text(operator) if operator is not None else ""
        if sign in {"||", "??"}:
            left = self.fold(node.child_by_field_name("left"))
            known = any(piece.origin != "hole" for piece in left)
            return left if known else named(self.fold(node.child_by_field_name("right")))
        if sign != "+":
            return None
        parts = []
        at: Node | None = node
        while at is not None and at.type == "binary_expression" and self._is_plus(at):
            parts.append(at.child_by_field_name("right"))
            at = at.child_by_field_name("left")
        parts.append(at)
        return [piece for part in reversed(parts[-_MOST:]) for piece in self.fold(part)]

    def _is_plus(self, node: Node) -> bool:
        operator = node.child_by_field_name("operator")
        return operator is not None and operator.type == "+"

    def _name(self, node: Node) -> list[Piece] | None:
        binding = self.module.lookup(node)
        if binding is None or binding.value is None:
            return None
        return named(self._element(binding.value)) if binding.element else named(self.fold(binding.value))

    def _member(self, node: Node) -> list[Piece] | None:
        name = node.child_by_field_name("property")
        if name is None:
            return None
        text = self.module.text(name)
        if text == "source":
            pattern = node.child_by_field_name("object")
            return self.fold(pattern) if pattern is not None and pattern.type == "regex" else named(self.fold(pattern))
        value = self.module.member(text.strip("#"))
        return named(self.fold(value)) if value is not None and value.type not in {"object", "array"} else None

    def _element(self, node: Node | None) -> list[Piece]:
        """One element of a collection: the first that is a text."""
        items = self.items(node)
        for item in items or []:
            if item.type == "array":
                return self._element(item)
            if item.type == "object":
                continue
            return named(self.fold(item))
        return []

    def items(self, node: Node | None, depth: int = 0) -> list[Node] | None:
        """The elements of an array, or of a name that stands for one."""
        if node is None or depth > 8:
            return None
        if node.type in THROUGH and node.named_children:
            return self.items(node.named_children[0], depth + 1)
        if node.type == "array":
            return [child for child in node.named_children if child.type != "comment"][:_MOST]
        if node.type == "identifier":
            binding = self.module.lookup(node)
            return self.items(binding.value, depth + 1) if binding is not None and not binding.element else None
        if node.type == "member_expression":
            name = node.child_by_field_name("property")
            return self.items(self.module.member(self.module.text(name)), depth + 1) if name is not None else None
        if node.type in {"new_expression", "call_expression"}:
            given = arguments(node)
            name_, receiver = called(self.module, node)
            if name_ in {"Set", "freeze", "from", "keys", "values"}:
                return self.items(given[0] if given else receiver, depth + 1)
            if name_ in {"map", "filter", "sort", "reverse", "slice", "concat"}:
                return self.items(receiver, depth + 1)
        return None

    def _call(self, node: Node) -> list[Piece] | None:
        name, receiver = called(self.module, node)
        listed = node.child_by_field_name("arguments")
        if listed is not None and listed.type == "template_string":
            return self._template(listed, raw=name == "raw")
        given = arguments(node)
        if name in {"fromCharCode", "fromCodePoint"}:
            return self._codes(node, given)
        if name == "join" and receiver is not None:
            return self._join(receiver, self.fold(given[0]) if given else [])
        if name == "concat" and receiver is not None and receiver.type in {"string", "template_string"}:
            return [*self.fold(receiver), *(piece for one in given for piece in self.fold(one))]
        if "escape" in name.lower() and given:
            return named(self.fold(given[0]))
        if name in _SAME:
            return (
                self.fold(given[0]) if given and name in {"encode", "from", "freeze", "String"} else self.fold(receiver)
            )
        return None

    def _codes(self, node: Node, given: list[Node]) -> list[Piece] | None:
        try:
            return [Piece("".join(chr(int(self.module.text(one), 0)) for one in given), "lit", node)]
        except (ValueError, OverflowError):
            return None

    def _join(self, receiver: Node, separator: list[Piece]) -> list[Piece] | None:
        mapped = self._mapped(receiver)
        if mapped is not None:
            return mapped
        items = self.items(receiver)
        if items is None:
            return None
        typed = receiver.type == "array"
        pieces: list[Piece] = []
        for number, item in enumerate(items):
            if number and separator:
                pieces += separator
            pieces += self.fold(item)
        alternatives = "".join(piece.text for piece in separator) == "|"
        return pieces if typed and not alternatives else named(pieces)

    def _mapped(self, receiver: Node) -> list[Piece] | None:
        """``names.map((n) => `<${n}>`).join("|")``: the body with one element put in."""
        if receiver.type != "call_expression":
            return None
        name, _ = called(self.module, receiver)
        given = arguments(receiver)
        if name != "map" or not given or given[0].type != "arrow_function":
            return None
        body = given[0].child_by_field_name("body")
        return named(self.fold(body)) if body is not None and body.type != "statement_block" else None


def named(pieces: list[Piece]) -> list[Piece]:
    """Pieces that were reached through a name."""
    return [Piece(piece.text, "name" if piece.origin == "lit" else piece.origin, piece.node) for piece in pieces]
