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
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from thinkspec import __version__
from thinkspec.errors import ThinkspecError, UsageError
from thinkspec.levels import Scored, group_levels, overall
from thinkspec.required import DIALECT, MAPPING, Required, kind_of, sha256
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


def configuration(spec: Spec, required: Required, dialect: str, kind: str) -> list[dict[str, Any]]:
    """What was tested against, as in-toto resources: the tables, the required list, the required cases."""
    version = spec.version
    return [
        _resource(f"spec {version} tables", sha256(canonical(table_digests(spec)))),
        _resource(f"spec {version} required list, {kind} {dialect}", required.digest(dialect, kind)),
        _resource(f"spec {version} required cases, {kind} {dialect}", required.cases_digest(dialect, kind)),
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
    kind = kind_of(rows[0].op)
    lists: dict[str, list[str]] = {name: [] for name in ("passedTests", "warnedTests", "failedTests")}
    for row in rows:
        lists[LIST_OF_VERDICT[row.verdict]].append(row.id)
    own = {
        "format": FORMAT,
        "tool": f"thinkspec {__version__}",
        "spec": spec.version,
        "kind": kind,
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
            "configuration": configuration(spec, required, dialect, kind),
            **{name: sorted(ids) for name, ids in lists.items()},
            "thinkspec": own,
        },
    }
    own["digest"], own["result_digest"] = digests(value)
    return value


def digests(value: Mapping[str, Any]) -> tuple[str, str]:
    """The two digests that a certificate should carry."""
    predicate = value["predicate"]
    own = {key: item for key, item in predicate["thinkspec"].items() if key not in DIGESTS}
    timeless = {key: item for key, item in own.items() if key not in TIMES}
    whole, result = ({**value, "predicate": {**predicate, "thinkspec": part}} for part in (own, timeless))
    return sha256(canonical(whole)), sha256(canonical(result))


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
    wrong = shape_complaint(value)
    if wrong:
        raise CertificateError(f"{name}: {wrong}.")
    if text_of(value).encode("ascii") != data:
        raise CertificateError(f"{name}: not canonical JSON: its bytes were changed.")
    found: dict[str, Any] = value
    return found


def shape_complaint(value: dict[str, Any]) -> str | None:
    """What is not as ``certificate.schema.json`` has it; None if all is.

    By hand, because a certificate has many thousands of ids, and the general way takes most of the time.
    """
    for place, keys in _KEYS.items():
        part: Any = value
        for key in place:
            part = part[key]
        where = ".".join(place) or "the file"
        if not isinstance(part, dict):
            return f"{where} must be an object"
        absent = [key for key in keys if key not in part]
        if absent:
            return f"{where} has no {absent[0]}"
        for key, due in keys.items():
            if due is not None and (not isinstance(part[key], due) or isinstance(part[key], bool)):
                return f"{where}: {key} is of a wrong kind"
        if place in _CLOSED and len(part) > len(keys):
            return f"{where}: unknown key {min(part.keys() - keys.keys())}"
    predicate = value["predicate"]
    own = predicate["thinkspec"]
    if (value["_type"], value["predicateType"]) != (STATEMENT, PREDICATE):
        return "not an in-toto statement of a test result"
    resources = [*value["subject"], *predicate["configuration"]]
    if not (value["subject"] and all(map(_is_resource, resources))):
        return "a file or a configuration without a name or a digest"
    texts = [*own["distributions"].values(), *own["reader"]["ops"], own["started"], own["finished"]]
    texts += [name for key in ("passedTests", "warnedTests", "failedTests") for name in predicate[key]]
    if not all(isinstance(text, str) for text in texts):
        return "a list holds what is no text"
    if not set(own["verdicts"].values()) <= LIST_OF_VERDICT.keys():
        return "a verdict that there is not"
    if own["kind"] not in (DIALECT, MAPPING):
        return "neither about a dialect nor about a mapping"
    levels = [own["level"], *own["groups"].values()]
    if own["level"] is None or not all(level is None or level in RESULT_OF_LEVEL for level in levels):
        return "a level that there is not"
    intended = [item for row in own["intended"] if isinstance(row, dict) for item in (row.get("id"), row.get("reason"))]
    if len(intended) != 2 * len(own["intended"]) or not all(isinstance(item, str) for item in intended):
        return "an intended difference without id or reason"
    return None


def _is_resource(item: Any) -> bool:
    if not (isinstance(item, dict) and item.keys() == {"name", "digest"} and isinstance(item["digest"], dict)):
        return False
    digest = item["digest"].get("sha256")
    return isinstance(item["name"], str) and len(item["digest"]) == 1 and _is_hex(digest)


def _is_hex(digest: Any) -> bool:
    return isinstance(digest, str) and len(digest) == 64 and set(digest) <= set("0123456789abcdef")


# Place -> its keys and their kinds; None for a constant or what is looked at by itself.
_KEYS: dict[tuple[str, ...], dict[str, Any]] = {
    (): {"_type": str, "subject": list, "predicateType": str, "predicate": dict},
    ("predicate",): {
        "result": str,
        "configuration": list,
        "passedTests": list,
        "warnedTests": list,
        "failedTests": list,
        "thinkspec": dict,
    },
    ("predicate", "thinkspec"): {
        "format": int,
        "tool": str,
        "spec": str,
        "kind": str,
        "dialect": str,
        "level": str,
        "groups": dict,
        "reader": dict,
        "distributions": dict,
        "verdicts": dict,
        "limits": dict,
        "intended": list,
        "started": str,
        "finished": str,
        "digest": str,
        "result_digest": str,
    },
    ("predicate", "thinkspec", "reader"): {
        "reader": str,
        "name": str,
        "version": str,
        "language": str,
        "ops": list,
        "entry": str,
    },
    ("predicate", "thinkspec", "limits"): {"seed": int, "timeout": (int, float), "memory": int},
}
_CLOSED = ((), ("predicate",))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {key[:60]!r} stands twice in one object")
    return found


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")
