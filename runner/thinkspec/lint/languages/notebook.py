"""Notebooks, cell by cell: each code cell is read in its language, and its places are those of the stored file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from thinkspec.lint.languages.datatrees import fault_of, json_text, json_tree, span_of
from thinkspec.lint.languages.shift import add_part
from thinkspec.lint.late import late
from thinkspec.lint.model import Analysis, Site
from thinkspec.lint.source import Source
from thinkspec.lint.tags import Words

_ESCAPE = late(r"\\(?:u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_CELL_MAGIC = late(r"\A\s*%%(\w+)[^\n]*")
_LINE_MAGIC = late(r"^([ \t]*)([%!?][^\n]*)", re.MULTILINE)
_ASSIGNED_MAGIC = late(r"(?<==)[ \t]*[%!](?!=)[^\n]*")
_MAGIC_LANGUAGES = {
    "bash": "shell",
    "sh": "shell",
    "script": "shell",
    "perl": "perl",
    "ruby": "ruby",
    "javascript": "javascript",
    "js": "javascript",
    "html": "html",
    "R": "r",
}
_LANGUAGES = {
    "python": "python",
    "python3": "python",
    "r": "r",
    "ir": "r",
    "javascript": "javascript",
    "typescript": "typescript",
    "ruby": "ruby",
    "kotlin": "kotlin",
}
_TEXT_CELLS = frozenset({"writefile", "markdown", "latex", "svg"})


@dataclass
class Cell:
    """The text of a code cell, and the file's offset of each of its characters (and of its end)."""

    text: str
    offsets: list[int]


def analyse(source: Source, words: Words) -> Analysis:
    """The sites of a notebook's code cells."""
    from thinkspec.lint.languages import analyse as analyse_language

    root = json_tree(source)
    fault = fault_of(source, root)
    if fault is not None:
        from thinkspec.lint.languages.masked import line_rules

        return line_rules(source, words, fault)
    result = Analysis()
    language = _language(source, root)
    for cell in _cells(source, root):
        if not words.worth(cell.text) and "thinkspec" not in cell.text:
            continue
        name, text = _prepared(cell.text, language)
        if name is None:
            continue
        part = analyse_language(Source(source.path, text, name, source.test), words)
        if part.failed:
            part.failed = f"a cell near line {source.place(cell.offsets[0])[0]}: {part.failed}"
        add_part(result, part, lambda at, cell=cell: cell.offsets[min(at, len(cell.text))])  # type: ignore[misc]
    result.sites = [_without_call(site) for site in result.sites]
    return result


def _without_call(site: Site) -> Site:
    """A call in a notebook cannot be rewritten in place: its lines are JSON strings."""
    from dataclasses import replace

    return replace(site, call=replace(site.call, subject=None, span=None)) if site.call is not None else site


def _prepared(text: str, language: str) -> tuple[str | None, str]:
    """The language of a cell, and its text with magic lines made harmless; the length stays."""
    magic = _CELL_MAGIC.match(text)
    if magic is not None:
        if magic[1] in _TEXT_CELLS:
            return None, text
        blanked = re.sub(r"[^\n]", " ", magic[0]) + text[magic.end() :]
        return _MAGIC_LANGUAGES.get(magic[1], language), blanked
    if language != "python":
        return language, text
    text = _LINE_MAGIC.sub(_harmless, text)
    return language, _ASSIGNED_MAGIC.sub(lambda found: " 0".ljust(len(found[0])), text)


def _harmless(found: re.Match[str]) -> str:
    length = len(found[2])
    return found[1] + ("pass".ljust(length) if length >= 4 else "0".ljust(length))


def _language(source: Source, root: Any) -> str:
    """The notebook's language from its metadata; Python where it does not say."""
    top = root.named_children[0] if root.named_children else None
    metadata = _value(source, top, "metadata")
    for holder, key in (("language_info", "name"), ("kernelspec", "language"), ("kernelspec", "name")):
        node = _value(source, _value(source, metadata, holder), key)
        if node is not None and node.type == "string":
            return _LANGUAGES.get(json_text(source, node).lower(), "python")
    return "python"


def _value(source: Source, holder: Any, key: str) -> Any:
    if holder is None or holder.type != "object":
        return None
    for pair in holder.named_children:
        if pair.type == "pair" and json_text(source, pair.child_by_field_name("key")) == key:
            return pair.child_by_field_name("value")
    return None


def _cells(source: Source, root: Any) -> Iterator[Cell]:
    top = root.named_children[0] if root.named_children else None
    cells = _value(source, top, "cells")
    for node in cells.named_children if cells is not None and cells.type == "array" else []:
        kind = _value(source, node, "cell_type")
        held = _value(source, node, "source")
        if kind is None or held is None or json_text(source, kind) != "code":
            continue
        strings = held.named_children if held.type == "array" else [held]
        yield _cell(source, [string for string in strings if string.type == "string"])


def _cell(source: Source, strings: list[Any]) -> Cell:
    text: list[str] = []
    offsets: list[int] = []
    end = 0
    for string in strings:
        span = span_of(source, string)
        decoded, places = decode(source.text[span.start + 1 : span.end - 1], span.start + 1)
        text.append(decoded)
        offsets += places
        end = span.end
    offsets.append(end)
    return Cell("".join(text), offsets)


def decode(raw: str, start: int) -> tuple[str, list[int]]:
    r"""What the inside of a JSON string says, and the offset of each of its characters.

    >>> decode('a\\n\\u003cb', 10)
    ('a\n<b', [10, 11, 13, 19])
    """
    text: list[str] = []
    places: list[int] = []
    at = 0
    for found in _ESCAPE.finditer(raw):
        text.append(raw[at : found.start()])
        places += range(start + at, start + found.start())
        code = found[0][1:]
        char = chr(int(code[1:], 16)) if code[0] == "u" and len(code) == 5 else _SIMPLE.get(code, code)
        text.append(char)
        places.append(start + found.start())
        at = found.end()
    text.append(raw[at:])
    places += range(start + at, start + len(raw))
    return "".join(text), places


_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
