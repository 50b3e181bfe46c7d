"""SARIF 2.1.0, for code scanning: stable rule ids and paths, fingerprints, suppressions."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from thinkspec import __version__
from thinkspec.lint.model import Finding
from thinkspec.lint.result import Result, Suppressed
from thinkspec.lint.rules import RULES

_MOST = 25_000  # results that GitHub takes a run
_KINDS = {"comment": "inSource", "baseline": "external"}


def render(result: Result) -> str:
    """One run with its rules, results and notifications."""
    used = sorted(
        {each.rule for each in result.findings} | {each.finding.rule for each in result.suppressed} | {"THK801"}
    )
    results = [_result(each, used) for each in result.findings][:_MOST]
    results += [_suppressed(each, used) for each in result.suppressed][: _MOST - len(results)]
    run = {
        "tool": {
            "driver": {
                "name": "thinkspec",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": [_rule(rule) for rule in used],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"ROOT": {"description": {"text": "The folder that the linter ran in."}}},
        "invocations": [
            {
                "executionSuccessful": True,
                "toolExecutionNotifications": [_notice(path, why, used) for path, why in result.not_analysed],
            }
        ],
        "results": results,
    }
    whole = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(whole, indent=1, ensure_ascii=True) + "\n"


def _rule(rule_id: str) -> dict[str, Any]:
    rule = RULES[rule_id]
    return {
        "id": rule.id,
        "name": rule.name,
        "shortDescription": {"text": rule.what},
        "fullDescription": {"text": rule.why},
        "help": {"text": f"Use instead: {rule.instead}"},
        "defaultConfiguration": {"level": rule.severity, "enabled": rule.on},
        "properties": {"tags": ["reasoning", "maintainability"], "precision": "high"},
    }


def _location(path: str) -> dict[str, Any]:
    return {"uri": quote(path, safe="/~!$&'()*+,;=:@"), "uriBaseId": "ROOT"}


def _result(finding: Finding, used: list[str]) -> dict[str, Any]:
    region = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.end_line,
        "endColumn": max(finding.end_column, finding.column + 1)
        if finding.end_line == finding.line
        else finding.end_column,
        "snippet": {"text": finding.snippet},
    }
    return {
        "ruleId": finding.rule,
        "ruleIndex": used.index(finding.rule),
        "level": finding.severity,
        "message": {"text": f"{finding.message}. Call instead: {finding.instead}"},
        "locations": [{"physicalLocation": {"artifactLocation": _location(finding.path), "region": region}}],
        "partialFingerprints": {"thinkspecFingerprint/v1": finding.fingerprint},
        "properties": {"confidence": finding.confidence},
    }


def _suppressed(each: Suppressed, used: list[str]) -> dict[str, Any]:
    reason = {"justification": each.reason} if each.reason else {}
    return {**_result(each.finding, used), "suppressions": [{"kind": _KINDS[each.by], **reason}]}


def _notice(path: str, reason: str, used: list[str]) -> dict[str, Any]:
    return {
        "level": "note",
        "message": {"text": f"{path}: not analysed: {reason}"},
        "descriptor": {"id": "THK801", "index": used.index("THK801")},
        "locations": [{"physicalLocation": {"artifactLocation": _location(path)}}],
    }
