"""``thinkspec generate``: the twins' tables, or one file for one dialect or one mapping."""

from __future__ import annotations

from pathlib import Path

import click

from thinkspec.errors import FINDINGS, OK, UsageError


@click.command("generate", short_help="Write the generated tables, or one file for one dialect or mapping.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if a generated file is stale.")
@click.option("--dialect", help="Write one file that reads this dialect, engine and table together.")
@click.option("--mapping", help="Write one file that maps reasoning efforts by this mapping.")
@click.option("--lang", type=click.Choice(["py", "js"]), help="The language of that file.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Where it goes (default: standard output).")
@click.option("-O", "--option", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the dialect.")
@click.option("--root", help="The checkout whose tables count (default: the nearest one upward).")
def command(
    *,
    check: bool,
    dialect: str | None,
    mapping: str | None,
    lang: str | None,
    output: Path | None,
    settings: tuple[str, ...],
    root: str | None,
) -> int:
    """Write what is generated from the tables.

    \b
    thinkspec generate                                            the twins' tables in a checkout
    thinkspec generate --check                                    are they fresh? (for CI)
    thinkspec generate --dialect sapphire --lang js -o think.js   a file to drop into a project
    thinkspec generate --dialect langertha --lang py -O tag=reasoning
    thinkspec generate --mapping providers --lang py -o effort.py
    """
    from thinkspec.data import tables_root
    from thinkspec.tables import load_spec

    folder, writable = tables_root(root)
    spec = load_spec(folder)
    if dialect or mapping or lang or output or settings:
        if check or not lang or bool(dialect) == bool(mapping):
            raise UsageError("a single file needs --lang, one of --dialect and --mapping, and no --check.")
        if mapping:
            if settings:
                raise UsageError("-O: a mapping has no settings.")
            from thinkspec.generate.mapper import mapper_file

            return put(output, mapper_file(spec, mapping, lang))
        from thinkspec.generate.single import single_file

        return put(output, single_file(spec, dialect or "", lang, settings))
    from thinkspec.generate.corpus import corpus_files
    from thinkspec.generate.references import reference_files

    if not writable and not check:
        raise UsageError("no checkout here: no folder upward holds spec/ and cases/. Name one with --root.")
    generated = reference_files(spec) | corpus_files(spec, folder)
    files = {folder / path: text for path, text in generated.items()}
    stale = [path for path, text in files.items() if not path.is_file() or path.read_text("utf-8") != text]
    if not writable:
        # What came with the package holds the tables alone; a folder that is not there is not missed.
        stale = [path for path in stale if path.parent.is_dir()]
    for path in stale:
        name = path.relative_to(folder)
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, files[path])
        click.echo(f"{name}: stale. Run: thinkspec generate" if check else f"{name}: written")
    if not stale:
        click.echo(f"{len(files)} generated files are fresh.")
    return FINDINGS if check and stale else OK


def put(output: Path | None, text: str) -> int:
    """Write a file whole, or print it."""
    if output is None:
        click.echo(text, nl=False)
    else:
        write(output, text)
    return OK


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    from thinkspec.files import replace_file

    replace_file(path, text)
