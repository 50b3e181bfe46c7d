"""A reader must not outlive the runner, even one that is killed without a chance to say goodbye.

A reader that waits for a request sees the end of its pipe and ends.  One that is busy for ever does not look; on Linux
the kernel can end it with its parent.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1


def end_with_parent() -> Callable[[], None] | None:
    """What a child calls before it becomes the reader; None where the system knows no such thing."""
    if not sys.platform.startswith("linux"):
        return None
    import ctypes

    try:
        prctl = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None
    return lambda: prctl(_PR_SET_PDEATHSIG, signal.SIGKILL) and None
