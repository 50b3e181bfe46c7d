"""Provisional streams: a best guess while the reply comes, and the whole text as the judge.

The guess walks the reply as the blocks stage does, but cannot look ahead.  So it takes every opener for the beginning
of a block: the thinking is shown as thinking, and the text of an open block never as answer.  Three things can be
found out too late: a closer makes thinking of what was shown as answer, an opener turns out to be a word, and a block
changes how the white space before it is read.  Then ``finish`` says how much of the shown answer is taken back: all
behind the longest beginning that it shares with the answer of the whole text.

White space waits until something follows it, because an end of the answer may be trimmed.  A beginning of a tag waits
until it is one or none.
"""

from __future__ import annotations

import re

from .assembly import collapse, halves
from .blocks import FENCE_LINE, pieces
from .stream import PARTS, Collected, Stream, StreamEnd, StreamPiece
from .tags import Rules

STEP = 4096
BRACKET = re.compile("[<>]")


class ProvisionalStream(Stream):
    """Shows a guess, every character looked at once, and keeps the text; the finished reply is read as a whole."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._whole = Collected()
        self._lead = "" if rules.is_pair else "<"  # what every tag begins with
        self._seek = rules.opener if rules.stray == "text" else rules.either
        self._beginnings = Beginnings(rules)
        self._starts = self._beginnings.start.search
        self._fences = FenceState()
        self._held = ""  # a beginning of a tag
        self._attributes: list[str] = []  # what followed it, while only a bracket can end it
        self._endless = False
        self._previous = ""  # ends with the last character before what is held
        self._name = ""
        self._inside = False
        self._found = False  # whether a block was found
        self._answer = Waiting(rules.answer_blanks)
        self._thinking = Waiting(rules.thinking_blanks if rules.block_trim == "each-block" else "")
        self._block = -1
        self._swallowing = False
        self._look()

    def feed(self, chunk: str) -> list[StreamPiece]:
        """The pieces that a chunk seems to bring."""
        # Nearly every chunk holds neither a tag nor a fence, and begins nothing: it goes the short way.
        if (
            chunk.__class__ is self._plain
            and (self._lead not in chunk or not self._starts(chunk))
            and (self._any_line or self._is_calm(chunk))
        ):
            parts = self._whole.parts
            parts.append(chunk)
            if len(parts) >= PARTS:
                self._whole.fold()
            if chunk[-1:] in self._ends or self._waiting:
                return self._shown(chunk)
            self._previous = chunk
            return [(self._kind, collapse(chunk, self._runs) if self._runs else chunk, self._number)]
        self._whole.write(self._accepted(chunk))
        shown = self._read(chunk)
        self._look()
        return shown

    def _is_calm(self, text: str) -> bool:
        """Whether a text, its beginning apart, can be no part of a fence line."""
        return "\n" not in text or not ("`" in text or "~" in text or text[-1] in self._ends)

    def _shown(self, text: str) -> list[StreamPiece]:
        """The piece of a text that goes the short way while white space waits, or that ends with some."""
        self._previous = text or self._previous
        if text := self._half.take(text, trims=False):
            return [(self._kind, collapse(text, self._runs) if self._runs else text, self._number)]
        return []

    def _look(self) -> None:
        """See whether chunks may go the short way from here on, and what it shows."""
        inside = self._inside
        self._half = self._thinking if inside else self._answer
        self._kind, self._number = ("think", self._block) if inside else ("text", -1)
        self._ends, self._waiting = self._half.ends, self._half.waiting
        self._runs = self._rules.collapsed if self._found and not inside else ""
        self._any_line = inside or not self._rules.fence_words
        begun = self._half.begun and not self._held and not self._swallowing
        self._plain = str if begun and (self._any_line or self._fences.mark is None) else None

    def _finished(self) -> StreamEnd:
        self._plain = None
        text = self._whole.value()
        found = list(pieces(text, self._rules))
        answer, thinking = halves(text, self._rules, found)
        # What was shown does not depend on the cuts, so it need not be kept: it is made again from the whole text.
        again = ProvisionalStream(self._rules).feed(text)
        shown = "".join([part for kind, part, _ in again if kind == "text"])
        kept = common_start(shown, answer)
        last = self._rest() if found and found[-1][0] == "unclosed" else []
        if kept < len(answer):
            last.append(("text", answer[kept:], -1))
        return StreamEnd(pieces=last, answer=answer, thinking=thinking, retracted=len(shown) - kept)

    def _read(self, chunk: str) -> list[StreamPiece]:
        """The pieces of the text up to here that were not shown yet."""
        shown: list[StreamPiece] = []
        if not self._held and self._lead not in chunk:
            if chunk:
                self._show(chunk, shown)
                self._previous = chunk
            return shown
        if self._endless and not BRACKET.search(chunk):
            self._attributes.append(chunk)
            return shown
        text = "".join((self._held, *self._attributes, chunk))
        self._attributes = []
        at = 0
        while tag := (self._rules.closer if self._inside else self._seek).search(text, at):
            start, end = tag.span()
            self._show(text[at:start], shown)
            if self._is_plain(tag, text[start - 1] if start else self._previous[-1:]):
                self._show(text[start:end], shown)
            else:
                self._turn(tag, shown)
            at = end
        stop, self._endless = self._beginnings.find(text, at, inside=self._inside)
        self._show(text[at:stop], shown)
        if stop:
            self._previous = text[stop - 1]
        self._held = text[stop:]
        return shown

    def _rest(self) -> list[StreamPiece]:
        """What is held back at the end, as the text that it then is."""
        shown: list[StreamPiece] = []
        self._show("".join((self._held, *self._attributes)), shown)
        return shown

    def _is_plain(self, tag: re.Match[str], before: str) -> bool:
        """Whether a tag is only a word, or does not end the block that is open."""
        if self._rules.backtick_words and before == "`":
            return True
        if self._inside:
            return self._rules.same_name and self._rules.name(tag) != self._name
        return self._rules.fence_words and self._fences.is_odd

    def _turn(self, tag: re.Match[str], shown: list[StreamPiece]) -> None:
        """A block begins or ends here, or a closer folds the text since the last one."""
        if self._rules.stray == "fold-first":
            self._seek = self._rules.opener
        if not self._inside and not tag[1]:
            self._name = self._rules.name(tag)
            self._inside = True
            self._thinking.restart()
            return
        if not self._inside:
            self._answer.drop()
        self._inside = False
        self._found = True
        self._swallowing = bool(self._rules.swallowed)
        self._fences = FenceState()
        self._show_answer(self._rules.leaves, shown)
        self._answer.settle()

    def _show(self, text: str, shown: list[StreamPiece]) -> None:
        """Show text that is decided, in a block or outside."""
        if self._inside:
            self._swallowing = False
            first = not self._thinking.begun
            text = self._thinking.take(text, trims=self._rules.block_trim == "each-block")
            if text:
                self._block += first
                shown.append(("think", text, self._block))
            return
        if self._swallowing:
            text = text.lstrip(self._rules.swallowed)
            self._swallowing = not text
        if self._rules.fence_words:
            self._fences.read(text)
        self._show_answer(text, shown)

    def _show_answer(self, text: str, shown: list[StreamPiece]) -> None:
        trim = self._rules.answer_trim
        text = self._answer.take(text, trims=trim == "always" or (self._found and trim == "if-block-found"))
        if self._found and self._rules.collapsed:
            text = collapse(text, self._rules.collapsed)
        if text:
            shown.append(("text", text, -1))


class Waiting:
    """Lets text through and keeps white space at its end until more text follows."""

    __slots__ = ("begun", "blanks", "ends", "settled", "waiting")

    def __init__(self, blanks: str) -> None:
        self.blanks = blanks
        self.ends = frozenset(("", *blanks))
        self.waiting: list[str] = []
        self.restart()

    def restart(self) -> None:
        """Begin anew, with nothing let through."""
        self.begun = False
        self.waiting.clear()
        self.settled = 0

    def take(self, text: str, *, trims: bool) -> str:
        """What may be shown now; ``trims`` if white space before the first text is none of it."""
        content = text.rstrip(self.blanks)
        if not content:
            if text:
                self.waiting.append(text)
            return ""
        ready = content
        if self.waiting:
            ready = "".join(self.waiting) + content
            self.waiting.clear()
            self.settled = 0
        if len(content) < len(text):
            self.waiting.append(text[len(content) :])
        if not self.begun:
            self.begun = True
            if trims:
                return ready.lstrip(self.blanks)
        return ready

    def settle(self) -> None:
        """What waits now lies before a block, where no closer reaches it."""
        self.settled = len(self.waiting)

    def drop(self) -> None:
        """What came since the last block is no answer."""
        del self.waiting[self.settled :]


class FenceState:
    """Counts fence lines in text that comes in parts; the whole-text twin is ``Fences``."""

    __slots__ = ("is_odd", "mark")

    def __init__(self) -> None:
        self.is_odd = False
        self.mark: str | None = ""  # how the line begins, white space apart, while it may become a fence

    def read(self, text: str) -> None:
        """Count the fence lines that end in this part."""
        if self.mark is None and "\n" not in text:
            return
        lines = text if self.mark is None else "\n" + self.mark + text
        self.is_odd ^= len(FENCE_LINE.findall(lines)) % 2 == 1
        mark = lines[lines.rfind("\n") + 1 :].lstrip(" \t")
        self.mark = mark if mark in ("", "`", "``", "~", "~~") else None


class Beginnings:
    """Finds the beginning of a tag at the end of a text."""

    def __init__(self, rules: Rules) -> None:
        self._is_pair = rules.is_pair
        self._fold_case = rules.fold_case
        self._blanks: str = rules.value["inside-tag"] or ""
        opens, closes = (
            ([rules.open], [rules.close])
            if rules.is_pair
            else ([f"<{name}" for name in rules.open_names], [f"</{name}" for name in rules.close_names])
        )
        self._whole = frozenset(opens + closes)
        self._closing = beginnings_of(closes)
        self._opening = beginnings_of(opens + closes if rules.stray != "text" else opens)
        self._longest = max(map(len, opens + closes))
        # What every beginning of a tag matches and hardly anything else; with a pair only the beginning of nothing.
        seconds = {"/", *(name[0] for name in rules.close_names)}
        self.start = rules.compile("" if rules.is_pair else f"<(?![^{re.escape(''.join(sorted(seconds)))}])")

    def find(self, text: str, at: int, *, inside: bool) -> tuple[int, bool]:
        """Where it begins, or the end of the text; and whether from there on only a bracket can end it."""
        wanted = self._closing if inside else self._opening
        if self._is_pair:
            for start in range(max(at, len(text) - self._longest + 1), len(text)):
                if text[start:] in wanted:
                    return start, False
            return len(text), False
        start = text.rfind("<", at)
        if start < 0 or text.find(">", start) >= 0:
            return len(text), False
        head = text[start : start + self._longest + 1]
        size = next((size for size, sign in enumerate(head) if sign in self._blanks), len(head))
        name = head[:size].lower() if self._fold_case and head[:size].isascii() else head[:size]
        if name not in wanted:
            return len(text), False
        if size < len(head):
            return (start, True) if name in self._whole else (len(text), False)
        return start, False


def beginnings_of(tags: list[str]) -> frozenset[str]:
    """Every beginning of the tags, the whole of them included.

    >>> sorted(beginnings_of(["</a"]))
    ['<', '</', '</a']
    """
    return frozenset(tag[:size] for tag in tags for size in range(1, len(tag) + 1))


def common_start(text: str, other: str) -> int:
    """How many characters two texts share from their beginnings on.

    >>> common_start("reasoning", "reading"), common_start("a", "ab")
    (3, 1)
    """
    at, most = 0, min(len(text), len(other))
    while at < most and text[at : at + STEP] == other[at : at + STEP]:
        at += STEP
    at = min(at, most)
    while at < most and text[at] == other[at]:
        at += 1
    return at
