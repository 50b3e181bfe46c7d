"""Whether a text is worth parsing: a think word stands in brackets, or a bare name stands where tags are built.

A plain look at each place where a word about thinking stands; it may say yes too often, never no to a stray.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property

from thinkspec.lint.late import late
from thinkspec.lint.prefilter import parts
from thinkspec.lint.pystrings import Strings
from thinkspec.lint.tags import Words

_NEAR = 16  # characters in front of a word in which an opening bracket counts
_LINE = 100  # and those in which a group behind a bracket does
_AROUND = 250  # and those in which a word about tags does
_AFTER = late(r"\w{0,10}(?:\\?>|&gt;|\\?\\?x3e|\\?u003e|\uff1e|\u25b7|\)\??\\?>|\\*\]|\\b|\)?\(\?|\\s)")
_GROUP = late(r"<(?:\\*/\??)?\\?[(\[][^\n]*\Z|/\?\([^\n]*\Z|\[\\*/?\??\Z|\(\?:[^\n]*\Z")
# Where a tag is made from parts.  `<{self` and the like are how Python objects show themselves.
_BUILDS = late(
    r"<(?:\\*/\??)?(?:\(\??:?)?(?:\{(?!self\b|type\(|cls\b|obj\b)|\$\{?\w|%s|%\(|%\[\d|\\\(|#\{|\\q|[\"'`]\s*(?:[+.,]|\|\||<>|%|\.\.)|\(?[\"'])"
)
# A bracket by its number: what a text is searched for, and what must stand there.
_NUMBERED = {"r(60": ("chr(60", "char(60"), "3c": ("x3c", "u003c"), "fromhex": ("fromhex",)}
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
_UNION = late(r"\Wtag\([\"'][\w-]+[\"']\)\s*\]")  # `Annotated[Part, Tag("thinking")]` tells the types of a union apart
_NAME_SO_FAR = late(r"\w*\Z")
_NAME_ON = late(r"\w*")
_OVERLAP = 60  # characters of the last look that the next one takes in again
# Readers of documents, wherever in the file they are brought in.
_DOCUMENTS = (
    "bs4", "beautifulsoup", "lxml", "htmlparser", "elementtree", "queryselector", "getelementsby", "rehype", "remark", "markdown", "visit(",
    "selectolax", "parsel", "nokogiri", "jsoup", "goquery", "domdocument",
)  # fmt: skip
_DOCUMENTS_OF = {
    "javascript": ("htmlparser", "queryselector", "getelementsby", "visit(", "domparser", "parse5", "cheerio", "onopentag", "onclosetag"),
    "python": ("soup", "select_one"),
    "json": (), "yaml": (), "toml": (),
}  # fmt: skip
# The modules of Python that read documents: they stand in a line that imports them.
_MODULES = late(r"\b(?:bs4|lxml|html|xml|html5lib|selectolax|parsel|pyquery|scrapy)\b")
_SHOWING = ("rehype", "remark", "markdown")  # in JavaScript, where components are named after elements


def candidate_of(words: Words) -> Callable[[str, str], bool]:
    """A test whether a text of a language may hold a stray.

    >>> may = candidate_of(Words(["think", "reasoning"]))
    >>> [may(text, "python") for text in ("x = re.sub('<(?:a|think)>', '', y)", "# I think so", 'd["reasoning"] = 1', "# a <think> tag")]
    [True, False, False, False]
    """
    core = [part for part in parts(words) if part not in _PIPED]
    tags = words.names | words.context
    bare = re.compile(r"[\"'`|]/?(?:" + "|".join(sorted(map(re.escape, words.names))) + r")[>\"'`|]|\bthink(?:ing)?:\s")
    keyed = re.compile(
        r"\w{0,40}tags?(?:[_-]?names?)?[\"']?\s*[:=]\s*[\"']?(?:"
        + "|".join(sorted(map(re.escape, words.names)))
        + r")\b"
    )
    beside = re.compile(r"<\\*/?(?:\((?:\?:)?)?(?:" + "|".join(sorted(map(re.escape, words.context))) + r")\b")

    def candidate(text: str, language: str) -> bool:
        lower = _lowered(text)
        kind = "javascript" if language in {"typescript", "tsx"} else language
        if _cut(lower) or _piped(lower) or _puts_into_page(lower, kind):
            return True
        look = _Look(lower, kind)
        for part in core:
            at = lower.find(part)
            while at >= 0:
                end = at + len(part)
                if lower.startswith("spec:", end) or (lower.endswith("extractr", 0, at) and _FOREIGN.match(lower, end)):
                    return True  # a suppression; another library's reader
                if (_direct(lower, at, end, tags) and look.counts(at)) or look.names_tags(at, end, bare):
                    return True
                if kind in _DATA and keyed.match(lower, end):
                    return True
                at = lower.find(part, end)
        return look.seen and (look.builds() or (bool(words.context) and _in_context(look, beside)))

    return candidate


class _Look:
    """What is noticed on the way through the places of one text where a word about thinking stands."""

    def __init__(self, lower: str, kind: str) -> None:
        self.lower, self.kind = lower, kind
        self.seen = self.bare = self.tagged = self.marked = False
        self.looked = 0  # how far it was searched for words about tags

    @cached_property
    def strings(self) -> Strings:
        """The strings of a Python text."""
        return Strings(self.lower)

    def counts(self, at: int) -> bool:
        """Whether a place may be more than a comment or a docstring."""
        if self.kind == "python":
            return self.strings.holds(at)
        return not _commented(self.lower, at, self.kind)

    def names_tags(self, at: int, end: int, bare: re.Pattern[str]) -> bool:
        """Whether a bare name stands near a word about tags; notes what else may be a part of a reader."""
        lower, self.seen = self.lower, True
        if lower[end : end + 1] in _BEHIND_A_NAME and bare.search(lower, max(0, at - 8), end + 8):
            self.bare = True
            near_tags = _about_tags(lower, max(0, at - _AROUND, self.looked - _OVERLAP), at + 60, self.kind)
            if near_tags and self.counts(at):
                return True
            self.looked = at + 60
        if self.kind in _DATA or (self.tagged and self.marked):
            return False
        near = lower[max(0, at - _NEAR) : end + _NEAR]
        self.tagged = self.tagged or "tag" in near
        self.marked = self.marked or (_EDGE.search(near) is not None and self._marks(at))
        return False

    def _marks(self, at: int) -> bool:
        """Whether a marker's name is put into a text: ``{think_start}``, ``escape(think_end)``, ``think_open + x``."""
        name = _MARKER.match(self.lower, max(0, _name_start(self.lower, at) - 2))
        return name is not None and _EDGE.search(name[0]) is not None

    def builds(self) -> bool:
        """Whether a reader may be put together from parts."""
        lower = self.lower
        if self.kind in _DATA and not self.bare:
            return False
        if self.marked and any(sign in lower for sign in _PATTERN_BUILDS):
            return True
        if not self.bare and not self.tagged and "tagname" not in lower and "tag_name" not in lower:
            return False
        if self.bare and _reads_documents(lower, self.kind):
            return True
        return any(self.counts(found.start()) for found in _BUILDS.finditer(lower)) or any(
            sign in lower and any(whole in lower for whole in wholes) for sign, wholes in _NUMBERED.items()
        )


_QUOTES = frozenset("\"'")
_SEAM = " \t\r\n+.,~\\\"'`"  # what may stand between the pieces of a tag that is cut
_DATA = frozenset({"json", "yaml", "toml"})  # nothing is put together there
_PIPED = ("channel|>", "channel\\|>", "|inner_")  # markers that hold no word about thinking
_FOREIGN = late(r"easoning(?:middleware|stream)?\b")  # behind `extractR`
_EDGE = late(r"open|clos|start|end|begin|marker|delim")
_MARKER = late(r"[\s\S]{0,2}(?<![^({+ ])[\w.]{1,80}\s?[)}+]")
_PATTERN_BUILDS = ("re.escape(", "re.compile(", "regexp", "regex", "preg_", "quotemeta")
_BEHIND_A_NAME = frozenset("\"'`|i:_>")  # the closing quote, or more of the name
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
_WHOLE_TAG = late(r"</?(?:\w+:)?([\w-]+)>")
_COMPARED = late(r"<=?\s+([\w.]+)(?![\w.(\[{\\?*+|$%])")
_TYPES = late(r"<[\w.]+(?:\[\])?,\s")  # `Record<string, ReasoningPart>`
_THINK_WORD = late(r"hink|hought|easoning|cratch_?pad(?![>\w])|\bcot\b")
_LONGEST_NAME = 60
_STATEMENT = 200  # characters around a place that may belong to its statement


def _lowered(text: str) -> str:
    """Lower case for ASCII letters only: far quicker than Unicode's for a text that holds one emoji."""
    if text.isascii():
        return text.lower()
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def _cut(lower: str) -> bool:
    """Whether a tag that is cut in its name stands here, or the number of a tag's token."""
    if "15166" in lower and ("151667" in lower or "151668" in lower):
        return True
    at = lower.find("nk")
    while at >= 0:
        start, head = (at - 1, "th") if lower[at - 1 : at] == "i" else (at, "thi")
        if lower[start - 1 : start] in _QUOTES and lower[max(0, start - 40) : start].rstrip(_SEAM).endswith(head):
            return True
        at = lower.find("nk", at + 2)
    return False


def _piped(lower: str) -> bool:
    return "|>" in lower and any(marker in lower for marker in _PIPED)


def _in_context(look: _Look, beside: re.Pattern[str]) -> bool:
    """Whether an in-context name in brackets has a word about thinking near by."""
    for found in beside.finditer(look.lower):
        start, end = max(0, found.start() - _STATEMENT), found.end() + _STATEMENT
        if _THINK_WORD.search(look.lower, start, end) and look.counts(found.start()):
            return True
    return False


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
        if found[0] == "tag" and _UNION.match(lower, max(0, found.start() - 1)):
            continue
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
    if kind == "python":
        return _imports_documents(lower)
    shows = kind == "javascript" and ("component" in lower or "renderer" in lower)
    return shows and any(sign in lower for sign in _SHOWING)


def _imports_documents(lower: str) -> bool:
    """Whether a line of Python imports a module that reads documents; a search for each module would read a text ten times."""
    at = lower.find("import")
    while at >= 0:
        end = lower.find("\n", at)
        end = len(lower) if end < 0 else end
        if _MODULES.search(lower, lower.rfind("\n", 0, at) + 1, min(end, at + _LINE)):
            return True
        at = lower.find("import", end)
    return False


def _commented(lower: str, at: int, kind: str) -> bool:
    """Whether a place is in a comment for sure, by its own line: no quote stands in front of the sign."""
    if kind != "javascript":
        return False
    before = lower[lower.rfind("\n", 0, at) + 1 : at].lstrip()
    return before.startswith(("//", "* ")) or (before.startswith("/*") and "*/" not in before)


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
        if _TYPES.match(lower, less):
            pass
        elif tag is not None and not lower.endswith(("(?p", "(?"), 0, less):
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
    if (
        after is not None
        and after[0].endswith("]")
        and (after[0].strip("\\]") not in {"", "ing"} or _indexes(lower, at))
    ):
        return False
    return bool(_GROUP.search(lower, max(0, at - _LINE), at - 1))


def _indexes(lower: str, at: int) -> bool:
    """Whether a word stands in the brackets of an index, `efforts[thinking]`, not in those of a marker."""
    start = _name_start(lower, at)
    return lower[start - 1 : start] == "[" and (
        lower[start - 2 : start - 1].isalnum() or lower[start - 2 : start - 1] in "_)]$"
    )


def _name_start(lower: str, at: int) -> int:
    """Where the name begins of which a place is part."""
    first = max(0, at - _LONGEST_NAME)
    while at > first and (lower[at - 1].isalnum() or lower[at - 1] in "_."):
        at -= 1
    return at
