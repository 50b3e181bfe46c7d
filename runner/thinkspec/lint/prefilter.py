"""Which bytes may matter at all: plain searches in lower-cased bytes, no patterns."""

from __future__ import annotations

from collections.abc import Callable

from thinkspec.lint.tags import Words

# Parts that the usual names and markers share; a name that holds none of them is searched whole.
_PARTS = ("hink", "easoning", "hought", "channel|>", "|inner_", "cot_budget")
# Two bytes that all tags cut in their name share, and markers of channels; rare enough to be asked about first.
_TAIL, _TAILS = b"nk", (b'"nk', b"'nk", b'"ink', b"'ink", b"nk>")
_PIPE, _PIPED = b"|>", (b"channel", b"|inner_")
_NUMBERS = b"15166"  # of the tokens
_PIPED_PARTS = ("channel|>", "|inner_")


def parts(words: Words) -> tuple[str, ...]:
    """The words, or the parts that they share, of which a text must hold one."""
    found = dict.fromkeys(_PARTS)
    for text in sorted(words.names | words.markers):
        if not any(part in text for part in _PARTS):
            found[text] = None
    return tuple(found)


def filter_of(words: Words) -> Callable[[bytes], bool]:
    r"""A test whether bytes may hold a stray.

    >>> may = filter_of(Words(["think"]))
    >>> may(b"x <THINK> y"), may(b"'<thi' + 'nk' + '>'"), may(rb"<\|channel\|>"), may(b"nothing here, a link")
    (True, True, True, False)
    """
    whole = [part.encode() for part in parts(words) if part not in _PIPED_PARTS]
    first, *rest = (*whole, _NUMBERS)

    def may_matter(data: bytes) -> bool:
        lower = data.lower()
        if first in lower or any(needle in lower for needle in rest):
            return True
        if _TAIL in lower and any(tail in lower for tail in _TAILS):
            return True
        return _PIPE in lower and any(word in lower for word in _PIPED)

    return may_matter
