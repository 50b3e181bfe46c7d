"""The operations of the wire and the shape of each ``ok`` value.

The table is the contract: an operation that is not in it does not exist, and an answer of another shape
is a broken reader, not a wrong reading.  Two liberties are taken with what readers in the wild give:
a missing key counts as null, and where a string is due null passes, because the case decides about null.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Check = Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_segments(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(item, list) and len(item) == 3 and all(isinstance(part, str) for part in item) for item in value
    )


def _is_piece(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and isinstance(value[0], str)
        and isinstance(value[1], str)
        and _is_count(value[2])
    )


def _is_rounds(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(chunk, list) and all(_is_piece(piece) for piece in chunk) for chunk in value
    )


def _is_events(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(event, list) and len(event) in (1, 2) and isinstance(event[0], str) for event in value
    )


def _is_flag(value: Any) -> bool:
    return value is None or isinstance(value, bool)


_SPLIT: dict[str, Check] = {"answer": _is_text, "thinking": _is_text}
_STREAM: dict[str, Check] = {
    "pieces": _is_rounds,
    "answer": _is_text,
    "thinking": _is_text,
    "retracted": lambda value: value is None or _is_count(value),
}
_MESSAGE: dict[str, Check] = _SPLIT | {"has_thinking": _is_flag, "content_is_reasoning": _is_flag}

# operation -> (what a person is told is due, the check; a dict of checks stands for an object)
_SHAPES: dict[str, tuple[str, Check | dict[str, Check]]] = {
    "strip": ("a string", _is_text),
    "only": ("a string", _is_text),
    "thinking": ("a string or null", _is_text),
    "split": ("{answer, thinking}, each a string or null", _SPLIT),
    "has": ("true or false", lambda value: isinstance(value, bool)),
    "unfinished": ("a whole number of code points", _is_count),
    "segments": ("[[kind, text, name], ...]", _is_segments),
    "wrap": ("a string", _is_text),
    "stream": ("{pieces, answer, thinking, retracted}", _STREAM),
    "message": ("{answer, thinking, has_thinking, content_is_reasoning}", _MESSAGE),
    "round": ("[[event, value], ...]", _is_events),
    "effort": ("an object of request fields", lambda value: isinstance(value, dict)),
}

OPERATIONS = tuple(_SHAPES)


class ShapeError(ValueError):
    """An ``ok`` value that its operation does not allow."""


def shaped(op: str, value: Any) -> Any:
    """The ``ok`` value of an operation, with missing keys as null and unknown keys dropped.

    Raises ShapeError, whose text says what was due and what came.

    >>> shaped("split", {"answer": "A"})
    {'answer': 'A', 'thinking': None}
    >>> shaped("has", "yes")
    Traceback (most recent call last):
    thinkspec.shapes.ShapeError: has must answer true or false, got a string
    """
    due, check = _SHAPES[op]
    if not isinstance(check, dict):
        if check(value):
            return value
        raise ShapeError(f"{op} must answer {due}, got {_kind(value)}")
    if not isinstance(value, dict):
        raise ShapeError(f"{op} must answer {due}, got {_kind(value)}")
    for key, fits in check.items():
        if not fits(value.get(key)):
            raise ShapeError(f"{op} must answer {due}, but {key} is {_kind(value.get(key))}")
    return value if value.keys() == check.keys() else {key: value.get(key) for key in check}


def _kind(value: Any) -> str:
    """A JSON value's type in plain English."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    names = {str: "a string", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return names.get(type(value), type(value).__name__)
