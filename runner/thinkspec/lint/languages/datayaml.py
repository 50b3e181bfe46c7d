"""The text values of a YAML file, with their keys and places."""

from __future__ import annotations

from typing import Any

import yaml

from thinkspec.lint.languages.data import Scalar
from thinkspec.lint.model import Span
from thinkspec.lint.source import Source
from thinkspec.lint.tags import Words

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DEEPEST = 200


def yaml_scalars(source: Source, words: Words) -> tuple[list[Scalar], str | None]:
    """The values worth a look, and what is wrong with the file."""
    found: list[Scalar] = []
    try:
        for document in yaml.compose_all(source.text, Loader=_LOADER):
            if document is not None:
                _Values(source, words, found).read(document)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        where = f" in line {mark.line + 1}" if mark is not None else ""
        return found, f"not valid YAML{where}"
    except (RecursionError, ValueError, UnicodeError) as error:
        return found, f"not readable as YAML: {error}"
    return found, None


class _Values:
    def __init__(self, source: Source, words: Words, found: list[Scalar]) -> None:
        self.source, self.words, self.found = source, words, found
        self.seen: set[int] = set()

    def read(self, root: Any) -> None:
        stack: list[tuple[Any, tuple[str, ...], tuple[str, ...]]] = [(root, (), ())]
        while stack:
            node, keys, siblings = stack.pop()
            if id(node) in self.seen or len(keys) > _DEEPEST:
                continue
            self.seen.add(id(node))
            if isinstance(node, yaml.ScalarNode):
                self._scalar(node, keys, siblings)
            elif isinstance(node, yaml.SequenceNode):
                stack += [(item, keys, ()) for item in reversed(node.value)]
            elif isinstance(node, yaml.MappingNode):
                texts = _texts([value for _, value in node.value], self.words)
                for key, value in reversed(node.value):
                    name = key.value if isinstance(key, yaml.ScalarNode) else ""
                    stack.append((value, (name, *keys), texts))

    def _scalar(self, node: Any, keys: tuple[str, ...], siblings: tuple[str, ...]) -> None:
        if not self.words.worth(node.value):
            return
        start, end = self._at(node.start_mark), self._at(node.end_mark)
        self.found.append(
            Scalar(
                Span(start, max(start, end)), node.value, keys, siblings, node.style in {"|", ">"} or "\n" in node.value
            )
        )

    def _at(self, mark: Any) -> int:
        """The offset of a mark; the lines of the parser are those of line feeds where no other line ends are used."""
        if mark.line >= self.source.lines:
            return len(self.source.text)
        span = self.source.line_span(mark.line + 1)
        column: int = mark.column
        return min(span.start + column, len(self.source.text))


def _texts(nodes: list[Any], words: Words) -> tuple[str, ...]:
    return tuple(
        node.value
        for node in nodes[:100]
        if isinstance(node, yaml.ScalarNode) and len(node.value) < 200 and words.worth(node.value)
    )
