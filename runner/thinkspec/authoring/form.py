"""The canonical form of a case: what ``thinkspec case fmt`` writes, and the only form that commands write.

One key a line.  Values that are lists or mappings stand on that line too, except ``expect``, which gets a line a dialect
(and a line a wire below it), aligned; an entry that is too long gets a line a key.  Words stand plain, sentences too
where nobody can misread them, every other text in double quotes with what is invisible written as an escape.  Source
code of several lines is a literal block.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from thinkspec.strictyaml import is_doubtful

PLAIN_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*[A-Za-z0-9_]\Z|[.$]\Z")
PLAIN_SENTENCE = re.compile(r"[A-Za-z(/.][^\n]*\Z")
# Texts of replies always stand in quotes at the beginning of a line, so that their ends are seen.
REPLY_KEYS = frozenset({"input", "thinking", "answer"})
SOURCE_KEYS = frozenset({"text"})
WIDTH = 140
ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}


def case_lines(row: dict[str, Any]) -> list[str]:
    """A case as the lines of its file, without line ends.

    >>> case_lines({"id": "pair", "why": "It is plain.", "input": "a\\tb", "expect": {"one": {"answer": "a"}, "other": {}}})
    ['  - id: pair', '    why: It is plain.', '    input: "a\\\\tb"', '    expect:', '      one:   {answer: "a"}', '      other: {}']
    """
    lines: list[str] = []
    for key, value in row.items():
        lines += field_lines(key, value, "    ")
    return ["  - " + lines[0][4:], *lines[1:]]


def field_lines(key: str, value: Any, indent: str) -> list[str]:
    """One key of a case and its value."""
    name = flow(key)
    if key == "expect" and isinstance(value, dict):
        return [f"{indent}{name}:", *aligned(value, indent + "  ")]
    if isinstance(value, str):
        literal = literal_lines(value, indent + "  ") if key in SOURCE_KEYS else []
        if literal:
            return [f"{indent}{name}: {literal[0]}", *literal[1:]]
        plain = key not in REPLY_KEYS and is_plain_sentence(value)
        return [f"{indent}{name}: {value if plain else quoted(value)}"]
    return [f"{indent}{name}: {flow(value)}"]


def aligned(rows: dict[str, Any], indent: str) -> list[str]:
    """A line an entry, the values under each other; mappings of mappings go one level deeper."""
    nested = bool(rows) and all(is_table(value) for value in rows.values())
    if nested:
        return [
            line for key, value in rows.items() for line in (f"{indent}{flow(key)}:", *aligned(value, indent + "  "))
        ]
    width = max((len(flow(key)) for key in rows), default=0) + 1
    lines: list[str] = []
    for key, value in rows.items():
        line = f"{indent}{flow(key) + ':':<{width}} {flow(value)}"
        if len(line) <= WIDTH or not isinstance(value, dict):
            lines.append(line)
        else:
            lines += [
                f"{indent}{flow(key)}:",
                *(f"{indent}  {flow(name)}: {flow(item)}" for name, item in value.items()),
            ]
    return lines


def is_table(value: Any) -> bool:
    """Whether a value is a mapping whose values are all mappings (and there is one)."""
    return isinstance(value, dict) and bool(value) and all(isinstance(item, dict) for item in value.values())


def flow(value: Any) -> str:
    """A value on one line.

    >>> flow({"kind": "issue", "size": [1, None], "text": "a b"})
    '{kind: issue, size: [1, null], text: "a b"}'
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{flow(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    if isinstance(value, str):
        return value if PLAIN_WORD.match(value) and not is_doubtful(value) else quoted(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return repr(value)


def is_plain_sentence(text: str) -> bool:
    """Whether a text may stand without quotes at the end of a line."""
    return (
        PLAIN_SENTENCE.match(text) is not None
        and not is_doubtful(text)
        and ": " not in text
        and " #" not in text
        and text[-1] not in " :"
        and all(character == " " or is_visible(character) for character in text)
    )


def literal_lines(text: str, indent: str) -> list[str]:
    """A text of several lines as a literal block, its marker first; empty where that cannot hold it."""
    body = text.removesuffix("\n")
    lines = body.split("\n")
    clean = all(line == line.rstrip() and all(c == " " or is_visible(c) for c in line) for line in lines)
    if "\n" not in text or not clean or not lines[0] or lines[0].startswith(" ") or not lines[-1]:
        return []
    marker = "|" if text.endswith("\n") else "|-"
    return [marker, *(indent + line if line else "" for line in lines)]


def quoted(text: str) -> str:
    """A text in double quotes.

    >>> quoted('a "b"' + chr(0x200B))
    '"a \\\\"b\\\\"\\\\u200b"'
    """
    return '"' + "".join(escaped(character) for character in text) + '"'


def escaped(character: str) -> str:
    """One character of a quoted text."""
    if character in ESCAPES:
        return ESCAPES[character]
    if character == " " or is_visible(character):
        return character
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def is_visible(character: str) -> bool:
    """Whether a character shows, and shows alone: no space, control, format or combining character."""
    return " " < character < "\x7f" or (character > "\x9f" and unicodedata.category(character)[0] not in "CZM")
