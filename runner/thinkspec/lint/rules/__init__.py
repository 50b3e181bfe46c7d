"""All rules, and which one a site falls under."""

from __future__ import annotations

from thinkspec.lint.model import Site, Use
from thinkspec.lint.rules import configuration, constants, documents, patterns, strings, tokens, upkeep, writers
from thinkspec.lint.rules.base import Rule

RULES: dict[str, Rule] = {
    rule.id: rule
    for family in (patterns, strings, constants, configuration, tokens, documents, writers, upkeep)
    for rule in family.RULES
}

_BY_USE: dict[Use, str] = {
    "regex": "THK101",
    "string-op": "THK201",
    "compare": "THK202",
    "charset-strip": "THK203",
    "constant": "THK301",
    "name-list": "THK302",
    "config": "THK401",
    "token-id": "THK501",
    "dom": "THK601",
    "foreign-reader": "THK602",
    "markup": "THK603",
    "writer": "THK701",
}
# How the text is written goes before what is done with it: built and hidden tags have rules of their own.
_BY_HOW = {"built": "THK102", "hidden": "THK103"}
_HOW_COUNTS = frozenset({"regex", "string-op", "compare", "constant"})
# In test files strings, constants, names and data are fixtures; a pattern is a reader, unless it is an assertion.
_FIXTURES = frozenset({"string-op", "compare", "constant", "name-list", "config", "writer"})


def rule_of(site: Site, test: bool) -> str | None:
    """The id of the rule for a site, or None where it is a test's fixture or assertion.

    >>> from thinkspec.lint.model import Span
    >>> rule_of(Site("regex", "<think>", Span(0, 7), "built"), test=False)
    'THK102'
    """
    if test and (site.use in _FIXTURES or site.asserting or site.embedded):
        return None
    if site.use in _HOW_COUNTS and site.how in _BY_HOW:
        return _BY_HOW[site.how]
    return _BY_USE[site.use]


def find(word: str) -> Rule | None:
    """A rule by its id or name, in any letter case."""
    wanted = word.lower()
    return next((rule for rule in RULES.values() if wanted in (rule.id.lower(), rule.name)), None)
