"""Cases become checks: which operations, at which level, under which name."""

from __future__ import annotations

import pytest

from thinkspec.checks import expand, level_of
from thinkspec.strictyaml import SourceError
from tool import DIALECTS, case, cases, checks, spec

PAIR = {"input": "<think>t</think>a", "expect": {"sapphire": {"answer": "a", "thinking": "t"}}}


def of(dialect="sapphire", **row):
    """The checks of one case in one dialect, by operation."""
    return {check.op: check for check in expand([case(**{**PAIR, **row})], [dialect], spec())}


def with_reading(**reading):
    """The checks of the plain pair with more written for sapphire."""
    return of(expect={"sapphire": {"answer": "a", "thinking": "t", **reading}})


# bases of the rules, level written at the case, level written at the dialect, level of the check
LEVELS = [
    (["doc"], None, None, "must"),
    (["observed"], None, None, "should"),
    (["decided"], None, None, "may"),
    (["doc", "observed"], None, None, "should"),
    (["decided", "doc", "observed"], None, None, "may"),
    (["doc"], "should", None, "should"),
    (["doc"], "may", "should", "may"),
    (["doc"], None, "may", "may"),
    (["decided"], "should", None, "may"),  # a case lowers, it never raises
]


@pytest.mark.parametrize(("bases", "of_case", "of_dialect", "level"), LEVELS)
def test_the_level_is_that_of_the_weakest_basis(bases, of_case, of_dialect, level):
    rules = dict(zip("abc", bases, strict=False))
    assert level_of(rules, rules.__getitem__, of_case, of_dialect) == level


def test_a_dialects_own_rules_decide_its_level():
    both = {"answer": "a", "thinking": "t"}
    row = {"rules": ["openers"], "expect": {"sapphire": {**both, "rules": ["null-input"]}, "nr-llm": both}}
    assert (of("sapphire", **row)["split"].level, of("nr-llm", **row)["split"].level) == ("may", "must")


# operation, what it must give, for the plain pair with everything written
DERIVED = [
    ("strip", "a"),
    ("split", {"answer": "a", "thinking": "t"}),
    ("thinking", "t"),
    ("has", True),
    ("segments", [["think", "t", "think"], ["text", "a", ""]]),
    ("only", "<think>t</think>"),
    ("unfinished", 0),
]


@pytest.mark.parametrize(("op", "expected"), DERIVED, ids=[op for op, _ in DERIVED])
def test_a_reading_gives_a_check_for_each_operation(op, expected):
    found = with_reading(segments=[["think", "t", "think"], ["text", "a", ""]], only="<think>t</think>", unfinished=0)
    assert found[op].expected == expected


def test_segments_only_and_unfinished_are_checked_only_where_written():
    assert list(of()) == ["strip", "split", "thinking", "has"]


# dialect, thinking, has
HAS = [
    ("sapphire", "", False),
    ("sapphire", "t", True),
    ("llm-chat", "", False),
    ("langertha", None, False),
    ("langertha", "", True),  # null and empty differ there
    ("nr-llm", None, False),
    ("nr-llm", "", True),
]


@pytest.mark.parametrize(("dialect", "thinking", "has"), HAS)
def test_has_says_whether_thinking_is_more_than_nothing(dialect, thinking, has):
    found = of(dialect, expect={dialect: {"answer": "a", "thinking": thinking}})
    assert found["has"].expected is has


def test_strip_of_a_null_answer_is_the_empty_text():
    found = of("langertha", input=None, expect={"langertha": {"answer": None, "thinking": None}})
    assert found["strip"].expected == ""


def test_a_refused_input_gives_split_and_thinking_only():
    found = of("nr-llm", input=None, expect={"nr-llm": {"rejected": True}})
    assert {op: check.rejected for op, check in found.items()} == {"split": True, "thinking": True}


def test_a_wrap_case_gives_wrap_only():
    row = {"thinking": "t", "answer": None, "expect": {"sapphire": {"wrap": "<think>t</think>"}}}
    wrapped = {check.op: check for check in expand([case(**row)], ["sapphire"], spec())}
    assert (list(wrapped), wrapped["wrap"].request) == (["wrap"], {"thinking": "t", "answer": None})


@pytest.mark.parametrize(
    ("rule", "exact"), [("nothing-found", True), ("empty-thinking", True), ("null-input", True), ("openers", False)]
)
def test_null_and_empty_differ_only_where_a_rule_is_about_them(rule, exact):
    assert of(rules=[rule])["split"].exact_null is exact


def test_options_of_the_dialect_cross_the_wire():
    both = {"answer": "a", "thinking": "t"}
    row = {"options": {"langertha": {"tag": "x"}}, "expect": {"langertha": both, "sapphire": both}}
    assert [of(name, **row)["split"].request.get("options") for name in ("langertha", "sapphire")] == [
        {"tag": "x"},
        None,
    ]


def test_texts_are_written_out():
    found = of(input=["<think>", {"repeat": ["x", 3]}, {"json": "\\ud800"}])
    assert found["split"].request == {"text": "<think>xxx\ud800"}


def test_an_id_names_case_dialect_and_operation():
    assert of()["split"].id == "read/t/c@sapphire:split"


def test_a_dialect_that_a_case_does_not_mention_has_no_check():
    assert of("nr-llm") == {}


def test_expected_values_never_cross_the_wire():
    assert {key for check in checks() for key in check.request} <= {"text", "thinking", "answer", "options"}


def test_every_case_gives_checks_in_every_dialect():
    seen = {(check.case.name, check.dialect) for check in checks()}
    wraps = {one.name for one in cases() if "input" not in one.row}
    assert {(one.name, dialect) for one in cases() for dialect in DIALECTS if one.name not in wraps} <= seen


def test_no_two_checks_share_an_id():
    assert len({check.id for check in checks()}) == len(checks())


# what is wrong with the row
BROKEN = [
    {"rules": ["no-such-rule"]},
    {"input": {"repeat": 5}},
    {"expect": {"sapphire": {"answer": "a"}}},
    {"expect": 5},
]


@pytest.mark.parametrize("row", BROKEN)
def test_a_case_that_cannot_be_used_is_told_with_its_place(row):
    with pytest.raises(SourceError, match=r"^cases/read/t\.yaml:7: case read/t/c cannot be used"):
        of(**row)


def test_a_group_that_nobody_expands_is_left_alone():
    assert list(expand([case("unheard-of/t/c", **PAIR)], ["sapphire"], spec())) == []
