"""The oracles against every example that the seeds and the list of facts print, worked out by hand.

Each row is an input and what the document says about it; the remark says where. Rows marked "by rule" have no printed
result and follow from the rule's sentence.
"""

from __future__ import annotations

import pytest

from oracles import ORACLES, compare, read, wrap

FENCE = "```"

# input, answer, thinking
SAPPHIRE = [
    # the document's own sentences
    ("You wrap reasoning in `<think>` tags.", "You wrap reasoning in `<think>` tags.", ""),  # rule 1
    (f"{FENCE}\n<think>x</think>\n{FENCE}\nDone", f"{FENCE}\n<think>x</think>\n{FENCE}\nDone", ""),  # rule 1
    ("<think>x</think>y", "y", "x"),  # rule 2
    ("<think>A</think>B</think>C", "C", "A\n\nB"),  # rule 3, its example
    ("<think>a</think>Prose.<think>b</think>more</think>End", "Prose.End", "a\n\nb\n\nmore"),  # rule 3, "never across"
    ("<think>a", "", "a"),  # rule 4, start of the reply
    ("Hi\n<think>a", "Hi", "a"),  # rule 4, start of a line
    ("Hi. <think>a", "Hi.", "a"),  # rule 4, after a sentence
    ("Hi! <think>a", "Hi!", "a"),
    ("Hi? <think>a", "Hi?", "a"),
    ("<b> <think>a", "<b>", "a"),  # rule 4, after a tag
    ("a model <think>a", "a model <think>a", ""),  # rule 4, in a sentence
    ("Bare </think> in prose", "in prose", "Bare"),  # "reads as a lost opener"
    ("A bare <think> and </think> pair", "A bare pair", "and"),  # "reads as a block"
    ("  plain  ", "plain", ""),  # "trimmed"
    (None, "", ""),  # "takes None"
    ("", "", ""),
    ("<THINK>a</Think>b", "b", "a"),  # "Case-insensitive"
    # 5.1 rule 1: the names
    ("<seed:think>a</seed:think>b", "b", "a"),
    ("<thinking>a</thinking>b", "b", "a"),
    ("<redacted_thinking>a</redacted_thinking>b", "b", "a"),
    ("<reasoning>a</reasoning>b", "b", "a"),
    ("<think>a</reasoning>b", "b", "a"),  # any closer
    ("<seed:think>a</seed:cot_budget_reflect>b", "b", "a"),
    # 5.1 rule 2: what a tag is
    ('<think foo="bar">a</think>b', "b", "a"),
    ("<think>a</think >b", "b", "a"),
    ('<think\nid="1">a</think>b', "b", "a"),
    ("<think />a</think>b", "b", "a"),
    ("< think >a", "< think >a", ""),
    ("<think/>a", "<think/>a", ""),
    ("<thinker>a", "<thinker>a", ""),
    ("x</ think>a", "x</ think>a", ""),
    ('<think a=">">b</think>c', "c", '">b'),  # a > in a value ends the tag
    ("<thin\u212a>a", "<thin\u212a>a", ""),  # decided: KELVIN SIGN is no k
    ("<think\u00a0x>a</think>b", "b", "a"),  # decided: NBSP is white space in a tag
    ("<think\ufeff>a", "<think\ufeff>a", ""),  # decided: BOM is not
    # 5.1 rule 3
    ("<seed:cot_budget_reflect>a", "<seed:cot_budget_reflect>a", ""),
    (f"<think>a\n{FENCE}\n</think>\n{FENCE}\nb", f"{FENCE}\nb", "a\n" + FENCE),  # a closer in a fence closes
    ("<think>a `</think>` b</think>c", "c", "a `</think>` b"),  # a closer behind a backtick does not
    ("<think>a<think>b</think>c", "c", "a<think>b"),
    ("`</think>", "`</think>", ""),
    # 5.1 rule 4
    ("Note: <think>a", "Note: <think>a", ""),
    ("(x) <think>a", "(x) <think>a", ""),
    ('"x" <think>a', '"x" <think>a', ""),
    ("x - <think>a", "x - <think>a", ""),
    ("x\u2026 <think>a", "x\u2026 <think>a", ""),
    ("x\u3002 <think>a", "x\u3002 <think>a", ""),
    ("x\u2028<think>a", "x\u2028<think>a", ""),
    ("a > <think>b", "a >", "b"),
    ("x\r<think>a", "x", "a"),
    ("x. \t <think>a", "x.", "a"),
    ("   <think>a", "", "a"),
    # 5.1 rule 5
    (f"{FENCE}\n~~~\n<think>x</think>y", f"{FENCE}\n~~~\ny", "x"),  # parity only
    (f"{FENCE}js{FENCE}\n<think>x</think>y", f"{FENCE}js{FENCE}\n<think>x</think>y", ""),
    (f"> {FENCE}\n<think>x</think>y", f"> {FENCE}\ny", "x"),
    (f"- {FENCE}\n<think>x</think>y", f"- {FENCE}\ny", "x"),
    (f" \t{FENCE}\n<think>x</think>y", f"{FENCE}\n<think>x</think>y", ""),
    ("``\n<think>x</think>y", "``\ny", "x"),
    (f"<think>a</think> {FENCE}\n<think>x</think>y", f"{FENCE}\n<think>x</think>y", "a"),  # right behind a closer
    (f"{FENCE}\nx<think>a", f"{FENCE}\nx<think>a", ""),
    (f"a\r{FENCE}\n<think>x</think>y", f"a\r{FENCE}\ny", "x"),  # decided: a lone CR begins no line
    # 5.1 rule 6
    ("foo <think>x</think> bar", "foo bar", "x"),
    ("a<think>x</think> b", "ab", "x"),
    ("a\n<think>x</think>\r\n\t  b", "a\nb", "x"),
    ("a<think>x</think>\u00a0b", "a\u00a0b", "x"),  # NBSP is not swallowed
    # 5.1 rules 7 and 8
    ("<think> \n </think>a", "a", ""),
    ("<think> a </think>b<think> c </think>d", "bd", "a\n\nc"),
    ("\u00a0a\u3000", "a", ""),
    ("\ufeffa\u0085", "\ufeffa\u0085", ""),  # decided: neither BOM nor NEL is trimmed
    # 5.1 rule 12
    ("Some x <think>never", "Some x <think>never", ""),
    # 5.1 rule 15
    (
        "<seed:think>plan<seed:cot_budget_reflect>used 40</seed:cot_budget_reflect>more plan</seed:think>Hi",
        "Hi",
        "plan<seed:cot_budget_reflect>used 40\n\nmore plan",
    ),
    # 5.2
    ("Use `<think>x</think>` here", "` here", "Use `<think>x"),
    ("` <think>x</think> `", "` `", "x"),
    (f"{FENCE}\n<think>\n{FENCE}\nx</think>y", "y", f"{FENCE}\n<think>\n{FENCE}\nx"),  # a stray closer takes the fence
    # 5.3
    ("<think>plan</think>Hello", "Hello", "plan"),
    ("<think>a</think>One. <think>b</think>Two.", "One. Two.", "a\n\nb"),
    ("leftover</think>Answer.", "Answer.", "leftover"),
    ("<think>cut off mid-thought", "", "cut off mid-thought"),
    ("You wrap reasoning in <think> tags.", "You wrap reasoning in <think> tags.", ""),
]

# input, options, answer, thinking
LANGERTHA = [
    ("plain \n", {}, "plain \n", None),  # rule 1 and 4
    ("", {}, "", None),
    (None, {}, None, None),  # rule 2
    ("<think>a</think>b", {"filter": False}, "<think>a</think>b", None),  # rule 2
    (None, {"filter": False}, None, None),
    ("<reasoning>a</reasoning>b", {"tag": "reasoning"}, "b", "a"),  # think_tag
    ("<think>a</think>b", {"tag": "reasoning"}, "<think>a</think>b", None),
    ("<a.b>x</a.b>y", {"tag": "a.b"}, "y", "x"),  # rule 3: a dot is a dot
    ("<axb>x</axb>y", {"tag": "a.b"}, "<axb>x</axb>y", None),
    (" <think >a</think >b ", {}, " <think >a</think >b ", None),  # rule 4
    (" <THINK>a</THINK>b ", {}, " <THINK>a</THINK>b ", None),
    ("<think>a</think>b", {}, "b", "a"),  # first shape
    ("x<think>a</think>y<think>b</think>z", {}, "xyz", "a\nb"),  # rule 8
    ("reasoning</think>answer", {}, "answer", "reasoning"),  # second shape
    ("a</think>b</think>c", {}, "b</think>c", "a"),  # rule 5
    ("</think>x", {}, "x", None),
    ("   </think>x", {}, "x", "   "),
    ("a</think>b<think>c</think>d", {}, "bd", "a\nc"),
    ("<think>a</think>b</think>c", {}, "b</think>c", "a"),
    ("<think></think>", {}, "", ""),  # rule 6
    ("<think></think>x", {}, "x", ""),
    ("<think> </think>x", {}, "x", " "),
    ("<think>a</think>b<think></think>", {}, "b", "a\n"),  # by rule 6 and 8
    ("<think>a<think>b</think>c</think>d", {}, "c</think>d", "a<think>b"),  # "not balanced"
    ("<think>", {}, "", None),  # rule 7
    ("<think>mid-thought", {}, "", "mid-thought"),  # third shape
    ("Let me explain <think> tags here", {}, "Let me explain", " tags here"),  # empty last piece: rule 11 trims
    ("<think> a\n</think>b", {}, "b", " a\n"),  # rule 8: verbatim
    ("<think>a</think>\n\n    code", {}, "    code", "a"),  # rule 10
    ("<think>a</think>   The answer", {}, "The answer", "a"),
    ("\n  <think>a</think>x", {}, "  x", "a"),  # by rule 10: first piece blank
    ("a</think>\n  x", {}, "  x", "a"),
    (" x<think>a</think>y", {}, " xy", "a"),  # by rule 10: first piece not blank
    ("<think>a</think>\n \t", {}, "", "a"),
    ("<think>a</think>\u00a0x", {}, "\u00a0x", "a"),  # decided: ASCII only
    ("<think>a</think>x\n", {}, "x\n", "a"),  # rule 11
    ("x \n<think>a</think>", {}, "x", "a"),
    ("x \n<think>a</think> \n", {}, "x", "a"),
    ("foo <think>x</think> bar", {}, "foo  bar", "x"),  # rule 12
    ("foo<think>x</think>bar", {}, "foobar", "x"),
    ("`<think>` is `</think>` it", {}, "`` it", "` is `"),  # rule 13
    (f"{FENCE}\n<think>x</think>\n{FENCE}", {}, f"{FENCE}\n\n{FENCE}", "x"),
]

# input, options, content, reasoning
LLM_CHAT = [
    ("<think>a</think>", {}, "", "a"),  # the marker table, row by row
    ("a<think>b</think>c", {}, "ac", "b"),
    ("<think></think>", {}, "", ""),
    ("<think>a</think><think>b</think>", {}, "", "ab"),
    ("<thi", {}, "<thi", ""),
    ("<think>abc", {}, "", "abc"),
    ("a</think>b", {}, "a</think>b", ""),
    ("<think>a<think>b</think>c", {}, "c", "a<think>b"),
    ("", {}, "", ""),
    ("plain \n", {}, "plain \n", ""),  # "unchanged"
    ("reasoning</think>answer", {}, "reasoning</think>answer", ""),  # "its reasoning remains content"
    ("<think> </think>x", {}, "x", " "),  # rule 4
    ("<think>ab</thi", {}, "", "ab</thi"),  # rule 5
    ("`<think>a</think>`", {}, "``", "a"),  # rule 7
    (f"{FENCE}\n<think>x</think>\n{FENCE}", {}, f"{FENCE}\n\n{FENCE}", "x"),
    (" <think> a </think> b ", {}, "  b ", " a "),  # nothing is trimmed
    ("<THINK>a</THINK>b", {}, "<THINK>a</THINK>b", ""),  # rule 14
    ("<think x>a</think>b", {}, "<think x>a</think>b", ""),
    ("<think>a</think>b</think>c", {}, "b</think>c", "a"),
    ("[THINK]a[/THINK]b", {"open": "[THINK]", "close": "[/THINK]"}, "b", "a"),
    ("<think>a</think>b", {"open": "[THINK]", "close": "[/THINK]"}, "<think>a</think>b", ""),
]

# input, content, thinking
NR_LLM = [
    ("<think>a</think>b", "b", "a"),  # the listing
    ("a<think>b</think>c", "a c", "b"),  # "without word-gluing"
    ("<think>a</think>x<think>b</think>y", "x y", "a\nb"),
    ("<THINK>a</Think>b", "b", "a"),  # rule 2
    ("<think x>a</think>b", "<think x>a</think>b", None),
    ("<think >a</think>b", "<think >a</think>b", None),
    ("<thinking>a</thinking>b", "<thinking>a</thinking>b", None),
    ("<thin\u212a>a</thin\u212a>b", "<thin\u212a>a</thin\u212a>b", None),  # decided: ASCII
    ("  plain\t\tx  ", "  plain\t\tx  ", None),  # rule 3
    ("", "", None),
    ("x <think>open", "x <think>open", None),
    ("reasoning</think>answer", "reasoning</think>answer", None),
    ("<think></think>", "", None),  # rule 4
    ("<think> \n </think>x", "x", None),
    ("<think> a </think>x<think> b </think>y", "x y", "a \n b"),
    ("a  b\t\tc<think>r</think>d", "a b c d", "r"),  # rule 5
    ("Line one\n<think>r</think>\nLine two", "Line one\n \nLine two", "r"),
    ("foo <think>x</think> bar", "foo bar", "x"),
    ("\0\v<think>\0a\v</think>\0x\r\n", "x", "a"),  # rule 6
    ("<think>\fa\f</think>\fx\u00a0", "\fx\u00a0", "\fa\f"),
    ("<think>a<think>b</think>c</think>d", "c</think>d", "a<think>b"),  # rule 7
    ("`<think>a</think>`", "` `", "a"),
    ("<think>a</think>b<think>c", "b<think>c", "a"),
    ("a</think>b<think>c</think>d", "a</think>b d", "c"),
]

ROWS = [
    *(("sapphire", text, {}, answer, thinking) for text, answer, thinking in SAPPHIRE),
    *(("langertha", *row) for row in LANGERTHA),
    *(("llm-chat", *row) for row in LLM_CHAT),
    *(("nr-llm", text, {}, answer, thinking) for text, answer, thinking in NR_LLM),
]


@pytest.mark.parametrize(("dialect", "text", "options", "answer", "thinking"), ROWS)
def test_split(dialect, text, options, answer, thinking):
    got = read(dialect, text, options)
    assert (got["answer"], got["thinking"]) == (answer, thinking)


@pytest.mark.parametrize(
    ("dialect", "text", "options", "segments"),
    [
        (
            "sapphire",
            "<think>A</think>B</reasoning>C",
            {},
            [["think", "A", "think"], ["think", "B", "reasoning"], ["text", "C", ""]],
        ),
        (
            "sapphire",
            "a <THINKING> b </think> c ",
            {},
            [["text", "a ", ""], ["think", " b ", "thinking"], ["text", "c ", ""]],
        ),
        ("sapphire", "a<think> </think>b", {}, [["text", "a", ""], ["text", "b", ""]]),
        ("sapphire", " <think>a", {}, [["text", " ", ""], ["think", "a", "think"]]),
        ("sapphire", "", {}, []),
        ("sapphire", None, {}, []),
        ("langertha", "\n<think>a</think> b", {}, [["text", "\n", ""], ["think", "a", "think"], ["text", " b", ""]]),
        ("langertha", "a</think>b", {}, [["think", "a", "think"], ["text", "b", ""]]),
        ("langertha", "</think>b<think>", {}, [["text", "b", ""]]),
        ("langertha", "<r></r>", {"tag": "r"}, [["think", "", "r"]]),
        ("langertha", "<think>a</think>", {"filter": False}, [["text", "<think>a</think>", ""]]),
        ("langertha", None, {}, []),
        ("llm-chat", "a<think>b</think>c", {}, [["text", "a", ""], ["think", "b", "<think>"], ["text", "c", ""]]),
        ("llm-chat", "<think></think>", {}, []),
        ("llm-chat", "a<think></think>b", {}, [["text", "a", ""], ["text", "b", ""]]),
        ("llm-chat", "<think>a</think><think>b</think>", {}, [["think", "a", "<think>"], ["think", "b", "<think>"]]),
        ("llm-chat", "[T]a", {"open": "[T]", "close": "[/T]"}, [["think", "a", "[T]"]]),
        ("nr-llm", "a  b<THINK> c </think>", {}, [["text", "a  b", ""], ["think", " c ", "think"]]),
        ("nr-llm", "<think></think>x", {}, [["think", "", "think"], ["text", "x", ""]]),
        ("nr-llm", "x</think><think>", {}, [["text", "x</think><think>", ""]]),
    ],
)
def test_segments(dialect, text, options, segments):
    assert read(dialect, text, options)["segments"] == segments


@pytest.mark.parametrize(
    ("dialect", "text", "count"),
    [
        ("sapphire", "Some x <think>never", 5),
        ("sapphire", "<think>a</think>b", 0),
        ("sapphire", "<think>a<think>bc", 2),
        ("sapphire", "`<think>abc", 0),
        ("sapphire", "<think>abc`</think>", 12),
        ("sapphire", f"{FENCE}\n<think>abc", 3),
        ("sapphire", "<seed:cot_budget_reflect>abc", 0),
        ("sapphire", "<thi", 0),
        ("sapphire", "<think>\U0001f600", 1),
        ("sapphire", None, 0),
        ("langertha", "x<think>abc", 3),
        ("langertha", "<think>a<think>bc", 10),
        ("langertha", "<think>a</think>b", 0),
        ("langertha", "<thi", 0),
        ("langertha", None, 0),
        ("llm-chat", "x<think>abc", 3),
        ("llm-chat", "<think>a<think>bc", 10),
        ("llm-chat", "<think>a</think>b", 0),
        ("llm-chat", "<thi", 0),
        ("nr-llm", "x<THINK>abc", 3),
        ("nr-llm", "<think>a</think>b<think>c<think>d", 9),
        ("nr-llm", "<think>a</think>b", 0),
        ("nr-llm", "<thi", 0),
    ],
)
def test_unfinished(dialect, text, count):
    assert read(dialect, text)["unfinished"] == count


@pytest.mark.parametrize(
    ("dialect", "text", "has", "only"),
    [
        ("sapphire", "<think> a </think>b", True, "<think>a</think>"),
        ("sapphire", " b ", False, "<think>b</think>"),
        ("sapphire", "<think> </think>", False, ""),
        ("sapphire", None, False, ""),
        ("langertha", "<think></think>b", True, "<think>b</think>"),
        ("langertha", "</think>b", False, "<think>b</think>"),
        ("langertha", None, False, ""),
        ("llm-chat", "<think> </think>b", True, "<think> </think>"),
        ("llm-chat", "<think></think>b", False, "<think>b</think>"),
        ("nr-llm", "<think>a</think>b", True, "<think>a</think>"),
        ("nr-llm", "<think> </think>b", False, "<think>b</think>"),
        ("nr-llm", "", False, ""),
    ],
)
def test_has_and_only(dialect, text, has, only):
    got = read(dialect, text)
    assert (got["has"], got["only"]) == (has, only)


@pytest.mark.parametrize(
    ("dialect", "text", "options"),
    [
        ("llm-chat", None, {}),
        ("nr-llm", None, {}),
        ("langertha", "x", {"tag": ""}),
        ("langertha", "x", {"tag": "a>"}),
        ("langertha", "x", {"tag": "<a"}),
        ("llm-chat", "x", {"open": ""}),
        ("llm-chat", "x", {"close": ""}),
        ("llm-chat", "x", {"open": "|", "close": "|"}),
    ],
)
def test_rejected(dialect, text, options):
    assert read(dialect, text, options) == {"rejected": True}


@pytest.mark.parametrize(
    ("dialect", "thinking", "answer", "options", "wrapped"),
    [
        ("sapphire", "t", "a", {}, "<think>t</think>\n\na"),
        ("sapphire", "t", "", {}, "<think>t</think>"),
        ("sapphire", "", "a", {}, "a"),
        ("sapphire", None, "a", {}, "a"),
        ("langertha", "t", "a", {"tag": "reasoning"}, "<reasoning>t</reasoning>\n\na"),
        ("llm-chat", "t", "a", {}, "<think>t</think>a"),
        ("llm-chat", "t", "a", {"open": "[T]", "close": "[/T]"}, "[T]t[/T]a"),
        ("nr-llm", "t", "a", {}, "<think>t</think>\n\na"),
    ],
)
def test_wrap(dialect, thinking, answer, options, wrapped):
    assert wrap(dialect, thinking, answer, options) == wrapped


def case(**changed):
    expect = {
        "sapphire": {"answer": "b", "thinking": "a"},
        "langertha": {"answer": "b", "thinking": "a"},
        "llm-chat": {"answer": "a</think>b", "thinking": ""},
        "nr-llm": {"answer": "a</think>b", "thinking": None},
    }
    return {"id": "x", "rules": ["stray-closer"], "input": "a</think>b", "expect": expect | changed}


@pytest.mark.parametrize(
    ("written", "differs"),
    [
        ({}, []),
        ({"nr-llm": {"answer": "a</think>b", "thinking": ""}}, []),
        ({"nr-llm": {"answer": "a</think>b", "thinking": "", "rules": ["nothing-found"]}}, ["nr-llm: thinking"]),
        ({"sapphire": {"answer": "x", "thinking": "a"}}, ["sapphire: answer"]),
        ({"sapphire": {"answer": {"json": "\\u0062"}, "thinking": {"repeat": ["a", 1]}}}, []),
        ({"sapphire": {"answer": "b", "thinking": "a", "unfinished": 1}}, ["sapphire: unfinished"]),
        ({"sapphire": {"answer": "b", "thinking": "a", "segments": []}}, ["sapphire: segments"]),
        ({"sapphire": {"answer": "b", "thinking": "a", "only": ""}}, ["sapphire: only"]),
        ({"llm-chat": {"rejected": True}}, ['llm-chat: written {"rejected"']),
    ],
)
def test_compare_names_what_differs(written, differs):
    lines = list(compare.differences(case(**written)))
    assert [line[: len(start)] for line, start in zip(lines, differs, strict=True)] == differs


def test_every_dialect_has_an_oracle():
    assert set(ORACLES) == {"sapphire", "langertha", "llm-chat", "nr-llm"}
