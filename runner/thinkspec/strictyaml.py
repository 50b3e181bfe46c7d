"""The one YAML loader of the project: a small language that every parser reads alike.

Plain YAML is read differently by different parsers (``off``, ``no``, ``12:30``, ``1_000``, ``1e3``, repeated
keys).  So only a part of it is accepted here: mappings with text keys, lists, quoted strings, plain strings that
nobody could take for something else, whole and decimal numbers, ``true``, ``false`` and ``null``.  Everything
else is refused with ``file:line`` and what to write instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from thinkspec.errors import ThinkspecError

Place = tuple[str | int, ...]

_PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WORDS = {"true": True, "false": False, "null": None}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?\Z")
# What one parser or another reads as something other than text.
_DOUBTFUL = re.compile(
    r"(?:~|y|n|yes|no|on|off|true|false|null|"
    r"[-+]?(?:\.[0-9]+|\.inf|\.nan|[0-9][0-9_]*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?|0[xob][0-9a-f_]+)|"
    r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?|"
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[tT ].*)?)\Z",
    re.IGNORECASE,
)
_RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_SURROGATE = re.compile("[\ud800-\udfff]")

SURROGATE_HELP = 'a surrogate escape. Write {json: "\\\\ud800"} instead.'


class SourceError(ThinkspecError):
    """A fault in a table or case file, with its place; a configuration error (exit 2) for most commands."""

    exit_code = 2

    def __init__(self, path: str, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: {message}")
        self.path, self.line, self.message = path, line, message


@dataclass(frozen=True)
class Document:
    """A file's value, and the line (counted from 1) where each part of it begins."""

    path: str
    value: Any
    lines: dict[Place, int] = field(repr=False)

    def line(self, place: Place) -> int:
        """The line of a part, or of the nearest part around it.

        >>> loads("a:\\n  b: [1, 2]").line(("a", "b", 1, "x"))
        2
        """
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)


def load(path: Path, shown: str | None = None) -> Document:
    """Read a file.  ``shown`` is the name used in messages (default: the path as given)."""
    name = shown or str(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(name, 1, f"cannot be read: {error.strerror or error}.") from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SourceError(name, line, "not UTF-8. Save the file as UTF-8.") from None
    return loads(text, name)


def loads(text: str, path: str = "<text>") -> Document:
    """Read a text.

    >>> loads("effort: [none, 'off', 12, 1.5, true]").value
    {'effort': ['none', 'off', 12, 1.5, True]}
    >>> loads("effort: off")
    Traceback (most recent call last):
    thinkspec.strictyaml.SourceError: <text>:1: plain off is read differently by different parsers. Put it in quotes.
    """
    _refuse_raw(text, path)
    lines: dict[Place, int] = {}
    try:
        events = yaml.parse(text, Loader=_PARSER)
        reader = _Builder(path, events, lines)
        value = reader.document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        problem = str(error.problem or error.context)
        message = SURROGATE_HELP if "Unicode character escape" in problem else f"not valid YAML: {problem}."
        raise SourceError(path, line, message) from None
    except yaml.YAMLError as error:
        raise SourceError(path, 1, f"not valid YAML: {error}.") from None
    return Document(path, value, lines)


def _refuse_raw(text: str, path: str) -> None:
    found = _RAW.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        code = ord(found[0])
        raise SourceError(path, line, f"raw character U+{code:04X}. Write it as an escape in double quotes.")


def is_doubtful(text: str) -> bool:
    """Whether a plain scalar of this text is read as something else by one parser or another.

    >>> is_doubtful("off"), is_doubtful("often")
    (True, False)
    """
    return not text or _DOUBTFUL.match(text) is not None


class _Builder:
    """Builds plain values from parser events and refuses what the small language does not have."""

    def __init__(self, path: str, events: Iterator[Any], lines: dict[Place, int]) -> None:
        self.path, self.events, self.lines = path, events, lines

    def fault(self, event: Any, message: str) -> SourceError:
        return SourceError(self.path, event.start_mark.line + 1, message)

    def document(self) -> Any:
        next(self.events)  # stream start
        event = next(self.events)
        if isinstance(event, yaml.StreamEndEvent):
            raise SourceError(self.path, 1, "the file is empty.")
        value = self.node(next(self.events), ())
        next(self.events)  # document end
        event = next(self.events)
        if not isinstance(event, yaml.StreamEndEvent):
            raise self.fault(event, "a second document. Keep one document a file.")
        return value

    def node(self, event: Any, place: Place) -> Any:
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise self.fault(event, "anchors and aliases are not allowed. Write the value out.")
        if event.tag is not None:
            raise self.fault(event, f"tag {event.tag} is not allowed. Remove it.")
        self.lines[place] = event.start_mark.line + 1
        if isinstance(event, yaml.ScalarEvent):
            return self.quoted(event) if event.style else self.plain(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(place)
        return self.mapping(place)

    def sequence(self, place: Place) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self.node(event, (*place, len(items))))
        return items

    def mapping(self, place: Place) -> dict[str, Any]:
        result: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.key(event)
            if key in result:
                raise self.fault(event, f"key {key!r} stands here twice.")
            below = (*place, key)
            result[key] = self.node(next(self.events), below)
            self.lines[below] = event.start_mark.line + 1
        return result

    def key(self, event: Any) -> str:
        if isinstance(event, yaml.ScalarEvent) and event.anchor is None and event.tag is None:
            key = event.value if event.style else self.plain(event)
            if isinstance(key, str):
                return key
        raise self.fault(event, "a key must be plain text.")

    def quoted(self, event: Any) -> str:
        # libyaml refuses such an escape by itself; the Python parser lets it through.
        if _SURROGATE.search(event.value):
            raise self.fault(event, SURROGATE_HELP)
        text: str = event.value
        return text

    def plain(self, event: Any) -> Any:
        text: str = event.value
        if text in _WORDS:
            return _WORDS[text]
        number = _NUMBER.match(text)
        if number:
            return float(text) if number[1] else int(text)
        if not text:
            raise self.fault(event, 'nothing stands here. Write null or "".')
        if _DOUBTFUL.match(text):
            raise self.fault(event, f"plain {text} is read differently by different parsers. Put it in quotes.")
        return text
