"""The corpus inside anybody's pytest, and the linter as a failing test.

    pytest --thinkspec=py:acme.think --thinkspec-dialect sapphire -n auto
    pytest --thinkspec-lint

Inert unless asked: without these options it adds a fixture, ``thinkspec_reader``, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from thinkspec.pytest_items import AskedReader

CONFIGURED = "configured"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options; every one of them begins with ``--thinkspec``."""
    group = parser.getgroup("thinkspec", "thinkspec: does a reader keep the rules?")
    group.addoption(
        "--thinkspec",
        nargs="?",
        const=CONFIGURED,
        metavar="READER",
        help="add a test for every case; READER as for thinkspec certify (default: the one in pyproject.toml)",
    )
    group.addoption("--thinkspec-dialect", metavar="NAME|all", help="the dialect that the reader is held to")
    group.addoption("--thinkspec-select", action="append", default=[], metavar="GLOB", help="only these checks")
    group.addoption("--thinkspec-strict", action="store_true", help="failures of level should and may count too")
    group.addoption("--thinkspec-cuts", action="store_true", help="cut every reply and stream it too")
    group.addoption("--thinkspec-baseline", metavar="FILE", help="known failures, which must go on failing")
    group.addoption("--thinkspec-lint", action="store_true", help="add a test that fails on stray think readers")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the items before ``-k`` and the like choose among them."""
    if config.getoption("thinkspec") is not None:
        from thinkspec.pytest_items import corpus_items

        items.extend(corpus_items(session, config))
    if config.getoption("thinkspec_lint"):
        from thinkspec.pytest_lint import lint_items

        items.extend(lint_items(session))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Put what an item counted into its report, so that it reaches the terminal from any worker."""
    outcome: Any = yield
    counted = getattr(item, "counted", None)
    if counted is not None:
        report = outcome.get_result()
        if report.when == "call":
            report.thinkspec = counted


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """A line a rule at the end."""
    if config.getoption("thinkspec") is None:
        return
    from thinkspec.pytest_items import summary_lines

    reports = [report for group in terminalreporter.stats.values() for report in group]
    lines = summary_lines([report.thinkspec for report in reports if hasattr(report, "thinkspec")])
    if lines:
        terminalreporter.section("thinkspec")
        for line in lines:
            terminalreporter.write_line(line)


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the reader's process."""
    if config.getoption("thinkspec", None) is not None or hasattr(config, "thinkspec_session"):
        from thinkspec.pytest_items import close

        close(config)


@pytest.fixture(scope="session")
def thinkspec_reader(pytestconfig: pytest.Config) -> AskedReader:
    """The reader of ``--thinkspec`` or of ``pyproject.toml``: ``thinkspec_reader.split(text)`` and so on.

    Fails the test that wants it if no reader is named anywhere.
    """
    from thinkspec.errors import ThinkspecError
    from thinkspec.pytest_items import AskedReader, session_of

    try:
        return AskedReader(session_of(pytestconfig))
    except ThinkspecError as error:
        pytest.fail(str(error), pytrace=False)
