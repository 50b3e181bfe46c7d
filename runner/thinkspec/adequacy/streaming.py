"""Mutants of the rounds' transitions and switches.  Those of ``stream-kind`` are made with the dialects' tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from thinkspec.adequacy.model import Mutant
from thinkspec.adequacy.questions import Questions

NEVER = "refused"


def round_mutants(rounds: dict[str, Any], questions: Questions) -> Iterator[Mutant]:
    """Every transition with one action less, two actions swapped, another next state, or refused the other way."""
    asked = [number for number, check in enumerate(questions.checks) if check.op == "round"]
    whole = questions.order("rounds", asked)
    states = list(dict.fromkeys(row["state"] for row in rounds["transitions"]))
    for row in rounds["transitions"]:
        state, event = row["state"], row["event"]
        shown = [
            number for number in asked if any(found[0] == event for found in questions.checks[number].request["events"])
        ]
        order = questions.order(f"rounds/{event}", shown)
        for what, value in other_transitions(row, states):
            yield Mutant(
                id=f"stream/rounds/{state}-{event}/{what.replace(' ', '-')}",
                group="stream",
                scope="rounds",
                rule=f"{state}: {event}",
                change=f"event {event} in state {state} {what}",
                order=order,
                rest=whole,
                payload={"module": "round_tables", "path": ["TRANSITIONS", state, event], "value": value},
            )
    for switch in rounds["switches"]:
        if switch["id"] == "parse_inline":  # the other one is about what goes back, which no reply shows
            yield Mutant(
                id=f"stream/rounds/switch-{switch['id']}",
                group="stream",
                scope="rounds",
                rule=switch["id"],
                change=f"{switch['id']} were {not switch['default']} by default",
                order=whole,
                rest=whole,
                payload={
                    "module": "round_tables",
                    "path": ["SWITCHES", switch["id"], "default"],
                    "value": not switch["default"],
                },
            )


def other_transitions(row: dict[str, Any], states: list[str]) -> Iterator[tuple[str, Any]]:
    """What else a transition could say, as the engines hold it: ``[actions, next]`` or null."""
    if row.get(NEVER):
        for state in states:
            yield f"went to {state} in silence", [[], state]
        return
    actions, after = row["actions"], row["next"]
    yield "were refused", None
    for place, action in enumerate(actions):
        yield f"lacked {action}", [actions[:place] + actions[place + 1 :], after]
        yield f"did {action} twice", [actions[: place + 1] + actions[place:], after]
    for place in range(len(actions) - 1):
        swapped = [*actions[:place], actions[place + 1], actions[place], *actions[place + 2 :]]
        yield f"did {actions[place + 1]} before {actions[place]}", [swapped, after]
    for state in states:
        if state != after:
            yield f"went to {state}", [actions, state]
