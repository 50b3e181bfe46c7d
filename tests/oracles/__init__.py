"""One slow, obvious reader for each dialect, written from the documents alone.

An expectation in a case stands when its author and the oracle agree. That only means something because the oracles
share nothing with the reference: no code, no tables, not even a helper.

>>> read("llm-chat", "a<think>b</think>c")["thinking"]
'b'
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from . import langertha, llm_chat, nr_llm, sapphire

ORACLES: dict[str, ModuleType] = {
    "sapphire": sapphire,
    "langertha": langertha,
    "llm-chat": llm_chat,
    "nr-llm": nr_llm,
}

# What `split` gives as thinking when there is none (design: rule nothing-found).
NOTHING: dict[str, str | None] = {"sapphire": "", "langertha": None, "llm-chat": "", "nr-llm": None}


def read(dialect: str, text: str | None, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Read a reply in every way an oracle can.

    Gives `answer`, `thinking`, `has`, `segments` (lists of kind, text, name), `only` and `unfinished` (code points);
    or `{"rejected": True}` where the dialect refuses this input or these options. An unknown dialect is a KeyError.
    """
    oracle = ORACLES[dialect]
    options = dict(options or {})
    try:
        answer, thinking = oracle.split(text, **options)
    except (TypeError, ValueError):
        return {"rejected": True}
    return {
        "answer": answer,
        "thinking": thinking,
        "has": thinking != NOTHING[dialect],
        "segments": [list(segment) for segment in oracle.segments(text, **options)],
        "only": wrap(dialect, thinking, "", options) or wrap(dialect, answer, "", options),
        "unfinished": oracle.unfinished(text, **options),
    }


def wrap(dialect: str, thinking: str | None, answer: str | None = "", options: Mapping[str, Any] | None = None) -> str:
    """Put thinking back before an answer.

    Observed for sapphire (behaviour 5.1, 11), decided for the rest: the dialect's own pair, then a blank line and the
    answer if there is one; llm-chat puts nothing between, because it never trims.
    """
    options = options or {}
    tag = options.get("tag", "think")
    opener, closer = options.get("open", f"<{tag}>"), options.get("close", f"</{tag}>")
    if not thinking:
        return answer or ""
    if not answer:
        return f"{opener}{thinking}{closer}"
    between = "" if dialect == "llm-chat" else "\n\n"
    return f"{opener}{thinking}{closer}{between}{answer}"
