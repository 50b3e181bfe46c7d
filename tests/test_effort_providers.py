"""What providers were observed to accept: ladders, snapping, and where each request format carries what."""

from __future__ import annotations

import pytest

from thinkspec_reference import Reasoning, RejectedEffort, mapper
from thinkspec_reference.effort import EFFORTS


def sent(wire, model, key, **more):
    """What stands under a key for each of the seven efforts."""
    return [at(mapper(wire, model=model, effort=effort, **more), key) for effort in EFFORTS]


def at(fields, path):
    for key in path.split("."):
        fields = fields.get(key, {})
    return fields or "-"


#                                           none minimal low medium high xhigh max
CHAT = {
    "gpt-6-astra gpt-6.1-sol": "low low low medium high xhigh xhigh",
    "gpt-6-sol gpt-6-luna gpt-6.1-terra": "none low low medium high xhigh xhigh",
    "gpt-5.6 gpt-5.6-sol azure/gpt-5.6": "none low low medium high xhigh xhigh",
    "gpt-5.5 gpt-5.4 gpt-5.4-mini gpt-5.4-nano-2026-03-17 gpt-5.2 gpt-5.3-codex": "none low low medium high xhigh xhigh",
    "gpt-5.5-pro gpt-5.4-pro gpt-5.2-pro": "medium medium medium medium high xhigh xhigh",
    "gpt-5.2-codex gpt-5.1-codex-max": "low low low medium high xhigh xhigh",
    "gpt-5.1 GPT-5.1 azure/gpt-5.1_2025-11-13_global": "none low low medium high high high",
    "gpt-5.1-codex o1 o3-mini o3-2025-04-16 o4-mini": "low low low medium high high high",
    "gpt-5 gpt-5-mini gpt-5-nano-2025-08-07": "minimal minimal low medium high high high",
    "gpt-5-pro": "high high high high high high high",
    "gpt-5.1-chat-latest gpt-5.3-chat": "medium medium medium medium medium medium medium",
    "gpt-5-chat-latest": "- - - - - - -",
    "gpt-oss-120b openai/gpt-oss-20b": "low low low medium high high high",
    "grok-4.5": "low low low medium high high high",
    "grok-4.6 grok-4.7": "low low low medium high xhigh xhigh",
    "grok-4.3": "none low low medium high high high",
    "grok-3-mini": "none low low low high high high",
    "kimi-k3 moonshotai/kimi-k3": "low low low low high high max",
    "glm-5.3 z-ai/glm-5.3": "low low low low high high max",
    "mistral-small-2603": "none high high high high high high",
    "Qwen/Qwen3.8-32B": "none low low medium medium xhigh xhigh",
    "somebody/own-model": "none minimal low medium high xhigh max",
    "gpt-4.1 gpt-5.60 gpt-60": "none minimal low medium high xhigh xhigh",
}


@pytest.mark.parametrize(("model", "row"), [(model, row) for models, row in CHAT.items() for model in models.split()])
def test_chat_completions(model, row):
    assert sent("openai", model, "reasoning_effort") == row.split()


@pytest.mark.parametrize("model", ["gpt-6-astra", "gpt-6-sol", "gpt-5.6"])
def test_max_is_for_responses_only(model):
    assert sent("responses", model, "reasoning.effort")[-1] == "max"
    assert sent("openai", model, "reasoning_effort")[-1] == "xhigh"


#                                   none           minimal low medium high xhigh max
CLAUDE = {
    "claude-opus-4-8": "- low low medium high xhigh max",
    "claude-opus-4-6 claude-sonnet-4-6": "- low low medium high high max",
    "claude-opus-4-5 claude-opus-4-5-20251101": "- low low medium high high high",
    "claude-opus-5-5 claude-fable-5": "low low low medium high xhigh max",
    "claude-sonnet-5-5 claude-opus-5 claude-haiku-5-5": "- low low medium high xhigh max",
}


@pytest.mark.parametrize(("model", "row"), [(model, row) for models, row in CLAUDE.items() for model in models.split()])
def test_claude_levels(model, row):
    assert sent("anthropic", model, "output_config.effort") == row.split()


@pytest.mark.parametrize(
    ("model", "off", "low"),
    [
        ("claude-opus-4-8", "disabled", "adaptive"),
        ("claude-opus-4-5", "disabled", "-"),
        ("claude-opus-5", "disabled", "adaptive"),
        ("claude-opus-5-5", "adaptive", "adaptive"),
        ("claude-sonnet-5.5", "between_tools", "adaptive"),
        ("claude-fable-5", "-", "-"),
    ],
)
def test_claude_types(model, off, low):
    assert sent("anthropic", model, "thinking.type")[:3:2] == [off, low]


@pytest.mark.parametrize(
    "model",
    [
        "claude-sonnet-4-5",
        "claude-haiku-4-5-20251001",
        "claude-sonnet-4-20250514",
        "claude-opus-4-1",
        "claude-3-7-sonnet-latest",
        "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    ],
)
def test_older_claude_takes_a_budget_and_no_level(model):
    assert mapper("anthropic", model=model, thinking_budget=2048) == {
        "thinking": {"type": "enabled", "budget_tokens": 2048}
    }
    assert mapper("anthropic", model=model, effort="none") == {"thinking": {"type": "disabled"}}
    with pytest.raises(RejectedEffort, match='effort "high" is refused on wire anthropic'):
        mapper("anthropic", model=model, effort="high")


def test_a_level_of_older_claude_may_still_go_through_a_router():
    assert mapper("openrouter", model="anthropic/claude-sonnet-4.5", effort="high") == {"reasoning": {"effort": "high"}}


@pytest.mark.parametrize(
    ("model", "asked", "budget"),
    [
        ("gemini-2.5-pro", 0, 128),
        ("gemini-2.5-pro", -1, -1),
        ("gemini-2.5-pro", 99999, 32768),
        ("gemini-2.5-flash", 0, 0),
        ("gemini-2.5-flash-lite", 0, 0),
        ("gemini-2.5-flash-lite", 1, 512),
        ("models/gemini-2.5-flash-lite", 24577, 24576),
        ("gemini-2.5-new", 99999, 99999),
    ],
)
def test_budgets_stay_inside_the_bounds(model, asked, budget):
    assert mapper("gemini", model=model, thinking_budget=asked) == {"thinkingConfig": {"thinkingBudget": budget}}


GEMINI = {
    "gemini-3-pro-preview": "low low low low high high high",
    "gemini-3.1-pro-preview gemini-3.7-flash gemini-3.8-flash gemini-4-argon gemini-4-carbon": (
        "low low low medium high high high"
    ),
    "gemini-3-flash-preview gemini-3.5-flash gemini-3.1-flash-lite": "minimal minimal low medium high high high",
    "gemini-3.1-flash-image gemini-3.1-flash-lite-image": "minimal minimal minimal minimal high high high",
    "gemini-4-hydrogen": "low low low medium high xhigh xhigh",
    "gemini-30-pro gemini-flash-latest": "low low low low high high high",
    "gemini-3.9-x": "low low low low high high high",
}


@pytest.mark.parametrize(("model", "row"), [(model, row) for models, row in GEMINI.items() for model in models.split()])
def test_gemini_levels(model, row):
    assert sent("gemini", model, "thinkingConfig.thinkingLevel") == row.split()


def test_vertex_alone_can_switch_gemini_3_1_pro_off():
    assert mapper("vertex", model="gemini-3.1-pro", effort="none") == {"thinkingConfig": {"thinkingBudget": 0}}
    assert mapper("gemini", model="gemini-3.1-pro", effort="none") == {"thinkingConfig": {"thinkingLevel": "low"}}


def test_ollama_takes_think_at_the_top_level():
    assert Reasoning("max", "gpt-oss:20b", mapping="providers").request("ollama") == {"think": "high"}
    assert Reasoning("none", "qwen3:8b", mapping="providers").request("ollama") == {"think": False}


# wire, model, effort -> fields: each format as its source has it
FORMATS = [
    ("openrouter", "openai/gpt-5.6", "high", {"reasoning": {"effort": "high"}}),
    ("openrouter", "openai/gpt-5.6", "none", {"reasoning": {"effort": "none"}}),
    ("deepseek", "deepseek-v4", "none", {"thinking": {"type": "disabled"}}),
    ("deepseek", "deepseek-v4", "medium", {"thinking": {"type": "enabled"}, "reasoning_effort": "high"}),
    ("deepseek", "deepseek-reasoner", "none", {}),
    ("qwen", "qwen3.8-max", "low", {"enable_thinking": True}),
    ("qwen", "qwen-plus", "none", {"enable_thinking": False}),
    ("glm", "glm-4.6", "high", {"thinking": {"type": "enabled"}}),
    ("glm", "glm-5.2", "minimal", {"reasoning_effort": "minimal"}),
    ("kimi", "kimi-k2.6", "none", {"thinking": {"type": "disabled"}}),
    ("kimi", "kimi-k2.7-code", "none", {}),
    ("minimax", "MiniMax-M3", "max", {"thinking": {"type": "adaptive"}}),
    ("minimax", "MiniMax-M2.5", "none", {}),
    ("mistral", "mistral-medium-latest", "low", {"reasoning_effort": "high"}),
    ("mistral", "magistral-medium-latest", "high", {}),
    ("groq", "qwen/qwen3-32b", "high", {"reasoning_effort": "default"}),
    ("groq", "qwen/qwen3-32b", "none", {"reasoning_effort": "none"}),
    ("groq", "openai/gpt-oss-120b", "none", {"reasoning_effort": "low"}),
    ("xai", "grok-4.6", "max", {"reasoning_effort": "xhigh"}),
    (
        "bedrock",
        "us.anthropic.claude-opus-4-7",
        "high",
        {"output_config": {"effort": "high"}, "thinking": {"type": "adaptive"}},
    ),
    ("bedrock", "openai.gpt-oss-120b-1:0", "max", {"reasoning_effort": "high"}),
    ("bedrock", "xai.grok-4.6", "max", {"reasoning": {"effort": "xhigh"}}),
    ("bedrock", "qwen.qwen3-32b-v1:0", "high", {"reasoning_config": "high"}),
    ("vertex", "xai/grok-4.6", "high", {}),
    (
        "chat_template_kwargs",
        "deepseek-ai/DeepSeek-V3.1",
        "high",
        {"chat_template_kwargs": {"thinking": True}},
    ),
    ("openai", "deepseek-v4", "none", {"reasoning_effort": "low"}),
]


@pytest.mark.parametrize(("wire", "model", "effort", "due"), FORMATS)
def test_each_format(wire, model, effort, due):
    assert mapper(wire, model=model, effort=effort) == due


@pytest.mark.parametrize(
    ("wire", "model", "due"),
    [
        ("openrouter", "any", {"reasoning": {"max_tokens": 2000}}),
        ("qwen", "qwen-plus", {"enable_thinking": True, "thinking_budget": 2000}),
        ("bedrock", "anthropic.claude-sonnet-4-5", {"thinking": {"type": "enabled", "budget_tokens": 2000}}),
    ],
)
def test_budgets_in_other_formats(wire, model, due):
    assert mapper(wire, model=model, thinking_budget=2000) == due


@pytest.mark.parametrize("effort", EFFORTS)
def test_bedrock_fields_have_a_place_of_their_own(effort):
    body = Reasoning(effort, "claude-opus-4-7", mapping="providers").request("bedrock")
    assert list(body) == ["additionalModelRequestFields"]
