"""The slow oracle of efforts, which reads the rows as they stand, says what every effort case expects."""

from __future__ import annotations

import pytest

from conftest import ROOT
from oracles import effort as oracle
from thinkspec.checks import expand
from thinkspec.corpus import load_cases
from thinkspec.effort_checks import MAPPINGS
from thinkspec.effort_core import core, wires
from thinkspec.effort_judge import pared, same_core
from thinkspec.effort_tables import load_effort
from tool import spec

TABLES = load_effort(ROOT)
WIRES = wires(spec().folder)
DISPLAYS = [row["id"] for row in TABLES.vocabulary.value["displays"]]


def is_sound(args):
    """Whether the arguments are of the right kind: what is not is refused before any row is looked at."""
    budget, model = args.get("thinking_budget"), args.get("model")
    return (
        args.get("effort") in (None, *oracle.EFFORTS)
        and args.get("thinking_display") in (None, *DISPLAYS)
        and (model is None or isinstance(model, str))
        and (budget is None or (type(budget) is int and abs(budget) < 2**53))
        and all(args.get(name) in (None, True, False) for name in ("thinking_enabled", "thinking_toggle"))
    )


def answer(check):
    request = check.request
    value = TABLES.families[request["mapping"]].value
    return oracle.fields(value, TABLES.vocabulary.value, TABLES.wires.value, request["wire"], request["args"])


def fits(check):
    found = answer(check)
    if check.rejected or found == oracle.REFUSED:
        return check.rejected and found == oracle.REFUSED
    optional = check.meet.keywords["optional"]
    return same_core(pared(check.expected, optional), pared(core(WIRES[check.request["wire"]], found), optional))


@pytest.mark.parametrize("mapping", MAPPINGS)
def test_every_case_says_what_the_oracle_says(mapping):
    known = TABLES.wires_of(mapping)  # another wire is refused before any row is looked at
    asked = [
        check
        for check in expand(load_cases(ROOT, ["effort"]), [mapping], spec())
        if is_sound(check.request["args"]) and check.request["wire"] in known
    ]
    assert len(asked) > 1_000
    assert [check.id for check in asked if not fits(check)] == []


# what stands behind a prefix, its class
CLASSES = [
    ("", "end"),
    ("0", "digit"),
    (".1", ".digit"),
    (".10", ".number"),
    (".x", "."),
    ("-2026", "-date"),
    ("-1", "-version"),
    ("-32b", "-"),
    ("-x", "-"),
    (":x", "other"),
]


@pytest.mark.parametrize(("rest", "name"), CLASSES)
def test_what_may_follow_a_prefix(rest, name):
    assert oracle.class_of(rest) == name
