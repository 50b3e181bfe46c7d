"""What the text report adds where a run was asked for more than verdicts: baseline, growth, smallest replies, files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from thinkspec.draw import clip, drawn, show

LINEAR = 1.5  # an exponent up to this is taken for linear: the machine is never quite still
SHOWN = 10


def level_words(dialect: dict[str, Any]) -> str:
    """The level of a dialect, for the end of its line."""
    if not dialect.get("level"):
        return ""
    groups = {name: group["level"] for name, group in dialect["groups"].items() if group["level"]}
    several = len(set(groups.values())) > 1
    rest = f" ({', '.join(f'{name} {level}' for name, level in groups.items())})" if several else ""
    return f"  level {dialect['level']}{rest}"


def reader_extras(reader: dict[str, Any]) -> Iterator[str]:
    """What stands below a reader's failures."""
    yield from baseline_lines(reader.get("baseline"))
    yield from growth_lines(reader.get("growth"))
    for dialect in reader["dialects"]:
        later = dialect.get("not_scored")
        if later:
            bad = sum(verdict not in ("pass", "unsupported") for verdict in later.values())
            yield f"  {dialect['dialect']}: {len(later)} checks are newer than the spec and not scored; {bad} failed"


def baseline_lines(known: dict[str, Any] | None) -> Iterator[str]:
    """What became of the known failures."""
    if known is None:
        return
    yield ""
    yield f"  baseline {known['file']}: {known['held']} known failures are as listed"
    for line in known["broken"][:SHOWN]:
        yield click.style(f"  {line}", fg="red")
    if len(known["broken"]) > SHOWN:
        yield f"  and {len(known['broken']) - SHOWN} more: --write-baseline {known['file']} brings it up to date"
    for title, ids in (("not listed", known["new"]), ("not listed, and not counted", known["new_not_counted"])):
        if ids:
            more = f", and {len(ids) - 3} more" if len(ids) > 3 else ""
            yield f"  {title}: {', '.join(ids[:3])}{more}"


def growth_lines(rows: list[dict[str, Any]] | None) -> Iterator[str]:
    """How time grows with the reply, a line a shape."""
    if rows is None:
        return
    yield ""
    yield "  growth of time with the reply (not scored; 1 linear, 2 quadratic)"
    for row in rows:
        if row["problem"]:
            word, colour = f"stopped {drawn(row['problem'])}", "red"
        elif row["exponent"] is None:
            word, colour = "too quick to tell", "green"
        else:
            word, colour = f"exponent {row['exponent']}", "green" if row["exponent"] <= LINEAR else "red"
        yield (
            f"  {row['shape']:<18} "
            + click.style(f"{word:<18}", fg=colour)
            + f" {row['characters']:>8} characters in {row['seconds'] * 1000:.0f} ms"
        )


def failure_extras(failure: dict[str, Any]) -> Iterator[str]:
    """The smallest reply, and what the authors said about this failure."""
    small = failure.get("shrunk")
    if small:
        yield f"    smallest  {drawn(small['text']) or '(empty)'}"
        yield f"              expected {clip(show(small['expected']))[0]}, got {clip(show(small['got']))[0]}"
    if failure.get("intended"):
        yield f"    intended  {drawn(failure['intended'])}"


def record_extras(record: dict[str, Any]) -> Iterator[str]:
    """What stands at the end of the report."""
    if record.get("certificate"):
        yield f"certificate {record['certificate']['file']}: {record['certificate']['level']}"
    if record.get("require"):
        yield f"required level: {record['require']}"
