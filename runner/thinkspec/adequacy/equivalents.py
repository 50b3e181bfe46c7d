"""The mutants that are known to change nothing, each with its reason (``cases/adequacy/equivalents.yaml``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from thinkspec.adequacy.model import Fate
from thinkspec.strictyaml import Document, load

PLACE = Path("cases/adequacy/equivalents.yaml")


@dataclass(frozen=True)
class Equivalent:
    """One row: a pattern for mutants' ids, why they change nothing, and where the row stands."""

    pattern: str
    reason: str
    place: str

    def matches(self, identity: str) -> bool:
        """Whether a mutant's id is meant; brackets are no pattern."""
        return fnmatchcase(identity, self.pattern.replace("[", "[[]"))


def equivalents(root: Path) -> list[Equivalent]:
    """The rows of the list; a team's own tables may do without one."""
    path = root / PLACE
    if not path.is_file():
        return []
    document: Document = load(path, PLACE.as_posix())
    return [
        Equivalent(row["mutants"], row["reason"], f"{document.path}:{document.line(('equivalents', number))}")
        for number, row in enumerate(document.value["equivalents"])
    ]


def stale(rows: Iterable[Equivalent], fates: Iterable[Fate], *, whole: bool) -> list[str]:
    """What is wrong with the list: a row whose mutant is killed, and, if all mutants ran, a row that matches none."""
    wrong = []
    known = list(fates)
    for row in rows:
        matched = [fate for fate in known if row.matches(fate.mutant.id)]
        wrong += [
            f"{row.place}: {fate.mutant.id} is listed as equivalent, but {fate.by} kills it ({fate.twin})."
            for fate in matched
            if fate.state != "survived"
        ]
        if whole and not matched:
            wrong.append(f"{row.place}: no mutant is called {row.pattern}.")
    return wrong
