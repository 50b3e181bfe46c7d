"""``thinkspec lint``: find stray think readers."""

from __future__ import annotations

import click

_FORMATS = click.Choice(["text", "json", "github", "sarif", "junit"])


@click.command("lint", short_help="Find stray think readers in a repository.")
@click.argument("paths", nargs=-1, metavar="[PATH|-]...")
@click.option("--format", "form", type=_FORMATS, default="text", show_default=True)
@click.option("-o", "--output", metavar="FILE", help="Write the result there, not to standard output.")
@click.option(
    "--report", "reports", multiple=True, metavar="FORMAT=FILE", help="A further report; may be given several times."
)
@click.option("--select", multiple=True, metavar="RULES", help="Only these rules: ids, names, prefixes, ALL.")
@click.option("--extend-select", multiple=True, metavar="RULES", help="These rules as well.")
@click.option("--ignore", multiple=True, metavar="RULES", help="Not these rules.")
@click.option("--min-severity", type=click.Choice(["note", "warning", "error"]), help="Leave out what is less grave.")
@click.option("--reader", "readers", multiple=True, metavar="PATH", help="A reader's own file: never flagged.")
@click.option("--exclude", multiple=True, metavar="GLOB", help="Files and folders to leave out.")
@click.option("--since", metavar="REV", help="Only files that differ from this revision, and new ones.")
@click.option("--stdin-filename", metavar="NAME", help="The name of standard input, for - as path.")
@click.option("--config", "config_file", metavar="FILE", help="This configuration, not the nearest one.")
@click.option("--baseline", metavar="FILE", help="The baseline [default: .thinkspec-baseline.json if it is there].")
@click.option("--no-baseline", is_flag=True, help="Take no baseline.")
@click.option("--write-baseline", is_flag=True, help="Write what is found into the baseline.")
@click.option("--prune-baseline", is_flag=True, help="Take entries out whose stray is gone.")
@click.option("--no-ignores", is_flag=True, help="Show what suppression comments hide.")
@click.option("--prove", is_flag=True, help="Say which basic replies each pattern gets wrong.")
@click.option("--dialect", default="sapphire", show_default=True, help="The reading that --prove compares with.")
@click.option(
    "--fix", "fixing", is_flag=True, help="Rewrite exact strips as calls of the configured reader. The answer changes."
)
@click.option("--diff", is_flag=True, help="Show what --fix would write.")
@click.option("--statistics", is_flag=True, help="Count findings by rule.")
@click.option("--exit-zero", is_flag=True, help="Exit 0 with findings.")
@click.option("--strict", is_flag=True, help="Files that could not be analysed exit 1.")
@click.option("--no-cache", is_flag=True, help="Read every file, also those that were clean last time.")
@click.option("--show-settings", is_flag=True, help="Print the settings and stop.")
def command(**given: object) -> int:
    """Find patterns and string surgery that should have been a call to a reader.

    \b
    thinkspec lint                      this folder
    thinkspec lint src --prove          and what each pattern gets wrong
    thinkspec lint --write-baseline     accept what is there, fail on new ones
    thinkspec lint rules                all rules
    thinkspec lint explain THK102       one of them (./rules and ./explain are folders)
    thinkspec lint - --stdin-filename app/reply.py < app/reply.py

    Exit codes: 0 clean, 1 findings, 2 usage, 3 nothing to look at, 5 a stale baseline and nothing worse.
    """
    from thinkspec.lint import main

    return main.main(given)
