"""What ``read`` and ``explain`` share: where a reply comes from and which reader reads it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, BinaryIO

from thinkspec.errors import UsageError

# A surrogate that stands for no byte: it was in the text from the beginning.
LARGEST = 512 << 20  # bytes
NO_BYTE = re.compile("[\ud800-\udc7f\udd00-\udfff]")


def reply(source: str, text: str | None) -> str:
    """The reply: the text that was given, a file, or standard input for ``-``.

    Bytes that are not UTF-8 are kept as lone surrogates, so that nothing of a reply is lost or refused.
    """
    if text is not None:
        if source != "-":
            raise UsageError(f"{source} and --text: name either a file or the text.")
        return text
    if source == "-":
        data = _whole(sys.stdin.buffer, "standard input")
    elif not source:
        raise UsageError("'' names no file. Name one, or - for standard input.")
    else:
        try:
            with open(source, "rb") as file:
                data = _whole(file, source)
        except OSError as error:
            raise UsageError(f"{source}: cannot be read: {error.strerror or error}.") from None
    return data.decode("utf-8", "surrogateescape")


def _whole(file: BinaryIO, name: str) -> bytes:
    """Everything in it; raises UsageError where there is no end in sight (/dev/zero, `yes`)."""
    data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise UsageError(f"{name}: more than {LARGEST >> 20} MiB, which is no reply. Give a part of it.")
    return data


def out(text: str) -> None:
    """Print a text as it is, lone surrogates included."""
    sys.stdout.flush()
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:
        data = text.encode("utf-8", "surrogatepass" if NO_BYTE.search(text) else "surrogateescape")
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def readers(dialect: str, settings: tuple[str, ...], spec_dir: Path | None) -> dict[str, Any]:
    """A reader for each dialect that was asked for, with its settings."""
    from thinkspec.data import data_root
    from thinkspec.generate.single import parse_settings
    from thinkspec.tables import compile_dialect, load_spec
    from thinkspec_reference import configured

    spec = load_spec(data_root(), spec_dir)
    if dialect not in ("all", *spec.dialects):
        raise UsageError(f"--dialect {dialect}: no such dialect. Choose all or one of: {', '.join(spec.dialects)}.")
    names = spec.dialects if dialect == "all" else [dialect]
    options = parse_settings(settings)
    made = {}
    for name in names:
        known: list[str] = spec.dialect_files[name].value["settings"]
        mine = {key: value for key, value in options.items() if dialect != "all" or key in known}
        try:
            made[name] = configured(name, compile_dialect(spec, name), known, mine)
        except (ValueError, TypeError) as error:
            raise UsageError(f"-O: {error}.") from None
    return made
