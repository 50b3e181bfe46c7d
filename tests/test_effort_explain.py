"""What the mapper says of itself: family, outcome of each thing asked for, whose word, since when."""

from __future__ import annotations

import pytest

from thinkspec_reference import Reasoning

GPT_5_5 = "NousResearch/hermes-agent#90441 (live 2026-08: max and minimal rejected); models.dev snapshot 2026-07-02"

# arguments, wire -> what, asked, sent, outcome of each step
STEPS = [
    ({"effort": "high", "model": "gpt-5.6"}, "openai", [("effort", "high", "high", "equal")]),
    ({"effort": "minimal", "model": "gpt-5.6"}, "openai", [("effort", "minimal", None, "dropped")]),
    ({"effort": "max", "model": "gemini-4"}, "gemini", [("effort", "max", "high", "clamped-down")]),
    ({"effort": "none", "model": "gemini-4"}, "gemini", [("effort", "none", "low", "clamped-up")]),
    ({"effort": "xhigh", "model": "gpt-oss"}, "ollama", [("effort", "xhigh", "max", "clamped-up")]),
    ({"effort": "low", "model": "x", "mapping": "providers"}, "openai", [("effort", "low", "low", "passed")]),
    ({"effort": "low", "model": "qwen3"}, "ollama", [("effort", "low", True, "equal")]),
    ({"effort": "none", "model": "qwen3"}, "ollama", [("effort", "none", False, "equal")]),
    (
        {"effort": "low", "model": "claude-sonnet-4-5", "mapping": "providers"},
        "anthropic",
        [("effort", "low", None, "rejected")],
    ),
    (
        {"effort": "none", "thinking_display": "omitted", "model": "claude-opus-4-8"},
        "anthropic",
        [("effort", "none", None, "inverted"), ("thinking_display", "omitted", "omitted", "equal")],
    ),
    (
        {"effort": "low", "thinking_display": "omitted", "model": "claude-fable-5"},
        "anthropic",
        [("effort", "low", "low", "equal"), ("thinking_display", "omitted", None, "dropped")],
    ),
    (
        {"thinking_budget": 0, "model": "gemini-2.5-pro", "mapping": "providers"},
        "gemini",
        [("thinking_budget", 0, 128, "clamped-up")],
    ),
    ({"thinking_budget": 9, "model": "gemini-2.5-pro"}, "openai", [("thinking_budget", 9, None, "dropped")]),
    ({"thinking_enabled": True, "model": "gpt-5.6"}, "openai", [("thinking_enabled", True, None, "dropped")]),
    ({"thinking_enabled": True, "model": "qwen3"}, "ollama", [("thinking_enabled", True, True, "equal")]),
    ({"thinking_enabled": False, "model": "gpt-5.6"}, "openai", [("effort", "none", "none", "equal")]),
    (
        {"thinking_enabled": False, "thinking_budget": 9, "model": "gemini-2.5-pro"},
        "gemini",
        [("thinking_enabled", False, None, "dropped"), ("thinking_budget", 9, 9, "equal")],
    ),
    ({"model": "gpt-5.6"}, "openai", []),
]


@pytest.mark.parametrize(("args", "wire", "due"), STEPS)
def test_what_became_of_each_thing(args, wire, due):
    steps = Reasoning(**args).explain(wire)["steps"]
    assert [tuple(step.values()) for step in steps] == due


@pytest.mark.parametrize(
    ("mapping", "model", "family", "how", "text"),
    [
        ("langertha", "gpt-5.6-sol", "gpt-5.6", "prefix", "gpt-5.6"),
        ("langertha", "my-FABLE-x", "fable", "contains", "fable"),
        ("langertha", "gpt-5-fable", "fable", "contains", "fable"),
        ("langertha", "gpt-60", "unlisted", "rest", ""),
        ("langertha", None, "unlisted", "rest", ""),
        ("langertha", "a/Qwen3.8", "qwen3.n", "prefix", "qwen3.8"),
        ("providers", "azure/gpt-5.1-codex-max", "gpt-5.1-codex-max", "prefix", "gpt-5.1-codex-max"),
        ("providers", "us.anthropic.claude-opus-4-7-v1:0", "claude-opus-4.7", "prefix", "claude-opus-4-7"),
        ("providers", "claude-opus-6", "claude", "prefix", "claude"),
        ("providers", "gpt-5.production", "gpt", "prefix", "gpt-"),
    ],
)
def test_which_family_and_why(mapping, model, family, how, text):
    story = Reasoning(model=model, mapping=mapping).explain("openai")
    assert (story["family"], story["found_by"], story["matched"]) == (family, how, text)


@pytest.mark.parametrize(
    ("model", "effort", "wire", "count"),
    [
        ("gpt-6", "max", "openai", 1),
        ("gpt-6", "max", "responses", 0),
        ("gpt-6", "high", "openai", 0),
        ("gpt-5.6", "max", "openai", 1),
        ("claude-opus-4-6", "xhigh", "anthropic", 1),
        ("claude-opus-4-8", "xhigh", "anthropic", 0),
        ("gemini-3-flash", "low", "gemini", 1),
    ],
)
def test_a_contested_cell_says_so_and_its_neighbours_do_not(model, effort, wire, count):
    assert len(Reasoning(effort, model).explain(wire)["contested"]) == count


def test_the_contested_switch_of_gemini_2_5_on_ollama():
    story = Reasoning(thinking_enabled=False, model="gemini-2.5-pro").explain("ollama")
    assert [item["value"] for item in story["contested"]] == ["think is false"]


def test_the_basis_of_one_cell_may_differ_from_its_row():
    bases = [Reasoning(effort, "gpt-5.5").explain("openai")["basis"] for effort in ("xhigh", "max")]
    assert bases == ["doc", "observed"]


def test_what_is_sent_is_what_to_sends():
    reasoning = Reasoning("high", "claude-opus-4-8", thinking_display="summarized")
    assert reasoning.explain("anthropic")["sent"] == reasoning.to("anthropic")


def test_the_story_in_sentences():
    assert Reasoning("max", "gpt-5.5", mapping="providers").explain("openai")["lines"] == [
        'Model "gpt-5.5" is of the family gpt-5.5: its id starts with gpt-5.5.',
        "On wire openai the control is effort, the ladder none low medium high xhigh, the policy snap.",
        'effort "max" is clamped down to "xhigh".',
        f"Source: {GPT_5_5} (observed, confidence B, 2026-08).",
    ]
    assert Reasoning(model="x").explain("ollama")["lines"][2:4] == ["Nothing was asked for.", "Nothing is sent."]
