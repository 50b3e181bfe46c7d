"""``thinkspec certify``: the main job."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from thinkspec.cli.numbers import Seconds
from thinkspec.cli.outputs import output_options
from thinkspec.report import FORMATS


@click.command("certify", short_help="Check readers against the corpus.")
@click.argument("readers", nargs=-1, metavar="READER...")
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
    type=Seconds(min=0, min_open=True),
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
@click.option("--cuts", is_flag=True, help="Cut every reading case in pieces and hold the reader's stream to the laws.")
@click.option("--seed", default=None, type=int, help="Decides the orders of --twice.")
@click.option(
    "--show",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    metavar="N",
    help="How many failures the text report prints.",
)
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text", show_default=True)
@output_options
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
    cuts: bool,
    seed: int | None,
    show: int,
    form: str,
    spec_dir: Path | None,
    cases_dir: Path | None,
    require: str | None,
    certificate: Path | None,
    baseline: Path | None,
    write_baseline: Path | None,
    reports: tuple[tuple[str, Path], ...],
    shrink: bool,
    growth: bool,
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
    thinkspec certify py:myapp.think --dialect sapphire --write-baseline known.yaml
    thinkspec certify py:myapp.think --dialect sapphire --baseline known.yaml
    adopts the suite with a reader that fails today: from then on, every change is loud.

    \b
    thinkspec certify py:myapp.think --dialect sapphire --certificate thinkspec.json --report junit=report.xml
    writes what others check with: thinkspec verify thinkspec.json

    READER, --dialect, --require, --baseline, --strict, --timeout and --memory may stand in pyproject.toml, under
    [tool.thinkspec.certify].

    \b
    thinkspec certify py:myapp.effort:mapper --effort
    judges a mapper, f(wire, *, model, effort, thinking_budget, thinking_enabled, thinking_display, thinking_toggle),
    which gives the request fields for a reasoning effort. It raises ValueError for what it refuses, and
    NotImplementedError (in JavaScript an Error named NotSupportedError) for a wire that it does not speak.
    """
    from thinkspec.certify import Settings
    from thinkspec.config import Config, find_config
    from thinkspec.data import data_root
    from thinkspec.errors import UsageError
    from thinkspec.job import MAPPER_GROUPS, READER_GROUPS, Job, run_job
    from thinkspec.run import SEED

    if effort and dialect:
        raise UsageError("--dialect is about reading, --effort about mappers. Leave one out, or name a --mapping.")
    if mapping and not effort:
        raise UsageError("--mapping goes with --effort. Add --effort, or leave --mapping out.")
    # What a project wrote down is about one reader: another one on the command line stands for itself.
    config = find_config()
    if readers and readers != config.reader:
        config = Config()
    readers = readers or config.reader
    if not readers:
        raise UsageError("no reader. Name one, or write reader = … under [tool.thinkspec.certify] in pyproject.toml.")
    settings = Settings(
        dialect=mapping if effort else dialect or config.dialect,
        globs=globs,
        strict=strict or config.strict,
        twice=twice,
        timeout=timeout if given("timeout") else config.timeout or timeout,
        memory_mib=memory if given("memory") else config.memory or memory,
        seed=SEED if seed is None else seed,
        groups=MAPPER_GROUPS if effort else READER_GROUPS,
        cuts=cuts,
    )
    job = Job(
        readers=readers,
        settings=settings,
        spec_dir=spec_dir,
        cases_dir=cases_dir,
        require=require or (None if globs else config.require),
        certificate=certificate,
        baseline=baseline or (None if write_baseline else config.baseline),
        write_baseline=write_baseline,
        reports=reports,
        shrink=shrink,
        growth=growth,
        intended=config.intended,
    )
    with terminated_is_interrupted(), progress_line() as progress:
        record = run_job(job, data_root(), progress)
    show_record(record, form, show)
    code: int = record["exit_code"]
    return code


def given(name: str) -> bool:
    """Whether the person gave an option."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def show_record(record: dict[str, Any], form: str, show: int) -> None:
    """Print the report."""
    from thinkspec.report import render, text_lines

    if form != "text":
        click.echo(render(form, record, show), nl=False)
        return
    for line in text_lines(record, show):
        click.echo(line)


@contextmanager
def terminated_is_interrupted() -> Iterator[None]:
    """Let a polite kill end the run as Ctrl-C does: readers are stopped, and nothing half written is left."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


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
