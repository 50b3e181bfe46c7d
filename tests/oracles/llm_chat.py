"""llm-chat, read slowly: one literal pair of markers, two states.

The rules, and where each comes from (seed 002; "behaviour" is the list of facts, section 3):

1. doc (Configuration): one opening and one closing marker, ``<think>`` and ``</think>`` unless set otherwise.
   inferred (behaviour 14): they match to the letter, without attributes.
2. doc (marker table, ``a</think>b``): in content only the opening marker means anything; a closer is content.
3. doc (marker table, ``<think>a<think>b</think>c``): in reasoning only the closing marker means anything.
4. doc (marker table, ``<think></think>``): an empty block is no segment. inferred (behaviour 4): a blank one is.
5. doc (marker table, ``<think>abc``): a block still open at the end is reasoning to the end.
   doc (``<thi``): half an opener is content; inferred (behaviour 5): half a closer is reasoning.
6. doc (Stream, summary and history): content and reasoning are each put together with nothing between.
7. doc ("Parsing is delimiter-based, not Markdown-aware"): code blocks are read like anything else.
8. decided: null is refused; markers are non-empty and differ; a segment's name is the opening marker;
   unfinished counts what follows the opener of the block still open.
"""

from __future__ import annotations

OPEN = "<think>"
CLOSE = "</think>"


def split(text: str | None, *, open: str = OPEN, close: str = CLOSE) -> tuple[str, str]:  # noqa: A002
    """Give the content and the reasoning, each joined with nothing."""
    listed = segments(text, open=open, close=close)
    return _joined(listed, "text"), _joined(listed, "think")


def segments(text: str | None, *, open: str = OPEN, close: str = CLOSE) -> list[tuple[str, str, str]]:  # noqa: A002
    """Give the pieces in order, without the empty ones."""
    return [piece for piece in _pieces(text, open, close)[0] if piece[1]]


def unfinished(text: str | None, *, open: str = OPEN, close: str = CLOSE) -> int:  # noqa: A002
    """Count the characters of the block that is still open at the end."""
    pieces, still_open = _pieces(text, open, close)
    return len(pieces[-1][1]) if still_open else 0


def _pieces(text: str | None, opener: str, closer: str) -> tuple[list[tuple[str, str, str]], bool]:
    if not isinstance(text, str):
        raise TypeError("llm-chat reads strings only")
    if not opener or not closer or opener == closer:
        raise ValueError("the two markers must not be empty and must differ")
    pieces: list[tuple[str, str, str]] = []
    reasoning = False
    rest = text
    while True:
        before, marker, rest = rest.partition(closer if reasoning else opener)
        pieces.append(("think", before, opener) if reasoning else ("text", before, ""))
        if not marker:
            return pieces, reasoning
        reasoning = not reasoning


def _joined(listed: list[tuple[str, str, str]], kind: str) -> str:
    return "".join(text for piece, text, _ in listed if piece == kind)
