"""Streams: a reply that comes in chunks, read while it comes.

A dialect's table says which of three kinds its streams are (rule ``stream-kind``).  ``exact``: what is shown is final.
``raw``: chunks go by as they are, and the finished reply is read.  ``provisional``: see ``provisional.py``.

An exact stream is a machine of two states, content and block, that looks for one literal marker at a time.  How much of
the marker the text so far ends with is one number; the marker's fallback table says what is left of it when the next
character does not fit, so that no character is looked at twice.  Nothing else is held back, and nothing else is kept but
the two halves.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from typing import Any, TypedDict

from .tags import Rules

StreamPiece = tuple[str, str, int]
HalvesOf = Callable[[str], tuple["str | None", "str | None"]]

# What a table must choose for its streams to be exact: with any other option a later chunk may change an earlier piece.
EXACT_NEEDS = {
    "letter-case": "exact",
    "inside-tag": "nothing",
    "word": "never",
    "stray-closer": "text",
    "unclosed-opener": "thinking",
    "after-closer": "kept",
    "blank-block": "dropped-if-empty",
    "block-trim": "never",
    "block-join": "nothing",
    "block-leaves": "nothing",
    "space-runs": "kept",
    "answer-trim": "never",
}


class StreamEnd(TypedDict):
    """What the end of a stream gives: its last pieces, the halves of the whole reply, and what is taken back.

    ``retracted`` counts code points at the end of what was shown as answer.  Without them, and with the text of
    ``pieces`` behind the rest, the shown answer is the answer.
    """

    pieces: list[StreamPiece]
    answer: str | None
    thinking: str | None
    retracted: int


PARTS = 256
BLOCK = 1 << 18
WARM = 64


class Collected:
    """A text that grows by parts.

    Parts are joined now and then, because a list of single characters takes many times their room.  In the end the
    blocks are taken away one by one while the text grows, so that it never exists twice.
    """

    __slots__ = ("blocks", "large", "parts", "small")

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.blocks: list[str] = []
        self.large = 0  # so many blocks are large
        self.small = 0  # the characters of the others

    def write(self, text: str) -> None:
        """One part more."""
        self.parts.append(text)
        if len(self.parts) >= PARTS:
            self.fold()

    def fold(self) -> None:
        """Join the parts to a block, and small blocks to a large one."""
        self.blocks.append("".join(self.parts))
        self.parts.clear()
        self.small += len(self.blocks[-1])
        if self.small >= BLOCK:
            self.blocks[self.large :] = ["".join(self.blocks[self.large :])]
            self.large += 1
            self.small = 0

    def mark(self) -> tuple[int, int, int]:
        """Something that differs once more was written."""
        return len(self.parts), len(self.blocks), self.large

    def value(self) -> str:
        """The whole text; nothing is left here afterwards."""
        self.fold()
        blocks, self.blocks = self.blocks[::-1], []
        text = ""
        for _ in range(WARM):  # CPython lets a text grow in place, but only where the code is warm
            text += ""
        while blocks:
            text += blocks.pop()
        return text


class Stream:
    """One reply in chunks: ``feed`` each of them, then ``finish``.

    A piece is ``(kind, text, block)``: kind ``text`` or ``think``, a block counted from 0, -1 for text.
    """

    end: StreamEnd | None = None

    def feed(self, chunk: str) -> list[StreamPiece]:
        """The pieces that a chunk brings.

        Raises ``TypeError`` for a chunk that is not text (nothing is lost: the stream goes on), ``RuntimeError``
        after ``finish``.
        """
        raise NotImplementedError

    def _finished(self) -> StreamEnd:
        raise NotImplementedError

    def finish(self) -> StreamEnd:
        """The last pieces and the reading of the whole reply; ``end`` keeps it.

        Raises ``RuntimeError`` if the stream has finished before.

        >>> from thinkspec_reference import reader
        >>> stream = reader("llm-chat").stream()
        >>> [piece for chunk in ("<thi", "nk>a</think>", "b<") for piece in stream.feed(chunk)]
        [('think', 'a', 0), ('text', 'b', -1)]
        >>> stream.finish()
        {'pieces': [('text', '<', -1)], 'answer': 'b<', 'thinking': 'a', 'retracted': 0}
        """
        self._open()
        self.end = self._finished()
        return self.end

    def run(self, chunks: Iterable[str]) -> Iterator[StreamPiece]:
        """Every piece of a reply, as its chunks come; what ``finish`` gives stands in ``end`` afterwards.

        >>> from thinkspec_reference import reader
        >>> stream = reader("sapphire").stream()
        >>> "".join(text for kind, text, block in stream.run(["<think>a", "</think>", "b"]) if kind == "text")
        'b'
        >>> stream.end["thinking"]
        'a'
        """
        for chunk in chunks:
            yield from self.feed(chunk)
        yield from self.finish()["pieces"]

    async def arun(self, chunks: AsyncIterable[str]) -> AsyncIterator[StreamPiece]:
        """The same for chunks that come asynchronously."""
        async for chunk in chunks:
            for piece in self.feed(chunk):
                yield piece
        for piece in self.finish()["pieces"]:
            yield piece

    def _open(self) -> None:
        if self.end is not None:
            raise RuntimeError("this stream has finished: take a new one for the next reply")

    def _accepted(self, chunk: Any) -> str:
        """The chunk, if it is text and still may come."""
        if not isinstance(chunk, str):
            found = "None" if chunk is None else type(chunk).__name__
            raise TypeError(f"a chunk must be text, got {found}")
        self._open()
        return chunk


class RawStream(Stream):
    """Shows chunks as they come, tags included; only the finished reply is read."""

    def __init__(self, halves_of: HalvesOf) -> None:
        self._halves_of = halves_of
        self._whole = Collected()

    def feed(self, chunk: str) -> list[StreamPiece]:
        """The chunk itself, as text."""
        self._whole.write(self._accepted(chunk))
        return [("text", chunk, -1)] if chunk else []

    def _finished(self) -> StreamEnd:
        answer, thinking = self._halves_of(self._whole.value())
        return StreamEnd(pieces=[], answer=answer, thinking=thinking, retracted=0)


class ExactStream(Stream):
    """Shows what is certain at once; holds back only what could still become the marker looked for."""

    def __init__(self, rules: Rules) -> None:
        for rule, option in EXACT_NEEDS.items():
            if rules.option[rule] != option:
                raise ValueError(f"exact streams need option {option} of rule {rule}, not {rules.option[rule]}")
        self._nothing: str | None = rules.value["nothing-found"]
        self._opener = (rules.open, fallbacks(rules.open))
        self._closer = (rules.close, fallbacks(rules.close))
        self._answer, self._thinking = Collected(), Collected()
        self._held = 0  # so many characters of the marker end the text so far
        self._plain: type | None = str  # the class of chunks that may go the short way
        self._block = 0  # the number of the next block that shows a piece
        self._began = self._thinking.mark()
        self._look(inside=False)

    def feed(self, chunk: str) -> list[StreamPiece]:
        """The pieces that a chunk makes certain."""
        # Nearly every chunk holds no beginning of the marker: it goes the short way.
        if chunk.__class__ is self._plain and (self._first not in chunk or self._is_plain(chunk)) and chunk:
            parts = self._half.parts
            parts.append(chunk)
            if len(parts) >= PARTS:
                self._half.fold()
            return [(self._kind, chunk, self._number)]
        text = self._accepted(chunk)
        pieces: list[StreamPiece] = []
        held, at = self._held, 0
        start = -held  # where the text begins that is not shown yet; before 0 lies what is held
        while at < len(text):
            if not held:
                if (found := text.find(self._marker, at)) >= 0:
                    at = found + len(self._marker)
                    self._show(text, start, found, pieces)
                    self._look(inside=not self._inside)
                    start = at
                    continue
                at = text.find(self._first, max(at, len(text) - len(self._marker) + 1))
                if at < 0:
                    break
            held = self._step(held, text[at])
            at += 1
            if held == len(self._marker):
                self._show(text, start, at - held, pieces)
                self._look(inside=not self._inside)
                start, held = at, 0
        self._show(text, start, len(text) - held, pieces)
        self._held = held
        self._plain = None if held else str
        return pieces

    def _is_plain(self, text: str) -> bool:
        """Whether a text neither holds the marker nor ends with what could begin it."""
        return self._marker not in text and text.find(self._first, max(0, len(text) - len(self._marker) + 1)) < 0

    def _step(self, held: int, character: str) -> int:
        """How much of the marker the text ends with when one more character has come."""
        while held and self._marker[held] != character:
            held = self._fallback[held]
        return held + 1 if self._marker[held] == character else 0

    def _show(self, text: str, start: int, stop: int, pieces: list[StreamPiece]) -> None:
        """Show what lies between two offsets; what was held are the marker's own first characters."""
        if stop <= start:
            return
        shown = text[start:stop] if start >= 0 else self._marker[: min(-start, stop - start)] + text[: max(stop, 0)]
        self._half.write(shown)
        pieces.append((self._kind, shown, self._number))

    def _look(self, *, inside: bool) -> None:
        """Go on in content or in a block, and look for the marker that ends it."""
        if inside:
            self._began = self._thinking.mark()
        elif self._thinking.mark() != self._began:
            self._block += 1
            self._began = self._thinking.mark()
        self._inside = inside
        self._marker, self._fallback = self._closer if inside else self._opener
        self._first = self._marker[0]
        self._kind, self._number = ("think", self._block) if inside else ("text", -1)
        self._half = self._thinking if inside else self._answer

    def _finished(self) -> StreamEnd:
        pieces: list[StreamPiece] = []
        self._show("", -self._held, 0, pieces)
        self._plain = None
        answer, thinking = self._answer.value(), self._thinking.value()
        return StreamEnd(pieces=pieces, answer=answer, thinking=thinking or self._nothing, retracted=0)


def fallbacks(marker: str) -> list[int]:
    """For every length, how much of the marker's beginning such a beginning also ends with, itself apart.

    >>> fallbacks("aabaa")
    [0, 0, 1, 0, 1, 2]
    """
    table = [0, 0]
    for character in marker[1:]:
        held = table[-1]
        while held and marker[held] != character:
            held = table[held]
        table.append(held + 1 if marker[held] == character else 0)
    return table
