"""THK201 to THK203: string operations and comparisons."""

from __future__ import annotations

from thinkspec.lint.rules.base import STRIP, STRIP_JS, Rule

RULES = (
    Rule(
        "THK201",
        "think-string-op",
        "error",
        "0.1.0",
        what="Flags find, split, partition, replace, contains, starts-with and slicing by length with a think tag. "
        "Off in test files.",
        why="String surgery knows one spelling of one tag and nothing of blocks: a second block, an unclosed one or a tag "
        "in backticks breaks it.",
        path="app/reply.py",
        bad='answer = reply.split("</think>")[-1]\n',
        good="from core import think\n\nanswer = think.strip(reply)\n",
        message="a string operation reads a think tag ({names})",
        instead=STRIP + "; think.has(reply) to ask whether there is thinking",
        instead_js=STRIP_JS + "; hasThink(reply) to ask whether there is thinking",
    ),
    Rule(
        "THK202",
        "think-compare",
        "error",
        "0.1.0",
        what="Flags `==`, `case` and `match` against a think tag, as stream code does with deltas. Off in test files.",
        why="A tag may come in two pieces, with text around it, or in another spelling; a comparison sees none of these.",
        path="app/stream.py",
        bad='for delta in stream:\n    if delta == "<think>":\n        hidden = True\n',
        good="from core import think\n\nfor delta in stream:\n    buffer += delta\nanswer = think.strip(buffer)\n",
        message="a comparison against a think tag ({names})",
        instead="a small state machine that takes its tags from think.PAIRS, and think.strip on the whole text at the end",
    ),
    Rule(
        "THK203",
        "think-charset-strip",
        "error",
        "0.1.0",
        what='Flags `strip`, `lstrip` and `rstrip` with a think tag: `text.strip("<think>")`.',
        why='These methods take a *set of characters*. They also eat letters of the answer: `"hint".strip("<think>")` is '
        "empty. It is always a bug.",
        path="app/reply.py",
        bad='answer = reply.lstrip("<think>").rstrip("</think>")\n',
        good="from core import think\n\nanswer = think.strip(reply)\n",
        message="strip() takes a set of characters, not a tag: it eats letters of the answer",
        instead="think.strip(reply)",
    ),
)
