"""Thinking that is put into a page as markup: what a known reader gave, where a page takes HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thinkspec.lint.languages.jstree import Module, Node, called
from thinkspec.lint.late import late

_READER_CALL = late(r"\b(?:splitThink|thinkSegments|(?:think|reader|reasoning)\w*\.(?:split|thinking|segments))\s*\(")
# What stands in front of such a call, and behind it; both looks are bounded.
_TAKEN_APART = late(r"\{([^{}=]*)\}\s*=\s*(?:await\s+)?\Z")
_HELD = late(r"([\w$]+)\s*=\s*(?:await\s+)?\Z")
_LOOPED = late(r"for\s*\(\s*(?:const|let|var)\s+([\w$]+)\s+of\s+\Z")
_FIELD = late(r"[^()]*\)\s*\.\s*(?:thinking|text)\b")
_REACH = 300  # characters of each look
_SINKS = (
    "innerHTML",
    "outerHTML",
    "__html",
    "AdjacentHTML",
    "write",
    "html",
)  # of which a file with such a place has one
_MARKUP_CALLS = frozenset(["insertAdjacentHTML", "write", "html"])
_MARKUP_FIELD = late(r"\.(?:innerHTML|outerHTML)$")


def put_into_pages(module: Module) -> Iterator[Node]:
    """Where thinking from a known reader is put into a page."""
    text = module.source.text
    if not any(sign in text for sign in _SINKS) or not _READER_CALL.search(text):
        return
    tainted = thinking_names(text)
    for node in module.nodes if tainted else []:
        value = _taken(module, node)
        if value is not None and mentions(module.text(value), tainted):
            yield node


def _taken(module: Module, node: Node) -> Node | None:
    """What a page takes as markup at a node."""
    if node.type in {"assignment_expression", "augmented_assignment_expression"}:
        left = node.child_by_field_name("left")
        sink = left is not None and _MARKUP_FIELD.search(module.text(left))
        return node.child_by_field_name("right") if sink else None
    if node.type == "pair":
        return node.child_by_field_name("value") if module.text(node).startswith("__html") else None
    if node.type == "call_expression" and called(module, node)[0] in _MARKUP_CALLS:
        return node.child_by_field_name("arguments")
    return None


def thinking_names(text: str) -> set[str]:
    """Expressions of a file that hold thinking from a known reader call.

    >>> sorted(thinking_names("const { answer, thinking: t } = splitThink(r); const s = splitThink(q);"))
    ['s.thinking', 't']
    """
    found: set[str] = set()
    for call in _READER_CALL.finditer(text):
        before = text[max(0, call.start() - _REACH) : call.start()]
        parts, held, looped = _TAKEN_APART.search(before), _HELD.search(before[-100:]), _LOOPED.search(before)
        for part in parts[1].split(",") if parts is not None else ():
            field, _, name = part.partition(":")
            if field.strip() == "thinking":
                found.add((name or field).strip())
        if held is not None:
            found.add(held[1] if _FIELD.match(text, call.end(), call.end() + _REACH) else f"{held[1]}.thinking")
        if looped is not None:
            found.add(f"{looped[1]}.text")
    return found


def mentions(code: str, names: set[str]) -> bool:
    """Whether code names one of these expressions."""
    return any(re.search(rf"(?<![\w$.]){re.escape(name)}(?![\w$])", code) for name in names)
