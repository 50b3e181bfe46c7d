"""``thinkspec adequacy``: is every rule, option, name and ladder step nailed down by a case?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from thinkspec.data import tables_root
from thinkspec.errors import FINDINGS, OK, NothingSelected

if TYPE_CHECKING:
    from thinkspec.adequacy.run import Report

TWINS = {"python": ("python",), "js": ("js",), "both": ("python", "js")}
SHOWN = 40


@click.command("adequacy", short_help="Prove that the corpus is enough: every mutant is killed by a case.")
@click.option("--root", metavar="DIR", help="The checkout to judge. Default: the nearest one upward.")
@click.option("--twin", type=click.Choice(list(TWINS)), default="both", show_default=True)
@click.option(
    "--group",
    "groups",
    multiple=True,
    type=click.Choice(["read", "stream", "effort", "engine"]),
    help="Only these mutants; may be repeated.",
)
@click.option("--only", default="", metavar="TEXT", help="Only mutants whose id holds this text.")
@click.option("--part", is_flag=True, help="A fixed part of the mutants, for continuous integration.")
@click.option(
    "--replies",
    type=click.IntRange(0),
    default=20_000,
    show_default=True,
    metavar="N",
    help="Replies to try for what tells a survivor apart.",
)
@click.option("--list", "listing", is_flag=True, help="List the mutants and run nothing.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--spec", "spec_dir", type=click.Path(path_type=Path), help="A folder with dialects of your own.")
@click.option("--cases", "cases_dir", type=click.Path(path_type=Path), help="A folder with cases of your own.")
def command(
    *,
    root: str | None,
    twin: str,
    groups: tuple[str, ...],
    only: str,
    part: bool,
    replies: int,
    listing: bool,
    form: str,
    spec_dir: Path | None,
    cases_dir: Path | None,
) -> int:
    """Change the tables in every way that a slip could, and see whether a case notices.

    Each mutant must be killed in both twins by a case that shows the changed rule. Exit code 0 if all are,
    1 for a survivor, a list of equivalents that is out of date or a case that fails on the true tables,
    4 without Node unless --twin python.

    \b
    thinkspec adequacy                       all of it
    thinkspec adequacy --part                a fixed part, quick
    thinkspec adequacy --only after-closer   one rule
    thinkspec adequacy --twin python --format json
    """
    from thinkspec.adequacy.model import GROUPS
    from thinkspec.adequacy.questions import questions
    from thinkspec.adequacy.run import Plan, adequacy, chosen, mutants_of
    from thinkspec.tables import load_spec

    folder, _ = tables_root(root)
    plan = Plan(folder, TWINS[twin], groups or GROUPS, only, part, replies, spec_dir, cases_dir)
    if listing:
        spec = load_spec(folder, spec_dir)
        for mutant in chosen(plan, mutants_of(folder, spec, questions(folder, spec, cases_dir))):
            click.echo(f"{mutant.id}: as if {mutant.change}")
        return OK
    report = adequacy(plan)
    if only and not report.mutants:
        raise NothingSelected(f"--only {only}: no mutant's id holds this. List them with --list.")
    if form == "json":
        click.echo(json.dumps(as_json(report), ensure_ascii=True, indent=1))
    else:
        print_report(report)
    return OK if report.is_clean else FINDINGS


def as_json(report: Report) -> dict[str, Any]:
    """The report for a program (``spec/schema/adequacy-report.schema.json``)."""
    return {
        "version": 1,
        "mutants": report.mutants,
        "killed": report.killed,
        "equivalent": report.equivalent,
        "survivors": report.survivors,
        "failing": report.failing,
        "wrong": report.wrong,
        "twins": report.twins,
        "groups": report.groups,
    }


def print_report(report: Report) -> None:
    """The report for a person."""
    from thinkspec.draw import drawn

    for check in report.failing[:SHOWN]:
        click.echo(f"fails on the true tables: {check}")
    for sentence in report.wrong:
        click.echo(sentence)
    for row in report.survivors:
        told = f'  told apart by "{drawn(row["input"])}"' if row["input"] is not None else ""
        note = f"  ({row['note']})" if row["note"] else ""
        click.echo(f"survived in {' and '.join(row['twins'])}: {row['id']}: as if {row['change']}{told}{note}")
    if report.failing:
        click.echo(f"{len(report.failing)} checks fail on the true tables, so no mutant was run. Mend them first.")
        return
    parts = ", ".join(f"{count} {group}" for group, count in report.groups.items())
    click.echo(
        f"{report.mutants} mutants ({parts}) in {' and '.join(report.twins)}: {report.killed} killed,"
        f" {report.equivalent} equivalent, {len(report.survivors)} survived"
    )
    for name in sorted({"python", "js"} - set(report.twins)):
        click.echo(f"not run: the {name} twin")
