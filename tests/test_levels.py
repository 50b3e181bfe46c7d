"""How far a reader came: the level of a group and of the whole."""

from __future__ import annotations

import pytest

from thinkspec.levels import Scored, group_levels, overall, reaches, worst_verdict

ALL_PASS = {"must strip": "pass", "must split": "pass", "must has": "pass", "should strip": "pass", "may strip": "pass"}

# What is other than passed, and the level that is left.
READ = [
    ({}, "exact"),
    ({"may strip": "fail"}, "exact"),
    ({"should strip": "fail"}, "full"),
    ({"should strip": "unsupported"}, "full"),
    ({"must has": "fail"}, "core"),
    ({"must has": "unsupported"}, "core"),
    ({"must split": "fail"}, "none"),
    ({"must split": "unsupported"}, "none"),
    ({"must strip": "error"}, "none"),
    ({"must strip": "fault"}, "none"),
    (dict.fromkeys(ALL_PASS, "unsupported"), None),
]


def rows(changes, op=""):
    found = []
    for name, verdict in {**ALL_PASS, **changes}.items():
        level, read_op = name.split()
        found.append(Scored(name, level, op or read_op, verdict))
    return found


@pytest.mark.parametrize(("changes", "level"), READ)
def test_the_level_of_reading(changes, level):
    assert group_levels(rows(changes))["read"]["level"] == level


@pytest.mark.parametrize(
    ("changes", "level"),
    [
        ({}, "exact"),
        ({"should strip": "fail"}, "full"),
        ({"must strip": "unsupported"}, "core"),
        ({"must strip": "fail"}, "none"),
    ],
)
def test_elsewhere_core_is_all_that_is_offered(changes, level):
    assert group_levels(rows(changes, "effort"))["effort"]["level"] == level


@pytest.mark.parametrize(
    ("levels", "level"),
    [
        (["exact", "exact"], "exact"),
        (["exact", "core"], "core"),
        (["exact", None], "exact"),
        ([None, None], "none"),
        ([], "none"),
    ],
)
def test_the_level_of_the_whole_is_the_lowest(levels, level):
    assert overall({str(number): {"level": one} for number, one in enumerate(levels)}) == level


@pytest.mark.parametrize(
    ("level", "bar", "met"),
    [("exact", "full", True), ("full", "full", True), ("core", "full", False), ("none", "core", False)],
)
def test_a_bar_is_met_from_its_level_on(level, bar, met):
    assert reaches(level, bar) is met


def test_a_family_is_as_good_as_its_worst_member():
    assert worst_verdict(["pass", "unsupported", "fail", "error"]) == "error"
