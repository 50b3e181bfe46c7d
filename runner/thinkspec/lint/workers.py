"""A big tree is shared out among the processors, where the system can copy this process.

Every process takes files until none are left: the numbers of small groups of files lie in one pipe, and whoever is free
reads the next.  A copy that dies, whatever the reason, makes the whole attempt void: no file may be left out.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Part = TypeVar("Part")
FEW = 200  # files for which a copy is not worth its making
_MOST = 8  # processes
_GROUP = 1  # files that are taken at once …
_GROUPS = 16_000  # … or more, so that all numbers fit into a pipe before anybody reads
_NUMBER = 4  # bytes of a group's number


def processes(files: int) -> int:
    """How many processes are worth it, this one included.

    >>> processes(10)
    1
    """
    copies = hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1
    if not copies or files < 2 * FEW:
        return 1
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(_MOST, there, files // FEW))


def shared(files: Sequence[str], count: int, work: Callable[[Iterator[str]], Part]) -> list[Part] | None:
    """What ``count`` processes make of the files together, each of its share; None if one of them did not end well."""
    import pickle

    size = max(_GROUP, -(-len(files) // _GROUPS))
    numbers, tickets = os.pipe()
    with os.fdopen(tickets, "wb") as all_tickets:
        for first in range(0, len(files), size):
            all_tickets.write(first.to_bytes(_NUMBER, "big"))

    parent = os.getpid()

    def share() -> Iterator[str]:
        while number := os.read(numbers, _NUMBER):
            if parent not in {os.getpid(), os.getppid()}:
                os._exit(1)  # the first process was killed: nobody waits for an answer
            first = int.from_bytes(number, "big")
            yield from files[first : first + size]

    started: list[tuple[int, int]] = []
    try:
        started.extend(_start(share, work) for _ in range(count - 1))
        parts = [work(share())]
        for _, answer in started:
            part = _whole(answer)
            if part is None:
                return None
            parts.append(pickle.loads(part))  # noqa: S301 -- our own copy wrote it
    except (OSError, EOFError, pickle.UnpicklingError):
        return None
    else:
        return parts
    finally:
        os.close(numbers)
        for process, answer in started:
            os.close(answer)
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)


def _start(share: Callable[[], Iterator[str]], work: Callable[[Iterator[str]], Part]) -> tuple[int, int]:
    """A copy of this process that works on its share, and where its answer comes from."""
    import pickle

    answer, said = os.pipe()
    process = os.fork()
    if process:
        os.close(said)
        return process, answer
    code = 1
    try:
        os.close(answer)
        with os.fdopen(said, "wb") as out:
            out.write(pickle.dumps(work(share()), pickle.HIGHEST_PROTOCOL))
            out.write(_END)
        code = 0
    finally:
        os._exit(code)  # nothing of the first process may run to its end here a second time


_END = b"\0whole"


def _whole(answer: int) -> bytes | None:
    """All that a copy said, if it came to its end."""
    with os.fdopen(answer, "rb", closefd=False) as said:
        data = said.read()
    return data[: -len(_END)] if data.endswith(_END) else None
