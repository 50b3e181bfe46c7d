"""The process of a reader: each fake under cases/runner is caught, nothing else is lost, nothing is left behind."""

from __future__ import annotations

import contextlib
import itertools
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from thinkspec import memory
from thinkspec.errors import ReaderStartError
from thinkspec.pointer import argv, parse
from thinkspec.process import ReaderProcess
from thinkspec.wire import Answer

FAKES = Path(__file__).resolve().parent.parent / "cases" / "runner"
BLOCK = "<think>T</think>A"
RIGHT = Answer("ok", {"answer": "A", "thinking": "T"})


def command(name):
    """The command of a fake, or of a file given whole."""
    path = FAKES / name
    kind = {".py": "py", ".mjs": "js"}[path.suffix]
    if "for line in sys.stdin" in path.read_text() or path.name == "no_hello.py":
        return argv(parse(f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"))
    return argv(parse(f"{kind}:{path}"))


def gone(group, seconds=5.0):
    """Whether every process of a group ends soon; one that only waits to be reaped has ended."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        listed = subprocess.run(["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
        rows = [line.split() for line in listed.splitlines()]
        if not [row for row in rows if row[0] == str(group) and not row[1].startswith("Z")]:
            return True
        time.sleep(0.01)
    return False


@contextlib.contextmanager
def started(argv, **options):
    """A reader process whose whole group must be gone afterwards."""
    groups = []
    with ReaderProcess(argv, **options) as reader:
        start = reader._start

        def note():
            try:
                return start()
            finally:
                groups.append(reader.pid)

        reader._start = note
        yield reader
    assert reader.pid is None
    assert all(gone(group) for group in groups if group)


# fake, what it must give for three replies: a kind, or the answer itself
READS = [
    ("always_empty.py", "split", [Answer("ok", {"answer": "", "thinking": ""})] * 3),
    ("always_whole.py", "split", [Answer("ok", {"answer": BLOCK, "thinking": ""})] * 3),
    ("echo_json.py", "strip", [Answer("ok", f'{{"answer": "{BLOCK}", "thinking": "{BLOCK}"}}')] * 3),
    ("remembers_previous.py", "strip", [Answer("ok", ""), Answer("ok", BLOCK), Answer("ok", BLOCK)]),
    ("swapped.py", "split", [Answer("ok", {"answer": "T", "thinking": "A"})] * 3),
    ("prints.py", "split", [RIGHT] * 3),
]


@pytest.mark.parametrize(("name", "op", "answers"), READS, ids=[row[0] for row in READS])
def test_a_reader_that_reads_wrongly_is_heard_out(name, op, answers):
    with started(command(name)) as reader:
        assert [reader.ask(op, text=BLOCK) for _ in answers] == answers
        assert reader.restarts == 0


# fake, the words of the error
BREAKS = [
    ("sleeps.py", "no answer within 0.3 s"),
    ("wrong_id.py", "answered with the wrong id '0'"),
    ("half_line.py", 'ended, only part of a line: \'{"id": "'),
    ("junk.py", r"wrote a line that is not JSON (Expecting value: line 1 column 1 (char 0)): '\x1b[31mWARN"),
    ("never_answers.py", "no answer within 0.3 s"),
    ("endless.py", "without a newline, only part of a line: 'xxx"),
]


@pytest.mark.parametrize(("name", "words"), BREAKS, ids=[row[0] for row in BREAKS])
def test_a_reader_that_breaks_the_wire_gives_an_error_each_time(name, words):
    seconds = 20.0 if name == "endless.py" else 0.3
    with started(command(name), timeout=seconds) as reader:
        reader.hello()
        for _ in range(2):
            answer = reader.ask("strip", text="x")
            assert answer.kind == "error"
            assert words in answer.value
        assert reader.restarts == 1


def test_a_second_answer_is_met_at_the_latest_by_the_next_request():
    with started(command("answers_twice.py")) as reader:
        answers = [reader.ask("strip", text="x") for _ in range(6)]
    for first, second in itertools.pairwise(answers):
        assert "error" in (first.kind, second.kind)
    errors = {answer.value.partition(":")[0] for answer in answers if answer.kind == "error"}
    assert errors <= {"answered the request before a second time", "wrote more than one line"}


def test_a_crash_costs_one_check_only():
    with started(command("dies_on_third.py")) as reader:
        answers = [reader.ask("strip", text=str(number)) for number in range(5)]
    assert [answer.kind for answer in answers] == ["ok", "ok", "error", "ok", "ok"]
    assert all(answer.value == str(number) for number, answer in enumerate(answers) if answer.kind == "ok")
    assert "signal SIGABRT" in next(answer.value for answer in answers if answer.kind == "error")


def test_growth_past_the_limit_is_that_checks_error():
    with started(command("grows.py"), memory_mib=200, timeout=20) as reader:
        answers = [reader.ask("strip", text="x") for _ in range(10)]
    errors = [answer.value for answer in answers if answer.kind == "error"]
    assert errors
    assert all("past the 200 MiB allowed" in error for error in errors)


def test_growth_while_it_is_asked_is_caught_before_the_deadline(tmp_path):
    file = tmp_path / "hoards.py"
    file.write_text(
        "import time\ndef strip(text):\n    if text != 'grow': return text\n"
        "    kept = []\n    while True: kept.append(b'x' * (8 << 20)); time.sleep(0.005)\n"
    )
    with started(argv(parse(f"py:{file}")), memory_mib=200, timeout=30) as reader:
        assert reader.ask("strip", text="a") == Answer("ok", "a")
        assert "past the 200 MiB allowed" in reader.ask("strip", text="grow").value
        assert reader.ask("strip", text="b") == Answer("ok", "b")


def test_a_javascript_reader_may_throw_anything():
    with started(command("throws.mjs")) as reader:
        assert reader.ask("strip", text=" ") == Answer("error", "threw blank")
        assert reader.ask("strip", text="x") == Answer("ok", "x")
        assert reader.ask("strip", text="die") == Answer("error", "ended without an answer (exit code 7)")
        assert reader.ask("strip", text="y") == Answer("ok", "y")


def test_a_promise_that_is_never_kept_is_an_error():
    with started(command("forgets.mjs")) as reader:
        answers = [reader.ask("split", text="x") for _ in range(2)]
        assert reader.restarts == 0
    assert answers == [Answer("error", "returned a promise that is never settled")] * 2


def test_a_program_that_is_no_reader_is_refused():
    with started(command("no_hello.py")) as reader, pytest.raises(ReaderStartError, match="usage: no_hello") as caught:
        reader.hello()
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("source", "words", "stderr"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'", "no_such_module"),
        ("raise SystemExit(3)", "SystemExit: 3", "SystemExit: 3"),
        ("def f(:", "SyntaxError", "SyntaxError"),
        ("x = 1", "offers none of split", None),
        ("import os; os._exit(9)", "exit code 9", None),
        ("import time; time.sleep(60)", "no answer within 1 s", None),
    ],
)
def test_a_reader_that_cannot_be_loaded_is_refused_with_its_reason(tmp_path, source, words, stderr):
    file = tmp_path / "broken.py"
    file.write_text(source)
    with started(argv(parse(f"py:{file}"))) as reader, pytest.raises(ReaderStartError) as caught:
        reader.hello(timeout=1)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert stderr is None or any(stderr in line for line in caught.value.stderr)


def test_a_program_that_cannot_run_is_refused(tmp_path):
    with pytest.raises(ReaderStartError, match="cannot be started"), ReaderProcess([str(tmp_path)]) as reader:
        reader.hello()


def test_after_many_failures_in_a_row_it_is_not_started_again():
    with started(command("junk.py"), max_failures=3, max_lost=0.0) as reader:
        answers = [reader.ask("strip", text="x") for _ in range(5)]
        assert reader.restarts == 2
    assert all(answer.kind == "error" for answer in answers)
    assert answers[4].value.startswith("not started again after 3 failures in a row; the last: wrote a line")


def test_a_success_between_failures_keeps_a_reader_going():
    with started(command("throws.mjs"), max_failures=2, max_lost=0.0) as reader:
        kinds = [reader.ask("strip", text=text).kind for text in ("die", "x", "die", "x", "die", "x")]
    assert kinds == ["error", "ok"] * 3


def test_a_request_longer_than_a_pipe_holds_goes_through(tmp_path):
    file = tmp_path / "echo.py"
    file.write_text("def strip(text):\n    return text\n")
    text = "é\ud800x" * 500_000
    with started(argv(parse(f"py:{file}")), timeout=30) as reader:
        assert reader.ask("strip", text=text) == Answer("ok", text)


def test_a_reader_that_never_reads_ends_at_the_deadline():
    script = "import sys,time; sys.stdin.readline(); time.sleep(60)"
    with started([sys.executable, "-c", script]) as reader, pytest.raises(ReaderStartError, match=r"within 0\.5 s"):
        reader.hello(timeout=0.5)


def test_a_long_request_to_a_reader_that_stops_reading_ends_at_the_deadline():
    script = (
        "import json, sys, time; request = json.loads(sys.stdin.readline())\n"
        "print(json.dumps({'id': request['id'], 'ok': {'ops': ['strip']}}), flush=True); time.sleep(60)"
    )
    with started([sys.executable, "-c", script], timeout=0.3) as reader:
        answer = reader.ask("strip", text="x" * 1_000_000)
    assert answer == Answer("error", "the request was not read within 0.3 s")


def test_a_flood_on_standard_error_neither_blocks_nor_hides_the_answer(tmp_path):
    file = tmp_path / "loud.py"
    file.write_text(
        "import sys\ndef strip(text):\n    sys.stderr.write('noise ' * 200_000 + '\\nlast words\\n')\n    return text\n"
    )
    with started(argv(parse(f"py:{file}"))) as reader:
        assert reader.ask("strip", text="x") == Answer("ok", "x")
        assert reader.stderr_tail[-1] == "last words"


def test_an_answer_of_the_wrong_shape_is_an_error(tmp_path):
    file = tmp_path / "odd.py"
    file.write_text("def strip(text):\n    return text\ndef has(text):\n    return 'yes'\n")
    with started(argv(parse(f"py:{file}"))) as reader:
        assert reader.ask("has", text="x") == Answer("error", "has must answer true or false, got a string")
        assert reader.restarts == 0


def test_children_of_a_reader_are_killed_with_it(tmp_path):
    file = tmp_path / "parent.py"
    file.write_text(
        "import subprocess\nchild = None\ndef strip(text):\n    global child\n"
        "    child = child or subprocess.Popen(['sleep', '1000'])\n    return str(child.pid)\n"
    )
    with started(argv(parse(f"py:{file}"))) as reader:
        child = int(reader.ask("strip", text="x").value)
        os.kill(child, 0)  # it runs while its parent does
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline and state_of(child) not in ("", "Z"):
        time.sleep(0.01)
    assert state_of(child) in ("", "Z")


def state_of(pid):
    """A process's state letter, Z for one that is dead and not yet reaped, empty for one that is gone."""
    done = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return done.stdout.strip()[:1]


def test_the_memory_of_children_counts():
    script = (
        "import subprocess,sys; subprocess.run([sys.executable,'-c','x=b\"x\"*(90<<20); print(1,flush=True); input()'])"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout.readline() == b"1\n"
        used = memory.resident_mib(process.pid)
        process.communicate(b"\n")
    assert 90 < used < 200
    assert memory.resident_mib(process.pid) == 0


def test_an_interrupt_leaves_no_child_and_no_stale_answer():
    def interrupt(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with started(command("sleeps.py")) as reader:
            reader.hello()
            group = reader.pid
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with pytest.raises(KeyboardInterrupt):
                reader.ask("strip", text="x")
            assert reader.pid is None
            assert gone(group)
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", ["prints.py", "throws.mjs", "never_answers.py"])
def test_a_reader_ends_when_the_runner_is_killed(name):
    script = (
        "import sys, time; sys.path.insert(0, sys.argv[1])\n"
        "from thinkspec.process import ReaderProcess\n"
        "reader = ReaderProcess(sys.argv[2:]); reader.hello(); print(reader.pid, flush=True); time.sleep(60)\n"
    )
    root = str(FAKES.parent.parent / "runner")
    with subprocess.Popen([sys.executable, "-c", script, root, *command(name)], stdout=subprocess.PIPE) as runner:
        group = int(runner.stdout.readline())
        runner.kill()
    assert gone(group)
