"""``thinkspec verify``: does a certificate hold?"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from thinkspec.verify import Certificate


@click.command("verify", short_help="Check a certificate, offline.")
@click.argument("certificate", type=click.Path(path_type=Path))
@click.option("--no-run", is_flag=True, help="Check only the file: load and run nothing.")
@click.option("--against", type=click.Path(path_type=Path), metavar="FILE", help="Compare with another certificate.")
@click.option("--reader", metavar="READER", help="Repeat a cmd: reader here to allow that it is run.")
def command(*, certificate: Path, no_run: bool, against: Path | None, reader: str | None) -> int:
    """Check a CERTIFICATE: its file, then the reader's files before they are loaded, then the reader itself.

    \b
    thinkspec verify thinkspec.json                  file, digests, and a run of the reader
    thinkspec verify thinkspec.json --no-run         the file alone
    thinkspec verify thinkspec.json --against b.json where two certificates differ

    Exit codes: 0 it holds, 1 something in the file or the run does not, 2 no such file or reader.
    """
    from thinkspec import verify
    from thinkspec.data import data_root
    from thinkspec.errors import FINDINGS, OK

    root = data_root()
    held = verify.open_certificate(certificate, root)
    if failed(held, verify.file_complaints(held)):
        return FINDINGS
    own = held.own
    about = f"{own['reader']['reader']} {own['dialect']} spec {own['spec']}: {own['level']} ({held.value['predicate']['result']})"
    if against is not None:
        return compared(held, verify.open_certificate(against, root))
    if no_run:
        click.echo(f"{certificate}: holds as a file (unsigned). It says: {about}")
        click.echo("The reader was not run.")
        return OK
    pointer = verify.reader_of(held, reader)
    if failed(held, verify.reader_complaints(held, pointer)):
        return FINDINGS
    click.echo(f"{len(held.files)} files of the reader are those that were certified.")
    click.echo(f"running {pointer.text} on {len(own['verdicts'])} required checks of {own['dialect']}")
    today = verify.rerun(held, pointer, root)
    for remark in verify.remarks(held, today):
        click.echo(f"  note: {remark}")
    if failed(held, verify.rerun_complaints(held, today)):
        return FINDINGS
    click.echo(f"{certificate}: holds (unsigned). {about}")
    return OK


def failed(held: Certificate, complaints: Iterable[str]) -> bool:
    """Print the complaints; whether there were any."""
    from thinkspec.verify import bounded

    found = bounded(iter(complaints))
    if found:
        click.echo(f"{held.path}: does not hold:")
        for line in found:
            click.echo(f"  {line}")
    return bool(found)


def compared(one: Certificate, other: Certificate) -> int:
    """Print where two certificates differ."""
    from thinkspec import verify
    from thinkspec.errors import FINDINGS, OK

    if failed(other, verify.file_complaints(other)):
        return FINDINGS
    if one.own["result_digest"] == other.own["result_digest"]:
        click.echo(f"{one.path} and {other.path} say the same (result {one.own['result_digest'][:16]}).")
        return OK
    click.echo(f"{one.path} and {other.path} differ:")
    for line in verify.bounded(verify.compare(one.value, other.value)):
        click.echo(f"  {line}")
    return FINDINGS
