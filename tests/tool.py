"""What several test files need: the command as a real process, and the tables and cases, loaded once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from thinkspec.checks import Check, expand
from thinkspec.corpus import Case, load_cases
from thinkspec.judge import Verdict, judge
from thinkspec.mutants import reader_of
from thinkspec.run import Outcome
from thinkspec.tables import Spec, Table, compile_dialect, load_spec
from thinkspec.wire import Answer

ROOT = Path(__file__).resolve().parent.parent
FAKES = ROOT / "cases" / "runner"
DIALECTS = ("langertha", "llm-chat", "nr-llm", "sapphire")


@cache
def spec() -> Spec:
    """The tables of the checkout."""
    return load_spec(ROOT)


@cache
def cases() -> tuple[Case, ...]:
    """The reading cases of the checkout."""
    return tuple(load_cases(ROOT, ["read"]))


@cache
def checks() -> tuple[Check, ...]:
    """Every check of the reading cases, in every dialect."""
    return tuple(expand(cases(), spec().dialects, spec()))


def environment(**changes: str) -> dict[str, str]:
    """The environment of a command that runs from the checkout, without an install."""
    roots = os.pathsep.join(str(ROOT / root) for root in ("runner", "reference/python"))
    return {**os.environ, "PYTHONPATH": roots, "PYTHONDONTWRITEBYTECODE": "1", **changes}


def argv(*arguments: str) -> list[str]:
    """The command line of ``thinkspec``."""
    return [sys.executable, "-m", "thinkspec", *arguments]


def thinkspec(
    *arguments: str, stdin: str | bytes = b"", cwd: Path = ROOT, **env: str
) -> subprocess.CompletedProcess[str]:
    """Run the command and give what it said; bytes that are not UTF-8 come as lone surrogates."""
    data = stdin.encode("utf-8", "surrogateescape") if isinstance(stdin, str) else stdin
    done = subprocess.run(
        argv(*arguments), input=data, capture_output=True, cwd=cwd, env=environment(**env), timeout=60, check=False
    )
    out, err = (stream.decode("utf-8", "surrogateescape") for stream in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def case(name: str = "read/t/c", **row: Any) -> Case:
    """A case made for one test."""
    filled = {"id": name.rsplit("/", 1)[1], "why": "Because.", "rules": ["openers"], **row}
    return Case(name, name.split("/", maxsplit=1)[0], filled, "cases/read/t.yaml", 7)


def answer(reader: Any, check: Check) -> Answer:
    """What a reader of the reference answers to a check, asked in this process."""
    if reader is None:
        return Answer("rejected", "these settings do not fit")
    request = dict(check.request)
    request.pop("options", None)
    try:
        value = getattr(reader, check.op)(*request.values())
    except (ValueError, TypeError) as error:
        return Answer("rejected", str(error))
    if check.op == "split":
        value = dict(zip(("answer", "thinking"), value, strict=True))
    elif check.op == "segments":
        value = [list(part) for part in value]
    return Answer("ok", value)


def verdicts(dialect: str, table: Table, among: Iterable[Check]) -> Iterator[tuple[Check, Verdict]]:
    """Each check and the verdict of the reference on a table of one's own."""
    readers: dict[str, Any] = {}
    for check in among:
        options = check.request.get("options", {})
        key = repr(options) if options else ""
        if key not in readers:
            readers[key] = reader_of(spec(), dialect, table, options)
        yield check, judge(check, answer(readers[key], check))


@cache
def checks_of(dialect: str) -> tuple[Check, ...]:
    """Every check of the reading cases in one dialect."""
    return tuple(check for check in checks() if check.dialect == dialect)


def outcomes(dialect: str, table: Table) -> list[Outcome]:
    """What a run of the reference on a table of one's own would give in a dialect."""
    return [Outcome(check, verdict) for check, verdict in verdicts(dialect, table, checks_of(dialect))]


@cache
def table(dialect: str) -> Table:
    """The table of a dialect."""
    return compile_dialect(spec(), dialect)
