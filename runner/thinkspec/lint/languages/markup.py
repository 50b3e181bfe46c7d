"""Vue, Svelte, Astro and HTML: the frame, then its scripts and expressions as JavaScript, places mapped back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from thinkspec.lint.languages import javascript, trees
from thinkspec.lint.languages.jspage import mentions, thinking_names
from thinkspec.lint.languages.masked import embedded
from thinkspec.lint.languages.shift import add_part, moved_site
from thinkspec.lint.late import late
from thinkspec.lint.model import Analysis, Comment, Site, Span
from thinkspec.lint.source import Source
from thinkspec.lint.tags import Words

_SCRIPT_TYPE = late(
    r"^(?:|module|text/javascript|application/javascript|text/ecmascript|text/babel|text/typescript|text/partytown)$"
)
_FRONT = late(r"\A\s*---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|\Z)")
_MUSTACHE = late(r"\{\{([\s\S]*?)\}\}")
_DIRECTIVE = late(r"^(?:[:@#]|v-)")
_SVELTE_WORD = late(r"^\s*(?:#(?:if|each|await|key|snippet)|:else\s+if|@(?:html|const|render|debug)|:then|:catch)\b")


def analyse(source: Source, words: Words) -> Analysis:
    """The sites of a file with markup around its code."""
    result = Analysis()
    text = source.text
    front = _FRONT.match(text) if source.language == "astro" else None
    if front is not None:
        _script(result, source, words, Span(*front.span(1)), "typescript")
        text = " " * front.end() + text[front.end() :] if "\n" not in front[0] else _keep_lines(text, front.end())
    frame = _Frame(Source(source.path, text, source.language))
    if frame.failed is not None:
        from thinkspec.lint.languages.masked import line_rules

        return line_rules(source, words, frame.failed)
    for span, language in frame.scripts:
        _script(result, source, words, span, language)
    for span in frame.expressions:
        _expression(result, source, words, span)
    result.sites += _markup(source, frame)
    result.comments += frame.comments
    return result


def _keep_lines(text: str, end: int) -> str:
    return re.sub(r"[^\r\n]", " ", text[:end]) + text[end:]


def _script(result: Analysis, source: Source, words: Words, span: Span, language: str) -> None:
    code = source.slice(span)
    if not words.worth(code) and "thinkspec" not in code and "think" not in code.lower():
        return
    part = javascript.analyse(Source(source.path, code, language, source.test), words)
    add_part(result, part, lambda at: at + span.start)


def _expression(result: Analysis, source: Source, words: Words, span: Span) -> None:
    """One expression of a template; one that is not quite JavaScript is read by its literals."""
    code = source.slice(span)
    if not words.worth(code):
        return
    word = _SVELTE_WORD.match(code)
    start = span.start + (word.end() if word else 0)
    code = code[word.end() :] if word else code
    part = javascript.analyse(Source(source.path, code, "typescript", source.test), words)
    sites = part.sites if part.failed is None else embedded(code, words)
    line = source.line_span(source.place(span.start)[0])
    for site in sites:
        if site.use in {"writer", "constant"}:
            continue
        moved = moved_site(site, lambda at: at + start)
        result.sites.append(_with_statement(moved, Span(min(line.start, span.start), max(line.end, span.end))))


def _with_statement(site: Site, statement: Span) -> Site:
    from dataclasses import replace

    return replace(site, statement=statement, call=None)


def _markup(source: Source, frame: _Frame) -> Iterator[Site]:
    """``v-html`` and ``{@html …}`` that name thinking from a known reader call."""
    tainted = thinking_names(source.text)
    if not tainted:
        return
    for span in frame.raw_html:
        code = source.slice(span)
        if mentions(code, tainted):
            yield Site("markup", code, span, language="javascript")


class _Frame:
    """Where the scripts, expressions and comments of a page stand, in code points."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.scripts: list[tuple[Span, str]] = []
        self.expressions: list[Span] = []
        self.raw_html: list[Span] = []
        self.comments: list[Comment] = []
        covered: list[Span] = []
        root = trees.parse("html", source.utf8)
        self.failed = "the parser took too long" if root is None else None
        stack = [root] if root is not None else []
        while stack:
            node = stack.pop()
            if node.type == "comment":
                span = self._span(node)
                self.comments.append(Comment(source.slice(span), span))
                covered.append(span)
            elif node.type in {"script_element", "style_element"}:
                covered.append(self._span(node))
                self._element(node)
            else:
                if node.type == "attribute":
                    self._attribute(node)
                stack.extend(reversed(node.children))
        self._text_expressions(sorted(covered))
        self.comments.sort(key=lambda comment: comment.span)

    def _span(self, node: Any) -> Span:
        return Span(self.source.from_byte(node.start_byte), self.source.from_byte(node.end_byte))

    def _text(self, node: Any) -> str:
        return self.source.utf8[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def _element(self, node: Any) -> None:
        raw = next((child for child in node.children if child.type == "raw_text"), None)
        if node.type != "script_element" or raw is None:
            return
        given = {}
        for child in node.children[0].named_children:
            if child.type == "attribute":
                name, _, value = self._text(child).partition("=")
                given[name.strip()] = value.strip().strip("'\"")
        if not _SCRIPT_TYPE.match(given.get("type", "").lower()):
            return
        lang = given.get("lang", "").lower()
        language = {"ts": "typescript", "typescript": "typescript", "tsx": "tsx", "jsx": "javascript"}.get(
            lang, "javascript"
        )
        if self.source.language == "astro":
            language = "typescript"
        self.scripts.append((self._span(raw), language))

    def _attribute(self, node: Any) -> None:
        name = next((self._text(child) for child in node.named_children if child.type == "attribute_name"), "")
        value = next(
            (child for child in node.named_children if child.type in {"attribute_value", "quoted_attribute_value"}),
            None,
        )
        if value is None:
            return
        span = self._span(value)
        if value.type == "quoted_attribute_value":
            span = Span(span.start + 1, span.end - 1)
        if self.source.language == "vue" and _DIRECTIVE.match(name):
            self.expressions.append(span)
            if name == "v-html":
                self.raw_html.append(span)
        elif name.lower().startswith("on") and name.islower():
            self.expressions.append(span)

    def _text_expressions(self, covered: list[Span]) -> None:
        """Expressions between the markup: ``{{ … }}`` in Vue, ``{ … }`` in Svelte and Astro."""
        if self.source.language not in {"vue", "svelte", "astro"}:
            return
        at = 0
        for start, end in [*covered, Span(len(self.source.text), len(self.source.text))]:
            if start > at:
                self._between(at, start)
            at = max(at, end)

    def _between(self, start: int, end: int) -> None:
        text = self.source.text
        if self.source.language == "vue":
            self.expressions += [Span(*found.span(1)) for found in _MUSTACHE.finditer(text, start, end)]
            return
        depth, opened = 0, start
        for found in re.compile(r"[{}]").finditer(text, start, end):
            if found[0] == "{":
                if depth == 0:
                    opened = found.end()
                depth += 1
            elif depth:
                depth -= 1
                if depth == 0:
                    span = Span(opened, found.start())
                    self.expressions.append(span)
                    if text.startswith("@html", opened):
                        self.raw_html.append(span)
