"""Measure streams: the cost of a chunk, the growth, the memory, other readers beside them.

    python tests/benchmarks/stream_speed.py [--json FILE] [--beside PYTHON] [--node-modules FOLDER]

``--beside`` is a Python that has ``thinkstrip`` installed (it needs a newer one than this project), ``--node-modules`` a
folder that holds ``node_modules/ai``.  Times are CPU time, the shortest of several runs; nothing here asserts one.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "runner"), str(ROOT / "reference" / "python"), str(ROOT / "tests" / "benchmarks")]

from replies import realistic  # noqa: E402

from thinkspec.node import find_node  # noqa: E402
from thinkspec_reference import DIALECTS, reader  # noqa: E402

CHUNK = 32
BESIDE = """
import json, sys, time
sys.path.insert(0, sys.argv[1])
from thinkstrip import ThinkStrip
from thinkspec_reference import reader
text = json.loads(sys.stdin.read())
chunks = [text[at:at + 32] for at in range(0, len(text), 32)]
def best(feed_and_end):
    times = []
    for _ in range(5):
        began = time.process_time()
        feed, end = feed_and_end()
        for chunk in chunks:
            feed(chunk)
        end()
        times.append(time.process_time() - began)
    return min(times)
def other():
    strip = ThinkStrip()
    return strip.feed, strip.flush
def ours():
    stream = reader("llm-chat").stream()
    return stream.feed, stream.finish
print(json.dumps({"thinkstrip": best(other), "llm-chat": best(ours), "python": sys.version.split()[0]}))
"""


class Empty:
    """The least that a stream can do."""

    def feed(self, _chunk: str) -> None:
        """Nothing."""


def best(action: Callable[[], Any], rounds: int = 5) -> float:
    """The shortest of several runs, in CPU seconds."""
    times = []
    for _ in range(rounds):
        began = time.process_time()
        action()
        times.append(time.process_time() - began)
    return min(times)


def cut(text: str, size: int) -> list[str]:
    """A text in chunks of a size."""
    return [text[at : at + size] for at in range(0, len(text), size)]


def stream_through(dialect: str, chunks: Iterable[str]) -> Any:
    """Feed all chunks, and finish."""
    stream = reader(dialect).stream()
    feed = stream.feed
    for chunk in chunks:
        feed(chunk)
    return stream.finish()


def empty_loop(chunks: Iterable[str]) -> None:
    """The same loop with nothing in it."""
    feed = Empty().feed
    for chunk in chunks:
        feed(chunk)


def memory_beyond(dialect: str, size: int) -> int:
    """Bytes at the peak beyond what the result itself holds; the chunks are made one at a time."""
    text = realistic(size)

    def chunks() -> Iterator[str]:
        for at in range(0, len(text), CHUNK):
            yield text[at : at + CHUNK]

    tracemalloc.start()
    end = stream_through(dialect, chunks())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak - sum(sys.getsizeof(end[half]) for half in ("answer", "thinking"))


def python_figures(text: str) -> dict[str, Any]:
    """Everything that is measured in this process."""
    chunks, single = cut(text, CHUNK), list(text)
    ten = cut(text * 10, CHUNK)
    empty = best(lambda: empty_loop(chunks))
    figures: dict[str, Any] = {"python": sys.version.split()[0], "empty_ns_a_chunk": round(empty / len(chunks) * 1e9)}
    for dialect in sorted(DIALECTS):
        once = best(lambda dialect=dialect: stream_through(dialect, chunks))  # type: ignore[misc]
        slow = best(lambda dialect=dialect: stream_through(dialect, single), 3)  # type: ignore[misc]
        tenfold = best(lambda dialect=dialect: stream_through(dialect, ten), 2)  # type: ignore[misc]
        figures[dialect] = {
            "times_the_empty_loop": round(once / empty, 1),
            "mb_a_second": round(len(text) / once / 1e6, 1),
            "single_characters_a_second": round(len(text) / slow),
            "ten_times_the_stream": round(tenfold / once, 1),
            "bytes_beyond_the_result": memory_beyond(dialect, 1_000_000),
        }
    return figures


def beside(python: str, text: str) -> dict[str, Any]:
    """``thinkstrip`` and this reference on the same chunks, in the Python that has the former."""
    done = subprocess.run(
        [python, "-c", BESIDE, str(ROOT / "reference" / "python")],
        input=json.dumps(text),
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


def javascript(text: str, node_modules: str) -> dict[str, Any]:
    """The JavaScript twin, and npm ``ai``'s middleware if it is there."""
    done = subprocess.run(
        [find_node(), str(ROOT / "tests" / "benchmarks" / "stream_speed.mjs"), node_modules],
        input=json.dumps(text),
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


def main() -> None:
    """Measure, print, and write a file if asked to."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", type=Path)
    options.add_argument("--beside")
    options.add_argument("--node-modules", default="")
    asked = options.parse_args()
    text = realistic()
    figures = {"python": python_figures(text), "javascript": javascript(text, asked.node_modules)}
    if asked.beside:
        figures["beside"] = beside(asked.beside, text)
    shown = json.dumps(figures, indent=1)
    print(shown)
    if asked.json:
        asked.json.write_text(shown + "\n", "utf-8")


if __name__ == "__main__":
    main()
