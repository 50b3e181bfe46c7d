"""Output formats, rules and their docs, the proof."""

from __future__ import annotations

import json
import os
import xml.etree.ElementTree as ET
from pathlib import Path

import jsonschema
import pytest

from conftest import ROOT
from lint_helpers import STRAY, Desk
from thinkspec.lint import explain
from thinkspec.lint.rules import RULES

DOCS = ROOT / "runner" / "thinkspec" / "lint" / "docs"


@pytest.fixture
def desk(tmp_path, capsys, monkeypatch):
    return Desk(tmp_path, capsys, monkeypatch)


def test_text_shows_place_line_caret_and_cure(desk):
    lines = desk.write({"a.py": STRAY}).lint().out.splitlines()
    assert lines[:3] == [
        "a.py:2:12: THK101 think-regex: a regular expression reads think tags (<think>)",
        '    x = re.sub(r"<think>.*?</think>", "", reply, flags=re.DOTALL)',
        "               ^^^^^^^^^^^^^^^^^^^^^",
    ]


def test_json_has_the_fields_that_were_promised(desk):
    value = desk.write({"a.py": STRAY}).json().json
    finding = value["findings"][0]
    assert list(value) == ["version", "files", "findings", "suppressed", "skipped", "not_analysed"]
    assert list(finding) == (
        [
            "rule",
            "name",
            "severity",
            "confidence",
            "path",
            "line",
            "column",
            "end_line",
            "end_column",
            "snippet",
            "message",
            "instead",
            "fingerprint",
        ]
    )


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("\U0001f600 = 1\n", None),
        ('s = "\U0001f600"; x = t.split("</think>")\n', (1, 22)),
        ("x = t.split(\n    '</think>',\n)\n", (2, 5)),
        ('import re\nx = re.sub(\n    r"a|"\n    r"<think>.*?</think>",\n    "", t)\n', (4, 5)),
        ('import re\nx = re.sub(\n    "<" + "think" + ">.*", "", t)\n', (3, 5)),
    ],
)
def test_the_place_is_where_the_literal_starts_in_code_points(desk, text, place):
    found = desk.write({"a.py": text}).json().json["findings"]
    assert [(each["line"], each["column"]) for each in found] == ([place] if place else [])


def test_fingerprints_do_not_depend_on_lines(desk):
    first = desk.write({"a.py": STRAY}).json().json["findings"][0]["fingerprint"]
    second = desk.write({"a.py": "\n\n" + STRAY}).json().json["findings"][0]["fingerprint"]
    assert first == second


def test_sarif_keeps_its_schema(desk):
    desk.write(
        {
            "a b.py": STRAY,
            "c.py": 'x = t.split("</think>")  # thinkspec: ignore[THK201] -- why\n',
            "d.py": "def f(:\n '<think>'\n",
        }
    )
    schema = json.loads((ROOT / "tests" / "data" / "sarif-schema-2.1.0.json").read_text())
    value = json.loads(desk.lint("--format", "sarif").out)
    jsonschema.Draft4Validator(schema).validate(value)
    run = value["runs"][0]
    assert [(each["ruleId"], "suppressions" in each) for each in run["results"]] == [
        ("THK101", False),
        ("THK201", True),
    ]
    assert len(run["invocations"][0]["toolExecutionNotifications"]) == 1


def test_github_annotations_are_escaped(desk):
    out = desk.write({"a,b.py": 'x = t.split("</think>")  # ::error::no\n'}).lint("--format", "github").out.splitlines()
    assert out[0].startswith(
        "::error file=a%2Cb.py,line=1,endLine=1,col=13,endColumn=23,title=THK201 think-string-op::"
    )
    assert out[1].startswith("::stop-commands::")


def test_junit_is_xml_with_one_failure_a_finding(desk):
    root = ET.fromstring(desk.write({"a.py": STRAY}).lint("--format", "junit").out)  # noqa: S314 -- our own output
    assert [case.attrib["name"] for case in root.iter("testcase")] == ["THK101 2:12"]


def test_prove_says_what_the_well_known_pattern_loses(desk):
    out = desk.write({"a.py": STRAY}).lint("--prove").out
    assert (
        "keeps 3 of 12 basic cases; shows thinking as answer on: upper case, attributes, name thinking, seed name, orphan closer, "
        "closed early, unclosed opener; wrong on: tag in backticks, fenced example" in out
    )


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (STRAY, 3),
        (STRAY.replace("re.DOTALL", "re.DOTALL | re.I"), 4),
        ('import re\nR = re.compile(r"<think>.*?</think>", re.S)\nx = R.sub("", t)\n', 3),
        ('import re\nx = re.sub(r"<think>.*?</think>", "", t)\n', 2),
        ('import re\nx = re.sub(r"<think>.*?</think>", "", t, count=1, flags=re.S)\n', 2),
    ],
)
def test_prove_uses_the_patterns_own_flags_and_count(desk, text, kept):
    value = json.loads(desk.write({"a.py": text}).lint("--prove", "--format", "json").out)
    assert [(each["kept"], each["total"]) for each in value["proofs"]] == [(kept, 12)]


def test_prove_tries_javascript_in_node(desk):
    desk.write({"a.js": 'const x = y.replace(/<think>[\\s\\S]*?<\\/think>/gi, "");\n'})
    value = json.loads(desk.lint("--prove", "--format", "json").out)
    assert [(each["kept"], each["total"]) for each in value["proofs"]] == [(4, 12)]


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_the_docs_page_is_what_the_rule_says(rule):
    assert (DOCS / f"{rule.id}.md").read_text(encoding="utf-8") == explain.page(rule)


@pytest.mark.parametrize("rule", [rule for rule in RULES.values() if rule.bad], ids=lambda rule: rule.id)
def test_the_docs_example_is_flagged(desk, rule):
    ran = desk.write({rule.path: rule.bad}).json(*rule.needs.split())
    if rule.id == "THK801":
        assert ran.json["not_analysed"]
    else:
        assert rule.id in {each["rule"] for each in ran.json["findings"]}


@pytest.mark.parametrize("rule", [rule for rule in RULES.values() if rule.good], ids=lambda rule: rule.id)
def test_what_to_use_instead_is_clean(desk, rule):
    ran = desk.write({rule.path: rule.good}).json(*[word for word in rule.needs.split() if word != "lib/gone.py"])
    assert ran.json["findings"] == []


def test_docs_hold_no_page_without_a_rule():
    assert sorted(path.stem for path in DOCS.glob("*.md")) == sorted(RULES)


@pytest.mark.parametrize(
    ("word", "hint"), [("think-rejex", "Did you mean think-regex?"), ("THK999", "See: thinkspec lint rules.")]
)
def test_an_unknown_rule_has_a_hint(desk, word, hint):
    assert hint in desk.lint("explain", word).err


@pytest.mark.parametrize(
    ("name", "text", "call"),
    [
        ("a.py", STRAY, "think.strip(reply)"),
        ("a.js", 'x = t.replace(/<think>.*?<\\/think>/s, "");\n', "stripThink(reply)"),
    ],
)
def test_a_finding_says_what_to_call_in_its_language(desk, name, text, call):
    ran = desk.write({name: text}).json()
    assert [each["instead"].startswith(call) for each in ran.json["findings"]] == [True]


def test_rules_are_listed_and_explained(desk):
    assert (
        desk.lint("rules").out.count("THK"),
        desk.lint("explain", "think-regex").out.startswith("# think-regex (THK101)"),
    ) == (len(RULES), True)


def test_the_project_lints_itself(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    desk = Desk(ROOT, capsys, monkeypatch)
    ran = desk.json()
    assert [(each["path"], each["line"], each["rule"]) for each in ran.json["findings"]] == []


def test_nothing_of_the_repository_is_imported(desk):
    desk.write({"re.py": "raise SystemExit('imported')\n", "json.py": "raise SystemExit('imported')\n", "a.py": STRAY})
    before = Path.cwd()
    assert (desk.lint("--prove").code, Path.cwd(), os.path.exists("ran")) == (1, before, False)
