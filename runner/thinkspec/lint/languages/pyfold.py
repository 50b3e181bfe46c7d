"""Work out what text a Python expression may be, without running anything.

The result is a short list of possible texts.  A part that is not known becomes a *hole*: one character of the private
use area (`regextext`), with the expression it stands for.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable
from dataclasses import dataclass, field

from thinkspec.lint.languages.pyhints import is_empty
from thinkspec.lint.languages.pyscope import Binding, Module, called
from thinkspec.lint.late import late
from thinkspec.lint.regextext import HOLE_FIRST, HOLE_LAST

_MOST = 24  # possible texts of one expression
_LONGEST = 8_000  # characters of one text
_DEEPEST = 40
_HOLE = late(f"[{HOLE_FIRST}-{HOLE_LAST}]")
_PERCENT = late(r"%(?:\((\w+)\))?[-+ #0]*(?:\d+|\*)?(?:\.\d+)?([srdiacxX%])")
_SIMPLE: dict[str, Callable[[str], str]] = {
    "lower": str.lower,
    "upper": str.upper,
    "strip": str.strip,
    "title": str.title,
    "capitalize": str.capitalize,
}
_THROUGH = {"encode", "decode", "dedent", "str", "cleandoc", "escape_string", "intern", "bytes"}


@dataclass
class Folder:
    """Folds the expressions of one module; holes are numbered through the module."""

    module: Module
    holes: dict[str, ast.expr] = field(default_factory=dict)
    _cache: dict[ast.expr, list[str]] = field(default_factory=dict)
    _running: set[ast.expr] = field(default_factory=set)

    def texts(self, node: ast.expr) -> list[str]:
        """The texts an expression may be; one hole if nothing is known."""
        if node in self._cache:
            return self._cache[node]
        if node in self._running or len(self._running) > _DEEPEST:
            return [self.hole(node)]
        self._running.add(node)
        try:
            found = self._fold(node)
        finally:
            self._running.discard(node)
        result = [text[:_LONGEST] for text in dict.fromkeys(found)][:_MOST] if found else [self.hole(node)]
        self._cache[node] = result
        return result

    def known(self, node: ast.expr) -> bool:
        """Whether something is known of an expression's text."""
        return any(_HOLE.sub("", text) for text in self.texts(node))

    def hole(self, node: ast.expr) -> str:
        """The character that stands for an expression."""
        for char, other in self.holes.items():
            if other is node:
                return char
        char = chr(min(ord(HOLE_FIRST) + len(self.holes), ord(HOLE_LAST)))
        self.holes[char] = node
        return char

    def _fold(self, node: ast.expr) -> list[str] | None:
        if isinstance(node, ast.Constant):
            return self._constant(node.value)
        if isinstance(node, ast.JoinedStr):
            return self._product([self.texts(part) for part in node.values])
        if isinstance(node, ast.FormattedValue):
            return self.texts(node.value)
        if isinstance(node, ast.BinOp):
            return self._operation(node)
        if isinstance(node, ast.Name):
            return self._bindings(self.module.lookup(node), node)
        if isinstance(node, ast.Attribute):
            return self._bindings(self.module.attributes.get(node.attr, []), node)
        if isinstance(node, ast.IfExp):
            return [*self.texts(node.body), *self.texts(node.orelse)]
        if isinstance(node, ast.BoolOp):
            return [text for part in node.values for text in self.texts(part)]
        if isinstance(node, ast.NamedExpr):
            return self.texts(node.value)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Subscript):
            return self._subscript(node)
        return None

    @staticmethod
    def _constant(value: object) -> list[str] | None:
        if isinstance(value, str):
            return [value]
        return [value.decode("latin-1")] if isinstance(value, bytes) else None

    def _product(self, parts: list[list[str]]) -> list[str]:
        texts = [""]
        for part in parts:
            # The same name twice in one text has the same value: no mixing where the number of choices agrees.
            texts = self._pairwise(texts, part)
        return texts

    @staticmethod
    def _pairwise(left: list[str], right: list[str]) -> list[str]:
        if len(left) == 1:
            return [left[0] + text for text in right]
        if len(right) == 1:
            return [text + right[0] for text in left]
        if len(left) == len(right):
            return [a + b for a, b in zip(left, right, strict=False)]
        return [a + b for a in left for b in right][:_MOST]

    def _operation(self, node: ast.BinOp) -> list[str] | None:
        if isinstance(node.op, ast.Add):
            left, right = self.texts(node.left), self.texts(node.right)
            return self._pairwise(left, right)
        if isinstance(node.op, ast.Mod):
            formats = self.texts(node.left)
            if not any("%" in text for text in formats):
                return None
            return [text for form in formats for text in self._percent(form, node.right)]
        return None

    def _percent(self, form: str, right: ast.expr) -> list[str]:
        values = right.elts if isinstance(right, ast.Tuple) else [right]
        named: dict[str, ast.expr] = {}
        if isinstance(right, ast.Dict):
            for key, value in zip(right.keys, right.values, strict=False):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    named[key.value] = value
        parts: list[list[str]] = []
        at, number = 0, 0
        for found in _PERCENT.finditer(form):
            parts.append([form[at : found.start()]])
            at = found.end()
            if found[2] == "%":
                parts.append(["%"])
            elif found[1]:
                parts.append(self.texts(named[found[1]]) if found[1] in named else [self.hole(right)])
            else:
                parts.append(self.texts(values[number]) if number < len(values) else [self.hole(right)])
                number += 1
        return self._product([*parts, [form[at:]]])

    def _bindings(self, bindings: list[Binding], node: ast.expr) -> list[str] | None:
        texts: list[str] = []
        for binding in bindings[:8]:
            if binding.value is None or (binding.parameter and is_empty(binding.value)):
                texts.append(self.hole(node))  # a parameter; an empty default only says that it may be left out
            elif binding.element or binding.index is not None:
                texts += self.elements(binding.value, binding.index if not binding.element else None, binding.index)
            else:
                texts += self.texts(binding.value)
        return texts or None

    def elements(self, node: ast.expr, pick: int | None = None, inner: int | None = None) -> list[str]:
        """The texts of a collection's elements; ``pick`` one of them, ``inner`` the part of each element."""
        items = self.items(node)
        if items is None:
            return [self.hole(node)]
        if pick is not None:
            return self.texts(items[pick]) if pick < len(items) else [self.hole(node)]
        texts: list[str] = []
        for item in items[:_MOST]:
            if inner is not None and isinstance(item, (ast.Tuple, ast.List)) and inner < len(item.elts):
                texts += self.texts(item.elts[inner])
            elif inner is None:
                texts += self.texts(item)
        return texts or [self.hole(node)]

    def items(self, node: ast.expr, depth: int = 0) -> list[ast.expr] | None:
        """The elements of a list, tuple, set, dict or of a name that stands for one."""
        if depth > 6:
            return None
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            items: list[ast.expr] = []
            for item in node.elts:
                more = self.items(item.value, depth + 1) if isinstance(item, ast.Starred) else [item]
                items += more or []
            return items
        if isinstance(node, ast.Dict):
            return [key for key in node.keys if key is not None]
        if isinstance(node, ast.Call):
            return self._items_of_call(node, depth)
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.BitOr)):
            left, right = self.items(node.left, depth + 1), self.items(node.right, depth + 1)
            return [*(left or []), *(right or [])] if left or right else None
        if isinstance(node, (ast.Name, ast.Attribute)):
            bindings = (
                self.module.lookup(node) if isinstance(node, ast.Name) else self.module.attributes.get(node.attr, [])
            )
            for binding in bindings:
                if binding.value is not None and not binding.element and binding.index is None:
                    found = self.items(binding.value, depth + 1)
                    if found is not None:
                        return found
        return None

    def _items_of_call(self, node: ast.Call, depth: int) -> list[ast.expr] | None:
        name = called(node)
        if isinstance(node.func, ast.Attribute):
            if name in {"items", "keys"}:
                return self.items(node.func.value, depth + 1)
            if name == "values":
                return self._dict_values(node.func.value)
            if name == "split" and not node.args and isinstance(node.func.value, ast.Constant):
                value = node.func.value.value
                return (
                    [ast.copy_location(ast.Constant(part), node.func.value) for part in value.split()]
                    if isinstance(value, str)
                    else None
                )
        elif node.args and name in {"sorted", "list", "tuple", "set", "frozenset", "reversed", "enumerate", "iter"}:
            return self.items(node.args[0], depth + 1)
        elif len(node.args) == 2 and name == "map":
            return self.items(node.args[1], depth + 1)
        return None

    def _dict_values(self, node: ast.expr) -> list[ast.expr] | None:
        if isinstance(node, ast.Dict):
            return list(node.values)
        if isinstance(node, ast.Name):
            for binding in self.module.lookup(node):
                if isinstance(binding.value, ast.Dict):
                    return list(binding.value.values)
        return None

    def _call(self, node: ast.Call) -> list[str] | None:
        name = called(node)
        if name == "escape" and node.args:
            return [self._escape(text) for text in self.texts(node.args[0])]
        if name == "chr" and node.args:
            return self._chr(node.args[0])
        if isinstance(node.func, ast.Attribute):
            return self._method(node, name, node.func.value)
        if name in _THROUGH and node.args:
            return self.texts(node.args[0])
        if name in self.module.functions:
            return self._inline(node, name)
        return None

    @staticmethod
    def _escape(text: str) -> str:
        return re.sub(r"[^\w\ue000-\uf8ff<>/ ]", lambda found: "\\" + found[0], text)

    def _chr(self, node: ast.expr) -> list[str] | None:
        if isinstance(node, ast.Constant) and isinstance(node.value, int) and 0 <= node.value < 0x110000:
            return [chr(node.value)]
        return None

    def _method(self, node: ast.Call, name: str, receiver: ast.expr) -> list[str] | None:
        if name == "join" and node.args:
            return self._join(receiver, node.args[0])
        if name in {"format", "format_map"}:
            return self._format(receiver, node)
        if name == "fromhex" and node.args:
            return self._from_hex(node.args[0])
        if name in _THROUGH:
            known = self.known(receiver)
            return self.texts(receiver) if known else (self.texts(node.args[0]) if node.args else None)
        if name in _SIMPLE and not node.args and self.known(receiver):
            change = _SIMPLE[name]
            return [change(text) for text in self.texts(receiver)]
        if name == "replace" and len(node.args) >= 2 and self.known(receiver):
            old, new = self.texts(node.args[0]), self.texts(node.args[1])
            if len(old) == 1 and old[0] and not _HOLE.search(old[0]):
                return [text.replace(old[0], put) for text in self.texts(receiver) for put in new]
        return None

    def _from_hex(self, node: ast.expr) -> list[str] | None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                return [bytes.fromhex(node.value).decode("latin-1")]
            except ValueError:
                return None
        return None

    def _join(self, receiver: ast.expr, argument: ast.expr) -> list[str] | None:
        separators = self.texts(receiver)
        parts = self._joined_parts(argument)
        if parts is None or len(separators) != 1:
            return None
        return [separators[0].join(parts)]

    def _joined_parts(self, node: ast.expr) -> list[str] | None:
        if isinstance(node, (ast.GeneratorExp, ast.ListComp, ast.SetComp)):
            return self._comprehension(node)
        if isinstance(node, ast.Call) and called(node) == "map" and len(node.args) == 2:
            items = self.items(node.args[1])
            if items is None:
                return [self.hole(node.args[1])]
            made = [text for item in items for text in self.texts(item)]
            return self._mapped(node.args[0], items, made)
        items = self.items(node)
        if items is None:
            if isinstance(node, (ast.Name, ast.Call)) and self.known(node):
                return self.texts(node)
            return [self.hole(node)]
        return [text for item in items for text in self.texts(item)]

    def _mapped(self, function: ast.expr, items: list[ast.expr], made: list[str]) -> list[str]:
        if isinstance(function, ast.Name) and function.id == "chr":
            return ["".join(self._chr(item) or ["\ue000"]) for item in items]
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        return [self._escape(text) for text in made] if name == "escape" else made

    def _comprehension(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp) -> list[str] | None:
        # The loop's name is bound to its iterable's elements, so the element folds to one text a turn.
        if isinstance(node.elt, ast.Call) and called(node.elt) == "chr" and node.elt.args:
            items = self.items(node.generators[0].iter) or []
            return [text for item in items for text in self._chr(item) or []] or None
        return self.texts(node.elt)

    def _format(self, receiver: ast.expr, node: ast.Call) -> list[str] | None:
        named = {word.arg: word.value for word in node.keywords if word.arg}
        result: list[str] = []
        for form in self.texts(receiver):
            try:
                pieces = list(string.Formatter().parse(form))
            except ValueError:
                return None
            parts: list[list[str]] = []
            number = 0
            for literal, name, _spec, _conversion in pieces:
                parts.append([literal])
                if name is None:
                    continue
                key = re.split(r"[.\[]", name)[0]
                value: ast.expr | None
                if key == "" or key.isdigit():
                    index = int(key) if key else number
                    number += 1
                    value = node.args[index] if index < len(node.args) else None
                else:
                    value = named.get(key)
                parts.append(self.texts(value) if value is not None else [self.hole(node)])
            result += self._product(parts)
        return result

    def _subscript(self, node: ast.Subscript) -> list[str] | None:
        if isinstance(node.slice, ast.Constant):
            key = node.slice.value
            if isinstance(key, int):
                items = self.items(node.value)
                if items is not None and -len(items) <= key < len(items):
                    return self.texts(items[key])
            if isinstance(key, str) and isinstance(node.value, (ast.Name, ast.Attribute)):
                return self._key(node.value, key)
        return None

    def _key(self, node: ast.Name | ast.Attribute, key: str) -> list[str] | None:
        bindings = self.module.lookup(node) if isinstance(node, ast.Name) else self.module.attributes.get(node.attr, [])
        for binding in bindings:
            if isinstance(binding.value, ast.Dict):
                for name, value in zip(binding.value.keys, binding.value.values, strict=False):
                    if isinstance(name, ast.Constant) and name.value == key:
                        return self.texts(value)
        return None

    def _inline(self, node: ast.Call, name: str) -> list[str] | None:
        """A helper of one return: its text with the call's arguments put in."""
        function = self.module.functions[name][0]
        returns = [stmt for stmt in function.body if isinstance(stmt, ast.Return)]
        if len(function.body) > 2 or len(returns) != 1 or returns[0].value is None:
            return None
        texts = self.texts(returns[0].value)
        names = [arg.arg for arg in function.args.args]
        given = dict(zip(names, node.args, strict=False)) | {word.arg: word.value for word in node.keywords if word.arg}
        result: list[str] = []
        for text in texts:
            parts: list[list[str]] = []
            for char in text:
                hole = self.holes.get(char)
                known = isinstance(hole, ast.Name) and hole.id in given
                parts.append(self.texts(given[hole.id]) if known and isinstance(hole, ast.Name) else [char])
            result += self._product(parts)
        return result
