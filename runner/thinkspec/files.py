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
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, file_mode(path))
        os.replace(temporary, path)
    except OSError as error:
        if not path.parent.is_dir():
            raise UsageError(f"{path}: no folder {path.parent} there. Make it first.") from None
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
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
    folder = path.parent
    if path.is_dir():
        raise UsageError(f"{path}: is a folder. Name a file.")
    if not folder.is_dir():
        raise UsageError(f"{path}: no folder {folder} there. Make it first.")
    target = path if path.exists() else folder
    if not os.access(target, os.W_OK) or not os.access(folder, os.W_OK):
        raise UsageError(f"{path}: cannot be written: permission denied.")
