"""``[tool.thinkspec.certify]``: found, checked, and used by the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from thinkspec.config import Config, find_config, rebased
from thinkspec.errors import UsageError
from tool import thinkspec

TABLE = """[project]
name = "x"

[tool.thinkspec.certify]
reader = "py:r.py"
dialect = "sapphire"
require = "core"
baseline = "known.yaml"
strict = true
timeout = 2.5
memory = 512

[[tool.thinkspec.certify.intended]]
id = "read/plain"
reason = "acme/chat#12"
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "pyproject.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_everything_is_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, TABLE)
    found = find_config()
    assert (found.reader, found.dialect, found.require) == (("py:r.py",), "sapphire", "core")
    assert (found.baseline, found.strict, found.timeout, found.memory) == (Path("known.yaml"), True, 2.5, 512)
    assert found.intended == ({"id": "read/plain", "reason": "acme/chat#12"},)


@pytest.mark.parametrize("text", ["", "[project]\nname = 'thinkspec'\n", "[tool.thinkspec.lint]\nstrict = true\n"])
def test_a_file_without_the_table_is_passed_over(tmp_path, monkeypatch, text):
    inner = tmp_path / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)
    written(inner, text)
    written(tmp_path, TABLE)
    assert find_config().dialect == "sapphire"


def test_nothing_is_looked_for_above_a_repository(tmp_path, monkeypatch):
    inner = tmp_path / "inner"
    (inner / ".git").mkdir(parents=True)
    monkeypatch.chdir(inner)
    written(tmp_path, TABLE)
    assert find_config() == Config()


def test_paths_count_from_the_file(tmp_path, monkeypatch):
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "r.py").write_text("", encoding="utf-8")
    monkeypatch.chdir(inner)
    written(tmp_path, TABLE)
    found = find_config()
    assert (found.reader, found.baseline) == (("py:../r.py",), Path("../known.yaml"))


@pytest.mark.parametrize(
    "pointer", ["py:acme.think:split", "cmd:sh r.py", "reference:js", "js:highlight.js#x", "py:/abs/r.py"]
)
def test_what_is_no_file_of_the_project_stays(tmp_path, pointer):
    assert rebased(pointer, tmp_path) == pointer


# the table's body, its line, what is said
WRONG = [
    ("redaer = 'x'", 2, "unknown setting redaer. Did you mean reader?"),
    ("reader = 1", 2, "reader must be text or a list"),
    ("reader = ['x', 1]", 2, "a list of texts"),
    ("strict = 'yes'", 2, "strict must be true or false"),
    ("memory = true", 2, "memory must be a number"),
    ("\nrequire = 'all'", 3, "require must be one of core, full, exact"),
    ("intended = [{id = 'x'}]", 2, "needs an id and a reason"),
    ("[[tool.thinkspec.certify.intended]]\nid = 'x'", 2, "needs an id and a reason"),
    ("reader = ", 2, "not valid TOML"),
]


@pytest.mark.parametrize(("body", "line", "said"), WRONG)
def test_what_is_wrong_is_told_with_its_line(tmp_path, monkeypatch, body, line, said):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, f"[tool.thinkspec.certify]\n{body}\n")
    with pytest.raises(UsageError) as caught:
        find_config()
    assert str(caught.value).startswith(f"pyproject.toml:{line}: ")
    assert said in str(caught.value)


GOOD = "import thinkspec_reference as known\n\nr = known.reader('sapphire')\nstrip, split = r.strip, r.split\n"


def test_the_command_needs_no_arguments_then(tmp_path):
    (tmp_path / "r.py").write_text(GOOD, encoding="utf-8")
    written(tmp_path, '[tool.thinkspec.certify]\nreader = "py:r.py"\ndialect = "sapphire"\n')
    done = thinkspec("certify", "--select", "read/plain", cwd=tmp_path)
    assert (done.returncode, done.stdout.startswith("py:r.py")) == (0, True), done


def test_another_reader_on_the_command_line_stands_for_itself(tmp_path):
    written(tmp_path, '[tool.thinkspec.certify]\nreader = "py:r.py"\ndialect = "nr-llm"\nbaseline = "k.yaml"\n')
    words = ["reference:python", "--dialect", "sapphire", "--select", "read/plain"]
    done = thinkspec("certify", *words, cwd=tmp_path)
    assert (done.returncode, "sapphire" in done.stdout, "nr-llm" in done.stdout) == (0, True, False), done


@pytest.mark.parametrize(("bar", "code"), [("core", 0), ("full", 1)])
def test_a_level_can_be_required(tmp_path, bar, code):
    (tmp_path / "r.py").write_text(GOOD, encoding="utf-8")
    done = thinkspec("certify", "py:r.py", "--dialect", "sapphire", "--require", bar, cwd=tmp_path)
    assert (done.returncode, "level core" in done.stdout) == (code, True), done


def test_an_intended_difference_is_shown_and_changes_no_verdict(tmp_path):
    (tmp_path / "r.py").write_text("def strip(text):\n    return text or ''\n", encoding="utf-8")
    written(
        tmp_path,
        '[tool.thinkspec.certify]\nreader = "py:r.py"\ndialect = "sapphire"\n'
        '[[tool.thinkspec.certify.intended]]\nid = "read/plain/**"\nreason = "we show all"\n',
    )
    done = thinkspec("certify", "--select", "read/plain", cwd=tmp_path)
    assert (done.returncode, "intended  we show all" in done.stdout) == (1, True), done


def test_an_intended_difference_with_a_slip_is_told(tmp_path):
    (tmp_path / "r.py").write_text(GOOD, encoding="utf-8")
    written(
        tmp_path,
        '[tool.thinkspec.certify]\nreader = "py:r.py"\ndialect = "sapphire"\n'
        'intended = [{id = "read/plian", reason = "x"}]\n',
    )
    done = thinkspec("certify", "--select", "read/plain", cwd=tmp_path)
    assert (done.returncode, "read/plian: matches no check" in done.stderr) == (2, True), done


def test_no_reader_anywhere_is_told(tmp_path):
    (tmp_path / ".git").mkdir()
    done = thinkspec("certify", cwd=tmp_path)
    assert (done.returncode, "no reader. Name one" in done.stderr) == (2, True), done
