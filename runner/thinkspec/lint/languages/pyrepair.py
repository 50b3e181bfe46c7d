from __future__ import annotations
from thinkspec.lint.model import Analysis
from thinkspec.lint.source import Source
from thinkspec.lint.tags import Words
def analyse_broken(source: Source, words: Words, error: BaseException) -> Analysis:
    return Analysis(failed=str(error))
