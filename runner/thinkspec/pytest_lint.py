"""``pytest --thinkspec-lint``: the linter as one test that fails on stray think readers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from thinkspec.errors import NOTHING, OK


class LintError(Exception):
    """What the linter printed."""


class LintNode(pytest.Collector):
    """The parent of the item; it has no file."""

    def collect(self) -> list[pytest.Item]:
        """Nothing: the item is added to the session as a whole."""
        return []


class LintItem(pytest.Item):
    """Runs the linter on the root folder of the tests, with the project's configuration."""

    def runtest(self) -> None:
        """Fail for findings, and for everything else that keeps the linter from saying that all is well."""
        root = str(Path(__file__).resolve().parent.parent)
        path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
        done = subprocess.run(
            [sys.executable, "-m", "thinkspec", "lint"],
            cwd=self.config.rootpath,
            env={**os.environ, "PYTHONPATH": path, "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if done.returncode == NOTHING:
            pytest.skip("nothing to look at")
        if done.returncode != OK:
            raise LintError(done.stdout + done.stderr)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """The linter's report."""
        return str(excinfo.value) if isinstance(excinfo.value, LintError) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, None, str]:
        """Where it stands."""
        return "thinkspec", None, self.name


def lint_items(session: pytest.Session) -> list[pytest.Item]:
    """The one item."""
    node = LintNode.from_parent(session, name="thinkspec", nodeid="thinkspec")
    item: LintItem = LintItem.from_parent(node, name="lint")
    return [item]
