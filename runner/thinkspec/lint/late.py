"""Regular expressions that are compiled when they are first used: a run needs few of them, and compiling all takes its time."""

from __future__ import annotations

import re
from typing import Any, cast


class _Late:
    """Stands for a pattern until one of its methods is asked for; then that method is kept here."""

    def __init__(self, text: str, flags: int) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        pattern = re.compile(self.__dict__["_text"], self.__dict__["_flags"])
        for each in _METHODS:
            self.__dict__[each] = getattr(pattern, each)
        return getattr(pattern, name)


_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split", "pattern", "flags")


def late(text: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern that is compiled at its first use.  Raises re.error then, not now, so tests use each.

    >>> late("a+").findall("aab"), late("A", re.IGNORECASE).search("xa") is not None
    (['aa'], True)
    """
    return cast("re.Pattern[str]", _Late(text, flags))
