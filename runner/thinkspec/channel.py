"""The pipes of one reader process: one line out, one line back, before a deadline, without threads.

The fast path is one write, one poll, one read.  Everything else (a request longer than a pipe holds, an answer in
many parts, chatter on standard error, a reader that hangs) is the same loop going round more often.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable

from thinkspec.wire import drawn

BLOCK = 65536
LINE_LIMIT = 64 << 20
SLICE = 0.02  # seconds between two looks at the memory while waiting
# Looks before going to sleep: a trivial reader answers within microseconds, and waking up takes longer than that.
SPINS = 40 if (os.cpu_count() or 1) > 1 else 0
_STDERR_KEPT = 8192  # bytes


class ChannelError(Exception):
    """The reader broke the exchange; the text says how."""


class EndedError(ChannelError):
    """The reader closed its side: it died, or is about to."""


class _Line:
    """A line on its way in."""

    def __init__(self, part: bytes, limit: int) -> None:
        self._parts = [part] if part else []
        self._size, self._limit = len(part), limit

    def add(self, part: bytes) -> None:
        self._parts.append(part)
        self._size += len(part)
        if self._size > self._limit and not self.whole():
            raise ChannelError(f"wrote more than {self._limit >> 20} MiB without a newline{self.begun()}")

    def whole(self) -> bool:
        return bool(self._parts) and b"\n" in self._parts[-1]

    def begun(self) -> str:
        return f", only part of a line: {drawn(self._parts[0])}" if self._parts else ""

    def text(self) -> bytes:
        """The line without its newline; raises ChannelError if something came after it."""
        line, _, rest = b"".join(self._parts).partition(b"\n")
        if rest:
            raise ChannelError(f"wrote more than one line: {drawn(rest)} came after {drawn(line)}")
        return line


class Channel:
    """Owns the three descriptors; ``close`` closes them."""

    def __init__(self, requests: int, answers: int, stderr: int) -> None:
        self._requests, self._answers, self._stderr = requests, answers, stderr
        for descriptor in (requests, answers, stderr):
            os.set_blocking(descriptor, False)
        self._poll = select.poll()
        self._poll.register(answers, select.POLLIN)
        self._poll.register(stderr, select.POLLIN)
        self._stderr_bytes = b""
        self._stderr_open = True

    def exchange(self, request: bytes, seconds: float, look: Callable[[], None]) -> bytes:
        """Send a line, and return the line that comes back, without its newline.

        ``look`` is called every 20 ms of waiting, and may raise.  Raises ChannelError for silence, for an end,
        for a line that is too long, and for anything written beyond the one line.
        """
        unsent = self._send(request)
        # The fast path, which nearly every answer takes, is the slow one without its bookkeeping.
        part = b""
        poll = self._poll.poll
        for _ in range(SPINS):
            if events := poll(0):
                break
        else:
            events = poll(min(SLICE, seconds) * 1000)
        if unsent is None and len(events) == 1 and events[0][0] == self._answers:
            part = os.read(self._answers, BLOCK)
            if part and part.find(b"\n") == len(part) - 1:
                return part[:-1]
        return self._collect(_Line(part, max(LINE_LIMIT, 4 * len(request))), unsent, seconds, look)

    def exchange_many(self, requests: bytes, count: int, seconds: float, look: Callable[[], None]) -> list[bytes]:
        """Send several lines at once, and return as many that come back.

        Raises ChannelError as ``exchange`` does; which of the requests was at fault is then not known.
        """
        unsent = self._send(requests)
        parts: list[bytes] = []
        lines = 0
        began = time.monotonic()
        while lines < count:
            for descriptor, _ in self._poll.poll(min(SLICE, seconds) * 1000):
                if descriptor == self._answers:
                    part = os.read(self._answers, BLOCK)
                    if not part:
                        raise EndedError("ended without an answer")
                    parts.append(part)
                    lines += part.count(b"\n")
                elif descriptor == self._stderr:
                    self.drain()
                elif unsent is not None:
                    unsent = self._send(unsent)
            look()
            if lines < count and time.monotonic() - began >= seconds:
                raise ChannelError(f"{lines} answers to {count} requests within {seconds:g} s")
        found = b"".join(parts).split(b"\n")
        if unsent is not None or len(found) != count + 1 or found[-1]:
            raise ChannelError(f"wrote more than one line a request: {drawn(found[-1])}")
        return found[:-1]

    def _collect(self, line: _Line, unsent: memoryview | None, seconds: float, look: Callable[[], None]) -> bytes:
        """Go round until the line is whole, all pipes are served, or the time is up."""
        began = looked = time.monotonic()
        while not line.whole():
            for descriptor, _ in self._poll.poll(min(SLICE, seconds) * 1000):
                if descriptor == self._answers:
                    self._receive(line)
                elif descriptor == self._stderr:
                    self.drain()
                elif unsent is not None:
                    unsent = self._send(unsent)
            now = time.monotonic()
            if now - began >= seconds and not line.whole():
                what = f"no answer{line.begun()}" if unsent is None else "the request was not read"
                raise ChannelError(f"{what} within {seconds:g} s")
            if now - looked >= SLICE:
                looked = now
                look()
        if unsent is not None:
            raise ChannelError(f"answered before it had read the request{line.begun()}")
        return line.text()

    def _send(self, data: bytes | memoryview) -> memoryview | None:
        """Write what the pipe takes, and return the rest; as long as there is a rest, watch for room."""
        try:
            sent = os.write(self._requests, data)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            raise EndedError("ended before it was asked") from None
        if sent < len(data):
            self._poll.register(self._requests, select.POLLOUT)
            return memoryview(data)[sent:]
        if isinstance(data, memoryview):
            self._poll.unregister(self._requests)
        return None

    def _receive(self, line: _Line) -> None:
        try:
            part = os.read(self._answers, BLOCK)
        except BlockingIOError:
            return
        if not part:
            raise EndedError(f"ended{line.begun() or ' without an answer'}")
        line.add(part)

    def drain(self, blocks: int = 1) -> None:
        """Take what there is on standard error, a block at a time so that a flood cannot hold us; keep the last."""
        for _ in range(blocks):
            if not self._stderr_open:
                return
            try:
                part = os.read(self._stderr, BLOCK)
            except BlockingIOError:
                return
            if not part:
                self._stderr_open = False
                self._poll.unregister(self._stderr)
            self._stderr_bytes = (self._stderr_bytes + part)[-_STDERR_KEPT:]

    def last_lines(self, count: int = 10) -> tuple[str, ...]:
        """The last lines of standard error, safe to print."""
        lines = self._stderr_bytes.decode("utf-8", "replace").splitlines()
        return tuple(drawn(line, 300)[1:-1] for line in lines if line.strip())[-count:]

    def wait_for_end(self, seconds: float) -> None:
        """Close the request side, and wait until the reader closes its own."""
        self._close("_requests")
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            for descriptor, _ in self._poll.poll(left * 1000):
                if descriptor == self._stderr:
                    self.drain()
                elif not self._ends():
                    continue
                else:
                    return

    def _ends(self) -> bool:
        try:
            return not os.read(self._answers, BLOCK)
        except BlockingIOError:
            return False

    def close(self) -> None:
        """Close all three; closing twice does no harm."""
        for name in ("_requests", "_answers", "_stderr"):
            self._close(name)

    def _close(self, name: str) -> None:
        descriptor = getattr(self, name)
        if descriptor >= 0:
            setattr(self, name, -1)
            os.close(descriptor)
