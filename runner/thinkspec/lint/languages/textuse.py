"""What a literal is used for, judged from its text and from what stands around it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from thinkspec.lint import clues
from thinkspec.lint.languages.around import Around
from thinkspec.lint.late import late
from thinkspec.lint.model import Sure, Use
from thinkspec.lint.tags import Words

_REGEX_CALL = late(
    r"regex|regexp|\bRe\b|\bre\.|preg_|pattern\.|mustcompile|(?:^|[.:])g?sub!?$|regcomp|grepl?$|gregexpr|str_(?:detect|remove|replace|extract|match|split)"
    r"|nsregular|(?:^|[.:])(?:scan|match|matches|test|capture|splits)\??$|toregex|^sed$|^awk$|^gawk$|^grep$|^egrep$|^rg$|^perl$",
    re.IGNORECASE,
)
_COMPARE_CALL = late(
    r"(?:^|[.:])(?:equals\w*|str(?:n?case|n)?cmp|memcmp|compare(?:to)?|eq|equalfold|is|eql\?)$", re.IGNORECASE
)
_LENGTH_CALL = late(
    r"(?:^|[.:_])(?:len|length|strlen|mb_strlen|size|sizeof|count|nchar|byte_size|utf8_length|runecountinstring)$",
    re.IGNORECASE,
)
_COLLECTION = late(
    r"(?:^|[.:])(?:listof|setof|arrayof|mutablelistof|mapof|pairof|pair|of|aslist|hashset|set|vec!?|array|c|list|tuple|qw|to|from|some|just|ok"
    r"|string|str|(?:\[\])?(?:byte|rune|u8)s?|to_string|freeze|bytes|text|new|std::string|string_view|make_pair|toset|tolist|static)$",
    re.IGNORECASE,
)
_READ_CALL = late(
    r"index|find|search|contain|includ|(?:start|end)s?_?with|has_?(?:prefix|suffix)|prefix|suffix|split|cut|partition|replac|remov|trim|strip"
    r"|substr|slice|strstr|str_?case_?str|str_?r?i?pos|explode|count|before|after|between|range|component|separated|match|locate|extract|pars"
    r"|drop|delet|erase|region|scan|detect|unwrap|until|(?:^|[.:])g?sub!?$|position|instr|seek|take|skip|tag$|lookingat|lookahead|chop|squeeze|tr$|filter",
    re.IGNORECASE,
)
# What only puts a text together: what is done with the result counts.
_FORMATS = late(r"(?:^|[.:])(?:s(?:n)?printf|format!?|concat!?|fmt)$", re.IGNORECASE)
_KEYWORD = frozenset(
    [
        "if",
        "elif",
        "while",
        "for",
        "switch",
        "return",
        "and",
        "or",
        "not",
        "in",
        "until",
        "unless",
        "catch",
        "match",
        "when",
        "case",
        "foreach",
        "guard",
        "let",
        "else",
        "do",
        "then",
        "elsif",
        "yield",
        "await",
    ]
)
_WRITE_CALL = late(
    r"(?:^|[.:_])(?:echo|puts|print\w*|say|write\w*|cat|push\w*|append\w*|emit\w*|send\w*|fprint\w*|s?printf|format!?|println!?|log\w*|die|raise|throw|warn\w*|error\w*|panic!?|new \w*(?:error|exception)|\w*(?:error|exception))!?$",
    re.IGNORECASE,
)
_LITERAL_REGEX_METHOD = late(r"^(?:toRegex|toPattern|r|asRegex|to_re)$")
_LITERAL_COMPARE = late(r"^(?:equals\w*|compareTo\w*|eq|eql\?|is)$", re.IGNORECASE)
_LITERAL_LENGTH = late(r"^(?:length|len|count|size|byteLength|utf16Count|bytesize|Length|unicodeScalars)$")
_LITERAL_READ = late(r"^(?:contains|in|test|match|includes|startsWith|starts_with)$")
_OPERATOR = late(r"-(i?c?(?:not)?(?:replace|match|split|like|contains))\s*[@(]*\Z", re.IGNORECASE)
_LUA_PATTERN = late(r"\.-|%[aswdSWD]|\(\.[-*+]\)")
# A name for text that is still a marker's: end_token, content_tag; not special_tokens.
_STILL_A_MARKER = late(r"^(?!.*(?:special|stop(?!_?at)|added|bad|extra)).*(?:tag|token|marker|delim)", re.IGNORECASE)
_FUNCTION = late(
    r"(\w+)\s*(?:\([^()]*\)\s*(?:(?:->|:)\s*[^{}()=;]*|const\s*|noexcept\s*|[\w.*&\[\]<> ]*)|:\s*[\w?.]+\s*)(?:\{|=>|=(?!=)|,\s*do:)\s*(?:return\s*)?[&(\[]*\Z"
)
_NEAR = 240  # characters before a literal that may be its function's head
_ENDLESS = late(r"\bdefp?\s+(\w+)\s*(?:\([^()]*\))?\s*,?\s*(?:do:|=)\s*\Z")
_SHELL_TOOL = late(r"\b(?:sed|g?awk|perl|e?grep|rg|jq|tr|cut|python3?|node|ruby)\b")
_SHELL_WRITES = late(r"^\s*(?:echo|printf|cat|print|say)\b(?![^|]*\|)|[|;&({]\s*(?:echo|printf)\b[^|;&]*\Z")
_GLOB_LEFT = late(r"(?:\*|==\s*\*?|=~\s*\S*|\bcase\b.*\bin\s*\*?)\s*\Z")


# A tag needs a bracket, typed or escaped, and the letters of a name: cheap to ask before the careful look.
_BRACKET = late(
    r"[<\uff1c\u2039\u3008\u25c1]|&lt;|&#|\\x\{?(?:00)*3c|\\u\{?(?:00)*3c|\\0?74|\[\\?/?t|\[begin", re.IGNORECASE
)
_LETTERS = late(r"th|rea|cot|scratch|refl|ana|channel|inner|begin|\\[xu]|[\ue000-\uf8ff]|\[[tr]", re.IGNORECASE)


def may_hold(text: str) -> bool:
    """Whether a text may hold a tag: a bracket and some letters.

    >>> may_hold("<think"), may_hold("this [list]"), may_hold(r"\x3cthink")
    (True, False, True)
    """
    return bool(_BRACKET.search(text) and _LETTERS.search(text))


@dataclass(frozen=True)
class Judged:
    """The use, and how sure it is."""

    use: Use
    sure: Sure = "high"


def only_tags(text: str, words: Words) -> bool:
    """Whether a text is one tag, or several and nothing else.

    >>> w = Words(["think"])
    >>> only_tags("<think></think>", w), only_tags("<think>a</think>", w)
    (True, False)
    """
    if words.is_tag(text):
        return True
    hits = words.in_literal(text)
    if len(hits) < 2:
        return False
    rest, at = [], 0
    for hit in hits:
        rest.append(text[at : hit.start])
        at = hit.end
    rest.append(text[at:])
    return not re.sub(r"[\s>|,;]", "", "".join(rest))


def judge(text: str, kind: str, seen: Around, words: Words, language: str) -> Judged | None:
    """What is done with a literal that holds a tag; None for text, data and prompts."""
    if clues.chat_template(text) or "{%" in text:
        return None
    if kind == "regex":
        return Judged("regex")
    exact = only_tags(text, words)
    if kind == "expansion":
        return Judged("string-op") if re.match(r"!?\w+(?:\[[^\]]*\])?(?:##?|%%?|//?)", text) else None
    if language == "shell":
        found = _shell(text, seen, exact)
        if found is not None:
            return found
    callee, place = _callee(seen)
    operator = _OPERATOR.search(seen.near)
    if operator:
        return Judged("regex") if clues.regexy(text) or "match" in operator[1].lower() else Judged("string-op")
    if not exact:
        return _pattern(text, seen, callee, place, lua=language == "lua")
    if _template_subject(seen):
        return None
    return _tag(seen, callee, place, language)


def _callee(seen: Around) -> tuple[str, int]:
    """The nearest call that is more than a bracket or a collection."""
    for name, place in seen.calls:
        bare = name.strip()
        if (
            not bare
            or bare in _KEYWORD
            or _FORMATS.search(bare)
            or (_COLLECTION.search(bare) and not _REGEX_CALL.search(bare))
        ):
            continue
        return bare, place
    return "", -1


def _shell(text: str, seen: Around, exact: bool) -> Judged | None:
    """A word of a shell script: a program for a tool, a glob, or something that is printed."""
    left = seen.near
    if re.search(r"\$\{\w+(?:\[[^\]]*\])?(?:##?|%%?|//?)[^}]*(?:<|\[)", text):
        return Judged("string-op")
    if _SHELL_WRITES.search(left):
        return None if exact or not clues.code_with_pattern(text) else Judged("regex", "medium")
    if re.search(r"(?:\[\[?|\btest)\s[^\]]*(?<![=*])\s!?==?\s*\Z", left):
        return Judged("compare")
    if _GLOB_LEFT.search(left) or (re.match(r"\*?\s*[|)]", seen.right) and not left.strip(" *|\"'")):
        return Judged("string-op")
    if _SHELL_TOOL.search(left) and (exact or clues.regexy(text) or "/" in text):
        return Judged("regex")
    return None


def _template_subject(seen: Around) -> bool:
    """Whether a chat template, a prompt or a vocabulary is looked at instead of a reply."""
    chain = re.search(r"([\w$.?!>()\[\]'\":-]+?)\(?\s*[&*]?\s*\Z", seen.near)
    parts = [part for part in re.split(r"[^\w]+", chain[1]) if part] if chain else []
    if any(clues.TEMPLATE_NAME.search(part) or part.lower() in {"tmpl", "tpl"} for part in parts[:-1]):
        return True
    beside = re.search(r"([\w.]+)\s*(?:,|\.\w+\(|==)\s*\Z", seen.near)
    return bool(beside and clues.TEMPLATE_NAME.search(beside[1]))


def _pattern(text: str, seen: Around, callee: str, place: int, *, lua: bool = False) -> Judged | None:
    """A text that is more than a tag: a pattern, or prose and data."""
    if seen.alone or seen.appended:
        return None
    if clues.regexy(text) or (lua and _LUA_PATTERN.search(text)):
        if _replaced(callee, place, seen):
            return None
        if callee and _WRITE_CALL.search(callee) and not _REGEX_CALL.search(callee):
            return None
        taken = _REGEX_CALL.search(callee) is not None
        if not taken and seen.names and _prosy(seen.names[0]):
            return None
        return Judged("regex", "high" if taken or seen.held else "medium")
    if callee and _REGEX_CALL.search(callee) and not _replaced(callee, place, seen) and len(text.split()) < 5:
        return Judged("regex")
    if (
        callee
        and _READ_CALL.search(callee)
        and not _replaced(callee, place, seen)
        and len(text.split()) < 4
        and not seen.glued
    ):
        writes = _WRITE_CALL.search(callee)
        return None if writes or "<" not in text[:3] or re.search(r">\s*\w+", text) else Judged("string-op", "medium")
    return None


def _prosy(name: str) -> bool:
    return bool(
        re.search(
            r"prompt|descr|help|title|label|message|doc|note|hint|comment|instruct|system|example|usage|placeholder|tooltip",
            name,
            re.IGNORECASE,
        )
    )


def _replaced(callee: str, place: int, seen: Around) -> bool:
    """Whether the literal is what a replacement puts in."""
    if not re.search(r"replac|sub!?$|str_remove", callee, re.IGNORECASE):
        return False
    if re.search(r"replacer\Z", callee, re.IGNORECASE):
        return place % 2 == 1
    if callee.endswith("replaceStrings"):
        return False
    return bool(place > 0 and re.search(r"[\"'/`]\s*[\])]?\s*,\s*[\[(]?\s*\w?\Z", seen.near))


def _tag(seen: Around, callee: str, place: int, language: str) -> Judged | None:
    """A text that is a tag and nothing else."""
    if seen.method:
        if _LITERAL_COMPARE.match(seen.method):
            return Judged("compare")
        if _LITERAL_LENGTH.match(seen.method):
            return Judged("string-op")
        if _LITERAL_REGEX_METHOD.match(seen.method):
            return Judged("regex")
        if _LITERAL_READ.match(seen.method):
            return Judged("string-op")
    if seen.compared:
        return Judged("compare")
    if _is_arm(seen, language):
        return Judged("compare")
    if re.match(r"\s*(?:not\s+|!)?in\b(?!\s*\Z)", seen.right):
        return Judged("string-op")
    if re.search(r"=~\s*\Z", seen.near):
        return Judged("string-op")
    if seen.appended:
        return Judged("writer")
    if callee and not _label_is_text(seen):
        found = _call(callee, place, seen)
        if found is not None:
            return found
    if seen.glued and not seen.listed:
        return Judged("writer")
    return _held(seen, callee)


def _label_is_text(seen: Around) -> bool:
    return any(
        re.search(r"stop|prompt|special|prefill|content|bad_?words", label, re.IGNORECASE) for label in seen.labels[:2]
    )


def _call(callee: str, place: int, seen: Around) -> Judged | None:
    if re.search(r"(?:^|[.:_])(?:convert_?tokens_?to_?ids|token_?to_?id|piece_?to_?id)$", callee, re.IGNORECASE):
        return Judged("token-id")
    if _replaced(callee, place, seen):
        return Judged("writer")
    if _COMPARE_CALL.search(callee):
        return Judged("compare")
    if _LENGTH_CALL.search(callee):
        return Judged("string-op")
    if _WRITE_CALL.search(callee):
        return Judged("writer")
    if re.search(r"getelement|queryselector|(?:^|[.:])(?:css|xpath|at_css)$", callee, re.IGNORECASE):
        return Judged("dom")
    if _REGEX_CALL.search(callee):
        return (
            Judged("string-op")
            if re.search(r"split|contain|replace|index|find", callee, re.IGNORECASE)
            and "preg" not in callee.lower()
            and not re.search("regex", callee, re.IGNORECASE)
            else Judged("regex")
        )
    last = re.split(r"[.:]+|->", callee)[-1]
    if _READ_CALL.search(last):
        return Judged("string-op")
    if clues.WRITERISH.search(last):
        return Judged("writer")
    return Judged("string-op", "medium") if clues.READERISH.search(last) else None


def _is_arm(seen: Around, language: str) -> bool:
    """An arm of a match or a pattern in a function's head."""
    if re.match(r"\s*(?:\|[^|]*)?\)*\s*(?:if\b[^=]*)?(?:=>|->)", seen.right):
        return language in {"rust", "csharp", "dart", "scala", "kotlin", "java", "elixir", "swift"} and not seen.listed
    if language == "elixir" and re.search(r"<<\s*\Z", seen.near) and "binary" in seen.right:
        return True
    if language == "elixir" and re.match(r"\s*<>", seen.right):
        return bool(re.search(r"\bdefp?\s+\w+[?!]?\(", seen.near) or re.search(r"<>.*(?:->|=)", seen.right))
    if language == "powershell" and re.match(r"\s*\{", seen.right):
        return not seen.near.strip() or seen.near.rstrip().endswith("{")
    if language == "rust" and re.match(r"\s*\|\s*[b\"]", seen.right):
        return "=>" in seen.right
    return bool(re.search(r"\bmatches!\s*\(", seen.near))


def _held(seen: Around, callee: str) -> Judged | None:
    """Held under a name, or handed on."""
    function = _ENDLESS.search(seen.near) or _FUNCTION.search((seen.before + seen.left)[-_NEAR:])
    if function and not (seen.labels and seen.labels[0] != function[1]) and not seen.listed:
        return Judged("constant") if clues.holds_marker(function[1]) else None
    if seen.returned:
        return None
    if callee and not seen.held:
        return None
    if seen.held and seen.names:
        name = seen.names[0]
        short = re.sub(r"^.*[.>\]]", "", name) or name
        if clues.TEXT_NAME.search(short) and not _STILL_A_MARKER.search(short):
            return None
        if any(
            clues.TEXT_NAME.search(other) and re.search(r"prompt|stop|special|template", other, re.IGNORECASE)
            for other in seen.names[1:]
        ):
            return None
        if clues.holds_marker(short) or short.isupper() or any(clues.holds_marker(other) for other in seen.names[1:]):
            return Judged("constant")
        return Judged("constant", "medium") if not callee else None
    return None
