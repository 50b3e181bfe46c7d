"""An engine's values and a request's: what wins, what is dropped, what is refused, what is warned about."""

from __future__ import annotations

import json
import subprocess
import warnings
from pathlib import Path

import pytest

from thinkspec.node import find_node
from thinkspec_reference import Layers, RejectedEffort
from thinkspec_reference.effort_layers import ENGINES

INDEX = Path(__file__).parent.parent / "reference" / "js" / "index.mjs"
ON, OFF, NONE, HIGH, LOW = (
    {"thinking_enabled": True},
    {"thinking_enabled": False},
    {"effort": "none"},
    {"effort": "high"},
    {"effort": "low"},
)

# engine, request -> effort and bare switch of the request that is made
LAYERS = [
    ({}, {}, (None, None)),
    (HIGH, {}, ("high", None)),
    (HIGH, LOW, ("low", None)),
    ({}, LOW, ("low", None)),
    ({"reasoning_effort": "high"}, {}, ("high", None)),
    (HIGH, {"reasoning_effort": "low"}, ("low", None)),
    (HIGH, {"effort": None}, ("high", None)),
    # a request's switch replaces both engine values
    (HIGH, OFF, ("none", None)),
    (NONE, ON, (None, True)),
    (ON, OFF, ("none", None)),
    (OFF, ON, (None, True)),
    ({**HIGH, **ON}, OFF, ("none", None)),
    (HIGH, {**ON, **LOW}, ("low", True)),
    # a request's effort drops an engine's switch that disagrees, and no other
    (ON, NONE, ("none", None)),
    (OFF, HIGH, ("high", None)),
    (ON, HIGH, ("high", True)),
    (OFF, NONE, ("none", False)),
    ({"thinking_enabled": 0}, HIGH, ("high", None)),
    ({"thinking_enabled": 1}, NONE, ("none", None)),
]


@pytest.mark.parametrize(("engine", "request_values", "due"), LAYERS)
def test_key_by_key_the_request_wins(engine, request_values, due):
    made = Layers(engine=engine).reasoning(request=request_values)
    assert (made.effort, made.thinking_enabled) == due


def test_the_other_keys_are_merged_too():
    layers = Layers(engine={"model": "a", "thinking_display": "omitted", "thinking_toggle": True})
    made = layers.reasoning(request={"model": "gemini-2.5-pro", "thinking_budget": 5})
    assert (made.model, made.thinking_display, made.thinking_toggle, made.thinking_budget) == (
        "gemini-2.5-pro",
        "omitted",
        True,
        5,
    )


@pytest.mark.parametrize(
    "values", [{**OFF, **HIGH}, {**ON, **NONE}, {"thinking_enabled": 0, "reasoning_effort": "max"}]
)
def test_a_contradiction_inside_one_layer_is_refused(values):
    with pytest.raises(RejectedEffort, match="contradicts"):
        Layers(engine=values)
    with pytest.raises(RejectedEffort, match="contradicts"):
        Layers().reasoning(request=values)


def test_what_contradicts_across_keys_is_refused_as_ever():
    with pytest.raises(RejectedEffort, match="exclude each other"):
        Layers(engine=HIGH).reasoning(request={"thinking_budget": 5})


def test_unknown_keys_and_engines_are_told():
    with pytest.raises(RejectedEffort, match='the request has no key "efort": known are effort, model'):
        Layers().reasoning(request={"efort": "high"})
    with pytest.raises(RejectedEffort, match=r'engine must be one of OpenAIBase, .*, got "Nobody"'):
        Layers(name="Nobody")
    with pytest.raises(RejectedEffort, match="no wire is named"):
        Layers().fields()


def test_a_switch_that_a_wire_cannot_say_is_warned_about_once():
    told: list[str] = []
    layers = Layers(engine={"model": "gpt-5.6"}, wire="openai", warn=told.append)
    for _ in range(3):
        assert layers.fields(ON) == {}
    assert told == ["thinking_enabled true has no form on wire openai: nothing is sent for it"]


def test_nothing_is_warned_about_where_the_switch_is_said():
    told: list[str] = []
    layers = Layers(name="LlamaCpp", warn=told.append)
    assert layers.fields(ON) == {"chat_template_kwargs": {"enable_thinking": True}}
    assert layers.fields({**ON, **HIGH})["reasoning_effort"] == "high"
    assert told == []


def test_a_warning_is_a_warning_by_default():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        Layers(wire="responses").reasoning(ON)
        Layers(wire="responses").fields(ON)
    assert [str(one.message)[:21] for one in caught] == ["thinking_enabled true"] * 2


# engine, model -> what effort low sends there
ENGINE_ROWS = {
    "OpenAIBase": ("x", {"reasoning_effort": "low"}),
    "OpenAI": ("gpt-5.6", {"reasoning_effort": "low"}),
    "OpenAIResponses": ("gpt-5.6", {"reasoning": {"effort": "low"}}),
    "Anthropic": ("claude-opus-4-8", {"output_config": {"effort": "low"}, "thinking": {"type": "adaptive"}}),
    "Gemini": ("gemini-3-flash", {"thinkingConfig": {"thinkingLevel": "low"}}),
    "Ollama": ("gpt-oss", {"think": "low"}),
    "LlamaCpp": ("x", {"chat_template_kwargs": {"enable_thinking": True}, "reasoning_effort": "low"}),
    "SGLang": ("x", {"chat_template_kwargs": {"enable_thinking": True}, "reasoning_effort": "low"}),
    "MiniMax": ("MiniMax-M3", {"thinking": {"type": "adaptive"}}),
    "MiniMaxAnthropic": ("MiniMax-M2", {"thinking": {"type": "adaptive"}}),
    "Moonshot": ("kimi-k2.6", {"thinking": {"type": "enabled"}}),
    "MoonshotAnthropic": ("kimi-k2.7-code", {"thinking": {"type": "enabled"}}),
    "DeepSeek": ("deepseek-v4-flash", {"reasoning_effort": "low"}),
}


def test_every_engine_of_the_table_is_shown():
    assert set(ENGINE_ROWS) == set(ENGINES)


@pytest.mark.parametrize(("name", "model", "due"), [(name, *row) for name, row in ENGINE_ROWS.items()])
def test_engines_know_their_wire_and_their_toggle(name, model, due):
    assert Layers(engine={"model": model}, name=name).fields(LOW) == due


@pytest.mark.parametrize(
    ("model", "effort", "due"),
    [
        ("deepseek-v3.2", "low", {"thinking": {"type": "enabled"}}),
        ("deepseek-v3", "none", {"thinking": {"type": "disabled"}}),
        ("deepseek-v4-flash", "max", {"reasoning_effort": "max"}),
        ("deepseek-v4-flash", "medium", {}),
        ("deepseek-v4-pro", "low", {}),
        ("deepseek-v4-pro", "max", {"reasoning_effort": "max"}),
        ("deepseek-chat", "high", {"reasoning_effort": "high"}),
        ("deepseek-chat", "none", {}),
    ],
)
def test_the_deepseek_engine_has_rows_of_its_own(model, effort, due):
    assert Layers(engine={"model": model}, name="DeepSeek").fields({"effort": effort}) == due


def test_the_endpoint_may_be_told_to_take_no_toggle():
    layers = Layers(engine={"model": "MiniMax-M3", "thinking_toggle": False}, name="MiniMax")
    assert layers.fields(LOW) == {"reasoning_effort": "low"}


@pytest.mark.parametrize(
    ("name", "own", "due"),
    [
        (
            "LlamaCpp",
            {"chat_template_kwargs": {"enable_thinking": False, "style": "x"}, "temperature": 1},
            {
                "chat_template_kwargs": {"enable_thinking": False, "style": "x"},
                "reasoning_effort": "low",
                "temperature": 1,
            },
        ),
        (
            "SGLang",
            {"chat_template_kwargs": {"style": "x"}},
            {"chat_template_kwargs": {"enable_thinking": True, "style": "x"}, "reasoning_effort": "low"},
        ),
        ("LlamaCpp", {"chat_template_kwargs": None}, {"chat_template_kwargs": None, "reasoning_effort": "low"}),
        ("Ollama", {"options": {"num_ctx": 1}}, {"options": {"num_ctx": 1, "think": True}}),
        ("OpenAI", {"reasoning_effort": "high"}, {"reasoning_effort": "high"}),
    ],
)
def test_a_callers_own_fields_are_merged_and_win(name, own, due):
    before = json.dumps(own)
    assert Layers(name=name).body(LOW, own=own) == due
    assert json.dumps(own) == before


SCRIPT = """
const { Layers } = await import(process.argv[1]);
const cases = JSON.parse(process.argv[2]);
const told = cases.map(({ engine, request, name, own }) => {
  const warned = [];
  try {
    const layers = new Layers({ engine, name, warn: (text) => warned.push(text) });
    return [layers.body(request, null, own), warned];
  } catch (error) {
    return [error.name, error.message];
  }
});
console.log(JSON.stringify(told));
"""


def test_the_javascript_layers_agree():
    cases = [
        {"engine": engine, "request": asked, "name": name, "own": own}
        for engine, asked in [*((engine, asked) for engine, asked, _ in LAYERS), ({**OFF, **HIGH}, {}), ({}, {"x": 1})]
        for name in [*ENGINES, None, "Nobody"]
        for own in ({}, {"chat_template_kwargs": {"enable_thinking": 1}, "thinking": {"budget": 2}, "options": 5})
    ]
    run = subprocess.run(
        [find_node(), "--input-type=module", "-e", SCRIPT, str(INDEX), json.dumps(cases)],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    for case, there in zip(cases, json.loads(run.stdout), strict=True):
        warned: list[str] = []
        try:
            layers = Layers(engine=case["engine"], name=case["name"], warn=warned.append)
            here = [layers.body(case["request"], own=case["own"]), warned]
        except RejectedEffort as error:
            here = ["RejectedEffort", str(error)]
        assert here == there, case
