"""The laws of streams: each is broken once, and said; and reading cases are cut as the table says."""

from __future__ import annotations

import pytest

from conftest import ROOT
from thinkspec.checks import expand
from thinkspec.corpus import Case, load_cases
from thinkspec.stream_checks import cuts, derived_checks, tables
from thinkspec.stream_laws import LAWS, Due, beginning, certain, complaint, merged, segments
from thinkspec.tables import load_spec
from thinkspec_reference import reader
from twin_streams import streamed

SPEC = load_spec(ROOT)
KINDS, TRANSFORMS = tables(SPEC.folder)
PAIR = ("<think>", "</think>")
CHUNKS = ["<think>plan</th", "ink>Hello <", "b>!"]


def text(part):
    return ["text", part, -1]


def think(part, block=0):
    return ["think", part, block]


RIGHT = [[think("plan")], [text("Hello ")], [text("<b>!")], []]

BROKEN = [
    ("a list too few", "exact", RIGHT[:-1], {}, "lists"),
    ("a list too many", "exact", [*RIGHT, []], {}, "lists"),
    ("another answer", "exact", RIGHT, {"answer": "Hello"}, "same-reading"),
    ("another thinking", "exact", RIGHT, {"thinking": None}, "same-reading"),
    ("a piece lost", "exact", [[], [text("Hello ")], [text("<b>!")], []], {}, "concatenation"),
    ("a piece twice", "exact", [[think("plan")], [text("Hello ")], [text("Hello <b>!")], []], {}, "concatenation"),
    (
        "two blocks of one",
        "exact",
        [[think("pl"), think("an", 1)], [text("Hello ")], [text("<b>!")], []],
        {},
        "concatenation",
    ),
    ("all at the end", "exact", [[], [], [], [think("plan"), text("Hello <b>!")]], {}, "no-hold"),
    ("a word held", "exact", [[think("plan")], [], [text("Hello <b>!")], []], {}, "no-hold"),
    ("thinking as answer", "provisional", [[text("plan")], [text("Hello")], [text(" <b>!")], []], {}, "no-leak"),
    ("answer out of order", "provisional", [[], [], [text("<b>!"), text("Hello")], []], {}, "no-leak"),
    ("nothing taken back", "provisional", [[], [text("Hello")], [], []], {"retracted": 0}, "takes-back"),
    ("more taken back than shown", "provisional", [[], [text("Hello")], [], []], {"retracted": 9}, "takes-back"),
    ("a chunk late", "raw", [[], [text(CHUNKS[0] + CHUNKS[1])], [text(CHUNKS[2])], []], {}, "at-once"),
    ("tags taken out", "raw", [[text("plan")], [text("Hello <")], [text("b>!")], []], {}, "at-once"),
    ("more at the finish", "raw", [[text(CHUNKS[0])], [text(CHUNKS[1])], [], [text(CHUNKS[2])]], {}, "at-once"),
]


def value(pieces, changes):
    return {"pieces": pieces, "answer": "Hello <b>!", "thinking": "plan", "retracted": None, **changes}


def due(kind):
    markers = PAIR if kind == "exact" else ("", "")
    return Due(CHUNKS, "Hello <b>!", "plan", True, markers, "Hello <b>!" if kind == "provisional" else "")


@pytest.mark.parametrize(
    ("kind", "pieces", "changes", "law"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN]
)
def test_a_broken_law_is_named(kind, pieces, changes, law):
    assert complaint(KINDS[kind], value(pieces, changes), due(kind)).startswith(f"law {law}: ")


@pytest.mark.parametrize(
    ("kind", "pieces", "changes"),
    [
        ("exact", RIGHT, {}),
        ("exact", [[think("pl"), think("an")], [text("Hel"), text("lo ")], [text(""), text("<b>!")], []], {}),
        ("raw", [[text(chunk)] for chunk in CHUNKS] + [[]], {}),
        ("provisional", [[think("plan")], [text("Hello")], [text(" <b>!")], []], {"retracted": 0}),
        ("provisional", [[], [], [], []], {}),
        ("provisional", [[], [text("Hello")], [], [text(" <b>!")]], {"retracted": 0}),
        ("provisional", [[], [text("Hello")], [], [text("lo <b>!")]], {"retracted": 2}),
    ],
    ids=str,
)
def test_a_stream_that_keeps_the_laws_passes(kind, pieces, changes):
    assert complaint(KINDS[kind], value(pieces, changes), due(kind)) is None


def test_every_law_of_the_table_has_its_function():
    assert set(LAWS) == {law for laws in KINDS.values() for law in laws}


def test_every_law_is_broken_by_a_row_above():
    assert {row[-1] for row in BROKEN} == set(LAWS)


def test_halves_of_a_character_are_compared_as_halves():
    chunks = ["\ud83d", "\ude00b"]
    shown = [[text("\ud83d")], [text("\ude00b")], []]
    answer = {"pieces": shown, "answer": "\U0001f600b", "thinking": "", "retracted": 0}
    for kind, markers, visible in (
        ("exact", PAIR, ""),
        ("provisional", ("", ""), "\U0001f600b"),
        ("raw", ("", ""), ""),
    ):
        assert complaint(KINDS[kind], answer, Due(chunks, "\U0001f600b", "", True, markers, visible)) is None


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("", []),
        ("a</think>b", [text("a</think>b")]),
        ("<think></think>a", [text("a")]),
        ("<think>a<think>b</think>c", [think("a<think>b"), text("c")]),
        ("<think>a</think><think>b", [think("a"), think("b", 1)]),
    ],
)
def test_the_slow_machine_reads_the_marker_table(reply, found):
    assert list(segments(reply, PAIR)) == found


@pytest.mark.parametrize(("tail", "size"), [("", 0), ("a", 0), ("a<", 1), ("<think", 6), ("<<th", 3), ("<think>", 0)])
def test_the_slow_machine_knows_what_may_be_held(tail, size):
    assert beginning(tail, PAIR[0]) == size


def test_the_slow_machine_counts_what_is_certain():
    assert list(certain(["a<", "b<thi", "nk>x</", "thin", "k>"], PAIR)) == [1, 3, 4, 4, 4]


def test_neighbours_of_one_block_are_merged():
    assert merged([text("a"), text(""), text("b"), think("c"), think("d", 1)]) == [
        text("ab"),
        think("c"),
        think("d", 1),
    ]


def names(reply, language="Python"):
    return [name for name, _ in cuts("x", reply, TRANSFORMS, language)]


def test_a_short_reply_is_cut_at_every_place():
    assert [name for name in names("abcdef") if name.startswith("cut")] == [f"cut-{place}" for place in range(1, 6)]


def test_a_long_reply_is_cut_at_64_places_from_end_to_end():
    places = [int(name.removeprefix("cut-")) for name in names("x" * 500) if name.startswith("cut-")]
    assert (len(places), places[0], places[-1]) == (64, 1, 499)


def test_chunks_are_the_reply():
    for reply in ("a", "ab", "a\nb", "\U0001f600<think>", "x" * 300):
        for name, chunks in cuts("x", reply, TRANSFORMS, "JavaScript"):
            joined = "".join(chunks).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
            assert joined == (reply.replace("\n", "\r\n") if name == "crlf" else reply)


@pytest.mark.parametrize(("language", "asked"), [("JavaScript (Node 20)", True), ("Python 3.11", False)])
def test_only_javascript_readers_are_cut_inside_a_surrogate_pair(language, asked):
    assert ("surrogates" in names("a\U0001f600", language)) is asked


def test_the_same_cuts_come_every_time():
    assert list(cuts("case", "abcdefghij", TRANSFORMS, "")) == list(cuts("case", "abcdefghij", TRANSFORMS, ""))
    assert list(cuts("case", "abcdefghij", TRANSFORMS, "")) != list(cuts("other", "abcdefghij", TRANSFORMS, ""))


def reading(**expect):
    row = {"id": "x", "why": "y.", "rules": ["stray-closer"], "input": "a</think>\nb", "expect": expect}
    return Case("read/x/x", "read", row, "x.yaml", 1)


def test_a_derived_check_is_named_by_its_cut_and_has_the_lower_level_of_its_rules():
    case = reading(**{"nr-llm": {"answer": "a</think>\nb", "thinking": None}})
    found = {check.id: check.level for check in derived_checks("Python")(case, "nr-llm", SPEC)}
    assert found["read/x/x@nr-llm:stream#cut-3"] == "may"
    assert {"read/x/x@nr-llm:stream#whole", "read/x/x@nr-llm:stream#crlf", "read/x/x@nr-llm:stream#random-0"} <= set(
        found
    )


@pytest.mark.parametrize("reply", [{"answer": "", "rejected": True}, None])
def test_what_is_refused_or_missing_is_not_cut(reply):
    case = reading(**({"llm-chat": reply} if reply else {}))
    assert list(derived_checks("Python")(case, "llm-chat", SPEC)) == []


@pytest.mark.parametrize("topic", ["plain", "stray-closer", "word-fence", "unicode"])
def test_the_reference_keeps_the_laws_on_cases_cut_in_pieces(topic):
    some = [case for case in load_cases(ROOT, ["read"]) if case.name.startswith(f"read/{topic}/")]
    count = 0
    for check in expand(some, SPEC.dialects, SPEC, derived_checks("Python")):
        if check.op == "stream":
            got = streamed(reader(check.dialect, **check.request.get("options", {})).stream(), check.request["chunks"])
            assert check.judge(got) is None, check.id
            count += 1
    assert count > 500
