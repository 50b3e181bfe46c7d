"""Known failures of one reader: every change for better or worse is loud, what is known stays quiet.

A baseline is a YAML file that ``--write-baseline`` makes and a person completes::

    format: 1
    reader: py:acme.think
    checks:
      - id: read/stray-closer/template-opened-the-block@sapphire:split
        verdict: fail
        got: "3f0c1d…"          # a digest of the wrong answer
        reason: acme/chat#41
        until: "2027-03-31"     # the last day (UTC) on which this is still in order

A listed check that passes, fails in another way, no longer exists or is out of date breaks the baseline (exit 5).  A
failure that is not listed counts as it always does; one that would not count otherwise (should, may) breaks it too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timezone
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from thinkspec.errors import UsageError
from thinkspec.required import sha256
from thinkspec.schema import findings
from thinkspec.strictyaml import Document, load
from thinkspec.tables import canonical

FORMAT = 1
LISTED = ("fail", "error")
_ID = re.compile(r"""\s*- id: ["']?(?P<id>[^"'\s]+)["']?\s*(?:#.*)?\Z""")


@dataclass(frozen=True)
class Entry:
    """One known failure, and the line it stands in."""

    id: str
    verdict: str
    got: str | None
    reason: str
    until: date | None
    line: int


@dataclass(frozen=True)
class Baseline:
    """A baseline file."""

    path: str
    entries: dict[str, Entry]


@dataclass(frozen=True)
class Judgement:
    """What a baseline makes of a run.

    ``held`` are the ids that are as listed, ``broken`` sentences with the line to change, ``new`` the failures that
    are not listed.
    """

    held: frozenset[str]
    broken: tuple[str, ...]
    new: frozenset[str]


def load_baseline(path: Path) -> Baseline:
    """Read a baseline; raises a configuration error with ``file:line`` for what is wrong in it."""
    if not path.is_file():
        raise UsageError(f"{path}: no such baseline. Make it with --write-baseline {path}.")
    document = load(path)
    wrong = findings(document, "baseline")
    if wrong:
        raise UsageError(str(wrong[0]))
    entries: dict[str, Entry] = {}
    for number, row in enumerate(document.value["checks"]):
        line = document.line(("checks", number))
        if row["id"] in entries:
            raise UsageError(f"{path}:{line}: {row['id']} stands here twice. Take one of the two out.")
        entries[row["id"]] = Entry(
            row["id"], row["verdict"], row.get("got"), row.get("reason", ""), _until(document, number, row), line
        )
    return Baseline(str(path), entries)


def _until(document: Document, number: int, row: Mapping[str, Any]) -> date | None:
    if "until" not in row:
        return None
    try:
        return date.fromisoformat(row["until"])
    except ValueError:
        line = document.line(("checks", number, "until"))
        raise UsageError(f'{document.path}:{line}: until {row["until"]}: write a day, such as "2027-03-31".') from None


def answer_digest(failure: Mapping[str, Any]) -> str | None:
    """What tells one wrong answer from another; an error has none, its message may change from run to run."""
    if failure["verdict"] != "fail":
        return None
    return sha256(canonical([failure["got"], failure["message"]]))[:16]


def judge_baseline(
    baseline: Baseline,
    verdicts: Mapping[str, str],
    failures: Iterable[Mapping[str, Any]],
    *,
    whole: bool,
    today: date | None = None,
) -> Judgement:
    """Hold a run against a baseline.

    ``verdicts`` are those of every check that ran.  Only a ``whole`` run can tell that a listed check no longer exists.
    """
    today = today or datetime.now(timezone.utc).date()
    failed = {failure["id"]: failure for failure in failures}
    held, broken = set(), []
    for entry in baseline.entries.values():
        complaint = _complaint(entry, verdicts, failed.get(entry.id), whole, today)
        if complaint:
            broken.append(f"{baseline.path}:{entry.line}: {entry.id} {complaint}")
        elif entry.id in verdicts:
            held.add(entry.id)
    return Judgement(frozenset(held), tuple(broken), frozenset(failed.keys() - baseline.entries.keys()))


def _complaint(
    entry: Entry, verdicts: Mapping[str, str], failure: Mapping[str, Any] | None, whole: bool, today: date
) -> str | None:
    verdict = verdicts.get(entry.id)
    if verdict is None:
        if not whole:
            return None
        near = get_close_matches(entry.id, verdicts, 1, 0.8)
        return f"is no check of this run.{f' Did you mean {near[0]}?' if near else ' Take the entry out.'}"
    if entry.until is not None and today > entry.until:
        return f"was to be mended by {entry.until}. Mend it, or change until."
    if verdict == "pass":
        return "passes now. Take the entry out."
    if verdict != entry.verdict:
        return f"is {verdict} now, not {entry.verdict}. Change the entry, or write the baseline again."
    digest = answer_digest(failure) if failure else None
    if entry.got is not None and digest is not None and digest != entry.got:
        return f"fails in another way now (got: {json.dumps(digest)}). Look at it, then change got."
    return None


def baseline_text(reader: str, failures: Sequence[Mapping[str, Any]], old: str | None = None) -> str:
    """The baseline of a run.  Of ``old``, its text so far, everything that a person wrote stays.

    That is the head, each entry's reason, date and comments, and the order of the entries.
    """
    listed = {failure["id"]: failure for failure in failures if failure["verdict"] in LISTED}
    head, blocks = _blocks(old) if old else (_head(reader), {})
    kept = {name: _renewed(block, listed[name]) for name, block in blocks.items() if name in listed}
    fresh = [_entry(listed[name]) for name in sorted(listed.keys() - kept.keys())]
    if not (kept or fresh):
        return re.sub(r"^checks:.*$", "checks: []", head, flags=re.MULTILINE)
    head = re.sub(r"^checks:.*$", "checks:", head, flags=re.MULTILINE)
    return head + "".join(kept.values()) + "".join(fresh)


def _head(reader: str) -> str:
    return (
        "# Known failures. thinkspec certify --baseline fails when one of them changes, for better or worse.\n"
        '# reason: why, or an issue. until: "YYYY-MM-DD", the last day on which this is in order.\n\n'
        f"format: {FORMAT}\nreader: {json.dumps(reader)}\nchecks:\n"
    )


def _entry(failure: Mapping[str, Any]) -> str:
    lines = [f"  - id: {json.dumps(failure['id'])}", f"    verdict: {failure['verdict']}"]
    digest = answer_digest(failure)
    if digest is not None:
        lines.append(f"    got: {json.dumps(digest)}")
    return "\n".join([*lines, '    reason: ""']) + "\n"


def _blocks(text: str) -> tuple[str, dict[str, str]]:
    """The text before the first entry, and each entry's lines with the comments right above it."""
    head: list[str] = []
    blocks: dict[str, list[str]] = {}
    current, above = head, list[str]()
    for line in text.splitlines(keepends=True):
        found = _ID.match(line.rstrip("\n"))
        if found:
            current = blocks.setdefault(found["id"], [])
            current += [*above, line]
            above = []
        elif line.strip().startswith("#") and (blocks or "checks:" in "".join(head)):
            above.append(line)
        else:
            current += [*above, line]
            above = []
    current += above
    return "".join(head), {name: "".join(lines) for name, lines in blocks.items()}


def _renewed(block: str, failure: Mapping[str, Any]) -> str:
    """An entry with today's verdict and digest; every other line as it was."""
    block = re.sub(r"(?m)^(\s+verdict: )\w+", rf"\g<1>{failure['verdict']}", block)
    digest = answer_digest(failure)
    if digest is None:
        return re.sub(r"(?m)^\s+got: .*\n", "", block)
    if re.search(r"(?m)^\s+got: ", block):
        return re.sub(r"""(?m)^(\s+got: )["']?\w*["']?""", rf"\g<1>{json.dumps(digest)}", block)
    return re.sub(r"(?m)^(\s+)verdict: .*\n", rf"\g<0>\g<1>got: {json.dumps(digest)}\n", block)


def apply_baseline(record: dict[str, Any], baseline: Baseline, *, whole: bool, today: date | None = None) -> bool:
    """Write what a baseline makes of a run into its record; whether it holds.

    A failure that is known no longer keeps its reader from being satisfied.  The record must have one reader.
    """
    reader = record["readers"][0]
    verdicts = {name: kind for one in reader["dialects"] for name, kind in one["verdicts"].items()}
    failures = [failure for one in reader["dialects"] for failure in one["failures"]]
    judgement = judge_baseline(baseline, verdicts, failures, whole=whole, today=today)
    counted = ("must", "should", "may") if reader["strict"] else ("must",)
    for failure in failures:
        failure["known"] = failure["id"] in judgement.held
    worse = [failure for failure in failures if not failure["known"] and failure["level"] in counted]
    quiet = sorted(judgement.new - {failure["id"] for failure in worse})
    listed = {failure["id"] for failure in failures} & baseline.entries.keys()
    unlisted = [failure for failure in worse if failure["id"] not in listed]
    reader["baseline"] = {
        "file": baseline.path,
        "held": len(judgement.held),
        "broken": list(judgement.broken),
        "new": [failure["id"] for failure in unlisted],
        "new_not_counted": quiet,
    }
    faults = any(kind == "fault" for kind in verdicts.values())
    reader["satisfied"] = not unlisted and not faults and bool(reader["dialects"])
    return not judgement.broken and not quiet
