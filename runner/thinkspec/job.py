"""One ``thinkspec certify`` from beginning to end: what was asked for, the run, the exit code, the files it leaves.

Everything that can be refused is refused before the first reader starts: a long run must not end in a lost report.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from thinkspec import pointer as pointers
from thinkspec.baseline import Baseline, apply_baseline, baseline_text, load_baseline
from thinkspec.certificate import now, statement, text_of
from thinkspec.certify import After, Progress, Settings, certify_all
from thinkspec.corpus import load_cases
from thinkspec.errors import FINDINGS, STALE_BASELINE, OurFault, UsageError, worst
from thinkspec.files import ensure_writable, replace_file
from thinkspec.levels import LEVELS, reaches
from thinkspec.pointer import Pointer
from thinkspec.process import ReaderProcess
from thinkspec.required import DRAFT, Required, held_cases, held_checks, load_required, scored
from thinkspec.run import Outcome
from thinkspec.select import pattern
from thinkspec.sources import check_portable, command_files, source_file
from thinkspec.tables import Spec, load_spec
from thinkspec.wire import Hello

# The groups that a reader's and a mapper's certificate are about.
READER_GROUPS, MAPPER_GROUPS = ("read", "stream", "message"), ("effort",)


@dataclass(frozen=True)
class Job:
    """What a person asked for, beside the settings of the run.

    ``reports`` are pairs of a format and a file.  ``intended`` are differences that the authors mean, each an id (a
    case, a topic, a check or a pattern) and a reason.
    """

    readers: Sequence[str]
    settings: Settings
    spec_dir: Path | None = None
    cases_dir: Path | None = None
    require: str | None = None
    certificate: Path | None = None
    baseline: Path | None = None
    write_baseline: Path | None = None
    reports: Sequence[tuple[str, Path]] = ()
    shrink: bool = False
    growth: bool = False
    intended: Sequence[dict[str, str]] = field(default=())


def run_job(job: Job, root: Path, progress: Progress | None = None) -> dict[str, Any]:
    """Do it, and give the record of the run; its ``exit_code`` is the command's.

    Raises UsageError, before anything runs, for whatever a person can put right.
    """
    check_job(job)
    if job.certificate or job.require:
        # A level is about streams too, and they are judged by the cuts.
        job = replace(job, settings=replace(job.settings, cuts=not job.settings.mappers))
    baseline = load_baseline(job.baseline) if job.baseline else None
    spec = load_spec(root, job.spec_dir)
    cases = load_cases(root, job.settings.groups, job.cases_dir)
    own_data = bool(job.spec_dir or job.cases_dir)
    needs_list = job.certificate is not None or not (own_data or spec.version.endswith(DRAFT))
    required = load_required(root, spec.version) if needs_list else None
    frozen = required if required and not required.draft else None
    if job.certificate is not None and required is not None:
        held_cases(required, cases)
    began = now()
    record, outcomes = certify_all(
        job.readers,
        spec,
        cases,
        job.settings,
        required=frozen,
        progress=progress,
        after=lambda text: after_run(job, text, spec),
    )
    times = (began, now())
    mark_intended(record, job.intended)
    place_shrunk(record)
    codes = [record["exit_code"]]
    if job.certificate is not None and required is not None:
        value = certificate_of(record, outcomes[0], spec, required, job, times)
        replace_file(job.certificate, text_of(value))
        own = value["predicate"]["thinkspec"]
        record["certificate"] = {"file": str(job.certificate), "level": own["level"], "digest": own["digest"]}
        codes.append(FINDINGS if own["level"] == "none" else 0)
    baseline = write_baseline(job, record) or baseline
    if baseline is not None:
        holds = apply_baseline(record, baseline, whole=not job.settings.globs)
        from thinkspec.record import exit_code

        codes = [exit_code(record["readers"]), 0 if holds else STALE_BASELINE, *codes[1:]]
    if job.require is not None:
        codes.append(0 if meets(record, job.require) else FINDINGS)
    record["require"] = job.require
    record["exit_code"] = worst(codes)
    for form, path in job.reports:
        replace_file(path, report_text(form, record))
    return record


def check_job(job: Job) -> None:
    """Raise UsageError for what cannot be asked for together, and for files that cannot be written."""
    for path in [path for path in (job.certificate, job.write_baseline) if path] + [path for _, path in job.reports]:
        ensure_writable(path)
    settings = job.settings
    if (job.baseline or job.write_baseline) and len(job.readers) != 1:
        raise UsageError("a baseline is about one reader. Name one.")
    if job.write_baseline and settings.globs:
        raise UsageError("--write-baseline with --select would forget all other failures. Leave --select out.")
    if job.require and settings.globs:
        raise UsageError("--require is about all checks, --select about some. Leave one of them out.")
    if job.certificate is None:
        return
    if len(job.readers) != 1:
        raise UsageError("--certificate is about one reader. Name one.")
    if settings.dialect in (None, "all"):
        what = "--mapping" if settings.mappers else "--dialect"
        raise UsageError(f"--certificate is about one {what[2:]}. Name it with {what}.")
    if settings.globs:
        raise UsageError("--certificate is about all checks. Leave --select out.")
    if job.spec_dir or job.cases_dir:
        raise UsageError("--certificate is about the published spec. Leave --spec and --cases out.")
    check_portable(job.readers[0])


def after_run(job: Job, text: str, spec: Spec) -> After:
    """What is asked of a reader after the checks."""
    pointer = pointers.parse(text)

    def ask(process: ReaderProcess, hello: Hello, outcomes: list[Outcome]) -> dict[str, Any]:
        found: dict[str, Any] = {"file": source_file(pointer)}
        if job.certificate is not None:
            found["loaded"] = loaded_by(process, pointer)
        if job.shrink:
            from thinkspec.shrink import shrink_failures

            found["shrunk"] = shrink_failures(process, outcomes, spec)
        if job.growth:
            from thinkspec.growth import growth

            one = job.settings.dialect
            found["growth"] = growth(process, hello, None if one == "all" else one)
        return found

    return ask


def loaded_by(process: ReaderProcess, pointer: Pointer) -> dict[str, Any]:
    """The files and distributions that a reader consists of.

    Raises OurFault if its host cannot tell.
    """
    if pointer.kind == "cmd":
        files = command_files(pointer)
        return {"entry": next(iter(files), ""), "files": files, "distributions": {}}
    answer = process.ask("loaded")
    if answer.kind != "ok":
        raise OurFault(f"{pointer.text}: its files cannot be told: {answer.value}")
    found: dict[str, Any] = answer.value
    if not found["files"]:
        raise UsageError(f"{pointer.text}: none of its own files was loaded, so there is nothing to certify.")
    return found


def certificate_of(
    record: dict[str, Any],
    outcomes: Sequence[Outcome],
    spec: Spec,
    required: Required,
    job: Job,
    times: tuple[str, str],
) -> dict[str, Any]:
    """The certificate of a run with one reader and one dialect."""
    reader = record["readers"][0]
    held_checks(required, [outcome.check for outcome in outcomes], reader["ops"])
    reader |= reader.pop("loaded")
    settings = job.settings
    limits = {"seed": settings.seed, "timeout": settings.timeout, "memory": settings.memory_mib}
    dialect = reader["dialects"][0]["dialect"]
    rows = scored(outcomes, required, reader["ops"])
    return statement(reader, dialect, rows, spec, required, limits, times, job.intended)


def recertify(text: str, spec: Spec, required: Required, root: Path, job: Job) -> dict[str, Any]:
    """Run a reader as a certificate says, and give the certificate that it gets today."""
    began = now()
    cases = load_cases(root, job.settings.groups)
    held_cases(required, cases)
    after = after_run(Job([text], job.settings, certificate=Path("-")), text, spec)
    frozen = None if required.draft else required
    record, outcomes = certify_all([text], spec, cases, job.settings, required=frozen, after=lambda _: after)
    return certificate_of(record, outcomes[0], spec, required, job, (began, now()))


def mark_intended(record: dict[str, Any], intended: Sequence[dict[str, str]]) -> None:
    """Put the reason beside every failure that its authors mean.  No verdict changes.

    Raises UsageError for an id that matches no check of the run.
    """
    record["intended"] = [dict(row) for row in intended]
    for row in intended:
        wanted = pattern(row["id"])
        hit = False
        for reader in record["readers"]:
            for dialect in reader["dialects"]:
                hit = hit or any(map(wanted.match, dialect["verdicts"]))
                for failure in dialect["failures"]:
                    if wanted.match(failure["id"]):
                        failure["intended"] = row["reason"]
        if not hit:
            raise UsageError(f"intended difference {row['id']}: matches no check. Write a case, a topic or a pattern.")


def place_shrunk(record: dict[str, Any]) -> None:
    """Put each smallest reply that was found beside its failure."""
    for reader in record["readers"]:
        small = reader.pop("shrunk", {})
        for dialect in reader["dialects"]:
            for failure in dialect["failures"]:
                if failure["id"] in small:
                    failure["shrunk"] = small[failure["id"]]


def write_baseline(job: Job, record: dict[str, Any]) -> Baseline | None:
    """Write the baseline of this run, and read it back."""
    path = job.write_baseline
    if path is None:
        return None
    reader = record["readers"][0]
    failures = [failure for one in reader["dialects"] for failure in one["failures"]]
    old = None
    if path.exists():
        load_baseline(path)
        old = path.read_text(encoding="utf-8")
    replace_file(path, baseline_text(reader["reader"], failures, old))
    return load_baseline(path)


def meets(record: dict[str, Any], bar: str) -> bool:
    """Whether every reader reaches a level in the dialects that it must conform in."""
    return all(reaches(level_of(reader), bar) for reader in record["readers"])


def level_of(reader: dict[str, Any]) -> str:
    """A reader's level: the lowest of the dialects it must conform in, else that of the nearest."""
    wanted = [one for one in reader["dialects"] if reader["all_needed"] or one["dialect"] == reader["nearest"]]
    return min((one["level"] or "none" for one in wanted), key=LEVELS.index, default="none")


def report_text(form: str, record: dict[str, Any]) -> str:
    """A report of a run as text."""
    from thinkspec.report import render

    return render(form, record)
