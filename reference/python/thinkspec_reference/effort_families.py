"""Which family a model's id belongs to, and what the family sends on a wire.

A family is found by the longest prefix whose follow set allows what stands behind it in the id; a needle (a text that
counts anywhere in the id) goes before all prefixes.  Both are table look-ups: no pattern is needed, and the answer is
kept, so that a second request for a model costs one look-up.
"""

from __future__ import annotations

from typing import Any

from .effort_tables import EFFORT

Path = tuple[str, ...]
Plan = tuple[tuple[Path, Any], ...]
Said = dict[str, Any]

FOLLOW = {name: frozenset(classes) for name, classes in EFFORT["vocabulary"]["follow"].items()}
KEPT_FAMILIES = 4096
ASCII_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
DIGITS = frozenset("0123456789")
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")


class Entry:
    """What a family sends on one wire: the table's row, and its cells as plans of paths and values."""

    __slots__ = ("at", "cells", "paths", "plans", "row")

    def __init__(self, row: dict[str, Any], wire: dict[str, Any]) -> None:
        fields = wire["fields"]
        self.row = row
        self.at: list[str] = wire["at"]
        self.cells: dict[str, Any] = row["cells"]
        self.paths = {role: tuple(path) for role, path in fields.items()} | {
            role: tuple(fields[name]) for role, name in row.get("fields", {}).items()
        }
        # A refused cell has no plan.
        self.plans: dict[str, Plan] = {
            state: self.plan(cell or {}) for state, cell in self.cells.items() if cell != "refused"
        }
        self.plans["unset"] = ()

    def shows(self, state: str) -> bool:
        """Whether a display can be said beside a state (an effort, ``on``, ``off`` or ``unset``)."""
        return "display" in self.row and "display" in self.paths and state not in self.row.get("mute", ())

    def plan(self, said: Said) -> Plan:
        """The paths and values of what is said."""
        return tuple((self.paths[role], value) for role, value in said.items())


class Family:
    """The models that share a row: its table row, how an id was found to be of it, and its entries by wire."""

    __slots__ = ("entries", "how", "id", "mapping", "prefix", "refuses", "row")

    def __init__(self, mapping: str, name: str, how: str, prefix: str) -> None:
        self.mapping, self.id, self.how, self.prefix = mapping, name, how, prefix
        self.row: dict[str, Any] = EFFORT["mappings"][mapping]["families"][name]
        self.refuses: list[str] = self.row["refuses"]
        self.entries: dict[tuple[str, bool], Entry] = {}

    def entry(self, wire: str, toggle: bool) -> Entry | None:
        """What is sent on a wire, by an endpoint that opted in to the toggle or not; None for an unknown wire."""
        found = self.entries.get((wire, toggle))
        if found is None:
            table = EFFORT["mappings"][self.mapping]
            if wire not in table["wires"]:
                return None
            sends = {**table["families"]["unlisted"]["sends"], **self.row["sends"]}
            number = sends.get(f"{wire}+toggle", sends[wire]) if toggle else sends[wire]
            found = self.entries[wire, toggle] = Entry(table["entries"][number], table["wires"][wire])
        return found


def built(plan: Plan) -> dict[str, Any]:
    """Fresh fields from a plan.

    >>> built(((("thinking", "type"), "adaptive"), (("max",), 1)))
    {'thinking': {'type': 'adaptive'}, 'max': 1}
    """
    fields: dict[str, Any] = {}
    for path, value in plan:
        place = fields
        for key in path[:-1]:
            place = place.setdefault(key, {})
        place[path[-1]] = value
    return fields


FOUND: dict[str, dict[str | None, Family]] = {mapping: {} for mapping in EFFORT["mappings"]}


def family_of(mapping: str, model: str | None) -> Family:
    """The family of a model's id in a mapping; ``unlisted`` where no row matches, and for no id.

    >>> family_of("langertha", "gpt-5.6-sol").id, family_of("langertha", "gpt-5.60").id
    ('gpt-5.6', 'unlisted')
    """
    kept = FOUND[mapping]
    family = kept.get(model)
    if family is None:
        if len(kept) >= KEPT_FAMILIES:
            kept.clear()
        family = kept[model] = Family(mapping, *find_family(EFFORT["mappings"][mapping], model or ""))
    return family


def find_family(table: dict[str, Any], model: str) -> tuple[str, str, str]:
    """Family, how it was found (``contains prefix rest``) and by which text."""
    at = own_start(table, model)
    folded = model.translate(ASCII_LOWER)
    index = table["index"]
    for needle, ignoring, family in index["contains"]:
        if (folded if ignoring else model).find(needle, at) >= 0:
            return family, "contains", needle
    best = longest_prefix(index["start"], index["start-folded"], model, folded, at)
    if index["part"] or index["part-folded"]:
        while at >= 0:
            found = longest_prefix(index["part"], index["part-folded"], model, folded, at)
            best = max(best, found, key=lambda hit: len(hit[1]))
            at = model.find("/", at) + 1 or -1
    return (best[0], "prefix", best[1]) if best[1] else ("unlisted", "rest", "")


def own_start(table: dict[str, Any], model: str) -> int:
    """The offset where the model's own id begins: behind the providers, regions and paths that the mapping strips."""
    at = model.rfind("/") + 1 if table["parts"] == "last" else 0
    strip = tuple(table["strip"])
    while strip:
        prefix = next((text for text in strip if model.startswith(text, at)), "")
        if not prefix:
            break
        at += len(prefix)
    return at


def longest_prefix(exact: Any, ignoring: Any, model: str, folded: str, at: int) -> tuple[str, str]:
    """Family and prefix of the longest row that matches at an offset; two empty texts for none."""
    most = max(map(len, (*exact, *ignoring)), default=0)
    for end in range(min(len(model), at + most), at, -1):
        for rows, text in ((exact, model), (ignoring, folded)):
            for follows, family in rows.get(text[at:end], ()):
                if follow_class(model, end) in FOLLOW[follows]:
                    return family, text[at:end]
    return "", ""


def follow_class(model: str, at: int) -> str:
    """What stands in an id at an offset, behind a prefix: the name of its class.

    >>> [follow_class("gpt-5" + rest, 5) for rest in ("", "0", ".6", ".10", "-2025", "-1", "-32b", ":x")]
    ['end', 'digit', '.digit', '.number', '-date', '-version', '-', 'other']
    """
    if at >= len(model):
        return "end"
    char = model[at]
    if char in DIGITS:
        return "digit"
    count = 0
    while count < 3 and model[at + 1 + count : at + 2 + count] in DIGITS:
        count += 1
    if char == ".":
        return ".number" if count > 1 else ".digit" if count else "."
    if char == "-":
        # "-32b" is a size.
        sized = model[at + 1 + count : at + 2 + count].translate(ASCII_LOWER) in LETTERS
        return "-date" if count > 2 else "-version" if count and not sized else "-"
    return "other"
