"""``thinkspec case``: new cases, and questions about those there are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from thinkspec.errors import FINDINGS, OK, UsageError

if TYPE_CHECKING:
    from thinkspec.authoring.readings import Readings

ROOT = click.option("--root", help="The checkout (default: the nearest folder upward with spec/ and cases/).")


@click.group("case", short_help="Write cases, and ask which there are.")
def command() -> None:
    """Write cases, and ask which there are.

    \b
    thinkspec case new read/stray-closer --text 'plan</think>Hi' --why 'The opener stood in the prompt.'
    thinkspec case accept read/stray-closer/plan-think-hi
    thinkspec case list --rule stray-closer --disagree sapphire,langertha
    """


def writable(root: str | None) -> Path:
    """The checkout to write in; raises UsageError where there is none."""
    from thinkspec.data import tables_root

    folder, may_write = tables_root(root)
    if not may_write:
        raise UsageError("no checkout here: no folder upward holds spec/ and cases/. Name one with --root.")
    return folder


@command.command("new")
@click.argument("topic")
@click.argument("source", required=False, metavar="[-]")
@click.option("--input", "file", type=click.Path(path_type=Path), help="A file that holds the reply, to the letter.")
@click.option("--text", help="The reply itself.")
@click.option("--id", "slug", help="The case's name in its topic (default: made from the reply).")
@click.option("--why", help="One sentence: why the case matters.")
@click.option("--rule", "rules", multiple=True, help="A rule that it shows; up to three (default: those that decided).")
@click.option("--dialect", help="The dialect that --answer and --thinking are for (default: every one).")
@click.option("--answer", help="The answer you expect.")
@click.option("--thinking", help="The thinking you expect.")
@click.option("--from-reference", is_flag=True, help="Take what the reference says; the basis is then `decided`.")
@click.option("--basis", type=click.Choice(["doc", "observed", "decided"]), help="Where the expectation comes from.")
@click.option("--source", "link", help="The place that states it; needed for --basis doc.")
@click.option("--force", is_flag=True, help="Also if every dialect reads an existing case alike.")
@ROOT
def new(
    *,
    topic: str,
    source: str | None,
    file: Path | None,
    text: str | None,
    slug: str | None,
    why: str | None,
    rules: tuple[str, ...],
    dialect: str | None,
    answer: str | None,
    thinking: str | None,
    from_reference: bool,
    basis: str | None,
    link: str | None,
    force: bool,
    root: str | None,
) -> int:
    """Put a stub for a reply into the file of TOPIC, and show what everybody makes of the reply.

    \b
    thinkspec case new read/stray-closer --input reply.txt
    thinkspec case new read/plain --text '<think>a</think>b' --answer b --thinking a
    pbpaste | thinkspec case new read/wild -
    """
    from thinkspec.authoring.cases import Stub, accept, add_stub, same_reading
    from thinkspec.cli.replies import reply
    from thinkspec.tables import load_spec

    folder = writable(root)
    spec = load_spec(folder)
    if sum(given is not None for given in (file, text, source)) != 1:
        raise UsageError("one reply: give --input FILE, --text TEXT or -.")
    whole = reply(str(file) if file else "-", text)
    if dialect is not None and dialect not in spec.dialects:
        raise UsageError(f"--dialect {dialect}: no such dialect. Choose one of: {', '.join(spec.dialects)}.")
    known = same_reading(spec, folder, whole)
    if known and not force:
        raise UsageError(
            f"{known} is read alike in every dialect, so this case shows nothing new. Use --force to add it."
        )
    expected = None
    if answer is not None or thinking is not None:
        expected = {
            name: {"answer": answer, "thinking": thinking} for name in ([dialect] if dialect else spec.dialects)
        }
    basis = "decided" if from_reference else basis
    name, readings = add_stub(spec, folder, Stub(topic, whole, slug, why, rules, basis, link, expected))
    click.echo(
        f"{name}: a stub stands in cases/{topic}.yaml. Type the expectations there, then: thinkspec case accept {name}"
    )
    show_readings(readings)
    if from_reference:
        return confirmed(name, *accept(spec, folder, name, from_reference=True))
    return OK


@command.command("accept")
@click.argument("name")
@click.option("--from-reference", is_flag=True, help="Take what the reference says; the basis is then `decided`.")
@ROOT
def accept_command(*, name: str, from_reference: bool, root: str | None) -> int:
    """Confirm a stub where its author, the oracle and both twins agree; else show who says what, and exit 1."""
    from thinkspec.authoring.cases import accept
    from thinkspec.tables import load_spec

    folder = writable(root)
    readings, differing = accept(load_spec(folder), folder, name, from_reference=from_reference)
    show_readings(readings)
    return confirmed(name, readings, differing)


def confirmed(name: str, _readings: list[Readings], differing: list[str]) -> int:
    """Say whether a case was confirmed."""
    if differing:
        click.echo(f"{name}: not confirmed: readings and expectation differ in {', '.join(differing)}.")
        return FINDINGS
    click.echo(f"{name}: confirmed.")
    return OK


def show_readings(readings: list[Readings]) -> None:
    """Who reads what, dialect by dialect, and the rules that decided it."""
    from thinkspec.draw import clip, show

    for reading in readings:
        click.secho(reading.dialect, bold=True)
        for reader, value in reading.by.items():
            click.echo(f"  {reader:<8} {clip(show(value))[0]}")
        click.echo(f"  decided by {', '.join(reading.rules)}")


@command.command("show")
@click.argument("name")
@ROOT
def show_case(*, name: str, root: str | None) -> int:
    """Print a case as it stands in its file."""
    from thinkspec.authoring.cases import find_case
    from thinkspec.authoring.form import case_lines
    from thinkspec.data import tables_root
    from thinkspec.renamed import current, retired_names

    folder, _ = tables_root(root)
    file, row = find_case(folder, current(name, retired_names(folder)))
    click.echo(f"# {file.document.path}")
    for line in case_lines(row):
        click.echo(line)
    return OK


@command.command("list")
@click.option("--rule", help="Only cases that name this rule.")
@click.option("--disagree", metavar="A,B", help="Only cases that these dialects read differently.")
@click.option("--group", type=click.Choice(["read", "stream", "message", "effort"]), help="Only cases of this group.")
@click.option("--stubs", is_flag=True, help="Only cases that are not confirmed yet.")
@ROOT
def list_cases(*, rule: str | None, disagree: str | None, group: str | None, stubs: bool, root: str | None) -> int:
    """List cases: name and why, one a line.

    \b
    thinkspec case list --rule stray-closer --disagree sapphire,langertha
    """
    from thinkspec.corpus import GROUPS, load_cases
    from thinkspec.data import tables_root
    from thinkspec.errors import NOTHING

    folder, _ = tables_root(root)
    found = [
        case
        for case in load_cases(folder, [group] if group else GROUPS)
        if (rule is None or names_rule(case.row, rule))
        and (disagree is None or differ(case.row, disagree.split(",")))
        and (not stubs or case.row.get("stub"))
    ]
    for case in found:
        click.echo(f"{case.name}  {case.why}")
    if not found:
        click.echo("thinkspec: no case fits. Ask for less; the rules are listed in spec/1.0/rules.yaml.", err=True)
    return OK if found else NOTHING


def names_rule(row: dict[str, Any], rule: str) -> bool:
    """Whether a case, or one of its readings, names a rule."""
    if rule in row.get("rules", ()):
        return True
    readings = row.get("expect")
    return isinstance(readings, dict) and any(
        isinstance(reading, dict) and rule in reading.get("rules", ()) for reading in readings.values()
    )


def differ(row: dict[str, Any], dialects: list[str]) -> bool:
    """Whether dialects expect different answers or different thinking, null and empty taken as equal."""
    readings = row.get("expect")
    if not isinstance(readings, dict):
        return False

    def halves(dialect: str) -> list[Any]:
        reading = readings.get(dialect) or {}
        return [reading.get(key) or "" for key in ("answer", "thinking", "wrap", "rejected")]

    return any(halves(dialect) != halves(dialects[0]) for dialect in dialects[1:])


@command.command("fmt")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if a file is not in canonical form.")
@ROOT
def fmt(*, paths: tuple[Path, ...], check: bool, root: str | None) -> int:
    """Put case files into canonical form (default: all of them)."""
    from thinkspec.authoring.edit import case_files, formatted, open_file, save
    from thinkspec.data import tables_root

    folder, _ = tables_root(root)
    if not check:
        folder = writable(root)
    found = [path.resolve() for path in paths] or case_files(folder)
    changed = 0
    for path in found:
        if not path.is_relative_to(folder):
            raise UsageError(f"{path.name}: does not lie in the checkout {folder.name}. Name a file below cases/.")
        file = open_file(path, folder)
        text = formatted(file)
        if text != file.text:
            changed += 1
            click.echo(f"{file.document.path}: {'not in canonical form' if check else 'formatted'}")
            if not check:
                save(file, text)
    if not changed:
        click.echo(f"{len(found)} files are in canonical form.")
    return FINDINGS if check and changed else OK


@command.command("rename")
@click.argument("old")
@click.argument("new_name", metavar="NEW")
@ROOT
def rename(*, old: str, new_name: str, root: str | None) -> int:
    """Give a case another id in its topic; a tombstone keeps the old name findable."""
    from thinkspec.authoring.rename import rename_case

    rename_case(writable(root), old, new_name)
    click.echo(f"{old} is {new_name} now. The old name still finds it.", file=sys.stdout)
    return OK
