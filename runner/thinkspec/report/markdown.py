"""Markdown for the summary of a CI run: a table a reader, the broken rules, the first failures folded away."""

from __future__ import annotations

import re
from typing import Any

from thinkspec.report.rows import block, inert
from thinkspec.report.text import one_a_rule, passed, total

SHOWN = 10
_MARKS = re.compile(r"([\\`*_{}\[\]<>()#+!|~&])")


def report(record: dict[str, Any]) -> str:
    """The whole run as Markdown."""
    out = [f"## thinkspec: spec {record['spec']}", ""]
    for reader in record["readers"]:
        out += _reader(reader)
    if record["disagreements"]:
        out += [f"The readers disagree with each other on {len(record['disagreements'])} checks.", ""]
    if record.get("intended"):
        out += ["Intended differences:", ""]
        out += [f"* {_plain(row['id'])}: {_plain(row['reason'])}" for row in record["intended"]] + [""]
    return "\n".join(out)


def _reader(reader: dict[str, Any]) -> list[str]:
    out = [
        f"### {_plain(reader['reader'])}",
        "",
        "| dialect | | level | must | should | may |",
        "|---|---|---|---|---|---|",
    ]
    for dialect in reader["dialects"]:
        word = "conforms" if dialect["conforms"] else "does not conform"
        if not dialect["judged"]:
            word = "nothing to judge"
        counts = [passed(dialect, level) if total(dialect, level) else "" for level in ("must", "should", "may")]
        out.append(f"| {_plain(dialect['dialect'])} | {word} | {dialect.get('level') or ''} | {' | '.join(counts)} |")
    out.append("")
    known = reader.get("baseline")
    if known:
        out += [f"Baseline: {known['held']} known failures, {len(known['new'])} new.", ""]
        out += [f"* {_plain(line)}" for line in known["broken"]] + [""]
    for dialect in reader["dialects"]:
        if dialect["failures"] and (reader["all_needed"] or dialect["dialect"] == reader["nearest"]):
            out += _dialect(reader, dialect)
    return out


def _dialect(reader: dict[str, Any], dialect: dict[str, Any]) -> list[str]:
    out = [f"#### {_plain(dialect['dialect'])}", ""]
    if dialect["diagnosis"]:
        out += [f"Behaves as if {' and '.join(dialect['diagnosis']['changes'])}.", ""]
    broken = [rule for rule in dialect["rules"] if rule["failed"]]
    if broken:
        out += ["| broken rule | failed | of |", "|---|---|---|"]
        out += [f"| {_plain(rule['rule'])} | {rule['failed']} | {rule['checks']} |" for rule in broken] + [""]
    shown = one_a_rule(dialect["failures"])[:SHOWN]
    for failure in shown:
        text = inert(block(reader["reader"], dialect["dialect"], failure))
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
        title = f"{failure['id']} ({failure['level']} {failure['verdict']})"
        out += [
            "<details>",
            f"<summary>{_html(title)}</summary>",
            "",
            f"{fence}text",
            text,
            fence,
            "",
            "</details>",
            "",
        ]
    if len(dialect["failures"]) > len(shown):
        out += [f"and {len(dialect['failures']) - len(shown)} more failures.", ""]
    return out


def _plain(text: str) -> str:
    """A text that no Markdown reader takes for markup."""
    return _MARKS.sub(r"\\\1", inert(text).replace("\n", " "))


def _html(text: str) -> str:
    return inert(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
