"""``thinkspec certify``: the main job."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import click


@click.command("certify", short_help="Check readers against the corpus.")
@click.argument("readers", nargs=-1, required=True, metavar="READER...")
@click.option(
    "--dialect", metavar="NAME|all", help="One dialect, or all. Default: those the reader declares, else the nearest."
)
@click.option("--effort", is_flag=True, help="Judge mappers: what they send for a reasoning effort.")
@click.option("--mapping", metavar="NAME|all", help="With --effort: providers (the default), langertha, or all.")
@click.option("--select", "globs", multiple=True, metavar="GLOB", help="Only these checks; may be repeated.")
@click.option("--strict", is_flag=True, help="Failures of level should and may count too.")
@click.option("--twice", is_flag=True, help="Ask in two orders and report a reader that remembers.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=5.0,
    show_default=True,
    metavar="SECONDS",
    help="The deadline of one request.",
)
@click.option(
    "--memory",
    type=click.IntRange(min=1),
    default=1024,
    show_default=True,
    metavar="MIB",
    help="The resident memory a reader may use.",
)
@click.option("--seed", default=None, type=int, help="Decides the orders of --twice.")
@click.option(
    "--show",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    metavar="N",
    help="How many failures the text report prints.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--spec", "spec_dir", type=click.Path(path_type=Path), help="A folder with dialects of your own.")
@click.option("--cases", "cases_dir", type=click.Path(path_type=Path), help="A folder with cases of your own.")
def command(
    *,
    readers: tuple[str, ...],
    dialect: str | None,
    effort: bool,
    mapping: str | None,
    globs: tuple[str, ...],
    strict: bool,
    twice: bool,
    timeout: float,
    memory: int,
    seed: int | None,
    show: int,
    form: str,
    spec_dir: Path | None,
    cases_dir: Path | None,
) -> int:
    """Check READERs against the corpus and say which rules they keep and break.

    \b
    A READER is one of
      py:package.module  py:package.module:function  py:path/to/file.py:function
      js:path/to/file.mjs  js:path/to/file.mjs#export  js:package#export
      cmd:program args   anything that speaks the wire on standard input and output
      reference:python   reference:js

    \b
    thinkspec certify py:myapp.think
    thinkspec certify py:myapp.think js:./static/think.js --dialect sapphire
    thinkspec certify py:myapp.think --dialect sapphire --select 'read/stray-closer'

    Several readers are also compared with each other.

    \b
    thinkspec certify py:myapp.effort:mapper --effort
    judges a mapper, f(wire, *, model, effort, thinking_budget, thinking_enabled, thinking_display, thinking_toggle),
    which gives the request fields for a reasoning effort. It raises ValueError for what it refuses, and
    NotImplementedError (in JavaScript an Error named NotSupportedError) for a wire that it does not speak.
    """
    from thinkspec.certify import Settings, certify
    from thinkspec.data import data_root
    from thinkspec.errors import UsageError
    from thinkspec.run import SEED
    from thinkspec.tables import load_spec

    if effort and dialect:
        raise UsageError("--dialect is about reading, --effort about mappers. Leave one out, or name a --mapping.")
    if mapping and not effort:
        raise UsageError("--mapping goes with --effort. Add --effort, or leave --mapping out.")
    groups = ("effort",) if effort else ("read",)
    asked = mapping if effort else dialect
    settings = Settings(asked, globs, strict, twice, timeout, memory, SEED if seed is None else seed, groups)
    root = data_root()
    with progress_line() as progress:
        record = certify(readers, load_spec(root, spec_dir), root, settings, extra=cases_dir, progress=progress)
    if form == "json":
        click.echo(json.dumps(record, ensure_ascii=True, indent=1))
    elif effort:
        from thinkspec.report.effort import effort_report

        for line in effort_report(record, show):
            click.echo(line)
    else:
        from thinkspec.report.text import text_report

        for line in text_report(record, show):
            click.echo(line)
    code: int = record["exit_code"]
    return code


class progress_line:  # noqa: N801 -- used as a function in a with statement
    """Progress on a terminal's standard error; silent in a pipe."""

    def __enter__(self) -> Callable[[str, int, int], None] | None:
        self.shown = sys.stderr.isatty()
        return self.tell if self.shown else None

    def tell(self, reader: str, done: int, total: int) -> None:
        sys.stderr.write(f"\r\x1b[K{reader[:60]}  {done}/{total}")
        sys.stderr.flush()

    def __exit__(self, *error: object) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")
