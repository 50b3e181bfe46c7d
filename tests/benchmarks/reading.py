"""Measure the readers and the runner, side by side in one run, and print ratios.

    python tests/benchmarks/reading.py [--json FILE]

Nothing here asserts a time: machines differ, ratios within a run do not.  Published readers take part where they are
installed.  Needs Node for the JavaScript half.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "runner"), str(ROOT / "reference" / "python")]

from replies import SHAPES, realistic, short_replies  # noqa: E402

from thinkspec_reference import reader  # noqa: E402

DIALECTS = ("sapphire", "langertha", "llm-chat", "nr-llm")
PATTERN = re.compile(r"<think>.*?</think>", re.DOTALL)
# Where published readers keep their splitter: name -> module, attribute, arguments behind the text.
PUBLISHED = {
    "pydantic-ai": ("pydantic_ai._thinking_part", "split_content_into_text_and_thinking", (("<think>", "</think>"),)),
    "agno": ("agno.utils.reasoning", "extract_thinking_content", ()),
    "aider": ("aider.reasoning_tags", "remove_reasoning_content", ("think",)),
    "lightrag": ("lightrag.utils", "remove_think_tags", ()),
    "litellm": ("litellm.litellm_core_utils.prompt_templates.reasoning_utils", "parse_content_for_reasoning", ()),
}


def best(action: Callable[[], Any], rounds: int = 15, clock: Callable[[], float] = time.process_time) -> float:
    """The shortest of several runs, in CPU seconds of this process, or by another clock."""
    times = []
    for _ in range(rounds):
        start = clock()
        action()
        times.append(clock() - start)
    return min(times)


def long_replies() -> dict[str, Any]:
    """Speed of ``split`` on a reply of 1 MB, as a multiple of the pattern that everybody writes."""
    text = realistic()
    pattern = best(lambda: PATTERN.sub("", text))
    return {name: round(pattern / best(lambda think=reader(name): think.split(text)), 2) for name in DIALECTS}


def many_short() -> dict[str, Any]:
    """Replies a second on short replies, beside published readers."""
    replies = short_replies()
    think = reader("sapphire")
    actions: dict[str, Callable[[str], Any]] = {"thinkspec split": think.split, "thinkspec strip": think.strip}
    for name, (module, attribute, more) in PUBLISHED.items():
        try:
            function = getattr(importlib.import_module(module), attribute)
        except ImportError:
            continue
        actions[name] = lambda text, function=function, more=more: function(text, *more)
    speeds = {
        name: round(len(replies) / best(lambda act=act: [act(r) for r in replies], 7)) for name, act in actions.items()
    }
    others = [speed for name, speed in speeds.items() if not name.startswith("thinkspec")]
    if others:
        speeds["median of the others"] = round(statistics.median(others))
    return speeds


def growth() -> dict[str, Any]:
    """How much longer ten times the reply takes, the worst dialect of each shape."""
    found = {}
    for shape, make in SHAPES.items():
        small, large = make(1_000_000), make(10_000_000)
        ratios = {}
        for name in DIALECTS:
            think = reader(name)
            ratios[name] = best(lambda: think.split(large), 2) / max(best(lambda: think.split(small), 3), 1e-4)
        worst = max(ratios, key=lambda name: ratios[name])
        found[shape] = f"{ratios[worst]:.1f} ({worst})"
    return found


def memory() -> dict[str, Any]:
    """Peak memory of ``split`` as a multiple of the reply, the worst dialect of each shape."""
    found = {}
    for shape, make in SHAPES.items():
        text = make(1_000_000)
        peaks = {}
        for name in DIALECTS:
            think = reader(name)
            tracemalloc.start()
            think.split(text)
            peaks[name] = tracemalloc.get_traced_memory()[1] / len(text)
            tracemalloc.stop()
        worst = max(peaks, key=lambda name: peaks[name])
        found[shape] = f"{peaks[worst]:.1f} ({worst})"
    return found


def javascript() -> dict[str, Any]:
    """The same for the JavaScript twin, in one Node process."""
    script = HERE / "reading.mjs"
    done = subprocess.run(
        ["node", str(script)],
        input=json.dumps({"text": realistic(), "long": realistic(10_000_000)}),
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


def runner() -> dict[str, Any]:
    """Checks a second, one at a time with deadlines on, and whole certify runs in seconds."""
    from thinkspec import pointer
    from thinkspec.checks import expand
    from thinkspec.corpus import load_cases
    from thinkspec.process import ReaderProcess
    from thinkspec.run import run
    from thinkspec.tables import load_spec

    spec = load_spec(ROOT)
    checks = [
        check for check in expand(load_cases(ROOT, ["read"]), spec.dialects, spec) if len(str(check.request)) < 2000
    ]
    found: dict[str, Any] = {"checks": len(checks)}
    for name in ("python", "js"):
        with ReaderProcess(pointer.argv(pointer.parse(f"reference:{name}"))) as process:
            hello = process.hello()
            found[f"checks a second, {name}"] = round(
                len(checks) / best(lambda: run(process, hello, checks), 3, time.perf_counter)
            )
        found[f"certify reference:{name} --dialect all, seconds"] = round(
            best(lambda: command("certify", f"reference:{name}", "--dialect", "all"), 3, time.perf_counter), 2
        )
    return found


def command(*arguments: str) -> None:
    """Run the command line in a process of its own."""
    path = os.pathsep.join([str(ROOT / "runner"), str(ROOT / "reference" / "python")])
    subprocess.run(
        [sys.executable, "-m", "thinkspec", *arguments],
        env={**os.environ, "PYTHONPATH": path},
        check=True,
        capture_output=True,
    )


def start_up() -> dict[str, Any]:
    """CPU seconds of ``thinkspec --version``, the median of several."""
    times = []
    for _ in range(9):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command("--version")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return {"thinkspec --version": round(statistics.median(times), 3)}


SECTIONS: dict[str, Callable[[], dict[str, Any]]] = {
    "Python, 1 MB reply, times the speed of re.sub": long_replies,
    "Python, short replies a second": many_short,
    "Python, ten times the reply takes so many times as long": growth,
    "Python, peak memory of split in replies": memory,
    "JavaScript": javascript,
    "Runner": runner,
    "CPU seconds": start_up,
}


def main() -> None:
    """Print every section; ``--json FILE`` writes the figures too."""
    result = {}
    for title, section in SECTIONS.items():
        result[title] = section()
        print(title)
        for name, value in result[title].items():
            print(f"  {name:<56} {value}")
    if "--json" in sys.argv:
        Path(sys.argv[sys.argv.index("--json") + 1]).write_text(json.dumps(result, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
