"""Where the literals of a language stand: quoted texts, raw strings, regular expressions, heredocs.

Each language has a list of *forms* (`forms.py`).  One pattern finds where any of them opens; the form then says where
it ends.  A form that finds no end is not tried again before the place it gave up at, so the whole is linear in the
text, whatever is in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from thinkspec.lint.languages.forms import Form, GivenUp, opening, table
from thinkspec.lint.late import late
from thinkspec.lint.model import Span


@dataclass(frozen=True)
class Literal:
    """One literal: where it stands, what it says after unescaping, and what it is."""

    span: Span
    text: str
    raw: str  # the content as typed
    kind: str  # string, regex, heredoc, expansion
    flags: str = ""
    pieces: int = 1
    hidden: bool = False


def literals(text: str, language: str) -> Iterator[Literal]:
    """The literals of a text in order.  An unclosed quote is passed over.

    >>> [(l.kind, l.text) for l in literals(r'a := "x\\ty"; b := `<think>`', "go")]
    [('string', 'x\\ty'), ('string', '<think>')]
    >>> [(l.kind, l.text, l.flags) for l in literals("$x =~ s#<think>.*?</think>##gs;", "perl")]
    [('regex', '<think>.*?</think>', 'gs')]
    """
    return (literal for literal in _scanned(text, language) if literal.kind)


def _scanned(text: str, language: str) -> Iterator[Literal]:
    forms, scanner = table(language), opening(language)
    order = {form.name: number for number, form in enumerate(forms)}
    given_up: GivenUp = {}
    at = 0
    while found := scanner.search(text, at):
        at = max(found.end(), found.start() + 1)
        first = order[found.lastgroup or ""]
        for form in forms[first:]:
            start = found if form is forms[first] else form.pattern.match(text, found.start())
            ended = form.end(text, start, given_up) if start is not None else None
            if start is None or ended is None:
                continue
            content, end, flags = ended
            at = max(end, start.end())
            raw = text[content.start : content.end]
            yield Literal(Span(start.start(), end), _said(raw, form), raw, form.kind, flags)
            break


def passed_over(text: str, language: str) -> Iterator[Span]:
    """The comments that the forms know, outside of literals.

    >>> list(passed_over('x := "// no" // yes', "go"))
    [Span(start=13, end=19)]
    """
    return (literal.span for literal in _scanned(text, language) if not literal.kind)


def _said(content: str, form: Form) -> str:
    if form.escapes == "doubled":
        return content.replace('""', '"').replace("''", "'")
    return unescape(content) if form.escapes == "backslash" and "\\" in content else content


_ESCAPE = late(
    r"\\(?:x\{?([0-9A-Fa-f]{2,6})\}?|u\{?([0-9A-Fa-f]{4,6})\}?|U([0-9A-Fa-f]{8})|([0-7]{3})|(\r?\n[ \t]*)|([\s\S]))"
)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "f": "\f", "v": "\v", "a": "\a", "e": "\x1b"}


def unescape(content: str) -> str:
    r"""What a quoted text says; an escape that means nothing to strings keeps its backslash.

    >>> unescape(r"\u003cthink\u003e\n\\s \s \/")
    '<think>\n\\s \\s \\/'
    """
    return _ESCAPE.sub(_one, content)


def _one(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    if code:
        return chr(min(int(code, 16), 0x10FFFF))
    if found[4]:
        return chr(int(found[4], 8) & 0xFF)
    if found[5]:
        return ""
    char = found[6]
    if char in _LETTERS:
        return _LETTERS[char]
    return char if char in "\\\"'`$" else "\\" + char
