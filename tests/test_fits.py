"""The quick test of a schema never lets through what the whole validator refuses."""

from __future__ import annotations

import copy
import random

import pytest
from jsonschema import Draft202012Validator

from conftest import ROOT
from thinkspec.check.workspace import open_workspace, schema_of
from thinkspec.fits import compiled
from thinkspec.schema import load_schema, schema_folder

SEED, TRIES = 20261130, 12
FOLDER = schema_folder(ROOT)
PLANTED = [None, True, 0, -1, 1.5, "", "Two Words", [], {}, ["x"], {"x": 1}]


def documents():
    """One file a schema: a short one, so that many faults can be tried."""
    found = {}
    for path, document in open_workspace(ROOT).documents.items():
        name = schema_of(path, FOLDER)
        size = (ROOT / path).stat().st_size
        if name and (name not in found or size < found[name][0]):
            found[name] = (size, document.value)
    return {name: value for name, (_, value) in sorted(found.items())}


DOCUMENTS = documents()


def places(value, above=()):
    """Every place in a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*above, key)
        yield from places(item, (*above, key))


def broken(value, draw):
    """A copy with one thing changed, taken away or added."""
    other = copy.deepcopy(value)
    *above, last = draw.choice(list(places(value)))
    inside = other
    for key in above:
        inside = inside[key]
    how = draw.choice(("change", "take", "add"))
    if how == "take":
        del inside[last]
    elif how == "add" and isinstance(inside, dict):
        inside["planted"] = draw.choice(PLANTED)
    else:
        inside[last] = draw.choice(PLANTED)
    return other


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_sound_file_passes_the_quick_way(name):
    assert compiled(load_schema(name, FOLDER))(DOCUMENTS[name])


@pytest.mark.parametrize("name", DOCUMENTS)
def test_nothing_slips_through(name):
    schema = load_schema(name, FOLDER)
    quick, whole = compiled(schema), Draft202012Validator(schema)
    draw = random.Random(SEED)  # noqa: S311 -- the same faults every time
    faults = [broken(DOCUMENTS[name], draw) for _ in range(TRIES)]
    assert [fault for fault in faults if quick(fault) and not whole.is_valid(fault)] == []


# schema, value, what the quick test says
DOUBTS = [
    ({"unknownKeyword": 1}, 1, False),
    ({"not": {"type": "string"}}, 1, False),
    ({"const": 1}, True, False),
    ({"enum": [0]}, False, False),
    ({"type": "integer"}, True, False),
    ({"uniqueItems": True}, [1, 1], False),
    ({"if": {"minimum": 3}, "then": True}, 1, False),
    ({"if": {"const": 1}, "then": {"type": "integer"}, "else": {"type": "string"}}, "x", True),
    ({"oneOf": [{"const": 1}, {"type": "integer"}]}, 1, False),
    ({"$defs": {"a": {"items": {"$ref": "#/$defs/a"}, "type": "array"}}, "$ref": "#/$defs/a"}, [[], [[]]], True),
]


@pytest.mark.parametrize(("schema", "value", "fits"), DOUBTS)
def test_in_doubt_the_quick_test_says_no(schema, value, fits):
    assert compiled(schema)(value) is fits
