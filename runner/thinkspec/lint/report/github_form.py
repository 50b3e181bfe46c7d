"""Workflow commands of GitHub: annotations beside the lines, then the text report in the log.

GitHub shows ten warnings and ten errors a step, so the full text follows.
"""

from __future__ import annotations

from thinkspec.lint.report import text_form
from thinkspec.lint.result import Result

_KINDS = {"error": "error", "warning": "warning", "note": "notice"}


def escaped(text: str, value: bool = False) -> str:
    """Escape a message, or a property's value.

    >>> escaped("50%\\n"), escaped("a:b,c", value=True)
    ('50%25%0A', 'a%3Ab%2Cc')
    """
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if value else text


def render(result: Result) -> str:
    """Annotations, then the text report with its commands stopped, so that a snippet cannot give any."""
    lines = []
    for each in result.findings:
        place = f"file={escaped(each.path, value=True)},line={each.line},endLine={each.end_line},col={each.column}"
        if each.end_line == each.line:
            place += f",endColumn={each.end_column}"
        title = escaped(f"{each.rule} {each.name}", value=True)
        message = escaped(text_form.visible(f"{each.message}. Call instead: {each.instead}"))
        lines.append(f"::{_KINDS[each.severity]} {place},title={title}::{message}")
    token = "thinkspec-lint-report"  # noqa: S105 -- a word for the log, no secret
    return (
        "\n".join([*lines, f"::stop-commands::{token}", text_form.render(result).rstrip("\n"), f"::{token}::"]) + "\n"
    )
