"""The goals of the linter on two corpora that were written apart from it, from the list of shapes and the rules' sentences.

Each corpus has 175 files to flag and 120 not to.  What is counted is what a person meets: whether a file is flagged that
should be, and whether the lines that are shown are the right ones.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from conftest import ROOT
from thinkspec.lint import config
from thinkspec.lint.engine import Linter

FOLDER = ROOT / "tests" / "data" / "lint"
CORPORA = sorted(path.stem for path in FOLDER.glob("apart-*.json"))
PRECISION, RECALL, RIGHT_LINES = 0.98, 0.97, 0.97


@dataclass(frozen=True)
class Read:
    """The lines of one file that are wanted, and those that are found."""

    name: str
    wanted: frozenset[int]
    found: frozenset[int]


def read(corpus, folder, monkeypatch):
    verdicts = []
    for snippet in json.loads((FOLDER / f"{corpus}.json").read_text(encoding="utf-8")):
        home = folder / snippet["id"]
        path = home / snippet["path"]
        path.parent.mkdir(parents=True)
        path.write_bytes(snippet["text"].encode("utf-8"))
        monkeypatch.chdir(home)
        found = Linter(config.Settings()).run(["."]).findings
        wanted = frozenset(each["line"] for each in snippet["expect"])
        verdicts.append(Read(snippet["id"], wanted, frozenset(each.line for each in found)))
    return verdicts


@pytest.mark.parametrize("corpus", CORPORA)
def test_files_and_lines(corpus, tmp_path, monkeypatch):
    verdicts = read(corpus, tmp_path, monkeypatch)
    flagged = [each for each in verdicts if each.found]
    wanted = [each for each in verdicts if each.wanted]
    both = [each for each in flagged if each.wanted]
    right = [each for each in both if each.wanted == each.found]
    assert (len(verdicts), len(wanted)) == (295, 175)
    assert len(both) / len(flagged) >= PRECISION, [each.name for each in flagged if not each.wanted]
    assert len(both) / len(wanted) >= RECALL, [each.name for each in wanted if not each.found]
    assert len(right) / len(both) >= RIGHT_LINES, [each for each in both if each.wanted != each.found]
