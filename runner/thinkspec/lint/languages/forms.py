r"""How literals look in each language: a table of forms.

A form has a pattern that opens it and a rule for its end: a pattern for what follows (``rest``), or a text to look for
(``closer``, in which ``\1`` stands for a group of the opener).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property

from thinkspec.lint.model import Span

Ended = tuple[Span, int, str]  # the content, where the literal ends, its flags
GivenUp = dict[str, int]  # a form's name or a closer, and the place before which it need not be tried again
_MOST_WORDS = 200  # words of heredocs that are looked for in vain in one file


@dataclass(frozen=True)
class Form:
    """One way to write a literal; ``kind`` is empty for what is passed over (comments)."""

    name: str
    opener: str
    rest: str = ""
    closer: str = ""
    kind: str = "string"
    escapes: str = ""  # backslash, doubled, or none
    many_lines: bool = True

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What opens it."""
        return re.compile(self.opener, re.MULTILINE)

    @cached_property
    def _rest(self) -> re.Pattern[str]:
        return re.compile(self.rest, re.MULTILINE)

    def end(self, text: str, start: re.Match[str], given_up: GivenUp) -> Ended | None:
        """The content and the end behind an opener; None, with a note for the next try, if there is none."""
        if self.closer:
            return self._closed(text, start, given_up)
        if given_up.get(self.name, 0) > start.end():
            return None
        found = self._rest.match(text, start.end())
        if found is None:
            given_up[self.name] = len(text) if self.many_lines else _line_end(text, start.end())
            return None
        return Span(*found.span("body")), found.end(), found.groupdict().get("flags") or ""

    def _closed(self, text: str, start: re.Match[str], given_up: GivenUp) -> Ended | None:
        opened = self.pattern.match(text, start.start())
        closer = opened.expand(self.closer) if opened is not None else self.closer
        if given_up.get(closer, 0) > start.end():
            return None
        at = text.find(closer, start.end())
        if at < 0:
            given_up[closer] = len(text)
            return None
        return Span(start.end(), at), at + len(closer), ""


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


# A slash opens a pattern only where no value can have ended.
_NO_VALUE = (
    r"(?:(?<=[=(,:;!&|?{}~\[<>+*%^\n])|(?<=^)|(?<=[=(,:;!&|?{}~\[<>+*%] )|(?<=\n )|(?<=  )"
    r"|(?<=\breturn )|(?<=\bcase )|(?<=\bwhen )|(?<=\bin )|(?<=\bif )|(?<=\bunless )|(?<=\band )|(?<=\bor )|(?<=\bnot )|(?<=\bsplit ))"
)
_FLAGS = r"(?P<flags>[a-zA-Z]*)"
_BRACKETS = {"{": "}", "(": ")", "[": "]"}


def _quoted(name: str, opener: str, quote: str, lines: bool, escapes: str = "backslash") -> Form:
    """A quoted text with backslashes; over several lines or not."""
    plain = rf"[^{quote}\\]" if lines else rf"[^{quote}\\\n]"
    return Form(name, opener + quote, rf"(?P<body>(?:{plain}|\\[\s\S])*){quote}", escapes=escapes, many_lines=lines)


def _sigils(name: str, prefix: str, kind: str, parts: int = 1, escapes: str = "") -> list[Form]:
    """Forms whose delimiter is chosen: after a prefix any punctuation, or a bracket and its partner."""
    forms = []
    for number, mark in enumerate("/#|!~@,%;'\""):
        one = re.escape(mark)
        body = rf"(?:\\[\s\S]|[^\\{one}])*"
        second = f"{body}{one}" if parts == 2 else ""
        forms.append(
            Form(f"{name}{number}", prefix + one, f"(?P<body>{body}){one}{second}{_FLAGS}", kind=kind, escapes=escapes)
        )
    for number, (opener, closer) in enumerate(_BRACKETS.items()):
        one, two = re.escape(opener), re.escape(closer)
        body = rf"(?:\\[\s\S]|[^\\{one}{two}]|{one}(?:\\[\s\S]|[^\\{one}{two}])*{two})*"
        second = rf"\s*{one}{body}{two}" if parts == 2 else ""
        forms.append(
            Form(f"{name}b{number}", prefix + one, f"(?P<body>{body}){two}{second}{_FLAGS}", kind=kind, escapes=escapes)
        )
    return forms


_WORD_BEFORE = r"(?<![\w$@%&>-])"
_HEREDOC_END = r"(?P<body>[\s\S]*?)\n[ \t]*"
_FORMS: dict[str, list[Form]] = {
    form.name: [form]
    for form in [
        _quoted("double", r"[A-Za-z@$]{0,2}", '"', lines=False),
        _quoted("double_many", r"[$@]{0,2}", '"', lines=True),
        _quoted("single", r"[A-Za-z]{0,2}", "'", lines=False),
        _quoted("single_many", "", "'", lines=True),
        _quoted("rust_double", "[bc]?", '"', lines=True),
        _quoted("template", r"(?:String\.raw)?", "`", lines=True),
        Form("char", "'", r"(?P<body>\\(?:u\{?[0-9A-Fa-f]+\}?|.)|[^'\\\n])'", escapes="backslash", many_lines=False),
        Form("single_raw", "'", closer="'"),
        Form("backtick", "`", closer="`"),
        Form("single_doubled", "'", r"(?P<body>(?:[^']|'')*)'", escapes="doubled"),
        Form("verbatim", r'(?:@\$?|\$@)"', r'(?P<body>(?:[^"]|"")*)"', escapes="doubled"),
        Form("ps_double", '"', r'(?P<body>(?:[^"`]|`[\s\S]|"")*)"'),
        Form("triple", '[A-Za-z$]{0,2}"""', closer='"""', escapes="backslash"),
        Form("triple_raw", r'\$*"""', closer='"""'),
        Form("triple_single", "[A-Za-z]{0,2}'''", closer="'''", escapes="backslash"),
        Form("raw_double", 'r"', r'(?P<body>[^"\n]*)"', many_lines=False),
        Form("raw_single", "r'", r"(?P<body>[^'\n]*)'", many_lines=False),
        Form("rust_raw", r'b?r(\#+)"', closer=r'"\1'),
        Form("rust_raw_plain", 'b?r"', closer='"'),
        Form("cpp_raw", r'(?:u8|[uUL])?R"([^()\\\s]{0,16})\(', closer=r')\1"'),
        Form("swift_raw", r'(\#+)"', closer=r'"\1'),
        Form("swift_slash", r"(\#+)/", closer=r"/\1", kind="regex"),
        Form("lua_long", r"\[(=*)\[", closer=r"]\1]"),
        Form("nix", "''", r"(?P<body>(?:[^']|'[^']|'''|''[$\\])*)''"),
        Form("r_raw", r"[rR]\"(-*)\(", closer=r')\1"'),
        Form(
            "slash",
            _NO_VALUE + r"/(?![/*\s])",
            r"(?P<body>(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/" + _FLAGS,
            kind="regex",
            many_lines=False,
        ),
        Form("expansion", r"\$\{", r"(?P<body>[^{}\n]*)\}", kind="expansion", many_lines=False),
        Form("hash_comment", r"(?:(?<=\s)|^)\#", r"(?P<body>[^\n]*)", kind=""),
        Form("php_comment", r"(?:(?<=\s)|^)(?:\#(?!\[)|//)", r"(?P<body>[^\n]*)", kind=""),
        Form("slash_comment", r"(?:(?<=[\s;{}),])|^)//", r"(?P<body>[^\n]*)", kind=""),
        Form("block_comment", r"/\*", closer="*/", kind=""),
        Form("lua_block", r"--\[(=*)\[", closer=r"]\1]", kind=""),
        Form("lua_comment", "--", r"(?P<body>[^\n]*)", kind=""),
    ]
} | {
    "perl_two": _sigils("perl_two", _WORD_BEFORE + "s", "regex", 2),
    "perl_one": _sigils("perl_one", _WORD_BEFORE + "(?:m|qr)", "regex"),
    "perl_quote": _sigils("perl_quote", _WORD_BEFORE + "q[qw]?", "string", escapes="backslash"),
    "ruby_r": _sigils("ruby_r", "%r", "regex"),
    "ruby_q": _sigils("ruby_q", r"(?<![\w)])%[qQwWiI]", "string", escapes="backslash"),
    "elixir_r": _sigils("elixir_r", "~[rR]", "regex"),
    "elixir_s": _sigils("elixir_s", "~[sSwWcC]", "string", escapes="backslash"),
    "sed_two": _sigils("sed_two", r"(?<![\w$@%.-])s", "regex", 2),
}


@dataclass(frozen=True)
class Heredoc(Form):
    """A text that ends with a line that holds its word."""

    def end(self, text: str, start: re.Match[str], given_up: GivenUp) -> Ended | None:
        """The content and the end; a word that ends nothing is looked for once."""
        opened = self.pattern.match(text, start.start())
        word = opened["word"] if opened is not None else ""
        if given_up.get("<<" + word, 0) > start.end() or len(given_up) > _MOST_WORDS:
            return None
        ended = re.compile(rf"^[ \t]*{re.escape(word)}\b", re.MULTILINE).search(text, start.end())
        if ended is None:
            given_up["<<" + word] = len(text)
            return None
        return Span(start.end(), max(start.end(), ended.start() - 1)), ended.end(), ""


_FORMS |= {
    # The rest of the opening line is bounded, so that a line of nothing but openers is still read once.
    "here": [Heredoc("here", r"<<[-~]?([\"']?)(?P<word>[A-Za-z_]\w*)\1[^\n]{0,400}\n", kind="heredoc")],
    "php_here": [Heredoc("php_here", r"<<<[ \t]*([\"']?)(?P<word>\w+)\1[ \t]*\n", kind="heredoc")],
    "ps_here": [Form("ps_here", r"@([\"'])[ \t]*\n", closer="\n\\1@", kind="heredoc")],
}
_SLASHED = "slash_comment block_comment"
_TABLE: dict[str, str] = {
    "php": "php_comment block_comment php_here double_many single_many",
    "perl": "hash_comment here perl_two perl_one perl_quote slash double_many single_many",
    "go": f"{_SLASHED} backtick double char",
    "rust": f"{_SLASHED} rust_raw rust_raw_plain char rust_double",
    "java": f"{_SLASHED} triple double char",
    "kotlin": f"{_SLASHED} triple_raw double char",
    "scala": f"{_SLASHED} triple_raw double char",
    "groovy": f"{_SLASHED} triple triple_single slash double single",
    "c": f"{_SLASHED} double char",
    "cpp": f"{_SLASHED} cpp_raw double char",
    "csharp": f"{_SLASHED} triple_raw verbatim double char",
    "ruby": "hash_comment here ruby_r ruby_q slash double_many single_many",
    "swift": f"{_SLASHED} triple swift_raw swift_slash slash double",
    "lua": "lua_block lua_comment lua_long double single",
    "elixir": "hash_comment triple triple_single elixir_r elixir_s double_many single",
    "dart": f"{_SLASHED} triple triple_single raw_double raw_single double single",
    "r": "hash_comment r_raw double_many single_many backtick",
    "nix": "hash_comment block_comment nix double_many",
    "jq": "hash_comment double",
    "shell": "hash_comment here expansion double_many single_raw",
    "sed": "sed_two slash",
    "awk": "hash_comment slash double",
    "powershell": "hash_comment ps_here ps_double single_doubled",
    "python": "hash_comment triple triple_single double single",
    "javascript": f"{_SLASHED} template slash double single",
    "embedded": "triple triple_single template sed_two slash double single",
    "plain": "triple double single",
}


@cache
def table(language: str) -> list[Form]:
    """The forms of a language, in the order they are tried."""
    return [form for name in _TABLE.get(language, _TABLE["plain"]).split() for form in _FORMS[name]]


@cache
def opening(language: str) -> re.Pattern[str]:
    """One pattern for all openers; the name of the group that matched last is the form's."""
    forms = table(language)
    return re.compile("|".join(f"(?P<{form.name}>{_plain_groups(form.opener)})" for form in forms), re.MULTILINE)


def _plain_groups(opener: str) -> str:
    r"""An opener without groups of its own, so that the form's group is the one that counts.

    >>> _plain_groups(r'r(\#+)"')
    'r(?:\\#+)"'
    """
    opener = opener.replace(r"([\"']?)(?P<word>[A-Za-z_]\w*)\1", r"(?:\"[A-Za-z_]\w*\"|'[A-Za-z_]\w*'|[A-Za-z_]\w*)")
    opener = opener.replace(r"([\"']?)(?P<word>\w+)\1", r"(?:\"\w+\"|'\w+'|\w+)")
    return re.sub(r"(?<!\\)\((?!\?)", "(?:", opener)
