"""Which of several sites at one place are kept."""

from __future__ import annotations

from thinkspec.lint.model import Site
from thinkspec.lint.source import Source

# The most telling first.
_ORDER = {
    "foreign-reader": 0,
    "charset-strip": 0,
    "regex": 1,
    "dom": 2,
    "token-id": 2,
    "string-op": 3,
    "compare": 4,
    "constant": 5,
    "name-list": 6,
}


def one_a_place(source: Source, sites: list[Site]) -> list[Site]:
    """The most telling site of each place; of a table of tags one a line, and one for a list of names."""
    kept: dict[object, Site] = {}
    for site in sorted(sites, key=lambda site: (site.span.start, _ORDER.get(site.use, 9))):
        key: object = site.span.start
        if site.use in {"constant", "name-list"} and site.statement is not None:
            line = source.place(site.span.start)[0] if site.use == "constant" else 0
            key = (site.use, site.statement.start, line)
        kept.setdefault(key, site)
    return list(kept.values())
