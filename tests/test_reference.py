"""The Python reference as a library: its interface in every dialect, what it refuses, and the laws that it keeps."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from typing import Any

import pytest

import thinkspec
import thinkspec_reference
from thinkspec_reference import reader
from tool import DIALECTS, checks_of

each = pytest.mark.parametrize("dialect", DIALECTS)

# dialect, options, what they refuse
OPTIONS = [
    ("klingon", {}, ValueError, "unknown dialect"),
    ("Sapphire", {}, ValueError, "unknown dialect"),
    (None, {}, TypeError, "must be text"),
    (5, {}, TypeError, "must be text"),
    ("sapphire", {"tag": "x"}, ValueError, "no option"),
    ("nr-llm", {"filter": False}, ValueError, "no option"),
    ("langertha", {"open": "x"}, ValueError, "no option"),
    ("langertha", {"tag": ""}, ValueError, "without < and >"),
    ("langertha", {"tag": "<x"}, ValueError, "without < and >"),
    ("langertha", {"tag": "x>"}, ValueError, "without < and >"),
    ("langertha", {"tag": None}, TypeError, "must be text"),
    ("langertha", {"tag": 5}, TypeError, "must be text"),
    ("langertha", {"filter": "yes"}, TypeError, "true or false"),
    ("langertha", {"filter": 1}, TypeError, "true or false"),
    ("llm-chat", {"open": ""}, ValueError, "must not be empty"),
    ("llm-chat", {"close": ""}, ValueError, "must not be empty"),
    ("llm-chat", {"open": "x", "close": "x"}, ValueError, "must differ"),
    ("llm-chat", {"open": "</think>"}, ValueError, "must differ"),
    ("llm-chat", {"open": b"x"}, TypeError, "must be text"),
]


@pytest.mark.parametrize(("dialect", "options", "error", "said"), OPTIONS)
def test_options_that_make_no_sense_are_refused(dialect, options, error, said):
    with pytest.raises(error, match=said):
        reader(dialect, **options)


# dialect, strip, split, thinking, has, segments, only, unfinished of None; TypeError where it is refused
NULL: list[tuple[str, dict[str, Any]]] = [
    (
        "sapphire",
        {"strip": "", "split": ("", ""), "thinking": "", "has": False, "segments": [], "only": "", "unfinished": 0},
    ),
    (
        "langertha",
        {
            "strip": "",
            "split": (None, None),
            "thinking": None,
            "has": False,
            "segments": [],
            "only": "",
            "unfinished": 0,
        },
    ),
    (
        "llm-chat",
        {"strip": ""} | dict.fromkeys(("split", "thinking", "has", "segments", "only", "unfinished"), TypeError),
    ),
    (
        "nr-llm",
        {"strip": ""} | dict.fromkeys(("split", "thinking", "has", "segments", "only", "unfinished"), TypeError),
    ),
]


@pytest.mark.parametrize(
    ("dialect", "method", "expected"), [(name, *pair) for name, row in NULL for pair in row.items()]
)
def test_null_in_place_of_a_reply(dialect, method, expected):
    call = getattr(reader(dialect), method)
    if expected is TypeError:
        with pytest.raises(TypeError, match="expected text, got none"):
            call(None)
    else:
        assert call(None) == expected


METHODS = ("strip", "split", "thinking", "has", "segments", "only", "unfinished", "explain")


@each
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "value", [b"<think>", 5, 1.5, True, ["a"], {"a": 1}, object()], ids=lambda value: type(value).__name__
)
def test_what_is_no_text_is_refused_with_its_type(dialect, method, value):
    with pytest.raises(TypeError, match=re.escape(f"got {type(value).__name__}")):
        getattr(reader(dialect), method)(value)


@each
@pytest.mark.parametrize("halves", [(5, "a"), ("t", 5), (b"t", "a"), ("t", ["a"])])
def test_halves_that_are_no_text_are_not_wrapped(dialect, halves):
    with pytest.raises(TypeError, match="expected text or None"):
        reader(dialect).wrap(*halves)


@each
def test_a_text_of_ones_own_kind_is_a_text(dialect):
    class Text(str):
        __slots__ = ()

    assert reader(dialect).strip(Text("<think>t</think>a")).strip() == "a"


# dialect, options, OPEN, CLOSE, OPEN_NAMES, CLOSE_NAMES, how many PAIRS
SAPPHIRE = ("think", "seed:think", "thinking", "redacted_thinking", "reasoning")
CONSTANTS: list[tuple[str, dict[str, Any], Any]] = [
    ("sapphire", {}, ("<think>", "</think>", SAPPHIRE, (*SAPPHIRE, "seed:cot_budget_reflect"), 5)),
    ("langertha", {}, ("<think>", "</think>", ("think",), ("think",), 1)),
    ("langertha", {"tag": "x"}, ("<x>", "</x>", ("x",), ("x",), 1)),
    ("llm-chat", {}, ("<think>", "</think>", (), (), 1)),
    ("llm-chat", {"open": "[", "close": "]"}, ("[", "]", (), (), 1)),
    ("nr-llm", {}, ("<think>", "</think>", ("think",), ("think",), 1)),
]


@pytest.mark.parametrize(("dialect", "options", "expected"), CONSTANTS)
def test_the_constants_name_the_dialects_tags(dialect, options, expected):
    think = reader(dialect, **options)
    assert (think.OPEN, think.CLOSE, think.OPEN_NAMES, think.CLOSE_NAMES, len(think.PAIRS)) == expected


@pytest.mark.parametrize(("dialect", "options", "expected"), CONSTANTS)
def test_every_pair_is_a_block(dialect, options, expected):
    think = reader(dialect, **options)
    assert [think.split(f"{opener}t{closer}a") for opener, closer in think.PAIRS] == [("a", "t")] * expected[-1]


@pytest.mark.parametrize(("dialect", "options", "expected"), CONSTANTS)
def test_the_pattern_finds_every_pair(dialect, options, expected):
    think = reader(dialect, **options)
    found = [think.BLOCK_RE.fullmatch(f"{opener}t\n{closer}") for opener, closer in think.PAIRS]
    assert [match and match[1] for match in found] == ["t\n"] * expected[-1]


# dialect, thinking, answer, wrapped
WRAPPED = [
    ("sapphire", "t", "a", "<think>t</think>\n\na"),
    ("langertha", "t", "a", "<think>t</think>\n\na"),
    ("nr-llm", "t", "a", "<think>t</think>\n\na"),
    ("llm-chat", "t", "a", "<think>t</think>a"),
    ("sapphire", "t", "", "<think>t</think>"),
    ("sapphire", "t", None, "<think>t</think>"),
    ("sapphire", "", "a", "a"),
    ("sapphire", None, "a", "a"),
    ("nr-llm", None, None, ""),
    ("llm-chat", "", "", ""),
    ("sapphire", " ", "a", "<think> </think>\n\na"),
]


@pytest.mark.parametrize(("dialect", "thinking", "answer", "wrapped"), WRAPPED)
def test_two_halves_become_one_reply(dialect, thinking, answer, wrapped):
    assert reader(dialect).wrap(thinking, answer) == wrapped


@each
def test_an_answer_need_not_be_given(dialect):
    assert reader(dialect).wrap("t") == "<think>t</think>"


# dialect, reply, only
ONLY = [
    ("sapphire", "<think>t</think>a", "<think>t</think>"),
    ("sapphire", "plain", "<think>plain</think>"),
    ("sapphire", "", ""),
    ("sapphire", "  ", ""),
    ("sapphire", "<thinking>t</thinking>a", "<think>t</think>"),
    ("nr-llm", "<think>a</think>x<think>b</think>", "<think>a\nb</think>"),
    ("llm-chat", "<think>a</think>x<think>b</think>", "<think>ab</think>"),
    ("langertha", "plain", "<think>plain</think>"),
]


@pytest.mark.parametrize(("dialect", "reply", "wrapped"), ONLY)
def test_only_the_thinking_is_kept_and_wrapped(dialect, reply, wrapped):
    assert reader(dialect).only(reply) == wrapped


@each
def test_what_is_only_thinking_is_only_thinking_again(dialect):
    once = reader(dialect).only("<think>t</think>a")
    assert reader(dialect).only(once) == once


def test_an_unfiltered_reader_passes_everything_through():
    think = reader("langertha", filter=False)
    reply = "<think>t</think>a"
    assert (think.split(reply), think.segments(reply), think.unfinished("<think>t")) == (
        (reply, None),
        [("text", reply, "")],
        0,
    )


def inputs(dialect):
    """Every reply of the cases with its settings, each once."""
    seen = {}
    for check in checks_of(dialect):
        if isinstance(check.request.get("text"), str) and not check.rejected:
            options = check.request.get("options", {})
            seen[repr(options), check.request["text"]] = options
    return [(options, text) for (_, text), options in seen.items()]


def breaking(dialect, law):
    """The replies of the cases that break a law."""
    readers: dict[str, Any] = {}
    found = []
    for options, text in inputs(dialect):
        think = readers.setdefault(repr(options), reader(dialect, **options))
        if not law(think, text):
            found.append(text[:200])
    return found


def tiles(think, text):
    """The pieces of a reply follow each other without gap or overlap."""
    pieces = think.explain(text)["pieces"]
    borders = [0, *(piece["end"] for piece in pieces)]
    return [piece["start"] for piece in pieces] == borders[:-1] and borders[-1] == len(text)


# name, law
LAWS = [
    ("pieces-tile", tiles),
    (
        "no-piece-is-empty",
        lambda think, text: all(piece["start"] < piece["end"] for piece in think.explain(text)["pieces"]),
    ),
    (
        "explain-reads-as-split",
        lambda think, text: (think.explain(text)["answer"], think.explain(text)["thinking"]) == think.split(text),
    ),
    ("strip-is-the-answer", lambda think, text: think.strip(text) == (think.split(text)[0] or "")),
    ("thinking-is-the-other-half", lambda think, text: think.thinking(text) == think.split(text)[1]),
    (
        "segments-are-shown-pieces",
        lambda think, text: (
            [part[1] for part in think.segments(text)]
            == [piece["text"] for piece in think.explain(text)["pieces"] if piece["shown"]]
        ),
    ),
    (
        "no-text-segment-is-empty",
        lambda think, text: all(part[1] for part in think.segments(text) if part[0] == "text"),
    ),
    ("has-says-thinking-is-found", lambda think, text: think.has(text) == (think.thinking(text) != think.thinking(""))),
    ("unfinished-is-within-the-reply", lambda think, text: 0 <= think.unfinished(text) <= len(text)),
    (
        "tags-are-where-they-are-said-to-be",
        lambda think, text: all(text[tag["start"] : tag["end"]] == tag["text"] for tag in think.explain(text)["tags"]),
    ),
    (
        "tags-come-in-order",
        lambda think, text: (
            [tag["start"] for tag in think.explain(text)["tags"]]
            == sorted({tag["start"] for tag in think.explain(text)["tags"]})
        ),
    ),
    ("reading-is-repeatable", lambda think, text: think.split(text) == think.split(text)),
]


@each
@pytest.mark.parametrize("law", [law for _, law in LAWS], ids=[name for name, _ in LAWS])
def test_a_law_holds_for_every_reply_of_the_cases(dialect, law):
    assert breaking(dialect, law) == []


HALVES = [
    "t",
    "two words",
    "two\nlines",
    "two\n\nparagraphs",
    "some `code` too",
    "a < b",
    "é🧠思考",
    "x\u200by",
    '{"json": 1}',
    "\ud800",
]


@each
@pytest.mark.parametrize("answer", HALVES)
@pytest.mark.parametrize("thinking", HALVES)
def test_what_was_wrapped_is_split_again(dialect, thinking, answer):
    think = reader(dialect)
    assert think.split(think.wrap(thinking, answer)) == (answer, thinking)


def test_thinking_that_ends_in_a_backtick_cannot_be_wrapped_in_sapphire():
    think = reader("sapphire")  # a closer right after a backtick is a word there, whoever wrote it
    assert think.thinking(think.wrap("`code`", "a")) != "`code`"


def modules():
    """Every module of both packages whose examples can run here."""
    for package in (thinkspec_reference, thinkspec):
        yield package.__name__
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                yield found.name


@pytest.mark.parametrize("name", sorted(modules()))
def test_the_examples_of_every_module_hold(name):
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.failed == 0


PUBLIC = [name for name in dir(thinkspec_reference.Reader) if not name.startswith("_")]


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_call_says_what_it_does(name):
    assert (getattr(thinkspec_reference.Reader, name).__doc__ or "").strip()


def test_the_reference_needs_nothing_but_the_standard_library():
    import ast
    import sys
    from pathlib import Path

    folder = Path(thinkspec_reference.__file__).parent
    imported = set()
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                imported.add((node.module or "").partition(".")[0])
    assert imported <= set(sys.stdlib_module_names)
