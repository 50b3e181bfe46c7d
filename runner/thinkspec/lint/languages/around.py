"""What stands around a literal, read off the text: calls, names, comparisons.  For languages without a tree here.

It works on a *skeleton*: the text with comments and the insides of literals blanked, so that brackets and commas are
those of the code.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from thinkspec.lint.late import late
from thinkspec.lint.model import Span

_REACH = 1_500  # characters looked back; a call with longer arguments is cut there
_MOST_OPEN = 6  # brackets around a literal that are looked at
_NEAR = 200  # characters before a literal in which its name or operator stands
_LINE = 3_000  # characters of a line that count as its statement
_CALLEE = late(r"((?:new\s+)?[\w$@.:?!<>\[\]&*-]*[\w$?!\])>])\s*\Z")
_BEFORE_LIST = late(r"([\w$@.:]+)\s*\Z")
_ASSIGNED = late(r"([\w$@.\-\]\"'>?]+)\s*(?::\s*[^=;(){}]{0,80}?)?\s*(?<![=!<>~+.|&?*/-])(?::=|=|<-)\s*[\[({&*\s]*\Z")
# Between the sign and a literal collection there may be its type: ``= [][2]string{``, ``= new List<string> {``.
_TYPED = late(
    r"([\w$@]+)\s*(?::\s*[^=;(){}]{0,80}?)?\s*(?<![=!<>~+.|&?*/-])(?::=|=)\s*(?:new\s+)?[&*]?[\w.:\[\]*<>, ]*[\[({&*\s]*\Z"
)
_PROPERTY = late(r"(\w+)\s*\{[^{}]*\}\s*=\s*\Z")
_DEFINED = late(r"#\s*define\s+(\w+)\s+\(?\s*\Z")
_APPENDED = late(r"(?:\+=|\.=|\.\.=|<>=|(?<!<)<<)\s*\Z")
_KEYED = late(r"[\"']?([\w$@-]+)[\"']?\]?\s*(?:=>|(?<!:):(?!:))\s*(?:[&*]?\[\d*\][\w.\[\]*]+)?[\[({&*\s]*\Z")
_COMMAND = late(r"(?:^|[\s;|&({,!])(\.?[A-Za-z_@$][\w.:@$-]*[?!]?)\s+[\[(&]*\s*\Z")
_EQUAL_LEFT = late(
    r"(?:===?|!==?|~=|\beq|\bne|-[ci]?eq|-[ci]?ne|\bis|\bcase|\bwhen|\bcase\s+[^:;{}()]{0,60},|\bwhen\s+[^:;{}()]{0,60},)\s*[(&]*\Z"
)
_EQUAL_RIGHT = late(r"\s*(?:===?|!==?|~=|\beq\b|\bne\b|-[ci]?eq\b|-[ci]?ne\b)")
_GLUED_LEFT = late(r"(?:(?<!\+)\+|\.\.|<>|\+\+|<<|\|\||(?<=[\s)\"'\w])\s\.|[\"')\]]\.|(?<!&)&)\s*\Z")
_GLUED_RIGHT = late(r"\s*(?:\+(?![+=])|\.\.(?!\.|<)|<>|<<|\.\s?[$\"'(]|\s\.\s|&(?!&)|~\s)")
_METHOD = late(r"\s*\)?\s*(?:\?|!)?(?:\.|->|::)\s*([A-Za-z_]\w*[?!]?)")
_CONTINUES = late(r"[(\[{,=+\-*|&.<>?:\\~]\Z|\b(?:return|and|or|not|in|case|when)\Z")
_CONTINUED = late(r"\s*(?:[.)\]}+|?:]|->|&&|=>|<>|<<)")
_BLOCK = late(r"(?:\)|=>|->|\b(?:else|do|try|finally|then|loop|unsafe|default)|[};])\s*\Z|\A\s*\Z")
_DECLARES = late(
    r"\b(?:class|struct|enum|interface|impl|trait|namespace|module|object|record|union|extension|protocol|mixin|fn|func|fun|def|function|sub"
    r"|if|unless|while|until|for|foreach|switch|match|case|select|with|BEGIN|END)\b[^=;{}]*\Z|\)\s*[^=;{}()\[\],]*\Z"
)


@dataclass
class Around:
    """The context of a literal; lists are innermost first."""

    calls: list[tuple[str, int]] = field(default_factory=list)  # callee as written, and the argument's number
    names: list[str] = field(default_factory=list)  # keys, labels, the name assigned to
    labels: list[str] = field(default_factory=list)  # those of them inside the nearest call
    left: str = ""  # the statement up to the literal
    before: str = ""  # what stands before the statement
    right: str = ""  # the rest of the line, and a little more
    compared: bool = False
    glued: bool = False  # part of a concatenation
    appended: bool = False  # ``+=`` and the like
    method: str = ""  # called on the literal itself
    listed: bool = False
    returned: bool = False
    held: bool = False  # assigned, keyed or a default
    statement: Span = field(default_factory=lambda: Span(0, 0))

    @property
    def near(self) -> str:
        """The end of the statement before the literal."""
        return self.left[-_NEAR:]

    @property
    def alone(self) -> bool:
        """Whether the literal is a statement of its own: a doc string."""
        return not (self.calls or self.names or self.left.strip() or self.method) and not self.right.strip(" ;\t")


def around(skeleton: str, span: Span, code: str = "") -> Around:
    """Read the context of one literal; ``code`` is the text with its literals, for keys that are quoted.

    >>> a = around('x = strings.Index(s, "        ")', Span(21, 31))
    >>> a.calls, a.names
    ([('strings.Index', 1)], ['x'])
    """
    seen = Around()
    begin = _climb(skeleton, span.start, seen, code or skeleton)
    seen.left = skeleton[begin : span.start]
    seen.before = skeleton[max(0, begin - 200) : begin]
    limit = min(len(skeleton), span.end + _LINE)
    end = skeleton.find("\n", span.end, limit)
    end = limit if end < 0 else end
    seen.right = skeleton[span.end : min(end, span.end + 300)]
    indent = len(seen.left) - len(seen.left.lstrip())
    seen.statement = Span(min(begin + indent, span.start), max(span.end, end))
    first = max(begin, span.start - _NEAR)
    _beside(
        skeleton[first : span.start], skeleton[span.end : span.end + 80], (code or skeleton)[first : span.start], seen
    )
    return seen


def _climb(skeleton: str, start: int, seen: Around, code: str) -> int:
    """Walk back to where the statement begins; notes the calls and lists that are open on the way."""
    depth, commas, at, opened = 0, 0, start - 1, 0
    stop = max(0, start - _REACH)
    while at >= stop:
        char = skeleton[at]
        if char in ")]}":
            if char == "}" and depth == 0 and skeleton[at + 1 : start].lstrip(" \t")[:1] == "\n":
                return at + 1
            depth += 1
        elif char in "([{":
            if depth:
                depth -= 1
            elif opened >= _MOST_OPEN or not _opened(skeleton, at, char, commas, seen, code):
                return at + 1
            else:
                commas, opened = 0, opened + 1
        elif char == "," and depth == 0:
            commas += 1
        elif char == ";" and depth == 0:
            return at + 1
        elif char == "\n" and depth == 0:
            before = skeleton[max(0, at - 200) : at].rstrip()
            if not (_CONTINUES.search(before) or _CONTINUED.match(skeleton, at + 1)):
                return at + 1
        at -= 1
    return at + 1


def _opened(skeleton: str, at: int, char: str, commas: int, seen: Around, code: str) -> bool:
    """Note an open bracket; False where a block of statements begins there."""
    before = skeleton[max(0, at - 160) : at]
    typed = code[max(0, at - 160) : at]
    line = before[before.rfind("\n") + 1 :]
    if char == "(":
        callee = _CALLEE.search(before)
        seen.calls.append((re.sub(r"\s+", " ", callee[1]) if callee else "", commas))
        _name(line[: len(line) - (len(before) - callee.start())] if callee else line, seen)
        return True
    seen.listed = seen.listed or char == "["
    if char == "{" and (_BLOCK.search(before) or _DECLARES.search(line)):
        return False
    _name(typed, seen, braced=char == "{")
    return True


def _name(before: str, seen: Around, *, braced: bool = False) -> None:
    before = before[-100:]
    found = None
    if "=" in before or ":" in before or "<-" in before:
        found = _KEYED.search(before) or _ASSIGNED.search(before) or _TYPED.search(before)
    if found is None and braced:
        found = re.search(r"(\w+)\s*\Z", before)
    if found:
        seen.names.append(found[1])
        seen.held = True
        if not seen.calls:
            seen.labels.append(found[1])


def _beside(left: str, right: str, typed: str, seen: Around) -> None:
    """What touches the literal on both sides; ``typed`` is the left side with its literals."""
    bare = right.lstrip()[1:] if right.lstrip().startswith(")") and seen.calls and not seen.calls[0][0] else right
    seen.compared = bool(_EQUAL_LEFT.search(left) or _EQUAL_RIGHT.match(bare))
    seen.appended = bool(_APPENDED.search(left))
    seen.glued = bool(_GLUED_LEFT.search(left) or _GLUED_RIGHT.match(right))
    method = _METHOD.match(right)
    if method and not right.lstrip().startswith(")"):
        seen.method = method[1]
    seen.returned = bool(re.search(r"\breturn\s*[(\[]*\s*\Z", left))
    beside = False
    if not seen.compared and not seen.appended:
        found = _KEYED.search(typed) or _ASSIGNED.search(left) or _PROPERTY.search(left) or _DEFINED.search(left)
        if found and not re.search(r"[?]\s*[^?:]*:\s*\Z", left):
            seen.names.insert(0, found[1])
            seen.labels.insert(0, found[1])
            seen.held = beside = True
    command = _COMMAND.search(left)
    if command and not beside:
        seen.names.append(command[1]) if command[1].startswith("@") else seen.calls.insert(0, (command[1], 0))
        seen.held = seen.held or command[1].startswith("@")
