"""`thinkspec check`: each test plants one fault in a small sound tree, and sees that fault and no other."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from conftest import ROOT
from thinkspec.__main__ import run
from thinkspec.check import check
from thinkspec.errors import UsageError
from thinkspec.schema import problems
from thinkspec.tables import load_spec

CASES = "cases/read/base.yaml"
RULES = "spec/1.0/rules.yaml"
TAGS = "spec/1.0/tags.yaml"
NR = "spec/1.0/dialects/nr-llm.yaml"
SAPPHIRE = "spec/1.0/dialects/sapphire.yaml"
PY_TABLES = "reference/python/thinkspec_reference/tables.py"

HEAD = "format: 1\ntopic: read/base\nabout: Replies that show every rule three times.\ncases:\n"
FIRST = """\
  - id: first
    why: It holds a block and segments.
    rules: [openers]
    input: "<think>plan</think>Answer"
    expect:
      sapphire:  {answer: Answer, thinking: plan, segments: [[think, plan, think], [text, Answer, ""]]}
      langertha: {answer: Answer, thinking: plan}
      llm-chat:  {answer: Answer, thinking: plan}
      nr-llm:    {answer: Answer, thinking: plan}
"""


def plain(name: str, rules: list[str]) -> str:
    readings = "".join(
        f"      {dialect}: {{answer: {name}, thinking: null}}\n"
        for dialect in ("sapphire", "langertha", "llm-chat", "nr-llm")
    )
    head = f"  - id: {name}\n    why: It shows its rules.\n    rules: [{', '.join(rules)}]\n"
    return f"{head}    input: {name}\n    expect:\n{readings}"


def base_cases() -> str:
    rules = [rule for rule in load_spec(ROOT).rules if rule != "stream-kind"]
    rows = [
        plain(f"case-{number}", [rules[number - 2], rules[number - 1], rules[number]]) for number in range(len(rules))
    ]
    return HEAD + FIRST + "".join(rows)


@pytest.fixture(scope="session")
def sound(tmp_path_factory):
    """A tree without a fault: our tables and schemas, twenty-one cases, the generated tables."""
    root = tmp_path_factory.mktemp("sound")
    schemas = [f"spec/schema/{name}.schema.json" for name in ("tags", "rules", "dialect", "cases-read", "check-report")]
    dialects = [path.relative_to(ROOT).as_posix() for path in (ROOT / "spec/1.0/dialects").iterdir()]
    for path in (*schemas, *dialects, RULES, TAGS, PY_TABLES, "reference/js/tables.mjs"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, root / path)
    (root / "cases/read").mkdir(parents=True)
    (root / CASES).write_text(base_cases(), encoding="utf-8")
    return root


@pytest.fixture
def tree(sound, tmp_path):
    return Path(shutil.copytree(sound, tmp_path / "tree"))


def change(root: Path, path: str, old: str, new: str) -> None:
    text = (root / path).read_text(encoding="utf-8")
    assert old in text, f"{path} does not hold {old!r}"
    (root / path).write_text(text.replace(old, new, 1), encoding="utf-8")


def line_of(root: Path, path: str, part: str) -> int:
    lines = (root / path).read_text(encoding="utf-8").split("\n")
    return next(number for number, line in enumerate(lines, 1) if part in line)


def test_the_sound_tree_has_no_finding(sound):
    assert check(sound) == []


# file, what is replaced, by what, a text on the line of the finding, part of its message
PLANTED = [
    pytest.param(CASES, "about:", "abut:", "abut:", "unknown key 'abut'", id="unknown-key-of-a-file"),
    pytest.param(
        CASES, "    why: It holds", "    wye: x\n    why: It holds", "wye", "unknown key 'wye'", id="unknown-key"
    ),
    pytest.param(CASES, "topic: read/base", "topic: read/bass", "topic:", "topic is read/bass", id="topic"),
    pytest.param(
        CASES, "id: case-3\n", "id: case-2\n", None, "case case-2: the id stands in this file twice", id="id-twice"
    ),
    pytest.param(CASES, "id: first", "id: First_Case", "First_Case", "it must have the form", id="slug"),
    pytest.param(
        CASES, "    input: case-3\n", "    input: case-2\n", "id: case-3", f"stands at {CASES}:", id="input-twice"
    ),
    pytest.param(
        CASES,
        "    input: case-3\n",
        '    input: [case, {json: "-2"}]\n',
        "id: case-3",
        "same input",
        id="input-twice-in-parts",
    ),
    pytest.param(
        CASES, "rules: [openers]\n", "rules: [openers, opners]\n", "opners", "no rule opners", id="unknown-rule"
    ),
    pytest.param(
        CASES,
        "nr-llm:    {answer: Answer, thinking: plan}",
        "nr-llm:    {answer: Answer, thinking: plan, rules: [opners, openers]}",
        "opners",
        "no rule opners",
        id="unknown-rule-in-a-reading",
    ),
    pytest.param(
        CASES,
        "      nr-llm:    {answer: Answer, thinking: plan}\n",
        "",
        "    expect:",
        "nothing about nr-llm",
        id="dialect-missing",
    ),
    pytest.param(
        CASES,
        "      nr-llm:    {answer: Answer",
        "      house: {answer: x, thinking: x}\n      nr-llm:    {answer: Answer",
        "house",
        "no dialect house",
        id="dialect-unknown",
    ),
    pytest.param(
        CASES,
        'Answer"\n    expect',
        'Answer"\n    options: {nr-llm: {tag: x}}\n    expect',
        "options:",
        "no setting tag",
        id="setting",
    ),
    pytest.param(
        CASES,
        '[text, Answer, ""]',
        '[text, Answers, ""]',
        "Answers",
        "'Answers' does not occur in the input",
        id="segment-unknown",
    ),
    pytest.param(
        CASES,
        '[[think, plan, think], [text, Answer, ""]]',
        '[[text, Answer, ""], [think, plan, think]]',
        "segments:",
        "'plan' does not occur in the input, in this order",
        id="segment-out-of-order",
    ),
    pytest.param(
        CASES,
        ', [text, Answer, ""]]',
        "]",
        "segments:",
        "the text segments do not make up the expected answer",
        id="segment-lacks",
    ),
    pytest.param(
        CASES,
        "[think, plan, think], [text",
        "[text, plan, think], [text",
        "segments:",
        "do not make up the expected",
        id="segment-kind",
    ),
    pytest.param(
        CASES, "    input: case-3\n", '    input: {json: "\\\\x"}\n', "id: case-3", "JSON string", id="text-no-json"
    ),
    pytest.param(
        CASES,
        "    input: case-3\n",
        "    input: {repeat: [xx, 999999999]}\n",
        "id: case-3",
        "more than",
        id="text-too-long",
    ),
    pytest.param(CASES, "cases:\n", "cases:\n\t", "\t", "not valid YAML", id="tab"),
    pytest.param(CASES, "about:", "topic: read/base\nabout:", None, "'topic' stands here twice", id="key-twice"),
    pytest.param(NR, "dialect: nr-llm", "dialect: nr", "dialect:", "the file is nr-llm.yaml", id="dialect-name"),
    pytest.param(NR, "  block-end: {", "  block-ends: {", None, "block-end", id="choice-of-an-unknown-rule"),
    pytest.param(
        NR, "option: one-space", "option: two-spaces", "two-spaces", "no option two-spaces", id="unknown-option"
    ),
    pytest.param(
        NR,
        "{option: names, value: [think]",
        "{option: names",
        "openers:",
        "option names needs a value",
        id="value-missing",
    ),
    pytest.param(
        NR,
        "{option: one-space,",
        '{option: one-space, value: "_",',
        "one-space",
        "option one-space takes no value",
        id="value-too-much",
    ),
    pytest.param(
        NR, ', source: "ADR-016, extractThinkingBlocks: flag i"', "", "letter-case", "'source' is missing", id="source"
    ),
    pytest.param(
        NR, "option: ignored, basis: doc,", "option: ignored,", "letter-case", "'basis' is missing", id="basis"
    ),
    pytest.param(
        SAPPHIRE,
        'contested: {value: "(null, \\"\\")", ',
        "contested: {",
        "contested",
        "'value' is missing",
        id="contested",
    ),
    pytest.param(RULES, "  - id: extra-closers", "  - id: openers", None, "openers stands here twice", id="rule-twice"),
    pytest.param(
        TAGS, "  - id: thinking\n", "  - id: think\n", None, "family think stands here twice", id="family-twice"
    ),
    pytest.param(
        TAGS,
        "read_by: [nr-llm, sapphire]",
        "read_by: [sapphire]",
        "read_by: [sapphire]",
        "say nr-llm, sapphire",
        id="read-by",
    ),
    pytest.param(PY_TABLES, "DIALECTS", "DIALECT", None, "does not follow from the tables", id="stale"),
]

# One slip here is several faults: the id that is gone is missed as well.
MORE = {"choice-of-an-unknown-rule", "rule-twice", "unknown-key-of-a-file", "segment-kind"}


@pytest.mark.parametrize(("path", "old", "new", "place", "part"), PLANTED)
def test_a_planted_fault_is_the_only_finding(tree, request, path, old, new, place, part):
    change(tree, path, old, new)
    found = check(tree)
    if request.node.callspec.id not in MORE:
        assert len(found) == 1, found
    told = [finding for finding in found if part in finding.message]
    assert [finding.path for finding in told] == [path] * len(told) != [], found
    if place is not None:
        assert line_of(tree, path, place) in {finding.line for finding in told}


def test_a_missing_choice_is_told_beside_the_unknown_one(tree):
    change(tree, NR, "  block-end: {", "  block-ends: {")
    assert [finding.message.split(".")[0] for finding in check(tree)] == [
        "no choice for rule block-end",
        "there is no rule block-ends",
    ]


def test_a_rule_without_cases_is_told_once(tree):
    text = (tree / CASES).read_text(encoding="utf-8")
    (tree / CASES).write_text(text.replace("wrap-join", "block-end"), encoding="utf-8")
    assert [finding[0] + ": " + finding[2] for finding in check(tree)] == [
        f"{RULES}: no case in cases/read shows rule wrap-join."
    ]


def test_two_cases_for_an_option_are_too_few(tree):
    change(tree, CASES, "block-leaves, space-runs, answer-trim]", "block-leaves, space-runs]")
    found = check(tree)
    assert {finding.message for finding in found} == {
        f"rule answer-trim: 2 cases show option {option} in {dialect}; it needs 3."
        for dialect, option in [
            ("sapphire", "always"),
            ("langertha", "where-block-was"),
            ("llm-chat", "never"),
            ("nr-llm", "if-block-found"),
        ]
    }
    assert {finding.path.rpartition("/")[0] for finding in found} == {"spec/1.0/dialects"}


def test_a_reading_that_shows_other_rules_does_not_count_for_the_cases_rules(tree):
    old = "      nr-llm: {answer: case-16, thinking: null}"
    change(tree, CASES, old, old.replace("null}", "null, rules: [openers]}"))
    found = check(tree)
    assert {finding.path for finding in found} == {NR}
    assert len(found) == 3


def test_stream_cases_are_asked_for_once_there_are_any(tree):
    (tree / "cases/stream").mkdir()
    (tree / "cases/stream/x.yaml").write_text("format: 1\ntopic: stream/x\ncases: []\n", encoding="utf-8")
    (tree / "spec/schema/cases-stream.schema.json").write_text("{}", encoding="utf-8")
    assert [finding.message for finding in check(tree)] == ["no case in cases/stream shows rule stream-kind."]


def test_more_than_sixty_cases_are_too_many(tree):
    rows = "".join(plain(f"more-{number}", ["openers"]) for number in range(60))
    (tree / "cases/read/many.yaml").write_text(HEAD.replace("base", "many") + rows, encoding="utf-8")
    assert check(tree) == []
    with (tree / "cases/read/many.yaml").open("a", encoding="utf-8") as file:
        file.write(plain("one-too-many", ["openers"]))
    found = check(tree)
    assert [(finding.path, finding.message) for finding in found] == [
        ("cases/read/many.yaml", "case one-too-many: the file has more than 60 cases. Split it by topic.")
    ]


def test_the_same_input_in_two_files_is_told_with_the_other_place(tree):
    rows = plain("case-3", ["openers"])
    (tree / "cases/read/other.yaml").write_text(HEAD.replace("base", "other") + rows, encoding="utf-8")
    (finding,) = check(tree)
    line = line_of(tree, CASES, "id: case-3")
    assert finding.message == f"case case-3: the same input with the same options stands at {CASES}:{line}."


def test_the_same_input_with_other_options_is_another_case(tree):
    rows = plain("case-3", ["openers"]).replace("    expect", "    options: {langertha: {tag: x}}\n    expect")
    (tree / "cases/read/other.yaml").write_text(HEAD.replace("base", "other") + rows, encoding="utf-8")
    assert check(tree) == []


def test_a_file_without_a_schema_is_told(tree):
    (tree / "cases/poems").mkdir()
    (tree / "cases/poems/x.yaml").write_text("format: 1\n", encoding="utf-8")
    (finding,) = check(tree)
    assert (
        str(finding) == "cases/poems/x.yaml:1: no schema for this file. It needs spec/schema/cases-poems.schema.json."
    )


@pytest.mark.parametrize("name", ["poems-verses-house", "poems-verses", "poems"])
def test_a_schema_may_have_a_beginning_of_the_files_name(tree, name):
    (tree / "spec/1.0/poems").mkdir()
    (tree / "spec/1.0/poems/verses-house.yaml").write_text("format: 1\n", encoding="utf-8")
    (tree / f"spec/schema/{name}.schema.json").write_text('{"required": ["rows"]}', encoding="utf-8")
    assert [finding.message for finding in check(tree)] == ["'rows' is missing."]


def test_a_table_of_another_subject_does_not_silence_the_rest(tree):
    (tree / "spec/1.0/rounds.yaml").write_text("a: on\n", encoding="utf-8")
    change(tree, NR, "option: one-space", "option: two-spaces")
    assert [finding.path for finding in check(tree)] == [NR, "spec/1.0/rounds.yaml"]


def test_a_broken_table_leaves_only_what_can_still_be_told(tree):
    change(tree, RULES, "stage: tags", "stage: flags")
    change(tree, CASES, "topic: read/base", "topic: read/bass")
    assert [finding.path for finding in check(tree)] == [CASES, RULES]


def test_a_schema_without_a_file_is_told(tree):
    (tree / "spec/schema/poem.schema.json").write_text("{}", encoding="utf-8")
    (finding,) = check(tree)
    assert (finding.path, "no file has this schema" in finding.message) == ("spec/schema/poem.schema.json", True)


def test_a_schema_that_a_test_names_is_used(tree):
    (tree / "spec/schema/poem.schema.json").write_text("{}", encoding="utf-8")
    (tree / "tests").mkdir()
    (tree / "tests/test_poem.py").write_text('SCHEMA = "poem"\n', encoding="utf-8")
    assert check(tree) == []


@pytest.mark.parametrize("name", ["rules.yaml", "tags.yaml"])
def test_a_missing_table_is_told(tree, name):
    (tree / "spec/1.0" / name).unlink()
    found = [finding for finding in check(tree) if finding.path == f"spec/1.0/{name}"]
    assert [finding.message for finding in found] == ["there is no such file, and the spec needs it."]


def test_a_missing_generated_file_is_told(tree):
    (tree / "reference/js/tables.mjs").rename(tree / "reference/js/old.mjs")
    assert [str(finding) for finding in check(tree)] == [
        "reference/js/tables.mjs:1: this generated file is missing. Run: thinkspec generate"
    ]


def test_tables_without_a_reference_folder_are_enough(tree):
    shutil.rmtree(tree / "reference")
    assert check(tree) == []


def test_readers_that_misbehave_on_purpose_are_not_data(tree):
    (tree / "cases/runner").mkdir()
    (tree / "cases/runner/broken.yaml").write_text("\t", encoding="utf-8")
    assert check(tree) == []


def test_all_faults_come_at_once_and_sorted(tree):
    change(tree, CASES, "topic: read/base", "topic: read/bass")
    change(tree, CASES, '[text, Answer, ""]', '[text, Answers, ""]')
    change(tree, NR, "option: one-space", "option: two-spaces")
    (tree / "cases/read/broken.yaml").write_text("a: &x 1", encoding="utf-8")
    found = check(tree)
    assert found == sorted(found)
    assert [finding.path for finding in found] == [CASES, CASES, "cases/read/broken.yaml", NR]


def test_a_folder_without_a_spec_version_is_a_usage_error(tmp_path):
    (tmp_path / "spec").mkdir()
    (tmp_path / "cases").mkdir()
    with pytest.raises(UsageError, match="no spec version"):
        check(tmp_path)


# ---- the command


def test_the_command_ends_with_0_and_a_summary_where_all_is_well(sound, capsys):
    assert run(["check", "--root", str(sound)]) == 0
    assert capsys.readouterr().out == "no findings in 7 files, 21 cases\n"


def test_the_command_ends_with_1_and_a_line_a_finding(tree, capsys):
    change(tree, CASES, "topic: read/base", "topic: read/bass")
    assert run(["check", "--root", str(tree)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{CASES}:2: topic is read/bass, but the file's path says read/base.",
        "1 finding in 7 files, 21 cases",
    ]


def test_the_json_report_has_its_schema(tree, capsys):
    change(tree, CASES, "topic: read/base", "topic: read/bass")
    assert run(["check", "--root", str(tree), "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert list(problems(report, "check-report")) == []
    assert [(one["path"], one["line"]) for one in report["findings"]] == [(CASES, 2)]


@pytest.mark.parametrize(
    ("arguments", "part"), [(["--root", "/nowhere"], "no folders spec/ and cases/"), (["--format", "xml"], "xml")]
)
def test_bad_usage_ends_with_2_and_one_line(capsys, arguments, part):
    assert run(["check", *arguments]) == 2
    told = capsys.readouterr().err
    assert (part in told, told.count("\n")) == (True, 1)


def test_the_help_shows_examples(capsys):
    assert run(["check", "--help"]) == 0
    assert "thinkspec check --format json" in capsys.readouterr().out


def test_reading_the_help_loads_no_checks():
    import subprocess

    script = (
        f"import sys; sys.path[:0] = {sys.path!r}\n"
        "from thinkspec.__main__ import run\nrun(['check', '--help'])\n"
        "print(sorted({'jsonschema', 'yaml', 'thinkspec.check'} & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"
