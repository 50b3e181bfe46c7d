"""What a mutant is, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

GROUPS = ("read", "stream", "effort", "engine")
State = Literal["killed", "survived", "elsewhere"]


@dataclass(frozen=True)
class Mutant:
    """One change of one table.

    ``scope`` is the dialect, mapping or table that is changed, ``rule`` what the change is about, ``change`` a sentence
    that follows "as if".  ``order`` names the questions of the cases that show the rule, ``rest`` all that could notice
    at all.  ``payload`` is what a worker needs to make the change.
    """

    id: str
    group: str
    scope: str
    rule: str
    change: str
    order: str
    rest: str
    payload: dict[str, Any] = field(repr=False, compare=False)


@dataclass(frozen=True)
class Fate:
    """What came of a mutant in one twin: ``by`` is the check that killed it.

    ``elsewhere`` means that only a case about something else did.
    """

    mutant: Mutant
    twin: str
    state: State
    by: str = ""
    asked: int = 0
