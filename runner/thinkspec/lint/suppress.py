"""Suppression comments: ``thinkspec: ignore[THK101] -- reason``.

A comment at the end of a line speaks for the statement on that line; one on a line of its own for the next statement;
``ignore-file`` for the file.  A reason is required.  Only real comments count, and only where the comment (or a part of it
behind another comment sign) starts with these words: prose that mentions them suppresses nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from thinkspec.lint.late import late
from thinkspec.lint.model import Analysis, Finding, Span
from thinkspec.lint.rules import RULES
from thinkspec.lint.source import Source

_COMMENT = late(
    r"(?:^|[#;]\s*|//\s*)[\s*#!/<-]*thinkspec:\s*ignore(?P<file>-file)?\s*(?:\[(?P<rules>[^\]]*)\])?(?P<rest>[^\n]*)",
    re.IGNORECASE,
)
_REASON = late(r"\s*(?:--|\u2014)\s*(?P<reason>.*?)\s*(?:\*/|-->|--%>|#\})?\s*$")
_SUPPRESSIBLE = frozenset(rule for rule in RULES if rule < "THK801")


@dataclass
class Suppression:
    """One comment and what it covers."""

    span: Span
    text: str
    rules: tuple[str, ...]
    whole_file: bool
    reason: str
    own_line: bool
    lines: range
    unknown: tuple[str, ...] = ()
    used: set[str] = field(default_factory=set)

    @property
    def works(self) -> bool:
        """Whether the comment suppresses at all."""
        return bool(self.reason) and (bool(self.rules) or self.whole_file)

    def covers(self, rule: str, first: int, statement: range) -> bool:
        """Whether a finding of a rule, on a line or in a statement's lines, is suppressed."""
        if not self.works or (self.rules and rule not in self.rules):
            return False
        if self.whole_file:
            return True
        if first in self.lines:
            return True
        return self.lines.start in statement if not self.own_line else statement.start == self.lines.start


def suppressions(source: Source, analysis: Analysis) -> list[Suppression]:
    """The suppression comments of a file."""
    found = []
    for comment in analysis.comments:
        match = _COMMENT.search(comment.text)
        if not match:
            continue
        reason = _REASON.match(match["rest"])
        names = [name.strip().upper() for name in (match["rules"] or "").split(",") if name.strip()]
        by_name = {rule.name.upper(): rule.id for rule in RULES.values()}
        ids = [by_name.get(name, name) for name in names]
        known = tuple(name for name in ids if name in _SUPPRESSIBLE)
        own, lines = _lines(source, analysis, comment.span)
        found.append(
            Suppression(
                comment.span,
                match[0].strip(),
                known,
                bool(match["file"]),
                reason["reason"] if reason else "",
                own,
                lines,
                tuple(name for name in ids if name not in _SUPPRESSIBLE),
            )
        )
    return found


def _lines(source: Source, analysis: Analysis, span: Span) -> tuple[bool, range]:
    """Whether a comment stands on a line of its own, and the lines it covers."""
    line, column = source.place(span.start)
    before = source.slice(Span(span.start - column + 1, span.start))
    last, _ = source.place(max(span.start, span.end - 1))
    after = source.slice(Span(span.end, source.line_span(last).end)) if span.end < len(source.text) else ""
    own = not before.strip(" \t{/*<!-#") and not after.strip(" \t}")
    target = _next_code_line(source, analysis, last) if own else line
    covered = {target}
    inner: range | None = None
    for statement in analysis.statements:
        first = source.place(statement.start)[0]
        end = source.place(max(statement.start, statement.end - 1))[0]
        if (first == target if own else first <= target <= end) and (inner is None or end - first < len(inner) - 1):
            inner = range(first, end + 1)
    if inner is not None and not own:
        return own, range(inner.start, inner.stop)
    return own, inner if inner is not None else range(min(covered), max(covered) + 1)


def _next_code_line(source: Source, analysis: Analysis, line: int) -> int:
    commented = {source.place(comment.span.start)[0] for comment in analysis.comments}
    for number in range(line + 1, source.lines + 1):
        text = source.slice(source.line_span(number)).strip()
        if text and not (number in commented and text[0] in "#/*<-;%{"):
            return number
    return line + 1


def statement_lines(source: Source, finding: Finding) -> range:
    """The lines of the statement that a finding stands in."""
    span = finding.site.statement if finding.site is not None else None
    if span is None:
        return range(finding.line, finding.end_line + 1)
    return range(source.place(span.start)[0], source.place(max(span.start, span.end - 1))[0] + 1)
