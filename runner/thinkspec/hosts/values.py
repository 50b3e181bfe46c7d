"""Turn what readers in the wild return into what the wire carries."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

ANSWER = ("answer", "content", "text")
THINKING = ("thinking", "reasoning", "reasoning_content")
_PLAIN = frozenset((str, tuple, list, dict, bool, int, type(None)))
_MISSING = object()
_loop: Any = None


class ValueShapeError(Exception):
    """A reader returned something that its operation has no use for."""


def settled(value: Any) -> Any:
    """The value itself, or what a coroutine comes to; one event loop serves the whole life of the process."""
    if type(value) in _PLAIN or not inspect.isawaitable(value):
        return value
    global _loop  # noqa: PLW0603 -- a loop a call would lose what a reader keeps in it
    import asyncio

    async def wait() -> Any:
        return await value

    if _loop is None:
        _loop = asyncio.new_event_loop()
    return _loop.run_until_complete(wait())


def kind(value: Any) -> str | None:
    """Which operation returns such a value: strip, split, segments, or None if it cannot be told."""
    if isinstance(value, str):
        return "strip"
    if _is_pair(value) or (_find(value, ANSWER) is not _MISSING and _find(value, THINKING) is not _MISSING):
        return "split"
    if isinstance(value, (list, tuple)) and value and not isinstance(value[0], str):
        return "segments"
    return None


def halves(value: Any, swapped: bool) -> dict[str, Any]:
    """``{answer, thinking}`` of a pair, a mapping or an object; ``swapped`` if the pair begins with the thinking."""
    if type(value) is not tuple and not _is_pair(value):
        answer, thinking = _find(value, ANSWER), _find(value, THINKING)
        if answer is _MISSING and thinking is _MISSING:
            raise ValueShapeError(f"split returned {type(value).__name__}, which is neither a pair nor has two halves")
        pair = (None if answer is _MISSING else answer, None if thinking is _MISSING else thinking)
    elif len(value) == 2:
        pair = value
    else:
        raise ValueShapeError(f"split returned {len(value)} values, not two")
    return {"answer": pair[1], "thinking": pair[0]} if swapped else {"answer": pair[0], "thinking": pair[1]}


def segments(value: Any) -> list[list[Any]]:
    """``[[kind, text, name], ...]`` of tuples, mappings or objects."""
    return [_segment(item) for item in value or ()]


def _segment(item: Any) -> list[Any]:
    if isinstance(item, (tuple, list)):
        return [*item[:3], *([""] * (3 - len(item)))]
    name = _first(item, ("name",))
    return [_first(item, ("type", "kind")), _first(item, ("text",)), "" if name is None else name]


def pieces(value: Any) -> list[list[Any]]:
    """``[[kind, text, block], ...]`` of one fed chunk."""
    return [
        list(item)
        if isinstance(item, (tuple, list))
        else [_first(item, ("kind", "type")), _first(item, ("text",)), _first(item, ("block",))]
        for item in value or ()
    ]


def streamed(fed: list[list[list[Any]]], end: Any) -> dict[str, Any]:
    """The whole outcome of a stream: the pieces of every chunk, one more list for finish, and the halves."""
    return {
        "pieces": [*fed, pieces(_first(end, ("pieces",)))],
        "answer": _first(end, ANSWER),
        "thinking": _first(end, THINKING),
        "retracted": _first(end, ("retracted",)),
    }


def event(value: Any) -> list[Any]:
    """``[event, value]`` of one event of a round; ``[event]`` where it has no value."""
    pair = (
        list(value)
        if isinstance(value, (tuple, list))
        else [_first(value, ("type", "event")), _first(value, ("value",))]
    )
    return pair[:1] if len(pair) > 1 and pair[1] is None else pair


def message(value: Any) -> dict[str, Any]:
    """What was read from a provider's message."""
    return {
        "answer": _first(value, ANSWER),
        "thinking": _first(value, THINKING),
        "has_thinking": _first(value, ("has_thinking", "hasThinking")),
        "content_is_reasoning": _first(value, ("content_is_reasoning", "contentIsReasoning")),
    }


def _is_pair(value: Any) -> bool:
    return (
        isinstance(value, (tuple, list))
        and len(value) == 2
        and all(half is None or isinstance(half, str) for half in value)
    )


def _find(value: Any, names: tuple[str, ...]) -> Any:
    """The first of these keys or attributes that there is, else _MISSING."""
    for name in names:
        if isinstance(value, Mapping):
            if name in value:
                return value[name]
        elif (found := getattr(value, name, _MISSING)) is not _MISSING:
            return found
    return _MISSING


def _first(value: Any, names: tuple[str, ...]) -> Any:
    found = _find(value, names)
    return None if found is _MISSING else found
