"""What several test files need: the command as a real process, and the tables and cases, loaded once."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from thinkspec.checks import Check, expand
from thinkspec.corpus import Case, load_cases
from thinkspec.tables import Spec, load_spec

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
