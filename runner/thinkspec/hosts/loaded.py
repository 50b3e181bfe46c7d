"""Which files a reader consists of: asked for once, after the run, for its certificate.

``files`` are the loaded files of the entry's own code, by a path that begins at the import root (``acme/think.py``),
with their SHA-256.  Everything else that was loaded is a ``distribution``, by name and version; the standard library
and this tool are left out.  Code that belongs to no distribution counts as the entry's own.
"""

from __future__ import annotations

import hashlib
import os
import sys
import sysconfig
from typing import Any

_SITES = frozenset({"site-packages", "dist-packages"})
_TOOL = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def loaded(task: dict[str, Any], target: Any, before: frozenset[str]) -> dict[str, Any]:
    """``{"entry": path, "files": {path: sha256}, "distributions": {name: version}}``.

    ``before`` are the modules that were there before the reader was imported.
    """
    entry = entry_module(task, target)
    top = entry.partition(".")[0]
    standard = tuple(
        os.path.join(path, "") for path in {sysconfig.get_paths()[key] for key in ("stdlib", "platstdlib")}
    )
    sites = tuple(os.path.join(path, "") for path in {sysconfig.get_paths()[key] for key in ("purelib", "platlib")})
    files: dict[str, str] = {}
    others: set[str] = set()
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if not isinstance(file, str) or name == "__main__" or is_tool(file, top):
            continue
        path = os.path.abspath(file)
        own = name.partition(".")[0] == top
        if name in before and not own:
            continue
        if not own and (path.startswith(sites) or not _SITES.isdisjoint(path.split(os.sep))):
            others.add(name.partition(".")[0])
        elif own or not path.startswith(standard):
            found = relative(name, path)
            if found and os.path.isfile(path):
                files[found] = digest(path)
    return {
        "entry": relative(entry, os.path.abspath(sys.modules[entry].__file__ or "")),
        "files": dict(sorted(files.items())),
        "distributions": versions(others),
    }


def entry_module(task: dict[str, Any], target: Any) -> str:
    """The name of the module that the pointer names, whatever it was imported as."""
    if not task["file"]:
        return str(task["target"])
    for name, module in sys.modules.items():
        file = getattr(module, "__file__", None)
        if name != "__main__" and isinstance(file, str) and os.path.abspath(file) == task["target"]:
            return name
    return str(getattr(target, "__module__", None) or target.__name__)


def is_tool(path: str, top: str) -> bool:
    """Whether a file is the tool's: all of it, unless a module of the tool is the reader (an example)."""
    inside = os.path.abspath(path).startswith(os.path.join(_TOOL, ""))
    return inside and (top != "thinkspec" or os.path.abspath(path).startswith(os.path.join(_TOOL, "hosts", "")))


def relative(name: str, path: str) -> str:
    """A module's file, seen from where its top-level package lies; a file that was loaded by path, by its own name."""
    parts = name.split(".")
    head, file = os.path.split(path)
    stem = file.split(".")[0]
    folders = parts if stem == "__init__" else parts[:-1]
    if folders and os.path.split(head)[1] != folders[-1]:
        return file  # loaded by some means of its own: the folder has another name than the package
    return "/".join([*folders, file])


def digest(path: str) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def versions(tops: set[str]) -> dict[str, str]:
    """The installed distributions that these top-level modules belong to; a module that none claims, by its name."""
    if not tops:
        return {}
    from importlib import metadata

    owners = metadata.packages_distributions()
    found: dict[str, str] = {}
    for top in sorted(tops):
        names = owners.get(top, [])
        for name in names:
            found[name] = metadata.version(name)
        if not names:
            found[top] = ""
    return found
