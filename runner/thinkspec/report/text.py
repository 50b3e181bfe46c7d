"""The text report: what a person reads in a terminal, in the order of interest.

A line a dialect, the diagnosis, a line a rule, then the first failures with the input drawn, expected and got under
each other, and the command that runs this one check again.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import click

from thinkspec.checks import LEVELS
from thinkspec.draw import clip, compared, drawn, show
from thinkspec.report.extras import failure_extras, level_words, reader_extras, record_extras

FIRST = 5
_MARK = {True: ("conforms", "green"), False: ("does not conform", "red")}


def text_report(record: dict[str, Any], first: int = FIRST) -> Iterator[str]:
    """The lines of the report."""
    for reader in record["readers"]:
        yield from reader_lines(reader, record["spec"], first)
        yield ""
    if len(record["readers"]) > 1:
        yield from disagreement_lines(record, first)
    yield from record_extras(record)


def reader_lines(reader: dict[str, Any], spec: str, first: int) -> Iterator[str]:
    """One reader: every dialect in a line, then the one that matters in full."""
    yield head_line(reader, spec)
    yield f"  offers {drawn(', '.join(reader['ops']))}"
    if reader["note"]:
        yield click.style(f"  note: {drawn(reader['note'])}", fg="yellow")
    if reader["restarts"]:
        yield click.style(f"  started again {reader['restarts']} times", fg="yellow")
    for record in reader["dialects"]:
        yield dialect_line(record)
    if not reader["all_needed"] and reader["nearest"]:
        yield f"  nearest dialect: {reader['nearest']}"
    for record in reader["dialects"]:
        if record["failures"] and (reader["all_needed"] or record["dialect"] == reader["nearest"]):
            yield from dialect_lines(reader, record, first)
    yield from reader_extras(reader)


def head_line(reader: dict[str, Any], spec: str) -> str:
    """Which reader this is, in which version and language; its name only where it says more than the pointer."""
    what = [reader["name"]] if reader["name"] != reader["reader"] else []
    what += [reader["version"]] if reader["version"] else []
    # What a reader says of itself is drawn: it must not act upon the terminal.
    about = ", ".join(drawn(part) for part in (" ".join(what), reader["language"], f"spec {spec}") if part)
    return click.style(reader["reader"], bold=True) + f"  ({about})"


def dialect_line(record: dict[str, Any]) -> str:
    """Verdict and counts of a dialect in one line."""
    if not record["judged"]:
        return f"  {record['dialect']:<10} nothing to judge: the reader offers none of the operations"
    word, colour = _MARK[record["conforms"]]
    counts = ", ".join(f"{level} {passed(record, level)}" for level in LEVELS if total(record, level))
    blanks = f"  ({record['white_space_only']} fail in white space only)" if record["white_space_only"] else ""
    errors = sum(record["counts"][level]["error"] for level in LEVELS)
    if errors:
        blanks += f"  ({errors} ended in an error: died, hung or broke the wire)"
    return (
        f"  {record['dialect']:<10} "
        + click.style(f"{word:<16}", fg=colour)
        + f" {counts}{level_words(record)}{blanks}"
    )


def passed(record: dict[str, Any], level: str) -> str:
    """Passed checks of a level out of those judged."""
    return f"{record['counts'][level]['pass']}/{total(record, level)}"


def total(record: dict[str, Any], level: str) -> int:
    """The checks of a level that were judged."""
    return sum(count for kind, count in record["counts"][level].items() if kind != "unsupported")


def dialect_lines(reader: dict[str, Any], record: dict[str, Any], first: int) -> Iterator[str]:
    """The diagnosis, the rules and the first failures of one dialect."""
    yield ""
    yield click.style(f"  {record['dialect']}", bold=True)
    diagnosis = record["diagnosis"]
    if diagnosis:
        yield f"  behaves as if {' and '.join(diagnosis['changes'])}:"
        yield f"  explains {diagnosis['explained']} of {diagnosis['failures']} failures that were compared"
    if record["unsupported"]:
        yield f"  not offered: {', '.join(record['unsupported'])}"
    yield ""
    yield from rule_lines(record["rules"])
    unknown = [failure for failure in record["failures"] if not failure.get("known")]
    failures = sorted(unknown, key=lambda failure: LEVELS.index(failure["level"]))
    shown = one_a_rule(failures)[:first]
    for failure in shown:
        yield ""
        yield from failure_lines(reader["reader"], record["dialect"], failure)
    if len(failures) > len(shown):
        yield ""
        yield f"  and {len(failures) - len(shown)} more: --show {len(failures)} prints them all"


def rule_lines(rules: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each broken rule, the most broken first, and one for all that are kept."""
    broken = sorted((rule for rule in rules if rule["failed"]), key=lambda rule: -rule["failed"] / rule["checks"])
    for rule in broken:
        count = f"{rule['failed']} of {rule['checks']} fail"
        option = f"  should be: {rule['option']}" if rule["option"] else ""
        yield "  " + click.style("broken", fg="red") + f"  {rule['rule']:<16} {count:>18}{option}"
    kept = [rule["rule"] for rule in rules if not rule["failed"]]
    if kept:
        yield "  " + click.style("kept", fg="green") + f"    {', '.join(kept)}"


def one_a_rule(failures: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The failures with the first of every rule in front: the shortest inputs, so that they are understood at once."""
    by_size = sorted(failures, key=lambda failure: (failure["level"] != "must", len(show(failure["request"]))))
    seen: set[str] = set()
    front: list[dict[str, Any]] = []
    rest: list[dict[str, Any]] = []
    for failure in by_size:
        rules = {rule["rule"] for rule in failure["rules"]}
        (rest if rules <= seen else front).append(failure)
        seen |= rules
    return front + rest


def failure_lines(reader: str, dialect: str, failure: dict[str, Any]) -> Iterator[str]:
    """One failure: why it matters, what went in, what was due, what came."""
    head = f"  {failure['id']}  {failure['level']} {failure['verdict']}"
    yield click.style(head, bold=True) + ("  (white space only)" if failure["white_space_only"] else "")
    yield f"    {failure['why']}"
    for name, value in failure["request"].items():
        if value != "":
            yield f"    {name:<9} {clip(drawn(value) if isinstance(value, str) else show(value))[0]}"
    if failure["message"]:
        yield f"    expected  {clip(show(failure['expected']))[0]}"
        yield f"    message   {drawn(failure['message'])[:400]}"
    else:
        expected, got, mark = compared(failure["expected"], failure["got"])
        yield f"    expected  {expected}"
        yield click.style(f"    got       {got}", fg="red")
        yield click.style(f"              {mark}", fg="red")
    for rule in failure["rules"]:
        if rule["sentence"]:
            yield f"    rule      {rule['rule']}: {rule['sentence']}"
    yield from failure_extras(failure)
    command = ["thinkspec", "certify", reader, "--dialect", dialect, "--select", failure["id"]]
    yield click.style(f"    again     {shlex.join(command)}", dim=True)


def disagreement_lines(record: dict[str, Any], first: int) -> Iterator[str]:
    """Where the readers of one run differ from each other."""
    found = record["disagreements"]
    names = " and ".join(reader["reader"] for reader in record["readers"])
    if not found:
        yield f"{names} agree on every check that they share."
        return
    yield click.style(f"{names} disagree on {len(found)} checks.", fg="red")
    for row in found[:first]:
        yield f"  {row['id']}"
        for reader, value in row["values"].items():
            yield f"    {reader:<24} {clip(show(value))[0]}"
