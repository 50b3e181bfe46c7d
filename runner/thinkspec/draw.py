"""Draw texts so that a person sees what is in them: invisible characters, and where two texts part."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

SIGNS = {"\n": "⏎", "\r": "␍", "\t": "⇥", "\0": "␀", "\u00a0": "⍽"}
WIDTH = 96
# What is not drawn as it is: characters that may be invisible, and a blank that no letters stand around.
_ODD = re.compile(r"[^ -~]| (?=\s|\Z)|(?<=\s) |\A ")


def drawn(text: str) -> str:
    """A text on one line, every invisible character made visible, blanks at its ends and in runs too.

    >>> drawn("a\\n  b\\u200b ")
    'a⏎··b‹U+200B›·'
    """
    return _ODD.sub(_sign, text)


def _sign(found: re.Match[str]) -> str:
    character = found[0]
    if character == " ":
        return "·"
    if character in SIGNS:
        return SIGNS[character]
    if unicodedata.category(character)[0] == "C" or character.isspace():
        return f"‹U+{ord(character):04X}›"
    return character


def show(value: Any) -> str:
    """A value of an answer as a person reads it.

    >>> show({"answer": "Hi", "thinking": None})
    'answer "Hi", thinking null'
    """
    if isinstance(value, str):
        return f'"{drawn(value)}"'
    if isinstance(value, dict):
        return ", ".join(f"{key} {show(item)}" for key, item in value.items())
    if isinstance(value, list):
        return "[" + ", ".join(show(item) for item in value) + "]"
    return json.dumps(value)


def clip(text: str, focus: int = 0, width: int = WIDTH, length: int = 0) -> tuple[str, int]:
    """A window of a long text around ``focus``, and where ``focus`` lies in it.

    With ``length`` the text is cut as one of that length would be.
    """
    length = max(length, len(text))
    start = max(0, min(focus - width // 2, length - width))
    end = start + width
    left, right = ("…" if start else ""), ("…" if end < len(text) else "")
    return left + text[start:end] + right, focus - start + len(left)


def first_difference(one: str, other: str) -> int:
    """The offset where two texts part.

    >>> first_difference("abc", "abd"), first_difference("ab", "ab")
    (2, 2)
    """
    same, most = 0, min(len(one), len(other))
    while same < most:  # by halves: texts may be long, and comparing slices is quick
        middle = (same + most + 1) // 2
        if one[same:middle] == other[same:middle]:
            same = middle
        else:
            most = middle - 1
    return same


def compared(expected: Any, got: Any) -> tuple[str, str, str]:
    """Two values drawn under each other and a line that marks the first difference.

    >>> for line in compared("One two", "One to"):
    ...     print(line)
    "One two"
    "One to"
          ^
    """
    one, other = show(expected), show(got)
    focus = first_difference(one, other)
    # Both are cut as the longer one must be, so that they stay under each other.
    length = max(len(one), len(other))
    above, at = clip(one, focus, length=length)
    below, _ = clip(other, focus, length=length)
    return above, below, " " * at + "^"
