"""What is done with a text in Python: the kinds of answer, and the calls that are known by name."""

from __future__ import annotations

import ast
from dataclasses import dataclass

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
VALUE_CALLS = frozenset(
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
        "Arg",
        "Argument",
        "sorted",
        "MappingProxyType",
        "literal_eval",
        "escape",
        "Tag",
        "encode",
    ]
)
MESSAGES = frozenset(
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


@dataclass(frozen=True)
class Seen:
    """What takes a text; ``use`` None: it is text or data, nothing to say."""

    use: Use | None
    call: ast.Call | None = None
    name: str = ""  # the identifier it is held under, for constants
    sure: Sure = "high"
    settled: bool = False  # that nothing is to be said is known, whatever the text looks like
    returned: bool = False  # a function gives it back as it is: what is done with it shows elsewhere


NOTHING = Seen(None)
SETTLED = Seen(None, settled=True)  # looked for in a template, left out of a grammar
WRITES = Seen("writer")
SURGERY = frozenset({"regex", "string-op", "compare", "charset-strip"})  # what counts of a part of a longer text


def all_write(uses: list[Seen]) -> bool:
    """Whether something is written and nothing else; where it is looked for in a template does not count."""
    telling = [use for use in uses if not use.settled]
    return bool(telling) and all(use.use == "writer" for use in telling)
