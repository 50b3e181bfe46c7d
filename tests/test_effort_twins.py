"""The Python mapper and its JavaScript twin agree on whatever they are asked: fields, refusals, explanations."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from effort_sets import argument_sets
from thinkspec.node import find_node
from thinkspec_reference import Reasoning, RejectedEffort

TWIN = Path(__file__).with_name("effort_twin.mjs")
# The full measure is 200,000; it is run when the tables or a twin change in kind.
COUNT = int(os.environ.get("THINKSPEC_EFFORT_SETS", "6000"))


def story(asked: dict[str, Any]) -> dict[str, Any]:
    """What the Python mapper makes of a set of arguments, in the words of ``effort_twin.mjs``."""
    wire = asked["wire"]
    told: dict[str, Any] = {}
    try:
        reasoning = Reasoning(**asked["args"], mapping=asked["mapping"])
        told["explain"] = reasoning.explain(wire)
        told["drops"] = reasoning.drops_thinking_enabled_on(wire)
        told["level"] = None if asked["mapping"] == "langertha-deepseek" else reasoning.to_gemini_level()
        told["fields"] = reasoning.to(wire)
        told["request"] = reasoning.request(wire)
    except RejectedEffort as error:
        told["rejected"] = ["RejectedEffort", str(error)]
    return told


def answers(sets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the JavaScript twin makes of them."""
    lines = "".join(json.dumps(asked) + "\n" for asked in sets)
    run = subprocess.run(
        [find_node(), str(TWIN)], input=lines, capture_output=True, text=True, encoding="utf-8", check=True, timeout=600
    )
    return [json.loads(line) for line in run.stdout.splitlines()]


@pytest.mark.parametrize("seed", [1, 2])
def test_twins_agree(seed):
    sets = list(argument_sets(seed, COUNT // 2))
    different = [
        (asked, here, there)
        for asked, there in zip(sets, answers(sets), strict=True)
        if (here := json.loads(json.dumps(story(asked)))) != there
    ]
    assert different[:3] == []


def test_the_sets_reach_every_kind_of_answer():
    told = [story(asked) for asked in argument_sets(3, 3000)]
    outcomes = {step["outcome"] for one in told if "explain" in one for step in one["explain"]["steps"]}
    assert outcomes == {"equal", "dropped", "clamped-up", "clamped-down", "passed", "inverted", "rejected"}
