"""Measure the mappers: one call, the first call for a model, the grid that ``thinkspec effort`` prints.

    python tests/benchmarks/effort_speed.py [--json FILE]

Times are CPU time of this process (of Node's, for the JavaScript half), the shortest of several runs.  Nothing here
asserts one.  Needs Node for the JavaScript half.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "runner"), str(ROOT / "reference" / "python")]

from thinkspec.node import find_node  # noqa: E402
from thinkspec_reference import Reasoning, RejectedEffort, mapper  # noqa: E402
from thinkspec_reference.effort import EFFORTS, WIRES  # noqa: E402
from thinkspec_reference.effort_families import family_of, find_family  # noqa: E402
from thinkspec_reference.effort_tables import EFFORT  # noqa: E402

CALLS = [
    ("openai", "gpt-5.6-sol"),
    ("anthropic", "claude-opus-4-8"),
    ("gemini", "gemini-3.1-pro-preview"),
    ("ollama", "gpt-oss:20b"),
    ("chat_template_kwargs", "Qwen/Qwen3.8-32B"),
]
SIX = WIRES[:6]
MODELS = [
    prefix for table in EFFORT["mappings"]["providers"]["index"].values() for prefix in table if isinstance(prefix, str)
]

SCRIPT = """
const { mapper } = await import(process.argv[1]);
const calls = JSON.parse(process.argv[2]);
const each = {};
for (const [wire, model] of calls) {
  let best = Infinity;
  for (let round = 0; round < 8; round++) {
    const start = process.cpuUsage();
    for (let n = 0; n < 20000; n++) mapper(wire, { model, effort: "high" });
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 20000);
  }
  each[wire] = Math.round(best * 100) / 100;
}
console.log(JSON.stringify(each));
"""


def best(action: Callable[[], Any], rounds: int = 8) -> float:
    """The shortest of several runs, in CPU seconds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return min(times)


def microseconds(action: Callable[[], Any], count: int = 20_000) -> float:
    """One call in microseconds, once its model is known."""
    action()

    def many() -> None:
        for _ in range(count):
            action()

    return round(best(many) / count * 1e6, 2)


def grid() -> int:
    """Every effort and none at all, on six wires, for 100 models: how many cells there are."""
    cells = 0
    for model in MODELS[:100]:
        for wire in SIX:
            for effort in (*EFFORTS, None):
                # A cell that is refused is a cell.
                with contextlib.suppress(RejectedEffort):
                    mapper(wire, model=model, effort=effort)
                cells += 1
    return cells


def measured() -> dict[str, Any]:
    """Everything, as numbers with their units in their names."""
    providers = EFFORT["mappings"]["providers"]
    asked = Reasoning("high", "claude-opus-4-8")
    return {
        "python_call_us": {
            wire: microseconds(lambda wire=wire, model=model: mapper(wire, model=model, effort="high"))
            for wire, model in CALLS
        },
        "python_to_us": microseconds(lambda: asked.to("anthropic")),
        "python_explain_us": microseconds(lambda: asked.explain("anthropic"), 2_000),
        "python_look_up_us": microseconds(lambda: family_of("providers", "claude-opus-4-8")),
        "python_first_look_up_us": microseconds(lambda: find_family(providers, "claude-opus-4-8"), 2_000),
        "python_grid_100_models_6_wires_s": round(best(grid, 5), 4),
        "grid_cells": grid(),
        "javascript_call_us": javascript(),
    }


def javascript() -> dict[str, float]:
    """One call of the JavaScript twin in microseconds, a wire."""
    index = str(ROOT / "reference" / "js" / "index.mjs")
    command = [find_node(), "--input-type=module", "-e", SCRIPT, index, json.dumps(CALLS)]
    told: dict[str, float] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return told


def main() -> None:
    """Print the figures, and write them where ``--json`` says."""
    text = json.dumps(measured(), indent=2)
    print(text)
    if "--json" in sys.argv:
        Path(sys.argv[sys.argv.index("--json") + 1]).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
