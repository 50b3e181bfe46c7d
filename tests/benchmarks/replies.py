"""Replies to measure with: a realistic one, short ones, and the shapes that make careless readers quadratic."""

from __future__ import annotations

import random
from collections.abc import Callable

WORDS = "the model writes a few plain words about the code and then it looks at some other path of the tree".split()
SHORT = [
    "<think>I should greet the user in a friendly way.</think>\n\nHello! How can I help you today?",
    "Hello! How can I help you today?",
    "<think>\nThe user asks for a sum. 2 + 2 is 4.\n</think>\nThe answer is 4.",
    "I checked the file and it looks fine. Nothing has to change.",
    "<think>First the plan.</think>Done.<think>One more thing.</think> And that too.",
]


def prose(size: int, seed: int) -> str:
    """Lines of words with one ``<`` about every 300 characters and two fences a kilobyte."""
    rng = random.Random(seed)  # noqa: S311 -- text that can be made again, not a secret
    lines: list[str] = []
    length = signs = fences = 0
    while length < size:
        line = " ".join(rng.choice(WORDS) for _ in range(14))
        if length >= signs * 300:
            signs += 1
            line += " if a < b"
        if length >= fences * 500:
            fences += 1
            line += "\n```"
        lines.append(line)
        length += len(line) + 1
    return "\n".join(lines)[:size]


def realistic(size: int = 1_000_000) -> str:
    """One block of 70 % of the reply, then the answer."""
    block = size * 7 // 10
    return f"<think>{prose(block, 1)}</think>\n\n{prose(size - block - 17, 2)}"


def short_replies(count: int = 10_000) -> list[str]:
    """Short replies, most with one block."""
    return [SHORT[number % len(SHORT)] for number in range(count)]


def repeated(unit: str) -> Callable[[int], str]:
    """A shape that repeats a text up to a size."""
    return lambda size: unit * (size // len(unit))


SHAPES: dict[str, Callable[[int], str]] = {
    "realistic": realistic,
    "openers": repeated("<think>"),
    "angle brackets": repeated("<"),
    "closers": repeated("</think>"),
    "backticks": repeated("`"),
    "fence lines": repeated("```\n"),
    "fences and openers": repeated("```\n<think>\n"),
    "open tags": repeated("<think "),
    "one open tag and blanks": lambda size: "<think" + " " * size,
    "pairs": repeated("<think>a</think>b"),
}
