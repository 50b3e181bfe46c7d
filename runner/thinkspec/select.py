"""The one glob language that selects cases and checks by name.

``*`` takes any text without ``/ @ : #``, ``**`` any text, ``?`` one character that ``*`` could take; everything else
stands for itself.  A pattern selects a check whose id, or whose case's name, it matches from the beginning: to the end,
or up to one of ``/ @ : #``.  So ``read/plain`` selects a topic and ``*/*/*@nr-llm`` a dialect.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from thinkspec.errors import NothingSelected, UsageError

Item = TypeVar("Item")


def pattern(glob: str) -> re.Pattern[str]:
    """A glob as a pattern.

    >>> bool(pattern("read/*@sapphire:split").match("read/plain/pair@sapphire:split"))
    False
    >>> bool(pattern("read/**@sapphire").match("read/plain/pair@sapphire:split"))
    True
    """
    if not glob:
        raise UsageError("an empty pattern selects nothing. Name a case, a topic or use *.")
    parts = re.split(r"(\*\*|\*|\?)", glob)
    words = {"**": ".*", "*": "[^/@:#]*", "?": "[^/@:#]"}
    return re.compile("".join(words.get(part, re.escape(part)) for part in parts) + r"(?=\Z|[/@:#])", re.DOTALL)


def select(items: Iterable[Item], globs: Sequence[str], name: Callable[[Item], str]) -> list[Item]:
    """The items that a pattern selects; all of them if there is no pattern.

    Raises NothingSelected for a pattern that selects nothing: a slip in it must not look like a clean run.
    """
    everything = list(items)
    if not globs:
        return everything
    chosen: set[int] = set()
    for glob in globs:
        wanted = pattern(glob)
        hits = {number for number, item in enumerate(everything) if wanted.match(name(item))}
        if not hits:
            deeper = pattern(f"*/{glob}")
            near = any(deeper.match(name(item)) for item in everything)
            advice = f"Did you mean '*/{glob}'?" if near else "See the names with: thinkspec case list"
            raise NothingSelected(f"--select {glob}: matches no check. {advice}")
        chosen |= hits
    return [item for number, item in enumerate(everything) if number in chosen]
