"""Volume: batches of made-up replies in the reader's own process, and what becomes of a reader that breaks there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from thinkspec.data import js_folder
from thinkspec.fuzz.readers import Target
from thinkspec.hosts.fuzzing import READINGS, equal, replies
from thinkspec.wire import Answer

BATCH = 2_000
LIMIT = 40  # differences a batch: a reader of another dialect differs everywhere
KEPT = 600  # raw finds kept in all
MOST_BREAKS = 5  # a reader that broke so often is known to break
OPS = ("split", "strip", "segments", "unfinished")


@dataclass
class Raw:
    """One difference as it was found: the reply, the operation, and what the reader did."""

    number: int
    text: str
    op: str
    kind: str
    got: Any


@dataclass
class Volume:
    """What a run of so many replies gave: raw finds, replies read, and the seconds that reading them took."""

    finds: list[Raw] = field(default_factory=list)
    replies: int = 0
    seconds: float = 0.0

    @property
    def breaks(self) -> int:
        """How often the reader broke: raised, died or hung."""
        return sum(find.kind == "error" for find in self.finds)


def run(
    target: Target,
    pieces: list[str],
    seed: int,
    count: int,
    *,
    until: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> Volume:
    """Read ``count`` replies of a seed, or as many as there is time for (``until``, a monotonic time)."""
    found = Volume()
    number = 0
    while (
        number < count
        and len(found.finds) < KEPT
        and found.breaks < MOST_BREAKS
        and (until is None or time.monotonic() < until)
    ):
        size = min(BATCH, count - number)
        done = batch(target, pieces, seed, number, size, found)
        number += done
        if progress:
            progress(number)
    return found


def batch(target: Target, pieces: list[str], seed: int, start: int, size: int, found: Volume) -> int:
    """One batch; gives how many replies were read."""
    if target.hosted:
        answer = target.process.ask(
            "fuzz",
            dialect=target.dialect,
            options=target.options,
            rules=target.table,
            settings=target.settings,
            reference=(js_folder() / "index.mjs").as_uri() if target.language == "js" else target.python_folder,
            pieces=pieces,
            seed=seed,
            start=start,
            count=size,
            ops=list(target.ops),
            exact=False,
            limit=LIMIT,
        )
        if answer.kind == "ok":
            texts = {find[0]: "" for find in answer.value["finds"]}
            for number in texts:
                texts[number] = next(replies(pieces, seed, number, 1))
            found.finds += [
                Raw(number, texts[number], op, kind, got) for number, op, kind, got in answer.value["finds"]
            ]
            found.replies += answer.value["done"]
            found.seconds += answer.value["seconds"]
            return max(1, int(answer.value["done"]))
        # The process died or hung somewhere in the batch: one reply at a time finds out where.
    return one_by_one(target, pieces, seed, start, min(size, BATCH // 10) if target.hosted else size, found)


def one_by_one(target: Target, pieces: list[str], seed: int, start: int, size: int, found: Volume) -> int:
    """The same over the wire, for readers without a host of ours and for batches that broke."""
    began = time.perf_counter()
    for number, text in enumerate(replies(pieces, seed, start, size), start):
        found.finds += differences(target, text, number)
        found.replies += 1
        if found.breaks >= MOST_BREAKS:
            break
    found.seconds += time.perf_counter() - began
    return size


def differences(target: Target, text: str, number: int = -1) -> Iterator[Raw]:
    """Where the reader's answers to one reply are not the reference's."""
    for op in target.ops:
        answer: Answer = target.process.ask(op, dialect=target.dialect, text=text, **target.sent_options)
        due = READINGS[op](target.right, text)
        if answer.kind == "unsupported":
            continue
        if answer.kind != "ok" or not equal(due, answer.value):
            yield Raw(number, text, op, answer.kind, answer.value)
