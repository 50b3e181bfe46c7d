"""Spec versions: which are frozen, and whether they are still what they were.

``spec/frozen.yaml`` holds, for each released version, the digest of its tables and of its list of required cases.  A
frozen version is never edited: changes go into ``spec/working/``, which begins as its copy.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from thinkspec.strictyaml import load

FILE = Path("spec/frozen.yaml")


def frozen(root: Path) -> dict[str, dict[str, Any]]:
    """Version to its row: digests and date."""
    path = root / FILE
    if not path.is_file():
        return {}
    versions: dict[str, dict[str, Any]] = load(path, FILE.as_posix()).value["versions"]
    return versions


def tables_digest(folder: Path) -> str:
    """The digest of every table below a version's folder, by path; line ends count as line feeds."""
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*.yaml")):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        whole.update(f"{path.relative_to(folder).as_posix()}\n{hashlib.sha256(content).hexdigest()}\n".encode())
    return whole.hexdigest()


def file_digest(path: Path) -> str:
    """The digest of one file; line ends count as line feeds."""
    return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def broken_freezes(root: Path) -> Iterator[tuple[str, str]]:
    """``(path, sentence)`` for every frozen version that is no longer what it was."""
    for version, row in frozen(root).items():
        folder, required = root / "spec" / version, root / "cases" / "required" / f"{version}.yaml"
        if not folder.is_dir() or tables_digest(folder) != row["tables"]:
            yield (
                f"spec/{version}",
                f"spec {version} is frozen and was changed. Put it back; change spec/working instead.",
            )
        if not required.is_file() or file_digest(required) != row["required"]:
            yield (
                f"cases/required/{version}.yaml",
                f"the list of spec {version} is frozen and was changed. Put it back.",
            )


def frozen_names(root: Path) -> set[str]:
    """The cases that count for a frozen version: their names stay for ever."""
    names = set()
    for version in frozen(root):
        topics = load(root / "cases" / "required" / f"{version}.yaml").value["topics"]
        names |= {
            f"{topic}/{slug}"
            for topic, entry in topics.items()
            for row in entry["required"]
            for slug in row["cases"].split()
        }
    return names
