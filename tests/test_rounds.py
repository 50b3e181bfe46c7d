"""Rounds: the table is complete, both twins follow it, the switches are what the table says."""

from __future__ import annotations

import pytest

from conftest import ROOT
from thinkspec.strictyaml import load
from thinkspec_reference import reader
from thinkspec_reference.round_tables import TRANSITIONS
from thinkspec_reference.rounds import ACTIONS, switched_on, without_reasoning
from twin_streams import javascript, plain, python, questions

TABLE = load(ROOT / "spec" / "1.0" / "rounds.yaml").value
ROUNDS = [(case, asked) for case, _, asked in questions("stream") if asked["ask"] == "round"]
STATES = sorted({row["state"] for row in TABLE["transitions"]})
EVENTS = [event["id"] for event in TABLE["events"]]


@pytest.mark.parametrize(("case", "asked"), ROUNDS, ids=[case.name for case, _ in ROUNDS])
def test_a_case_gives_the_written_events(case, asked):
    wanted, got = case.row["expect"]["llm-chat"], python(asked)
    if wanted.get("rejected"):
        assert "rejected" in got
    else:
        assert [event[:1] if event[1] is None else event for event in got] == wanted["events"]


def test_the_twins_give_the_same_for_every_case():
    asked = [question for _, question in ROUNDS]
    assert javascript(asked) == [python(question) for question in asked]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("event", EVENTS)
def test_the_table_says_what_every_event_does_in_every_state(state, event):
    rows = [row for row in TABLE["transitions"] if (row["state"], row["event"]) == (state, event)]
    assert len(rows) == 1
    assert set(rows[0].get("actions", ())) <= {action["id"] for action in TABLE["actions"]}
    assert rows[0].get("next", state) in STATES


def test_every_action_of_the_table_has_its_step():
    assert set(ACTIONS) == {action["id"] for action in TABLE["actions"]}


@pytest.mark.parametrize("event", ["text", "reasoning"])
@pytest.mark.parametrize("value", [None, 7, ["a"]])
def test_an_event_without_its_text_is_refused_and_changes_nothing(event, value):
    rounds = reader("llm-chat").round(parse_inline=True)
    rounds.feed("text", "a")
    with pytest.raises(TypeError, match=f"event {event} needs text"):
        rounds.feed(event, value)
    assert ("summary", {"content": "ab", "reasoning": "", "finish": "stop"}) in rounds.run([["text", "b"], ["end"]])


def test_an_unknown_event_is_named():
    with pytest.raises(ValueError, match='there is no event "pause": send one of text, reasoning'):
        reader("llm-chat").round().feed("pause")


@pytest.mark.parametrize("dialect", ["sapphire", "langertha", "nr-llm"])
def test_only_exact_streams_have_rounds(dialect):
    with pytest.raises(ValueError, match="its streams are not exact"):
        reader(dialect).round()


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("true", True),
        ("TRUE", True),
        ("True", True),
        ("1", True),
        ("false", False),
        ("0", False),
        ("", False),
        ("yes", False),
    ],
)
def test_the_environment_variable_turns_inline_parsing_on(monkeypatch, text, on):
    monkeypatch.setenv("LLM_CHAT_PARSE_INLINE_REASONING", text)
    asked = {"ask": "round", "dialect": "llm-chat", "options": {}, "events": [["text", "<think>a</think>b"]]}
    wanted = [["reasoning", "a"], ["content", "b"]] if on else [["content", "<think>a</think>b"]]
    assert python(asked) == wanted
    assert javascript([asked]) == [wanted]


@pytest.mark.parametrize("given", [True, False])
def test_what_is_given_goes_before_the_environment(monkeypatch, given):
    monkeypatch.setenv("LLM_CHAT_PARSE_INLINE_REASONING", str(not given))
    assert switched_on("parse_inline", given) is given
    shown = reader("llm-chat", parse_inline=given).round().feed("text", "<think>a</think>")
    assert plain(shown) == ([["reasoning", "a"]] if given else [["content", "<think>a</think>"]])


def test_the_switch_does_not_touch_split_and_stream(monkeypatch):
    monkeypatch.setenv("LLM_CHAT_PARSE_INLINE_REASONING", "false")
    think = reader("llm-chat", parse_inline=False)
    assert think.split("<think>a</think>b") == ("b", "a")
    assert think.stream().feed("<think>a</think>b") == [("think", "a", 0), ("text", "b", -1)]


@pytest.mark.parametrize(
    ("switch", "roles"), [(None, ["assistant"]), (True, ["assistant"]), (False, ["reasoning", "assistant"])]
)
def test_filter_reasoning_is_about_what_goes_back(switch, roles):
    stored = [{"role": "reasoning", "content": "r"}, {"role": "assistant", "content": "a"}]
    assert [message["role"] for message in without_reasoning(stored, filter_reasoning=switch)] == roles


def test_a_closed_round_begins_anew():
    assert set(TRANSITIONS) == {"receiving", "closed"}
    rounds = reader("llm-chat").round(parse_inline=True)
    rounds.run([["text", "<think>open"], ["abort"], ["round"]])
    assert rounds.feed("text", "plain") == [("content", "plain")]
