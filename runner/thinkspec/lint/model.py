"""What the steps hand to each other: sites, comments, analyses, findings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from thinkspec.lint.late import late

Use = Literal[
    "regex",  # a pattern that is searched, replaced, split by, compiled or held as a pattern    THK101/102/103
    "string-op",  # find, split, partition, replace, contains, slice by length                   THK201/102/103
    "compare",  # ==, case, match against a tag                                                  THK202/102/103
    "charset-strip",  # Python's strip/lstrip/rstrip("<think>"): a set of characters             THK203
    "constant",  # the tag, or a pair table, held for later: text is the tag                     THK301/102/103
    "name-list",  # a list of bare tag names, or a name handed to a generic tag matcher          THK302
    "config",  # a pattern or tag pair in YAML, TOML, JSON, a workflow export                    THK401
    "token-id",  # 151667/151668, convert_tokens_to_ids("</think>") used to split                THK501
    "dom",  # BeautifulSoup, querySelector, react-markdown components keyed by a tag name        THK601
    "foreign-reader",  # another library's own reader is called                                  THK602 (off)
    "markup",  # thinking from a known reader call put into a page as markup                     THK603 (off)
    "writer",  # a block written by hand                                                         THK701 (off)
]
How = Literal["literal", "built", "hidden"]
Sure = Literal["high", "medium", "low"]
Severity = Literal["note", "warning", "error"]


class Span(NamedTuple):
    """A run of code points of a file's text: ``start`` counts, ``end`` does not."""

    start: int
    end: int


@dataclass(frozen=True)
class Call:
    """How a pattern is used, as far as it can be read off the code; for ``--prove`` and ``--fix``."""

    name: str  # sub, search, match, fullmatch, findall, finditer, split, compile, replace, test, …
    flags: str = ""  # letters: i m s x a u g y (Python's DOTALL is s)
    replacement: str | None = None  # the text put in, None when unknown or when there is none
    count: int = 0  # 0 means all
    subject: Span | None = None  # the text it is applied to
    span: Span | None = None  # the whole call expression


@dataclass(frozen=True)
class Site:
    """One place where tag text stands, and what the code does with it."""

    use: Use
    text: str  # the pattern or literal after unescaping and folding
    span: Span  # the literal, or the whole expression of a built pattern
    how: How = "literal"
    names: tuple[str, ...] = ()  # tag names found, lower case
    statement: Span | None = None
    sure: Sure = "high"
    asserting: bool = False
    language: str = ""  # python, javascript, …: whose regular expressions these are
    call: Call | None = None
    embedded: bool = False  # a pattern or a line of code by its looks; nothing in this file uses it: a fixture in tests
    doubtful: bool = False  # the pattern's text alone does not settle it: ask `settle`


@dataclass(frozen=True)
class Comment:
    """A real comment token; ``text`` without its markers need not be stripped."""

    text: str
    span: Span


@dataclass
class Analysis:
    """What a language module found in one file."""

    sites: list[Site] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    statements: list[Span] = field(default_factory=list)
    failed: str | None = None  # why the file was not (or not wholly) analysed


@dataclass(frozen=True)
class Finding:
    """One stray, as every output format shows it."""

    rule: str
    name: str
    severity: Severity
    confidence: Sure
    path: str
    line: int  # from 1
    column: int  # from 1, code points
    end_line: int
    end_column: int
    snippet: str  # the source text of the span
    message: str
    instead: str
    fingerprint: str
    site: Site | None = field(default=None, compare=False, repr=False)


_INK = late(r"[^\r\n]")


def blank(text: str, keep: list[Span]) -> str:
    """The text with everything outside ``keep`` turned into spaces; length and line ends stay.

    >>> blank("a\\nbcd", [Span(3, 4)])
    ' \\n c '
    """
    parts, at = [], 0
    for start, end in sorted(keep):
        parts += [_INK.sub(" ", text[at:start]), text[start:end]]
        at = end
    parts.append(_INK.sub(" ", text[at:]))
    return "".join(parts)
