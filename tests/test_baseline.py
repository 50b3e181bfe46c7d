"""Baselines: known failures stay quiet, every change of them is loud, and what a person wrote stays."""

from __future__ import annotations

from datetime import date

import pytest

from thinkspec.baseline import (
    Baseline,
    Entry,
    answer_digest,
    apply_baseline,
    baseline_text,
    judge_baseline,
    load_baseline,
)
from thinkspec.errors import UsageError
from tool import thinkspec

TODAY = date(2026, 12, 1)
ONE, TWO = "read/a/one@sapphire:strip", "read/a/two@sapphire:strip"


def failure(name=ONE, verdict="fail", got="wrong", message="", level="must"):
    return {"id": name, "verdict": verdict, "got": got, "message": message, "level": level}


DIGEST = answer_digest(failure())


def entry(name=ONE, verdict="fail", got=DIGEST, until=None):
    return Entry(name, verdict, got, "", until, 7)


def judged(listed, failures, whole=True, others=()):
    verdicts = {one["id"]: one["verdict"] for one in failures} | dict.fromkeys(others, "pass")
    baseline = Baseline("known.yaml", {one.id: one for one in listed})
    return judge_baseline(baseline, verdicts, failures, whole=whole, today=TODAY)


# entry, failures of the run, what is said (None: it holds)
CASES = {
    "as listed": (entry(), [failure()], None),
    "any wrong answer": (entry(got=None), [failure(got="other")], None),
    "an error": (entry(verdict="error", got=None), [failure(verdict="error", got=None, message="pid 12")], None),
    "in time": (entry(until=TODAY), [failure()], None),
    "passes": (entry(), [], "passes now. Take the entry out."),
    "another answer": (entry(), [failure(got="other")], "fails in another way now"),
    "another verdict": (entry(), [failure(verdict="error")], "is error now, not fail"),
    "late": (entry(until=date(2026, 11, 30)), [failure()], "was to be mended by 2026-11-30"),
    "a typo": (entry("read/a/oen@sapphire:strip"), [failure()], f"Did you mean {ONE}?"),
    "a stranger": (entry("x@y:z"), [failure()], "is no check of this run. Take the entry out."),
}


@pytest.mark.parametrize("name", CASES)
def test_what_becomes_of_an_entry(name):
    listed, failures, said = CASES[name]
    judgement = judged([listed], failures, others=() if failures else [ONE])
    if said is None:
        assert (judgement.broken, judgement.held) == ((), {listed.id})
    else:
        assert judgement.broken[0].startswith(f"known.yaml:7: {listed.id} ")
        assert said in judgement.broken[0]


def test_a_part_of_the_checks_does_not_tell_what_is_gone():
    assert judged([entry("x@y:z")], [failure()], whole=False).broken == ()


def test_a_failure_that_is_not_listed_is_new():
    assert judged([entry()], [failure(), failure(TWO)]).new == {TWO}


def record(failures, level="must"):
    verdicts = {one["id"]: one["verdict"] for one in failures} | {"read/a/three@sapphire:strip": "pass"}
    dialect = {"dialect": "sapphire", "verdicts": verdicts, "failures": failures}
    return {"readers": [{"strict": False, "satisfied": False, "dialects": [dialect]}]}


# listed, failures of the run, whether the reader is satisfying, whether the baseline holds
RUNS = {
    "all known": ([entry()], [failure()], True, True),
    "a new must": ([entry()], [failure(), failure(TWO)], False, True),
    "a new may": ([entry()], [failure(), failure(TWO, level="may")], True, False),
    "another answer": ([entry()], [failure(got="other")], True, False),
    "a stranger too": ([entry(), entry("x@y:z")], [failure()], True, False),
}


@pytest.mark.parametrize("name", RUNS)
def test_what_becomes_of_a_run(name):
    listed, failures, satisfied, holds = RUNS[name]
    run = record(failures)
    baseline = Baseline("known.yaml", {one.id: one for one in listed})
    assert apply_baseline(run, baseline, whole=True, today=TODAY) is holds
    assert run["readers"][0]["satisfied"] is satisfied


def test_what_is_written_is_read(tmp_path):
    path = tmp_path / "known.yaml"
    path.write_text(baseline_text("py:x", [failure(), failure(TWO, "error", None)]), encoding="utf-8")
    entries = load_baseline(path).entries
    assert {name: (one.verdict, one.got) for name, one in entries.items()} == {
        ONE: ("fail", DIGEST),
        TWO: ("error", None),
    }


def test_nothing_to_list_is_an_empty_baseline(tmp_path):
    path = tmp_path / "known.yaml"
    path.write_text(baseline_text("py:x", []), encoding="utf-8")
    assert load_baseline(path).entries == {}


WRITTEN = f"""# Ours.
format: 1
reader: "py:x"
checks:
  # the old server
  - id: "{TWO}"
    verdict: fail
    got: "0000000000000000"  # looked at
    reason: acme/chat#41
    until: "2027-03-31"
  - id: "{ONE}"
    verdict: error
    reason: ""
"""


def test_what_a_person_wrote_stays():
    text = baseline_text("py:x", [failure(), failure(TWO)], WRITTEN)
    assert text == WRITTEN.replace('"0000000000000000"', f'"{DIGEST}"').replace(
        "verdict: error", f'verdict: fail\n    got: "{DIGEST}"'
    )


def test_what_passes_now_goes_with_its_comment():
    text = baseline_text("py:x", [failure()], WRITTEN)
    assert TWO not in text
    assert "the old server" not in text
    assert text.startswith("# Ours.\n")


WRONG = {
    "an unknown key": ('checks: [{id: "a@b:c", verdict: fail, why: x}]', "unknown key 'why'"),
    "no verdict": ('checks: [{id: "a@b:c"}]', "'verdict' is missing"),
    "a pass": ('checks: [{id: "a@b:c", verdict: pass}]', "verdict"),
    "twice": ('checks: [{id: "a@b:c", verdict: fail}, {id: "a@b:c", verdict: fail}]', "stands here twice"),
    "no day": ('checks: [{id: "a@b:c", verdict: fail, until: "soon"}]', "write a day"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_in_a_baseline_is_told_with_its_line(tmp_path, name):
    body, said = WRONG[name]
    path = tmp_path / "known.yaml"
    path.write_text(f"format: 1\n{body}\n", encoding="utf-8")
    with pytest.raises(UsageError, match=said) as caught:
        load_baseline(path)
    assert str(caught.value).startswith(f"{path}:2: ")


READER = "def strip(text):\n    return (text or '').split('</think>')[-1].strip(){more}\n"


def test_adopting_the_suite_today(tmp_path):
    """The way that README shows: write, run, get better, get worse."""
    reader, words = tmp_path / "r.py", ["certify", "py:r.py", "--dialect", "sapphire", "--select", "read/plain"]
    reader.write_text(READER.format(more=""), encoding="utf-8")
    whole = ["certify", "py:r.py", "--dialect", "sapphire"]
    assert thinkspec(*words, cwd=tmp_path).returncode == 1
    assert thinkspec(*whole, "--write-baseline", "known.yaml", cwd=tmp_path).returncode == 0
    assert thinkspec(*words, "--baseline", "known.yaml", cwd=tmp_path).returncode == 0
    reader.write_text(READER.format(more=" + '!'"), encoding="utf-8")
    worse = thinkspec(*words, "--baseline", "known.yaml", cwd=tmp_path)
    assert (worse.returncode, "not listed: read/plain" in worse.stdout) == (1, True), worse
    perfect = "import thinkspec_reference as known\nstrip = known.reader('sapphire').strip\n"
    reader.write_text(perfect, encoding="utf-8")
    better = thinkspec(*words, "--baseline", "known.yaml", cwd=tmp_path)
    assert (better.returncode, "passes now. Take the entry out." in better.stdout) == (5, True), better


REFUSED = {
    "two readers": (["py:r.py", "reference:python", "--baseline", "k.yaml"], "a baseline is about one reader"),
    "no such file": (["py:r.py", "--baseline", "k.yaml"], "no such baseline. Make it with"),
    "a part": (["py:r.py", "--select", "read/plain", "--write-baseline", "k.yaml"], "Leave --select out"),
    "no folder": (["py:r.py", "--write-baseline", "no/k.yaml"], "no folder"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_asked_is_refused_before_the_run(tmp_path, name):
    words, said = REFUSED[name]
    (tmp_path / "r.py").write_text(READER.format(more=""), encoding="utf-8")
    done = thinkspec("certify", *words, cwd=tmp_path)
    assert (done.returncode, done.stdout, said in done.stderr) == (2, "", True), done
