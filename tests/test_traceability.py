"""Traceability: what a case names decided its reply, and everything in the tables has a case."""

from __future__ import annotations

import json
import shutil

import pytest

from conftest import ROOT
from thinkspec.check import check
from thinkspec.check.matrix import drawn_matrix, everything_is_shown, lines
from thinkspec.check.traces import Judge, named_rules_decide
from thinkspec.check.workspace import open_workspace
from thinkspec.schema import problems
from tool import spec, thinkspec


@pytest.fixture(scope="module")
def workspace():
    return open_workspace(ROOT)


@pytest.fixture
def tree(tmp_path):
    """Our tables and cases, to plant a fault in."""
    for name in ("spec", "cases"):
        shutil.copytree(ROOT / name, tmp_path / name)
    return tmp_path


def told(root, path):
    return [finding.message for finding in check(root) if finding.path == path]


def test_every_named_rule_decides(workspace):
    assert list(named_rules_decide(workspace)) == []


def test_everything_in_the_tables_is_shown(workspace):
    assert list(everything_is_shown(workspace)) == []


def test_a_rule_that_has_nothing_to_do_with_the_reply_is_told(tree):
    path = tree / "cases/read/plain.yaml"
    case = """
  - id: about-nothing
    why: The case names a rule that its reply is not about.
    rules: [block-end]
    input: "planted for one test"
    expect:
      sapphire:  {answer: "planted for one test", thinking: ""}
      langertha: {answer: "planted for one test", thinking: null}
      llm-chat:  {answer: "planted for one test", thinking: ""}
      nr-llm:    {answer: "planted for one test", thinking: null}
"""
    path.write_text(path.read_text(encoding="utf-8") + case, encoding="utf-8")
    assert told(tree, "cases/read/plain.yaml") == [
        "case about-nothing: nothing in the reply is about rule block-end. Name the rule that the case shows."
    ]


def test_a_new_tag_name_without_a_case_is_told(tree):
    path = tree / "spec/1.0/dialects/sapphire.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("value: [think,", "value: [think, ponder,", 1), encoding="utf-8")
    assert "no case shows name ponder (openers of sapphire)." in told(tree, "spec/1.0/dialects/sapphire.yaml")


def test_a_team_without_a_claim_is_not_held_to_it(tree):
    shutil.rmtree(tree / "cases/adequacy")
    path = tree / "spec/1.0/dialects/sapphire.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("value: [think,", "value: [think, ponder,", 1), encoding="utf-8")
    assert not [message for message in told(tree, "spec/1.0/dialects/sapphire.yaml") if "ponder" in message]


# case, rule, how it is shown
SHOWN = [
    ("stray-closer", "template-opened-the-block", "stray-closer", "explained"),
    ("letter-case", "kelvin-sign", "letter-case", "near"),
    ("unfinished-only", "open-block", "unfinished", "written"),
]


@pytest.mark.parametrize(("file", "identity", "rule", "how"), SHOWN)
def test_how_a_case_shows_a_rule_is_told_apart(workspace, file, identity, rule, how):
    (row,) = [
        row
        for row in workspace.rows["read"]
        if row.document.path == f"cases/read/{file}.yaml" and row.value["id"] == identity
    ]
    assert Judge(spec()).shows(row, rule) == how


@pytest.mark.parametrize("kind", ["rule", "name", "tag family", "effort family", "wire field", "transition"])
def test_the_matrix_has_every_kind(workspace, kind):
    assert any(line.kind == kind for line in lines(workspace))


def test_the_matrix_names_every_rule(workspace):
    drawn = "\n".join(drawn_matrix(workspace))
    assert [rule for rule in spec().rules if f"\n{rule} " not in drawn] == []


def test_the_command_prints_the_matrix_as_json_by_its_schema():
    report = json.loads(thinkspec("check", "--matrix", "--format", "json").stdout)
    assert list(problems(report, "check-report")) == []
    assert {"kind", "name", "cases"} == set(report["matrix"][0])
