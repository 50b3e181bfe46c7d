"""Judge one answer: the verdict of a check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from thinkspec.checks import Check
from thinkspec.wire import Answer

VERDICTS = ("pass", "fail", "error", "unsupported", "fault")


@dataclass(frozen=True, slots=True)
class Verdict:
    """``kind`` is one of ``VERDICTS``; ``got`` what the reader gave, ``message`` what else there is to say.

    ``white_space_only`` marks a fail that would pass if white space did not count.  ``outcome`` says how a mapper met
    the expectation; it is empty for readers.
    """

    kind: str
    got: Any = None
    message: str = ""
    white_space_only: bool = False
    outcome: str = ""


PASS = Verdict("pass")


def judge(check: Check, answer: Answer) -> Verdict:
    """Compare an answer with what the check expects."""
    if check.meet is not None:
        met: Verdict = check.meet(check, answer)
        return met
    if answer.kind in ("error", "unsupported"):
        return Verdict(answer.kind, message=str(answer.value))
    if answer.kind == "rejected":
        if check.rejected:
            return PASS
        return Verdict("fail", message=f"refused: {answer.value}")
    if check.rejected:
        return Verdict("fail", answer.value, "accepted what must be refused")
    if check.judge is not None:
        complaint = check.judge(answer.value)
        return Verdict("pass", answer.value) if complaint is None else Verdict("fail", answer.value, complaint)
    if same(check.expected, answer.value, exact_null=check.exact_null):
        return PASS
    # Null in place of an empty text is no matter of white space where the two are told apart.
    blanks_only = same(bare(check.expected), bare(answer.value), exact_null=check.exact_null)
    return Verdict("fail", answer.value, white_space_only=blanks_only)


def same(expected: Any, got: Any, *, exact_null: bool) -> bool:
    """Whether two values are equal; null and the empty text count as equal unless ``exact_null``.

    >>> same({"answer": "a", "thinking": None}, {"answer": "a", "thinking": ""}, exact_null=False)
    True
    >>> same(1, True, exact_null=True)
    False
    """
    if isinstance(expected, dict):
        if not isinstance(got, dict) or expected.keys() - got.keys():
            return False
        return all(same(value, got[key], exact_null=exact_null) for key, value in expected.items())
    if isinstance(expected, list):
        if not isinstance(got, list) or len(expected) != len(got):
            return False
        return all(same(one, other, exact_null=exact_null) for one, other in zip(expected, got, strict=True))
    if not exact_null and expected in (None, "") and got in (None, ""):
        return True
    return type(expected) is type(got) and bool(expected == got)


def bare(value: Any) -> Any:
    """A value without any white space in its texts."""
    if isinstance(value, str):
        return "".join(value.split())
    if isinstance(value, dict):
        return {key: bare(item) for key, item in value.items()}
    if isinstance(value, list):
        return [bare(item) for item in value]
    return value
