"""Comments of the languages that are not parsed: Pygments says where they stand, and they are blanked.

Only comments.  Every other token counts, because what a colouring program takes for a string, an attribute or an
operator is not what the language does.  Where it takes code for a comment (Perl's ``s#…#…#``, ``${x##…}``, a pattern
with ``//`` in it) the comment is refused.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from thinkspec.lint.languages.literals import passed_over
from thinkspec.lint.late import late
from thinkspec.lint.model import Comment, Span

_LEXERS = {
    "shell": "bash",
    "python": "python",
    "javascript": "javascript",
    "typescript": "typescript",
    "tsx": "typescript",
    "r": "splus",
}
_OPENERS = {
    "php": "# // /*", "perl": "# =", "ruby": "# =begin __END__", "shell": "#", "jq": "#", "sed": "#", "awk": "#", "r": "#",
    "elixir": "#", "python": "#", "yaml": "#", "toml": "#", "nix": "# /*", "powershell": "# <#", "lua": "--",
}  # fmt: skip
_C_LIKE = "// /*"
_BLOCKS = ("/*", "<#", "--[", "=")
# A word and a hash: one of Perl's quoting operators, not a comment.
_OPERATOR = late(r"(?<![\w$@%&>-])(?:s|y|tr|m|q|qq|qw|qr)\Z")
_POD = late(r"^=[a-zA-Z]\w*\b[\s\S]*?(?:^=cut\b[^\n]*|\Z)", re.MULTILINE)
_HASH = late(r"(?:(?<=\s)|^)#[^\n]*", re.MULTILINE)


def comments(text: str, language: str) -> list[Comment]:
    """The comments of a text.

    >>> [c.text for c in comments('x := "// no" // yes', "go")]
    ['// yes']
    >>> comments("s#<think>##;", "perl"), comments('echo "${x##*>}"', "shell")
    ([], [])
    """
    spans = list(_sound(text, language, _hashes(text) if language in {"jq", "sed"} else _lexed(text, language)))
    if language == "perl":
        spans = _with_pod(text, spans)
    spans = _united(spans, passed_over(text, language))
    return [Comment(text[start:end], Span(start, end)) for start, end in spans]


def _united(spans: list[Span], more: Iterator[Span]) -> list[Span]:
    """Both kinds; what the lexer found comes first where they overlap."""
    taken = sorted(spans)
    starts = [span.start for span in taken]
    extra = []
    for span in more:
        at = bisect_right(starts, span.end - 1)
        if at == 0 or taken[at - 1].end <= span.start:
            extra.append(span)
    return sorted([*taken, *extra])


def _lexed(text: str, language: str) -> Iterator[Span]:
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Comment as CommentToken
    from pygments.token import String
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(_LEXERS.get(language, language), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return
    start = end = -1
    kind: Any
    for offset, kind, value in lexer.get_tokens_unprocessed(text):
        comment = kind in CommentToken and kind not in CommentToken.Preproc and kind not in CommentToken.PreprocFile
        if comment or (kind in String.Doc and language != "elixir"):
            if kind in CommentToken.Hashbang:
                continue
            if offset == end and (text[end - 1] != "\n" or text.startswith(_BLOCKS, start)):
                end = offset + len(value)
                continue
            if start >= 0:
                yield Span(start, end)
            start, end = offset, offset + len(value)
    if start >= 0:
        yield Span(start, end)


def _hashes(text: str) -> Iterator[Span]:
    """Comments of small languages without a lexer: a hash behind a blank, outside of quotes."""
    for found in _HASH.finditer(text):
        line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        if line.count('"') % 2 == 0:
            yield Span(*found.span())


def _sound(text: str, language: str, spans: Iterator[Span]) -> Iterator[Span]:
    """The spans that open as this language's comments do; those that swallowed an operator are cut or left out."""
    openers = tuple(_OPENERS.get(language, _C_LIKE).split())
    for span in spans:
        start, end = _trimmed(text, span)
        if start >= end or not text.startswith(openers, start):
            continue
        if language == "perl" and text[start] == "#" and _OPERATOR.search(text[max(0, start - 12) : start]):
            rest = _HASH.search(text, _behind_operator(text, start, end), end)
            if rest is not None and text[rest.start() - 1] != "#":
                yield Span(rest.start(), end)
            continue
        if (
            text[start] == "#"
            and language in {"shell", "perl", "awk"}
            and text[start - 1 : start] in {"$", "{", "#", "\\", "/"}
        ):
            continue
        yield Span(start, end)


def _trimmed(text: str, span: Span) -> Span:
    start, end = span
    while end > start and text[end - 1] in "\r\n":
        end -= 1
    while start < end and text[start] in " \t\r\n":
        start += 1
    return Span(start, end)


def _behind_operator(text: str, start: int, end: int) -> int:
    """Where ``#…#…#flags`` ends: behind the third hash for s, the second otherwise, or the line."""
    parts = 3 if re.search(r"(?:s|y|tr)\Z", text[max(0, start - 3) : start]) else 2
    at = start
    for _ in range(parts - 1):
        at = text.find("#", at + 1, end)
        if at < 0:
            return end
    return at + 1


def _with_pod(text: str, spans: list[Span]) -> list[Span]:
    pods = [Span(*found.span()) for found in _POD.finditer(text)]
    kept = [span for span in spans if not any(pod.start <= span.start < pod.end for pod in pods)]
    return sorted(kept + pods)
