"""What came of a file last time: by path, size and time of change, so that a second run does not read it again.

The cache lies in the user's cache folder; if it cannot be read or written,
the run goes on without it.  Its key holds the folder, the version, the tag words, the settings and the linter's own files.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import sys
import time
from pathlib import Path
from typing import Any

from thinkspec import __version__

_FRESH = 2_000_000_000  # ns: a file this young may change again within one tick of its clock


def folder() -> Path:
    """The user's cache folder for the linter."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home())
    elif sys.platform == "darwin":
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "thinkspec" / "lint"


def _own_files() -> str:
    here = Path(__file__).resolve().parent
    times = []
    for place in (here, here / "languages", here / "rules"):
        with os.scandir(place) as entries:
            times += [entry.stat().st_mtime_ns for entry in entries if entry.name.endswith(".py")]
    return f"{max(times)} {len(times)}"


Outcome = str | dict[str, Any]  # why a file was left out, ``""`` if it was clean, else what was found


class Cache:
    """The files of one folder under one set of settings."""

    def __init__(self, key: str) -> None:
        self.path: Path | None = None
        self.known: dict[str, list[Any]] = {}
        self.fresh: dict[str, list[Any]] = {}
        try:
            whole = f"{os.getcwd()}\x00{__version__}\x00{_own_files()}\x00{sys.version}\x00{key}"
            self.path = folder() / (hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()[:32] + ".json")
            value = json.loads(self.path.read_bytes())
            self.known = value if isinstance(value, dict) else {}
        except (OSError, ValueError, RuntimeError):
            pass

    def find(self, path: str) -> Outcome | None:
        """What came of a file last time; None if it is new or changed."""
        entry = self.known.get(path)
        if entry is None:
            return None
        try:
            status = os.lstat(path)
        except OSError:
            return None
        if len(entry) != 3 or entry[0] != status.st_size or entry[1] != status.st_mtime_ns:
            return None
        self.fresh[path] = entry
        outcome: Outcome = entry[2]
        return outcome

    def note(self, path: str, outcome: Outcome) -> None:
        """Remember what came of a file."""
        try:
            status = os.lstat(path)
        except OSError:
            return
        if stat.S_ISREG(status.st_mode) and time.time_ns() - status.st_mtime_ns > _FRESH:
            self.fresh[path] = [status.st_size, status.st_mtime_ns, outcome]

    def save(self) -> None:
        """Write what is known now, if it is more or other than before."""
        if self.path is None or self.fresh == self.known or not self.fresh:
            return
        partial = self.path.with_suffix(f".{os.getpid()}.tmp")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            partial.write_text(json.dumps(self.fresh, separators=(",", ":")), encoding="utf-8", errors="surrogatepass")
            partial.replace(self.path)
        except (OSError, ValueError):
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
