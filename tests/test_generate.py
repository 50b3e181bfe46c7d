"""What is generated: the twins' tables, and single files that read as their dialect's cases ask."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import shlex
import shutil
import subprocess
import sys

import pytest

import thinkspec_reference
from thinkspec.data import js_folder
from thinkspec.errors import UsageError
from thinkspec.generate.references import js_tables, literal, python_scalar, python_tables, reference_files
from thinkspec.generate.single import intact as is_intact
from thinkspec.generate.single import js_modules, modules, parse_settings, single_file
from thinkspec.judge import judge
from thinkspec.node import find_node
from thinkspec.pointer import argv, parse
from thinkspec.process import ReaderProcess
from thinkspec.run import run
from thinkspec.tables import compile_all
from tool import DIALECTS, ROOT, answer, checks_of, spec, thinkspec

LANGUAGES = ("py", "js")
SUFFIX = {"py": "py", "js": "mjs"}
each = pytest.mark.parametrize("dialect", DIALECTS)
both = pytest.mark.parametrize("lang", LANGUAGES)


def made(tmp_path, dialect, lang, *settings):
    """A single file, written."""
    file = tmp_path / f"think_{dialect.replace('-', '_')}.{SUFFIX[lang]}"
    file.write_text(single_file(spec(), dialect, lang, settings), encoding="utf-8")
    return file


def imported(file):
    """A Python file as a module."""
    found = importlib.util.spec_from_file_location(file.stem, file)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def evaluated(file, expression):
    """What a JavaScript expression gives, with the file's exports as `think`."""
    script = f"const think = await import({json.dumps(file.as_uri())}); console.log(JSON.stringify({expression}));"
    done = subprocess.run(
        [find_node(), "--input-type=module", "--eval", script], capture_output=True, text=True, check=True, timeout=30
    )
    return json.loads(done.stdout)


def plain_checks(dialect):
    """The checks that a file without settings must pass."""
    return [check for check in checks_of(dialect) if "options" not in check.request]


@each
def test_the_python_file_passes_the_cases_of_its_dialect(tmp_path, dialect):
    module = imported(made(tmp_path, dialect, "py"))
    assert [check.id for check in plain_checks(dialect) if judge(check, answer(module, check)).kind != "pass"] == []


@each
def test_the_javascript_file_passes_the_cases_of_its_dialect(tmp_path, dialect):
    with ReaderProcess(argv(parse(f"js:{made(tmp_path, dialect, 'js')}"))) as process:
        outcomes = run(process, process.hello(), plain_checks(dialect))
    assert [one.check.id for one in outcomes if one.verdict.kind != "pass"] == []


@each
def test_the_python_file_imports_nothing_but_the_standard_library(dialect):
    tree = ast.parse(single_file(spec(), dialect, "py", []))
    froms = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert {name.partition(".")[0] for name in froms | names} <= set(sys.stdlib_module_names)


@each
def test_the_javascript_file_imports_nothing(dialect):
    assert re.findall(r"^\s*import\b|\bfrom \"|import\(", single_file(spec(), dialect, "js", []), re.MULTILINE) == []


@each
def test_the_python_file_offers_the_whole_interface(tmp_path, dialect):
    module, reader = imported(made(tmp_path, dialect, "py")), thinkspec_reference.reader(dialect)
    assert [(name, getattr(module, name)) for name in ("PAIRS", "OPEN", "CLOSE", "OPEN_NAMES", "CLOSE_NAMES")] == [
        (name, getattr(reader, name)) for name in ("PAIRS", "OPEN", "CLOSE", "OPEN_NAMES", "CLOSE_NAMES")
    ]


@each
def test_the_python_file_has_no_example_that_cannot_run(tmp_path, dialect):
    file = made(tmp_path, dialect, "py")
    done = subprocess.run([sys.executable, "-m", "doctest", str(file)], capture_output=True, text=True, check=False)
    assert done.stdout == ""


@each
def test_the_python_file_passes_the_linter(tmp_path, dialect):
    file = made(tmp_path, dialect, "py")
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "E9,F", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "All checks passed!"


# dialect, settings, a reply, answer and thinking
BAKED = [
    ("langertha", ["tag=reasoning"], "<reasoning>t</reasoning>a", ["a", "t"]),
    ("langertha", ["tag=reasoning"], "<think>t</think>a", ["<think>t</think>a", None]),
    ("langertha", ["filter=false"], "<think>t</think>a", ["<think>t</think>a", None]),
    ("langertha", ["filter=true"], "<think>t</think>a", ["a", "t"]),
    ("llm-chat", ["open=[THINK]", "close=[/THINK]"], "[THINK]t[/THINK]a", ["a", "t"]),
    (
        "llm-chat",
        ["open=\n#", "close=\n\"'\\"],
        "\n#t\n\"'\\a",
        ["a", "t"],
    ),  # nothing gets out of its comment or quotes
    ("llm-chat", ["open=\u2028*/", "close=é"], "\u2028*/téa", ["a", "t"]),
]


@pytest.mark.parametrize(("dialect", "settings", "reply", "halves"), BAKED)
def test_settings_are_baked_into_the_python_file(tmp_path, dialect, settings, reply, halves):
    assert list(imported(made(tmp_path, dialect, "py", *settings)).split(reply)) == halves


@pytest.mark.parametrize(("dialect", "settings", "reply", "halves"), BAKED)
def test_settings_are_baked_into_the_javascript_file(tmp_path, dialect, settings, reply, halves):
    file = made(tmp_path, dialect, "js", *settings)
    found = evaluated(file, f"think.split({json.dumps(reply)})")
    assert [found["answer"], found["thinking"]] == halves


# settings, a part of the message
UNFIT = [
    ("langertha", ["tag"], "no value"),
    ("langertha", ["tag="], "without < and >"),
    ("langertha", ["tag=<x>"], "without < and >"),
    ("langertha", ["filter=maybe"], "filter is true or false"),
    ("langertha", ["open=x"], "no option"),
    ("llm-chat", ["open=x", "close=x"], "must differ"),
    ("llm-chat", ["open="], "must not be empty"),
    ("sapphire", ["tag=x"], "no option"),
    ("klingon", [], "no such dialect"),
]


@pytest.mark.parametrize(("dialect", "settings", "said"), UNFIT)
def test_settings_that_make_no_sense_are_refused(dialect, settings, said):
    with pytest.raises(UsageError, match=re.escape(said)):
        single_file(spec(), dialect, "py", settings)


def test_a_setting_may_hold_an_equals_sign():
    assert parse_settings(["open=a=b"]) == {"open": "a=b"}


# what was done to the file, whether it is as it was made
def keep(text):
    return text


CHANGES = [
    (keep, True),
    (lambda text: text.replace("\n", "\r\n"), True),  # as a checkout on Windows does
    (lambda text: text + "\n", False),
    (lambda text: text.replace("think", "thunk"), False),
    (lambda text: text.replace("sha256 of the lines below: ", "sha256 of the lines below: 0"), None),
    (lambda text: "".join(text.splitlines(keepends=True)[4:]), None),
    (lambda text: "", None),
]


@both
@pytest.mark.parametrize(("change", "intact"), CHANGES)
def test_a_file_tells_whether_it_was_changed(lang, change, intact):
    assert is_intact(change(single_file(spec(), "nr-llm", lang, []))) is intact


@both
@each
def test_a_file_says_what_made_it(dialect, lang):
    head = single_file(spec(), dialect, lang, []).splitlines()[:4]
    assert f"thinkspec generate --dialect {dialect} --lang {lang}" in head[1]
    assert f"spec {spec().version}" in head[2]


def test_the_command_in_the_header_makes_the_same_file(tmp_path):
    text = thinkspec("generate", "--dialect", "llm-chat", "--lang", "py", "-O", "open=a b", "-O", "close='").stdout
    command = re.search(r"^# Generated by: thinkspec (.*)$", text, re.MULTILINE)
    assert command is not None
    assert thinkspec(*shlex.split(command[1])).stdout == text


def told_twice(names):
    """The names that more than one module has; ``names`` are pairs of module and name."""
    seen: dict[str, str] = {}
    return [(module, name) for module, name in names if seen.setdefault(name, module) != module]


def python_names(path):
    """The names that a module makes at its top."""
    for node in ast.parse(path.read_text("utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
        yield from (getattr(one, "id", None) or getattr(one, "name", None) for one in targets)


def test_names_of_the_python_modules_do_not_collide():
    folder = ROOT / "reference/python/thinkspec_reference"
    names = [
        (module, name) for module in modules(folder, "reader") for name in python_names(folder / f"{module}.py") if name
    ]
    assert told_twice(names) == []


def test_names_of_the_javascript_modules_do_not_collide():
    folder, made_here = js_folder(), r"^(?:export )?(?:async )?(?:function\*?|class|const|let)\s+(\w+)"
    texts = {
        module: (folder / f"{module}.mjs").read_text("utf-8") for module in [*js_modules(folder, "reader"), "sapphire"]
    }
    names = [(module, name) for module, text in texts.items() for name in re.findall(made_here, text, re.MULTILINE)]
    assert told_twice(names) == []


def test_the_twins_tables_are_fresh():
    stale = [str(path) for path, text in reference_files(spec()).items() if (ROOT / path).read_text("utf-8") != text]
    assert stale == []


def test_the_python_tables_hold_what_the_yaml_says():
    space: dict[str, object] = {}
    exec(python_tables("9.9", compile_all(spec())), space)  # noqa: S102 -- the generated module itself
    assert (space["SPEC_VERSION"], space["DIALECTS"]) == ("9.9", compile_all(spec()))


def test_the_javascript_tables_hold_what_the_yaml_says(tmp_path):
    file = tmp_path / "tables.mjs"
    file.write_text(js_tables("9.9", compile_all(spec())))
    assert evaluated(file, "think.DIALECTS") == compile_all(spec())


# value, source
LITERALS = [
    ({}, "{}"),
    ([], "[]"),
    (None, "None"),
    (True, "True"),
    ("é\n\u2028", '"\\u00e9\\n\\u2028"'),
    ({"a": ["b", 1]}, '{"a": ["b", 1]}'),
]


@pytest.mark.parametrize(("value", "source"), LITERALS)
def test_a_value_as_python_source(value, source):
    assert literal(value, python_scalar) == source


@pytest.fixture
def checkout(tmp_path):
    """A scratch copy of what `generate` works on, with few cases, all of it fresh."""
    shutil.copytree(ROOT / "spec", tmp_path / "spec")
    for path in (*reference_files(spec()), "cases/read/plain.yaml"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    assert thinkspec("generate", cwd=tmp_path).returncode == 0
    return tmp_path


def change_option(checkout):
    """Another option in a dialect, as a person edits the YAML."""
    file = next(checkout.glob("spec/*/dialects/nr-llm.yaml"))
    text = file.read_text("utf-8")
    assert "stray-closer: {option: text," in text
    file.write_text(
        text.replace("stray-closer: {option: text,", "stray-closer: {option: fold-every,"), encoding="utf-8"
    )


def test_a_fresh_checkout_is_fresh(checkout):
    assert thinkspec("generate", "--check", cwd=checkout).returncode == 0


def test_a_changed_option_makes_the_tables_stale(checkout):
    change_option(checkout)
    done = thinkspec("generate", "--check", cwd=checkout)
    stale = [
        line.partition(":")[0] for line in done.stdout.splitlines() if line.endswith(": stale. Run: thinkspec generate")
    ]
    assert done.returncode == 1
    assert {"reference/python/thinkspec_reference/tables.py", "reference/js/tables.mjs"} <= set(stale)


def test_check_writes_nothing(checkout):
    change_option(checkout)
    before = {path: (checkout / path).read_text("utf-8") for path in reference_files(spec())}
    thinkspec("generate", "--check", cwd=checkout)
    assert {path: (checkout / path).read_text("utf-8") for path in before} == before


def test_generate_makes_stale_tables_fresh(checkout):
    change_option(checkout)
    thinkspec("generate", cwd=checkout)
    assert thinkspec("generate", "--check", cwd=checkout).returncode == 0


def test_a_changed_option_flips_the_reading(checkout):
    change_option(checkout)
    done = thinkspec("generate", "--dialect", "nr-llm", "--lang", "py", "-o", str(checkout / "think.py"), cwd=checkout)
    assert done.returncode == 0
    assert imported(checkout / "think.py").strip("a</think>b") == "b"


def test_a_missing_table_is_stale(checkout):
    (checkout / "reference/js/tables.mjs").unlink()
    assert thinkspec("generate", "--check", cwd=checkout).returncode == 1


# arguments, a part of the line
WRONG = [
    (["--dialect", "sapphire"], "--lang"),
    (["--lang", "py"], "--dialect"),
    (["--dialect", "sapphire", "--lang", "py", "--check"], "--check"),
    (["--dialect", "sapphire", "--lang", "rb"], "rb"),
    (["--dialect", "sapphire", "--lang", "py", "-o", "no/such/folder/x.py"], "x.py"),
    (["--root", "/nowhere"], "/nowhere"),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG)
def test_what_cannot_be_generated_is_one_line_and_exit_code_2(arguments, said):
    done = thinkspec("generate", *arguments)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert said in done.stderr
