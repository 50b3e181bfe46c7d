"""Reports: one record of a run, in the formats that people and programs read."""

from __future__ import annotations

import importlib
import json
from typing import Any

# Format -> what it is for.  The module of the same name holds ``report(record) -> str``.
FORMATS = {
    "text": "for a person at a terminal",
    "json": "for programs; spec/schema/certify-report.schema.json says what is in it",
    "junit": "for CI servers",
    "tap": "for TAP consumers",
    "markdown": "for the summary of a CI run",
    "github": "annotations in a GitHub workflow",
    "html": "one page to open in a browser",
}


def render(form: str, record: dict[str, Any], first: int = 5) -> str:
    """A record as a report in one of ``FORMATS``; ``first`` is how many failures the text shows."""
    if form == "json":
        return json.dumps(record, ensure_ascii=True, indent=1) + "\n"
    if form == "text":
        from click import unstyle

        return unstyle("\n".join(text_lines(record, first)) + "\n")
    text: str = importlib.import_module(f"thinkspec.report.{form}").report(record)
    return text


def text_lines(record: dict[str, Any], first: int) -> list[str]:
    """The lines of the text report; of mappers where the run judged mappers."""
    from thinkspec.report.effort import effort_report
    from thinkspec.report.text import text_report

    mappers = any("outcomes" in dialect for reader in record["readers"] for dialect in reader["dialects"])
    return list((effort_report if mappers else text_report)(record, first))
