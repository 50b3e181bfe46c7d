"""The twins: JavaScript reads what Python reads, by the same tables, and says the same in its errors.

One Node process answers for the JavaScript twin; ``readings.mjs`` beside this file is what runs in it.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT
from thinkspec.mutants import option_mutants
from thinkspec.node import find_node
from thinkspec.tables import load_spec
from thinkspec_reference import DIALECTS, configured, reader

JS = ROOT / "reference" / "js"
MODULES = sorted(JS.glob("*.mjs"))

SOUP = [
    *("<think>", "</think>", "<THINK>", "</Think>", "<seed:think>", "</seed:think>", "<thinking a=1>", "</thinking >"),
    *("<reasoning\u00a0b>", "<redacted_thinking>", "</redacted_thinking>", "<seed:cot_budget_reflect>"),
    *("</seed:cot_budget_reflect>", "<think/>", "<think />", "</ think>", "<thin\u212a>", "<\u017feed:think>"),
    *("<", "</think", "<think ", "think>", "/", ">", "`", "```", "\n```\n", "\n~~~", "\n  ```", "a", "b. ", "! ", ":"),
    *("\n", "\r", " ", "  ", "\t", "\u00a0", "\ufeff", "\u0085", "\x1c", "\0", "\v", "\f", "\u2028", "\u3000"),
    *("\n\n    code", "[THINK]", "[/THINK]", "x"),
]
BEYOND_BMP = ["\U0001f600", "\ud83d", "\ude00", "\ue000"]

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in DIALECTS),
    ("langertha", {"tag": "reasoning"}),
    ("langertha", {"tag": "a.b-c"}),
    ("langertha", {"filter": False}),
    ("llm-chat", {"open": "[THINK]", "close": "[/THINK]"}),
    ("llm-chat", {"open": "<think>", "close": "<"}),
    ("llm-chat", {"close": "`"}),
]


@pytest.fixture(scope="module")
def node():
    """The JavaScript twin's readings: a function of dialect, options, table and texts."""
    with subprocess.Popen(
        [find_node(), str(ROOT / "tests" / "readings.mjs")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdin
        assert process.stdout
        to, back = process.stdin, process.stdout

        def readings(dialect, options, table, texts):
            request = {"dialect": dialect, "options": options, "table": table, "texts": texts}
            to.write(json.dumps(request) + "\n")
            to.flush()
            return json.loads(back.readline())

        yield readings
        to.close()


def soup(seed: int, count: int, alphabet: list[str]) -> list[str]:
    """Replies made of tags, near-tags, fences and white space.  A split pair of surrogates is one character."""
    rng = random.Random(seed)  # noqa: S311 - replies, not secrets
    texts = ("".join(rng.choices(alphabet, k=rng.randint(0, 16))) for _ in range(count))
    return [json.loads(json.dumps(text)) for text in texts]


def attempt(work):
    try:
        return work()
    except (ValueError, TypeError) as error:
        # The languages call null and numbers by their own names; nothing else differs.
        text = re.sub(r"\bNone\b", "null", str(error))
        text = re.sub(r"got int\b", "got number", text)
        text = re.sub(r"got list\b", "got array", text)
        text = re.sub(r"got bool\b", "got boolean", text)
        text = re.sub(r"got str\b", "got string", text)
        text = re.sub(r"got dict\b", "got object", text)
        return {"error": text, "kind": "type" if isinstance(error, TypeError) else "value"}


def python_readings(dialect, options, table, texts):
    entry = DIALECTS[dialect]
    think = attempt(lambda: configured(dialect, table or entry["rules"], entry["settings"], options))
    if isinstance(think, dict):
        return think
    # Through JSON and back, as the other twin's: two halves of a surrogate pair that meet are one character.
    return json.loads(json.dumps([attempt(lambda text=text: reading(think, text)) for text in texts]))


def reading(think, text):
    answer, thinking = think.split(text)
    return {
        "split": [answer, thinking],
        "strip": think.strip(text),
        "thinking": think.thinking(text),
        "has": think.has(text),
        "segments": [list(segment) for segment in think.segments(text)],
        "only": think.only(text),
        "unfinished": think.unfinished(text),
        "wrap": think.wrap(thinking, answer),
        "explain": think.explain(text),
    }


def differing(ours, theirs, texts):
    """The first few texts that the twins read differently; an explanation's offsets count differently off the BMP."""
    wrong = []
    for text, python, javascript in zip(texts, ours, theirs, strict=True):
        if isinstance(text, str) and any(ord(character) > 0xFFFF for character in text):
            del python["explain"], javascript["explain"]
        if python != javascript:
            wrong.append((text, python, javascript))
    return wrong[:3]


@pytest.mark.parametrize(("dialect", "options"), OPTIONS)
def test_twins_read_generated_replies_alike(node, dialect, options):
    texts = soup(1, 1_500, SOUP)
    ours, theirs = (ask(dialect, options, None, texts) for ask in (python_readings, node))
    assert not differing(ours, theirs, texts)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_twins_read_characters_beyond_the_bmp_and_lone_surrogates_alike(node, dialect):
    texts = soup(2, 500, SOUP[:4] + BEYOND_BMP)
    ours, theirs = (ask(dialect, {}, None, texts) for ask in (python_readings, node))
    assert not differing(ours, theirs, texts)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_twins_follow_a_changed_table_alike(node, dialect):
    texts = soup(3, 40, SOUP)
    wrong = {}
    for mutant in option_mutants(load_spec(ROOT), DIALECTS[dialect]["rules"]):
        ours, theirs = (ask(dialect, {}, mutant.table, texts) for ask in (python_readings, node))
        if found := differing(ours, theirs, texts):
            wrong[mutant.id] = found[0]
    assert not wrong


@pytest.mark.parametrize("text", [None, 5, True, ["a"], {"a": 1}])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_twins_meet_what_is_not_text_alike(node, dialect, text):
    assert python_readings(dialect, {}, None, [text]) == node(dialect, {}, None, [text])


REFUSED = [
    ("sapphire", {"tag": "x"}, 'the dialect sapphire has no option "tag" (options: none)'),
    ("langertha", {"open": "x"}, 'the dialect langertha has no option "open" (options: tag, filter)'),
    ("langertha", {"tag": ""}, 'option tag must be a name without < and >, got ""'),
    ("langertha", {"tag": "<x>\n"}, 'option tag must be a name without < and >, got "<x>\\n"'),
    ("langertha", {"tag": 5}, "option tag must be text, got number"),
    ("langertha", {"tag": None}, "option tag must be text, got null"),
    ("langertha", {"filter": "no"}, "option filter must be true or false, got string"),
    ("llm-chat", {"open": ""}, "a marker must not be empty"),
    ("llm-chat", {"open": "x", "close": "x"}, 'the markers must differ, got "x" twice'),
]


@pytest.mark.parametrize(("dialect", "options", "message"), REFUSED)
def test_twins_refuse_options_alike(node, dialect, options, message):
    ours, theirs = (ask(dialect, options, None, []) for ask in (python_readings, node))
    assert (ours["error"], ours) == (message, theirs)


def run_js(source: str, folder: Path = JS) -> Any:
    """What a module that prints JSON prints."""
    return json.loads(
        subprocess.run(
            [find_node(), "--input-type=module", "--eval", source],
            cwd=folder,
            check=True,
            capture_output=True,
            encoding="utf-8",
        ).stdout
    )


def test_twins_name_an_unknown_dialect_alike():
    found = run_js(
        f'import {{ reader }} from "{JS.as_uri()}/index.mjs";'
        'try { reader("toString") } catch (error) { console.log(JSON.stringify([error.name, error.message])) }'
    )
    with pytest.raises(ValueError, match="unknown dialect") as error:
        reader("toString")
    assert found == ["RangeError", str(error.value)]


def test_twins_offer_the_same_constants():
    names = ("OPEN", "CLOSE", "OPEN_NAMES", "CLOSE_NAMES", "PAIRS")
    found = run_js(
        f'import {{ DIALECTS, reader }} from "{JS.as_uri()}/index.mjs"; const all = {{}};'
        f"for (const name of Object.keys(DIALECTS)) all[name] = {json.dumps(names)}.map((key) => reader(name)[key]);"
        "console.log(JSON.stringify(all))"
    )
    assert found == json.loads(
        json.dumps({dialect: [getattr(reader(dialect), name) for name in names] for dialect in DIALECTS})
    )


def test_the_twins_own_tests_pass():
    run = subprocess.run([find_node(), "--test"], cwd=JS, capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stdout
    assert re.search(r"^# pass [1-9]", run.stdout, re.MULTILINE), run.stdout


FORBIDDEN = {
    "a Node module or global": r'^(?:import|export|\}).* from "(?!\./)|\bprocess\.|\brequire\(|\bBuffer\b',
    "a lookbehind": r"\(\?<[=!]",
    "a pattern flag newer than ES2020": r"/[gimsuy]*[dv][gimsuy]*[,;.)]",
    "a call or form newer than ES2020": r"\.replaceAll\(|\.at\(|Object\.hasOwn\(|\?\?=|\|\|=|^\s+#\w|^\s+static\b",
    "String.trim": r"\.trim(?:Start|End)?\(\)",
}


@pytest.mark.parametrize("rule", FORBIDDEN)
@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_runs_in_node_18_and_in_browsers(path, rule):
    assert re.findall(FORBIDDEN[rule], path.read_text("utf-8"), re.MULTILINE) == []


def test_every_export_and_method_is_declared():
    found = run_js(
        f'import * as all from "{JS.as_uri()}/index.mjs";'
        "const methods = Object.getOwnPropertyNames(all.Reader.prototype);"
        'const own = Object.keys(new all.Reader("x", all.DIALECTS.sapphire.rules));'
        'console.log(JSON.stringify([...Object.keys(all), ...methods, ...own].filter((name) => !name.startsWith("_"))))'
    )
    declared = (JS / "index.d.ts").read_text("utf-8")
    assert [name for name in found if not re.search(rf"\b{name}\b(?:\(|:| \{{| extends)", declared)] == []


def test_the_package_installs_and_reads(tmp_path):
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not on PATH")
    subprocess.run([npm, "pack", str(JS), "--silent"], cwd=tmp_path, check=True, capture_output=True)
    (packed,) = tmp_path.glob("*.tgz")
    (tmp_path / "package.json").write_text('{"name": "consumer", "private": true}')
    install = [npm, "install", "--offline", "--no-audit", "--no-fund", "--silent", f"./{packed.name}"]
    subprocess.run(install, cwd=tmp_path, check=True, capture_output=True)
    names = sorted(path.name for path in (tmp_path / "node_modules" / "thinkspec-reference").iterdir())
    assert names == sorted(
        [*(path.name for path in MODULES), "index.d.ts", "LICENSE", "README.md", "package.json", "test"]
    )
    source = 'import { reader } from "thinkspec-reference"; console.log(JSON.stringify(reader("sapphire").split("a</think>b")))'
    assert run_js(source, tmp_path) == {"answer": "b", "thinking": "a"}


def test_the_package_carries_the_projects_licence_and_version():
    package = json.loads((JS / "package.json").read_text("utf-8"))
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert re.search(r'^version = "(.*)"', project, re.MULTILINE)[1] == package["version"]
    assert (JS / "LICENSE").read_text("utf-8") == (ROOT / "LICENSE").read_text("utf-8")
