"""What the pytest plugin adds: an item a case and dialect, one reader process a worker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import pytest

from thinkspec import pointer as pointers
from thinkspec.baseline import Baseline, judge_baseline, load_baseline
from thinkspec.certify import known_dialect
from thinkspec.checks import Check, expand
from thinkspec.config import Config, find_config
from thinkspec.corpus import Case, load_cases
from thinkspec.data import data_root
from thinkspec.errors import ThinkspecError, UsageError
from thinkspec.process import ReaderProcess
from thinkspec.pytest_plugin import CONFIGURED
from thinkspec.record import BAD, failure_record
from thinkspec.report.text import failure_lines
from thinkspec.run import Outcome, run
from thinkspec.select import select
from thinkspec.stream_checks import derived_checks
from thinkspec.tables import Spec, load_spec
from thinkspec.wire import Answer, Hello

GROUPS = ("read", "stream", "message")


@dataclass
class ReaderSession:
    """One reader in one worker: its process, started when it is first needed."""

    pointer: str
    dialects: list[str]
    spec: Spec
    strict: bool
    timeout: float
    memory: int
    baseline: Baseline | None = None
    _process: ReaderProcess | None = field(default=None, repr=False)
    _hello: Hello | None = field(default=None, repr=False)

    def started(self) -> tuple[ReaderProcess, Hello]:
        """The process and what it said of itself.

        Raises ReaderStartError if it cannot be loaded.
        """
        if self._process is None:
            argv = pointers.argv(pointers.parse(self.pointer))
            self._process = ReaderProcess(argv, timeout=self.timeout, memory_mib=self.memory)
        if self._hello is None:
            self._hello = self._process.hello()
        return self._process, self._hello

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.close()


def session_of(config: Any) -> ReaderSession:
    """The reader of a pytest run; raises UsageError if none is named, or it is named wrongly."""
    if not hasattr(config, "thinkspec_session"):
        config.thinkspec_session = _session(config)
    found: ReaderSession = config.thinkspec_session
    return found


def close(config: Any) -> None:
    """End the reader of a pytest run."""
    if hasattr(config, "thinkspec_session"):
        config.thinkspec_session.close()


def _session(config: Any) -> ReaderSession:
    named = config.getoption("thinkspec")
    written = find_config(Path(config.rootpath))
    if named in (None, CONFIGURED):
        if not written.reader:
            raise UsageError("no reader: write --thinkspec=READER, or reader = … under [tool.thinkspec.certify].")
        named = written.reader[0]
    elif named.partition(":")[0] not in ("py", "js", "cmd", "reference"):
        raise UsageError(f"--thinkspec {named}: names no reader. Write --thinkspec=READER, or put --thinkspec last.")
    elif named not in written.reader:
        written = Config()
    spec = load_spec(data_root())
    dialect = config.getoption("thinkspec_dialect") or written.dialect
    known_dialect(spec, dialect)
    pointer = pointers.parse(named)
    baseline = config.getoption("thinkspec_baseline")
    path = Path(baseline) if baseline else written.baseline
    return ReaderSession(
        pointer=named,
        dialects=spec.dialects if dialect == "all" else [dialect] if dialect else [],
        spec=spec,
        strict=config.getoption("thinkspec_strict") or written.strict or pointer.kind == "reference",
        timeout=written.timeout or 5.0,
        memory=written.memory or 1024,
        baseline=load_baseline(path) if path else None,
    )


def corpus_items(session: pytest.Session, config: pytest.Config) -> list[pytest.Item]:
    """An item for every case and dialect that is asked for."""
    try:
        reader = session_of(config)
        if not reader.dialects:
            raise UsageError("--thinkspec needs a dialect: add --thinkspec-dialect NAME, or all.")
        checks = wanted_checks(reader, config)
        parent = CorpusNode.from_parent(session, name="thinkspec", nodeid="thinkspec")
        items = [CaseItem.make(parent, reader, name, mine) for name, mine in by_case(checks).items()]
        return [*items, *missing_items(parent, reader, checks, config)]
    except ThinkspecError as error:
        raise pytest.UsageError(str(error)) from None


def wanted_checks(reader: ReaderSession, config: pytest.Config) -> list[Check]:
    """The checks that are asked for."""
    cases: list[Case] = load_cases(data_root(), GROUPS)
    derive = None
    if config.getoption("thinkspec_cuts"):
        hello = reader.started()[1]
        derive = derived_checks(hello.language) if "stream" in hello.ops else None
    checks = expand(cases, reader.dialects, reader.spec, derive)
    return select(checks, config.getoption("thinkspec_select"), lambda check: check.id)


def by_case(checks: Iterable[Check]) -> dict[str, list[Check]]:
    """The checks of each case and dialect, by ``case@dialect``."""
    found: dict[str, list[Check]] = {}
    for check in checks:
        found.setdefault(f"{check.case.name}@{check.dialect}", []).append(check)
    return found


def missing_items(
    parent: CorpusNode, reader: ReaderSession, checks: Sequence[Check], config: pytest.Config
) -> Iterator[pytest.Item]:
    """An item that fails for each entry of the baseline that is no check, unless only some were asked for."""
    if reader.baseline is None or config.getoption("thinkspec_select"):
        return
    known = dict.fromkeys((check.id for check in checks), "pass")
    strangers = [entry for entry in reader.baseline.entries.values() if entry.id not in known]
    for entry in strangers:
        alone = Baseline(reader.baseline.path, {entry.id: entry})
        judgement = judge_baseline(alone, known, [], whole=True)
        yield StrangerItem.make(parent, entry.id, judgement.broken)


class CorpusNode(pytest.Collector):
    """The parent of all items; it has no file."""

    def collect(self) -> Iterable[pytest.Item]:
        """Nothing: the items are added to the session as a whole."""
        return []


class ConformanceError(Exception):
    """An item's failed checks, as lines for a person."""


class StrangerItem(pytest.Item):
    """An entry of the baseline that names no check."""

    broken: Sequence[str] = ()

    @classmethod
    def make(cls, parent: CorpusNode, name: str, broken: Sequence[str]) -> StrangerItem:
        """The item of one entry."""
        item: StrangerItem = cls.from_parent(parent, name=f"baseline {name}")
        item.broken = broken
        return item

    def runtest(self) -> None:
        """Fail."""
        raise ConformanceError("\n".join(self.broken))

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:  # noqa: ARG002 -- pytest's signature
        """The line to change."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[str, None, str]:
        """Where it stands."""
        return "thinkspec", None, self.name


class CaseItem(pytest.Item):
    """One case in one dialect; its operations and transforms are checked inside, and each failure is named."""

    reader: ReaderSession
    checks: Sequence[Check]
    counted: dict[str, Any] | None = None

    @classmethod
    def make(cls, parent: CorpusNode, reader: ReaderSession, name: str, checks: Sequence[Check]) -> CaseItem:
        """The item of one case and dialect."""
        item: CaseItem = cls.from_parent(parent, name=name)
        item.reader, item.checks = reader, checks
        return item

    def runtest(self) -> None:
        """Ask the reader, judge, and fail for what counts."""
        try:
            process, hello = self.reader.started()
        except ThinkspecError as error:
            raise ConformanceError(str(error)) from None
        outcomes = run(process, hello, self.checks)
        self.counted = counted(outcomes)
        if all(outcome.verdict.kind == "unsupported" for outcome in outcomes):
            pytest.skip(f"the reader does not offer {', '.join(sorted({one.check.op for one in outcomes}))}")
        failures = [failure_record(self.reader.spec, one) for one in outcomes if one.verdict.kind in BAD]
        broken, known = self._baseline(outcomes, failures)
        levels = ("must", "should", "may") if self.reader.strict else ("must",)
        bad = [one for one in failures if one["level"] in levels and one["id"] not in known]
        if bad or broken:
            raise ConformanceError("\n".join([*broken, *self._lines(bad)]))
        if known:
            pytest.xfail(f"{len(known)} known failures")

    def _baseline(
        self, outcomes: Sequence[Outcome], failures: Sequence[dict[str, Any]]
    ) -> tuple[Sequence[str], frozenset[str]]:
        """The complaints of the baseline, and the ids that are known."""
        if self.reader.baseline is None:
            return (), frozenset()
        verdicts = {one.check.id: one.verdict.kind for one in outcomes}
        judgement = judge_baseline(self.reader.baseline, verdicts, failures, whole=False)
        listed = frozenset(name for name in verdicts if name in self.reader.baseline.entries)
        unlisted = [failure for failure in failures if failure["id"] in judgement.new]
        levels = ("must", "should", "may") if self.reader.strict else ("must",)
        quiet = [one["id"] for one in unlisted if one["level"] not in levels]
        return [*judgement.broken, *(f"{name} fails and is not in the baseline" for name in quiet)], listed

    def _lines(self, failures: Sequence[dict[str, Any]]) -> Iterator[str]:
        dialect = self.checks[0].dialect
        for failure in failures:
            yield from map(click.unstyle, failure_lines(self.reader.pointer, dialect, failure))

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """A failure as the text report shows it."""
        # A known failure has nothing to trace back either, and pytest would read every frame's source for it.
        if isinstance(excinfo.value, (ConformanceError, pytest.xfail.Exception)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, int, str]:
        """The file and line of the case."""
        case = self.checks[0].case
        return case.path, case.line - 1, self.name


def counted(outcomes: Iterable[Outcome]) -> dict[str, list[int]]:
    """By rule: checks that were judged, and checks that failed."""
    found: dict[str, list[int]] = {}
    for outcome in outcomes:
        if outcome.verdict.kind != "unsupported":
            for rule in outcome.check.rules:
                pair = found.setdefault(rule, [0, 0])
                pair[0] += 1
                pair[1] += outcome.verdict.kind in BAD
    return found


def summary_lines(counts: Iterable[dict[str, list[int]]]) -> list[str]:
    """A line a rule."""
    shown: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for one in counts:
        for rule, (checks, bad) in one.items():
            shown[rule] += checks
            failed[rule] += bad
    words = {True: "broken", False: "kept  "}
    return [
        f"{words[failed[rule] > 0]} {rule:<16} {shown[rule] - failed[rule]:>6} of {shown[rule]:>6}" for rule in shown
    ]


class AskedReader:
    """A reader for people who write their own tests: ``split strip thinking has segments only unfinished wrap``."""

    def __init__(self, session: ReaderSession) -> None:
        self._session = session
        self._process, self.hello = session.started()

    def ask(self, op: str, **fields: Any) -> Any:
        """The value that the reader answers.

        Raises ValueError for what the reader refuses, NotImplementedError for what it does not offer, RuntimeError for
        an error of the reader.
        """
        dialect = next(iter(self._session.dialects), None) or next(iter(self.hello.dialects), "sapphire")
        answer: Answer = self._process.ask(op, **{"dialect": dialect, **fields})
        kinds = {"rejected": ValueError, "unsupported": NotImplementedError, "error": RuntimeError}
        if answer.kind != "ok":
            raise kinds[answer.kind](str(answer.value))
        return answer.value

    def split(self, text: str | None) -> tuple[str | None, str | None]:
        """Answer and thinking."""
        value = self.ask("split", text=text)
        return value["answer"], value["thinking"]

    def wrap(self, thinking: str | None, answer: str | None = "") -> Any:
        """A reply made of its halves."""
        return self.ask("wrap", thinking=thinking, answer=answer)

    def stream(self, chunks: Sequence[str]) -> Any:
        """The pieces of a stream, and its reading."""
        return self.ask("stream", chunks=list(chunks))

    def __getattr__(self, op: str) -> Any:
        if op not in ("strip", "thinking", "has", "segments", "only", "unfinished"):
            raise AttributeError(op)
        return lambda text: self.ask(op, text=text)
