"""For people: one line a finding, the source line, a caret, what to call instead."""

from __future__ import annotations

from thinkspec.lint.late import late
from thinkspec.lint.model import Finding
from thinkspec.lint.result import Result

_WIDEST = 160
_LINE_END = late(r"\r\n?|\n")
# Control characters and what turns text around: never raw on a terminal.
_UNSAFE = late(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def visible(text: str) -> str:
    r"""A text with control characters written as escapes.

    >>> visible("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return _UNSAFE.sub(
        lambda found: f"\\x{ord(found[0]):02x}" if ord(found[0]) < 256 else f"\\u{ord(found[0]):04x}", text
    )


def render(result: Result) -> str:
    """The findings, what was not analysed, and one line that sums up."""
    lines: list[str] = []
    for finding in result.findings:
        lines += block(finding, result.texts.get(finding.path))
    lines += [f"{visible(path)}: not analysed: {visible(reason)}" for path, reason in result.not_analysed]
    lines.append(summary(result))
    return "\n".join(lines) + "\n"


def block(finding: Finding, text: str | None) -> list[str]:
    """One finding's lines."""
    sure = "" if finding.confidence == "high" else f" [{finding.confidence} confidence]"
    place = f"{visible(finding.path)}:{finding.line}:{finding.column}"
    lines = [f"{place}: {finding.rule} {finding.name}: {visible(finding.message)}{sure}"]
    if text is not None:
        lines += excerpt(finding, text)
    lines.append(f"    instead: {finding.instead}")
    return [*lines, ""]


def excerpt(finding: Finding, text: str) -> list[str]:
    """The source line and a caret under the finding."""
    source = _LINE_END.split(text)
    if finding.line > len(source):
        return []
    line = source[finding.line - 1]
    start = finding.column - 1
    end = finding.end_column - 1 if finding.end_line == finding.line else len(line)
    cut = max(0, start - _WIDEST // 2)
    window = line[cut : cut + _WIDEST]
    before = visible(window[: start - cut])
    marked = visible(window[start - cut : max(end, start + 1) - cut])
    shown = f"{before}{marked}{visible(window[max(end, start + 1) - cut :])}".replace("\t", " ")
    lead = "…" if cut else ""
    return [f"    {lead}{shown}", f"    {' ' * (len(lead) + len(before))}{'^' * max(1, len(marked))}"]


def summary(result: Result) -> str:
    """One line: how much was found and looked at."""
    count = len(result.findings)
    parts = [f"{count} finding{'s' * (count != 1)} in {result.files} file{'s' * (result.files != 1)}"]
    if result.suppressed:
        by = [each.by for each in result.suppressed]
        known = [
            f"{by.count(kind)} {word}"
            for kind, word in (("comment", "suppressed"), ("baseline", "in the baseline"))
            if kind in by
        ]
        parts += known
    if result.not_analysed:
        parts.append(f"{len(result.not_analysed)} not analysed")
    skipped = ", ".join(
        f"{number} {why}" for why, number in sorted(result.skipped.items()) if why != "other file types"
    )
    if skipped:
        parts.append(f"skipped: {skipped}")
    return "; ".join(parts) + "."
