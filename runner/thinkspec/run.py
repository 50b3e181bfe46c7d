"""Ask a reader every check, one at a time, and judge each answer."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from thinkspec.checks import Check
from thinkspec.judge import Verdict, judge
from thinkspec.process import ReaderProcess
from thinkspec.wire import Answer, Hello

SEED = 20261130


@dataclass(frozen=True, slots=True)
class Outcome:
    """One check and its verdict."""

    check: Check
    verdict: Verdict


def run(
    process: ReaderProcess,
    hello: Hello,
    checks: Sequence[Check],
    *,
    twice: bool = False,
    seed: int = SEED,
    progress: Callable[[int], None] | None = None,
) -> list[Outcome]:
    """Run the checks and give their outcomes in the same order.

    An operation that the reader does not offer is ``unsupported`` without being asked.  A reader that knows no dialects
    is asked each thing once, however many dialects judge the answer.  With ``twice`` the checks are
    asked in two seeded orders; a verdict that changes is an error of the reader: it remembers something.
    """
    ask = asker(process, remember=not (twice or hello.dialects))
    offered = [number for number, check in enumerate(checks) if check.op in hello.ops]
    verdicts: dict[int, Verdict] = {}
    rounds = [offered]
    if twice:
        rounds = [shuffled(offered, seed), shuffled(offered, seed + 1)]
    for order in rounds:
        for count, number in enumerate(order):
            check = checks[number]
            verdict = judge(check, ask(check))
            earlier = verdicts.get(number)
            verdicts[number] = verdict if earlier is None else agreed(earlier, verdict)
            if progress is not None and count % 64 == 0:
                progress(count)
    missing = Verdict("unsupported", message="the reader does not offer this operation")
    return [Outcome(check, verdicts.get(number, missing)) for number, check in enumerate(checks)]


def asker(process: ReaderProcess, *, remember: bool) -> Callable[[Check], Answer]:
    """A function that asks a check; with ``remember`` the same question in another dialect is not asked again."""
    known: dict[tuple[str, str], Answer] = {}

    def ask(check: Check) -> Answer:
        # A mapper knows no dialects: its mapping stands in the request.
        dialect = {} if check.op == "effort" else {"dialect": check.dialect}
        return process.ask(check.op, **dialect, **check.request)

    def ask_once(check: Check) -> Answer:
        key = (check.op, repr(check.request))
        if key not in known:
            known[key] = ask(check)
        return known[key]

    return ask_once if remember else ask


def shuffled(numbers: Sequence[int], seed: int) -> list[int]:
    """The numbers in an order that the seed decides."""
    order = list(numbers)
    random.Random(seed).shuffle(order)  # noqa: S311 -- an order that can be repeated, not a secret
    return order


def agreed(first: Verdict, second: Verdict) -> Verdict:
    """The verdict of two rounds: the first, unless they differ."""
    if (first.kind, first.got) == (second.kind, second.got):
        return first
    message = f"stateful: {first.kind} in one order of the checks, {second.kind} in another"
    return Verdict("error", second.got if second.kind == "fail" else first.got, message)
