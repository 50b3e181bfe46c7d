"""What no request may have: every refusal, its text, and which one comes first."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

from thinkspec_reference import Reasoning, RejectedEffort, assert_switch_agrees, mapper, normalize_off_switch

SEVEN = "none, minimal, low, medium, high, xhigh, max"
RANGE = "thinking_budget must be a whole number from -9007199254740991 to 9007199254740991"

# In the order in which they are checked: a request with two faults is told the first of them.
REFUSALS = [
    ({"effort": 5}, "effort must be text or null, got 5 (model null)"),
    ({"effort": ["high"]}, "effort must be text or null, got a list (model null)"),
    ({"model": 5.5}, "model must be text or null, got 5.5 (model 5.5)"),
    ({"model": {}}, "model must be text or null, got an object (model an object)"),
    ({"thinking_budget": "2048"}, RANGE + ', got "2048" (model null)'),
    ({"thinking_budget": True}, RANGE + ", got true (model null)"),
    ({"thinking_budget": 1.5}, RANGE + ", got 1.5 (model null)"),
    ({"thinking_budget": 2**53}, RANGE + ", got 9007199254740992 (model null)"),
    ({"thinking_budget": 2**60}, RANGE + ", got 1152921504606847000 (model null)"),
    ({"thinking_budget": float("inf")}, RANGE + ", got Infinity (model null)"),
    ({"thinking_budget": float("nan")}, RANGE + ", got NaN (model null)"),
    ({"thinking_enabled": "yes"}, 'thinking_enabled must be true, false or null, got "yes" (model null)'),
    ({"thinking_enabled": 2}, "thinking_enabled must be true, false or null, got 2 (model null)"),
    ({"thinking_display": False}, "thinking_display must be text or null, got false (model null)"),
    ({"thinking_toggle": "1"}, 'thinking_toggle must be true, false or null, got "1" (model null)'),
    ({"mapping": 1}, "mapping must be text or null, got 1 (model null)"),
    ({"effort": "ultra"}, f'effort must be one of {SEVEN}, got "ultra" (model null)'),
    ({"effort": "HIGH"}, f'effort must be one of {SEVEN}, got "HIGH" (model null)'),
    ({"effort": ""}, f'effort must be one of {SEVEN}, got "" (model null)'),
    ({"effort": " high"}, f'effort must be one of {SEVEN}, got " high" (model null)'),
    (
        {"thinking_display": "raw"},
        'thinking_display must be one of summarized, omitted, updates, got "raw" (model null)',
    ),
    ({"mapping": "seed"}, 'mapping must be one of langertha, providers, got "seed" (model null)'),
    (
        {"thinking_enabled": False, "effort": "high", "model": "m"},
        'thinking_enabled false contradicts effort "high" (model "m")',
    ),
    ({"thinking_enabled": True, "effort": "none"}, 'thinking_enabled true contradicts effort "none" (model null)'),
    (
        {"effort": "high", "thinking_budget": 2048, "model": "gemini-2.5-pro"},
        'effort "high" and thinking_budget 2048 exclude each other: give one (model "gemini-2.5-pro")',
    ),
    (
        {"thinking_enabled": False, "thinking_budget": 5, "model": "gpt-5.6"},
        'effort "none" and thinking_budget 5 exclude each other: give one (model "gpt-5.6")',
    ),
    (
        {"thinking_budget": 2048, "model": "gemini-3-pro"},
        'thinking_budget 2048 is refused: the family gemini-3-pro takes no budget (model "gemini-3-pro")',
    ),
    ({"thinking_budget": 0}, "thinking_budget 0 is refused: the family unlisted takes no budget (model null)"),
    (
        {"effort": "none", "model": "gemini-2.5-pro"},
        'effort "none" is refused: the family gemini-2.5-pro takes a thinking_budget and no effort (model "gemini-2.5-pro")',
    ),
]


@pytest.mark.parametrize(("args", "text"), REFUSALS)
def test_refusals(args, text):
    with pytest.raises(RejectedEffort) as refused:
        Reasoning(**args)
    assert str(refused.value) == text


# Each line adds a fault that is checked earlier than those above it.
ORDER = [
    ({"model": "gemini-2.5-pro", "effort": "high"}, 'effort "high" is refused'),
    ({"thinking_budget": 5}, 'effort "high" and thinking_budget 5'),
    ({"thinking_enabled": False}, 'thinking_enabled false contradicts effort "high"'),
    ({"mapping": "x"}, "mapping must be one of"),
    ({"thinking_display": "x"}, "thinking_display must be one of"),
    ({"effort": "x"}, "effort must be one of"),
    ({"mapping": 5}, "mapping must be text"),
    ({"thinking_toggle": "x"}, "thinking_toggle must be true"),
    ({"thinking_display": 5}, "thinking_display must be text"),
    ({"thinking_enabled": "x"}, "thinking_enabled must be true"),
    ({"thinking_budget": "x"}, "thinking_budget must be"),
    ({"model": 5}, "model must be text"),
    ({"effort": 5}, "effort must be text"),
]


@pytest.mark.parametrize("depth", range(1, len(ORDER) + 1))
def test_the_first_fault_is_the_one_that_is_told(depth):
    args: dict[str, object] = {}
    for more, _ in ORDER[:depth]:
        args |= more
    with pytest.raises(RejectedEffort, match="^" + ORDER[depth - 1][1]):
        Reasoning(**args)


@pytest.mark.parametrize(
    ("wire", "shown"),
    [
        ("OpenAI", '"OpenAI"'),
        ("", '""'),
        (None, "null"),
        (5, "5"),
        ("openrouter", '"openrouter"'),
        ("__class__", '"__class__"'),
    ],
)
def test_an_unknown_wire_is_told_when_fields_are_asked_for(wire, shown):
    known = "openai, responses, anthropic, gemini, ollama, chat_template_kwargs"
    with pytest.raises(RejectedEffort) as refused:
        Reasoning("high", "m").to(wire)
    assert str(refused.value) == f'unknown wire {shown}: the mapping langertha knows {known} (model "m")'


@pytest.mark.parametrize("value", [0, 1, 0.0, 1.0, True, False])
def test_zero_and_one_are_a_switch(value):
    assert Reasoning(model="gemini-2.5-pro", thinking_enabled=value).thinking_enabled is bool(value)


@pytest.mark.parametrize("budget", [-0.0, 2048.0, 2**53 - 1, -(2**53) + 1])
def test_whole_numbers_of_either_kind_are_budgets(budget):
    kept = Reasoning(model="gemini-2.5-pro", thinking_budget=budget).thinking_budget
    assert (kept, type(kept)) == (int(budget), int)


def test_a_refusal_is_a_value_error():
    assert issubclass(RejectedEffort, ValueError)


def test_an_unknown_argument_is_a_type_error():
    with pytest.raises(TypeError):
        mapper("openai", model="m", efort="high")


AGREES = [
    (None, None),
    (None, "high"),
    (True, None),
    (False, None),
    (True, "high"),
    (False, "none"),
    (1, "low"),
    (0, "none"),
]


@pytest.mark.parametrize(("enabled", "effort"), AGREES)
def test_what_agrees(enabled, effort):
    assert assert_switch_agrees(enabled, effort) is None


@pytest.mark.parametrize(("enabled", "effort"), [(False, "high"), (0, "minimal"), (True, "none"), (1, "none")])
def test_what_contradicts(enabled, effort):
    with pytest.raises(RejectedEffort, match="contradicts"):
        assert_switch_agrees(enabled, effort, "m")


@pytest.mark.parametrize(
    ("args", "due"),
    [
        ({"thinking_enabled": False}, {"effort": "none"}),
        ({"thinking_enabled": 0, "model": "gpt-6", "effort": None}, {"effort": "none", "model": "gpt-6"}),
        ({"thinking_enabled": True}, {"thinking_enabled": True}),
        ({"thinking_enabled": None}, {"thinking_enabled": None}),
        ({"thinking_enabled": False, "effort": "none"}, {"thinking_enabled": False, "effort": "none"}),
        ({"thinking_enabled": False, "model": "gemini-2.5-x"}, {"thinking_enabled": False, "model": "gemini-2.5-x"}),
        ({"thinking_enabled": False, "model": "gemini-2.50"}, {"effort": "none", "model": "gemini-2.50"}),
        ({}, {}),
    ],
)
def test_normalize_off_switch(args, due):
    before = dict(args)
    assert normalize_off_switch(args) == due
    assert args == before


def test_the_object_never_changes():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Reasoning("high").effort = "low"  # type: ignore[misc]


def test_equal_requests_are_equal_and_can_be_keys_and_be_copied():
    one, other = Reasoning("high", "m", thinking_enabled=1), Reasoning("high", "m", thinking_enabled=True)
    assert one == other
    assert {one: 1}[other] == 1
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301
    assert dataclasses.replace(one, effort="low") == Reasoning("low", "m", thinking_enabled=True)
