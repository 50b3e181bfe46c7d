"""Changes of how a model's id finds its family: guards, prefixes, letter case, and what stands before the id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Change = tuple[str, str, dict[str, Any], str]
TABLES = ("start", "start-folded", "part", "part-folded")


def id_mutants(table: dict[str, Any], follow: dict[str, list[str]]) -> Iterator[Change]:
    """Every change of one mapping's index."""
    index = table["index"]
    for kind in TABLES:
        for prefix, rows in index[kind].items():
            for place, (_, family) in enumerate(rows):
                rest = rows[:place] + rows[place + 1 :]
                change = f"the prefix {prefix} were missing"
                yield f"family {family}", change, {f"index|{kind}|{prefix}": rest or None}, f"id/{prefix.lower()}"
    for family in table["families"]:
        yield from guard_mutants(index, family, follow)
    yield from case_mutants(index)
    yield from needle_mutants(index["contains"])
    yield from own_id_mutants(table)


def guard_mutants(index: dict[str, Any], family: str, follow: dict[str, list[str]]) -> Iterator[Change]:
    """A family's row with each other guard: what may stand behind its prefixes."""
    own = {follows for kind in TABLES for rows in index[kind].values() for follows, name in rows if name == family}
    for guard in sorted(own):
        for other in follow:
            patch = {
                f"index|{kind}|{prefix}": [
                    [other if [follows, name] == [guard, family] else follows, name] for follows, name in rows
                ]
                for kind in TABLES
                for prefix, rows in index[kind].items()
                if [guard, family] in rows
            }
            if other != guard:
                prefixes = sorted(path.split("|")[2].lower() for path in patch)
                yield f"family {family}", f"its guard {guard} were {other}", patch, f"id/{'|'.join(prefixes)}"


def case_mutants(index: dict[str, Any]) -> Iterator[Change]:
    """The letter case of ids: everywhere the other way."""
    for at in ("start", "part"):
        exact, ignoring = index[at], index[f"{at}-folded"]
        lowered: dict[str, Any] = {}
        for prefix, rows in exact.items():
            lowered[prefix.lower()] = [*lowered.get(prefix.lower(), []), *rows]
        if exact:
            patch: dict[str, Any] = {f"index|{at}": {}, f"index|{at}-folded": {**ignoring, **lowered}}
            yield "ids", f"letter case did not count in {at}", patch, "id/"
        if ignoring:
            patch = {f"index|{at}": {**exact, **ignoring}, f"index|{at}-folded": {}}
            yield "ids", f"letter case counted in {at}", patch, "id/"


def needle_mutants(needles: list[list[Any]]) -> Iterator[Change]:
    """A text that counts anywhere in an id: gone, or with letter case the other way."""
    for place, (text, ignoring, family) in enumerate(needles):
        rest = needles[:place] + needles[place + 1 :]
        yield f"family {family}", f"the text {text} did not count", {"index|contains": rest}, f"id/{text.lower()}"
        turned = [*needles[:place], [text, not ignoring, family], *needles[place + 1 :]]
        word = "exact" if ignoring else "ignored"
        yield (
            f"family {family}",
            f"the letter case of {text} were {word}",
            {"index|contains": turned},
            f"id/{text.lower()}",
        )


def own_id_mutants(table: dict[str, Any]) -> Iterator[Change]:
    """What is taken off an id before it is looked up."""
    other = "whole" if table["parts"] == "last" else "last"
    yield "ids", f"the id were its {other} part", {"parts": other}, "id//"
    for text in table["strip"]:
        yield (
            "ids",
            f"{text} were not stripped",
            {"strip": [one for one in table["strip"] if one != text]},
            f"id/{text}",
        )
