r"""langertha, read slowly: cut the text at its tags, then look at the two ends.

The rules, and where each comes from (seed 000; "behaviour" is the list of facts, section 2):

1. doc (think_tag): the tags are ``<NAME>`` and ``</NAME>``, NAME being ``think`` unless set otherwise.
   doc ("the tag match is case-sensitive"); observed (behaviour 3): to the letter, no attributes.
2. doc (think_tag_filter): with the filter off the text comes back unchanged, thinking is null.
3. doc ("Text without any think tag is returned exactly as given"): neither tag means nothing is touched.
4. doc (second shape): a closer before any opener makes all before it thinking.
   observed (behaviour 5): only the first one, looked for once; later ones stay in the answer.
   An empty piece before it is not recorded, a blank one is.
5. doc (first shape): opener and next closer are a block; "the first closing tag ends a block".
   observed (behaviour 6): an empty pair is recorded, as an empty string.
6. doc (third shape): an opener without closer is thinking to the end.
   observed (behaviour 7): recorded only if it is not empty.
7. observed (behaviour 8): blocks are joined with one newline, untrimmed; no block means null.
8. observed (behaviour 9): the kept pieces, joined with nothing, are the answer. The pieces are the text before each
   opener and the tail; a stray closer puts an empty piece first; an unclosed opener puts an empty piece last.
9. doc ("only the whitespace they leave at the start or end of the text is trimmed; after a leading block, the first
   content line keeps its indentation"), details observed (behaviour 10 and 11). First piece blank: of the answer's
   leading blanks all through the last newline go, or all of them if they hold no newline.
   Last piece blank: all trailing blanks go.
10. decided: blanks are Perl's ASCII ones; null gives null twice; a tag is non-empty and holds no angle bracket;
    segments are the pieces before any trim, empty text left out; unfinished counts the block still open.
"""

from __future__ import annotations

from dataclasses import dataclass, field

PERL_BLANKS = " \t\n\v\f\r"


@dataclass
class Cut:
    """A text cut at its tags: the kept pieces, the blocks, both in order, and whether a tag was found at all."""

    found: bool = False
    kept: list[str] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    order: list[tuple[str, str, str]] = field(default_factory=list)
    open_at_end: str = ""


def split(
    text: str | None,
    *,
    tag: str = "think",
    filter: bool = True,  # noqa: A002
) -> tuple[str | None, str | None]:
    """Give the answer and the thinking, null where nothing was recorded."""
    cut = _cut(text, tag, filter)
    if text is None or not cut.found:
        return text, None
    answer = "".join(cut.kept)
    if _blank(cut.kept[0]):
        answer = _without_leading_blanks(answer)
    if _blank(cut.kept[-1]):
        answer = answer.rstrip(PERL_BLANKS)
    return answer, "\n".join(cut.blocks) if cut.blocks else None


def segments(
    text: str | None,
    *,
    tag: str = "think",
    filter: bool = True,  # noqa: A002
) -> list[tuple[str, str, str]]:
    """Give the kept pieces and the recorded blocks in the order of the text, without empty text."""
    return [piece for piece in _cut(text, tag, filter).order if piece[0] == "think" or piece[1]]


def unfinished(text: str | None, *, tag: str = "think", filter: bool = True) -> int:  # noqa: A002
    """Count the characters behind the opener of the block that is still open."""
    return len(_cut(text, tag, filter).open_at_end)


def _cut(text: str | None, tag: str, on: bool) -> Cut:
    if text is not None and not isinstance(text, str):
        raise TypeError("langertha reads strings and null only")
    if not tag or "<" in tag or ">" in tag:
        raise ValueError("the tag must not be empty and must hold no angle bracket")
    opener, closer = f"<{tag}>", f"</{tag}>"
    cut = Cut()
    rest = text or ""

    def keep(piece: str) -> None:
        cut.kept.append(piece)
        cut.order.append(("text", piece, ""))

    def record(block: str) -> None:
        cut.blocks.append(block)
        cut.order.append(("think", block, tag))

    if not on or (opener not in rest and closer not in rest):
        keep(rest)
        return cut
    cut.found = True

    if closer in rest.partition(opener)[0]:  # rule 4: the stray closer, looked for once
        before, _, rest = rest.partition(closer)
        keep("")
        if before:
            record(before)
    while opener in rest:
        before, _, rest = rest.partition(opener)
        keep(before)
        if closer in rest:  # rule 5
            block, _, rest = rest.partition(closer)
            record(block)
        else:  # rule 6
            cut.open_at_end = rest
            if rest:
                record(rest)
            rest = ""
    keep(rest)
    return cut


def _blank(piece: str) -> bool:
    return piece.strip(PERL_BLANKS) == ""


def _without_leading_blanks(answer: str) -> str:
    content = answer.lstrip(PERL_BLANKS)
    leading = answer[: len(answer) - len(content)]
    if "\n" in leading:
        return leading.rpartition("\n")[2] + content
    return content
