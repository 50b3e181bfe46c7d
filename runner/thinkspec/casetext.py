r"""The texts of case files, written out in full.

A text is a string, null, ``{json: "…\\ud800…"}`` (the body of a JSON string, for what YAML cannot hold),
``{repeat: [text, n]}``, or a list of these, which are joined.
"""

from __future__ import annotations

import json
from typing import Any

# Far above the largest reply in the corpus, far below what hurts: a slip in a `repeat` must not fill the memory.
MAX_CHARACTERS = 20_000_000


class TextError(ValueError):
    """A value that is no text; the message is a sentence for a person."""


def text_of(value: Any) -> str | None:
    r"""The text that a value of a case file stands for; null only where null itself was written.

    Raises TextError for anything that is not one of the forms.

    >>> text_of(["a", {"repeat": ["bc", 2]}, {"json": "\\u0064"}])
    'abcbcd'
    >>> text_of({"json": "\\ud800"}) == chr(0xD800), text_of(None)
    (True, None)
    >>> text_of(["a", None])
    Traceback (most recent call last):
    thinkspec.casetext.TextError: null cannot be a part of a text
    """
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list):
        return _bounded("".join(_part(part) for part in value))
    if isinstance(value, dict) and len(value) == 1:
        (form, inner), *_ = value.items()
        if form == "json":
            return _json_body(inner)
        if form == "repeat":
            return _repeated(inner)
    raise TextError("not a text: write a string, null, {json: …}, {repeat: [text, n]} or a list of these")


def _part(value: Any) -> str:
    text = text_of(value)
    if text is None:
        raise TextError("null cannot be a part of a text")
    return text


def _json_body(body: Any) -> str:
    if not isinstance(body, str):
        raise TextError("json takes the body of a JSON string")
    try:
        text = json.loads(f'"{body}"')
    except ValueError:
        text = None
    if not isinstance(text, str):
        raise TextError(f"json: {body!a} is not the body of a JSON string")
    return text


def _repeated(pair: Any) -> str:
    if not (isinstance(pair, list) and len(pair) == 2 and type(pair[1]) is int and pair[1] >= 0):
        raise TextError("repeat takes a text and a whole number that is not negative")
    text = _part(pair[0])
    if len(text) * pair[1] > MAX_CHARACTERS:
        raise TextError(f"repeat gives more than {MAX_CHARACTERS} characters")
    return text * pair[1]


def _bounded(text: str) -> str:
    if len(text) > MAX_CHARACTERS:
        raise TextError(f"the parts give more than {MAX_CHARACTERS} characters")
    return text
