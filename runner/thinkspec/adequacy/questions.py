"""The checks as questions to a worker, and the orders in which a mutant is asked them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from thinkspec import stream_checks  # noqa: F401 -- stream cases become checks there
from thinkspec.checks import NULL_RULES, Check, expand
from thinkspec.corpus import load_cases
from thinkspec.effort_checks import MAPPINGS
from thinkspec.tables import Spec

GROUPS = ("read", "stream", "effort")
LONGEST = 12_000  # characters: longer replies are about speed, and shorter cases show the same rule
DERIVED = frozenset(("strip", "thinking", "has"))  # of split, in both twins
# The operations that say most come first.
RANK = {
    op: rank
    for rank, op in enumerate(
        ("split", "segments", "unfinished", "wrap", "only", "stream", "round", "effort", "strip", "thinking", "has")
    )
}


@dataclass
class Questions:
    """Checks by number, and lists of numbers by name.

    Orders are ``read/DIALECT`` and ``read/DIALECT/RULE``, ``stream/…`` alike; further ones are added with ``order``.
    """

    checks: list[Check]
    orders: dict[str, list[int]] = field(default_factory=dict)

    def order(self, name: str, numbers: Iterable[int]) -> str:
        """File a list of numbers under a name, the telling and short questions first."""
        if name not in self.orders:
            self.orders[name] = sorted(numbers, key=lambda number: cost(self.checks[number]))
        return name

    def question(self, number: int) -> dict[str, Any]:
        """One question as a worker reads it; what is expected stays here."""
        check = self.checks[number]
        return {"op": check.op, "dialect": check.dialect, **check.request}

    def sent(self) -> list[dict[str, Any]]:
        """Every question."""
        return [self.question(number) for number in range(len(self.checks))]


def questions(root: Path, spec: Spec, extra: Path | None = None) -> Questions:
    """Every check of the corpus that a mutant may be asked."""
    cases = load_cases(root, GROUPS, extra)
    replies = [case for case in cases if case.group != "effort"]
    efforts = [case for case in cases if case.group == "effort"]
    checks = [*expand(replies, spec.dialects, spec), *expand(efforts, MAPPINGS, spec)]
    made = Questions([check for check in checks if size(check) <= LONGEST and is_telling(check)])
    named: dict[str, list[int]] = {}
    for number, check in enumerate(made.checks):
        # A case about events is about the transitions and not about a dialect's table.
        group = "round" if check.op == "round" else check.case.group
        named.setdefault(f"{group}/{check.dialect}", []).append(number)
        for rule in check.rules:
            named.setdefault(f"{group}/{check.dialect}/{rule}", []).append(number)
    for name, numbers in named.items():
        made.order(name, numbers)
    return made


def is_telling(check: Check) -> bool:
    """Whether an operation says something that ``split`` does not, or null from empty is the point."""
    return check.op not in DERIVED or not NULL_RULES.isdisjoint(check.rules)


def size(check: Check) -> int:
    """How many characters a check's reply has."""
    request = check.request
    return len(request.get("text") or "") + sum(map(len, request.get("chunks", ())))


def cost(check: Check) -> tuple[bool, int, int]:
    """Plain readers before those with settings, telling operations before others, short replies before long ones."""
    return bool(check.request.get("options")), RANK[check.op], size(check)
