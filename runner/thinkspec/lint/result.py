"""What a run gives, and how findings are told apart from run to run."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, fields, replace
from typing import Any

from thinkspec.lint.cache import Outcome
from thinkspec.lint.late import late
from thinkspec.lint.model import Finding

OUR_FAULT = "a fault in thinkspec"  # how the reason begins where a file was not analysed because of us
_BLANKS = late(r"\s+")


@dataclass(frozen=True)
class Suppressed:
    """A finding that does not count, and why."""

    finding: Finding
    by: str  # comment or baseline
    reason: str = ""


@dataclass
class Result:
    """What a run gives."""

    findings: list[Finding] = field(default_factory=list)
    suppressed: list[Suppressed] = field(default_factory=list)
    skipped: dict[str, int] = field(default_factory=dict)
    not_analysed: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    files: int = 0
    looked: set[str] = field(default_factory=set)
    folders: list[str] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)  # of files with findings: for carets and fixes
    outcomes: dict[str, Outcome] = field(default_factory=dict)  # of files that were read: for the cache

    def skip(self, why: str, count: int = 1) -> None:
        """Count files that are left out."""
        self.skipped[why] = self.skipped.get(why, 0) + count

    def add(self, other: Result) -> None:
        """Take in what was found elsewhere."""
        self.findings += other.findings
        self.suppressed += other.suppressed
        self.not_analysed += other.not_analysed
        self.files += other.files
        self.looked |= other.looked
        self.texts |= other.texts
        self.outcomes |= other.outcomes
        for why, count in other.skipped.items():
            self.skip(why, count)


def remembered(result: Result, before: tuple[int, int, int]) -> dict[str, Any] | None:
    """What was found since, for the cache; empty if nothing was, None if a second opinion is still to come."""
    findings, suppressed, failed = (
        result.findings[before[0] :],
        result.suppressed[before[1] :],
        result.not_analysed[before[2] :],
    )
    if any(each.site is not None and each.site.doubtful for each in findings):
        return None
    if not (findings or suppressed or failed):
        return {}

    def plain(finding: Finding) -> list[Any]:
        return [getattr(finding, item.name) for item in fields(Finding) if item.name != "site"]

    return {
        "findings": [plain(each) for each in findings],
        "suppressed": [[plain(each.finding), each.by, each.reason] for each in suppressed],
        "not_analysed": [reason for _, reason in failed],
    }


def normal(snippet: str) -> str:
    """A snippet with its white space evened out: what baseline and fingerprint go by."""
    return _BLANKS.sub(" ", snippet).strip()


def fingerprinted(findings: list[Finding]) -> list[Finding]:
    """The findings with fingerprints: rule, path, snippet and which of several equal ones; never the line."""
    seen: dict[tuple[str, str, str], int] = {}
    result = []
    for finding in findings:
        key = (finding.rule, finding.path, normal(finding.snippet))
        number = seen[key] = seen.get(key, 0) + 1
        digest = hashlib.sha256("\0".join((*key, str(number))).encode("utf-8", "replace")).hexdigest()[:20]
        result.append(replace(finding, fingerprint=digest))
    return result
