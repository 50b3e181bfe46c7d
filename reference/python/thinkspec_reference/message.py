"""Messages: answer and thinking of a provider's response, native fields and tags alike.

Where native thinking lives and what a dialect makes of it stands in ``message_tables.py`` (from ``channels.yaml``).  A path
of that table is walked from the response: a name takes a key, a number an item, and an object every item of a list that
has its values.  What is not there, or of another type, is left out; nothing of it is ever an error.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypedDict

from .assembly import counts, finish_thinking
from .message_tables import ALIASES, MESSAGES, PROVIDERS
from .reader import kind
from .rounds import Round
from .tags import Rules

HalvesOf = Callable[[str], tuple["str | None", "str | None"]]
Place = tuple[int, ...]


class MessageReading(TypedDict):
    """The reading of a response.  ``content_is_reasoning``: it was all reasoning, and the answer is empty."""

    answer: str | None
    thinking: str | None
    has_thinking: bool
    content_is_reasoning: bool


class Text(NamedTuple):
    """A text of a response: where in its lists it stands, ``answer`` or ``thinking``, and its content."""

    place: Place
    kind: str
    content: str


def message_reading(
    provider: Any, response: Any, dialect: str, rules: Rules, halves_of: HalvesOf, *, parse_inline: bool
) -> MessageReading:
    """Read a response by a dialect's choices.

    Raises ``ValueError`` for a provider or a dialect that the table does not have, ``TypeError`` for a response that is
    not an object.
    """
    if dialect not in MESSAGES:
        raise ValueError(f"the dialect {dialect} has no reading of messages")
    if not isinstance(response, Mapping):
        raise TypeError(f"a response must be an object, got {kind(response)}")
    choices = MESSAGES[dialect]
    texts = texts_of(known_provider(provider), response, choices)
    native = [text.content for text in texts if text.kind == "thinking"]
    content = "".join(text.content for text in texts if text.kind == "answer")
    merge = MERGES[choices["merge"]]
    answer, thinking = merge(texts, content, native, rules, halves_of, parse_inline)
    all_reasoning = choices["content-is-reasoning"] == "if-no-answer" and not content.strip(rules.answer_blanks)
    return MessageReading(
        answer=answer,
        thinking=thinking,
        has_thinking=thinking is not None if choices["has-thinking"] == "not-null" else bool(thinking),
        content_is_reasoning=all_reasoning and any(counts("closed", text, rules) for text in native),
    )


def known_provider(name: Any) -> str:
    """The provider whose row a name stands for.

    >>> known_provider("openrouter")
    'openai'
    """
    if not isinstance(name, str):
        raise TypeError(f"a provider's name must be text, got {kind(name)}")
    provider: str = ALIASES.get(name, name)
    if provider not in PROVIDERS:
        known = ", ".join(sorted([*PROVIDERS, *ALIASES]))
        raise ValueError(f"unknown provider {json.dumps(name, ensure_ascii=False)}: choose one of {known}")
    return provider


def texts_of(provider: str, response: Any, choices: Mapping[str, Any]) -> list[Text]:
    """The texts of a response that a dialect looks at, in the order of their arrival."""
    numbers = choices["numbers"] == "as-text"
    reads = PROVIDERS[provider]
    answers = [text for read in reads if read["kind"] == "answer" for text in texts_at(response, read, numbers)]
    answers.sort(key=lambda text: text.place)
    if choices["answer"][provider] == "first":
        del answers[1:]
    thoughts: list[Text] = []
    for channel, there in choices["native"][provider]:
        rows = [read for read in reads if read["channel"] == channel and read["kind"] == "thinking"]
        if any(THERE[there](value) for _place, value in walk(response, rows[0]["at"])):
            thoughts = [text for read in rows for text in texts_at(response, read, numbers)]
            break
    return sorted([*answers, *thoughts], key=lambda text: text.place)


def texts_at(response: Any, read: Mapping[str, Any], numbers: bool) -> Iterator[Text]:
    """The texts of one row of a provider."""
    for place, value in walk(response, read["path"]):
        if isinstance(value, str):
            yield Text(place, read["kind"], value)
        elif numbers and isinstance(value, (int, float)) and not isinstance(value, bool):
            yield Text(place, read["kind"], decimal(value))


def walk(value: Any, path: list[Any], place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every value that a path leads to, with the numbers of the list items on its way.

    >>> list(walk({"parts": [{"text": "a"}, {"text": "b", "thought": True}]}, ["parts", {"thought": True}, "text"]))
    [((1,), 'b')]
    """
    for number, step in enumerate(path):
        if isinstance(step, str):
            if not isinstance(value, Mapping) or step not in value:
                return
            value = value[step]
        elif not isinstance(value, list):
            return
        elif isinstance(step, int):
            if step >= len(value):
                return
            value = value[step]
        else:
            for index, item in enumerate(value):
                if isinstance(item, Mapping) and all(fits(item.get(key), wanted) for key, wanted in step.items()):
                    yield from walk(item, path[number + 1 :], (*place, index))
            return
    yield place, value


def fits(value: Any, wanted: Any) -> bool:
    """Whether an item has a value that a path asks for."""
    if isinstance(wanted, Mapping):
        return not fits(value, wanted["not"])
    return type(value) is type(wanted) and bool(value == wanted)


def decimal(number: float) -> str:
    """A number as text; a whole one without a fraction.

    >>> decimal(42), decimal(1.5), decimal(2.0)
    ('42', '1.5', '2')
    """
    return str(int(number)) if number == number // 1 else str(number)


THERE: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "filled": lambda value: isinstance(value, str) and value != "",
    "list": lambda value: isinstance(value, list),
    "not-null": lambda value: value is not None,
}


def native_then_inline(
    _texts: list[Text], content: str, native: list[str], rules: Rules, halves_of: HalvesOf, _parse_inline: bool
) -> tuple[str | None, str | None]:
    """Native thinking, then what the tags hold; joined, and trimmed, as the dialect does it with blocks."""
    answer, inline = halves_of(content)
    thoughts = [text for text in native if counts("closed", text, rules)] + ([inline] if inline else [])
    return answer, finish_thinking(thoughts, rules, None)


def inline_replaces(
    _texts: list[Text], content: str, native: list[str], rules: Rules, halves_of: HalvesOf, _parse_inline: bool
) -> tuple[str | None, str | None]:
    """What the tags hold; native thinking only if they hold none."""
    answer, inline = halves_of(content)
    if inline is not None:
        return answer, inline
    return answer, finish_thinking([text for text in native if counts("closed", text, rules)], rules, None)


def in_arrival_order(
    texts: list[Text], _content: str, _native: list[str], rules: Rules, _halves_of: HalvesOf, parse_inline: bool
) -> tuple[str | None, str | None]:
    """Both channels as a round would have received them."""
    events = [("text" if text.kind == "answer" else "reasoning", text.content) for text in texts]
    out = Round(rules, parse_inline=parse_inline).run([*events, ("finish", "stop")])
    summary = next(value for event, value in out if event == "summary")
    return summary["content"], summary["reasoning"] or rules.value["nothing-found"]


MERGES = {"native-then-inline": native_then_inline, "inline-replaces": inline_replaces, "arrival": in_arrival_order}
