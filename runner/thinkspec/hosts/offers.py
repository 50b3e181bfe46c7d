"""What a target offers: a table from operation to a function of the request.

A module, an instance or an object offers what it has under a known name.  A bare function is a ``strip`` if it
returns a string, and a ``split`` if it returns a pair or something with two halves; it is tried once to find out.
From a ``split`` alone, ``thinking`` and ``strip`` follow.
"""

from __future__ import annotations

import inspect
import re
import sys
import types
from collections.abc import Callable
from typing import Any

from thinkspec.hosts import values
from thinkspec.hosts.load import LoadError, instance

Request = dict[str, Any]
Handler = Callable[[Request], Any]

# operation -> the names it goes by; snake_case and camelCase of each are tried
NAMES: dict[str, tuple[str, ...]] = {
    "split": ("split", "split_think"),
    "strip": ("strip", "strip_think"),
    "segments": ("segments", "think_segments"),
    "thinking": ("thinking",),
    "has": ("has", "has_think"),
    "only": ("only",),
    "unfinished": ("unfinished",),
    "wrap": ("wrap",),
    "stream": ("stream",),
    "message": ("message",),
    "round": ("round",),
    "effort": ("effort",),
}
PROBE = "<think>T</think>A"
REFERENCE = "thinkspec_reference"
DIALECTS = ("sapphire", "langertha", "llm-chat", "nr-llm")
MAPPER_ARGUMENTS = (
    "model",
    "effort",
    "thinking_budget",
    "thinking_enabled",
    "thinking_display",
    "thinking_toggle",
)


def camel(name: str) -> str:
    """``split_think`` as ``splitThink``."""
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def of_target(target: Any, order: str, op: str | None, bare: str | None = None) -> dict[str, Handler]:
    """The table of a target that is no family of dialects; raises LoadError if it offers nothing.

    ``op`` is what the target is, whatever it looks like; ``bare`` what a bare function is, which else is tried.
    """
    if op:
        return _derived({op: _HANDLERS[op](target, order)})
    found = named(target, order)
    if not found and isinstance(target, type):
        target = instance(target)
        found = named(target, order)
    if not found and callable(target):
        op = bare or _kind_of(target)
        found = {op: _HANDLERS[op](target, order)}
    if not found:
        raise LoadError(
            f"it offers none of {', '.join(NAMES)}; name a function behind it"
            f" (it has {', '.join(_functions(target)[:12]) or 'none'})"
        )
    return _derived(found)


def named(target: Any, order: str) -> dict[str, Handler]:
    """What a module or an object has under a known name; a class offers nothing until it is an instance."""
    if isinstance(target, type):
        return {}
    table: dict[str, Handler] = {}
    for op, names in NAMES.items():
        for name in (spelling for known in names for spelling in (known, camel(known))):
            function = getattr(target, name, None)
            if callable(function) and not _borrowed(target, function) and op not in table:
                table[op] = _HANDLERS[op](function, order)
    mapper = getattr(target, "mapper", None)
    if "effort" not in table and callable(mapper) and "effort" in _parameters(mapper):
        table["effort"] = _effort(mapper, order)
    reasoning = getattr(target, "Reasoning", None)
    if isinstance(reasoning, type) and callable(getattr(reasoning, "to", None)) and not used(target, reasoning):
        table["effort"] = _reasoning(reasoning)
    return table


def used(target: Any, found: Any) -> bool:
    """Whether a module with functions of its own has the reference's ``reader`` or ``Reasoning`` only to call it.

    Those functions are to be judged, and not what they call.  A module that only passes the reference on is one.
    """
    if not isinstance(target, types.ModuleType) or _top(getattr(found, "__module__", None)) != REFERENCE:
        return False
    own = (value for name, value in vars(target).items() if not name.startswith("_") and callable(value))
    return _top(target.__name__) != REFERENCE and any(
        getattr(value, "__module__", None) == target.__name__ for value in own
    )


def _top(module: str | None) -> str:
    return (module or "").partition(".")[0]


def _borrowed(target: Any, function: Any) -> bool:
    """Whether a module's ``split`` is only the standard library's, imported there for its own use."""
    if not isinstance(target, types.ModuleType):
        return False
    return _top(getattr(function, "__module__", None)) in sys.stdlib_module_names


def _functions(target: Any) -> list[str]:
    return [name for name in dir(target) if not name.startswith("_") and callable(getattr(target, name, None))]


def _derived(table: dict[str, Handler]) -> dict[str, Handler]:
    if "split" in table:
        split = table["split"]
        table.setdefault("thinking", lambda request: split(request)["thinking"])
        table.setdefault("strip", lambda request: split(request)["answer"] or "")
    return table


def _kind_of(function: Any) -> str:
    """Which operation a bare function is; raises LoadError if trying it does not tell."""
    try:
        if "effort" in inspect.signature(function).parameters:
            return "effort"
    except (TypeError, ValueError):
        pass  # some built-in functions have no signature
    try:
        result = values.settled(function(PROBE))
    except Exception as error:
        raise LoadError(f"tried with {PROBE!r} it raised {type(error).__name__}: {error}") from error
    kind = values.kind(result)
    if kind is None:
        raise LoadError(
            f"tried with {PROBE!r} it gave {type(result).__name__}, neither a text nor two halves: "
            "add ?op=strip or ?op=split, or write a small adapter"
        )
    return kind


def _texted(convert: Callable[[Any], Any]) -> Callable[[Any, str], Handler]:
    """The handler of an operation whose only argument is the text."""

    def bind(function: Any, order: str) -> Handler:  # noqa: ARG001 -- only split has an order
        return lambda request: convert(values.settled(function(request.get("text"))))

    return bind


def _split(function: Any, order: str) -> Handler:
    swapped = order == "thinking,answer"
    return lambda request: values.halves(values.settled(function(request.get("text"))), swapped)


def _wrap(function: Any, order: str) -> Handler:  # noqa: ARG001
    return lambda request: values.settled(function(request.get("thinking"), request.get("answer")))


def _stream(function: Any, order: str) -> Handler:  # noqa: ARG001
    def run(request: Request) -> Any:
        stream = values.settled(function())
        pieces = [values.pieces(values.settled(stream.feed(chunk))) for chunk in request.get("chunks") or ()]
        return values.streamed(pieces, values.settled(stream.finish()))

    return run


def _message(function: Any, order: str) -> Handler:  # noqa: ARG001
    return lambda request: values.message(values.settled(function(request.get("provider"), request.get("response"))))


def _round(function: Any, order: str) -> Handler:  # noqa: ARG001
    def run(request: Request) -> Any:
        rounds = values.settled(function())
        return [
            values.event(out)
            for event in request.get("events") or ()
            for out in values.settled(rounds.feed(*event)) or ()
        ]

    return run


def _effort(function: Any, order: str) -> Handler:  # noqa: ARG001
    """A mapper: ``f(wire, *, model, effort, …)``; what it has no parameter for, it is only told if it is asked for."""
    taken = _parameters(function)

    def run(request: Request) -> Any:
        given = request.get("args") or {}
        missing = sorted(name for name, value in given.items() if value is not None and taken and name not in taken)
        if missing:
            raise NotImplementedError(f"the mapper takes no {', '.join(missing)}")
        named = {name: given.get(name) for name in MAPPER_ARGUMENTS if not taken or name in taken}
        return values.settled(function(request.get("wire"), **named))

    return run


def _parameters(function: Any) -> frozenset[str]:
    """The names of a mapper's keyword parameters; empty if it takes any."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return frozenset()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return frozenset()
    return frozenset(parameter.name for parameter in parameters)


def _reasoning(mapper: Any) -> Handler:
    """The reference's mapper: an object made of the arguments, then asked for one wire."""

    def run(request: Request) -> Any:
        arguments = dict(request.get("args") or {})
        if request.get("mapping") is not None:
            arguments["mapping"] = request["mapping"]
        return mapper(**arguments).to(request.get("wire"))

    return run


_same = _texted(lambda value: value)

_HANDLERS: dict[str, Callable[[Any, str], Handler]] = {
    "split": _split,
    "strip": _same,
    "segments": _texted(values.segments),
    "thinking": _same,
    "has": _same,
    "only": _same,
    "unfinished": _same,
    "wrap": _wrap,
    "stream": _stream,
    "message": _message,
    "round": _round,
    "effort": _effort,
}
