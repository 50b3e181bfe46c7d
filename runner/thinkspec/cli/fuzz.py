"""``thinkspec fuzz``: replies on which a reader parts from the rules, or from another reader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from thinkspec.cli.numbers import Seconds
from thinkspec.data import data_root, tables_root
from thinkspec.errors import FINDINGS, OK

if TYPE_CHECKING:
    from thinkspec.fuzz.job import Outcome


@click.command("fuzz", short_help="Find replies on which a reader parts from the rules, or from another reader.")
@click.argument("reader", metavar="READER")
@click.option("--against", metavar="READER", help="Compare with this reader instead of the reference.")
@click.option("--dialect", default="sapphire", show_default=True, help="The dialect that the reader is held against.")
@click.option("-O", "--option", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the dialect.")
@click.option(
    "-n", "--replies", type=click.IntRange(1), default=50_000, show_default=True, metavar="N", help="Replies to read."
)
@click.option("--seconds", type=Seconds(0), metavar="S", help="Stop after so many seconds.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), help="The seed; printed, so that a run can be made again.")
@click.option("--timeout", type=Seconds(min=0.1), default=5.0, show_default=True, metavar="S", help="What a hang is.")
@click.option("--laws", is_flag=True, help="Look for replies that break a law as well (needs thinkspec[fuzz]).")
@click.option("--save", is_flag=True, help="Write each find into the corpus as a stub of a case.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--spec", "spec_dir", type=click.Path(path_type=Path), help="A folder with dialects of your own.")
@click.option("--root", metavar="DIR", help="The checkout that --save writes to. Default: the nearest one upward.")
def command(
    *,
    reader: str,
    against: str | None,
    dialect: str,
    settings: tuple[str, ...],
    replies: int,
    seconds: float | None,
    seed: int | None,
    timeout: float,
    laws: bool,
    save: bool,
    form: str,
    spec_dir: Path | None,
    root: str | None,
) -> int:
    """Make up replies and compare a reader with the reference, or two readers with each other.

    Each find is the smallest reply that still shows it, named by the rule that differs. A crash or a hang is a
    find. Exit code 0 if nothing was found, 1 for finds, 2 for a reader that cannot be had.

    \b
    thinkspec fuzz py:their.think --dialect sapphire
    thinkspec fuzz py:core/think.py --against js:static/think.mjs --dialect sapphire
    thinkspec fuzz py:their.think --seed 7 --replies 1000000 --seconds 60
    thinkspec fuzz reference:python --laws
    """
    from thinkspec.errors import UsageError
    from thinkspec.fuzz.job import Job, fuzz
    from thinkspec.generate.single import parse_settings
    from thinkspec.tables import load_spec

    spec = load_spec(data_root() if spec_dir is None and root is None else tables_root(root)[0], spec_dir)
    if dialect not in spec.dialects:
        raise UsageError(f"--dialect {dialect}: there is no such dialect. There are {', '.join(spec.dialects)}.")
    options = parse_settings(settings)
    job = Job(reader, against, dialect, options, replies, seconds, seed, timeout, laws)
    outcome = fuzz(job, spec)
    saved = stubs(outcome, root) if save else []
    if form == "json":
        click.echo(json.dumps(as_json(outcome, saved), ensure_ascii=True, indent=1))
    else:
        print_outcome(outcome, saved)
    return FINDINGS if outcome.finds or outcome.broken_laws else OK


def stubs(outcome: Outcome, root: str | None) -> list[str]:
    """Write the finds into the corpus."""
    from thinkspec.errors import UsageError
    from thinkspec.fuzz.stub import save

    folder, writable = tables_root(root)
    if not writable:
        raise UsageError("--save needs a checkout to write to. Give --root, or run it inside one.")
    return save(folder, outcome)


def as_json(outcome: Outcome, saved: list[str]) -> dict[str, Any]:
    """The report for a program (``spec/schema/fuzz-report.schema.json``)."""
    return {
        "version": 1,
        "seed": outcome.seed,
        "replies": outcome.replies,
        "per_second": outcome.per_second,
        "finds": [
            {
                key: getattr(find, key)
                for key in ("rule", "change", "op", "kind", "text", "due", "got", "number", "count")
            }
            for find in outcome.finds
        ],
        "laws": outcome.broken_laws,
        "saved": saved,
    }


def print_outcome(outcome: Outcome, saved: list[str]) -> None:
    """The report for a person."""
    from thinkspec.draw import compared, drawn, show

    for find in outcome.finds:
        click.echo(f"{find.rule}: {said(find.kind, find.change)}  ({find.count} replies)")
        click.echo(f"    reply {drawn(find.text)}")
        if find.kind == "fail":
            due, got, mark = compared(find.due, find.got)
            click.echo(f"    due   {due}\n    got   {got}\n          {mark}")
        else:
            click.echo(f"    due   {show(find.due)}\n    got   {find.got}")
    for law in outcome.broken_laws:
        click.echo(f"law {law['law']} broken: {law['said']}\n    reply {drawn(law['text'])}")
    for name in saved:
        click.echo(f"saved as {name}")
    speed = f", {outcome.per_second:,.0f} a second" if outcome.per_second else ""
    click.echo(f"{len(outcome.finds)} finds in {outcome.replies:,} replies{speed}; seed {outcome.seed}")


def said(kind: str, change: str) -> str:
    """How a find is headed."""
    if kind != "fail":
        return {"error": "the reader broke", "rejected": "the reader refused the reply"}[kind]
    return f"it reads as if {change}" if change else "no one rule says why"
