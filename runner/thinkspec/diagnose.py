"""What a reader that does not conform does instead, in terms of the rules.

Starting from the dialect's table, the one change that brings the reference closest to the reader's own answers is
made, then the next one, until none helps: "behaves as if `after-closer` were `kept`".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from thinkspec.judge import same
from thinkspec.mutants import option_mutants
from thinkspec.run import Outcome
from thinkspec.tables import Spec, Table, compile_dialect
from thinkspec_reference import Reader, configured

FAILURES, PASSES = 160, 80  # checks looked at: enough to tell changes apart, few enough to take no time
LONGEST = 2_000  # characters of a reply that is looked at
STEPS = 10
# Rules that a whole reading cannot show.
SURFACE = frozenset({"null-input", "stream-kind", "wrap-join", "unfinished"})


@dataclass(frozen=True)
class Diagnosis:
    """``changes`` follow "as if"; with them the reference explains ``explained`` of ``failures`` failures."""

    changes: tuple[str, ...]
    explained: int
    failures: int


def diagnose(spec: Spec, dialect: str, outcomes: Sequence[Outcome]) -> Diagnosis | None:
    """The smallest change of options, found step by step, that explains a reader's failures; None if none helps."""
    op = (
        "split"
        if any(outcome.check.op == "split" and outcome.verdict.kind == "pass" for outcome in outcomes)
        else "strip"
    )
    usable = [outcome for outcome in outcomes if outcome.check.op == op and is_plain(outcome)]
    failed = spread([outcome for outcome in usable if outcome.verdict.kind == "fail"], FAILURES)
    passed = spread([outcome for outcome in usable if outcome.verdict.kind == "pass"], PASSES)
    if not failed:
        return None
    settings: list[str] = spec.dialect_files[dialect].value["settings"]

    def matches(table: Table, among: Sequence[Outcome]) -> int:
        readers: dict[str, Reader] = {}
        count = 0
        for outcome in among:
            options = outcome.check.request.get("options", {})
            key = repr(options)
            if key not in readers:
                readers[key] = configured(dialect, table, settings, options)
            count += gives(outcome, readers[key])
        return count

    table = compile_dialect(spec, dialect)
    score, changes = matches(table, passed), []
    touched: set[str] = set()
    for _ in range(STEPS):
        tries = [mutant for mutant in option_mutants(spec, table) if mutant.rule not in SURFACE | touched]
        scored = [(matches(mutant.table, failed) + matches(mutant.table, passed), mutant) for mutant in tries]
        best, mutant = max(scored, key=lambda pair: pair[0])
        if best <= score:
            break
        score, table = best, mutant.table
        touched.add(mutant.rule)
        changes.append(mutant.change)
    if not changes:
        return None
    return Diagnosis(tuple(changes), matches(table, failed), len(failed))


def is_plain(outcome: Outcome) -> bool:
    """Whether an outcome can be compared with a reading of the reference."""
    text = outcome.check.request.get("text")
    return isinstance(text, str) and len(text) <= LONGEST and not outcome.check.rejected and not outcome.verdict.message


def spread(outcomes: list[Outcome], most: int) -> list[Outcome]:
    """At most so many outcomes, taken evenly from all of them."""
    step = max(1, -(-len(outcomes) // most))
    return outcomes[::step]


def gives(outcome: Outcome, reader: Reader) -> bool:
    """Whether a reader gives what the reader under test gave."""
    check, verdict = outcome.check, outcome.verdict
    wanted = check.expected if verdict.kind == "pass" else verdict.got
    text = check.request["text"]
    if check.op == "strip":
        return same(wanted, reader.strip(text), exact_null=False)
    answer, thinking = reader.split(text)
    given: dict[str, Any] = {"answer": answer, "thinking": thinking}
    return same(wanted, given, exact_null=False)
