"""Edit a case file: replace, add or format single cases, and leave every other byte as it is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thinkspec.authoring.form import case_lines
from thinkspec.corpus import GROUPS
from thinkspec.errors import OurFault, UsageError
from thinkspec.files import replace_file
from thinkspec.strictyaml import Document, load, loads

CASE_FOLDERS = (*GROUPS, "lint")


def case_files(root: Path) -> list[Path]:
    """Every case file below a checkout."""
    return [path for folder in CASE_FOLDERS for path in sorted((root / "cases" / folder).glob("*.yaml"))]


@dataclass(frozen=True)
class CaseFile:
    """A case file as text and as values; ``blocks`` are the first and last line (from 0, end exclusive) of each case."""

    path: Path
    text: str
    document: Document
    blocks: list[tuple[int, int]]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The cases of the file."""
        rows: list[dict[str, Any]] = self.document.value["cases"]
        return rows

    def position(self, slug: str) -> int:
        """The position of a case in the file, or -1."""
        return next((number for number, row in enumerate(self.rows) if row["id"] == slug), -1)


def open_file(path: Path, root: Path) -> CaseFile:
    """Read a case file for editing; raises SourceError for one that is not a case file."""
    document = load(path, path.relative_to(root).as_posix())
    value = document.value
    if not (isinstance(value, dict) and isinstance(value.get("cases"), list)):
        raise UsageError(f"{document.path}: not a case file. It needs format, topic, about and cases.")
    text = path.read_bytes().decode("utf-8")
    return CaseFile(path, text, document, blocks(text, document))


def blocks(text: str, document: Document) -> list[tuple[int, int]]:
    """Where each case begins and ends, blank and comment lines behind it left out."""
    lines = text.split("\n")
    starts = [document.line(("cases", number)) - 1 for number in range(len(document.value["cases"]))]
    found = []
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(lines)
        while end > start + 1 and (not lines[end - 1].strip() or lines[end - 1].startswith("  #")):
            end -= 1
        found.append((start, end))
    return found


def with_case(file: CaseFile, slug: str, row: dict[str, Any]) -> str:
    """The file's text with one case replaced, or added at the end where there is none of that id."""
    lines = file.text.split("\n")
    number = file.position(slug)
    if number >= 0:
        start, end = file.blocks[number]
        lines[start:end] = case_lines(row)
        rows = [*file.rows[:number], row, *file.rows[number + 1 :]]
    else:
        end = file.blocks[-1][1] if file.blocks else len(lines) - 1
        lines[end:end] = ["", *case_lines(row)] if file.blocks else case_lines(row)
        rows = [*file.rows, row]
    return verified(file, "\n".join(lines), rows)


def formatted(file: CaseFile) -> str:
    """The file's text with every case in canonical form."""
    lines = file.text.split("\n")
    for (start, end), row in reversed(list(zip(file.blocks, file.rows, strict=True))):
        lines[start:end] = case_lines(row)
    return verified(file, "\n".join(lines), file.rows)


def verified(file: CaseFile, text: str, rows: list[dict[str, Any]]) -> str:
    """The new text, if it loads and says what it must say and nothing else has changed."""
    value = loads(text, file.document.path).value
    if value != {**file.document.value, "cases": rows}:
        raise OurFault(f"{file.document.path}: the edited file would say something else. Nothing was written.")
    return text


def save(file: CaseFile, text: str) -> bool:
    """Write the text if it differs; says whether it did."""
    if text == file.text:
        return False
    replace_file(file.path, text)
    return True
