"""How fast ``thinkspec lint`` is beside ripgrep, ast-grep and semgrep, on trees that are given.

    python tests/benchmarks/lint_speed.py TREE... [--tools FOLDER] [--runs N] [--slow]

Each tool runs as a whole command over each tree, warm, ``--runs`` times; the fastest run counts, of wall time and of
processor time (children included).  What ``thinkspec --version`` takes is subtracted from the linter's figures.
The linter's modules are byte-compiled as pip leaves them, whatever ``PYTHONDONTWRITEBYTECODE`` says; the first run of all
does that and is not counted.
``--tools`` is the ``bin`` folder that holds ``ast-grep`` and ``semgrep``; ``--slow`` runs semgrep too.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LINT = [sys.executable, "-m", "thinkspec"]
RIPGREP = ["rg", "-i", "-c", "-e", r"</?(?:\w+:)?think|</?reasoning|</?thought|\[/?think\]"]
AST_GREP = """\
id: think-{language}
language: {language}
rule:
  any:
    - {{kind: string, regex: '<[/]?(think|reasoning|thought)'}}
{more}
"""
SEMGREP = """\
rules:
  - id: think-string
    languages: [python, javascript, typescript]
    severity: ERROR
    message: think tag
    pattern-either:
      - pattern: $X.split("=~/<.?think/")
      - pattern: $X.replace("=~/<.?think/", ...)
      - pattern: $X.find("=~/<.?think/")
      - pattern: $X.indexOf("=~/<.?think/")
      - pattern: re.sub("=~/<.?think/", ...)
      - pattern: re.compile("=~/<.?think/", ...)
"""


@dataclass(frozen=True)
class Took:
    """Seconds of the fastest run."""

    wall: float
    cpu: float


def measure(command: Sequence[str], folder: Path, runs: int, environment: dict[str, str]) -> Took:
    """Run a command some times; its output is thrown away and its exit code does not matter."""
    walls, cpus = [], []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        subprocess.run(
            command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        )
        walls.append(time.perf_counter() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpus.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return Took(min(walls), min(cpus))


def commands(tools: Path | None, scratch: Path, slow: bool) -> dict[str, list[str]]:
    """The other tools' commands, as far as they are there."""
    made = {"ripgrep": RIPGREP} if shutil.which("rg") else {}
    if tools is None:
        return made
    rules = scratch / "rules"
    rules.mkdir()
    more = {
        "python": "",
        "javascript": "    - {kind: regex, regex: think}",
        "typescript": "    - {kind: regex, regex: think}",
        "tsx": "    - {kind: regex, regex: think}",
    }
    for language, text in more.items():
        (rules / f"{language}.yml").write_text(AST_GREP.format(language=language, more=text))
    (scratch / "sgconfig.yml").write_text(f"ruleDirs: [{rules}]\n")
    (scratch / "semgrep.yml").write_text(SEMGREP)
    made["ast-grep"] = [
        str(tools / "ast-grep"),
        "scan",
        "--config",
        str(scratch / "sgconfig.yml"),
        "--no-ignore",
        "vcs",
        ".",
    ]
    if slow:
        made["semgrep"] = [
            str(tools / "semgrep"),
            "scan",
            "--metrics=off",
            "--disable-version-check",
            "--no-git-ignore",
            "--config",
            str(scratch / "semgrep.yml"),
            ".",
        ]
    return made


def main() -> None:
    """Print one table a tree."""
    parser = argparse.ArgumentParser()
    parser.add_argument("trees", nargs="+", type=Path)
    parser.add_argument("--tools", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--slow", action="store_true")
    given = parser.parse_args()
    roots = os.pathsep.join([str(ROOT / "runner"), str(ROOT / "reference" / "python")])
    with tempfile.TemporaryDirectory() as scratch:
        cache = Path(scratch) / "cache"
        environment = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
            "PYTHONPATH": roots,
            "XDG_CACHE_HOME": str(cache),
            "PYTHONPYCACHEPREFIX": str(Path(scratch) / "bytecode"),
        }
        start = measure([*LINT, "--version"], Path(scratch), given.runs, environment)
        print(f"start-up: wall {start.wall:.3f} s, cpu {start.cpu:.3f} s")
        others = commands(given.tools, Path(scratch), given.slow)
        for tree in given.trees:
            folder = tree.resolve()
            measure([*LINT, "lint", "--no-cache"], folder, 1, environment)
            print(f"\n{tree.name}: {sum(len(names) for _, _, names in os.walk(folder))} files")
            first = measure([*LINT, "lint", "--no-cache"], folder, given.runs, environment)
            measure([*LINT, "lint"], folder, 1, environment)
            second = measure([*LINT, "lint"], folder, given.runs, environment)
            for name, took in (("lint, first run", first), ("lint, second run", second)):
                row(name, took, start, None)
            for name, command in others.items():
                took = measure(command, folder, 1 if name == "semgrep" else given.runs, environment)
                row(name, took, None, (net(first, start), net(second, start)))


def net(took: Took, start: Took) -> Took:
    """Without start-up."""
    return Took(max(took.wall - start.wall, 1e-4), max(took.cpu - start.cpu, 1e-4))


def row(name: str, took: Took, start: Took | None, ours: tuple[Took, Took] | None) -> None:
    """One line of a table, with the linter's share of the other's time."""
    shown = net(took, start) if start is not None else took
    line = f"  {name:18} wall {shown.wall:7.3f} s  cpu {shown.cpu:7.3f} s"
    if ours is not None:
        first, second = ours
        line += f"   lint/this: first {first.wall / took.wall:6.2f} wall {first.cpu / took.cpu:6.2f} cpu, second {second.wall / took.wall:6.2f} wall {second.cpu / took.cpu:6.2f} cpu"
    print(line)


if __name__ == "__main__":
    main()
