"""Rounds: what a chat service does with the events of one provider round.

The program is the table ``round_tables.py`` (from ``rounds.yaml``): state and event give the actions, in their order, and
the next state.  Here stand the actions, one small function each, and nothing about when they happen.

Source: llm-chat, inline reasoning; its sections on stream, summary and history, and on completion, cancellation and
errors.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .reader import kind
from .round_tables import START, SWITCHES, TRANSITIONS
from .stream import ExactStream, StreamPiece
from .tags import Rules

Event = tuple[str, Any]
KINDS = {"text": "content", "think": "reasoning"}
TEXTS = ("text", "reasoning")


class Round:
    """Events of a provider round in, events for the user and the history out.

    In: ``text`` and ``reasoning`` with a piece of text, ``finish`` with the reason, ``end``, ``abort``, ``error`` with
    the error, ``round`` for the next round.  Out: ``content``, ``reasoning``, ``finish``, ``error``, then ``summary``
    (``{content, reasoning, finish}``) and ``message`` (``{role, content}``).

    >>> from thinkspec_reference import reader
    >>> round = reader("llm-chat").round(parse_inline=True)
    >>> round.feed("text", "<think>plan</think>Hi<")
    [('reasoning', 'plan'), ('content', 'Hi')]
    >>> [event for event, value in round.feed("finish", "stop")]
    ['content', 'finish', 'summary', 'message', 'message']
    """

    def __init__(self, rules: Rules, *, parse_inline: bool) -> None:
        self._rules = rules
        self._parse_inline = parse_inline
        self.state: str = START
        self._reason = ""
        self._begin()

    def _begin(self) -> None:
        self._parser = ExactStream(self._rules) if self._parse_inline else None
        self._texts: dict[str, list[str]] = {"content": [], "reasoning": []}

    def feed(self, event: str, value: Any = None) -> list[Event]:
        """What one event leads to.

        Raises ``ValueError`` for an event that does not exist or must not come now, ``TypeError`` for a text or
        reasoning event without text; the round is then as it was.
        """
        steps = TRANSITIONS[self.state]
        if event not in steps:
            raise ValueError(f"there is no event {json.dumps(event)}: send one of {', '.join(steps)}")
        if steps[event] is None:
            raise ValueError(f"event {event} must not come while the round is {self.state}")
        if event in TEXTS and not isinstance(value, str):
            raise TypeError(f"event {event} needs text, got {kind(value)}")
        actions, self.state = steps[event]
        out: list[Event] = []
        for action in actions:
            ACTIONS[action](self, value, out)
        return out

    def run(self, events: Iterable[Iterable[Any]]) -> list[Event]:
        """Everything that a list of events, each ``(event,)`` or ``(event, value)``, leads to."""
        return [found for event in events for found in self.feed(*event)]

    def _parse(self, text: Any, out: list[Event]) -> None:
        self._show(self._parser.feed(text) if self._parser else [("text", text, -1)], out)

    def _show_reasoning(self, text: Any, out: list[Event]) -> None:
        self._show([("think", text, -1)], out)

    def _flush(self, _value: Any, out: list[Event]) -> None:
        if self._parser:
            self._show(self._parser.finish()["pieces"], out)

    def _show_finish(self, reason: Any, out: list[Event]) -> None:
        self._reason = reason
        out.append(("finish", reason))

    def _show_stop(self, _value: Any, out: list[Event]) -> None:
        self._reason = "stop"
        if any(self._texts.values()):
            out.append(("finish", "stop"))

    def _show_abort(self, _value: Any, out: list[Event]) -> None:
        self._show_finish("aborted", out)

    def _summary(self, _value: Any, out: list[Event]) -> None:
        joined = {name: "".join(texts) for name, texts in self._texts.items()}
        out.append(("summary", {**joined, "finish": self._reason}))

    def _commit(self, _value: Any, out: list[Event]) -> None:
        for role, name in (("reasoning", "reasoning"), ("assistant", "content")):
            if self._texts[name]:
                out.append(("message", {"role": role, "content": "".join(self._texts[name])}))

    def _pass_error(self, error: Any, out: list[Event]) -> None:
        out.append(("error", error))

    def _fresh(self, _value: Any, _out: list[Event]) -> None:
        self._begin()

    def _show(self, pieces: Iterable[StreamPiece], out: list[Event]) -> None:
        for found, text, _block in pieces:
            if text:
                self._texts[KINDS[found]].append(text)
                out.append((KINDS[found], text))


ACTIONS: dict[str, Callable[[Round, Any, list[Event]], None]] = {
    "parse": Round._parse,  # noqa: SLF001 -- the table's actions are this class's own steps
    "show-reasoning": Round._show_reasoning,  # noqa: SLF001
    "flush": Round._flush,  # noqa: SLF001
    "show-finish": Round._show_finish,  # noqa: SLF001
    "show-stop": Round._show_stop,  # noqa: SLF001
    "show-abort": Round._show_abort,  # noqa: SLF001
    "summary": Round._summary,  # noqa: SLF001
    "commit": Round._commit,  # noqa: SLF001
    "pass-error": Round._pass_error,  # noqa: SLF001
    "fresh": Round._fresh,  # noqa: SLF001
}


def switched_on(name: str, given: bool | None, environment: Mapping[str, str] | None = None) -> bool:
    """Whether a switch is on: as given, else by its environment variable, else by its default.

    >>> switched_on("parse_inline", None, {"LLM_CHAT_PARSE_INLINE_REASONING": "TRUE"})
    True
    >>> switched_on("parse_inline", None, {}), switched_on("parse_inline", False, {})
    (False, False)
    """
    if given is not None:
        return given
    switch = SWITCHES[name]
    text = (os.environ if environment is None else environment).get(switch["env"] or "")
    return switch["default"] if text is None else text.lower() in switch["means_on"]


def without_reasoning(
    messages: Iterable[Mapping[str, Any]], *, filter_reasoning: bool | None = None
) -> list[Mapping[str, Any]]:
    """The stored messages that go back to the provider; inbound parsing knows nothing of this switch.

    >>> without_reasoning([{"role": "reasoning", "content": "r"}, {"role": "assistant", "content": "a"}])
    [{'role': 'assistant', 'content': 'a'}]
    """
    keep_out = switched_on("filter_reasoning", filter_reasoning)
    return [message for message in messages if not (keep_out and message["role"] == "reasoning")]
