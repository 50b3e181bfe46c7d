"""pydantic-ai-slim: the thinking parts that its parts manager makes of streamed text deltas."""

from __future__ import annotations

from typing import Any

from pydantic_ai._parts_manager import ModelResponsePartsManager
from pydantic_ai.messages import PartStartEvent, TextPart, ThinkingPart
from pydantic_ai.models import ModelRequestParameters

TAGS = ("<think>", "</think>")


class Stream:
    """Feeds text deltas as the OpenAI-compatible models do, with the tags of the model's profile."""

    def __init__(self) -> None:
        self.manager = ModelResponsePartsManager(model_request_parameters=ModelRequestParameters())
        self.blocks: list[int] = []  # the numbers of the parts that are thinking

    def feed(self, chunk: str) -> list[tuple[str, str, int]]:
        """What the events of one delta show."""
        events = self.manager.handle_text_delta(vendor_part_id="content", content=chunk, thinking_tags=TAGS)
        return [piece for event in events for piece in self.shown(event)]

    def shown(self, event: Any) -> list[tuple[str, str, int]]:
        """The piece of one event, if it shows any."""
        if isinstance(event, PartStartEvent):
            if isinstance(event.part, ThinkingPart):
                self.blocks.append(event.index)
            text = event.part.content
        else:
            text = event.delta.content_delta or ""
        if event.index in self.blocks:
            return [("think", text, self.blocks.index(event.index))] if text else []
        return [("text", text, -1)] if text else []

    def finish(self) -> dict[str, Any]:
        """Nothing is held back, so nothing comes out late; the halves are the parts of each kind, joined."""
        parts = self.manager.get_parts()
        joined = {
            kind: "".join(part.content for part in parts if isinstance(part, kind)) for kind in (TextPart, ThinkingPart)
        }
        return {"pieces": [], "answer": joined[TextPart], "thinking": joined[ThinkingPart]}


def stream() -> Stream:
    """A stream for one reply."""
    return Stream()
