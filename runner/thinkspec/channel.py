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
_STDERR_KEPT = 8192  # bytes


class ChannelError(Exception):
    """The reader broke the exchange; the text says how."""


class EndedError(ChannelError):
    """The reader closed its side: it died, or is about to."""


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
        deadline = time.monotonic() + seconds
        parts: list[bytes] = []
        size = 0
        limit = max(LINE_LIMIT, 4 * len(request))
        milliseconds = min(SLICE, seconds) * 1000
        looked = deadline - seconds
        while True:
            for descriptor, _ in self._poll.poll(milliseconds):
                if descriptor == self._answers:
                    part = self._receive(parts)
                    end = part.find(b"\n")
                    parts.append(part)
                    if end >= 0:
                        return self._whole(parts, end, unsent)
                    size += len(part)
                    if size > limit:
                        raise ChannelError(f"wrote more than {limit >> 20} MiB without a newline: {drawn(parts[0])}")
                elif descriptor == self._stderr:
                    self.drain()
                else:
                    unsent = self._send(unsent)
            now = time.monotonic()
            if now >= deadline:
                self._late(parts, unsent, seconds)
            if now - looked >= SLICE:
                looked = now
                look()
            milliseconds = max(1.0, min(SLICE, deadline - now) * 1000)

    def _send(self, data: bytes | memoryview) -> memoryview:
        """Write what the pipe takes; watch for room as long as something is left."""
        try:
            sent = os.write(self._requests, data)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            raise EndedError("ended before it was asked") from None
        unsent = memoryview(data)[sent:]
        if unsent:
            self._poll.register(self._requests, select.POLLOUT)
        elif isinstance(data, memoryview):
            self._poll.unregister(self._requests)
        return unsent

    def _receive(self, parts: list[bytes]) -> bytes:
        try:
            part = os.read(self._answers, BLOCK)
        except BlockingIOError:
            return b""
        if not part:
            half = f" after half a line: {drawn(b''.join(parts))}" if parts else " without an answer"
            raise EndedError(f"ended{half}")
        return part

    def _whole(self, parts: list[bytes], end: int, unsent: memoryview) -> bytes:
        """The line, if it is the only thing that was written and the whole request was taken."""
        last = parts.pop()
        if end + 1 != len(last):
            raise ChannelError(f"wrote more than one line: {drawn(last[end + 1 :])} came after {drawn(last[:end])}")
        if unsent:
            self._poll.unregister(self._requests)
            raise ChannelError(f"answered before it had read the request: {drawn(last)}")
        if not parts:
            return last[:end]
        parts.append(last[:end])
        return b"".join(parts)

    def _late(self, parts: list[bytes], unsent: memoryview, seconds: float) -> None:
        said = f", only half a line: {drawn(b''.join(parts))}" if parts else ""
        what = "did not read the request" if unsent else f"no answer{said}"
        raise ChannelError(f"{what} within {seconds:g} s")

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
