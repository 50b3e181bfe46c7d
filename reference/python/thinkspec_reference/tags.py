"""Stage one, tags: what marks a block, compiled from a dialect's table.

A table is the ``rules`` of one dialect as ``tables.py`` holds them: rule id -> ``{"option": ..., "value": ...}``.
Here it becomes patterns and plain attributes, once a reader.  Every pattern starts with a literal and has no nested
repetition, so that looking for tags is linear in the reply.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

Table = Mapping[str, Mapping[str, Any]]


class Rules:
    """One dialect's choices, ready for the other stages.

    ``opener``, ``closer`` and ``either`` find the next tag that opens, closes, or does one of both; ``every`` also finds
    the opening tags of names that only close.  Group 1 holds a closer's name, group 2 an opener's.
    """

    def __init__(self, table: Table) -> None:
        self.option: dict[str, str] = {rule: row["option"] for rule, row in table.items()}
        self.value: dict[str, Any] = {rule: row.get("value") for rule, row in table.items()}
        self.fold_case = self.option["letter-case"] == "ignored"
        self.is_pair = self.option["openers"] == "marker-pair"
        self.open_names: list[str] = list(self.value["openers"])
        self.close_names = self.open_names + (self.value["extra-closers"] or [])
        if self.is_pair:
            self.open, self.close = self.open_names
            opener, closer = f"()({re.escape(self.open)})", f"({re.escape(self.close)})()"
            either = every = f"({re.escape(self.close)})|({re.escape(self.open)})"
        else:
            self.open, self.close = f"<{self.open_names[0]}>", f"</{self.open_names[0]}>"
            opens, closes, tail = alternatives(self.open_names), alternatives(self.close_names), self.tail()
            opener, closer = f"<()({opens}){tail}", f"</({closes})(){tail}"
            either, every = f"<(?:/({closes})|({opens})){tail}", f"<(?:/({closes})|({closes})){tail}"
        self.opener, self.closer = self.compile(opener), self.compile(closer)
        self.either, self.every = self.compile(either), self.compile(every)
        self.stray = self.option["stray-closer"]
        self.unclosed = self.option["unclosed-opener"]
        self.block_places: str = self.value["unclosed-opener"] or ""
        self.backtick_words = self.option["word"] in ("backtick", "backtick-or-fence")
        self.fence_words = self.option["word"] in ("fence", "backtick-or-fence")
        self.same_name = self.option["block-end"] == "same-name"
        self.swallowed: str = self.value["after-closer"] or ""
        self.blank_block = self.option["blank-block"]
        self.blanks: str = self.value["blank-block"] or ""
        self.block_trim = self.option["block-trim"]
        self.thinking_blanks: str = self.value["block-trim"] or ""
        self.joiner: str = self.value["block-join"]
        self.leaves: str = self.value["block-leaves"]
        self.collapsed: str = self.value["space-runs"] or ""
        self.answer_trim = self.option["answer-trim"]
        self.answer_blanks: str = self.value["answer-trim"] or ""

    def tail(self) -> str:
        """What may follow a tag's name, up to its closing bracket."""
        blanks = self.value["inside-tag"]
        return f"(?:[{re.escape(blanks)}][^<>]*)?>" if blanks else ">"

    def compile(self, pattern: str) -> re.Pattern[str]:
        """A pattern in the dialect's letter case; ASCII, so that no other letter is folded onto a to z."""
        return re.compile(pattern, re.ASCII | re.IGNORECASE if self.fold_case else re.ASCII)

    def name(self, tag: re.Match[str]) -> str:
        """A tag's name: in lower case where case is ignored; of a literal pair the marker itself."""
        name = tag[1] or tag[2]
        return name.lower() if self.fold_case else name


def alternatives(names: list[str]) -> str:
    """A pattern for one of several names.

    >>> alternatives(["think", "seed:think"])
    'think|seed:think'
    """
    return "|".join(re.escape(name) for name in names)
