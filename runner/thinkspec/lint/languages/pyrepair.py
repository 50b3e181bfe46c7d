"""Python that `ast` does not take: newer or older syntax, or broken.

tree-sitter says where the statements are.  Those that `ast` takes one by one stay, in their places; the others give way to
``pass`` and are read by line rules.  If tree-sitter found no fault, the file counts as analysed.
"""

from __future__ import annotations

import ast
import warnings
from typing import Any

from thinkspec.lint.languages.pytext import comments_of
from thinkspec.lint.model import Analysis, Span, blank
from thinkspec.lint.source import Source
from thinkspec.lint.tags import Words

_BODIES = ("body", "consequence", "alternative")
_MOST = 4_000  # statements that are tried one by one


def analyse_broken(source: Source, words: Words, error: BaseException) -> Analysis:
    """The sites of a file that `ast` refuses."""
    from thinkspec.lint.languages import masked
    from thinkspec.lint.languages.python import sites_of, statement_spans

    place = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
    what = str(getattr(error, "msg", "") or error).split("(<unknown>")[0].strip()
    reason = f"syntax error{place}: {what}"
    source = source.with_line_feeds()
    root = _tree(source)
    if root is None:
        return masked.line_rules(source, words, reason)
    pieces = _Pieces(source)
    pieces.statements(root.children)
    text = pieces.text()
    tree = parsed(text)
    if tree is None:
        return masked.line_rules(source, words, reason)
    broken = _broken(root)
    left = [span for span in pieces.refused if words.worth(source.slice(span))]
    result = Analysis(sites_of(source, tree, words), comments_of(source.text), statement_spans(source, tree))
    if left:
        rest = Source(source.path, blank(source.text, left), source.language, source.test)
        more = masked.line_rules(rest, words, reason).sites
        result.sites += [site for site in more if any(span.start <= site.span.start < span.end for span in left)]
    result.failed = reason if broken or _old(root) else None
    return result


def _tree(source: Source) -> Any:
    try:
        import tree_sitter
        import tree_sitter_python

        return tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language())).parse(source.utf8).root_node
    except (ImportError, ValueError):
        return None


def _broken(root: Any) -> bool:
    return bool(root.has_error)


def _old(root: Any) -> bool:
    """Whether there are statements of Python 2, which tree-sitter still takes."""
    todo = list(root.children)
    while todo:
        node = todo.pop()
        if node.type in {"print_statement", "exec_statement"}:
            return True
        if node.type.endswith(("_definition", "_statement", "block", "_clause")):
            todo += node.children
    return False


def parsed(text: str) -> ast.Module | None:
    """The tree of a text, or None."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class _Pieces:
    """Goes down the statements and notes which lines stay, which give way."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.changes: list[tuple[int, int, str]] = []  # first line, line behind the last, what stands there
        self.refused: list[Span] = []
        self.tried = 0

    def statements(self, nodes: list[Any]) -> None:
        for node in nodes:
            if not node.is_named or node.type == "comment":
                continue
            first, last = node.start_point[0], node.end_point[0] + (node.end_point[1] > 0)
            self.tried += 1
            if self.tried < _MOST and node.type != "ERROR" and self._stands(first, last):
                continue
            self._apart(node, first, last)

    def _stands(self, first: int, last: int) -> bool:
        """Whether some lines parse by themselves, as deep as they stand."""
        lines = self._lines(first, last)
        head = "if 1:\n" if lines[:1] and lines[0][:1] in " \t" else ""
        return parsed(head + "\n".join(lines)) is not None

    def _lines(self, first: int, last: int) -> list[str]:
        start = self.source.line_span(first + 1).start
        end = self.source.line_span(min(last, self.source.lines)).end
        return self.source.text[start:end].split("\n")

    def _apart(self, node: Any, first: int, last: int) -> None:
        inner = node
        if node.type == "decorated_definition":
            inner = node.child_by_field_name("definition") or node
        body = inner.child_by_field_name("body")
        if body is None or body.start_point[0] == inner.start_point[0] or not body.named_children:
            self._give_way(first, last)
            return
        begin = body.named_children[0].start_point[0]
        header = self._lines(first, begin)
        text = "\n".join(header)
        indent = text[: len(text) - len(text.lstrip(" \t"))]
        if parsed(("if 1:\n" if indent else "") + text + f"\n{indent}  pass") is None:
            self.changes.append((first, begin, f"{indent}if 1:"))
            self.refused.append(self._span(first, begin))
        self.statements(body.named_children)
        behind = body.end_point[0] + 1
        if behind < last:  # else, except, finally: not worth the care
            self._give_way(behind, last)

    def _give_way(self, first: int, last: int) -> None:
        lines = self._lines(first, last)
        indent = lines[0][: len(lines[0]) - len(lines[0].lstrip(" \t"))] if lines else ""
        self.changes.append((first, last, f"{indent}pass"))
        self.refused.append(self._span(first, last))

    def _span(self, first: int, last: int) -> Span:
        return Span(
            self.source.line_span(first + 1).start,
            self.source.line_span(min(max(last, first + 1), self.source.lines)).end,
        )

    def text(self) -> str:
        """The file with what gave way put out; every other line stands where it stood."""
        lines = self.source.text.split("\n")
        for first, last, put in self.changes:
            end = max(last, first + 1)
            lines[first:end] = [put, *[""] * (min(end, len(lines)) - first - 1)]
        return "\n".join(lines)
