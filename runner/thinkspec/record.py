"""The record of a run: what every report and every exit code is made from.

It holds plain values only.  Its JSON form has a version and a schema; fields are only added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from thinkspec import __version__
from thinkspec.checks import LEVELS
from thinkspec.diagnose import Diagnosis
from thinkspec.errors import FAULT, FINDINGS, NOTHING, OK
from thinkspec.judge import VERDICTS
from thinkspec.run import Outcome
from thinkspec.tables import Spec
from thinkspec.wire import Hello

RECORD_VERSION = 1
BAD = ("fail", "error", "fault")


def dialect_record(spec: Spec, dialect: str, outcomes: Sequence[Outcome], *, strict: bool) -> dict[str, Any]:
    """What one reader did in one dialect."""
    counts = {level: dict.fromkeys(VERDICTS, 0) for level in LEVELS}
    for outcome in outcomes:
        counts[outcome.check.level][outcome.verdict.kind] += 1
    failures = [failure_record(spec, outcome) for outcome in outcomes if outcome.verdict.kind in BAD]
    required = LEVELS if strict else ("must",)
    judged = sum(counts[level][kind] for level in LEVELS for kind in VERDICTS if kind != "unsupported")
    broken = sum(counts[level][kind] for level in required for kind in BAD)
    return {
        "dialect": dialect,
        "conforms": judged > 0 and broken == 0,
        "judged": judged,
        "counts": counts,
        "white_space_only": sum(outcome.verdict.white_space_only for outcome in outcomes),
        "unsupported": not_offered(outcomes),
        "rules": rule_records(spec, dialect, outcomes),
        "diagnosis": None,
        "failures": failures,
        "verdicts": {outcome.check.id: outcome.verdict.kind for outcome in outcomes},
    }


def not_offered(outcomes: Sequence[Outcome]) -> list[str]:
    """The operations of which not one check was supported; a reader may also lack an option only."""
    supported = {outcome.check.op for outcome in outcomes if outcome.verdict.kind != "unsupported"}
    return sorted({outcome.check.op for outcome in outcomes} - supported)


def diagnosis_record(diagnosis: Diagnosis | None) -> dict[str, Any] | None:
    """A diagnosis as plain values."""
    if diagnosis is None:
        return None
    return {"changes": list(diagnosis.changes), "explained": diagnosis.explained, "failures": diagnosis.failures}


def rule_records(spec: Spec, dialect: str, outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    """For each rule the checks that show it: how many there were and how many failed, in the order of the table."""
    shown: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for outcome in outcomes:
        if outcome.verdict.kind == "unsupported":
            continue
        for rule in outcome.check.rules:
            shown[rule] += 1
            failed[rule] += outcome.verdict.kind in BAD
    return [
        {"rule": rule, "option": choice_of(spec, dialect, rule), "checks": shown[rule], "failed": failed[rule]}
        for rule in [*spec.rules, *sorted(shown.keys() - spec.rules.keys())]
        if shown[rule]
    ]


def choice_of(spec: Spec, dialect: str, rule: str) -> str | None:
    """The dialect's option of a rule; None for what is no rule of reading."""
    if dialect not in spec.dialect_files or rule not in spec.rules:
        return None
    option: str = spec.choices(dialect)[rule]["option"]
    return option


def failure_record(spec: Spec, outcome: Outcome) -> dict[str, Any]:
    """One check that did not pass, with all that a report shows of it."""
    check, verdict = outcome.check, outcome.verdict
    sentences = []
    for rule in check.rules:
        option = choice_of(spec, check.dialect, rule)
        if option is not None:
            sentences.append({"rule": rule, "option": option, "sentence": spec.sentence(rule, option)})
    return {
        "id": check.id,
        "case": check.case.name,
        "place": f"{check.case.path}:{check.case.line}",
        "op": check.op,
        "level": check.level,
        "rules": sentences or [{"rule": rule, "option": None, "sentence": None} for rule in check.rules],
        "why": check.case.why,
        "verdict": verdict.kind,
        "request": check.request,
        "expected": {"rejected": True} if check.rejected else check.expected,
        "got": verdict.got,
        "message": verdict.message,
        "white_space_only": verdict.white_space_only,
    }


def reader_record(
    pointer: str, hello: Hello, dialects: list[dict[str, Any]], *, all_needed: bool, restarts: int, strict: bool
) -> dict[str, Any]:
    """What one reader did in all the dialects it was asked for; the nearest is the one with the most passes."""
    nearest = max((record for record in dialects if record["judged"]), key=nearness, default=None)
    conforming = [record["dialect"] for record in dialects if record["conforms"]]
    satisfied = len(conforming) == len(dialects) if all_needed else nearest is not None and nearest["conforms"]
    return {
        "reader": pointer,
        "name": hello.name,
        "version": hello.version,
        "language": hello.language,
        "ops": list(hello.ops),
        "note": hello.note,
        "restarts": restarts,
        "strict": strict,
        "all_needed": all_needed,
        "nearest": nearest["dialect"] if nearest else None,
        "satisfied": satisfied and bool(dialects),
        "dialects": dialects,
    }


def nearness(record: dict[str, Any]) -> tuple[bool, float, float]:
    """How near a reader is to a dialect: conforming first, then the share of must checks, then of all."""
    must = record["counts"]["must"]
    passed = sum(record["counts"][level]["pass"] for level in LEVELS)
    return (
        record["conforms"],
        must["pass"] / max(1, sum(must[kind] for kind in VERDICTS if kind != "unsupported")),
        passed / max(1, record["judged"]),
    )


def run_record(spec: Spec, readers: list[dict[str, Any]], disagreements: list[dict[str, Any]]) -> dict[str, Any]:
    """The record of a whole run, with its exit code."""
    record = {
        "version": RECORD_VERSION,
        "tool": f"thinkspec {__version__}",
        "spec": spec.version,
        "readers": readers,
        "disagreements": disagreements,
    }
    return {**record, "exit_code": exit_code(readers)}


def exit_code(readers: Iterable[dict[str, Any]]) -> int:
    """0 if every reader is satisfied; faults of ours and readers that offer nothing go first."""
    from thinkspec.errors import worst

    return worst(reader_exit_code(reader) for reader in readers)


def reader_exit_code(reader: dict[str, Any]) -> int:
    """The exit code that one reader alone would give."""
    if any(record["counts"][level]["fault"] for record in reader["dialects"] for level in LEVELS):
        return FAULT
    if not any(record["judged"] for record in reader["dialects"]):
        return NOTHING
    return OK if reader["satisfied"] else FINDINGS


def disagreements(runs: Sequence[tuple[str, Sequence[Outcome]]]) -> list[dict[str, Any]]:
    """The checks on which readers of one run differ from each other, whatever is expected."""
    values: dict[str, dict[str, Any]] = {}
    for pointer, outcomes in runs:
        for outcome in outcomes:
            if outcome.verdict.kind != "unsupported":
                values.setdefault(outcome.check.id, {})[pointer] = said(outcome)
    return [
        {"id": identity, "values": given}
        for identity, given in values.items()
        if len(given) > 1 and any(value != next(iter(given.values())) for value in given.values())
    ]


def said(outcome: Outcome) -> Any:
    """What a reader gave for a check."""
    verdict = outcome.verdict
    if verdict.kind == "pass":
        return {"rejected": True} if outcome.check.rejected else outcome.check.expected
    return verdict.got if verdict.kind == "fail" and not verdict.message else {verdict.kind: verdict.message}
