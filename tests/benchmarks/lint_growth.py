"""How the linter's time grows with texts that make careless scanners quadratic; prints ratios, asserts nothing.

    python tests/benchmarks/lint_growth.py

Four times the text should take about four times as long.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "runner"), str(ROOT / "reference" / "python")]

from thinkspec.lint import languages  # noqa: E402
from thinkspec.lint.source import Source  # noqa: E402
from thinkspec.lint.tagtable import load  # noqa: E402

LANGUAGES = ["go", "perl", "rust", "shell", "lua", "cpp", "ruby", "javascript", "html", "json", "yaml"]
UNITS = [
    '"',
    "'",
    "`",
    "/",
    '\\"',
    'r#"',
    'R"(',
    "/*",
    "--[[",
    "<<E\n",
    "<<E ",
    "s{",
    "${",
    '"""',
    "((",
    "<",
    "<think> ",
]


def seconds(language: str, unit: str, size: int) -> float:
    """CPU seconds of one analysis."""
    text = "think\n" + unit * (size // len(unit))
    start = time.process_time()
    languages.analyse(Source("a", text, language), load())
    return time.process_time() - start


def main() -> None:
    """The five largest ratios of each language."""
    for language in LANGUAGES:
        seconds(language, '"', 200)  # imports and patterns
        ratios = {unit: seconds(language, unit, 64_000) / max(seconds(language, unit, 16_000), 0.01) for unit in UNITS}
        worst = sorted(ratios, key=lambda unit: -ratios[unit])[:5]
        print(f"{language:<12} " + "  ".join(f"{unit!r} {ratios[unit]:.1f}" for unit in worst))


if __name__ == "__main__":
    main()
