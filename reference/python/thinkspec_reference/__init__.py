"""The reference of thinkspec: read a reasoning model's reply by the rules of a dialect, and ask a model to think.

No dependency, Python 3.10 and later.  The rules are data (``tables.py``, generated from the project's YAML tables);
the engine knows no dialect by name.

>>> from thinkspec_reference import reader
>>> think = reader("sapphire")
>>> think.strip("<think>plan</think>Hello")
'Hello'

>>> from thinkspec_reference import Reasoning
>>> Reasoning("low", "gpt-5.6").to("responses")
{'reasoning': {'effort': 'low'}}
"""

from __future__ import annotations

import json
from typing import Any

from .effort import MAPPINGS, WIRES, Reasoning, RejectedEffort, assert_switch_agrees, mapper, normalize_off_switch
from .effort_layers import Layers
from .message import MessageReading
from .reader import Reader, kind
from .rounds import Round
from .service import ServiceReader
from .stream import Stream, StreamEnd
from .tables import DIALECTS, SPEC_VERSION

__all__ = [
    "DIALECTS",
    "MAPPINGS",
    "SPEC_VERSION",
    "WIRES",
    "Layers",
    "MessageReading",
    "Reader",
    "Reasoning",
    "RejectedEffort",
    "Round",
    "ServiceReader",
    "Stream",
    "StreamEnd",
    "assert_switch_agrees",
    "mapper",
    "normalize_off_switch",
    "reader",
]

SWITCHES = ("filter", "parse_inline")


def reader(dialect: str, **options: Any) -> ServiceReader:
    """A reader of one dialect.

    Options, where the dialect has them (others are refused): ``tag`` (langertha: the tag's name), ``filter``
    (langertha: False passes replies through), ``open`` and ``close`` (llm-chat: the literal markers),
    ``parse_inline`` (llm-chat: whether rounds and messages look for markers; ``split`` and ``stream`` always do).  Raises
    ``ValueError`` for an unknown dialect or an option that makes no sense, ``TypeError`` for one of the wrong type.

    >>> reader("langertha", tag="reasoning").split("<reasoning>a</reasoning>b")
    ('b', 'a')
    >>> reader("llm-chat", open="[THINK]", close="[/THINK]").strip("[THINK]a[/THINK]b")
    'b'
    """
    if not isinstance(dialect, str):
        raise TypeError(f"a dialect's name must be text, got {kind(dialect)}")
    if dialect not in DIALECTS:
        raise ValueError(f"unknown dialect {quoted(dialect)}: choose one of {', '.join(sorted(DIALECTS))}")
    entry = DIALECTS[dialect]
    return configured(dialect, entry["rules"], entry["settings"], options)


def configured(dialect: str, table: Any, settings: list[str], options: dict[str, Any]) -> ServiceReader:
    """A reader of a table with its settings filled in."""
    for name, value in options.items():
        if name not in settings:
            known = ", ".join(settings) or "none"
            raise ValueError(f"the dialect {dialect} has no option {quoted(name)} (options: {known})")
        if not isinstance(value, bool if name in SWITCHES else str):
            wanted = "true or false" if name in SWITCHES else "text"
            raise TypeError(f"option {name} must be {wanted}, got {kind(value)}")
    return ServiceReader(
        dialect,
        with_markers(table, options),
        filtering=options.get("filter", True),
        parse_inline=options.get("parse_inline"),
    )


def with_markers(table: Any, options: dict[str, Any]) -> Any:
    """The table with the tag name or the markers that were asked for."""
    value = list(table["openers"]["value"])
    if "tag" in options:
        value = [options["tag"]]
        if not options["tag"] or "<" in options["tag"] or ">" in options["tag"]:
            raise ValueError(f"option tag must be a name without < and >, got {quoted(options['tag'])}")
    if "open" in options or "close" in options:
        value = [options.get("open", value[0]), options.get("close", value[1])]
        if not all(value):
            raise ValueError("a marker must not be empty")
        if value[0] == value[1]:
            raise ValueError(f"the markers must differ, got {quoted(value[0])} twice")
    return {**table, "openers": {**table["openers"], "value": value}}


def quoted(text: str) -> str:
    """A text as a message shows it, the same in every language: one line, in quotation marks.

    >>> print(quoted('a"b'))
    "a\\"b"
    """
    return json.dumps(text, ensure_ascii=False)
