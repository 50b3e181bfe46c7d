"""Mutants of the effort tables: cells, budgets, displays, refusals, guards, prefixes, fields, switches.

A change is made in the compiled table, as a patch by path of one mapping (``entries|12|cells|high``).  The questions that
show a cell are those whose model and wire lead to its entry; those that show how ids are matched have the prefix in
their model's id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from thinkspec.adequacy.effort_cells import cell_mutants, entry_mutants
from thinkspec.adequacy.effort_ids import id_mutants
from thinkspec.adequacy.model import Mutant
from thinkspec.adequacy.questions import Questions
from thinkspec.effort_checks import MAPPINGS
from thinkspec.tables import canonical

Patch = dict[str, Any]
# What is changed, the change in words, the patch, and the name of the questions that show it.
Change = tuple[str, str, Patch, str]
READINGS = ("none", "effort", "switch", "refused")


def effort_mutants(compiled: dict[str, Any], questions: Questions) -> Iterator[Mutant]:
    """Every mutant of the mappings that can be asked for by name, and of the switches."""
    for mapping in MAPPINGS:
        table = compiled["mappings"][mapping]
        efforts = compiled["vocabulary"]["efforts"]
        file_orders(mapping, table, questions)
        models = Models(questions, mapping)
        follow = compiled["vocabulary"]["follow"]
        seen: set[str] = set()
        for rule, change, patch, order in (
            *cell_mutants(table, efforts),
            *entry_mutants(table),
            *family_mutants(table),
            *field_mutants(table),
            *id_mutants(table, follow),
        ):
            key = canonical(patch)
            if key not in seen:
                seen.add(key)
                yield mutant_of(mapping, rule, change, patch, order, questions, models)
    yield from switch_mutants(compiled["switches"], questions)


def mutant_of(
    mapping: str, rule: str, change: str, patch: Patch, order: str, questions: Questions, models: Models
) -> Mutant:
    """One patch as a mutant."""
    words = change.replace("`", "").replace(" ", "-")
    name = f"effort/{mapping}/{rule}/{words}"
    own = f"effort/{mapping}/{order}"
    if order.startswith("id/") and own not in questions.orders:
        questions.order(own, models.holding(order.removeprefix("id/").split("|")))
    return Mutant(
        id=name,
        group="effort",
        scope=mapping,
        rule=rule,
        change=change,
        order=own,
        rest="",  # no other question could notice
        payload={"of": mapping, "mapping": name, "patch": patch},
    )


def made_up(mutants: Iterable[Mutant]) -> dict[str, Any]:
    """The mappings that a worker must know before it is asked: name to what is patched, and how."""
    return {
        mutant.payload["mapping"]: {key: mutant.payload[key] for key in ("of", "patch")}
        for mutant in mutants
        if "patch" in mutant.payload
    }


def file_orders(mapping: str, table: dict[str, Any], questions: Questions) -> None:
    """File the questions of a mapping: all, by entry, by family, by wire."""
    from thinkspec_reference.effort_families import family_of

    whole = f"effort/{mapping}"
    unlisted = table["families"]["unlisted"]["sends"]
    found: dict[str, list[int]] = {}
    for number in numbers(questions, mapping):
        request = questions.checks[number].request
        model = request["args"].get("model")
        family = family_of(mapping, model if isinstance(model, str) else None).id
        sends = {**unlisted, **table["families"][family]["sends"]}
        wire = request["wire"]
        entry = sends.get(wire)
        if request["args"].get("thinking_toggle"):
            entry = sends.get(f"{wire}+toggle", entry)
        for name in (f"entry/{entry}", f"family/{family}", f"wire/{wire}", f"sends/{family}/{wire}"):
            found.setdefault(name, []).append(number)
    questions.order(whole, numbers(questions, mapping))
    for name, own in found.items():
        questions.order(f"{whole}/{name}", own)


def numbers(questions: Questions, mapping: str) -> list[int]:
    """The numbers of a mapping's effort questions."""
    return [
        number for number, check in enumerate(questions.checks) if check.op == "effort" and check.dialect == mapping
    ]


class Models:
    """A mapping's questions by the model they ask about, in lower case."""

    def __init__(self, questions: Questions, mapping: str) -> None:
        self.by_model: dict[str, list[int]] = {}
        for number in numbers(questions, mapping):
            model = questions.checks[number].request["args"].get("model")
            self.by_model.setdefault(model.lower() if isinstance(model, str) else "", []).append(number)

    def holding(self, texts: list[str]) -> list[int]:
        """The numbers of the questions whose model holds one of some texts."""
        return [
            number for model, found in self.by_model.items() if any(text in model for text in texts) for number in found
        ]


def family_mutants(table: dict[str, Any]) -> Iterator[Change]:
    """A family that refuses more or less, or that has no word of its own on a wire."""
    for name, family in table["families"].items():
        for what in ("budget", "effort"):
            now = family["refuses"]
            other = [one for one in now if one != what] if what in now else [*now, what]
            verb = "took" if what in now else "refused"
            yield (
                f"family {name}",
                f"it {verb} an {what}".replace("an b", "a b"),
                {f"families|{name}|refuses": other},
                f"family/{name}",
            )
        for wire in family["sends"] if name != "unlisted" else ():
            change = f"it had no row for {wire}"
            yield (
                f"family {name}",
                change,
                {f"families|{name}|sends|{wire}": None},
                f"sends/{name}/{wire.split('+')[0]}",
            )


def field_mutants(table: dict[str, Any]) -> Iterator[Change]:
    """A wire whose field has another name, at the top or below; fields that no row of the mapping uses are left out."""
    used = {(wire, role) for wire, entry in entries_by_wire(table) for role in roles_of(entry)}
    for wire, row in table["wires"].items():
        for role, path in row["fields"].items():
            for place, key in enumerate(path if (wire, role) in used else ()):
                other = [*path[:place], f"{key}_", *path[place + 1 :]]
                change = f"the field of {role} were {'.'.join(other)}"
                yield f"wire {wire}", change, {f"wires|{wire}|fields|{role}": other}, f"wire/{wire}"


def entries_by_wire(table: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every wire with every entry that is sent on it."""
    for family in table["families"].values():
        for wire, number in family["sends"].items():
            yield wire.split("+")[0], table["entries"][number]


def roles_of(entry: dict[str, Any]) -> set[str]:
    """The fields that an entry may fill."""
    cells = [cell for cell in entry["cells"].values() if isinstance(cell, dict)]
    roles = {role for cell in cells for role in cell}
    if "budget" in entry:
        roles |= {"budget", *entry["budget"]["with"]}
    if "display" in entry:
        roles |= {"display", "type"}
    return {entry.get("fields", {}).get(role, role) for role in roles}


def switch_mutants(switches: dict[str, Any], questions: Questions) -> Iterator[Mutant]:
    """A switch beside an effort that is read as something else."""
    asked = [
        number
        for number, check in enumerate(questions.checks)
        if check.op == "effort" and check.request["args"].get("thinking_enabled") is not None
    ]
    order = questions.order("effort/switches", asked)
    for switch, row in switches.items():
        for effort, reading in row.items():
            for other in READINGS:
                # With no effort given, to read the switch "as the effort" is to leave it alone.
                if other != reading and (effort != "unset" or other != "effort"):
                    yield Mutant(
                        id=f"effort/switches/{switch}-{effort}={other}",
                        group="effort",
                        scope="switches",
                        rule="switch",
                        change=f"the switch {switch} beside effort {effort} were read as {other}",
                        order=order,
                        rest="",
                        payload={
                            "module": "effort_tables",
                            "path": ["EFFORT", "switches", switch, effort],
                            "value": other,
                        },
                    )
