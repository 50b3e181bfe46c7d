"""What is generated from the cases: the required list of a draft, and the reading cases for ``node --test``."""

from __future__ import annotations

import itertools
import json
import re
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path

from thinkspec import message_checks  # noqa: F401 -- it puts its expander into the table
from thinkspec.checks import LEVELS, Check, expand
from thinkspec.corpus import Case, load_cases
from thinkspec.effort_checks import MAPPINGS
from thinkspec.required import DRAFT, family, required_path, rows_digest, topic_rows
from thinkspec.stream_checks import derived_checks
from thinkspec.tables import Spec

WIDTH = 120
JS_CORPUS = Path("reference/js/test/corpus.json")
# What counts alike: obligation, dialects, operations.
Key = tuple[str, tuple[str, ...], tuple[str, ...]]
_NAME = re.compile(r"(?P<case>[^@]+)@(?P<dialect>[^:]+):(?P<op>.+)\Z", re.DOTALL)


def corpus_files(spec: Spec, root: Path) -> dict[Path, str]:
    """Path below the checkout to content; the required list only until it is frozen."""
    cases = load_cases(root)
    files = {JS_CORPUS: js_corpus(spec, cases)}
    if not spec.version.endswith(DRAFT):
        return files
    readers = [case for case in cases if case.group != "effort"]
    mappers = [case for case in cases if case.group == "effort"]
    # What only one language can be asked counts for nobody.
    derive = derived_checks(language="")
    checks = itertools.chain(expand(readers, spec.dialects, spec, derive), expand(mappers, MAPPINGS, spec))
    return {**files, required_path(Path(), spec.version): draft_text(spec, cases, checks)}


def js_corpus(spec: Spec, cases: Iterable[Case]) -> str:
    """The reading cases as JSON, a line a case: the twin's package has no reader of YAML."""
    keys = ("why", "rules", "options", "input", "thinking", "answer", "expect")
    rows = [
        {"name": case.name, **{key: case.row[key] for key in keys if key in case.row}}
        for case in cases
        if case.group == "read"
    ]
    head = {"generated": "thinkspec generate", "spec": spec.version}
    body = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    return f'{json.dumps(head)[:-1]}, "cases": [\n{body}\n]}}\n'


def draft_text(spec: Spec, cases: Sequence[Case], checks: Iterable[Check]) -> str:
    """The required list that follows from the corpus; what counts alike stands together."""
    rows = topic_rows(cases)
    lines = [
        "# What counts for this version of the spec. Written by `thinkspec generate` while the spec is a draft;",
        "# frozen at its release, and never changed after that.",
        "",
        "format: 1",
        f'spec: "{spec.version}"',
        "topics:",
    ]
    for topic, entries in together(checks).items():
        lines += [f"  {topic}:", f"    digest: {json.dumps(rows_digest(rows[topic]))}", "    required:"]
        for level, dialects, operations in sorted(entries, key=_order):
            lines.append(f"      - level: {level}")
            lines += _listed("dialects", dialects) + _listed("operations", operations)
            lines += _listed("cases", entries[level, dialects, operations])
    return "\n".join(lines) + "\n"


def together(checks: Iterable[Check]) -> dict[str, dict[Key, list[str]]]:
    """By topic, the ids of the cases that count alike.  A family of transforms has the level of its first member."""
    per_case: dict[str, dict[str, dict[str, list[str]]]] = {}
    seen: set[str] = set()
    for check in checks:
        name = family(check.id)
        found = _NAME.match(name)
        if found is None or name in seen:
            continue
        seen.add(name)
        by_dialect = per_case.setdefault(found["case"], {}).setdefault(check.level, {})
        by_dialect.setdefault(found["dialect"], []).append(found["op"])
    topics: dict[str, dict[Key, list[str]]] = {}
    for name, levels in per_case.items():
        topic, _, identity = name.rpartition("/")
        for level, by_dialect in levels.items():
            by_ops: dict[tuple[str, ...], list[str]] = {}
            for dialect, ops in by_dialect.items():
                by_ops.setdefault(tuple(ops), []).append(dialect)
            for operations, dialects in by_ops.items():
                topics.setdefault(topic, {}).setdefault((level, tuple(dialects), operations), []).append(identity)
    return topics


def _order(key: Key) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    return LEVELS.index(key[0]), key[1], key[2]


def _listed(name: str, items: Sequence[str]) -> list[str]:
    """Words in one text, broken where the line would become too long: a list of them is slow to read."""
    indent = " " * 10
    return textwrap.wrap(
        f'        {name}: "{" ".join(items)}"',
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )
