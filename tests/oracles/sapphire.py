r"""sapphire, read slowly: find every tag, then walk them from left to right.

The rules, and where each comes from (seed 004; "behaviour" is the list of facts, section 5.1):

1. doc (Reference, "Tag names"): five openers; as closers these and ``seed:cot_budget_reflect``; case is ignored;
   attributes come after white space. observed (behaviour 2): a tag is ``<`` or ``</``, the name, and either ``>`` or
   white space, anything without angle brackets, ``>``. Any closer closes any opener (behaviour 1).
   decided: letter case is ASCII only, and white space in a tag is the set COMMON.
2. doc (rule 1): a tag right behind a backtick is a word, and so is one inside a fence of the answer.
   observed (behaviour 3a, 5): inside a fence means that the text since the last block holds an odd number of fence
   lines: line start, spaces and tabs, three or more backticks or tildes. The text since the last block begins behind
   the blanks that the closer swallowed, and that place is a line start. decided: only LF begins a line otherwise.
   An opener named ``seed:cot_budget_reflect`` is always a word, since only its closer is in the list.
3. doc (rule 3): a closer with nothing open folds the text since the last block into thinking.
4. doc (rule 2): an opener with a closer behind it is a block; the first closer ends it, and openers inside are text.
   observed (behaviour 3c): a closer behind a backtick does not end it; a closer inside a fence does.
5. doc (rule 4): an opener without closer is thinking to the end where a block can start, else a word.
   observed (behaviour 4): a block can start where the whole reply before the tag, less trailing spaces and tabs, is
   empty or ends with one of LF CR . ! ? >
6. observed (behaviour 6): spaces, tabs, CR and LF behind a closer are swallowed.
7. observed (behaviour 7): blank thinking and empty text are dropped; blank text is kept.
8. doc ("the surrounding whitespace trimmed") and observed (behaviour 8): the answer is the text joined with nothing
   and trimmed, tag or no tag; each block is trimmed, and they are joined with a blank line.
9. observed (behaviour 10): a segment has the opener's name in lower case, a folded one the closer's.
10. observed (behaviour 12): unfinished counts what follows the last opener that no closer follows. Tags behind a
    backtick do not count; fences and block positions are not looked at.
11. doc ("takes None") and decided: null is read as an empty reply.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

OPENERS = ("think", "seed:think", "thinking", "redacted_thinking", "reasoning")
CLOSERS = (*OPENERS, "seed:cot_budget_reflect")
COMMON = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
AFTER_A_CLOSER = " \t\r\n"
UPPER, LOWER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"


class Tag(NamedTuple):
    """One tag: where it starts, where the text behind it starts, its name in lower case, closer or not."""

    start: int
    end: int
    name: str
    closing: bool


def split(text: str | None) -> tuple[str, str]:
    """Give the answer and the thinking, both trimmed."""
    listed = segments(text)
    answer = "".join(piece for kind, piece, _ in listed if kind == "text")
    thinking = "\n\n".join(piece.strip(COMMON) for kind, piece, _ in listed if kind == "think")
    return answer.strip(COMMON), thinking.strip(COMMON)


def segments(text: str | None) -> list[tuple[str, str, str]]:
    """Give text and thinking in order, without empty text and without blank thinking."""
    return [
        (kind, piece, name)
        for kind, piece, name in _pieces(_string(text))
        if (kind == "text" and piece) or piece.strip(COMMON)
    ]


def unfinished(text: str | None) -> int:
    """Count the characters behind the last opener that has no closer behind it."""
    text = _string(text)
    looked_at = [tag for tag in _tags(text) if not _behind_a_backtick(text, tag)]
    looked_at = [tag for tag in looked_at if tag.closing or tag.name in OPENERS]
    return len(text) - looked_at[-1].end if looked_at and not looked_at[-1].closing else 0


def _pieces(text: str) -> list[tuple[str, str, str]]:
    tags = _tags(text)
    pieces: list[tuple[str, str, str]] = []
    closers = [tag for tag in tags if tag.closing and not _behind_a_backtick(text, tag)]
    pos = 0  # where the text since the last block begins
    for tag in tags:
        if tag.start < pos or _is_a_word(text, pos, tag):
            continue
        if tag.closing:  # rule 3
            pieces.append(("think", text[pos : tag.start], tag.name))
            pos = _behind(text, tag)
            continue
        closer_at = bisect_left(closers, tag.end, key=lambda closer: closer.start)
        if closer_at < len(closers):  # rule 4
            closer = closers[closer_at]
            pieces.append(("text", text[pos : tag.start], ""))
            pieces.append(("think", text[tag.end : closer.start], tag.name))
            pos = _behind(text, closer)
        elif _a_block_can_start(text, tag):  # rule 5
            pieces.append(("text", text[pos : tag.start], ""))
            pieces.append(("think", text[tag.end :], tag.name))
            return pieces
    pieces.append(("text", text[pos:], ""))
    return pieces


def _tags(text: str) -> list[Tag]:
    found = (_tag_at(text, at) for at, character in enumerate(text) if character == "<")
    return [tag for tag in found if tag is not None]


def _tag_at(text: str, at: int) -> Tag | None:
    closing = text[at + 1 : at + 2] == "/"
    name_at = at + 2 if closing else at + 1
    end = text.find(">", name_at)
    inside = text[name_at:end] if end >= 0 else "<"
    if "<" in inside:
        return None
    name = ""
    for character in inside:
        if character in COMMON:
            break
        name += LOWER[UPPER.index(character)] if character in UPPER else character
    return Tag(at, end + 1, name, closing) if name in CLOSERS else None


def _is_a_word(text: str, pos: int, tag: Tag) -> bool:
    only_closes = not tag.closing and tag.name not in OPENERS
    return _behind_a_backtick(text, tag) or _fence_lines(text[pos : tag.start]) % 2 == 1 or only_closes


def _behind_a_backtick(text: str, tag: Tag) -> bool:
    return text[tag.start - 1 : tag.start] == "`"  # at the start of the reply that slice is empty


def _fence_lines(text: str) -> int:
    lines = [line.lstrip(" \t") for line in text.split("\n")]
    return sum(line.startswith(("```", "~~~")) for line in lines)


def _a_block_can_start(text: str, tag: Tag) -> bool:
    before = text[: tag.start].rstrip(" \t")
    return before == "" or before[-1] in "\n\r.!?>"


def _behind(text: str, closer: Tag) -> int:
    return len(text) - len(text[closer.end :].lstrip(AFTER_A_CLOSER))


def _string(text: str | None) -> str:
    if text is not None and not isinstance(text, str):
        raise TypeError("sapphire reads strings and null only")
    return text or ""
