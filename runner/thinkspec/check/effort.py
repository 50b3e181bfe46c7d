"""The effort tables: every word is known, every wire can carry what a row says, nothing stands twice.

Which ids a row can match is checked in ``effort_ids.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Any

from thinkspec.check.effort_ids import one_row_for_an_id, rows_can_match
from thinkspec.check.workspace import Workspace, at
from thinkspec.effort_tables import FAMILIES, FOLDER, SINGLE, EffortSpec, compile_entry, row_entries
from thinkspec.schema import Finding
from thinkspec.strictyaml import Document, Place

UNLISTED = "unlisted"


def effort_tables_hold(workspace: Workspace) -> Iterator[Finding]:
    """Every check of the effort tables; while a table does not fit its schema only that is told."""
    spec = effort_spec(workspace)
    if spec is None:
        return
    for rule in RULES:
        yield from rule(spec)


def effort_compiles(workspace: Workspace) -> bool:
    """Whether the twins' effort tables can be made of these: also if there are none."""
    base = f"{workspace.spec.folder.relative_to(workspace.root).as_posix()}/{FOLDER}/" if workspace.spec else ""
    if not any(path.startswith(base) for path in (*workspace.documents, *workspace.unread)):
        return True
    return effort_spec(workspace) is not None and not any(effort_tables_hold(workspace))


def effort_spec(workspace: Workspace) -> EffortSpec | None:
    """The effort tables, if they are there and fit their schemas."""
    if workspace.spec is None:
        return None
    base = PurePosixPath(workspace.spec.folder.relative_to(workspace.root).as_posix()) / FOLDER
    below = {path for path in workspace.documents if PurePosixPath(path).parent == base}
    faulty = {finding.path for finding in workspace.faults} | workspace.unread
    single = {name: f"{base}/{name}.yaml" for name in SINGLE}
    if not below.issuperset(single.values()) or any(PurePosixPath(path).parent == base for path in faulty):
        return None
    names = sorted(PurePosixPath(path).stem for path in below)
    families = {
        name.removeprefix(FAMILIES): workspace.documents[f"{base}/{name}.yaml"]
        for name in names
        if name.startswith(FAMILIES)
    }
    return EffortSpec(**{name: workspace.documents[path] for name, path in single.items()}, families=families)


def effort_is_whole(workspace: Workspace) -> Iterator[Finding]:
    """All files of the effort tables are there."""
    if workspace.spec is None:
        return
    base = f"{workspace.spec.folder.relative_to(workspace.root).as_posix()}/{FOLDER}"
    if not any(path.startswith(f"{base}/") for path in workspace.documents):
        return
    for name in SINGLE:
        path = f"{base}/{name}.yaml"
        if path not in workspace.documents and path not in workspace.unread:
            yield Finding(path, 1, "there is no such file, and the effort tables need it.")


def nothing_twice(spec: EffortSpec) -> Iterator[Finding]:
    """No id twice in a list, no pair of switch and effort twice, and none of them missing."""
    lists = [
        (spec.vocabulary, "efforts"),
        (spec.vocabulary, "displays"),
        (spec.wires, "wires"),
        (spec.engines, "engines"),
        (spec.switches, "layers"),
        *((document, "families") for document in spec.families.values()),
    ]
    for document, name in lists:
        seen: dict[str, int] = {}
        for number, row in enumerate(document.value[name]):
            line = document.line((name, number))
            first = seen.setdefault(row["id"], line)
            if first != line:
                yield at(document, (name, number), f"{row['id']} stands here twice; the first is at line {first}.")
    document = spec.switches
    pairs = [(row["switch"], row["effort"]) for row in document.value["switches"]]
    for number, pair in enumerate(pairs):
        if pair in pairs[:number]:
            yield at(document, ("switches", number), "this switch and effort stand here twice.")
    for switch, effort in ((switch, effort) for switch in (False, True) for effort in ("none", "unset", "other")):
        if (switch, effort) not in pairs:
            shown = "true" if switch else "false"
            yield at(document, ("switches",), f"no row for switch {shown} and effort {effort}.")


def mapping_is_its_file(spec: EffortSpec) -> Iterator[Finding]:
    """A mapping's name is in its file's name, and one row stands for all other ids and knows every wire."""
    for name, document in spec.families.items():
        if document.value["mapping"] != name:
            told = document.value["mapping"]
            yield at(document, ("mapping",), f"mapping is {told}, but the file is {FAMILIES}{name}.yaml.")
            continue
        rest = [row for row in document.value["families"] if row["id"] == UNLISTED]
        if not rest:
            yield at(document, ("families",), f"no family {UNLISTED}: it says what goes out for every other id.")
            continue
        said = {wire for entry in rest[0]["sends"] if "when" not in entry for wire in entry["wires"]}
        for wire in spec.wires_of(name):
            if wire not in said:
                place = ("families", document.value["families"].index(rest[0]), "sends")
                yield at(document, place, f"family {UNLISTED} has no entry for wire {wire}.")


def efforts_are_words(spec: EffortSpec) -> Iterator[Finding]:
    """Every effort that a row names is in the vocabulary, and a ladder climbs."""
    known = spec.efforts
    for document, place, entry in every_entry(spec):
        ladder = entry.get("ladder", [])
        named = [
            *((effort, "ladder") for effort in ladder),
            *((effort, "steps") for pair in entry.get("steps", {}).items() for effort in pair),
            *((effort, "bases") for effort in entry.get("bases", {})),
            *((effort, "contested") for item in entry.get("contested", []) for effort in item.get("efforts", [])),
        ]
        unknown = [(effort, key) for effort, key in named if effort not in known]
        for effort, key in unknown:
            yield at(document, (*place, key), f"{key} names {effort}, which is no effort. Efforts: {', '.join(known)}.")
        if not unknown and ladder != sorted(ladder, key=known.index):
            yield at(document, (*place, "ladder"), "the ladder does not go from the weakest to the strongest.")


def wires_can_say(spec: EffortSpec) -> Iterator[Finding]:
    """An entry's wires are known to its mapping, are named once a family, and have a field for all that is said."""
    known_efforts = set(spec.efforts)
    for mapping, document in spec.families.items():
        wires = spec.wires_of(mapping)
        for number, row in enumerate(document.value["families"]):
            seen: set[tuple[str, str]] = set()
            for entry_number, entry in enumerate(row_entries(row, document.value["policy"])):
                place: Place = ("families", number, "sends", entry_number)
                for wire in entry["wires"]:
                    key = (wire, entry.get("when", ""))
                    if wire not in wires:
                        yield at(document, (*place, "wires"), f"the mapping {mapping} has no wire {wire}.")
                        continue
                    if key in seen:
                        yield at(document, (*place, "wires"), f"family {row['id']} says twice what goes out on {wire}.")
                    seen.add(key)
                    if set(entry.get("ladder", [])) | set(entry.get("steps", {})) <= known_efforts:
                        yield from _unsayable(spec, document, place, entry, wires[wire])


def _unsayable(
    spec: EffortSpec, document: Document, place: Place, entry: dict[str, Any], wire: Any
) -> Iterator[Finding]:
    """What an entry says and the wire has no field for."""
    fields = dict(wire["fields"])
    for role, name in entry.get("fields", {}).items():
        if name not in fields:
            yield at(document, (*place, "fields"), f"wire {wire['id']} has no field {name}.")
            return
        fields[role] = fields[name]
    compiled = compile_entry(spec.efforts, entry)
    cells = [cell for cell in compiled["cells"].values() if isinstance(cell, dict)]
    said = {role for cell in cells for role in cell}
    if "budget" in compiled:
        said |= {"budget", *compiled["budget"]["with"]}
    for role in sorted(said - set(fields)):
        yield at(document, place, f"wire {wire['id']} has no field to say {role} in.")


def sources_are_named(spec: EffortSpec) -> Iterator[Finding]:
    """Where a mapping grades its sources, each row that has one has a grade."""
    for document in spec.families.values():
        policy = document.value["policy"]
        entries = [
            (("families", number, "sends", entry_number), entry)
            for number, row in enumerate(document.value["families"])
            for entry_number, entry in enumerate(row_entries(row, policy))
        ]
        if not any("confidence" in entry for _, entry in entries):
            continue
        for place, entry in entries:
            if entry["basis"] != "decided" and "confidence" not in entry:
                yield at(document, place, "no confidence here. Write A, B or C beside the basis.")


def engines_speak(spec: EffortSpec) -> Iterator[Finding]:
    """An engine's mapping and wire are known."""
    document = spec.engines
    first = next(iter(spec.families), "")
    for number, row in enumerate(document.value["engines"]):
        mapping = row.get("mapping", first)
        if mapping not in spec.families:
            yield at(document, ("engines", number, "mapping"), f"there is no mapping {mapping}.")
        elif row["wire"] not in spec.wires_of(mapping):
            yield at(document, ("engines", number, "wire"), f"the mapping {mapping} has no wire {row['wire']}.")


def every_entry(spec: EffortSpec) -> Iterator[tuple[Document, Place, dict[str, Any]]]:
    """File, place and row of every entry, as it is written."""
    for document in spec.families.values():
        for number, row in enumerate(document.value["families"]):
            for entry_number, entry in enumerate(row["sends"]):
                yield document, ("families", number, "sends", entry_number), entry


RULES: tuple[Callable[[EffortSpec], Iterator[Finding]], ...] = (
    nothing_twice,
    mapping_is_its_file,
    efforts_are_words,
    wires_can_say,
    sources_are_named,
    engines_speak,
    one_row_for_an_id,
    rows_can_match,
)
