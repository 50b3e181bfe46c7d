"""An engine's own values and those of one request, put together key by key.

Source: Langertha::Role::ReasoningEffort (0.504 read, 0.505 by its Changes); the rules stand in ``switches.yaml``, the
engines in ``engines.yaml``.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

from .effort import Reasoning
from .effort_tables import EFFORT
from .effort_values import MAPPINGS, as_json, assert_switch_agrees, rejected

Values = dict[str, Any]

ALIASES = {"reasoning_effort": "effort"}
KEYS = ("effort", "model", "thinking_budget", "thinking_enabled", "thinking_display", "thinking_toggle")
ENGINES: dict[str, Values] = EFFORT["engines"]


class Layers:
    """The values of one engine, over which each request lays its own.

    engine: the engine's values (``effort`` or ``reasoning_effort``, ``model``, ``thinking_budget``,
    ``thinking_enabled``, ``thinking_display``, ``thinking_toggle``).  name: an engine of the table, which sets wire,
    toggle and mapping.  wire: the wire, where no name is given.  warn: what takes a warning (default:
    ``warnings.warn``).  Raises RejectedEffort for a contradiction inside a layer and for an unknown key or engine.

    >>> layers = Layers(engine={"effort": "high", "model": "gpt-5.6"})
    >>> layers.reasoning(request={"effort": "low"}).effort
    'low'
    >>> layers.reasoning(request={"thinking_enabled": False}).effort
    'none'
    """

    def __init__(
        self,
        engine: Mapping[str, Any] | None = None,
        *,
        name: str | None = None,
        wire: str | None = None,
        mapping: str | None = None,
        warn: Callable[[str], None] | None = None,
    ) -> None:
        self.engine = layer(engine, "engine")
        row: Values = {}
        if name is not None:
            if name not in ENGINES:
                raise rejected(
                    f"engine must be one of {', '.join(ENGINES)}, got {as_json(name)}", self.engine.get("model")
                )
            row = ENGINES[name]
        self.wire: str | None = wire if wire is not None else row.get("wire")
        self.mapping: str = mapping if mapping is not None else row.get("mapping", MAPPINGS[0])
        self.engine.setdefault("thinking_toggle", row.get("toggle", False))
        self.warned = False
        self._warn = warn or (lambda text: warnings.warn(text, stacklevel=4))

    def reasoning(self, request: Mapping[str, Any] | None = None, wire: str | None = None) -> Reasoning:
        """The request that both layers make together; warns once for a bare switch that the wire cannot say."""
        asked = Reasoning(**merged_layers(self.engine, layer(request, "request")), mapping=self.mapping)
        on = wire if wire is not None else self.wire
        if on is not None and not self.warned and asked.drops_thinking_enabled_on(on):
            self.warned = True
            self._warn(
                f"thinking_enabled {as_json(asked.thinking_enabled)} has no form on wire {on}: nothing is sent for it"
            )
        return asked

    def fields(self, request: Mapping[str, Any] | None = None, wire: str | None = None) -> Values:
        """The fields of a request on the engine's wire (or on ``wire``)."""
        return self.reasoning(request, wire).to(wire_of(self, wire))

    def body(
        self, request: Mapping[str, Any] | None = None, wire: str | None = None, own: Mapping[str, Any] | None = None
    ) -> Values:
        """A request's body: the caller's own fields, and the mapper's in their place, the caller's keys winning.

        >>> layers = Layers(engine={"effort": "low"}, name="LlamaCpp")
        >>> layers.body(own={"chat_template_kwargs": {"enable_thinking": False, "x": 1}})
        {'reasoning_effort': 'low', 'chat_template_kwargs': {'enable_thinking': False, 'x': 1}}
        """
        return laid_over(self.reasoning(request, wire).request(wire_of(self, wire)), own or {})


def wire_of(layers: Layers, wire: str | None) -> str:
    """The wire that is named, or the engine's."""
    found = wire if wire is not None else layers.wire
    if found is None:
        raise rejected("no wire is named: give one, or an engine of the table", layers.engine.get("model"))
    return found


def layer(values: Mapping[str, Any] | None, name: str) -> Values:
    """The values of one layer under their own names, those that are None left out."""
    found = {ALIASES.get(key, key): value for key, value in (values or {}).items() if value is not None}
    for key in found:
        if key not in KEYS:
            raise rejected(f"the {name} has no key {as_json(key)}: known are {', '.join(KEYS)}", found.get("model"))
    assert_switch_agrees(found.get("thinking_enabled"), found.get("effort"), found.get("model"))
    return found


def merged_layers(engine: Values, request: Values) -> Values:
    """The request laid over the engine: its switch replaces the engine's switch and effort, its effort a switch that
    disagrees."""
    below = dict(engine)
    if "thinking_enabled" in request:
        below.pop("effort", None)
    elif "effort" in request and "thinking_enabled" in below:
        disagrees = bool(below["thinking_enabled"]) == (request["effort"] == "none")
        below = {key: value for key, value in below.items() if not (disagrees and key == "thinking_enabled")}
    return below | request


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> Values:
    """Two bodies as one: objects are merged, anything else of ``above`` wins."""
    result = dict(below)
    for key, value in above.items():
        under = result.get(key)
        both = isinstance(value, Mapping) and isinstance(under, Mapping)
        result[key] = laid_over(under, value) if both else value  # type: ignore[arg-type]
    return result
