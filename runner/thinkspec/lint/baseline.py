"""The baseline: strays that were there when the linter came; only new ones fail.

An entry is a rule, a path, a normalised snippet and a count, never a line.  A second equal stray is new.  An entry with
more than is found is stale.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import dataclass
from typing import Any

from thinkspec.errors import UsageError
from thinkspec.lint.model import Finding
from thinkspec.lint.result import Result, Suppressed, normal
from thinkspec.lint.rules import RULES

NAME = ".thinkspec-baseline.json"
Key = tuple[str, str, str]


@dataclass
class Baseline:
    """The entries of one file."""

    path: str
    entries: Counter[Key]

    def key(self, finding: Finding) -> Key:
        """The key of a finding; its path counts from the baseline's folder."""
        base = os.path.dirname(os.path.abspath(self.path))
        path = os.path.relpath(os.path.abspath(finding.path), base).replace(os.sep, "/")
        return finding.rule, path, normal(finding.snippet)


def load(path: str) -> Baseline:
    """Read a baseline.  Raises UsageError with ``file:line`` for one that cannot be read."""
    try:
        with open(path, encoding="utf-8") as file:
            value = json.load(file)
    except OSError as error:
        raise UsageError(f"{path}: the baseline cannot be read: {error.strerror or error}.") from None
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise UsageError(
            f"{path}:{line}: the baseline is not valid JSON. Write it again with --write-baseline."
        ) from None
    return Baseline(path, _entries(path, value))


def _entries(path: str, value: Any) -> Counter[Key]:
    if not isinstance(value, dict) or value.get("version") != 1 or not isinstance(value.get("entries"), list):
        raise UsageError(f"{path}:1: not a baseline of version 1. Write it again with --write-baseline.")
    entries: Counter[Key] = Counter()
    for number, entry in enumerate(value["entries"], 1):
        try:
            key = (str(entry["rule"]), str(entry["path"]), str(entry["snippet"]))
            count = entry["count"]
        except (TypeError, KeyError):
            raise UsageError(f"{path}:1: entry {number} lacks rule, path, snippet or count.") from None
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            raise UsageError(f"{path}:1: the count of entry {number} must be a whole number above 0.")
        entries[key] += count
    return entries


def write(path: str, findings: list[Finding]) -> int:
    """Write a baseline of these findings; returns how many there are."""
    made = Baseline(path, Counter())
    made.entries.update(made.key(finding) for finding in findings if finding.rule < "THK801")
    _save(made)
    return made.entries.total()


def _save(baseline: Baseline) -> None:
    entries = [
        {"rule": rule, "path": path, "snippet": snippet, "count": count}
        for (rule, path, snippet), count in sorted(baseline.entries.items(), key=lambda item: (item[0][1], item[0]))
    ]
    text = json.dumps({"version": 1, "entries": entries}, indent=1, ensure_ascii=True) + "\n"
    from pathlib import Path

    from thinkspec.files import replace_file

    replace_file(Path(baseline.path), text)


def apply(baseline: Baseline, result: Result) -> list[Finding]:
    """Move known findings to ``suppressed``; returns the stale entries as findings (THK904)."""
    left = Counter(baseline.entries)
    fresh = []
    for finding in result.findings:
        key = baseline.key(finding)
        if left[key] > 0:
            left[key] -= 1
            result.suppressed.append(Suppressed(finding, "baseline"))
        else:
            fresh.append(finding)
    result.findings = fresh
    return [
        _stale(baseline, key, count)
        for key, count in sorted(left.items())
        if count > 0 and judged(baseline, key, result)
    ]


def judged(baseline: Baseline, key: Key, result: Result) -> bool:
    """Whether an entry's file was looked at in this run, or would have been if it were still there."""
    path = os.path.join(os.path.dirname(os.path.abspath(baseline.path)), key[1])
    shown = os.path.relpath(path).replace(os.sep, "/")
    if shown in result.looked:
        return True
    inside = any(
        (folder == "." and not shown.startswith("..")) or shown.startswith(folder.rstrip("/") + "/")
        for folder in result.folders
    )
    return inside and not os.path.exists(path)


def _stale(baseline: Baseline, key: Key, count: int) -> Finding:
    rule = RULES["THK904"]
    text = f"{key[0]} in {key[1]}, {count} of {baseline.entries[key]} gone: {key[2][:80]}"
    shown = os.path.relpath(baseline.path).replace(os.sep, "/")
    return Finding(
        rule.id,
        rule.name,
        rule.severity,
        "high",
        shown,
        1,
        1,
        1,
        1,
        key[2],
        rule.message.format(text=text),
        rule.instead,
        "",
    )


def prune(baseline: Baseline, result: Result) -> int:
    """Take stale entries out of the file; returns how many strays they stood for."""
    found = Counter(baseline.key(each.finding) for each in result.suppressed if each.by == "baseline")
    gone = 0
    for key, count in list(baseline.entries.items()):
        if judged(baseline, key, result) and found[key] < count:
            gone += count - found[key]
            if found[key]:
                baseline.entries[key] = found[key]
            else:
                del baseline.entries[key]
    if gone:
        _save(baseline)
    return gone
