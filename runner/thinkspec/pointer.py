"""How a reader is named on the command line, and the command that starts it.

``py:package.module``, ``py:package.module:attribute``, ``py:path/to/file.py:attribute``,
``js:path/to/file.mjs#export``, ``js:package#export``, ``cmd:program arguments``,
``reference:python`` and ``reference:js``.

``py:`` and ``js:`` take options behind a question mark: ``?order=thinking,answer`` for a reader that gives the
halves the other way round, ``?op=split`` for a bare function whose kind cannot be told by trying it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from thinkspec import __version__
from thinkspec.data import js_folder
from thinkspec.errors import UsageError
from thinkspec.node import find_node

PointerKind = Literal["py", "js", "cmd", "reference"]

FORMS = (
    "py:module:attribute, py:file.py:attribute, js:file.mjs#export, js:package#export, cmd:program, reference:python"
)

# option -> the values it takes
OPTIONS: dict[str, tuple[str, ...]] = {
    "order": ("answer,thinking", "thinking,answer"),
    "op": ("strip", "split", "thinking", "segments", "effort"),
}

_HOSTS = Path(__file__).resolve().parent / "hosts"
_PY_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<attribute>.*))?\Z", re.DOTALL)
_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*\Z")
_JS_FILE = re.compile(r"\A\.{0,2}/|\.(?:[mc]?js|[mc]?ts)\Z")
# The host's wire lies on descriptors 3 and 4; whatever the reader prints goes to standard error.
_PRIVATE_WIRE = 'exec "$@" 3<&0 4>&1 </dev/null 1>&2'
_WIRE_FDS = ("3", "4")
# A module given by --eval resolves bare names from the current folder, as a person expects; a file would not.
_JS_BOOT = "const [host, ...rest] = process.argv.slice(1);(await import(host)).main(rest, (target) => import(target));"


@dataclass(frozen=True)
class Pointer:
    """One reader: ``target`` is a module, an absolute path, a package, a command line or a language."""

    kind: PointerKind
    target: str
    attribute: str | None = None
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    text: str = ""


def parse(text: str) -> Pointer:
    """Read a pointer.

    Raises UsageError for anything that cannot name a reader, and for a file or program that does not exist.

    >>> parse("py:acme.think:Reader.split?order=thinking,answer").attribute
    'Reader.split'
    >>> parse("py:acme.think:split?order=backwards")
    Traceback (most recent call last):
    thinkspec.errors.UsageError: py:acme.think:split?order=backwards: order is answer,thinking or thinking,answer
    """
    kind, colon, rest = text.partition(":")
    if not colon or kind not in _PARSERS:
        raise UsageError(f"{text!r} names no reader: write {FORMS}{_guess(text)}")
    if not rest.strip():
        raise UsageError(f"{text!r} names no reader: something must stand behind {kind}:")
    return _PARSERS[kind](text, rest)


def argv(pointer: Pointer, bare: str | None = None) -> list[str]:
    """The command that starts the reader and speaks the wire on its standard input and output.

    ``bare`` is the operation of a bare function, which is else found by trying it.
    Raises NoNode if a JavaScript reader is named and there is no Node.
    """
    if pointer.kind == "cmd":
        return shlex.split(pointer.target)
    language = pointer.kind
    if pointer.kind == "reference":
        language = "py" if pointer.target == "python" else "js"
    last = (*_WIRE_FDS, json.dumps(task_of(pointer) | ({"bare": bare} if bare else {})))
    if language == "py":
        return ["/bin/sh", "-c", _PRIVATE_WIRE, "sh", sys.executable, str(_HOSTS / "host.py"), *last]
    boot = (find_node(), "--input-type=module", "--eval", _JS_BOOT, (_HOSTS / "host.mjs").as_uri())
    return ["/bin/sh", "-c", _PRIVATE_WIRE, "sh", *boot, *last]


def task_of(pointer: Pointer) -> dict[str, Any]:
    """What a host process is told to load."""
    task: dict[str, Any] = {
        "target": pointer.target,
        "file": os.path.isabs(pointer.target),
        "attribute": pointer.attribute,
        "name": pointer.text.partition("?")[0],
        "paths": [],
        **pointer.options,
    }
    return task | _reference(pointer.target) if pointer.kind == "reference" else task


def _python(text: str, rest: str) -> Pointer:
    rest, options = _split_options(text, rest)
    if found := _PY_FILE.match(rest):
        target = _existing(text, found["path"])
        attribute = found["attribute"]
    else:
        if "/" in rest:
            raise UsageError(f"{text}: {rest.partition(':')[0]} is not a Python file: write py:path/to/file.py")
        target, colon, attribute = rest.partition(":")
        attribute = attribute if colon else None
        if not _DOTTED.match(target):
            raise UsageError(f"{text}: {target!r} is not a module's name: for a file write py:path/to/file.py")
    if attribute is not None and not _DOTTED.match(attribute):
        raise UsageError(f"{text}: {attribute!r} is not an attribute: write it as name or name.name")
    return Pointer("py", target, attribute, options, text)


def _javascript(text: str, rest: str) -> Pointer:
    rest, options = _split_options(text, rest)
    target, mark, attribute = rest.partition("#")
    if mark and not attribute:
        raise UsageError(f"{text}: an export's name must stand behind #")
    if not target:
        raise UsageError(f"{text}: a file or a package must stand before #")
    if _JS_FILE.search(target) and not (target.endswith(".js") and not os.path.exists(target) and _is_package(target)):
        target = _existing(text, target)
    return Pointer("js", target, attribute or None, options, text)


def _command(text: str, rest: str) -> Pointer:
    try:
        words = shlex.split(rest)
    except ValueError as error:
        raise UsageError(f"{text}: {str(error).lower()}: quote the command as in a shell") from None
    if not words or shutil.which(words[0]) is None:
        program = words[0] if words else rest
        raise UsageError(f"{text}: no program {program!r}: give its path, or put its folder on PATH")
    return Pointer("cmd", rest, None, {}, text)


def _named_reference(text: str, rest: str) -> Pointer:
    if rest not in ("python", "js"):
        raise UsageError(f"{text}: the references are reference:python and reference:js")
    return Pointer("reference", rest, None, {}, text)


_PARSERS = {"py": _python, "js": _javascript, "cmd": _command, "reference": _named_reference}


def _split_options(text: str, rest: str) -> tuple[str, dict[str, str]]:
    """Cut ``?key=value&key=value`` off the end."""
    rest, mark, tail = rest.partition("?")
    options: dict[str, str] = {}
    for part in tail.split("&") if mark else ():
        key, _, value = part.partition("=")
        if key not in OPTIONS:
            raise UsageError(f"{text}: no option {key!r} behind ?: there are {', '.join(OPTIONS)}")
        if value not in OPTIONS[key]:
            raise UsageError(f"{text}: {key} is {' or '.join(OPTIONS[key])}")
        options[key] = value
    return rest, options


def _existing(text: str, path: str) -> str:
    if not os.path.isfile(path):
        why = "is a folder" if os.path.isdir(path) else "does not exist"
        raise UsageError(f"{text}: {path} {why}: name a file, seen from the current folder")
    return os.path.abspath(path)


def _is_package(target: str) -> bool:
    """Whether a name like ``highlight.js`` can be a package: no folder before it, or a scope only."""
    return re.fullmatch(r"(?:@[^/]+/)?[^./@][^/]*", target) is not None and os.path.isdir(f"node_modules/{target}")


def _guess(text: str) -> str:
    path = text.partition(":")[0].partition("#")[0]
    if path.endswith(".py"):
        return f"; did you mean py:{text}?"
    return f"; did you mean js:{text}?" if path.endswith((".js", ".mjs", ".cjs")) else ""


def _reference(language: str) -> dict[str, Any]:
    """Where the reference lies: beside the tool when installed, in the checkout otherwise."""
    if language == "js":
        return {"target": str(js_folder() / "index.mjs"), "file": True, "version": __version__}
    spec = find_spec("thinkspec_reference")
    if spec and spec.origin:
        folder = Path(spec.origin).parent.parent
    else:
        folder = Path(__file__).resolve().parents[2] / "reference" / "python"
    return {"target": "thinkspec_reference", "file": False, "paths": [str(folder)], "version": __version__}
