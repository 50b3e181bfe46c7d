"""The one-line pattern that nearly every project writes, so that you can see what it costs."""

from __future__ import annotations

import re


def strip(text: str) -> str:
    """Take the thinking out of a reply, as long as the reply is as simple as one hopes."""
    return re.sub(r"<think>.*?</think>", "", text, flags=re.DOTALL).strip()
