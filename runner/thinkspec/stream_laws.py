"""The laws that a stream must keep, as ``spec/…/transforms.yaml`` names them.

A law is a function of what was asked, what came and what is due; it gives a complaint, or None.  Nothing here asks the
reference: for exact streams the laws walk the two markers themselves, slowly and plainly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Pieces = list[list[Any]]
HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Due:
    """What is due: the chunks that were fed, the two halves, and what the laws of the kind need.

    ``markers`` is the pair of an exact stream, ``visible`` the reply without its blocks for a provisional one.
    """

    chunks: Sequence[str]
    answer: str | None
    thinking: str | None
    exact_null: bool
    markers: tuple[str, str] = ("", "")
    visible: str = ""


Law = Callable[[dict[str, Any], Due], "str | None"]


def complaint(laws: Sequence[str], value: dict[str, Any], due: Due) -> str | None:
    """The first law that an answer breaks, and how.

    >>> due = Due(["<think>a</think>b"], "b", "a", True, markers=("<think>", "</think>"))
    >>> leak = {"pieces": [[["text", "a", -1], ["text", "b", -1]], []], "answer": "b", "thinking": "a"}
    >>> complaint(["same-reading", "no-leak"], leak, due)
    "law no-leak: after chunk 1 of 1 the answer shows 'a', due was 'b'"
    """
    value, due = in_units(value, due)
    for name in ("lists", *(law for law in laws if law != "lists")):
        said = LAWS[name](value, due)
        if said is not None:
            return f"law {name}: {said}"
    return None


def in_units(value: dict[str, Any], due: Due) -> tuple[dict[str, Any], Due]:
    """Both with every character outside the first plane as its two halves, if a chunk holds a half alone.

    Else what a JavaScript reader shows half by half could not be compared with whole characters.
    """
    if not any(HALF.search(chunk) for chunk in due.chunks):
        return value, due
    pieces = [[[kind, units(text), block] for kind, text, block in fed] for fed in value["pieces"] or []]
    halves = {half: None if value[half] is None else units(value[half]) for half in ("answer", "thinking")}
    opener, closer = due.markers
    return {**value, **halves, "pieces": pieces}, Due(
        [units(chunk) for chunk in due.chunks],
        None if due.answer is None else units(due.answer),
        None if due.thinking is None else units(due.thinking),
        due.exact_null,
        (units(opener), units(closer)),
        units(due.visible),
    )


def units(text: str) -> str:
    """A text in UTF-16 units.

    >>> len(units(chr(0x1F600)))
    2
    """
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(int.from_bytes(data[at : at + 2], "little")) for at in range(0, len(data), 2))


def points(text: str) -> str:
    """A text in code points, halves that belong together put together."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def lists(value: dict[str, Any], due: Due) -> str | None:
    """One list of pieces a chunk, and one for the finish."""
    pieces = value["pieces"] or []
    if len(pieces) == len(due.chunks) + 1:
        return None
    return f"{len(pieces)} lists of pieces for {len(due.chunks)} chunks and a finish"


def same_reading(value: dict[str, Any], due: Due) -> str | None:
    """Answer and thinking are those of the whole text."""
    for half, wanted in (("answer", due.answer), ("thinking", due.thinking)):
        got = value[half]
        if got != wanted and (due.exact_null or got or wanted):
            return f"the {half} is {cut_short(got)}, due was {cut_short(wanted)}"
    return None


def concatenation(value: dict[str, Any], due: Due) -> str | None:
    """Put together, the pieces are the segments of the whole text."""
    got = merged([piece for pieces in value["pieces"] for piece in pieces])
    wanted = merged(list(segments("".join(due.chunks), due.markers)))
    return None if got == wanted else f"together the pieces are {cut_short(got)}, due was {cut_short(wanted)}"


def no_leak(value: dict[str, Any], due: Due) -> str | None:
    """Text of a block is never shown as answer: after every chunk the shown answer is a beginning of what is visible.

    Where white space may be trimmed, it does not count.
    """
    visible = due.visible
    if due.markers[0]:
        visible = "".join(text for kind, text, _ in segments("".join(due.chunks), due.markers) if kind == "text")
    exact = bool(due.markers[0])
    wanted = visible if exact else bare(visible)
    at = 0
    for number, pieces in enumerate(value["pieces"][: len(due.chunks)], 1):
        for kind, text, _block in pieces:
            if kind == "think":
                continue
            shown = text if exact else bare(text)
            if not wanted.startswith(shown, at):
                return (
                    f"after chunk {number} of {len(due.chunks)} the answer shows "
                    f"{cut_short(wanted[:at] + shown)}, due was {cut_short(wanted[: at + len(shown)])}"
                )
            at += len(shown)
    return None


def no_hold(value: dict[str, Any], due: Due) -> str | None:
    """After every chunk all is shown that cannot become the marker looked for."""
    shown = 0
    for number, (pieces, wanted) in enumerate(zip(value["pieces"], certain(due.chunks, due.markers), strict=False), 1):
        shown += sum(len(text) for _kind, text, _block in pieces)
        if shown < wanted:
            return f"after chunk {number} of {len(due.chunks)} {wanted - shown} characters more must be shown"
    return None


def at_once(value: dict[str, Any], due: Due) -> str | None:
    """Every chunk is shown as it is."""
    for number, (pieces, chunk) in enumerate(zip(value["pieces"], [*due.chunks, ""], strict=True), 1):
        if merged(pieces) != ([["text", chunk, -1]] if chunk else []):
            return f"list {number} is {cut_short(pieces)}, due was the chunk {cut_short(chunk)} as text"
    return None


def takes_back(value: dict[str, Any], due: Due) -> str | None:
    """What was shown, less what is taken back, and what the finish shows, is the answer."""
    if value["retracted"] is None:
        return None
    *fed, last = value["pieces"]
    shown = points("".join(text for pieces in fed for kind, text, _ in pieces if kind == "text"))
    kept = shown[: len(shown) - value["retracted"]] if value["retracted"] <= len(shown) else None
    if kept is None:
        return f"{value['retracted']} code points are taken back, but only {len(shown)} were shown"
    got = points(kept + "".join(text for kind, text, _ in last if kind == "text"))
    return (
        None
        if got == points(due.answer or "")
        else f"what is shown in the end is {cut_short(got)}, the answer {cut_short(due.answer)}"
    )


LAWS: dict[str, Law] = {
    "lists": lists,
    "same-reading": same_reading,
    "concatenation": concatenation,
    "no-leak": no_leak,
    "no-hold": no_hold,
    "at-once": at_once,
    "takes-back": takes_back,
}


def segments(text: str, markers: tuple[str, str]) -> Iterator[list[Any]]:
    """Kind, text and block of every part of a reply, by two literal markers.

    >>> list(segments("a<think>b</think>c", ("<think>", "</think>")))
    [['text', 'a', -1], ['think', 'b', 0], ['text', 'c', -1]]
    """
    inside, block = False, 0
    while text:
        part, marker, text = text.partition(markers[inside])
        if part:
            yield ["think", part, block] if inside else ["text", part, -1]
            block += inside
        inside ^= bool(marker)


def certain(chunks: Sequence[str], markers: tuple[str, str]) -> Iterator[int]:
    """After every chunk, how many characters no marker can take any more."""
    inside, shown, rest = False, 0, ""
    for chunk in chunks:
        rest += chunk
        while markers[inside] in rest:
            part, _, rest = rest.partition(markers[inside])
            shown += len(part)
            inside = not inside
        held = beginning(rest, markers[inside])
        shown += len(rest) - held
        rest = rest[len(rest) - held :]
        yield shown


def beginning(text: str, marker: str) -> int:
    """How many characters at the end of a text could begin the marker.

    >>> beginning("a <th", "<think>")
    3
    """
    return next((size for size in range(min(len(text), len(marker) - 1), 0, -1) if text.endswith(marker[:size])), 0)


def merged(pieces: Pieces) -> Pieces:
    """Pieces without empty ones, neighbours of the same block put together.

    >>> merged([["text", "a", -1], ["text", "b", -1], ["think", "", 0]])
    [['text', 'ab', -1]]
    """
    parts: list[tuple[str, int, list[str]]] = []
    for kind, text, block in pieces:
        if not text:
            continue
        if not parts or parts[-1][:2] != (kind, block):
            parts.append((kind, block, []))
        parts[-1][2].append(text)
    return [[kind, "".join(texts), block] for kind, block, texts in parts]


def bare(text: str) -> str:
    """A text without white space, NUL included: one dialect trims it."""
    return "".join(text.split()).replace("\0", "")


def cut_short(value: Any, most: int = 120) -> str:
    """A value for a message."""
    text = ascii(value)
    return text if len(text) <= most else text[:most] + "…"
