"""Run ``thinkspec lint`` in a folder of small files, as a person would."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from thinkspec.__main__ import run

STRAY = 'import re\nx = re.sub(r"<think>.*?</think>", "", reply, flags=re.DOTALL)\n'
CLEAN = "x = 1\n"


@dataclass(frozen=True)
class Ran:
    """What a run gave."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        value: dict[str, Any] = json.loads(self.out)
        return value

    @property
    def rules(self) -> list[tuple[str, int, str]]:
        return [(each["path"], each["line"], each["rule"]) for each in self.json["findings"]]


class Desk:
    """A folder with files, and the command in it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.capsys, self.monkeypatch = folder, capsys, monkeypatch
        monkeypatch.chdir(folder)

    def write(self, files: dict[str, str | bytes]) -> Desk:
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return self

    def lint(self, *arguments: str, stdin: str | None = None) -> Ran:
        if stdin is not None:
            self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        self.capsys.readouterr()
        code = run(["lint", *arguments])
        captured = self.capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    def json(self, *arguments: str, stdin: str | None = None) -> Ran:
        return self.lint("--format", "json", *arguments, stdin=stdin)

    def git(self, *arguments: str) -> None:
        identity = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *identity, *arguments], cwd=self.folder, check=True, capture_output=True)
