r"""Protocol 1: what crosses between the runner and a reader, as JSON lines.

One request a line, one answer a line, matched by an opaque random ``id``.  The runner writes ASCII, so that
lone surrogates survive as ``\ud800`` escapes; it reads any UTF-8.  Case names and expected values never cross.

    -> {"id":"9f","op":"split","dialect":"sapphire","text":"..."}
    <- {"id":"9f","ok":{"answer":"...","thinking":"..."}}
       or {"id":"9f","error":"..."}, {"id":"9f","unsupported":"..."}, {"id":"9f","rejected":"..."}
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, cast

Kind = Literal["ok", "error", "unsupported", "rejected"]

PROTOCOL = 1
KINDS: tuple[Kind, ...] = ("ok", "error", "unsupported", "rejected")
SHOWN = 80

_quote: Callable[[str], str] = json.encoder.encode_basestring_ascii
_encode = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode


class WireError(ValueError):
    """A line that is not an answer; the text says why and shows its beginning."""


@dataclass(frozen=True)
class Answer:
    """What came of one request: ``value`` is the ok value, or the message text."""

    kind: Kind
    value: Any


@dataclass(frozen=True)
class Hello:
    """What a reader says of itself.

    ``dialects`` is empty when it does not know any: it was written for one, and is asked as it is.
    ``note`` is a remark for the person, e.g. that the two halves look swapped.
    """

    name: str
    version: str
    language: str
    ops: tuple[str, ...]
    dialects: tuple[str, ...] = ()
    mappings: tuple[str, ...] = ()
    wires: tuple[str, ...] = ()
    note: str = ""


def _refuse(token: str) -> Any:
    raise ValueError(f"{token} is not JSON")


_decoder = json.JSONDecoder(parse_constant=_refuse)


def _decoded(text: str) -> Any:
    """What a line holds; a bare line skips the two patterns for white space around it."""
    if text[:1] == "{":
        value, end = _decoder.raw_decode(text)
        if end == len(text):
            return value
    return _decoder.decode(text)


# Opaque, not secret: seeded by the operating system, and much faster than asking it each time.
_random = Random()  # noqa: S311


def new_id() -> str:
    """An opaque id of 16 hexadecimal digits, never the same twice in a run.

    >>> len(new_id())
    16
    """
    return f"{_random.getrandbits(64):016x}"


def encode_request(request_id: str, op: str, fields: dict[str, Any]) -> bytes:
    r"""One request as one ASCII line.

    Raises TypeError or ValueError if a field is not JSON.

    >>> encode_request("1", "strip", {"text": "\ud800\n"})
    b'{"id":"1","op":"strip","text":"\\ud800\\n"}\n'
    """
    parts = [f'{{"id":"{request_id}","op":{_quote(op)}']
    for key, value in fields.items():
        # Texts, which nearly all fields are, skip the general encoder: it costs more than all the rest.
        parts.append(f',"{key}":{_quote(value) if type(value) is str else _encode(value)}')
    parts.append("}\n")
    return "".join(parts).encode("ascii")


def decode_answer(line: bytes) -> tuple[str, Answer]:
    r"""The id and the answer of one line; keys beyond the protocol are ignored.

    Raises WireError for anything else, with the first 80 characters of the line.

    >>> decode_answer(b'{"id":"1","ok":"\\ud800"}\n')
    ('1', Answer(kind='ok', value='\ud800'))
    """
    try:
        message = _decoded(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise WireError(f"wrote a line that is not UTF-8 (byte {error.start}): {drawn(line)}") from None
    except (ValueError, RecursionError) as error:
        reason = "nested too deep" if isinstance(error, RecursionError) else str(error)
        raise WireError(f"wrote a line that is not JSON ({reason}): {drawn(line)}") from None
    if not isinstance(message, dict):
        raise WireError(f"wrote a line that is not a JSON object: {drawn(line)}")
    request_id = message.get("id")
    if not isinstance(request_id, str):
        raise WireError(f"wrote an answer without an id: {drawn(line)}")
    if len(message) == 2 and "ok" in message:
        return request_id, Answer("ok", message["ok"])
    found = [kind for kind in KINDS if kind in message]
    if len(found) != 1:
        raise WireError(f"wrote an answer with {' and '.join(found) or 'none'} of {', '.join(KINDS)}: {drawn(line)}")
    kind = found[0]
    value = message[kind]
    if kind != "ok" and not isinstance(value, str):
        raise WireError(f"wrote an answer whose {kind} is not a text: {drawn(line)}")
    return request_id, Answer(kind, value)


def decode_hello(value: Any) -> Hello:
    """A reader's introduction; only ``ops`` is required, unknown keys are ignored.

    Raises WireError.

    >>> decode_hello({"ops": ["split"]}).dialects
    ()
    """
    if not isinstance(value, dict):
        raise WireError("hello must answer an object with ops")
    ops = _names(value, "ops")
    if not ops:
        raise WireError("hello must list at least one operation under ops")
    return Hello(
        name=_text(value, "name"),
        version=_text(value, "version"),
        language=_text(value, "language"),
        ops=ops,
        dialects=_names(value, "dialects"),
        mappings=_names(value, "mappings"),
        wires=_names(value, "wires"),
        note=_text(value, "note"),
    )


def _text(value: dict[str, Any], key: str) -> str:
    text = value.get(key)
    if text is not None and not isinstance(text, str):
        raise WireError(f"hello: {key} must be a text")
    return text or ""


def _names(value: dict[str, Any], key: str) -> tuple[str, ...]:
    names = value.get(key)
    if names is None:
        return ()
    if not (isinstance(names, list) and all(isinstance(name, str) for name in names)):
        raise WireError(f"hello: {key} must be a list of texts")
    return tuple(cast("list[str]", names))


def drawn(line: bytes | str, limit: int = SHOWN) -> str:
    r"""The beginning of a line, with everything a terminal might act upon as escapes.

    >>> drawn(b"\x1b[31m\xff red")
    "'\\x1b[31m\\xff red'"
    """
    head = line[: limit * 4]
    text = head.decode("utf-8", "backslashreplace") if isinstance(head, bytes) else head
    text = text.rstrip("\n")
    shown = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text[:limit])
    return f"'{shown}'" + ("…" if len(text) > limit or len(line) > len(head) else "")
