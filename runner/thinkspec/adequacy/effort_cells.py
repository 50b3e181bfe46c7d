"""Changes of what one row sends: every cell, its budget and its display."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Change = tuple[str, str, dict[str, Any], str]
# Each word that switches, and its opposite.
TURNED = {True: False, False: True, "enabled": "disabled", "adaptive": "disabled", "disabled": "enabled"}


class Reach:
    """Which families lead to an entry, and so which of its states and parts a request can reach.

    A family without a row for a wire is sent what unlisted ids are.
    """

    def __init__(self, table: dict[str, Any]) -> None:
        self.names: dict[int, str] = {}
        self.refuses: dict[int, list[set[str]]] = {}
        unlisted = table["families"]["unlisted"]["sends"]
        for family, row in table["families"].items():
            for wire, number in row["sends"].items():
                self.names[number] = f"{self.names[number]},{wire}" if number in self.names else f"{family} on {wire}"
            for number in {**unlisted, **row["sends"]}.values():
                self.refuses.setdefault(number, []).append(set(row["refuses"]))

    def takes(self, number: int, what: str) -> bool:
        """Whether a request with an effort, or a budget, can lead to an entry."""
        return any(what not in refused for refused in self.refuses[number])

    def states(self, number: int, cells: dict[str, Any]) -> list[str]:
        """The states of an entry that a request can reach.

        A bare off switch is read as effort none, but in families that refuse efforts.
        """
        keeps_switch = any("effort" in refused for refused in self.refuses[number])
        return [
            state
            for state in cells
            if (keeps_switch if state == "off" else state == "on" or self.takes(number, "effort"))
        ]


def cell_mutants(table: dict[str, Any], efforts: list[str]) -> Iterator[Change]:
    """Every cell with its level one step up or down, with nothing in it, or with its effort passed on."""
    reach = Reach(table)
    for number, entry in enumerate(table["entries"]):
        for state in reach.states(number, entry["cells"]):
            for what, other in other_cells(efforts, entry.get("ladder", []), state, entry["cells"][state]):
                patch = {f"entries|{number}|cells": {**entry["cells"], state: other}}
                yield f"row {reach.names[number]}", f"{state} {what}", patch, f"entry/{number}"


def other_cells(efforts: list[str], ladder: list[str], state: str, cell: Any) -> Iterator[tuple[str, Any]]:
    """What else a cell could say.

    >>> list(other_cells(["low", "high"], ["low", "high"], "low", {"effort": "low"}))
    [('sent nothing', None), ('sent high', {'effort': 'high'})]
    """
    if cell == "refused":
        yield "sent nothing", None
        return
    if cell is None:
        if state in efforts:
            yield "were passed on", {"effort": state}
        return
    yield "sent nothing", None
    if "effort" in cell:
        steps = [level for level in efforts if level in ladder or level == cell["effort"]] if ladder else efforts
        at = steps.index(cell["effort"]) if cell["effort"] in steps else -1
        for place in (at - 1, at + 1) if at >= 0 else ():
            if 0 <= place < len(steps):
                yield f"sent {steps[place]}", {**cell, "effort": steps[place]}
        for role in [role for role in cell if role != "effort"]:
            yield f"lacked the {role}", {key: value for key, value in cell.items() if key != role}
    for role, value in cell.items():
        if role in ("type", "switch") and value in TURNED:
            yield f"turned the {role}", {**cell, role: TURNED[value]}


def entry_mutants(table: dict[str, Any]) -> Iterator[Change]:
    """Budgets with another bound or policy, and displays that are said more or less."""
    reach = Reach(table)
    for number, entry in enumerate(table["entries"]):
        reached = reach.states(number, entry["cells"])
        found = [*(budgets(entry) if reach.takes(number, "budget") else ()), *displays(entry, reached)]
        for change, patch in found:
            parts = {f"entries|{number}|{key}": value for key, value in patch.items()}
            yield f"row {reach.names[number]}", change, parts, f"entry/{number}"


def budgets(entry: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The changes of a budget."""
    if "budget" not in entry:
        yield "it took a budget", {"budget": {"policy": "pass", "with": {}}}
        return
    row = entry["budget"]
    yield "it said no budget", {"budget": None}
    other = "pass" if row["policy"] == "clamp" else "clamp"
    if row["policy"] == "clamp" or "min" in row or "max" in row:
        yield f"its budget policy were {other}", {"budget": {**row, "policy": other}}
    if row["with"]:
        yield "nothing went with its budget", {"budget": {**row, "with": {}}}
    if row["policy"] == "pass":
        return  # its bounds are told and not kept
    for bound in ("min", "max"):
        for step in (-1, 1) if bound in row else ():
            yield f"its {bound}imum budget were {row[bound] + step}", {"budget": {**row, bound: row[bound] + step}}
    for value in row.get("also", ()):
        rest = [one for one in row["also"] if one != value]
        yield f"its budget lacked {value}", {"budget": {**row, "also": rest}}


def displays(entry: dict[str, Any], reached: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The changes of a display."""
    if "display" not in entry:
        return
    yield "it said no display", {"display": None}
    for other in ("beside", "adaptive", "enabled"):
        if other != entry["display"]:
            yield f"its display were {other}", {"display": other}
    if "mute" in entry:
        yield "a display turned it on", {"mute": []}
        for state in (state for state in entry["mute"] if state in reached):
            yield f"a display spoke beside {state}", {"mute": [one for one in entry["mute"] if one != state]}
    else:
        yield "a display were silent where thinking is off", {"mute": ["none", "off"]}
