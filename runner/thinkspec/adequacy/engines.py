"""Edits of the engines' own code: for each rule a few lines that a slip could change, so that dead branches show.

The list is data, ``cases/adequacy/engines.yaml``: which file, which text, what stands there instead, and which rules'
cases must notice.  Each edit is made in a scratch copy of the twin, and the copy is asked.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from thinkspec.adequacy.hunt import verdict
from thinkspec.adequacy.model import Fate, Mutant
from thinkspec.adequacy.questions import Questions
from thinkspec.adequacy.twin import Twin, WorkerEnded, engine_folder
from thinkspec.errors import UsageError
from thinkspec.strictyaml import load
from thinkspec.tables import Spec, compile_all

PLACE = Path("cases/adequacy/engines.yaml")
FOLDERS = {"python": "thinkspec_reference", "js": "."}
CHUNK, SECONDS = 100, 15.0
PART = 4


def chosen_edits(root: Path, twin: str, only: str, *, part: bool) -> list[dict[str, Any]]:
    """The edits of one engine that are asked for."""
    rows = [row for row in edits(root, twin) if only in identity(twin, row)]
    return rows[::PART] if part else rows


def edits(root: Path, twin: str) -> list[dict[str, Any]]:
    """The edits of one engine; none for tables without a list."""
    path = root / PLACE
    if not path.is_file():
        return []
    rows: list[dict[str, Any]] = load(path, PLACE.as_posix()).value["edits"]
    return [row for row in rows if twin in row["engines"]]


def identity(twin: str, row: dict[str, Any]) -> str:
    """An edit's id."""
    return f"engine/{twin}/{row['id']}"


def edited(twin: str, row: dict[str, Any], spec: Spec, asked: Questions) -> Fate:
    """Make one edit in a scratch copy, and look for the first case of its rules that fails there."""
    where = row["engines"][twin]
    mutant = Mutant(identity(twin, row), "engine", twin, row["rules"][0], row["change"], "", "", {})
    with tempfile.TemporaryDirectory(prefix="thinkspec-") as scratch:
        copy = Path(scratch) / "engine"
        shutil.copytree(engine_folder(twin), copy, ignore=shutil.ignore_patterns("__pycache__", "test", "*.md"))
        file = copy / FOLDERS[twin] / where["file"]
        text = file.read_text(encoding="utf-8")
        if text.count(where["text"]) != 1:
            raise UsageError(
                f"{PLACE}: edit {row['id']}: {where['text']!r} stands {text.count(where['text'])} times in"
                f" {where['file']}. It must stand there once."
            )
        file.write_text(text.replace(where["text"], where["instead"]), encoding="utf-8")
        return asked_in(copy, mutant, row["rules"], spec, asked)


def asked_in(copy: Path, mutant: Mutant, rules: list[str], spec: Spec, asked: Questions) -> Fate:
    """Ask an edited engine the questions of some rules; an engine that dies or hangs is killed too."""
    numbers = showing(asked, rules)
    twin = mutant.scope
    try:
        with Twin(twin, copy, SECONDS) as worker:
            worker.load(compile_all(spec), [asked.question(number) for number in numbers], {}, {})
            for start in range(0, len(numbers), CHUNK):
                part = range(start, min(start + CHUNK, len(numbers)))
                for place, answer in zip(part, worker.ask(list(part)), strict=True):
                    if verdict(asked, numbers[place], answer).kind != "pass":
                        return Fate(mutant, twin, "killed", asked.checks[numbers[place]].id, place + 1)
    except WorkerEnded as ended:
        return Fate(mutant, twin, "killed", f"the engine ended: {ended}")
    return Fate(mutant, twin, "survived", "", len(numbers))


def showing(asked: Questions, rules: list[str]) -> list[int]:
    """The questions of the cases that show one of some rules, in the order in which they tell most."""
    return sorted(set(_showing(asked, rules)))


def _showing(asked: Questions, rules: list[str]) -> Iterator[int]:
    for name, numbers in asked.orders.items():
        if name in rules or name.rsplit("/", 1)[-1] in rules:
            yield from numbers
