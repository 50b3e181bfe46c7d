"""Every row of the seed's tables, worked out by hand: Langertha::Reasoning 0.505, and what its code does where it is silent."""

from __future__ import annotations

import pytest

from thinkspec_reference import Reasoning
from thinkspec_reference.effort import EFFORTS

NOTHING = None
E = "the effort itself"

#        none       minimal    low    medium    high    xhigh    max
EFFORT_ROWS = {
    # model ids                                       what reasoning_effort holds, on openai and on responses
    "gpt-6 gpt-6-astra gpt-6.1 gpt-6-2026-11-01": (NOTHING, NOTHING, E, E, E, E, E),
    "gpt-5.6 gpt-5.6-sol gpt-5.6-2026-09-01": (E, NOTHING, E, E, E, E, E),
    "gpt-5.5 gpt-5.5-mini": (E, NOTHING, E, E, E, E, NOTHING),
    "gpt-5.1-codex-max": (E, NOTHING, E, E, E, E, NOTHING),
    "gpt-5.1 gpt-5.1-codex gpt-5.1-chat-latest": (E, NOTHING, E, E, E, NOTHING, NOTHING),
    "gpt-5 gpt-5-mini gpt-5-nano gpt-5-pro gpt-5-codex gpt-5-chat": (NOTHING, E, E, E, E, NOTHING, NOTHING),
    "gpt-5.2 gpt-5.4-mini gpt-5.7 o3 o4-mini gpt-4o": (E, E, E, E, E, E, E),
    "gpt-60 gpt-6.10 gpt-5.10 gpt-5.60 openai/gpt-5.6 GPT-5.6": (E, E, E, E, E, E, E),
    "claude-opus-4-8 gemini-3-pro-preview gpt-oss:20b MiniMax-M3 kimi-k2.6 any": (E, E, E, E, E, E, E),
    "grok-4.6 grok-4.7 grok-4.9-fast": (NOTHING, NOTHING, E, E, E, E, NOTHING),
    "grok-4.5": (NOTHING, NOTHING, E, E, E, NOTHING, NOTHING),
    "kimi-k3 kimi-k3-pro": (NOTHING, NOTHING, E, NOTHING, E, NOTHING, E),
    "grok-4.4 grok-4.50 kimi-k30": (E, E, E, E, E, E, E),
}
EFFORT_CELLS = [
    (model, effort, value)
    for models, row in EFFORT_ROWS.items()
    for model in models.split()
    for effort, value in zip(EFFORTS, row, strict=True)
]


@pytest.mark.parametrize(("model", "effort", "value"), EFFORT_CELLS)
def test_both_openai_wires_share_one_ladder(model, effort, value):
    reasoning = Reasoning(effort, model)
    assert reasoning.to("openai") == ({"reasoning_effort": effort} if value else {})
    assert reasoning.to("responses") == ({"reasoning": {"effort": effort}} if value else {})


@pytest.mark.parametrize("effort", EFFORTS)
@pytest.mark.parametrize("model", ["qwen3.8", "Qwen3.8-32B", "Qwen/Qwen3.5-9B", "a/b/QWEN3.6"])
def test_qwen_is_narrowed_on_the_chat_wire_only(model, effort):
    sent = effort in ("none", "low", "medium", "xhigh")
    assert Reasoning(effort, model).to("openai") == ({"reasoning_effort": effort} if sent else {})
    assert Reasoning(effort, model).to("responses") == {"reasoning": {"effort": effort}}


@pytest.mark.parametrize("model", ["qwen3.80", "qwen3", "xqwen3.8", "Qwen-Qwen3.8"])
def test_what_only_looks_like_qwen_is_not_narrowed(model):
    assert Reasoning("max", model).to("openai") == {"reasoning_effort": "max"}


ADAPTIVE = {"type": "adaptive"}


@pytest.mark.parametrize("effort", EFFORTS)
@pytest.mark.parametrize(
    ("model", "thinking"),
    [
        ("claude-opus-4-8", ADAPTIVE),
        ("claude-sonnet-4-6", ADAPTIVE),
        ("claude-sonnet-4-5-20250929", ADAPTIVE),
        ("gpt-5.6", ADAPTIVE),
        ("MiniMax-M3", ADAPTIVE),
        (None, ADAPTIVE),
        ("claude-fable-5", None),
        ("claude-mythos-5-preview", None),
        ("anthropic/Claude-FABLE-5", None),
    ],
)
def test_anthropic(model, thinking, effort):
    due = {} if effort in ("none", "minimal") else {"output_config": {"effort": effort}}
    if due and thinking:
        due["thinking"] = thinking
    assert Reasoning(effort, model).to("anthropic") == due


@pytest.mark.parametrize("effort", EFFORTS)
def test_kimi_k3_speaks_three_levels_without_a_block_on_anthropic(effort):
    due = {"output_config": {"effort": effort}} if effort in ("low", "high", "max") else {}
    assert Reasoning(effort, "kimi-k3").to("anthropic") == due


GEMINI_ROWS = {
    #                                            none minimal low medium high xhigh max
    "gemini-3-pro gemini-3-pro-preview": "low low low low high high high",
    "gemini-3.1-pro-preview gemini-3.7-flash gemini-3.8-flash-lite": "low low low medium high high high",
    "gemini-4 gemini-4-argon gemini-4.1-x": "low low low medium high high high",
    "gemini-3-flash-preview gemini-3.5-flash gemini-30-pro gemini-3": "minimal minimal low medium high high high",
    "gemini-40 gemini-1.5-pro models/gemini-3-flash gemini-2.50-pro gemini-flash-latest gpt-5": (
        "low low low low high high high"
    ),
}


@pytest.mark.parametrize(
    ("model", "effort", "level"),
    [
        (model, effort, level)
        for models, row in GEMINI_ROWS.items()
        for model in models.split()
        for effort, level in zip(EFFORTS, row.split(), strict=True)
    ],
)
def test_gemini_levels(model, effort, level):
    reasoning = Reasoning(effort, model)
    assert reasoning.to("gemini") == {"thinkingConfig": {"thinkingLevel": level}}
    assert reasoning.to_gemini_level() == level


@pytest.mark.parametrize("budget", [2048, 0, -1, 10**9, 2048.0])
@pytest.mark.parametrize(
    "model", ["gemini-2.5-pro", "gemini-2.5-flash", "gemini-2.5-flash-lite", "gemini-2.5-x", "gemini-2.5"]
)
def test_gemini_budgets_go_out_as_they_are(model, budget):
    reasoning = Reasoning(thinking_budget=budget, model=model)
    assert reasoning.to("gemini") == {"thinkingConfig": {"thinkingBudget": int(budget)}}
    assert type(reasoning.to("gemini")["thinkingConfig"]["thinkingBudget"]) is int


@pytest.mark.parametrize("wire", ["openai", "responses", "anthropic", "ollama", "chat_template_kwargs"])
def test_a_budget_is_said_on_gemini_only(wire):
    assert Reasoning(thinking_budget=2048, model="gemini-2.5-pro").to(wire) == {}


@pytest.mark.parametrize(
    ("model", "row"),
    [
        ("gpt-oss:20b", ("low", "low", "low", "medium", "high", "max", "max")),
        ("gpt-oss-120b", ("low", "low", "low", "medium", "high", "max", "max")),
        ("qwen3", (False, True, True, True, True, True, True)),
        ("openai/gpt-oss-20b", (False, True, True, True, True, True, True)),
        (None, (False, True, True, True, True, True, True)),
    ],
)
def test_ollama(model, row):
    assert [Reasoning(effort, model).to("ollama")["think"] for effort in EFFORTS] == list(row)


@pytest.mark.parametrize("model", ["qwen3", "gpt-5.6", "claude-opus-4-8", "gpt-oss", None])
def test_templates_take_every_effort_of_every_model(model):
    sent = [Reasoning(effort, model).to("chat_template_kwargs") for effort in EFFORTS]
    off = {"chat_template_kwargs": {"enable_thinking": False}}
    on = [{"chat_template_kwargs": {"enable_thinking": True}, "reasoning_effort": effort} for effort in EFFORTS[1:]]
    assert sent == [off, *on]


# model -> what none sends, what any level sends
TOGGLES = {
    "MiniMax-M3": ({"type": "disabled"}, {"type": "adaptive"}),
    "MiniMax-M3-x": ({"type": "disabled"}, {"type": "adaptive"}),
    "MiniMax-M2": (None, {"type": "adaptive"}),
    "MiniMax-M2.5": (None, {"type": "adaptive"}),
    "kimi-k2.6": ({"type": "disabled"}, {"type": "enabled"}),
    "kimi-k2.7-code": (None, {"type": "enabled"}),
    "kimi-k2.7-code-highspeed": (None, {"type": "enabled"}),
}


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
@pytest.mark.parametrize(("model", "off", "on"), [(model, *types) for model, types in TOGGLES.items()])
def test_the_toggle_speaks_where_the_endpoint_opted_in(wire, model, off, on):
    sent = [Reasoning(effort, model, thinking_toggle=True).to(wire) for effort in EFFORTS]
    assert sent == [{"thinking": off} if off else {}] + [{"thinking": on}] * 6


@pytest.mark.parametrize(
    "model", ["MiniMax-M30", "minimax-m3", "kimi-k2.6-x", "kimi-k2.5", "kimi-k2.7-code-fast", "x/MiniMax-M3"]
)
def test_what_only_looks_like_a_toggle_model_is_unlisted(model):
    assert Reasoning("low", model, thinking_toggle=True).to("openai") == {"reasoning_effort": "low"}


@pytest.mark.parametrize(
    ("wire", "due"),
    [
        ("responses", {"reasoning": {"effort": "low"}}),
        ("gemini", {"thinkingConfig": {"thinkingLevel": "low"}}),
        ("ollama", {"think": True}),
        ("chat_template_kwargs", {"chat_template_kwargs": {"enable_thinking": True}, "reasoning_effort": "low"}),
    ],
)
def test_other_wires_do_not_know_the_toggle(wire, due):
    assert Reasoning("low", "MiniMax-M3", thinking_toggle=True).to(wire) == due


SHOWN = {"type": "adaptive", "display": "summarized"}


@pytest.mark.parametrize(
    ("args", "due"),
    [
        ({"effort": "high", "model": "claude-opus-4-8"}, {"output_config": {"effort": "high"}, "thinking": SHOWN}),
        ({"model": "claude-opus-4-8"}, {"thinking": SHOWN}),
        ({"effort": "none", "model": "claude-opus-4-8"}, {"thinking": SHOWN}),
        ({"effort": "minimal", "model": "claude-opus-4-8"}, {"thinking": SHOWN}),
        ({"thinking_enabled": True, "model": "claude-opus-4-8"}, {"thinking": SHOWN}),
        ({}, {"thinking": SHOWN}),
        ({"effort": "high", "model": "claude-fable-5"}, {"output_config": {"effort": "high"}}),
        ({"model": "claude-fable-5"}, {}),
        ({"model": "MiniMax-M3", "thinking_toggle": True}, {"thinking": SHOWN}),
        ({"effort": "low", "model": "MiniMax-M3", "thinking_toggle": True}, {"thinking": SHOWN}),
        ({"effort": "none", "model": "MiniMax-M3", "thinking_toggle": True}, {"thinking": {"type": "disabled"}}),
        ({"effort": "none", "model": "MiniMax-M2", "thinking_toggle": True}, {}),
        (
            {"thinking_enabled": True, "model": "kimi-k2.6", "thinking_toggle": True},
            {"thinking": {**SHOWN, "type": "enabled"}},
        ),
    ],
)
def test_display_goes_with_a_thinking_block_on_anthropic(args, due):
    assert Reasoning(**args, thinking_display="summarized").to("anthropic") == due


@pytest.mark.parametrize("wire", ["openai", "responses", "gemini", "ollama", "chat_template_kwargs"])
@pytest.mark.parametrize("display", ["summarized", "omitted", "updates"])
def test_display_means_nothing_elsewhere(wire, display):
    assert Reasoning(model="MiniMax-M3", thinking_display=display, thinking_toggle=True).to(wire) == {}


OFF = {"chat_template_kwargs": {"enable_thinking": False}}
ON = {"chat_template_kwargs": {"enable_thinking": True}}


@pytest.mark.parametrize(
    ("model", "wire", "due"),
    [
        ("gpt-5.6", "openai", {"reasoning_effort": "none"}),
        ("any", "responses", {"reasoning": {"effort": "none"}}),
        ("gpt-6", "openai", {}),
        ("gpt-5", "responses", {}),
        ("claude-opus-4-8", "anthropic", {}),
        ("gemini-3-flash", "gemini", {"thinkingConfig": {"thinkingLevel": "minimal"}}),
        ("gemini-4", "gemini", {"thinkingConfig": {"thinkingLevel": "low"}}),
        ("qwen3", "ollama", {"think": False}),
        ("gpt-oss", "ollama", {"think": "low"}),
        ("qwen3", "chat_template_kwargs", OFF),
        ("gemini-2.5-pro", "gemini", {}),
        ("gemini-2.5-pro", "openai", {}),
        ("gemini-2.5-pro", "ollama", {}),
        ("gemini-2.5-pro", "chat_template_kwargs", OFF),
    ],
)
def test_the_switch_off_alone(model, wire, due):
    assert Reasoning(model=model, thinking_enabled=False).to(wire) == due


@pytest.mark.parametrize(
    ("model", "toggle", "wire", "due"),
    [
        ("gpt-5.6", False, "openai", {}),
        ("gpt-5.6", False, "responses", {}),
        ("claude-opus-4-8", False, "anthropic", {}),
        ("gemini-3-pro", False, "gemini", {}),
        ("gemini-2.5-pro", False, "gemini", {}),
        ("qwen3", False, "ollama", {"think": True}),
        ("gemini-2.5-pro", False, "ollama", {"think": True}),
        ("gpt-oss", False, "ollama", {}),
        ("qwen3", False, "chat_template_kwargs", ON),
        ("gpt-oss", False, "chat_template_kwargs", ON),
        ("MiniMax-M3", True, "openai", {"thinking": {"type": "adaptive"}}),
        ("kimi-k2.7-code", True, "anthropic", {"thinking": {"type": "enabled"}}),
        ("MiniMax-M3", True, "responses", {}),
        ("MiniMax-M3", False, "openai", {}),
    ],
)
def test_the_switch_on_alone_and_whether_it_is_dropped(model, toggle, wire, due):
    reasoning = Reasoning(model=model, thinking_enabled=True, thinking_toggle=toggle)
    assert reasoning.to(wire) == due
    assert reasoning.drops_thinking_enabled_on(wire) is (due == {})


@pytest.mark.parametrize(
    ("args", "wire", "dropped"),
    [
        ({}, "openai", False),
        ({"effort": "high", "thinking_enabled": True}, "openai", False),
        ({"thinking_enabled": False, "model": "gpt-6"}, "openai", False),
        ({"thinking_enabled": False, "model": "gemini-2.5-pro"}, "ollama", True),
        ({"thinking_enabled": False, "model": "gemini-2.5-pro", "thinking_budget": 1}, "gemini", True),
        ({"thinking_enabled": False, "model": "gemini-2.5-pro"}, "chat_template_kwargs", False),
    ],
)
def test_what_counts_as_dropping_the_switch(args, wire, dropped):
    assert Reasoning(**args).drops_thinking_enabled_on(wire) is dropped


@pytest.mark.parametrize("wire", ["openai", "responses", "anthropic", "gemini", "ollama", "chat_template_kwargs"])
def test_nothing_asked_for_sends_nothing(wire):
    for model in ("gpt-5.6", "claude-opus-4-8", "gemini-2.5-pro", "gpt-oss", "MiniMax-M3", "", None):
        assert Reasoning(model=model, thinking_toggle=True).to(wire) == {}


@pytest.mark.parametrize(
    ("wire", "due"),
    [
        ("openai", {"reasoning_effort": "high"}),
        ("ollama", {"options": {"think": True}}),
        ("gemini", {"generationConfig": {"thinkingConfig": {"thinkingLevel": "high"}}}),
    ],
)
def test_request_puts_the_fields_in_their_place(wire, due):
    assert Reasoning("high", "some-model").request(wire) == due


def test_request_of_nothing_is_empty():
    assert Reasoning(model="x").request("ollama") == {}


def test_each_wire_has_its_own_call():
    reasoning = Reasoning("high", "x")
    called = [
        reasoning.to_openai(),
        reasoning.to_responses(),
        reasoning.to_anthropic(),
        reasoning.to_gemini(),
        reasoning.to_ollama(),
        reasoning.to_chat_template_kwargs(),
    ]
    wires = ["openai", "responses", "anthropic", "gemini", "ollama", "chat_template_kwargs"]
    assert called == [reasoning.to(wire) for wire in wires]


def test_fields_are_fresh_every_time():
    reasoning = Reasoning("high", "claude-opus-4-8")
    reasoning.to("anthropic")["thinking"]["type"] = "spoiled"
    assert reasoning.to("anthropic")["thinking"] == ADAPTIVE
