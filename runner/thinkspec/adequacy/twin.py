"""One worker: a twin of the reference in a process of its own that takes tables as data."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any

from thinkspec.data import js_folder
from thinkspec.errors import OurFault
from thinkspec.node import find_node
from thinkspec.orphans import end_with_parent

TWINS = ("python", "js")
SECONDS = 60.0  # a worker that is silent for so long hangs
_HERE = Path(__file__).resolve().parent


class WorkerEnded(Exception):  # noqa: N818 -- what happened, not an error of ours: a change may make an engine hang
    """The worker died or was silent for too long."""


def engine_folder(twin: str) -> Path:
    """Where a twin's engine lies."""
    if twin == "js":
        return js_folder()
    import thinkspec_reference

    return Path(thinkspec_reference.__file__).parent.parent


class Twin:
    """A context manager; leaving it leaves no process behind.

    ``folder`` holds the engine, if not the true one.  Raises NoNode for the JavaScript twin where there is no Node.
    """

    def __init__(self, name: str, folder: Path | None = None, seconds: float = SECONDS) -> None:
        self.name, self.seconds = name, seconds
        where = str(folder or engine_folder(name))
        program = (
            [sys.executable, str(_HERE / "worker.py")] if name == "python" else [find_node(), str(_HERE / "worker.mjs")]
        )
        self._process = subprocess.Popen(
            [*program, where],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=end_with_parent(),  # noqa: PLW1509 -- one system call between fork and exec
        )

    def __enter__(self) -> Twin:  # noqa: PYI034 -- Self is new in 3.11
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def load(
        self,
        dialects: dict[str, Any],
        questions: list[dict[str, Any]],
        orders: dict[str, list[int]],
        mappings: dict[str, Any],
    ) -> None:
        """Hand over the tables and the questions; raises OurFault where the true engine cannot take them."""
        self.call("load", dialects=dialects, questions=questions, orders=orders, mappings=mappings)

    def ask(self, numbers: list[int]) -> list[list[Any]]:
        """The answers to some questions, each ``[kind, value]``."""
        answers: list[list[Any]] = self.call("ask", numbers=numbers)
        return answers

    def attempt(self, mutant: dict[str, Any], order: str, start: int) -> tuple[int, int, list[Any]] | None:
        """Place, question and answer of the first difference; None if there is none."""
        found = self.call("try", mutant=mutant, order=order, start=start)
        return None if found is None else (found[0], found[1], found[2])

    def call(self, op: str, **fields: Any) -> Any:
        """One request and its answer; raises WorkerEnded."""
        source, sink = self._process.stdin, self._process.stdout
        if source is None or sink is None:
            raise OurFault("a worker without its pipes")
        watch = threading.Timer(self.seconds, self._process.kill)
        watch.start()
        try:
            source.write(json.dumps({"op": op, **fields}).encode() + b"\n")
            source.flush()
            line = sink.readline()
        except BrokenPipeError:
            line = b""
        finally:
            watch.cancel()
        if not line:
            raise WorkerEnded(self.last_words())
        return json.loads(line)

    def last_words(self) -> str:
        """The last line that the worker wrote to standard error."""
        self._process.kill()
        said = self._process.communicate()[1].decode(errors="replace").strip().splitlines()
        return said[-1] if said else f"the {self.name} worker ended without a word"

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()
