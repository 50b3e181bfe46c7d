"""Configuration: patterns, tag pairs and code in JSON, YAML and TOML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from thinkspec.lint import clues
from thinkspec.lint.languages.textuse import only_tags
from thinkspec.lint.late import late
from thinkspec.lint.model import Analysis, Comment, Site, Span
from thinkspec.lint.source import Source
from thinkspec.lint.tags import Words

# Keys whose text is for a model, a person or a tokenizer.
_NOT_A_READER = late(
    r"prompt|template|stop|special|added_?token|vocab|prefill|descr|title|label|help|message|content|example|instruct|system|bad_?words"
    r"|eos|bos_|logit|fixture|interactions|cassette|conversation|dialog|completion|usage|note|tooltip|placeholder|summary|comment",
    re.IGNORECASE,
)
_PROSE_KEY = late(
    r"prompt|descr|title|label|help|example|instruct|tooltip|placeholder|summary|comment|note|template", re.IGNORECASE
)
_READING = frozenset({"regex", "string-op", "compare", "dom", "charset-strip"})


@dataclass(frozen=True)
class Scalar:
    """A text value: where it stands, what it says, and the keys above it, innermost first."""

    span: Span
    text: str
    keys: tuple[str, ...]
    siblings: tuple[str, ...] = ()  # other texts of the same mapping
    block: bool = False  # a block of lines, each of which stands in the file as it is
    naming: bool = False  # a key, not a value


def analyse(source: Source, words: Words) -> Analysis:
    """The sites of a configuration file; one that does not parse gets line rules."""
    try:
        scalars, comments, fault = _READERS[source.language](source, words)
    except RecursionError:
        scalars, comments, fault = [], [], "nested too deeply"
    if fault is not None:
        return _line_rules(source, words, fault)
    sites: dict[int, Site] = {}
    for scalar in scalars:
        for site in judge(source, scalar, words):
            sites.setdefault(site.span.start, site)
    return Analysis([sites[start] for start in sorted(sites)], comments)


def _line_rules(source: Source, words: Words, fault: str) -> Analysis:
    from thinkspec.lint.languages.masked import line_rules

    result = line_rules(source, words, fault)
    result.sites = [replace(site, use="config") for site in result.sites if site.use in _READING | {"constant"}]
    return result


def judge(source: Source, scalar: Scalar, words: Words) -> Iterator[Site]:
    """What one value is: a pattern, one of a pair of tags, code, or nothing of interest."""
    text = scalar.text
    if not words.worth(text) or clues.chat_template(text) or "{%" in text:
        return
    hits = words.in_literal(text) or words.in_pattern(text)
    known = [hit for hit in hits if not hit.context or words.thinkish(" ".join(scalar.keys))]
    names = tuple(dict.fromkeys(hit.name for hit in known if hit.name))
    key = scalar.keys[0] if scalar.keys else ""
    pattern = clues.regexy(text) and "\n" not in text.strip() and bool(names and words.in_pattern(text))
    if scalar.naming and not pattern:
        return
    if words.is_name(text) and "<" not in text and clues.ONE_TAG_NAME.search(key):
        yield Site("config", text, scalar.span, names=(text.strip("/> ").lower(),), language=source.language)
        return
    if only_tags(text, words):
        if names and _is_marker(scalar, words):
            yield Site("config", text, scalar.span, names=names, language=source.language)
        return
    if _PROSE_KEY.search(key):
        return
    if pattern:
        yield Site("config", text, scalar.span, names=names, language=source.language, sure="high")
        return
    yield from _code(source, scalar, words)


def _is_marker(scalar: Scalar, words: Words) -> bool:
    """A tag by itself is configuration of a reader under a fitting key, or beside its partner."""
    if any(_NOT_A_READER.search(key) for key in scalar.keys[:3]):
        return False
    key = scalar.keys[0] if scalar.keys else ""
    if clues.holds_marker(key) or words.is_tag(key):
        return True
    tags = [words.in_literal(other) for other in scalar.siblings if only_tags(other, words)]
    mine = words.in_literal(scalar.text)
    return not key.isdigit() and any(hits[0].closer != mine[0].closer for hits in tags if hits and mine)


def _code(source: Source, scalar: Scalar, words: Words) -> Iterator[Site]:
    """Readers in a value that is code for somewhere else: each where it stands, if that can be said."""
    from thinkspec.lint.languages.masked import embedded

    for site in embedded(scalar.text, words):
        if site.use not in _READING:
            continue
        span = _place(source, scalar, site.span) if scalar.block else scalar.span
        yield Site("config", site.text, span, names=site.names, sure="medium", language=source.language)
        if not scalar.block:
            return


def _place(source: Source, scalar: Scalar, span: Span) -> Span:
    """Where a run of a block's text stands in the file."""
    before = scalar.text[: span.start]
    shown = scalar.text[
        span.start : scalar.text.find("\n", span.start) if "\n" in scalar.text[span.start : span.end] else span.end
    ]
    wanted = before.count(shown)
    at = scalar.span.start
    for _ in range(wanted + 1):
        found = source.text.find(shown, at, scalar.span.end)
        if found < 0:
            return scalar.span
        at = found + 1
    return Span(at - 1, at - 1 + len(shown))


def _comments(source: Source) -> list[Comment]:
    """The comments, if one of them could be a suppression."""
    from thinkspec.lint.languages.comments import comments

    return comments(source.text, source.language) if "thinkspec" in source.text else []


def _json(source: Source, words: Words) -> tuple[list[Scalar], list[Comment], str | None]:
    from thinkspec.lint.languages.datatrees import json_scalars

    scalars, comments, fault = json_scalars(source, words)
    return scalars, comments, fault


def _toml(source: Source, words: Words) -> tuple[list[Scalar], list[Comment], str | None]:
    from thinkspec.lint.languages.datatrees import toml_scalars

    scalars, fault = toml_scalars(source, words)
    return scalars, _comments(source), fault


def _yaml(source: Source, words: Words) -> tuple[list[Scalar], list[Comment], str | None]:
    from thinkspec.lint.languages.datayaml import yaml_scalars

    scalars, fault = yaml_scalars(source, words)
    return scalars, _comments(source), fault


_READERS = {"json": _json, "toml": _toml, "yaml": _yaml}
