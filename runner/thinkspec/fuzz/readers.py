"""The reader under test, with what it is held against."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import thinkspec_reference
from thinkspec.errors import UsageError
from thinkspec.mutants import reader_of
from thinkspec.pointer import argv, parse
from thinkspec.process import ReaderProcess
from thinkspec.tables import Spec, Table, compile_dialect
from thinkspec_reference import Reader

SECONDS = 5.0
READS = ("split", "segments", "unfinished")


@dataclass
class Target:
    """A running reader, and the reference on the table of the dialect that it is held against.

    ``hosted`` readers run in a host process of ours, which can make up replies itself.
    """

    pointer: str
    process: ReaderProcess
    hosted: bool
    language: str
    ops: tuple[str, ...]
    dialect: str
    table: Table
    settings: list[str]
    options: dict[str, Any]
    right: Reader

    @property
    def python_folder(self) -> str:
        """Where the Python reference lies."""
        return str(Path(thinkspec_reference.__file__).parent.parent)

    @property
    def sent_options(self) -> dict[str, Any]:
        """The options as a request carries them."""
        return {"options": self.options} if self.options else {}


@contextmanager
def opened(
    pointer: str, spec: Spec, dialect: str, options: dict[str, Any], seconds: float = SECONDS
) -> Iterator[Target]:
    """Start a reader; raises UsageError for one that cannot be had or offers nothing to compare."""
    named = parse(pointer)
    table = compile_dialect(spec, dialect)
    settings: list[str] = spec.dialect_files[dialect].value["settings"]
    right = reader_of(spec, dialect, table, options)
    if right is None:
        raise UsageError(f"the dialect {dialect} takes no such options: {options}.")
    with ReaderProcess(argv(named), timeout=seconds, max_lost=60.0) as process:
        hello = process.hello()
        ops = tuple(op for op in READS if op in hello.ops) if "split" in hello.ops else ()
        ops = ops or tuple(op for op in ("strip", "segments", "thinking") if op in hello.ops)
        if not ops:
            raise UsageError(
                f"{pointer}: it offers none of split, strip, thinking and segments, so there is nothing to compare."
            )
        if hello.dialects and dialect not in hello.dialects:
            raise UsageError(f"{pointer}: it does not read {dialect}. It reads {', '.join(hello.dialects)}.")
        language = "js" if named.kind == "js" or named.target == "js" else "py"
        yield Target(pointer, process, named.kind != "cmd", language, ops, dialect, table, settings, options, right)
