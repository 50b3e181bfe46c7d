"""The certificate: what a reader passed, in a file that anyone can check again without a network.

It is an in-toto Statement with the test-result predicate, so that existing tools can sign and carry it; what that
predicate has no field for stands under ``predicate.thinkspec``.  Its bytes are canonical JSON (sorted keys, no
spaces, ASCII, one final newline), so that any other bytes are not a certificate.

``digest`` covers everything but the two digests themselves; ``result_digest`` leaves out the times as well, so that
two runs can be compared.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from thinkspec import __version__
from thinkspec.errors import ThinkspecError, UsageError
from thinkspec.levels import Scored, group_levels, overall
from thinkspec.required import Required, sha256
from thinkspec.tables import Spec, canonical

FORMAT = 1
STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://in-toto.io/attestation/test-result/v0.1"
RESULT_OF_LEVEL = {"exact": "PASSED", "full": "PASSED", "core": "WARNED", "none": "FAILED"}
MAX_BYTES = 16 << 20
DIGESTS, TIMES = ("digest", "result_digest"), ("started", "finished")
# The predicate's list that a verdict goes to.
LIST_OF_VERDICT = {
    "pass": "passedTests",
    "fail": "failedTests",
    "error": "failedTests",
    "fault": "failedTests",
    "unsupported": "warnedTests",
}


class CertificateError(ThinkspecError):
    """A file that is no certificate, or one that does not hold."""

    exit_code = 1


def now() -> str:
    """The time in UTC, to the second."""
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def table_digests(spec: Spec) -> dict[str, str]:
    """The digest of each table of a spec version, by its path below the version's folder."""
    return {
        path.relative_to(spec.folder).as_posix(): sha256(path.read_bytes())
        for path in sorted(spec.folder.rglob("*.yaml"))
    }


def configuration(spec: Spec, required: Required, dialect: str) -> list[dict[str, Any]]:
    """What was tested against, as in-toto resources: the tables, the required list, the required cases."""
    version = spec.version
    return [
        _resource(f"spec {version} tables", sha256(canonical(table_digests(spec)))),
        _resource(f"spec {version} required list, {dialect}", required.digest(dialect)),
        _resource(f"spec {version} required cases, {dialect}", required.cases_digest(dialect)),
    ]


def _resource(name: str, digest: str) -> dict[str, Any]:
    return {"name": name, "digest": {"sha256": digest}}


def statement(
    reader: Mapping[str, Any],
    dialect: str,
    rows: Sequence[Scored],
    spec: Spec,
    required: Required,
    limits: Mapping[str, Any],
    times: tuple[str, str],
    intended: Sequence[Mapping[str, str]] = (),
) -> dict[str, Any]:
    """A certificate as a value.

    ``reader`` holds reader (the pointer), name, version, language, ops, entry, files and distributions.
    ``limits`` are seed, timeout (seconds) and memory (MiB); ``times`` when the run began and ended.
    """
    groups = group_levels(rows)
    level = overall(groups)
    lists: dict[str, list[str]] = {name: [] for name in ("passedTests", "warnedTests", "failedTests")}
    for row in rows:
        lists[LIST_OF_VERDICT[row.verdict]].append(row.id)
    own = {
        "format": FORMAT,
        "tool": f"thinkspec {__version__}",
        "spec": spec.version,
        "dialect": dialect,
        "level": level,
        "groups": {name: group["level"] for name, group in groups.items()},
        "reader": {key: reader[key] for key in ("reader", "name", "version", "language", "ops", "entry")},
        "distributions": dict(reader["distributions"]),
        "verdicts": {row.id: row.verdict for row in rows},
        "limits": dict(limits),
        "intended": [dict(row) for row in intended],
        "started": times[0],
        "finished": times[1],
    }
    value = {
        "_type": STATEMENT,
        "subject": [_resource(name, digest) for name, digest in sorted(reader["files"].items())],
        "predicateType": PREDICATE,
        "predicate": {
            "result": RESULT_OF_LEVEL[level],
            "configuration": configuration(spec, required, dialect),
            **{name: sorted(ids) for name, ids in lists.items()},
            "thinkspec": own,
        },
    }
    own["digest"], own["result_digest"] = digests(value)
    return value


def digests(value: Mapping[str, Any]) -> tuple[str, str]:
    """The two digests that a certificate should carry."""
    bare = deepcopy(dict(value))
    own = bare["predicate"]["thinkspec"]
    for key in DIGESTS:
        own.pop(key, None)
    whole = sha256(canonical(bare))
    for key in TIMES:
        own.pop(key, None)
    return whole, sha256(canonical(bare))


def text_of(value: Mapping[str, Any]) -> str:
    """A certificate as it stands in its file."""
    return canonical(value) + "\n"


def read(path: Path) -> dict[str, Any]:
    """A certificate from its file: only its form is checked, and that its digests are its own.

    Raises UsageError if there is no such file, CertificateError for everything that is wrong with it.
    """
    if not path.is_file():
        raise UsageError(f"{path}: no such file. Name a certificate that thinkspec certify --certificate wrote.")
    try:
        if path.stat().st_size > MAX_BYTES:
            raise CertificateError(f"{path}: larger than {MAX_BYTES >> 20} MB, so no certificate.")
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}.") from None
    value = parse(data, str(path))
    found = digests(value)
    own = value["predicate"]["thinkspec"]
    if (own["digest"], own["result_digest"]) != found:
        raise CertificateError(f"{path}: its digest is not that of its content: something in it was changed.")
    return value


def parse(data: bytes, name: str) -> dict[str, Any]:
    """Canonical JSON of a certificate's shape; raises CertificateError."""
    from thinkspec.schema import problems

    try:
        value = json.loads(data.decode("ascii"), object_pairs_hook=_unique, parse_constant=_refuse)
    except RecursionError:
        raise CertificateError(f"{name}: nested too deep for a certificate.") from None
    except ValueError as error:
        raise CertificateError(f"{name}: not a certificate: {error}.") from None
    own = value.get("predicate", {}) if isinstance(value, dict) else None
    own = own.get("thinkspec") if isinstance(own, dict) else None
    if not isinstance(own, dict):
        raise CertificateError(f"{name}: not a certificate: it has no predicate.thinkspec.")
    if own.get("format") != FORMAT:
        raise CertificateError(f"{name}: format {own.get('format')} is not known to this tool. Update thinkspec.")
    for place, message in problems(value, "certificate"):
        where = ".".join(map(str, place)) or "the file"
        raise CertificateError(f"{name}: {where}: {message}")
    if text_of(value).encode("ascii") != data:
        raise CertificateError(f"{name}: not canonical JSON: its bytes were changed.")
    found: dict[str, Any] = value
    return found


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {key[:60]!r} stands twice in one object")
    return found


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")
