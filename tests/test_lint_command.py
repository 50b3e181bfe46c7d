"""``thinkspec lint``: exit codes, bad input, configuration, standard input, output files."""

from __future__ import annotations

import os

import pytest

from lint_helpers import CLEAN, STRAY, Desk
from thinkspec.lint import languages


@pytest.fixture
def desk(tmp_path, capsys, monkeypatch):
    return Desk(tmp_path, capsys, monkeypatch)


@pytest.mark.parametrize(
    ("files", "arguments", "code"),
    [
        ({"a.py": CLEAN}, [], 0),
        ({"a.py": STRAY}, [], 1),
        ({"a.py": STRAY}, ["--exit-zero"], 0),
        ({"a.py": STRAY}, ["gone.py"], 2),
        ({"a.py": STRAY}, ["--select", "THK999"], 2),
        ({"a.py": STRAY}, ["--select", "THK2"], 0),
        ({"a.py": STRAY}, ["--ignore", "think-regex"], 0),
        ({"a.py": STRAY}, ["--min-severity", "error"], 1),
        ({"a.py": 'OPEN_TAG = "<think>"\n'}, ["--min-severity", "error"], 0),
        ({"a.py": STRAY}, ["--exclude", "a.py"], 3),
        ({"notes.md": "<think>"}, [], 3),
        ({"notes.md": "<think>"}, ["notes.md"], 0),
        ({"a.py": b"\x00<think>"}, [], 3),
        ({}, [], 3),
        ({"a.py": "def f(:\n  '<think>'\n"}, [], 0),
        ({"a.py": "def f(:\n  '<think>'\n"}, ["--strict"], 1),
        ({"a.py": STRAY}, ["--report", "pdf=x"], 2),
        ({"a.py": STRAY}, ["-", "a.py"], 2),
        ({"a.py": STRAY}, ["--baseline", "gone.json"], 2),
        ({"a.py": STRAY}, ["--since", "HEAD"], 2),
        ({"a.py": STRAY}, ["--reader", "a.py"], 0),
        ({"a.py": CLEAN}, ["--reader", "lib/gone.py"], 1),
        ({"a.py": STRAY}, ["--fix"], 2),
        ({"a.py": STRAY}, ["explain"], 2),
        ({"a.py": STRAY}, ["explain", "THK1O1"], 2),
        ({"rules/a.py": STRAY}, ["rules"], 0),
        ({"rules/a.py": STRAY}, ["./rules"], 1),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_exit_code(desk, files, arguments, code):
    assert desk.write(files).lint(*arguments).code == code


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "thinkspec.toml",
            "[lint]\n\nexlude = ['a']\n",
            "thinkspec.toml:3: unknown setting exlude. Did you mean exclude?",
        ),
        (
            "pyproject.toml",
            "[tool.thinkspec.lint]\nselect = ['THK1O1']\n",
            "pyproject.toml:2: no rule THK1O1. Did you mean THK101?",
        ),
        ("thinkspec.toml", "[lint]\nstrict = 'yes'\n", "thinkspec.toml:2: strict must be true or false."),
        ("thinkspec.toml", "[lint\n", "thinkspec.toml:1: not valid TOML"),
        ("thinkspec.toml", "[lint]\ntests = 'x'\n", "thinkspec.toml:2: tests must be a list of texts."),
    ],
)
def test_a_wrong_setting_is_named_with_its_line(desk, name, text, message):
    ran = desk.write({"a.py": STRAY, name: text}).lint()
    assert (ran.code, message in ran.err) == (2, True)


def test_settings_of_a_path_count_for_that_path_only(desk):
    desk.write(
        {"thinkspec.toml": '[lint]\nper-path-ignores = {"old/**" = ["THK101"]}\n', "old/a.py": STRAY, "new/a.py": STRAY}
    )
    assert desk.json().rules == [("new/a.py", 2, "THK101")]


@pytest.mark.parametrize(
    ("data", "rules"),
    [
        (b"\xff\xfe" + STRAY.encode("utf-16-le"), ["THK101"]),
        (b"\xef\xbb\xbf" + STRAY.encode(), ["THK101"]),
        ("# caf\u00e9\n".encode("latin-1") + STRAY.encode(), ["THK101"]),
        (STRAY.replace("\n", "\r\n").encode(), ["THK101"]),
        (b"x = '" + b"a" * 3_000_000 + b"'\n" + STRAY.encode(), ["THK101"]),
    ],
    ids=["utf-16", "utf-8-mark", "latin-1", "crlf", "long-line"],
)
def test_bytes_of_many_kinds_are_read(desk, data, rules):
    assert [each["rule"] for each in desk.write({"a.py": data}).json().json["findings"]] == rules


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.py", STRAY.replace("\n", "\r"), 2),
        ("a.py", "x = 1\r\n" + STRAY.replace("\n", "\r"), 3),
        ("a.py", "def f(:\r" + STRAY.replace("\n", "\r"), 3),
        ("a.py", 'x = """a\rb"""\n\f\n' + STRAY, 5),
        ("a.js", "let a = 1;\rlet b = c.replace(/<think>.*?<\\/think>/s, '');\r", 2),
        ("a.yaml", "a: 1\rpattern: '<think>.*?</think>'\r", 2),
        ("a.go", 'package a\rvar b = regexp.MustCompile("<think>.*?</think>")\r', 2),
    ],
)
def test_a_carriage_return_alone_ends_a_line(desk, name, text, line):
    ran = desk.write({name: text.encode()}).json()
    assert [each["line"] for each in ran.json["findings"]] == [line]
    assert "<think>" in desk.lint("--no-cache").out.splitlines()[1]


def test_a_fault_in_one_file_loses_nothing_of_the_others(desk, monkeypatch):
    def faulty(source, words):
        if source.path == "b.py":
            raise ZeroDivisionError
        return analyse(source, words)

    analyse = languages.analyse
    monkeypatch.setattr(languages, "analyse", faulty)
    ran = desk.write({"a.py": STRAY, "b.py": STRAY}).json("--no-cache")
    assert ([each["path"] for each in ran.json["findings"]], ran.code) == (["a.py"], 1)
    assert ran.json["not_analysed"][0]["reason"].startswith("a fault in thinkspec: ZeroDivisionError")
    assert desk.lint("--no-cache", "b.py").code == 4  # nothing was found, and nobody may take that for clean


def test_a_file_of_fifty_megabytes_is_named_and_not_read(desk):
    desk.write({"a.py": CLEAN, "big.js": b"x" * 50_000_000})
    assert [each["path"] for each in desk.json().json["not_analysed"]] == ["big.js"]


def test_broken_syntax_beside_a_stray_gives_both(desk):
    ran = desk.write({"a.py": "def f(:\n    pass\n" + STRAY}).json()
    assert ([each["path"] for each in ran.json["not_analysed"]], ran.rules) == (["a.py"], [("a.py", 4, "THK101")])


def test_newer_syntax_counts_as_analysed_where_a_parser_takes_it(desk):
    ran = desk.write({"a.py": "try:\n    pass\nexcept* ValueError:\n    pass\ntype X = int\n" + STRAY}).json()
    assert (ran.json["not_analysed"], ran.rules) == ([], [("a.py", 7, "THK101")])


def test_links_are_not_followed_and_loops_end(desk, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "b.py"
    outside.write_text(STRAY)
    desk.write({"in/a.py": CLEAN})
    os.symlink(outside, desk.folder / "in" / "b.py")
    os.symlink(desk.folder, desk.folder / "in" / "loop")
    assert desk.json().rules == []


def test_a_named_link_is_linted(desk, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "b.py"
    outside.write_text(STRAY)
    os.symlink(outside, desk.folder / "b.py")
    assert desk.json("b.py").rules == [("b.py", 2, "THK101")]


def test_a_name_that_is_not_utf8_is_shown(desk):
    with open(os.fsencode(desk.folder) + b"/\xff.py", "w") as file:
        file.write(STRAY)
    assert desk.json().rules == [("\ufffd.py", 2, "THK101")]


def test_control_characters_never_reach_a_terminal(desk):
    ran = desk.write({"a.py": 'x = t.split("</think>\x1b[31m")\ny = t.split("</think>")  # \x1b[2J\n'}).lint()
    assert ("\x1b" in ran.out, "\\x1b[2J" in ran.out) == (False, True)


def test_a_file_that_vanishes_is_counted(desk):
    from thinkspec.lint import files

    assert files.read(str(desk.folder / "gone.py"), False, lambda data: True).skipped == "vanished"


def test_a_pattern_that_would_run_for_ever_ends_in_time(desk):
    text = 'import re\nx = re.sub(r"(<think>(.|\\n|\\s)*)*</think>$!", "", t)\n'
    ran = desk.write({"a.py": text}).lint("--prove")
    assert (ran.code, "keeps 0 of 12" in ran.out or "could not be tried" in ran.out or "keeps" in ran.out) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "stdin", "code", "path"),
    [
        (["-", "--stdin-filename", "app/a.py"], STRAY, 1, "app/a.py"),
        (["-", "--stdin-filename", "app/a.ts"], 'x = y.split("</think>")', 1, "app/a.ts"),
        (["-", "--stdin-filename", "core/think.py"], STRAY, 0, None),
        (["-"], "#!/usr/bin/env python3\n" + STRAY, 1, "stdin"),
        (["-"], STRAY, 2, None),
    ],
)
def test_standard_input(desk, arguments, stdin, code, path):
    ran = desk.json(*arguments, stdin=stdin)
    assert (ran.code, [each["path"] for each in ran.json["findings"]] if path else None) == (
        code,
        [path] if path else None,
    )


def test_output_goes_to_files(desk):
    ran = desk.write({"a.py": STRAY}).lint("-o", "out.txt", "--report", "json=out.json", "--report", "junit=out.xml")
    assert (ran.out, (desk.folder / "out.txt").read_text()[:14]) == ("", "a.py:2:12: THK")


def test_statistics_count_rules(desk):
    desk.write({"a.py": STRAY + 'y = t.split("</think>")\n', "b.py": STRAY})
    assert desk.lint("--statistics").out.split() == ["2", "THK101", "think-regex", "1", "THK201", "think-string-op"]


def test_show_settings_names_the_file(desk):
    desk.write({"thinkspec.toml": "[lint]\nstrict = true\n"})
    assert "strict = true" in desk.lint("--show-settings").out


def test_an_edited_generated_reader_is_found_and_an_intact_one_is_a_reader(desk):
    from thinkspec.generate.single import digest

    body = STRAY
    head = f"# sha256 of the lines below: {digest(body)}\n"
    desk.write({"lib/ok.py": head + body, "lib/edited.py": head + body + "# mine\n"})
    assert desk.json().rules == [("lib/edited.py", 1, "THK604")]


def test_a_second_opinion_drops_a_pattern_that_takes_any_tag(desk):
    text = 'import re\na = re.compile(r"<(?:think|[a-z]+)>")\nb = re.compile(r"<[^>]*think[^>]*>")\n'
    assert desk.write({"a.py": text}).json().rules == [("a.py", 3, "THK101")]


class TestCache:
    @pytest.fixture
    def old(self, desk, monkeypatch, tmp_path_factory):
        """A folder with files that are old enough to be remembered, and a cache of its own."""
        self.cache = tmp_path_factory.mktemp("cache")
        monkeypatch.setenv("XDG_CACHE_HOME", str(self.cache))
        desk.write(
            {
                "a.py": STRAY,
                "b.py": CLEAN,
                "c.py": "def f(:\n '<think>'\n",
                "d.py": STRAY.strip() + "  # thinkspec: ignore[THK101] -- why\n",
            }
        )
        for name in ("a.py", "b.py", "c.py", "d.py"):
            os.utime(desk.folder / name, (1_000_000_000, 1_000_000_000))
        return desk

    def test_a_second_run_says_the_same(self, old):
        first = (old.json().out, old.lint().out)
        assert (old.json().out, old.lint().out) == first

    def test_a_second_run_reads_no_file_that_has_not_changed(self, old, monkeypatch):
        old.json()
        from thinkspec.lint import engine

        monkeypatch.setattr(engine.Linter, "look", lambda *_: pytest.fail("read again"))
        assert old.json().code == 1

    def test_a_changed_file_is_read_again(self, old):
        old.json()
        old.write({"b.py": STRAY})
        assert [path for path, _, _ in old.json().rules] == ["a.py", "b.py"]

    def test_other_settings_do_not_share_it(self, old):
        old.json("--ignore", "THK101")
        assert [path for path, _, _ in old.json().rules] == ["a.py"]

    def test_a_cache_that_cannot_be_written_or_read_is_no_fault(self, old, monkeypatch):
        (self.cache / "file").write_text("x")
        monkeypatch.setenv("XDG_CACHE_HOME", str(self.cache / "file"))
        assert (old.json().code, old.json().code) == (1, 1)

    def test_a_spoilt_cache_is_read_as_none(self, old):
        first = old.json().out
        for path in (self.cache / "thinkspec" / "lint").glob("*.json"):
            path.write_text("[1")
        assert old.json().out == first
