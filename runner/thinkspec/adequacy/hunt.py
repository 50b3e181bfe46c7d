"""Look for the first case that kills a mutant: those that show its rule first, all others after them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from thinkspec.adequacy.model import Fate, Mutant, State
from thinkspec.adequacy.questions import Questions
from thinkspec.adequacy.twin import Twin
from thinkspec.judge import Verdict, judge
from thinkspec.wire import Answer

CHUNK = 400


def hunt(
    twin: Twin, mutants: Iterable[Mutant], questions: Questions, done: Callable[[], None] | None = None
) -> Iterator[Fate]:
    """What comes of each mutant in one twin."""
    for mutant in mutants:
        yield fate(twin, mutant, questions)
        if done:
            done()


def fate(twin: Twin, mutant: Mutant, questions: Questions) -> Fate:
    """What comes of one mutant."""
    asked = 0
    for order, state in ((mutant.order, "killed"), (mutant.rest, "elsewhere")):
        killer, count = first_kill(twin, mutant.payload, order, questions)
        asked += count
        if killer is not None:
            found: State = "killed" if state == "killed" else "elsewhere"
            return Fate(mutant, twin.name, found, questions.checks[killer].id, asked)
    return Fate(mutant, twin.name, "survived", "", asked)


def first_kill(twin: Twin, payload: dict[str, Any], order: str, questions: Questions) -> tuple[int | None, int]:
    """The number of the check that kills, and how many were asked.

    An answer that differs from the true one need not be wrong: null and the empty text are often the same.
    """
    start, whole = 0, len(questions.orders.get(order, ()))
    while start < whole:
        found = twin.attempt(payload, order, start)
        if found is None:
            break
        place, number, answer = found
        if verdict(questions, number, answer).kind != "pass":
            return number, place + 1
        start = place + 1
    return None, whole


def verdict(questions: Questions, number: int, answer: list[Any]) -> Verdict:
    """The verdict of a check on a worker's answer."""
    kind, value = answer
    return judge(questions.checks[number], Answer(kind, value))


def failing(twin: Twin, questions: Questions, among: Sequence[int] | None = None) -> list[str]:
    """The checks that the true tables fail: while there are any, a kill proves nothing."""
    asked = range(len(questions.checks)) if among is None else among
    wrong = []
    for start in range(0, len(asked), CHUNK):
        numbers = list(asked[start : start + CHUNK])
        for number, answer in zip(numbers, twin.ask(numbers), strict=True):
            if verdict(questions, number, answer).kind != "pass":
                wrong.append(questions.checks[number].id)
    return wrong
