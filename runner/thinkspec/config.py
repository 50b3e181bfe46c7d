"""``[tool.thinkspec.certify]`` of ``pyproject.toml``: written once, for the command, pytest and the hook.

::

    [tool.thinkspec.certify]
    reader = "py:acme.think"        # or a list
    dialect = "sapphire"
    require = "full"
    baseline = "known.yaml"

    [[tool.thinkspec.certify.intended]]
    id = "read/after-closer"
    reason = "We keep the line break: acme/chat#12"

Paths count from the folder of the file.  What stands on the command line goes before it.
"""

from __future__ import annotations

import difflib
import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from thinkspec.errors import UsageError

REQUIRE = ("core", "full", "exact")


@dataclass(frozen=True)
class Config:
    """What a project wrote down; ``file`` is empty where it wrote nothing."""

    reader: tuple[str, ...] = ()
    dialect: str | None = None
    require: str | None = None
    baseline: Path | None = None
    strict: bool = False
    timeout: float | None = None
    memory: int | None = None
    intended: tuple[dict[str, str], ...] = ()
    file: str = ""
    lines: dict[str, int] = field(default_factory=dict)


KEYS: dict[str, tuple[type, ...]] = {
    "reader": (str, list),
    "dialect": (str,),
    "require": (str,),
    "baseline": (str,),
    "strict": (bool,),
    "timeout": (int, float),
    "memory": (int,),
    "intended": (list,),
}
_DUE = {str: "text", list: "a list", bool: "true or false", int: "a number", float: "a number"}


def find_config(start: Path | None = None) -> Config:
    """The configuration of the nearest ``pyproject.toml`` upward that has the table."""
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        path = folder / "pyproject.toml"
        try:
            data = path.read_bytes()
        except OSError:
            data = b""
        if b"thinkspec" in data:
            found = read_config(path, data)
            if found is not None:
                return found
        if (folder / ".git").exists():
            break
    return Config()


def read_config(path: Path, data: bytes) -> Config | None:
    """The configuration in one file; None if it has none.

    Raises UsageError with ``file:line`` for what is wrong.
    """
    shown = os.path.relpath(path)
    text, value = _toml(shown, data)
    table = value.get("tool", {})
    table = table.get("thinkspec", {}) if isinstance(table, dict) else {}
    table = table.get("certify") if isinstance(table, dict) else None
    if table is None:
        return None
    if not isinstance(table, dict):
        raise UsageError(f"{shown}:1: tool.thinkspec.certify must be a table.")
    lines = {key: _line(text, key) for key in table}
    for key, given in table.items():
        _check(f"{shown}:{lines[key]}", key, given)
    base = path.parent
    readers = table.get("reader", [])
    baseline = table.get("baseline")
    return Config(
        reader=tuple(rebased(reader, base) for reader in ([readers] if isinstance(readers, str) else readers)),
        dialect=table.get("dialect"),
        require=table.get("require"),
        baseline=Path(os.path.relpath(base / baseline)) if baseline else None,
        strict=table.get("strict", False),
        timeout=table.get("timeout"),
        memory=table.get("memory"),
        intended=tuple(table.get("intended", [])),
        file=shown,
        lines=lines,
    )


def _toml(shown: str, data: bytes) -> tuple[str, dict[str, Any]]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        text = data.decode("utf-8")
        return text, tomllib.loads(text)
    except UnicodeDecodeError:
        raise UsageError(f"{shown}:1: not UTF-8. Save the file as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise UsageError(f"{shown}:{line[1] if line else 1}: not valid TOML: {error}.") from None


def _check(place: str, key: str, given: Any) -> None:
    if key not in KEYS:
        near = difflib.get_close_matches(key, KEYS, 1)
        hint = f"Did you mean {near[0]}?" if near else f"Known: {', '.join(KEYS)}."
        raise UsageError(f"{place}: unknown setting {key}. {hint}")
    fits = isinstance(given, KEYS[key]) and (bool in KEYS[key] or not isinstance(given, bool))
    if not fits:
        raise UsageError(f"{place}: {key} must be {' or '.join(dict.fromkeys(_DUE[kind] for kind in KEYS[key]))}.")
    if key == "require" and given not in REQUIRE:
        raise UsageError(f"{place}: require must be one of {', '.join(REQUIRE)}.")
    if key == "reader" and isinstance(given, list) and not all(isinstance(item, str) for item in given):
        raise UsageError(f"{place}: reader must be text or a list of texts.")
    if key == "intended":
        for row in given:
            if not (isinstance(row, dict) and row.keys() == {"id", "reason"} and all(map(_is_text, row.values()))):
                raise UsageError(f"{place}: each intended difference needs an id and a reason, and nothing else.")


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _line(text: str, key: str) -> int:
    """The line of a key of the table, or of the table."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"\s*\[\[?\s*tool\.thinkspec\.certify\.{re.escape(key)}\s*\]", line):
            return number
        if line.lstrip().startswith("["):
            inside = line.strip().startswith("[tool.thinkspec.certify]")
        if inside and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*=""", line):
            return number
    return 1


def rebased(pointer: str, base: Path) -> str:
    """A pointer to a file below ``base``, as it is named from the current folder; any other pointer as it is.

    >>> rebased("py:acme.think", Path("/elsewhere"))
    'py:acme.think'
    """
    kind, _, rest = pointer.partition(":")
    path = re.match(r"[^:#?]+\.(?:py|[mc]?[jt]s)(?=[:#?]|\Z)", rest)
    if kind not in ("py", "js") or path is None or os.path.isabs(rest) or not (base / path[0]).is_file():
        return pointer
    return f"{kind}:{os.path.relpath(base / path[0])}{rest[path.end() :]}"
