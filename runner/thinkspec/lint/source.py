"""One file: its decoded text and the places in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence, Sized
from functools import cached_property
from itertools import accumulate

from thinkspec.lint.late import late
from thinkspec.lint.model import Span

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)


def decode(data: bytes) -> str | None:
    """The text of a file's bytes, or None for a binary file.

    A byte order mark decides and is left out; else UTF-8, else Latin-1 (every byte is a character).
    """
    for mark, name in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    if b"\0" in data[:8192]:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


# A carriage return without a line feed ends a line too: for Python, for YAML and in editors.
_LONE, _LONE_BYTE = late(r"\r(?!\n)"), re.compile(rb"\r(?!\n)")


class Source:
    """The text of one file; ``path`` is relative to the current folder, with slashes."""

    def __init__(self, path: str, text: str, language: str, test: bool = False) -> None:
        self.path, self.text, self.language, self.test = path, text, language, test

    @cached_property
    def utf8(self) -> bytes:
        """What a byte-counting parser is fed; lone surrogates become one other character of three bytes."""
        try:
            return self.text.encode("utf-8")
        except UnicodeEncodeError:
            return self.text.encode("utf-8", "surrogatepass")

    @cached_property
    def _starts(self) -> list[int]:
        text = self.text if "\r" not in self.text else _LONE.sub("\n", self.text)
        return _line_starts(text.split("\n"))

    @cached_property
    def _byte_starts(self) -> list[int]:
        data = self.utf8 if b"\r" not in self.utf8 else _LONE_BYTE.sub(b"\n", self.utf8)
        return _line_starts(data.split(b"\n"))

    def with_line_feeds(self) -> Source:
        """The same text with a line feed at the end of every line, for a parser that knows no other; no place moves."""
        if not _LONE.search(self.text):
            return self
        return Source(self.path, _LONE.sub("\n", self.text), self.language, self.test)

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(self._starts)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, in code points.

        >>> Source("a.py", "x\\nyz", "python").place(3), Source("a.py", "x\\ryz", "python").place(3)
        ((2, 2), (2, 2))
        """
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line_span(self, line: int) -> Span:
        """The span of a line (from 1) without its end."""
        start = self._starts[line - 1]
        end = self._starts[line] - 1 if line < len(self._starts) else len(self.text)
        return Span(start, end - (end > start and self.text[end - 1] == "\r"))

    def at(self, line: int, byte_column: int) -> int:
        """The offset of a line (from 1) and a UTF-8 column (from 0): how `ast` counts."""
        start = self._starts[line - 1]
        if self.text.isascii():
            return start + byte_column
        first = self._byte_starts[line - 1]
        return start + len(self.utf8[first : first + byte_column].decode("utf-8", "replace"))

    def from_byte(self, offset: int) -> int:
        """The code point at a byte of ``utf8``: how tree-sitter counts."""
        if len(self.utf8) == len(self.text):
            return offset
        line = bisect_right(self._byte_starts, offset)
        return self.at(line, offset - self._byte_starts[line - 1])

    def slice(self, span: Span) -> str:
        """The text of a span."""
        return self.text[span.start : span.end]


def _line_starts(lines: Sequence[Sized]) -> list[int]:
    """Where each line starts; every line but the last is followed by one character."""
    return [0, *accumulate(map((1).__add__, map(len, lines[:-1])))]
