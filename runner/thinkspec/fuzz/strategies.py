"""Hypothesis over the table of pieces (extra ``fuzz``): for laws, and for replies that shrink piece by piece."""

from __future__ import annotations

import random
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

MOST = 12


def replies(table: list[str]) -> st.SearchStrategy[str]:
    """Replies made of pieces, and now and then of any characters between them."""
    piece = st.sampled_from(list(dict.fromkeys(table)))
    return st.lists(piece | piece | piece | st.text(max_size=4), max_size=MOST).map("".join)


def smallest(table: list[str], law: Callable[[str], str | None], seed: random.Random, examples: int) -> str | None:
    """The smallest reply that breaks a law, or None if none was found."""
    quiet = settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    try:
        return find(replies(table), lambda text: law(text) is not None, settings=quiet, random=seed)
    except NoSuchExample:
        return None
