"""``thinkspec badge``: a badge from a certificate."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("badge", short_help="Make a badge from a certificate.")
@click.argument("certificate", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="An .svg or .json file (default: standard output)."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["svg", "json"]),
    help="svg, or json for a shields endpoint (default: by the name).",
)
def command(*, certificate: Path, output: Path | None, form: str | None) -> int:
    """Make a badge that says dialect, spec version and level, from a CERTIFICATE whose digest holds.

    \b
    thinkspec badge thinkspec.json -o badge.svg     a picture
    thinkspec badge thinkspec.json -o badge.json    what a shields endpoint badge reads
    """
    from thinkspec import badge
    from thinkspec.certificate import CertificateError
    from thinkspec.data import data_root
    from thinkspec.files import ensure_writable, replace_file
    from thinkspec.verify import bounded, file_complaints, open_certificate

    if output is not None:
        ensure_writable(output)
    held = open_certificate(certificate, data_root())
    complaints = bounded(file_complaints(held))
    if complaints:
        raise CertificateError(f"{certificate}: does not hold: {complaints[0]}.")
    json_wanted = form == "json" or (form is None and output is not None and output.suffix == ".json")
    text = badge.endpoint(held.own) if json_wanted else badge.svg(held.own)
    if output is None:
        click.echo(text, nl=False)
    else:
        replace_file(output, text)
    return 0
