"""Certify published readers and write what came out into ``readers.json``; README's table is made from that file.

    pip install pydantic-ai-slim litellm agno lightrag-hku; npm install ai @xsai/utils-reasoning @genaiscript/core
    python tests/published/readers.py [--node-modules FOLDER]

The packages are the test subjects, never dependencies; a reader whose package is not installed keeps its old row.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RESULT = HERE / "readers.json"

# package, language, what is asked, the pointer (from the folder that holds node_modules)
READERS = [
    ("pydantic-ai-slim", "Python", "split_content_into_text_and_thinking", f"py:{HERE}/readers/pydantic_ai_split.py"),
    (
        "litellm",
        "Python",
        "parse_content_for_reasoning",
        "py:litellm.litellm_core_utils.prompt_templates.reasoning_utils:parse_content_for_reasoning?order=thinking,answer",
    ),
    (
        "agno",
        "Python",
        "extract_thinking_content",
        "py:agno.utils.reasoning:extract_thinking_content?order=thinking,answer",
    ),
    ("lightrag-hku", "Python", "remove_think_tags", "py:lightrag.utils:remove_think_tags"),
    ("ai", "JavaScript", "extractReasoningMiddleware", "js:ai_middleware.mjs"),
    ("@xsai/utils-reasoning", "JavaScript", "extractReasoning", "js:@xsai/utils-reasoning#extractReasoning"),
    ("@genaiscript/core", "JavaScript", "splitThink", "js:@genaiscript/core#splitThink"),
]


def version(package: str, language: str, node_modules: Path) -> str | None:
    """The installed version of a package, or None."""
    if language == "Python":
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            return None
    manifest = node_modules / package / "package.json"
    return str(json.loads(manifest.read_text("utf-8"))["version"]) if manifest.is_file() else None


def certified(pointer: str, folder: Path) -> dict[str, Any]:
    """The record of one reader, by the command line as anybody runs it."""
    path = os.pathsep.join([str(ROOT / "runner"), str(ROOT / "reference" / "python"), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "thinkspec", "certify", pointer, "--format", "json"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"{pointer}: {done.stderr}")
    return dict(json.loads(done.stdout)["readers"][0])


def row(package: str, language: str, function: str, found: str, reader: dict[str, Any]) -> dict[str, Any]:
    """What the table shows of one reader."""
    nearest = next(record for record in reader["dialects"] if record["dialect"] == reader["nearest"])
    return {
        "package": package,
        "version": found,
        "language": language,
        "function": function,
        "nearest": reader["nearest"],
        "must": {
            record["dialect"]: [
                record["counts"]["must"]["pass"],
                sum(record["counts"]["must"].values()) - record["counts"]["must"]["unsupported"],
            ]
            for record in reader["dialects"]
        },
        "white_space_only": nearest["white_space_only"],
        "diagnosis": nearest["diagnosis"],
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
    for package, language, function, pointer in READERS:
        found = version(package, language, folder / "node_modules")
        if found is None:
            print(f"{package}: not installed, old row kept")
            rows += [old[package]] if package in old else []
            continue
        if pointer == "js:ai_middleware.mjs":
            # A module finds its packages from its own folder upward, so the adapter stands beside node_modules.
            (folder / "ai_middleware.mjs").write_bytes((HERE / "readers" / "ai_middleware.mjs").read_bytes())
        rows.append(row(package, language, function, found, certified(pointer, folder)))
        print(f"{package} {found}: nearest {rows[-1]['nearest']}")
    from datetime import datetime, timezone

    RESULT.write_text(
        json.dumps({"version": 1, "date": datetime.now(timezone.utc).date().isoformat(), "readers": rows}, indent=1)
        + "\n",
        "utf-8",
    )


if __name__ == "__main__":
    main()
