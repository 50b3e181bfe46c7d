"""Whether a text is worth parsing: a think word stands in brackets, or a bare name stands where tags are built.

A plain look at each place where a word about thinking stands; it may say yes too often, never no to a stray.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from thinkspec.lint.late import late
from thinkspec.lint.prefilter import parts
from thinkspec.lint.tags import Words

_NEAR = 16  # characters in front of a word in which an opening bracket counts
_LINE = 100  # and those in which a group behind a bracket does
_AROUND = 250  # and those in which a word about tags does
_AFTER = late(r"\w{0,10}(?:\\?>|&gt;|\\?\\?x3e|\\?u003e|\uff1e|\u25b7|\)\??\\?>|\\?\]|\\b|\)?\(\?|\\s)")
_GROUP = late(r"<(?:\\*/\??)?\\?[(\[][^\n]*\Z|/\?\([^\n]*\Z|\[\\*/?\??\Z|\(\?:[^\n]*\Z")
# Where a tag is made from parts.  `<{self` and the like are how Python objects show themselves.
_BUILDS = late(
    r"<(?:\\*/)?(?:\(\??:?)?(?:\{(?!self\b|type\(|cls\b|obj\b)|\$\{?\w|%s|%\(|\\\(|#\{|\\q|[\"'`]\s*(?:[+.,]|\|\||<>|%|\.\.)|\(?[\"'])"
)
_OTHER_BUILDS = ("chr(60", "char(60", "x3c", "u003c", "fromhex")
_NEAR_NAMES = late(
    r"tags?(?:\b|_)|tag_?names?|xml|soup|selector|getelement|components\s*[=:]|nodename|localname|find_?all|"
    r"(?:strip|remov|extract|pars|clean|find|between|split|read|drop|match|search|unwrap|delet|hide|filter)\w*(?:block|section|element|wrapp)|"
    r"(?:think|reason|thought)\w*_(?:names|words|markers|blocks|elements)"
)
# In Python a list of blocks is no list of tag names, and a function named after thinking (the group) takes no tag's name.
_NEAR_PYTHON = late(
    r"tags?(?:\b|_)|tag_?names?|xml|soup|select|getelement|element_?name|block_?name|find_?all|"
    r"((?:strip|remov|extract|pars|clean|find|between|split|read|drop|match|search|unwrap|delet|hide|filter)\w*(?:block|section|element|wrapp))|"
    r"(?:think|reason|thought)\w*(?:name|word|marker)"
)
_NAME_SO_FAR = late(r"\w*\Z")
_NAME_ON = late(r"\w*")
_OVERLAP = 60  # characters of the last look that the next one takes in again
# Readers of documents, wherever in the file they are brought in.
_DOCUMENTS = (
    "bs4", "beautifulsoup", "lxml", "htmlparser", "elementtree", "queryselector", "getelementsby", "rehype", "remark", "markdown", "visit(",
    "selectolax", "parsel", "nokogiri", "jsoup", "goquery", "domdocument",
)  # fmt: skip
_DOCUMENTS_OF = {
    "python": (
        "bs4", "soup", "lxml", "html.parser", "htmlparser", "elementtree", "xml.", "import xml", "from xml", "selectolax", "parsel",
        "pyquery", "html5lib", "scrapy", "select_one",
    ),
    "javascript": ("htmlparser", "queryselector", "getelementsby", "visit(", "domparser", "parse5", "onopentag", "onclosetag"),
    "json": (), "yaml": (), "toml": (),
}  # fmt: skip
_SHOWING = ("rehype", "remark", "markdown")  # in JavaScript, where components are named after elements


def candidate_of(words: Words) -> Callable[[str, str], bool]:
    """A test whether a text of a language may hold a stray.

    >>> may = candidate_of(Words(["think", "reasoning"]))
    >>> [may(text, "python") for text in ("x = re.sub('<(?:a|think)>', '', y)", "# I think so", 'd["reasoning"] = 1', "# a <think> tag")]
    [True, False, False, False]
    """
    core = parts(words)
    tags = words.names | words.context
    names = re.compile(r"[\"'`|](?:" + "|".join(sorted(map(re.escape, words.names))) + r")[\"'`|]|\bthink(?:ing)?:\s")

    def candidate(text: str, language: str) -> bool:
        lower = _lowered(text)
        kind = "javascript" if language in {"typescript", "tsx"} else language
        if _cut(lower) or _puts_into_page(lower, kind):
            return True
        bare = tagged = False
        shown: list[int] = []  # in brackets, perhaps only in a docstring
        for part in core:
            at, looked = lower.find(part), 0
            while at >= 0:
                end = at + len(part)
                if lower.startswith("spec:", end) or lower.endswith("extractr", 0, at):
                    return True  # a suppression; another library's reader
                if _direct(lower, at, end, tags) and not _commented(lower, at, kind):
                    shown.append(at)
                    if kind != "python" or len(shown) > _DOCSTRINGS:
                        return True
                if lower[end : end + 1] in _BEHIND_A_NAME and names.search(lower, max(0, at - 8), end + 8):
                    bare = True
                    if _about_tags(lower, max(0, at - _AROUND, looked - _OVERLAP), at + 60, kind):
                        return True
                    looked = at + 60
                tagged = tagged or "tag" in lower[end : end + _NEAR] or "tag" in lower[max(0, at - 8) : at]
                at = lower.find(part, end)
        if shown and not _documented(lower, shown):
            return True
        if not bare and not tagged and "tagname" not in lower and "tag_name" not in lower:
            return False
        if bare and _reads_documents(lower, kind):
            return True
        return bool(_BUILDS.search(lower)) or any(sign in lower for sign in _OTHER_BUILDS)

    return candidate


_CUT = (("nk>", ('"nk>', "'nk>", '"ink>', "'ink>")), ("15166", ("151667", "151668")))  # one look for each in most files
_BEHIND_A_NAME = frozenset("\"'`|i:_")  # the closing quote, or more of the name
_READERS = late(r"splitthink|stripthink|thinksegments|(?:think|reader|reasoning)\w*\.(?:split|thinking|segments)\b")
_PAGES = frozenset({"javascript", "vue", "svelte", "astro", "html"})
_SINKS = (
    "innerhtml",
    "outerhtml",
    "__html",
    "adjacenthtml",
    "v-html",
    "@html",
    "set:html",
    ".html(",
    "document.write(",
    "doc.write(",
)
_DOCSTRINGS = 40  # places that are looked for in docstrings
_WHOLE_TAG = late(r"</?(?:\w+:)?([\w-]+)>")
_COMPARED = late(r"<=?\s+([\w.]+)(?![\w.(\[{\\?*+|$%])")


def _lowered(text: str) -> str:
    """Lower case for ASCII letters only: far quicker than Unicode's for a text that holds one emoji."""
    if text.isascii():
        return text.lower()
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def _cut(lower: str) -> bool:
    """Whether the tail of a tag that is cut in its name stands here, or the number of a tag's token."""
    return any(sign in lower and any(whole in lower for whole in wholes) for sign, wholes in _CUT)


def _puts_into_page(lower: str, kind: str) -> bool:
    """Whether a known reader is called where text is put into a page as markup."""
    if kind not in _PAGES or not any(sign in lower for sign in _SINKS):
        return False
    return _READERS.search(lower) is not None


def _about_tags(lower: str, start: int, end: int, kind: str) -> bool:
    """Whether a word about tags stands here."""
    if kind != "python":
        return _NEAR_NAMES.search(lower, start, end) is not None
    for found in _NEAR_PYTHON.finditer(lower, start, end):
        if not found[1]:
            return True
        before = _NAME_SO_FAR.search(lower, max(0, found.start() - 40), found.start())
        after = _NAME_ON.match(lower, found.end())
        name = (before[0] if before else "") + found[0] + (after[0] if after else "")
        if "think" not in name and "reason" not in name and "thought" not in name:
            return True
    return False


def _reads_documents(lower: str, kind: str) -> bool:
    if any(sign in lower for sign in _DOCUMENTS_OF.get(kind, _DOCUMENTS)):
        return True
    shows = kind == "javascript" and ("component" in lower or "renderer" in lower)
    return shows and any(sign in lower for sign in _SHOWING)


def _commented(lower: str, at: int, kind: str) -> bool:
    """Whether a place is in a comment for sure, by its own line: no quote stands in front of the sign."""
    if kind not in {"python", "javascript"}:
        return False
    before = lower[lower.rfind("\n", 0, at) + 1 : at]
    if kind == "python":
        before, sign, _ = before.partition("#")
        return bool(sign) and '"' not in before and "'" not in before
    before = before.lstrip()
    return before.startswith(("//", "* ")) or (before.startswith("/*") and "*/" not in before)


def _documented(lower: str, places: list[int]) -> bool:
    """Whether all these places of a Python text stand in docstrings."""
    left = sorted(places)
    at = 0
    while left:
        openers = [found for quote in ('"""', "'''") if (found := lower.find(quote, at, left[0])) >= 0]
        if not openers:
            return False
        start = min(openers)
        close = lower.find(lower[start : start + 3], start + 3)
        if close < 0:
            return False
        at = close + 3
        if left[0] < close:
            if not _heads(lower, start) or lower[at : at + 200].split("\n", 1)[0].strip():
                return False
            left = [place for place in left if place > close]
    return True


def _heads(lower: str, start: int) -> bool:
    """Whether the head of a function, class or module stands right in front of a string."""
    if not start:
        return True
    before = lower[max(0, start - 300) : start].rstrip(" \tr")
    head = before.rstrip()
    line = head.rsplit("\n", 1)[-1].lstrip()
    return (
        before.endswith("\n")
        and head.endswith(":")
        and (head.endswith("):") or "->" in line or line.startswith("class "))
    )


def _direct(lower: str, at: int, end: int, tags: frozenset[str]) -> bool:
    """Whether a word stands in brackets."""
    near = lower[max(0, at - _NEAR) : at]
    if "3c" in near or "lt;" in near or "\u25c1" in near or "\uff1c" in near or "074" in near:
        return True
    if "<" in near and not near.endswith(("< t", "< r", "<= t")) and _opens(lower, at, end, tags):
        return True
    return lower[end : end + 1] not in " ,.\n" and _AFTER.match(lower, end) is not None and _closes(lower, at, end)


def _opens(lower: str, at: int, end: int, tags: frozenset[str]) -> bool:
    """Whether one of the brackets in front may be that of a tag of ours: not a whole other tag, not a comparison."""
    less = lower.find("<", max(0, at - _NEAR), at)
    while less >= 0:
        tag = _WHOLE_TAG.match(lower, less)
        if tag is not None and not lower.endswith(("(?p", "(?"), 0, less):
            if tag.start(1) < at and end <= tag.end(1) and tag[1] in tags:
                return True
        else:
            other = _COMPARED.match(lower, less)
            if other is None or end > other.end(1) or other[1] in tags:
                return True
        less = lower.find("<", less + 1, at)
    return False


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
