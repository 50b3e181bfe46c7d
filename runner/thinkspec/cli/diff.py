"""``thinkspec diff``: two spec versions, or two certificates."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from thinkspec.errors import FINDINGS, OK, UsageError

if TYPE_CHECKING:
    from thinkspec.diff import Change, Flip


@click.command("diff", short_help="Show what differs between two spec versions or certificates.")
@click.argument("one")
@click.argument("other")
@click.option("--root", help="The checkout (default: the nearest folder upward with spec/ and cases/).")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(*, one: str, other: str, root: str | None, form: str) -> int:
    """Show the typed changes of the tables between two spec versions, and every case whose reading flips.

    \b
    thinkspec diff 1.0 working
    thinkspec diff old.json new.json       two certificates

    Exits 0 if nothing differs, 1 if something does.
    """
    certificates = [Path(name).suffix == ".json" for name in (one, other)]
    if any(certificates):
        if not all(certificates):
            raise UsageError(f"{one} and {other}: a certificate and a spec version. Give two of one kind.")
        return certificates_differ(Path(one), Path(other))
    from thinkspec.data import tables_root
    from thinkspec.diff import compared

    folder, _ = tables_root(root)
    changes, flips = compared(folder, one, other)
    if form == "json":
        rows = {"changes": [vars(change) for change in changes], "flips": [vars(flip) for flip in flips]}
        click.echo(json.dumps({"version": 1, "one": one, "other": other, **rows}, ensure_ascii=True, indent=1))
    else:
        print_changes(changes, flips)
    return FINDINGS if changes else OK


def print_changes(changes: list[Change], flips: list[Flip]) -> None:
    """Changes and flips for a person."""
    from thinkspec.draw import clip, show

    for change in changes:
        click.echo(f"{click.style(change.kind, bold=True)}  {change.place}")
        for mark, value in (("-", change.before), ("+", change.after)):
            if value is not None:
                click.echo(f"  {mark} {clip(show(value))[0]}")
    if changes:
        click.echo(f"{len(changes)} changes, {len(flips)} checks flip")
    else:
        click.echo("no difference")
    for flip in flips:
        click.echo(f"  {flip.check}")
        click.echo(f"    - {clip(show(flip.before))[0]}")
        click.echo(f"    + {clip(show(flip.after))[0]}")


def certificates_differ(one: Path, other: Path) -> int:
    """Print what differs between two certificates, times left out."""
    from thinkspec.certificate import read
    from thinkspec.verify import compare

    values: list[Any] = [read(path) for path in (one, other)]
    found = list(compare(*values))
    for line in found:
        click.echo(line)
    if not found:
        click.echo("no difference")
    return FINDINGS if found else OK
