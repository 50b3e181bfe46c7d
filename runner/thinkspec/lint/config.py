"""Settings: from ``pyproject.toml`` ``[tool.thinkspec.lint]`` or ``thinkspec.toml`` ``[lint]``."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from thinkspec.errors import UsageError
from thinkspec.lint.walk import TESTS

DEFAULT_READERS = ("core/think.py", "shared/think.js")
_SEVERITIES = ("note", "warning", "error")


@dataclass(frozen=True)
class Settings:
    """What a run goes by."""

    readers: tuple[str, ...] = ()  # added to the defaults
    exclude: tuple[str, ...] = ()
    tests: tuple[str, ...] = TESTS
    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_path_ignores: dict[str, list[str]] = field(default_factory=dict)
    min_severity: str = "note"
    call: str = ""  # module:function for --fix in Python
    js_call: str = ""  # path#function for --fix in JavaScript
    baseline: str = ""
    strict: bool = False
    file: str = ""  # where these settings come from
    reader_lines: dict[str, int] = field(default_factory=dict)

    @property
    def base(self) -> str:
        """The folder that configured paths count from."""
        return os.path.dirname(self.file) or "."


_KEYS = {item.name.replace("_", "-"): item for item in fields(Settings) if item.name not in {"file", "reader_lines"}}


def find(start: str = ".") -> Settings:
    """The settings of the nearest configuration file upward; the defaults where there is none."""
    folder = Path(start).resolve()
    for at in (folder, *folder.parents):
        for name in ("thinkspec.toml", "pyproject.toml"):
            path = at / name
            try:
                data = path.read_bytes()
            except OSError:
                continue
            if name == "pyproject.toml" and b"thinkspec" not in data:
                continue
            found = read(path, data)
            if found is not None:
                return found
        if (at / ".git").exists():
            break
    return Settings()


def read(path: Path, data: bytes | None = None) -> Settings | None:
    """The settings of one file; None for a ``pyproject.toml`` without the table.

    Raises UsageError with ``file:line`` for what is wrong.
    """
    shown = os.path.relpath(path)
    try:
        text = (path.read_bytes() if data is None else data).decode("utf-8")
    except OSError as error:
        raise UsageError(f"{shown}: cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise UsageError(f"{shown}:1: not UTF-8. Save the file as UTF-8.") from None
    table, header = _table(path.name, _parse(shown, text))
    if table is None:
        return None
    return _settings(shown, text, table, header)


def _parse(shown: str, text: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        value: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise UsageError(f"{shown}:{line[1] if line else 1}: not valid TOML: {error}.") from None
    return value


def _table(name: str, value: dict[str, Any]) -> tuple[dict[str, Any] | None, str]:
    if name == "pyproject.toml":
        table = value.get("tool", {}).get("thinkspec", {}).get("lint")
        return table, "[tool.thinkspec.lint"
    if "lint" in value:
        return value["lint"], "[lint"
    return (value, "") if set(value) & set(_KEYS) or value else ({}, "")


def _settings(shown: str, text: str, table: Any, header: str) -> Settings:
    if not isinstance(table, dict):
        raise UsageError(f"{shown}:{_line(text, 'lint', '')}: lint must be a table.")
    given: dict[str, Any] = {}
    for key, value in table.items():
        line = _line(text, key, header)
        if key not in _KEYS:
            import difflib

            near = difflib.get_close_matches(key, _KEYS, 1)
            hint = f" Did you mean {near[0]}?" if near else f" Known: {', '.join(_KEYS)}."
            raise UsageError(f"{shown}:{line}: unknown setting {key}.{hint}")
        given[_KEYS[key].name] = _checked(f"{shown}:{line}", key, value)
    settings = Settings(**given, file=shown)
    check_rules(f"{shown}:{_line(text, 'select', header)}", settings)
    return replace(settings, reader_lines={reader: _line(text, "readers", header) for reader in settings.readers})


def _checked(place: str, key: str, value: Any) -> Any:
    if key == "per-path-ignores":
        if not isinstance(value, dict) or not all(isinstance(rules, list) for rules in value.values()):
            raise UsageError(f'{place}: {key} must be a table such as {{"docs/**" = ["THK301"]}}.')
        return value
    if key == "strict":
        if not isinstance(value, bool):
            raise UsageError(f"{place}: {key} must be true or false.")
        return value
    if key in {"min-severity", "call", "js-call", "baseline"}:
        if not isinstance(value, str):
            raise UsageError(f"{place}: {key} must be text.")
        if key == "min-severity" and value not in _SEVERITIES:
            raise UsageError(f"{place}: {key} must be one of {', '.join(_SEVERITIES)}.")
        return value
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise UsageError(f"{place}: {key} must be a list of texts.")
    return tuple(value)


def check_rules(place: str, settings: Settings) -> None:
    """Refuse rule ids that do not exist; a prefix such as ``THK2`` stands for its family."""
    from thinkspec.lint.rules import RULES

    per_path = [rule for rules in settings.per_path_ignores.values() for rule in rules]
    for rule in (*settings.select, *settings.extend_select, *settings.ignore, *per_path):
        if not matching(rule, RULES):
            import difflib

            near = difflib.get_close_matches(rule.upper(), RULES, 1)
            hint = f" Did you mean {near[0]}?" if near else " See: thinkspec lint rules."
            raise UsageError(f"{place}: no rule {rule}.{hint}")


def matching(word: str, rules: Any) -> list[str]:
    """The rule ids that a word stands for: an id, a name, a prefix of ids, or ``ALL``."""
    upper = word.upper()
    if upper == "ALL":
        return list(rules)
    return [
        rule.id
        for rule in rules.values()
        if rule.name == word.lower() or (len(upper) > 2 and rule.id.startswith(upper))
    ]


def _line(text: str, key: str, header: str) -> int:
    """The line on which a key stands, behind its table's header."""
    start = max(text.find(header), 0) if header else 0
    found = re.compile(
        rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*[=.]|^\[[^\n]*\b{re.escape(key)}\b[^\n]*\]", re.MULTILINE
    ).search(text, start)
    return text.count("\n", 0, found.start() if found else start) + 1


def selected(settings: Settings) -> frozenset[str]:
    """The rules that are on."""
    from thinkspec.lint.rules import RULES

    def ids(words: tuple[str, ...]) -> set[str]:
        return {rule for word in words for rule in matching(word, RULES)}

    on = ids(settings.select) if settings.select else {rule.id for rule in RULES.values() if rule.on}
    return frozenset((on | ids(settings.extend_select)) - ids(settings.ignore))
