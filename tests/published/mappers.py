"""Certify published mappers and write what came out into ``mappers.json``; README's table is made from that file.

    pip install litellm any-llm-sdk[anthropic,gemini,ollama]; python tests/published/mappers.py
    pip install pydantic-ai-slim[openai,anthropic,google]; python tests/published/mappers.py
    npm install ai@7 @ai-sdk/openai@4 @ai-sdk/anthropic@4 @ai-sdk/google@4; python tests/published/mappers.py --node-modules FOLDER

Each library builds its request against a server on loopback or a fetch of ours; nothing is sent to a provider.  The
packages are the test subjects, never dependencies, and some exclude each other: a mapper whose package is not
installed keeps its old row.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RESULT = HERE / "mappers.json"
MAPPING = "providers"

# package, further packages that decide, its knob and policy, the adapter
MAPPERS: list[tuple[str, tuple[str, ...], str, str]] = [
    ("litellm", (), "reasoning_effort, drop_params", "py:{here}/mappers/litellm_mapper.py:mapper"),
    (
        "pydantic-ai-slim",
        ("openai", "anthropic", "google-genai"),
        "thinking",
        "py:{here}/mappers/pydantic_ai_mapper.py:mapper",
    ),
    ("any-llm-sdk", (), "reasoning_effort", "py:{here}/mappers/any_llm_mapper.py:mapper"),
    (
        "ai",
        ("@ai-sdk/openai", "@ai-sdk/anthropic", "@ai-sdk/google"),
        "reasoning",
        "js:{here}/mappers/ai_mapper.mjs#mapper",
    ),
]


def version(package: str, pointer: str, node_modules: Path) -> str | None:
    """The installed version of a package, or None."""
    if pointer.startswith("py:"):
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            return None
    manifest = node_modules / package / "package.json"
    return str(json.loads(manifest.read_text("utf-8"))["version"]) if manifest.is_file() else None


def certified(pointer: str, folder: Path) -> dict[str, Any]:
    """The record of one mapper, by the command line as anybody runs it."""
    path = os.pathsep.join([str(ROOT / "runner"), str(ROOT / "reference" / "python")])
    asked = [
        "certify",
        pointer,
        "--effort",
        "--mapping",
        MAPPING,
        "--timeout",
        "60",
        "--memory",
        "4096",
        "--format",
        "json",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "thinkspec", *asked],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{pointer}: {done.stderr}")
    return dict(json.loads(done.stdout)["readers"][0]["dialects"][0])


def row(package: str, versions: dict[str, str], knob: str, record: dict[str, Any]) -> dict[str, Any]:
    """What the table shows of one mapper: its cells for models that a source speaks of, and those that turn round.

    A row of which every cell is our own decision is left out: it is about ids that nobody described.
    """
    grid = [cell for cell in record["cells"] if cell["effort"] is not None]
    sourced = {(cell["case"], cell["wire"]) for cell in grid if cell["level"] != "may"}
    cells = [cell for cell in grid if (cell["case"], cell["wire"]) in sourced]
    wires: dict[str, dict[str, int]] = {}
    for cell in cells:
        counts = wires.setdefault(cell["wire"], {})
        counts[cell["outcome"]] = counts.get(cell["outcome"], 0) + 1
    hard = [cell["id"] for cell in cells if cell["outcome"] == "inverted"]
    return {
        "package": package,
        "versions": versions,
        "knob": knob,
        "judged": len(cells),
        "wires": wires,
        "errors": sum(counts["error"] for counts in record["counts"].values()),
        "inverted": hard,
    }


def main() -> None:
    """Certify what is installed, keep the other rows, write the file."""
    parser = argparse.ArgumentParser(description="Certify published mappers.")
    parser.add_argument("packages", nargs="*", help="only these, of those that are installed")
    parser.add_argument("--node-modules", type=Path, default=Path(), help="the folder that holds node_modules")
    given = parser.parse_args()
    folder = given.node_modules.resolve()
    old = json.loads(RESULT.read_text("utf-8")) if RESULT.is_file() else {"mappers": []}
    rows = {found["package"]: found for found in old["mappers"]}
    for package, others, knob, pointer in MAPPERS:
        if given.packages and package not in given.packages:
            continue
        versions = {name: version(name, pointer, folder / "node_modules") for name in (package, *others)}
        if None in versions.values():
            print(f"{package}: not installed here, its row stays as it is", file=sys.stderr)
            continue
        try:
            record = certified(pointer.format(here=HERE), folder)
        except RuntimeError as error:
            print(error, file=sys.stderr)
            continue
        rows[package] = row(package, versions, knob, record)  # type: ignore[arg-type]
        print(f"{package}: {rows[package]['judged']} checks", file=sys.stderr)
        save(rows)


def save(rows: dict[str, dict[str, Any]]) -> None:
    """Write the file: what took minutes is kept at once."""
    ordered = [rows[package] for package, *_ in MAPPERS if package in rows]
    result = {"version": 1, "date": dt.date.today().isoformat(), "mapping": MAPPING, "mappers": ordered}  # noqa: DTZ011
    RESULT.write_text(json.dumps(result, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
