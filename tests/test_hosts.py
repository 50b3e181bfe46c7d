"""The hosts: what a target is taken for, and what its answers become on the wire.  Real processes throughout."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from thinkspec.errors import ReaderStartError
from thinkspec.pointer import argv, parse
from thinkspec.process import ReaderProcess
from thinkspec.wire import Answer

BLOCK = "<think>T</think>A"
RIGHT = {"answer": "A", "thinking": "T"}

PY_SPLIT = "def f(text):\n    t, _, a = (text or '').removeprefix('<think>').partition('</think>')\n    return "
JS_SPLIT = "export const f = (text) => { const [t, a] = text.replace('<think>', '').split('</think>'); return "


@pytest.fixture
def ask(tmp_path, monkeypatch):
    """Write a reader, start it, and return its hello and the answers to some requests."""
    monkeypatch.chdir(tmp_path)

    def run(language, source, pointer=None, requests=(), files=()):
        name = {"py": "target.py", "js": "target.mjs"}[language]
        (tmp_path / name).write_text(source)
        for path, text in dict(files).items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        with ReaderProcess(argv(parse(pointer or f"{language}:./{name}"))) as reader:
            hello = reader.hello()
            return hello, [reader.ask(op, **fields) for op, fields in requests]

    return run


SPLITS = [
    ("py", PY_SPLIT + "a, t", ":f"),
    ("py", PY_SPLIT + "[a, t]", ":f"),
    ("py", PY_SPLIT + "{'content': a, 'reasoning_content': t}", ":f"),
    ("py", "import types\n" + PY_SPLIT + "types.SimpleNamespace(text=a, reasoning=t)", ":f"),
    (
        "py",
        "import dataclasses\n@dataclasses.dataclass\nclass R:\n    answer: str\n    thinking: str\n"
        + PY_SPLIT
        + "R(a, t)",
        ":f",
    ),
    ("py", "import collections\nR = collections.namedtuple('R', 'x y')\n" + PY_SPLIT + "R(a, t)", ":f"),
    ("py", PY_SPLIT + "t, a", ":f?order=thinking,answer"),
    ("py", "async " + PY_SPLIT + "a, t", ":f"),
    (
        "py",
        "class C:\n"
        + "".join(f"    {line}\n" for line in (PY_SPLIT + "a, t").replace("f(text", "f(self, text").splitlines()),
        ":C.f",
    ),
    ("py", PY_SPLIT + "a, t\nclass C:\n    split_think = staticmethod(f)", ":C"),
    ("py", PY_SPLIT + "a, t\nclass C:\n    splitThink = staticmethod(f)\nobject_ = C()", ":object_"),
    ("py", PY_SPLIT + "a, t\nclass C:\n    def __call__(self, text): return f(text)\nc = C()", ":c"),
    ("js", JS_SPLIT + "[a, t]; };", "#f"),
    ("js", JS_SPLIT + "({answer: a, thinking: t}); };", "#f"),
    ("js", JS_SPLIT + "({text: a, reasoning: t}); };", "#f"),
    ("js", JS_SPLIT + "[t, a]; };", "#f?order=thinking,answer"),
    ("js", JS_SPLIT + "Promise.resolve([a, t]); };", "#f"),
    ("js", JS_SPLIT + "[a, t]; }; export default { splitThink: f };", ""),
    ("js", JS_SPLIT + "[a, t]; }; export default f;", ""),
    ("js", JS_SPLIT + "[a, t]; }; export class C { split_think(text) { return f(text); } }", "#C"),
    (
        "js",
        JS_SPLIT + "[a, t]; }; export class C { f(text) { return this.g(text); } g(text) { return f(text); } }",
        "#C.f",
    ),
]


@pytest.mark.parametrize(("language", "source", "tail"), SPLITS)
def test_a_split_is_recognised_and_gives_strip_and_thinking(ask, language, source, tail):
    name = {"py": "target.py", "js": "target.mjs"}[language]
    requests = [("split", {"text": BLOCK}), ("strip", {"text": BLOCK}), ("thinking", {"text": BLOCK})]
    hello, answers = ask(language, source, f"{language}:./{name}{tail}", requests)
    assert set(hello.ops) == {"split", "strip", "thinking"}
    assert answers == [Answer("ok", RIGHT), Answer("ok", "A"), Answer("ok", "T")]
    assert hello.note == ""


MODULES = {
    "py": """
import re
from re import split  # the standard library's: not what this module offers
from textwrap import wrap
def strip_think(text): return (text or '').upper()
def hasThink(text): return bool(text)
def think_segments(text): return [('think', 'T', 'think'), {'type': 'text', 'text': 'A'}, ('text', 'B')]
def unfinished(text): return len(text)
def only(text): return text
def message(provider, response): return {'answer': provider, 'thinking': response['r'], 'hasThinking': True}
def effort(wire, *, model, effort=None, thinking_budget=None): return {'w': wire, 'm': model, 'e': effort, 'b': thinking_budget}
class S:
    def __init__(self): self.all = ''
    def feed(self, chunk): self.all += chunk; return [('text', chunk, -1)]
    def finish(self): return {'pieces': [], 'answer': self.all, 'thinking': '', 'retracted': 0}
stream = S
""",
    "js": """
export const stripThink = (text) => (text ?? '').toUpperCase();
export const has_think = (text) => Boolean(text);
export const thinkSegments = () => [['think', 'T', 'think'], {type: 'text', text: 'A'}, {kind: 'text', text: 'B', name: ''}];
export const unfinished = (text) => [...text].length;
export const only = (text) => text;
export const message = (provider, response) => ({answer: provider, thinking: response.r, has_thinking: true});
export const effort = (wire, {model, effort, thinkingBudget}) => ({w: wire, m: model, e: effort, b: thinkingBudget ?? null});
export const stream = () => { let all = ''; return {
  feed(chunk) { all += chunk; return [['text', chunk, -1]]; },
  finish() { return {pieces: [], answer: all, thinking: '', retracted: 0}; } }; };
""",
}
SEGMENTS = [["think", "T", "think"], ["text", "A", ""], ["text", "B", ""]]
OPERATIONS = [
    ("strip", {"text": "a"}, "A"),
    ("strip", {"text": None}, ""),
    ("has", {"text": "a"}, True),
    ("segments", {"text": "a"}, SEGMENTS),
    ("unfinished", {"text": "😀a"}, 2),
    ("only", {"text": "\ud800"}, "\ud800"),
    (
        "message",
        {"provider": "p", "response": {"r": "R"}},
        {"answer": "p", "thinking": "R", "has_thinking": True, "content_is_reasoning": None},
    ),
    (
        "effort",
        {"wire": "w", "args": {"model": "m", "effort": "high", "thinking_budget": 7}},
        {"w": "w", "m": "m", "e": "high", "b": 7},
    ),
    (
        "stream",
        {"chunks": ["a", "b"]},
        {"pieces": [[["text", "a", -1]], [["text", "b", -1]], []], "answer": "ab", "thinking": "", "retracted": 0},
    ),
]


@pytest.mark.parametrize("language", ["py", "js"])
def test_a_module_offers_what_it_has(ask, language):
    hello, answers = ask(language, MODULES[language], None, [row[:2] for row in OPERATIONS])
    assert set(hello.ops) == {row[0] for row in OPERATIONS}
    assert answers == [Answer("ok", row[2]) for row in OPERATIONS]


FAMILIES = {
    "py": """
DIALECTS = ['sapphire', 'nr-llm']
MAPPINGS, WIRES, __version__ = ('langertha',), ('openai',), '7'
made = []
class R:
    def __init__(self, name, options): self.name, self.options = name, options
    def split(self, text): return f'{self.name} {sorted(self.options.items())}', str(len(made))
def reader(name, **options):
    made.append(name)
    if options.get('tag') == '': raise ValueError('tag is empty')
    return R(name, options)
class Reasoning:
    def __init__(self, *, model, mapping): self.fields = {'model': model, 'mapping': mapping}
    def to(self, wire): return {wire: self.fields}
""",
    "js": """
export const DIALECTS = {sapphire: 1, 'nr-llm': 2}, MAPPINGS = ['langertha'], WIRES = ['openai'], VERSION = '7';
let made = 0;
export function reader(name, options) {
  made += 1;
  if (options?.tag === '') throw new RangeError('tag is empty');
  const shown = Object.entries(options ?? {}).map(([key, value]) => `('${key}', '${value}')`).join();
  return { split: () => ({answer: `${name} [${shown}]`, thinking: String(made)}) };
}
export class Reasoning {
  constructor({model, mapping}) { this.fields = {model, mapping}; }
  to(wire) { return {[wire]: this.fields}; }
}
""",
}


@pytest.mark.parametrize("language", ["py", "js"])
def test_a_family_is_asked_for_the_dialect_and_its_options(ask, language):
    requests = [
        ("split", {"dialect": "nr-llm", "text": "x"}),
        ("split", {"dialect": "nr-llm", "text": "x", "options": {"tag": "r"}}),
        ("split", {"dialect": "nr-llm", "text": "x", "options": {"tag": "r"}}),
        ("split", {"dialect": "nr-llm", "text": "x", "options": {"tag": ""}}),
        ("split", {"dialect": "langertha", "text": "x"}),
        ("effort", {"wire": "openai", "mapping": "langertha", "args": {"model": "m"}}),
    ]
    hello, answers = ask(language, FAMILIES[language], None, requests)
    assert (hello.dialects, hello.mappings, hello.wires) == (("sapphire", "nr-llm"), ("langertha",), ("openai",))
    assert (hello.version, set(hello.ops)) == ("7", {"split", "effort"})
    assert [answer.value["answer"] for answer in answers[:3]] == [
        "nr-llm []",
        "nr-llm [('tag', 'r')]",
        "nr-llm [('tag', 'r')]",
    ]
    assert answers[1] == answers[2], "the reader was made anew for the same options"
    assert answers[3] == Answer("rejected", "tag is empty")
    assert answers[4].kind == "unsupported"
    assert answers[5] == Answer("ok", {"openai": {"model": "m", "mapping": "langertha"}})


@pytest.mark.parametrize(
    ("source", "ops", "answer"),
    [
        ("def strip(text): return text.upper()", {"strip"}, "X"),
        ("", {"split", "strip", "effort"}, "x"),
        ("def mapper(wire, *, model, effort=None): return {'mine': model}", {"effort"}, None),
    ],
    ids=["own strip", "passed on", "own mapper"],
)
def test_functions_of_a_module_go_before_the_reference_that_they_call(ask, source, ops, answer):
    folder = Path(__file__).parents[1] / "reference/python"
    source = (
        f"import sys\nsys.path.append({str(folder)!r})\nfrom thinkspec_reference import Reasoning, reader\n{source}"
    )
    requests = [
        ("strip", {"dialect": "nr-llm", "text": "x"}),
        ("effort", {"wire": "openai", "mapping": "providers", "args": {"model": "m"}}),
    ]
    hello, (stripped, sent) = ask("py", source, None, requests)
    assert bool(hello.dialects) is (len(ops) > 1)
    assert ops <= set(hello.ops)
    assert stripped.value == answer or stripped.kind == "unsupported"
    assert (sent.value == {"mine": "m"}) is ("mapper" in source)


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("py", "def mapper(wire, *, model, effort=None): return {wire: effort}"),
        ("js", "export const mapper = (wire, {effort}) => ({[wire]: effort});"),
    ],
)
def test_a_module_with_a_mapper_needs_no_function_named(ask, language, source):
    hello, answers = ask(language, source, None, [("effort", {"wire": "w", "args": {"model": "m", "effort": "low"}})])
    assert list(hello.ops) == ["effort"]
    assert answers == [Answer("ok", {"w": "low"})]


RAISES = [
    ("py", "raise ValueError('no')", Answer("rejected", "no")),
    ("py", "raise TypeError('not a str')", Answer("rejected", "not a str")),
    ("py", "raise KeyError('k')", Answer("error", "KeyError: 'k' (target.py:2)")),
    ("py", "raise SystemExit(4)", Answer("error", "SystemExit: 4 (target.py:2)")),
    (
        "py",
        "return b'bytes'",
        Answer("error", "returned what JSON cannot carry: Object of type bytes is not JSON serializable"),
    ),
    ("js", "throw new RangeError('no')", Answer("rejected", "no")),
    ("js", "throw new TypeError('not a string')", Answer("rejected", "not a string")),
    ("js", "return Promise.reject(new TypeError('late'))", Answer("rejected", "late")),
    ("js", "throw new SyntaxError('odd')", Answer("error", "SyntaxError: odd (target.mjs:2)")),
    ("js", "return 1n", Answer("error", "returned what JSON cannot carry: Do not know how to serialize a BigInt")),
]


@pytest.mark.parametrize(("language", "body", "answer"), RAISES)
def test_what_a_reader_raises_is_rejected_or_an_error(ask, language, body, answer):
    source = {"py": f"def strip(text):\n    {body}\n", "js": f"export function strip(text) {{\n  {body};\n}}\n"}[
        language
    ]
    assert ask(language, source, None, [("strip", {"text": "x"})])[1] == [answer]


@pytest.mark.parametrize(("language", "body"), [("py", "return strip(text)"), ("js", "return strip(text)")])
def test_endless_recursion_is_an_error(ask, language, body):
    source = {"py": f"def strip(text):\n    {body}\n", "js": f"export function strip(text) {{\n  {body};\n}}\n"}[
        language
    ]
    assert ask(language, source, None, [("strip", {"text": "x"})])[1][0].kind == "error"


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("py", "def split(text):\n    return {'answer': text}\n"),
        ("js", "export const split = (text) => ({answer: text, thinking: undefined});"),
    ],
)
def test_a_missing_half_is_null(ask, language, source):
    assert ask(language, source, None, [("split", {"text": "x"})])[1] == [
        Answer("ok", {"answer": "x", "thinking": None})
    ]


def test_undefined_is_null(ask):
    source = "export const thinking = () => undefined;"
    assert ask("js", source, None, [("thinking", {"text": "x"})])[1] == [Answer("ok", None)]


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("py", PY_SPLIT.replace("def f", "def split") + "t, a"),
        ("js", JS_SPLIT.replace("const f", "const split") + "[t, a]; };"),
    ],
)
def test_swapped_halves_are_noted(ask, language, source):
    assert "?order=thinking,answer" in ask(language, source)[0].note


@pytest.mark.parametrize(
    ("language", "source", "tail", "op"),
    [
        ("py", "def f(text): return text", ":f", "strip"),
        ("py", "def f(wire, *, model, effort): return {}", ":f", "effort"),
        ("py", "def f(text): return [('text', 'A', '')]", ":f", "segments"),
        ("py", "def f(text): return None", ":f?op=thinking", "thinking"),
        ("js", "export default (text) => text;", "", "strip"),
        ("js", "export const f = (wire, {model}) => ({});", "#f?op=effort", "effort"),
        ("js", "export const f = (text) => [{type: 'text', text: 'A'}];", "#f", "segments"),
    ],
)
def test_a_bare_function_is_one_operation(ask, language, source, tail, op):
    name = {"py": "target.py", "js": "target.mjs"}[language]
    assert ask(language, source, f"{language}:./{name}{tail}")[0].ops == (op,)


@pytest.mark.parametrize(
    ("language", "source", "tail", "words"),
    [
        ("py", "def f(text): return 1", ":f", "it gave int, neither a text nor two halves"),
        ("py", "def f(text): raise OSError('disk')", ":f", "it raised OSError: disk"),
        ("py", "def g(text): return 1", ":f", "has no 'f'; it has g"),
        (
            "py",
            "class C:\n    def __init__(self, x): pass\n    def split(self, t): pass",
            ":C",
            "C() cannot be made without arguments",
        ),
        ("py", "def g(text): return 1", "", "name a function behind it (it has g)"),
        ("js", "export const f = () => 1;", "#f", "it gave number, neither a text nor two halves"),
        ("js", "export const g = () => 1;", "#f", "there is no export f; it has g"),
        ("js", "export const g = () => 1;", "", "name a function behind # (it has g)"),
        ("js", "import './nowhere.mjs';", "", "Cannot find module"),
        ("js", "export const = 1;", "", "SyntaxError"),
    ],
)
def test_a_target_that_offers_nothing_says_what_to_do(ask, language, source, tail, words):
    name = {"py": "target.py", "js": "target.mjs"}[language]
    with pytest.raises(ReaderStartError) as caught:
        ask(language, source, f"{language}:./{name}{tail}")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


IDENTITY = "def strip(text): return text\n"
PLACES = [
    ("py:acme.think", {"acme/__init__.py": "", "acme/think.py": IDENTITY}),
    (
        "py:acme/core/think.py",
        {
            "acme/__init__.py": "",
            "acme/core/__init__.py": "",
            "acme/core/base.py": IDENTITY,
            "acme/core/think.py": "from .base import strip\n",
        },
    ),
    ("py:lib/think.py", {"lib/helper.py": IDENTITY, "lib/think.py": "from helper import strip\n"}),
    ("py:lib/types.py", {"lib/types.py": IDENTITY}),
    (
        "py:lib/my-think.py:strip",
        {"lib/my-think.py": "import dataclasses\n@dataclasses.dataclass\nclass A:\n    x: int\n" + IDENTITY},
    ),
    (
        "js:acme",
        {
            "node_modules/acme/package.json": json.dumps(
                {"name": "acme", "version": "3.1", "type": "module", "exports": {"import": "./i.js"}}
            ),
            "node_modules/acme/i.js": "export const strip = (t) => t;",
        },
    ),
    (
        "js:@a/b#strip",
        {
            "node_modules/@a/b/package.json": json.dumps({"name": "@a/b", "version": "3.1", "main": "m.js"}),
            "node_modules/@a/b/m.js": "exports.strip = (t) => t;",
        },
    ),
    ("js:./lib/think.cjs", {"lib/think.cjs": "module.exports = { strip(t) { return t; } };"}),
]


@pytest.mark.parametrize(("pointer", "files"), PLACES, ids=[row[0] for row in PLACES])
def test_targets_are_found_where_a_person_expects(ask, pointer, files):
    hello, answers = ask("py", "", pointer, [("strip", {"text": "x"})], files)
    assert answers == [Answer("ok", "x")]
    assert hello.version == ("3.1" if "node_modules" in next(iter(files)) else "")


def test_a_reader_without_options_says_so(ask):
    assert ask("py", IDENTITY, None, [("strip", {"text": "x", "options": {"tag": "r"}})])[1][0].kind == "unsupported"


@pytest.mark.parametrize(
    ("language", "source"),
    [
        (
            "py",
            "import os, sys\ndef strip(text):\n    print('to the screen')\n    os.write(1, b'raw\\n')\n    return sys.stdin.read() + text\n",
        ),
        (
            "js",
            "import fs from 'node:fs'; export const strip = (text) => { console.log('to the screen'); fs.writeSync(1, 'raw\\n'); return fs.readFileSync(0, 'utf8') + text; };",
        ),
    ],
)
def test_what_a_reader_prints_goes_to_standard_error(ask, tmp_path, language, source):
    name = {"py": "target.py", "js": "target.mjs"}[language]
    (tmp_path / name).write_text(source)
    with ReaderProcess(argv(parse(f"{language}:./{name}"))) as reader:
        assert reader.ask("strip", text="x") == Answer("ok", "x")
        assert set(reader.stderr_tail) == {"to the screen", "raw"}


@pytest.mark.parametrize(
    ("language", "source"),
    [
        (
            "py",
            "import subprocess\ndef strip(text):\n    return subprocess.run(['ls', '/dev/fd/'], capture_output=True, text=True, close_fds=False).stdout\n",
        ),
        (
            "js",
            "import { execFileSync } from 'node:child_process'; export const strip = () => execFileSync('ls', ['/dev/fd/'], { encoding: 'utf8' });",
        ),
    ],
)
def test_the_wire_is_not_handed_to_a_readers_children(ask, language, source):
    # 3 is the folder that ls itself reads.
    assert ask(language, source, None, [("strip", {"text": "x"})])[1][0].value.split() == ["0", "1", "2", "3"]


def test_an_exception_that_cannot_say_its_message_costs_one_check_only(ask):
    source = "class E(ValueError):\n    def __str__(self): raise RuntimeError\ndef f(text):\n    if text: raise E\n    return ''\n"
    _, answers = ask("py", source, "py:./target.py:f?op=strip", [("strip", {"text": "a"}), ("strip", {"text": ""})])
    assert [(answer.kind, answer.value) for answer in answers] == [
        ("rejected", "(its message raised RuntimeError)"),
        ("ok", ""),
    ]
