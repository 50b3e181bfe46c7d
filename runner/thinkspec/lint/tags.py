"""Tag names and markers, and where a text or a pattern spells one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from thinkspec.lint import regextext
from thinkspec.lint.late import late
from thinkspec.lint.regextext import HOLE_FIRST, HOLE_LAST, LETTERS, WIDE, Graph

# What an identifier or a sentence about reasoning holds.
THINKISH = late(
    r"think|thought|reason|scratch_?pad|\bcot\b|_cot\b|\bcot_|chain_?of_?thought|ruminat|ponder", re.IGNORECASE
)
_LESS = "[<\uff1c\u2039\u3008]|&lt;|&#60;|&#x3c;"
_LONGEST = 4_000  # characters of a pattern that is read as a graph
_WORDY = late(r"[\w-]")


@dataclass(frozen=True)
class Hit:
    """A tag found in a text."""

    name: str  # lower case; "" for a hole
    start: int  # offset in the text; -1 in patterns
    end: int
    closer: bool
    hole: str = ""  # the private character of a built pattern's unknown part
    escaped: bool = False  # a bracket or letter was written as \\x3c and the like
    doubtful: bool = False  # the pattern may take any name: a second opinion helps
    context: bool = False  # an in-context name: needs a second think word in the statement


class Words:
    """The tag names and markers of a spec's table.

    >>> words = Words(["think", "reasoning"], ["analysis"], ["[THINK]", "[/THINK]"])
    >>> [hit.name for hit in words.in_literal("a </Think> b")]
    ['think']
    >>> [hit.name for hit in words.in_pattern(r"<(?:think|reason(?:ing)?)\\b[^>]*>")]
    ['reasoning', 'think']
    >>> words.in_pattern("(?P<think>x)"), words.in_pattern("<overthink>"), words.in_pattern("<[^>]+>")
    ([], [], [])
    """

    def __init__(self, names: Iterable[str], context: Iterable[str] = (), markers: Iterable[str] = ()) -> None:
        self.names = frozenset(name.lower() for name in names)
        self.context = frozenset(name.lower() for name in context) - self.names
        self.markers = frozenset(marker.lower() for marker in markers)

    @cached_property
    def _literal(self) -> re.Pattern[str]:
        names = "|".join(re.escape(name) for name in sorted(self.names | self.context, key=len, reverse=True))
        markers = "|".join(re.escape(marker) for marker in sorted(self.markers, key=len, reverse=True))
        hole = f"[{HOLE_FIRST}-{HOLE_LAST}]"
        tag = (
            rf"(?:{_LESS})(?:\s|\\)*(?P<close>/)?(?:\s|\\)*(?:[A-Za-z]\w*:)?(?:(?P<name>{names})(?![\w-])|(?P<hole>{hole})(?![\w]))"
            rf"|(?:(?<=^)|(?<=\A))(?P<close2>/)?(?P<name2>{names})(?:>|&gt;)"
        )
        return re.compile(tag + (f"|(?P<marker>{markers})" if markers else ""), re.IGNORECASE)

    @cached_property
    def _tag(self) -> re.Pattern[str]:
        return re.compile(
            rf"\s*(?:{_LESS})?\s*/?\s*(?:[A-Za-z]\w*:)?[\w:{HOLE_FIRST}-{HOLE_LAST}]+\s*(?:[^<>]{{0,40}})?(?:[>\uff1e]|&gt;)?\s*\Z"
        )

    def in_literal(self, text: str) -> list[Hit]:
        """The tags, part tags (``<think``) and markers in a plain string, in order."""
        hits = []
        for found in self._literal.finditer(text):
            group = found.groupdict()
            if group.get("marker"):
                marker = group["marker"].lower()
                hits.append(Hit(marker, found.start(), found.end(), "/" in marker or "end" in marker))
            elif group["hole"]:
                hits.append(Hit("", found.start(), found.end(), bool(group["close"]), group["hole"]))
            else:
                name = (group["name"] or group["name2"]).lower()
                closer = bool(group["close"] or group["close2"])
                hits.append(Hit(name, found.start(), found.end(), closer, context=name in self.context))
        return hits

    def is_tag(self, text: str) -> bool:
        """Whether a whole string is one tag, part tag or marker and nothing else but blanks and ends.

        >>> w = Words(["think"], [], ["[THINK]"])
        >>> [w.is_tag(t) for t in ("<think>", "</think>\\n\\n", "<think", "[THINK]", "Use <think> tags", "<div>")]
        [True, True, True, True, False, False]
        """
        stripped = text.strip().lower()
        if stripped in self.markers:
            return True
        hits = self.in_literal(stripped)
        return len(hits) == 1 and hits[0].start == 0 and bool(self._tag.match(stripped))

    def only_tags(self, text: str) -> bool:
        """Whether a string is tags and blanks and nothing else: one tag, or an empty pair.

        >>> w = Words(["think"])
        >>> w.only_tags("<think>\\n\\n</think>"), w.only_tags("<think>a</think>")
        (True, False)
        """
        if self.is_tag(text):
            return True
        hits = self.in_literal(text)
        if len(hits) < 2:
            return False
        rest, at = "", 0
        for hit in hits:
            rest += text[at : hit.start]
            at = hit.end
        return not (rest + text[at:]).replace(">", "").strip()

    @cached_property
    def _worth(self) -> re.Pattern[str]:
        tails = sorted({name[-4:] for name in self.names | self.context} | self.markers)
        return re.compile(
            "|".join([*map(re.escape, tails), "[Tt][Hh][Ii]", f"[{HOLE_FIRST}-{HOLE_LAST}]", r"\\[xu]", r"\["]),
            re.IGNORECASE,
        )

    def worth(self, text: str) -> bool:
        """Whether a text may hold a tag at all: a quick look before the careful one."""
        return bool(self._worth.search(text))

    def visible(self, text: str) -> bool:
        """Whether source text shows a tag or a tag pattern as such; a backslash may be doubled, as in a plain string."""
        for shown in dict.fromkeys((text, text.replace("\\\\", "\\"))):
            spelled = (*self.in_literal(shown), *self.in_pattern(shown), *self.in_pattern(shown, "x"))
            if any(not hit.escaped for hit in spelled):
                return True
        return False

    def without_context_tags(self, text: str) -> str:
        """A statement's text without its in-context names in brackets, to look for a second think word."""
        names = "|".join(map(re.escape, self.context)) or "(?!)"
        return re.sub(rf"(?:{names})(?=[>\\\[(\s])", "", text, flags=re.IGNORECASE)

    def is_name(self, text: str) -> bool:
        """Whether a string is the bare name of a tag (not an in-context one)."""
        return text.strip("</> ").lower() in self.names

    def is_context_name(self, text: str) -> bool:
        """Whether a string is the bare name of an in-context tag."""
        return text.strip("</> ").lower() in self.context

    @staticmethod
    def thinkish(text: str) -> bool:
        """Whether an identifier or a piece of code is about reasoning."""
        return bool(THINKISH.search(text))

    @cached_property
    def _trie(self) -> dict[str, Any]:
        root: dict[str, Any] = {}
        for name in self.names | self.context:
            node = root
            for char in name:
                node = node.setdefault(char, {})
            node["name"] = name
        return root

    @cached_property
    def marker_cores(self) -> list[tuple[str, str]]:
        """Each marker and its longest word."""
        return [(marker, max(re.findall(r"\w+", marker) or [marker], key=len)) for marker in sorted(self.markers)]

    @cached_property
    def _bracketed(self) -> re.Pattern[str]:
        """What a pattern for a tag must hold: an opening bracket in some spelling, or the middle of a marker."""
        cores = {core for _, core in self.marker_cores}
        return re.compile("|".join([_LESS, r"\\[xu0-3]", *sorted(map(re.escape, cores))]), re.IGNORECASE)

    def in_pattern(self, text: str, flags: str = "", lua: bool = False) -> list[Hit]:
        """The tags that a regular expression spells, sorted by name; offsets are not given.

        ``flags`` holds ``x`` for a verbose pattern.  Holes are private characters, see `regextext`.
        """
        if not self._bracketed.search(text):
            return []
        if len(text) > _LONGEST:
            return self.in_literal(text)
        made = regextext.graph(text, "x" in flags, lua)
        return _Search(made, self, text).run()


class _Search:
    """Walks the names' tree and a pattern's graph side by side."""

    def __init__(self, made: Graph, words: Words, text: str) -> None:
        self.graph, self.words, self.text = made, words, text.lower()
        self.hits: dict[tuple[str, bool], Hit] = {}

    def run(self) -> list[Hit]:
        edges = self.graph.edges
        after, escaped = set(), False
        for edge in edges:
            if edge and edge[0] == LETTERS and any(c in "<\uff1c" for c in edge[1]):
                after.add(edge[2])
                escaped = escaped or edge[3]
        if "&" in self.text:
            after |= self.spell("&lt;")
        if after:
            self.tag(self.graph.closure(after), escaped)
        self.markers()
        return sorted(self.hits.values(), key=lambda hit: (hit.name, hit.hole, hit.closer))

    def spell(self, text: str) -> set[int]:
        """The states behind every place where the pattern spells this text letter by letter."""
        states = set(range(len(self.graph.edges)))
        for char in text:
            states = self.graph.closure(states)
            states = self.step(states, char)[0]
            if not states:
                return states
        return states

    def step(self, states: set[int], char: str) -> tuple[set[int], bool]:
        targets, escaped = set(), False
        for state in states:
            edge = self.graph.edges[state]
            if edge and edge[0] == LETTERS and char in edge[1]:
                targets.add(edge[2])
                escaped = escaped or edge[3]
        return targets, escaped

    def tag(self, states: set[int], escaped: bool) -> None:
        """From behind a ``<``: skip what is wide or a slash, then look for names."""
        wide, closer = False, False
        for _ in range(len(self.graph.edges)):
            more = set()
            for state in states:
                edge = self.graph.edges[state]
                if edge is None:
                    continue
                if edge[0] == WIDE:
                    wide = wide or not edge[1]
                    more.add(edge[2])
                elif set(edge[1]) & set("/\\|!\u2215\uff0f :"):
                    closer = closer or "/" in edge[1]
                    more.add(edge[2])
            more = self.graph.closure(more) - states
            if not more:
                break
            states = states | more
        self.names(states, self.words._trie, escaped, wide, closer)  # noqa: SLF001 -- one module
        for state in states:
            edge = self.graph.edges[state]
            if edge and edge[0] == LETTERS and HOLE_FIRST <= edge[1] <= HOLE_LAST and self.ends({edge[2]}):
                self.hits[edge[1], closer] = Hit("", -1, -1, closer, edge[1], escaped, wide)

    def names(self, states: set[int], node: dict[str, Any], escaped: bool, wide: bool, closer: bool) -> None:
        for char, below in node.items():
            if char == "name":
                continue
            targets, hexed = self.step(states, char)
            if targets:
                reached = self.graph.closure(targets)
                hidden = escaped or hexed
                if "name" in below and self.ends(reached):
                    name = below["name"]
                    self.hits[name, closer] = Hit(name, -1, -1, closer, "", hidden, wide, name in self.words.context)
                self.names(reached, below, hidden, wide, closer)

    def ends(self, states: set[int]) -> bool:
        """Whether something other than a further letter of the word may follow."""
        states = self.graph.closure(states)
        if self.graph.end in states:
            return True
        for state in states:
            edge = self.graph.edges[state]
            if edge and (edge[0] == WIDE or any(not _WORDY.match(c) for c in edge[1])):
                return True
        return False

    def markers(self) -> None:
        for marker, core in self.words.marker_cores:
            if core in self.text and self.spell(marker):
                self.hits[marker, False] = Hit(marker, -1, -1, "/" in marker or "end" in marker)
