"""The record of a run: its schema, what conforms, which exit code follows, where readers differ."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest

from thinkspec.judge import PASS, Verdict
from thinkspec.record import dialect_record, disagreements, exit_code, reader_record
from thinkspec.run import Outcome
from thinkspec.schema import problems
from thinkspec.wire import Hello
from tool import FAKES, checks, spec, thinkspec

HELLO = Hello(name="n", version="1", language="Python 3", ops=("split",))


def outcome(level, verdict, op="split"):
    """The outcome of some check of that level."""
    check = next(check for check in checks() if (check.dialect, check.level, check.op) == ("sapphire", level, op))
    return Outcome(check, verdict)


def dialect(*outcomes, strict=False, name="sapphire"):
    record = dialect_record(spec(), "sapphire", outcomes, strict=strict)
    return {**record, "dialect": name}


def reader(*dialects, all_needed=True):
    return reader_record("py:x", HELLO, list(dialects), all_needed=all_needed, restarts=0, strict=False)


FAIL, ERROR = Verdict("fail", "x"), Verdict("error", message="boom")
UNSUPPORTED, FAULT = Verdict("unsupported", message="none"), Verdict("fault", message="ours")

# outcomes, strict, conforms
CONFORMS = [
    ([("must", PASS)], False, True),
    ([("must", FAIL)], False, False),
    ([("must", ERROR)], False, False),
    ([("must", FAULT)], False, False),
    ([("must", UNSUPPORTED)], False, False),
    ([], False, False),
    ([("must", PASS), ("must", UNSUPPORTED)], False, True),
    ([("must", PASS), ("should", FAIL), ("may", ERROR)], False, True),
    ([("must", PASS), ("should", FAIL)], True, False),
    ([("must", PASS), ("may", ERROR)], True, False),
    ([("must", PASS), ("may", PASS)], True, True),
]


@pytest.mark.parametrize(("rows", "strict", "conforms"), CONFORMS)
def test_what_conforms(rows, strict, conforms):
    assert dialect(*(outcome(*row) for row in rows), strict=strict)["conforms"] is conforms


GOOD, BAD = [("must", PASS)], [("must", FAIL)]
# dialects by their outcomes, all needed, satisfied, nearest, exit code
READERS = [
    ([GOOD], True, True, "0", 0),
    ([BAD], True, False, "0", 1),
    ([GOOD, BAD], True, False, "0", 1),
    ([GOOD, BAD], False, True, "0", 0),
    ([BAD, GOOD], False, True, "1", 0),
    ([BAD, GOOD + BAD], False, False, "1", 1),
    ([BAD, [("must", FAIL), ("may", PASS)]], False, False, "1", 1),
    ([[("must", UNSUPPORTED)]], True, False, None, 3),
    ([[("must", UNSUPPORTED)], GOOD], False, True, "1", 0),
    ([[("must", UNSUPPORTED)], GOOD], True, False, "1", 1),
    ([[]], True, False, None, 3),
    ([], True, False, None, 3),
    ([[("may", FAULT)], GOOD], False, True, "1", 4),
]


@pytest.mark.parametrize(("rows", "all_needed", "satisfied", "nearest", "code"), READERS)
def test_what_satisfies(rows, all_needed, satisfied, nearest, code):
    dialects = [dialect(*(outcome(*row) for row in one), name=str(number)) for number, one in enumerate(rows)]
    record = reader(*dialects, all_needed=all_needed)
    assert (record["satisfied"], record["nearest"], exit_code([record])) == (satisfied, nearest, code)


def of_code(code):
    rows = {0: GOOD, 1: BAD, 3: [("must", UNSUPPORTED)], 4: [("must", FAULT)]}[code]
    return reader(dialect(*(outcome(*row) for row in rows)))


@pytest.mark.parametrize(
    ("codes", "code"), [([0, 0], 0), ([0, 1], 1), ([1, 3], 3), ([3, 0], 3), ([4, 3], 4), ([1, 4], 4)]
)
def test_the_worst_reader_decides(codes, code):
    assert exit_code([of_code(one) for one in codes]) == code


def test_a_rule_counts_the_checks_that_show_it():
    one = outcome("must", FAIL)
    rows = {
        row["rule"]: (row["checks"], row["failed"]) for row in dialect(one, outcome("must", PASS, "strip"))["rules"]
    }
    assert rows == dict.fromkeys(one.check.rules, (2, 1))


def test_an_unsupported_check_shows_no_rule():
    assert dialect(outcome("must", UNSUPPORTED))["rules"] == []


def test_a_failure_says_where_its_case_stands():
    one = outcome("must", FAIL)
    (failure,) = dialect(one)["failures"]
    assert failure["place"] == f"{one.check.case.path}:{one.check.case.line}"


def test_a_failure_quotes_the_sentence_of_its_rule():
    one = outcome("must", FAIL)
    (failure,) = dialect(one)["failures"]
    rule = one.check.rules[0]
    assert failure["rules"][0]["sentence"] == spec().sentence(rule, spec().choices("sapphire")[rule]["option"])


# what two readers gave, whether that is a disagreement
DIFFER = [
    (PASS, PASS, False),
    (PASS, FAIL, True),
    (FAIL, FAIL, False),
    (FAIL, Verdict("fail", "y"), True),
    (PASS, ERROR, True),
    (ERROR, ERROR, False),
    (PASS, UNSUPPORTED, False),
    (FAIL, UNSUPPORTED, False),
]


@pytest.mark.parametrize(("one", "other", "differ"), DIFFER)
def test_where_two_readers_differ(one, other, differ):
    runs = [("a", [outcome("must", one)]), ("b", [outcome("must", other)])]
    assert bool(disagreements(runs)) is differ


def test_every_disagreement_is_told():
    half = [Outcome(check, PASS) for check in checks()[:1000]]
    other = [Outcome(check, Verdict("fail", "\0nothing of the sort")) for check in checks()[:1000]]
    assert len(disagreements([("a", half), ("b", other)])) == 1000


# command lines whose record must fit its schema; between them they fill every field
RUNS = [
    ["reference:python", "--dialect", "all", "--select", "read/plain"],
    [f"py:{FAKES / 'swapped.py'}", "--select", "read/plain"],
    [f"py:{FAKES / 'always_whole.py'}", f"py:{FAKES / 'always_empty.py'}", "--select", "read/plain"],
    [f"py:{FAKES / 'dies_on_third.py'}", "--select", "read/plain", "--strict"],
    [f"py:{FAKES / 'always_whole.py'}", "--select", "read/wrap"],
    [f"py:{FAKES / 'always_whole.py'}", "--select", "read/unicode", "--dialect", "nr-llm"],
    ["reference:python", "--effort", "--select", "effort/**"],
]


@pytest.mark.parametrize("arguments", RUNS)
def test_a_real_runs_record_fits_its_schema(arguments):
    done = thinkspec("certify", *arguments, "--format", "json")
    assert list(problems(json.loads(done.stdout), "certify-report")) == []


@pytest.mark.parametrize("arguments", RUNS[:2])
def test_the_record_tells_the_exit_code(arguments):
    done = thinkspec("certify", *arguments, "--format", "json")
    assert json.loads(done.stdout)["exit_code"] == done.returncode


def whole():
    """A record with something in every field."""
    failing = dialect(outcome("must", FAIL), outcome("should", ERROR))
    failing["diagnosis"] = {"changes": ["x"], "explained": 1, "failures": 1}
    made = reader(failing)
    row = {"id": "n@d:o", "values": {"a": 1, "b": 2}}
    return {
        "version": 1,
        "tool": "thinkspec 0",
        "spec": "1.0",
        "readers": [made],
        "disagreements": [row],
        "exit_code": 1,
    }


def objects(value, place=()):
    """The place of every object of a value that has fixed keys."""
    if isinstance(value, dict):
        if not {"verdicts", "request", "values"} & set(place[-1:]):
            yield place
        for key, item in value.items():
            yield from objects(item, (*place, key))
    elif isinstance(value, list) and value and place[-1:] != ("got",):
        yield from objects(value[0], (*place, 0))


OBJECTS = [place for place in objects(whole()) if not {"request", "expected", "got"} & set(place)]


def at(record, place):
    for key in place:
        record = record[key]
    return record


def test_the_whole_record_fits_its_schema():
    assert list(problems(whole(), "certify-report")) == []


@pytest.mark.parametrize("place", OBJECTS, ids=lambda place: ".".join(map(str, place)) or "top")
def test_the_schema_knows_every_key(place):
    record = deepcopy(whole())
    at(record, place)["unheard-of"] = 1
    assert [message for _, message in problems(record, "certify-report") if "unheard-of" in message]


@pytest.mark.parametrize("place", OBJECTS, ids=lambda place: ".".join(map(str, place)) or "top")
def test_the_schema_misses_every_key(place):
    untold = []
    for key in at(whole(), place):
        record = deepcopy(whole())
        del at(record, place)[key]
        untold += [key] if not list(problems(record, "certify-report")) else []
    assert untold == []
