"""What a reader that does not conform does instead, in terms of the rules.

Starting from the dialect's table, the one change that brings the reference closest to the reader's own answers is
made, then the next one, until none helps: "behaves as if `after-closer` were `kept`".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from thinkspec.checks import Check
from thinkspec.judge import same
from thinkspec.mutants import Mutant, option_mutants, reader_of
from thinkspec.run import Outcome
from thinkspec.tables import Spec, Table, compile_dialect
from thinkspec_reference import Reader

FAILURES, PASSES = 160, 80  # checks looked at: enough to tell most changes apart, few enough to take no time
LONGEST = 2_000  # characters of a reply that is looked at
STEPS = 10

# operation -> what the reference gives for a check of it; after the halves, those that show what the halves cannot
READINGS: dict[str, Callable[[Reader, Check], Any]] = {
    "split": lambda reader, check: dict(zip(("answer", "thinking"), reader.split(check.request["text"]), strict=True)),
    "strip": lambda reader, check: reader.strip(check.request["text"]),
    "segments": lambda reader, check: [list(part) for part in reader.segments(check.request["text"])],
    "unfinished": lambda reader, check: reader.unfinished(check.request["text"]),
    "wrap": lambda reader, check: reader.wrap(check.request["thinking"], check.request["answer"]),
}


@dataclass(frozen=True)
class Diagnosis:
    """``changes`` follow "as if"; with them the reference explains ``explained`` of ``failures`` failures."""

    changes: tuple[str, ...]
    explained: int
    failures: int


def diagnose(spec: Spec, dialect: str, outcomes: Sequence[Outcome]) -> Diagnosis | None:
    """The smallest change of options, found step by step, that explains a reader's failures; None if none helps."""
    usable = comparable(outcomes)
    failed = spread([outcome for outcome in usable if outcome.verdict.kind == "fail"], FAILURES)
    passed = spread([outcome for outcome in usable if outcome.verdict.kind == "pass"], PASSES)

    def matching(table: Table, among: Sequence[Outcome]) -> list[bool]:
        return matches(spec, dialect, table, among)

    table = compile_dialect(spec, dialect)
    changes: list[str] = []
    touched: set[str] = set()
    while len(changes) < STEPS:
        tries = [mutant for mutant in option_mutants(spec, table) if mutant.rule not in touched]
        ties = nearest(table, tries, failed, passed, matching)
        if not ties:
            break
        # The checks looked at may not tell these apart; all of them together do, if anything does.
        chosen = ties[0] if len(ties) == 1 else max(ties, key=lambda mutant: sum(matching(mutant.table, usable)))
        table = chosen.table
        touched.add(chosen.rule)
        changes.append(chosen.change)
    return Diagnosis(tuple(changes), sum(matching(table, failed)), len(failed)) if changes else None


def nearest(
    table: Table,
    mutants: Sequence[Mutant],
    failed: Sequence[Outcome],
    passed: Sequence[Outcome],
    matching: Callable[[Table, Sequence[Outcome]], list[bool]],
) -> list[Mutant]:
    """The changes that bring the table nearest to the reader, all alike; none if no change brings it nearer."""
    hits = matching(table, failed)
    explained = [outcome for outcome, hit in zip(failed, hits, strict=True) if hit]
    unexplained = [outcome for outcome, hit in zip(failed, hits, strict=True) if not hit]
    best = len(explained) + sum(matching(table, passed)) + 1
    ties: list[Mutant] = []
    for mutant in mutants:
        # What a change newly explains is cheap to know, and mostly says at once that it cannot be the best.
        new = sum(matching(mutant.table, unexplained))
        if new + len(explained) + len(passed) < best:
            continue
        score = new + sum(matching(mutant.table, explained)) + sum(matching(mutant.table, passed))
        if score > best:
            best, ties = score, []
        if score == best:
            ties.append(mutant)
    return ties


def matches(spec: Spec, dialect: str, table: Table, among: Sequence[Outcome]) -> list[bool]:
    """For each outcome whether the reference on this table would have given it too."""
    readers: dict[str, Reader | None] = {}
    hits = []
    for outcome in among:
        options = outcome.check.request.get("options", {})
        key = repr(options) if options else ""
        if key not in readers:
            readers[key] = reader_of(spec, dialect, table, options)
        reader = readers[key]
        hits.append(reader is not None and gives(outcome, reader))
    return hits


def comparable(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes of one operation: of the halves, if any failed there, else of the first other that did."""
    plain = [outcome for outcome in outcomes if is_plain(outcome)]
    halves = "split" if any(o.check.op == "split" and o.verdict.kind == "pass" for o in plain) else "strip"
    for op in (halves, *READINGS):
        usable = [outcome for outcome in plain if outcome.check.op == op]
        if any(outcome.verdict.kind == "fail" for outcome in usable):
            return usable
    return []


def is_plain(outcome: Outcome) -> bool:
    """Whether an outcome can be compared with a reading of the reference."""
    check = outcome.check
    texts = [check.request.get(name) for name in ("text", "thinking", "answer") if name in check.request]
    short = all(isinstance(text, str) and len(text) <= LONGEST for text in texts)
    return check.op in READINGS and short and not check.rejected and not outcome.verdict.message


def spread(outcomes: list[Outcome], most: int) -> list[Outcome]:
    """At most so many outcomes, taken evenly from all of them."""
    step = max(1, -(-len(outcomes) // most))
    return outcomes[::step]


def gives(outcome: Outcome, reader: Reader) -> bool:
    """Whether a reader gives what the reader under test gave."""
    check, verdict = outcome.check, outcome.verdict
    wanted = check.expected if verdict.kind == "pass" else verdict.got
    return same(wanted, READINGS[check.op](reader, check), exact_null=check.exact_null)
