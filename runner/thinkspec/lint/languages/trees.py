"""Parsers of tree-sitter: made once, stopped when a text takes them too long."""

from __future__ import annotations

import time
from functools import cache
from importlib import import_module
from typing import Any

_PACKAGES = {
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "html": ("tree_sitter_html", "language"),
    "json": ("tree_sitter_json", "language"),
    "toml": ("tree_sitter_toml", "language"),
}
_SECONDS, _BYTES_A_SECOND = 2.0, 200_000
_CHUNK = 1 << 16


@cache
def _parser(grammar: str) -> Any:
    from tree_sitter import Language, Parser

    package, function = _PACKAGES[grammar]
    return Parser(Language(getattr(import_module(package), function)()))


def parse(grammar: str, data: bytes) -> Any | None:
    """The root node of a text, or None if the parser gave up or would need too long.

    Some texts take its error recovery much more than linear time, so there is a limit that grows with the text.

    >>> parse("json", b"[1]").type
    'document'
    """
    parser = _parser(grammar)
    deadline = time.process_time() + _SECONDS + len(data) / _BYTES_A_SECOND
    try:
        tree = parser.parse(
            lambda offset, _: data[offset : offset + _CHUNK],
            progress_callback=lambda _offset, _error: time.process_time() > deadline,
        )
    except ValueError:  # stopped
        parser.reset()
        return None
    return tree.root_node if tree is not None else None
