"""The smallest reply on which a reader still breaks the same rule.

Pieces of the reply are deleted and the reader is asked again, as long as two things stay true: its answer is not the
reference's, and each rule that the check shows still decides something in what is left.  A rule decides something where
the reference, with another option of that rule, reads the reply otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from thinkspec.judge import same
from thinkspec.levels import CORE
from thinkspec.mutants import option_mutants, reader_of
from thinkspec.process import ReaderProcess
from thinkspec.run import Outcome
from thinkspec.tables import Spec, compile_dialect
from thinkspec_reference import Reader

MOST_ASKS = 300  # questions to the reader a failure: quick readers take well under a second for all of them
MOST_SHRUNK = 60  # failures a reader: one a rule in each dialect, and some more
LONGEST = 20_000  # characters of a reply that is tried
_PIECES = re.compile(r"</?[^<>]{0,80}>|\n+|[^\S\n]+|[^\s<]+|<", re.DOTALL)
OPS: dict[str, Callable[[Reader, str], Any]] = {
    "strip": lambda reader, text: reader.strip(text),
    "split": lambda reader, text: dict(zip(("answer", "thinking"), reader.split(text), strict=True)),
    "thinking": lambda reader, text: reader.thinking(text),
    "has": lambda reader, text: reader.has(text),
    "only": lambda reader, text: reader.only(text),
    "unfinished": lambda reader, text: reader.unfinished(text),
}


@dataclass(frozen=True)
class Small:
    """The smallest reply that was found, what is due and what the reader gives."""

    text: str
    expected: Any
    got: Any


def shrink_failures(process: ReaderProcess, outcomes: Sequence[Outcome], spec: Spec) -> dict[str, dict[str, Any]]:
    """For failures that a report shows first, one a rule and dialect, the smallest reply, by check id."""
    seen: set[tuple[str, tuple[str, ...]]] = set()
    found: dict[str, dict[str, Any]] = {}
    for outcome in sorted((one for one in outcomes if can_shrink(one)), key=_size):
        key = (outcome.check.dialect, outcome.check.rules)
        if key in seen or len(found) >= MOST_SHRUNK:
            continue
        seen.add(key)
        small = shrink(process, outcome, spec)
        if small is not None:
            found[outcome.check.id] = {"text": small.text, "expected": small.expected, "got": small.got}
    return found


def can_shrink(outcome: Outcome) -> bool:
    """Whether a failure is one whose reply can be made smaller."""
    check, text = outcome.check, outcome.check.request.get("text")
    fits = isinstance(text, str) and len(text) <= LONGEST
    return outcome.verdict.kind == "fail" and fits and check.op in OPS and not check.rejected and bool(check.rules)


def _size(outcome: Outcome) -> tuple[bool, bool, int]:
    check = outcome.check
    return check.level != "must", check.op not in CORE, len(check.request["text"])


def shrink(process: ReaderProcess, outcome: Outcome, spec: Spec) -> Small | None:
    """The smallest reply for one failure; None where the rule cannot be followed."""
    check = outcome.check
    options = check.request.get("options", {})
    table = compile_dialect(spec, check.dialect)
    right = reader_of(spec, check.dialect, table, options)
    read = OPS[check.op]
    if right is None:
        return None
    others: dict[str, list[Reader]] = {}
    for mutant in option_mutants(spec, table):
        other = reader_of(spec, check.dialect, mutant.table, options) if mutant.rule in check.rules else None
        if other is not None:
            others.setdefault(mutant.rule, []).append(other)

    def deciding(text: str, rules: Iterable[str], expected: Any) -> list[str]:
        return [rule for rule in rules if any(read(other, text) != expected for other in others[rule])]

    whole = check.request["text"]
    needed = deciding(whole, others, read(right, whole))
    if not needed:
        return None
    asked: dict[str, Small | None] = {}

    def wrong(text: str) -> Small | None:
        """The reply, if the reader still breaks the rule on it."""
        if text not in asked and len(asked) < MOST_ASKS:
            asked[text] = _wrong(text)
        return asked.get(text)

    def _wrong(text: str) -> Small | None:
        expected = read(right, text)
        if deciding(text, needed, expected) != needed:
            return None
        fields = {**check.request, "text": text}
        answer = process.ask(check.op, dialect=check.dialect, **fields)
        if answer.kind != "ok" or same(expected, answer.value, exact_null=check.exact_null):
            return None
        return Small(text, expected, answer.value)

    best = wrong(whole)
    if best is None:
        return None
    cuts: tuple[Callable[[str], list[str]], ...] = (_PIECES.findall, list)
    for pieces_of in cuts:
        best = _smaller(best, pieces_of, wrong)
    return best


def _smaller(best: Small, pieces_of: Callable[[str], list[str]], wrong: Callable[[str], Small | None]) -> Small:
    """Delete runs of pieces, long runs first, until no single piece can go."""
    pieces = pieces_of(best.text)
    length = max(1, len(pieces) // 2)
    while True:
        start = 0
        shorter = False
        while start < len(pieces):
            rest = pieces[:start] + pieces[start + length :]
            found = wrong("".join(rest))
            if found is None:
                start += length
            else:
                best, pieces, shorter = found, rest, True
        if length == 1 and not shorter:
            return best
        length = max(1, length // 2)
