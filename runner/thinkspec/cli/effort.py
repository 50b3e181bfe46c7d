"""``thinkspec effort``: what goes out for a reasoning effort."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click

from thinkspec_reference import MAPPINGS, Reasoning, RejectedEffort
from thinkspec_reference.effort_tables import EFFORT

EFFORTS: tuple[str, ...] = tuple(EFFORT["vocabulary"]["efforts"])
DISPLAYS: tuple[str, ...] = tuple(EFFORT["vocabulary"]["displays"])
UNSET = "unset"
REFUSED = 1  # the exit code where the one request that was asked for is refused

Row = dict[str, Any]


@click.command("effort", short_help="Print the request fields for a reasoning effort.")
@click.option("--model", "models", multiple=True, metavar="ID", help="The model's id; may be repeated.")
@click.option("--wire", "wires", multiple=True, metavar="NAME", help="The request format; may be repeated.")
@click.option("--all-wires", is_flag=True, help="Every request format that the mapping knows.")
@click.option("--effort", type=click.Choice(EFFORTS), help="How much to think.")
@click.option("--all-efforts", is_flag=True, help="Each of the seven efforts, and none at all.")
@click.option("--thinking-budget", metavar="TOKENS", help="A number of tokens, for models that take one.")
@click.option("--thinking-enabled/--no-thinking-enabled", default=None, help="The switch alone, without an effort.")
@click.option("--thinking-display", type=click.Choice(DISPLAYS), help="How much of the thinking comes back.")
@click.option("--thinking-toggle", is_flag=True, default=None, help="The endpoint takes its models' on/off toggle.")
@click.option(
    "--mapping", type=click.Choice(MAPPINGS), default="providers", show_default=True, help="Whose word counts."
)
@click.option("--explain", is_flag=True, help="Say which family matched, which ladder applied, and on whose word.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    *,
    models: tuple[str, ...],
    wires: tuple[str, ...],
    all_wires: bool,
    effort: str | None,
    all_efforts: bool,
    thinking_budget: str | None,
    thinking_enabled: bool | None,
    thinking_display: str | None,
    thinking_toggle: bool | None,
    mapping: str,
    explain: bool,
    form: str,
) -> int:
    """Print what a request must carry for a reasoning effort: the fields in their place in the body.

    \b
    thinkspec effort --wire anthropic --model claude-opus-4-8 --effort high
    thinkspec effort --wire openai --model gpt-5.5-pro --effort low --explain
    thinkspec effort --model gemini-3.7-flash --all-wires --all-efforts

    One wire, one model and one effort give the body as JSON; anything more gives a table, in which a dot sends
    nothing. The mapping `providers` says what providers were seen to accept, `langertha` what Langertha documents.

    Exit codes: 0 printed, 1 this one request is refused (the line says why, nothing is printed), 2 a word that
    nobody knows. In a table a refused cell is no failure.
    """
    if effort and all_efforts:
        raise click.UsageError("--effort and --all-efforts exclude each other.")
    chosen = wires_of(mapping, wires, all_wires)
    common = {
        "thinking_budget": number(thinking_budget),
        "thinking_enabled": thinking_enabled,
        "thinking_display": thinking_display,
        "thinking_toggle": thinking_toggle,
        "mapping": mapping,
    }
    efforts = [*EFFORTS, None] if all_efforts else [effort]
    rows = [row for model in models or (None,) for row in rows_of(model, efforts, chosen, common, explain=explain)]
    if form == "json":
        click.echo(json.dumps({"version": 1, "mapping": mapping, "rows": rows}, ensure_ascii=True, indent=1))
    elif len(rows) > 1:
        click.echo("\n".join(table(rows, all_efforts=all_efforts)))
    elif "request" in rows[0]:
        for line in rows[0].get("explanation", {}).get("lines", ()):
            click.echo(line)
        click.echo(json.dumps(rows[0]["request"], indent=2))
    else:
        for line in rows[0].get("explanation", {}).get("lines", ()):
            click.echo(line)
        click.echo(f"thinkspec: refused: {rows[0]['refused']}", file=sys.stderr)
    return REFUSED if len(rows) == 1 and "refused" in rows[0] else 0


def wires_of(mapping: str, named: Sequence[str], everything: bool) -> list[str]:
    """The wires to print; raises a usage error for a name that the mapping does not know."""
    known: list[str] = list(EFFORT["mappings"][mapping]["wires"])
    if everything:
        return known
    if not named:
        raise click.UsageError(f"Name a --wire, or take --all-wires. The mapping {mapping} knows {', '.join(known)}.")
    for wire in named:
        if wire not in known:
            raise click.UsageError(f"--wire {wire}: the mapping {mapping} knows {', '.join(known)}.")
    return list(named)


def number(text: str | None) -> Any:
    """A budget as a person types it; what is no number stays a text, and is refused like one.

    >>> number("2048"), number("1.5"), number("many"), number(None)
    (2048, 1.5, 'many', None)
    """
    if text is None:
        return None
    try:
        found = json.loads(text)
    except ValueError:
        return text
    return found if isinstance(found, (int, float)) and not isinstance(found, bool) else text


def rows_of(
    model: str | None, efforts: Sequence[str | None], wires: Sequence[str], common: Row, *, explain: bool
) -> Iterator[Row]:
    """One row a wire and effort of a model: its request or its refusal, and why where that was asked for."""
    made = {effort: asked(model, effort, common) for effort in efforts}
    for wire in wires:
        for effort, reasoning in made.items():
            row: Row = {"model": model, "wire": wire, "effort": effort}
            if isinstance(reasoning, RejectedEffort):
                yield {**row, "refused": str(reasoning)}
                continue
            if explain:
                row["explanation"] = reasoning.explain(wire)
            try:
                yield {**row, "request": reasoning.request(wire)}
            except RejectedEffort as error:
                yield {**row, "refused": str(error)}


def asked(model: str | None, effort: str | None, common: Row) -> Reasoning | RejectedEffort:
    """The request as an object, or its refusal."""
    try:
        return Reasoning(effort, model, **common)
    except RejectedEffort as error:
        return error


def table(rows: Sequence[Row], *, all_efforts: bool) -> Iterator[str]:
    """The rows as a table: a column an effort if all were asked for, else one line a request."""
    named = len({row["model"] for row in rows}) > 1
    head = ["model"] * named + ["wire"] + ([*EFFORTS, UNSET] if all_efforts else ["request"])
    width = len(EFFORTS) + 1 if all_efforts else 1
    lines = [head]
    groups = [rows[start : start + width] for start in range(0, len(rows), width)]
    for group in groups:
        first = [str(group[0]["model"] or "(none)")] * named + [group[0]["wire"]]
        lines.append(first + [cell(row) if all_efforts else one_line(row) for row in group])
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    for line in lines:
        yield "  ".join(text.ljust(size) for text, size in zip(line, widths, strict=True)).rstrip()
    yield from footnotes(groups)


def cell(row: Row) -> str:
    """What a request says, in the words of its fields; a dot for nothing.

    >>> cell({"request": {"output_config": {"effort": "low"}, "thinking": {"type": "adaptive"}}}), cell({"request": {}})
    ('low+adaptive', '.')
    """
    return "+".join(words(row["request"])) or "." if "request" in row else "refused"


def words(value: Any) -> Iterator[str]:
    """The values of fields, without their names."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from words(inner)
    else:
        yield value if isinstance(value, str) else json.dumps(value)


def one_line(row: Row) -> str:
    """A request or its refusal in one line."""
    return json.dumps(row["request"]) if "request" in row else f"refused: {row['refused']}"


def footnotes(groups: Sequence[Sequence[Row]]) -> Iterator[str]:
    """Why the lines of a table are as they are: what holds for all their cells, and what is contested about any."""
    for group in groups:
        told = [row["explanation"]["lines"] for row in group if "explanation" in row]
        if not told:
            continue
        common = [line for line in told[0] if all(line in lines for lines in told)]
        contested = dict.fromkeys(line for lines in told for line in lines if line.startswith("Contested: "))
        yield ""
        yield f"{group[0]['wire']}:"
        yield from (f"  {line}" for line in [*common, *(line for line in contested if line not in common)])
