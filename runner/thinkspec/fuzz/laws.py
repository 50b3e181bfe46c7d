"""The laws that every reading keeps, whatever the reply, and the search for a reply that breaks one.

Each law is a function of a reader and a reply; it gives a complaint, or None.  Laws about pieces and explanations ask
the reference, because only it has them; the others ask any reader.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from thinkspec.errors import UsageError
from thinkspec.fuzz.readers import Target
from thinkspec_reference import Reader

EXAMPLES = 200


def tiles(reader: Reader, text: str) -> str | None:
    """The pieces tile the reply: nothing lost, nothing twice."""
    at = 0
    for piece in reader.explain(text)["pieces"]:
        if piece["start"] != at:
            return f"a piece begins at {piece['start']}, and the one before it ends at {at}"
        at = piece["end"]
    return None if at == len(text) else f"the pieces end at {at}, and the reply at {len(text)}"


def reads_again(reader: Reader, text: str) -> str | None:
    """Where the explanation finds no tag in an answer, reading it again changes nothing."""
    answer = reader.strip(text)
    if reader.explain(answer)["tags"]:
        return None
    again = reader.strip(answer)
    return None if again == answer else f"read again, the answer {answer!r} is {again!r}"


def wraps_back(split: Callable[[str], Any], wrap: Callable[[str, str], Any], thinking: str, answer: str) -> str | None:
    """What was wrapped comes apart again: halves that are trimmed, not empty and hold nothing that a rule acts on."""
    got = split(wrap(thinking, answer))
    return None if got == (answer, thinking) else f"wrapped and split, {(answer, thinking)!r} is {got!r}"


def plain_half(text: str) -> str:
    """A text that every dialect wraps and splits to the letter: no tag, no backtick, no runs of blanks, trimmed.

    >>> plain_half(" a<b  `c\\t")
    'ab c'
    """
    kept = "".join(character for character in text if character.isprintable() and character not in "<`~[]")
    return " ".join(kept.split())


def broken(target: Target, table: list[str], seed: int) -> list[dict[str, str]]:
    """The laws that a reader breaks, each with the smallest reply found.

    Raises UsageError where Hypothesis is not installed.
    """
    try:
        from thinkspec.fuzz.strategies import smallest
    except ImportError:
        raise UsageError("--laws needs Hypothesis. Run: pip install 'thinkspec[fuzz]'") from None
    found = []
    for name, law in laws_of(target).items():
        text = smallest(table, law, random.Random(seed), EXAMPLES)  # noqa: S311 -- a seed is to be repeated
        if text is not None:
            found.append({"law": name, "text": text, "said": law(text) or ""})
    return found


def laws_of(target: Target) -> dict[str, Callable[[str], str | None]]:
    """The laws that can be asked of a reader."""
    laws: dict[str, Callable[[str], str | None]] = {}
    if target.pointer.startswith("reference:"):
        laws["tiles"] = lambda text: tiles(target.right, text)
        laws["reads-again"] = lambda text: reads_again(target.right, text)
    hello = target.process.hello()
    if {"split", "wrap"} <= set(hello.ops):
        laws["wraps-back"] = lambda text: wrapped_law(target, text)
    if "split" in hello.ops:
        laws["twice-the-same"] = lambda text: twice(target, text)
    return laws


def wrapped_law(target: Target, text: str) -> str | None:
    """``wraps_back`` of a reader on the wire, with the two halves of a reply as they come."""
    half = len(text) // 2
    thinking, answer = plain_half(text[:half]), plain_half(text[half:])
    if not thinking or not answer:
        return None

    def split(whole: str) -> Any:
        value = target.process.ask("split", dialect=target.dialect, text=whole, **target.sent_options).value
        return (value.get("answer"), value.get("thinking")) if isinstance(value, dict) else value

    def wrap(one: str, other: str) -> Any:
        answered = target.process.ask("wrap", dialect=target.dialect, thinking=one, answer=other, **target.sent_options)
        return answered.value

    return wraps_back(split, wrap, thinking, answer)


def twice(target: Target, text: str) -> str | None:
    """A reader remembers nothing: the same reply is read the same way again."""
    one, other = (
        target.process.ask("split", dialect=target.dialect, text=text, **target.sent_options) for _ in range(2)
    )
    return None if (one.kind, one.value) == (other.kind, other.value) else f"first {one.value!r}, then {other.value!r}"
