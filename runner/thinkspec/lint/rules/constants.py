"""THK301 and THK302: tags and names held outside the reader."""

from __future__ import annotations

from thinkspec.lint.rules.base import Rule

RULES = (
    Rule(
        "THK301",
        "think-tag-constant",
        "warning",
        "0.1.0",
        what="Flags a think tag or a table of pairs that is held outside the reader: constants, fields, parameter defaults.",
        why="A second list of tags grows apart from the reader's. Stream code that needs literal tags takes them from the "
        "reader, so that a new tag reaches it too.",
        path="app/stream.py",
        bad='THINK_OPEN = "<think>"\nTHINK_CLOSE = "</think>"\n',
        good="from core import think\n\nPAIRS = think.PAIRS\n",
        message="a think tag is held outside the reader ({names})",
        instead="think.PAIRS, think.OPEN and think.CLOSE",
    ),
    Rule(
        "THK302",
        "think-name-list",
        "warning",
        "0.1.0",
        what="Flags a list of think tag names, and a name that is handed to a generic tag matcher.",
        why="A list of names is the seed of a home-made reader. A generic tag matcher knows pairs only: no lost opener, no "
        "open block, no backticks.",
        path="app/reply.py",
        bad='THINK_TAGS = ("think", "thinking", "reasoning")\n',
        good="from core import think\n\nNAMES = think.OPEN_NAMES\n",
        message="think tag names outside the reader ({names})",
        instead="think.split(reply); think.OPEN_NAMES for the names",
    ),
)
