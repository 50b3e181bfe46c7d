"""Loading the tables and compiling dialects: one way from the YAML to what an engine runs on."""

from __future__ import annotations

import shutil

import pytest

from conftest import ROOT
from thinkspec.errors import UsageError
from thinkspec.tables import canonical, compile_all, compile_choice, compile_dialect, load_spec, spec_folder
from thinkspec.tagfamilies import closers, openers, reads
from thinkspec_reference import reader

SPEC = load_spec(ROOT)
FAMILIES = {family["id"]: family for family in SPEC.tags_file.value["families"]}

COMPILED = [
    (
        "sapphire",
        "openers",
        {"option": "names", "value": ["think", "seed:think", "thinking", "redacted_thinking", "reasoning"]},
    ),
    ("sapphire", "after-closer", {"option": "swallowed", "value": " \t\r\n"}),
    ("langertha", "answer-trim", {"option": "where-block-was", "value": "\t\n\v\f\r "}),
    ("langertha", "nothing-found", {"option": "null-value", "value": None}),
    ("llm-chat", "openers", {"option": "marker-pair", "value": ["<think>", "</think>"]}),
    ("nr-llm", "block-leaves", {"option": "one-space", "value": " "}),
    ("nr-llm", "block-trim", {"option": "whole", "value": " \t\n\r\0\v"}),
    ("nr-llm", "word", {"option": "never", "value": None}),
]


@pytest.mark.parametrize(("dialect", "rule", "row"), COMPILED)
def test_compiles_a_choice(dialect, rule, row):
    assert compile_dialect(SPEC, dialect)[rule] == row


def test_every_dialect_has_a_row_for_every_rule():
    compiled = {name: set(table["rules"]) for name, table in compile_all(SPEC).items()}
    assert compiled == {name: set(SPEC.rules) for name in SPEC.dialects}


def test_a_mutant_takes_its_value_from_the_option():
    assert compile_choice(SPEC, "block-join", "nothing") == {"option": "nothing", "value": ""}


def test_basis_and_sentence_can_be_asked_for():
    assert SPEC.basis("langertha", "block-trim") == "observed"
    assert SPEC.sentence("stray-closer", "text") == "A closer with nothing open is part of the answer."


@pytest.mark.parametrize(
    ("folders", "taken"), [(["1.0", "1.2", "1.10", "schema"], "1.10"), (["1.0", "working", "2.0"], "working")]
)
def test_takes_the_version_in_work(tmp_path, folders, taken):
    for name in folders:
        (tmp_path / "spec" / name).mkdir(parents=True)
    assert spec_folder(tmp_path).name == taken


def test_no_version_is_a_usage_error(tmp_path):
    (tmp_path / "spec" / "schema").mkdir(parents=True)
    with pytest.raises(UsageError, match="no spec version"):
        spec_folder(tmp_path)


def test_a_teams_dialect_is_laid_over_ours(tmp_path):
    (tmp_path / "dialects").mkdir()
    shutil.copy(ROOT / "spec/1.0/dialects/nr-llm.yaml", tmp_path / "dialects/house.yaml")
    assert load_spec(ROOT, tmp_path).dialects == ["langertha", "llm-chat", "nr-llm", "sapphire", "house"]


def test_a_teams_folder_that_is_not_there_is_a_usage_error(tmp_path):
    with pytest.raises(UsageError, match="no such folder"):
        load_spec(ROOT, tmp_path / "none")


def test_canonical_json_does_not_depend_on_order():
    assert (
        canonical({"b": 1, "a": ["é", None]}) == canonical({"a": ["é", None], "b": 1}) == '{"a":["\\u00e9",null],"b":1}'
    )


@pytest.mark.parametrize("dialect", SPEC.dialects)
@pytest.mark.parametrize("family", FAMILIES)
def test_read_by_is_what_a_reader_does(family, dialect):
    """The table is compared with the tables by `thinkspec check`; here it is compared with a real reader."""
    row = FAMILIES[family]
    pairs = [(opener, closer) for opener in openers(row) or [""] for closer in closers(row) or [""]]
    if "names" in row and "open" not in row:
        pairs = list(zip(openers(row), closers(row), strict=True))
    for opener, closer in pairs:
        reply = f"{opener}plan{closer}" + ("Answer" if closer else "")
        answer, thinking = reader(dialect).split(reply)
        hidden = "plan" in (thinking or "") and answer == ("Answer" if closer else "")
        assert hidden is (dialect in row["read_by"]), (reply, answer, thinking)


@pytest.mark.parametrize(
    ("dialect", "family", "read"),
    [
        ("sapphire", {"names": ["THINK"]}, True),
        ("sapphire", {"names": ["thin\u212a"]}, False),
        ("langertha", {"names": ["THINK"]}, False),
        ("sapphire", {"names": ["think"], "open": ["<think x>"], "close": ["</think y>"]}, True),
        ("nr-llm", {"names": ["think"], "open": ["<think x>"], "close": ["</think>"]}, False),
        ("sapphire", {"names": ["seed:cot_budget_reflect"], "open": ["<seed:cot_budget_reflect>"], "close": []}, False),
        ("langertha", {"names": ["think"], "open": ["<think>"], "close": []}, True),
        ("nr-llm", {"names": ["think"], "open": ["<think>"], "close": []}, False),
        ("llm-chat", {"open": ["[THINK]"], "close": ["[/THINK]"]}, False),
    ],
)
def test_reads_follows_from_the_table(dialect, family, read):
    assert reads(compile_dialect(SPEC, dialect), family) is read
