"""Python: the tree, folded texts, and what is done with each."""

from __future__ import annotations

import ast
import re
import warnings

from thinkspec.lint import clues
from thinkspec.lint.languages.pycalls import call_of
from thinkspec.lint.languages.pyfold import Folder
from thinkspec.lint.languages.pynames import name_sites
from thinkspec.lint.languages.pyroots import root_of
from thinkspec.lint.languages.pyscope import Module, called, read
from thinkspec.lint.languages.pyseen import Seen
from thinkspec.lint.languages.pytext import Places, comments_of
from thinkspec.lint.languages.pyuse import Uses
from thinkspec.lint.languages.sites import one_a_place
from thinkspec.lint.late import late
from thinkspec.lint.model import Analysis, How, Site, Span
from thinkspec.lint.regextext import HOLE_FIRST, HOLE_LAST
from thinkspec.lint.source import Source
from thinkspec.lint.tags import Hit, Words

_HOLE = late(f"[{HOLE_FIRST}-{HOLE_LAST}]")
# A known opener with an unknown text behind it: a block that is put together.
_WRITTEN = late(f"<[A-Za-z][\\w:]*>\\s*[{HOLE_FIRST}-{HOLE_LAST}]")
# A marker whose signs are escaped is a pattern without any other sign of one; whether it is used so is seen later.
_ESCAPED = late(r"\\[\[|<{(]")
_LONGEST_ESCAPED = 1_500  # characters
_LIST = late(r"\s*[\[(]\s*[\[(\"']")
_LONGEST_LIST = 1_000  # characters
_MARKER_HOLE = late(r"tag|open|clos|start|end|begin|delim|marker|token|prefix|suffix", re.IGNORECASE)


def analyse(source: Source, words: Words) -> Analysis:
    """The sites of a Python file; one that `ast` cannot read is taken apart by tree-sitter."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        from thinkspec.lint.languages.pyrepair import analyse_broken

        return analyse_broken(source, words, error)
    result = Analysis()
    try:
        result.sites = sites_of(source, tree, words)
    except RecursionError:
        result.failed = "nested too deeply"
    result.comments = comments_of(source.text)
    if result.comments:
        result.statements = statement_spans(source, tree)
    return result


def statement_spans(source: Source, tree: ast.Module) -> list[Span]:
    """The spans of all statements; of compound ones only the head."""
    spans = []
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            start = source.at(node.lineno, node.col_offset)
            body = getattr(node, "body", None)
            if body and isinstance(body, list) and isinstance(body[0], ast.stmt):
                end = source.at(body[0].lineno, 0)
                decorators = getattr(node, "decorator_list", [])
                if decorators:
                    start = source.at(decorators[0].lineno, 0)
                spans.append(Span(start, max(start, end - 1)))
            else:
                spans.append(Span(start, source.at(node.end_lineno or node.lineno, node.end_col_offset or 0)))
    return spans


def sites_of(source: Source, tree: ast.Module, words: Words) -> list[Site]:
    """The sites of a parsed module, in the order of the text, one a place."""
    module = read(tree)
    return _Finder(source, module, words).run()


class _Finder:
    def __init__(self, source: Source, module: Module, words: Words) -> None:
        self.source, self.module, self.words = source, module, words
        self.folder = Folder(module)
        self.uses = Uses(module)
        self.places = Places(source)
        self.handed: dict[tuple[ast.AST, str], None] = {}  # functions and parameters that build a tag

    def run(self) -> list[Site]:
        roots: dict[ast.expr, None] = {}
        for kind in (ast.Constant, ast.JoinedStr, ast.BinOp, ast.Call):
            for node in self.module.of(kind):
                root = root_of(self.module, node)
                if root is not None:
                    roots[root] = None
        sites = [site for root in roots if (site := self.site(root)) is not None]
        built = [self.source.slice(site.span) for site in sites if site.how == "built"]
        sites += name_sites(
            self.source, self.module, self.words, self.uses, self.folder, self.places, self.handed, built
        )
        return one_a_place(self.source, sites)

    # -- one expression

    def site(self, root: ast.expr) -> Site | None:
        if isinstance(root, ast.Constant) and not self._worth(root):
            return None
        if self._is_doc(root):
            return None
        texts = self.folder.texts(root)
        for text in texts:
            if clues.chat_template(text):
                return None
        best: tuple[str, list[Hit]] | None = None
        for text in texts:
            hits = self.hits(text)
            if hits and (best is None or (not best[1][0].name and hits[0].name)):
                best = (text, hits)
        if best is None:
            return self._marker_holes(root, texts)
        return self._judge(root, best[0], best[1])

    def _worth(self, node: ast.Constant) -> bool:
        value = node.value
        text = value if isinstance(value, str) else value.decode("latin-1") if isinstance(value, bytes) else ""
        return self.words.worth(text)

    def _is_doc(self, node: ast.expr) -> bool:
        return isinstance(self.module.parent.get(node), ast.Expr)

    def hits(self, text: str) -> list[Hit]:
        """Tags in a text, read as a string or as a pattern; in-context ones only where the text has a known one too."""
        if not self.words.worth(text):
            return []
        patterned = clues.regexy(text) or (_ESCAPED.search(text) is not None and len(text) < _LONGEST_ESCAPED)
        return self.words.in_literal(text) or (self.words.in_pattern(text) if patterned else [])

    def _judge(self, root: ast.expr, text: str, hits: list[Hit]) -> Site | None:
        pairs = self._spelled_pairs(text)
        exact = pairs or self.words.only_tags(text)
        seen = self.uses.of(root, exact)
        if pairs and seen.use not in (None, "writer"):
            seen = Seen("constant", name=seen.name)  # what is done is done with the list that it is turned into
        spelled = seen.use == "regex" or clues.regexy(text)
        pattern = self.words.in_pattern(text, "x" if "\n" in text else "") if spelled else []
        known = [hit for hit in (*hits, *pattern) if hit.name and not hit.context]
        holes = [hit for hit in (*hits, *pattern) if hit.hole]
        if not known and holes and not self._thinkish_hole(root, holes, seen):
            return None
        if not known and not holes and not self._in_context(root):
            return None
        use = self._settled_use(seen, text, exact, bool(pattern))
        if use is None and not isinstance(root, ast.Constant) and _WRITTEN.search(text):
            use = Seen("writer")
        if use is None:
            return None
        how, span = self._how(root, bool(known))
        embedded = use.use == "regex" and seen.use != "regex"  # by its looks: nothing here uses it as a pattern
        if how is None or (embedded and how != "literal" and clues.code_with_pattern(text)):
            return None  # the text that is put in is found where it stands
        names = tuple(dict.fromkeys(hit.name for hit in (*hits, *pattern) if hit.name))
        return Site(
            use.use or "constant",
            text,
            span,
            how,
            names,
            self.places.statement(self.module.statement(root)),
            use.sure,
            self.uses.asserting(root),
            "python",
            call_of(self.source, self.module, self.folder, self.places, use) if use.use == "regex" else None,
            embedded=embedded,
            doubtful=use.use == "regex" and all(hit.doubtful for hit in pattern) and bool(pattern),
        )

    def _spelled_pairs(self, text: str) -> bool:
        """Whether a text is a list of tags as Python or JSON spells it: an option's value that is read as such."""
        if not _LIST.match(text) or len(text) > _LONGEST_LIST:
            return False
        try:
            value = ast.literal_eval(text.strip())
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            return False
        todo, tags = [value], 0
        while todo:
            item = todo.pop()
            if isinstance(item, (list, tuple)):
                todo += item
            elif not isinstance(item, str) or not self.words.is_tag(item):
                return False
            else:
                tags += 1
        return tags > 1

    def _settled_use(self, seen: Seen, text: str, exact: bool, spelled: bool) -> Seen | None:
        """What the climb saw, put right by what the text looks like."""
        if seen.settled:
            return None
        if seen.use == "regex":
            return seen if spelled else None
        if seen.use in {"constant", None, "writer"} and not exact:
            if clues.code_with_pattern(text) and len(text) < 20_000:
                return (
                    Seen("regex", seen.call, sure="medium")
                    if seen.use != "writer" or clues.regexy(text)
                    else Seen("regex", sure="medium")
                )
            if spelled and clues.regexy(text) and not _HOLE.search(text[:1]):
                return Seen("regex", seen.call, seen.name, "medium" if seen.use is None else "high")
            return None if seen.use != "writer" else seen
        if seen.use == "constant" and not exact:
            return None
        if seen.use in {"string-op", "compare", "charset-strip"} and not exact and seen.sure != "high":
            return None
        return seen if seen.use else None

    def _in_context(self, root: ast.expr) -> bool:
        """Whether the statement of an in-context name has a second word about thinking."""
        statement = self.module.statement(root)
        if statement is None:
            return False
        shown = self.source.slice(self.places.head(statement))
        masked = self.words.without_context_tags(shown)
        return clues.THINK_WORDS.search(masked) is not None

    # -- holes

    def _thinkish_hole(self, root: ast.expr, holes: list[Hit], seen: Seen) -> bool:
        if seen.use in (None, "writer"):
            return False
        for hit in holes:
            node = self.folder.holes.get(hit.hole)
            if node is None:
                continue
            shown = ast.unparse(node)
            if self.words.thinkish(shown):
                return True
            self._note_parameter(node)
            if (
                seen.use in {"regex", "string-op", "constant"}
                and clues.TAG_NAME.search(shown)
                and self._about_thinking(root)
            ):
                return True
        return False

    def _note_parameter(self, node: ast.expr) -> None:
        if isinstance(node, ast.Name) and any(binding.parameter for binding in self.module.lookup(node)):
            scope = self.module.scope(node)
            while (scope, node.id) not in self.module.names and scope is not self.module.tree:
                scope = self.module.scope(scope)
            self.handed[scope, node.id] = None

    def _about_thinking(self, node: ast.AST) -> bool:
        """Whether the function or class around says that it is about thinking."""
        scope = self.module.scope(node)
        while scope is not self.module.tree:
            if self.words.thinkish(getattr(scope, "name", "")):
                return True
            scope = self.module.scope(scope)
        return False

    def _marker_holes(self, root: ast.expr, texts: list[str]) -> Site | None:
        """A pattern built from imported markers: ``re.escape(THINK_START) + ".*?" + re.escape(THINK_END)``."""
        if isinstance(root, ast.Constant) or not any(_HOLE.search(text) for text in texts):
            return None
        seen = self.uses.of(root, False)
        if seen.use != "regex":
            return None
        for text in texts:
            for char in _HOLE.findall(text):
                shown = ast.unparse(self.folder.holes[char]) if char in self.folder.holes else ""
                if (
                    len(shown) < 80
                    and self.words.thinkish(shown)
                    and _MARKER_HOLE.search(shown)
                    and clues.regexy(text.replace(char, "<think>"))
                ):
                    statement = self.places.statement(self.module.statement(root))
                    return Site(
                        "regex",
                        text,
                        self.places.span(root),
                        "built",
                        (),
                        statement,
                        "medium",
                        self.uses.asserting(root),
                        "python",
                    )
        return None

    # -- literal, built or hidden

    def _how(self, root: ast.expr, known: bool) -> tuple[How | None, Span]:
        parts = [
            node for node in ast.walk(root) if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))
        ]
        if isinstance(root, ast.Constant):
            span, whole = self.places.literal(root, self.words)
            visible = self.words.visible(self.source.slice(self.places.span(root)))
            return ("literal" if whole and visible else "hidden"), span
        for part in parts:
            value = part.value if isinstance(part.value, str) else part.value.decode("latin-1")  # type: ignore[union-attr]
            if self.hits(value) and any(hit.name and not hit.context for hit in self.hits(value)):
                if self._escaped(part, root):
                    return "built", self.places.span(root)
                if isinstance(self.module.parent.get(part), ast.JoinedStr):
                    joined = self.module.parent[part]
                    return "literal", self.places.joined(joined, self.words)  # type: ignore[arg-type]
                span, whole = self.places.literal(part, self.words)
                visible = self.words.visible(self.source.slice(self.places.span(part)))
                return ("literal" if whole and visible else "hidden"), span
        if known and self._references_whole_patterns(root):
            return None, self.places.span(root)
        return ("hidden" if known and self._cut(root) else "built"), self.places.span(root)

    def _escaped(self, part: ast.AST, root: ast.expr) -> bool:
        """Whether a part is put into a pattern by ``re.escape``."""
        at: ast.AST | None = part
        while at is not None and at is not root:
            at = self.module.parent.get(at)
            if isinstance(at, ast.Call) and called(at) == "escape":
                return True
        return False

    def _cut(self, root: ast.expr) -> bool:
        """Whether the letters stand in this expression, only cut apart: no name, format or list of alternatives brings them."""
        for node in ast.walk(root):
            if isinstance(node, ast.Call) and called(node) == "join" and isinstance(node.func, ast.Attribute):
                separator = node.func.value
                if isinstance(separator, ast.Constant) and separator.value in {"|", b"|"}:
                    return False
            if isinstance(node, ast.FormattedValue):
                return False
            if isinstance(node, ast.Call) and called(node) in {"format", "format_map"}:
                return False
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
                return False
            if isinstance(node, (ast.Name, ast.Attribute)) and not isinstance(
                self.module.parent.get(node), ast.Attribute
            ):
                items = self.folder.items(node)
                texts = (
                    [text for item in items for text in self.folder.texts(item)] if items else self.folder.texts(node)
                )
                if any(re.search(r"[a-z]{3}", text, re.IGNORECASE) for text in texts if not _HOLE.search(text)):
                    return False
        return True

    def _references_whole_patterns(self, root: ast.expr) -> bool:
        """Whether every tag comes from a pattern that is a literal elsewhere, where it is found by itself."""
        names = [
            node
            for node in ast.walk(root)
            if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(getattr(node, "ctx", None), ast.Load)
        ]
        for node in names:
            items = self.folder.items(node)
            texts = [text for item in items for text in self.folder.texts(item)] if items else self.folder.texts(node)
            if any(self.hits(text) and clues.regexy(text) and not self.words.is_tag(text) for text in texts):
                return True
        return False
