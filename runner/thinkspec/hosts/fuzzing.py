"""Made-up replies inside the reader's own process: draw, read twice, tell only the differences.

The twin of ``fuzzing.mjs``.  Both draw the same reply for the same seed and number.  Standard library only.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

MASK = 0xFFFFFFFF
MOST_PIECES = 12
EVERY = 8
Reading = Callable[[dict[str, Any]], Any]


def replies(table: list[str], seed: int, start: int, count: int) -> Iterator[str]:
    """The replies of a seed from number ``start`` on.

    >>> list(replies(["a", "b"], 1, 0, 2)) == [*replies(["a", "b"], 1, 0, 1), *replies(["a", "b"], 1, 1, 1)]
    True
    """
    size = len(table)
    for number in range(start, start + count):
        state = ((seed * 0x9E3779B1) ^ (number * 0x85EBCA6B) ^ 0x5BD1E995) & MASK
        state = ((state ^ (state >> 15)) * 0x2C1B3C6D) & MASK
        state = ((state ^ (state >> 12)) * 0x297A2D39) & MASK
        state ^= state >> 15
        drawn = []
        for _ in range(1 + ((state >> 16) * MOST_PIECES >> 16)):
            state = (state * 1664525 + 1013904223) & MASK
            drawn.append(table[(state >> 16) * size >> 16])
        yield "".join(drawn)


def fuzzed(
    request: dict[str, Any], table_of: Callable[[], dict[str, Reading]], refused: tuple[type[Exception], ...]
) -> Any:
    """Read ``count`` replies with the reader and with the reference; at most ``limit`` differences come back.

    ``{"done": replies read, "seconds": …, "finds": [[number, op, got kind, got]]}``
    """
    right = reference(request)
    handlers = table_of()
    pairs = [(op, handlers[op], READINGS[op]) for op in request["ops"] if op in handlers]
    first = pairs[:1]
    exact, limit = request["exact"], request["limit"]
    finds: list[Any] = []
    began = time.perf_counter()
    number = request["start"] - 1
    asked: dict[str, Any] = {}
    for number, text in enumerate(
        replies(request["pieces"], request["seed"], request["start"], request["count"]), request["start"]
    ):
        asked["text"] = text
        # The first operation says nearly everything; the others are asked now and then.
        for op, read, due in first if number % EVERY else pairs:
            wanted = due(right, text)
            try:
                got = read(asked)
                if got == wanted or (not exact and equal(wanted, got)):
                    continue
                kind = "ok"
            except refused as error:
                kind, got = "rejected", str(error)
            except Exception as error:  # noqa: BLE001 -- whatever a reader raises is a find
                kind, got = "error", f"{type(error).__name__}: {error}"
            finds.append([number, op, kind, got])
        if len(finds) >= limit:
            break
    return {"done": number + 1 - request["start"], "seconds": time.perf_counter() - began, "finds": finds}


def reference(request: dict[str, Any]) -> Any:
    """The reference on the table that came with the request."""
    try:
        from thinkspec_reference import configured
    except ImportError:
        sys.path.append(request["reference"])
        from thinkspec_reference import configured
    return configured(request["dialect"], request["rules"], request["settings"], request["options"] or {})


def halves(right: Any, text: str) -> dict[str, Any]:
    """Both halves as the wire has them."""
    answer, thinking = right.split(text)
    return {"answer": answer, "thinking": thinking}


READINGS: dict[str, Callable[[Any, str], Any]] = {
    "split": halves,
    "strip": lambda right, text: right.strip(text),
    "thinking": lambda right, text: right.thinking(text),
    "segments": lambda right, text: [list(part) for part in right.segments(text)],
    "unfinished": lambda right, text: right.unfinished(text),
}


def equal(wanted: Any, got: Any) -> bool:
    """Whether two readings are equal when null and the empty text are the same."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        return all(equal(value, got.get(key)) for key, value in wanted.items())
    return (wanted or "") == (got or "") if wanted in (None, "") else bool(wanted == got)
