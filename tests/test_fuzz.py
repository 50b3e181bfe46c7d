"""Fuzzing: the same replies in both languages, finds that are real, small and named, and laws that hold."""

from __future__ import annotations

import json
import random
import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import ROOT
from thinkspec.fuzz.laws import plain_half, reads_again, tiles, wraps_back
from thinkspec.fuzz.pieces import filled, pieces
from thinkspec.fuzz.smaller import smaller
from thinkspec.fuzz.strategies import replies as made_replies
from thinkspec.fuzz.strategies import smallest
from thinkspec.hosts.fuzzing import equal, replies
from thinkspec.mutants import reader_of
from thinkspec.node import find_node
from thinkspec.schema import problems
from tool import DIALECTS, spec, table, thinkspec

SEED = 20261130
TABLE = pieces(spec())
HOSTS = ROOT / "runner/thinkspec/hosts"

READERS = {
    "crashes.py": """
        import os, re

        def strip(text):
            if "</think>" in text and "```" in text:
                os._exit(3)
            return re.sub("<think>.*?</think>", "", text, flags=re.S)
        """,
    "hangs.py": """
        import time

        def strip(text):
            while "`</think>" in text:
                time.sleep(1)
            return text
        """,
    "raises.py": """
        def strip(text):
            return {"": ""}[text[:0]] + text if "</think>" not in text else [][1]
        """,
    "pattern.py": """
        import re

        def strip(text):
            return re.sub("<think>.*?</think>", "", text, flags=re.S)
        """,
    "last.mjs": """
        export function split(text) {
          const at = text.lastIndexOf("</think>");
          return at < 0 ? { answer: text, thinking: "" } : { answer: text.slice(at + 8), thinking: text.slice(0, at) };
        }
        """,
}


@pytest.fixture
def reader(tmp_path):
    """Writes one of the readers and gives its pointer."""

    def write(name: str, suffix: str = "") -> str:
        (tmp_path / name).write_text("\n".join(line[8:] for line in READERS[name].split("\n")), encoding="utf-8")
        return f"{'js' if name.endswith('.mjs') else 'py'}:{tmp_path / name}{suffix}"

    return write


def fuzz(*arguments: str) -> dict:
    """The report of a run, and its exit code under ``code``."""
    done = thinkspec("fuzz", *arguments, "--format", "json")
    assert done.returncode in (0, 1), done.stderr
    report = json.loads(done.stdout)
    assert list(problems(report, "fuzz-report")) == []
    return {**report, "code": done.returncode}


def test_both_hosts_draw_the_same_replies():
    code = (
        f'import {{ reply }} from "{(HOSTS / "fuzzing.mjs").as_uri()}";'
        'import fs from "node:fs";'
        'const { table, seed, numbers } = JSON.parse(fs.readFileSync(0, "utf8"));'
        "console.log(JSON.stringify(numbers.map((number) => reply(table, seed, number))));"
    )
    numbers = [0, 1, 2, 77, 123_456_789]
    sent = json.dumps({"table": TABLE, "seed": 4_000_000_000, "numbers": numbers})
    done = subprocess.run(
        [find_node(), "--input-type=module", "--eval", code], input=sent, capture_output=True, text=True, check=True
    )
    ours = [next(replies(TABLE, 4_000_000_000, number, 1)) for number in numbers]
    assert json.loads(done.stdout) == json.loads(json.dumps(ours))


def test_another_seed_gives_other_replies():
    assert list(replies(TABLE, 1, 0, 20)) != list(replies(TABLE, 2, 0, 20))


@pytest.mark.parametrize("piece", ["<think>", "</think>", "```", "\u0085", "<thinking>"])
def test_every_kind_of_piece_is_drawn(piece):
    assert any(piece in text for text in replies(TABLE, SEED, 0, 3_000))


def test_a_dollar_stands_for_every_name():
    assert filled("<$ ", ["a", "b"]) == ["<a ", "<b "]


def test_a_set_tag_is_drawn():
    assert any("<idea>" in text for text in replies(pieces(spec(), {"tag": "idea"}), SEED, 0, 500))


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("language", ["python", "js"])
def test_the_references_agree_with_themselves(language, dialect):
    report = fuzz(f"reference:{language}", "--dialect", dialect, "--seed", "3", "-n", "1500")
    assert (report["finds"], report["code"], report["replies"]) == ([], 0, 1500)


def test_the_twins_agree_with_each_other():
    report = fuzz("reference:python", "--against", "reference:js", "--seed", "3", "-n", "1500")
    assert (report["finds"], report["code"]) == ([], 0)


def test_finds_are_named_small_and_real(reader):
    report = fuzz(reader("pattern.py", ":strip?op=strip"), "--seed", "3", "-n", "2000")
    right = reader_of(spec(), "sapphire", table("sapphire"), {})
    assert report["code"] == 1
    assert {"stray-closer", "unclosed-opener"} <= {find["rule"] for find in report["finds"]}
    assert all(len(find["text"]) < 40 and right.strip(find["text"]) != find["got"] for find in report["finds"])


def test_no_rule_is_told_twice_in_the_same_way(reader):
    report = fuzz(reader("pattern.py", ":strip?op=strip"), "--seed", "3", "-n", "2000")
    told = [(find["kind"], find["rule"], find["change"]) for find in report["finds"]]
    assert len(told) == len(set(told))


def test_the_same_seed_finds_the_same(reader):
    pointer = reader("pattern.py", ":strip?op=strip")
    one, other = (fuzz(pointer, "--seed", "5", "-n", "600")["finds"] for _ in range(2))
    assert one == other


def test_a_javascript_reader_is_fuzzed_in_its_own_process(reader):
    report = fuzz(reader("last.mjs"), "--dialect", "langertha", "--seed", "3", "-n", "1000")
    assert "unclosed-opener" in {find["rule"] for find in report["finds"]}


def test_two_readers_of_one_project_are_compared(reader):
    report = fuzz(
        reader("last.mjs"), "--against", "reference:python", "--dialect", "nr-llm", "--seed", "3", "-n", "400"
    )
    assert report["code"] == 1


# reader, a part of the smallest reply, how it broke
BREAKS = [
    ("crashes.py", "</think>", "exit code 3"),
    ("raises.py", "</think>", "IndexError"),
    ("hangs.py", "`</think>", "no answer within"),
]


@pytest.mark.parametrize(("name", "part", "said"), BREAKS)
def test_a_reader_that_breaks_is_a_find_and_not_the_end(reader, name, part, said):
    pointer = reader(name, ":strip?op=strip")
    report = fuzz(pointer, "--dialect", "nr-llm", "--seed", "3", "-n", "400", "--timeout", "0.5")
    broke = [find for find in report["finds"] if find["kind"] == "error"]
    assert len(broke) == 1
    assert part in broke[0]["text"]
    assert said in broke[0]["got"]


def test_a_find_is_saved_as_a_stub(reader, tmp_path):
    root = tmp_path / "root"
    for name in ("spec", "cases", "tests/oracles"):
        shutil.copytree(ROOT / name, root / name)
    report = fuzz(reader("pattern.py", ":strip?op=strip"), "--seed", "3", "-n", "100", "--save", "--root", str(root))
    saved = [find for find in report["finds"] if find["text"]]
    assert report["saved"] or not saved
    text = (root / "cases/read/fuzzed.yaml").read_text(encoding="utf-8")
    assert text.count("stub: true") == len(report["saved"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["py:no.such.module"], "no module"),
        (["reference:python", "--dialect", "klingon"], "there is no such dialect"),
        (["reference:js", "--dialect", "sapphire", "-O", "tag=x"], "takes no such options"),
    ],
)
def test_what_cannot_be_fuzzed_is_usage(arguments, said):
    done = thinkspec("fuzz", *arguments, "-n", "10")
    assert done.returncode == 2
    assert said in done.stderr


# text, what must hold, the smallest text
SMALL = [
    ("abc <think>x</think> tail", "</think>", "</think>"),
    ("one `<think>` two", "`<think>", "`<think>"),
    ("zzz", "", ""),
]


@pytest.mark.parametrize(("text", "part", "least"), SMALL)
def test_replies_shrink_to_what_is_needed(text, part, least):
    assert smaller(text, lambda other: part in other) == least


@pytest.mark.parametrize(
    ("wanted", "got", "same"),
    [
        ({"answer": "a", "thinking": None}, {"answer": "a", "thinking": ""}, True),
        ({"answer": "a", "thinking": "b"}, {"answer": "a", "thinking": ""}, False),
        (None, "", True),
        ([["text", "a", ""]], [["text", "a", ""]], True),
    ],
)
def test_null_and_empty_are_the_same_to_a_fuzzer(wanted, got, same):
    assert equal(wanted, got) is same


def right(dialect):
    return reader_of(spec(), dialect, table(dialect), {})


@pytest.mark.parametrize("dialect", DIALECTS)
def test_pieces_tile_every_reply(dialect):
    reader = right(dialect)

    @settings(max_examples=150, deadline=None)
    @given(made_replies(TABLE))
    def law(text):
        assert tiles(reader, text) is None

    law()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_answer_without_tags_is_read_again_unchanged(dialect):
    reader = right(dialect)

    @settings(max_examples=150, deadline=None)
    @given(made_replies(TABLE))
    def law(text):
        assert reads_again(reader, text) is None

    law()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_is_wrapped_comes_apart_again(dialect):
    reader = right(dialect)
    half = st.text(min_size=1).map(plain_half).filter(bool)

    @settings(max_examples=150, deadline=None)
    @given(half, half)
    def law(thinking, answer):
        assert wraps_back(reader.split, reader.wrap, thinking, answer) is None

    law()


def test_a_broken_law_is_found_and_made_small():
    text = smallest(TABLE, lambda reply: "broken" if "</think>" in reply else None, random.Random(1), 300)  # noqa: S311 -- repeatable
    assert text == "</think>"


def test_the_laws_of_the_reference_hold_on_the_wire():
    assert fuzz("reference:python", "--laws", "--seed", "1", "-n", "200")["laws"] == []
