"""``thinkspec effort`` and ``thinkspec certify --effort``, as a person runs them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from thinkspec.cli.effort import EFFORTS, cell, command, table
from tool import thinkspec

OPUS = ("--model", "claude-opus-4-8")


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit code, output and error line of ``thinkspec effort``, in this process."""
    done = CliRunner().invoke(command, arguments, standalone_mode=False)
    if isinstance(done.exception, click.ClickException):
        return 2, done.stdout, done.exception.format_message()
    assert done.exception is None, done.exception
    return done.return_value, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("arguments", "body"),
    [
        ((*OPUS, "--wire", "anthropic", "--effort", "high"), {"output_config": {"effort": "high"}, "thinking": {"type": "adaptive"}}),
        (("--model", "gemini-3-pro", "--wire", "gemini", "--effort", "medium"), {"generationConfig": {"thinkingConfig": {"thinkingLevel": "low"}}}),
        (("--model", "qwen3", "--wire", "ollama", "--effort", "high"), {"think": True}),
        (("--model", "qwen3", "--wire", "ollama", "--effort", "high", "--mapping", "langertha"), {"options": {"think": True}}),
        (("--model", "gemini-2.5-pro", "--wire", "gemini", "--thinking-budget", "2048"), {"generationConfig": {"thinkingConfig": {"thinkingBudget": 2048}}}),
        (("--model", "gemini-2.5-pro", "--wire", "gemini", "--thinking-budget", "2048.0"), {"generationConfig": {"thinkingConfig": {"thinkingBudget": 2048}}}),
        (("--model", "gpt-5.6", "--wire", "openai", "--no-thinking-enabled"), {"reasoning_effort": "none"}),
        (("--model", "qwen3", "--wire", "ollama", "--thinking-enabled"), {"think": True}),
        (("--model", "MiniMax-M3", "--wire", "openai", "--effort", "low", "--thinking-toggle", "--mapping", "langertha"), {"thinking": {"type": "adaptive"}}),
        ((*OPUS, "--wire", "anthropic", "--thinking-display", "omitted", "--mapping", "langertha"), {"thinking": {"type": "adaptive", "display": "omitted"}}),
        (("--wire", "openai"), {}),
    ],
)  # fmt: skip
def test_body(arguments: tuple[str, ...], body: dict[str, Any]) -> None:
    code, out, err = run(*arguments)
    assert (code, json.loads(out), err) == (0, body, "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--model", "gemini-2.5-pro", "--wire", "gemini", "--effort", "high"), 'refused: effort "high" is refused'),
        (
            ("--model", "claude-sonnet-4-5", "--wire", "anthropic", "--effort", "high"),
            'refused: effort "high" is refused',
        ),
        (("--model", "gpt-5.6", "--wire", "openai", "--effort", "high", "--no-thinking-enabled"), "contradicts"),
        (("--model", "gemini-2.5-pro", "--wire", "gemini", "--thinking-budget", "many"), 'got "many"'),
        (("--model", "gemini-2.5-pro", "--wire", "gemini", "--thinking-budget", "1.5"), "got 1.5"),
    ],
)
def test_refused_is_one_line_and_exit_1(arguments: tuple[str, ...], words: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert words in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--wire", "openai", "--effort", "ultra"), "'ultra' is not one of"),
        (("--wire", "opeani"), "--wire opeani: the mapping providers knows openai, responses"),
        (("--wire", "openrouter", "--mapping", "langertha"), "--wire openrouter: the mapping langertha knows"),
        ((), "Name a --wire, or take --all-wires."),
        (("--wire", "openai", "--thinking-display", "full"), "'full' is not one of"),
        (("--wire", "openai", "--mapping", "mine"), "'mine' is not one of"),
        (("--wire", "openai", "--effort", "low", "--all-efforts"), "exclude each other"),
    ],
)  # fmt: skip
def test_unknown_word_is_exit_2(arguments: tuple[str, ...], words: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_explain_says_family_ladder_step_and_source() -> None:
    _, out, _ = run("--model", "gpt-5.5-pro", "--wire", "openai", "--effort", "low", "--explain")
    for words in ("family gpt-5.5-pro", "medium high xhigh", 'clamped up to "medium"', "Source:", "observed"):
        assert words in out
    assert json.loads(out[out.index("\n{") :]) == {"reasoning_effort": "medium"}


def test_grid_of_every_wire_and_effort() -> None:
    code, out, _ = run("--model", "gpt-6-astra", "--all-wires", "--all-efforts", "--mapping", "langertha")
    lines = [line.split() for line in out.splitlines()]
    assert code == 0
    assert lines[0] == ["wire", *EFFORTS, "unset"]
    assert lines[1] == ["openai", ".", ".", "low", "medium", "high", "xhigh", "max", "."]
    assert [line[0] for line in lines[1:]] == [
        "openai", "responses", "anthropic", "gemini", "ollama", "chat_template_kwargs",
    ]  # fmt: skip


def test_refused_cells_of_a_grid_are_no_failure() -> None:
    code, out, err = run("--model", "gemini-2.5-pro", "--wire", "gemini", "--all-efforts")
    assert (code, err) == (0, "")
    assert out.splitlines()[1].split() == ["gemini", *["refused"] * 7, "."]


def test_grid_names_the_models_if_there_are_several() -> None:
    _, out, _ = run("--model", "gpt-5", "--model", "gpt-5.1", "--wire", "openai", "--all-efforts")
    assert [line.split()[:3] for line in out.splitlines()] == [
        ["model", "wire", "none"],
        ["gpt-5", "openai", "minimal"],
        ["gpt-5.1", "openai", "none"],
    ]


def test_all_wires_with_one_effort_prints_requests() -> None:
    _, out, _ = run(*OPUS, "--all-wires", "--effort", "high")
    row = next(line for line in out.splitlines() if line.startswith("anthropic"))
    assert json.loads(row.removeprefix("anthropic")) == {
        "output_config": {"effort": "high"},
        "thinking": {"type": "adaptive"},
    }


def test_grid_with_explain_names_each_source_once() -> None:
    _, out, _ = run(*OPUS, "--wire", "anthropic", "--all-efforts", "--explain")
    assert out.count("Source:") == 1
    assert "unset" in out


def test_grid_with_explain_gathers_what_is_contested() -> None:
    arguments = ("--model", "gpt-6-sol", "--wire", "openai", "--all-efforts", "--explain", "--mapping", "langertha")
    _, out, _ = run(*arguments)
    assert out.count("Contested: ") == 2
    assert "is sent as it is" not in out


def test_json_has_a_row_a_cell() -> None:
    code, out, _ = run(
        "--model", "gemini-2.5-pro", "--wire", "gemini", "--all-efforts", "--explain", "--format", "json"
    )
    record = json.loads(out)
    assert (code, record["version"], record["mapping"], len(record["rows"])) == (0, 1, "providers", 8)
    assert "refused" in record["rows"][0]
    assert record["rows"][7] == {
        "model": "gemini-2.5-pro", "wire": "gemini", "effort": None, "request": {},
        "explanation": record["rows"][7]["explanation"],
    }  # fmt: skip


def test_json_of_one_refusal_is_exit_1() -> None:
    code, out, err = run("--model", "gemini-2.5-pro", "--wire", "gemini", "--effort", "low", "--format", "json")
    assert (code, err) == (1, "")
    assert "takes a thinking_budget" in json.loads(out)["rows"][0]["refused"]


def test_cell_is_refused_or_a_dot_or_words() -> None:
    assert [cell({"refused": "x"}), cell({"request": {}}), cell({"request": {"a": {"b": False}}})] == [
        "refused",
        ".",
        "false",
    ]


def test_table_of_no_model() -> None:
    rows = [
        {"model": None, "wire": "openai", "effort": None, "request": {}},
        {"model": "m", "wire": "openai", "effort": None, "request": {}},
    ]
    assert list(table(rows, all_efforts=False))[1].split() == ["(none)", "openai", "{}"]


def test_grid_of_a_hundred_models() -> None:
    models = [argument for number in range(100) for argument in ("--model", f"model-{number}")]
    wires = [
        argument
        for wire in ("openai", "responses", "anthropic", "gemini", "ollama", "qwen")
        for argument in ("--wire", wire)
    ]
    code, out, _ = run(*models, *wires, "--all-efforts")
    assert (code, len(out.splitlines())) == (0, 601)


def test_as_a_process() -> None:
    done = thinkspec("effort", *OPUS, "--wire", "anthropic", "--effort", "high")
    assert (done.returncode, json.loads(done.stdout)["output_config"]) == (0, {"effort": "high"})
    refused = thinkspec("effort", "--model", "gemini-2.5-pro", "--wire", "gemini", "--effort", "low")
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (1, "", 1)
    typo = thinkspec("effort", "--wire", "opeani")
    assert (typo.returncode, typo.stderr.count("\n")) == (2, 1)


MAPPER = "def mapper(wire, *, model, effort):\n    return {'reasoning_effort': effort} if effort else {}\n"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--effort", "--select", "effort/gpt-6/astra@providers:openai"), 0, "inverted|passed"),
        (
            ("--effort", "--mapping", "langertha", "--select", "effort/gpt-6/astra@langertha:openai"),
            1,
            "does not conform",
        ),
        (("--effort", "--mapping", "mine"), 2, "no such mapping"),
        (("--effort", "--dialect", "sapphire"), 2, "--dialect is about reading"),
        (("--mapping", "langertha"), 2, "Add --effort"),
    ],
)
def test_certify_a_mapper(tmp_path: Path, arguments: tuple[str, ...], code: int, words: str) -> None:
    (tmp_path / "mine.py").write_text(MAPPER, encoding="utf-8")
    done = thinkspec("certify", "py:mine.py:mapper", *arguments, cwd=tmp_path)
    assert done.returncode == code
    assert any(word in done.stdout + done.stderr for word in words.split("|"))
