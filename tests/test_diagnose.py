"""A reader that is the reference with one change is diagnosed as exactly that change."""

from __future__ import annotations

import re

import pytest

from thinkspec.diagnose import LONGEST, comparable, diagnose, spread
from thinkspec.judge import PASS, Verdict
from thinkspec.mutants import option_mutants
from thinkspec.run import Outcome
from tool import checks_of, outcomes, spec, table

# dialect, mutant; taken from every stage, and some that only segments, unfinished or wrap can show
SINGLE = [
    ("sapphire", "openers-reasoning"),
    ("sapphire", "extra-closers=none"),
    ("sapphire", "letter-case=exact"),
    ("sapphire", "inside-tag=nothing"),
    ("sapphire", "word=fence"),
    ("sapphire", "block-end=same-name"),
    ("sapphire", "stray-closer=fold-first"),
    ("sapphire", "unclosed-opener=thinking"),
    ("sapphire", "unclosed-opener-U+003F"),
    ("sapphire", "after-closer-U+000D"),
    ("sapphire", "nothing-found=null-value"),
    ("langertha", "stray-closer=text"),
    ("langertha", "answer-trim=always"),
    ("langertha", "blank-block=dropped"),
    ("langertha", "empty-thinking=null-value"),
    ("llm-chat", "block-join=newline"),
    ("llm-chat", "blank-block=kept"),
    ("llm-chat", "unfinished=last-opener"),
    ("nr-llm", "word=backtick"),
    ("nr-llm", "space-runs=kept"),
    ("nr-llm", "block-leaves=nothing"),
    ("nr-llm", "wrap-join=nothing"),
]


def mutant(dialect, identity):
    (found,) = [one for one in option_mutants(spec(), table(dialect)) if one.id == identity]
    return found


@pytest.mark.parametrize(("dialect", "identity"), SINGLE, ids=[f"{dialect}-{name}" for dialect, name in SINGLE])
def test_a_single_change_is_found(dialect, identity):
    changed = mutant(dialect, identity)
    found = diagnose(spec(), dialect, outcomes(dialect, changed.table))
    assert found is not None
    assert found.changes == (changed.change,)


def test_a_single_change_explains_every_failure():
    found = diagnose(spec(), "nr-llm", outcomes("nr-llm", mutant("nr-llm", "stray-closer=fold-every").table))
    assert found is not None
    assert found.explained == found.failures > 0


def test_two_changes_are_both_found():
    one, other = mutant("nr-llm", "word=backtick"), mutant("nr-llm", "letter-case=exact")
    both = {**one.table, other.rule: other.table[other.rule]}
    found = diagnose(spec(), "nr-llm", outcomes("nr-llm", both))
    assert found is not None
    assert set(found.changes) == {one.change, other.change}


def test_a_reader_without_failures_has_no_diagnosis():
    assert diagnose(spec(), "nr-llm", outcomes("nr-llm", table("nr-llm"))) is None


def test_a_reader_that_no_change_explains_has_no_diagnosis():
    nonsense = [Outcome(check, Verdict("fail", "\0nonsense\0")) for check in checks_of("nr-llm") if check.op == "strip"]
    assert diagnose(spec(), "nr-llm", nonsense) is None


def test_errors_and_refusals_are_not_compared():
    failing = [Outcome(check, Verdict("error", message="boom")) for check in checks_of("nr-llm")]
    assert comparable(failing) == []


def test_very_long_replies_are_not_compared():
    everything = [Outcome(check, Verdict("fail", "x")) for check in checks_of("nr-llm") if check.op == "strip"]
    lengths = [len(outcome.check.request["text"]) for outcome in comparable(everything)]
    assert max(lengths) <= LONGEST


# which checks of an operation pass; the operation that is compared
COMPARED = [
    ({"split": "some", "strip": "some"}, "split"),
    ({"split": "all", "strip": "some"}, "strip"),
    ({"split": "none", "strip": "some"}, "strip"),  # a reader that gives its halves in its own way
    ({"split": "none"}, "split"),
    ({"split": "all", "strip": "all", "segments": "some"}, "segments"),
    ({"split": "all", "segments": "some", "unfinished": "none"}, "segments"),
    ({"split": "all", "unfinished": "none"}, "unfinished"),
]


@pytest.mark.parametrize(("passing", "op"), COMPARED)
def test_the_halves_are_compared_before_what_shows_less(passing, op):
    asked = [check for check in checks_of("sapphire") if check.op in passing and check.request.get("text")]
    passes = {"all": lambda number: True, "some": lambda number: number % 3 > 0, "none": lambda number: False}
    results = [
        Outcome(check, PASS if passes[passing[check.op]](number) else Verdict("fail", "x"))
        for number, check in enumerate(asked)
    ]
    assert {outcome.check.op for outcome in comparable(results)} == {op}


@pytest.mark.parametrize(("there", "most", "given"), [(0, 5, 0), (4, 5, 4), (5, 5, 5), (6, 5, 3), (100, 7, 7)])
def test_a_sample_is_spread_over_everything(there, most, given):
    assert len(spread(list(range(there)), most)) == given  # type: ignore[arg-type]


def test_a_change_is_told_in_words_that_follow_as_if():
    changes = [one.change for one in option_mutants(spec(), table("sapphire"))]
    wording = re.compile(r"`[a-z-]+` (were `[a-z-]+`( \(.+\))?|lacked (`.+`|the character U\+[0-9A-F]{4}))")
    assert [change for change in changes if not wording.fullmatch(change)] == []
