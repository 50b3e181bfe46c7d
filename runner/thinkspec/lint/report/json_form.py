"""The versioned JSON form."""

from __future__ import annotations

import json
from typing import Any

from thinkspec.lint.model import Finding
from thinkspec.lint.result import Result

FIELDS = (
    "rule", "name", "severity", "confidence", "path", "line", "column", "end_line", "end_column", "snippet", "message", "instead", "fingerprint",
)  # fmt: skip


def entry(finding: Finding) -> dict[str, Any]:
    """One finding as plain data."""
    return {name: getattr(finding, name) for name in FIELDS}


def value(result: Result) -> dict[str, Any]:
    """The whole result as plain data; fields are only ever added."""
    return {
        "version": 1,
        "files": result.files,
        "findings": [entry(each) for each in result.findings],
        "suppressed": [{**entry(each.finding), "by": each.by, "reason": each.reason} for each in result.suppressed],
        "skipped": dict(sorted(result.skipped.items())),
        "not_analysed": [{"path": path, "reason": reason} for path, reason in result.not_analysed],
    }


def render(result: Result) -> str:
    """JSON in ASCII, so that no control character or odd letter reaches a terminal."""
    return json.dumps(value(result), indent=1, ensure_ascii=True) + "\n"
