"""From raw differences to finds: shrunk, told apart by the rule that differs, each with what is due and what came."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from thinkspec.adequacy.reading import further, known_names
from thinkspec.fuzz.readers import Target
from thinkspec.fuzz.smaller import MOST, smaller
from thinkspec.fuzz.volume import Raw
from thinkspec.hosts.fuzzing import READINGS, equal
from thinkspec.mutants import Mutant, option_mutants, reader_of
from thinkspec.tables import Spec

MOST_FINDS = 24
MOST_TRIED = 120  # raw finds that are shrunk, for want of a new rule
MOST_BREAKS = 2  # of the raw finds in which the reader broke, so many are shrunk: each ask starts it again
BREAK_ASKS = 40
HANG_SECONDS = 0.5


@dataclass(frozen=True)
class Find:
    """One kind of difference: the smallest reply, which rule differs (as if …), what is due and what came.

    ``kind`` is ``fail``, ``rejected`` or ``error`` (a crash or a hang too).  ``count`` raw finds came out as this one.
    """

    rule: str
    change: str
    op: str
    kind: str
    text: str
    due: Any
    got: Any
    number: int
    count: int = 1


class Namer:
    """Says which rule a reader breaks on a reply: the one change of the table that gives the reader's answer."""

    def __init__(self, spec: Spec, target: Target) -> None:
        self.target = target
        made = (
            (mutant, reader_of(spec, target.dialect, mutant.table, target.options))
            for mutant in (*option_mutants(spec, target.table), *further(spec, target.table, known_names(spec)))
        )
        self.others: list[tuple[Mutant, Any]] = [(mutant, reader) for mutant, reader in made if reader is not None]

    def name(self, op: str, text: str, got: Any) -> tuple[str, str]:
        """Rule and change; where no one change explains it, the rules that decide the reply, and no change."""
        read = READINGS[op]
        told = self.target.right.explain(text)
        rules = dict.fromkeys([note["rule"] for note in told["tags"]] + [note["rule"] for note in told["steps"]])
        # The rules that decided something here are the likelier ones.
        for mutant, reader in sorted(self.others, key=lambda pair: pair[0].rule not in rules):
            if equal(read(reader, text), got):
                return mutant.rule, mutant.change
        return ", ".join(rules) or "nothing-found", ""


def finds_of(
    spec: Spec, target: Target, raws: Sequence[Raw], *, other: Callable[[str, str], Any] | None = None
) -> list[Find]:
    """The finds behind raw differences, the commonest first.

    ``other`` asks a second reader (operation, reply) in place of the reference.
    """
    namer = Namer(spec, target)
    right = other or (lambda op, text: READINGS[op](target.right, text))
    found: dict[tuple[str, str, str], Find] = {}
    readings = sorted((raw for raw in raws if raw.kind != "error"), key=lambda raw: len(raw.text))
    breaks = sorted((raw for raw in raws if raw.kind == "error"), key=lambda raw: len(raw.text))
    for raw in (*readings[:MOST_TRIED], *breaks[:MOST_BREAKS]):
        if len(found) >= MOST_FINDS:
            break
        find = shrunk(namer, target, raw, right)
        if find is not None:
            key = (find.kind, find.rule, find.change)
            known = found.get(key)
            best = find if known is None or len(find.text) < len(known.text) else known
            found[key] = replace(best, count=known.count + 1 if known else 1)
    return sorted(found.values(), key=lambda find: (find.kind == "fail", -find.count))


def shrunk(namer: Namer, target: Target, raw: Raw, right: Callable[[str, str], Any]) -> Find | None:
    """The find behind one raw difference; None if it does not show again.

    A reply must stay broken in the same way: an error an error, and a wrong reading the breach of the same rule.
    """
    first = wrong(target, raw.op, right, raw.text)
    if first is None:
        return None
    kind, _, got = first
    rule = namer.name(raw.op, raw.text, got) if kind == "fail" else (kind, "")

    def same(text: str) -> bool:
        found = wrong(target, raw.op, right, text)
        if found is None or found[0] != kind:
            return False
        return kind != "fail" or not rule[1] or namer.name(raw.op, text, found[2]) == rule

    patience = target.process.timeout
    if kind == "error":
        target.process.timeout = min(patience, HANG_SECONDS)
    text = smaller(raw.text, same, BREAK_ASKS if kind == "error" else MOST)
    target.process.timeout = patience
    again = wrong(target, raw.op, right, text) or first
    name, change = namer.name(raw.op, text, again[2]) if kind == "fail" else rule
    return Find(name, change, raw.op, kind, text, again[1], again[2], raw.number)


def wrong(target: Target, op: str, right: Callable[[str, str], Any], text: str) -> tuple[str, Any, Any] | None:
    """Kind of difference, what is due and what came; None where there is none."""
    answer = target.process.ask(op, dialect=target.dialect, text=text, **target.sent_options)
    if answer.kind == "unsupported":
        return None
    due = right(op, text)
    if answer.kind == "ok":
        return None if equal(due, answer.value) else ("fail", due, answer.value)
    return answer.kind, due, answer.value


def asked(target: Target) -> Callable[[str, str], Any]:
    """A reader's own answers, for comparing another one with it."""
    return partial(_ask, target)


def _ask(target: Target, op: str, text: str) -> Any:
    answer = target.process.ask(op, dialect=target.dialect, text=text, **target.sent_options)
    return answer.value if answer.kind == "ok" else {"refused": answer.kind}
