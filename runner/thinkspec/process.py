"""One reader in one process: started, asked one thing at a time, killed and started again when it breaks.

Whatever a reader does, the outcome is an Answer for the check that was running, and nothing else is lost:

* a crash, a hang, junk, half a line, a wrong or repeated id, too much memory: ``error``, the process is killed,
  and the next ask starts a new one;
* a second answer to a request that shows up later is met by the next ask, whose error it becomes.  The answer
  given before stands: it came first and with the right id, and which of the two was meant cannot be known;
* many failures in a row and none between: it is not started again, every ask is an error at once.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any

from thinkspec import memory, wire
from thinkspec.channel import Channel, ChannelError, EndedError
from thinkspec.errors import ReaderStartError
from thinkspec.orphans import end_with_parent
from thinkspec.shapes import OPERATIONS, ShapeError, shaped
from thinkspec.wire import Answer, Hello, WireError

HELLO_SECONDS = 30.0
MAX_FAILURES = 20
MAX_LOST = 10.0  # seconds: quick deaths are cheap, so more of them are borne before giving up
_FAREWELL = 0.5  # seconds a reader has to end by itself


class ReaderProcess:
    """A context manager; leaving it leaves no process behind.

    ``timeout`` is in seconds for one ask, ``memory_mib`` the resident memory of the reader and its children.

    ``restarts`` counts how often it was started again.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        timeout: float = 5.0,
        memory_mib: int = 1024,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        max_failures: int = MAX_FAILURES,
        max_lost: float = MAX_LOST,
    ) -> None:
        self.argv = list(argv)
        self.timeout = timeout
        self.memory_mib = memory_mib
        self.restarts = 0
        self._cwd, self._env = cwd, env
        self._max_failures, self._max_lost = max_failures, max_lost
        self._failures, self._lost, self._cause = 0, 0.0, ""
        self._hello_seconds = HELLO_SECONDS
        self._hello: Hello | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: Channel | None = None
        self._last_id = ""
        self._looked = 0.0
        self._tail: tuple[str, ...] = ()

    def __enter__(self) -> ReaderProcess:  # noqa: PYI034 -- Self is new in 3.11
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The process now running, if any."""
        return self._process.pid if self._process else None

    @property
    def stderr_tail(self) -> tuple[str, ...]:
        """The last lines of standard error, of the running process or of the one that ended."""
        if self._channel:
            self._channel.drain(16)
            return self._channel.last_lines()
        return self._tail

    def hello(self, timeout: float = HELLO_SECONDS) -> Hello:
        """Start the reader and let it introduce itself; a second call returns the same.

        Raises ReaderStartError with one line, and the last lines of standard error beside it.
        """
        if self._hello is None:
            self._hello_seconds = timeout
            try:
                self._hello = self._start()
            except ChannelError as error:
                raise ReaderStartError(f"the reader cannot be loaded: {error}", self._tail) from None
        return self._hello

    def ask(self, op: str, **fields: Any) -> Answer:
        """One request and its answer; never raises for what the reader does.

        Raises ReaderStartError if the reader was never loaded and cannot be.
        """
        if self._hello is None:
            self.hello()
        if self._failures and self._gave_up():
            return Answer(
                "error", f"not started again after {self._failures} failures in a row; the last: {self._cause}"
            )
        began = time.monotonic()
        try:
            if self._channel is None:
                self.restarts += 1
                self._start()
            answer = self._exchange(op, fields, self.timeout)
        except ChannelError as error:
            self._failures += 1
            self._lost += time.monotonic() - began
            self._cause = str(error)
            return Answer("error", self._cause)
        self._failures, self._lost = 0, 0.0
        return answer if answer.kind != "ok" or op not in OPERATIONS else _shaped(op, answer)

    def ask_many(self, op: str, requests: Sequence[dict[str, Any]]) -> list[Answer]:
        """Several requests of one operation and their answers, in the same order; never raises for what the reader does.

        They are sent together, which saves most of the waiting.  If anything goes wrong the reader is started again and
        asked one at a time, so that what it does costs that one answer only.
        """
        if not requests:
            return []
        try:
            together = self._exchange_many(op, requests)
        except (ChannelError, WireError):
            together = None
        if together is None:
            return [self.ask(op, **fields) for fields in requests]
        return [answer if answer.kind != "ok" or op not in OPERATIONS else _shaped(op, answer) for answer in together]

    def _exchange_many(self, op: str, requests: Sequence[dict[str, Any]]) -> list[Answer] | None:
        """The answers, or None if the reader does not run."""
        channel = self._channel
        if channel is None or self._hello is None:
            return None
        ids = [wire.new_id() for _ in requests]
        lines = [wire.encode_request(one, op, fields) for one, fields in zip(ids, requests, strict=True)]
        try:
            found = channel.exchange_many(b"".join(lines), len(lines), self.timeout, self._look)
            answers = dict(wire.decode_answer(line) for line in found)
        except BaseException:
            self._kill()  # what is on its way would be taken for the next answer
            raise
        if answers.keys() != set(ids):
            self._kill()
            return None
        self._last_id = ids[-1]
        return [answers[one] for one in ids]

    def close(self) -> None:
        """Let the reader end by itself for half a second, then kill it and whatever it started."""
        if self._channel:
            try:
                self._channel.wait_for_end(_FAREWELL)
            finally:
                self._kill()

    def _gave_up(self) -> bool:
        return self._failures >= self._max_failures and self._lost >= self._max_lost

    def _start(self) -> Hello:
        """Start a process and greet it; raises ChannelError, and leaves nothing running then."""
        try:
            process = subprocess.Popen(
                self.argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=self._cwd,
                env=self._env,
                start_new_session=True,
                preexec_fn=end_with_parent(),  # noqa: PLW1509 -- one system call, and the runner has no threads
            )
        except OSError as error:
            raise ChannelError(f"{self.argv[0]} cannot be started: {error.strerror}") from None
        self._process = process
        self._channel = Channel(*(_detached(stream) for stream in (process.stdin, process.stdout, process.stderr)))
        answer = self._exchange("hello", {"protocol": wire.PROTOCOL}, self._hello_seconds)
        if answer.kind != "ok":
            raise self._broken(str(answer.value), told=True)
        try:
            return wire.decode_hello(answer.value)
        except WireError as error:
            raise self._broken(str(error)) from None

    def _exchange(self, op: str, fields: dict[str, Any], seconds: float) -> Answer:
        channel = self._channel
        if channel is None:  # for the type checker: both callers have started it
            raise ChannelError("not started")
        request_id = wire.new_id()
        request = wire.encode_request(request_id, op, fields)
        try:
            line = channel.exchange(request, seconds, self._look)
            self._look()
            answer_id, answer = wire.decode_answer(line)
            if answer_id != request_id:
                self._mismatch(answer_id)
        except (ChannelError, WireError) as error:
            raise self._broken(str(error), ended=isinstance(error, EndedError)) from None
        except BaseException:
            self._kill()  # interrupted halfway: the answer on its way would be taken for the next one's
            raise
        self._last_id = request_id
        return answer

    def _mismatch(self, answer_id: str) -> None:
        if answer_id == self._last_id:
            raise ChannelError("answered the request before a second time")
        raise ChannelError(f"answered with the wrong id {wire.drawn(answer_id)}")

    def _look(self) -> None:
        """Check the memory, if the last look was a while ago."""
        now = time.monotonic()
        if now - self._looked < memory.LOOK_EVERY or self._process is None:
            return
        self._looked = now
        used = memory.resident_mib(self._process.pid)
        if used > self.memory_mib:
            raise ChannelError(f"grew to {used:.0f} MiB, past the {self.memory_mib} MiB allowed")

    def _broken(self, message: str, *, ended: bool = False, told: bool = False) -> ChannelError:
        """Kill the process, and make the error: how it ended, and what it said last unless it told the reason."""
        process = self._process
        code = None
        if process and ended:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = process.wait(_FAREWELL)
        self._kill()
        how = f" ({_exit(code)})" if code is not None else ""
        said = f"; last on its standard error: {self._tail[-1]}" if self._tail and not told else ""
        return ChannelError(f"{message}{how}{said}")

    def _kill(self) -> None:
        process, channel = self._process, self._channel
        self._process = self._channel = None
        if process:
            # The reader leads a session of its own, so this takes its children along.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if channel:
            channel.drain(16)
            self._tail = channel.last_lines()
            channel.close()


def _shaped(op: str, answer: Answer) -> Answer:
    """The answer with the value that its operation allows, or an error that says why not."""
    try:
        value = shaped(op, answer.value)
    except ShapeError as error:
        return Answer("error", str(error))
    return answer if value is answer.value else Answer("ok", value)


def _detached(stream: Any) -> int:
    """A descriptor of our own: Popen's file object would close it a second time."""
    descriptor = os.dup(stream.fileno())
    stream.close()
    return descriptor


def _exit(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"
