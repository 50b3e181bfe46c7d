"""What several reports need of a record: a row a check, and a failure in plain lines."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any, NamedTuple

from thinkspec.draw import clip, compared, drawn, show

BAD = ("fail", "error", "fault")


class Row(NamedTuple):
    """One check of one reader.

    ``counts`` says whether a failure of it keeps the reader from conforming; ``failure`` is its entry in the record.
    """

    reader: str
    dialect: str
    id: str
    verdict: str
    failure: dict[str, Any] | None
    counts: bool


def suites(record: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any], list[Row]]]:
    """Each reader and dialect of a run with its rows."""
    for reader in record["readers"]:
        levels = ("must", "should", "may") if reader["strict"] else ("must",)
        for dialect in reader["dialects"]:
            failures = {failure["id"]: failure for failure in dialect["failures"]}
            rows = []
            for name, verdict in dialect["verdicts"].items():
                failure = failures.get(name)
                counts = failure is None or (failure["level"] in levels and not failure.get("known"))
                rows.append(Row(reader["reader"], dialect["dialect"], name, verdict, failure, counts))
            yield reader, dialect, rows


def again(reader: str, dialect: str, check: str) -> str:
    """The command that runs one check again."""
    if check.startswith("effort/"):
        words = ["thinkspec", "certify", reader, "--effort", "--mapping", dialect, "--select", check]
    else:
        words = ["thinkspec", "certify", reader, "--dialect", dialect, "--select", check]
    return shlex.join(words)


def headline(failure: dict[str, Any]) -> str:
    """What happened, in a line."""
    if failure["message"]:
        return f"{failure['verdict']}: {drawn(failure['message'])[:300]}"
    expected, got, _ = compared(failure["expected"], failure["got"])
    blanks = " (white space only)" if failure["white_space_only"] else ""
    return f"expected {expected}, got {got}{blanks}"


def lines(reader: str, dialect: str, failure: dict[str, Any]) -> list[tuple[str, str]]:
    """A failure as named lines, every text drawn so that it is inert and visible."""
    found = [("why", drawn(failure["why"]))]
    for name, value in failure["request"].items():
        if value != "":
            found.append((name, clip(drawn(value) if isinstance(value, str) else show(value), width=400)[0]))
    if failure["message"]:
        found.append(("expected", clip(show(failure["expected"]), width=400)[0]))
        found.append(("message", drawn(failure["message"])[:400]))
    else:
        expected, got, mark = compared(failure["expected"], failure["got"])
        found += [("expected", expected), ("got", got), ("", mark)]
    for rule in failure["rules"]:
        if rule["sentence"]:
            found.append(("rule", f"{rule['rule']}: {rule['sentence']}"))
    small = failure.get("shrunk")
    if small:
        found.append(("smallest", drawn(small["text"]) or "(empty)"))
        found.append(("", f"expected {clip(show(small['expected']))[0]}, got {clip(show(small['got']))[0]}"))
    if failure.get("intended"):
        found.append(("intended", drawn(failure["intended"])))
    if failure.get("known"):
        found.append(("known", "listed in the baseline"))
    found.append(("again", again(reader, dialect, failure["id"])))
    return found


def block(reader: str, dialect: str, failure: dict[str, Any]) -> str:
    """A failure as a block of text."""
    return "\n".join(f"{name:<9} {text}".rstrip() for name, text in lines(reader, dialect, failure))


def inert(text: str) -> str:
    """A text whose control characters, surrogates and odd separators are drawn; line feeds stay."""
    return "\n".join(drawn_controls(line) for line in text.split("\n"))


def drawn_controls(text: str) -> str:
    """A line with what XML, terminals or JavaScript could trip over made visible."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else drawn(one) for one in text)
