"""The strings of a Python text, found without a parser: enough to tell them from code, comments and docstrings."""

from __future__ import annotations

from bisect import bisect_right

from thinkspec.lint.late import late

# Comments, openers of long strings, whole short strings, and quotes without another end.
_TOKEN = late(
    r"#|\"\"\"|'''"
    r'|"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"'
    r"|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'"
    r"|\"|'"
)
_WORD = late(r"\w*\Z")
_GOES_ON = frozenset(["and", "or", "not", "in", "is", "if", "else", "return", "yield", "await", "lambda"])
_FORMS = frozenset("ft")  # the prefix of a string that may hold replacement fields, with `r` beside it or not
_BEFORE = 300  # characters in front of a string that say what it is


class Strings:
    """Where the strings of a text are that are neither docstrings nor comments.

    >>> text = "def f():\\n    '''No <think>.'''\\n    return x.split('</think>')  # <think>"
    >>> strings = Strings(text)
    >>> [strings.holds(text.find(part)) for part in ("<think>.", "</think>", "<think>", "split")]
    [False, True, False, False]
    """

    def __init__(self, text: str) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.broken = False  # a quote without its other end, or one in a replacement field: nothing here can be trusted
        at = 0
        while (found := _TOKEN.search(text, at)) is not None:
            start, sign = found.start(), found[0]
            at = _end(text, sign, found.end())
            if sign == "#":
                continue
            formed = not _FORMS.isdisjoint(text[max(0, start - 2) : start])
            field = formed and text.count("{", start, at) != text.count("}", start, at)
            if at < 0 or sign in {'"', "'"} or field:
                self.broken = True
                return
            if not (sign in {'"""', "'''"} and _documents(text, start, at)):
                self.starts.append(start)
                self.ends.append(at)

    def holds(self, place: int) -> bool:
        """Whether a place is in one of the strings, or may be."""
        if self.broken:
            return True
        number = bisect_right(self.starts, place) - 1
        return number >= 0 and place < self.ends[number]


def _end(text: str, sign: str, end: int) -> int:
    """Where what a sign opens ends: a comment with its line, a long string behind its closing quotes (-1 if it has none)."""
    if sign == "#":
        line = text.find("\n", end)
        return line if line >= 0 else len(text)
    if sign not in {'"""', "'''"}:
        return end
    while (close := text.find(sign, end)) >= 0:
        end = close + 3
        before = text[max(0, close - 20) : close]
        if (len(before) - len(before.rstrip("\\"))) % 2 == 0:
            return end
        end = close + 1
    return -1


def _documents(text: str, start: int, end: int) -> bool:
    """Whether a string in triple quotes is a statement of its own: a docstring, or a note below an attribute."""
    line = text.rfind("\n", 0, start) + 1
    if text[line:start].strip(" \tru"):
        return False
    after = text.find("\n", end)
    rest = text[end : after if after >= 0 else len(text)].strip()
    if rest and not rest.startswith("#"):
        return False
    head = text[max(0, line - _BEFORE) : line].rstrip()
    if not head:
        return True
    last = head[head.rfind("\n") + 1 :].lstrip()
    if head.endswith(":"):
        return last[:-1].rstrip().endswith(")") or "->" in last or last.startswith("class")
    if "#" in last:
        return False
    if head[-1] in "\"'":
        return "=" in last
    if head[-1] in ")]}":
        return True
    word = _WORD.search(last[-20:])
    return word is not None and word[0] != "" and word[0] not in _GOES_ON
