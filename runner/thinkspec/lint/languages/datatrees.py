"""The text values of JSON and TOML files, with their keys and places.

A file of recorded replies may be large, so the tree is asked only about places that may hold a tag.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from thinkspec.lint.languages import trees
from thinkspec.lint.languages.data import Scalar
from thinkspec.lint.languages.literals import unescape
from thinkspec.lint.model import Comment, Span
from thinkspec.lint.source import Source
from thinkspec.lint.tags import Words

_DEEPEST = 60
_CANDIDATE = re.compile(rb"think|thought|reason|scratchpad|cot_budget|channel|inner_prefix|\\u003c", re.IGNORECASE)


def json_tree(source: Source) -> Any:
    """The root of a JSON file's tree; None if the parser gave up."""
    return trees.parse("json", source.utf8)


def fault_of(source: Source, root: Any) -> str | None:
    """What is wrong with a parsed file, or None."""
    if root is None:
        return "the parser took too long"
    if not root.has_error:
        return None
    at = root
    while True:
        child = next((child for child in at.children if child.has_error or child.is_missing), None)
        if child is None:
            break
        at = child
    return f"syntax error in line {source.place(source.from_byte(at.start_byte))[0]}"


def json_scalars(source: Source, words: Words) -> tuple[list[Scalar], list[Comment], str | None]:
    """The values worth a look, the comments (JSON with comments), and what is wrong with the file."""
    root = json_tree(source)
    fault = fault_of(source, root)
    if fault is not None:
        return [], [], fault
    found = []
    for node in _strings(source, root, {"string"}):
        parent = node.parent
        naming = parent is not None and parent.type == "pair" and node == parent.child_by_field_name("key")
        text = json_text(source, node)
        if words.worth(text):
            keys, siblings = _json_keys(source, node), _siblings(source, node)
            found.append(Scalar(span_of(source, node), text, keys[naming:], siblings, naming=naming))
    return found, _json_comments(source, root), None


def json_text(source: Source, node: Any) -> str:
    """What a string node says."""
    raw = source.utf8[node.start_byte : node.end_byte].decode("utf-8", "replace")
    try:
        return str(json.loads(raw, strict=False))
    except ValueError:
        return raw.strip('"')


def span_of(source: Source, node: Any) -> Span:
    """A node's span in code points."""
    return Span(source.from_byte(node.start_byte), source.from_byte(node.end_byte))


def _strings(source: Source, root: Any, kinds: set[str]) -> Iterator[Any]:
    """The string nodes around places that may hold a tag, each once."""
    end = -1
    for found in _CANDIDATE.finditer(source.utf8):
        if found.start() < end:
            continue
        node = root.descendant_for_byte_range(found.start(), found.start())
        while node is not None and node.type not in kinds:
            node = node.parent
        if node is not None:
            end = node.end_byte
            yield node


def _json_keys(source: Source, node: Any) -> tuple[str, ...]:
    keys, at = [], node.parent
    for _ in range(_DEEPEST):
        if at is None:
            break
        if at.type == "pair":
            key = at.child_by_field_name("key")
            keys.append(json_text(source, key) if key is not None else "")
        at = at.parent
    return tuple(keys)


def _siblings(source: Source, node: Any) -> tuple[str, ...]:
    """Other short texts of the same object."""
    at = node.parent
    if at is None or at.type != "pair":
        return ()
    at = at.parent
    texts = []
    for child in at.named_children[:100] if at is not None and at.named_child_count < 1_000 else []:
        value = child.child_by_field_name("value") if child.type == "pair" else child
        if value is not None and value.type == "string" and value != node and value.end_byte - value.start_byte < 200:
            texts.append(json_text(source, value))
    return tuple(texts)


def _json_comments(source: Source, root: Any) -> list[Comment]:
    if b"thinkspec" not in source.utf8:
        return []
    found, stack = [], [root]
    while stack:
        node = stack.pop()
        if node.type == "comment":
            span = span_of(source, node)
            found.append(Comment(source.slice(span), span))
        stack.extend(reversed(node.children))
    return found


def toml_scalars(source: Source, words: Words) -> tuple[list[Scalar], str | None]:
    """The values worth a look, and what is wrong with the file."""
    root = trees.parse("toml", source.utf8)
    fault = fault_of(source, root)
    if fault is not None:
        return [], fault
    found = []
    for node in _strings(source, root, {"string", "comment", "quoted_key"}):
        if node.type != "string":
            continue
        raw = source.slice(span_of(source, node))
        quote = raw[:3] if raw[:3] in {'"""', "'''"} else raw[:1]
        inner = raw[len(quote) : -len(quote)]
        text = inner if quote[0] == "'" else unescape(inner)
        if words.worth(text):
            keys, siblings = _toml_keys(source, node)
            found.append(Scalar(span_of(source, node), text, keys, siblings, block=len(quote) == 3))
    return found, None


def _toml_keys(source: Source, node: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    keys: list[str] = []
    siblings: list[str] = []
    at = node.parent
    while at is not None and len(keys) < _DEEPEST:
        if at.type == "pair" and at.named_children:
            keys.append(source.slice(span_of(source, at.named_children[0])).strip("'\""))
        if at.type in {"table", "table_array_element", "inline_table"} or at.parent is None:
            if at.type.startswith("table") and at.named_children:
                keys.append(source.slice(span_of(source, at.named_children[0])))
            if not siblings:
                siblings = list(_toml_texts(source, at, node))
        at = at.parent
    return tuple(keys), tuple(siblings)


def _toml_texts(source: Source, holder: Any, node: Any) -> Iterator[str]:
    for child in holder.named_children[:100]:
        value = child.named_children[-1] if child.type == "pair" and child.named_children else child
        if value.type == "string" and value != node and value.end_byte - value.start_byte < 200:
            yield source.slice(span_of(source, value)).strip("'\"")
