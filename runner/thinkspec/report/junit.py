"""JUnit XML: a suite a reader and dialect, a test case a check.

JUnit has no word for a failure that does not count.  A ``should`` or ``may`` that failed, a known failure, and what the
reader does not offer are therefore skipped, with the reason as the message.
"""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from thinkspec.report.rows import Row, block, headline, inert, suites

_QUOTE = {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"}


def report(record: dict[str, Any]) -> str:
    """The whole run as XML."""
    parts = []
    totals = [0, 0, 0, 0]
    for reader, dialect, rows in suites(record):
        cases = [_case(row) for row in rows]
        counts = [len(rows), *(sum(f"<{word} " in case for case in cases) for word in ("failure", "error", "skipped"))]
        totals = [one + other for one, other in zip(totals, counts, strict=True)]
        name = f"{reader['reader']} {dialect['dialect']}"
        parts.append(
            f"<testsuite name={_attribute(name)} {_counts(counts)}>"
            f'<properties><property name="spec" value={_attribute(record["spec"])}/>'
            f'<property name="level" value={_attribute(dialect.get("level") or "")}/></properties>\n'
        )
        parts += [*cases, "</testsuite>\n"]
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="thinkspec" {_counts(totals)}>\n'
    return head + "".join(parts) + "</testsuites>\n"


def _counts(counts: list[int]) -> str:
    names = ("tests", "failures", "errors", "skipped")
    return " ".join(f'{name}="{count}"' for name, count in zip(names, counts, strict=True))


def _attribute(text: str) -> str:
    return f'"{escape(inert(text), _QUOTE)}"'


def _case(row: Row) -> str:
    name, _, check = row.id.partition("@")
    head = f'<testcase classname="{escape(name, _QUOTE)}" name="{escape(check, _QUOTE)}"'
    if row.verdict == "pass":
        return f"{head}/>\n"
    if row.failure is None:
        return f'{head}><skipped message="the reader does not offer this"/></testcase>\n'
    failure = row.failure
    message = f"{failure['level']} {headline(failure)}"
    body = escape(inert(block(row.reader, row.dialect, failure)))
    if not row.counts:
        why = "known" if failure.get("known") else "does not count"
        return (
            f"{head}><skipped message={_attribute(f'{why}: {message}')}/><system-out>{body}</system-out></testcase>\n"
        )
    word = "failure" if row.verdict == "fail" else "error"
    kind = f'type="{row.verdict}"'
    return f"{head}><{word} {kind} message={_attribute(message)}>{body}</{word}></testcase>\n"
