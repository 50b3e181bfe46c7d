"""The tags of ``spec/…/tags.yaml``, and whether a dialect's table reads a family as it is written.

Only the tables decide here, not an engine: a tag opens a block if the table's names or markers say so.
"""

from __future__ import annotations

import re
from typing import Any

from thinkspec.tables import Table

_TAG = re.compile(r"<(/?)([^\s<>/]+)([^<>]*)>\Z")


def openers(family: dict[str, Any]) -> list[str]:
    """What opens a family's block, as texts; empty where the prompt already did.

    >>> openers({"form": "xml", "names": ["think", "Think"]})
    ['<think>', '<Think>']
    """
    written: list[str] | None = family.get("open")
    return [f"<{name}>" for name in family["names"]] if written is None else written


def closers(family: dict[str, Any]) -> list[str]:
    """What closes a family's block, as texts; empty where nothing does."""
    written: list[str] | None = family.get("close")
    return [f"</{name}>" for name in family["names"]] if written is None else written


def reads(table: Table, family: dict[str, Any]) -> bool:
    """Whether a dialect hides the thinking of this family and shows the answer behind it.

    A closer that the dialect knows is enough where it folds what stands before a stray closer.

    >>> from thinkspec.data import data_root
    >>> from thinkspec.tables import compile_dialect, load_spec
    >>> table = compile_dialect(load_spec(data_root()), "sapphire")
    >>> reads(table, {"names": ["Thinking"]}), reads(table, {"names": ["thought"]})
    (True, False)
    """
    opens = bool(openers(family)) and all(is_tag(table, text, closing=False) for text in openers(family))
    closes = all(is_tag(table, text, closing=True) for text in closers(family))
    if not closers(family):
        return opens and table["unclosed-opener"]["option"] != "text"
    return closes and (opens or table["stray-closer"]["option"] != "text")


def is_tag(table: Table, text: str, *, closing: bool) -> bool:
    """Whether a text is an opener, or a closer, for a dialect's table."""
    value = table["openers"]["value"]
    if table["openers"]["option"] == "marker-pair":
        return bool(text == value[1 if closing else 0])
    found = _TAG.match(text)
    if found is None or bool(found[1]) is not closing:
        return False
    names = [*value, *((table["extra-closers"]["value"] or []) if closing else [])]
    name, rest = found[2], found[3]
    if table["letter-case"]["option"] == "ignored":
        name = _lower(name)
        names = [_lower(known) for known in names]
    space = table["inside-tag"]["value"] or ""
    return name in names and (not rest or rest[0] in space)


def _lower(name: str) -> str:
    """ASCII only: the Kelvin sign is not a k."""
    return "".join(sign.lower() if sign.isascii() else sign for sign in name)
