"""Stage three, assembly: what a dialect shows of the pieces.

Each step is one rule.  ``steps``, where given, collects ``(rule id, half, before, after)`` of every step that changed
something, for ``explain``.
"""

from __future__ import annotations

from collections.abc import Iterable

from .blocks import Piece
from .tags import Rules

Segment = tuple[str, str, str]
Step = tuple[str, str, str, str | None]


def segments_of(text: str, rules: Rules, found: Iterable[Piece]) -> list[Segment]:
    """``(kind, text, name)`` of every piece that the dialect shows, as it stands in the reply."""
    shown: list[Segment] = []
    for how, _start, inner, outer, _end, name in found:
        content = text[inner:outer]
        if how == "text":
            shown.append(("text", content, ""))
        elif counts(how, content, rules):
            shown.append(("think", content, name))
    return shown


def halves(text: str, rules: Rules, found: Iterable[Piece], steps: list[Step] | None = None) -> tuple[str, str | None]:
    """Answer and thinking of a reply that has been cut into pieces."""
    texts: list[str] = []
    thoughts: list[str] = []
    block_found = False
    first = last = ""
    for how, _start, inner, outer, _end, _name in found:
        content = text[inner:outer]
        if how == "text":
            texts.append(content)
            last = content
            continue
        if not block_found:
            block_found, first = True, last
        last = ""
        if rules.leaves:
            texts.append(rules.leaves)
        if counts(how, content, rules):
            thoughts.append(content)
    answer = "".join(texts)
    return (
        finish_answer(answer, rules, steps, block_found, first, last),
        finish_thinking(thoughts, rules, steps),
    )


def counts(how: str, content: str, rules: Rules) -> bool:
    """Whether a block's content is thinking at all (rule ``blank-block``)."""
    if rules.blank_block == "dropped":
        return content.strip(rules.blanks) != ""
    if rules.blank_block == "dropped-if-empty":
        return content != ""
    return rules.blank_block == "kept" or content != "" or how == "closed"


def finish_answer(joined: str, rules: Rules, steps: list[Step] | None, block_found: bool, first: str, last: str) -> str:
    """Collapse and trim the answer (``space-runs``, ``answer-trim``).

    ``first`` and ``last`` are the texts before the first and after the last block.
    """
    answer = joined
    if block_found and rules.collapsed:
        answer = collapse(joined, rules.collapsed)
        record(steps, "space-runs", "answer", joined, answer)
    before = answer
    if rules.answer_trim == "always" or (block_found and rules.answer_trim == "if-block-found"):
        answer = answer.strip(rules.answer_blanks)
    elif block_found and rules.answer_trim == "where-block-was":
        answer = trim_block_ends(answer, rules.answer_blanks, first, last)
    record(steps, "answer-trim", "answer", before, answer)
    return answer


def finish_thinking(thoughts: list[str], rules: Rules, steps: list[Step] | None) -> str | None:
    """Trim and join the blocks' thinking (``block-trim``, ``block-join``, ``nothing-found``, ``empty-thinking``)."""
    if not thoughts:
        nothing: str | None = rules.value["nothing-found"]
        record(steps, "nothing-found", "thinking", "no block", nothing)
        return nothing
    plain = rules.joiner.join(thoughts)
    if len(thoughts) > 1:
        record(steps, "block-join", "thinking", f"{len(thoughts)} blocks", plain)
    thinking = plain
    if rules.block_trim == "each-block":
        thinking = rules.joiner.join([thought.strip(rules.thinking_blanks) for thought in thoughts])
    elif rules.block_trim == "whole":
        thinking = plain.strip(rules.thinking_blanks)
    record(steps, "block-trim", "thinking", plain, thinking)
    if thinking:
        return thinking
    empty: str | None = rules.value["empty-thinking"]
    record(steps, "empty-thinking", "thinking", "blocks without content", empty)
    return empty


def collapse(text: str, blanks: str) -> str:
    """Make every run of ``blanks`` one space, in passes that halve the runs: linear, and fast on plain prose.

    >>> collapse("a \\t  b", " \\t")
    'a b'
    """
    for blank in blanks:
        text = text.replace(blank, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text


def trim_block_ends(answer: str, blanks: str, first: str, last: str) -> str:
    """Trim an end of the answer where a block left it blank; the first line with content keeps its indentation.

    >>> trim_block_ends("\\n\\n    code\\n", " \\n", "", "code\\n")
    '    code\\n'
    """
    if not first.strip(blanks):
        content = answer.lstrip(blanks)
        lead = answer[: len(answer) - len(content)]
        answer = lead[lead.rfind("\n") + 1 :] + content if "\n" in lead else content
    if not last.strip(blanks):
        answer = answer.rstrip(blanks)
    return answer


def record(steps: list[Step] | None, rule: str, half: str, before: str, after: str | None) -> None:
    """Note a step if it changed something."""
    if steps is not None and before != after:
        steps.append((rule, half, before, after))
