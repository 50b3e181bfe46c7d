"""What Python code does with a text: climb from the expression to whatever takes it."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from thinkspec.lint import clues
from thinkspec.lint.languages.pyscope import Module, called
from thinkspec.lint.model import Sure, Use

REGEX_CALLS = frozenset(
    ["sub", "subn", "compile", "search", "match", "fullmatch", "findall", "finditer", "split", "template"]
)
STRING_CALLS = frozenset(
    [
        "find",
        "rfind",
        "index",
        "rindex",
        "split",
        "rsplit",
        "partition",
        "rpartition",
        "removeprefix",
        "removesuffix",
        "startswith",
        "endswith",
        "replace",
        "count",
        "__contains__",
    ]
)
CHARSET_CALLS = frozenset({"strip", "lstrip", "rstrip"})
PANDAS_CALLS = frozenset(
    ["contains", "match", "fullmatch", "extract", "extractall", "findall", "replace", "split", "count", "replace_all"]
)
TOKEN_CALLS = frozenset(
    ["convert_tokens_to_ids", "token_to_id", "piece_to_id", "encode", "get_token_id", "tokenize", "encode_single_token"]
)
_VALUE_CALLS = frozenset(
    [
        "Field",
        "field",
        "getenv",
        "get",
        "Option",
        "getattr",
        "setdefault",
        "cast",
        "str",
        "bytes",
        "intern",
        "Final",
        "ClassVar",
        "tuple",
        "list",
        "set",
        "frozenset",
        "dict",
        "Param",
        "namedtuple",
        "sorted",
        "MappingProxyType",
        "literal_eval",
        "escape",
        "Tag",
        "encode",
    ]
)
_TEXT_METHODS = frozenset(
    ["strip", "lstrip", "rstrip", "lower", "upper", "casefold", "format", "decode", "encode", "splitlines"]
)
_MESSAGES = frozenset(
    [
        "debug",
        "info",
        "warning",
        "warn",
        "error",
        "exception",
        "critical",
        "log",
        "print",
        "echo",
        "secho",
        "fail",
        "skip",
        "Exception",
    ]
)


_DEEPEST = 3  # names of names
_MOST = 40  # places where one name is read


@dataclass(frozen=True)
class Seen:
    """What takes a text; ``use`` None: it is text or data, nothing to say."""

    use: Use | None
    call: ast.Call | None = None
    name: str = ""  # the identifier it is held under, for constants
    sure: Sure = "high"


def _is_empty(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in ("", b"", None)


def _gives_only(function: ast.AST) -> bool:
    """Whether a function does nothing but return a value: a property, not a step of a writer."""
    body = getattr(function, "body", [])
    if not isinstance(body, list):
        return True
    return all(
        isinstance(each, ast.Return) or (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
        for each in body
    )


NOTHING = Seen(None)
WRITES = Seen("writer")


class Uses:
    """Asks for each expression of a module what is done with it."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._known: dict[tuple[str, ast.AST, int], list[Seen]] = {}
        self._depth = 0

    def asserting(self, node: ast.AST) -> bool:
        """Whether an expression stands in an assertion."""
        at: ast.AST | None = node
        while at is not None and not isinstance(at, ast.stmt):
            if isinstance(at, ast.Call) and called(at).lower().startswith(("assert", "expect", "raises", "should")):
                return True
            at = self.module.parent.get(at)
        return isinstance(at, ast.Assert)

    def of(self, node: ast.AST, exact: bool = True) -> Seen:
        """What is done with an expression; ``exact``: its text is one tag and nothing else."""
        parent = self.module.parent.get(node)
        if isinstance(parent, ast.Call):
            return self._argument(node, parent, exact) if node is not parent.func else NOTHING
        if isinstance(parent, ast.keyword):
            return self._keyword(parent, exact)
        if isinstance(parent, ast.Compare):
            return self._compare(node, parent)
        if isinstance(parent, (ast.Tuple, ast.List, ast.Set)):
            return self._container(parent, exact)
        if isinstance(parent, ast.Dict):
            return self._dict(node, parent, exact)
        if isinstance(parent, (ast.MatchValue, ast.MatchOr)):
            return Seen("compare")
        if isinstance(parent, (ast.FormattedValue, ast.JoinedStr)) or (
            isinstance(parent, ast.BinOp) and not isinstance(node, (ast.List, ast.Tuple, ast.Dict))
        ):
            seen = self.of(parent, False)  # part of a longer text: only what is read counts
            return seen if seen.use in {"regex", "string-op", "compare", "charset-strip"} else WRITES
        if isinstance(parent, ast.IfExp) and any(_is_empty(part) for part in (parent.body, parent.orelse)):
            return WRITES  # a tag or nothing: it is put into a text
        if isinstance(parent, (ast.IfExp, ast.BoolOp, ast.Starred, ast.Await)):
            return NOTHING if isinstance(parent, ast.IfExp) and node is parent.test else self.of(parent, exact)
        if isinstance(parent, ast.BinOp):
            return self.of(parent, exact)
        if isinstance(parent, ast.NamedExpr):
            return self._held([parent.target], exact)
        if isinstance(parent, ast.Assign):
            return self._held(parent.targets, exact)
        if isinstance(parent, ast.AnnAssign):
            return self._held([parent.target], exact)
        if isinstance(parent, (ast.AugAssign, ast.Yield)):
            return WRITES
        if isinstance(parent, ast.arguments):
            return self._default(node, parent)
        if isinstance(parent, (ast.Return, ast.Lambda)):
            return self._returned(parent, exact)
        if isinstance(parent, (ast.For, ast.AsyncFor, ast.comprehension)):
            return self._loop(node, parent)
        if isinstance(parent, ast.Subscript) and node is parent.slice:
            return self._token_use(parent) if clues.TEMPLATE_NAME.search(self.base(parent.value)) else NOTHING
        if isinstance(parent, ast.Subscript):
            return self._slice_of_literal(parent)
        return NOTHING

    @staticmethod
    def _slice_of_literal(parent: ast.Subscript) -> Seen:
        del parent
        return NOTHING

    # -- calls

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

    def _argument(self, node: ast.AST, call: ast.Call, exact: bool) -> Seen:
        place = next((index for index, given in enumerate(call.args) if given is node), 0)
        if self.is_regex_call(call):
            return Seen("regex", call) if place == 0 else NOTHING
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
            return self._token_use(call)
        if name in _VALUE_CALLS:
            return self._value_call(call, place, exact)
        if name in {"any", "all", "max", "min", "next"}:
            return self.of(call, exact)
        if name in _MESSAGES or clues.WRITERISH.search(name):
            return WRITES if exact and clues.WRITERISH.search(name) else NOTHING
        if exact and clues.READERISH.search(name):
            return Seen("string-op", call, sure="medium")
        return NOTHING

    def _string_call(self, call: ast.Call, function: ast.Attribute, place: int) -> Seen:
        if isinstance(function.value, ast.Name) and function.value.id in {"str", "bytes"}:
            place -= 1
        if place != 0:
            return WRITES if function.attr == "replace" else NOTHING
        if function.attr in {"split", "rsplit", "replace", "startswith", "endswith", "find", "index", "count"}:
            pass
        if clues.TEMPLATE_NAME.search(self.base(function.value)):
            return NOTHING
        return Seen("string-op", call)

    def _length(self, call: ast.Call) -> Seen:
        """``len("<think>")`` is surgery; ``max(len(tag) …)`` too."""
        return Seen("string-op", call)

    def _value_call(self, call: ast.Call, place: int, exact: bool) -> Seen:
        if called(call) in {"get", "getenv", "getattr", "setdefault"}:
            if place == 0:
                return self._token_use(call) if clues.TEMPLATE_NAME.search(self._receiver(call)) else NOTHING
            key = call.args[0]
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and clues.holds_marker(key.value):
                return Seen("constant", name=key.value)
        return self.of(call, exact)

    def _receiver(self, call: ast.Call) -> str:
        return self.base(call.func.value) if isinstance(call.func, ast.Attribute) else ""

    def _keyword(self, keyword: ast.keyword, exact: bool) -> Seen:
        call = self.module.parent.get(keyword)
        if not isinstance(call, ast.Call) or keyword.arg is None:
            return NOTHING
        if keyword.arg == "pattern" or (keyword.arg == "pat" and not exact):
            return Seen("regex", call)
        if called(call) in _VALUE_CALLS and keyword.arg in {"default", "value"}:
            return self.of(call, exact)
        if clues.TEXT_NAME.search(keyword.arg) or clues.WRITERISH.search(called(call)):
            return NOTHING
        if keyword.arg in {"sep", "sub", "old", "prefix"} and called(call) in STRING_CALLS:
            return Seen("string-op", call)
        return Seen("constant", name=keyword.arg) if exact and clues.holds_marker(keyword.arg) else NOTHING

    # -- comparisons

    def _compare(self, node: ast.AST, parent: ast.Compare) -> Seen:
        if node is parent.left:
            operator, other = parent.ops[0], parent.comparators[0]
            if isinstance(operator, (ast.In, ast.NotIn)):
                if clues.TEMPLATE_NAME.search(self.base(other)):
                    return NOTHING
                return Seen("string-op")
        else:
            index = parent.comparators.index(node)  # type: ignore[arg-type]
            operator = parent.ops[index]
            other = parent.left if index == 0 else parent.comparators[index - 1]
            if isinstance(operator, (ast.In, ast.NotIn)) and isinstance(node, ast.Constant):
                return NOTHING  # `x in "<think>"`: a look at the literal's letters
        if clues.TEMPLATE_NAME.search(self.base(other)):
            return NOTHING
        return Seen("compare")

    def base(self, node: ast.AST) -> str:
        """The identifier at the heart of an expression: ``chat_template`` of ``(tok.chat_template or "").lower()``."""
        for _ in range(20):
            if isinstance(node, ast.Call):
                name = called(node)
                if name == "getattr" and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
                    return str(node.args[1].value)
                if isinstance(node.func, ast.Attribute) and name in _TEXT_METHODS:
                    node = node.func.value
                    continue
                if name == "str" and node.args:
                    node = node.args[0]
                    continue
                if "template" in name:
                    return "template"
                return "vocab" if name == "get_vocab" else ""
            if isinstance(node, ast.Subscript):
                key = node.slice
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    return key.value
                node = node.value
            elif isinstance(node, ast.BoolOp):
                node = node.values[0]
            elif isinstance(node, ast.Attribute):
                return node.attr
            elif isinstance(node, ast.Name):
                return node.id
            else:
                return ""
        return ""

    # -- held for later

    def _container(self, parent: ast.expr, exact: bool) -> Seen:
        """In a list or tuple: what is done with the collection is done with its parts."""
        above = self.module.parent.get(parent)
        if isinstance(above, ast.Compare) and parent is not above.left:
            return self._compare(parent, above)
        return self.of(parent, exact)

    def _dict(self, node: ast.AST, parent: ast.Dict, exact: bool) -> Seen:
        for key, value in zip(parent.keys, parent.values, strict=False):
            if value is node and isinstance(key, ast.Constant) and isinstance(key.value, str):
                if clues.TEXT_NAME.search(key.value) or key.value in {"role", "text"}:
                    return NOTHING
                if exact and clues.holds_marker(key.value):
                    return Seen("constant", name=key.value)
        return self.of(parent, exact)

    def _held(self, targets: list[ast.expr], exact: bool) -> Seen:
        """Held under a name: its own words first, then what is done with it."""
        for target in targets:
            if isinstance(target, (ast.Tuple, ast.List)):
                return self._held(target.elts, exact)
            name = self.base(target)
            if not name:
                continue
            uses = self._uses_of_name(target)
            reading = [use for use in uses if use.use not in (None, "writer", "constant")]
            if reading:
                best = reading[0]
                if not exact and best.use != "regex":
                    return NOTHING
                if exact and best.use == "regex":
                    return Seen("constant", name=name)
                marked = clues.holds_marker(name) and (name.upper() == name or isinstance(target, ast.Attribute))
                use: Use = "constant" if marked and best.use in {"string-op", "compare"} else best.use or "constant"
                return Seen(use, best.call, name, best.sure)
            if (
                uses
                and all(use.use == "writer" or use.use is None for use in uses)
                and self._only_written(uses, target)
            ):
                return WRITES
            if clues.holds_marker(name):
                return Seen("constant", name=name)
            if name.isupper() and not clues.TEXT_NAME.search(name):
                return Seen("constant", name=name, sure="medium")
        return NOTHING

    @staticmethod
    def _only_written(uses: list[Seen], target: ast.expr) -> bool:
        return bool(uses) and all(use.use == "writer" for use in uses) and isinstance(target, (ast.Name, ast.Attribute))

    def _uses_of_name(self, target: ast.expr, scope: ast.AST | None = None) -> list[Seen]:
        """What is done with a name where it is read, a name of a name of a name at most."""
        key = (
            target.id
            if isinstance(target, ast.Name)
            else "." + target.attr
            if isinstance(target, ast.Attribute)
            else ""
        )
        if not key or self._depth >= _DEEPEST:
            return []
        home = scope or (self.module.scope(target) if isinstance(target, ast.Name) else self.module.tree)
        known = (key, home, self._depth)
        if known not in self._known:
            self._known[known] = []  # a name that comes back to itself says nothing new
            self._depth += 1
            self._known[known] = [self.of(load) for load in self._loads(key, home)]
            self._depth -= 1
        return self._known[known]

    def _loads(self, key: str, home: ast.AST) -> list[ast.expr]:
        loads = self.module.loads.get(key, [])
        if isinstance(home, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return [load for load in loads[:400] if self._inside(load, home)][:_MOST]
        if not key.startswith("."):
            loads = [*loads, *self.module.loads.get("." + key, [])]
        return loads[:_MOST]

    def _inside(self, node: ast.AST, home: ast.AST) -> bool:
        scope: ast.AST = self.module.scope(node)
        while scope is not home and scope is not self.module.tree:
            scope = self.module.scope(scope)
        return scope is home

    def _loop(self, node: ast.AST, parent: ast.AST) -> Seen:
        if not isinstance(parent, (ast.For, ast.AsyncFor, ast.comprehension)) or node is not parent.iter:
            return NOTHING
        target = parent.target
        targets = list(target.elts) if isinstance(target, (ast.Tuple, ast.List)) else [target]
        seen = [
            use for each in targets for use in self._uses_of_name(each) if use.use not in (None, "writer", "constant")
        ]
        return Seen(seen[0].use, seen[0].call, sure=seen[0].sure) if seen else NOTHING

    def _default(self, node: ast.AST, parent: ast.arguments) -> Seen:
        plain = [*parent.posonlyargs, *parent.args]
        pairs = [
            *zip(reversed(plain), reversed(parent.defaults), strict=False),
            *zip(parent.kwonlyargs, parent.kw_defaults, strict=False),
        ]
        for arg, default in pairs:
            if default is node:
                reading = [
                    use
                    for use in self._uses_of_name(ast.Name(arg.arg), self.module.parent[parent])
                    if use.use not in (None, "writer", "constant")
                ]
                if clues.holds_marker(arg.arg) or reading:
                    return Seen("constant", name=arg.arg)
        return NOTHING

    def _returned(self, parent: ast.AST, exact: bool) -> Seen:
        function = self.module.scope(parent)
        name = getattr(function, "name", "")
        if (
            exact
            and name
            and clues.holds_marker(name)
            and not clues.WRITERISH.search(name.replace("open", "").replace("token", ""))
            and _gives_only(function)
        ):
            return Seen("constant", name=name)
        return WRITES

    def _token_use(self, node: ast.expr) -> Seen:
        """A token's number: it reads if it is looked for or compared."""
        at: ast.AST = node
        parent = self.module.parent.get(at)
        while isinstance(
            parent, (ast.Subscript, ast.IfExp, ast.BoolOp, ast.Attribute, ast.Starred, ast.List, ast.Tuple)
        ) or (isinstance(parent, ast.Call) and called(parent) in {"int", "list", "tensor", "tuple", "set"}):
            at, parent = parent, self.module.parent.get(parent)
        if isinstance(parent, ast.Compare):
            return Seen("token-id")
        if (
            isinstance(parent, ast.Call)
            and called(parent)
            in {"index", "rindex", "find", "rfind", "where", "eq", "split", "count", "partition"} | STRING_CALLS
        ):
            return Seen("token-id", parent)
        if isinstance(parent, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
            targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
            names = [
                each for target in targets for each in (target.elts if isinstance(target, ast.Tuple) else [target])
            ]
            for target in names:
                if any(use.use in {"string-op", "compare", "token-id"} for use in self._uses_of_name(target)):
                    return Seen("token-id")
                key = target.id if isinstance(target, ast.Name) else "." + getattr(target, "attr", "")
                if any(self._subscripted(load) for load in self.module.loads.get(key, [])):
                    return Seen("token-id")
        return NOTHING

    def _subscripted(self, load: ast.expr) -> bool:
        parent = self.module.parent.get(load)
        if not isinstance(parent, ast.Subscript) or parent.value is not load:
            return False
        return self.of(parent).use in {"string-op", "compare", "token-id"}
