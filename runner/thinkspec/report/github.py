"""GitHub workflow commands: an annotation a broken rule, at the reader's file where it is known.

A workflow shows ten annotations of a kind a step, so each rule has one: how often it is broken, and its shortest case.
"""

from __future__ import annotations

from typing import Any

from thinkspec.report.rows import block, inert
from thinkspec.report.text import one_a_rule


def report(record: dict[str, Any]) -> str:
    """The whole run as workflow commands, one a line."""
    out: list[str] = []
    for reader in record["readers"]:
        known = reader.get("baseline")
        for line in known["broken"] if known else []:
            place, _, rest = line.partition(": ")
            file, _, number = place.rpartition(":")
            out.append(_command("error", {"file": file, "line": number, "title": "thinkspec baseline"}, rest))
        for dialect in reader["dialects"]:
            if reader["all_needed"] or dialect["dialect"] == reader["nearest"]:
                out += _dialect(reader, dialect)
    return "".join(f"{line}\n" for line in out)


def _dialect(reader: dict[str, Any], dialect: dict[str, Any]) -> list[str]:
    levels = ("must", "should", "may") if reader["strict"] else ("must",)
    failures = [failure for failure in dialect["failures"] if not failure.get("known")]
    broken: dict[str, list[dict[str, Any]]] = {}
    for failure in one_a_rule(failures):
        for rule in failure["rules"] or [{"rule": failure["op"]}]:
            broken.setdefault(rule["rule"], []).append(failure)
    out = []
    for rule, mine in broken.items():
        first = next((failure for failure in mine if failure["level"] in levels), mine[0])
        word = "error" if first["level"] in levels else "warning"
        where = {"file": reader["file"], "line": "1"} if reader.get("file") else {}
        title = f"{dialect['dialect']}: {rule} is broken in {len(mine)} checks"
        text = f"{first['id']}\n{block(reader['reader'], dialect['dialect'], first)}"
        out.append(_command(word, {**where, "title": title}, text))
    return out


def _command(word: str, properties: dict[str, str], message: str) -> str:
    given = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{word} {given}::{_data(message)}"


def _data(text: str) -> str:
    return inert(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
