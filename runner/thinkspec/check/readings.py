"""Reading cases: known rules, every dialect, known settings, texts that are texts, and no input twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from thinkspec.casetext import TextError, text_of
from thinkspec.check.workspace import Row, Workspace
from thinkspec.schema import Finding
from thinkspec.tables import canonical

GROUP = "read"


def sound_rows(workspace: Workspace) -> Iterator[Row]:
    """The reading cases whose form can be relied on."""
    return (row for row in workspace.rows.get(GROUP, []) if row.sound)


def rules_are_known(workspace: Workspace) -> Iterator[Finding]:
    """Every rule that a case cites stands in rules.yaml."""
    if workspace.spec is None:
        return
    rules = workspace.spec.rules
    for row in sound_rows(workspace):
        for place, cited in _citations(row.value):
            for rule in cited:
                if rule not in rules:
                    yield row.finding(f"there is no rule {rule}. The rules stand in rules.yaml.", *place)


def every_dialect_answers(workspace: Workspace) -> Iterator[Finding]:
    """Every dialect of the spec stands in a case's ``expect``, and nothing else."""
    if workspace.spec is None:
        return
    dialects = workspace.spec.dialects
    for row in sound_rows(workspace):
        expect = row.value["expect"]
        for dialect in dialects:
            if dialect not in expect:
                yield row.finding(f"expect says nothing about {dialect}. Every dialect has its reading.", "expect")
        for dialect in expect:
            if dialect not in dialects:
                yield row.finding(f"there is no dialect {dialect}.", "expect", dialect)


def options_are_known(workspace: Workspace) -> Iterator[Finding]:
    """A case sets only what the dialect lets its users set."""
    if workspace.spec is None:
        return
    files = workspace.spec.dialect_files
    for row in sound_rows(workspace):
        for dialect, settings in row.value.get("options", {}).items():
            if dialect not in files:
                yield row.finding(f"there is no dialect {dialect}.", "options", dialect)
                continue
            for setting in settings:
                if setting not in files[dialect].value["settings"]:
                    yield row.finding(f"{dialect} has no setting {setting}.", "options", dialect, setting)


def same_input_once(workspace: Workspace) -> Iterator[Finding]:
    """No reply twice with the same options, anywhere; and every input is a text."""
    seen: dict[tuple[Any, ...], str] = {}
    for row in sound_rows(workspace):
        try:
            key = _key(row.value)
        except TextError as error:
            yield row.finding(f"{error}.")
            continue
        here = f"{row.document.path}:{row.document.line(('cases', row.number))}"
        first = seen.setdefault(key, here)
        if first != here:
            yield row.finding(f"the same input with the same options stands at {first}.")


def _key(case: dict[str, Any]) -> tuple[Any, ...]:
    options = canonical(case.get("options", {}))
    if "input" in case:
        return ("read", options, text_of(case["input"]))
    return ("wrap", options, text_of(case["thinking"]), text_of(case["answer"]))


def _citations(case: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    yield ("rules",), case["rules"]
    for dialect, expected in case["expect"].items():
        if "rules" in expected:
            yield ("expect", dialect, "rules"), expected["rules"]
