"""The part of a request that says how much to think, in one spelling, so that two requests can be compared.

A mapper is judged by this core only.  It may give the bare fields or a whole request; it may write a key as another
library does; and it may say things beside the core that do not matter.  All three are data: the wires table lists the
fields of a wire, other spellings, and the siblings that a checker overlooks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from thinkspec.effort_tables import FOLDER
from thinkspec.strictyaml import load

Fields = dict[str, Any]
Steps = tuple[str, ...]


@dataclass(frozen=True)
class Wire:
    """One request format, as a checker needs it.

    ``at`` are keys that only say where the fields stand, ``knobs`` the first keys of every field on any wire.
    """

    id: str
    at: frozenset[str]
    knobs: frozenset[str]
    siblings: tuple[Steps, ...] = ()
    spelling: dict[str, str] = field(default_factory=dict)
    folded: tuple[Steps, ...] = ()
    trailing: tuple[tuple[Steps, Steps], ...] = ()
    display: Steps = ()


def wires(folder: Path) -> dict[str, Wire]:
    """The wires of a spec version by id; ``folder`` is the version's."""
    path = folder / FOLDER / "wires.yaml"
    rows = load(path, str(path)).value["wires"]
    knobs = frozenset(steps[0] for row in rows for steps in row["fields"].values())
    return {row["id"]: _wire(row, knobs) for row in rows}


def _wire(row: dict[str, Any], knobs: frozenset[str]) -> Wire:
    fields = row["fields"]
    return Wire(
        id=row["id"],
        at=frozenset([*row["at"], *row.get("at-providers", ())]),
        knobs=knobs,
        siblings=tuple(tuple(steps) for steps in row["siblings"]),
        spelling=row.get("spelling", {}),
        folded=tuple(tuple(fields[name]) for name in row.get("fold", ())),
        trailing=tuple((tuple(place["path"]), tuple(fields[place["field"]])) for place in row.get("trailing", ())),
        display=tuple(fields.get("display", ())),
    )


def core(wire: Wire, given: Fields) -> Fields:
    """What a mapper's fields, or its whole request, say about thinking.

    Raises nothing: what it does not know is not about thinking.
    """
    spelled = _respelled(given, wire.spelling)
    for key in wire.at:
        inner = spelled.get(key)
        if isinstance(inner, dict):
            spelled = {**{name: value for name, value in spelled.items() if name != key}, **inner}
    kept = {key: value for key, value in spelled.items() if key in wire.knobs}
    for path, steps in wire.trailing:
        value = _found(spelled, path)
        if value is not None:
            kept = _with(kept, steps, value)
    for steps in wire.folded:
        value = _found(kept, steps)
        if isinstance(value, str):
            kept = _with(kept, steps, value.lower())
    for steps in wire.siblings:
        kept = without(kept, steps)
    return kept


def without(fields: Fields, steps: Steps) -> Fields:
    """The fields without the one at the end of a path; what that leaves empty goes too.

    >>> without({"a": {"b": 1}, "c": 2}, ("a", "b"))
    {'c': 2}
    """
    head, *rest = steps
    if head not in fields:
        return fields
    others = {key: value for key, value in fields.items() if key != head}
    if not rest:
        return others
    if not isinstance(fields[head], dict):
        return fields
    inner = without(fields[head], tuple(rest))
    if inner == fields[head]:
        return fields
    return {key: inner if key == head else value for key, value in fields.items() if key != head or inner}


def leaves(fields: Fields, above: Steps = ()) -> list[tuple[Steps, Any]]:
    """Every value that is no object, with its path.

    >>> leaves({"a": {"b": 1}})
    [(('a', 'b'), 1)]
    """
    found: list[tuple[Steps, Any]] = []
    for key, value in fields.items():
        path = (*above, key)
        found += leaves(value, path) if isinstance(value, dict) else [(path, value)]
    return found


def _respelled(value: Any, spelling: dict[str, str]) -> Any:
    if isinstance(value, dict) and spelling:
        return {spelling.get(key, key): _respelled(inner, spelling) for key, inner in value.items()}
    return value


def _found(value: Any, steps: Steps) -> Any:
    """The value at the end of a path; the step ``last`` takes the last of a list."""
    for step in steps:
        if step == "last" and isinstance(value, list):
            value = value[-1] if value else None
        elif isinstance(value, dict):
            value = value.get(step)
        else:
            return None
    return value


def _with(fields: Fields, steps: Steps, value: Any) -> Fields:
    head, *rest = steps
    inner = fields.get(head)
    below = _with(inner if isinstance(inner, dict) else {}, tuple(rest), value) if rest else value
    return {**fields, head: below}
