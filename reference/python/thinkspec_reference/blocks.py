"""Stage two, blocks: cut a reply into pieces that tile it.

The reply is walked once, left to right.  ``pos`` is where the text since the last block begins, ``at`` where the next
tag is looked for.  A closer is looked for at most once behind an opener: either it is found and the walk goes on
behind it, or none is left and that is remembered.  So the walk is linear in the reply.

A piece is ``(how, start, inner, outer, end, name)`` in offsets of the reply: it covers ``start`` to ``end``, what it
holds lies between ``inner`` and ``outer``.  ``how`` is ``text``, ``closed`` (a block with both tags), ``stray`` (text
that a closer made thinking) or ``unclosed`` (thinking to the end).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .tags import Rules

Piece = tuple[str, int, int, int, int, str]
Note = tuple[int, str]

FENCE_AT_START = re.compile(r"[ \t]*(?:```|~~~)")
FENCE_LINE = re.compile(r"\n[ \t]*(?:```|~~~)")


def pieces(text: str, rules: Rules, notes: list[Note] | None = None) -> Iterator[Piece]:
    """The pieces of a reply, in order.

    ``notes`` collects ``(offset, rule id)`` of each tag that was met outside a block and stays text.
    """
    pos = at = 0
    used_up: set[str] = set()
    fences = Fences(text)
    seek = rules.opener if rules.stray == "text" else rules.either
    while tag := seek.search(text, at):
        start, at = tag.span()
        if start > 0 and is_word(text, start, pos, rules, fences):
            if notes is not None:
                notes.append((start, "word"))
            continue
        if rules.stray == "fold-first":
            seek = rules.opener
        name = rules.name(tag)
        if tag[1]:
            end = after_closer(text, at, rules)
            yield ("stray", pos, pos, start, end, name)
        elif closer := next_closer(text, at, name, rules, used_up):
            if start > pos:
                yield ("text", pos, pos, start, start, "")
            end = after_closer(text, closer.end(), rules)
            yield ("closed", start, at, closer.start(), end, name)
        elif is_unclosed_block(text, start, rules):
            if start > pos:
                yield ("text", pos, pos, start, start, "")
            yield ("unclosed", start, at, len(text), len(text), name)
            return
        else:
            if notes is not None:
                notes.append((start, "unclosed-opener"))
            continue
        pos = at = end
    if pos < len(text):
        yield ("text", pos, pos, len(text), len(text), "")


def is_word(text: str, start: int, pos: int, rules: Rules, fences: Fences) -> bool:
    """Whether a tag outside a block is only talked about (rule ``word``)."""
    if rules.backtick_words and text[start - 1] == "`":
        return True
    return rules.fence_words and fences.odd(pos, start)


def next_closer(text: str, at: int, name: str, rules: Rules, used_up: set[str]) -> re.Match[str] | None:
    """The closer that ends a block opened before ``at`` (rules ``block-end`` and ``word``), or None.

    Fences do not count while a block is open.  ``used_up`` holds the names that no closer is left for.
    """
    wanted = name if rules.same_name else ""
    if wanted in used_up:
        return None
    while tag := rules.closer.search(text, at):
        after_backtick = rules.backtick_words and text[tag.start() - 1] == "`"
        if not after_backtick and not (rules.same_name and rules.name(tag) != name):
            return tag
        at = tag.end()
    used_up.add(wanted)
    return None


def is_unclosed_block(text: str, start: int, rules: Rules) -> bool:
    """Whether an opener that nothing closes makes the rest thinking (rule ``unclosed-opener``)."""
    if rules.unclosed == "block-start":
        return is_block_start(text, start, rules.block_places)
    return rules.unclosed == "thinking"


def is_block_start(text: str, start: int, places: str) -> bool:
    """Whether a block can start at an offset: at the start, or after one of ``places``, spaces and tabs apart.

    >>> is_block_start("Sure. <think>", 6, ".!?"), is_block_start("the <think>", 4, ".!?")
    (True, False)
    """
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    return start == 0 or text[start - 1] in places


def after_closer(text: str, end: int, rules: Rules) -> int:
    """The offset behind a closer and the white space that goes with it (rule ``after-closer``)."""
    while end < len(text) and text[end] in rules.swallowed:
        end += 1
    return end


class Fences:
    """Counts fence lines since the last block, each stretch of text once.

    A fence line is a line start, spaces or tabs, and three backticks or tildes.  Only a line feed, or the place where
    the text since the last block begins, starts a line.
    """

    __slots__ = ("counted", "is_odd", "pos", "text")

    def __init__(self, text: str) -> None:
        self.text, self.pos, self.counted, self.is_odd = text, -1, 0, False

    def odd(self, pos: int, start: int) -> bool:
        """Whether an odd number of fence lines lies between ``pos`` and ``start``."""
        if pos != self.pos:
            self.pos = self.counted = pos
            self.is_odd = FENCE_AT_START.match(self.text, pos) is not None
        lines = len(FENCE_LINE.findall(self.text, self.counted, start))
        self.counted = start
        self.is_odd ^= lines % 2 == 1
        return self.is_odd
