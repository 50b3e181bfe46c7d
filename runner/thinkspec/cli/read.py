"""``thinkspec read``: split a reply."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click


@click.command("read", short_help="Split a reply into answer and thinking.")
@click.argument("source", default="-", metavar="[FILE|-]")
@click.option("--text", help="The reply itself, in place of a file.")
@click.option("--dialect", default="sapphire", show_default=True, metavar="NAME|all")
@click.option("--half", type=click.Choice(["answer", "thinking"]), help="Print this half alone, to the letter.")
@click.option("-O", "--option", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the dialect.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--spec", "spec_dir", type=click.Path(path_type=Path), help="A folder with dialects of your own.")
def command(
    *,
    source: str,
    text: str | None,
    dialect: str,
    half: str | None,
    settings: tuple[str, ...],
    form: str,
    spec_dir: Path | None,
) -> int:
    """Split a reply from a file or standard input.

    \b
    thinkspec read reply.txt
    thinkspec read --text '<think>plan</think>Hello' --half answer
    thinkspec read - --dialect all < reply.txt
    thinkspec read reply.txt --dialect llm-chat -O open=[THINK] -O close=[/THINK]
    """
    from thinkspec.cli.replies import out, readers, reply
    from thinkspec.errors import UsageError

    made = readers(dialect, settings, spec_dir)
    if half and len(made) > 1:
        raise UsageError("--half prints one half of one reading. Name one dialect.")
    whole = reply(source, text)
    readings = {name: reading(reader, whole) for name, reader in made.items()}
    if half:
        out(next(iter(readings.values()))[half] or "")
    elif form == "json":
        value: Any = {"version": 1, "readings": readings}
        click.echo(json.dumps(value, ensure_ascii=True, indent=1))
    else:
        for name, found in readings.items():
            print_reading(name, found, alone=len(readings) == 1)
    return 0


def reading(reader: Any, text: str) -> dict[str, Any]:
    """Both halves and the segments of a reply."""
    answer, thinking = reader.split(text)
    return {"answer": answer, "thinking": thinking, "segments": [list(part) for part in reader.segments(text)]}


def print_reading(name: str, found: dict[str, Any], *, alone: bool) -> None:
    """A reading for a person: the halves under headings."""
    from thinkspec.cli.replies import out

    if not alone:
        click.secho(f"== {name}", bold=True)
    for half in ("thinking", "answer"):
        if found[half]:
            click.secho(f"-- {half}", dim=True)
            out(found[half].rstrip("\n") + "\n")
        else:
            click.secho(f"-- {half}: {'null' if found[half] is None else 'empty'}", dim=True)
