"""Checks asked of real readers, one at a time: what is not offered, what is remembered, what is asked once."""

from __future__ import annotations

from pathlib import Path

import pytest

from thinkspec.checks import Check
from thinkspec.pointer import argv, parse
from thinkspec.process import ReaderProcess
from thinkspec.run import run, shuffled
from tool import FAKES, case

COUNTS = '''
calls = 0

def strip(text):
    """How often it was asked so far: shows what reached the reader."""
    global calls
    calls += 1
    return str(calls)
'''


def check(number, op="strip", expected="x", dialect="sapphire", text=None):
    """A check with a text of its own."""
    request = {"text": f"text {number}" if text is None else text}
    return Check(f"read/t/{number}@{dialect}:{op}", case(), dialect, op, request, expected, ("openers",), "must")


def asked(reader, checks, **options):
    """The outcomes of a run."""
    pointer = reader if isinstance(reader, str) else f"py:{reader}"
    with ReaderProcess(argv(parse(pointer))) as process:
        return run(process, process.hello(), checks, **options)


def kinds(outcomes):
    return [outcome.verdict.kind for outcome in outcomes]


def counting(tmp_path) -> Path:
    """A reader that answers with the number of the question."""
    file = tmp_path / "counts.py"
    file.write_text(COUNTS)
    return file


def test_outcomes_come_in_the_order_of_the_checks():
    checks = [check(number, expected=f"text {number}" if number % 2 else "y") for number in range(6)]
    outcomes = asked("py:" + str(FAKES / "dies_on_third.py"), checks[:2])
    assert [(one.check, one.verdict.kind) for one in outcomes] == [(checks[0], "fail"), (checks[1], "pass")]


def test_an_operation_that_is_not_offered_is_unsupported():
    assert kinds(asked(FAKES / "dies_on_third.py", [check(1, op="segments")])) == ["unsupported"]


def test_an_operation_that_is_not_offered_is_not_asked(tmp_path):
    outcomes = asked(counting(tmp_path), [check(1, op="segments"), check(2, expected="1")])
    assert kinds(outcomes) == ["unsupported", "pass"]


def test_a_reader_that_dies_loses_one_check_only():
    checks = [check(number, expected=f"text {number}") for number in range(5)]
    assert kinds(asked(FAKES / "dies_on_third.py", checks)) == ["pass", "pass", "error", "pass", "pass"]


def test_a_reader_without_dialects_is_asked_each_thing_once(tmp_path):
    checks = [check(1, dialect=dialect, text="same") for dialect in ("sapphire", "nr-llm", "langertha")]
    assert [one.verdict.got for one in asked(counting(tmp_path), checks)] == ["1", "1", "1"]


def test_a_reader_of_dialects_is_asked_in_each():
    checks = [
        check(1, dialect=dialect, expected="<THINK>a</THINK>b", text="<THINK>a</THINK>b")
        for dialect in ("langertha", "nr-llm")
    ]
    assert kinds(asked("reference:python", checks)) == ["pass", "fail"]


def test_twice_asks_each_thing_twice(tmp_path):
    outcomes = asked(counting(tmp_path), [check(number) for number in range(4)], twice=True)
    assert kinds(outcomes) == ["error"] * 4


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_twice_tells_a_reader_that_remembers(seed):
    checks = [check(number, expected=f"text {number}") for number in range(8)]
    outcomes = asked(FAKES / "remembers_previous.py", checks, twice=True, seed=seed)
    stateful = [one.verdict.message for one in outcomes if one.verdict.kind == "error"]
    assert stateful
    assert all(message.startswith("stateful: ") for message in stateful)


def test_once_does_not_tell_a_reader_that_remembers():
    checks = [check(number) for number in range(4)]
    assert kinds(asked(FAKES / "remembers_previous.py", checks)) == ["fail"] * 4


@pytest.mark.parametrize("twice", [False, True])
def test_a_reader_that_remembers_nothing_reads_alike_both_times(twice):
    checks = [check(number, expected=f"text {number}") for number in range(8)]
    assert kinds(asked("reference:python", checks, twice=twice)) == ["pass"] * 8


def test_a_refusal_that_is_due_passes():
    refused = Check("n", case(), "nr-llm", "split", {"text": None}, None, ("null-input",), "may", rejected=True)
    assert kinds(asked("reference:python", [refused])) == ["pass"]


def test_the_same_seed_gives_the_same_order():
    assert shuffled(range(50), 7) == shuffled(range(50), 7)


def test_another_seed_gives_another_order():
    assert shuffled(range(50), 7) != shuffled(range(50), 8)


def test_an_order_leaves_nothing_out():
    assert sorted(shuffled(range(50), 7)) == list(range(50))


def test_progress_is_told_while_it_goes_on():
    told: list[int] = []
    asked("reference:python", [check(number) for number in range(200)], progress=told.append)
    assert told == [0, 64, 128, 192]
