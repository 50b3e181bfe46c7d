"""The one YAML loader: what it takes, what it refuses and where, with the C parser and with the Python one."""

from __future__ import annotations

import pytest
import yaml

from thinkspec import strictyaml
from thinkspec.strictyaml import SourceError, load, loads

PARSERS = [
    pytest.param(yaml.SafeLoader, id="python"),
    pytest.param(
        getattr(yaml, "CSafeLoader", None),
        id="c",
        marks=pytest.mark.skipif(not yaml.__with_libyaml__, reason="PyYAML was built without libyaml"),
    ),
]

TAKEN = [
    ("a: text", "text"),
    ("a: two words", "two words"),
    ("a: 'off'", "off"),
    ('a: "1e3"', "1e3"),
    ("a: 12", 12),
    ("a: -3", -3),
    ("a: 1.5", 1.5),
    ("a: true", True),
    ("a: null", None),
    ('a: ""', ""),
    ("a: [x, 1, null]", ["x", 1, None]),
    ("a: {b: c}", {"b": "c"}),
    ("a: |\n  x\n  y\n", "x\ny\n"),
    (r'a: "\r\u00a0\u200b\U0001f600"', "\r\u00a0\u200b\U0001f600"),
    (r'a: "\\ud800"', r"\ud800"),
    ("a: ünïcode ◁think▷", "ünïcode ◁think▷"),
    ("a: [THINK]", ["THINK"]),
    ("a: 2026 words", "2026 words"),
]

# text, line, part of the message
REFUSED = [
    ("a: 1\n\tb: 2", 2, "not valid YAML"),
    ("a: 1\nb: 2\na: 3", 3, "'a' stands here twice"),
    ("a: {b: 1,\n b: 2}", 2, "'b' stands here twice"),
    ("a: &x 1", 1, "anchors"),
    ("a: 1\nb: *x", 2, "anchors"),
    ("a: !!str 1", 1, "tag"),
    ("- a\n- !x b", 2, "tag"),
    ("a: 1\n? [b]\n: c", 2, "a key must be plain text"),
    ("1: a", 1, "a key must be plain text"),
    ("true: a", 1, "a key must be plain text"),
    ("a:\nb: 1", 1, "nothing stands here"),
    ("a: 1\n---\nb: 2", 2, "second document"),
    ("", 1, "empty"),
    ("# only a remark\n", 1, "empty"),
    ("a: 1\nb: [1\n", 3, "not valid YAML"),
    ("a: 1\nb: x\x07", 2, "raw character U+0007"),
    ("a: 1\nb: x\u2028", 2, "raw character U+2028"),
    ("a: 1\nb: 'x\x85'", 2, "raw character U+0085"),
    ("\ufeffa: 1", 1, "raw character U+FEFF"),
    ("a: 1\r\n", 1, "raw character U+000D"),
    ('a: 1\nb: "\\ud800"', 2, "surrogate escape"),
    ('a: "\\\\\\uDFFF"', 1, "surrogate escape"),
    ('a: "\\U0000d83d"', 1, "surrogate escape"),
    ('a: "\\ud83d\\ude00"', 1, "surrogate escape"),
]

DOUBTFUL = [
    *("~", "yes", "no", "on", "off", "y", "N", "True", "NULL", ".5", "1e3", "1E5", "+1", "007", "0x1f", "0o7", "1_000"),
    *("12:30", "1:30:00", "2026-11-01", "2026-1-1", ".inf", "-.INF", ".nan", "1.", "0b1"),
]


@pytest.fixture(params=PARSERS)
def parser(request, monkeypatch):
    monkeypatch.setattr(strictyaml, "_PARSER", request.param)


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(("text", "value"), TAKEN)
def test_takes(text, value):
    got = loads(text).value["a"]
    assert (got, type(got)) == (value, type(value))


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(("text", "line", "part"), REFUSED)
def test_refuses_with_its_place(text, line, part):
    with pytest.raises(SourceError) as caught:
        loads(text, "tables/x.yaml")
    assert (caught.value.line, part in caught.value.message) == (line, True), caught.value
    assert str(caught.value).startswith(f"tables/x.yaml:{line}: ")


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("word", DOUBTFUL)
def test_refuses_a_plain_word_that_parsers_read_differently(word):
    with pytest.raises(SourceError, match="Put it in quotes"):
        loads(f"a: {word}")


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("word", DOUBTFUL)
def test_takes_the_same_word_in_quotes(word):
    assert loads(f"a: '{word}'").value == {"a": word}


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(
    ("place", "line"),
    [
        ((), 1),
        (("a",), 1),
        (("cases",), 2),
        (("cases", 0), 3),
        (("cases", 0, "id"), 3),
        (("cases", 0, "in"), 4),
        (("cases", 1, "in", 1), 7),
        (("cases", 1, "in", 9), 6),
        (("nowhere",), 1),
    ],
)
def test_knows_the_line_of_each_part(place, line):
    document = loads("a: 1\ncases:\n  - id: one\n    in: two\n  - id: three\n    in: [four,\n         five]\n")
    assert document.line(place) == line


def test_a_file_that_is_not_utf_8_is_told_with_its_line(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_bytes(b"a: 1\nb: \xff\n")
    with pytest.raises(SourceError, match=r"x\.yaml:2: not UTF-8"):
        load(path)


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(SourceError, match=r"none\.yaml:1: cannot be read"):
        load(tmp_path / "none.yaml")
