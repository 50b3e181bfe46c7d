"""Expand cases into checks: one case, in one dialect, through one operation.

Each group of cases has its own expander in ``EXPANDERS``.  A check's id is the case's name with dialect, operation and
transform, ``read/plain/pair@sapphire:split#crlf``; it names the check for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from thinkspec.casetext import text_of
from thinkspec.corpus import Case
from thinkspec.strictyaml import SourceError
from thinkspec.tables import Spec

LEVELS = ("must", "should", "may")
LEVEL_OF_BASIS = {"doc": "must", "observed": "should", "decided": "may"}
# Rules about the difference between null and "": only checks that show one of them tell the two apart.
NULL_RULES = frozenset({"nothing-found", "empty-thinking", "null-input"})


@dataclass(frozen=True, slots=True)
class Check:
    """What the runner counts.

    ``request`` holds the fields that cross the wire, ``expected`` the value a reader must give (``rejected``: it must
    refuse the input instead).  ``exact_null`` says that null and ``""`` are told apart.  ``message`` is the text of a
    refusal, where it counts.  ``meet`` judges the whole answer in place of a comparison: it takes the check and the
    answer, and gives a verdict.
    """

    id: str
    case: Case
    dialect: str
    op: str
    request: dict[str, Any]
    expected: Any
    rules: tuple[str, ...]
    level: str
    exact_null: bool = False
    rejected: bool = False
    transform: str = ""
    judge: Callable[[Any], str | None] | None = field(default=None, compare=False)
    message: str = ""
    meet: Callable[..., Any] | None = field(default=None, compare=False)


Expander = Callable[[Case, str, Spec], Iterator[Check]]


def level_of(rules: Iterable[str], basis: Callable[[str], str], *lowered: str | None) -> str:
    """The level that the weakest basis of the rules gives, or a lower one that the case asks for.

    >>> level_of(["a", "b"], {"a": "doc", "b": "observed"}.get, None), level_of(["a"], {"a": "doc"}.get, "may")
    ('should', 'may')
    """
    levels = [LEVEL_OF_BASIS[basis(rule)] for rule in rules] + [level for level in lowered if level]
    return max(levels, key=LEVELS.index)


def read_checks(case: Case, dialect: str, spec: Spec) -> Iterator[Check]:
    """The checks of a reading case: split, strip, thinking and has always, others where the case writes them."""
    row, reading = case.row, case.row["expect"].get(dialect)
    if reading is None:
        return
    rules = tuple(reading.get("rules", row["rules"]))
    level = level_of(rules, lambda rule: spec.basis(dialect, rule), row.get("level"), reading.get("level"))
    options = row.get("options", {}).get(dialect, {})
    exact_null = not NULL_RULES.isdisjoint(rules)

    def check(op: str, request: dict[str, Any], expected: Any, *, rejected: bool = False) -> Check:
        sent = {**request, "options": options} if options else request
        name = f"{case.name}@{dialect}:{op}"
        return Check(name, case, dialect, op, sent, expected, rules, level, exact_null, rejected)

    if "wrap" in reading:
        halves = {"thinking": text_of(row["thinking"]), "answer": text_of(row["answer"])}
        yield check("wrap", halves, text_of(reading["wrap"]))
        return
    text = {"text": text_of(row["input"])}
    if reading.get("rejected"):
        yield check("split", text, None, rejected=True)
        yield check("thinking", text, None, rejected=True)
        return
    answer, thinking = text_of(reading["answer"]), text_of(reading["thinking"])
    nothing = spec.rules["nothing-found"]["options"][spec.choices(dialect)["nothing-found"]["option"]]["value"]
    yield check("strip", text, answer or "")
    yield check("split", text, {"answer": answer, "thinking": thinking})
    yield check("thinking", text, thinking)
    yield check("has", text, thinking is not None if nothing is None else bool(thinking))
    if "segments" in reading:
        yield check("segments", text, [[kind, text_of(part), name] for kind, part, name in reading["segments"]])
    if "only" in reading:
        yield check("only", text, text_of(reading["only"]))
    if "unfinished" in reading:
        yield check("unfinished", text, reading["unfinished"])


EXPANDERS: dict[str, Expander] = {"read": read_checks}


def expand(
    cases: Iterable[Case], dialects: Iterable[str], spec: Spec, derive: Expander | None = None
) -> Iterator[Check]:
    """Every check of the cases, dialect by dialect; ``derive`` makes more of each reading case."""
    wanted = list(cases)
    for dialect in dialects:
        for case in wanted:
            expander = EXPANDERS.get(case.group)
            if expander is None or case.row.get("stub"):
                continue
            try:
                yield from expander(case, dialect, spec)
                if derive is not None and case.group == "read":
                    yield from derive(case, dialect, spec)
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                message = f"case {case.name} cannot be used: {type(error).__name__} {error}. Run: thinkspec check"
                raise SourceError(case.path, case.line, message) from error
