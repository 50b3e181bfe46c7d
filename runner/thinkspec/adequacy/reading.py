"""Mutants of the dialects' tables: every change that ``mutants.py`` knows, and those that only a proof needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from thinkspec.adequacy.model import Mutant
from thinkspec.mutants import Mutant as TableMutant
from thinkspec.mutants import changed, option_mutants
from thinkspec.tables import Spec, Table, canonical, compile_dialect

# Rules whose cases stand among the streams.
STREAMED = frozenset(("stream-kind",))
# rule -> characters that its set or its places do not hold, one a kind of mistake: the next letter of a list, the
# wider set of another language, the narrower one of a third
WIDER: dict[str, str] = {
    "unclosed-opener": ",;:)*`\u2026\u2028\u3002",
    "after-closer": "\v\f\u00a0\u0085\u2028",
    "inside-tag": "/\u0085\u200b\ufeff\x1c",
    "blank-block": "\0\x1c\u0085\u200b\ufeff",
    "block-trim": "\0\f\x1c\u0085\u00a0\u200b\ufeff",
    "answer-trim": "\0\f\x1c\u0085\u00a0\u200b\ufeff",
    "space-runs": "\n\r\u00a0",
}
JOINS = ("", " ", "\n", "\n\n", "\n\n\n", "\r\n")
# A name that a list of names could hold.
PLAIN = re.compile("[a-z][a-z0-9_:-]*")
JOINED = ("block-join", "block-leaves", "wrap-join")


def reading_mutants(spec: Spec) -> Iterator[Mutant]:
    """Every mutant of every dialect's table; no two of a dialect hold the same table."""
    names = known_names(spec)
    for dialect in spec.dialects:
        table = compile_dialect(spec, dialect)
        seen = {canonical(table)}
        for found in (*option_mutants(spec, table), *further(spec, table, names)):
            key = canonical(found.table)
            if key not in seen:
                seen.add(key)
                yield mutant_of(dialect, found)


def mutant_of(dialect: str, found: TableMutant) -> Mutant:
    """A changed table as a mutant of a dialect."""
    group = "stream" if found.rule in STREAMED else "read"
    return Mutant(
        id=f"{group}/{dialect}/{found.id}",
        group=group,
        scope=dialect,
        rule=found.rule,
        change=found.change,
        order=f"{group}/{dialect}/{found.rule}",
        rest=f"{group}/{dialect}",
        payload={"dialect": dialect, "rule": found.rule, "row": found.table[found.rule]},
    )


def further(spec: Spec, table: Table, names: list[str]) -> Iterator[TableMutant]:
    """The changes that a diagnosis need not try."""
    for rule, row in table.items():
        if rule in ("openers", "extra-closers"):
            yield from more_names(table, rule, row, names)
        elif rule in JOINED:
            for join in JOINS:
                yield changed(table, rule, {**row, "value": join}, f"{rule}={join!r}", f"`{rule}` were {join!r}")
        elif rule in WIDER and isinstance(row["value"], str):
            for character in WIDER[rule]:
                if character not in row["value"]:
                    code = f"U+{ord(character):04X}"
                    wider = {**row, "value": row["value"] + character}
                    yield changed(table, rule, wider, f"{rule}+{code}", f"`{rule}` had the character {code} too")
            if rule != "unclosed-opener":
                yield from other_sets(spec, table, rule, row)


def more_names(table: Table, rule: str, row: dict[str, Any], names: list[str]) -> Iterator[TableMutant]:
    """A list of names with one name more, and with another name first."""
    if row["option"] == "marker-pair":
        value = row["value"][::-1]
        yield changed(table, rule, {**row, "value": value}, f"{rule}-turned", f"`{rule}` had its two markers swapped")
        return
    own = row["value"] or []
    taken = {*own, *table["openers"]["value"]} if rule == "extra-closers" else own
    for name in names:
        if name not in taken:
            wider = {"option": "names", "value": [*own, name]}
            yield changed(table, rule, wider, f"{rule}+{name}", f"`{rule}` had the name `{name}` too")
    for name in own[1:] if rule == "openers" else ():
        value = [name, *(other for other in own if other != name)]
        yield changed(table, rule, {**row, "value": value}, f"{rule}-first-{name}", f"`{rule}` began with `{name}`")


def other_sets(spec: Spec, table: Table, rule: str, row: dict[str, Any]) -> Iterator[TableMutant]:
    """The same option with each other set of white space."""
    for name, entry in spec.rules_file.value["sets"].items():
        other = {**row, "value": entry["characters"]}
        yield changed(table, rule, other, f"{rule}:{name}", f"`{rule}` used the set `{name}`")


def known_names(spec: Spec) -> list[str]:
    """Every tag name that a dialect or a family of ``tags.yaml`` uses and that can stand in a list."""
    found: dict[str, None] = {}
    for dialect in spec.dialects:
        for rule in ("openers", "extra-closers"):
            choice = spec.choices(dialect)[rule]
            if choice["option"] in ("names", "one-name"):
                found.update(dict.fromkeys(choice["value"]))
    for family in spec.tags_file.value["families"]:
        if family["form"] == "xml":
            found.update({name.lower(): None for name in family.get("names", ()) if PLAIN.fullmatch(name.lower())})
    return list(found)
