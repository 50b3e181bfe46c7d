"""A reader: the calls that applications make, on top of the three stages.

Source of the interface: Sapphire's ``core/think.py``, made to serve every dialect.
"""

from __future__ import annotations

import re
from typing import Any

from .assembly import Segment, halves, segments_of
from .blocks import pieces
from .explain import Explanation, explanation
from .provisional import ProvisionalStream
from .stream import ExactStream, RawStream, Stream
from .tags import Rules, Table


class Reader:
    """Reads replies by one dialect's table.

    Texts are Python strings of any content, lone surrogates included.  ``None`` is read as the dialect's table says;
    anything else raises ``TypeError``.  Nothing else is ever raised.

    >>> from thinkspec_reference import reader
    >>> think = reader("sapphire")
    >>> think.split("<think>plan</think>Hello")
    ('Hello', 'plan')
    """

    def __init__(self, dialect: str, table: Table, *, filtering: bool = True) -> None:
        rules = Rules(table)
        self.dialect = dialect
        self._rules = rules
        self._filtering = filtering
        self._nothing: str | None = rules.value["nothing-found"]
        self.OPEN: str = rules.open
        self.CLOSE: str = rules.close
        self.OPEN_NAMES: tuple[str, ...] = () if rules.is_pair else tuple(rules.open_names)
        self.CLOSE_NAMES: tuple[str, ...] = () if rules.is_pair else tuple(rules.close_names)
        self.PAIRS: tuple[tuple[str, str], ...] = (
            ((rules.open, rules.close),)
            if rules.is_pair
            else tuple((f"<{name}>", f"</{name}>") for name in rules.open_names)
        )
        self.BLOCK_RE: re.Pattern[str] = block_pattern(rules)

    def split(self, text: str | None) -> tuple[str | None, str | None]:
        """Answer and thinking of a reply.

        >>> from thinkspec_reference import reader
        >>> reader("nr-llm").split("no tags here")
        ('no tags here', None)
        """
        if text.__class__ is not str and (text := self._checked(text)) is None:
            return self._halves_of_null()
        if not self._filtering:
            return text, self._nothing
        return halves(text, self._rules, pieces(text, self._rules))

    def strip(self, text: str | None) -> str:
        """The answer: what a person should see.  Always a string; ``None`` gives ``""``.

        >>> from thinkspec_reference import reader
        >>> reader("sapphire").strip("leftover</think>Answer.")
        'Answer.'
        """
        return "" if text is None else self.split(text)[0] or ""

    def thinking(self, text: str | None) -> str | None:
        """The thinking; what the dialect says (``""`` or ``None``) where there is none."""
        return self.split(text)[1]

    def has(self, text: str | None) -> bool:
        """Whether the reply holds thinking that the dialect shows."""
        return self.thinking(text) != self._nothing

    def segments(self, text: str | None) -> list[Segment]:
        """``(kind, text, tag name)`` in the order of the reply; kind is ``text`` or ``think``, a text has no name.

        >>> from thinkspec_reference import reader
        >>> reader("sapphire").segments("a<think>b</think>c")
        [('text', 'a', ''), ('think', 'b', 'think'), ('text', 'c', '')]
        """
        if (text := self._accepted(text)) is None:
            return []
        if not self._filtering:
            return [("text", text, "")] if text else []
        return segments_of(text, self._rules, pieces(text, self._rules))

    def wrap(self, thinking: str | None, answer: str | None = "") -> str:
        """One reply from its two halves; without thinking it is the answer alone.

        >>> from thinkspec_reference import reader
        >>> reader("sapphire").wrap("plan", "Hello")
        '<think>plan</think>\\n\\nHello'
        """
        for half in (thinking, answer):
            self._checked(half)
        if not thinking:
            return answer or ""
        block = self.OPEN + thinking + self.CLOSE
        return block + self._rules.value["wrap-join"] + answer if answer else block

    def only(self, text: str | None) -> str:
        """The thinking, wrapped; a reply without thinking is wrapped whole.

        >>> from thinkspec_reference import reader
        >>> reader("sapphire").only("Hello")
        '<think>Hello</think>'
        """
        if not self._accepted(text):
            return ""
        answer, thinking = self.split(text)
        return self.wrap(thinking or answer)

    def unfinished(self, buffer: str | None) -> int:
        """How many characters of a block are open at the end, in code points; 0 if none is.

        >>> from thinkspec_reference import reader
        >>> reader("sapphire").unfinished("Hi <think>abc")
        3
        """
        text = self._accepted(buffer)
        if text is None or not self._filtering:
            return 0
        start = last_opener(text, self._rules) if self._counts_from_last() else first_open(text, self._rules)
        return len(text) - start

    def explain(self, text: str | None) -> Explanation:
        """Every tag and every assembly step of a reply, with the rule that decided it.

        >>> from thinkspec_reference import reader
        >>> [(tag["text"], tag["rule"], tag["reading"]) for tag in reader("nr-llm").explain("a</think>b")["tags"]]
        [('</think>', 'stray-closer', 'text')]
        """
        return explanation(self._accepted(text), self._rules, self.dialect, filtering=self._filtering)

    def stream(self) -> Stream:
        """A stream for one reply that comes in chunks: ``feed`` each, then ``finish``.

        >>> from thinkspec_reference import reader
        >>> stream = reader("llm-chat").stream()
        >>> stream.feed("<think>a</think>b"), stream.finish()["answer"]
        ([('think', 'a', 0), ('text', 'b', -1)], 'b')
        """
        kind = self._rules.option["stream-kind"]
        if kind == "raw" or not self._filtering:
            return RawStream(self.split)
        return ExactStream(self._rules) if kind == "exact" else ProvisionalStream(self._rules)

    def _counts_from_last(self) -> bool:
        return self._rules.option["unfinished"] == "last-opener"

    def _checked(self, text: Any) -> str | None:
        if text is None or isinstance(text, str):
            return text
        raise TypeError(f"expected text or None, got {kind(text)}")

    def _accepted(self, text: Any) -> str | None:
        """The text; ``None`` where the dialect allows null and reads it as nothing."""
        if self._checked(text) is None and self._rules.option["null-input"] == "refused":
            raise TypeError(f"expected text, got none: the dialect {self.dialect} has no reading for it")
        return "" if text is None and self._rules.option["null-input"] == "as-empty" else text

    def _halves_of_null(self) -> tuple[str | None, str | None]:
        text = self._accepted(None)
        return (None, None) if text is None else self.split(text)


def kind(value: Any) -> str:
    """What a message calls a value's type.

    >>> kind(None), kind(1)
    ('None', 'int')
    """
    return "None" if value is None else type(value).__name__


def last_opener(text: str, rules: Rules) -> int:
    """The offset behind the last opener that no closer follows, or the end of the text."""
    end = len(text)
    for tag in rules.either.finditer(text):
        if rules.backtick_words and tag.start() > 0 and text[tag.start() - 1] == "`":
            continue
        end = len(text) if tag[1] else tag.end()
    return end


def first_open(text: str, rules: Rules) -> int:
    """The offset behind the first opener after the last block, or the end of the text."""
    at = 0
    for how, start, inner, _outer, end, _name in pieces(text, rules):
        if how == "unclosed":
            return inner
        at = end if how != "text" else start
    tag = rules.opener.search(text, at)
    return tag.end() if tag else len(text)


def block_pattern(rules: Rules) -> re.Pattern[str]:
    """A pattern for a plain block, opener to first closer, for search and replace outside a reader.

    It knows no words, no stray closers and no unclosed openers; its closer takes no attributes.
    """
    if rules.is_pair:
        return re.compile(f"{re.escape(rules.open)}([\\s\\S]*?){re.escape(rules.close)}")
    opens = "|".join(re.escape(name) for name in rules.open_names)
    closes = "|".join(re.escape(name) for name in rules.close_names)
    return rules.compile(f"<(?:{opens}){rules.tail()}([\\s\\S]*?)</(?:{closes})>")
