"""Say what a mapping made of a request, and on whose word: data for programs, sentences for people."""

from __future__ import annotations

from typing import Any

from .effort_families import Entry, Family, Said, built
from .effort_values import EFFORTS, as_json

Step = dict[str, Any]

FOUND_BY = {"prefix": "its id starts with", "contains": "its id holds", "rest": "no row names its id"}
ASKED = ("effort", "thinking_budget", "thinking_enabled", "thinking_display", "thinking_toggle")
COPIED = ("control", "ladder", "policy", "source", "date", "confidence", "note")
OUTCOMES = {
    "equal": "is sent as it is",
    "dropped": "is dropped: there is no way to say it here",
    "rejected": "is refused here",
    "passed": "is passed on, although nothing says that it is accepted",
    "inverted": "is lost: what goes out turns thinking on",
}


def explanation(asked: Any, wire: str, family: Family, entry: Entry, said: Said | None) -> dict[str, Any]:
    """The whole story of one request on one wire; the same keys and values in both languages."""
    row = entry.row
    steps = steps_of(asked, wire, entry, said)
    effort = asked.effort
    contested = [
        {"value": item["value"], "source": item["source"]}
        for item in (*family.row["contested"], *row.get("contested", ()))
        if concerns(item, wire, asked)
    ]
    story = {
        "mapping": asked.mapping,
        "wire": wire,
        "model": asked.model,
        "asked": {name: getattr(asked, name) for name in ASKED},
        "family": family.id,
        "about": family.row["about"],
        "found_by": family.how,
        "matched": family.prefix,
        **{key: row.get(key) for key in COPIED},
        "basis": row.get("bases", {}).get(effort, row["basis"]),
        "contested": contested,
        "steps": steps,
        "sent": built(entry.plan(said or {})),
    }
    return {**story, "lines": lines_of(story)}


def concerns(item: dict[str, Any], wire: str, asked: Any) -> bool:
    """Whether a contested row is about this wire and this request."""
    if wire not in item.get("wires", (wire,)):
        return False
    off = asked.effort is None and asked.thinking_enabled is False
    efforts = item.get("efforts")
    return efforts is None or asked.effort in efforts or (off and "none" in efforts)


def steps_of(asked: Any, wire: str, entry: Entry, said: Said | None) -> list[Step]:
    """What became of each thing that was asked for."""
    steps: list[Step] = []
    given = said or {}
    if asked.effort is not None:
        steps.append(effort_step(asked.effort, entry, given))
    elif asked.thinking_enabled is not None:
        dropped = asked.drops_thinking_enabled_on(wire)
        sent = None if dropped else asked.thinking_enabled
        steps.append(step("thinking_enabled", asked.thinking_enabled, sent, "dropped" if dropped else "equal"))
    if asked.thinking_budget is not None:
        budget = given["budget"] if "budget" in entry.row else None
        outcome = "dropped" if budget is None else moved(budget - asked.thinking_budget)
        steps.append(step("thinking_budget", asked.thinking_budget, budget, outcome))
    if asked.thinking_display is not None:
        display = given.get("display")
        steps.append(step("thinking_display", asked.thinking_display, display, "equal" if display else "dropped"))
    return steps


def step(what: str, asked: Any, sent: Any, outcome: str) -> Step:
    """One thing that was asked for, what went out for it, and what that is called."""
    return {"what": what, "asked": asked, "sent": sent, "outcome": outcome}


def effort_step(effort: str, entry: Entry, given: Said) -> Step:
    """What became of an effort: a level, a switch, or nothing."""
    cell = entry.cells[effort]
    if cell == "refused":
        return step("effort", effort, None, "rejected")
    if cell is None:
        lost = effort == "none" and "type" in given
        return step("effort", effort, None, "inverted" if lost else "dropped")
    if "effort" not in cell:
        return step("effort", effort, next(iter(cell.values())), "equal")
    level = cell["effort"]
    if level == effort and level not in entry.row.get("ladder", ()):
        return step("effort", effort, level, "passed")
    return step("effort", effort, level, moved(EFFORTS.index(level) - EFFORTS.index(effort)))


def moved(by: int) -> str:
    """How a value that moved by so much is called."""
    return "equal" if by == 0 else "clamped-up" if by > 0 else "clamped-down"


def lines_of(story: dict[str, Any]) -> list[str]:
    """The story in sentences."""
    found = FOUND_BY[story["found_by"]] + (f" {story['matched']}" if story["matched"] else "")
    ladder = " ".join(story["ladder"] or ()) or "none"
    about = "" if story["about"] == f"{story['family']}." else f" {story['about']}"
    told = [
        f"Model {as_json(story['model'])} is of the family {story['family']}: {found}.{about}",
        f"On wire {story['wire']} the control is {story['control']}, the ladder {ladder}, the policy {story['policy']}.",
        *(sentence(item) for item in story["steps"]),
    ]
    if not story["steps"]:
        told.append("Nothing was asked for.")
    if not story["sent"]:
        told.append("Nothing is sent.")
    if story["note"]:
        told.append(f"Note: {story['note']}")
    confidence = f", confidence {story['confidence']}" if story["confidence"] else ""
    told.append(f"Source: {story['source']} ({story['basis']}{confidence}, {story['date']}).")
    told.extend(f"Contested: {item['value']} ({item['source']})." for item in story["contested"])
    return told


def sentence(item: Step) -> str:
    """What became of one thing, as a sentence.

    >>> sentence(step("effort", "max", "xhigh", "clamped-down"))
    'effort "max" is clamped down to "xhigh".'
    """
    what = f"{item['what']} {as_json(item['asked'])}"
    if item["outcome"].startswith("clamped"):
        return f"{what} is {item['outcome'].replace('-', ' ')} to {as_json(item['sent'])}."
    if item["outcome"] == "equal" and item["sent"] != item["asked"]:
        return f"{what} is said by {as_json(item['sent'])}: there are no levels here."
    return f"{what} {OUTCOMES[item['outcome']]}."
