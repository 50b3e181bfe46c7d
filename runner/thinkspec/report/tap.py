"""TAP version 13: a test a check.

What does not count is a TODO (it may fail), what the reader does not offer a SKIP.
"""

from __future__ import annotations

import json
from typing import Any

from thinkspec.report.rows import Row, inert, lines, suites


def report(record: dict[str, Any]) -> str:
    """The whole run as TAP."""
    tests: list[str] = []
    many = len(record["readers"]) > 1
    for reader, dialect, rows in suites(record):
        tests.append(f"# {inert(reader['reader'])} {dialect['dialect']}, level {dialect.get('level') or 'not judged'}")
        tests += [_test(row, many) for row in rows]
    numbered, number = [], 0
    for test in tests:
        if test.startswith("#"):
            numbered.append(test)
            continue
        number += 1
        head, _, rest = test.partition("ok ")
        numbered.append(f"{head}ok {number} {rest}")
    return "\n".join(["TAP version 13", f"1..{number}", *numbered]) + "\n"


def _test(row: Row, many: bool) -> str:
    # A bare # would begin a directive.
    name = (f"{row.id} {inert(row.reader)}" if many else row.id).replace("#", "\\#")
    if row.verdict == "pass":
        return f"ok - {name}"
    if row.failure is None:
        return f"ok - {name} # SKIP not offered"
    todo = ""
    if not row.counts:
        todo = " # TODO known" if row.failure.get("known") else f" # TODO level {row.failure['level']}"
    return f"not ok - {name}{todo}\n{_details(row, row.failure)}"


def _details(row: Row, failure: dict[str, Any]) -> str:
    named: dict[str, list[str]] = {"verdict": [row.verdict], "level": [failure["level"]]}
    last = "verdict"
    for name, text in lines(row.reader, row.dialect, failure):
        last = name or last
        if name or text.strip("^ "):
            named.setdefault(last, []).append(text)
    body = "\n".join(f"  {name}: {_scalar(texts)}" for name, texts in named.items())
    return f"  ---\n{body}\n  ..."


def _scalar(texts: list[str]) -> str:
    quoted = [json.dumps(inert(text)) for text in texts]
    return quoted[0] if len(quoted) == 1 else f"[{', '.join(quoted)}]"
