"""Chat templates (``.jinja*``, Modelfiles): they must handle the tags themselves, so nothing in them is a stray."""

from __future__ import annotations

from thinkspec.lint.model import Analysis
from thinkspec.lint.source import Source
from thinkspec.lint.tags import Words


def analyse(source: Source, words: Words) -> Analysis:
    """Nothing: chat templates are never flagged."""
    del source, words
    return Analysis()
