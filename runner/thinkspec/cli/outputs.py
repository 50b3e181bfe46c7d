"""The options of ``thinkspec certify`` about what a run leaves behind and what it is held against."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from thinkspec.report import FORMATS

Command = TypeVar("Command", bound=Callable[..., Any])
_FILE = click.Path(path_type=Path)


class ReportFile(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """``FORMAT=FILE``."""

    name = "FORMAT=FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The format and the file."""
        if isinstance(value, tuple):
            return value
        form, equals, file = value.partition("=")
        if not equals or not file:
            self.fail(f"{value}: write FORMAT=FILE, such as junit=report.xml.", param, ctx)
        if form not in FORMATS:
            self.fail(f"{value}: no format {form}. There are {', '.join(FORMATS)}.", param, ctx)
        return form, Path(file)


OPTIONS = (
    click.option("--require", type=click.Choice(["core", "full", "exact"]), help="The level that must be reached."),
    click.option(
        "--certificate", type=_FILE, metavar="FILE", help="Write a certificate; needs one dialect or mapping."
    ),
    click.option("--baseline", type=_FILE, metavar="FILE", help="Known failures; fails when one of them changes."),
    click.option("--write-baseline", type=_FILE, metavar="FILE", help="Write the known failures of this run."),
    click.option("--report", "reports", multiple=True, type=ReportFile(), help="A report in a file; may be repeated."),
    click.option("--shrink", is_flag=True, help="Find the smallest reply for the failures that are shown."),
    click.option("--growth", is_flag=True, help="Measure how time grows with the reply on hard shapes (not scored)."),
)


def output_options(command: Command) -> Command:
    """Add the options to a command."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command
