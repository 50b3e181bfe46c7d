"""Load the effort tables and compile them into the one table that both twins map by.

A family's row says what it accepts; which field carries it is the wire's business, and what happens to an effort that
a ladder lacks is the policy's.  All three are put together here, once, so that a twin has only to look up a cell: for
every family and wire, what goes out for each effort and for the bare switch.

The data flows one way: ``spec/…/effort/*.yaml``, this module, the generated ``effort_tables.py`` and
``effort_tables.mjs``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thinkspec.errors import UsageError
from thinkspec.strictyaml import Document, SourceError, load
from thinkspec.tables import spec_folder

Row = dict[str, Any]
Emission = dict[str, Any]

FOLDER = "effort"
SINGLE = ("vocabulary", "wires", "switches", "engines")
FAMILIES = "families-"
# What an entry takes from its row where it does not say it itself.
INHERITED = ("basis", "confidence", "source", "date")
SHOWN = ("control", "ladder", "policy", "basis", "confidence", "source", "date", "contested", "bases", "note")


@dataclass(frozen=True)
class EffortSpec:
    """The effort tables of one spec version, as they stand in their files."""

    vocabulary: Document
    wires: Document
    switches: Document
    engines: Document
    families: dict[str, Document]

    @property
    def efforts(self) -> list[str]:
        """The seven efforts, weakest first."""
        return [row["id"] for row in self.vocabulary.value["efforts"]]

    @property
    def documents(self) -> list[Document]:
        """Every file, in the order of their names."""
        single = [self.vocabulary, self.wires, self.switches, self.engines]
        return sorted([*single, *self.families.values()], key=lambda document: document.path)

    def wires_of(self, mapping: str) -> dict[str, Row]:
        """The rows of the wires that a mapping knows, by id."""
        chosen = self.families[mapping].value.get("wires")
        return {
            row["id"]: row
            for row in self.wires.value["wires"]
            if (row["id"] in chosen if chosen else mapping in row["mappings"])
        }


def has_effort_tables(folder: Path) -> bool:
    """Whether a spec version has effort tables: a team's own may do without."""
    return (folder / FOLDER).is_dir()


def load_effort(root: Path, folder: Path | None = None) -> EffortSpec:
    """The effort tables of the version in work below ``root`` (or of the version in ``folder``).

    Raises SourceError, with its ``file:line``, for a file that is missing or is no table.

    >>> from thinkspec.data import data_root
    >>> list(load_effort(data_root()).families)
    ['langertha', 'langertha-deepseek', 'providers']
    """
    version = folder or spec_folder(root)
    below = version / FOLDER
    if not below.is_dir():
        raise UsageError(f"{below}: no such folder. It holds the effort tables.")

    def read(path: Path) -> Document:
        return load(path, path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path))

    single = {name: read(below / f"{name}.yaml") for name in SINGLE}
    paths = sorted(below.glob(f"{FAMILIES}*.yaml"), key=lambda path: path.stem)
    families = {path.stem.removeprefix(FAMILIES): read(path) for path in paths}
    return EffortSpec(**single, families=families)


def compile_effort(spec: EffortSpec) -> dict[str, Any]:
    """The table of the twins, as plain JSON values.

    >>> from thinkspec.data import data_root
    >>> table = compile_effort(load_effort(data_root()))
    >>> sorted(table)
    ['engines', 'mappings', 'switches', 'vocabulary']
    """
    words = spec.vocabulary.value
    switches: dict[str, dict[str, str]] = {"false": {}, "true": {}}
    for row in spec.switches.value["switches"]:
        switches["true" if row["switch"] else "false"][row["effort"]] = row["reads-as"]
    return {
        "vocabulary": {
            "efforts": spec.efforts,
            "displays": [row["id"] for row in words["displays"]],
            "budget": [words["budget"]["min"], words["budget"]["max"]],
            "follow": {name: row["classes"] for name, row in words["follow"]["sets"].items()},
        },
        "switches": switches,
        "engines": {
            row["id"]: {key: row[key] for key in ("wire", "toggle", "mapping") if key in row}
            for row in spec.engines.value["engines"]
        },
        "mappings": {name: compile_mapping(spec, name) for name in spec.families},
    }


def compile_mapping(spec: EffortSpec, mapping: str) -> dict[str, Any]:
    """One mapping: how ids are matched, the wires' fields, the families and what each sends."""
    document = spec.families[mapping]
    value = document.value
    entries: list[dict[str, Any]] = []
    families: dict[str, dict[str, Any]] = {}
    for row in value["families"]:
        families[row["id"]] = {
            "about": row["about"],
            "refuses": row["refuses"],
            "contested": row.get("contested", []),
            "sends": dict(_sends(spec, document, row, value["policy"], entries)),
        }
    return {
        "title": value["title"],
        "internal": value.get("internal", False),
        "parts": value["ids"]["parts"],
        "strip": value["ids"]["strip"],
        "wires": {
            name: {"fields": row["fields"], "at": row.get(f"at-{mapping}", row["at"])}
            for name, row in spec.wires_of(mapping).items()
        },
        "index": compile_index(value),
        "families": families,
        "entries": entries,
    }


def compile_index(value: Row) -> dict[str, Any]:
    """How an id finds its family: tables from prefix to ``[follow set, family]`` pairs, and the needles.

    ``folded`` tables hold prefixes in lower case and are asked with an id in lower case.
    """
    index: dict[str, Any] = {"start": {}, "start-folded": {}, "part": {}, "part-folded": {}, "contains": []}
    for row in value["families"]:
        match = row.get("match", "prefix")
        folded = row.get("case", value["ids"]["case"]) == "ignored"
        for prefix in row.get("prefixes", []):
            text = lower(prefix) if folded else prefix
            if match == "contains":
                index["contains"].append([text, folded, row["id"]])
            else:
                table = index[row.get("at", "start") + ("-folded" if folded else "")]
                follows = "nothing" if match == "exact" else row["follows"]
                table.setdefault(text, []).append([follows, row["id"]])
    index["contains"].sort(key=lambda item: -len(item[0]))
    return index


def lower(text: str) -> str:
    """A to Z in lower case; no other letter is folded.

    >>> lower("MiniMax-M3"), lower("\\u212aimi") == "\\u212aimi"
    ('minimax-m3', True)
    """
    return "".join(chr(ord(char) + 32) if "A" <= char <= "Z" else char for char in text)


def _sends(
    spec: EffortSpec, document: Document, row: Row, policy: str, entries: list[dict[str, Any]]
) -> Iterator[tuple[str, int]]:
    """A row's entries by wire; an entry for opted-in endpoints only is filed as ``wire+toggle``."""
    known = spec.wires_of(document.value["mapping"])
    place = document.value["families"].index(row)
    for number, entry in enumerate(row_entries(row, policy)):
        for wire in entry["wires"]:
            if wire not in known:
                line = document.line(("families", place, "sends", number, "wires"))
                raise SourceError(document.path, line, f"wire {wire!r} is not one of this mapping's in wires.yaml.")
        number_of = len(entries)
        entries.append(compile_entry(spec.efforts, entry))
        for wire in entry["wires"]:
            yield (f"{wire}+toggle" if entry.get("when") == "toggle" else wire), number_of


def row_entries(row: Row, policy: str) -> Iterator[Row]:
    """A row's entries with what they take from the row, and with the mapping's policy where they name none."""
    for given in row["sends"]:
        entry = {key: row[key] for key in INHERITED if key in row} | {"policy": policy} | given
        if "basis" in given and "confidence" not in given:
            entry.pop("confidence", None)
        yield entry


def compile_entry(efforts: list[str], entry: Row) -> dict[str, Any]:
    """What one entry sends: a cell for every effort, and for the switch alone.

    A cell is a map from what is said (``effort type switch budget``) to its value, or null where nothing goes out, or
    ``"refused"``.

    >>> row = {"control": "effort", "ladder": ["low", "high"], "policy": "clamp"}
    >>> compile_entry(["none", "low", "medium", "high"], row)["cells"]["medium"]
    {'effort': 'low'}
    """
    off = said(entry["off-type"]) if "off-type" in entry else None
    on = said(entry["on-type"]) if "on-type" in entry else None
    cells: dict[str, Any] = {effort: cell(efforts, entry, effort, on, off) for effort in efforts}
    alone = entry["control"] == "toggle" or entry.get("switch-alone", False)
    cells["on"] = on if alone else None
    cells["off"] = off
    compiled = {key: entry[key] for key in (*SHOWN, "display", "fields", "optional") if key in entry}
    if "budget" in entry:
        beside = entry["budget"].get("with")
        compiled["budget"] = {**entry["budget"], "with": {} if beside is None else said(beside)}
    # A toggle that is asked for none is not turned on by a display.
    if "display" in entry and (off is not None or entry["control"] == "toggle"):
        compiled["mute"] = ["none", "off"]
    return {**compiled, "cells": cells}


def cell(efforts: list[str], entry: Row, effort: str, on: Emission | None, off: Emission | None) -> Any:
    """What goes out for one effort."""
    if entry["control"] == "toggle":
        return off if effort == "none" else on
    ladder: list[str] = entry.get("ladder", [])
    level: str | None = entry.get("steps", {}).get(effort)
    if level is None and effort in ladder:
        level = effort
    if level is None and effort == "none" and off is not None:
        return off
    if level is None:
        if entry["policy"] == "reject":
            return "refused"
        level = fallback(efforts, ladder, effort, entry["policy"])
    if level is None:
        return None
    beside = on if on and level != "none" and entry.get("with-level", True) else {}
    return {"effort": level, **beside}


def fallback(efforts: list[str], ladder: list[str], effort: str, policy: str) -> str | None:
    """The level that a policy sends for an effort that the ladder lacks, or None for nothing.

    >>> seven = ["none", "minimal", "low", "medium", "high", "xhigh", "max"]
    >>> [fallback(seven, ["none", "low", "high"], "minimal", policy) for policy in ("drop", "clamp", "snap", "pass")]
    [None, 'none', 'low', 'minimal']
    """
    if policy == "pass":
        return effort
    if policy == "drop" or not ladder:
        return None
    accepted = [level for level in efforts if level in ladder]
    if policy == "snap":
        accepted = [level for level in accepted if level != "none"] or accepted
    below = [level for level in accepted if efforts.index(level) < efforts.index(effort)]
    return below[-1] if below else accepted[0]


def said(value: Any) -> Emission:
    """An on-type or off-type as what is said: true and false are a switch, a number is a budget, a word is a type.

    >>> said(False), said(0), said("disabled")
    ({'switch': False}, {'budget': 0}, {'type': 'disabled'})
    """
    if isinstance(value, bool):
        return {"switch": value}
    return {"budget" if isinstance(value, int) else "type": value}
