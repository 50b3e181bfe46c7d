from __future__ import annotations

from thinkspec.lint.model import Analysis
from thinkspec.lint.source import Source
from thinkspec.lint.tags import Words


def analyse(source: Source, words: Words) -> Analysis:
    """Not written yet."""
    del source, words
    return Analysis()
