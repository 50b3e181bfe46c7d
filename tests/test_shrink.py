"""The smallest reply on which the same rule is broken, and how time grows with the reply."""

from __future__ import annotations

import pytest

from thinkspec import growth
from thinkspec import pointer as pointers
from thinkspec.checks import read_checks
from thinkspec.process import ReaderProcess
from thinkspec.run import run
from thinkspec.shrink import shrink, shrink_failures
from tool import case, spec

# A reader's body, the rules of the case, its input, the smallest reply
SMALL = {
    "a stray closer": ("return text.strip()", ["stray-closer"], "so </think> b </think> c", "</think>"),
    "an opener that never closes": (
        "import re\n    return re.sub(r'<think>.*?</think>', '', text, flags=re.S).strip()",
        ["unclosed-opener"],
        "<think>a long plan about nothing",
        "<think>",
    ),
    "letter case": (
        "import re\n    return re.sub(r'<think>.*?</think>', '', text, flags=re.S).strip()",
        ["letter-case"],
        "well <THINK>plan</THINK> yes",
        "<THINK>",
    ),
}


def process_of(folder, body):
    path = folder / "r.py"
    path.write_text(f"def strip(text):\n    {body}\n", encoding="utf-8")
    return ReaderProcess(pointers.argv(pointers.parse(f"py:{path}:strip")))


def failed(process, rules, text):
    made = case(rules=rules, input=text, expect={"sapphire": {"answer": "due", "thinking": "due"}})
    outcomes = run(process, process.hello(), list(read_checks(made, "sapphire", spec())))
    return next(outcome for outcome in outcomes if outcome.verdict.kind == "fail" and outcome.check.op == "strip")


@pytest.mark.parametrize("name", SMALL)
def test_the_smallest_reply_still_breaks_the_rule(tmp_path, name):
    body, rules, text, small = SMALL[name]
    with process_of(tmp_path, body) as process:
        found = shrink(process, failed(process, rules, text), spec())
    assert found.text == small
    assert found.expected != found.got


def test_a_rule_that_decides_nothing_is_not_followed(tmp_path):
    with process_of(tmp_path, "return text") as process:
        assert shrink(process, failed(process, ["word"], " plain "), spec()) is None


def test_one_reply_a_rule_is_made_smaller(tmp_path):
    with process_of(tmp_path, "return text.strip()") as process:
        outcomes = [failed(process, ["stray-closer"], text) for text in ("a b</think>c", "a</think>b", "d</think>e f")]
        assert len(shrink_failures(process, outcomes, spec())) == 1


# A body, the exponent at least and at most
BODIES = {
    "linear": ("for _ in range(40):\n        hash(text + 'x')\n    return text", 0.6, 1.5),
    "quadratic": ("n = len(text)\n    sum(1 for _ in range(n * n // 4000))\n    return text", 1.6, 2.4),
}


@pytest.mark.parametrize("name", BODIES)
def test_the_exponent_of_a_reader(tmp_path, monkeypatch, name):
    body, least, most = BODIES[name]
    monkeypatch.setattr(growth, "SHAPES", {"prose": ("", "word ")})
    with process_of(tmp_path, body) as process:
        (row,) = growth.growth(process, process.hello(), "sapphire")
    assert least <= row["exponent"] <= most, row


def test_a_reader_that_stops_answering_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(growth, "SHAPES", {"prose": ("", "word ")})
    with process_of(tmp_path, "return text * (1 // (len(text) < 9000))") as process:
        (row,) = growth.growth(process, process.hello(), "sapphire")
    assert "ZeroDivisionError" in row["problem"]
