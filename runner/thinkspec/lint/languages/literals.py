"""Where the literals of a language stand: quoted texts, raw strings, regular expressions, heredocs.

A table of forms for each language, joined into one pattern that is run once over the text.  It is fed text whose
comments are blanked, so a quote in a comment opens nothing.  What a language's real lexer would know better (a slash
that divides) is settled by what stands before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from thinkspec.lint.model import Span


@dataclass(frozen=True)
class Literal:
    """One literal: where it stands, what it says after unescaping, and what it is."""

    span: Span
    text: str
    raw: str  # the content as typed
    kind: str  # string, regex, heredoc, expansion
    flags: str = ""
    pieces: int = 1
    hidden: bool = False


# A slash opens a pattern only where no value can have ended.
_NO_VALUE = r"(?:(?<=[=(,:;!&|?{}~\[<>+*%^\n])|(?<=^)|(?<=[=(,:;!&|?{}~\[<>+*%] )|(?<=\n )|(?<=  )|(?<=\breturn )|(?<=\bcase )|(?<=\bwhen )|(?<=\bin )|(?<=\bif )|(?<=\bunless )|(?<=\band )|(?<=\bor )|(?<=\bnot )|(?<=\bgrep )|(?<=\bsplit ))"
_SLASHES = _NO_VALUE + r"/(?![/*\s])(?P<slash>(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/(?P<slash_flags>[a-zA-Z]*)"
_PAIRED = {"{": "}", "(": ")", "[": "]", "<": ">"}


def _sigil(prefix: str, name: str, parts: int = 1) -> str:
    """A form whose delimiter is chosen: after a prefix, any punctuation, or a bracket and its partner.

    Closers inside brackets count if they are the tag's own: ``m<…>`` is not read.
    """
    forms = []
    for number, mark in enumerate(r"/#|!~@,%;'" + '"'):
        body = rf"(?:\\.|[^\\{re.escape(mark)}])*"
        second = rf"(?:{body}{re.escape(mark)})" if parts == 2 else ""
        forms.append(rf"{re.escape(mark)}(?P<{name}{number}>{body}){re.escape(mark)}{second}")
    for number, (opener, closer) in enumerate((("{", "}"), ("(", ")"), ("[", "]"))):
        one, two = re.escape(opener), re.escape(closer)
        body = rf"(?:\\.|[^\\{one}{two}]|{one}(?:\\.|[^\\{one}{two}])*{two})*"
        second = rf"\s*{one}{body}{two}" if parts == 2 else ""
        forms.append(rf"{one}(?P<{name}b{number}>{body}){two}{second}")
    return f"{prefix}(?:" + "|".join(forms) + r")(?P<" + name + r"_flags>[a-zA-Z]*)"


# Group names say what the content is: r… a regular expression, s… a string with escapes, w… a raw string,
# v… a verbatim string with doubled quotes, h… a heredoc, x… a shell expansion.
_FORMS: dict[str, str] = {
    "double": r'[A-Za-z@$]{0,2}"(?P<s_double>(?:[^"\\\n]|\\[\s\S])*)"',
    "double_many": r'[$@]{0,2}"(?P<s_doubles>(?:[^"\\]|\\[\s\S])*)"',
    "single": r"[A-Za-z]{0,2}'(?P<s_single>(?:[^'\\\n]|\\[\s\S])*)'",
    "single_many": r"'(?P<s_singles>(?:[^'\\]|\\[\s\S])*)'",
    "single_raw": r"'(?P<w_single>[^']*)'",
    "single_doubled": r"'(?P<v_single>(?:[^']|'')*)'",
    "char": r"'(?P<s_char>(?:\\(?:u\{?[0-9A-Fa-f]+\}?|.)|[^'\\\n]))'",
    "triple": r'[A-Za-z$]{0,2}"""(?P<s_triple>[\s\S]*?)"""(?!")',
    "triple_raw": r'\$*"""+(?P<w_triple>[\s\S]*?)"""',
    "triple_single": r"[A-Za-z]{0,2}'''(?P<s_triples>[\s\S]*?)'''",
    "backtick": r"`(?P<w_back>[^`]*)`",
    "template": r"(?:String\.raw)?`(?P<s_back>(?:[^`\\]|\\[\s\S])*)`",
    "raw_double": r'r"(?P<w_rdouble>[^"\n]*)"',
    "raw_single": r"r'(?P<w_rsingle>[^'\n]*)'",
    "rust_raw": r'b?r(?P<hashes>\#+)"(?P<w_rust>[\s\S]*?)"(?P=hashes)',
    "rust_raw_plain": r'b?r"(?P<w_rustp>[^"]*)"',
    "rust_double": r'[bc]?"(?P<s_rust>(?:[^"\\]|\\[\s\S])*)"',
    "cpp_raw": r'(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\((?P<w_cpp>[\s\S]*?)\)(?P=mark)"',
    "verbatim": r'(?:@\$?|\$@)"(?P<v_verbatim>(?:[^"]|"")*)"',
    "swift_raw": r'(?P<swift>\#+)"(?P<w_swift>[^\n]*?)"(?P=swift)',
    "swift_slash": r"(?P<swifts>\#+)/(?P<r_swift>[\s\S]*?)/(?P=swifts)",
    "slash": _SLASHES,
    "lua_long": r"\[(?P<equals>=*)\[(?P<w_lua>[\s\S]*?)\](?P=equals)\]",
    "nix": r"''(?P<w_nix>[\s\S]*?)''(?![$'\\])",
    "r_raw": r"[rR]\"(?P<dashes>-*)\((?P<w_r>[\s\S]*?)\)(?P=dashes)\"",
    "perl_two": r"(?<![\w$@%&>-])" + _sigil("s", "r_sub", 2),
    "perl_one": r"(?<![\w$@%&>-])" + _sigil("(?:m|qr)", "r_match"),
    "perl_quote": r"(?<![\w$@%&>-])" + _sigil("q[qw]?", "s_quote"),
    "ruby_r": _sigil("%r", "r_ruby"),
    "ruby_q": r"(?<![\w)])" + _sigil("%[qQwWiI]?", "s_ruby"),
    "elixir_r": _sigil("~[rR]", "r_elixir"),
    "elixir_s": _sigil("~[sSwWcC]", "s_elixir"),
    "sed_two": r"(?<![\w$@%.-])" + _sigil("s", "r_sed", 2),
    "here": r"<<[-~]?(?P<quote>[\"']?)(?P<word>[A-Za-z_]\w*)(?P=quote)[^\n]*\n(?P<h_here>[\s\S]*?)\n[ \t]*(?P=word)\b",
    "php_here": r"<<<[ \t]*(?P<pquote>[\"']?)(?P<pword>\w+)(?P=pquote)\n(?P<h_php>[\s\S]*?)\n[ \t]*(?P=pword)\b",
    "ps_here": r"@(?P<psq>[\"'])[ \t]*\n(?P<h_ps>[\s\S]*?)\n(?P=psq)@",
    "expansion": r"\$\{(?P<x_shell>[^{}\n]*)\}",
    "ps_double": r'"(?P<w_ps>(?:[^"`]|`[\s\S]|"")*)"',
}
_C = "double char"
_TABLE: dict[str, str] = {
    "php": "php_here double_many single_many",
    "perl": "here perl_two perl_one perl_quote slash double_many single_many",
    "go": "backtick double char",
    "rust": "rust_raw rust_raw_plain char rust_double",
    "java": "triple double char",
    "kotlin": "triple_raw double char",
    "scala": "triple_raw double char",
    "groovy": "triple triple_single slash double single",
    "c": _C,
    "cpp": "cpp_raw double char",
    "csharp": "triple_raw verbatim double char",
    "ruby": "here ruby_r ruby_q slash double_many single_many",
    "swift": "triple swift_raw swift_slash slash double",
    "lua": "lua_long double single",
    "elixir": "triple triple_single elixir_r elixir_s double_many single",
    "dart": "triple triple_single raw_double raw_single double single",
    "r": "r_raw double_many single_many backtick",
    "nix": "nix double_many",
    "jq": "double",
    "shell": "here expansion double_many single_raw",
    "sed": "sed_two slash",
    "awk": "slash double",
    "powershell": "ps_here ps_double single_doubled",
    "python": "triple triple_single double single",
    "javascript": "template slash double single",
    "embedded": "triple triple_single template sed_two slash double single",
    "plain": "triple double single",
}
_HASHES = frozenset("perl ruby shell awk r elixir python jq powershell".split())
_SLASHED = frozenset("go rust java kotlin scala groovy c cpp csharp swift dart javascript".split())
_OTHER_COMMENTS = {
    "lua": r"--\[(?P<c_lua>=*)\[[\s\S]*?\](?P=c_lua)\]|--[^\n]*",
    "php": r"(?:(?<=\s)|^)(?:\#(?!\[)|//)[^\n]*|/\*[\s\S]*?\*/",
    "nix": r"(?:(?<=\s)|^)\#[^\n]*|/\*[\s\S]*?\*/",
}


@cache
def _scanner(language: str) -> re.Pattern[str]:
    forms = _TABLE.get(language, _TABLE["plain"]).split()
    # Comments that the lexer missed are passed over, so that a quote in them opens nothing.
    passed = r"(?:(?<=\s)|^)#[^\n]*" if language in _HASHES else r"(?:(?<=\s)|^)//[^\n]*|/\*[\s\S]*?\*/" if language in _SLASHED else _OTHER_COMMENTS.get(language, "(?!)")
    return re.compile(f"(?P<passed>{passed})|" + "|".join(f"(?:{_FORMS[form]})" for form in forms), re.MULTILINE)


def literals(text: str, language: str) -> Iterator[Literal]:
    """The literals of a text in order.  An unclosed quote is passed over.

    >>> [(l.kind, l.text) for l in literals(r'a := "x\\ty"; b := `<think>`', "go")]
    [('string', 'x\\ty'), ('string', '<think>')]
    >>> [(l.kind, l.text, l.flags) for l in literals("$x =~ s#<think>.*?</think>##gs;", "perl")]
    [('regex', '<think>.*?</think>', 'gs')]
    """
    for found in _scanner(language).finditer(text):
        if found["passed"] is not None:
            continue
        content, flags = "", ""
        kind = "s"
        for group, value in found.groupdict().items():
            if value is None:
                continue
            if group.endswith("_flags"):
                flags = value
            elif group == "slash" or group[:2] in {"r_", "s_", "w_", "v_", "h_", "x_"}:
                kind, content = ("r" if group == "slash" else group[0]), value
        yield Literal(Span(*found.span()), _said(content, kind), content, _KINDS[kind], flags)


_KINDS = {"r": "regex", "s": "string", "w": "string", "v": "string", "h": "heredoc", "x": "expansion"}
_ESCAPE = re.compile(
    r"\\(?:x\{?([0-9A-Fa-f]{2,6})\}?|u\{?([0-9A-Fa-f]{4,6})\}?|U([0-9A-Fa-f]{8})|([0-7]{3})|(\r?\n[ \t]*)|([\s\S]))"
)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "f": "\f", "v": "\v", "a": "\a", "e": "\x1b"}


def _said(content: str, kind: str) -> str:
    if kind == "v":
        return content.replace('""', '"').replace("''", "'")
    return unescape(content) if kind == "s" and "\\" in content else content


def unescape(content: str) -> str:
    r"""What a quoted text says; an escape that means nothing to strings keeps its backslash.

    >>> unescape(r"\u003cthink\x3e\n\\s \s \/")
    '<think>\n\\s \\s \\/'
    """
    return _ESCAPE.sub(_one, content)


def _one(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    if code:
        return chr(min(int(code, 16), 0x10FFFF))
    if found[4]:
        return chr(int(found[4], 8) & 0xFF)
    if found[5]:
        return ""
    char = found[6]
    if char in _LETTERS:
        return _LETTERS[char]
    return char if char in "\\\"'`$" else "\\" + char
