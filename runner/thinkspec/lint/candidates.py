"""Whether a text is worth parsing: the words stand near brackets, or bare names stand where tags are built.

A plain look at each place where a word about thinking stands; it may say yes too often, never no to a stray.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from thinkspec.lint.prefilter import parts
from thinkspec.lint.tags import Words

_BEFORE = 100  # characters looked at in front of a word
_NEAR = 16
_OPENS = ("<", "&lt;", "x3c", "u003c", "[", "|", "\u25c1", "\uff1c", "074", "chr(60", "\\e", "%3c")
_CLOSES = (">", "&gt;", "x3e", "u003e", "]", "\u25b7", "\uff1e")
_QUOTES = "\"'`"
# Where a tag is made from parts.  `<{self` and the like are how Python objects show themselves.
_BUILDS = re.compile(
    r"</?\\?/?(?:\(\??:?)?(?:\{(?!self\b|type\(|cls\b|obj\b)|\$\{?\w|%s|%\(|\\\(|#\{|\\q|\+ ?\$?\w|\" ?[+.]|' ?[+.]|`)"
    r"|chr\(60|\\x3c|\\u003c|fromhex|string\.char|<[\"']\s*(?:[+.,|]|\+\+|<>)|[\"']<[(/\\?:]*[\"']"
)
_TAGS = re.compile(r"(?<![a-z])(?:tags?|tag_?names?|xml|soup|queryselector\w*|getelement\w*|components|rehype\w*|remark\w*|htmlparser|bs4|lxml|unist|nodename|localname)(?![a-z])|_tags?\b|tag[sn]?\b|_tag_|innerhtml|v-html|@html|dangerously")
_FOREIGN = re.compile(r"extractreasoning|splitthink|stripthink")


def candidate_of(words: Words) -> Callable[[str], bool]:
    """A test whether a text may hold a stray.

    >>> may = candidate_of(Words(["think", "reasoning"]))
    >>> may("x = re.sub('<(?:a|think)>', '', y)"), may("# I think so"), may('d["reasoning"] = 1')
    (True, False, False)
    """
    core = parts(words)

    def candidate(text: str) -> bool:
        lower = text.lower()
        if "thinkspec" in lower or "15166" in lower or "7468696e6b" in lower:
            return True
        named = False
        for part in core:
            at = lower.find(part)
            while at >= 0:
                near = _look(lower, at, len(part))
                if near == _DIRECT:
                    return True
                named = named or near == _NAMED
                at = lower.find(part, at + len(part))
        if _cut(lower):
            return True
        if _FOREIGN.search(lower):
            return True
        return bool(_BUILDS.search(lower)) or (named and bool(_TAGS.search(lower)))

    return candidate


_DIRECT, _NAMED, _WORD = 2, 1, 0


def _look(lower: str, at: int, length: int) -> int:
    """What stands around a word: a bracket, quotes, or nothing."""
    near = lower[max(0, at - _NEAR) : at]
    if any(sign in near for sign in _OPENS[:4]) and not near.rstrip("\"'` ").endswith(("< ", "<=")):
        return _DIRECT
    after = lower[at + length : at + length + _NEAR]
    for sign in _CLOSES:
        where = after.find(sign)
        if where >= 0 and not any(blank in after[:where] for blank in " \n\t=-,"):
            return _DIRECT
    if near[-2:-1] in "[|\u25c1\uff1c/" and near[-2:-1]:
        return _DIRECT
    line = lower[max(0, at - _BEFORE) : at]
    bracket = max(line.rfind("<("), line.rfind("</("), line.rfind("/?("), line.rfind("<\\"), line.rfind("<["))
    if bracket >= 0 and "\n" not in line[bracket:]:
        return _DIRECT
    quoted = any(quote in near for quote in _QUOTES) and any(quote in after for quote in _QUOTES)
    keyed = after.lstrip("ing ").startswith(":")  # { think: Component }
    return _NAMED if quoted or keyed or "tag" in after or "tag" in near else _WORD


def _cut(lower: str) -> bool:
    return any(piece in lower for piece in ('<thi"', "<thi'", '"nk>', "'nk>", '"ink>', "'ink>"))
