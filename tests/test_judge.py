"""The verdict of one answer."""

from __future__ import annotations

import pytest

from thinkspec.checks import Check
from thinkspec.judge import bare, judge, same
from thinkspec.wire import Answer
from tool import case


def check(expected, *, exact_null=False, rejected=False, judged=None):
    """A check that expects a value."""
    return Check("n", case(), "sapphire", "split", {}, expected, (), "must", exact_null, rejected, judge=judged)


def halves(answer, thinking):
    return {"answer": answer, "thinking": thinking}


# expected, got, kind, white space only
COMPARED = [
    ("a", "a", "pass", False),
    ("a", "b", "fail", False),
    ("a", "a ", "fail", True),
    ("a b", "ab", "fail", True),
    ("a", None, "fail", False),
    ("", None, "pass", False),
    (None, "", "pass", False),
    ("", " ", "fail", True),
    (None, " ", "fail", True),
    (True, True, "pass", False),
    (True, False, "fail", False),
    (0, 0, "pass", False),
    (0, False, "fail", False),  # a number is no truth value
    (1, True, "fail", False),
    (halves("a", "t"), halves("a", "t"), "pass", False),
    (halves("a", ""), halves("a", None), "pass", False),
    (halves("a", "t"), halves("t", "a"), "fail", False),
    (halves("a\n", "t"), halves("a", "t "), "fail", True),
    ([["text", "a", ""]], [["text", "a", ""]], "pass", False),
    ([["text", "a", ""]], [["think", "a", ""]], "fail", False),
    ([["text", "a", ""]], [], "fail", False),
    ([["text", " a", ""]], [["text", "a", ""]], "fail", True),
]


@pytest.mark.parametrize(("expected", "got", "kind", "white_space_only"), COMPARED)
def test_an_answer_is_compared_with_what_is_due(expected, got, kind, white_space_only):
    verdict = judge(check(expected), Answer("ok", got))
    assert (verdict.kind, verdict.white_space_only) == (kind, white_space_only)


@pytest.mark.parametrize(("expected", "got"), [(halves("a", None), halves("a", "")), ("", None), (None, "")])
def test_null_and_empty_differ_where_it_is_asked_for(expected, got):
    assert judge(check(expected, exact_null=True), Answer("ok", got)).kind == "fail"


def test_a_difference_between_null_and_empty_is_no_white_space():
    verdict = judge(check(None, exact_null=True), Answer("ok", ""))
    assert not verdict.white_space_only


def test_a_fail_keeps_what_came():
    assert judge(check("a"), Answer("ok", "b")).got == "b"


# answer, rejection expected, kind
REFUSED = [
    (Answer("rejected", "no"), True, "pass"),
    (Answer("rejected", "no"), False, "fail"),
    (Answer("ok", "a"), True, "fail"),
    (Answer("error", "boom"), True, "error"),
    (Answer("error", "boom"), False, "error"),
    (Answer("unsupported", "none"), True, "unsupported"),
]


@pytest.mark.parametrize(("answer", "rejected", "kind"), REFUSED)
def test_a_refusal_passes_only_where_it_is_due(answer, rejected, kind):
    assert judge(check("a", rejected=rejected), answer).kind == kind


@pytest.mark.parametrize(("complaint", "kind"), [(None, "pass"), ("too long", "fail")])
def test_a_check_may_judge_by_itself(complaint, kind):
    verdict = judge(check(None, judged=lambda value: complaint), Answer("ok", "x"))
    assert (verdict.kind, verdict.message) == (kind, complaint or "")


def test_a_missing_half_is_a_difference_even_from_nothing():
    assert not same({"answer": "a", "thinking": None}, {"answer": "a"}, exact_null=False)


def test_every_kind_of_white_space_is_left_out():
    assert bare({"a": [" x\u00a0y\u2028", True, None]}) == {"a": ["xy", True, None]}
