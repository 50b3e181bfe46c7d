"""Names that cases had before: a tombstone for each, which selectors, baselines and ``verify`` follow.

A name is never used again.  ``cases/renamed.yaml`` holds ``old: new`` rows, ``new`` may be a later tombstone itself.
"""

from __future__ import annotations

from pathlib import Path

from thinkspec.strictyaml import load

FILE = Path("cases/renamed.yaml")


def retired_names(root: Path) -> dict[str, str]:
    """Old name to the name the case has now."""
    path = root / FILE
    if not path.is_file():
        return {}
    rows: dict[str, str] = load(path, FILE.as_posix()).value["renamed"]
    return {old: followed(old, rows) for old in rows}


def followed(name: str, rows: dict[str, str]) -> str:
    """The last name in a chain of renames; a name that was never given up stays.

    >>> followed("a", {"a": "b", "b": "c"})
    'c'
    """
    for _ in range(len(rows) + 1):
        if name not in rows:
            return name
        name = rows[name]
    return name


def current(name: str, retired: dict[str, str]) -> str:
    """A case's or check's name with its case part as it is today.

    >>> current("read/x/old@sapphire:split", {"read/x/old": "read/x/new"})
    'read/x/new@sapphire:split'
    """
    case, at, rest = name.partition("@")
    return retired.get(case, case) + at + rest
