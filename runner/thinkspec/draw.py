"""Draw texts so that a person sees what is in them: invisible characters, and where two texts part."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

SIGNS = {"\n": "⏎", "\r": "␍", "\t": "⇥", "\0": "␀", "\u00a0": "⍽"}
WIDTH = 96


def drawn(text: str) -> str:
    """A text on one line, every invisible character made visible, blanks at its ends and in runs too.

    >>> drawn("a\\n  b\\u200b ")
    'a⏎··b‹U+200B›·'
    """
    out = []
    for number, character in enumerate(text):
        if character == " ":
            around = text[number - 1 : number] + text[number + 1 : number + 2]
            lonely = 0 < number < len(text) - 1 and not any(other.isspace() for other in around)
            out.append(" " if lonely else "·")
        elif character in SIGNS:
            out.append(SIGNS[character])
        elif unicodedata.category(character)[0] == "C" or (character.isspace()):
            out.append(f"‹U+{ord(character):04X}›")
        else:
            out.append(character)
    return "".join(out)


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
    for number, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return number
    return min(len(one), len(other))


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
