"""tags.yaml: ids are unique, and ``read_by`` says what the dialects' tables say."""

from __future__ import annotations

from collections.abc import Iterator

from thinkspec.check.dialects import choices_are_complete
from thinkspec.check.workspace import Workspace, at
from thinkspec.schema import Finding
from thinkspec.tables import compile_all
from thinkspec.tagfamilies import reads


def families_are_unique(workspace: Workspace) -> Iterator[Finding]:
    """No family id twice."""
    if workspace.spec is None:
        return
    document = workspace.spec.tags_file
    seen: set[str] = set()
    for number, family in enumerate(document.value["families"]):
        if family["id"] in seen:
            yield at(document, ("families", number, "id"), f"family {family['id']} stands here twice.")
        seen.add(family["id"])


def read_by_follows(workspace: Workspace) -> Iterator[Finding]:
    """``read_by`` names the dialects that read the family, and no other."""
    # Without complete choices there are no tables to compare with.
    if workspace.spec is None or any(choices_are_complete(workspace)):
        return
    document = workspace.spec.tags_file
    tables = {name: compiled["rules"] for name, compiled in compile_all(workspace.spec).items()}
    for number, family in enumerate(document.value["families"]):
        wanted = [] if family.get("marks") == "answer" else [name for name in tables if reads(tables[name], family)]
        if sorted(family["read_by"]) != sorted(wanted):
            told = ", ".join(family["read_by"]) or "none"
            place = ("families", number, "read_by")
            message = (
                f"family {family['id']}: read_by says {told}, the dialects' tables say {', '.join(wanted) or 'none'}."
            )
            yield at(document, place, message)
