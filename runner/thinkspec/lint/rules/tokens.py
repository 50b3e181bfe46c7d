"""THK501: token numbers."""

from __future__ import annotations

from thinkspec.lint.rules.base import Rule

RULES = (
    Rule(
        "THK501",
        "think-token-id",
        "warning",
        "0.1.0",
        what="Flags the token numbers 151667 and 151668, and `convert_tokens_to_ids` of a think tag, where they are used to "
        "split output.",
        why="The number belongs to one tokenizer. With another model it is some other word, and nothing says so.",
        path="app/local_model.py",
        bad="cut = len(ids) - ids[::-1].index(151668)\nanswer = tokenizer.decode(ids[cut:])\n",
        good="from core import think\n\nanswer = think.strip(tokenizer.decode(ids))\n",
        message="a think token's number is used to split output",
        instead="decode the tokens and call think.split on the text",
    ),
)
