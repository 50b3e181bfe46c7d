"""What holds while cases are written and versions released: no open stubs, no lost names, no edited release."""

from __future__ import annotations

from collections.abc import Iterator

from thinkspec.check.workspace import Workspace, at
from thinkspec.renamed import FILE as RENAMED
from thinkspec.renamed import followed
from thinkspec.schema import Finding
from thinkspec.versions import broken_freezes, frozen


def stubs_are_confirmed(workspace: Workspace) -> Iterator[Finding]:
    """A stub waits for its author; nothing may land with one."""
    for rows in workspace.rows.values():
        for row in rows:
            if row.value.get("stub"):
                topic = row.document.path.removeprefix("cases/").removesuffix(".yaml")
                yield row.finding(f"is not confirmed. Run: thinkspec case accept {topic}/{row.value.get('id')}", "stub")


def names_are_kept(workspace: Workspace) -> Iterator[Finding]:
    """A name that a case gave up leads to the case, and no other case takes it."""
    document = workspace.documents.get(RENAMED.as_posix())
    if document is None or workspace.unread:
        return
    names = {
        f"{row.document.path.removeprefix('cases/').removesuffix('.yaml')}/{row.value.get('id')}"
        for rows in workspace.rows.values()
        for row in rows
    }
    rows = document.value["renamed"]
    for old in rows:
        target = followed(old, rows)
        if old in names:
            yield at(document, ("renamed", old), f"{old} is retired, and a case has that name. Give the case another.")
        if target not in names:
            yield at(document, ("renamed", old), f"{old} leads to {target}, which is no case.")


def frozen_is_unchanged(workspace: Workspace) -> Iterator[Finding]:
    """A released version stays what it was."""
    for path, sentence in broken_freezes(workspace.root):
        yield Finding(path, 1, sentence)


def working_is_a_draft(workspace: Workspace) -> Iterator[Finding]:
    """Tables in work never carry the number of a released version."""
    document = workspace.documents.get("spec/working/rules.yaml")
    if document is None or not isinstance(document.value, dict):
        return
    version = str(document.value.get("spec"))
    if version in frozen(workspace.root) or not version.endswith("-draft"):
        yield at(
            document,
            ("spec",),
            f"spec is {version}: tables in work are a draft. Write the next number, such as 1.1-draft.",
        )
