"""The corpus and the linter inside somebody's pytest, run as they would run it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tool import environment

GOOD = "import thinkspec_reference as known\n\nr = known.reader('sapphire')\nstrip, split = r.strip, r.split\n"
BAD = "def strip(text):\n    return (text or '').split('</think>')[-1].strip()\n"
OWN = "def test_own():\n    pass\n"
ASKED = ["--thinkspec=py:r.py", "--thinkspec-dialect", "sapphire"]


def run(folder: Path, *words: str, plugin: bool = True) -> subprocess.CompletedProcess[str]:
    """Pytest in a folder of somebody's own."""
    # The checkout's plugin alone, also where an installed thinkspec has it as an entry point.
    plugins = ["-p", "no:thinkspec", *(["-p", "thinkspec.pytest_plugin"] if plugin else [])]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *plugins, *words]
    return subprocess.run(
        command, cwd=folder, env=environment(), capture_output=True, text=True, timeout=120, check=False
    )


def counts(done: subprocess.CompletedProcess[str]) -> dict[str, int]:
    """What pytest counted: ``{"passed": 3, "failed": 1}``."""
    last = next(line for line in reversed(done.stdout.splitlines()) if re.search(r" in [0-9.]+s", line))
    return {word: int(number) for number, word in re.findall(r"(\d+) (\w+)", last.rpartition(" in ")[0])}


@pytest.fixture
def project(tmp_path):
    """A folder with a reader that fails, a good one, and a test of its own."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (tmp_path / "r.py").write_text(BAD, encoding="utf-8")
    (tmp_path / "good.py").write_text(GOOD, encoding="utf-8")
    (tmp_path / "test_own.py").write_text(OWN, encoding="utf-8")
    return tmp_path


def test_it_is_inert_unless_asked(project):
    done = run(project)
    assert (done.returncode, counts(done)) == (0, {"passed": 1}), done
    assert "thinkspec" not in done.stdout


def test_an_item_a_case_beside_their_own_tests(project):
    done = run(project, *ASKED, "--thinkspec-select", "read/plain")
    found = counts(done)
    assert done.returncode == 1
    assert found["passed"] > 1
    assert found["failed"] > 1


def test_a_failure_reads_like_the_text_report(project):
    done = run(project, *ASKED, "--thinkspec-select", "read/plain/unclosed-at-the-end")
    for line in (
        "read/plain/unclosed-at-the-end@sapphire:strip  must fail",
        "    text      <think>abc",
        '    expected  ""',
        '    got       "<think>abc"',
        "    again     thinkspec certify py:r.py --dialect sapphire --select",
    ):
        assert line in done.stdout
    assert "Traceback" not in done.stdout


def test_a_summary_a_rule_at_the_end(project):
    done = run(project, *ASKED, "--thinkspec-select", "read/plain")
    assert re.search(r"^broken unclosed-opener +\d+ of +\d+$", done.stdout, re.MULTILINE), done.stdout


def test_words_of_the_id_choose(project):
    done = run(project, *ASKED, "-k", "plain and unclosed-at-the-end")
    assert counts(done) == {"failed": 1, "deselected": counts(done)["deselected"]}, done


@pytest.mark.parametrize("how", [["-n", "2"], ["-d", "--tx", f"2*popen//python={sys.executable}"]])
def test_several_workers_find_the_same(project, how):
    words = [*ASKED, "--thinkspec-select", "read/letter-case"]
    alone, together = run(project, *words), run(project, *words, *how)
    assert counts(alone) == counts(together)
    rules = [re.findall(r"^(?:broken|kept  ) .*$", done.stdout, re.MULTILINE) for done in (alone, together)]
    assert sorted(rules[0]) == sorted(rules[1]) != []


def test_what_is_not_offered_is_skipped(project):
    done = run(project, *ASKED, "--thinkspec-select", "read/wrap")
    assert counts(done).keys() == {"passed", "skipped"}, done


def baseline(project, *, until=""):
    done = run(project, *ASKED, "--thinkspec-select", "read/plain/unclosed-at-the-end@sapphire:strip")
    assert done.returncode == 1
    lines = ["format: 1", "checks:", "  - id: read/plain/unclosed-at-the-end@sapphire:strip", "    verdict: fail"]
    (project / "known.yaml").write_text("\n".join([*lines, *until.splitlines()]) + "\n", encoding="utf-8")
    return [*ASKED, "--thinkspec-baseline", "known.yaml", "--thinkspec-select", "read/plain/unclosed-at-the-end"]


def test_a_known_failure_is_expected(project):
    done = run(project, *baseline(project), "test_own.py")
    assert (done.returncode, counts(done)) == (0, {"passed": 1, "xfailed": 1}), done


def test_a_known_failure_that_passes_fails(project):
    words = baseline(project)
    (project / "r.py").write_text(GOOD, encoding="utf-8")
    done = run(project, *words)
    assert (done.returncode, "known.yaml:3: " in done.stdout, "passes now" in done.stdout) == (1, True, True), done


def test_a_known_failure_that_is_late_fails(project):
    done = run(project, *baseline(project, until='    until: "2020-01-01"'))
    assert (done.returncode, "was to be mended by 2020-01-01" in done.stdout) == (1, True), done


def test_an_entry_with_a_slip_fails(project):
    (project / "known.yaml").write_text(
        "format: 1\nchecks: [{id: 'read/plian@x:y', verdict: fail}]\n", encoding="utf-8"
    )
    done = run(project, *ASKED, "--thinkspec-baseline", "known.yaml", "-k", "baseline")
    assert (done.returncode, "is no check of this run" in done.stdout) == (1, True), done


def test_configuration_serves_pytest_too(project):
    table = '[tool.thinkspec.certify]\nreader = "py:good.py"\ndialect = "sapphire"\n'
    (project / "pyproject.toml").write_text(table, encoding="utf-8")
    done = run(project, "--thinkspec-select", "read/plain", "--thinkspec")
    assert (done.returncode, counts(done)["passed"] > 5) == (0, True), done


WRONG = {
    "no dialect": (["--thinkspec=py:r.py"], "add --thinkspec-dialect"),
    "a dialect with a slip": (["--thinkspec=py:r.py", "--thinkspec-dialect", "saphire"], "no such dialect"),
    "a reader that is not there": (["--thinkspec=py:no.py", "--thinkspec-dialect", "sapphire"], "does not exist"),
    "no reader anywhere": (["--thinkspec-dialect", "sapphire", "--thinkspec"], "no reader"),
    "a file taken for a reader": (["--thinkspec", "test_own.py"], "put --thinkspec last"),
    "a pattern with a slip": ([*ASKED, "--thinkspec-select", "read/plian"], "matches no check"),
    "no baseline": ([*ASKED, "--thinkspec-baseline", "no.yaml"], "no such baseline"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_asked_wrongly_is_one_line(project, name):
    words, said = WRONG[name]
    done = run(project, *words)
    assert (done.returncode, said in done.stderr + done.stdout, "Traceback" in done.stderr) == (4, True, False), done


def test_a_reader_that_cannot_be_loaded_fails_with_the_reason(project):
    (project / "r.py").write_text("import nothing_of_the_kind\n", encoding="utf-8")
    done = run(project, *ASKED, "--thinkspec-select", "read/plain/unclosed-at-the-end")
    assert (done.returncode, "nothing_of_the_kind" in done.stdout) == (1, True), done


FIXTURE = """def test_reader(thinkspec_reader):
    assert thinkspec_reader.strip("<think>a</think>b") == "b"
    assert thinkspec_reader.split("<think>a</think>b") == ("b", "a")
    assert thinkspec_reader.thinking("<think>a</think>b") == "a"
"""


def test_the_fixture_asks_the_reader(project):
    (project / "test_own.py").write_text(FIXTURE, encoding="utf-8")
    words = [
        "--thinkspec=py:good.py",
        "--thinkspec-dialect",
        "sapphire",
        "--thinkspec-select",
        "read/plain/unclosed-at-the-end",
    ]
    done = run(project, *words)
    assert (done.returncode, counts(done)) == (0, {"passed": 2}), done


def test_the_fixture_says_what_it_lacks(project):
    (project / "test_own.py").write_text(FIXTURE, encoding="utf-8")
    done = run(project)
    assert (done.returncode, "no reader: write --thinkspec" in done.stdout) == (1, True), done


def test_the_linter_is_a_failing_test(project):
    done = run(project, "--thinkspec-lint")
    assert (counts(done), "r.py" in done.stdout) == ({"passed": 1, "failed": 1}, True), done


def test_the_linter_passes_a_clean_project(project):
    (project / "r.py").unlink()
    done = run(project, "--thinkspec-lint")
    assert (done.returncode, counts(done)) == (0, {"passed": 2}), done
