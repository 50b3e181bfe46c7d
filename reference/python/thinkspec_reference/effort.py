"""Ask a model to think: one normalized effort in, the fields of a request out.

Source: Langertha::Reasoning 0.505 (mapping ``langertha``), and what providers were observed to accept (mapping
``providers``).  What goes out is data (``effort_tables.py``, generated from the project's YAML tables); this module
knows no provider by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .effort_explain import explanation
from .effort_families import Entry, Family, Said, built, family_of
from .effort_tables import EFFORT
from .effort_values import (
    DISPLAYS,
    EFFORTS,
    MAPPINGS,
    RejectedEffort,
    as_json,
    assert_switch_agrees,
    checked_budget,
    checked_switch,
    checked_text,
    checked_word,
    rejected,
    switch_reading,
)

__all__ = [
    "EFFORTS",
    "MAPPINGS",
    "WIRES",
    "Reasoning",
    "RejectedEffort",
    "assert_switch_agrees",
    "mapper",
    "normalize_off_switch",
]

WIRES: tuple[str, ...] = tuple(dict.fromkeys(wire for row in EFFORT["mappings"].values() for wire in row["wires"]))

SWITCH_STATES: dict[bool | None, str] = {None: "unset", True: "on", False: "off"}


def normalize_off_switch(args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments with a bare ``thinking_enabled=False`` turned into effort ``none``; a copy.

    A family that refuses efforts (Gemini 2.5) keeps the switch.  Source: Langertha::Reasoning 0.505,
    normalize_off_switch.

    >>> normalize_off_switch({"thinking_enabled": False, "model": "gpt-5.6"})
    {'model': 'gpt-5.6', 'effort': 'none'}
    >>> normalize_off_switch({"thinking_enabled": False, "model": "gemini-2.5-pro"})
    {'thinking_enabled': False, 'model': 'gemini-2.5-pro'}
    """
    if args.get("effort") is not None or args.get("thinking_enabled") not in (False, 0):
        return dict(args)
    model = args.get("model")
    family = family_of(args.get("mapping") or MAPPINGS[0], model if isinstance(model, str) else None)
    if "effort" in family.refuses:
        return dict(args)
    return {key: value for key, value in args.items() if key not in ("thinking_enabled", "effort")} | {"effort": "none"}


@dataclass(frozen=True, init=False)
class Reasoning:
    """A reasoning request, checked and normalized when it is made, and never changed.

    effort: one of ``EFFORTS``.  model: the model's id.  thinking_budget: tokens, a whole number.  thinking_enabled:
    the switch alone, True or False.  thinking_display: ``summarized``, ``omitted`` or ``updates``.  thinking_toggle:
    whether the endpoint takes the on/off toggle of its models.  Each may be None, which is as if it were not given.

    Raises RejectedEffort for a combination that no request may have.

    >>> Reasoning("high", "claude-opus-4-8").to("anthropic")
    {'output_config': {'effort': 'high'}, 'thinking': {'type': 'adaptive'}}
    >>> Reasoning(thinking_budget=2048, model="gemini-2.5-pro").to("gemini")
    {'thinkingConfig': {'thinkingBudget': 2048}}
    """

    effort: str | None
    model: str | None
    thinking_budget: int | None
    thinking_enabled: bool | None
    thinking_display: str | None
    thinking_toggle: bool
    mapping: str

    def __init__(
        self,
        effort: str | None = None,
        model: str | None = None,
        thinking_budget: float | None = None,
        thinking_enabled: bool | None = None,
        thinking_display: str | None = None,
        thinking_toggle: bool | None = None,
        mapping: str | None = None,
    ) -> None:
        if effort.__class__ is not str or model.__class__ is not str:
            checked_text("effort", effort, model)
            checked_text("model", model, model)
        budget = checked_budget(thinking_budget, model) if thinking_budget is not None else None
        switch = checked_switch("thinking_enabled", thinking_enabled, model) if thinking_enabled is not None else None
        if thinking_display is not None:
            checked_text("thinking_display", thinking_display, model)
        toggle = checked_switch("thinking_toggle", thinking_toggle, model) if thinking_toggle is not None else False
        named = checked_text("mapping", mapping, model) or MAPPINGS[0]
        checked_word("effort", effort, EFFORTS, model)
        if thinking_display is not None:
            checked_word("thinking_display", thinking_display, DISPLAYS, model)
        if named not in EFFORT["mappings"]:
            checked_word("mapping", mapping, MAPPINGS, model)
        family = family_of(named, model)
        if switch is not None:
            assert_switch_agrees(switch, effort, model)
            if effort is None and switch_reading(switch, None) == "none" and "effort" not in family.refuses:
                effort, switch = "none", None
        check_family(effort, budget, model, family)
        vars(self).update(
            effort=effort,
            model=model,
            thinking_budget=budget,
            thinking_enabled=switch,
            thinking_display=thinking_display,
            thinking_toggle=toggle,
            mapping=named,
        )

    @property
    def has_thinking_enabled(self) -> bool:
        """Whether a bare switch is left after normalisation."""
        return self.thinking_enabled is not None

    def to(self, wire: str) -> dict[str, Any]:
        """The fields to merge into a request of that format; empty where nothing can be said.

        Raises RejectedEffort for a wire that the mapping does not know, and where the policy is to reject.

        >>> Reasoning("minimal", "gemini-4-argon").to("gemini")
        {'thinkingConfig': {'thinkingLevel': 'low'}}
        """
        entry = entry_of(self, wire)
        if self.thinking_budget is None and self.thinking_display is None:
            plan = entry.plans.get(self.effort or SWITCH_STATES[self.thinking_enabled])
        else:
            said = said_on(self, entry)
            plan = None if said is None else entry.plan(said)
        if plan is None:
            raise rejected(
                f"effort {as_json(self.effort)} is refused on wire {wire}: the model takes no level there,"
                " give a thinking_budget",
                self.model,
            )
        return built(plan)

    def request(self, wire: str) -> dict[str, Any]:
        """The fields in their place in a request's body.

        >>> Reasoning("high", "qwen3").request("ollama")
        {'options': {'think': True}}
        """
        fields = self.to(wire)
        for key in reversed(entry_of(self, wire).at if fields else []):
            fields = {key: fields}
        return fields

    def explain(self, wire: str) -> dict[str, Any]:
        """What goes out on a wire and why: family, ladder, each step, on whose word, since when; never raises for a
        cell that is refused.

        >>> Reasoning("max", "gpt-5.5").explain("openai")["steps"]
        [{'what': 'effort', 'asked': 'max', 'sent': None, 'outcome': 'dropped'}]
        """
        entry = entry_of(self, wire)
        return explanation(self, wire, family_of(self.mapping, self.model), entry, said_on(self, entry))

    def drops_thinking_enabled_on(self, wire: str) -> bool:
        """Whether a bare switch is set that the wire has no form for.

        >>> Reasoning(thinking_enabled=True).drops_thinking_enabled_on("openai")
        True
        """
        entry = entry_of(self, wire)
        if self.effort is not None or self.thinking_enabled is None:
            return False
        beaten = self.thinking_budget is not None and "budget" in entry.row and not self.thinking_enabled
        return beaten or entry.cells[SWITCH_STATES[self.thinking_enabled]] is None

    def to_gemini_level(self) -> str | None:
        """The level for Gemini; None without an effort, and where the model takes a budget.

        >>> Reasoning("medium", "gemini-3-pro-preview").to_gemini_level()
        'low'
        """
        cell = entry_of(self, "gemini").cells.get(self.effort or "")
        return cell.get("effort") if isinstance(cell, dict) else None

    def to_openai(self) -> dict[str, Any]:
        """The fields for OpenAI Chat Completions."""
        return self.to("openai")

    def to_responses(self) -> dict[str, Any]:
        """The fields for OpenAI Responses."""
        return self.to("responses")

    def to_anthropic(self) -> dict[str, Any]:
        """The fields for Anthropic Messages."""
        return self.to("anthropic")

    def to_gemini(self) -> dict[str, Any]:
        """The fields for Gemini."""
        return self.to("gemini")

    def to_ollama(self) -> dict[str, Any]:
        """The fields for Ollama."""
        return self.to("ollama")

    def to_chat_template_kwargs(self) -> dict[str, Any]:
        """The fields for chat templates of self-hosted servers."""
        return self.to("chat_template_kwargs")


def check_family(effort: str | None, budget: int | None, model: str | None, family: Family) -> None:
    """Refuse what no request to the family may have, whatever the wire."""
    if effort is not None and budget is not None:
        raise rejected(f"effort {as_json(effort)} and thinking_budget {budget} exclude each other: give one", model)
    if budget is not None and "budget" in family.refuses:
        raise rejected(f"thinking_budget {budget} is refused: the family {family.id} takes no budget", model)
    if effort is not None and "effort" in family.refuses:
        raise rejected(
            f"effort {as_json(effort)} is refused: the family {family.id} takes a thinking_budget and no effort", model
        )


def entry_of(asked: Reasoning, wire: str) -> Entry:
    """What is sent for a request on a wire."""
    entry = None
    if isinstance(wire, str):
        entry = family_of(asked.mapping, asked.model).entry(wire, asked.thinking_toggle)
    if entry is None:
        known = ", ".join(EFFORT["mappings"][asked.mapping]["wires"])
        raise rejected(f"unknown wire {as_json(wire)}: the mapping {asked.mapping} knows {known}", asked.model)
    return entry


def said_on(asked: Reasoning, entry: Entry) -> Said | None:
    """What an entry says for a request, before it is put into fields; None where it is refused."""
    row = entry.row
    state = asked.effort or SWITCH_STATES[asked.thinking_enabled]
    cell = row["cells"].get(state)
    if cell == "refused":
        return None
    said: Said = cell or {}
    if asked.thinking_budget is not None and "budget" in row:
        said = {**row["budget"]["with"], "budget": bounded(row["budget"], asked.thinking_budget)}
    if asked.thinking_display is None or not entry.shows(state):
        return said
    if row["display"] != "beside":
        said = {"type": row["display"], **said}
    return {**said, "display": asked.thinking_display} if "type" in said else said


def bounded(bounds: dict[str, Any], budget: int) -> int:
    """A budget as the policy of its row lets it through.

    >>> bounded({"policy": "clamp", "min": 128, "max": 32768, "also": [-1]}, 0)
    128
    """
    if bounds["policy"] == "pass" or budget in bounds.get("also", ()):
        return budget
    least: int = bounds.get("min", budget)
    most: int = bounds.get("max", budget)
    return max(least, min(most, budget))


def mapper(
    wire: str,
    *,
    model: str | None = None,
    effort: str | None = None,
    thinking_budget: int | None = None,
    thinking_enabled: bool | None = None,
    thinking_display: str | None = None,
    thinking_toggle: bool | None = None,
    mapping: str | None = None,
) -> dict[str, Any]:
    """The fields for one wire, from plain arguments; the mapping is ``providers`` where none is named.

    >>> mapper("responses", model="gpt-5.5-pro", effort="low")
    {'reasoning': {'effort': 'medium'}}
    """
    named = MAPPINGS[-1] if mapping is None else mapping
    asked = Reasoning(effort, model, thinking_budget, thinking_enabled, thinking_display, thinking_toggle, named)
    return asked.to(wire)
