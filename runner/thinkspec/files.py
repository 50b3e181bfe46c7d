"""Write files so that what is there is whole: the old content or the new one, never half of it."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from thinkspec.errors import UsageError


def replace_file(path: Path, content: str | bytes) -> None:
    """Write a file beside its place and move it there.

    Raises UsageError, with the reason, where that cannot be done; the old file is then untouched.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    if not has_place(path):
        return write_through(path, data)
    named, path = path, Path(os.path.realpath(path))  # a link stays a link
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, file_mode(path))
        os.replace(temporary, path)
    except OSError as error:
        if not os.path.isdir(path.parent):
            raise UsageError(f"{named}: no folder {path.parent} there. Make it first.") from None
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise UsageError(f"{named}: cannot be written: {error.strerror or error}.") from None


def has_place(path: Path) -> bool:
    """Whether a file can be moved here; devices and pipes, such as /dev/null, are written through instead."""
    path = Path(os.path.abspath(path))
    if path.parts[1:2] in (("dev",), ("proc",)) and path.parts[2:3] != ("shm",):
        return False  # /dev/stdout may be a plain file that others still write to
    return os.path.isfile(path) or os.path.isdir(path) or not os.path.exists(path)


def write_through(path: Path, data: bytes) -> None:
    """Write to a device or a pipe, which must not be replaced by a file."""
    try:
        with open(path, "ab", buffering=0) as file:
            while data:
                data = data[file.write(data) :]
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}.") from None


def file_mode(path: Path) -> int:
    """The mode of the file that is there, else what the process gives to new files."""
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def ensure_writable(path: Path) -> None:
    """Raise UsageError now if a file could not be written later: a long run must not end in a lost report."""
    if os.path.isdir(path):
        raise UsageError(f"{path}: is a folder. Name a file.")
    if not has_place(path):
        if not os.access(path, os.W_OK):
            raise UsageError(f"{path}: cannot be written: permission denied, or not there.")
        return
    named, path = path, Path(os.path.realpath(path))
    folder = path.parent
    if not os.path.isdir(folder):
        raise UsageError(f"{named}: no folder {folder} there. Make it first.")
    target = path if os.path.exists(path) else folder
    if not os.access(target, os.W_OK) or not os.access(folder, os.W_OK):
        raise UsageError(f"{named}: cannot be written: permission denied.")
    try:  # the only way to know: a disk may be full, a name too long, a file system of another kind
        handle, trial = tempfile.mkstemp(dir=folder, prefix=f".{path.name}.")
        os.close(handle)
        os.unlink(trial)
    except OSError as error:
        raise UsageError(f"{named}: cannot be written: {error.strerror or error}.") from None
