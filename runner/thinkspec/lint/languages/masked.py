"""Languages without a tree here: comments are blanked, literals are taken out, and each is judged by its surroundings.

Also the line rules for files that a parser refuses.
"""

from __future__ import annotations

import re
from dataclasses import replace

from thinkspec.lint import clues
from thinkspec.lint.languages.around import Around, around
from thinkspec.lint.languages.comments import comments
from thinkspec.lint.languages.literals import Literal, literals
from thinkspec.lint.languages.sites import one_a_place
from thinkspec.lint.languages.textuse import Judged, judge, may_hold
from thinkspec.lint.late import late
from thinkspec.lint.model import Analysis, Comment, How, Site, Span, blank
from thinkspec.lint.regextext import HOLE_FIRST
from thinkspec.lint.source import Source
from thinkspec.lint.tags import Hit, Words

_JOINS = late(r"\s*(?:\+|\.\.?|<>|\+\+|&|~)\s*\Z")
_ADJACENT = frozenset({"c", "cpp", "python", "r", "dart"})
_TOKEN_ID = late(r"(?<![\w.])15166[78](?![\w.])")
_SHORT = 400  # a longer text that does not look like a pattern is none
_LONGEST_NAME = 40
_ABOUT = 300  # characters in front of a pattern that may say what its tag is about
_NO_TOKEN_USE = late(r"bias|stop|eos|special|added|vocab|suppress|bad_", re.IGNORECASE)
# How languages put a value into a text.
_INSERTED = late(
    r"(?<=[</])(?:\\/)?(?:\\Q)?(?:%(?:\d+\$|\[\d+\])?[sv@]|\$\{(?P<a>[^{}]*)\}|#\{(?P<b>[^{}]*)\}|\\\((?P<c>[^()]*)\)|\{(?P<d>[\w.:$>-]*)\}|\$(?P<e>\w+))(?:\\E)?"
)
_QUOTES = r"(?:preg_quote|(?:Pattern|Regexp?)\.(?:quote|escape|Escape)|regexp\.QuoteMeta|quotemeta|regex::escape|escape\w*)\s*\(\s*&?"
_CUT = late(
    r"[\"'`](?:[^\"'`\n]{0,40})</?[\"'`]\s*(?:\+|\.\.?|<>)\s*(?:"
    + _QUOTES
    + r")?(?P<name>[\w.$@>-]+?)(?:\s*,[^()\n]{0,20})?\s*\)?\s*(?:\+|\.\.?|<>)\s*[\"'`]>"
)
_ASSERTS = late(
    r"\b(?:assert\w*!?|expect\w*|require\.\w+|should\w*|refute\w*|XCTAssert\w*|EXPECT_\w+|ASSERT_\w+|t\.(?:Error|Fatal)\w*|Assert\.\w+|CHECK|REQUIRE|ok|is|like|unlike)\s*[({ !]",
)
# In sed and grep a backslash makes an operator of what is a letter without it.
_BASIC_PATTERNS = frozenset({"sed", "shell"})
_BASIC = late(r"\\([?+|(){}])")
_DOM_CALL = late(
    r"(?:^|[.:>])(?:css|at_css|xpath|at_xpath|select\w*|getElements?ByTag\w*|query_?selector\w*|QuerySelector\w*|Descendants|find_all|findAll|Find|each_element)$"
)


def analyse(source: Source, words: Words) -> Analysis:
    """The sites of a file, by its literals."""
    language = source.language if source.language not in {"typescript", "tsx", "jsx"} else "javascript"
    if "thinkspec" not in source.text and not _Reader(source.text, language, words, []).run():
        return Analysis()  # the lexer is slow, and comments can only take sites away
    found = comments(source.text, language)
    sites = _Reader(source.text, language, words, [comment.span for comment in found]).run()
    return Analysis(sites, found, [])


def line_rules(source: Source, words: Words, reason: str, known: list[Comment] | None = None) -> Analysis:
    """What can be said of a file that a parser refused: its literals, judged with less confidence."""
    result = analyse(source, words)
    sites = [replace(site, sure="medium" if site.sure == "high" else site.sure) for site in result.sites]
    return Analysis(sites, known if known is not None else result.comments, result.statements, reason)


def embedded(text: str, words: Words) -> list[Site]:
    """Readers in a text that is code for somewhere else; spans count in the text.

    >>> w = Words(["think"])
    >>> [(s.use, s.span) for s in embedded("x.split('</think>')", w)]
    [('string-op', Span(start=8, end=18))]
    """
    return [
        site
        for site in _Reader(text, "embedded", words, []).run()
        if site.use not in {"writer", "constant", "name-list"}
    ]


class _Reader:
    def __init__(self, text: str, language: str, words: Words, skipped: list[Span]) -> None:
        self.text, self.language, self.words = text, language, words
        self.code = _without(text, skipped)
        self.literals = list(literals(self.code, language))
        self.skeleton = _without(self.code, [_inside(literal) for literal in self.literals])
        self.sites: list[Site] = []

    def run(self) -> list[Site]:
        for literal in self._joined():
            self._literal(literal)
        for found in _TOKEN_ID.finditer(self.skeleton):
            self._number(Span(*found.span()))
        for found in _CUT.finditer(self.code):
            self._cut(found)
        return one_a_place(Source("", self.text, self.language), self.sites)

    # -- literals that are joined

    def _joined(self) -> list[Literal]:
        """Neighbours with nothing but a plus between them are one literal."""
        made: list[Literal] = []
        for literal in self.literals:
            if made and literal.kind == "string" and made[-1].kind == "string" and self._joins(made[-1], literal):
                last = made[-1]
                text = last.text + literal.text
                cut = self._cut_between(last.text, literal.text)
                raw = last.raw + "\0" + literal.raw
                made[-1] = Literal(
                    Span(last.span.start, literal.span.end),
                    text,
                    raw,
                    "string",
                    "",
                    last.pieces + 1,
                    last.hidden or cut,
                )
            else:
                made.append(literal)
        return made

    def _cut_between(self, one: str, two: str) -> bool:
        """Whether a tag stands across the seam of two texts."""
        if not may_hold(one[-40:] + two[:40]):
            return False
        seam = one[-40:] + two[:40]
        return len(self.words.in_literal(seam)) > len(self.words.in_literal(one[-40:])) + len(
            self.words.in_literal(two[:40])
        )

    def _joins(self, one: Literal, two: Literal) -> bool:
        between = self.skeleton[one.span.end : two.span.start]
        if len(between) > 200 or (not one.text and not two.text):
            return False
        if between.strip():
            return bool(_JOINS.match(between))
        return self.language in _ADJACENT and ((self.language != "r" and "\n" in between) or bool(between))

    # -- one literal

    def _literal(self, literal: Literal) -> None:
        words, text = self.words, literal.text
        if not may_hold(text) and not _INSERTED.search(text):
            if words.is_name(text):
                self._bare_name(literal, around(self.skeleton, literal.span, self.code))
            return
        if literal.kind == "heredoc" or (
            literal.kind == "string" and clues.code_with_pattern(text) and not self._tight(text)
        ):
            self._code(literal)
            return
        if self.language in _BASIC_PATTERNS and "\\" in text:
            text = _BASIC.sub(r"\1", text)
        pattern = literal.kind == "regex" or clues.regexy(text)
        hits = [] if pattern else words.in_literal(text)
        if not hits and (pattern or len(text) < _SHORT):
            hits = words.in_pattern(text, literal.flags, lua=self.language == "lua")
        known = [hit for hit in hits if hit.name and not hit.context]
        seen = around(self.skeleton, literal.span, self.code)
        statement = self.code[seen.statement.start : seen.statement.end]
        if not known:
            if hits and any(hit.context for hit in hits) and self._in_context(statement):
                known = hits
            elif self._built(literal, seen):
                return
            else:
                self._bare_name(literal, seen)
                return
        judged = judge(text, literal.kind, seen, words, self.language)
        if judged is not None:
            self._add(judged, replace(literal, text=text), seen, known)

    def _tight(self, text: str) -> bool:
        return len(text) < 60 and clues.regexy(text) and '"' not in text and "'" not in text

    def _add(self, judged: Judged, literal: Literal, seen: Around, hits: list[Hit], how: How = "literal") -> None:
        if how == "literal" and (literal.hidden or self._escaped(literal)):
            how = "hidden"
        pattern = (
            self.words.in_pattern(literal.text, literal.flags, lua=self.language == "lua")
            if judged.use == "regex"
            else []
        )
        self.sites.append(
            Site(
                judged.use,
                literal.text,
                literal.span,
                how,
                tuple(dict.fromkeys(hit.name for hit in hits if hit.name)),
                seen.statement,
                judged.sure,
                bool(_ASSERTS.search(seen.left[-300:])),
                self.language,
                doubtful=bool(pattern) and all(hit.doubtful for hit in pattern),
            )
        )

    def _escaped(self, literal: Literal) -> bool:
        """Whether the source does not show the tag that the text holds."""
        return not self.words.visible(literal.raw)

    def _in_context(self, statement: str) -> bool:
        return bool(clues.THINK_WORDS.search(self.words.without_context_tags(statement)))

    def _code(self, literal: Literal) -> None:
        """A text that is code: what stands in it is judged where it stands."""
        if clues.chat_template(literal.text):
            return
        seen = around(self.skeleton, literal.span, self.code)
        if seen.names and re.search(r"prompt|descr|help|doc|example|usage", seen.names[0], re.IGNORECASE):
            return
        for site in embedded(literal.raw, self.words):
            start = literal.span.start
            if literal.kind == "heredoc" or "\n" in literal.raw:
                inner = self.code.find(literal.raw, literal.span.start)
                start = inner + site.span.start
                self.sites.append(replace(site, span=Span(start, inner + site.span.end), statement=None, sure="medium"))
            else:
                self.sites.append(replace(site, span=literal.span, statement=seen.statement, sure="medium"))
            if literal.kind != "heredoc":
                return

    # -- built from names

    def _built(self, literal: Literal, seen: Around) -> bool:
        """A tag whose name is put in: ``<%s>``, ``<${tag}>``, with a word about thinking beside it."""
        found = _INSERTED.search(literal.text)
        if not found:
            return False
        name = next((group for group in found.groups() if group), "")
        if not self._names_thinking(name, literal.span, seen.statement):
            return False
        filled = _INSERTED.sub(HOLE_FIRST, literal.text)
        hits = self.words.in_literal(filled) or self.words.in_pattern(filled, literal.flags)
        if not any(hit.hole for hit in hits):
            return False
        judged = judge(filled, literal.kind, seen, self.words, self.language)
        if judged is not None and judged.use != "writer":
            self._add(judged, replace(literal, text=filled), seen, [], "built")
        return True

    def _names_thinking(self, name: str, place: Span, statement: Span) -> bool:
        """Whether a variable that is put into a text at a place names a tag of thinking, as far as the code around says."""
        shown = self.code[statement.start : statement.end]
        if not name:
            return self.words.thinkish(shown)
        if self.words.thinkish(name) or self._holds_a_name(name):
            return True
        first = self.code.rfind("\n", 0, place.start) + 1
        before = [each.text for each in self.literals if first <= each.span.start < place.start]
        if any(self.words.is_name(text) for text in before if len(text) < _LONGEST_NAME):
            return True  # a list of names that goes through a block of code
        near = self.code[max(0, place.start - _ABOUT) : place.start]
        return clues.TAG_NAME.search(name) is not None and self.words.thinkish(near + shown)

    def _holds_a_name(self, name: str) -> bool:
        """Whether a variable or constant of this file is given a tag's bare name."""
        if not name.isidentifier():
            return False
        given = re.compile(rf"\b{name}\b[^\n;]{{0,40}}(?:=|<-)\s*\Z")
        starts = [
            each.span.start
            for each in self.literals
            if len(each.text) < _LONGEST_NAME and self.words.is_name(each.text)
        ]
        return any(given.search(self.code[max(0, start - 120) : start]) for start in starts)

    def _cut(self, found: re.Match[str]) -> None:
        """``"<" + tag + ">"`` with a name about thinking."""
        if not self.words.thinkish(found["name"]):
            return
        span = Span(*found.span())
        seen = around(self.skeleton, span, self.code)
        judged = judge("<" + HOLE_FIRST + ">", "string", seen, self.words, self.language)
        if judged is None or judged.use == "writer":
            return
        self._add(judged, Literal(span, found[0], found[0], "string"), seen, [], "built")

    # -- names without brackets, numbers

    def _bare_name(self, literal: Literal, seen: Around) -> None:
        if literal.kind != "string" or not self.words.is_name(literal.text):
            return
        callee = seen.calls[0][0] if seen.calls else ""
        if callee and _DOM_CALL.search(callee):
            self._add(Judged("dom"), literal, seen, [], "literal")
        elif (callee and clues.GENERIC_MATCHER.search(re.split(r"[.:]+|->", callee)[-1])) or (
            seen.listed
            and seen.names
            and self.words.thinkish(seen.names[0])
            and re.search(r"tag|names?$|marker", seen.names[0], re.IGNORECASE)
        ):
            self._add(Judged("name-list"), literal, seen, [])

    def _number(self, span: Span) -> None:
        seen = around(self.skeleton, span, self.code)
        statement = self.code[seen.statement.start : seen.statement.end]
        if _NO_TOKEN_USE.search(statement):
            return
        self._add(Judged("token-id"), Literal(span, self.code[span.start : span.end], "<think>", "number"), seen, [])


def _inside(literal: Literal) -> Span:
    """The inside of a literal; its quotes stay, so that a place of it can be seen in the skeleton."""
    start, end = literal.span
    return Span(start + 1, end - 1) if end - start > 2 else Span(start, start)


def _without(text: str, spans: list[Span]) -> str:
    """The text with these spans blanked; line ends stay."""
    if not spans:
        return text
    keep, at = [], 0
    for start, end in sorted(spans):
        if start > at:
            keep.append(Span(at, start))
        at = max(at, end)
    keep.append(Span(at, len(text)))
    return blank(text, keep)
