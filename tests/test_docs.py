"""The examples in our documents are real: those that are marked are run, and every command they show exists.

The convention, in any README of the tree:

* ``<!-- run -->`` on a line of its own, right before a fenced block, marks it.  ``python`` and ``js`` blocks run as
  modules, ``sh`` blocks in an empty folder, with ``thinkspec`` on the path.  They must end with 0 and say nothing on
  standard error; in JavaScript ``console.assert`` says so, in Python ``assert`` does.
* A fenced block ``text`` right behind a marked block is what it prints, to the letter.
* ``<!-- generated: NAME -->`` to ``<!-- end: NAME -->`` is written by ``tests/published/table.py``.

Of blocks that are not marked, every line of ``sh`` that begins with ``thinkspec`` must name a command and options that
there are.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest

from published import table as readme_tables
from thinkspec.cli import group
from thinkspec.node import find_node
from tool import ROOT, environment

FENCE = re.compile(
    r"(?P<run>^<!-- run -->\n)?^```(?P<language>\w+)\n(?P<code>.*?)^```\n(?:\n?^```text\n(?P<output>.*?)^```\n)?",
    re.MULTILINE | re.DOTALL,
)
TOP = ("runner", "reference", "spec", "cases", "tests")


class Block(NamedTuple):
    """One fenced block and where it stands."""

    place: str
    language: str
    code: str
    run: bool
    output: str | None


def documents():
    """Every README that is ours."""
    return [
        ROOT / "README.md",
        *sorted(path for top in TOP for path in (ROOT / top).rglob("README.md") if "node_modules" not in path.parts),
    ]


def blocks_of(path):
    """The fenced blocks of a document."""
    text = path.read_text("utf-8")
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start("language")) + 1
        yield Block(
            f"{path.relative_to(ROOT)}:{line}", found["language"], found["code"], bool(found["run"]), found["output"]
        )


BLOCKS = [block for path in documents() for block in blocks_of(path)]
MARKED = [block for block in BLOCKS if block.run]


def by_place(value: Any) -> Any:
    return value.place if isinstance(value, Block) else None


def command_of(block: Block, folder: Path) -> list[str]:
    """What runs a block in a folder made for it."""
    if block.language == "python":
        (folder / "example.py").write_text(block.code, "utf-8")
        return [sys.executable, "example.py"]
    if block.language == "js":
        (folder / "node_modules").mkdir()
        (folder / "node_modules" / "thinkspec-reference").symlink_to(ROOT / "reference" / "js")
        (folder / "example.mjs").write_text(block.code, "utf-8")
        return [find_node(), "example.mjs"]
    (folder / "bin").mkdir()
    tool = folder / "bin" / "thinkspec"
    tool.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m thinkspec "$@"\n')
    tool.chmod(0o755)
    return ["/bin/sh", "-e", "-c", block.code]


@pytest.mark.parametrize("block", MARKED, ids=by_place)
def test_a_marked_example_runs(block, tmp_path):
    command = command_of(block, tmp_path)
    path = os.pathsep.join([str(tmp_path / "bin"), os.environ["PATH"]])
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env=environment(PATH=path), timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    if block.output is not None:
        assert done.stdout == block.output


def test_the_readme_marks_an_example_of_each_language():
    assert {block.language for block in MARKED if block.place.startswith("README.md")} >= {"python", "js"}


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.language in ("python", "js")], ids=by_place)
def test_every_example_of_the_library_is_marked(block):
    assert block.run


def shown_commands():
    """Every line of a shell block that calls the tool, with its place."""
    for block in BLOCKS:
        for line in block.code.splitlines() if block.language == "sh" else []:
            for part in re.split(r"\s(?:&&|;|\|)\s", line):
                words = shlex.split(part.partition(" < ")[0], comments=True)
                if words[:1] == ["thinkspec"]:
                    yield pytest.param(words[1:], id=f"{block.place}: {' '.join(words)[:60]}")


@pytest.mark.parametrize("words", shown_commands())
def test_every_command_that_is_shown_exists(words):
    command: click.Command = group
    context = click.Context(group)
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(context, words[0])
        assert found is not None, f"no command {words[0]}"
        command, words = found, words[1:]
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    named = {word.partition("=")[0] for word in words if re.match(r"--?[A-Za-z]", word)}
    assert named - known - {"--help", "--version", "--debug"} == set()


@pytest.mark.parametrize("top", TOP)
def test_each_top_folder_opens_with_a_screen(top):
    lines = (ROOT / top / "README.md").read_text("utf-8").splitlines()
    assert 5 <= len(lines) <= 60


@pytest.mark.parametrize("name", list(readme_tables.TABLES))
def test_a_generated_part_of_the_readme_is_fresh(name):
    begin, end = f"<!-- generated: {name} -->\n", f"\n<!-- end: {name} -->"
    shown = (ROOT / "README.md").read_text("utf-8").partition(begin)[2].partition(end)[0]
    assert shown == readme_tables.TABLES[name]()


def links():
    """Every link of our documents to a file of ours."""
    for path in documents():
        for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", path.read_text("utf-8")):
            yield pytest.param(path, target, id=f"{path.relative_to(ROOT)}: {target}")


@pytest.mark.parametrize(("path", "target"), links())
def test_a_link_leads_somewhere(path, target):
    assert (path.parent / target).exists()
