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
PHP_BLANKS = " \t\n\r\0\v"


def split(text: str | None) -> tuple[str, str | None]:
    """Give the answer and the thinking, null where no block holds any."""
    text = _string(text)
    inner = BLOCK.findall(text)
    if not inner:
        return text, None
    thinking = "\n".join(inner).strip(PHP_BLANKS)
    answer = re.sub(r"[ \t]+", " ", BLOCK.sub(" ", text)).strip(PHP_BLANKS)
    return answer, thinking or None


def segments(text: str | None) -> list[tuple[str, str, str]]:
    """Give text and block in turn; `re.split` with one group does exactly that."""
    pieces = BLOCK.split(_string(text))
    listed = [("think", piece, "think") if i % 2 else ("text", piece, "") for i, piece in enumerate(pieces)]
    return [piece for piece in listed if piece[0] == "think" or piece[1]]


def unfinished(text: str | None) -> int:
    """Count the characters behind the first opener that stands after the last block."""
    tail = BLOCK.split(_string(text))[-1]
    opener = OPENER.search(tail)
    return len(tail) - opener.end() if opener else 0


def _string(text: str | None) -> str:
    if not isinstance(text, str):
        raise TypeError("nr-llm reads strings only")
    return text
