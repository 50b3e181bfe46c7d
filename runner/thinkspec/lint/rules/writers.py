"""THK701: blocks written by hand."""

from __future__ import annotations

from thinkspec.lint.rules.base import Rule

RULES = (
    Rule(
        "THK701",
        "think-writer",
        "warning",
        "0.1.0",
        what="Flags a think block that is written by hand. Off by default.",
        why="A block that is written in one form and read in another comes back as answer.",
        path="app/history.py",
        bad='text = f"<think>{thinking}</think>\\n\\n{answer}"\n',
        good="from core import think\n\ntext = think.wrap(thinking, answer)\n",
        message="a think block is written by hand ({names})",
        instead="think.wrap(thinking, answer)",
        on=False,
        needs="--extend-select THK701",
    ),
)
