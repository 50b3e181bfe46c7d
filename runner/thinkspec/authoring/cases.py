"""New cases: a stub, its expectation typed by a person, and the confirmation that all readers agree."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thinkspec.authoring.edit import CaseFile, open_file, save, with_case
from thinkspec.authoring.readings import Reading, Readings, all_readings, python_reader
from thinkspec.casetext import text_of
from thinkspec.corpus import load_cases
from thinkspec.errors import UsageError
from thinkspec.renamed import retired_names
from thinkspec.strictyaml import Document
from thinkspec.tables import Spec

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
TO_SAY = "Say here in one sentence why this case matters."
LEVEL_OF_BASIS = {"doc": None, "observed": "should", "decided": "may"}


@dataclass(frozen=True)
class Stub:
    """What a person gives for a new case."""

    topic: str
    text: str
    slug: str | None = None
    why: str | None = None
    rules: tuple[str, ...] = ()
    basis: str | None = None
    source: str | None = None
    expected: dict[str, Reading] | None = None


def case_path(root: Path, topic: str) -> Path:
    """The file of a topic; raises UsageError for one that is no topic of replies."""
    group, _, name = topic.partition("/")
    if group != "read" or not SLUG.match(name):
        raise UsageError(f"{topic}: not a topic of replies. Write it as read/NAME, such as read/stray-closer.")
    return root / "cases" / f"{topic}.yaml"


def text_form(text: str) -> Any:
    """A reply as a case file holds it: plain text, or the JSON form where it has lone surrogates."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        return {"json": json.dumps(text)[1:-1]}
    return text


def free_slug(stub: Stub, taken: Iterable[str]) -> str:
    """The slug that was asked for, if it is free, else one made from the reply."""
    used = set(taken)
    if stub.slug is not None:
        if not SLUG.match(stub.slug):
            raise UsageError(f"--id {stub.slug}: not a slug. Use a-z, 0-9 and single hyphens.")
        if stub.slug in used:
            raise UsageError(f"--id {stub.slug}: {stub.topic} has, or had, a case of that name. Choose another.")
        return stub.slug
    words = re.findall(r"[a-z0-9]+", stub.text.lower()[:200])[:5]
    base = "-".join(words) or "case"
    numbered = (f"{base}-{number}" for number in range(2, len(used) + 3))
    return next(slug for slug in (base, *numbered) if slug not in used)


def same_reading(spec: Spec, root: Path, text: str) -> str | None:
    """The name of a case that every dialect reads exactly as it reads this text, or None."""
    readers = [python_reader(spec, dialect, {}) for dialect in spec.dialects]
    mine = [reader.split(text) for reader in readers]
    for case in load_cases(root, ["read"]):
        row = case.row
        if not isinstance(row.get("input"), str) or row.get("options") or row.get("stub"):
            continue
        # One dialect after the other: nearly every case is told apart by the first.
        if all(reader.split(row["input"]) == own for reader, own in zip(readers, mine, strict=True)):
            return case.name
    return None


def add_stub(spec: Spec, root: Path, stub: Stub) -> tuple[str, list[Readings]]:
    """Put a stub into its file; gives the case's name and what everybody makes of its reply."""
    if stub.basis == "doc" and not stub.source:
        raise UsageError("--basis doc: needs --source, the place that states it.")
    path = case_path(root, stub.topic)
    file = open_file(path, root) if path.exists() else new_file(path, stub.topic)
    retired = [name.rpartition("/")[2] for name in retired_names(root) if name.rpartition("/")[0] == stub.topic]
    slug = free_slug(stub, [row["id"] for row in file.rows] + retired)
    row: dict[str, Any] = {"id": slug, "why": stub.why or TO_SAY, "rules": [], "stub": True}
    if stub.source:
        row["source"] = {"kind": "doc" if stub.basis == "doc" else "own", "link": stub.source}
    level = LEVEL_OF_BASIS.get(stub.basis or "doc")
    if level:
        row["level"] = level
    row["input"] = text_form(stub.text)
    readings = all_readings(spec, root, row)
    row["rules"] = list(stub.rules) or guessed_rules(readings)
    given = stub.expected or {}
    open_reading = {"answer": None, "thinking": None}
    row["expect"] = {dialect: given.get(dialect, open_reading) for dialect in in_order(spec, file)}
    save(file, with_case(file, slug, row))
    return f"{stub.topic}/{slug}", readings


def in_order(spec: Spec, file: CaseFile) -> list[str]:
    """The dialects, in the order that the file's first case has them."""
    first = list(file.rows[0]["expect"]) if file.rows else []
    return [dialect for dialect in first if dialect in spec.dialects] + [
        dialect for dialect in spec.dialects if dialect not in first
    ]


def new_file(path: Path, topic: str) -> CaseFile:
    """A case file that does not exist yet and holds no case."""
    head = {"format": 1, "topic": topic, "about": "Say here in one sentence what this topic is about."}
    text = "".join(f"{key}: {value}\n" for key, value in head.items()) + "cases:\n"
    return CaseFile(path, text, Document(f"cases/{topic}.yaml", {**head, "cases": []}, {}), [])


def guessed_rules(readings: list[Readings]) -> list[str]:
    """Up to three rules that decided the reply somewhere, those of most dialects first."""
    counts: dict[str, int] = {}
    for reading in readings:
        for rule in reading.rules:
            counts[rule] = counts.get(rule, 0) + 1
    ranked = sorted(counts, key=lambda rule: -counts[rule])
    return [rule for rule in ranked if rule != "nothing-found"][:3] or ["nothing-found"]


def find_case(root: Path, name: str) -> tuple[CaseFile, dict[str, Any]]:
    """A case by its full name, in its file; raises UsageError if there is none."""
    topic, _, slug = name.rpartition("/")
    path = root / "cases" / f"{topic}.yaml"
    if not topic or not path.is_file():
        raise UsageError(f"{name}: no such case. List them with: thinkspec case list")
    file = open_file(path, root)
    number = file.position(slug)
    if number < 0:
        raise UsageError(f"{name}: no such case in {file.document.path}. List them with: thinkspec case list")
    return file, file.rows[number]


def disagreements(row: dict[str, Any], readings: list[Readings]) -> list[str]:
    """The dialects in which author, oracle and twins do not all say the same."""
    differing = []
    for reading in readings:
        expected = row["expect"].get(reading.dialect, {})
        author = (
            {"rejected": True}
            if expected.get("rejected")
            else {key: text_of(expected.get(key)) for key in ("answer", "thinking")}
        )
        if not reading.agree() or author != next(iter(reading.by.values())):
            differing.append(reading.dialect)
    return differing


def accept(spec: Spec, root: Path, name: str, *, from_reference: bool = False) -> tuple[list[Readings], list[str]]:
    """Confirm a stub where everybody agrees; gives the readings and the dialects that stand in the way."""
    file, row = find_case(root, name)
    if not row.get("stub"):
        raise UsageError(f"{name}: is confirmed already.")
    readings = all_readings(spec, root, row)
    confirmed = {key: value for key, value in row.items() if key != "stub"}
    if from_reference:
        # Filled in from the engine, a case can only be our own decision.
        confirmed = {key: value for key, value in confirmed.items() if key not in ("level", "expect", "input")}
        confirmed |= {"level": "may", "input": row["input"], "expect": filled(row, readings)}
    if confirmed["why"] == TO_SAY:
        raise UsageError(f"{name}: says not yet why it matters. Write the why in {file.document.path}.")
    differing = disagreements(confirmed, readings)
    if not differing:
        save(file, with_case(file, row["id"], confirmed))
    return readings, differing


def filled(row: dict[str, Any], readings: list[Readings]) -> dict[str, Any]:
    """The expectations as the reference reads them."""
    return {
        reading.dialect: {
            key: text_form(value) if isinstance(value, str) else value for key, value in reading.by["python"].items()
        }
        for reading in readings
        if reading.dialect in row["expect"]
    }
