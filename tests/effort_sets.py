"""Argument sets for the two mappers, drawn from the tables: ids at the edge of every row, and values of every kind."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from thinkspec_reference.effort_tables import EFFORT

BEFORE = ("", "", "", "", "openai/", "a/b/", "models/", "us.anthropic.", "us.us.openai.", "x-", "/", "\u00e9/")
BEHIND = (
    "", "", "", "0", "9", ".1", ".10", ".", ".x", "-1", "-12", "-123", "-2026-11-01", "-pro", "-", ":20b", "_x",
    "@1", "/x", "\u0660", " ", "-32b", "-3B", "-mini", "-codex", "-chat-latest", "-fable", "MYTHOS", "\ud800",
)  # fmt: skip
ODD_MODELS = (None, None, "", "/", "GPT-5.6", "\u212aimi-k3", "__proto__", "constructor", "gpt-5", 5, True, ["gpt-5"])
ODD_VALUES = (0, 1, 0.0, 1.0, -0.0, 2.5, 1e16, 1e21, 1e-7, 2**53, 2**60, -(2**63), "", "1", "x\u00e9", [], {}, True)
BUDGETS = (0, -1, 1, 100, 128, 512, 1024, 2048, 2048.0, 24576, 24577, 32768, 10**6, 2**53 - 1, -(2**53) + 1, 2**53, 1.5)


def prefixes() -> list[str]:
    """Every text that a row of any mapping looks for."""
    found: set[str] = set()
    for table in EFFORT["mappings"].values():
        for name, rows in table["index"].items():
            found.update(row[0] for row in rows) if name == "contains" else found.update(rows)
    return sorted(found)


def argument_sets(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """``count`` sets of mapping, wire and arguments; the same for the same seed."""
    pick = random.Random(seed)  # noqa: S311 -- test data
    texts = prefixes()
    mappings = [*EFFORT["mappings"], "langertha", "providers"]
    for _ in range(count):
        mapping = pick.choice(mappings)
        wires = list(EFFORT["mappings"][mapping]["wires"])
        wire = pick.choice(wires) if pick.random() < 0.97 else pick.choice(["", "OpenAI", "__proto__", "groq", None, 3])
        yield {"mapping": mapping, "wire": wire, "args": arguments(pick, texts)}


def arguments(pick: random.Random, texts: list[str]) -> dict[str, Any]:
    """One set of arguments, mostly of the kind that people write."""
    model = pick.choice(BEFORE) + pick.choice(texts) + pick.choice(BEHIND)
    args: dict[str, Any] = {"model": model if pick.random() < 0.9 else pick.choice(ODD_MODELS)}
    if pick.random() < 0.75:
        args["effort"] = pick.choice([*EFFORT["vocabulary"]["efforts"], None])
    if pick.random() < 0.25:
        args["thinking_budget"] = pick.choice(BUDGETS)
    if pick.random() < 0.3:
        args["thinking_enabled"] = pick.choice([True, False, None, 0, 1])
    if pick.random() < 0.25:
        args["thinking_display"] = pick.choice([*EFFORT["vocabulary"]["displays"], None])
    if pick.random() < 0.3:
        args["thinking_toggle"] = pick.choice([True, True, False])
    if pick.random() < 0.05:
        names = ["effort", "thinking_budget", "thinking_enabled", "thinking_display", "thinking_toggle", "model"]
        args[pick.choice(names)] = pick.choice([*ODD_VALUES, "ultra", "HIGH", "raw"])
    return args
