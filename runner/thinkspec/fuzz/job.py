"""One run of ``thinkspec fuzz``: open the readers, make up replies, and tell what was found."""

from __future__ import annotations

import random
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from thinkspec.fuzz.finds import Find, asked, finds_of
from thinkspec.fuzz.pieces import pieces
from thinkspec.fuzz.readers import Target, opened
from thinkspec.fuzz.volume import Raw, Volume, run
from thinkspec.tables import Spec


@dataclass(frozen=True)
class Job:
    """What to fuzz, and for how long."""

    reader: str
    against: str | None
    dialect: str
    options: dict[str, Any]
    replies: int
    seconds: float | None
    seed: int | None
    timeout: float
    laws: bool


@dataclass
class Outcome:
    """What came of it; ``per_second`` counts replies drawn and read inside the reader's process."""

    seed: int
    replies: int
    per_second: float
    finds: list[Find]
    broken_laws: list[dict[str, str]] = field(default_factory=list)


def fuzz(job: Job, spec: Spec) -> Outcome:
    """Run a job; raises UsageError for a reader that cannot be had."""
    seed = random.SystemRandom().randrange(2**32) if job.seed is None else job.seed
    until = None if job.seconds is None else time.monotonic() + job.seconds
    table = pieces(spec, job.options)
    with ExitStack() as stack:
        target = stack.enter_context(opened(job.reader, spec, job.dialect, job.options, job.timeout))
        found = run(target, table, seed, job.replies, until=until)
        if job.against is None:
            finds = finds_of(spec, target, found.finds)
        else:
            other = stack.enter_context(opened(job.against, spec, job.dialect, job.options, job.timeout))
            finds = between(spec, target, other, table, seed, job.replies, found, until)
        broken = laws_broken(target, table, seed) if job.laws else []
    return Outcome(seed, found.replies, found.replies / found.seconds if found.seconds else 0.0, finds, broken)


def between(
    spec: Spec,
    target: Target,
    other: Target,
    table: list[str],
    seed: int,
    count: int,
    found: Volume,
    until: float | None,
) -> list[Find]:
    """Where two readers differ: only where at least one of them differs from the reference on the same reply."""
    theirs = run(other, table, seed, count, until=until)
    found.seconds = max(found.seconds, theirs.seconds)
    shared = [op for op in target.ops if op in other.ops]
    raws: dict[tuple[int, str], Raw] = {}
    for raw in (*found.finds, *theirs.finds):
        if raw.op in shared:
            raws.setdefault((raw.number, raw.op), raw)
    return finds_of(spec, target, list(raws.values()), other=asked(other))


def laws_broken(target: Target, table: list[str], seed: int) -> list[dict[str, str]]:
    """The laws that a reader breaks, each with the smallest reply that Hypothesis found."""
    from thinkspec.fuzz.laws import broken

    return broken(target, table, seed)
