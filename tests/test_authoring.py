"""Writing cases: the canonical form, the commands, names that stay, versions that are frozen."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from thinkspec.authoring.edit import case_files, formatted, open_file, with_case
from thinkspec.authoring.form import case_lines, flow
from thinkspec.casetext import text_of
from thinkspec.check import check
from thinkspec.corpus import load_cases
from thinkspec.diff import table_changes
from thinkspec.errors import UsageError
from thinkspec.renamed import current, retired_names
from thinkspec.strictyaml import loads
from thinkspec.versions import broken_freezes, frozen, tables_digest

ROOT = Path(__file__).resolve().parent.parent
WAY = os.pathsep.join(str(ROOT / part) for part in ("runner", "reference/python"))


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """A copy of the tables and cases to write in, with the oracles beside them."""
    for part in ("spec", "cases", "tests/oracles", "reference"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    return tmp_path


def run(folder: Path, *arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    """The command as a person runs it."""
    return subprocess.run(
        [sys.executable, "-m", "thinkspec", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": WAY, "NO_COLOR": "1"},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


VALUES = [
    "word",
    "off",
    "a",
    "",
    " edge ",
    "a: b",
    "a #b",
    "tab\t",
    "nul\0",
    "nbsp\u00a0",
    "two\nlines",
    'quote "',
    "back\\slash",
    "日本",
    "e\u0301",
    "\U0001f600",
    "12",
    "1e3",
    "null",
    "~",
    "- dash",
    "[list]",
    "{map}",
    "@at",
    "`tick",
    None,
    True,
    0,
    -1,
    1.5,
    [],
    {},
    ["a", ["b"]],
    {"k": {"l": ["m", None]}},
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_every_value_comes_back_from_its_form(value):
    row = {"id": "x", "why": value, "input": value, "text": value, "expect": {"one": {"answer": value}, "longer": {}}}
    text = "cases:\n" + "\n".join(case_lines(row)) + "\n"
    assert loads(text).value == {"cases": [row]}
    assert loads(f"v: {flow(value)}").value == {"v": value}


@pytest.mark.parametrize(
    "path",
    case_files(ROOT),
    ids=lambda p: f"{p.parent.name}/{p.stem}",
)
def test_case_files_are_in_canonical_form(path):
    file = open_file(path, ROOT)
    assert formatted(file) == file.text, "run: thinkspec case fmt"


def test_an_edit_touches_the_lines_of_its_case_only(scratch):
    file = open_file(scratch / "cases/read/plain.yaml", scratch)
    row = {**file.rows[3], "why": "Another reason."}
    before, after = file.text.split("\n"), with_case(file, row["id"], row).split("\n")
    assert [line for line in after if line not in before] == ["    why: Another reason."]
    assert len(before) == len(after)


def test_a_case_goes_in_with_two_commands(scratch):
    reply = "first plan</think>Good morning."
    made = run(scratch, "case", "new", "read/stray-closer", "-", "--id", "greeting", "--why", "A greeting.", text=reply)
    assert made.returncode == 0, made.stderr
    assert "oracle" in made.stdout
    refused = run(scratch, "case", "accept", "read/stray-closer/greeting")
    assert refused.returncode == 1
    assert "differ in" in refused.stdout
    assert any("is not confirmed" in finding.message for finding in check(scratch))
    path = scratch / "cases/read/stray-closer.yaml"
    text = path.read_text("utf-8")
    head, tail = text[: text.index("id: greeting")], text[text.index("id: greeting") :]
    for dialect, answer, thinking in [
        ("sapphire", "Good morning.", '"first plan"'),
        ("langertha", "Good morning.", '"first plan"'),
        ("llm-chat", reply, '""'),
        ("nr-llm", reply, "null"),
    ]:
        start = tail.index(f"{dialect}:")
        end = tail.index("\n", start)
        tail = f'{tail[:start]}{dialect}: {{answer: "{answer}", thinking: {thinking}}}{tail[end:]}'
    path.write_text(head + tail, "utf-8")
    accepted = run(scratch, "case", "accept", "read/stray-closer/greeting")
    assert accepted.returncode == 0, accepted.stdout + accepted.stderr
    assert [finding for finding in check(scratch) if "greeting" in finding.message] == []


def test_a_stub_is_no_check_yet(scratch):
    run(
        scratch,
        "case",
        "new",
        "read/plain",
        "--text",
        "zz<think>qq</think>zz qq",
        "--id",
        "stub-one",
        "--why",
        "A stub.",
    )
    stub = next(case for case in load_cases(scratch, ["read"]) if case.name == "read/plain/stub-one")
    assert stub.row["stub"] is True
    from thinkspec.checks import expand
    from thinkspec.tables import load_spec

    spec = load_spec(scratch)
    assert list(expand([stub], spec.dialects, spec)) == []


def test_taken_from_the_reference_a_case_is_our_decision(scratch):
    made = run(
        scratch, "case", "new", "read/own", "--text", "<think>q</think>w e", "--from-reference", "--why", "Ours."
    )
    assert made.returncode == 0, made.stdout + made.stderr
    row = load_cases(scratch, ["read"])[-0:]
    own = next(case for case in row if case.name.startswith("read/own/"))
    assert own.row["level"] == "may"
    assert "stub" not in own.row


REFUSED = [
    (["new", "read/plain", "--text", "x y z", "--basis", "doc"], "needs --source"),
    (["new", "write/plain", "--text", "x"], "not a topic"),
    (["new", "read/plain", "--text", "x", "--id", "Not A Slug"], "not a slug"),
    (["new", "read/plain", "--text", "<think>plan</think>Hello"], "shows nothing new"),
    (["new", "read/plain"], "one reply"),
    (["new", "read/plain", "--text", "x", "--dialect", "klingon"], "no such dialect"),
    (["accept", "read/plain/no-such-case"], "no such case"),
    (["accept", "nonsense"], "no such case"),
    (["show", "read/plain/no-such-case"], "no such case"),
    (["rename", "read/plain/no-such-case", "read/plain/other"], "no such case"),
    (["rename", "read/plain/x", "read/other/x"], "another topic"),
]


@pytest.mark.parametrize(("arguments", "words"), REFUSED, ids=lambda value: value if isinstance(value, str) else None)
def test_what_cannot_be_done_is_one_line_and_exit_2(scratch, arguments, words):
    done = run(scratch, "case", *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_writing_needs_a_checkout(tmp_path):
    done = run(tmp_path, "case", "new", "read/plain", "--text", "x")
    assert done.returncode == 2
    assert "no checkout here" in done.stderr


def test_a_slug_that_exists_or_was_retired_is_refused(scratch):
    name = load_cases(scratch, ["read"])[0].name
    taken = run(scratch, "case", "new", name.rpartition("/")[0], "--text", "q w e", "--id", name.rpartition("/")[2])
    assert taken.returncode == 2
    run(
        scratch,
        "case",
        "new",
        "read/own",
        "--text",
        "<think>q</think>w e",
        "--id",
        "one",
        "--from-reference",
        "--why",
        "One.",
    )
    renamed = run(scratch, "case", "rename", "read/own/one", "read/own/two")
    assert renamed.returncode == 0, renamed.stderr
    again = run(scratch, "case", "new", "read/own", "--text", "<think>q</think>w r", "--id", "one", "--force")
    assert again.returncode == 2
    assert "had, a case of that name" in again.stderr


def test_an_old_name_finds_its_case(scratch):
    run(
        scratch,
        "case",
        "new",
        "read/own",
        "--text",
        "<think>q</think>w e",
        "--id",
        "one",
        "--from-reference",
        "--why",
        "One.",
    )
    run(scratch, "case", "rename", "read/own/one", "read/own/two")
    assert retired_names(scratch) == {"read/own/one": "read/own/two"}
    assert current("read/own/one@sapphire:split", retired_names(scratch)) == "read/own/two@sapphire:split"
    assert "id: two" in run(scratch, "case", "show", "read/own/one").stdout
    assert [finding for finding in check(scratch) if "renamed" in finding.path] == []


def test_fmt_says_what_it_would_change_and_changes_it(scratch):
    path = scratch / "cases/read/plain.yaml"
    path.write_text(path.read_text("utf-8").replace("    why: ", "    why:   ", 1), "utf-8")
    assert run(scratch, "case", "fmt", "--check", str(path)).returncode == 1
    assert run(scratch, "case", "fmt", str(path)).returncode == 0
    assert run(scratch, "case", "fmt", "--check", str(path)).returncode == 0


def test_a_file_edited_into_nonsense_is_one_line(scratch):
    path = scratch / "cases/read/plain.yaml"
    path.write_text("format: 1\ntopic: read/plain\ncases: {a: [}\n", "utf-8")
    done = run(scratch, "case", "fmt", str(path))
    assert done.returncode == 2
    assert "cases/read/plain.yaml:3: " in done.stderr


def test_list_answers_questions(scratch):
    done = run(scratch, "case", "list", "--rule", "stray-closer", "--disagree", "sapphire,langertha")
    assert done.returncode == 0
    assert "read/stray-closer/" in done.stdout
    assert run(scratch, "case", "list", "--rule", "no-such-rule").returncode == 3


def test_changes_of_the_tables_have_a_type(scratch):
    old, new = scratch / "spec/1.0", scratch / "spec/working"
    shutil.copytree(old, new, dirs_exist_ok=True)
    rules, dialect = new / "rules.yaml", new / "dialects/sapphire.yaml"
    rules.write_text(
        rules.read_text("utf-8").replace("sentence: Where a block ends.", "sentence: Where one ends."), "utf-8"
    )
    text = dialect.read_text("utf-8").replace("block-join: {option: blank-line", "block-join: {option: newline")
    dialect.write_text(text, "utf-8")
    assert [(change.kind, change.place) for change in table_changes(old, new)] == [
        ("changed option", "dialects/sapphire.yaml choices block-join option"),
        ("changed sentence", "rules.yaml rules block-end sentence"),
    ]


def test_diff_lists_exactly_the_cases_that_flip(scratch):
    new = scratch / "spec/working"
    shutil.copytree(scratch / "spec/1.0", new, dirs_exist_ok=True)
    assert run(scratch, "diff", "1.0", "working").returncode == 0
    dialect = new / "dialects/nr-llm.yaml"
    text = dialect.read_text("utf-8").replace("block-join: {option: newline", "block-join: {option: nothing")
    dialect.write_text(text, "utf-8")
    done = run(scratch, "diff", "1.0", "working", "--format", "json")
    import json

    flips = json.loads(done.stdout)["flips"]
    assert done.returncode == 1
    assert flips
    joined = {
        case.name
        for case in load_cases(scratch, ["read"])
        if isinstance(reading := case.row["expect"].get("nr-llm"), dict)
        and "\n" in str(text_of(reading.get("thinking")))
    }
    assert {flip["check"].partition("@")[0] for flip in flips if flip["check"].startswith("read/")} <= joined
    assert all("@nr-llm:" in flip["check"] for flip in flips)


@pytest.mark.parametrize("names", [("1.0", "9.9"), ("1.0", "a.json"), ("none", "1.0")])
def test_diff_refuses_what_is_not_there_or_of_two_kinds(scratch, names):
    done = run(scratch, "diff", *names)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_changed_rule_needs_a_case(scratch):
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "-C", str(scratch)]
    for arguments in (["init", "-q"], ["add", "spec", "cases"], ["commit", "-qm", "base"]):
        subprocess.run([*git, *arguments], check=True)
    folder = next(path for path in (scratch / "spec/working", scratch / "spec/1.0") if path.is_dir())
    dialect = folder / "dialects/sapphire.yaml"
    text = dialect.read_text("utf-8").replace("block-join: {option: blank-line", "block-join: {option: newline")
    dialect.write_text(text, "utf-8")
    assert "block-join option shows in no new or changed case" in run(scratch, "check", "--base", "HEAD").stdout
    path = scratch / "cases/read/block-trim.yaml"
    file = open_file(path, scratch)
    row = next(row for row in file.rows if "block-join" in row["rules"])
    path.write_text(with_case(file, row["id"], {**row, "why": "Shown anew."}), "utf-8")
    assert "shows in no new" not in run(scratch, "check", "--base", "HEAD").stdout
    unknown = run(scratch, "check", "--base", "no-such-revision")
    assert unknown.returncode == 2
    assert "no-such-revision" in unknown.stderr


def test_a_frozen_version_stays_what_it_was(scratch):
    assert list(broken_freezes(ROOT)) == []
    version = scratch / "spec/1.0"
    row = {"date": "2026-01-01", "tables": tables_digest(version), "required": "0" * 64}
    lines = "".join(f'    {key}: "{value}"\n' for key, value in row.items())
    (scratch / "spec/frozen.yaml").write_text(f'format: 1\nversions:\n  "1.0":\n{lines}', "utf-8")
    assert frozen(scratch)["1.0"] == row
    assert [path for path, _ in broken_freezes(scratch)] == ["cases/required/1.0.yaml"]
    with (version / "rules.yaml").open("a") as file:
        file.write("# a word\n")
    assert "spec/1.0" in [path for path, _ in broken_freezes(scratch)]


@pytest.mark.parametrize(("version", "refused"), [("1.1-draft", False), ("1.1", True), ("1.0", True)])
def test_tables_in_work_are_a_draft(scratch, version, refused):
    shutil.copytree(scratch / "spec/1.0", scratch / "spec/working", dirs_exist_ok=True)
    rules = scratch / "spec/working/rules.yaml"
    rules.write_text(re.sub(r"(?m)^spec: .*$", f'spec: "{version}"', rules.read_text("utf-8")), "utf-8")
    assert any("tables in work are a draft" in finding.message for finding in check(scratch)) == refused


def test_an_unknown_topic_is_a_usage_error(scratch):
    from thinkspec.authoring.cases import case_path

    with pytest.raises(UsageError, match="not a topic"):
        case_path(scratch, "read/../../etc")
