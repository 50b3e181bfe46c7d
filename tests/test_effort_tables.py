"""The effort tables: how they compile, and that each fault planted in them is found, with its line."""

from __future__ import annotations

import doctest
import importlib
import json
import shutil
from pathlib import Path

import pytest

from conftest import ROOT
from thinkspec.check import check, open_workspace
from thinkspec.check.effort import effort_is_whole, effort_tables_hold
from thinkspec.effort_tables import cell, compile_effort, compile_entry, fallback, load_effort
from thinkspec.errors import UsageError
from thinkspec.generate.effort import PYTHON_EFFORT
from thinkspec.generate.references import reference_files
from thinkspec.strictyaml import SourceError
from thinkspec.tables import canonical, load_spec
from thinkspec_reference.effort_families import find_family, follow_class
from thinkspec_reference.effort_tables import EFFORT

EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"]
FOLDER = "spec/1.0/effort"
LANGERTHA = f"{FOLDER}/families-langertha.yaml"
PROVIDERS = f"{FOLDER}/families-providers.yaml"


@pytest.mark.parametrize(
    ("policy", "ladder", "row"),
    [
        # what goes out for none, minimal, low, medium, high, xhigh, max where the ladder lacks it; . is nothing
        ("drop", "low high", ". . low . high . ."),
        ("clamp", "low high", "low low low low high high high"),
        ("clamp", "none high", "none none none none high high high"),
        ("snap", "low high", "low low low low high high high"),
        ("snap", "none high", "none high high high high high high"),
        ("snap", "none", "none none none none none none none"),
        ("snap", "medium xhigh", "medium medium medium medium medium xhigh xhigh"),
        ("snap", "", ". . . . . . ."),
        ("pass", "low", "none minimal low medium high xhigh max"),
    ],
)
def test_policies(policy, ladder, row):
    steps = ladder.split()
    sent = [effort if effort in steps else fallback(EFFORTS, steps, effort, policy) for effort in EFFORTS]
    assert [step or "." for step in sent] == row.split()


def test_the_policy_reject_refuses_a_cell_and_takes_the_off_type_for_none():
    entry = {"control": "budget", "policy": "reject", "off-type": "disabled"}
    cells = compile_entry(EFFORTS, entry)["cells"]
    assert (cells["none"], cells["low"], cells["max"]) == ({"type": "disabled"}, "refused", "refused")


@pytest.mark.parametrize(
    ("entry", "effort", "due"),
    [
        ({"control": "toggle"}, "low", {"type": "on"}),
        ({"control": "toggle"}, "none", {"type": "off"}),
        ({"control": "effort", "ladder": ["low"]}, "low", {"effort": "low", "type": "on"}),
        ({"control": "effort", "ladder": ["low"], "with-level": False}, "low", {"effort": "low"}),
        ({"control": "effort", "ladder": ["none", "low"]}, "none", {"effort": "none"}),
        ({"control": "effort", "ladder": ["low"]}, "none", {"type": "off"}),
        ({"control": "effort", "ladder": ["low"], "steps": {"max": "xhigh"}}, "max", {"effort": "xhigh", "type": "on"}),
        ({"control": "effort", "ladder": ["low"]}, "max", None),
    ],
)
def test_cells(entry, effort, due):
    assert cell(EFFORTS, {"policy": "drop", **entry}, effort, {"type": "on"}, {"type": "off"}) == due


@pytest.mark.parametrize(
    ("rest", "name"),
    [
        ("", "end"),
        ("0", "digit"),
        (".1", ".digit"),
        (".1-x", ".digit"),
        (".10", ".number"),
        (".", "."),
        (".x", "."),
        ("-1", "-version"),
        ("-12", "-version"),
        ("-1.5", "-version"),
        ("-32b", "-"),
        ("-3B", "-"),
        ("-123", "-date"),
        ("-20251101", "-date"),
        ("-2025-11-01", "-date"),
        ("-", "-"),
        ("-pro", "-"),
        (":20b", "other"),
        ("_x", "other"),
        ("@2025", "other"),
        ("x", "other"),
        ("\u0661", "other"),
    ],
)
def test_what_may_stand_behind_a_prefix(rest, name):
    assert follow_class("model" + rest, 5) == name


def test_the_generated_tables_follow_from_the_yaml():
    assert canonical(compile_effort(load_effort(ROOT))) == canonical(EFFORT)


def test_thinkspec_generate_writes_the_effort_tables():
    files = reference_files(load_spec(ROOT))
    assert files[PYTHON_EFFORT] == (ROOT / PYTHON_EFFORT).read_text(encoding="utf-8")


@pytest.mark.parametrize("mapping", list(EFFORT["mappings"]))
def test_every_row_is_found_by_its_own_prefix(mapping):
    document = load_effort(ROOT).families[mapping].value
    rows = [(row["id"], prefix) for row in document["families"] for prefix in row.get("prefixes", [])]
    found = [find_family(EFFORT["mappings"][mapping], prefix)[0] for _, prefix in rows]
    assert found == [family for family, _ in rows]


def test_a_family_is_found_in_no_time_in_a_huge_id():
    for text in ("us." * 50_000, "a/" * 50_000, "gpt-5." * 50_000, "0" * 200_000):
        found = {find_family(table, text)[0] for table in EFFORT["mappings"].values()}
        assert found <= {"unlisted", "gpt"}


def test_a_mapping_that_is_laid_aside_or_broken_is_told_by_its_place(tmp_path):
    with pytest.raises(UsageError, match="no such folder"):
        load_effort(tmp_path, tmp_path)
    (tmp_path / "effort").mkdir()
    with pytest.raises(SourceError, match=r"effort/vocabulary\.yaml:1: cannot be read"):
        load_effort(tmp_path, tmp_path)


@pytest.fixture
def tree(tmp_path):
    shutil.copytree(ROOT / "spec", tmp_path / "spec")
    (tmp_path / "cases").mkdir()
    return tmp_path


def test_the_tables_have_no_finding(tree):
    assert effort_findings(tree) == []


def effort_findings(root: Path) -> list[str]:
    workspace = open_workspace(root)
    found = {*workspace.faults, *effort_is_whole(workspace), *effort_tables_hold(workspace)}
    return [str(finding) for finding in sorted(found) if finding.path.startswith(FOLDER)]


def test_thinkspec_check_looks_at_the_effort_tables(tree):
    (tree / PROVIDERS).write_text(
        (tree / PROVIDERS).read_text("utf-8").replace("policy: snap", "policy: x", 1), "utf-8"
    )
    (tree / FOLDER / "engines.yaml").unlink()
    told = [finding.path for finding in check(tree) if finding.path.startswith(FOLDER)]
    assert told == [f"{FOLDER}/engines.yaml", PROVIDERS]


# file, what is changed, into what, the line's own text, what is said of it
FAULTS = [
    (
        LANGERTHA,
        "  - id: gpt-5.1-codex-max\n    about: gpt-5.1-codex-max.\n    prefixes: [gpt-5.1-codex-max]",
        "  - id: gpt-5.1-codex-max\n    about: gpt-5.1-codex-max.\n    prefixes: [gpt-5.1]",
        "",
        "families gpt-5.1-codex-max and gpt-5.1 both match an id with gpt-5.1.",
    ),
    (LANGERTHA, "  - id: gpt-5.5\n", "  - id: gpt-5.6\n", "", "gpt-5.6 stands here twice; the first is at line"),
    (
        LANGERTHA,
        "prefixes: [gpt-oss]",
        "prefixes: [gpt-oss-fable]",
        "gpt-oss-fable",
        "gpt-oss-fable can never match: family fable takes every id with fable.",
    ),
    (
        PROVIDERS,
        "prefixes: [magistral]",
        "prefixes: [mistral/magistral]",
        "mistral/magistral",
        "can never match: only what is behind an id's last slash is looked at.",
    ),
    (
        PROVIDERS,
        "prefixes: [magistral]",
        "prefixes: [mistral.magistral]",
        "mistral.magistral",
        "mistral.magistral can never match: mistral. is taken off before.",
    ),
    (
        LANGERTHA,
        "ladder: [low, high, max]}",
        "ladder: [low, high, ultra]}",
        "ladder: [low, high, ultra]}",
        "ladder names ultra, which is no effort. Efforts: none, minimal, low, medium, high, xhigh, max.",
    ),
    (LANGERTHA, "steps: {xhigh: max}", "steps: {xhigh: most}", "steps: {xhigh: most}", "steps names most, which is no"),
    (
        PROVIDERS,
        "ladder: [medium, high, xhigh]",
        "ladder: [high, medium, xhigh]",
        "ladder: [high, medium, xhigh]",
        "the ladder does not go from the weakest to the strongest.",
    ),
    (
        PROVIDERS,
        '    confidence: C\n    source: "models.dev snapshot 2026-07-02: no field"\n',
        "    confidence: C\n",
        "  - id: magistral",
        "'source' is missing.",
    ),
    (PROVIDERS, '    confidence: C\n    source: "openai/codex#6647"', '    source: "openai/codex#6647"', "", "no confidence here."),
    (LANGERTHA, "follows: no-number", "follows: no-letters", "no-letters", "there is no follow set no-letters. Sets: nothing,"),
    (LANGERTHA, "    follows: no-number\n", "", "  - id: gpt-6\n", "family gpt-6 can never match: follows is missing."),
    (
        LANGERTHA,
        "    match: contains\n",
        "    match: contains\n    follows: anything\n",
        "",
        "follows means nothing where match is contains.",
    ),
    (LANGERTHA, "{wires: [openai, responses], control", "{wires: [openai, groq], control", "groq", "has no wire groq."),
    (
        LANGERTHA,
        "{wires: [gemini], control: effort, ladder: [minimal",
        "{wires: [responses], off-type: disabled, control: effort, ladder: [minimal",
        "[responses], off-type",
        "wire responses has no field to say type in.",
    ),
    (
        PROVIDERS,
        "fields: {effort: reasoning_config}",
        "fields: {effort: reasoning_conf}",
        "reasoning_conf}",
        "wire bedrock has no field reasoning_conf.",
    ),
    (
        LANGERTHA,
        "      - wires: [ollama]\n        control: toggle\n        on-type: true\n        off-type: false\n",
        "      - wires: [responses]\n        control: effort\n        ladder: [low]\n",
        "",
        "family unlisted says twice what goes out on responses.",
    ),
    (LANGERTHA, "mapping: langertha\n", "mapping: seed\n", "mapping: seed", "mapping is seed, but the file is families-langertha"),
    (LANGERTHA, "  - id: unlisted\n", "  - id: others\n", "", "no family unlisted: it says what goes out for every other id."),
    (f"{FOLDER}/engines.yaml", "wire: responses", "wire: groq", "wire: groq", "the mapping langertha has no wire groq."),
    (f"{FOLDER}/engines.yaml", "mapping: langertha-deepseek", "mapping: own", "mapping: own", "there is no mapping own."),
    (f"{FOLDER}/switches.yaml", "switch: true, effort: other", "switch: true, effort: none", "", "this switch and effort stand"),
    (f"{FOLDER}/wires.yaml", "- id: kimi", "- id: glm", "", "glm stands here twice; the first is at line"),
    (f"{FOLDER}/vocabulary.yaml", "{id: minimal,", "{id: low,", "", "low stands here twice; the first is at line"),
    (f"{FOLDER}/wires.yaml", "    at: [options]\n", "    at: [options]\n    on: x\n", "", "is read differently by different parsers"),
    (f"{FOLDER}/wires.yaml", "    at: [options]\n", "    at: [options]\n    where: x\n", "where: x", "unknown key 'where'."),
]  # fmt: skip


@pytest.mark.parametrize(("path", "old", "new", "part", "message"), FAULTS, ids=range(len(FAULTS)))
def test_a_planted_fault_is_found_at_its_line(tree, path, old, new, part, message):
    text = (tree / path).read_text(encoding="utf-8")
    assert old in text
    changed = text.replace(old, new, 1)
    (tree / path).write_text(changed, encoding="utf-8")
    told = [finding for finding in effort_findings(tree) if message in finding]
    assert told, effort_findings(tree)
    if part:
        first = part.split("\n")[0]
        line = next(number for number, text in enumerate(changed.split("\n"), 1) if first in text)
        assert f"{path}:{line}: " in told[0]


def test_a_missing_file_is_told(tree):
    (tree / FOLDER / "engines.yaml").unlink()
    assert effort_findings(tree) == [f"{FOLDER}/engines.yaml:1: there is no such file, and the effort tables need it."]


def test_a_wire_without_an_entry_for_other_ids_is_told(tree):
    path = tree / PROVIDERS
    text = path.read_text(encoding="utf-8").replace("{wires: [kimi, minimax], control", "{wires: [minimax], control", 1)
    path.write_text(text, encoding="utf-8")
    assert [finding.partition(": ")[2] for finding in effort_findings(tree)] == [
        "family unlisted has no entry for wire kimi."
    ]


def test_a_stale_effort_table_is_told(tree):
    for name in ("thinkspec_reference/effort_tables.py", "thinkspec_reference/tables.py"):
        (tree / "reference/python" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "reference/python" / name, tree / "reference/python" / name)
    (tree / PROVIDERS).write_text(
        (tree / PROVIDERS)
        .read_text(encoding="utf-8")
        .replace("ladder: [medium, high, xhigh]", "ladder: [high, xhigh]", 1),
        encoding="utf-8",
    )
    stale = [finding.path for finding in check(tree) if "does not follow from the tables" in finding.message]
    assert stale == ["reference/python/thinkspec_reference/effort_tables.py"]


@pytest.mark.parametrize("name", ["effort", "effort_values", "effort_families", "effort_explain", "effort_layers"])
def test_the_examples_of_the_mapper_run(name):
    result = doctest.testmod(importlib.import_module(f"thinkspec_reference.{name}"))
    assert (result.failed, result.attempted > 0) == (0, True)


def test_the_examples_of_the_loader_run():
    assert doctest.testmod(importlib.import_module("thinkspec.effort_tables")).failed == 0


def test_every_provider_fact_of_the_ladders_has_a_source_and_a_date():
    document = load_effort(ROOT).families["providers"].value
    graded = [row for row in document["families"] if row["basis"] != "decided"]
    assert [row["id"] for row in graded if not (row["source"] and row["date"] and row["confidence"] in "ABC")] == []


def test_the_tables_are_plain_json():
    assert json.loads(json.dumps(EFFORT)) == EFFORT
