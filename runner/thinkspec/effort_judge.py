"""Judge one mapping: whether the core of the request is the one that is due, and if not, what became of the wish.

========== ============================================================================================
outcome     meaning
========== ============================================================================================
equal       the core is the one that is due
differs     the same wish in other fields, or beside fields that are not due
dropped     nothing was sent where something is due, or where the request must be refused
clamped-up  a higher level than the one asked for
clamped-down  a lower one
rejected    the mapper refused what can be said
passed      the wish was sent as it was asked for, where the provider does not take it
inverted    thinking was asked for, and the request switches it off
========== ============================================================================================

Inverted and passed are the two that hurt: the user gets the opposite, or an error of the provider.
"""

from __future__ import annotations

from typing import Any

from thinkspec.checks import Check
from thinkspec.effort_core import Fields, Wire, core, leaves, without
from thinkspec.judge import Verdict
from thinkspec.wire import Answer

# Worst first: the order of every report.
OUTCOMES = ("inverted", "passed", "rejected", "clamped-up", "clamped-down", "dropped", "differs", "equal")
HARD = ("inverted", "passed")
RANKS = {effort: rank for rank, effort in enumerate(("none", "minimal", "low", "medium", "high", "xhigh", "max"))}
OFF_WORDS = frozenset(("disabled", "none"))
ON_WORDS = frozenset(("adaptive", "enabled", "default", "between_tools", "auto"))

# How deep a core wants the model to think: "off", "on" without a level, a level's rank, or None for no word at all.
Depth = str | int | None


def judge_effort(check: Check, answer: Answer, *, wire: Wire | None, optional: Fields) -> Verdict:
    """The verdict on a mapper's answer, with its outcome."""
    if answer.kind in ("error", "unsupported"):
        return Verdict(answer.kind, message=str(answer.value))
    args = check.request["args"]
    if answer.kind == "rejected":
        if not check.rejected:
            return Verdict("fail", message=f"refused: {answer.value}", outcome="rejected")
        if check.message and check.message != answer.value:
            return Verdict("fail", message=f"refused in other words: {answer.value}", outcome="rejected")
        return Verdict("pass", outcome="equal")
    given = core(wire, answer.value) if wire else answer.value
    if wire and wire.display and args.get("thinking_display") is None:
        # How much of the thinking comes back is no wish to think, and nobody asked for it here.
        given = without(given, wire.display)
    if check.rejected:
        outcome = unequal(args, {}, given)
        said = "nothing was sent" if not given else "it was sent"
        return Verdict("fail", answer.value, f"{outcome}: this must be refused, and {said}", outcome=outcome)
    due, got = pared(check.expected, optional), pared(given, optional)
    if same_core(due, got):
        return Verdict("pass", outcome="equal")
    return Verdict("fail", answer.value, outcome=unequal(args, due, got))


def same_core(due: Fields, got: Fields) -> bool:
    """Whether two cores have the same values in the same places; true is no 1, but 2048.0 is 2048.

    >>> same_core({"think": True}, {"think": 1}), same_core({"budget": 2048}, {"budget": 2048.0})
    (False, True)
    """
    here, there = dict(leaves(due)), dict(leaves(got))
    if here.keys() != there.keys():
        return False
    return all(
        value == there[path] and isinstance(value, bool) == isinstance(there[path], bool)
        for path, value in here.items()
    )


def pared(fields: Fields, optional: Fields) -> Fields:
    """The fields without those that only say the default.

    >>> pared({"effort": "low", "thinking": {"type": "adaptive"}}, {"thinking": {"type": "adaptive"}})
    {'effort': 'low'}
    """
    for path, value in leaves(optional):
        if (path, value) in leaves(fields):
            fields = without(fields, path)
    return fields


def unequal(args: dict[str, Any], due: Fields, got: Fields) -> str:
    """The outcome where the core is not the one that is due.

    >>> unequal({"effort": "max"}, {"think": True}, {"think": False})
    'inverted'
    >>> unequal({"effort": "minimal"}, {}, {"reasoning_effort": "low"})
    'clamped-up'
    """
    if not got:
        return "dropped"
    asked, said = wish(args), depth(got)
    if said == "off":
        if asked == "on" or (isinstance(asked, int) and asked > RANKS["minimal"]):
            return "inverted"
        if isinstance(asked, int):
            return "clamped-down"
        return "differs" if depth(due) == "off" else "passed"
    if asked == "off":
        return "clamped-up"
    if isinstance(asked, int) and isinstance(said, int) and asked != said:
        return "clamped-up" if said > asked else "clamped-down"
    asked_budget, sent = args.get("thinking_budget"), budget(got)
    if asked_budget is not None and sent is not None:
        if sent != asked_budget:
            return "clamped-up" if sent > asked_budget else "clamped-down"
        return "differs" if budget(due) == sent else "passed"
    if said == "on":
        # A number of tokens for a level is every library's own invention: other fields, but no refused word.
        return "differs" if due or sent is not None else "passed"
    return "differs" if due and depth(due) == said else "passed"


def wish(args: dict[str, Any]) -> Depth:
    """What the arguments ask for."""
    effort = args.get("effort")
    if effort is not None:
        rank = RANKS.get(effort) if isinstance(effort, str) else None
        return "off" if rank == 0 else rank
    return {True: "on", False: "off"}.get(args.get("thinking_enabled"))  # type: ignore[arg-type]


def depth(fields: Fields) -> Depth:
    """How deep fields want the model to think; a word that switches off beats a level beside it.

    >>> depth({"thinking": {"type": "disabled"}, "output_config": {"effort": "high"}}), depth({"think": "max"})
    ('off', 6)
    """
    values = [value for path, value in leaves(fields) if path[-1] != "display"]
    words = [value.lower() for value in values if isinstance(value, str)]
    numbers = [value for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)]
    if False in [value for value in values if isinstance(value, bool)] or 0 in numbers or OFF_WORDS & set(words):
        return "off"
    levels = [RANKS[word] for word in words if word in RANKS]
    if levels:
        return max(levels)
    return "on" if ON_WORDS & set(words) or numbers or True in values else None


def budget(fields: Fields) -> float | None:
    """The one number of tokens in the fields, if there is one."""
    numbers = [value for _, value in leaves(fields) if isinstance(value, (int, float)) and not isinstance(value, bool)]
    return numbers[0] if len(numbers) == 1 else None
