"""What can go wrong, and which exit code it means.

One table for every command:

====  ======================================================================================
code  meaning
====  ======================================================================================
0     conforms, or clean
1     does not conform, or findings
2     usage: a bad argument or configuration, a path that does not exist, a reader that cannot be loaded
3     nothing was selected, there was nothing to look at, or everything was ``unsupported``
4     our own fault, and also: Node is needed and there is none
5     a baseline that no longer holds, and nothing worse
130   interrupted
====  ======================================================================================

When several apply, 4 goes before 2, 2 before 3, 3 before 1, 1 before 5, and 5 before 0.
An interrupt goes before all of them, because the run is not complete.

Every error that a person meets is one line: what is wrong, where, and what to do about it.
"""

from __future__ import annotations

from collections.abc import Iterable

OK, FINDINGS, USAGE, NOTHING, FAULT, STALE_BASELINE, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130

PRECEDENCE = (INTERRUPTED, FAULT, USAGE, NOTHING, FINDINGS, STALE_BASELINE, OK)


class ThinkspecError(Exception):
    """The base of all errors that end a command; ``str(error)`` is the line a person sees."""

    exit_code = FAULT


class UsageError(ThinkspecError):
    """The person can put it right: an argument, a path, a configuration."""

    exit_code = USAGE


class ReaderStartError(UsageError):
    """A reader that cannot be loaded; ``stderr`` holds the last lines it wrote to standard error."""

    def __init__(self, message: str, stderr: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.stderr = tuple(stderr)


class NothingSelected(ThinkspecError):  # noqa: N818 -- reads as the outcome it is
    """A pattern, a filter or a folder that leaves nothing to look at."""

    exit_code = NOTHING


class OurFault(ThinkspecError):  # noqa: N818 -- the design's word
    """A fault of the tool or of its installation, not of what it was given."""

    exit_code = FAULT


class NoNode(OurFault):
    """A JavaScript reader was named, and no Node was found."""


def worst(codes: Iterable[int]) -> int:
    """The exit code of a run whose parts ended with these codes; 0 for no parts.

    Raises ValueError for a number that is not in the table.

    >>> worst([0, 1, 5]), worst([1, 3]), worst([2, 4, 0]), worst([])
    (1, 3, 4, 0)
    """
    return PRECEDENCE[min((PRECEDENCE.index(code) for code in codes), default=len(PRECEDENCE) - 1)]
