r"""nr-llm, read slowly: the patterns that its decision record prints, and nothing else.

The rules, and where each comes from (seed 003 is the record; "behaviour" is the list of facts, section 4):

1. doc (the listing): a block is ``<think>``, the shortest run of anything, ``</think>``; case is ignored.
   Nothing else is a tag: no attributes, no blanks, no other name. decided: letter case is ASCII only.
2. doc (the listing, the ``if``): no block means that the content comes back untouched, and thinking is null.
   Lone openers and lone closers are therefore text.
3. doc (the listing): the inner texts are joined with a newline and the whole is trimmed; empty becomes null.
4. doc (the listing, and "without word-gluing (space insertion)"): each block leaves one space; then every run of
   spaces and tabs, anywhere in the answer, becomes one space; then the answer is trimmed.
5. observed (behaviour 6): trimming is PHP's: space, tab, LF, CR, NUL, VT. Not FF, not NBSP.
6. observed (behaviour 13): null is refused.
7. decided: segments are the pieces before any trim or collapse, empty text left out, an empty block kept;
   unfinished counts what follows the first opener behind the last block.
"""

from __future__ import annotations

import re

BLOCK = re.compile(r"<think>([\s\S]*?)</think>", re.IGNORECASE | re.ASCII)
OPENER = re.compile(r"<think>", re.IGNORECASE | re.ASCII)
CLOSER = re.compile(r"</think>", re.IGNORECASE | re.ASCII)
PHP_BLANKS = " \t\n\r\0\v"


def split(text: str | None) -> tuple[str, str | None]:
    """Give the answer and the thinking, null where no block holds any."""
    pieces = _cut(text)
    kept, inner = pieces[0::2], pieces[1::2]
    if not inner:
        return kept[0], None
    thinking = "\n".join(inner).strip(PHP_BLANKS)
    answer = re.sub(r"[ \t]+", " ", " ".join(kept)).strip(PHP_BLANKS)
    return answer, thinking or None


def segments(text: str | None) -> list[tuple[str, str, str]]:
    """Give text and block in turn, without empty text."""
    listed = [("think", piece, "think") if i % 2 else ("text", piece, "") for i, piece in enumerate(_cut(text))]
    return [piece for piece in listed if piece[0] == "think" or piece[1]]


def unfinished(text: str | None) -> int:
    """Count the characters behind the first opener that stands after the last block."""
    tail = _cut(text)[-1]
    opener = OPENER.search(tail)
    return len(tail) - opener.end() if opener else 0


def _cut(text: str | None) -> list[str]:
    """Give text, block, text, block … text: `re.split` with one group does exactly that.

    No block reaches past the last closer. Looking no further keeps a reply of many openers readable in seconds.
    """
    if not isinstance(text, str):
        raise TypeError("nr-llm reads strings only")
    last = max((closer.end() for closer in CLOSER.finditer(text)), default=0)
    pieces = BLOCK.split(text[:last])
    pieces[-1] += text[last:]
    return pieces
