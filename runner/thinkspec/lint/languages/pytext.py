"""Places in Python source text: literals and their parts, statements, comments."""

from __future__ import annotations

import ast
import re

from thinkspec.lint.late import late
from thinkspec.lint.model import Comment, Span
from thinkspec.lint.source import Source
from thinkspec.lint.tags import Words

_QUOTE = late(r"([A-Za-z]{0,3})('''|\"\"\"|'|\")")
_SKIP = late(r"(?:\s|\\\r?\n|#[^\n]*|[()])+")


class Places:
    """Spans of nodes in one file."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def span(self, node: ast.expr | ast.stmt) -> Span:
        """The span of a node."""
        start = self.source.at(node.lineno, node.col_offset)
        end = self.source.at(node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
        return Span(start, end)

    def statement(self, node: ast.stmt | None) -> Span | None:
        """The span of a statement; of a compound one, its head."""
        return self.head(node) if node is not None else None

    def head(self, node: ast.stmt) -> Span:
        """A statement without its body."""
        whole = self.span(node)
        body = getattr(node, "body", None) or getattr(node, "cases", None)
        if body and not isinstance(body[0], ast.match_case):
            return Span(whole.start, max(whole.start, self.source.at(body[0].lineno, 0) - 1))
        return whole

    def literal(self, node: ast.Constant, words: Words) -> tuple[Span, bool]:
        """The literal that holds the tag, and whether it holds all of it.

        Neighbouring literals are one constant for the parser; the one with the tag counts.
        """
        whole = self.span(node)
        pieces = literals(self.source.text, whole)
        if len(pieces) < 2:
            return whole, True
        for piece in pieces:
            try:
                value = ast.literal_eval(self.source.slice(piece))
            except (ValueError, SyntaxError):
                continue
            text = value if isinstance(value, str) else value.decode("latin-1") if isinstance(value, bytes) else ""
            if words.in_literal(text) or words.in_pattern(text):
                return piece, True
        return whole, False

    def joined(self, node: ast.JoinedStr, words: Words) -> Span:
        """The piece of an f-string (or of f-strings side by side) that shows the tag."""
        whole = self.span(node)
        for piece in literals(self.source.text, whole):
            raw = self.source.slice(piece)
            if words.in_literal(raw) or words.in_pattern(raw):
                return piece
        return whole


def literals(text: str, span: Span) -> list[Span]:
    """The string literals that stand side by side in a span; empty where something else stands there too."""
    found: list[Span] = []
    at = span.start
    while at < span.end:
        skipped = _SKIP.match(text, at, span.end)
        if skipped:
            at = skipped.end()
            continue
        opened = _QUOTE.match(text, at)
        if not opened:
            return []
        quote, end = opened[2], opened.end()
        while not text.startswith(quote, end):
            if end >= span.end:
                return []
            end += 2 if text[end] == "\\" else 1
        end += len(quote)
        found.append(Span(at, end))
        at = end
    return found


_TOKENS = late(
    r"#[^\r\n]*|"
    r"\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*(?:\"\"\"|\Z)|'''(?:[^'\\]|\\.|'(?!''))*(?:'''|\Z)|"
    r"\"(?:[^\"\\\n]|\\.)*(?:\"|(?=\n)|\Z)|'(?:[^'\\\n]|\\.)*(?:'|(?=\n)|\Z)",
    re.DOTALL,
)


def comments_of(text: str) -> list[Comment]:
    """The comments of a Python text; a sign in a string is none.

    >>> [c.text for c in comments_of("x = '#no'  # thinkspec: yes")]
    [' thinkspec: yes']

    A text that does not name the tool is not looked through: only such comments are of use.
    """
    if "thinkspec" not in text:
        return []
    return [
        Comment(found[0][1:], Span(found.start(), found.end()))
        for found in _TOKENS.finditer(text)
        if found[0].startswith("#")
    ]
