"""Which model ids a row of the effort tables can match: never one that another row matches too, never none at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from thinkspec.check.workspace import at
from thinkspec.effort_tables import EffortSpec, lower
from thinkspec.schema import Finding
from thinkspec.strictyaml import Document, Place

# How a row is matched -> the keys it needs, and those that would mean nothing.
NEEDS = {
    "prefix": (("prefixes", "follows"), ()),
    "exact": (("prefixes",), ("follows",)),
    "contains": (("prefixes",), ("follows", "at")),
    "rest": ((), ("prefixes", "follows", "at", "case")),
}


def one_row_for_an_id(spec: EffortSpec) -> Iterator[Finding]:
    """No two rows with the same prefix that the same text may follow."""
    sets = follow_sets(spec)
    for document in spec.families.values():
        taken: dict[tuple[str, str, str, str], str] = {}
        for place, row, match, text in every_prefix(document):
            classes = {"exact": ["end"], "contains": [""]}.get(match) or sets.get(row.get("follows", ""), [])
            where = row.get("at", "start") if match != "contains" else "anywhere"
            for name in classes:
                other = taken.setdefault((where, letters(document, row), text, name), row["id"])
                if other != row["id"]:
                    yield at(document, place, f"families {other} and {row['id']} both match an id with {text}.")
                    break


def rows_can_match(spec: EffortSpec) -> Iterator[Finding]:
    """Every row says how it is matched, and there is an id that only it matches."""
    sets = follow_sets(spec)
    for document in spec.families.values():
        ids = document.value["ids"]
        needles = [
            (text, letters(document, row), row["id"])
            for _, row, match, text in every_prefix(document)
            if match == "contains"
        ]
        for number, row in enumerate(document.value["families"]):
            yield from _said_how(document, ("families", number), row, sets)
        for place, row, match, text in every_prefix(document):
            if ids["parts"] == "last" and "/" in text:
                yield at(
                    document, place, f"{text} can never match: only what is behind an id's last slash is looked at."
                )
            for strip in ids["strip"]:
                if match != "contains" and text.startswith(strip):
                    yield at(document, place, f"{text} can never match: {strip} is taken off before.")
            for needle, case, family in needles:
                folded = lower(text) if case == "ignored" else text
                if needle in folded and family != row["id"] and match != "contains":
                    yield at(document, place, f"{text} can never match: family {family} takes every id with {needle}.")


def _said_how(document: Document, place: Place, row: dict[str, Any], sets: dict[str, list[str]]) -> Iterator[Finding]:
    match = row.get("match", "prefix")
    needed, idle = NEEDS[match]
    for key in needed:
        if key not in row:
            yield at(document, place, f"family {row['id']} can never match: {key} is missing.")
    for key in idle:
        if key in row:
            yield at(document, (*place, key), f"{key} means nothing where match is {match}.")
    if "follows" in row and row["follows"] not in sets:
        known = ", ".join(sets)
        yield at(document, (*place, "follows"), f"there is no follow set {row['follows']}. Sets: {known}.")
    if (match == "rest") != (row["id"] == "unlisted"):
        yield at(document, place, "match rest belongs to the family unlisted, and to no other.")


def follow_sets(spec: EffortSpec) -> dict[str, list[str]]:
    """Name and classes of every follow set."""
    return {name: row["classes"] for name, row in spec.vocabulary.value["follow"]["sets"].items()}


def letters(document: Document, row: dict[str, Any]) -> str:
    """Whether letter case counts for a row."""
    case: str = row.get("case", document.value["ids"]["case"])
    return case


def every_prefix(document: Document) -> Iterator[tuple[Place, dict[str, Any], str, str]]:
    """Place, row, match and text of every prefix, in lower case where case does not count."""
    for number, row in enumerate(document.value["families"]):
        for index, prefix in enumerate(row.get("prefixes", [])):
            text = lower(prefix) if letters(document, row) == "ignored" else prefix
            yield ("families", number, "prefixes", index), row, row.get("match", "prefix"), text
