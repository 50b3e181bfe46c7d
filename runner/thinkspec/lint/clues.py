"""What words around a tag say about it: shared by all languages, so that they judge alike."""

from __future__ import annotations

import re

from thinkspec.lint.late import late


def _at_words(starts: str) -> str:
    """A pattern for names one of whose words starts so: words are parted by signs, by case, or not at all in front.

    ``output`` holds no ``put``; ``tagOutput``, ``put_tag`` and ``HTMLWriter`` are read word by word.
    """
    return rf"(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z])|(?=[A-Z][a-z]))(?i:{starts})"


# An identifier that holds a tag or a pair of them …
MARKER_NAME = late(
    r"think|reason|thought|tag|open|clos|start|end(?!point)|begin|stop_?at|delim|marker|token|pair|sep|bound|block"
    r"|sentinel|needle|cot|scratch|pattern|regex|_re\b",
    re.IGNORECASE,
)
# … and one that holds text for a model or a person instead.
TEXT_NAME = late(
    r"prompt|template|prefill|stop(?!_?(?:at|tag))|special|content|message|msg|example|sample|expected|response|reply"
    r"|output|result|chunk|piece|input|body|html|docs?(?:$|_)|help|descr|instruct|system|bad_?words|eos|bos(?:$|_)|pad(?:$|_)"
    r"|label|title|fixture|mock|fake|buffer|payload|placeholder|schema|usage|banner|prologue|prefix|suffix|generation"
    r"|(?:^|_)(?:text|raw|buf|out|line|lines|s|data|case|cases)(?:$|_)|^_*end_?strs?$",
    re.IGNORECASE,
)
# An identifier that says "thinking" and which edge of it is a tag's, whatever it is a part of …
_THINK_EDGE = late(
    r"(?=.*(?:think|thought|reason|scratch_?pad|(?:^|_)cot(?:$|_)))"
    r".*(?:start|begin|end(?!point)|open|clos|tag|marker|delim|prefix|suffix)",
    re.IGNORECASE,
)
# … and the words which it then may hold beside those: the tag as a text, and where a generation stops by hand.
_OF_AN_EDGE = late(r"(?:^|_)(?:text|raw)(?=$|_)|prefix|suffix|(?:^|_)stop(?=\w*tag$)", re.IGNORECASE)
# A subject that is looked at, not read: a chat template, a prompt, a vocabulary.
TEMPLATE_NAME = late(
    r"(?:^|_|\.|[a-z](?=[A-Z]))(?:(?:chat|jinja)_?)?(?:template|te?mpl|tpl|prompt|tokenizer|vocab|jinja|special_?tokens|added_?tokens|all_?tokens"
    r"|stop|stops|stop_?sequences|stop_?strings|model_?file|prefill)s?(?:_?(?:text|str|string|name|map|list|dict|value))?$",
    re.IGNORECASE,
)
READERISH = late(
    r"strip|remov|extract|split|pars|clean|find|between|cut|trim|drop|partition|before|after|search|match|unwrap|detect"
    r"|contain|until|delet|index|locate|section|fold|hide|sanit|scrub|redact|discard|eat|consume|skip|has_",
    re.IGNORECASE,
)
WRITERISH = late(
    _at_words(
        r"f?writ|emit|append|push|add|send|yield|[fsv]?n?print|log|encod|decod|token|format|prompt|stop|wrap|render|insert|f?put|warn|error"
        r"|exception|debug|info|echo|open|extend|message|param|expect|assert|special|generate|complet|infer|chat|escape|mock|fake"
    )
)
GENERIC_MATCHER = late(
    r"(?:strip|remov|extract|pars|clean|find|between|split|get|read|drop|match|search|unwrap|delet|hide|filter|take|pull|pop|make|build|compile|create)\w*"
    r"(?:tag|xml|block|section|element|wrapp|markup)|(?:tag|xml|block)\w*(?:strip|remov|extract|pars|content|between|re\b|regex|pattern|matcher|split|filter)",
    re.IGNORECASE,
)
# An identifier under which one bare name is a tag's …
ONE_TAG_NAME = late(
    r"(?:think|thought|reason)[\w-]*(?:tag|element)s?(?:[_-]?names?)?$"
    r"|(?:tag|element)_?(?:name)?_?(?:of|for)_?(?:think|thought|reason)",
    re.IGNORECASE,
)
# … and the second word that an in-context name needs.
THINK_WORDS = late(r"think|thought|reasoning|scratchpad(?!>)|\bcot\b|_cot|cot_", re.IGNORECASE)
TAG_NAME = late(r"tag|element_?name|block_?name", re.IGNORECASE)
DOM_NAME = late(r"soup|dom(?:$|_|tree)|tree|(?:^|_)root|html|document|parser|elem|node|bs4?|markup", re.IGNORECASE)

# What only a regular expression has.
_REGEXY = late(
    r"\.[*+]|\[\\s\\S\]|\[\\S\\s\]|\[\\w\\W\]|\[\\d\\D\]|\[\^[^\]]*\]|\\[sSbwdAZz](?![a-z])|\(\?[:=!<iPsmxu]|\\/|/\?|\)\?|\)\*|\(/\?|\(\s*\w+\s*\|\s*\w+|\[/\]|\(\.\||^\^|\[[A-Z][a-z]\]|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\[<\]"
)
_CODE = late(
    r"\bre\.(?:sub|compile|search|match|findall|finditer|split|fullmatch)\(|\.(?:replace|replaceAll|match|matchAll|split)\(\s*/|"
    r"\bnew RegExp\(|\bpreg_\w+\(|\.(?:split|find|index|partition|rsplit|indexOf|includes|replace|replaceAll)\(\s*[\"']"
)
_REMARKS = late(r"(?<=\s)#[^\n]*(?=\n)")  # of a pattern that is laid out over lines
_WORD = late(r"(?<![\\\w<(|/:?&;])[A-Za-z]{2,}(?![\w>|)(*?\\])")
_JINJA = late(r"\{%|\{\{-?\s*(?:bos_token|messages|system|prompt|\.(?:System|Prompt|Messages))|\|im_start\|")


def regexy(text: str) -> bool:
    r"""Whether a text with a tag in it looks like a pattern, not like prose.

    >>> regexy(r"<think>.*?</think>"), regexy("</?think>"), regexy("Answer in <think>...</think> tags.")
    (True, True, False)
    """
    if len(text) > 1500 or "{%" in text:
        return False
    if not _REGEXY.search(text):
        return False
    return len(_WORD.findall(_REMARKS.sub("", text))) < 6


def code_with_pattern(text: str) -> bool:
    """Whether a text is a line of program code that reads: it will be written into a file or run elsewhere."""
    return bool(_CODE.search(text))


def chat_template(text: str) -> bool:
    """Whether a text is a chat template; those handle tags themselves and are never flagged."""
    return bool(_JINJA.search(text))


def holds_marker(name: str) -> bool:
    """Whether an identifier names a tag or a pair, by its words.

    >>> [holds_marker(name) for name in ("THINK_START", "open_tag", "system_prompt", "x")]
    [True, True, False, False]
    """
    return bool(MARKER_NAME.search(name)) and not holds_text(name)


def holds_text(name: str) -> bool:
    """Whether an identifier names a text for a model or a person, and not the edge of a block of thinking.

    >>> [holds_text(name) for name in ("prefix", "stop_words", "thinking_prefix", "THINK_END_TEXT", "STOP_THINKING_TAG")]
    [True, True, False, False, False]
    >>> [holds_text(name) for name in ("reasoning_stop_words", "thinking_prompt_suffix", "think_start_message")]
    [True, True, True]
    """
    if not TEXT_NAME.search(name):
        return False
    return not _THINK_EDGE.match(name) or bool(TEXT_NAME.search(_OF_AN_EDGE.sub("", name)))
