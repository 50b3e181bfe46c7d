"""Every rule that a dialect chooses an option of is shown by cases: its plain form, its edge, its neighbour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from thinkspec.check.workspace import Row, Workspace, at, group_of
from thinkspec.schema import Finding

LEAST = 3
# Where the cases of a rule are looked for, if not among the replies: no such folder, no such cases yet.
SHOWN_IN = {"stream-kind": "stream"}


def rules_are_shown(workspace: Workspace) -> Iterator[Finding]:
    """Three cases a rule and dialect; a rule that no case shows at all is told once.

    While a case file cannot be read nothing is counted: its own fault is the one to mend.
    """
    spec = workspace.spec
    if spec is None or any(map(group_of, workspace.unread)):
        return
    shown = {group: _citations(rows) for group, rows in workspace.rows.items()}
    for number, rule in enumerate(spec.rules_file.value["rules"]):
        name = rule["id"]
        group = SHOWN_IN.get(name, "read")
        if group != "read" and group not in shown:
            continue
        cited = shown.get(group, Counter())
        if not any(cited[dialect, name] for dialect in spec.dialects):
            yield at(spec.rules_file, ("rules", number), f"no case in cases/{group} shows rule {name}.")
            continue
        for dialect, document in spec.dialect_files.items():
            count = cited[dialect, name]
            choice = document.value["choices"].get(name)
            if choice and count < LEAST:
                message = f"rule {name}: {count} cases show option {choice['option']} in {dialect}; it needs {LEAST}."
                yield at(document, ("choices", name), message)


def _citations(rows: list[Row]) -> Counter[tuple[str, str]]:
    """(dialect, rule) -> number of cases that show it there."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in rows:
        expect = row.value.get("expect")
        for dialect, expected in expect.items() if isinstance(expect, dict) else ():
            counts.update((dialect, rule) for rule in set(_rules(row.value, expected)))
    return counts


def _rules(case: dict[str, Any], expected: Any) -> list[str]:
    own = expected.get("rules") if isinstance(expected, dict) else None
    cited = case.get("rules") if own is None else own
    return [rule for rule in cited if isinstance(rule, str)] if isinstance(cited, list) else []
