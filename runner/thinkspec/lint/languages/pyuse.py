"""What Python code does with a text: climb from the expression to whatever takes it."""

from __future__ import annotations

import ast

from thinkspec.lint import clues
from thinkspec.lint.languages import pyhints
from thinkspec.lint.languages.pyargs import Calls
from thinkspec.lint.languages.pyscope import Function, Module, called
from thinkspec.lint.languages.pyseen import NOTHING, SETTLED, STRING_CALLS, SURGERY, WRITES, Seen, all_write
from thinkspec.lint.model import Use

_DEEPEST = 5  # names of names, parameters of functions that they are handed to
_MOST = 40  # places where one name is read


class Uses:
    """Asks for each expression of a module what is done with it."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.base = pyhints.base
        self.calls = Calls(self)
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
            return self.calls.argument(node, parent, exact) if node is not parent.func else NOTHING
        if isinstance(parent, ast.keyword):
            return self.calls.keyword(parent, exact)
        if isinstance(parent, ast.Compare):
            return self._compare(node, parent)
        if isinstance(parent, (ast.Tuple, ast.List, ast.Set)):
            return self._container(parent, exact)
        if isinstance(parent, ast.Dict):
            return self._dict(node, parent, exact)
        if isinstance(parent, (ast.MatchValue, ast.MatchOr)):
            return Seen("compare")
        if isinstance(parent, ast.FormattedValue):
            return self.of(parent, exact)
        if isinstance(parent, ast.JoinedStr) or (
            isinstance(parent, ast.BinOp) and not isinstance(node, (ast.List, ast.Tuple, ast.Dict))
        ):
            return self.part_of(parent)
        if isinstance(parent, ast.IfExp) and any(pyhints.is_empty(part) for part in (parent.body, parent.orelse)):
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
            return self.token_use(parent) if pyhints.is_template(parent.value) else NOTHING
        if isinstance(parent, ast.Attribute) and exact and isinstance(node, ast.Constant):
            return self._method_of_literal(parent)
        return NOTHING

    def part_of(self, whole: ast.AST) -> Seen:
        """Part of a longer text: only what is read counts; a name in brackets, ``f"<{name}>"``, makes a whole tag."""
        if isinstance(whole, ast.JoinedStr) and pyhints.is_frame(whole):
            return self.of(whole)
        seen = self.of(whole, False)
        return seen if seen.use in SURGERY else WRITES

    def _method_of_literal(self, method: ast.Attribute) -> Seen:
        """``"</think>".startswith(rest)``: whether a text is the beginning of a tag."""
        call = self.module.parent.get(method)
        asks = method.attr in STRING_CALLS - {"replace"} and isinstance(call, ast.Call) and call.func is method
        return Seen("string-op", call) if asks and isinstance(call, ast.Call) else NOTHING

    # -- comparisons

    def _compare(self, node: ast.AST, parent: ast.Compare) -> Seen:
        if node is parent.left:
            operator, other = parent.ops[0], parent.comparators[0]
            if isinstance(operator, (ast.In, ast.NotIn)):
                if pyhints.is_template(other):
                    return SETTLED
                return Seen("string-op")
        else:
            index = parent.comparators.index(node)  # type: ignore[arg-type]
            operator = parent.ops[index]
            other = parent.left if index == 0 else parent.comparators[index - 1]
            if isinstance(operator, (ast.In, ast.NotIn)) and isinstance(node, ast.Constant):
                return NOTHING  # `x in "<think>"`: a look at the literal's letters
        if pyhints.is_template(other):
            return SETTLED
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(other, ast.Constant):
            return NOTHING  # what a name holds is compared with a text that stands here: that text is judged by itself
        return Seen("compare")

    # -- held for later

    def _container(self, parent: ast.expr, exact: bool) -> Seen:
        """In a list or tuple: what is done with the collection is done with its parts."""
        above = self.module.parent.get(parent)
        if isinstance(above, ast.Compare) and parent is not above.left:
            return self._compare(parent, above)
        if isinstance(above, (ast.Assign, ast.AnnAssign)):
            targets = above.targets if isinstance(above, ast.Assign) else [above.target]
            if any(pyhints.names_stops(self.base(target)) for target in targets):
                return NOTHING
        return self.of(parent, exact)

    def _dict(self, node: ast.AST, parent: ast.Dict, exact: bool) -> Seen:
        if pyhints.is_record(self.module, parent):
            return NOTHING
        for key, value in zip(parent.keys, parent.values, strict=False):
            if value is node and isinstance(key, ast.Constant) and isinstance(key.value, str):
                if clues.holds_text(key.value) or key.value in {"role", "text"}:
                    return NOTHING
                if exact and clues.holds_marker(key.value):
                    return Seen("constant", name=key.value)
        seen = self.of(parent, exact)
        value_only = seen.use == "compare" and any(value is node for value in parent.values)
        return NOTHING if value_only else seen  # `in` asks for the keys

    def _held(self, targets: list[ast.expr], exact: bool) -> Seen:
        """Held under a name: its own words first, then what is done with it."""
        for target in targets:
            if isinstance(target, (ast.Tuple, ast.List)):
                return self._held(target.elts, exact)
            name = self.base(target)
            if not name:
                continue
            uses = self.of_name(target)
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
            if self._only_written(uses, target):
                return WRITES
            if pyhints.names_left_out(name) or (exact and uses and all(use.settled for use in uses)):
                return SETTLED
            scope = self.module.scope(target)
            around = scope.name if isinstance(scope, ast.ClassDef) else ""
            if clues.holds_marker(name) and not pyhints.holds_text(name, around):
                return Seen("constant", name=name)
            if name.isupper() and not pyhints.holds_text(name, around):
                return Seen("constant", name=name, sure="medium")
        return NOTHING

    def _only_written(self, uses: list[Seen], target: ast.expr) -> bool:
        """Whether what a name holds is only put into texts; a constant that is just given back is still a constant."""
        if not isinstance(target, (ast.Name, ast.Attribute)) or not all_write(uses):
            return False
        local = isinstance(target, ast.Name) and isinstance(self.module.scope(target), Function)
        return local or not all(use.returned for use in uses if use.use)

    def only_written(self, target: ast.expr, scope: ast.AST | None = None) -> bool:
        """Whether a name (a parameter of the scope) is put into texts where it is read, and nothing else."""
        return all_write(self.of_name(target, scope))

    def of_name(self, target: ast.expr, scope: ast.AST | None = None) -> list[Seen]:
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
        seen = [use for each in targets for use in self.of_name(each) if use.use not in (None, "writer", "constant")]
        return Seen(seen[0].use, seen[0].call, sure=seen[0].sure) if seen else NOTHING

    def _default(self, node: ast.AST, parent: ast.arguments) -> Seen:
        name = pyhints.defaulted(parent, node)
        if not name or pyhints.names_stops(name):
            return NOTHING
        uses = self.of_name(ast.Name(name), self.module.parent[parent])
        if all_write(uses) and not any(use.returned for use in uses):
            return WRITES
        reading = [use for use in uses if use.use not in (None, "writer", "constant")]
        return Seen("constant", name=name) if clues.holds_marker(name) or reading else NOTHING

    def _returned(self, parent: ast.AST, exact: bool) -> Seen:
        function = self.module.scope(parent)
        name = getattr(function, "name", "")
        if not exact or not name or clues.WRITERISH.search(name.replace("open", "").replace("token", "")):
            return WRITES
        if clues.holds_marker(name) and pyhints.gives_only(function):
            return Seen("constant", name=name)
        return WRITES if clues.holds_text(name) else Seen("writer", returned=True)

    def token_use(self, node: ast.expr) -> Seen:
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
                uses = [use for use in self.of_name(target) if use.call is None or called(use.call) != "len"]
                if any(use.use in {"string-op", "compare", "token-id"} for use in uses):
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
