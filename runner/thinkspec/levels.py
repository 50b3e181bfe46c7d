"""How far a reader came, in one word a group: exact, full, core or none.

* ``exact``: every required must and should check of the group passed.
* ``full``: every required must check of every operation of the group passed.
* ``core``: reading: every required must check of ``strip`` and ``split`` passed.  In the other groups, where no
  operation is more basic than another: every required must check of what the reader offers passed.
* ``none``: less than that.

What a reader does not offer is not passed: it blocks ``full``, and for ``strip`` and ``split`` it blocks ``core``.
A group of which nothing is offered has no level; it is left out of the reader's own level, the lowest of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

LEVELS = ("none", "core", "full", "exact")
GROUPS = ("read", "stream", "message", "effort")
# Rounds are events that come while the reply does.
GROUP_OF_OP = {"stream": "stream", "round": "stream", "message": "message", "effort": "effort"}
CORE = frozenset({"strip", "split"})
# From the worst to the best: the verdict of a family is that of its worst member.
WORST = ("fault", "error", "fail", "unsupported", "pass")


class Scored(NamedTuple):
    """One required id: its obligation (must, should, may), its operation and its verdict."""

    id: str
    level: str
    op: str
    verdict: str


def group_of(op: str) -> str:
    """The group that an operation is judged in.

    >>> group_of("split"), group_of("stream")
    ('read', 'stream')
    """
    return "stream" if op == "round" else op if op in GROUPS else "read"


def worst_verdict(verdicts: Iterable[str]) -> str:
    """The verdict of several members.

    >>> worst_verdict(["pass", "fail", "pass"])
    'fail'
    """
    return min(verdicts, key=WORST.index)


def group_levels(rows: Sequence[Scored]) -> dict[str, dict[str, Any]]:
    """For each group that has required ids: its level (null where nothing is offered) and the counts behind it.

    >>> rows = [Scored("a", "must", "strip", "pass"), Scored("b", "must", "split", "pass"),
    ...         Scored("c", "must", "has", "unsupported")]
    >>> group_levels(rows)["read"]["level"]
    'core'
    """
    groups: dict[str, list[Scored]] = {}
    for row in rows:
        groups.setdefault(group_of(row.op), []).append(row)
    return {group: _judged(group, groups[group]) for group in GROUPS if group in groups}


def _judged(group: str, rows: Sequence[Scored]) -> dict[str, Any]:
    counts: dict[str, dict[str, int]] = {}
    for row in rows:
        of_level = counts.setdefault(row.level, {})
        of_level[row.verdict] = of_level.get(row.verdict, 0) + 1
    return {"level": _level(group, rows), "counts": counts}


def _level(group: str, rows: Sequence[Scored]) -> str | None:
    if all(row.verdict == "unsupported" for row in rows):
        return None
    must = [row for row in rows if row.level == "must"]
    if all(row.verdict == "pass" for row in must):
        return "exact" if all(row.verdict == "pass" for row in rows if row.level == "should") else "full"
    if group == "read":
        basic = [row for row in must if row.op in CORE]
    else:
        basic = [row for row in must if row.verdict != "unsupported"]
    return "core" if basic and all(row.verdict == "pass" for row in basic) else "none"


def overall(groups: Mapping[str, Mapping[str, Any]]) -> str:
    """The reader's own level: the lowest of the groups it offers anything of; none if it offers nothing.

    >>> overall({"read": {"level": "exact"}, "stream": {"level": None}})
    'exact'
    """
    return min((group["level"] for group in groups.values() if group["level"]), key=LEVELS.index, default="none")


def reaches(level: str, bar: str) -> bool:
    """Whether a level is at least as good as the bar.

    >>> reaches("full", "exact"), reaches("exact", "full")
    (False, True)
    """
    return LEVELS.index(level) >= LEVELS.index(bar)
