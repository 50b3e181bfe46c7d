"""Change one thing in a dialect's table.

The diagnosis asks which change makes the reference read as a broken reader does; adequacy asks whether a case notices.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from thinkspec.tables import Spec, Table, compile_choice
from thinkspec_reference import Reader, configured


@dataclass(frozen=True)
class Mutant:
    """A table with one change; ``rule`` and ``change`` say what it is, in words that follow "as if"."""

    id: str
    rule: str
    change: str
    table: Table


def option_mutants(spec: Spec, table: Table) -> Iterator[Mutant]:
    """Every table that differs from this one in one option, one name or one character of a place or set.

    Their ids differ.  Where a dialect writes a value down, each value that a dialect has written is tried.
    """
    given = given_values(spec)
    for rule, row in table.items():
        for option, entry in spec.rules[rule]["options"].items():
            if option == row["option"]:
                continue
            if entry.get("value") != "given":
                choice = compile_choice(spec, rule, option)
                yield changed(table, rule, choice, f"{rule}={option}", f"`{rule}` were `{option}`")
                continue
            for value in given.get((rule, option), []):
                if same_names(rule, value, row["value"]):
                    continue
                choice = compile_choice(spec, rule, option, value)
                shown = ", ".join(value) if isinstance(value, list) else str(value)
                identity, change = f"{rule}={option}:{shown}", f"`{rule}` were `{option}` ({shown})"
                yield changed(table, rule, choice, identity, change)
        yield from value_mutants(table, rule, row)


def same_names(rule: str, value: Any, other: Any) -> bool:
    """Whether two values of ``openers`` name the same tags: a list of one name is no change from that one name."""
    return rule == "openers" and bool(value == other)


def value_mutants(table: Table, rule: str, row: dict[str, Any]) -> Iterator[Mutant]:
    """Every table with one name, or one character of a place or set, less."""
    value = row["value"]
    if isinstance(value, list) and row["option"] == "names":
        for name in value if len(value) > 1 else []:  # the last one less is another option, or nothing
            rest = {**row, "value": [other for other in value if other != name]}
            yield changed(table, rule, rest, f"{rule}-{name}", f"`{rule}` lacked `{name}`")
    elif isinstance(value, str) and rule not in (
        "block-join",
        "block-leaves",
        "nothing-found",
        "empty-thinking",
        "wrap-join",
    ):
        for character in value:
            rest = {**row, "value": value.replace(character, "")}
            code = f"U+{ord(character):04X}"
            yield changed(table, rule, rest, f"{rule}-{code}", f"`{rule}` lacked the character {code}")


def changed(table: Table, rule: str, row: dict[str, Any], identity: str, change: str) -> Mutant:
    """A copy of the table with one row replaced."""
    return Mutant(identity, rule, change, {**table, rule: row})


def given_values(spec: Spec) -> dict[tuple[str, str], list[Any]]:
    """For each option whose value a dialect writes down: the values that dialects gave it."""
    values: dict[tuple[str, str], list[Any]] = {}
    for dialect in spec.dialects:
        for rule, choice in spec.choices(dialect).items():
            if "value" in choice:
                known = values.setdefault((rule, choice["option"]), [])
                if choice["value"] not in known:
                    known.append(choice["value"])
    return values


def reader_of(spec: Spec, dialect: str, table: Table, options: dict[str, Any]) -> Reader | None:
    """The reference on a table of one's own; None where the dialect's settings do not fit that table.

    A change may take away what a setting is about: a marker pair has no tag name.
    """
    settings: list[str] = spec.dialect_files[dialect].value["settings"]
    try:
        return configured(dialect, table, settings, options)
    except (ValueError, TypeError, IndexError):
        return None
