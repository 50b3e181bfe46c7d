"""A reader with the calls of a chat service: messages of providers, and rounds of events."""

from __future__ import annotations

from typing import Any

from .message import MessageReading, message_reading
from .reader import Reader
from .rounds import Round, switched_on
from .tags import Table


class ServiceReader(Reader):
    """A ``Reader`` that also reads what providers send.

    ``parse_inline`` is the setting of the dialects that have one: whether rounds and messages look for markers in
    content at all.  None asks the environment variable of ``rounds.yaml``; a call may say otherwise.
    """

    def __init__(self, dialect: str, table: Table, *, filtering: bool = True, parse_inline: bool | None = None) -> None:
        super().__init__(dialect, table, filtering=filtering)
        self._parse_inline = parse_inline

    def message(self, provider: str, response: Any, *, parse_inline: bool | None = None) -> MessageReading:
        """Answer and thinking of a provider's response, native fields and tags alike.

        ``provider`` is ``anthropic``, ``openai`` (also ``deepseek``, ``openrouter`` and others of its format),
        ``gemini``, ``ollama`` or ``mistral``; ``response`` its JSON as dicts and lists.  Raises ``ValueError`` for
        another provider, ``TypeError`` for a response that is not an object.

        >>> from thinkspec_reference import reader
        >>> response = {"message": {"content": "<think>b</think>Hello", "thinking": "a"}}
        >>> reader("nr-llm").message("ollama", response)["thinking"]
        'a\\nb'
        """
        inline = switched_on("parse_inline", self._parse_inline if parse_inline is None else parse_inline)
        return message_reading(provider, response, self.dialect, self._rules, self.split, parse_inline=inline)

    def round(self, *, parse_inline: bool | None = None) -> Round:
        """The rounds of a chat service, where the dialect's streams are exact; raises ``ValueError`` elsewhere."""
        if self._rules.option["stream-kind"] != "exact":
            raise ValueError(f"the dialect {self.dialect} has no rounds: its streams are not exact")
        return Round(
            self._rules,
            parse_inline=switched_on("parse_inline", self._parse_inline if parse_inline is None else parse_inline),
        )
