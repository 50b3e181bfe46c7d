"""Runs in a child process: tries patterns on texts, one JSON line in, one out.  Imports nothing but the standard library.

A request is ``{"pattern", "flags", "bytes", "do", "replacement", "count", "texts"}``; the answer a list with one entry a text:
for ``search`` whether it is found, for ``sub`` the text that is left, for ``find`` the groups found, for ``split`` the parts.
"""

from __future__ import annotations

import json
import re
import sys
import warnings
from typing import Any

_LETTERS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL, "x": re.VERBOSE, "a": re.ASCII}


def answer(request: dict[str, Any]) -> Any:
    """What the pattern makes of each text; None if it does not compile."""
    flags = 0
    for letter in request["flags"]:
        flags |= _LETTERS.get(letter, 0)
    try:
        pattern = re.compile(request["pattern"], flags)
    except (re.error, OverflowError, RecursionError):
        return None
    return [_one(pattern, request, text) for text in request["texts"]]


def _one(pattern: re.Pattern[str], request: dict[str, Any], text: str) -> Any:
    do = request["do"]
    try:
        if do == "search":
            return bool(pattern.search(text))
        if do == "sub":
            return pattern.sub(request["replacement"], text, count=request["count"])
        if do == "split":
            return pattern.split(text, request["count"])
        matches = (
            [pattern.fullmatch(text)]
            if do == "fullmatch"
            else [pattern.match(text)]
            if do == "match"
            else list(pattern.finditer(text))
        )
        return [match[1 if pattern.groups else 0] or "" for match in matches if match]
    except (re.error, IndexError, RecursionError):
        return None


def main() -> None:
    """Answer until the input ends."""
    warnings.simplefilter("ignore")
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
