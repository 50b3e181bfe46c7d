"""Ask a reader every check, one at a time, and judge each answer."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from thinkspec.checks import Check
from thinkspec.judge import Verdict, judge
from thinkspec.process import ReaderProcess
from thinkspec.wire import Answer, Hello

SEED = 20261130
# How much of streams goes out at once: characters, seconds that a bundle may take, questions.
BUNDLE_CHARACTERS, QUICK, MOST = 30_000, 0.5, 256


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
    remember = not (twice or hello.dialects)
    offered = [number for number, check in enumerate(checks) if check.op in hello.ops]
    verdicts: dict[int, Verdict] = {}
    rounds = [offered]
    if twice:
        rounds = [shuffled(offered, seed), shuffled(offered, seed + 1)]
    for order in rounds:
        for count, (number, answer) in enumerate(answered(process, checks, order, remember=remember)):
            verdict = judge(checks[number], answer)
            earlier = verdicts.get(number)
            verdicts[number] = verdict if earlier is None else agreed(earlier, verdict)
            if progress is not None and count % 64 == 0:
                progress(count)
    missing = Verdict("unsupported", message="the reader does not offer this operation")
    return [Outcome(check, verdicts.get(number, missing)) for number, check in enumerate(checks)]


def answered(
    process: ReaderProcess, checks: Sequence[Check], order: Sequence[int], *, remember: bool
) -> Iterator[tuple[int, Answer]]:
    """Number and answer of every check; checks that are cut from one case are asked together."""
    ask = asker(process, remember=remember)
    bundle = Bundle(process, remember=remember)
    for number in order:
        check = checks[number]
        if check.op == "stream" and check.transform:
            bundle.add(number, check)
            if bundle.is_full():
                yield from bundle.ask()
        else:
            yield from bundle.ask()
            yield number, ask(check)
    yield from bundle.ask()


class Bundle:
    """Questions that go out together.  It begins small, and grows while the reader is quick."""

    def __init__(self, process: ReaderProcess, *, remember: bool) -> None:
        self._process, self._remember = process, remember
        self._known: dict[str, Answer] = {}
        self._waiting: list[tuple[int, str, dict[str, Any]]] = []
        self._characters = 0
        self._most = 4

    def add(self, number: int, check: Check) -> None:
        """One more question."""
        fields = {"dialect": check.dialect, **check.request}
        self._waiting.append((number, repr(check.request) if self._remember else str(number), fields))
        self._characters += sum(map(len, check.request["chunks"]))

    def is_full(self) -> bool:
        """Whether it is time to ask: more would not fit into a pipe, or would take a slow reader too long."""
        return len(self._waiting) >= self._most or self._characters > BUNDLE_CHARACTERS

    def ask(self) -> Iterator[tuple[int, Answer]]:
        """Number and answer of everything that waits."""
        waiting, self._waiting, self._characters = self._waiting, [], 0
        if not waiting:
            return
        questions = {key: fields for _, key, fields in waiting if key not in self._known}
        began = time.monotonic()
        answers = dict(zip(questions, self._process.ask_many("stream", list(questions.values())), strict=True))
        quick = time.monotonic() - began < QUICK
        self._most = min(self._most * 2, MOST) if quick else max(self._most // 2, 1)
        for number, key, _fields in waiting:
            yield number, answers[key] if key in answers else self._known[key]
        if self._remember:
            self._known.update(answers)


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
