"""What ``thinkspec lint`` does between its options and its exit code."""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from dataclasses import dataclass, replace

from thinkspec.errors import FAULT, FINDINGS, NOTHING, OK, STALE_BASELINE, UsageError
from thinkspec.lint import baseline, config, languages, report, walk
from thinkspec.lint.config import Settings
from thinkspec.lint.engine import Linter
from thinkspec.lint.result import OUR_FAULT, Result, fingerprinted


@dataclass(frozen=True)
class Options:
    """What was given on the command line, beside what also stands in configuration."""

    form: str = "text"
    output: str | None = None
    reports: tuple[str, ...] = ()
    since: str | None = None
    stdin_filename: str | None = None
    baseline: str | None = None
    no_baseline: bool = False
    write_baseline: bool = False
    prune_baseline: bool = False
    ignores: bool = True
    statistics: bool = False
    exit_zero: bool = False
    prove: bool = False
    dialect: str = "sapphire"
    fix: bool = False
    diff: bool = False
    cache: bool = True


def run(paths: tuple[str, ...], settings: Settings, options: Options) -> int:
    """Lint and print; returns the exit code."""
    reports = parsed_reports(options.reports)
    gc.disable()  # trees make many objects that all go at once; nothing here lives in rings for long
    try:
        result = look(paths, settings, options)
    finally:
        gc.enable()
    for note in result.notes:
        print(f"thinkspec: {note}", file=sys.stderr)
    path = baseline_path(settings, options)
    stale = []
    if options.write_baseline:
        count = baseline.write(path, result.findings)
        print(f"thinkspec: wrote {path}: {count} stray{'s' * (count != 1)}.", file=sys.stderr)
        return OK
    if not options.no_baseline and (options.baseline or settings.baseline or os.path.exists(path)):
        known = baseline.load(path)
        stale = baseline.apply(known, result)
        if options.prune_baseline:
            gone = baseline.prune(known, result)
            print(f"thinkspec: pruned {path}: {gone} stale.", file=sys.stderr)
            stale = []
    code = exit_code(result, settings)
    result.findings += [each for each in stale if "THK904" in config.selected(settings)]
    if code == OK and stale:
        code = STALE_BASELINE
    result.findings = fingerprinted(result.findings)
    hidden = fingerprinted([each.finding for each in result.suppressed])
    result.suppressed = [
        replace(each, finding=finding) for each, finding in zip(result.suppressed, hidden, strict=False)
    ]
    if options.fix or options.diff:
        from thinkspec.lint import fix

        code = fix.run(result, settings, write=options.fix and not options.diff, code=code)
    if not options.diff:
        show(result, options, reports)
    return OK if options.exit_zero and code in {FINDINGS, STALE_BASELINE} else code


def look(paths: tuple[str, ...], settings: Settings, options: Options) -> Result:
    """Lint what was asked for."""
    linter = Linter(settings, options.ignores, options.cache and not (options.prove or options.fix or options.diff))
    if paths == ("-",):
        return standard_input(linter, options)
    only = None
    if options.since is not None:
        only = walk.changed_since(options.since)
        if only is None:
            raise UsageError(
                f"--since {options.since}: git does not know this revision here. Give a commit, a tag or a branch."
            )
    try:
        return linter.run(paths or (".",), only)
    except FileNotFoundError as error:
        raise UsageError(f"{error}: no such file or folder.") from None


def standard_input(linter: Linter, options: Options) -> Result:
    """Lint standard input under the name that was given for it."""
    from thinkspec.lint.source import decode

    data = sys.stdin.buffer.read()
    name = options.stdin_filename or "stdin"
    language = languages.by_name(name) or languages.by_shebang(data)
    if language is None:
        raise UsageError(
            "standard input has no known language. Say it with --stdin-filename, for example app/reply.py."
        )
    text = decode(data)
    if text is None:
        return Result(skipped={"binary": 1})
    return linter.text(walk.clean(name), text, language)


def exit_code(result: Result, settings: Settings) -> int:
    """The code of what was found: notes do not fail, files that nobody could read do with ``--strict``."""
    if not result.files and not result.findings:
        return NOTHING
    if any(each.severity != "note" for each in result.findings):
        return FINDINGS
    if any(reason.startswith(OUR_FAULT) for _, reason in result.not_analysed):
        return FAULT
    return FINDINGS if settings.strict and result.not_analysed else OK


def baseline_path(settings: Settings, options: Options) -> str:
    """Where the baseline is: as given, as configured, or beside the configuration."""
    if options.baseline:
        return options.baseline
    if settings.baseline:
        return os.path.join(settings.base, settings.baseline)
    return os.path.normpath(os.path.join(settings.base, baseline.NAME))


def parsed_reports(given: tuple[str, ...]) -> list[tuple[str, str]]:
    """``FORMAT=FILE`` texts."""
    pairs = []
    for text in given:
        form, sign, path = text.partition("=")
        if not sign or form not in report.FORMATS or not path:
            raise UsageError(f"--report {text}: write FORMAT=FILE; formats: {', '.join(report.FORMATS)}.")
        pairs.append((form, path))
    return pairs


def show(result: Result, options: Options, reports: list[tuple[str, str]]) -> None:
    """Write the result to standard output or a file, and the further reports."""
    for form, path in reports:
        write(path, report.render(form, result))
    text = report.render(options.form, result)
    if options.prove:
        from thinkspec.lint import prove

        text = prove.render(result, options.dialect, options.form) or text
    if options.statistics:
        text = statistics(result)
    if options.output:
        write(options.output, text)
    else:
        out(text)


def out(text: str) -> None:
    """Write to standard output; what its encoding lacks is written as escapes."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
    sys.stdout.flush()


def write(path: str, text: str) -> None:
    """Write a report's file, whole or not at all."""
    from pathlib import Path

    from thinkspec.files import replace_file

    replace_file(Path(path), text.encode("utf-8", "backslashreplace"))


def statistics(result: Result) -> str:
    """How often each rule was found, most first."""
    counts = Counter((each.rule, each.name) for each in result.findings)
    return "".join(
        f"{count:6} {rule} {name}\n"
        for (rule, name), count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )


def merged(settings: Settings, **given: object) -> Settings:
    """Settings with what the command line says on top; empty values leave the configuration's."""
    changes = {name: value for name, value in given.items() if value not in (None, (), "", False)}
    joined = {
        name: (*getattr(settings, name), *value)
        for name, value in changes.items()
        if name in {"readers", "exclude"} and isinstance(value, tuple)
    }
    made = replace(settings, **{**changes, **joined})  # type: ignore[arg-type]
    config.check_rules("the command line", made)
    return made


def shown_settings(settings: Settings) -> str:
    """All settings as TOML-like lines, and the rules that are on."""
    import json

    lines = [f"# from {settings.file}" if settings.file else "# no configuration file: the defaults"]
    for key, item in config._KEYS.items():  # noqa: SLF001 -- one package
        value = getattr(settings, item.name)
        lines.append(f"{key} = {json.dumps(list(value) if isinstance(value, tuple) else value)}")
    lines.append(f"# rules: {', '.join(sorted(config.selected(settings)))}")
    return "\n".join(lines) + "\n"
