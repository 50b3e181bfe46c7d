"""Streams of both twins: the written pieces, the laws under random cuts, every way to run one, misuse."""

from __future__ import annotations

import asyncio
import random

import pytest

from conftest import ROOT
from thinkspec.casetext import text_of
from thinkspec.stream_checks import due_of, tables
from thinkspec.stream_laws import complaint, merged
from thinkspec.tables import load_spec
from thinkspec_reference import DIALECTS, reader
from thinkspec_reference.provisional import FenceState, common_start
from thinkspec_reference.stream import EXACT_NEEDS, ExactStream, fallbacks
from thinkspec_reference.tags import Rules
from twin_streams import javascript, plain, python, questions, streamed

SPEC = load_spec(ROOT)
STREAMS = [(case, dialect, asked) for case, dialect, asked in questions("stream") if asked["ask"] == "stream"]
SOUP = [
    *("<think>", "</think>", "<THINK>", "</Think >", "<thinking a=1>", "</reasoning>", "<seed:think>"),
    *("</seed:cot_budget_reflect>", "<", "</", "<th", "</thi", "<think ", "</think x", ">", "`", "``", "```", "~~~"),
    *("\n```\n", "\n  ~~~", "\n", "\r\n", " ", "   ", "\t", "\u00a0", "\0", "\f", "a", "b. ", "Hi! ", "x:", "word "),
    *("\U0001f600", "<thin\u212a>", "\u212a", "[THINK]", "[/THINK]", "aab", "aabaac"),
]
READERS = [
    *((dialect, {}) for dialect in DIALECTS),
    ("langertha", {"tag": "reasoning"}),
    ("langertha", {"filter": False}),
    ("llm-chat", {"open": "[THINK]", "close": "[/THINK]"}),
    ("llm-chat", {"open": "aabaac", "close": "ab"}),
]


def soup(draw: random.Random) -> str:
    return "".join(draw.choice(SOUP) for _ in range(draw.randint(0, 14)))


def cut(draw: random.Random, text: str) -> list[str]:
    places = sorted(draw.randint(0, len(text)) for _ in range(draw.randint(0, 9)))
    if draw.random() < 0.2:
        places = list(range(1, len(text)))
    return [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]


@pytest.mark.parametrize(("case", "dialect", "asked"), STREAMS, ids=[f"{c.name}@{d}" for c, d, _ in STREAMS])
def test_a_case_gives_the_written_pieces(case, dialect, asked):
    wanted, got = case.row["expect"][dialect], python(asked)
    for half in ("answer", "thinking"):
        assert got[half] == plain(text_of(wanted[half]))
    assert got["retracted"] == wanted.get("retracted", 0)
    if "pieces" in wanted:
        pieces = [[[kind, text_of(text), block] for kind, text, block in fed] for fed in wanted["pieces"]]
        assert [merged(fed) for fed in got["pieces"]] == [merged(fed) for fed in pieces]


def test_the_twins_give_the_same_for_every_case():
    asked = [question for _, _, question in STREAMS]
    assert javascript(asked) == [python(question) for question in asked]


@pytest.mark.parametrize(("dialect", "options"), READERS, ids=str)
def test_random_cuts_keep_every_law(dialect, options):
    draw = random.Random(f"{dialect}{options}")  # noqa: S311 -- the same cuts every time
    think = reader(dialect, **options)
    kind = "raw" if options.get("filter") is False else SPEC.choices(dialect)["stream-kind"]["option"]
    laws = tables(SPEC.folder)[0][kind]
    for _ in range(400):
        text = soup(draw)
        chunks = cut(draw, text)
        due = due_of(chunks, *think.split(text), True, dialect, options, SPEC)
        assert complaint(laws, streamed(think.stream(), chunks), due) is None, chunks


def test_the_twins_give_the_same_under_random_cuts():
    draw = random.Random(7)  # noqa: S311 -- the same cuts every time
    asked = [
        {"ask": "stream", "dialect": dialect, "options": options, "chunks": cut(draw, soup(draw))}
        for _ in range(300)
        for dialect, options in READERS
    ]
    answers = javascript(asked)
    for question, answer in zip(asked, answers, strict=True):
        assert answer == python(question), question


WAYS = ["<thi", "", "nk>plan</think>", "Hello <", "b"]


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
@pytest.mark.parametrize("way", ["run", "arun", "transform"])
def test_every_way_to_run_a_stream_gives_the_same_pieces(dialect, way):
    asked = {"dialect": dialect, "options": {}, "chunks": WAYS}
    fed = [piece for pieces in python({**asked, "ask": "stream"})["pieces"] for piece in pieces]
    assert javascript([{**asked, "ask": way}]) == [fed]


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_the_generators_of_python_give_the_same_pieces(dialect):
    fed = [piece for pieces in streamed(reader(dialect).stream(), WAYS)["pieces"] for piece in pieces]

    async def chunks():
        for chunk in WAYS:
            yield chunk

    async def collected():
        return [piece async for piece in reader(dialect).stream().arun(chunks())]

    stream = reader(dialect).stream()
    assert plain(list(stream.run(WAYS))) == fed == plain(asyncio.run(collected()))
    assert stream.end["answer"] == reader(dialect).split("".join(WAYS))[0]


MISUSE = [
    ("number", [["feed", 7]], ["TypeError: a chunk must be text, got {}"], "int", "number"),
    ("null", [["feed", None]], ["TypeError: a chunk must be text, got {}"], "None", "null"),
    ("list", [["feed", ["a"]]], ["TypeError: a chunk must be text, got {}"], "list", "array"),
]
OVER = "this stream has finished: take a new one for the next reply"


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
@pytest.mark.parametrize(
    ("calls", "said", "in_python", "in_js"), [row[1:] for row in MISUSE], ids=[row[0] for row in MISUSE]
)
def test_what_is_no_text_is_refused_and_nothing_is_lost(dialect, calls, said, in_python, in_js):
    stream = reader(dialect).stream()
    stream.feed("<think>a</th")
    with pytest.raises(TypeError) as caught:
        stream.feed(calls[0][1])
    assert f"TypeError: {caught.value}" == said[0].format(in_python)
    stream.feed("ink>b")
    assert stream.finish()["answer"] == "b"
    asked = {"ask": "misuse", "dialect": dialect, "options": {}}
    answers = javascript([{**asked, "calls": [["feed", "<think>a</th"], *calls, ["feed", "ink>b"], ["finish"]]}])[0]
    assert answers[1] == said[0].format(in_js)
    assert answers[3]["answer"] == "b"


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
@pytest.mark.parametrize("late", [["feed", "x"], ["feed", ""], ["feed", "<"], ["finish"]], ids=str)
def test_nothing_comes_after_the_finish(dialect, late):
    stream = reader(dialect).stream()
    stream.feed("a")
    end = stream.finish()
    with pytest.raises(RuntimeError, match=OVER):
        getattr(stream, late[0])(*late[1:])
    assert stream.end == end
    asked = {"ask": "misuse", "dialect": dialect, "options": {}, "calls": [["feed", "a"], ["finish"], late]}
    assert javascript([asked])[0][2] == f"Error: {OVER}"


@pytest.mark.parametrize("rule", sorted(EXACT_NEEDS))
def test_an_exact_stream_refuses_a_table_that_it_cannot_keep(rule):
    table = {**DIALECTS["llm-chat"]["rules"], rule: {"option": "something-else", "value": None}}
    with pytest.raises(ValueError, match=f"exact streams need option {EXACT_NEEDS[rule]} of rule {rule}"):
        ExactStream(Rules(table))


@pytest.mark.parametrize("marker", ["<think>", "aabaa", "aaaa", "abcabd", "a"])
def test_the_fallback_table_is_what_its_definition_says(marker):
    heads = [marker[:size] for size in range(len(marker) + 1)]
    borders = [max((n for n in range(len(head)) if head.endswith(head[:n])), default=0) for head in heads]
    assert fallbacks(marker) == borders


@pytest.mark.parametrize("text", ["```\na", "x\n```", "``\n~~~", "\n \t```x\n```\n```", "a```", "  ~~~~\n~~"])
def test_fences_are_counted_alike_however_the_text_is_cut(text):
    def odd(parts):
        state = FenceState()
        for part in parts:
            state.read(part)
        return state.is_odd

    whole = odd([text])
    assert [odd([text[:place], text[place:]]) for place in range(len(text))] == [whole] * len(text)
    assert odd(list(text)) == whole


@pytest.mark.parametrize(
    ("text", "other", "size"),
    [
        ("", "", 0),
        ("a", "", 0),
        ("ab", "ac", 1),
        ("x" * 9000, "x" * 8999, 8999),
        ("x" * 5000 + "a", "x" * 5000 + "b", 5000),
    ],
    ids=["empty", "one-empty", "short", "a-beginning", "long"],
)
def test_the_common_start(text, other, size):
    assert common_start(text, other) == size


def test_a_surrogate_pair_is_taken_back_whole():
    chunks = ["\U0001f600", "</think>", "\U0001f601"]
    asked = {"ask": "stream", "dialect": "sapphire", "options": {}, "chunks": chunks}
    assert javascript([asked])[0] == python(asked)
    assert python(asked)["retracted"] == 2
