"""Expand stream cases, and every reading case cut in pieces, into checks.

A stream case writes down the pieces of each chunk.  A reading case gives the derived checks: its reply cut as
``transforms.yaml`` says, and the laws of that table in place of expected pieces.  The check's name carries the cut,
``read/plain/pair@llm-chat:stream#cut-12``, so that it can be run again alone.
"""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from thinkspec.casetext import text_of
from thinkspec.checks import EXPANDERS, LEVEL_OF_BASIS, LEVELS, NULL_RULES, Check, Expander, level_of
from thinkspec.corpus import Case
from thinkspec.stream_laws import Due, complaint, cut_short, merged, units
from thinkspec.strictyaml import load
from thinkspec.tables import Spec, compile_dialect

STREAM_KIND = "stream-kind"
PAIR = re.compile("[\ud800-\udbff](?=[\udc00-\udfff])")


@cache
def tables(folder: Path) -> tuple[dict[str, list[str]], dict[str, dict[str, Any]]]:
    """The laws of each kind of stream, and the transforms by id."""
    value = load(folder / "transforms.yaml", "transforms.yaml").value
    laws: dict[str, list[str]] = {"exact": [], "raw": [], "provisional": []}
    for law in value["laws"]:
        for kind in law["kinds"]:
            laws[kind].append(law["id"])
    return laws, {transform["id"]: transform for transform in value["transforms"]}


def stream_checks(case: Case, dialect: str, spec: Spec) -> Iterator[Check]:
    """The checks of a stream case: the reading by the laws, and the pieces as they are written."""
    row, wanted = case.row, case.row["expect"].get(dialect)
    if wanted is None:
        return
    if "events" in row:
        yield round_check(case, dialect, spec)
        return
    rules = tuple(wanted.get("rules", row["rules"]))
    level = level_of(rules, lambda rule: spec.basis(dialect, rule), row.get("level"), wanted.get("level"))
    options = row.get("options", {}).get(dialect, {})
    chunks = [str(text_of(chunk)) for chunk in row["chunks"]]
    kind = spec.choices(dialect)[STREAM_KIND]["option"]
    exact_null = not NULL_RULES.isdisjoint(rules)
    due = due_of(chunks, text_of(wanted["answer"]), text_of(wanted["thinking"]), exact_null, dialect, options, spec)
    laws = tables(spec.folder)[0][kind]
    name = f"{case.name}@{dialect}:stream"
    request = {"chunks": chunks, **({"options": options} if options else {})}
    yield Check(
        name, case, dialect, "stream", request, None, rules, level, judge=lambda value: complaint(laws, value, due)
    )
    if "pieces" in wanted:
        pieces = [merged([[one, text_of(text), block] for one, text, block in fed]) for fed in wanted["pieces"]]
        # A provisional stream may guess otherwise: then these pieces are only what the reference shows.
        lowered = "may" if kind == "provisional" else level

        def judged(value: dict[str, Any]) -> str | None:
            got = [merged(fed) for fed in value["pieces"] or []]
            if got != pieces:
                return f"the pieces are {cut_short(got, 400)}, due was {cut_short(pieces, 400)}"
            retracted = wanted.get("retracted")
            if retracted is None or value["retracted"] in (None, retracted):
                return None
            return f"{value['retracted']} code points are taken back, due was {retracted}"

        yield Check(
            f"{name}#pieces", case, dialect, "stream", request, None, rules, lowered, transform="pieces", judge=judged
        )


def round_check(case: Case, dialect: str, spec: Spec) -> Check:
    """The check of a case about rounds: the events that come out, in order."""
    row, wanted = case.row, case.row["expect"][dialect]
    basis = spec.basis(dialect, STREAM_KIND)
    level = max([LEVEL_OF_BASIS[basis], *filter(None, (row.get("level"), wanted.get("level")))], key=LEVELS.index)
    request = {"events": row["events"], "options": row.get("options", {}).get(dialect, {})}
    name = f"{case.name}@{dialect}:round"
    expected, rejected = wanted.get("events"), bool(wanted.get("rejected"))
    return Check(name, case, dialect, "round", request, expected, tuple(row["rules"]), level, True, rejected)


def derived_checks(language: str) -> Expander:
    """The expander of reading cases into streams, for readers of a language (as ``hello`` tells it)."""

    def expand_case(case: Case, dialect: str, spec: Spec) -> Iterator[Check]:
        row, reading = case.row, case.row["expect"].get(dialect)
        if reading is None or reading.get("rejected") or row.get("input") is None:
            return
        text = text_of(row["input"])
        if text is None:
            return
        rules = (STREAM_KIND, *(rule for rule in reading.get("rules", row["rules"]) if rule != STREAM_KIND))
        level = level_of(rules, lambda rule: spec.basis(dialect, rule), row.get("level"), reading.get("level"))
        options = row.get("options", {}).get(dialect, {})
        kind = spec.choices(dialect)[STREAM_KIND]["option"]
        laws, transforms = tables(spec.folder)
        exact_null = not NULL_RULES.isdisjoint(rules)
        answer, thinking = text_of(reading["answer"]), text_of(reading["thinking"])
        whole = due_of([text], answer, thinking, exact_null, dialect, options, spec)
        for transform, chunks in cuts(case.name, text, transforms, language):
            due, lowered = whole, level
            if transform == "crlf":
                changed = crlf_due(chunks, text, kind, whole, dialect, options, spec)
                if changed is None:
                    continue
                due, lowered = changed, max(level, "should", key=LEVELS.index)
            due = Due(chunks, due.answer, due.thinking, due.exact_null, due.markers, due.visible)
            yield Check(
                f"{case.name}@{dialect}:stream#{transform}",
                case,
                dialect,
                "stream",
                {"chunks": chunks, **({"options": options} if options else {})},
                None,
                rules,
                lowered,
                transform=transform,
                judge=LawJudge(laws[kind], due),
            )

    return expand_case


class LawJudge:
    """Judges an answer by laws; a small object, because there are many thousands of them."""

    __slots__ = ("due", "laws")

    def __init__(self, laws: list[str], due: Due) -> None:
        self.laws, self.due = laws, due

    def __call__(self, value: dict[str, Any]) -> str | None:
        return complaint(self.laws, value, self.due)


def cuts(name: str, text: str, transforms: dict[str, dict[str, Any]], language: str) -> Iterator[tuple[str, list[str]]]:
    """Every way in which a reply becomes chunks: the transform's name and the chunks.

    >>> rows = {"whole": {"most": 1}, "cut": {"most": 2}}
    >>> list(cuts("x", "abcd", rows, "Python"))
    [('whole', ['abcd']), ('cut-1', ['a', 'bcd']), ('cut-3', ['abc', 'd'])]
    """
    for transform, row in transforms.items():
        fits = row.get("shortest", 0) <= len(text) <= row.get("longest", len(text))
        if fits and (row.get("language") is None or language.startswith(row["language"])):
            yield from CUTTERS[transform](name, text, row["most"])


def cut_whole(_name: str, text: str, _most: int) -> Iterator[tuple[str, list[str]]]:
    yield "whole", [text]


def cut_characters(_name: str, text: str, _most: int) -> Iterator[tuple[str, list[str]]]:
    yield "characters", list(text)


def cut_once(_name: str, text: str, most: int) -> Iterator[tuple[str, list[str]]]:
    places = range(1, len(text))
    if len(places) > most:
        places = [1 + number * (len(text) - 2) // (most - 1) for number in range(most)]  # type: ignore[assignment]
    for place in places:
        yield f"cut-{place}", [text[:place], text[place:]]


def cut_randomly(name: str, text: str, most: int) -> Iterator[tuple[str, list[str]]]:
    for number in range(most):
        draw = random.Random(zlib.crc32(f"{name}#{number}".encode()))  # noqa: S311 -- the same cuts every time
        places = sorted(draw.randint(0, len(text)) for _ in range(draw.randint(1, 12)))
        yield (
            f"random-{number}",
            [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)],
        )


def cut_surrogates(_name: str, text: str, _most: int) -> Iterator[tuple[str, list[str]]]:
    wide = units(text)
    places = [found.end() for found in PAIR.finditer(wide)]
    if places:
        yield "surrogates", [wide[start:end] for start, end in zip([0, *places], [*places, len(wide)], strict=True)]


def cut_crlf(_name: str, text: str, _most: int) -> Iterator[tuple[str, list[str]]]:
    if "\n" in text and "\r" not in text:
        yield "crlf", re.findall("\r|[^\r]+", text.replace("\n", "\r\n"))


CUTTERS = {
    "whole": cut_whole,
    "characters": cut_characters,
    "cut": cut_once,
    "random": cut_randomly,
    "surrogates": cut_surrogates,
    "crlf": cut_crlf,
}


def due_of(
    chunks: list[str],
    answer: str | None,
    thinking: str | None,
    exact_null: bool,
    dialect: str,
    options: dict[str, Any],
    spec: Spec,
) -> Due:
    """What is due of a stream: the halves, and what the laws of its kind need."""
    kind = spec.choices(dialect)[STREAM_KIND]["option"]
    if kind == "exact":
        pair = spec.choices(dialect)["openers"]["value"]
        markers = (options.get("open", pair[0]), options.get("close", pair[1]))
        return Due(chunks, answer, thinking, exact_null, markers=markers)
    visible = visible_text("".join(chunks), dialect, spec) if kind == "provisional" else ""
    return Due(chunks, answer, thinking, exact_null, visible=visible)


def visible_text(text: str, dialect: str, spec: Spec) -> str:
    """The reply without its blocks; what a stray closer folds was visible before the closer came."""
    from thinkspec_reference.blocks import pieces

    found = pieces(text, rules_of(spec, dialect))
    return "".join(text[inner:outer] for how, _start, inner, outer, _end, _name in found if how in ("text", "stray"))


_RULES: dict[tuple[int, str], Any] = {}


def rules_of(spec: Spec, dialect: str) -> Any:
    """One dialect's rules, compiled once a spec."""
    from thinkspec_reference.tags import Rules

    key = (id(spec), dialect)
    if key not in _RULES:
        _RULES[key] = Rules(compile_dialect(spec, dialect))
    return _RULES[key]


def crlf_due(
    chunks: list[str], text: str, kind: str, whole: Due, dialect: str, options: dict[str, Any], spec: Spec
) -> Due | None:
    """What is due when line feeds have become CRLF, or None where the rules' own white space makes it another reply.

    An exact stream never trims, so the same happens to its halves.  Elsewhere it is only asked where the blocks and the
    halves stay the same, line ends apart.
    """
    changed = "".join(chunks)

    def wide(half: str | None) -> str | None:
        return None if half is None else half.replace("\n", "\r\n")

    if kind == "exact":
        if any("\n" in marker for marker in whole.markers):
            return None
        return Due(chunks, wide(whole.answer), wide(whole.thinking), whole.exact_null, whole.markers)
    if options:
        return None
    from thinkspec_reference.assembly import halves
    from thinkspec_reference.blocks import pieces

    rules = rules_of(spec, dialect)
    answer, thinking = halves(changed, rules, pieces(changed, rules))
    same = (answer or "").replace("\r\n", "\n") == (whole.answer or "") and (thinking or "").replace("\r\n", "\n") == (
        whole.thinking or ""
    )
    if not same or visible_text(changed, dialect, spec).replace("\r\n", "\n") != visible_text(text, dialect, spec):
        return None
    return Due(chunks, answer, thinking, whole.exact_null, visible=visible_text(changed, dialect, spec))


EXPANDERS["stream"] = stream_checks
