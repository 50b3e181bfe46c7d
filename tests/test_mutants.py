"""Tables with one change: each differs in one rule, none twice, none by nothing."""

from __future__ import annotations

import pytest

from thinkspec.mutants import given_values, option_mutants, reader_of
from thinkspec.tables import canonical
from tool import DIALECTS, spec, table

dialects = pytest.mark.parametrize("dialect", DIALECTS)


def mutants(dialect):
    return list(option_mutants(spec(), table(dialect)))


@dialects
def test_a_mutant_differs_in_its_own_rule_only(dialect):
    original = table(dialect)
    differing = [{rule for rule in original if one.table[rule] != original[rule]} for one in mutants(dialect)]
    assert differing == [{one.rule} for one in mutants(dialect)]


@dialects
def test_no_two_mutants_share_an_id(dialect):
    ids = [one.id for one in mutants(dialect)]
    assert len(ids) == len(set(ids))


@dialects
def test_no_two_mutants_say_the_same(dialect):
    changes = [one.change for one in mutants(dialect)]
    assert len(changes) == len(set(changes))


@dialects
def test_no_two_mutants_hold_the_same_table(dialect):
    tables = [canonical(one.table) for one in mutants(dialect)]
    assert len(tables) == len(set(tables))


@dialects
def test_every_other_option_is_tried(dialect):
    tried = {(one.rule, one.table[one.rule]["option"]) for one in mutants(dialect)}
    # A name alone in a list is the same as that one name.
    untold = {("openers", "names"), ("openers", "one-name")}
    others = {
        (rule, option)
        for rule, row in spec().rules.items()
        for option in row["options"]
        if option != table(dialect)[rule]["option"]
    }
    assert others - tried - untold == set()


@dialects
def test_making_mutants_leaves_the_table_alone(dialect):
    before = canonical(table(dialect))
    list(option_mutants(spec(), table(dialect)))
    assert canonical(table(dialect)) == before


@dialects
def test_every_mutant_can_be_read_with(dialect):
    assert [one.id for one in mutants(dialect) if reader_of(spec(), dialect, one.table, {}) is None] == []


# dialect, an id that must be there
NAMED = [
    ("sapphire", "openers-reasoning"),
    ("sapphire", "openers=one-name:think"),
    ("sapphire", "openers=marker-pair:<think>, </think>"),
    ("sapphire", "extra-closers=none"),
    ("sapphire", "after-closer-U+000D"),
    ("sapphire", "unclosed-opener-U+003F"),
    ("langertha", "answer-trim-U+000B"),
    ("langertha", "letter-case=ignored"),
    ("nr-llm", "block-trim-U+0000"),
    ("llm-chat", "block-join=newline"),
]


@pytest.mark.parametrize(("dialect", "identity"), NAMED)
def test_names_options_and_characters_are_changed(dialect, identity):
    assert identity in {one.id for one in mutants(dialect)}


def test_joins_lose_no_character():
    rules = ("block-join", "wrap-join", "block-leaves")
    assert [one.id for one in mutants("sapphire") if one.id.startswith(tuple(f"{rule}-U+" for rule in rules))] == []


def test_given_values_are_those_that_dialects_wrote():
    assert given_values(spec())["openers", "one-name"] == [["think"]]


# dialect, table's openers, settings that do not fit it
UNFIT = [
    ("langertha", "openers=marker-pair:<think>, </think>", {"tag": "x"}),
    ("llm-chat", "openers=one-name:think", {"open": "["}),
]


@pytest.mark.parametrize(("dialect", "identity", "options"), UNFIT)
def test_settings_that_do_not_fit_a_table_make_no_reader(dialect, identity, options):
    (mutant,) = [one for one in mutants(dialect) if one.id == identity]
    assert reader_of(spec(), dialect, mutant.table, options) is None
