"""README's generated tables: made from result files, between two marker comments.

python tests/published/table.py            says whether README is fresh
python tests/published/table.py --write    writes it
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
README = ROOT / "README.md"


def readers_table() -> str:
    """What published readers keep of the dialect they are nearest to."""
    result = json.loads((HERE / "readers.json").read_text("utf-8"))
    lines = [
        f"Run on {result['date']} with `python tests/published/readers.py`.",
        "",
        "| package | reader | nearest dialect | `must` checks kept | differ in white space only | what it does instead |",
        "|---|---|---|---|---|---|",
    ]
    for row in result["readers"]:
        kept, judged = row["must"][row["nearest"]]
        lines.append(
            f"| {row['package']} {row['version']} | `{row['function']}` | {row['nearest']} | {kept} of {judged} "
            f"| {row['white_space_only']} | {instead(row['diagnosis'])} |"
        )
    return "\n".join(lines)


def instead(diagnosis: dict[str, Any] | None) -> str:
    """A diagnosis in a table's cell; one that explains less than half of what was compared is not shown."""
    if diagnosis is None or 2 * diagnosis["explained"] < diagnosis["failures"]:
        return "no small change of the rules explains it"
    changes = ", ".join(diagnosis["changes"])
    return f"as if {changes}: explains {diagnosis['explained']} of {diagnosis['failures']}"


OUTCOMES = ("equal", "dropped", "clamped-down", "clamped-up", "differs", "rejected", "passed", "inverted")


def mappers_table() -> str:
    """What published mappers send for an effort, beside what providers were seen to accept."""
    result = json.loads((HERE / "mappers.json").read_text("utf-8"))
    lines = [
        f"Run on {result['date']} with `python tests/published/mappers.py`, mapping `{result['mapping']}`.",
        "",
        f"| package | wire | {' | '.join(OUTCOMES)} |",
        f"|---|---|{'---|' * len(OUTCOMES)}",
    ]
    for mapper in result["mappers"]:
        name = f"{mapper['package']} {mapper['versions'][mapper['package']]}"
        for wire, counts in sorted(mapper["wires"].items()):
            lines.append(f"| {name} | {wire} | {' | '.join(str(counts.get(kind, 0)) for kind in OUTCOMES)} |")
    return "\n".join(lines)


def streams_table() -> str:
    """What published streaming readers keep, and which law they break first."""
    result = json.loads((HERE / "streams.json").read_text("utf-8"))
    lines = [
        f"Run on {result['date']} with `python tests/published/streams.py`, dialect `llm-chat`.",
        "",
        "| package | reader | checks kept | held back beyond need | laws broken |",
        "|---|---|---|---|---|",
    ]
    for row in result["readers"]:
        kept = ", ".join(f"{group} {passed} of {judged}" for group, (passed, judged) in row["passed"].items())
        held = "not measured" if row["held_beyond_need"] is None else f"{row['held_beyond_need']['mean']:g} characters"
        broken = ", ".join(f"{law} ({found['checks']})" for law, found in row["broken"].items()) or "none"
        lines.append(f"| {row['package']} {row['version']} | {row['function']} | {kept} | {held} | {broken} |")
    return "\n".join(lines)


def first_run() -> str:
    """What README's first command prints for the example, without the versions of this machine."""
    sys.path[:0] = [str(ROOT / "runner"), str(ROOT / "reference" / "python")]
    path = os.pathsep.join(sys.path[:2])
    arguments = ["certify", "py:thinkspec.examples.one_line_regex", "--show", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "thinkspec", *arguments],
        env={**os.environ, "PYTHONPATH": path, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return "```text\n" + re.sub(r"Python 3\.[0-9.]+", "Python 3", done.stdout).rstrip() + "\n```"


TABLES: dict[str, Callable[[], str]] = {
    "first-run": first_run,
    "published-readers": readers_table,
    "published-streams": streams_table,
    "published-mappers": mappers_table,
}


def filled(text: str) -> str:
    """README with every generated table made anew."""
    for name, table in TABLES.items():
        begin, end = f"<!-- generated: {name} -->", f"<!-- end: {name} -->"
        pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
        if not pattern.search(text):
            raise SystemExit(f"README.md: no place for the table {name}. It needs {begin} and {end}.")
        content = f"{begin}\n{table()}\n{end}"
        text = pattern.sub(lambda _, content=content: content, text)
    return text


def main() -> int:
    """Check or write README."""
    old = README.read_text("utf-8")
    new = filled(old)
    if old == new:
        print("README's tables are fresh.")
        return 0
    if "--write" not in sys.argv:
        print("README.md: stale tables. Run: python tests/published/table.py --write")
        return 1
    README.write_text(new, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
