"""Readers of JavaScript without a tag in sight: names, elements, token numbers, other libraries' readers, markup."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from thinkspec.lint import clues
from thinkspec.lint.languages.jspage import put_into_pages
from thinkspec.lint.languages.jstree import Module, Node, called, scope_of
from thinkspec.lint.languages.jsuse import Uses
from thinkspec.lint.late import late
from thinkspec.lint.model import Site, Span, Use
from thinkspec.lint.tags import Words

FOREIGN = frozenset(
    [
        "extractReasoningMiddleware",
        "extractReasoning",
        "extractReasoningStream",
        "createReasoningParser",
        "ReasoningParser",
        "parseReasoning",
    ]
)
_SELECTING = frozenset(
    [
        "querySelector",
        "querySelectorAll",
        "getElementsByTagName",
        "getElementsByTagNameNS",
        "closest",
        "matches",
        "$",
        "$$",
    ]
)
# Methods that select where they are called on a page or a tree; other things have them too.
_MAY_SELECT = frozenset(["find", "filter", "is", "has", "remove", "children", "select", "selectAll"])
_PAGE = late(
    r"\$|^(?:soup|dom|tree|root|html|doc|page|body)|(?:^|[a-z_](?=[A-Z])|_)(?:dom|tree|root|html|doc(?:ument)?|elem(?:ent)?s?|el|nodes?|markup|body|container|wrapper)\d?$",
    re.IGNORECASE,
)
_ELEMENT_NAME = late(r"(?:tagName|nodeName|localName|tag_name)$", re.IGNORECASE)
_TAG_OPTION = late(r"(?:^|_)(?:tag|element)s?(?:_?name)?s?$|tagNames?$|elementNames?$", re.IGNORECASE)
_MARKUP_PARSER = late(r"\bon(?:open|close)tag\b|htmlparser2|parse5|\bsax\b|\bunist-util-|\bhast-util-|\bmdast-util-")
_RENDERERS = late(r"remark|rehype|mdast|hast", re.IGNORECASE)
_BY_OTHER = late(r"By(?:Id|Class\w*|Name|Role|TestId|Text)$")  # `getElementById` takes no tag name
_VISITS = frozenset(["visit", "visitParents"])  # of unist: a test may be `{ name: "think" }`
_TREE_CALLS = frozenset(
    ["is", "convert", "remove", "filter", "map", "find", "findAll", "findAfter", "findAllAfter", "select"]
)
_NO_TOKEN_USE = late(r"bias|stop|eos|special|added|vocab|suppress|bad_", re.IGNORECASE)
_OTHER_LIST = late(
    r"key|field|type|kind|event|mode|command|role|prop|attr|param|option|level|setting|state|status|tab|step",
    re.IGNORECASE,
)
Statement = Callable[[Node], Span | None]


def name_sites(
    module: Module, words: Words, uses: Uses, statement: Statement, matchers: set[str], built: list[str]
) -> list[Site]:
    """All sites of this module's kind.

    ``matchers`` are this file's functions that build a tag from a parameter, ``built`` the expressions that build one.
    """
    return list(_Names(module, words, uses, statement, matchers, built).run())


class _Names:
    def __init__(
        self, module: Module, words: Words, uses: Uses, statement: Statement, matchers: set[str], built: list[str]
    ) -> None:
        self.module, self.words, self.uses, self.statement = module, words, uses, statement
        self.matchers, self.built = matchers, built

    def run(self) -> Iterator[Site]:
        for node in self.module.nodes:
            kind = node.type
            if kind == "string":
                yield from self._string(node)
            elif kind == "number" and self.module.text(node) in {"151667", "151668"}:
                yield from self._number(node)
            elif kind in {"call_expression", "new_expression"} and called(self.module, node)[0] in FOREIGN:
                yield self._site(node, "foreign-reader")
            elif kind in {"pair", "shorthand_property_identifier", "method_definition"}:
                yield from self._component(node)
        yield from (self._site(node, "markup") for node in put_into_pages(self.module))

    def _site(self, node: Node, use: Use) -> Site:
        text = self.module.text(node)
        return Site(
            use, text, self.module.span(node), names=(text.strip("'\"`").lower(),) if node.type == "string" else (),
            statement=self.statement(node), asserting=self.uses.asserting(node), language="javascript",
        )  # fmt: skip

    def _value(self, node: Node) -> str:
        return self.module.text(node)[1:-1]

    def _string(self, node: Node) -> Iterator[Site]:
        text = self._value(node)
        parent = node.parent
        if len(text) > 200 or parent is None:
            return
        if parent.type == "arguments" and parent.parent is not None:
            name, receiver = called(self.module, parent.parent)
            if self._selects(name, receiver, parent.parent) and selects(text, self.words):
                yield self._site(node, "dom")
            elif self.words.is_name(text) and "<" not in text and self._matches_tags(name):
                yield self._site(node, "dom" if _RENDERERS.search(name) else "name-list")
        if not self.words.is_name(text) or "<" in text:
            return
        if (parent.type == "binary_expression" and self._compares_element(node, parent)) or (
            parent.type == "switch_case" and _ELEMENT_NAME.search(self.uses.base(self.uses.switched(parent)))
        ):
            yield self._site(node, "dom")
        elif self._held_as_a_tag(node, parent):
            yield self._site(node, "name-list")
        elif parent.type == "pair" and node == parent.child_by_field_name("value"):
            yield from self._option(node, parent)
        elif parent.type == "array" and self._is_name_list(parent):
            yield self._site(node, "name-list")

    def _selects(self, name: str, receiver: Node | None, call: Node) -> bool:
        """Whether a call takes a selector."""
        if name in _MAY_SELECT:
            return bool(_PAGE.search(self.uses.base(receiver)))
        function = call.child_by_field_name("function")
        loaded = (
            not name and function is not None and function.type == "call_expression"
        )  # cheerio: `load(html)("think")`
        return name in _SELECTING or (loaded and called(self.module, function)[0] == "load")

    def _matches_tags(self, name: str) -> bool:
        if name in self.matchers:
            return True
        return bool(clues.GENERIC_MATCHER.search(name)) and name not in FOREIGN and not _BY_OTHER.search(name)

    def _held_as_a_tag(self, node: Node, parent: Node) -> bool:
        """Whether a bare name is held under a name such as ``THINKING_TAG``; a local one is found by what is built with it."""
        holders = {"variable_declarator", "public_field_definition", "field_definition", "pair", "enum_assignment"}
        if parent.type not in holders or node != parent.child_by_field_name("value"):
            return False
        root = self.module.root
        if parent.type == "variable_declarator" and scope_of(parent) != (root.start_byte, root.end_byte):
            return False
        name = (
            parent.child_by_field_name("name")
            or parent.child_by_field_name("key")
            or parent.child_by_field_name("property")
        )
        text = self.module.text(name).strip("'\"#") if name is not None else ""
        return clues.ONE_TAG_NAME.search(text) is not None and not any(text in built for built in self.built)

    def _compares_element(self, node: Node, parent: Node) -> bool:
        operator = parent.child_by_field_name("operator")
        if operator is None or operator.type not in {"==", "===", "!=", "!=="}:
            return False
        left, right = parent.child_by_field_name("left"), parent.child_by_field_name("right")
        name = self.uses.base(right if node == left else left)
        return bool(
            _ELEMENT_NAME.search(name) or (name in {"name", "tag"} and _MARKUP_PARSER.search(self.module.source.text))
        )

    def _option(self, node: Node, pair: Node) -> Iterator[Site]:
        """``{ tagName: "think" }`` handed to somebody's tag matcher; a known library's reader is its own rule."""
        key = pair.child_by_field_name("key")
        call = self._call_around(pair)
        if key is None:
            return
        option = self.module.text(key).strip("'\"")
        if call is None:  # options of a plugin that stand in a list
            if option == "tagName" and pair.parent is not None and not self._is_element(pair.parent):
                yield self._site(node, self._plugin_use(pair.parent.parent))
            return
        function = called(self.module, call)[0]
        if option in {"name", "tagName"} and (function in _VISITS or (function in _TREE_CALLS and self._walks_trees())):
            yield self._site(node, "dom")
        elif _TAG_OPTION.search(option) and function not in FOREIGN and "createElement" not in function:
            yield self._site(node, self._plugin_use(call.child_by_field_name("arguments")))

    def _plugin_use(self, listed: Node | None) -> Use:
        """What options are for: a plugin of remark or rehype that stands beside them renders the element."""
        beside = listed.named_children[0] if listed is not None and listed.named_children else None
        plugin = beside is not None and _RENDERERS.search(self.module.text(beside)[:200])
        return "dom" if plugin else "name-list"

    def _is_element(self, holder: Node) -> bool:
        """Whether an object is an element that is made: it has a type or children too."""
        keys = [child.child_by_field_name("key") for child in holder.named_children if child.type == "pair"]
        return any(key is not None and self.module.text(key) in {"type", "children", "properties"} for key in keys)

    def _walks_trees(self) -> bool:
        """Whether the file brings in tools for the syntax trees of Markdown or HTML."""
        return _MARKUP_PARSER.search(self.module.source.text) is not None

    @staticmethod
    def _call_around(node: Node) -> Node | None:
        at = node.parent
        while at is not None and at.type in {"object", "pair", "array", "arguments"}:
            if at.type == "arguments":
                call: Node = at.parent
                return call
            at = at.parent
        return None

    def _is_name_list(self, array: Node) -> bool:
        """An array of tag names and nothing else, under a name about tags."""
        items = [child for child in array.named_children if child.type != "comment"]
        if len(items) < 2 or not all(child.type == "string" for child in items):
            return False
        texts = [self._value(child) for child in items]
        if not all(self.words.is_name(text) or self.words.is_context_name(text) for text in texts):
            return False
        at = array.parent
        while at is not None and at.type in {
            "arguments",
            "new_expression",
            "call_expression",
            "as_expression",
            "satisfies_expression",
        }:
            at = at.parent
        if at is None or at.type == "for_in_statement":
            return False
        target = at.child_by_field_name("name") or at.child_by_field_name("key") or at.child_by_field_name("left")
        name = self.module.text(target) if target is not None else ""
        if not name or _OTHER_LIST.search(name):
            return False
        tagged = re.search(r"tag|name|element|xml|marker|opener|closer", name, re.IGNORECASE)
        return bool(tagged or (self.words.thinkish(name) and "think" in texts))

    def _number(self, node: Node) -> Iterator[Site]:
        span = self.statement(node)
        if span is None or not _NO_TOKEN_USE.search(self.module.source.slice(span)):
            yield self._site(node, "token-id")

    def _component(self, node: Node) -> Iterator[Site]:
        """A property named after a tag in a map of components."""
        key = (
            node
            if node.type == "shorthand_property_identifier"
            else node.child_by_field_name("key") or node.child_by_field_name("name")
        )
        if key is None or not self.words.is_name(self.module.text(key).strip("'\"")) or "<" in self.module.text(key):
            return
        above = node.parent
        while above is not None and above.type in {
            "object",
            "parenthesized_expression",
            "as_expression",
            "satisfies_expression",
            "jsx_expression",
            "arguments",
            "call_expression",
        }:
            above = above.parent
        if above is None:
            return
        name = above.child_by_field_name("name") or above.child_by_field_name("key")
        if name is None and above.type == "jsx_attribute" and above.named_children:
            name = above.named_children[0]
        if name is not None and re.search(r"components?$|renderers?$", self.module.text(name), re.IGNORECASE):
            yield self._site(key, "dom")


def selects(selector: str, words: Words) -> bool:
    """Whether a CSS selector names an element after a tag.

    >>> w = Words(["think"])
    >>> selects("div > think.open", w), selects(".think, #think", w), selects("think-row", w)
    (True, False, False)
    """
    parts = re.split(r"[\s>+~,]+", selector.strip())
    return any(
        words.is_name(re.split(r"(?<!\\)[.#:\[]", part, maxsplit=1)[0].replace("\\", "")) and part[:1] not in "</"
        for part in parts
        if part
    )
