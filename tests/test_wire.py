"""The wire: what is written, what is read, and what is refused with which words."""

from __future__ import annotations

import doctest
import json

import pytest

from thinkspec import errors, pointer, shapes, wire
from thinkspec.errors import worst
from thinkspec.wire import Answer, Hello, WireError


@pytest.mark.parametrize(
    "text",
    ["", "plain", 'quote " and \\ backslash', "é ü 漢 😀", "\ud800 and \udfff", "\x00\x1b\x7f\u2028\ufeff", "a\r\nb"],
)
def test_a_request_is_one_ascii_line_and_keeps_its_text(text):
    line = wire.encode_request("id", "strip", {"dialect": "sapphire", "text": text})
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert json.loads(line) == {"id": "id", "op": "strip", "dialect": "sapphire", "text": text}


def test_a_request_carries_fields_that_are_not_texts():
    fields = {"text": None, "options": {"tag": "é", "filter": False}, "chunks": ["a", "\ud800"]}
    assert json.loads(wire.encode_request("1", "stream", fields)) == {"id": "1", "op": "stream", **fields}


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b'{"id":"1","ok":"x"}', Answer("ok", "x")),
        (b'{"id":"1","ok":null}', Answer("ok", None)),
        (b' {"ok": {"answer": "A"}, "id": "1", "more": 1}\r\n', Answer("ok", {"answer": "A"})),
        ('{"id":"1","ok":"é😀"}'.encode(), Answer("ok", "é😀")),
        (b'{"id":"1","ok":"\\ud800"}', Answer("ok", "\ud800")),
        (b'{"id":"1","error":"boom"}', Answer("error", "boom")),
        (b'{"id":"1","unsupported":"no"}', Answer("unsupported", "no")),
        (b'{"id":"1","rejected":"null"}', Answer("rejected", "null")),
    ],
)
def test_an_answer_is_read(line, answer):
    assert wire.decode_answer(line) == ("1", answer)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"", "not JSON"),
        (b"hello", "not JSON"),
        (b'{"id":"1","ok":', "not JSON"),
        (b'{"id":"1","ok":"x"} trailing', "not JSON"),
        (b'{"id":"1","ok":NaN}', "NaN is not JSON"),
        (b"[" * 200_000, "nested too deep"),
        (b'{"id":"1","ok":"\xff"}', "not UTF-8 (byte 16)"),
        (b'{"id":"1","ok":"\xed\xa0\x80"}', "not UTF-8"),
        (b'["1"]', "not a JSON object"),
        (b'{"ok":"x"}', "without an id"),
        (b'{"id":1,"ok":"x"}', "without an id"),
        (b'{"id":"1"}', "none of ok, error, unsupported, rejected"),
        (b'{"id":"1","ok":"x","error":"y"}', "ok and error"),
        (b'{"id":"1","error":{}}', "error is not a text"),
    ],
)
def test_junk_is_named_and_shown(line, words):
    with pytest.raises(WireError) as caught:
        wire.decode_answer(line)
    assert words in str(caught.value)
    assert wire.drawn(line) in str(caught.value)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (b"abc\n", "'abc'"),
        (b"\x1b[2J\x07", "'\\x1b[2J\\x07'"),
        (b"\xff\xfe", "'\\xff\\xfe'"),
        ("\u202e\ud800é", "'\\u202e\\ud800é'"),
        (b"x" * 81, f"'{'x' * 80}'…"),
        (b"x" * 80, f"'{'x' * 80}'"),
    ],
)
def test_a_line_is_drawn_safely(line, shown):
    assert wire.drawn(line) == shown


def test_hello_fills_what_is_missing():
    assert wire.decode_hello({"ops": ["strip"], "later": 1}) == Hello("", "", "", ("strip",))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "an object"),
        ({}, "at least one operation"),
        ({"ops": []}, "at least one operation"),
        ({"ops": "split"}, "ops must be a list"),
        ({"ops": ["split"], "dialects": [1]}, "dialects must be a list"),
        ({"ops": ["split"], "name": 1}, "name must be a text"),
    ],
)
def test_a_hello_that_says_too_little_is_refused(value, words):
    with pytest.raises(WireError, match=words):
        wire.decode_hello(value)


@pytest.mark.parametrize(
    ("op", "value", "shaped"),
    [
        ("split", {"answer": "A"}, {"answer": "A", "thinking": None}),
        ("split", {"answer": "A", "thinking": "T", "more": 1}, {"answer": "A", "thinking": "T"}),
        ("strip", None, None),
        ("unfinished", 3, 3),
        ("segments", [["think", "T", "think"]], [["think", "T", "think"]]),
    ],
)
def test_a_value_of_the_right_shape_passes(op, value, shaped):
    assert shapes.shaped(op, value) == shaped


@pytest.mark.parametrize(
    ("op", "value"),
    [
        ("split", "A"),
        ("split", {"answer": 1}),
        ("strip", ["A"]),
        ("has", 1),
        ("has", None),
        ("unfinished", True),
        ("unfinished", 1.5),
        ("segments", [["think", "T"]]),
        ("segments", [["think", None, ""]]),
        ("stream", {"answer": "A"}),
        ("stream", {"pieces": [[["text", "A", "0"]]]}),
        ("message", {"has_thinking": "yes"}),
        ("effort", "high"),
    ],
)
def test_a_value_of_the_wrong_shape_is_refused(op, value):
    with pytest.raises(shapes.ShapeError, match=f"^{op} must answer"):
        shapes.shaped(op, value)


def test_ids_do_not_repeat():
    assert len({wire.new_id() for _ in range(10_000)}) == 10_000


@pytest.mark.parametrize(
    ("codes", "code"),
    [([], 0), ([0, 0], 0), ([0, 5], 5), ([5, 1], 1), ([1, 3], 3), ([3, 2], 2), ([2, 4], 4), ([4, 130], 130)],
)
def test_the_worst_exit_code_wins(codes, code):
    assert worst(codes) == code


@pytest.mark.parametrize("module", [errors, pointer, shapes, wire])
def test_examples_in_the_docstrings_run(module):
    assert doctest.testmod(module).failed == 0
