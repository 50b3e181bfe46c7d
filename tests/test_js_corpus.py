"""The corpus under ``node --test``, from the twin's package: for the twin, and for a reader of one's own."""

from __future__ import annotations

import os
import re
import subprocess

import pytest

from thinkspec.node import find_node
from tool import ROOT

TEST = ROOT / "reference" / "js" / "test" / "corpus.test.mjs"


def run(cwd, **env):
    """What ``node --test`` counted, and what it said."""
    command = [find_node(), "--test", str(TEST)]
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, timeout=300, check=False
    )
    return done, {word: int(number) for word, number in re.findall(r"^# (\w+) (\d+)$", done.stdout, re.MULTILINE)}


def test_the_twin_passes_all_of_it(tmp_path):
    done, counted = run(tmp_path)
    assert (done.returncode, counted["fail"], counted["skipped"]) == (0, 0, 0), done.stdout[-2000:]
    assert counted["pass"] > 3000


@pytest.mark.parametrize("pointer", ["./own.mjs", "./own.mjs#strip"])
def test_a_reader_of_ones_own_is_told_what_it_breaks(tmp_path, pointer):
    body = 'export const strip = (text) => (text ?? "").replace(/<think>.*?<\\/think>/gs, "").trim();\n'
    (tmp_path / "own.mjs").write_text(body, encoding="utf-8")
    done, counted = run(tmp_path, THINKSPEC_READER=pointer, THINKSPEC_DIALECT="sapphire")
    assert (done.returncode, counted["pass"] > 100, counted["fail"] > 100) == (1, True, True)


def test_a_reader_without_a_dialect_is_refused(tmp_path):
    (tmp_path / "own.mjs").write_text("export const strip = (text) => text;\n", encoding="utf-8")
    done, _ = run(tmp_path, THINKSPEC_READER="./own.mjs")
    assert (done.returncode, "needs THINKSPEC_DIALECT" in done.stdout + done.stderr) == (1, True)
