"""pydantic-ai-slim: its splitter of a message's content into thinking and text parts."""

from __future__ import annotations

from pydantic_ai import ThinkingPart
from pydantic_ai._thinking_part import split_content_into_text_and_thinking


def split(text: str) -> tuple[str, str]:
    """Answer and thinking: the parts of each kind, joined as they are."""
    parts = split_content_into_text_and_thinking(text, ("<think>", "</think>"))
    thinking = [part.content for part in parts if isinstance(part, ThinkingPart)]
    answer = [part.content for part in parts if not isinstance(part, ThinkingPart)]
    return "".join(answer), "".join(thinking)
