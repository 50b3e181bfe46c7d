"""A big tree is shared out among processes: nothing is lost, whatever becomes of a copy."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lint_helpers import CLEAN, STRAY
from thinkspec.lint import workers

ROOT = Path(__file__).resolve().parent.parent
HERE = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "runner"), str(ROOT / "reference" / "python")])}
FILES = [f"file-{number}" for number in range(1_000)]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no copies of a process here")


def taken(share):
    return list(share)


def outside(code: str) -> str:
    """What code prints in a process of its own: this one has threads."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=HERE, capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.strip()


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("files", [0, 1, 8, 9, 1_000])
def test_every_file_is_taken_once(files, count):
    parts = workers.shared(FILES[:files], count, taken)
    assert sorted(path for part in parts for path in part) == sorted(FILES[:files])


def dies(share):
    if os.getpid() != PARENT:
        os.kill(os.getpid(), signal.SIGKILL)
    return list(share)


def fails(share):
    if os.getpid() != PARENT:
        raise ValueError
    return list(share)


PARENT = os.getpid()


@pytest.mark.parametrize("work", [dies, fails])
def test_a_copy_that_does_not_end_well_makes_the_attempt_void(work, monkeypatch):
    monkeypatch.setitem(globals(), "PARENT", os.getpid())
    assert workers.shared(FILES, 2, work) is None


BREAKS_OFF = """
import os, signal
from thinkspec.lint import workers
first = os.getpid()
def stops(share):
    if os.getpid() == first:
        raise KeyboardInterrupt
    signal.pause()
try:
    workers.shared(["a.py"] * 100, 3, stops)
except KeyboardInterrupt:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        print("no child is left")
"""


def test_no_copy_is_left_when_the_work_breaks_off():
    assert outside(BREAKS_OFF) == "no child is left"


KILLED = """
import os, signal, sys, time
from thinkspec.lint import workers
first = os.getpid()
def slow(share):
    if os.getpid() == first:
        os.kill(first, signal.SIGKILL)
    for path in share:
        time.sleep(0.05)
workers.shared(["a.py"] * 10_000, 2, slow)
"""


def test_a_copy_ends_when_the_first_process_is_killed():
    process = subprocess.Popen([sys.executable, "-c", KILLED], env=HERE, stdout=subprocess.PIPE)
    process.communicate(timeout=20)  # the copy holds the pipe as long as it lives: 500 seconds, if nobody told it
    assert process.returncode == -signal.SIGKILL


def test_few_files_stay_in_one_process():
    assert outside("from thinkspec.lint import workers; print(workers.processes(300))") == "1"


@pytest.mark.skipif(sys.platform == "darwin" or (os.cpu_count() or 1) < 2, reason="one process only")
def test_many_files_are_shared_out():
    assert int(outside("from thinkspec.lint import workers; print(workers.processes(100_000))")) > 1


def lint(folder, *arguments):
    command = [sys.executable, "-m", "thinkspec", "lint", "--format", "json", *arguments]
    cache = {**HERE, "XDG_CACHE_HOME": str(folder.parent / "cache")}
    return subprocess.run(command, cwd=folder, env=cache, capture_output=True, text=True, check=False, timeout=120)


def test_a_shared_run_finds_what_one_process_finds(tmp_path):
    tree = tmp_path / "tree"
    for number in range(2 * workers.FEW + 40):
        path = tree / f"p{number % 7}" / f"m{number}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(STRAY if number % 50 == 0 else CLEAN)
    (tree / "p0" / "broken.py").write_text("def f(:\n" + STRAY)
    (tree / "packed.min.js").write_text("x=1 // <think>")
    first, second = lint(tree), lint(tree)
    assert first.returncode == 1
    assert first.stdout == second.stdout  # the second run remembers
    whole = json.loads(first.stdout)
    apart = [json.loads(lint(tree, f"p{number}").stdout) for number in range(7)]
    key = lambda each: (each["path"], each["line"], each["rule"])  # noqa: E731
    assert sorted(map(key, whole["findings"])) == sorted(key(each) for part in apart for each in part["findings"])
    assert whole["files"] == sum(part["files"] for part in apart)
    assert [each["path"] for each in whole["not_analysed"]] == ["p0/broken.py"]
    assert whole["skipped"] == {"minified": 1}
