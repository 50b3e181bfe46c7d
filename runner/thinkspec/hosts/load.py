"""Import the target that a pointer names, as ``python -m`` or ``python file.py`` would find it."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import types
from typing import Any


class LoadError(Exception):
    """The target cannot be had; the text is one line for the person."""


def load(task: dict[str, Any]) -> Any:
    """The object a task points at: a module, or what its ``attribute`` names inside it.

    Raises LoadError for what the person can name better, and lets through whatever the import itself raises.
    """
    sys.path[0:0] = task["paths"]
    module = _from_file(task["target"]) if task["file"] else _from_name(task["target"])
    return _walk(module, task["attribute"]) if task["attribute"] else module


def _from_name(name: str) -> types.ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(error.name + ".")):
            raise LoadError(
                f"no module {error.name!r}: is it installed, or does it lie in the current folder? "
                "A file is named py:path/to/file.py"
            ) from error
        raise


def _from_file(path: str) -> types.ModuleType:
    folder = os.path.dirname(path)
    sys.path.insert(0, folder)
    name = os.path.splitext(os.path.basename(path))[0]
    if name in sys.modules or name in sys.stdlib_module_names or not name.isidentifier():
        name = f"reader_{abs(hash(path))}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise LoadError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickling look a class's module up here
    try:
        spec.loader.exec_module(module)
    except ImportError as error:
        dotted = _dotted(path)
        if dotted is None or "relative import" not in str(error):
            raise
        # A file of a package that imports its neighbours: only as a part of the package can it be loaded.
        del sys.modules[name]
        sys.path[0] = dotted[0]
        return importlib.import_module(dotted[1])
    return module


def _dotted(path: str) -> tuple[str, str] | None:
    """The folder to import from and the dotted name of a file that lies in a package, else None."""
    folder, name = os.path.split(os.path.splitext(path)[0])
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        folder, package = os.path.split(folder)
        name = f"{package}.{name}"
    return (folder, name) if "." in name else None


def _walk(found: Any, attributes: str) -> Any:
    """Follow ``name.name``; a method named through its class is taken from an instance of it."""
    for attribute in attributes.split("."):
        if isinstance(found, type) and isinstance(_static(found, attribute), types.FunctionType):
            found = instance(found)
        try:
            found = getattr(found, attribute)
        except AttributeError:
            near = [name for name in dir(found) if not name.startswith("_")][:12]
            owner = getattr(found, "__name__", type(found).__name__)
            raise LoadError(f"{owner} has no {attribute!r}; it has {', '.join(near) or 'nothing'}") from None
    return found


def _static(owner: type, attribute: str) -> Any:
    return next((vars(base)[attribute] for base in owner.__mro__ if attribute in vars(base)), None)


def instance(cls: type) -> Any:
    """An instance made without arguments; raises LoadError if the class wants some."""
    try:
        return cls()
    except TypeError as error:
        raise LoadError(f"{cls.__name__}() cannot be made without arguments ({error}): point at an instance") from error
