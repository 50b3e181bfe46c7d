"""The text of a regular expression as a small graph, so that one can ask: does it spell a tag?

Patterns of many engines are read, so the parser is forgiving: what it does not know is an ordinary character.  The
graph has three kinds of edges: ``letters`` (characters written out), ``wide`` (dots, classes with ranges, negated
classes) and free ones.  A tag counts only if its letters are *written out* in the pattern; what may be left out or
is wide may stand between its bracket and its name.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from thinkspec.lint.late import late

# Characters of the private use area stand for parts of a built pattern whose text is not known.
HOLE_FIRST, HOLE_LAST = "\ue000", "\uf8ff"

_HEX = late(r"\\(?:x([0-9A-Fa-f]{2})|x\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\})")
_OCTAL = late(r"\\(0[0-7]{2}|[1-3][0-7]{2})")
_QUANTIFIER = late(r"(?:[*?+]|\{(\d*)(,?)(\d*)\})[?+]?")
_GROUP = late(
    r"\((?:\?(?:P?<[A-Za-z_]\w*>|'[A-Za-z_]\w*'|[a-zA-Z^-]*:|<?[=!]|>|\||P=\w+\)|#[^)]*\)|[a-zA-Z^-]+\)|(?=\())|\*\w+\))?"
)
_REFERENCE = late(r"\\(?:k(?:<\w+>|\{\w+\}|'\w+')|g(?:<\w+>|\{?-?\w+\}?)|[1-9]\d?)")
_PROPERTY = late(r"\\[pP](?:\{[^}]*\}|\w)")
_NEGATIVE = frozenset({"(?!", "(?<!"})
_EMPTY_ESCAPES = "bBAZzGK"
_WIDE_ESCAPES = "sSwWdDhHRXNvV"
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "0": "\0", "a": "\a", "e": "\x1b"}


@dataclass
class Graph:
    """States are numbers; ``free[s]`` are the states reached without a character."""

    free: list[list[int]] = field(default_factory=list)
    edges: list[tuple[int, str, int, bool] | None] = field(default_factory=list)  # (kind, letters, target, escaped)
    start: int = 0
    end: int = 0

    def state(self) -> int:
        """A new state without edges."""
        self.free.append([])
        self.edges.append(None)
        return len(self.free) - 1

    def closure(self, states: set[int]) -> set[int]:
        """The states and all that are reached from them for free."""
        todo, seen = list(states), set(states)
        while todo:
            for target in self.free[todo.pop()]:
                if target not in seen:
                    seen.add(target)
                    todo.append(target)
        return seen


LETTERS, WIDE = 0, 1


def graph(pattern: str, verbose: bool = False, lua: bool = False) -> Graph:
    """The graph of a pattern.  ``lua``: the escape sign is ``%``; ``verbose``: blanks and # comments are not text."""
    return _Parser(pattern, verbose, lua).parse()


class _Parser:
    def __init__(self, text: str, verbose: bool, lua: bool) -> None:
        self.text, self.verbose, self.escape = text, verbose, "%" if lua else "\\"
        self.at = 0
        self.graph = Graph()

    def parse(self) -> Graph:
        made = self.graph
        made.start = made.state()
        # One frame an open group: where it starts, where its alternatives end, and, for a negative look-around, the
        # state in front of it: the text goes on from there, since what is inside must *not* stand beside it.
        frames: list[tuple[int, int, int | None]] = [(made.start, made.state(), None)]
        made.end = frames[0][1]
        here = made.start
        text, length = self.text, len(self.text)
        while self.at < length:
            char = text[self.at]
            if char == "|":
                self.at += 1
                made.free[here].append(frames[-1][1])
                here = made.state()
                made.free[frames[-1][0]].append(here)
            elif char == "(":
                here = self.open_group(frames, here)
            elif char == ")" and len(frames) > 1:
                self.at += 1
                first, last, outside = frames.pop()
                made.free[here].append(last)
                here = self.quantify(first, last) if outside is None else outside
            else:
                here = self.atom(here)
        for _, last, outside in reversed(frames):  # a bracket left open ends at the end
            made.free[here].append(last)
            here = last if outside is None else outside
        return made

    def open_group(self, frames: list[tuple[int, int, int | None]], here: int) -> int:
        found = _GROUP.match(self.text, self.at)
        opened = found[0] if found else "("
        self.at += len(opened)
        if opened.endswith(")"):
            if "x" in opened[1:-1].split("-")[0] and opened.startswith("(?") and opened[2:3] not in "P#":
                self.verbose = True
            return here
        first, inner = self.graph.state(), self.graph.state()
        self.graph.free[first].append(inner)
        if opened in _NEGATIVE:
            frames.append((first, self.graph.end, here))
        else:
            self.graph.free[here].append(first)
            frames.append((first, self.graph.state(), None))
        return inner

    def quantify(self, first: int, last: int) -> int:
        """Read what follows an atom between two states; gives the state after it."""
        found = _QUANTIFIER.match(self.text, self.at)
        if not found or (found[0][0] == "{" and not (found[1] or found[3])):
            return last
        self.at += len(found[0])
        sign = found[0][0]
        if sign in "*?" or (sign == "{" and (found[1] or "0").strip("0") == ""):
            self.graph.free[first].append(last)
        if sign in "*+" or (sign == "{" and found[2]) or (sign == "{" and (found[1] or "0") > "1"):
            self.graph.free[last].append(first)
        after = self.graph.state()
        self.graph.free[last].append(after)
        return after

    def edge(self, here: int, kind: int, letters: str, escaped: bool = False) -> int:
        first, last = self.graph.state(), self.graph.state()
        self.graph.free[here].append(first)
        self.graph.edges[first] = (kind, letters, last, escaped)
        return self.quantify(first, last)

    def atom(self, here: int) -> int:
        text = self.text
        char = text[self.at]
        if char == self.escape:
            return self.escaped(here)
        if char == "[":
            return self.char_class(here)
        self.at += 1
        if char in "^$":
            return here
        if char == ".":
            return self.edge(here, WIDE, "")
        if self.verbose and char in " \t\r\n\f\v":
            return here
        if self.verbose and char == "#":
            end = text.find("\n", self.at)
            self.at = len(text) if end < 0 else end
            return here
        return self.edge(here, LETTERS, char.lower())

    def escaped(self, here: int) -> int:
        text = self.text
        if self.escape == "%":
            char = text[self.at + 1 : self.at + 2]
            self.at += 2
            return self.edge(here, WIDE, "") if char.isalnum() else self.edge(here, LETTERS, char or "%")
        if text.startswith("\\Q", self.at):
            end = text.find("\\E", self.at)
            run = text[self.at + 2 : end if end >= 0 else len(text)]
            self.at = end + 2 if end >= 0 else len(text)
            for char in run:
                first, last = self.graph.state(), self.graph.state()
                self.graph.free[here].append(first)
                self.graph.edges[first] = (LETTERS, char.lower(), last, False)
                here = last
            return here
        found = _HEX.match(text, self.at) or _OCTAL.match(text, self.at)
        if found:
            self.at = found.end()
            number = next(group for group in found.groups() if group)
            code = int(number, 8 if found.re is _OCTAL else 16)
            return self.edge(here, LETTERS, chr(min(code, 0x10FFFF)).lower(), True)
        found = _REFERENCE.match(text, self.at) or _PROPERTY.match(text, self.at)
        if found:
            self.at = found.end()
            return self.edge(here, WIDE, "")
        char = text[self.at + 1 : self.at + 2]
        self.at += 2
        if char in {"", "E"}:
            return here
        if char in _EMPTY_ESCAPES:
            return here
        if char in _WIDE_ESCAPES:
            return self.edge(here, WIDE, " \t\n" if char == "s" else "")
        return self.edge(here, LETTERS, _CONTROLS.get(char, char.lower()))

    def char_class(self, here: int) -> int:
        """``[…]``: written-out letters count, ranges and negation make it wide."""
        text, at = self.text, self.at + 1
        wide = text[at : at + 1] == "^"
        at += wide
        letters, hexed, first = [], False, at
        while at < len(text) and (text[at] != "]" or (at == first and "]" in text[at + 1 :] and not wide)):
            if text[at] == self.escape:
                found = _HEX.match(text, at)
                if found:
                    letters.append(chr(int(next(g for g in found.groups() if g), 16)).lower())
                    hexed, at = True, found.end()
                    continue
                char = text[at + 1 : at + 2]
                wide = wide or char in _WIDE_ESCAPES or char in "pP"
                letters.append(_CONTROLS.get(char, char.lower()))
                at += 2
                continue
            if text[at] == "-" and at > first and text[at + 1 : at + 2] not in ("]", ""):
                wide = True
            letters.append(text[at].lower())
            at += 1
        self.at = at + 1
        return self.edge(here, WIDE if wide or not letters else LETTERS, "" if wide else "".join(letters), hexed)
