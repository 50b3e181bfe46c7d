"""The files of a reader, found without loading it.

A certificate names them by paths that begin where the reader's code is imported from.  Here the places are worked out
in which a host would find them, so that their digests can be compared before anything of them runs.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from thinkspec.errors import UsageError
from thinkspec.pointer import Pointer, task_of
from thinkspec.required import sha256


def check_portable(text: str) -> None:
    """Raise UsageError for a pointer that only works on this machine: a certificate never holds an absolute path.

    >>> check_portable("py:/home/me/think.py")
    Traceback (most recent call last):
    thinkspec.errors.UsageError: py:/home/me/think.py: an absolute path means nothing elsewhere. Name it as seen from the current folder.
    """
    kind, _, rest = text.partition(":")
    words = shlex.split(rest) if kind == "cmd" else [rest]
    for word in words:
        path = word.rpartition("=")[2] if kind == "cmd" else word
        if os.path.isabs(path) or path.startswith("~"):
            raise UsageError(
                f"{text}: an absolute path means nothing elsewhere. Name it as seen from the current folder."
            )


def command_files(pointer: Pointer) -> dict[str, str]:
    """The files that a command line names below the current folder, else the program itself, with their digests."""
    words = shlex.split(pointer.target)
    named = {word: Path(word) for word in words if Path(word).is_file() and ".." not in Path(word).parts}
    if not named:
        program = shutil.which(words[0])
        named = {Path(words[0]).name: Path(program)} if program else {}
    return {Path(name).as_posix(): sha256(path.read_bytes()) for name, path in sorted(named.items())}


def folders(pointer: Pointer, entry: str) -> Iterator[Path]:
    """The folders in which the reader's paths may begin, the first that counts in front."""
    task = task_of(pointer)
    target = str(task["target"])
    if task["file"]:
        yield from _above(Path(os.path.realpath(target) if _is_js(pointer) else target), entry)
    if _is_js(pointer):
        if not task["file"]:
            package = "/".join(target.split("/")[: 2 if target.startswith("@") else 1])
            yield from (Path(folder, "node_modules", package) for folder in [Path.cwd(), *Path.cwd().parents])
        return
    search = [*task["paths"], os.getcwd(), *(path for path in sys.path[1:] if path)]
    found = None if task["file"] else PathFinder.find_spec(target.partition(".")[0], search)
    if found is not None and found.origin:
        origin = Path(found.origin)
        yield origin.parent.parent if origin.name == "__init__.py" else origin.parent
    yield from map(Path, search)


def _above(target: Path, entry: str) -> Iterator[Path]:
    """The folder that the entry's path, taken off the end of the file's own, leaves."""
    parts = Path(entry).parts
    if target.parts[-len(parts) :] == parts:
        yield Path(*target.parts[: -len(parts)])


def _is_js(pointer: Pointer) -> bool:
    return pointer.kind == "js" or (pointer.kind == "reference" and pointer.target == "js")


def present(pointer: Pointer, entry: str, files: Mapping[str, Any]) -> dict[str, str | None]:
    """The digests of the named files as they lie here; None for one that is not there."""
    if pointer.kind == "cmd":
        here = command_files(pointer)
        return {name: here.get(name) for name in files}
    roots = list(dict.fromkeys(folders(pointer, entry)))
    return {name: _digest(roots, name) for name in files}


def _digest(roots: list[Path], name: str) -> str | None:
    for root in roots:
        path = root / name
        if path.is_file():
            return sha256(path.read_bytes())
    return None


def source_file(pointer: Pointer) -> str | None:
    """The reader's own file as seen from the current folder, for annotations; None if it lies elsewhere."""
    task = task_of(pointer) if pointer.kind in ("py", "js") else None
    if task is None:
        return None
    candidates = [Path(task["target"])] if task["file"] else []
    if not task["file"] and pointer.kind == "py":
        stem = str(task["target"]).replace(".", "/")
        candidates = [Path.cwd() / f"{stem}.py", Path.cwd() / stem / "__init__.py"]
        candidates += [Path.cwd() / "src" / f"{stem}.py", Path.cwd() / "src" / stem / "__init__.py"]
    for path in candidates:
        if path.is_file() and path.is_relative_to(Path.cwd()):
            return path.relative_to(Path.cwd()).as_posix()
    return None
