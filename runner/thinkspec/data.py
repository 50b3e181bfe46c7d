"""Where the tables and cases lie: in the checkout, or inside the installed package.

One function decides, so that ``pip install .``, ``pip install -e .`` and a bare checkout behave the same.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from thinkspec.errors import UsageError

_PACKAGE = Path(__file__).resolve().parent


@cache
def data_root() -> Path:
    """The folder that holds ``spec/``, ``cases/`` and ``reference/js/``.

    >>> (data_root() / "spec").is_dir()
    True
    """
    packed = _PACKAGE / "_data"
    return packed if packed.is_dir() else _PACKAGE.parent.parent


def js_folder() -> Path:
    """The folder of the JavaScript twin (it holds ``index.mjs``)."""
    return data_root() / "reference" / "js"


def find_checkout(start: Path | None = None) -> Path | None:
    """The nearest folder upward that holds ``spec/`` and ``cases/``, or None."""
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        if (folder / "spec").is_dir() and (folder / "cases").is_dir():
            return folder
    return None


def tables_root(root: str | None) -> tuple[Path, bool]:
    """The folder whose tables a command judges, and whether it may write there.

    ``root`` is what the person gave with ``--root``; without it the nearest checkout upward counts,
    else the tables that came with the package, which are read-only.
    """
    if root is not None:
        folder = Path(root)
        if not ((folder / "spec").is_dir() and (folder / "cases").is_dir()):
            raise UsageError(f"--root {root}: no folders spec/ and cases/ there. Name a checkout of the tables.")
        return folder.resolve(), True
    checkout = find_checkout()
    return (checkout, True) if checkout else (data_root(), False)
