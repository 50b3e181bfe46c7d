"""``thinkspec check``: everything that is wrong with the tables and the cases."""

from __future__ import annotations

import json
from typing import Any

import click

from thinkspec.data import tables_root
from thinkspec.errors import FINDINGS, OK


@click.command(name="check")
@click.option(
    "--root", metavar="DIR", help="The checkout to check. Default: the nearest one upward, else the packed tables."
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print the findings."
)
@click.option("--base", metavar="REV", help="Also refuse a rule changed since this git revision that no case shows.")
@click.option("--matrix", is_flag=True, help="Print how many cases show each rule, name, family, field and transition.")
def command(root: str | None, form: str, base: str | None, *, matrix: bool) -> int:
    """Check the tables and the cases themselves, and say everything that is wrong at once.

    Each finding is one line, file:line: what is wrong. Exit code 0 if there is none, 1 if there are findings.

    \b
    thinkspec check                    the checkout around the current folder
    thinkspec check --root ../tables   another checkout
    thinkspec check --base main        and every changed rule shows in a new or changed case
    thinkspec check --matrix           how many cases show each rule, name, family, field
    thinkspec check --format json      for a program (spec/schema/check-report.schema.json)
    """
    from thinkspec.check import check_workspace, open_workspace

    folder, _ = tables_root(root)
    workspace = open_workspace(folder)
    findings = check_workspace(workspace)
    if base is not None:
        from thinkspec.base import unshown_changes

        findings = sorted({*findings, *unshown_changes(folder, base)})
    cases = sum(map(len, workspace.rows.values()))
    if matrix and form == "text":
        from thinkspec.check.matrix import drawn_matrix

        for line in drawn_matrix(workspace):
            click.echo(line)
    if form == "json":
        report: dict[str, Any] = {
            "version": 1,
            "files": len(workspace.documents),
            "cases": cases,
            "findings": [finding._asdict() for finding in findings],
        }
        if matrix:
            from thinkspec.check.matrix import lines

            report["matrix"] = [{"kind": one.kind, "name": one.name, "cases": one.count} for one in lines(workspace)]
        click.echo(json.dumps(report, indent=2))
    else:
        for finding in findings:
            click.echo(str(finding))
        click.echo(
            f"{_count(len(findings), 'finding')} in {_count(len(workspace.documents), 'file')}, {_count(cases, 'case')}"
        )
    return FINDINGS if findings else OK


def _count(number: int, thing: str) -> str:
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"
