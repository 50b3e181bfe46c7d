"""The table of what is shown by how many cases: rules, tag names, families, wire fields and transitions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from thinkspec.casetext import TextError, text_of
from thinkspec.check.workspace import Row, Workspace, at
from thinkspec.effort_checks import COLUMNS, MAPPINGS, NOTHING, REFUSED, fields_of
from thinkspec.effort_core import leaves
from thinkspec.effort_tables import compile_effort, has_effort_tables, load_effort
from thinkspec.schema import Finding
from thinkspec.strictyaml import Document

CHANGING = re.compile(r"[0-9a-f]{8}>$")
MAPPING_FILE = "effort/families-{}.yaml"


@dataclass(frozen=True)
class Line:
    """One thing that needs a case: its kind, its name, how many cases show it, and where it stands."""

    kind: str
    name: str
    count: int
    document: Document
    place: tuple[str | int, ...] = ()


def everything_is_shown(workspace: Workspace) -> Iterator[Finding]:
    """Every tag name, family, wire field and transition has a case that shows it."""
    if not claims_to_be_enough(workspace):
        return
    for line in lines(workspace):
        if line.kind != "rule" and line.count == 0:
            yield at(line.document, line.place, f"no case shows {line.kind} {line.name}.")


def claims_to_be_enough(workspace: Workspace) -> bool:
    """Whether the corpus is held to adequacy at all: it is, as soon as it has ``cases/adequacy``."""
    return any(path.startswith("cases/adequacy/") for path in workspace.documents)


def lines(workspace: Workspace) -> Iterator[Line]:
    """Every line of the matrix; nothing while a file cannot be read, or where there are no such cases at all."""
    if workspace.spec is None or workspace.unread:
        return
    if workspace.rows.get("read"):
        yield from rule_lines(workspace)
        yield from name_lines(workspace)
        yield from tag_family_lines(workspace)
    if workspace.rows.get("effort") and has_effort_tables(workspace.spec.folder):
        yield from effort_lines(workspace)
    if workspace.rows.get("stream"):
        yield from transition_lines(workspace)


def rule_lines(workspace: Workspace) -> Iterator[Line]:
    """Rule by rule, and the option that each dialect chose."""
    spec = workspace.spec
    if spec is None:
        return
    counts: Counter[tuple[str, str]] = Counter()
    for group in ("read", "stream"):
        for row in workspace.rows.get(group, ()):
            expect = row.value.get("expect") if row.sound else {}
            for dialect, reading in (expect or {}).items():
                counts.update((dialect, rule) for rule in set(reading.get("rules", row.value["rules"])))
    for rule in spec.rules:
        for dialect, document in spec.dialect_files.items():
            option = spec.choices(dialect)[rule]["option"]
            yield Line("rule", f"{rule} {dialect}: {option}", counts[dialect, rule], document, ("choices", rule))


def name_lines(workspace: Workspace) -> Iterator[Line]:
    """Every name that a dialect lists, shown where a case about names holds a tag of it."""
    spec = workspace.spec
    if spec is None:
        return
    for dialect, document in spec.dialect_files.items():
        for rule, mark in (("openers", "<"), ("extra-closers", "</")):
            choice = document.value["choices"][rule]
            markers = choice["option"] == "marker-pair"
            texts = [
                text.lower()
                for row in workspace.rows["read"]
                if row.sound and rule in rules_in(row, dialect)
                for text in [input_of(row)]
            ]
            for name in choice.get("value", ()):
                tag = (name if markers else f"{mark}{name}").lower()
                count = sum(tag in text for text in texts)
                yield Line("name", f"{name} ({rule} of {dialect})", count, document, ("choices", rule))


def tag_family_lines(workspace: Workspace) -> Iterator[Line]:
    """Every family of tags.yaml, shown where a reply holds one of its texts."""
    spec = workspace.spec
    if spec is None:
        return
    texts = [input_of(row).lower() for row in workspace.rows["read"] if row.sound]
    for number, family in enumerate(spec.tags_file.value["families"]):
        marks = [mark.lower() for mark in marks_of(family)]
        count = sum(any(mark in text for mark in marks) for text in texts)
        yield Line("tag family", family["id"], count, spec.tags_file, ("families", number))


def marks_of(family: dict[str, Any]) -> list[str]:
    """The texts by which a family is known in a reply; a part of a list is no text."""
    marks = [*family.get("open", ()), *family.get("close", ())]
    if not any(marks):
        marks = [f"<{name}>" for name in family.get("names", ())]
    # A part of a mark that differs from reply to reply does not count.
    return [CHANGING.sub("", mark) for mark in marks if mark] or [family["id"]]


def effort_lines(workspace: Workspace) -> Iterator[Line]:
    """Every family of a mapping, and every field of a wire that a family fills."""
    spec = workspace.spec
    if spec is None:
        return
    from thinkspec.adequacy.effort import entries_by_wire, roles_of
    from thinkspec_reference.effort_families import family_of

    compiled = compile_effort(load_effort(workspace.root, spec.folder))
    base = spec.folder.relative_to(workspace.root).as_posix()
    wires = workspace.documents[f"{base}/effort/wires.yaml"]
    places = {row["id"]: number for number, row in enumerate(wires.value["wires"])}
    for mapping in MAPPINGS:
        table = compiled["mappings"][mapping]
        document = workspace.documents[f"{base}/{MAPPING_FILE.format(mapping)}"]
        families: Counter[str] = Counter()
        paths: Counter[tuple[str, tuple[str, ...]]] = Counter()
        for row in workspace.rows["effort"]:
            if row.sound and mapping in row.value["expect"]:
                model = row.value["args"].get("model")
                families[family_of(mapping, model if isinstance(model, str) else None).id] += 1
                paths.update(set(paths_in(row, mapping)))
        for number, family in enumerate(document.value["families"]):
            name = f"{family['id']} in {mapping}"
            yield Line("effort family", name, families[family["id"]], document, ("families", number))
        used = sorted({(wire, role) for wire, entry in entries_by_wire(table) for role in roles_of(entry)})
        for wire, role in used:
            path = tuple(table["wires"][wire]["fields"].get(role, ()))
            if path:
                name = f"{'.'.join(path)} on {wire} in {mapping}"
                yield Line("wire field", name, paths[wire, path], wires, ("wires", places[wire], "fields"))


def paths_in(row: Row, mapping: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every field that a case expects, by wire."""
    forms = row.document.value.get("forms", {})
    for wire, wanted in row.value["expect"][mapping].items():
        cells: Iterable[Any] = wanted.get("cells", ())
        form = forms.get(wanted.get("form", wire))
        fields = [fields_of(cell, form) for cell in [*cells][: len(COLUMNS)] if cell not in (NOTHING, REFUSED)]
        for field in (*fields, wanted.get("fields") or {}):
            yield from ((wire, path) for path, _ in leaves(field))


def transition_lines(workspace: Workspace) -> Iterator[Line]:
    """Every transition of a round: its event stands in a case, in a round of that state."""
    spec = workspace.spec
    if spec is None:
        return
    path = f"{spec.folder.relative_to(workspace.root).as_posix()}/rounds.yaml"
    document = workspace.documents.get(path)
    if document is None:
        return
    rows = document.value["transitions"]
    after = {(row["state"], row["event"]): row.get("next", row["state"]) for row in rows}
    met: Counter[tuple[str, str]] = Counter()
    for row in workspace.rows["stream"]:
        state = document.value["start"]
        seen = set()
        for event in row.value.get("events", ()) if row.sound else ():
            seen.add((state, event[0]))
            state = after.get((state, event[0]), state)
        met.update(seen)
    for number, row_ in enumerate(rows):
        name = f"{row_['state']}: {row_['event']}"
        yield Line("transition", name, met[row_["state"], row_["event"]], document, ("transitions", number))


def rules_in(row: Row, dialect: str) -> list[str]:
    """The rules that a case shows in a dialect."""
    rules: list[str] = row.value["expect"].get(dialect, {}).get("rules", row.value["rules"])
    return rules


def input_of(row: Row) -> str:
    """A case's reply; empty where there is none."""
    try:
        return text_of(row.value.get("input")) or ""
    except TextError:
        return ""


def drawn_matrix(workspace: Workspace) -> Iterator[str]:
    """The matrix as text: the rules as a table, then every other kind with its counts."""
    known = list(lines(workspace))
    spec = workspace.spec
    if spec is None:
        return
    rules = [line for line in known if line.kind == "rule"]
    counts = {line.name: line.count for line in rules}
    width = max((len(rule) for rule in spec.rules), default=0)
    yield " " * width + "".join(f"  {dialect:>22}" for dialect in spec.dialects)
    for rule in spec.rules:
        cells = []
        for dialect in spec.dialects:
            option = spec.choices(dialect)[rule]["option"]
            cells.append(f"  {option + ' ' + str(counts.get(f'{rule} {dialect}: {option}', 0)):>22}")
        yield f"{rule:<{width}}" + "".join(cells)
    for kind in dict.fromkeys(line.kind for line in known if line.kind != "rule"):
        yield ""
        yield f"{kind}:"
        yield from (f"  {line.count:>5}  {line.name}" for line in known if line.kind == kind)
