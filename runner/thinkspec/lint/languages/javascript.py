"""JavaScript and TypeScript, with or without JSX: the tree, folded texts, and what is done with each."""

from __future__ import annotations

import re

from thinkspec.lint import clues
from thinkspec.lint.languages.jsfold import Folder, Piece
from thinkspec.lint.languages.jsnames import name_sites
from thinkspec.lint.languages.jstree import FUNCTIONS, Module, Node, arguments, called, parse, read
from thinkspec.lint.languages.jsuse import READS, Seen, Uses, function_name
from thinkspec.lint.languages.sites import one_a_place
from thinkspec.lint.languages.textuse import may_hold, only_tags
from thinkspec.lint.late import late
from thinkspec.lint.model import Analysis, Call, Comment, How, Site, Span
from thinkspec.lint.regextext import HOLE_FIRST, HOLE_LAST
from thinkspec.lint.source import Source
from thinkspec.lint.tags import Hit, Words

_ABOUT = 20_000  # characters of a function that are searched for a word about thinking
_EDGE = late(r"open|clos|start|end|begin|tag|token|marker|delim", re.IGNORECASE)
_HOLE = late(f"[{HOLE_FIRST}-{HOLE_LAST}]")
_WRITTEN = late(
    f"<[{HOLE_FIRST}-{HOLE_LAST}]>\\s*[{HOLE_FIRST}-{HOLE_LAST}]"
)  # an opener and a text: a block that is put together
_LONG = 2_000  # characters of a text that is still taken for a pattern if it does not look like one
_WORTH = late(
    r"[<\uff1c\u2039\u3008\u25c1]|&lt;|\\[xu]|\\0?74|\[\\?/?t|fromC|\$\{|nk[\"'`>]|open|clos|start|end|tag|source|token|think|thought|reason|scratch",
    re.IGNORECASE,
)
_ROOTS = frozenset(["string", "template_string", "regex", "binary_expression", "call_expression"])
_TEXT_CALLS = frozenset(["join", "concat", "fromCharCode", "fromCodePoint", "raw"])


def analyse(source: Source, words: Words) -> Analysis:
    """The sites of a file; one that no grammar takes gets line rules."""
    noted = "thinkspec" in source.text  # else no comment matters
    declares = re.search(r"\.d\.[cm]?ts$", source.path)  # types of code that stands elsewhere
    if declares and not noted:
        return Analysis()
    root, reason = parse(source, source.language)
    module = Module(source, root)
    if root is not None:
        try:
            module = read(source, root)
        except RecursionError:
            reason = reason or "nested too deeply"
    comments = (
        [
            Comment(module.text(node), module.span(node))
            for node in module.nodes
            if node.type in {"comment", "html_comment"}
        ]
        if noted or reason is not None
        else []
    )
    if reason is not None:
        from thinkspec.lint.languages.masked import line_rules

        return line_rules(source, words, reason, comments if module.nodes else None)
    sites = [] if declares else _Finder(module, words).run()
    return Analysis(sites, comments, statement_spans(module) if comments else [])


def statement_spans(module: Module) -> list[Span]:
    """The spans of all statements; of compound ones only the head."""
    return [_head(module, node) for node in module.nodes if _is_statement(node)]


def _is_statement(node: Node) -> bool:
    kind: str = node.type
    return kind.endswith(("_statement", "_declaration")) or kind in {
        "public_field_definition",
        "field_definition",
        "method_definition",
        "switch_case",
    }


def _head(module: Module, node: Node) -> Span:
    start, end = module.span(node)
    body = node.child_by_field_name("body") or node.child_by_field_name("consequence")
    if body is not None and body.type in {"statement_block", "class_body", "switch_body"}:
        end = module.span(body).start
    elif node.type == "switch_case":
        value = node.child_by_field_name("value")
        end = module.span(value).end if value is not None else end
    return Span(start, end)


class _Finder:
    def __init__(self, module: Module, words: Words) -> None:
        self.module, self.words = module, words
        self.folder, self.uses = Folder(module), Uses(module)
        self.taken: set[int] = set()
        self.dull = 0
        self.matchers: set[str] = set()  # functions that build a tag from a parameter

    def run(self) -> list[Site]:
        sites = []
        for node in self.module.nodes:
            if node.type in _ROOTS and node.id not in self.taken:
                site = self._site(node)
                if site is not None:
                    sites.append(site)
        built = [self.module.source.slice(site.span) for site in sites if site.how == "built"]
        sites += name_sites(self.module, self.words, self.uses, self.statement, self.matchers, built)
        return one_a_place(self.module.source, sites)

    def _site(self, node: Node) -> Site | None:
        if node.type == "call_expression" and not self._call_makes_text(node):
            return None
        if node.end_byte <= self.dull:
            return None
        if not _WORTH.search(self.module.text(node)):
            self.dull = node.end_byte  # nor is anything in it
            return None
        if node.type == "binary_expression" and not self._makes_text(node):
            return None
        pieces = self.folder.fold(node)
        if node.type not in {"string", "regex"}:
            self._take(node, pieces)
        text = "".join(piece.text for piece in pieces)
        if (
            len(text) > 100_000
            or not (may_hold(text) or _HOLE.search(text))
            or clues.chat_template(text)
            or "{%" in text
        ):
            return None
        return self._judge(node, pieces, text)

    def _makes_text(self, node: Node) -> bool:
        operator = node.child_by_field_name("operator")
        if operator is None or operator.type != "+":
            return False
        return any(piece.origin != "hole" for piece in self.folder.fold(node))

    def _call_makes_text(self, node: Node) -> bool:
        name, receiver = called(self.module, node)
        listed = node.child_by_field_name("arguments")
        if listed is not None and listed.type == "template_string":
            return True
        if name == "join":
            return (
                receiver is not None and receiver.type in {"array", "call_expression"} and self._joined_by_nothing(node)
            )
        return name in _TEXT_CALLS

    def _joined_by_nothing(self, node: Node) -> bool:
        given = arguments(node)
        return bool(given) and self.module.text(given[0]) in {'""', "''", "``", '"|"', "'|'"}

    def _take(self, root: Node, pieces: list[Piece]) -> None:
        """Mark the literals that are parts of a root, so that they are not judged again by themselves."""
        for piece in pieces:
            at = piece.node
            if not (root.start_byte <= at.start_byte and at.end_byte <= root.end_byte):
                continue
            while at is not None and at != root:
                self.taken.add(at.id)
                at = at.parent

    # -- one expression

    def _judge(self, node: Node, pieces: list[Piece], text: str) -> Site | None:
        words = self.words
        spelled = words.in_literal(text) or (words.in_pattern(text) if len(text) < _LONG or clues.regexy(text) else [])
        if not spelled and not _HOLE.search(text):
            return None
        exact = only_tags(text, words)
        seen = Seen("regex") if node.type == "regex" else self.uses.of(node, exact)
        regexy = node.type == "regex" or seen.use == "regex" or (not exact and clues.regexy(text))
        hits = words.in_pattern(text) if regexy else words.in_literal(text) or words.in_pattern(text)
        known = [hit for hit in hits if hit.name and not hit.context]
        holes = [hit for hit in hits if hit.hole]
        if not known:
            if not hits and seen.use == "regex" and node.type != "regex" and self._of_markers(pieces):
                hits = holes = [Hit("", -1, -1, closer=False, hole=HOLE_FIRST)]
            elif holes:
                if not self._thinkish_hole(node, holes, seen):
                    return None
            elif not hits or not self._in_context(node):
                return None
        if not known and seen.use != "regex" and _WRITTEN.fullmatch(text):
            return None
        use = self._settled(node, seen, text, exact, spelled=regexy and bool(hits))
        if use is None or use.use is None:
            return None
        how, span = self._how(node, pieces, bool(known) or not holes)
        return Site(
            use.use,
            text,
            span,
            how,
            tuple(dict.fromkeys(hit.name for hit in hits if hit.name)),
            self.statement(node),
            use.sure,
            self.uses.asserting(node),
            "javascript",
            self._call(node, use) if use.use == "regex" else None,
            doubtful=use.use == "regex" and all(hit.doubtful for hit in hits),
        )

    def _settled(self, node: Node, seen: Seen, text: str, exact: bool, *, spelled: bool) -> Seen | None:
        """What the climb saw, put right by what the text looks like."""
        if seen.use == "regex":
            return seen if spelled else None
        if seen.use in {"string-op", "compare", "token-id"}:
            return seen if exact or seen.sure == "high" else None
        if exact:
            return seen
        if clues.code_with_pattern(text) and not clues.regexy(text):
            from thinkspec.lint.languages.masked import embedded

            return Seen("regex", sure="medium") if embedded(text, self.words) else None
        if spelled and clues.regexy(text) and not self._shown(node):
            return Seen("regex", seen.call, "high" if seen.use == "constant" else "medium")
        return seen if seen.use == "writer" else None

    @staticmethod
    def _shown(node: Node) -> bool:
        """Whether a text is written into a page or thrown as a message."""
        at = node.parent
        while at is not None and not at.type.endswith("_statement"):
            if at.type in {"jsx_attribute", "jsx_text"}:
                return True
            at = at.parent
        return at is not None and at.type == "throw_statement"

    def _how(self, node: Node, pieces: list[Piece], named: bool) -> tuple[How, Span]:
        """How the tag is written, and where: the piece that shows it, or the whole expression."""
        for piece in pieces:
            if piece.origin == "lit" and self._shows(piece):
                return "literal", self.module.span(piece.node if len(pieces) > 1 else node)
        if any(piece.origin != "lit" for piece in pieces):
            return "built", self.module.span(node)
        return ("hidden" if named else "built"), self.module.span(node)

    def _shows(self, piece: Piece) -> bool:
        hits = self.words.in_literal(piece.text)
        if all(
            piece.text[hit.start].isalnum() or piece.text[hit.start] == "/" for hit in hits
        ) and not self.words.in_pattern(piece.text):
            return False  # the rest of a tag whose bracket stands elsewhere
        raw = self.module.text(piece.node)
        inside = raw[1 : raw.rfind("/")] if piece.node.type == "regex" else raw[1:-1]
        return piece.node.type != "call_expression" and self.words.visible(inside)

    def _in_context(self, node: Node) -> bool:
        span = self.statement(node)
        shown = self.module.source.slice(span)[:2_000] if span is not None else ""
        return bool(clues.THINK_WORDS.search(self.words.without_context_tags(shown)))

    def _thinkish_hole(self, node: Node, holes: list[Hit], seen: Seen) -> bool:
        if seen.use in (None, "writer"):
            return False
        for hit in holes:
            inner = self.folder.holes.get(hit.hole)
            shown = self.module.text(inner) if inner is not None else ""
            if self.words.thinkish(shown):
                return True
            self._note_matcher(inner)
            if clues.TAG_NAME.search(shown) and self._about_thinking(node):
                return True
        return False

    def _of_markers(self, pieces: list[Piece]) -> bool:
        """A pattern built from markers that are imported: ``${THINK_START}.*?${THINK_END}``."""
        shown = [self.module.text(piece.node) for piece in pieces if piece.origin == "hole"]
        return any(self.words.thinkish(text) and _EDGE.search(text) for text in shown)

    def _note_matcher(self, hole: Node | None) -> None:
        """Remember a function whose parameter becomes a tag: its callers hand over the name."""
        binding = self.module.lookup(hole) if hole is not None and hole.type == "identifier" else None
        at = hole
        while binding is not None and at is not None:
            if at.type in FUNCTIONS and (at.start_byte, at.end_byte) == binding.scope:
                self.matchers.add(function_name(self.module, at))
            at = at.parent

    def _about_thinking(self, node: Node) -> bool:
        """Whether the functions around, by name or content, are about thinking."""
        at = node.parent
        outermost = None
        while at is not None:
            if at.type in FUNCTIONS or at.type in {"class_declaration", "class"}:
                outermost = at
                if self.words.thinkish(function_name(self.module, at)):
                    return True
            at = at.parent
        return outermost is not None and self.words.thinkish(self.module.text(outermost)[:_ABOUT])

    def statement(self, node: Node) -> Span | None:
        """The head of the statement around a node."""
        at = node
        while at is not None and not _is_statement(at):
            at = at.parent
        return _head(self.module, at) if at is not None else None

    # -- how a pattern is used

    def _call(self, node: Node, seen: Seen) -> Call:
        flags = ""
        at = node
        if node.type == "regex":
            given = node.child_by_field_name("flags")
            flags = self.module.text(given) if given is not None else ""
        elif seen.call is not None:
            at = seen.call
            more = arguments(at)[1:]
            flags = self.module.text(more[0]).strip("'\"`") if more else ""
        parent = at.parent
        if parent is not None and parent.type == "arguments" and parent.parent is not None:
            return self._taken_by(parent.parent, flags)
        if (
            parent is not None
            and parent.type == "member_expression"
            and parent.parent is not None
            and parent.parent.type == "call_expression"
        ):
            call = parent.parent
            name = self.module.text(parent.child_by_field_name("property"))
            subject = arguments(call)
            return Call(
                name, flags, subject=self.module.span(subject[0]) if subject else None, span=self.module.span(call)
            )
        return Call("compile", flags)

    def _taken_by(self, call: Node, flags: str) -> Call:
        name, receiver = called(self.module, call)
        if name not in READS or receiver is None:
            return Call("compile", flags)
        given = arguments(call)
        replacement = None
        if name.startswith("replace") and len(given) == 2 and given[1].type in {"string", "template_string"}:
            pieces = self.folder.fold(given[1])
            text = "".join(piece.text for piece in pieces)
            replacement = None if re.search(f"[{HOLE_FIRST}-{HOLE_LAST}]", text) else text
        count = 0 if "g" in flags or not name.startswith("replace") else 1
        return Call(name, flags, replacement, count, self.module.span(receiver), self.module.span(call))
