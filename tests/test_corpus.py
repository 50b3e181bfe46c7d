"""Case files as cases: their names, their order, a team's own folder, and files that are no case files."""

from __future__ import annotations

import re

import pytest

from thinkspec.corpus import Case, load_cases
from thinkspec.errors import UsageError
from thinkspec.strictyaml import SourceError
from tool import ROOT, cases

ONE = """\
format: 1
topic: read/{topic}
about: Own cases.
cases:
  - id: {id}
    why: Ours.
    rules: [openers]
    input: "{input}"
    expect: {{sapphire: {{answer: a, thinking: ""}}}}
"""


def put(folder, topic="own", identity="first", text="a"):
    """A case file of a team."""
    file = folder / "read" / f"{topic}.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(ONE.format(topic=topic, id=identity, input=text))
    return folder


def test_there_are_at_least_three_hundred_inputs():
    assert len(cases()) >= 300


def test_every_name_is_a_path_of_slugs():
    assert [one.name for one in cases() if not re.fullmatch(r"read/[a-z0-9-]+/[a-z0-9-]+", one.name)] == []


def test_no_two_cases_share_a_name():
    names = [one.name for one in cases()]
    assert len(names) == len(set(names))


def test_a_case_knows_the_line_where_it_begins():
    first = cases()[0]
    line = (ROOT / first.path).read_text("utf-8").splitlines()[first.line - 1]
    assert line.strip() == f"- id: {first.row['id']}"


def test_files_come_in_the_order_of_their_paths():
    paths = [one.path for one in cases()]
    assert paths == sorted(paths)


def test_a_teams_cases_come_after_ours(tmp_path):
    assert load_cases(ROOT, ["read"], put(tmp_path))[-1].name == "read/own/first"


def test_a_teams_case_of_the_same_name_replaces_ours(tmp_path):
    ours = cases()[0]
    _, topic, identity = ours.name.split("/")
    laid_over = load_cases(ROOT, ["read"], put(tmp_path, topic, identity, "theirs"))
    assert [one.row["input"] for one in laid_over if one.name == ours.name] == ["theirs"]


def test_why_is_the_cases_sentence():
    assert Case("read/t/c", "read", {"why": "So."}, "p", 1).why == "So."


# what the file holds, the line that is told
NO_CASES = [
    ("format: 1\n", 1),
    ("- a\n", 1),
    ("topic: read/x\ncases: 5\n", 1),
    ("topic: read/x\ncases:\n  - why: nameless\n", 3),
    ("topic: read/x\ncases:\n  - id: a\n  - 5\n", 4),
]


@pytest.mark.parametrize(("text", "line"), NO_CASES)
def test_a_file_that_holds_no_cases_is_refused_with_its_line(tmp_path, text, line):
    (tmp_path / "read").mkdir()
    (tmp_path / "read" / "x.yaml").write_text(text)
    with pytest.raises(SourceError, match=rf"x\.yaml:{line}:"):
        load_cases(ROOT, ["read"], tmp_path)


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(UsageError, match="no such folder"):
        load_cases(ROOT, ["read"], tmp_path / "nowhere")


def test_a_folder_without_case_files_is_refused(tmp_path):
    with pytest.raises(UsageError, match="no case files"):
        load_cases(ROOT, ["read"], tmp_path)
