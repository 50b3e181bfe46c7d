"""Patterns of others, tried in a child process with a time limit: a pattern may run for ever."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any

LIMIT = 0.1  # seconds for one request
_START = 10.0  # seconds for the child to come up
_HERE = Path(__file__).resolve().parent


class Tries:
    """A child that tries patterns of one language; it is started when needed and started again when it hangs."""

    def __init__(self, language: str, limit: float = LIMIT) -> None:
        self.language, self.limit = language, limit
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.warm = False

    def __enter__(self) -> Tries:  # noqa: PYI034 -- Self is new in 3.11
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def command(self) -> list[str] | None:
        """The child's command; None where there is no Node."""
        if self.language == "python":
            return [sys.executable, "-I", "-S", str(_HERE / "child.py")]
        from thinkspec.errors import NoNode
        from thinkspec.node import find_node

        try:
            return [str(find_node()), str(_HERE / "child.mjs")]
        except NoNode:
            return None

    def ask(self, **request: Any) -> Any:
        """The answer to one request; None if there is none: no child, no compile, or the limit was passed."""
        if not self._started():
            return None
        process = self.process
        if process is None or process.stdin is None:
            return None
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            line = self.lines.get(timeout=self.limit if self.warm else _START)
        except (OSError, queue.Empty):
            self.close()
            return None
        if line is None:
            self.close()
            return None
        self.warm = True
        return json.loads(line)

    def _started(self) -> bool:
        if self.process is not None:
            return True
        command = self.command()
        if command is None:
            return False
        self.lines = queue.Queue()
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8",
                cwd=os.path.sep,
            )  # fmt: skip
        except OSError:
            return False
        self.warm = False
        threading.Thread(target=self._pump, args=(self.process, self.lines), daemon=True).start()
        # The first request only warms the child up, so that the limit counts the pattern and not the start.
        return self.ask(pattern="a", flags="", do="search", replacement="", count=0, texts=["a"]) is not None

    @staticmethod
    def _pump(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
        if process.stdout is not None:
            for line in process.stdout:
                lines.put(line)
        lines.put(None)

    def close(self) -> None:
        """End the child."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
