"""Everything that is checked, loaded once: tables, case files, and the faults met while loading them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from thinkspec.schema import SUFFIX, Finding, problems, schema_folder
from thinkspec.strictyaml import Document, Place, SourceError, load
from thinkspec.tables import Spec, spec_folder


@dataclass(frozen=True)
class Row:
    """One case as it stands in its file; ``sound`` if it fits its schema, so that a check may rely on its form."""

    document: Document
    number: int
    value: dict[str, Any]
    sound: bool

    def finding(self, message: str, *place: str | int) -> Finding:
        """A finding about this case, or about a part of it."""
        name = self.value.get("id")
        return at(self.document, ("cases", self.number, *place), f"case {name}: {message}")


@dataclass(frozen=True)
class Workspace:
    """What lies below ``root``; ``spec`` is None while one of its tables cannot be relied on.

    ``unread`` are the paths of files that the loader refused, so that nobody counts what is in them as missing.
    """

    root: Path
    spec: Spec | None
    documents: dict[str, Document]
    rows: dict[str, list[Row]] = field(repr=False)
    faults: list[Finding] = field(repr=False)
    unread: frozenset[str] = frozenset()

    @property
    def case_documents(self) -> Iterator[tuple[str, Document]]:
        """Group and document of every case file that could be read as one."""
        for path, document in self.documents.items():
            if group := group_of(path):
                yield group, document


def at(document: Document, place: Place, message: str) -> Finding:
    """A finding about a part of a file."""
    return Finding(document.path, document.line(place), message)


def group_of(path: str) -> str | None:
    """The group of a case file, by its path.

    >>> group_of("cases/read/openers.yaml"), group_of("spec/1.0/rules.yaml")
    ('read', None)
    """
    parts = PurePosixPath(path).parts
    return parts[1] if parts[0] == "cases" and len(parts) > 2 else None


def schema_names(path: str) -> list[str]:
    """The names that a file's schema may have, the closest first: a new kind of file only needs a schema.

    >>> schema_names("cases/read/openers.yaml"), schema_names("spec/1.0/rules.yaml")
    (['cases-read-openers', 'cases-read'], ['rules'])
    >>> schema_names("spec/1.0/dialects/sapphire.yaml"), schema_names("spec/1.0/effort/families-x.yaml")
    (['dialect'], ['effort-families-x', 'effort-families', 'effort'])
    """
    parts = PurePosixPath(path).with_suffix("").parts
    if group_of(path):
        words, least = parts, 2
    elif parts[2:3] == ("dialects",):
        return ["dialect"]
    elif len(parts) == 2:  # spec/frozen.yaml, cases/renamed.yaml
        return [parts[1]]
    else:
        words, least = parts[2:], 1
    split = "-".join(words).split("-")
    return ["-".join(split[:count]) for count in range(len(split), least - 1, -1)]


def schema_of(path: str, folder: Path) -> str | None:
    """The schema of a file, among those in a folder."""
    return next((name for name in schema_names(path) if (folder / f"{name}{SUFFIX}").is_file()), None)


def open_workspace(root: Path) -> Workspace:
    """Load every table and case file below ``root`` and hold each against its schema.

    Raises UsageError if there is no spec version below ``root/spec``.
    """
    documents: dict[str, Document] = {}
    faults: list[Finding] = []
    rows: dict[str, list[Row]] = {}
    broken: set[str] = set()
    unread: set[str] = set()
    for path in _files(root):
        shown = path.relative_to(root).as_posix()
        try:
            document = load(path, shown)
        except SourceError as error:
            faults.append(Finding(shown, error.line, error.message))
            unread.add(shown)
            continue
        documents[shown] = document
        found = _problems(root, document)
        faults += (at(document, place, message) for place, message in found)
        if found:
            broken.add(shown)
        if group := group_of(shown):
            unsound = {place[1] for place, _ in found if len(place) > 1 and place[0] == "cases"}
            rows.setdefault(group, []).extend(_rows(document, unsound))
    spec, missing = _spec(root, documents, broken | unread)
    return Workspace(root, spec, documents, rows, faults + missing, frozenset(unread))


def _files(root: Path) -> list[Path]:
    """Tables and case files.  What lies below cases/runner is about the runner and is not data."""
    files = [*(root / "spec").rglob("*.yaml"), *(root / "cases").rglob("*.yaml")]
    skipped = root / "cases" / "runner"
    return sorted(path for path in files if skipped not in path.parents)


def _problems(root: Path, document: Document) -> list[tuple[Place, str]]:
    folder = schema_folder(root)
    name = schema_of(document.path, folder)
    if name is None:
        least = schema_names(document.path)[-1 if group_of(document.path) else 0]
        return [((), f"no schema for this file. It needs spec/schema/{least}{SUFFIX}.")]
    return list(problems(document.value, name, folder))


def _rows(document: Document, unsound: set[str | int]) -> Iterator[Row]:
    cases = document.value.get("cases") if isinstance(document.value, dict) else None
    for number, value in enumerate(cases if isinstance(cases, list) else []):
        if isinstance(value, dict):
            yield Row(document, number, value, number not in unsound)


def _spec(root: Path, documents: dict[str, Document], broken: set[str]) -> tuple[Spec | None, list[Finding]]:
    folder = spec_folder(root)
    base = folder.relative_to(root).as_posix()
    needed = [f"{base}/rules.yaml", f"{base}/tags.yaml"]
    dialects = [path for path in documents if path.startswith(f"{base}/dialects/")]
    missing = [
        Finding(path, 1, "there is no such file, and the spec needs it.")
        for path in needed
        if path not in documents and path not in broken
    ]
    if missing or any(path in needed or path.startswith(f"{base}/dialects/") for path in broken):
        return None, missing
    rules, tags = (documents[path] for path in needed)
    by_name = {PurePosixPath(path).stem: documents[path] for path in dialects}
    return Spec(rules.value["spec"], folder, rules, tags, by_name), []
