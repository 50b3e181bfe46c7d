"""Sites of a part of a file, moved to their places in the file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from thinkspec.lint.model import Analysis, Comment, Site, Span

Move = Callable[[int], int]


def moved(span: Span, move: Move) -> Span:
    """A span whose ends are moved.

    >>> moved(Span(1, 3), lambda at: at + 10)
    Span(start=11, end=13)
    """
    return Span(move(span.start), move(span.end))


def moved_site(site: Site, move: Move) -> Site:
    """A site with all its spans moved."""
    call = site.call
    if call is not None:
        subject = moved(call.subject, move) if call.subject is not None else None
        call = replace(call, subject=subject, span=moved(call.span, move) if call.span is not None else None)
    statement = moved(site.statement, move) if site.statement is not None else None
    return replace(site, span=moved(site.span, move), statement=statement, call=call)


def add_part(whole: Analysis, part: Analysis, move: Move) -> None:
    """Add what was found in a part to what is known of the file."""
    whole.sites += [moved_site(site, move) for site in part.sites]
    whole.comments += [Comment(comment.text, moved(comment.span, move)) for comment in part.comments]
    whole.statements += [moved(span, move) for span in part.statements]
    whole.failed = whole.failed or part.failed
