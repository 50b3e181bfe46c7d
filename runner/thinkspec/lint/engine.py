"""The run: files in, findings out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy

from thinkspec.lint import config, files, globs, languages, suppress, tagtable, walk, workers
from thinkspec.lint.cache import Cache
from thinkspec.lint.candidates import candidate_of
from thinkspec.lint.config import DEFAULT_READERS, Settings
from thinkspec.lint.model import Analysis, Finding, Site, Span, Sure
from thinkspec.lint.prefilter import filter_of
from thinkspec.lint.result import OUR_FAULT, Result, Suppressed, remembered
from thinkspec.lint.rules import RULES, rule_of
from thinkspec.lint.source import Source

_GENERATED_MARK = "sha256 of the lines below: "
_RANK = {"note": 0, "warning": 1, "error": 2}
SNIPPET = 400  # characters of source text kept with a finding


class Linter:
    """Lints files by one set of settings."""

    def __init__(self, settings: Settings, ignores: bool = True, cached: bool = False) -> None:
        self.settings, self.ignores = settings, ignores
        self.words = tagtable.load()
        self.cache: Cache | None = None
        if cached:
            self.cache = Cache(
                repr((settings, ignores, sorted(self.words.names | self.words.context | self.words.markers)))
            )
        self.may_matter = filter_of(self.words)
        self.candidate = candidate_of(self.words)
        self.selected = config.selected(settings)
        self.readers = [
            tuple(path.split("/")) for path in (*DEFAULT_READERS, *(r.strip("/") for r in settings.readers))
        ]
        self.per_path = [
            (matcher, frozenset(rule for word in words for rule in config.matching(word, RULES)))
            for pattern, words in settings.per_path_ignores.items()
            if (matcher := globs.matcher([pattern])) is not None
        ]
        self.result = Result()

    def run(self, paths: Iterable[str], only: set[str] | None = None) -> Result:
        """Lint what lies below the paths; ``only`` leaves out every file that is not in it."""
        found = walk.collect(paths, self.settings.exclude)
        wanted = [path for path in found.files if only is None or path in only]
        self.result.notes = found.notes
        for why, count in found.skipped.items():
            self.result.skip(why, count)
        self.look_at([path for path in wanted if path in found.named or not self.recall(path)], found.named)
        self.result.folders = found.folders if only is None else []
        if self.cache is not None:
            self.cache.save()
        return self.finish()

    def look_at(self, paths: list[str], named: set[str]) -> None:
        """Read and lint files, in several processes if they are many."""

        def part(share: Iterable[str]) -> Result:
            linter = copy(self)
            linter.result = Result()
            for path in share:
                linter.file(path, path in named)
            return linter.result

        count = workers.processes(len(paths))
        parts = workers.shared(paths, count, part) if count > 1 else None
        for result in parts if parts is not None else [part(paths)]:
            self.result.add(result)
        if self.cache is not None:
            for path, outcome in self.result.outcomes.items():
                self.cache.note(path, outcome)

    def text(self, path: str, text: str, language: str) -> Result:
        """Lint a text that is no file (standard input)."""
        self.result.files += 1
        self.result.looked.add(path)
        self.analyse(path, text, language)
        return self.finish()

    def finish(self) -> Result:
        """Settle what is doubtful, check the readers and sort."""
        from thinkspec.lint.settle import settled

        self.result.findings = settled(self.result.findings)
        self.missing_readers()
        self.result.findings.sort(key=lambda each: (each.path, each.line, each.column, each.rule))
        self.result.not_analysed.sort()
        return self.result

    def file(self, path: str, named: bool) -> None:
        """Lint one file, and note for the cache what came of it."""
        result = self.result
        before = (len(result.findings), len(result.suppressed), len(result.not_analysed))
        why = self.look(path, named)
        if self.cache is not None and why is not None and not named:
            found = remembered(result, before)
            if found is not None:
                result.outcomes[path] = found or why

    def recall(self, path: str) -> bool:
        """Count a file that has not changed since the last run, with what was found in it; False if it is to be read."""
        known = self.cache.find(path) if self.cache is not None else None
        if known is None:
            return False
        result = self.result
        if isinstance(known, str) and known:
            result.skip(known)
            return True
        result.files += 1
        result.looked.add(path)
        if isinstance(known, dict):
            result.findings += [Finding(*fields) for fields in known["findings"]]
            result.suppressed += [
                Suppressed(Finding(*fields), by, reason) for fields, by, reason in known["suppressed"]
            ]
            result.not_analysed += [(path, reason) for reason in known["not_analysed"]]
            result.texts[path] = files.text_of(path)
        return True

    def look(self, path: str, named: bool) -> str | None:
        """Read and lint one file; gives why it was left out, ``""`` if it was not, None if that may change by itself."""
        result = self.result
        known = files.read(path, named, self.may_matter)
        shown = path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        if known.skipped == "other file types" and named:
            result.files += 1  # a person or a hook named it: looked at, and nothing in it is ours
        if known.skipped:
            result.skip(known.skipped)
            return known.skipped if known.skipped not in {"vanished", "links"} else None
        if known.failed:
            result.not_analysed.append((shown, known.failed))
            return None
        result.files += 1
        result.looked.add(shown)
        if not known.clean:
            skipped = sum(result.skipped.values())
            self.analyse(shown, known.text, known.language)
            if sum(result.skipped.values()) != skipped:
                return None
        return "" if shown == path else None

    def analyse(self, path: str, text: str, language: str) -> None:
        """Find the strays of one text."""
        generated = self.generated(path, text, language)
        if generated is not None:
            return
        if self.is_reader(path):
            self.result.skip("readers")
            return
        if not self.candidate(text, language):
            return
        source = Source(path, text, language, walk.is_test(path, self.settings.tests))
        try:
            analysis = languages.analyse(source, self.words)
        except RecursionError:
            analysis = Analysis(failed="nested too deeply")
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 -- a fault of ours in one file must not lose what stands in the others
            analysis = Analysis(failed=f"{OUR_FAULT}: {type(error).__name__}: {error}; please report it")
        if analysis.failed:
            self.result.not_analysed.append((path, analysis.failed))
        self.judge(source, analysis)

    def generated(self, path: str, text: str, language: str) -> bool | None:
        """Whether a generated reader is intact; None if the file is none.  An edited one is a finding."""
        if _GENERATED_MARK not in text[:2_000]:
            return None
        from thinkspec.generate.single import intact

        whole = intact(text)
        if whole is None:
            return None
        if whole:
            self.result.skipped["generated readers"] = self.result.skipped.get("generated readers", 0) + 1
        elif self.on("THK604", path):
            source = Source(path, text, language)
            start = text.index(_GENERATED_MARK)
            self.add(source, self.finding(source, "THK604", source.line_span(source.place(start)[0])))
        return whole

    def is_reader(self, path: str) -> bool:
        """Whether a path ends with a reader's path, on whole segments."""
        parts = tuple(path.split("/"))
        return any(parts[-len(reader) :] == reader for reader in self.readers)

    def on(self, rule: str, path: str) -> bool:
        """Whether a rule counts for a path."""
        if rule not in self.selected or _RANK[RULES[rule].severity] < _RANK[self.settings.min_severity]:
            return False
        return not any(rule in rules and matches(path) for matches, rules in self.per_path)

    def judge(self, source: Source, analysis: Analysis) -> None:
        """Turn sites into findings and take out what comments suppress."""
        comments = suppress.suppressions(source, analysis) if analysis.comments else []
        taken: set[tuple[int, int]] = set()
        for site in sorted(analysis.sites, key=lambda site: site.span):
            rule = rule_of(site, source.test)
            if rule is None or not self.on(rule, source.path):
                continue
            finding = self.finding(source, rule, site.span, site)
            place = (finding.line, finding.column)
            if place in taken:
                continue
            taken.add(place)
            lines = suppress.statement_lines(source, finding)
            by = [each for each in comments if self.ignores and each.covers(rule, finding.line, lines)]
            if by:
                by[0].used.add(rule)
                self.result.suppressed.append(Suppressed(finding, "comment", by[0].reason))
            else:
                self.add(source, finding)
        if self.ignores:
            self.comments(source, comments)

    def comments(self, source: Source, comments: list[suppress.Suppression]) -> None:
        """THK901 to THK903: what is wrong with the suppressions themselves."""
        for each in comments:
            faults = []
            if each.unknown or (not each.rules and not each.whole_file):
                faults.append("THK903")
            if not each.reason:
                faults.append("THK902")
            unused = [rule for rule in each.rules if rule not in each.used]
            if each.works and (unused if each.rules else not each.used):
                faults.append("THK901")
            for rule in faults:
                if self.on(rule, source.path):
                    shown = (
                        ", ".join(each.unknown if rule == "THK903" else unused)
                        or "no rule" * (rule == "THK903")
                        or "the file"
                    )
                    self.add(source, self.finding(source, rule, each.span, text=shown))

    def finding(self, source: Source, rule_id: str, span: Span, site: Site | None = None, text: str = "") -> Finding:
        """A finding of a rule at a span."""
        rule = RULES[rule_id]
        line, column = source.place(span.start)
        end_line, end_column = source.place(max(span.start, span.end))
        names = ", ".join(shown_name(name) for name in site.names[:4]) if site and site.names else "a think tag"
        snippet = source.slice(Span(span.start, min(span.end, span.start + SNIPPET)))
        sure: Sure = site.sure if site else "high"
        return Finding(
            rule.id, rule.name, rule.severity, sure, source.path, line, column, end_line, end_column, snippet,
            rule.message.format(names=names, text=text), rule.instead_in(source.language), "", site,
        )  # fmt: skip

    def add(self, source: Source, finding: Finding) -> None:
        """Count a finding; equal ones in a file are numbered in their fingerprint."""
        self.result.texts[source.path] = source.text
        self.result.findings.append(finding)

    def missing_readers(self) -> None:
        """THK905: configured reader paths where no file is."""
        import os

        for reader in self.settings.readers:
            suffix = tuple(reader.strip("/").split("/"))
            there = os.path.exists(os.path.join(self.settings.base, reader)) or os.path.exists(reader)
            there = there or any(tuple(path.split("/"))[-len(suffix) :] == suffix for path in self.result.looked)
            if there or not self.on("THK905", reader):
                continue
            rule = RULES["THK905"]
            line = self.settings.reader_lines.get(reader, 1)
            path = self.settings.file if reader in self.settings.reader_lines else reader
            self.result.findings.append(
                Finding(rule.id, rule.name, rule.severity, "high", path, line, 1, line, 1, reader, rule.message.format(text=reader), rule.instead, "")
            )  # fmt: skip


def shown_name(name: str) -> str:
    """A tag's name as it stands in a reply; markers as they are."""
    return f"<{name}>" if re.fullmatch(r"[\w:]+", name) else name
