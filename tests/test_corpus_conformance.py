"""The corpus and the twins: both conform, the oracles agree with every case, and no rule can be changed unnoticed."""

from __future__ import annotations

import pytest

from oracles import compare
from thinkspec.mutants import Mutant, option_mutants
from thinkspec.pointer import argv, parse
from thinkspec.process import ReaderProcess
from thinkspec.run import run
from tool import DIALECTS, cases, checks_of, spec, table, verdicts

each = pytest.mark.parametrize("dialect", DIALECTS)

# Reading cases cannot show these: the cases of streams do.
OF_STREAMS = {"stream-kind"}

# (dialect, mutant): why it reads as the dialect does, so that no case can tell them apart
EQUIVALENT = {
    ("langertha", "block-end=same-name"): "there is one name, in one letter case",
    ("nr-llm", "block-end=same-name"): "there is one name, and its letter case is ignored",
    ("nr-llm", "blank-block=kept-if-closed"): "every block of this dialect is closed",
    ("nr-llm", "space-runs-U+0020"): "the run becomes a space, so a run of spaces becomes one all the same",
    ("nr-llm", "answer-trim-U+0009"): "where a block was found, tabs have become spaces before the trim",
    ("llm-chat", "extra-closers=names:seed:cot_budget_reflect"): "a marker pair is literal: it has no other closers",
    ("llm-chat", "inside-tag=attributes"): "a marker pair is literal: nothing can stand inside it",
    ("llm-chat", "empty-thinking=null-value"): "empty blocks are dropped, so that thinking is never empty",
    ("sapphire", "empty-thinking=null-value"): "blank blocks are dropped, so that thinking is never empty",
}


@each
def test_the_python_reference_conforms(dialect):
    failing = [
        check.id for check, verdict in verdicts(dialect, table(dialect), checks_of(dialect)) if verdict.kind != "pass"
    ]
    assert failing == []


@each
@pytest.mark.parametrize("pointer", ["reference:python", "reference:js"])
def test_a_twin_conforms_through_the_wire(dialect, pointer):
    with ReaderProcess(argv(parse(pointer))) as process:
        outcomes = run(process, process.hello(), checks_of(dialect))
    assert [one.check.id for one in outcomes if one.verdict.kind != "pass"] == []


def test_the_oracles_agree_with_every_case():
    found = [(one.name, line) for one in cases() for line in compare.differences(one.row)]
    assert found == []


def survives(dialect: str, mutant: Mutant) -> bool:
    """Whether every check passes; those that show the changed rule are asked first."""
    order = sorted(checks_of(dialect), key=lambda check: mutant.rule not in check.rules)
    return all(verdict.kind == "pass" for _, verdict in verdicts(dialect, mutant.table, order))


def survivors(dialect):
    """The mutants that no case notices."""
    mutants = [one for one in option_mutants(spec(), table(dialect)) if one.rule not in OF_STREAMS]
    return {(dialect, mutant.id) for mutant in mutants if survives(dialect, mutant)}


@each
def test_no_rule_can_be_changed_unnoticed(dialect):
    excused = {pair for pair in EQUIVALENT if pair[0] == dialect}
    assert survivors(dialect) - excused == set()


@pytest.mark.parametrize(("dialect", "identity"), EQUIVALENT)
def test_what_is_excused_is_still_equivalent(dialect, identity):
    (mutant,) = [one for one in option_mutants(spec(), table(dialect)) if one.id == identity]
    assert survives(dialect, mutant)


@each
def test_every_rule_of_reading_is_shown_by_three_cases(dialect):
    shown: dict[str, set[str]] = {}
    for check in checks_of(dialect):
        for rule in check.rules:
            shown.setdefault(rule, set()).add(check.case.name)
    few = {
        rule: len(shown.get(rule, ()))
        for rule in spec().rules
        if rule not in OF_STREAMS and len(shown.get(rule, ())) < 3
    }
    assert few == {}
