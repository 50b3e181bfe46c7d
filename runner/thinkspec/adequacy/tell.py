"""The reply that tells a surviving mutant from the true table, found by the seeded generator and made small."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from thinkspec.adequacy.model import Mutant
from thinkspec.fuzz.pieces import pieces
from thinkspec.fuzz.smaller import smaller
from thinkspec.hosts.fuzzing import replies
from thinkspec.mutants import reader_of
from thinkspec.tables import Spec, compile_dialect
from thinkspec_reference import Reader

REPLIES = 20_000
SEED = 20261130
HALF = 3  # every third text is cut there for a stream


def telling_reply(spec: Spec, mutant: Mutant, count: int = REPLIES, seed: int = SEED) -> str | None:
    """The smallest reply found that a mutant of a dialect's table reads otherwise; None for none.

    Raises ValueError for a mutant that is not about replies.
    """
    if "dialect" not in mutant.payload:
        raise ValueError(f"{mutant.id} is not about replies")
    dialect = mutant.scope
    table = compile_dialect(spec, dialect)
    true = reader_of(spec, dialect, table, {})
    other = reader_of(spec, dialect, {**table, mutant.rule: mutant.payload["row"]}, {})
    if true is None or other is None:
        return None
    reads = (read_streams,) if mutant.group == "stream" else READS
    if wrap_differs(true, other):
        return "(wrap) thinking: t, answer: a"

    def differs(text: str) -> bool:
        return any(read(true, text) != read(other, text) for read in reads)

    drawn: Iterator[str] = replies([*pieces(spec), *own_pieces(table, mutant)], seed, 0, count)
    found = next((text for text in drawn if differs(text)), None)
    return None if found is None else smaller(found, differs)


def own_pieces(table: dict[str, Any], mutant: Mutant) -> list[str]:
    """The names and characters in which a mutant differs, some times over: else they would hardly be drawn."""
    value, other = table[mutant.rule]["value"], mutant.payload["row"]["value"]
    if isinstance(value, list) or isinstance(other, list):
        names = set(value or ()) ^ set(other or ())
        return [text for name in sorted(names) for text in (f"<{name}>", f"</{name}>")] * 10
    characters = sorted(set(value or "") ^ set(other or ""))
    return [text for one in characters for text in (one, f"<think{one}>", f"{one}<think>", f"</think>{one}")] * 4


def read_streams(reader: Reader, text: str) -> Any:
    """What a stream shows, chunk by chunk, of a reply in three chunks."""
    try:
        stream = reader.stream()
    except ValueError:
        return None
    size = max(1, len(text) // HALF)
    fed = [stream.feed(text[at : at + size]) for at in range(0, len(text), size)]
    return fed, stream.finish()


READS: tuple[Callable[[Reader, str], Any], ...] = (
    lambda reader, text: reader.split(text),
    lambda reader, text: reader.segments(text),
    lambda reader, text: reader.unfinished(text),
)


def wrap_differs(true: Reader, other: Reader) -> bool:
    """Whether a mutant wraps otherwise."""
    return true.wrap("t", "a") != other.wrap("t", "a")
