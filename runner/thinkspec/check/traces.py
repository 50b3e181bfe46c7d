"""Traceability, both ways: what the tables hold has cases that show it, and what a case names really decided it.

A rule is shown by a case if, in some dialect of the case, the explanation of the reply names it, or a table with another
option, name or character of that rule reads the reply otherwise.  A near miss shows what a rule must leave alone: then
nothing decides, and the reply must at least hold what the rule looks at (``ABOUT``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from thinkspec.casetext import text_of
from thinkspec.check.matrix import claims_to_be_enough
from thinkspec.check.readings import sound_rows
from thinkspec.check.workspace import Row, Workspace
from thinkspec.mutants import option_mutants, reader_of
from thinkspec.schema import Finding
from thinkspec.tables import Spec, Table, compile_dialect
from thinkspec_reference import Reader

LONGEST = 2_500  # longer replies are about speed and size
# An operation that a case writes down is what these rules say.
WRITTEN = {"unfinished": "unfinished", "only": "wrap-join", "wrap": "wrap-join"}
# Rules that are shown elsewhere, or by the mere fact that a null was given.
ELSEWHERE = frozenset(("stream-kind",))
# rule -> what a near miss of it holds: the text that the rule looks at, or its like
ABOUT: dict[str, str] = {
    "openers": r"(?i)[<\[]|think|thought|analysis|reason|process|channel|[^\x00-\x7f]",
    "extra-closers": r"</|budget",
    "letter-case": r"[A-Z]|[^\x00-\x7f]",
    "inside-tag": r"<",
    "word": r"[`~'\u00b4\uff40]|    ",
    "block-end": r"</",
    "stray-closer": r"<[/\\]|/>|\[/",
    "unclosed-opener": r"<",
    "after-closer": r"</|\s<",
    "blank-block": r">[^<]{0,12}</",
    "block-trim": r">[\s\S]*</|\s",
    "block-join": r"<",
    "block-leaves": r"<",
    "space-runs": r"\s",
    "answer-trim": r"^[^<]|[^>]$",
    "nothing-found": r"",
    "empty-thinking": r"<",
    "null-input": r"(?i)none|null|^$",
}
Reading = Callable[[Reader, str], Any]
READINGS: tuple[Reading, ...] = (
    lambda reader, text: reader.split(text),
    lambda reader, text: reader.segments(text),
    lambda reader, text: reader.unfinished(text),
)


def named_rules_decide(workspace: Workspace) -> Iterator[Finding]:
    """Every rule that a reading case names decided its reply in some dialect, or the reply is a near miss of it."""
    spec = workspace.spec
    if spec is None or not claims_to_be_enough(workspace):
        return
    judge = Judge(spec)
    for row in sound_rows(workspace):
        if row.value.get("stub") or "input" not in row.value:
            continue
        for rule in cited(row):
            if rule in spec.rules and judge.shows(row, rule) == "":
                message = f"nothing in the reply is about rule {rule}. Name the rule that the case shows."
                yield row.finding(message, "rules")


def cited(row: Row) -> list[str]:
    """Every rule that a case names, for all dialects or for one."""
    named = dict.fromkeys(row.value["rules"])
    for reading in row.value["expect"].values():
        named.update(dict.fromkeys(reading.get("rules", ())))
    return list(named)


class Judge:
    """Says how a case shows a rule: ``explained``, ``decided``, ``written``, ``near`` or not at all (empty)."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.tables: dict[str, Table] = {dialect: compile_dialect(spec, dialect) for dialect in spec.dialects}
        self.readers: dict[str, Reader | None] = {}
        self.said: dict[tuple[str, str, str], frozenset[str]] = {}
        self.others = cache(self._others)

    def shows(self, row: Row, rule: str) -> str:
        """How a case shows a rule."""
        if rule in ELSEWHERE:
            return "elsewhere"
        value = row.value
        text = text_of(value["input"])
        if text is None or len(text) > LONGEST:
            return "near"
        naming = [
            dialect
            for dialect, reading in value["expect"].items()
            if dialect in self.tables and rule in reading.get("rules", value["rules"])
        ]
        options = value.get("options", {})
        if any(value["expect"][dialect].get("rejected") for dialect in naming):
            return "written"
        if any(WRITTEN.get(key) == rule for dialect in naming for key in value["expect"][dialect]):
            return "written"
        if any(rule in self.explained(dialect, options.get(dialect, {}), text) for dialect in naming):
            return "explained"
        if any(self.decided(dialect, options.get(dialect, {}), text, rule) for dialect in naming):
            return "decided"
        return "near" if re.search(ABOUT.get(rule, ""), text) else ""

    def reader(self, dialect: str, options: dict[str, Any]) -> Reader | None:
        """A dialect's reader with a case's options, made once."""
        key = f"{dialect}{options}"
        if key not in self.readers:
            self.readers[key] = reader_of(self.spec, dialect, self.tables[dialect], options)
        return self.readers[key]

    def explained(self, dialect: str, options: dict[str, Any], text: str) -> frozenset[str]:
        """The rules that the explanation of a reply names; a tag that was found is there because of its name."""
        key = (dialect, str(options), text)
        if key not in self.said:
            self.said[key] = frozenset(self._explained(dialect, options, text))
        return self.said[key]

    def _explained(self, dialect: str, options: dict[str, Any], text: str) -> Iterator[str]:
        reader = self.reader(dialect, options)
        if reader is None:
            return
        try:
            told = reader.explain(text)
        except TypeError:
            return
        for tag in told["tags"]:
            yield tag["rule"]
            yield "openers"
            if tag["text"].lower() != tag["text"]:
                yield "letter-case"
            if re.search(r"\s|/>", tag["text"]):
                yield "inside-tag"
        for step in told["steps"]:
            yield step["rule"]

    def decided(self, dialect: str, options: dict[str, Any], text: str, rule: str) -> bool:
        """Whether a table with a change of the rule reads a reply otherwise."""
        reader = self.reader(dialect, options)
        if reader is None:
            return False
        true = [read(reader, text) for read in READINGS]
        return any(
            any(read(other, text) != reading for read, reading in zip(READINGS, true, strict=True))
            for other in self.others(dialect, rule)
        )

    def _others(self, dialect: str, rule: str) -> list[Reader]:
        changes = (one for one in option_mutants(self.spec, self.tables[dialect]) if one.rule == rule)
        made = (reader_of(self.spec, dialect, one.table, {}) for one in changes)
        return [reader for reader in made if reader is not None]
