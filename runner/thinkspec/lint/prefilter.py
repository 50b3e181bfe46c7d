"""Which bytes may matter at all: plain searches in lower-cased bytes, no patterns."""

from __future__ import annotations

from collections.abc import Callable

from thinkspec.lint.tags import Words

# Parts that the usual names and markers share; a name that holds none of them is searched whole.
_PARTS = ("hink", "easoning", "hought", "channel|>", "|inner_", "cot_budget")
_PIPED_PARTS = ("channel|>", "|inner_")
_PIPE, _PIPED = (
    b"|>",
    (b"channel", b"|inner_"),
)  # markers of channels: what they share is rare, so it is asked about first
_NUMBERS = b"15166"  # of the tokens
_QUOTES, _I, _H = frozenset(b"\"'"), ord("i"), ord("h")


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
    rest = (*(part.encode() for part in parts(words) if part not in (*_PIPED_PARTS, "hink")), _NUMBERS)

    def may_matter(data: bytes) -> bool:
        lower = data.lower()
        if _thinks(lower) or any(needle in lower for needle in rest):
            return True
        return _PIPE in lower and any(word in lower for word in _PIPED)

    return may_matter


def _thinks(lower: bytes) -> bool:
    """Whether `hink` stands here, or the tail of a tag that is cut in its name: ``"nk``, ``"ink``, ``nk>``.

    One search for the two bytes that all of them share: a search for each would read a file six times.
    """
    at = lower.find(b"nk")
    while at >= 0:
        before = lower[at - 1] if at else 0
        if before == _I:
            two = lower[at - 2] if at > 1 else 0
            if two == _H or two in _QUOTES:
                return True
        if before in _QUOTES or lower[at + 2 : at + 3] == b">":
            return True
        at = lower.find(b"nk", at + 2)
    return False
