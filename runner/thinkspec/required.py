"""What counts for a spec version: the required list, ``cases/required/<version>.yaml``.

The list names the cases a dialect, with the operations and the obligation (must, should, may) that count, and a digest
of the rows of each topic.  While the spec is a draft the list follows from the corpus (``thinkspec generate`` writes
it) and every case counts.  From the release on it is frozen: a case that is added later runs, but is not scored, and
a certificate stays what it was.

A required id is a check's id in which a family of transforms is one: ``…:stream#cut-1`` to ``…#cut-64`` are
``…:stream#every-cut``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thinkspec.errors import OurFault, UsageError
from thinkspec.levels import Scored, worst_verdict
from thinkspec.strictyaml import load
from thinkspec.tables import canonical

if TYPE_CHECKING:
    from thinkspec.checks import Check
    from thinkspec.corpus import Case
    from thinkspec.run import Outcome

DRAFT = "-draft"
DIALECT, MAPPING = "dialect", "mapping"
_NUMBERED = re.compile(r"#([a-z]+)-[0-9]+\Z")


@dataclass(frozen=True)
class Required:
    """One required list: the rows as they stand in the file."""

    version: str
    topics: dict[str, dict[str, Any]]
    _known: dict[tuple[str, str], list[tuple[str, str, str]]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def draft(self) -> bool:
        """Whether the list still follows from the corpus."""
        return self.version.endswith(DRAFT)

    def rows(self, dialect: str, kind: str = DIALECT) -> list[tuple[str, str, str]]:
        """Id, obligation and operation of everything that is required in a dialect or mapping.

        ``kind`` says which of the two: some have the same name.
        """
        if (dialect, kind) not in self._known:
            self._known[dialect, kind] = list(self._rows(dialect, kind))
        return self._known[dialect, kind]

    def _rows(self, dialect: str, kind: str) -> Iterator[tuple[str, str, str]]:
        effort = kind == MAPPING
        for topic, entry in self.topics.items():
            if topic.startswith("effort/") != effort:
                continue
            for row in entry["required"]:
                if dialect not in row["dialects"]:
                    continue
                for name in row["cases"]:
                    for op in row["operations"]:
                        yield f"{topic}/{name}@{dialect}:{op}", row["level"], "effort" if effort else op.split("#")[0]

    def digest(self, dialect: str, kind: str = DIALECT) -> str:
        """The digest of the list itself, as far as it is about a dialect."""
        return sha256(canonical(sorted(row[:2] for row in self.rows(dialect, kind))))

    def cases_digest(self, dialect: str, kind: str = DIALECT) -> str:
        """The digest of the rows of all required cases of the topics that a dialect has required cases in."""
        mine = {
            topic: entry["digest"]
            for topic, entry in self.topics.items()
            if topic.startswith("effort/") == (kind == MAPPING)
            and any(dialect in row["dialects"] for row in entry["required"])
        }
        return sha256(canonical(mine))


def sha256(text: str | bytes) -> str:
    """The SHA-256 of a text (as UTF-8) or of bytes, in hexadecimal."""
    data = text.encode("utf-8") if isinstance(text, str) else text
    return hashlib.sha256(data).hexdigest()


def family(check_id: str) -> str:
    """The required id that a check belongs to.

    >>> family("read/a/b@sapphire:stream#cut-12"), family("read/a/b@sapphire:split")
    ('read/a/b@sapphire:stream#every-cut', 'read/a/b@sapphire:split')
    """
    return _NUMBERED.sub(r"#every-\1", check_id)


def required_path(root: Path, version: str) -> Path:
    """Where the list of a spec version lies; a draft has the place of its release."""
    return root / "cases" / "required" / f"{version.removesuffix(DRAFT)}.yaml"


def load_required(root: Path, version: str) -> Required:
    """The list of a spec version.

    Raises UsageError if the tool has none: the version is newer than the tool, or never was.
    """
    path = required_path(root, version)
    if not path.is_file():
        raise UsageError(f"spec {version}: this tool has no required list for it. Update thinkspec.")
    value = load(path, path.relative_to(root).as_posix()).value
    for entry in value["topics"].values():
        for row in entry["required"]:
            row.update({key: row[key].split() for key in ("dialects", "operations", "cases")})
    return Required(value["spec"], value["topics"])


def held_cases(required: Required, cases: Sequence[Case]) -> None:
    """Raise OurFault unless the cases still are what the list says they are."""
    listed = {
        (topic, name) for topic, entry in required.topics.items() for row in entry["required"] for name in row["cases"]
    }
    counted = cases if required.draft else [case for case in cases if tuple(case.name.rsplit("/", 1)) in listed]
    for topic, rows in topic_rows(counted).items():
        if topic not in required.topics or required.topics[topic]["digest"] != rows_digest(rows):
            raise OurFault(f"the required list of spec {required.version} is behind {topic}. Run: thinkspec generate")


def held_checks(required: Required, checks: Sequence[Check], ops: Iterable[str]) -> None:
    """Raise OurFault unless a whole run has everything that is required.

    ``ops`` are what its reader offers: of streams it is asked only if it has one.
    """
    offered = frozenset(ops)
    ours = {family(check.id) for check in checks}
    for kind, dialect in {(kind_of(check.op), check.dialect) for check in checks}:
        for name, _, op in required.rows(dialect, kind):
            if name not in ours and op in offered:
                raise OurFault(
                    f"the required list of spec {required.version} is behind {name}. Run: thinkspec generate"
                )


def scored(outcomes: Sequence[Outcome], required: Required | None, ops: Iterable[str]) -> list[Scored]:
    """The required ids of one dialect with their verdicts; without a list (a draft) everything counts.

    An id without a verdict is unsupported if the reader does not offer its operation, else a fault of ours.
    """
    kinds: dict[str, list[str]] = {}
    rows: dict[str, tuple[str, str]] = {}
    for outcome in outcomes:
        name = family(outcome.check.id)
        kinds.setdefault(name, []).append(outcome.verdict.kind)
        rows.setdefault(name, (outcome.check.level, outcome.check.op))
    if required is not None:
        rows = {row[0]: (row[1], row[2]) for row in _rows(outcomes, required)}
    offered = frozenset(ops)
    return [
        Scored(name, level, op, worst_verdict(kinds.get(name, ["fault" if op in offered else "unsupported"])))
        for name, (level, op) in rows.items()
    ]


def kind_of(op: str) -> str:
    """Whether an operation is held against a dialect or a mapping."""
    return MAPPING if op == "effort" else DIALECT


def _rows(outcomes: Iterable[Outcome], required: Required) -> Iterator[tuple[str, str, str]]:
    for kind, dialect in {(kind_of(outcome.check.op), outcome.check.dialect) for outcome in outcomes}:
        yield from required.rows(dialect, kind)


def not_scored(outcomes: Sequence[Outcome], required: Required | None) -> set[str]:
    """The ids of checks that were added after the release of the spec: they run, and nothing depends on them."""
    if required is None:
        return set()
    listed = {row[0] for row in _rows(outcomes, required)}
    return {outcome.check.id for outcome in outcomes if family(outcome.check.id) not in listed}


def topic_rows(cases: Iterable[Case]) -> dict[str, list[dict[str, Any]]]:
    """The cases' rows by topic, each with what it takes from its file."""
    topics: dict[str, list[dict[str, Any]]] = {}
    for case in cases:
        row = {**case.row, "forms": case.forms} if case.forms else case.row
        topics.setdefault(case.name.rsplit("/", 1)[0], []).append(row)
    return topics


def rows_digest(rows: Iterable[dict[str, Any]]) -> str:
    """The digest of the rows of a topic, whatever their order and their layout in the file."""
    return sha256(canonical(sorted(rows, key=lambda row: str(row["id"]))))
