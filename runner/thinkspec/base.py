"""Changes since a git revision that no case shows: a changed rule or ladder row needs a new or changed case."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from thinkspec.corpus import GROUPS, Case, load_cases
from thinkspec.diff import Change, table_changes
from thinkspec.errors import UsageError
from thinkspec.schema import Finding
from thinkspec.tables import load_spec, spec_folder

# A new sentence or source changes no reading, so no case can show it.
WORDS_ONLY = frozenset({"changed sentence", "changed source", "changed basis"})


def unshown_changes(root: Path, revision: str) -> list[Finding]:
    """A finding for each change of the tables since ``revision`` that no new or changed case shows."""
    with tempfile.TemporaryDirectory(prefix="thinkspec-") as folder:
        old = checked_out(root, revision, Path(folder))
        before = {case.name: case.row for case in load_cases(old, GROUPS)}
        changes = [change for change in table_changes(spec_folder(old), spec_folder(root)) if counts(change)]
    fresh = [case for case in load_cases(root, GROUPS) if before.get(case.name) != case.row]
    shown = {subject for case in fresh for subject in subjects(case)}
    rules = set(load_spec(root).rules)
    place = spec_folder(root).relative_to(root).as_posix()
    return [
        Finding(
            f"{place}/{change.place.split()[0]}", 1, f"{change.kind}: {change.place} shows in no new or changed case."
        )
        for change in changes
        if not wanted(change, rules) & shown
    ]


def counts(change: Change) -> bool:
    """Whether a change can change a reading or a request."""
    table = change.place.split()[0]
    is_ours = table.startswith(("dialects/", "effort/")) or table == "rules.yaml"
    words = {
        "sentence",
        "source",
        "basis",
        "date",
        "about",
        "note",
        "title",
        "why",
        "confidence",
        "contested",
        "since",
        "spec",
    }
    return is_ours and change.kind not in WORDS_ONLY and not words & set(change.place.split())


def wanted(change: Change, rules: set[str]) -> set[str]:
    """What a case must be about to show a change: the rule, or the group of effort."""
    named = set(change.place.split()) & rules
    return named or ({"effort"} if change.place.startswith("effort/") else set())


def subjects(case: Case) -> Iterator[str]:
    """What a case is about: its rules, those of its readings, its group."""
    yield case.group
    yield from case.row.get("rules", ())
    readings: Any = case.row.get("expect")
    if isinstance(readings, dict):
        for reading in readings.values():
            if isinstance(reading, dict):
                yield from reading.get("rules", ())


def checked_out(root: Path, revision: str, folder: Path) -> Path:
    """The tables and cases of a revision, in a folder; raises UsageError where git has none."""
    git = [
        "git",
        "-C",
        str(root),
        "-c",
        "core.fsmonitor=false",
        "archive",
        "--format=tar",
        revision,
        "--",
        "spec",
        "cases",
    ]
    try:
        done = subprocess.run(git, capture_output=True, check=False)
    except OSError:
        raise UsageError("--base: needs git, and there is none.") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise UsageError(f"--base {revision}: git has no tables there: {said[-1] if said else 'unknown revision'}.")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        for member in archive.getmembers():
            # Our own tables, but from a repository: nothing may leave the folder.
            if member.isfile() and not Path(member.name).is_absolute() and ".." not in Path(member.name).parts:
                target = folder / member.name
                target.parent.mkdir(parents=True, exist_ok=True)
                content = archive.extractfile(member)
                target.write_bytes(content.read() if content else b"")
    return folder
