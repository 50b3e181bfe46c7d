"""The process between the runner and a Python reader.

    python host.py IN OUT TASK

IN and OUT are the wire's descriptors, TASK is a JSON object (see ``thinkspec.pointer``).  The wire is private:
a reader that prints or starts children cannot reach it by accident.  The process ends when IN does.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable, Collection, Iterable
from typing import Any

# Started as a file, Python looks for modules beside it; the reader must see the current folder instead.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from thinkspec.hosts import offers  # noqa: E402
from thinkspec.hosts.load import LoadError, load  # noqa: E402

Table = dict[str, offers.Handler]

_encode = json.JSONEncoder(check_circular=False, allow_nan=False, separators=(",", ":")).encode
_quote: Callable[[str], str] = json.encoder.encode_basestring_ascii
_decode = json.JSONDecoder().raw_decode


class Host:
    """One loaded target, and the operations it offers in each dialect."""

    def __init__(self, task: dict[str, Any]) -> None:
        self.task = task
        self.order = task.get("order", "answer,thinking")
        self.before = frozenset(sys.modules)
        self.target = load(task)
        self.make: Any = getattr(self.target, "reader", None)
        self.dialects = self._dialects()
        self.common: Table = {}
        if not self.dialects:
            self.common = offers.of_target(self.target, self.order, task.get("op"), task.get("bare"))
        self.tables: dict[Any, Table] = {}

    def _dialects(self) -> list[str]:
        """The dialects of a target that makes a reader for each by name; empty for any other target."""
        if not callable(self.make) or self.task.get("op") or offers.used(self.target, self.make):
            return []
        return [name for name in _names(self.target, "DIALECTS", offers.DIALECTS) if self._makes(name)]

    def _makes(self, dialect: str) -> bool:
        try:
            return "split" in offers.named(self.make(dialect), self.order)
        except Exception:  # noqa: BLE001 -- a function called reader may be anything
            return False

    def table(self, dialect: str | None, options: dict[str, Any] | None) -> Table:
        """The operations in one dialect; raises what the target raises at bad options."""
        if not self.dialects:
            return self.common
        key = (dialect, _encode(options)) if options else dialect
        if key not in self.tables:
            whole = offers.named(self.target, self.order)
            module_wide = {op: whole[op] for op in ("effort",) if op in whole}
            self.tables[key] = module_wide | offers.named(self.make(dialect, **(options or {})), self.order)
        return self.tables[key]

    def hello(self) -> dict[str, Any]:
        """The introduction; the reader is tried once, to see whether its halves look swapped."""
        table = self.table(self.dialects[0], None) if self.dialects else self.common
        return {
            "name": self.task["name"],
            "version": self.task.get("version") or _version(self.target),
            "language": f"Python {sys.version.split()[0]}",
            "ops": list(table),
            "dialects": self.dialects,
            "mappings": _names(self.target, "MAPPINGS", ()),
            "wires": _names(self.target, "WIRES", ()),
            "note": self._note(table),
        }

    def _note(self, table: Table) -> str:
        if "split" not in table:
            return ""
        try:
            found = table["split"]({"text": offers.PROBE})
        except Exception:  # noqa: BLE001 -- how it behaves is for the cases to show
            return ""
        if (found["answer"], found["thinking"]) != ("T", "A"):
            return ""
        other = "answer,thinking" if self.order != "answer,thinking" else "thinking,answer"
        return f"the halves look swapped: {offers.PROBE} gave the thinking as the answer; try ?order={other}"


def answer(host: Host, request: dict[str, Any]) -> tuple[str, Any]:
    """The kind and the value of the answer to one request."""
    op, dialect, options = request["op"], request.get("dialect"), request.get("options")
    if host.dialects and dialect not in host.dialects and op != "effort":
        return "unsupported", f'no dialect "{dialect}"'
    if options and not host.dialects:
        return "unsupported", "this reader takes no options"
    try:
        known = dialect if dialect in host.dialects else next(iter(host.dialects), None)
        handler = host.table(known, options).get(op)
        if handler is None:
            return "unsupported", f"no operation {op}"
        return "ok", handler(request)
    except (ValueError, TypeError) as error:
        return "rejected", _said(error)
    except NotImplementedError as error:
        return "unsupported", _said(error) or "not implemented"
    except BaseException as error:  # noqa: BLE001 -- even sys.exit() in a reader is that check's error only
        return "error", _described(error)


def consists_of(host: Host) -> tuple[str, Any]:
    """The files and distributions that make up the reader, as far as they are loaded by now."""
    from thinkspec.hosts.loaded import loaded

    try:
        return "ok", loaded(host.task, host.target, host.before)
    except Exception as error:  # noqa: BLE001 -- a reader may have put anything among the modules
        return "error", _described(error)


def fuzz(host: Host, request: dict[str, Any]) -> tuple[str, Any]:
    """Made-up replies, read here beside the reference; only the differences come back."""
    from thinkspec.hosts.fuzzing import fuzzed

    known = request["dialect"] if request["dialect"] in host.dialects else next(iter(host.dialects), None)
    try:
        return "ok", fuzzed(request, lambda: host.table(known, request["options"]), (ValueError, TypeError))
    except Exception as error:  # noqa: BLE001 -- settings that a reader does not take
        return "error", _described(error)


def serve(host: Host | None, failure: str, source: int, sink: int) -> None:
    """Answer request after request until the wire is closed."""
    waiting: list[bytes] = []
    while chunk := os.read(source, 65536):
        waiting.append(chunk)
        if b"\n" not in chunk:
            continue
        *lines, rest = (b"".join(waiting) if len(waiting) > 1 else chunk).split(b"\n")
        waiting = [rest] if rest else []
        for line in lines:
            kind: str
            value: Any
            try:
                request = _request(line)
            except (ValueError, RecursionError) as error:
                _write(sink, _line("", "error", f"not a request: {error}"))
                continue
            if host is None:
                kind, value = "error", failure
            elif request["op"] == "hello":
                kind, value = "ok", host.hello()
            elif request["op"] == "loaded":
                kind, value = consists_of(host)
            elif request["op"] == "fuzz":
                kind, value = fuzz(host, request)
            else:
                kind, value = answer(host, request)
            _write(sink, _line(request["id"], kind, value))


def _request(line: bytes) -> dict[str, Any]:
    """A request line; raises ValueError for anything else, so that a client learns what it sent."""
    request = _decode(line.decode())[0]
    if type(request) is not dict or type(request.get("id")) is not str or type(request.get("op")) is not str:
        raise ValueError("it needs an id and an op, both text")
    return request


def _line(request_id: str, kind: str, value: Any) -> bytes:
    identity = _quote(request_id)
    try:
        return f'{{"id":{identity},"{kind}":{_json(value)}}}\n'.encode()
    except (TypeError, ValueError, RecursionError) as error:
        return f'{{"id":{identity},"error":{_quote(f"returned what JSON cannot carry: {error}")}}}\n'.encode()


def _json(value: Any) -> str:
    """JSON; a text and two halves, which nearly all values are, skip the general encoder and its cost."""
    if type(value) is str:
        return _quote(value)
    if type(value) is dict and len(value) == 2 and "thinking" in value and "answer" in value:
        return f'{{"answer":{_half(value["answer"])},"thinking":{_half(value["thinking"])}}}'
    return _encode(value)


def _half(value: Any) -> str:
    return _quote(value) if type(value) is str else _encode(value)


def _write(sink: int, line: bytes) -> None:
    sent = os.write(sink, line)
    while sent < len(line):
        line = line[sent:] if len(line) < 1 << 20 else bytes(memoryview(line)[sent:])
        sent = os.write(sink, line)


def _described(error: BaseException) -> str:
    """Type, message and the place it came from, in one line."""
    frames = traceback.extract_tb(error.__traceback__)
    told = isinstance(error, SyntaxError)  # its message names the place, and its frames are the importer's
    place = f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames and not told else ""
    return f"{type(error).__name__}: {_said(error)}{place}"


def _said(error: BaseException) -> str:
    """The message of an exception, even of one that cannot say it."""
    try:
        return str(error)
    except Exception as broken:  # noqa: BLE001 -- a message may be any code of the reader
        return f"(its message raised {type(broken).__name__})"


def _names(target: Any, attribute: str, default: Iterable[str]) -> list[str]:
    """The names a target lists; a module may answer to any attribute (`__getattr__`) with anything."""
    listed = getattr(target, attribute, default)
    return [name for name in (listed if isinstance(listed, Collection) else default) if isinstance(name, str)]


def _version(target: Any) -> str:
    name = getattr(target, "__module__", None) or getattr(target, "__name__", "")
    top = str(name).partition(".")[0]
    version = getattr(target, "__version__", None) or getattr(sys.modules.get(top), "__version__", None)
    if isinstance(version, str):
        return version
    from importlib import metadata

    try:
        return metadata.version(top)
    except (metadata.PackageNotFoundError, ValueError):
        return ""


def main() -> None:
    """Load the target, then serve; a target that cannot be loaded is told at hello."""
    source, sink = int(sys.argv[1]), int(sys.argv[2])
    for descriptor in (source, sink):
        os.set_inheritable(descriptor, False)
    # What a reader prints must come through at once, and must never raise for want of an encoding.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True, errors="backslashreplace")  # type: ignore[union-attr]
    task = json.loads(sys.argv[3])
    sys.argv = [task["target"]]
    sys.path[0] = os.getcwd()
    try:
        host, failure = Host(task), ""
    except LoadError as error:
        host, failure = None, str(error)
    except BaseException as error:  # noqa: BLE001 -- importing a module may raise anything, SystemExit too
        traceback.print_exc()
        host, failure = None, f"importing it raised {_described(error)}"
    serve(host, failure, source, sink)


if __name__ == "__main__":
    main()
