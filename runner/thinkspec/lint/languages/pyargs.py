"""What a call of Python does with an argument."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from thinkspec.lint import clues
from thinkspec.lint.languages import pyhints
from thinkspec.lint.languages.pyscope import called
from thinkspec.lint.languages.pyseen import (
    CHARSET_CALLS,
    MESSAGES,
    NOTHING,
    PANDAS_CALLS,
    REGEX_CALLS,
    SETTLED,
    STRING_CALLS,
    SURGERY,
    TOKEN_CALLS,
    VALUE_CALLS,
    WRITES,
    Seen,
    all_write,
)  # fmt: skip
from thinkspec.lint.late import late

if TYPE_CHECKING:
    from thinkspec.lint.languages.pyuse import Uses

_TAG_CLASS = late(
    r"Tags?(?![a-z])|Pairs?(?![a-z])|Markers?(?![a-z])|Delim"
)  # a class that holds the two halves of a block


class Calls:
    """Asks for an argument what its call does with it; what becomes of the call is asked of ``uses``."""

    def __init__(self, uses: Uses) -> None:
        self.uses, self.module = uses, uses.module

    def is_regex_call(self, call: ast.Call) -> str:
        """The regex function's name if a call is one of `re` (or regex, re2), else ``""``."""
        function = call.func
        if isinstance(function, ast.Name):
            name = self.module.regex_functions.get(function.id, "")
            return name if name in REGEX_CALLS else ""
        if (
            isinstance(function, ast.Attribute)
            and function.attr in REGEX_CALLS
            and isinstance(function.value, ast.Name)
        ):
            known = self.module.regex_modules | {"re", "regex", "re2"}
            return function.attr if function.value.id in known else ""
        return ""

    def argument(self, node: ast.AST, call: ast.Call, exact: bool) -> Seen:
        place = next((index for index, given in enumerate(call.args) if given is node), 0)
        regex = self.is_regex_call(call)
        if regex:
            if place != 0:
                return NOTHING
            return SETTLED if pyhints.looks_at_templates(self.module, call, regex) else Seen("regex", call)
        name = called(call)
        function = call.func
        if isinstance(function, ast.Attribute):
            accessor = function.value
            if isinstance(accessor, ast.Attribute) and accessor.attr == "str" and name in PANDAS_CALLS and place == 0:
                return Seen("regex", call, sure="medium")
            if name in CHARSET_CALLS and place == 0:
                return Seen("charset-strip", call)
            if name in STRING_CALLS:
                return self._string_call(call, function, place)
            if name in {"sub", "subn"} and place == 0:
                return NOTHING
        if "regex" in name.lower() and place <= 1:
            return Seen("regex", call, sure="medium")
        if name == "len":
            return self._length(call)
        if name in TOKEN_CALLS or name == "tokenizer":
            return self.uses.token_use(call)
        if name in VALUE_CALLS:
            return self._value_call(call, place, exact)
        if name in {"any", "all", "max", "min", "next"}:
            return self.uses.of(call, exact)
        if exact and (pyhints.is_base_init(call) or name.lstrip("_")[:1].isupper()):
            made = self._constructed(call, place)
            if made.use:
                return made
        if name in {"format", "format_map"}:
            return self.uses.part_of(call)
        if name in MESSAGES:
            return WRITES if exact and clues.WRITERISH.search(name) else NOTHING
        return self._handed(call, place, name, exact)

    def _constructed(self, call: ast.Call, place: int) -> Seen:
        """A tag handed to a class by its place: a pair for the class above, or a tag for one that is named a reader."""
        name = called(call)
        if pyhints.is_base_init(call):
            own = self._class_around(call)
            if (clues.WRITERISH.search(own) or clues.holds_text(own)) and not clues.READERISH.search(own):
                return NOTHING
            return Seen("constant", name=name) if pyhints.beside_a_tag(call, place) else NOTHING
        if _TAG_CLASS.search(name) and pyhints.beside_a_tag(call, place):
            return Seen("constant", name=name)
        if clues.READERISH.search(name) and not clues.WRITERISH.search(name):
            return Seen("constant", name=name, sure="medium")
        return NOTHING

    def _class_around(self, node: ast.AST) -> str:
        scope: ast.AST = self.module.scope(node)
        while scope is not self.module.tree and not isinstance(scope, ast.ClassDef):
            scope = self.module.scope(scope)
        return getattr(scope, "name", "")

    def _handed(self, call: ast.Call, given: int | str, name: str, exact: bool) -> Seen:
        """A text handed to a function: one of this file is judged by what it does with it, another one by its name."""
        own = self._inside_of(call, given)
        if own and all(use.settled for use in own):
            return SETTLED
        if not exact:
            return NOTHING
        if isinstance(call.func, ast.Attribute) and pyhints.base(call.func.value) not in {"self", "cls"}:
            own = []  # another object's method may only be a namesake
        if all_write(own):
            return WRITES
        if clues.WRITERISH.search(name):
            reads = any(use.use in SURGERY or use.use == "token-id" for use in own)
            return NOTHING if reads else WRITES
        return Seen("string-op", call, sure="medium") if clues.READERISH.search(name) else NOTHING

    def _inside_of(self, call: ast.Call, given: int | str) -> list[Seen]:
        """What the functions of this file with a call's name do with an argument; empty if that is not known."""
        uses: list[Seen] = []
        for function in self.module.functions.get(called(call), []):
            name = pyhints.parameter(function, call, given)
            inside = self.uses.of_name(ast.Name(name), function) if name else []
            if not inside:
                return []
            uses += inside
        return uses

    def _string_call(self, call: ast.Call, function: ast.Attribute, place: int) -> Seen:
        if isinstance(function.value, ast.Name) and function.value.id in {"str", "bytes"}:
            place -= 1
        if place != 0:
            return WRITES if function.attr == "replace" else NOTHING
        if pyhints.is_template(function.value) or pyhints.ends_rendered(self.module, call):
            return SETTLED
        return Seen("string-op", call)

    def _length(self, call: ast.Call) -> Seen:
        """``len("<think>")`` is surgery; ``max(len(tag) …)`` too."""
        return Seen("string-op", call)

    def _value_call(self, call: ast.Call, place: int, exact: bool) -> Seen:
        if called(call) in {"get", "getenv", "getattr", "setdefault"}:
            if place == 0:
                return self.uses.token_use(call) if clues.TEMPLATE_NAME.search(self._receiver(call)) else NOTHING
            key, seen = call.args[0], self.uses.of(call, exact)
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and clues.holds_marker(key.value):
                return WRITES if seen.use == "writer" else Seen("constant", name=key.value)
            return seen
        return self.uses.of(call, exact)

    def _receiver(self, call: ast.Call) -> str:
        return pyhints.base(call.func.value) if isinstance(call.func, ast.Attribute) else ""

    def keyword(self, keyword: ast.keyword, exact: bool) -> Seen:
        call = self.module.parent.get(keyword)
        if not isinstance(call, ast.Call) or keyword.arg is None:
            return NOTHING
        if keyword.arg == "pattern" or (keyword.arg == "pat" and not exact):
            return Seen("regex", call)
        if called(call) in VALUE_CALLS and keyword.arg in {"default", "value"}:
            return self.uses.of(call, exact)
        if called(call) in {"format", "format_map"}:
            return self.uses.part_of(call)
        if {"begin", "content", "end"} <= {each.arg for each in call.keywords}:
            return SETTLED  # a part of a grammar
        if exact and pyhints.is_base_init(call) and self._attribute_writes(keyword.arg):
            return WRITES
        if pyhints.holds_text(keyword.arg, called(call)) or clues.WRITERISH.search(called(call)):
            return NOTHING
        if keyword.arg in {"sep", "sub", "old", "prefix"} and called(call) in STRING_CALLS:
            return Seen("string-op", call)
        return Seen("constant", name=keyword.arg) if exact and clues.holds_marker(keyword.arg) else NOTHING

    def _attribute_writes(self, name: str) -> bool:
        """Whether an attribute that the class above may have filled is only written in this file."""
        uses = self.uses.of_name(ast.Attribute(ast.Name("self"), name))
        return all_write(uses)
