"""Say which rule decided what: every tag, every piece and every step of the assembly.

Works on the same pieces as the reader, so that an explanation cannot differ from a reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from .assembly import Step, counts, halves
from .blocks import Note, Piece, pieces
from .tags import Rules


class TagNote(TypedDict):
    """One tag of the reply: its span, what it is taken for and the rule and option that say so."""

    start: int
    end: int
    text: str
    rule: str
    option: str
    reading: str  # "opens", "closes", "folds", "thinking" (inside a block) or "text"


class PieceNote(TypedDict):
    """One piece of the reply: its span, what lies in it, and whether the dialect shows it."""

    kind: str
    start: int
    end: int
    text: str
    name: str
    shown: bool


class StepNote(TypedDict):
    """One step of the assembly that changed something: the half it worked on, before and after."""

    rule: str
    option: str
    half: str
    before: str
    after: str | None


class Explanation(TypedDict):
    """Offsets are code points; the pieces tile the reply from 0 to its length."""

    dialect: str
    tags: list[TagNote]
    pieces: list[PieceNote]
    steps: list[StepNote]
    answer: str | None
    thinking: str | None


def explanation(text: str | None, rules: Rules, dialect: str, *, filtering: bool = True) -> Explanation:
    """Explain the reading of one reply; null and an unfiltered reply have nothing to explain."""
    if text is None or not filtering:
        whole = [piece_note(text, ("text", 0, 0, len(text), len(text), ""), rules)] if text else []
        return Explanation(dialect=dialect, tags=[], pieces=whole, steps=[], answer=text, thinking=None)
    notes: list[Note] = []
    found = list(pieces(text, rules, notes))
    noted = dict(notes)
    steps: list[Step] = []
    answer, thinking = halves(text, rules, found, steps)
    return Explanation(
        dialect=dialect,
        tags=[tag for piece in found for tag in tags_of(text, piece, rules, noted)],
        pieces=[piece_note(text, piece, rules) for piece in found],
        steps=dropped(text, found, rules)
        + [
            StepNote(rule=rule, option=rules.option[rule], half=half, before=before, after=after)
            for rule, half, before, after in gaps(found, rules) + steps
        ],
        answer=answer,
        thinking=thinking,
    )


def piece_note(text: str, piece: Piece, rules: Rules) -> PieceNote:
    """A piece as a person reads it."""
    how, start, inner, outer, end, name = piece
    content = text[inner:outer]
    shown = counts(how, content, rules) if how != "text" else True
    return PieceNote(kind=how, start=start, end=end, text=content, name=name, shown=shown)


def tags_of(text: str, piece: Piece, rules: Rules, noted: dict[int, str]) -> Iterator[TagNote]:
    """Every tag of one piece, with what decided it."""
    how, start, inner, outer, end, _name = piece
    if inner > start:
        rule = "unclosed-opener" if how == "unclosed" else "block-end"
        yield tag_note(text, start, inner, rule, rules, "opens")
    for tag in rules.every.finditer(text, inner, outer):
        rule, reading = plain_tag(text, tag.start(), how, rules, noted, closing=bool(tag[1]), name=rules.name(tag))
        yield tag_note(text, tag.start(), tag.end(), rule, rules, reading)
    if end > outer:
        behind = rules.closer.match(text, outer)
        closer_end = behind.end() if behind else end
        rule, reading = ("stray-closer", "folds") if how == "stray" else ("block-end", "closes")
        yield tag_note(text, outer, closer_end, rule, rules, reading)


def plain_tag(
    text: str, start: int, how: str, rules: Rules, noted: dict[int, str], *, closing: bool, name: str
) -> tuple[str, str]:
    """The rule that decided a tag which neither opens nor closes a block, and what it is taken for."""
    if how in ("closed", "unclosed"):
        after_backtick = rules.backtick_words and text[start - 1] == "`"
        return ("word" if closing and after_backtick else "block-end"), "thinking"
    reading = "text" if how == "text" else "thinking"
    if start in noted:
        return noted[start], reading
    if not closing and not rules.is_pair and name not in rules.open_names:
        return "extra-closers", reading
    return ("stray-closer" if closing else "unclosed-opener"), reading


def tag_note(text: str, start: int, end: int, rule: str, rules: Rules, reading: str) -> TagNote:
    """A tag as a person reads it."""
    return TagNote(start=start, end=end, text=text[start:end], rule=rule, option=rules.option[rule], reading=reading)


def gaps(found: list[Piece], rules: Rules) -> list[Step]:
    """What each block left behind in the answer, where it leaves anything (rule ``block-leaves``)."""
    blocks = [piece for piece in found if piece[0] != "text"]
    return [("block-leaves", "answer", "", rules.leaves) for _ in blocks if rules.leaves]


def dropped(text: str, found: list[Piece], rules: Rules) -> list[StepNote]:
    """The white space that went with a closer, and the blocks that left no thinking."""
    notes: list[StepNote] = []
    for how, _start, inner, outer, end, _name in found:
        if how == "text":
            continue
        closer = rules.closer.match(text, outer)
        if closer and closer.end() < end:
            blanks = text[closer.end() : end]
            notes.append(step_note("after-closer", rules, "answer", blanks, ""))
        content = text[inner:outer]
        if not counts(how, content, rules):
            notes.append(step_note("blank-block", rules, "thinking", content, ""))
    return notes


def step_note(rule: str, rules: Rules, half: str, before: str, after: str) -> StepNote:
    """A step as a person reads it."""
    return StepNote(rule=rule, option=rules.option[rule], half=half, before=before, after=after)
