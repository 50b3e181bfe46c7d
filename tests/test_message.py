"""Messages of providers: the written readings, both twins, the table and its paths."""

from __future__ import annotations

import pytest

from conftest import ROOT
from thinkspec.message_checks import basis_of
from thinkspec.strictyaml import load
from thinkspec.tables import load_spec
from thinkspec_reference import DIALECTS, Reasoning, reader
from thinkspec_reference.message import decimal, known_provider, walk
from twin_streams import javascript, python, questions

TABLE = load(ROOT / "spec" / "1.0" / "channels.yaml").value
MESSAGES = questions("message")
CHOICES = [rule["id"] for rule in TABLE["rules"]]


@pytest.mark.parametrize(("case", "dialect", "asked"), MESSAGES, ids=[f"{c.name}@{d}" for c, d, _ in MESSAGES])
def test_a_case_gives_the_written_reading(case, dialect, asked):
    wanted, got = case.row["expect"][dialect], python(asked)
    if wanted.get("rejected"):
        assert "rejected" in got
    else:
        assert got == {key: wanted[key] for key in ("answer", "thinking", "has_thinking", "content_is_reasoning")}


def test_the_twins_give_the_same_for_every_case():
    asked = [question for _, _, question in MESSAGES]
    mine = [python(question) for question in asked]
    theirs = javascript(asked)
    assert [answer for answer in theirs if "rejected" not in answer] == [a for a in mine if "rejected" not in a]
    assert ["rejected" in answer for answer in theirs] == ["rejected" in answer for answer in mine]


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_a_dialect_chooses_an_option_of_every_rule(dialect):
    options = {rule["id"]: set(rule["options"]) for rule in TABLE["rules"]}
    row = TABLE["dialects"][dialect]
    providers = [provider["id"] for provider in TABLE["providers"]]
    assert list(row) == CHOICES
    for rule in CHOICES:
        rows = [row[rule][provider] for provider in providers] if rule in ("answer", "native") else [row[rule]]
        assert {one["option"] for one in rows} <= options[rule]


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_a_dialect_names_only_channels_that_the_provider_has(dialect):
    channels = {
        provider["id"]: {read["channel"] for read in provider["reads"] if read["kind"] == "thinking"}
        for provider in TABLE["providers"]
    }
    for provider, row in TABLE["dialects"][dialect]["native"].items():
        assert {channel["name"] for channel in row["channels"]} <= channels[provider]


@pytest.mark.parametrize(
    ("dialect", "rule", "provider", "basis"),
    [
        ("nr-llm", "native", "anthropic", "doc"),
        ("nr-llm", "native", "ollama", "observed"),
        ("nr-llm", "answer", "ollama", "doc"),
        ("llm-chat", "merge", "openai", "doc"),
        ("sapphire", "content-is-reasoning", "openai", "doc"),
        ("sapphire", "native", "openai", "decided"),
    ],
)
def test_a_level_follows_from_the_basis_of_the_choice(dialect, rule, provider, basis):
    assert basis_of(load_spec(ROOT), dialect, rule, provider) == basis


@pytest.mark.parametrize(
    ("dialect", "rule", "provider"), [("nr-llm", "answer", "gemini"), ("nr-llm", "answer", "ollama")]
)
def test_where_the_record_and_later_code_differ_the_other_reading_stands_beside(dialect, rule, provider):
    assert TABLE["dialects"][dialect][rule][provider]["contested"]["value"]


NESTED = {"a": [{"kind": "x", "b": 1}, {"kind": "y", "b": 2}, "x", {"b": 3}], "c": {"d": None}}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (["a", {"kind": "x"}, "b"], [((0,), 1)]),
        (["a", {"kind": {"not": "x"}}, "b"], [((1,), 2), ((3,), 3)]),
        (["a", {}, "b"], [((0,), 1), ((1,), 2), ((3,), 3)]),
        (["a", 1, "b"], [((), 2)]),
        (["a", 9], []),
        (["c", "d"], [((), None)]),
        (["c", 0], []),
        (["c", "d", "e"], []),
        (["z"], []),
    ],
    ids=str,
)
def test_a_path_finds_what_is_there_and_leaves_out_the_rest(path, found):
    assert list(walk(NESTED, path)) == found


def test_a_truth_value_is_not_the_number_one():
    assert list(walk({"a": [{"t": 1, "b": 1}]}, ["a", {"t": True}, "b"])) == []


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (42, "42"), (-7, "-7"), (1.5, "1.5"), (3.0, "3"), (10**21, str(10**21))]
)
def test_a_number_as_text(number, text):
    assert decimal(number) == text


@pytest.mark.parametrize(
    ("name", "provider"), [(name, row["id"]) for row in TABLE["providers"] for name in (row["id"], *row["also"])]
)
def test_every_name_of_a_provider_is_known(name, provider):
    assert known_provider(name) == provider


def test_a_call_may_turn_inline_parsing_on():
    response = {"message": {"content": "<think>a</think>b"}}
    think = reader("llm-chat")
    assert think.message("ollama", response)["thinking"] == ""
    assert think.message("ollama", response, parse_inline=True)["thinking"] == "a"


def test_the_response_is_left_as_it_was():
    response = {"choices": [{"message": {"content": "<think>a</think>b", "reasoning_details": []}}]}
    before = repr(response)
    for dialect in DIALECTS:
        reader(dialect).message("openai", response)
    assert repr(response) == before


def test_disable_thinking_belongs_to_the_request():
    row = next(row for row in TABLE["request_side"] if row["name"] == "disable_thinking")
    assert Reasoning(model="gpt-5.6", **row["same_as"]).to("openai") == Reasoning(model="gpt-5.6", effort="none").to(
        "openai"
    )
