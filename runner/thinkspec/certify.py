"""Certify readers: start each, run the checks it is asked for, and make the record."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from thinkspec import message_checks  # noqa: F401 -- it puts its expander into the table
from thinkspec import pointer as pointers
from thinkspec.checks import expand
from thinkspec.corpus import Case, load_cases
from thinkspec.diagnose import diagnose
from thinkspec.effort_checks import MAPPINGS
from thinkspec.effort_record import effort_record
from thinkspec.errors import UsageError
from thinkspec.levels import group_levels, group_of, overall
from thinkspec.process import HELLO_SECONDS, ReaderProcess
from thinkspec.record import diagnosis_record, dialect_record, disagreements, reader_record, run_record
from thinkspec.required import Required, not_scored, scored
from thinkspec.run import SEED, Outcome, run
from thinkspec.select import select
from thinkspec.stream_checks import derived_checks
from thinkspec.tables import Spec
from thinkspec.wire import Hello

Progress = Callable[[str, int, int], None]
# What is to be asked after the checks, while the reader still runs; it gives fields of the reader's record.
After = Callable[[ReaderProcess, Hello, list[Outcome]], dict[str, Any]]


@dataclass(frozen=True)
class Settings:
    """What a person asked for.  Where the group is effort, ``dialect`` names a mapping.

    With ``cuts`` every reading case is cut in pieces and goes through the reader's stream as well; a pattern that names
    such a check asks for it too.
    """

    dialect: str | None = None
    globs: Sequence[str] = ()
    strict: bool = False
    twice: bool = False
    timeout: float = 5.0
    memory_mib: int = 1024
    seed: int = SEED
    groups: Sequence[str] = field(default=("read",))
    cuts: bool = False

    @property
    def mappers(self) -> bool:
        """Whether mappers are judged and not readers."""
        return "effort" in self.groups

    @property
    def with_cuts(self) -> bool:
        """Whether reading cases are cut in pieces, asked for by itself or by the name of a check."""
        return self.cuts or any(":stream#" in glob for glob in self.globs)


def certify(
    texts: Sequence[str],
    spec: Spec,
    root: Path,
    settings: Settings,
    *,
    extra: Path | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Run the corpus on each reader and give the record of the run."""
    return certify_all(texts, spec, load_cases(root, settings.groups, extra), settings, progress=progress)[0]


def certify_all(
    texts: Sequence[str],
    spec: Spec,
    cases: list[Case],
    settings: Settings,
    *,
    required: Required | None = None,
    progress: Progress | None = None,
    after: Callable[[str], After] | None = None,
) -> tuple[dict[str, Any], list[list[Outcome]]]:
    """The record of a run, and every outcome of each reader.

    ``required`` is the frozen list of what counts; without one everything does.  ``after`` makes, for a reader, what
    is asked at the end.
    """
    if settings.mappers:
        known_mapping(settings.dialect)
    else:
        known_dialect(spec, settings.dialect)
    readers, runs = [], []
    for text in texts:
        more = after(text) if after else None
        reader, outcomes = certify_one(text, spec, cases, settings, progress, required=required, after=more)
        readers.append(reader)
        runs.append((text, outcomes))
    record = run_record(spec, readers, disagreements(runs) if len(runs) > 1 else [])
    return record, [outcomes for _, outcomes in runs]


@contextmanager
def uncollected() -> Iterator[None]:
    """No search for rings of garbage: checks and outcomes are many, and live to the end."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@uncollected()
def certify_one(
    text: str,
    spec: Spec,
    cases: list[Case],
    settings: Settings,
    progress: Progress | None,
    *,
    required: Required | None = None,
    after: After | None = None,
) -> tuple[dict[str, Any], list[Outcome]]:
    """One reader: its record, and every outcome."""
    pointer = pointers.parse(text)
    strict = settings.strict or pointer.kind == "reference"
    argv = pointers.argv(pointer, "effort" if settings.mappers else None)
    with ReaderProcess(argv, timeout=settings.timeout, memory_mib=settings.memory_mib) as process:
        hello = process.hello(max(HELLO_SECONDS, settings.timeout))
        if settings.mappers:
            dialects, all_needed = wanted_mappings(settings.dialect), True
        else:
            dialects, all_needed = wanted_dialects(settings.dialect, hello, spec)
        derive = derived_checks(hello.language) if settings.with_cuts and "stream" in hello.ops else None
        checks = select(expand(cases, dialects, spec, derive), settings.globs, lambda check: check.id)
        if pointer.kind != "reference":
            # Only the twins must refuse in the same words.
            checks = [replace(check, message="") if check.message else check for check in checks]

        def tell(count: int) -> None:
            if progress is not None:
                progress(text, count, len(checks))

        outcomes = run(process, hello, checks, twice=settings.twice, seed=settings.seed, progress=tell)
        restarts = process.restarts
        found = after(process, hello, outcomes) if after else {}
    by_dialect = {dialect: [one for one in outcomes if one.check.dialect == dialect] for dialect in dialects}
    records = [
        scored_record(spec, dialect, mine, required, hello.ops, settings, strict=strict)
        for dialect, mine in by_dialect.items()
        if mine
    ]
    reader = reader_record(text, hello, records, all_needed=all_needed, restarts=restarts, strict=strict) | found
    for record in records:
        mine = by_dialect[record["dialect"]]
        if settings.mappers:
            record.update(effort_record(mine))
        elif record["failures"] and (all_needed or record["dialect"] == reader["nearest"]):
            record["diagnosis"] = diagnosis_record(diagnose(spec, record["dialect"], mine))
    return reader, outcomes


def scored_record(
    spec: Spec,
    dialect: str,
    outcomes: Sequence[Outcome],
    required: Required | None,
    ops: Sequence[str],
    settings: Settings,
    *,
    strict: bool,
) -> dict[str, Any]:
    """What a reader did in one dialect: of what counts, and beside it of cases that came after the spec's release."""
    later = not_scored(outcomes, required)
    counted = [outcome for outcome in outcomes if outcome.check.id not in later] if later else outcomes
    record = dialect_record(spec, dialect, counted, strict=strict)
    # A part of the checks says nothing about a level, and whole replies nothing about streams.
    rows = [] if settings.globs else scored(outcomes, required, ops)
    groups = group_levels([row for row in rows if settings.cuts or group_of(row.op) != "stream"])
    record["groups"] = groups
    record["level"] = overall(groups) if groups else None
    record["not_scored"] = {outcome.check.id: outcome.verdict.kind for outcome in outcomes if outcome.check.id in later}
    return record


def known_dialect(spec: Spec, dialect: str | None) -> None:
    """Raise UsageError for a dialect that is not in the tables."""
    if dialect not in (None, "all", *spec.dialects):
        raise UsageError(f"--dialect {dialect}: no such dialect. Choose all or one of: {', '.join(spec.dialects)}.")


def known_mapping(mapping: str | None) -> None:
    """Raise UsageError for a mapping that the tables do not have."""
    if mapping not in (None, "all", *MAPPINGS):
        raise UsageError(f"--mapping {mapping}: no such mapping. Choose all or one of: {', '.join(MAPPINGS)}.")


def wanted_mappings(asked: str | None) -> list[str]:
    """The mappings to run; what providers accept unless another one is named."""
    return list(MAPPINGS) if asked == "all" else [asked or "providers"]


def wanted_dialects(asked: str | None, hello: Hello, spec: Spec) -> tuple[list[str], bool]:
    """The dialects to run, and whether the reader must conform in all of them or only in the nearest."""
    if asked == "all":
        return spec.dialects, True
    if asked is not None:
        return [asked], True
    declared = [dialect for dialect in spec.dialects if dialect in hello.dialects]
    return (declared, True) if declared else (spec.dialects, False)
