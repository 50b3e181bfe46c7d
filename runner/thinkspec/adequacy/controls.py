"""The proof of the proof: a mutant that changes nothing survives, and readers that do nothing are killed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from thinkspec.adequacy.hunt import first_kill
from thinkspec.adequacy.questions import Questions
from thinkspec.adequacy.twin import Twin
from thinkspec.checks import Check
from thinkspec.judge import judge
from thinkspec.wire import Answer

Trivial = Callable[[str], "tuple[str, str | None]"]


def last_closer(text: str) -> tuple[str, str | None]:
    """The one line that half of all applications use."""
    before, closer, after = text.rpartition("</think>")
    return (after, before.removeprefix("<think>")) if closer else (text, None)


# Readers that a corpus worth its name must kill in every dialect, by any case of it.
TRIVIAL: dict[str, Trivial] = {
    "everything is the answer": lambda text: (text, None),
    "everything is thinking": lambda text: ("", text),
    "nothing at all": lambda _text: ("", None),
    "cut at the last closer": last_closer,
}


def empty_mutant_dies(twin: Twin, questions: Questions) -> list[str]:
    """The orders in which a mutant without a change is killed: there must be none."""
    wrong = []
    for name in [name for name in questions.orders if name.count("/") == 1]:
        killer, _ = first_kill(twin, {}, name, questions)
        if killer is not None:
            wrong.append(f"a mutant that changes nothing was killed by {questions.checks[killer].id} ({twin.name}).")
    return wrong


def trivial_readers_live(questions: Questions, dialects: list[str]) -> list[str]:
    """Trivial readers that pass every check of a dialect."""
    wrong = []
    for dialect in dialects:
        own = [questions.checks[number] for number in questions.orders.get(f"read/{dialect}", ())]
        for name, split in TRIVIAL.items():
            if all(
                judge(check, Answer("ok", halves(split, check))).kind == "pass" for check in own if check.op == "split"
            ):
                wrong.append(f"no case of {dialect} kills the trivial reader: {name}.")
    return wrong


def halves(split: Trivial, check: Check) -> dict[str, Any]:
    """What a trivial reader makes of a reply."""
    answer, thinking = split(check.request.get("text") or "")
    return {"answer": answer, "thinking": thinking}
