"""The text report on mappers: how each cell was met, wire by wire, the worst first.

The head says which mapping was asked for and how often each outcome came; a grid a wire shows the rows that are not
equal throughout; then the worst failures stand in full, each with the command that runs it again.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import click

from thinkspec.checks import LEVELS
from thinkspec.draw import clip, drawn, show
from thinkspec.effort_checks import COLUMNS
from thinkspec.effort_judge import OUTCOMES
from thinkspec.report.text import dialect_line, disagreement_lines, head_line

ROWS = 20  # of a grid; the JSON report has them all
_SHORT = {"equal": "=", "clamped-up": "up", "clamped-down": "down", "rejected": "refused"}
_COLOUR = {"inverted": "red", "passed": "red", "equal": "green"}
_NAME, _CELL = 40, 9


def effort_report(record: dict[str, Any], first: int, rows: int = ROWS) -> Iterator[str]:
    """The lines of the report."""
    for reader in record["readers"]:
        yield head_line(reader, record["spec"])
        if reader["restarts"]:
            yield click.style(f"  started again {reader['restarts']} times", fg="yellow")
        for mapping in reader["dialects"]:
            yield dialect_line(mapping)
            yield from mapping_lines(reader["reader"], mapping, first, rows)
        yield ""
    if len(record["readers"]) > 1:
        yield from disagreement_lines(record, first)


def mapping_lines(pointer: str, mapping: dict[str, Any], first: int, rows: int) -> Iterator[str]:
    """The outcomes of a mapping, its grids, and its worst failures."""
    if not mapping["outcomes"]:
        return
    yield ""
    yield from totals_lines(mapping["outcomes"])
    if mapping["hard"]:
        yield ""
        yield click.style(
            f"  {mapping['hard']} cells are inverted or passed on: they turn a wish round, or a provider refuses them",
            fg="red",
        )
    for wire in mapping["outcomes"]:
        yield from grid_lines(wire, mapping["cells"], rows)
    failures = worst_first(mapping)
    for failure, outcome in failures[:first]:
        yield ""
        yield from failure_lines(pointer, mapping["dialect"], failure, outcome)
    if len(failures) > first:
        yield ""
        yield f"  and {len(failures) - first} more: --show {len(failures)} prints them all"


def totals_lines(wires: dict[str, dict[str, int]]) -> Iterator[str]:
    """A table: a row a wire, a column an outcome that came at all."""
    seen = [name for name in reversed(OUTCOMES) if any(counts[name] for counts in wires.values())]
    yield "  " + f"{'wire':<22}" + "".join(f"{name:>14}" for name in seen)
    for wire, counts in wires.items():
        cells = "".join(_styled(name, f"{counts[name]:>14}", quiet=not counts[name]) for name in seen)
        yield f"  {wire:<22}{cells}"


def grid_lines(wire: str, cells: list[dict[str, Any]], rows: int) -> Iterator[str]:
    """The rows of a wire that are not equal throughout: a column an effort, the worst rows first."""
    grid: dict[str, dict[str, str]] = {}
    for cell in cells:
        if cell["wire"] == wire:
            grid.setdefault(cell["case"], {})[cell["effort"] or "-"] = cell["outcome"]
    broken = {name: row for name, row in grid.items() if any(outcome != "equal" for outcome in row.values())}
    if not broken:
        return
    plain = any("-" in row for row in broken.values())
    columns = [*COLUMNS, "-"] if plain else [*COLUMNS]
    yield ""
    title = f"  {wire}: {len(grid) - len(broken)} rows of {len(grid)} are equal throughout"
    yield click.style(title, bold=True)
    yield "  " + " " * _NAME + "".join(f"{column:>{_CELL}}" for column in columns)
    order = sorted(broken, key=lambda name: sorted(OUTCOMES.index(outcome) for outcome in broken[name].values()))
    for name in order[:rows]:
        shown = name.removeprefix("effort/")
        marks = (broken[name].get(column, "") for column in columns)
        yield f"  {shown[:_NAME]:<{_NAME}}" + "".join(_mark(outcome) for outcome in marks)
    if len(order) > rows:
        yield f"  and {len(order) - rows} more rows: --format json has them all"


def worst_first(mapping: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """The failures with their outcomes: inverted and passed before all others, must before should and may."""
    outcomes = {cell["id"]: cell["outcome"] for cell in mapping["cells"]}
    failures = [(failure, outcomes.get(failure["id"], failure["verdict"])) for failure in mapping["failures"]]
    known = list(OUTCOMES)

    def weight(pair: tuple[dict[str, Any], str]) -> tuple[int, int]:
        failure, outcome = pair
        return (known.index(outcome) if outcome in known else -1, LEVELS.index(failure["level"]))

    return sorted(failures, key=weight)


def failure_lines(pointer: str, mapping: str, failure: dict[str, Any], outcome: str) -> Iterator[str]:
    """One cell: why it matters, what was asked for, what is due, what came."""
    request = failure["request"]
    yield click.style(f"  {failure['id']}  {failure['level']} ", bold=True) + _styled(outcome, outcome)
    yield f"    {failure['why']}"
    yield f"    asked     {clip(show(request['args']))[0]}"
    yield f"    due       {clip(show(failure['expected']))[0]}"
    if failure["got"] is not None:
        yield f"    got       {clip(show(failure['got']))[0]}"
    if failure["message"]:
        yield f"    message   {drawn(failure['message'])[:400]}"
    command = ["thinkspec", "certify", pointer, "--effort", "--mapping", mapping, "--select", failure["id"]]
    yield click.style(f"    again     {shlex.join(command)}", dim=True)


def _mark(outcome: str) -> str:
    return _styled(outcome, f"{_SHORT.get(outcome, outcome):>{_CELL}}")


def _styled(outcome: str, text: str, *, quiet: bool = False) -> str:
    colour = None if quiet else _COLOUR.get(outcome)
    return click.style(text, fg=colour) if colour else text
