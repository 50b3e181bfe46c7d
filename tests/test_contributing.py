"""The contributor's page: every command on it is run on a scratch copy, in the order of the page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from thinkspec.authoring.edit import open_file, with_case

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "cases" / "CONTRIBUTING.md"
# What the one-line pattern of the example keeps is not the point here, so 1 is as good as 0.
ALLOWED = {"certify": (0, 1), "diff": (1,)}
TYPED = {
    "sapphire": {"answer": "Good morning.", "thinking": "first plan"},
    "langertha": {"answer": "Good morning.", "thinking": "first plan"},
    "llm-chat": {"answer": "first plan</think>Good morning.", "thinking": ""},
    "nr-llm": {"answer": "first plan</think>Good morning.", "thinking": None},
}


def commands() -> list[str]:
    """The commands of the page, continued lines joined."""
    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return [line for block in blocks for line in block.replace("\\\n", " ").splitlines() if line]


def test_every_command_of_the_page_runs(tmp_path):
    for part in ("spec", "cases", "tests/oracles", "reference"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    team_dialect(tmp_path)
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    command = bin_folder / "thinkspec"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m thinkspec "$@"\n')
    command.chmod(0o755)
    way = os.pathsep.join(str(ROOT / part) for part in ("runner", "reference/python"))
    env = {**os.environ, "PYTHONPATH": way, "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}"}
    ran = commands()
    assert len(ran) >= 8
    for line in ran:
        if line.startswith("thinkspec case accept"):
            type_expectations(tmp_path)
        done = subprocess.run(line, shell=True, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)  # noqa: S602 -- the page is ours
        assert done.returncode in ALLOWED.get(line.split()[1], (0,)), (
            f"{line}: {done.stdout[-800:]}{done.stderr[-800:]}"
        )


def type_expectations(root: Path) -> None:
    """What the author of the page's case types into the file."""
    path = root / "cases/read/stray-closer.yaml"
    file = open_file(path, root)
    row = file.rows[file.position("greeting")]
    path.write_text(with_case(file, "greeting", {**row, "expect": TYPED}), "utf-8")


def team_dialect(root: Path) -> None:
    """A team's own dialect and one case of its own, as the page's last command names them."""
    (root / "ours/dialects").mkdir(parents=True)
    (root / "ours/cases/read").mkdir(parents=True)
    folder = next(path for path in (root / "spec/working", root / "spec/1.0") if path.is_dir())
    text = (folder / "dialects/sapphire.yaml").read_text("utf-8").replace("dialect: sapphire", "dialect: ours")
    (root / "ours/dialects/ours.yaml").write_text(text, "utf-8")
    case = (
        "format: 1\ntopic: read/ours\nabout: Our own case.\ncases:\n  - id: pair\n    why: It is ours.\n"
        '    rules: [block-end]\n    input: "<think>a</think>b"\n    expect:\n'
        '      ours: {answer: "b", thinking: "a"}\n'
    )
    (root / "ours/cases/read/ours.yaml").write_text(case, "utf-8")
