"""Check a certificate: the file, then the reader's files before any of them runs, then the reader again.

Every step gives complaints, one sentence each; the next step is only taken while there are none.  What cannot be
checked is a complaint too: nothing passes because there was no way to look.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from thinkspec.certificate import LIST_OF_VERDICT, RESULT_OF_LEVEL, CertificateError, configuration, read
from thinkspec.errors import UsageError
from thinkspec.levels import Scored, group_levels, overall
from thinkspec.required import DIALECT, DRAFT, Required, load_required
from thinkspec.tables import Spec, load_spec

if TYPE_CHECKING:
    from thinkspec.pointer import Pointer

SHOWN = 20


@dataclass(frozen=True)
class Certificate:
    """A certificate whose form holds, with the tables that it is about."""

    path: Path
    value: dict[str, Any]
    spec: Spec
    required: Required

    @property
    def own(self) -> dict[str, Any]:
        """What is ours in it."""
        own: dict[str, Any] = self.value["predicate"]["thinkspec"]
        return own

    @property
    def files(self) -> dict[str, str]:
        """The reader's files and their digests."""
        return {item["name"]: item["digest"]["sha256"] for item in self.value["subject"]}


def open_certificate(path: Path, root: Path) -> Certificate:
    """Read a certificate and find its spec version among the tool's.

    Raises UsageError if there is no such file, CertificateError for anything that is wrong with it.
    """
    value = read(path)
    version = value["predicate"]["thinkspec"]["spec"]
    known = sorted(folder.name for folder in (root / "spec").iterdir() if (folder / "rules.yaml").is_file())
    folder = version.removesuffix(DRAFT)
    spec = load_spec(root, version=folder) if folder in known else None
    if spec is None or spec.version != version:
        have = spec.version if spec else ", ".join(known)
        raise CertificateError(
            f"{path}: is about spec {version}, and this tool has {have}. Get the version that has it."
        )
    return Certificate(path, value, spec, load_required(root, version))


def file_complaints(certificate: Certificate) -> Iterator[str]:
    """What the file says that cannot be: ids, verdicts, lists, levels, digests and paths that do not fit."""
    own, predicate = certificate.own, certificate.value["predicate"]
    rows = {row[0]: row for row in certificate.required.rows(own["dialect"], own["kind"])}
    if not rows:
        yield f"{own['dialect']} is no {own['kind']} of spec {own['spec']}"
        return
    verdicts: dict[str, str] = own["verdicts"]
    yield from (f"no verdict for the required {name}" for name in sorted(rows.keys() - verdicts.keys()))
    yield from (f"a verdict for {name}, which is not required" for name in sorted(verdicts.keys() - rows.keys()))
    groups = group_levels([Scored(*row, verdicts.get(row[0], "fault")) for row in rows.values()])
    levels = {name: group["level"] for name, group in groups.items()}
    level = overall(groups)
    if own["groups"] != levels or own["level"] != level:
        yield f"says {own['level']} {own['groups']}, and its verdicts give {level} {levels}"
    if predicate["result"] != RESULT_OF_LEVEL[level]:
        yield f"says {predicate['result']}, and its verdicts give {RESULT_OF_LEVEL[level]}"
    for name in ("passedTests", "warnedTests", "failedTests"):
        if predicate[name] != sorted(key for key, verdict in verdicts.items() if LIST_OF_VERDICT[verdict] == name):
            yield f"{name} does not follow from the verdicts"
    ours = configuration(certificate.spec, certificate.required, own["dialect"], own["kind"])
    theirs = {item["name"]: item["digest"]["sha256"] for item in predicate["configuration"]}
    for item in ours:
        if theirs.pop(item["name"], None) != item["digest"]["sha256"]:
            yield f"{item['name']}: not those of this tool"
    yield from (f"{name}: unknown configuration" for name in sorted(theirs))
    for name in [*certificate.files, own["reader"]["entry"]]:
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or "\\" in name:
            yield f"the path {name!r} leads out of the reader's folder"


def reader_of(certificate: Certificate, given: str | None) -> Pointer:
    """The reader to run.

    Raises CertificateError for a program that the person has not named too, UsageError for a reader that is not here.
    """
    from thinkspec import pointer, sources

    text = certificate.own["reader"]["reader"]
    if given is not None and given != text:
        raise UsageError(f"--reader {given}: the certificate is about {text}. Repeat that, or leave --reader out.")
    if text.startswith("cmd:") and given is None:
        raise CertificateError(
            f"{certificate.path}: names the program {text!r}. To run it, say so: --reader {_quoted(text)}"
        )
    try:
        sources.check_portable(text)
    except UsageError as error:
        raise CertificateError(f"{certificate.path}: {error}") from None
    return pointer.parse(text)


def _quoted(text: str) -> str:
    import shlex

    return shlex.quote(text)


def reader_complaints(certificate: Certificate, pointer: Pointer) -> Iterator[str]:
    """Files of the reader that are absent or other than certified; nothing of it has run yet.

    Raises UsageError if none of them is here: then the reader itself is absent.
    """
    from thinkspec import sources

    here = sources.present(pointer, certificate.own["reader"]["entry"], certificate.files)
    if not any(here.values()):
        raise UsageError(f"{pointer.text}: none of its files is here. Install it, or go to the folder that has it.")
    for name, digest in certificate.files.items():
        if here[name] is None:
            yield f"the file {name} is not here"
        elif here[name] != digest:
            yield f"the file {name} is not the one that was certified"


def rerun(certificate: Certificate, pointer: Pointer, root: Path) -> dict[str, Any]:
    """Run the reader again as the certificate says, and give the certificate that it gets today."""
    from thinkspec.certify import Settings
    from thinkspec.job import MAPPER_GROUPS, READER_GROUPS, Job, recertify

    own = certificate.own
    limits = own["limits"]
    settings = Settings(
        dialect=own["dialect"],
        timeout=float(limits["timeout"]),
        memory_mib=limits["memory"],
        seed=limits["seed"],
        groups=READER_GROUPS if own["kind"] == DIALECT else MAPPER_GROUPS,
        cuts=own["kind"] == DIALECT,
    )
    job = Job([pointer.text], settings, intended=own["intended"])
    return recertify(pointer.text, certificate.spec, certificate.required, root, job)


def rerun_complaints(certificate: Certificate, today: Mapping[str, Any]) -> Iterator[str]:
    """What came out otherwise than certified: verdicts, files, levels."""
    own, new = certificate.own, today["predicate"]["thinkspec"]
    for name, verdict in own["verdicts"].items():
        if new["verdicts"].get(name) != verdict:
            yield f"{name}: certified {verdict}, today {new['verdicts'].get(name, 'no verdict')}"
    yield from differences(certificate.files, {item["name"]: item["digest"]["sha256"] for item in today["subject"]})
    if new["level"] != own["level"]:
        yield f"certified {own['level']}, today {new['level']}"


def differences(files: Mapping[str, str], today: Mapping[str, str]) -> Iterator[str]:
    """Files that were loaded in one run only, or were others."""
    for name in sorted(files.keys() | today.keys()):
        if name not in today:
            yield f"the file {name} was certified, and is not loaded today"
        elif name not in files:
            yield f"the file {name} is loaded today, and was not certified"
        elif files[name] != today[name]:
            yield f"the file {name} is not the one that was certified"


def remarks(certificate: Certificate, today: Mapping[str, Any]) -> Iterator[str]:
    """What is another today and does not decide: languages, other packages, the reader's version."""
    own, new = certificate.own, today["predicate"]["thinkspec"]
    for key in ("language", "version"):
        if own["reader"][key] != new["reader"][key]:
            yield f"{key}: certified with {own['reader'][key]}, today {new['reader'][key]}"
    for name in sorted(own["distributions"].keys() | new["distributions"].keys()):
        one, other = own["distributions"].get(name, "absent"), new["distributions"].get(name, "absent")
        if one != other:
            yield f"{name}: certified with {one}, today {other}"


def compare(one: Any, other: Any, place: str = "") -> Iterator[str]:
    """Where two certificates differ, times and digests apart."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys()):
            if key not in ("digest", "result_digest", "started", "finished") or not place.endswith("thinkspec."):
                yield from compare(one.get(key), other.get(key), f"{place}{key}.")
    elif one != other:
        yield f"{place.rstrip('.')}: {_short(one)} here, {_short(other)} there"


def _short(value: Any) -> str:
    if isinstance(value, list):
        return f"{len(value)} entries"
    return "nothing" if value is None else str(value)[:80]


def bounded(complaints: Iterator[str]) -> list[str]:
    """The first complaints, and how many more there are."""
    found = list(complaints)
    return found if len(found) <= SHOWN else [*found[:SHOWN], f"and {len(found) - SHOWN} more"]
