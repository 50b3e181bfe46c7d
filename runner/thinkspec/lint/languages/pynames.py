"""Bare tag names and token numbers in Python: document readers, lists of names, generic matchers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from thinkspec.lint import clues
from thinkspec.lint.languages.pyfold import Folder
from thinkspec.lint.languages.pyhints import defaulted, steers_generation, targets_of
from thinkspec.lint.languages.pyscope import Function, Module, called
from thinkspec.lint.languages.pytext import Places
from thinkspec.lint.languages.pyuse import Uses
from thinkspec.lint.late import late
from thinkspec.lint.model import Site, Use
from thinkspec.lint.source import Source
from thinkspec.lint.tags import Words

_DOM_CALLS = frozenset(
    [
        "find_all",
        "find",
        "findAll",
        "select",
        "select_one",
        "findall",
        "iter",
        "iterfind",
        "iterdescendants",
        "xpath",
        "css",
        "cssselect",
        "getElementsByTagName",
        "find_next",
        "strip_tags",
    ]
)
_DOM_MODULES = ("bs4", "lxml", "html.parser", "xml", "selectolax", "parsel", "pyquery", "html5lib", "scrapy")
_PREFIX = late(r"^\.?/{0,2}")
_TOKENS = frozenset({151667, 151668})
_LIST_NAME = late(r"tag|(?:think|reason|thought)\w*(?:name|word|marker)|block_?name", re.IGNORECASE)
_ABOUT_THINKING = late(r"think|thought|reason", re.IGNORECASE)
_NO_TOKEN = late(r"stop|eos|bad|special|vocab|image|img|video|audio|vision", re.IGNORECASE)
_NOT_LIST = late(
    r"types?(?:$|_)|kind|html|allow|safe|style|prompt|template|special|stop|token|field|key|tagger", re.IGNORECASE
)


def _names_tags(name: str) -> bool:
    """Whether an identifier names a list of tag names."""
    return bool(_LIST_NAME.search(name)) and not _NOT_LIST.search(name)


def _names_token(name: str) -> bool:
    """Whether an identifier names the token of a tag; in other vocabularies the same number is something else."""
    return bool(_ABOUT_THINKING.search(name)) and not _NO_TOKEN.search(name)


def name_sites(
    source: Source,
    module: Module,
    words: Words,
    uses: Uses,
    folder: Folder,
    places: Places,
    handed: dict[tuple[ast.AST, str], None],
    built: list[str],
) -> list[Site]:
    """The sites of bare names and token numbers of a module; ``built`` are the expressions that build a tag or pattern."""
    finder = _Names(source, module, words, uses, folder, places, built)
    dom = any(name == start or name.startswith(start + ".") for name in module.imported for start in _DOM_MODULES)
    sites: list[Site] = []
    for constant in module.of(ast.Constant):
        if isinstance(constant.value, str):
            if 3 < len(constant.value) < 200 and words.worth(constant.value):
                sites += finder.text(constant, dom)
        elif type(constant.value) is int and constant.value in _TOKENS:
            sites += finder.number(constant)
    if dom:
        elements = [node for node in module.of(ast.Attribute) if node.attr in words.names]
        sites += [
            finder.site(node, "dom", node.attr) for node in elements if clues.DOM_NAME.search(uses.base(node.value))
        ]
    return [*sites, *finder.handed(handed)]


class _Names:
    def __init__(
        self, source: Source, module: Module, words: Words, uses: Uses, folder: Folder, places: Places, built: list[str]
    ) -> None:
        self.built = built
        self.source, self.module, self.words = source, module, words
        self.uses, self.folder, self.places = uses, folder, places

    def site(self, node: ast.expr, use: Use, text: str) -> Site:
        names = tuple(part for part in re.split(r"[^\w:]+", text.lower()) if part in self.words.names)
        statement = self.places.statement(self.module.statement(node))
        return Site(
            use,
            text,
            self.places.span(node),
            "literal",
            names,
            statement,
            "medium",
            self.uses.asserting(node),
            "python",
        )

    def text(self, node: ast.Constant, dom: bool) -> Iterator[Site]:
        value = str(node.value)
        parent = self.module.parent.get(node)
        selector = [part for part in re.split(r"[,\s|/>]+", _PREFIX.sub("", value)) if part]
        if (
            not selector
            or not all(self.words.is_name(part) or part in {"descendant::", "*"} for part in selector)
            or "<" in value
        ):
            return
        use = self._use(node, parent, dom, value)
        if use:
            yield self.site(node, use, value)

    def _use(self, node: ast.expr, parent: ast.AST | None, dom: bool, value: str) -> Use | None:
        if isinstance(parent, ast.Call) and node in parent.args:
            return self._argument(parent, dom)
        if isinstance(parent, ast.keyword):
            return self._keyword(parent, dom)
        if isinstance(parent, ast.Compare):
            return self._compared(parent, node, dom)
        if isinstance(parent, (ast.List, ast.Tuple, ast.Set, ast.Dict)):
            return self._listed(parent, dom)
        if isinstance(parent, (ast.Assign, ast.AnnAssign)):
            return self._assigned(parent) if "|" in value else self._named(targets_of(parent), node)
        if isinstance(parent, ast.arguments):
            name = defaulted(parent, node)
            return self._named([ast.Name(name)], parent) if name else None
        if isinstance(parent, ast.MatchValue):
            match = self.module.statement(node)
            return (
                "compare"
                if isinstance(match, ast.Match) and clues.TAG_NAME.search(self.uses.base(match.subject))
                else None
            )
        return None

    def _argument(self, call: ast.Call, dom: bool) -> Use | None:
        name = called(call)
        if dom and (name in _DOM_CALLS or clues.DOM_NAME.fullmatch(name)):
            receiver = self.uses.base(call.func.value) if isinstance(call.func, ast.Attribute) else name
            if name not in {"find", "iter", "select"} or clues.DOM_NAME.search(receiver) or len(receiver) < 2:
                return "dom"
        if name in {"find_all", "findAll", "select_one"} or (
            name in {"find", "select"} and "soup" in self._receiver(call).lower()
        ):
            return "dom"
        if isinstance(call.func, ast.Name) and "soup" in name.lower() and name.islower():
            return "dom"
        if clues.GENERIC_MATCHER.search(name) and not self.words.thinkish(name):
            return "name-list"
        return None

    def _receiver(self, call: ast.Call) -> str:
        return self.uses.base(call.func.value) if isinstance(call.func, ast.Attribute) else ""

    def _keyword(self, keyword: ast.keyword, dom: bool) -> Use | None:
        call = self.module.parent.get(keyword)
        if not isinstance(call, ast.Call):
            return None
        name = called(call)
        if keyword.arg == "name" and name in _DOM_CALLS and dom:
            return "dom"
        if (
            keyword.arg in {"tag", "tags", "tag_name", "tagname", "tag_names", "xml_tag"}
            and clues.READERISH.search(name)
            and not self._foreign(name)
        ):
            return "name-list"
        return None

    def _foreign(self, name: str) -> bool:
        return self.words.thinkish(name) and name not in self.module.functions

    def _compared(self, compare: ast.Compare, node: ast.expr, dom: bool) -> Use | None:
        other = compare.left if node in compare.comparators else compare.comparators[0]
        if not isinstance(other, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
            return None
        name = self.uses.base(other) or ""
        if isinstance(other, ast.Subscript) and isinstance(other.slice, ast.Constant):
            return None
        if clues.TAG_NAME.search(name) and not re.search(r"stage|html_?tags", name):
            return "dom" if dom else "compare"
        return "dom" if dom and name in {"name", "localName", "nodeName"} else None

    def _listed(self, parent: ast.expr, dom: bool) -> Use | None:
        items = parent.keys if isinstance(parent, ast.Dict) else parent.elts  # type: ignore[attr-defined]
        texts = [str(item.value) for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)]
        names = [text for text in texts if self.words.is_name(text)]
        others = [text for text in texts if not self.words.is_name(text) and not self.words.is_context_name(text)]
        if len(texts) != len(items) or not names or len(others) > max(1, len(names)):
            return None
        above = self.module.parent.get(parent)
        while isinstance(above, ast.Call) and called(above) in {"frozenset", "set", "tuple", "list", "sorted"}:
            above = self.module.parent.get(above)
        if isinstance(above, ast.Call):
            return self._argument(above, dom)
        if isinstance(above, ast.keyword):
            return self._keyword(above, dom)
        if isinstance(above, ast.Compare):
            return self._compared(above, parent, dom)
        if isinstance(above, (ast.Assign, ast.AnnAssign)):
            return self._assigned(above)
        if isinstance(above, ast.arguments):
            return "name-list" if _names_tags(defaulted(above, parent)) else None
        if isinstance(above, (ast.For, ast.comprehension)):
            return "name-list" if _LIST_NAME.search(self.uses.base(above.target)) else None
        return None

    def _assigned(self, node: ast.Assign | ast.AnnAssign) -> Use | None:
        return "name-list" if any(_names_tags(self.uses.base(target)) for target in targets_of(node)) else None

    def _named(self, targets: list[ast.expr], place: ast.AST) -> Use | None:
        """One bare name under a constant, a parameter or an attribute such as ``reasoning_tag``, unless it is only written.

        A local variable is left out, and a name that becomes part of a pattern: what is built with it is found there.
        """
        scope = self.module.scope(place)
        for target in targets:
            name = self.uses.base(target)
            if not clues.ONE_TAG_NAME.search(name) or _NOT_LIST.search(name):
                continue
            defaults = isinstance(place, ast.arguments)
            if isinstance(target, ast.Name) and isinstance(scope, Function) and not defaults:
                continue
            if any(name in built for built in self.built):
                continue
            if not self.uses.only_written(target, scope if defaults else None):
                return "name-list"
        return None

    def number(self, node: ast.Constant) -> Iterator[Site]:
        """``151668`` where a reply's tokens are searched or split."""
        parent = self.module.parent.get(node)
        telling = False
        if isinstance(parent, ast.Compare):
            telling = True
        elif isinstance(parent, ast.Call):
            telling = called(parent) in {
                "index",
                "rindex",
                "find",
                "rfind",
                "count",
                "where",
                "eq",
                "split",
                "remove",
                "partition",
            } or bool(clues.READERISH.search(called(parent)) and not clues.WRITERISH.search(called(parent)))
        elif isinstance(parent, (ast.Assign, ast.AnnAssign)):
            telling = _names_token(self.uses.base(targets_of(parent)[0]))
        elif isinstance(parent, ast.arguments):
            telling = _names_token(defaulted(parent, node))
        elif isinstance(parent, (ast.Tuple, ast.List, ast.Set)):
            above = self.module.parent.get(parent)
            telling = isinstance(above, ast.Compare) and len(parent.elts) <= 3
        if telling and not steers_generation(self.module, node):
            yield self.site(node, "token-id", str(node.value))

    def handed(self, functions: dict[tuple[ast.AST, str], None]) -> Iterator[Site]:
        """Tag names handed to a function of this file that builds ``<{name}>`` from its parameter."""
        for function, parameter in functions:
            if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            names = [arg.arg for arg in (*function.args.posonlyargs, *function.args.args)]
            for call in self.module.calls.get(function.name, []):
                place = names.index(parameter) if parameter in names else -1
                if place >= 0 and isinstance(call.func, ast.Attribute) and names[:1] in (["self"], ["cls"]):
                    place -= 1
                values = [word.value for word in call.keywords if word.arg == parameter]
                values += call.args[place : place + 1] if place >= 0 else []
                for value in values:
                    texts = self.folder.texts(value)
                    if any(self.words.is_name(text) for text in texts):
                        yield self.site(value, "name-list", next(text for text in texts if self.words.is_name(text)))
