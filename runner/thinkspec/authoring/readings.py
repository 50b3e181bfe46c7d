"""What everybody makes of a reply: both twins, the oracle, and the rules that decided it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thinkspec import pointer
from thinkspec.casetext import text_of
from thinkspec.process import ReaderProcess
from thinkspec.tables import Spec, compile_dialect
from thinkspec_reference import Reader, configured

Reading = dict[str, Any]


@dataclass(frozen=True)
class Readings:
    """One dialect's readings of one reply, by who reads; and the rules that decided tags and steps."""

    dialect: str
    by: dict[str, Reading]
    rules: tuple[str, ...]

    def agree(self) -> bool:
        """Whether all readers say the same."""
        values = list(self.by.values())
        return all(value == values[0] for value in values)


def settings_of(spec: Spec, dialect: str) -> list[str]:
    """The names of a dialect's settings."""
    settings: list[str] = spec.dialect_files[dialect].value["settings"]
    return settings


def python_reader(spec: Spec, dialect: str, options: dict[str, Any]) -> Reader:
    """The Python twin on the tables as they stand in the YAML."""
    return configured(dialect, compile_dialect(spec, dialect), settings_of(spec, dialect), options)


def python_reading(spec: Spec, dialect: str, text: str | None, options: dict[str, Any]) -> Reading:
    """Both halves by the Python twin; ``rejected`` where it refuses."""
    try:
        answer, thinking = python_reader(spec, dialect, options).split(text)
    except (TypeError, ValueError):
        return {"rejected": True}
    return {"answer": answer, "thinking": thinking}


def deciding_rules(spec: Spec, dialect: str, text: str | None, options: dict[str, Any]) -> tuple[str, ...]:
    """The rules that ``explain`` names for a reply, those of tags first."""
    try:
        found = python_reader(spec, dialect, options).explain(text)
    except (TypeError, ValueError):
        return ("null-input",) if text is None else ("openers",)
    named = [row["rule"] for row in found["tags"]] + [row["rule"] for row in found["steps"]]
    return tuple(dict.fromkeys(named))


def oracle(root: Path) -> Callable[[str, str | None, dict[str, Any]], Reading] | None:
    """The oracles of a checkout; None where there are none (an installed package, a team's own folder)."""
    folder = root / "tests"
    if not (folder / "oracles").is_dir():
        return None
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    import oracles

    def read(dialect: str, text: str | None, options: dict[str, Any]) -> Reading:
        if dialect not in oracles.ORACLES:
            return {}
        found = oracles.read(dialect, text, options)
        return {"rejected": True} if "rejected" in found else {key: found[key] for key in ("answer", "thinking")}

    return read


@contextmanager
def javascript() -> Iterator[Callable[[str, str | None, dict[str, Any]], Reading]]:
    """The JavaScript twin; raises NoNode where there is no Node."""
    with ReaderProcess(pointer.argv(pointer.parse("reference:js"))) as process:
        process.hello()

        def read(dialect: str, text: str | None, options: dict[str, Any]) -> Reading:
            more = {"options": options} if options else {}
            answer = process.ask("split", dialect=dialect, text=text, **more)
            if answer.kind == "rejected":
                return {"rejected": True}
            if answer.kind == "ok":
                return {key: answer.value[key] for key in ("answer", "thinking")}
            return {answer.kind: str(answer.value)}

        yield read


def all_readings(spec: Spec, root: Path, row: dict[str, Any]) -> list[Readings]:
    """Every dialect's readings of a case's reply."""
    text = text_of(row["input"])
    second = oracle(root)
    found = []
    with javascript() as js:
        for dialect in spec.dialects:
            options = row.get("options", {}).get(dialect, {})
            by = {"python": python_reading(spec, dialect, text, options)}
            if dialect in shipped(spec):
                by["js"] = js(dialect, text, options)
            judged = second(dialect, text, options) if second else {}
            if judged:
                by["oracle"] = judged
            found.append(Readings(dialect, by, deciding_rules(spec, dialect, text, options)))
    return found


def shipped(spec: Spec) -> list[str]:
    """The dialects that the generated JavaScript tables hold; a team's own is read by the Python twin alone."""
    from thinkspec_reference import DIALECTS

    return [dialect for dialect in spec.dialects if dialect in DIALECTS]
