"""Check the tables and the cases themselves: everything that is wrong, at once, each with its place.

A check is a function from a Workspace to findings.  To add one, write it in the module of its subject and name it
in ``CHECKS``.  Loading and schemas come first and need no entry: a file's schema follows from its path
(``workspace.schema_names``), so a new kind of file only needs its schema.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from thinkspec.check.authoring import (
    frozen_is_unchanged,
    names_are_kept,
    stubs_are_confirmed,
    working_is_a_draft,
)
from thinkspec.check.cases import at_most_sixty, topic_is_path, unique_ids
from thinkspec.check.coverage import rules_are_shown
from thinkspec.check.dialects import choices_are_complete, dialect_is_its_file, rules_are_unique
from thinkspec.check.effort import effort_is_whole, effort_tables_hold
from thinkspec.check.families import families_are_unique, read_by_follows
from thinkspec.check.files import generated_is_fresh, schemas_are_used
from thinkspec.check.matrix import everything_is_shown
from thinkspec.check.readings import every_dialect_answers, options_are_known, rules_are_known, same_input_once
from thinkspec.check.segments import segments_agree
from thinkspec.check.traces import named_rules_decide
from thinkspec.check.workspace import Workspace, open_workspace
from thinkspec.schema import Finding

__all__ = ["CHECKS", "Finding", "Workspace", "check", "check_workspace", "open_workspace"]

CHECKS: tuple[Callable[[Workspace], Iterable[Finding]], ...] = (
    rules_are_unique,
    dialect_is_its_file,
    choices_are_complete,
    families_are_unique,
    read_by_follows,
    effort_is_whole,
    effort_tables_hold,
    topic_is_path,
    unique_ids,
    at_most_sixty,
    stubs_are_confirmed,
    names_are_kept,
    frozen_is_unchanged,
    working_is_a_draft,
    rules_are_known,
    every_dialect_answers,
    options_are_known,
    same_input_once,
    segments_agree,
    rules_are_shown,
    everything_is_shown,
    named_rules_decide,
    generated_is_fresh,
    schemas_are_used,
)


def check(root: Path) -> list[Finding]:
    """Everything that is wrong below ``root``, sorted by path, line and message.

    Raises UsageError if there is no spec version below ``root/spec``.
    """
    return check_workspace(open_workspace(root))


def check_workspace(workspace: Workspace) -> list[Finding]:
    """The same for a workspace that is open."""
    found = set(workspace.faults)
    for rule in CHECKS:
        found.update(rule(workspace))
    return sorted(found)
