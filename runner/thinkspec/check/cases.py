"""What holds for case files of every group: topic, ids, size."""

from __future__ import annotations

from collections.abc import Iterator

from thinkspec.check.workspace import Workspace, at
from thinkspec.schema import Finding

MOST = 60


def topic_is_path(workspace: Workspace) -> Iterator[Finding]:
    """A file's topic is its path below cases/, because the cases' full names are made of it."""
    for _, document in workspace.case_documents:
        wanted = document.path.removeprefix("cases/").removesuffix(".yaml")
        topic = document.value.get("topic") if isinstance(document.value, dict) else wanted
        if topic is not None and topic != wanted:
            yield at(document, ("topic",), f"topic is {topic}, but the file's path says {wanted}.")


def unique_ids(workspace: Workspace) -> Iterator[Finding]:
    """No case id twice in a file."""
    for rows in workspace.rows.values():
        seen: set[tuple[str, str]] = set()
        for row in rows:
            key = (row.document.path, str(row.value.get("id")))
            if key in seen and "id" in row.value:
                yield row.finding("the id stands in this file twice.", "id")
            seen.add(key)


def at_most_sixty(workspace: Workspace) -> Iterator[Finding]:
    """A file that is read by hand stays short."""
    for rows in workspace.rows.values():
        for row in rows:
            if row.number == MOST:
                yield row.finding(f"the file has more than {MOST} cases. Split it by topic.")
