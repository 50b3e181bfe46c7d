"""The judge of mappers: each outcome from one answer, the core in every spelling, and tiny mappers through the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest

from thinkspec.certify import Settings, certify, known_mapping
from thinkspec.checks import Check
from thinkspec.corpus import Case
from thinkspec.data import data_root
from thinkspec.effort_checks import basis_of, fields_of, known_wires
from thinkspec.effort_core import core, without
from thinkspec.effort_judge import OUTCOMES, depth, judge_effort
from thinkspec.errors import UsageError
from thinkspec.report.effort import effort_report
from thinkspec.tables import load_spec
from thinkspec.wire import Answer

ROOT = data_root()
SPEC = load_spec(ROOT)
WIRES = known_wires(SPEC.folder)
NOTHING: dict[str, Any] = {}
REFUSED = "refused"


def outcome(wire: str, args: dict[str, Any], due: Any, got: Any, **row: Any) -> tuple[str, str]:
    """Kind and outcome of one answer; ``REFUSED`` stands for a refusal on either side."""
    check = Check(
        "effort/x/y@m:w", Case("effort/x/y", "effort", {}, "x", 1), "m", "effort", {"wire": wire, "args": args},
        None if due == REFUSED else due, (), "must", rejected=due == REFUSED, message=row.pop("message", ""),
    )  # fmt: skip
    answer = Answer("rejected", "no") if got == REFUSED else Answer("ok", got)
    verdict = judge_effort(check, answer, wire=WIRES[wire], optional=row.get("optional", {}))
    return verdict.kind, verdict.outcome


def effort(word: str) -> dict[str, Any]:
    return {"reasoning_effort": word}


@pytest.mark.parametrize(
    ("wire", "args", "due", "got", "wanted"),
    [
        ("openai", {"effort": "high"}, effort("high"), effort("high"), "equal"),
        ("openai", {"effort": "minimal"}, NOTHING, NOTHING, "equal"),
        ("openai", {"effort": "high"}, REFUSED, REFUSED, "equal"),
        ("openai", {"effort": "high"}, effort("high"), NOTHING, "dropped"),
        ("openai", {"effort": "high"}, REFUSED, NOTHING, "dropped"),
        ("openai", {"effort": "max"}, effort("max"), effort("xhigh"), "clamped-down"),
        ("openai", {"effort": "minimal"}, NOTHING, effort("low"), "clamped-up"),
        ("openai", {"effort": "none"}, NOTHING, effort("low"), "clamped-up"),
        ("openai", {"effort": "high"}, effort("high"), REFUSED, "rejected"),
        ("openai", {"effort": "minimal"}, NOTHING, effort("minimal"), "passed"),
        ("openai", {"effort": "minimal"}, effort("low"), effort("minimal"), "passed"),
        ("openai", {"effort": "none"}, effort("low"), effort("none"), "passed"),
        ("openai", {"effort": "high"}, REFUSED, effort("high"), "passed"),
        ("anthropic", {"effort": "high"}, REFUSED, {"thinking": {"type": "adaptive"}}, "passed"),
        ("gemini", {"effort": "high"}, REFUSED, {"thinkingConfig": {"thinkingBudget": 4096}}, "differs"),
        ("gemini", {"effort": "high"}, REFUSED, {"thinkingConfig": {"thinkingBudget": 0}}, "inverted"),
        ("openai", {}, NOTHING, {"reasoning_effort": None}, "passed"),
        ("openai", {"effort": "high"}, effort("high"), effort("none"), "inverted"),
        ("ollama", {"effort": "max"}, {"think": True}, {"think": False}, "inverted"),
        ("ollama", {"effort": "max"}, REFUSED, {"think": False}, "inverted"),
        ("ollama", {"thinking_enabled": True}, {"think": True}, {"think": False}, "inverted"),
        ("ollama", {"effort": "minimal"}, {"think": True}, {"think": False}, "clamped-down"),
        ("ollama", {"effort": "none"}, {"think": False}, {"think": True}, "clamped-up"),
        ("ollama", {"effort": "high"}, {"think": True}, {"think": "high"}, "passed"),
        ("openai", {"effort": "high"}, {"thinking": {"type": "enabled"}}, {"enable_thinking": True}, "differs"),
        ("ollama", {"effort": "high"}, {"think": True}, {"think": 1}, "differs"),
        ("anthropic", {"effort": "high"}, {"output_config": {"effort": "high"}}, {"thinking": {"type": "adaptive"}, "output_config": {"effort": "high"}}, "differs"),
        ("gemini", {"thinking_budget": 100}, {"thinkingConfig": {"thinkingBudget": 128}}, {"thinkingConfig": {"thinkingBudget": 512}}, "clamped-up"),
        ("gemini", {"thinking_budget": 100}, {"thinkingConfig": {"thinkingBudget": 128}}, {"thinkingConfig": {"thinkingBudget": 100}}, "passed"),
    ],
)  # fmt: skip
def test_outcome(wire: str, args: dict[str, Any], due: Any, got: Any, wanted: str) -> None:
    kind = "pass" if wanted == "equal" else "fail"
    assert outcome(wire, args, due, got) == (kind, wanted)


@pytest.mark.parametrize("kind", ["error", "unsupported"])
def test_no_answer_has_no_outcome(kind: Any) -> None:
    check = Check("x", Case("x", "effort", {}, "x", 1), "m", "effort", {"args": {}}, {}, (), "must")
    verdict = judge_effort(check, Answer(kind, "why"), wire=None, optional={})
    assert (verdict.kind, verdict.outcome, verdict.message) == (kind, "", "why")


def test_words_of_a_refusal_count_where_they_are_given() -> None:
    assert outcome("openai", {}, REFUSED, REFUSED, message="no")[0] == "pass"
    assert outcome("openai", {}, REFUSED, REFUSED, message="other") == ("fail", "rejected")


def test_default_may_be_left_out_or_sent() -> None:
    level = {"output_config": {"effort": "low"}}
    both = {**level, "thinking": {"type": "adaptive"}}
    other = {**level, "thinking": {"type": "enabled"}}
    default = {"thinking": {"type": "adaptive"}}
    asked = {"effort": "low"}
    assert outcome("anthropic", asked, level, both, optional=default)[0] == "pass"
    assert outcome("anthropic", asked, both, level, optional=default)[0] == "pass"
    assert outcome("anthropic", asked, level, other, optional=default)[0] == "fail"


def test_display_counts_only_where_it_is_asked_for() -> None:
    due = {"thinking": {"type": "adaptive"}}
    got = {"thinking": {"type": "adaptive", "display": "omitted"}}
    assert outcome("anthropic", {"thinking_enabled": True}, due, got)[0] == "pass"
    assert outcome("anthropic", {"thinking_enabled": True, "thinking_display": "updates"}, due, got)[0] == "fail"


@pytest.mark.parametrize(
    ("wire", "given", "wanted"),
    [
        ("gemini", {"generation_config": {"thinking_config": {"thinking_level": "HIGH", "include_thoughts": True}}}, {"thinkingConfig": {"thinkingLevel": "high"}}),
        ("gemini", {"contents": [], "generationConfig": {"maxOutputTokens": 9, "thinkingConfig": {"thinkingBudget": 1}}}, {"thinkingConfig": {"thinkingBudget": 1}}),
        ("responses", {"model": "m", "input": "hi", "reasoning": {"effort": "low", "summary": "auto"}}, {"reasoning": {"effort": "low"}}),
        ("responses", {"reasoning": {"summary": "auto"}}, {}),
        ("ollama", {"options": {"think": True, "seed": 1}}, {"think": True}),
        ("ollama", {"think": False, "messages": []}, {"think": False}),
        ("openai", {"messages": [], "max_tokens": 5, "verbosity": "low"}, {}),
        ("anthropic", {"messages": [{"role": "system", "content": [], "output_config": {"effort": "high"}}], "output_config": {"effort": "low"}}, {"output_config": {"effort": "high"}}),
        ("anthropic", {"messages": [{"role": "user", "content": "hi"}], "output_config": {"effort": "low"}}, {"output_config": {"effort": "low"}}),
        ("anthropic", {"messages": [], "output_config": {"effort": "low", "format": {"type": "json"}}}, {"output_config": {"effort": "low"}}),
    ],
)  # fmt: skip
def test_core(wire: str, given: dict[str, Any], wanted: dict[str, Any]) -> None:
    assert core(WIRES[wire], given) == wanted


def test_core_changes_nothing_of_what_is_given() -> None:
    given = {"messages": [{"output_config": {"effort": "high"}}], "output_config": {"effort": "low"}}
    core(WIRES["anthropic"], given)
    assert given == {"messages": [{"output_config": {"effort": "high"}}], "output_config": {"effort": "low"}}


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({}, None),
        ({"reasoning_effort": "max"}, 6),
        ({"thinking": {"type": "disabled"}, "output_config": {"effort": "max"}}, "off"),
        ({"thinkingConfig": {"thinkingBudget": 0}}, "off"),
        ({"thinkingConfig": {"thinkingBudget": -1}}, "on"),
        ({"thinking": {"type": "adaptive", "display": "omitted"}}, "on"),
        ({"reasoning_effort": "default"}, "on"),
    ],
)
def test_depth(fields: dict[str, Any], wanted: Any) -> None:
    assert depth(fields) == wanted


def test_without_leaves_what_is_not_there() -> None:
    assert without({"a": {"b": 1, "c": 2}}, ("a", "b")) == {"a": {"c": 2}}
    assert without({"a": 1}, ("a", "b")) == {"a": 1}
    assert without({"a": {"c": 2}}, ("a", "b")) == {"a": {"c": 2}}


def test_cells_are_read_with_their_form() -> None:
    form = {"thinking": {"type": "$"}, "reasoning_effort": "fixed"}
    assert fields_of("on", form) == {"thinking": {"type": "on"}, "reasoning_effort": "fixed"}
    assert fields_of(True, {"think": "$"}) == {"think": True}
    assert fields_of({"think": False}, form) == {"think": False}
    assert basis_of({"basis": "doc", "observed": ["low"], "decided": ["max"]}, "low") == "observed"


PASSES = "def mapper(wire, *, model, effort):\n    return {'reasoning_effort': effort} if effort else {}\n"
ALWAYS_OFF = "def mapper(wire, *, model, effort):\n    return {'reasoning_effort': 'none'}\n"
RAISES = "def mapper(wire, *, model, effort):\n    raise KeyError(model)\n"
CHOOSY = """def mapper(wire, *, model, effort):
    if wire != "openai":
        raise NotImplementedError("one wire only")
    if effort == "max":
        raise ValueError("too much")
    return {"reasoning_effort": effort} if effort else {}
"""


def certified(tmp_path: Path, text: str, *globs: str, **settings: Any) -> dict[str, Any]:
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    asked = Settings(groups=("effort",), globs=globs, **settings)
    return certify([f"py:{tmp_path / 'mine.py'}:mapper"], SPEC, ROOT, asked)


def cells(record: dict[str, Any]) -> dict[str | None, str]:
    return {cell["effort"]: cell["outcome"] for cell in record["readers"][0]["dialects"][0]["cells"]}


ASTRA = "effort/gpt-6/astra@providers:openai"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (PASSES, ["passed", "passed", "equal", "equal", "equal", "equal", "passed", "equal"]),
        (ALWAYS_OFF, ["passed", "clamped-down", "inverted", "inverted", "inverted", "inverted", "inverted", "passed"]),
        (CHOOSY, ["passed", "passed", "equal", "equal", "equal", "equal", "rejected", "equal"]),
    ],
)
def test_tiny_mapper(tmp_path: Path, text: str, wanted: list[str]) -> None:
    record = certified(tmp_path, text, ASTRA)
    assert list(cells(record).values()) == wanted
    assert set(wanted) <= set(OUTCOMES)


def test_mapper_that_dies_is_an_error_and_no_outcome(tmp_path: Path) -> None:
    record = certified(tmp_path, RAISES, ASTRA)
    assert cells(record) == {}
    assert record["readers"][0]["dialects"][0]["counts"]["should"]["error"] > 0
    assert record["exit_code"] == 0  # no must check among these


def test_wire_and_argument_that_a_mapper_lacks_are_unsupported(tmp_path: Path) -> None:
    wire = certified(tmp_path, CHOOSY, "effort/gpt-6/astra@providers:responses")
    argument = certified(tmp_path, CHOOSY, "effort/budget/pro@providers:gemini")
    assert [wire["exit_code"], argument["exit_code"]] == [3, 3]


JAVASCRIPT = """export const mine = (wire, { effort }) => {
  if (wire === "ollama") throw Object.assign(new Error("not here"), { name: "NotSupportedError" });
  if (effort === "max") throw new RangeError("too much");
  return effort ? { reasoning_effort: effort } : {};
};
"""


@pytest.mark.parametrize(
    ("glob", "wanted", "code"),
    [
        (ASTRA, ["passed", "passed", "equal", "equal", "equal", "equal", "rejected", "equal"], 0),
        ("effort/local/gpt-oss@providers:ollama", [], 3),
    ],
)
def test_mapper_in_javascript_needs_no_hint(tmp_path: Path, glob: str, wanted: list[str], code: int) -> None:
    (tmp_path / "mine.mjs").write_text(JAVASCRIPT, encoding="utf-8")
    record = certify([f"js:{tmp_path / 'mine.mjs'}#mine"], SPEC, ROOT, Settings(groups=("effort",), globs=(glob,)))
    assert (list(cells(record).values()), record["exit_code"]) == (wanted, code)


def test_report_has_a_grid_and_the_worst_first(tmp_path: Path) -> None:
    record = certified(tmp_path, ALWAYS_OFF, ASTRA)
    lines = [click.unstyle(line) for line in effort_report(record, first=2)]
    grid = next(line for line in lines if line.startswith("  gpt-6/astra"))
    assert grid.split() == ["gpt-6/astra", "passed", "down", *["inverted"] * 5, "passed"]
    assert "  7 cells are inverted or passed on: they turn a wish round, or a provider refuses them" in lines
    failures = [line for line in lines if line.startswith("  effort/")]
    assert len(failures) == 2
    assert all(line.endswith("inverted") for line in failures)
    assert any(f"--effort --mapping providers --select '{ASTRA}#" in line for line in lines)


def test_record_is_plain_json(tmp_path: Path) -> None:
    record = certified(tmp_path, PASSES, ASTRA)
    mapping = json.loads(json.dumps(record))["readers"][0]["dialects"][0]
    assert mapping["outcomes"]["openai"]["passed"] == mapping["hard"] == 3


def test_unknown_mapping_is_named() -> None:
    with pytest.raises(UsageError, match="--mapping langerta: no such mapping"):
        known_mapping("langerta")
