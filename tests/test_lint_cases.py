"""Every case of ``cases/lint``, through the linter as a person's files would go."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT
from thinkspec import strictyaml
from thinkspec.lint import config, languages
from thinkspec.lint.engine import Linter
from thinkspec.lint.result import Result
from thinkspec.lint.rules import RULES

FOLDER = ROOT / "cases" / "lint"
FILES = {
    path.stem: strictyaml.load(path).value["cases"] for path in sorted(FOLDER.glob("*.yaml")) if path.stem != "basic"
}
CASES = [(f"{name}/{case['id']}", case) for name, cases in FILES.items() for case in cases]
# Rules that are not about one file's text; their tests are elsewhere.
ELSEWHERE = {"THK904"}
SAME_LANGUAGE = {"jsx": "javascript"}


@dataclass(frozen=True)
class Verdict:
    """What was wanted of a case and what came."""

    name: str
    wanted: set[tuple[str, str, int]]
    found: set[tuple[str, str, int]]
    quiet_wanted: set[tuple[str, str, int]]
    quiet_found: set[tuple[str, str, int]]
    named_wanted: bool
    named_found: bool

    @property
    def right(self) -> bool:
        return (self.wanted, self.quiet_wanted, self.named_wanted) == (self.found, self.quiet_found, self.named_found)

    def __str__(self) -> str:
        lines = [f"{self.name}:"]
        lines += [f"    missing {shown(each)}" for each in sorted(self.wanted - self.found)]
        lines += [f"    too much {shown(each)}" for each in sorted(self.found - self.wanted)]
        lines += [f"    not suppressed {shown(each)}" for each in sorted(self.quiet_wanted - self.quiet_found)]
        lines += [f"    suppressed too {shown(each)}" for each in sorted(self.quiet_found - self.quiet_wanted)]
        if self.named_wanted != self.named_found:
            lines.append(f"    not analysed: got {self.named_found}, want {self.named_wanted}")
        return "\n".join(lines)


def shown(place: tuple[str, str, int]) -> str:
    rule, path, line = place
    return f"{rule} {path}:{line}"


def lint(case: dict[str, Any], folder: Path) -> Result:
    """Write the case's files and lint them from inside their folder."""
    for path, text in {case["path"]: case["text"], **case.get("files", {})}.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode("utf-8"))
    options = case.get("options", {})
    settings = config.find(".") if "files" in case else config.Settings()
    settings = config.Settings(
        **{
            **vars(settings),
            "readers": settings.readers + tuple(options.get("readers", ())),
            "extend_select": settings.extend_select + tuple(options.get("extend-select", ())),
        }
    )
    return Linter(settings).run(["."] if options.get("walked") else [case["path"]])


def judged(name: str, case: dict[str, Any], folder: Path) -> Verdict:
    result = lint(case, folder)

    def wanted(key: str) -> set[tuple[str, str, int]]:
        return {(each["rule"], each.get("path", case["path"]), each["line"]) for each in case.get(key, [])}

    return Verdict(
        name,
        wanted("expect"),
        {(each.rule, each.path, each.line) for each in result.findings},
        wanted("suppressed"),
        {(each.finding.rule, each.finding.path, each.finding.line) for each in result.suppressed},
        case.get("not_analysed", False),
        bool(result.not_analysed),
    )


@pytest.mark.parametrize("name", FILES)
def test_cases_of_a_file(name, tmp_path, monkeypatch):
    wrong = []
    for number, case in enumerate(FILES[name]):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        verdict = judged(f"{name}/{case['id']}", case, folder)
        if not verdict.right:
            wrong.append(str(verdict))
    assert not wrong, "\n".join(wrong)


def figures(verdicts: list[Verdict]) -> dict[str, float]:
    """Precision and recall over files, and how often a found file has all its lines right."""
    found = [each for each in verdicts if each.found]
    wanted = [each for each in verdicts if each.wanted]
    both = [each for each in found if each.wanted]
    lines = [each for each in both if {place[1:] for place in each.wanted} == {place[1:] for place in each.found}]
    return {
        "precision": len(both) / len(found),
        "recall": len(both) / len(wanted),
        "right line": len(lines) / len(both),
    }


def test_figures_over_all_cases(tmp_path, monkeypatch):
    verdicts = []
    for number, (name, case) in enumerate(CASES):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        verdicts.append(judged(name, case, folder))
    assert figures(verdicts) == {"precision": 1.0, "recall": 1.0, "right line": 1.0}


@pytest.mark.parametrize(
    ("verdicts", "wanted"),
    [
        (["hit", "hit", "quiet"], {"precision": 1.0, "recall": 1.0, "right line": 1.0}),
        (["hit", "alarm"], {"precision": 0.5, "recall": 1.0, "right line": 1.0}),
        (["hit", "miss"], {"precision": 1.0, "recall": 0.5, "right line": 1.0}),
        (["hit", "moved"], {"precision": 1.0, "recall": 1.0, "right line": 0.5}),
    ],
)
def test_figures_count_files(verdicts, wanted):
    one, two = {("THK101", "a.py", 1)}, {("THK101", "a.py", 2)}
    made = {
        "hit": Verdict("", one, one, set(), set(), False, False),
        "quiet": Verdict("", set(), set(), set(), set(), False, False),
        "alarm": Verdict("", set(), one, set(), set(), False, False),
        "miss": Verdict("", one, set(), set(), set(), False, False),
        "moved": Verdict("", one, two, set(), set(), False, False),
    }
    assert figures([made[each] for each in verdicts]) == wanted


def test_enough_cases_of_both_kinds():
    flagged = sum(1 for _, case in CASES if case["expect"])
    assert flagged >= 150
    assert len(CASES) - flagged >= 120


@pytest.mark.parametrize("rule", sorted(set(RULES) - ELSEWHERE))
def test_every_rule_has_a_case(rule):
    shown_by = [name for name, case in CASES if rule in case["rules"]]
    assert shown_by


@pytest.mark.parametrize("language", sorted(languages._TABLE))
def test_every_language_has_a_case(language):
    assert any(SAME_LANGUAGE.get(case["language"], case["language"]) == language for _, case in CASES)


@pytest.mark.parametrize(("name", "case"), CASES, ids=[name for name, _ in CASES])
def test_language_is_seen_from_path_and_text(name, case):
    seen = languages.by_name(case["path"]) or languages.by_shebang(case["text"].encode())
    assert seen == SAME_LANGUAGE.get(case["language"], case["language"])
