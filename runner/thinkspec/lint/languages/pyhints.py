"""What can be said of a part of a Python tree without a climb: its name, its subject, the kind of thing it is."""

from __future__ import annotations

import ast
import re

from thinkspec.lint import clues
from thinkspec.lint.languages.pyscope import Function, Module, called
from thinkspec.lint.late import late

# Methods that give the same text in another form.
_TEXT_METHODS = frozenset(
    ["strip", "lstrip", "rstrip", "lower", "upper", "casefold", "format", "decode", "encode", "splitlines"]
)
_SUBJECT_PLACES = {"sub": 2, "subn": 2}  # where a function of `re` takes what it looks through; 1 for all others
_APPLIED = frozenset(["sub", "subn", "search", "match", "fullmatch", "findall", "finditer", "split"])
_REWRITES = frozenset(["sub", "subn", "split"])
_PROMPT = late(r"prompt|prefill|stop", re.IGNORECASE)
_RENDERS = late(r"render|encod|template|prompt|format", re.IGNORECASE)
# A turn of the model with an opener behind it: the end of a prompt that asks for an answer.
_TURN_OPENS = late(r"<[|\uff5c]?[^<>]*(?:start|header|assistant|model|bot)[^<]*<", re.IGNORECASE)
# Lists of what ends a generation, and of what a grammar leaves out.
_STOPS = late(
    r"(?:^|_)stops?(?:$|_?(?:words?|strs?|strings?|seq\w*|list|tokens?)(?:$|_))|^_*end_?strs?$", re.IGNORECASE
)
_FOR_A_MODEL = late(r"template|prompt", re.IGNORECASE)
_STEERS = late(r"logits?_?(?:processor|warper)", re.IGNORECASE)
_LEFT_OUT = late(r"exclu", re.IGNORECASE)


def base(node: ast.AST) -> str:
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


def is_empty(node: ast.expr) -> bool:
    """Whether an expression is an empty text or nothing."""
    return isinstance(node, ast.Constant) and node.value in ("", b"", None)


def is_frame(node: ast.JoinedStr) -> bool:
    """Whether an f-string puts brackets around one name and nothing else."""
    texts = [part.value for part in node.values if isinstance(part, ast.Constant)]
    return len(node.values) == len(texts) + 1 == 3 and texts[0] in {"<", "</"} and texts[1] == ">"


def gives_only(function: ast.AST) -> bool:
    """Whether a function does nothing but return a value: a property, not a step of a writer."""
    body = getattr(function, "body", [])
    if not isinstance(body, list):
        return True
    return all(
        isinstance(each, ast.Return) or (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
        for each in body
    )


def is_template(node: ast.AST) -> bool:
    """Whether an expression is a chat template, a prompt or a vocabulary, which is looked at and never read."""
    return bool(clues.TEMPLATE_NAME.search(base(node)))


def looks_at_templates(module: Module, call: ast.Call, name: str) -> bool:
    """Whether a regex call goes through templates only; ``name``: which function of `re` it is."""
    applied = [_goes_through_template(call, name, 0)] if name != "compile" else _applied(module, call)
    return bool(applied) and all(applied)


def _goes_through_template(call: ast.Call, name: str, shift: int) -> bool:
    """Whether a call of `re` looks at a template; ``shift``: 1 for a method.  A prompt that is rewritten was read."""
    place = _SUBJECT_PLACES.get(name, 1) - shift
    named = [keyword.value for keyword in call.keywords if keyword.arg == "string"]
    subject = next(iter([*named, *call.args[place : place + 1]]), None)
    if subject is None or not is_template(subject):
        return False
    return name not in _REWRITES or not _PROMPT.search(base(subject))


def _applied(module: Module, compiled: ast.Call) -> list[bool]:
    """Of each place where a compiled pattern is used, whether it looks at a template there."""
    parent = module.parent.get(compiled)
    loads: list[ast.expr] = [compiled]
    if isinstance(parent, (ast.Assign, ast.AnnAssign)):
        name = base(parent.targets[0] if isinstance(parent, ast.Assign) else parent.target)
        loads = [*module.loads.get(name, []), *module.loads.get("." + name, [])]
    found: list[bool] = []
    for load in loads:
        method = module.parent.get(load)
        call = module.parent.get(method) if method is not None else None
        found.append(
            isinstance(method, ast.Attribute)
            and method.attr in _APPLIED
            and isinstance(call, ast.Call)
            and _goes_through_template(call, method.attr, 1)
        )
    return found


def ends_rendered(module: Module, call: ast.Call) -> bool:
    """Whether the end of a prompt that was just rendered is looked at: ``encode(messages).removesuffix("<|assistant|><think>")``."""
    function, first = call.func, call.args[0] if call.args else None
    if not isinstance(function, ast.Attribute) or function.attr not in {"removesuffix", "endswith"}:
        return False
    if not isinstance(first, ast.Constant) or not isinstance(first.value, str) or not _TURN_OPENS.match(first.value):
        return False
    subject = function.value
    values = [binding.value for binding in module.lookup(subject)] if isinstance(subject, ast.Name) else [subject]
    return any(isinstance(value, ast.Call) and _RENDERS.search(called(value)) for value in values)


def is_record(module: Module, node: ast.Dict) -> bool:
    """Whether a dict is one thing that is made here, with a number and computed fields, and not a row of a table."""
    fields = dict(zip((key.value for key in node.keys if isinstance(key, ast.Constant)), node.values, strict=False))
    if len(fields) != len(node.keys) or not {"id", "type"} & set(fields):
        return False
    if "id" in fields and not isinstance(fields["id"], ast.Constant):
        return True
    return any(isinstance(value, ast.Call) and not _of_regex(module, value) for value in node.values)


def _of_regex(module: Module, call: ast.Call) -> bool:
    """Whether a call is one of `re`."""
    if isinstance(call.func, ast.Name):
        return call.func.id in module.regex_functions
    return isinstance(call.func, ast.Attribute) and base(call.func.value) in module.regex_modules


def holds_text(name: str, around: str) -> bool:
    """Whether an identifier names a text for a model or a person, seen with the class or call it belongs to.

    >>> holds_text("thinking_prefix", "Reader"), holds_text("thinking_prefix", "ChatTemplate")
    (False, True)
    """
    return clues.holds_text(name) or bool(clues.TEXT_NAME.search(name) and _FOR_A_MODEL.search(around))


def names_stops(name: str) -> bool:
    """Whether an identifier names what ends a generation."""
    return bool(_STOPS.search(name))


def steers_generation(module: Module, node: ast.AST) -> bool:
    """Whether a class around chooses the next token: it looks for a token's number and splits nothing."""
    scope: ast.AST = module.scope(node)
    while scope is not module.tree:
        if isinstance(scope, ast.ClassDef):
            names = [scope.name, *(base(each) for each in scope.bases)]
            if any(_STEERS.search(name) for name in names):
                return True
        scope = module.scope(scope)
    return False


def names_left_out(name: str) -> bool:
    """Whether an identifier names what is left out."""
    return bool(_LEFT_OUT.search(name))


def is_base_init(call: ast.Call) -> bool:
    """Whether a call hands arguments to the class above: ``super().__init__(…)``, ``Base.__init__(self, …)``."""
    return isinstance(call.func, ast.Attribute) and call.func.attr == "__init__"


def beside_a_tag(call: ast.Call, place: int) -> bool:
    """Whether the argument before or behind one looks like the other half of a pair: a short text with a sign in it."""
    beside = [call.args[at] for at in (place - 1, place + 1) if 0 <= at < len(call.args)]
    values = [each.value for each in beside if isinstance(each, ast.Constant)]
    texts = [value.strip() for value in values if isinstance(value, str)]
    texts += [value.decode("latin-1").strip() for value in values if isinstance(value, bytes)]
    return any(2 < len(text) < 60 and not text.isidentifier() and not re.search(r"\w \w", text) for text in texts)


def parameter(function: Function, call: ast.Call, given: int | str) -> str:
    """The parameter that takes an argument, by its place or its name; ``""`` if there is none."""
    args = function.args
    plain = [arg.arg for arg in (*args.posonlyargs, *args.args)]
    if isinstance(given, str):
        return given if given in plain or any(arg.arg == given for arg in args.kwonlyargs) else ""
    if plain[:1] in (["self"], ["cls"]):
        plain = plain[1:]
    return plain[given] if given < len(plain) and not any(isinstance(arg, ast.Starred) for arg in call.args) else ""


def targets_of(node: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    """What an assignment fills."""
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def defaulted(arguments: ast.arguments, default: ast.AST) -> str:
    """The parameter that has a default; ``""`` if it is not one of these."""
    plain = [*arguments.posonlyargs, *arguments.args]
    pairs = [
        *zip(reversed(plain), reversed(arguments.defaults), strict=False),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=False),
    ]
    return next((arg.arg for arg, value in pairs if value is default), "")
