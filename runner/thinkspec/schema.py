"""Hold values against the JSON Schemas of ``spec/schema/``, and say in plain words what does not fit.

The schemas are closed and flat on purpose (no ``oneOf``), so that every fault has one place and one sentence.
What must not stand somewhere has the schema ``{"not": {}}``: for a plain ``false`` jsonschema does not tell the place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from thinkspec.data import data_root
from thinkspec.errors import OurFault
from thinkspec.fits import compiled
from thinkspec.strictyaml import Document, Place

SUFFIX = ".schema.json"
_SHOWN = 60


class Finding(NamedTuple):
    """One thing that is wrong, where a person finds it; sorts by place."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def schema_folder(root: Path | None = None) -> Path:
    """Where the schemas lie: below ``root``, or those that came with the tool."""
    return (root or data_root()) / "spec" / "schema"


def load_schema(name: str, folder: Path | None = None) -> dict[str, Any]:
    """The schema of that name as a value.

    Raises OurFault if there is none, or if it is not JSON.

    >>> load_schema("rules")["title"]
    'Rules'
    """
    path = (folder or schema_folder()) / f"{name}{SUFFIX}"
    try:
        schema: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise OurFault(f"{path}: no usable schema: {error}") from None
    return schema


def problems(value: Any, name: str, folder: Path | None = None) -> Iterator[tuple[Place, str]]:
    """Where a value does not fit the schema of that name, and what is wrong there.

    >>> list(problems({"version": 1, "files": 0, "cases": 0, "finding": []}, "check-report"))
    [(('finding',), "unknown key 'finding'. Known here: version, files, cases, matrix, findings."), ((), "'findings' is missing.")]
    """
    if _test(name, folder or schema_folder())(value):
        return
    for error in _validator(name, folder or schema_folder()).iter_errors(value):
        yield from _explained(error)


def findings(document: Document, name: str, folder: Path | None = None) -> list[Finding]:
    """What is wrong with a file, each with its line; a place that fails twice in the same way is told once."""
    found = {(document.line(place), message) for place, message in problems(document.value, name, folder)}
    return [Finding(document.path, line, message) for line, message in sorted(found)]


@cache
def _test(name: str, folder: Path) -> Callable[[Any], bool]:
    return compiled(load_schema(name, folder))


@cache
def _validator(name: str, folder: Path) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(load_schema(name, folder))


def _explained(error: Any) -> Iterator[tuple[Place, str]]:
    place: Place = tuple(error.absolute_path)
    if error.validator == "additionalProperties" and error.validator_value is False:
        known = ", ".join(error.schema.get("properties", {}))
        unknown = [key for key in error.instance if key not in error.schema.get("properties", {})]
        yield from (((*place, key), f"unknown key {key!r}. Known here: {known}.") for key in unknown)
    elif error.validator == "required":
        # jsonschema tells each missing key in an error of its own, and names it only in its message.
        yield place, f"{error.message.partition(' is a required')[0]} is missing."
    elif error.validator == "not":
        yield place, f"{_last(place)} must not stand here."
    else:
        explain = _SENTENCES.get(error.validator)
        sentence = explain(error.validator_value) if explain else f"{error.validator} does not hold."
        drawn = "" if isinstance(error.instance, (dict, list)) else f" is {_drawn(error.instance)}"
        yield place, f"{_last(place)}{drawn}: {sentence}"


def _last(place: Place) -> str:
    last = place[-1] if place else "the file"
    return f"item {last}" if isinstance(last, int) else str(last)


def _drawn(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _types(value: Any) -> str:
    return f"it must be {' or '.join([value] if isinstance(value, str) else value)}."


_SENTENCES: dict[str, Callable[[Any], str]] = {
    "type": _types,
    "const": lambda value: f"it must be {json.dumps(value)}.",
    "enum": lambda value: f"it must be one of {', '.join(map(str, value))}.",
    "pattern": lambda value: f"it must have the form {value}",
    "minItems": lambda value: f"it needs at least {value}.",
    "maxItems": lambda value: f"it may have at most {value}.",
    "minLength": lambda _: "it must not be empty.",
    "minimum": lambda value: f"it must be at least {value}.",
    "minProperties": lambda value: f"it needs at least {value}.",
    "maxProperties": lambda value: f"it may have at most {value}.",
    "uniqueItems": lambda _: "the same stands in it twice.",
}
