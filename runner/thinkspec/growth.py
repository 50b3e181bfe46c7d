"""How a reader's time grows with the reply, on shapes that are hard for some: not scored, worth knowing.

A reader that looks again at all that came before, for every tag it meets, is correct on every case and takes minutes
on a reply that a model in a loop can write.  The exponent is 1 for a reader whose time grows with the reply, 2 for
one whose time grows with its square.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

from thinkspec.process import ReaderProcess
from thinkspec.wire import Hello

# What is repeated; for the last two something stands in front, so that the rest is one block or one fence.
SHAPES: dict[str, tuple[str, str]] = {
    "prose": ("", "Some words of an answer. "),
    "openers": ("", "<think>"),
    "closers": ("", "</think>"),
    "blocks": ("", "<think>a</think>b "),
    "angles": ("", "<"),
    "half tags": ("", "<think "),
    "slashes": ("", "</"),
    "fences": ("", "```\n"),
    "backticks": ("", "`"),
    "blanks": ("<think>a</think>", " "),
    "line ends": ("<think>a</think>", "\n"),
    "fences in a block": ("<think>", "```\n<think>\n"),
}
START, LAST = 1 << 12, 1 << 20  # characters
ENOUGH = 0.4  # seconds: a longer answer says enough
TRIES = 5
NOTICEABLE = 0.008  # seconds: below this, the wire and the machine are measured, not the reader


def growth(process: ReaderProcess, hello: Hello, dialect: str | None) -> list[dict[str, Any]]:
    """For each shape the exponent (null where all is too quick to tell), the longest reply asked and its time.

    Sizes are characters, times seconds.
    """
    op = next((op for op in ("split", "strip", "thinking") if op in hello.ops), None)
    if op is None:
        return []
    fields = {"dialect": dialect or next(iter(hello.dialects), "sapphire")}
    return [{"shape": name, **_measured(process, op, fields, *parts)} for name, parts in SHAPES.items()]


def _measured(process: ReaderProcess, op: str, fields: dict[str, str], head: str, unit: str) -> dict[str, Any]:
    points: list[tuple[int, float]] = []
    size, problem = START, None
    while size <= LAST:
        text = head + unit * (size // len(unit))
        seconds, problem = _quickest(process, op, fields, text)
        if problem is not None:
            break
        points.append((len(text), seconds))
        if seconds > ENOUGH:
            break
        size *= 2
    characters, seconds = points[-1] if points else (0, 0.0)
    return {
        "exponent": exponent(points),
        "characters": characters,
        "seconds": round(seconds, 4),
        "problem": f"at {size} characters: {problem}" if problem else None,
    }


def _quickest(process: ReaderProcess, op: str, fields: dict[str, str], text: str) -> tuple[float, str | None]:
    """The least time of some tries, and what went wrong if something did."""
    best = math.inf
    for _ in range(TRIES):
        began = time.perf_counter()
        answer = process.ask(op, text=text, **fields)
        took = time.perf_counter() - began
        if answer.kind == "error":
            return took, str(answer.value)
        best = min(best, took)
        if took > ENOUGH:
            break
    return best, None


def exponent(points: Sequence[tuple[int, float]]) -> float | None:
    """The slope of time over size, both as logarithms, fitted to the largest sizes; None if it was too quick to tell.

    >>> exponent([(1000, 0.01), (2000, 0.04), (4000, 0.16)])
    2.0
    >>> exponent([(1000, 0.0001), (2000, 0.0002)]) is None
    True
    """
    slow = [(math.log(size), math.log(seconds)) for size, seconds in points if seconds >= NOTICEABLE][-4:]
    if len(slow) < 2:
        return None
    middle, height = (sum(values) / len(slow) for values in zip(*slow, strict=True))
    spread = sum((size - middle) ** 2 for size, _ in slow)
    slope: float = sum((size - middle) * (took - height) for size, took in slow) / spread
    return round(slope, 2)
