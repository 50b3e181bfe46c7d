"""Whether a text is worth parsing: a think word stands in brackets, or a bare name stands where tags are built.

A plain look at each place where a word about thinking stands; it may say yes too often, never no to a stray.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from thinkspec.lint.prefilter import parts
from thinkspec.lint.tags import Words

_NEAR = 16  # characters in front of a word in which an opening bracket counts
_LINE = 100  # and those in which a group behind a bracket does
_AROUND = 250  # and those in which a word about tags does
_AFTER = re.compile(r"\w{0,10}(?:\\?>|&gt;|\\?\\?x3e|\\?u003e|\uff1e|\u25b7|\)\??\\?>|\\?\]|\\b|\)?\(\?|\\s)")
_GROUP = re.compile(r"<(?:\\*/\??)?\\?[(\[][^\n]*\Z|/\?\([^\n]*\Z|\[\\*/?\??\Z|\(\?:[^\n]*\Z")
# Where a tag is made from parts.  `<{self` and the like are how Python objects show themselves.
_BUILDS = re.compile(
    r"<(?:\\*/)?(?:\(\??:?)?(?:\{(?!self\b|type\(|cls\b|obj\b)|\$\{?\w|%s|%\(|\\\(|#\{|\\q|[\"'`]\s*(?:[+.,]|\|\||<>|%|\.\.)|\(?[\"'])"
)
_OTHER_BUILDS = ("chr(60", "char(60", "x3c", "u003c", "fromhex")
_NEAR_NAMES = re.compile(
    r"tags?\b|tag_|tag_?names?|xml|soup|selector|getelement|components\s*[=:]|nodename|localname|find_?all|"
    r"(?:strip|remov|extract|pars|clean|find|between|split|read|drop|match|search|unwrap|delet|hide|filter)\w*(?:block|section|element|wrapp)|"
    r"(?:think|reason|thought)\w*_(?:names|words|markers|blocks|elements)"
)
# Readers of documents, wherever in the file they are brought in.
_DOCUMENTS = (
    "bs4",
    "beautifulsoup",
    "lxml",
    "htmlparser",
    "elementtree",
    "queryselector",
    "getelementsby",
    "rehype",
    "remark",
    "markdown",
    "visit(",
    "selectolax",
    "parsel",
    "nokogiri",
    "jsoup",
    "goquery",
    "domdocument",
)


def candidate_of(words: Words) -> Callable[[str], bool]:
    """A test whether a text may hold a stray.

    >>> may = candidate_of(Words(["think", "reasoning"]))
    >>> may("x = re.sub('<(?:a|think)>', '', y)"), may("# I think so"), may('d["reasoning"] = 1')
    (True, False, False)
    """
    core = parts(words)
    names = re.compile(r"[\"'`|](?:" + "|".join(sorted(map(re.escape, words.names))) + r")[\"'`|]|\bthink(?:ing)?:\s")

    def candidate(text: str) -> bool:
        lower = text.lower()
        if any(sign in lower for sign in _AT_ONCE):
            return True
        bare = tagged = False
        for part in core:
            at = lower.find(part)
            while at >= 0:
                end = at + len(part)
                if _direct(lower, at, end):
                    return True
                if lower[end : end + 1] in _BEHIND_A_NAME and names.search(lower, max(0, at - 8), end + 8):
                    bare = True
                    if _NEAR_NAMES.search(lower, max(0, at - _AROUND), at + 60):
                        return True
                tagged = tagged or "tag" in lower[end : end + _NEAR] or "tag" in lower[max(0, at - 8) : at]
                at = lower.find(part, end)
        if not bare and not tagged and "tagname" not in lower and "tag_name" not in lower:
            return False
        if bare and any(sign in lower for sign in _DOCUMENTS):
            return True
        return bool(_BUILDS.search(lower)) or any(sign in lower for sign in _OTHER_BUILDS)

    return candidate


_AT_ONCE = (
    "thinkspec:", "15166", "extractreasoning", "splitthink", "stripthink", '"nk>', "'nk>", '"ink>', "'ink>",
)  # fmt: skip
_BEHIND_A_NAME = frozenset("\"'`|i:_")  # the closing quote, or more of the name


def _direct(lower: str, at: int, end: int) -> bool:
    """Whether a word stands in brackets."""
    near = lower[max(0, at - _NEAR) : at]
    if (
        "<" in near or "3c" in near or "lt;" in near or "\u25c1" in near or "\uff1c" in near or "074" in near
    ) and not near.endswith(("< t", "< r", "<= t")):
        return True
    return lower[end : end + 1] not in " ,.\n" and _AFTER.match(lower, end) is not None and _closes(lower, at, end)


def _closes(lower: str, at: int, end: int) -> bool:
    """Whether what follows a word closes a tag: a bracket right behind it, or a group that opened behind a bracket."""
    after = _AFTER.match(lower, end)
    if (
        after is not None
        and after[0].endswith((">", "&gt;", "x3e", "u003e", "\uff1e", "\u25b7"))
        and not after[0].endswith("->")
    ):
        return True
    if after is not None and after[0].endswith("]") and after[0].strip("\\]") not in {"", "ing"}:
        return False  # `[reasoning_effort]`: an index, no marker
    return bool(_GROUP.search(lower, max(0, at - _LINE), at - 1))
