"""The table of pieces as the flat list that the generators draw from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from thinkspec.casetext import text_of
from thinkspec.strictyaml import load
from thinkspec.tables import Spec

TABLE = Path(__file__).resolve().parent / "pieces.yaml"
SHARE = 360  # entries of the flat list for the sum of all weights; every group keeps at least its own pieces


def pieces(spec: Spec, options: dict[str, Any] | None = None) -> list[str]:
    """Every piece as often as its weight says.

    With ``options`` the markers or the tag that a reader is set to are drawn as often as the plain pair.
    """
    groups = [
        (group["weight"], [text for piece in group["pieces"] for text in filled(piece, names(spec))])
        for group in load(TABLE, TABLE.name).value["groups"]
    ]
    own = own_markers(options or {})
    if own:
        groups.append((groups[0][0], own))
    whole = sum(weight for weight, _ in groups)
    flat: list[str] = []
    for weight, texts in groups:
        times = max(1, round(SHARE * weight / whole / len(texts)))
        flat += texts * times
    return flat


def filled(piece: Any, known: list[str]) -> list[str]:
    """The texts that a piece stands for.

    >>> filled("</$>", ["think", "a"]), filled("x", ["a"])
    (['</think>', '</a>'], ['x'])
    """
    text = str(text_of(piece))
    return [text.replace("$", name) for name in known] if "$" in text else [text]


def names(spec: Spec) -> list[str]:
    """Every tag name of the dialects, and the commonest that none reads."""
    found: dict[str, None] = {}
    for dialect in spec.dialects:
        for rule in ("openers", "extra-closers"):
            choice = spec.choices(dialect)[rule]
            if choice["option"] in ("names", "one-name"):
                found.update(dict.fromkeys(choice["value"]))
    return [*found, "thought", "answer"]


def own_markers(options: dict[str, Any]) -> list[str]:
    """The markers that a reader is set to."""
    tag = options.get("tag")
    marks = [f"<{tag}>", f"</{tag}>"] if tag else []
    return [*marks, *(options[name] for name in ("open", "close") if name in options)]
