"""What JavaScript code does with a text: climb from the expression to whatever takes it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from thinkspec.lint import clues
from thinkspec.lint.languages.jstree import FUNCTIONS, THROUGH, Module, Node, arguments, called
from thinkspec.lint.late import late
from thinkspec.lint.model import Sure, Use

READS = frozenset(
    [
        "indexOf",
        "lastIndexOf",
        "includes",
        "startsWith",
        "endsWith",
        "split",
        "replace",
        "replaceAll",
        "search",
        "match",
        "matchAll",
    ]
)
_LIST_LOOKUPS = frozenset(["includes", "indexOf", "has", "lastIndexOf"])
_EACH = frozenset(
    ["some", "every", "find", "findIndex", "filter", "forEach", "map", "flatMap", "reduce", "entries", "values", "keys"]
)
_SAME_VALUE = frozenset(
    [
        "default",  # of a schema's field
        "catch",
        "useState",
        "useRef",
        "useMemo",
        "ref",
        "computed",
        "freeze",
        "Set",
        "Map",
        "Array",
        "of",
        "String",
        "entries",
        "escapeRegExp",
        "escapeRegex",
        "escape",
        "fromEntries",
        "assign",
        "trim",
        "toLowerCase",
        "from",
        "encode",
        "raw",
        "keys",
        "values",
        "concat",
        "slice",
    ]
)
_TOKEN_CALLS = late(r"^(?:convert_?tokens_?to_?ids?|token_?to_?id|piece_?to_?id|get_?token_?id)$", re.IGNORECASE)
_STARTS_READING = late(
    r"^(?:strip|remov|extract|split|pars|find|between|cut|before|after|match|contain|has[A-Z]|skip|take|until|substring|trim|drop|detect|delet|locate)",
    re.IGNORECASE,
)
_ASSERTS = late(r"^(?:expect\w*|assert\w*|should|chai|t|test\.is)$")
_STILL_A_MARKER = late(r"^(?!.*(?:special|stop(?!_?at)|added|bad|extra)).*(?:tag|token|marker|delim)", re.IGNORECASE)
_DEEPEST = 3
_MOST = 40  # places where one name stands
_EQUAL = frozenset({"==", "===", "!=", "!=="})


@dataclass(frozen=True)
class Seen:
    """What takes a text; ``use`` None: it is text or data."""

    use: Use | None
    call: Node | None = None
    sure: Sure = "high"


NOTHING = Seen(None)
WRITES = Seen("writer")
_PLAIN = (None, "writer", "constant")


class Uses:
    """Asks for each expression of a module what is done with it."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._open: set[int] = set()
        self._held_names: dict[int, Seen] = {}

    def of(self, node: Node, exact: bool = True) -> Seen:
        """What is done with an expression; ``exact``: its text is tags and nothing else."""
        parent = node.parent
        if parent is None:
            return NOTHING
        kind = parent.type
        if kind in THROUGH or kind == "array":
            return self.of(parent, exact)
        if kind == "arguments":
            return self._argument(node, parent.parent, exact)
        if kind == "call_expression" and node.type == "template_string":
            return self.of(parent, exact)
        if kind == "ternary_expression":
            return NOTHING if node == parent.child_by_field_name("condition") else self.of(parent, exact)
        if kind == "binary_expression":
            return self._operator(node, parent, exact)
        if kind == "switch_case":
            return Seen("compare") if not self._looks_at_template(self.switched(parent)) else NOTHING
        if kind == "member_expression" and node == parent.child_by_field_name("object"):
            return self._method(node, parent, exact)
        if kind == "pair":
            return self._pair(node, parent, exact)
        if kind in {"variable_declarator", "assignment_expression"}:
            target = parent.child_by_field_name("name") or parent.child_by_field_name("left")
            return NOTHING if target is None or node == target else self._held(target)
        if kind in {"assignment_pattern", "object_assignment_pattern", "required_parameter", "optional_parameter"}:
            target = parent.child_by_field_name("left") or parent.child_by_field_name("pattern")
            return NOTHING if target is None or node == target else self._default(target)
        if kind in {"public_field_definition", "field_definition"}:
            return self._held(parent.child_by_field_name("name") or parent.child_by_field_name("property"), field=True)
        if kind == "enum_assignment":
            return Seen("constant")
        if kind in {"augmented_assignment_expression", "yield_expression", "template_substitution"}:
            return WRITES
        if kind in {"return_statement", "arrow_function"}:
            return self._returned(parent)
        if kind == "for_in_statement":
            return self._looped(parent.child_by_field_name("left"))
        return NOTHING

    # -- operators

    def _operator(self, node: Node, parent: Node, exact: bool) -> Seen:
        operator = parent.child_by_field_name("operator")
        sign = operator.type if operator is not None else ""
        if sign in _EQUAL:
            left, right = parent.child_by_field_name("left"), parent.child_by_field_name("right")
            other = right if node == left else left
            return NOTHING if self._looks_at_template(other) else Seen("compare")
        if sign in {"||", "??", "&&"}:
            return self.of(parent, exact)
        return WRITES if sign == "+" else NOTHING

    def _method(self, node: Node, member: Node, exact: bool) -> Seen:
        """Something of the text itself: its length, a method, an element of a list."""
        name = member.child_by_field_name("property")
        text = self.module.text(name) if name is not None else ""
        if text == "length":
            return Seen("string-op") if node.type != "array" else NOTHING
        call = member.parent
        if call is None or call.type != "call_expression":
            return NOTHING
        if node.type in {"array", "new_expression"} or self._is_list(node):
            if text in _LIST_LOOKUPS:
                return Seen("compare", call)
            if text in _EACH:
                return self._callback(call)
        if text in READS:
            return Seen("string-op", call) if exact else NOTHING  # a prompt that is filled in is no tag
        if text in _SAME_VALUE or text in {"join", "toString", "concat"}:
            return self.of(call, exact)
        return NOTHING

    def _is_list(self, node: Node) -> bool:
        if node.type != "identifier":
            return False
        binding = self.module.lookup(node)
        value = binding.value if binding is not None and not binding.element else None
        while value is not None and value.type in THROUGH and value.named_children:
            value = value.named_children[0]
        return value is not None and value.type in {"array", "new_expression"}

    def _callback(self, call: Node) -> Seen:
        """What a callback does with the elements it gets."""
        given = arguments(call)
        if not given or given[0].type not in FUNCTIONS:
            return NOTHING
        function = given[0]
        single = function.child_by_field_name("parameter")
        listed = function.child_by_field_name("parameters")
        target = single or (listed.named_children[0] if listed is not None and listed.named_children else None)
        if target is not None and target.type in {"required_parameter", "optional_parameter"}:
            target = target.child_by_field_name("pattern")
        return self._looped(target)

    # -- calls

    def _argument(self, node: Node, call: Node | None, exact: bool) -> Seen:
        if call is None or call.type not in {"call_expression", "new_expression"}:
            return NOTHING
        name, receiver = called(self.module, call)
        given = arguments(call)
        place = next((number for number, one in enumerate(given) if one == node), 0)
        if name == "RegExp":
            return Seen("regex", call) if place == 0 else NOTHING
        if name in READS and receiver is not None:
            if place > 0:
                return WRITES
            if self._looks_at_template(receiver):
                return NOTHING
            return Seen("regex" if name in {"match", "matchAll", "search"} else "string-op", call)
        if _TOKEN_CALLS.match(name):
            return Seen("token-id", call)
        if re.fullmatch(r"\w*(?:Error|Exception)", name) or self._asserts(call):
            return NOTHING
        if name in _SAME_VALUE:
            seen = self.of(call, exact)
            return seen if seen.use is not None or name not in {"encode", "from"} else WRITES
        if re.fullmatch(r"(?:is)?[eE]qual\w*|eq|is", name):
            return Seen("compare", call)
        if exact and _STARTS_READING.search(name):
            return Seen("string-op", call, "medium")
        if clues.WRITERISH.search(name):
            return WRITES
        if exact and clues.READERISH.search(name):
            return Seen("string-op", call, "medium")
        return NOTHING

    def _asserts(self, call: Node) -> bool:
        at: Node | None = call
        while at is not None and at.type in {"call_expression", "member_expression", "await_expression"}:
            below = at.child_by_field_name("function") or at.child_by_field_name("object")
            if below is None:
                break
            at = below
        return at is not None and at.type == "identifier" and bool(_ASSERTS.match(self.module.text(at)))

    def asserting(self, node: Node) -> bool:
        """Whether an expression stands in an assertion or expectation."""
        at = node.parent
        while at is not None and not at.type.endswith(("_statement", "_block")):
            if at.type == "call_expression" and self._asserts(at):
                return True
            at = at.parent
        while at is not None and at.type == "expression_statement":
            inner = at.named_children[0] if at.named_children else None
            return inner is not None and inner.type == "call_expression" and self._asserts(inner)
        return False

    # -- what is looked at

    def base(self, node: Node | None) -> str:
        """The identifier at the heart of an expression: ``chatTemplate`` of ``(tok.chatTemplate ?? "").trim()``."""
        for _ in range(20):
            if node is None:
                return ""
            if node.type == "identifier":
                return self.module.text(node)
            if node.type == "member_expression":
                name = node.child_by_field_name("property")
                text = self.module.text(name) if name is not None else ""
                if text == "length":
                    node = node.child_by_field_name("object")
                    continue
                return text
            if node.type == "subscript_expression":
                index = node.child_by_field_name("index")
                if index is not None and index.type == "string":
                    return self.module.text(index).strip("'\"")
                node = node.child_by_field_name("object")
            elif node.type == "call_expression":
                name_, receiver = called(self.module, node)
                if receiver is None:
                    return name_
                node = receiver
            elif node.type == "binary_expression":
                node = node.child_by_field_name("left")
            elif node.type in THROUGH and node.named_children:
                node = node.named_children[0]
            else:
                return ""
        return ""

    def _looks_at_template(self, node: Node | None) -> bool:
        return bool(clues.TEMPLATE_NAME.search(self.base(node)))

    def switched(self, case: Node) -> Node | None:
        at = case.parent
        while at is not None and at.type != "switch_statement":
            at = at.parent
        return at.child_by_field_name("value") if at is not None else None

    # -- held for later

    def _pair(self, node: Node, pair: Node, exact: bool) -> Seen:
        key = pair.child_by_field_name("key")
        if node != key and key is not None:
            name = self.module.text(key).strip("'\"[]")
            if clues.TEXT_NAME.search(name) and not _STILL_A_MARKER.search(name):
                return NOTHING
            if exact and clues.holds_marker(name):
                return Seen("constant")
        above = pair.parent
        return self.of(above, exact) if above is not None else NOTHING

    def _held(self, target: Node | None, *, field: bool = False) -> Seen:
        """Held under a name: what is done with it, then its own words.  Names of names are followed a few times."""
        if target is None or len(self._open) > _DEEPEST:
            return NOTHING
        if target.id not in self._held_names:
            self._held_names[target.id] = NOTHING
            self._held_names[target.id] = self._held_under(target, field=field)
        return self._held_names[target.id]

    def _held_under(self, target: Node, *, field: bool) -> Seen:
        if target.type in {"array_pattern", "object_pattern"}:
            return self._held(target.named_children[0] if target.named_children else None)
        member = target.type == "member_expression"
        name = self.base(target) if member else self.module.text(target)
        name = name.strip("#'\"")
        uses = self._uses_of(name, target, member=member or field)
        reading = [seen for seen in uses if seen.use not in _PLAIN]
        if reading:
            best = reading[0]
            kept = clues.holds_marker(name) and (name.isupper() or member or field or self._at_top(target))
            if kept and best.use in {"string-op", "compare"}:
                return Seen("constant")
            return best
        if uses and all(seen.use == "writer" for seen in uses):
            return WRITES
        if clues.holds_marker(name) or (name.isupper() and not clues.TEXT_NAME.search(name)):
            return Seen("constant")
        return NOTHING

    def _default(self, target: Node) -> Seen:
        """The default of a parameter or of a field taken out of an object."""
        seen = self._held(target)
        return Seen("constant") if seen.use not in (None, "writer") else seen

    @staticmethod
    def _at_top(target: Node) -> bool:
        at = target.parent
        while at is not None and at.type not in FUNCTIONS:
            at = at.parent
        return at is None

    def _uses_of(self, name: str, target: Node, *, member: bool) -> list[Seen]:
        key = "." + name if member else name
        seen = []
        for use in self.module.uses.get(key, [])[:_MOST]:
            if use.id in self._open or use == target:
                continue
            if (
                not member
                and use.parent is not None
                and use.parent.type == "variable_declarator"
                and use == use.parent.child_by_field_name("name")
            ):
                continue
            self._open.add(use.id)
            try:
                seen.append(self.of(use))
            finally:
                self._open.discard(use.id)
        return seen

    def _looped(self, target: Node | None) -> Seen:
        if target is None:
            return NOTHING
        targets = target.named_children if target.type == "array_pattern" else [target]
        for one in targets:
            for seen in self._uses_of(self.module.text(one), one, member=False):
                if seen.use not in _PLAIN:
                    return Seen(seen.use, seen.call, seen.sure)
        return NOTHING

    def _returned(self, node: Node) -> Seen:
        at: Node | None = node
        while at is not None and at.type not in FUNCTIONS:
            at = at.parent
        if at is not None and at.parent is not None and at.parent.type == "arguments" and at.parent.parent is not None:
            name, _ = called(self.module, at.parent.parent)
            return self.of(at.parent.parent) if name in {"map", "flatMap", "from", "useMemo", "computed"} else WRITES
        name = function_name(self.module, at)
        return Seen("constant") if name and clues.holds_marker(name) else WRITES


def function_name(module: Module, function: Node | None) -> str:
    """A function's own name, or that of what it is assigned to."""
    if function is None:
        return ""
    name = function.child_by_field_name("name")
    if name is None and function.parent is not None:
        name = function.parent.child_by_field_name("name") or function.parent.child_by_field_name("key")
    return module.text(name) if name is not None else ""
