"""Certify published streaming readers and write what the laws found into ``streams.json``; README shows it.

    pip install pydantic-ai-slim; npm install ai @johannes.latzel/llm-chat
    python tests/published/streams.py [--node-modules FOLDER]

Every reading case of the dialect ``llm-chat``, whose streams are exact, is cut in pieces and goes through the reader;
the service of ``@johannes.latzel/llm-chat`` is asked the cases about rounds and messages.  The packages are the test
subjects, never dependencies; a reader whose package is not installed keeps its old row.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT / "runner"), str(ROOT / "reference" / "python"), str(HERE)]

from readers import version  # noqa: E402

from thinkspec import message_checks, pointer  # noqa: E402, F401 -- the import puts an expander into the table
from thinkspec.checks import Check, expand  # noqa: E402
from thinkspec.corpus import load_cases  # noqa: E402
from thinkspec.process import ReaderProcess  # noqa: E402
from thinkspec.run import Outcome, run  # noqa: E402
from thinkspec.stream_checks import derived_checks  # noqa: E402
from thinkspec.stream_laws import certain  # noqa: E402
from thinkspec.tables import load_spec  # noqa: E402

RESULT = HERE / "streams.json"
DIALECT = "llm-chat"
MARKERS = ("<think>", "</think>")
LAW = re.compile(r"law ([a-z-]+):")

# package, language, what is asked, the adapter
READERS = [
    ("ai", "JavaScript", "extractReasoningMiddleware, streaming", "ai_stream.mjs"),
    ("pydantic-ai-slim", "Python", "streamed thinking parts", "pydantic_ai_stream.py"),
    ("@johannes.latzel/llm-chat", "JavaScript", "send over provider rounds", "llm_chat_rounds.mjs"),
]


def certified(text: str, folder: Path) -> list[Outcome]:
    """Every check of streams, rounds and messages in one dialect that the reader does support."""
    spec = load_spec(ROOT)
    cases = load_cases(ROOT, ["read", "stream", "message"])
    with ReaderProcess(pointer.argv(pointer.parse(text)), cwd=folder, timeout=10.0) as process:
        hello = process.hello()
        wanted = [
            check
            for check in expand(cases, [DIALECT], spec, derived_checks(hello.language))
            if check.op in hello.ops and check.op in ("stream", "round", "message")
        ]
        return [outcome for outcome in run(process, hello, wanted) if outcome.verdict.kind != "unsupported"]


def held(check: Check, value: dict[str, Any]) -> list[int]:
    """After every chunk, how many characters are held back beyond those that could still become the marker."""
    shown, late = 0, []
    for pieces, due in zip(value["pieces"], certain(check.request["chunks"], MARKERS), strict=False):
        shown += sum(len(text) for _kind, text, _block in pieces)
        late.append(max(0, due - shown))
    return late


def row(package: str, language: str, function: str, found: str, outcomes: list[Outcome]) -> dict[str, Any]:
    """What the table shows of one reader: checks passed by operation, laws broken, characters held."""
    passed: dict[str, list[int]] = {}
    laws: Counter[str] = Counter()
    first: dict[str, str] = {}
    late: list[int] = []
    for outcome in outcomes:
        check, verdict = outcome.check, outcome.verdict
        count = passed.setdefault(check.op, [0, 0])
        count[0] += verdict.kind == "pass"
        count[1] += 1
        if check.op == "stream" and verdict.got and check.transform == "characters" and "options" not in check.request:
            late += held(check, verdict.got)
        if verdict.kind != "pass":
            law = LAW.match(verdict.message)
            name = law[1] if law else verdict.kind if check.op != "stream" or verdict.kind != "fail" else "pieces"
            laws[name] += 1
            first.setdefault(name, f"{check.id}: {verdict.message or json.dumps(verdict.got)}"[:300])
    return {
        "package": package,
        "version": found,
        "language": language,
        "function": function,
        "dialect": DIALECT,
        "passed": passed,
        "broken": {name: {"checks": count, "first": first[name]} for name, count in sorted(laws.items())},
        "held_beyond_need": {"mean": round(sum(late) / len(late), 3), "most": max(late)} if late else None,
    }


def main() -> None:
    """Certify what is installed and write the result."""
    folder = Path(sys.argv[2]).resolve() if sys.argv[1:2] == ["--node-modules"] else Path.cwd()
    old = (
        {entry["package"]: entry for entry in json.loads(RESULT.read_text("utf-8"))["readers"]}
        if RESULT.is_file()
        else {}
    )
    rows = []
    for package, language, function, adapter in READERS:
        found = version(package, language, folder / "node_modules")
        if found is None:
            print(f"{package}: not installed, old row kept")
            rows += [old[package]] if package in old else []
            continue
        path = HERE / "streams" / adapter
        if language == "JavaScript":
            # A module finds its packages from its own folder upward, so the adapter stands beside node_modules.
            path = folder / adapter
            path.write_bytes((HERE / "streams" / adapter).read_bytes())
        outcomes = certified(f"{'js' if language == 'JavaScript' else 'py'}:{path}", folder)
        rows.append(row(package, language, function, found, outcomes))
        print(f"{package} {found}: {rows[-1]['passed']}")
    date = datetime.now(timezone.utc).date().isoformat()
    RESULT.write_text(json.dumps({"version": 1, "date": date, "readers": rows}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
