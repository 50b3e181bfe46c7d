"""The action and the hooks: they parse, and what they call is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
import yaml

from tool import ROOT, environment, thinkspec

ACTION = yaml.safe_load((ROOT / ".github/actions/thinkspec/action.yml").read_text(encoding="utf-8"))
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
STEPS = ACTION["runs"]["steps"]
CERTIFY = next(step for step in STEPS if step["name"] == "Certify")


def test_the_action_is_composite_and_every_step_names_its_shell():
    assert ACTION["runs"]["using"] == "composite"
    assert all(step["shell"] == "bash" for step in STEPS)


def test_every_input_has_a_description_and_is_used():
    text = (ROOT / ".github/actions/thinkspec/action.yml").read_text(encoding="utf-8")
    for name, row in ACTION["inputs"].items():
        assert row["description"].endswith(".")
        assert f"inputs.{name}" in text


def test_no_input_becomes_a_part_of_a_script():
    assert not any("${{" in step["run"] for step in STEPS)


@pytest.mark.parametrize("option", re.findall(r"--[a-z]+", CERTIFY["run"]))
def test_certify_has_every_option_that_the_action_gives(option):
    assert option in thinkspec("certify", "--help").stdout


@pytest.mark.parametrize(("body", "code"), [("known.reader('sapphire').strip", 0), ("lambda text: text", 1)])
def test_the_script_runs_and_keeps_the_exit_code(tmp_path, body, code):
    (tmp_path / "r.py").write_text(f"import thinkspec_reference as known\nstrip = {body}\n", encoding="utf-8")
    program = tmp_path / "thinkspec"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m thinkspec "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    given = {"READER": "py:r.py", "DIALECT": "sapphire", "REQUIRE": "", "BASELINE": "", "CERTIFICATE": ""}
    places = {"SUMMARY": str(tmp_path / "s.md"), "GITHUB_STEP_SUMMARY": str(tmp_path / "summary")}
    env = environment(**given, **places, PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    done = subprocess.run(
        ["bash", "-e", "-c", CERTIFY["run"]], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done
    assert ("::error file=r.py" in done.stdout) is bool(code)
    assert "## thinkspec" in (tmp_path / "summary").read_text(encoding="utf-8")


def test_the_certify_hook_sees_the_users_environment():
    hook = HOOKS["thinkspec-certify"]
    assert (hook["language"], hook["pass_filenames"], hook["entry"]) == ("system", False, "thinkspec certify")


@pytest.mark.parametrize("name", sorted(HOOKS))
def test_a_hook_calls_a_command_that_there_is(name):
    program, command, *_ = HOOKS[name]["entry"].split()
    assert program == "thinkspec"
    assert thinkspec(command, "--help").returncode == 0
