"""The smallest reply on which something still holds."""

from __future__ import annotations

import re
from collections.abc import Callable

# Tags, fence marks and runs of white space go as one before single characters do.
PARTS = re.compile(r"</?[^<>]{0,40}>|`+|~+|\n|[^\S\n]+|[^\s<`~]+|<", re.DOTALL)
MOST = 400


def smaller(text: str, holds: Callable[[str], bool], most: int = MOST) -> str:
    """Delete parts, then characters, then make what is left plainer, as long as ``holds``; asks at most ``most`` times.

    >>> smaller("abc <think>x</think> tail", lambda text: "</think>" in text)
    '</think>'
    """
    asked: dict[str, bool] = {}

    def still(other: str) -> bool:
        if other not in asked:
            if len(asked) >= most:
                return False
            asked[other] = holds(other)
        return asked[other]

    for parts in (PARTS.findall, list):
        text = fewer(text, parts, still)
    return plainer(text, still)


def fewer(text: str, parts_of: Callable[[str], list[str]], still: Callable[[str], bool]) -> str:
    """Without every run of parts that is not needed, long runs first."""
    parts = parts_of(text)
    if "".join(parts) != text:
        return text
    length = max(1, len(parts) // 2)
    while True:
        start, shorter = 0, False
        while start < len(parts):
            rest = parts[:start] + parts[start + length :]
            if still("".join(rest)):
                parts, shorter = rest, True
            else:
                start += length
        if length == 1 and not shorter:
            return "".join(parts)
        length = max(1, length // 2)


def plainer(text: str, still: Callable[[str], bool]) -> str:
    """With the letter a in place of every character that need not be what it is, outside tags."""
    for place, character in enumerate(text):
        if character.isalnum() and character != "a":
            other = f"{text[:place]}a{text[place + 1 :]}"
            if still(other):
                text = other
    return text
