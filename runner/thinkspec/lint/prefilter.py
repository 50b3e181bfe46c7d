"""Which bytes may matter at all: plain searches in lower-cased bytes, no patterns."""

from __future__ import annotations

from collections.abc import Callable

from thinkspec.lint.tags import Words

# Parts that the usual names and markers share; a name that holds none of them is searched whole.
_PARTS = ("hink", "easoning", "hought", "channel|>", "|inner_", "cot_budget")
# The tail of a tag that is cut in its name, and token numbers.
_CUT = (b"nk>", b"15166")


def parts(words: Words) -> tuple[str, ...]:
    """The words, or the parts that they share, of which a text must hold one."""
    found = dict.fromkeys(_PARTS)
    for text in sorted(words.names | words.markers):
        if not any(part in text for part in _PARTS):
            found[text] = None
    return tuple(found)


def needles(words: Words) -> tuple[bytes, ...]:
    """The byte strings of which a file must hold one; few, because each is searched in every file."""
    return (*(part.encode() for part in parts(words)), *_CUT)


def filter_of(words: Words) -> Callable[[bytes], bool]:
    """A test whether bytes may hold a stray.

    >>> may = filter_of(Words(["think"]))
    >>> may(b"x <THINK> y"), may(b"nothing here")
    (True, False)
    """
    first, *rest = needles(words)

    def may_matter(data: bytes) -> bool:
        lower = data.lower()
        return first in lower or any(needle in lower for needle in rest)

    return may_matter
