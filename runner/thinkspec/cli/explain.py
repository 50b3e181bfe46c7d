"""``thinkspec explain``: which rule decided what."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

READINGS = {
    "opens": "opens a block",
    "closes": "closes the block",
    "folds": "makes the text before it thinking",
    "thinking": "is part of the thinking",
    "text": "stays text",
}


@click.command("explain", short_help="Show every tag and the rule that decided it.")
@click.argument("source", default="-", metavar="[FILE|-]")
@click.option("--text", help="The reply itself, in place of a file.")
@click.option("--dialect", default="sapphire", show_default=True, metavar="NAME|all")
@click.option("-O", "--option", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the dialect.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--spec", "spec_dir", type=click.Path(path_type=Path), help="A folder with dialects of your own.")
def command(
    *, source: str, text: str | None, dialect: str, settings: tuple[str, ...], form: str, spec_dir: Path | None
) -> int:
    """Show every tag of a reply with its place, the rule that decided it and why, and every step of the assembly.

    \b
    thinkspec explain reply.txt
    thinkspec explain --text 'Use `<think>` tags.</think>Done' --dialect all

    Places are counted in code points from 0.
    """
    from thinkspec.cli.replies import readers, reply
    from thinkspec.data import data_root
    from thinkspec.tables import load_spec

    made = readers(dialect, settings, spec_dir)
    whole = reply(source, text)
    explanations = {name: reader.explain(whole) for name, reader in made.items()}
    if form == "json":
        click.echo(json.dumps({"version": 1, "explanations": explanations}, ensure_ascii=True, indent=1))
        return 0
    rules = load_spec(data_root()).rules
    for name, found in explanations.items():
        if len(explanations) > 1:
            click.secho(f"== {name}", bold=True)
        for line in lines(found, rules):
            click.echo(line)
    return 0


def lines(found: dict[str, Any], rules: dict[str, Any]) -> Iterator[str]:
    """An explanation for a person."""
    from thinkspec.draw import clip, drawn, show

    if not found["tags"]:
        yield "no tag"
    for tag in found["tags"]:
        yield f"{tag['start']:>6}  {click.style(clip(drawn(tag['text']), width=40)[0], bold=True)}  {READINGS[tag['reading']]}"
        yield click.style(f"        {tag['rule']}, {tag['option']}: {sentence(rules, tag)}", dim=True)
    for piece in found["pieces"]:
        if piece["kind"] != "text":
            kept = "thinking" if piece["shown"] else "dropped"
            yield f"{piece['start']:>6}  {kept}: {clip(show(piece['text']))[0]}"
    for step in found["steps"]:
        change = f"{clip(show(step['before']), width=40)[0]} -> {clip(show(step['after']), width=40)[0]}"
        yield f"        {step['half']}: {change}"
        yield click.style(f"        {step['rule']}, {step['option']}: {sentence(rules, step)}", dim=True)
    yield f"answer    {clip(show(found['answer']))[0]}"
    yield f"thinking  {clip(show(found['thinking']))[0]}"


def sentence(rules: dict[str, Any], row: dict[str, Any]) -> str:
    """The sentence of the option that decided."""
    text: str = rules[row["rule"]]["options"][row["option"]]["sentence"]
    return text
