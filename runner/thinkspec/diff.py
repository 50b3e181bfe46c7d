"""What differs between two spec versions: the typed changes of their tables, and every case whose reading flips."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thinkspec.adequacy.questions import questions
from thinkspec.adequacy.twin import Twin, engine_folder
from thinkspec.errors import UsageError
from thinkspec.generate.references import reference_files
from thinkspec.strictyaml import load
from thinkspec.tables import Spec, compile_all, load_spec

# What rows of a list are told apart by, where they have it.
NAMES = ("id", "prefix", "name")
KIND_OF_KEY = {
    "sentence": "changed sentence",
    "option": "changed option",
    "basis": "changed basis",
    "source": "changed source",
}


@dataclass(frozen=True)
class Change:
    """One difference: ``kind`` in words, the place in the tables, and both values (None where there is none)."""

    kind: str
    place: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Flip:
    """One check that the reference answers differently on the two versions' tables."""

    check: str
    before: Any
    after: Any


def version_folder(root: Path, name: str) -> Path:
    """The folder of a version below ``root/spec``; raises UsageError if there is none."""
    folder = root / "spec" / name
    if not (folder / "rules.yaml").is_file():
        known = sorted(path.parent.name for path in (root / "spec").glob("*/rules.yaml"))
        raise UsageError(f"{name}: no such spec version. There is: {', '.join(known)}.")
    return folder


def table_changes(one: Path, other: Path) -> list[Change]:
    """Every difference between the tables in two folders, in the order of files and places."""
    first, second = tables(one), tables(other)
    found: list[Change] = []
    for path in sorted(first.keys() | second.keys()):
        if path not in second:
            found.append(Change("removed", path, "table", None))
        elif path not in first:
            found.append(Change("added", path, None, "table"))
        else:
            found += differences(first[path], second[path], path)
    return found


def tables(folder: Path) -> dict[str, Any]:
    """Every table below a folder, by path."""
    paths = sorted(folder.rglob("*.yaml"))
    return {path.relative_to(folder).as_posix(): load(path).value for path in paths}


def differences(one: Any, other: Any, place: str) -> Iterator[Change]:
    """The differences of two values; lists of rows are compared row by row, by their names."""
    if isinstance(one, list) and isinstance(other, list):
        rows = by_name(one), by_name(other)
        if rows[0] is not None and rows[1] is not None:
            one, other = rows
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            where = f"{place} {key}"
            if key not in other:
                yield Change("removed", where, one[key], None)
            elif key not in one:
                yield Change("added", where, None, other[key])
            else:
                yield from differences(one[key], other[key], where)
    elif one != other or type(one) is not type(other):
        yield Change(KIND_OF_KEY.get(place.rpartition(" ")[2], "changed value"), place, one, other)


def by_name(rows: list[Any]) -> dict[str, Any] | None:
    """Rows by what tells them apart; None for a list of anything else."""
    for name in NAMES:
        if rows and all(isinstance(row, dict) and isinstance(row.get(name), str) for row in rows):
            named = {row[name]: row for row in rows}
            if len(named) == len(rows):
                return named
    return None


def flips(root: Path, one: Spec, other: Spec) -> list[Flip]:
    """Every check of the corpus that the Python reference answers differently on the tables of two versions."""
    shared = [dialect for dialect in other.dialects if dialect in one.dialects]
    asked = questions(root, other)
    numbers = [n for n, check in enumerate(asked.checks) if check.case.group == "effort" or check.dialect in shared]
    sent = asked.sent()
    before, after = (answers(spec, sent, numbers) for spec in (one, other))
    return [
        Flip(asked.checks[number].id, left[1], right[1])
        for number, left, right in zip(numbers, before, after, strict=True)
        if left != right
    ]


def answers(spec: Spec, sent: list[dict[str, Any]], numbers: list[int]) -> list[list[Any]]:
    """What the Python reference, generated anew from a version's tables, answers to questions."""
    with tempfile.TemporaryDirectory(prefix="thinkspec-") as folder:
        package = Path(folder) / "thinkspec_reference"
        shutil.copytree(
            engine_folder("python") / "thinkspec_reference", package, ignore=shutil.ignore_patterns("__pycache__")
        )
        for path, text in reference_files(spec).items():
            if path.parent.name == package.name:
                (package / path.name).write_text(text, "utf-8")
        with Twin("python", Path(folder)) as twin:
            twin.load(compile_all(spec), sent, {}, {})
            return twin.ask(numbers)


def compared(root: Path, one: str, other: str) -> tuple[list[Change], list[Flip]]:
    """Changes and flips between two named versions."""
    folders = version_folder(root, one), version_folder(root, other)
    changes = table_changes(*folders)
    if not changes:
        return [], []
    return changes, flips(root, load_spec(root, version=one), load_spec(root, version=other))
