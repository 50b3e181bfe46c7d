"""The schemas: they are schemas, they are closed, and each fault has one sentence at its line."""

from __future__ import annotations

import copy
import json

import pytest
from jsonschema import Draft202012Validator

from conftest import ROOT
from thinkspec.errors import OurFault
from thinkspec.schema import findings, load_schema, problems
from thinkspec.strictyaml import load, loads

SCHEMAS = sorted(path.name.removesuffix(".schema.json") for path in (ROOT / "spec/schema").glob("*.schema.json"))

READING = {"answer": "a", "thinking": ""}
CASE = {"id": "x", "why": "It matters.", "rules": ["openers"], "input": "a", "expect": {"sapphire": READING}}
FILE = {"format": 1, "topic": "read/x", "about": "A topic.", "cases": [CASE]}
GONE = object()

# place of the change, new value, place of the fault, part of its sentence
FAULTY = [
    (("format",), 2, ("format",), "must be 1"),
    (("extra",), 1, ("extra",), "unknown key 'extra'"),
    (("topic",), "stream/x", ("topic",), "form"),
    (("about",), "no end", ("about",), "form"),
    (("cases",), [], ("cases",), "at least 1"),
    (("cases", 0, "id"), "Upper", ("cases", 0, "id"), "form"),
    (("cases", 0, "id"), "a--b", ("cases", 0, "id"), "form"),
    (("cases", 0, "why"), GONE, ("cases", 0), "'why' is missing"),
    (("cases", 0, "wye"), "x", ("cases", 0, "wye"), "unknown key 'wye'"),
    (("cases", 0, "rules"), [], ("cases", 0, "rules"), "at least 1"),
    (("cases", 0, "rules"), ["a", "b", "c", "d"], ("cases", 0, "rules"), "at most 3"),
    (("cases", 0, "rules"), ["a", "a"], ("cases", 0, "rules"), "twice"),
    (("cases", 0, "level"), "must", ("cases", 0, "level"), "one of should, may"),
    (("cases", 0, "input"), 5, ("cases", 0, "input"), "string or null"),
    (("cases", 0, "input"), {"repeat": ["a"]}, ("cases", 0, "input", "repeat"), "at least 2"),
    (("cases", 0, "input"), {"repeat": ["a", -1]}, ("cases", 0, "input", "repeat", 1), "at least 0"),
    (("cases", 0, "input"), {"jsn": "a"}, ("cases", 0, "input", "jsn"), "unknown key"),
    (("cases", 0, "input"), GONE, ("cases", 0), "'thinking' is missing"),
    (("cases", 0, "thinking"), "x", ("cases", 0, "thinking"), "must not stand here"),
    (
        ("cases", 0, "options"),
        {"langertha": {"tags": "x"}},
        ("cases", 0, "options", "langertha", "tags"),
        "unknown key",
    ),
    (("cases", 0, "source"), {"kind": "issue"}, ("cases", 0, "source"), "'link' is missing"),
    (("cases", 0, "source"), {"kind": "web", "link": "x"}, ("cases", 0, "source", "kind"), "one of"),
    (("cases", 0, "expect", "sapphire", "answer"), GONE, ("cases", 0, "expect", "sapphire"), "'answer' is missing"),
    (("cases", 0, "expect", "sapphire", "answr"), "", ("cases", 0, "expect", "sapphire", "answr"), "unknown key"),
    (
        ("cases", 0, "expect", "sapphire", "unfinished"),
        -1,
        ("cases", 0, "expect", "sapphire", "unfinished"),
        "at least 0",
    ),
    (
        ("cases", 0, "expect", "sapphire", "segments"),
        [["x", "a", ""]],
        ("cases", 0, "expect", "sapphire", "segments", 0, 0),
        "one of",
    ),
    (("cases", 0, "expect", "sapphire", "wrap"), "x", ("cases", 0, "expect", "sapphire", "wrap"), "unknown key"),
]

FORMS = [
    CASE,
    {
        **CASE,
        "input": None,
        "expect": {"nr-llm": {"rejected": True, "rules": ["null-input"], "level": "may", "note": "So."}},
    },
    {**CASE, "input": ["a", {"json": "\\ud800"}, {"repeat": [["b", {"json": "c"}], 3]}]},
    {**CASE, "options": {"langertha": {"tag": "x", "filter": False}, "llm-chat": {"open": "[", "close": None}}},
    {**CASE, "source": {"kind": "own"}, "level": "may"},
    {
        **CASE,
        "expect": {
            "sapphire": {**READING, "segments": [["think", {"repeat": ["a", 2]}, "think"]], "only": "", "unfinished": 0}
        },
    },
    {
        "id": "w",
        "why": "It matters.",
        "rules": ["wrap-join"],
        "thinking": None,
        "answer": "a",
        "expect": {"sapphire": {"wrap": "a"}},
    },
]


@pytest.mark.parametrize("name", SCHEMAS)
def test_is_a_schema_of_the_2020_draft_named_by_its_file(name):
    schema = load_schema(name)
    Draft202012Validator.check_schema(schema)
    assert (schema["$schema"], schema["$id"]) == (Draft202012Validator.META_SCHEMA["$id"], f"{name}.schema.json")


@pytest.mark.parametrize("name", ["tags", "rules", "dialect", "cases-read", "check-report"])
def test_every_object_with_properties_is_closed(name):
    def walk(node):
        if isinstance(node, dict):
            if node.get("type") == "object" and "properties" in node:
                yield node
            for below in node.values():
                yield from walk(below)

    assert [node for node in walk(load_schema(name)) if node.get("additionalProperties") is not False] == []


@pytest.mark.parametrize("case", FORMS, ids=range(len(FORMS)))
def test_takes_every_form_of_a_case(case):
    assert list(problems({**FILE, "cases": [case]}, "cases-read")) == []


@pytest.mark.parametrize(("place", "value", "at", "part"), FAULTY)
def test_one_fault_is_one_sentence_at_its_place(place, value, at, part):
    file = copy.deepcopy(FILE)
    *above, last = place
    node = file
    for step in above:
        node = node[step]
    if value is GONE:
        del node[last]
    else:
        node[last] = value
    found = list(problems(file, "cases-read"))
    assert [where for where, message in found if part in message] == [at], found


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"basis": GONE}, "'basis' is missing"),
        ({"source": GONE}, "'source' is missing"),
        ({"source": ""}, "must not be empty"),
        ({"basis": "rumour"}, "one of doc, observed, decided"),
        ({"contested": {"value": "x"}}, "'source' is missing"),
        ({"contested": {"source": "x"}}, "'value' is missing"),
    ],
)
def test_a_choice_has_basis_and_source_and_a_whole_contest(change, part):
    document = load(ROOT / "spec/1.0/dialects/sapphire.yaml")
    choice = document.value["choices"]["null-input"]
    for key, value in change.items():
        choice.pop(key) if value is GONE else choice.update({key: value})
    found = findings(document, "dialect")
    assert [part in one.message for one in found] == [True], found
    assert found[0].line > document.line(("choices",))


def test_a_finding_has_file_and_line():
    found = findings(loads("format: 1\nspec: '1.0'\nsets: {}\nrulez: []", "rules.yaml"), "rules")
    assert [str(one) for one in found] == [
        "rules.yaml:1: 'rules' is missing.",
        "rules.yaml:4: unknown key 'rulez'. Known here: format, spec, sets, rules.",
    ]


def test_a_value_in_a_message_is_cut():
    (_, message), *_ = problems({**FILE, "about": "x" * 1000}, "cases-read")
    assert len(message) < 120


@pytest.mark.parametrize(("name", "content"), [("none", None), ("broken", "{")])
def test_an_unusable_schema_is_our_fault(tmp_path, name, content):
    if content is not None:
        (tmp_path / f"{name}.schema.json").write_text(content)
    with pytest.raises(OurFault, match="no usable schema"):
        load_schema(name, tmp_path)


def test_schemas_are_written_one_way():
    """Two spaces and real characters, so that a change shows as a small diff; flat objects may share a line."""
    for name in SCHEMAS:
        text = (ROOT / "spec/schema" / f"{name}.schema.json").read_text(encoding="utf-8")
        assert "\t" not in text
        assert "\\u" not in text.replace("\\\\u", "")
        json.loads(text)
