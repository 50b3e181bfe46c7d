"""Load the corpus: case files, one document a topic.

A case's full name is its topic and id, ``read/stray-closer/template-opened-the-block``, and stays the same for ever.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from thinkspec.errors import UsageError
from thinkspec.strictyaml import Document, SourceError, load

GROUPS = ("read", "stream", "message", "effort")


@dataclass(frozen=True, slots=True)
class Case:
    """One case as it stands in its file; ``row`` is its mapping, ``line`` where it begins.

    ``forms`` are the file's, for cases whose cells are words.
    """

    name: str
    group: str
    row: dict[str, Any]
    path: str
    line: int
    forms: dict[str, Any] = field(default_factory=dict)

    @property
    def why(self) -> str:
        """Why the case matters, one sentence."""
        why: str = self.row["why"]
        return why


def case_documents(root: Path, groups: Iterable[str] = GROUPS, extra: Path | None = None) -> list[Document]:
    """The case files below ``root/cases``, in the order of their paths; a team's own folder after them."""
    files = [path for group in groups for path in sorted((root / "cases" / group).glob("*.yaml"))]
    documents = [load(path, path.relative_to(root).as_posix()) for path in files]
    if extra is not None:
        if not extra.is_dir():
            raise UsageError(f"--cases {extra}: no such folder. Name one that holds read/*.yaml.")
        own = [path for group in groups for path in sorted((extra / group).glob("*.yaml"))]
        if not own:
            wanted = " or ".join(f"{group}/*.yaml" for group in groups)
            raise UsageError(f"--cases {extra}: no case files there. Name a folder that holds {wanted}.")
        documents += [load(path, str(path)) for path in own]
    return documents


def cases_of(document: Document) -> list[Case]:
    """The cases of one file.  What is plainly wrong is refused; ``thinkspec check`` says everything that is wrong."""
    value = document.value
    topic = value.get("topic") if isinstance(value, dict) else None
    rows = value.get("cases") if isinstance(value, dict) else None
    if not (isinstance(topic, str) and isinstance(rows, list)):
        raise SourceError(document.path, 1, "not a case file: it needs topic and cases. Run: thinkspec check")
    group = topic.split("/")[0]
    cases = []
    for number, row in enumerate(rows):
        line = document.line(("cases", number))
        if not (isinstance(row, dict) and isinstance(row.get("id"), str)):
            raise SourceError(document.path, line, "a case without an id. Run: thinkspec check")
        cases.append(Case(f"{topic}/{row['id']}", group, row, document.path, line, value.get("forms", {})))
    return cases


def load_cases(root: Path, groups: Iterable[str] = GROUPS, extra: Path | None = None) -> list[Case]:
    """Every case of the groups, in the order of the files; a team's case replaces one of ours of the same name.

    >>> from thinkspec.data import data_root
    >>> len(load_cases(data_root(), ["read"])) >= 300
    True
    """
    found = [case for document in case_documents(root, tuple(groups), extra) for case in cases_of(document)]
    if extra is None:
        return found
    last = {case.name: number for number, case in enumerate(found)}
    return [case for number, case in enumerate(found) if last[case.name] == number]
