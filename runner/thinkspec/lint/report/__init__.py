"""Output formats: each module has ``render(result) -> str``."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thinkspec.lint.result import Result

FORMATS = ("text", "json", "github", "sarif", "junit")


def render(form: str, result: Result) -> str:
    """A result in one of `FORMATS`; ends with a line feed unless it is empty."""
    module = import_module(f"thinkspec.lint.report.{form}_form")
    text: str = module.render(result)
    return text
