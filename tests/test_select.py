"""The glob language that selects cases and checks."""

from __future__ import annotations

import pytest

from thinkspec.errors import NothingSelected, UsageError
from thinkspec.select import pattern, select

CHECK = "read/plain/pair@sapphire:split#crlf"

# glob, whether it selects the check
GLOBS = [
    # the whole name, or its beginning up to a border
    (CHECK, True),
    ("read/plain/pair@sapphire:split", True),
    ("read/plain/pair@sapphire", True),
    ("read/plain/pair", True),
    ("read/plain", True),
    ("read", True),
    ("read/pla", False),
    ("read/plain/pai", False),
    ("plain/pair", False),
    ("pair", False),
    # * takes no border
    ("*", True),
    ("read/*", True),
    ("read/*/pair", True),
    ("*/*/*@sapphire", True),
    ("read/*@sapphire", False),
    ("*@sapphire", False),
    ("read/pl*", True),
    ("read/*n/p*r", True),
    ("*/*/*@*:split", True),
    ("*/*/*@*:*#crlf", True),
    ("*/*/*@nr-llm", False),
    # ** takes everything
    ("**", True),
    ("**@sapphire", True),
    ("**:split", True),
    ("**:strip", False),
    ("**#crlf", True),
    ("read/**pair", True),
    # ? takes one character, and no border
    ("read/plai?", True),
    ("read?plain", False),
    ("rea??plain", False),
    ("read/plain?", False),
    # everything else stands for itself
    ("read.plain", False),
    ("[r]ead", False),
    ("READ", False),
    ("read/plain/", False),
]


@pytest.mark.parametrize(("glob", "hit"), GLOBS)
def test_a_glob_selects_from_the_beginning_up_to_a_border(glob, hit):
    assert bool(pattern(glob).match(CHECK)) is hit


@pytest.mark.parametrize("name", ["a.b", "a+b", "a(b)", "a\\b", "a[b]", "a|b", "a$"])
def test_signs_of_regular_expressions_stand_for_themselves(name):
    assert pattern(name).match(name)


def test_a_line_end_in_a_name_ends_nothing():
    assert not pattern("a").match("a\n")


NAMES = ["a/1", "a/2", "b/1"]

# globs, what they select
SELECTED = [
    ([], NAMES),
    (["a"], ["a/1", "a/2"]),
    (["*/1"], ["a/1", "b/1"]),
    (["b", "a/2"], ["a/2", "b/1"]),  # the order of the items, not of the patterns
    (["a", "a/1"], ["a/1", "a/2"]),  # each once
]


@pytest.mark.parametrize(("globs", "chosen"), SELECTED)
def test_patterns_add_up(globs, chosen):
    assert select(NAMES, globs, str) == chosen


@pytest.mark.parametrize("globs", [["c"], ["a", "c"], ["A"]])
def test_a_pattern_that_matches_nothing_is_an_error_with_exit_code_3(globs):
    with pytest.raises(NothingSelected, match=rf"^--select {globs[-1]}: matches no check") as caught:
        select(NAMES, globs, str)
    assert caught.value.exit_code == 3


def test_a_topic_without_its_group_is_told_with_it():
    with pytest.raises(NothingSelected, match=r"Did you mean '\*/plain'\?"):
        select(["read/plain/pair@sapphire:split"], ["plain"], str)


def test_an_empty_pattern_is_an_error():
    with pytest.raises(UsageError, match="an empty pattern"):
        select(NAMES, [""], str)
