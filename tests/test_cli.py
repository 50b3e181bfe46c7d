"""The command line as a person meets it: real processes, what they print, how they end."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys

import pytest

import thinkspec as package
from thinkspec.cli import COMMANDS
from tool import DIALECTS, ROOT, argv, environment, spec, thinkspec

BLOCK = "<think>plan</think>Hello"


def test_the_version_is_one_line():
    done = thinkspec("--version")
    assert (done.returncode, done.stdout) == (0, f"thinkspec {package.__version__}\n")


def test_the_version_loads_nothing_heavy():
    loaded = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "thinkspec", "--version"],
        capture_output=True,
        text=True,
        env=environment(),
        cwd=ROOT,
        check=True,
    ).stderr
    assert re.findall(r"\b(click|yaml|jsonschema|rich|asyncio)$", loaded, re.MULTILINE) == []


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_help_page_shows_an_example(command):
    done = thinkspec(command, "--help")
    assert done.returncode == 0
    assert f"thinkspec {command}" in done.stdout.partition("\n\n")[2]


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_stands_on_the_help_page(command):
    assert re.search(rf"^  {command}\b", thinkspec("--help").stdout, re.MULTILINE)


# arguments, exit code, a part of the line
WRONG = [
    (["unheard-of"], 2, "unheard-of"),
    (["read", "--unheard-of"], 2, "--unheard-of"),
    (["read", "no/such/file.txt"], 2, "no/such/file.txt"),
    (["read", "."], 2, "cannot be read"),
    (["read", "--text", "a", "--dialect", "klingon"], 2, "no such dialect"),
    (["read", "--text", "a", "-O", "tag=x"], 2, "no option"),
    (["read", "--text", "a", "--dialect", "langertha", "-O", "tag"], 2, "no value"),
    (["read", "--text", "a", "--dialect", "all", "--half", "answer"], 2, "Name one dialect"),
    (["read", "x.txt", "--text", "a"], 2, "either"),
    (["explain", "no/such/file.txt"], 2, "no/such/file.txt"),
    (["explain", "--text", "a", "--dialect", "klingon"], 2, "no such dialect"),
]


@pytest.mark.parametrize(("arguments", "code", "said"), WRONG)
def test_an_error_is_one_line_and_an_exit_code(arguments, code, said):
    done = thinkspec(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (code, "", 1)
    assert said in done.stderr


def test_debug_shows_where_an_error_arose():
    assert "Traceback" in thinkspec("read", "no/such/file.txt", "--debug").stderr


def test_a_reply_comes_from_standard_input():
    assert thinkspec("read", "--half", "answer", stdin=BLOCK).stdout == "Hello"


def test_a_reply_comes_from_a_file(tmp_path):
    (tmp_path / "reply.txt").write_text(BLOCK)
    assert thinkspec("read", str(tmp_path / "reply.txt"), "--half", "thinking").stdout == "plan"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_reply_is_read_in_any_dialect(dialect):
    assert thinkspec("read", "--text", BLOCK, "--dialect", dialect, "--half", "answer").stdout.strip() == "Hello"


def test_all_dialects_stand_under_each_other():
    headings = re.findall(r"^== (\S+)$", thinkspec("read", "--text", BLOCK, "--dialect", "all").stdout, re.MULTILINE)
    assert headings == list(DIALECTS)


def test_both_halves_stand_under_headings():
    assert thinkspec("read", "--text", BLOCK).stdout == "-- thinking\nplan\n-- answer\nHello\n"


@pytest.mark.parametrize(("dialect", "word"), [("sapphire", "empty"), ("nr-llm", "null")])
def test_a_half_that_is_missing_is_called_as_the_dialect_does(dialect, word):
    assert f"-- thinking: {word}" in thinkspec("read", "--text", "a", "--dialect", dialect).stdout


def test_a_reading_as_json():
    found = json.loads(thinkspec("read", "--text", BLOCK, "--format", "json").stdout)
    segments = [["think", "plan", "think"], ["text", "Hello", ""]]
    assert found == {
        "version": 1,
        "readings": {"sapphire": {"answer": "Hello", "thinking": "plan", "segments": segments}},
    }


def test_settings_of_a_dialect():
    options = ["--dialect", "llm-chat", "-O", "open=[", "-O", "close=]"]
    assert thinkspec("read", "--text", "[a]b", *options, "--half", "answer").stdout == "b"


# bytes, the same bytes of the answer
KEPT = [
    (b"<think>x</think>caf\xe9", b"caf\xe9"),  # Latin-1
    (b"<think>x</think>\xff\xfe\x00a", b"\xff\xfe\x00a"),
    (b"<think>\xe2\x80</think>\xe2\x82", b"\xe2\x82"),  # cut in the middle of a character
    (b"<think>x</think>a\r\nb", b"a\r\nb"),
    ("<think>x</think>é🧠".encode(), "é🧠".encode()),
]


@pytest.mark.parametrize(("data", "answer"), KEPT)
def test_bytes_that_are_no_utf8_are_kept(data, answer):
    done = thinkspec("read", "--half", "answer", stdin=data)
    assert done.stdout.encode("utf-8", "surrogateescape") == answer


@pytest.mark.parametrize(
    "arguments", [["read"], ["read", "--format", "json"], ["explain"], ["explain", "--format", "json"]]
)
def test_bytes_that_are_no_utf8_spoil_no_output(arguments):
    assert thinkspec(*arguments, stdin=b"\xff<think>\xfe</think>\xfd").returncode == 0


@pytest.mark.parametrize("arguments", [["read"], ["explain"]])
def test_a_terminal_of_another_encoding_spoils_no_output(arguments):
    assert thinkspec(*arguments, "--text", "<think>思</think>é", PYTHONIOENCODING="latin-1").returncode == 0


def test_an_empty_input_is_an_empty_reply():
    assert thinkspec("read", "--half", "answer").stdout == ""


def test_a_reply_of_a_hundred_megabytes_is_read_in_bounded_time_and_memory(tmp_path):
    file = tmp_path / "huge.txt"
    with file.open("w") as out:
        out.write("<think>")
        for _ in range(70):
            out.write("thinking a < b\n" * 66_667)
        out.write("</think>")
        for _ in range(30):
            out.write("the answer is 1\n" * 62_500)
    script = (
        "import resource, runpy, sys\n"
        "resource.setrlimit(resource.RLIMIT_CPU, (20, 20))\n"
        "sys.argv = ['thinkspec', 'read', sys.argv[1], '--half', 'answer']\n"
        "runpy.run_module('thinkspec', run_name='__main__')\n"
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    done = subprocess.run(
        [sys.executable, "-c", script, str(file)], capture_output=True, env=environment(), cwd=ROOT, check=False
    )
    assert (done.returncode, len(done.stdout)) == (0, 30 * 62_500 * 16 - 1)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    assert before == used // 1024 or used < 10 * file.stat().st_size


def test_every_tag_is_explained_with_its_rule():
    text = thinkspec("explain", "--text", "Use `<think>` tags.</think>Done").stdout
    assert re.findall(r"^ +(\d+)  (\S+)  (.+)$", text, re.MULTILINE) == [
        ("5", "<think>", "is part of the thinking"),
        ("19", "</think>", "makes the text before it thinking"),
    ]


def test_the_sentence_of_the_rule_is_quoted():
    text = thinkspec("explain", "--text", "a</think>b", "--dialect", "nr-llm").stdout
    assert spec().sentence("stray-closer", "text") in text


def test_a_reply_without_tags_is_explained():
    assert thinkspec("explain", "--text", "plain").stdout.startswith("no tag\n")


def test_an_explanation_as_json():
    found = json.loads(thinkspec("explain", "--text", BLOCK, "--dialect", "all", "--format", "json").stdout)
    assert (found["version"], list(found["explanations"])) == (1, list(DIALECTS))


def on_a_terminal(*arguments, **env):
    """What the command prints on a terminal."""
    if sys.platform == "win32":
        pytest.skip("a terminal is made by POSIX means")
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        argv(*arguments), stdout=theirs, stderr=theirs, env=environment(TERM="xterm", **env), cwd=ROOT
    )
    os.close(theirs)
    said = b""
    while True:
        try:
            chunk = os.read(ours, 65536)
        except OSError:  # how Linux tells that nobody writes any more
            break
        if not chunk:
            break
        said += chunk
    os.close(ours)
    process.wait(30)
    return said.decode()


def test_a_terminal_is_shown_colours():
    assert "\x1b[" in on_a_terminal("explain", "--text", BLOCK)


def test_no_color_is_honoured():
    assert "\x1b[" not in on_a_terminal("explain", "--text", BLOCK, NO_COLOR="1")


def test_a_pipe_is_shown_no_colours():
    assert "\x1b[" not in thinkspec("explain", "--text", BLOCK).stdout


def test_progress_is_told_on_a_terminal():
    assert re.search(
        r"\d+/\d+", on_a_terminal("certify", "reference:python", "--select", "read/plain").split("\x1b[K")[1]
    )


# what is sent, the key of the answer, a part of it
REQUESTS = [
    (
        '{"id":"1","op":"split","dialect":"sapphire","text":"<think>a</think>b"}',
        "ok",
        '{"answer": "b", "thinking": "a"}',
    ),
    ('{"id":"1","op":"strip","dialect":"nr-llm","text":"\\ud800"}', "ok", "ud800"),
    ('{"id":"1","op":"split","dialect":"nr-llm","text":null}', "rejected", "none"),
    ('{"id":"1","op":"split","dialect":"sapphire","text":5}', "rejected", "int"),
    ('{"id":"1","op":"split","dialect":"llm-chat","text":"a","options":{"open":""}}', "rejected", "empty"),
    ('{"id":"1","op":"split","dialect":"klingon","text":"a"}', "unsupported", "klingon"),
    ('{"id":"1","op":"fly","dialect":"sapphire","text":"a"}', "unsupported", "fly"),
    ("junk", "error", "not a request"),
    ("{}", "error", "not a request"),
    ("[1]", "error", "not a request"),
    ("", "error", "not a request"),
    ('{"id":1,"op":"split"}', "error", "not a request"),
    ("\udcff", "error", "not a request"),
    ("[" * 5000, "error", "not a request"),
]


@pytest.mark.parametrize(("line", "kind", "said"), REQUESTS)
def test_each_request_has_one_answer(line, kind, said):
    (answered,) = thinkspec("serve", stdin=line + "\n").stdout.splitlines()
    assert said in json.dumps(json.loads(answered)[kind])


def test_junk_between_requests_costs_no_answer():
    good = '{{"id":"{}","op":"strip","dialect":"sapphire","text":"a"}}\n'
    done = thinkspec("serve", stdin=good.format(1) + "junk\n" + good.format(2) + '{"id":"3"')
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["1", "", "2"]
    assert done.returncode == 0


def test_the_server_introduces_itself():
    (line,) = thinkspec("serve", stdin='{"id":"1","op":"hello","protocol":1}\n').stdout.splitlines()
    assert set(json.loads(line)["ok"]["dialects"]) == set(DIALECTS)


def test_the_server_can_be_certified():
    command = f"cmd:{sys.executable} -m thinkspec serve"
    assert thinkspec("certify", command, "--select", "read/plain", "--strict").returncode == 0
