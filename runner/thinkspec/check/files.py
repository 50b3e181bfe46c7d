"""Files that follow from others: generated ones are fresh, and every schema is used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import thinkspec
from thinkspec.check.dialects import choices_are_complete
from thinkspec.check.effort import effort_compiles
from thinkspec.check.workspace import Workspace, schema_of
from thinkspec.generate.references import COMMAND, reference_files
from thinkspec.schema import SUFFIX, Finding, schema_folder


def generated_is_fresh(workspace: Workspace) -> Iterator[Finding]:
    """A generated file holds what the tables give today.  A folder that is not there is not missed."""
    if workspace.spec is None or any(choices_are_complete(workspace)) or not effort_compiles(workspace):
        return
    for path, wanted in reference_files(workspace.spec).items():
        place = workspace.root / path
        if not place.parent.is_dir():
            continue
        if not place.is_file():
            yield Finding(path.as_posix(), 1, f"this generated file is missing. Run: {COMMAND}")
        elif place.read_text(encoding="utf-8") != wanted:
            yield Finding(path.as_posix(), 1, f"this generated file does not follow from the tables. Run: {COMMAND}")


def schemas_are_used(workspace: Workspace) -> Iterator[Finding]:
    """A schema belongs to a table or case file, or the tool or its tests name it or its file."""
    folder = schema_folder(workspace.root)
    named = {schema_of(path, folder) for path in workspace.documents}
    unnamed = sorted(path for path in folder.glob(f"*{SUFFIX}") if path.name.removesuffix(SUFFIX) not in named)
    if not unnamed:
        return
    sources = "\n".join(path.read_text(encoding="utf-8") for path in _sources(workspace.root))
    for path in unnamed:
        name = path.name.removesuffix(SUFFIX)
        if not any(f"{quote}{name}{end}" in sources for quote in "\"'/" for end in (SUFFIX, ".yaml", quote)):
            shown = path.relative_to(workspace.root).as_posix()
            yield Finding(shown, 1, "no file has this schema, and no code names it. Remove it, or use it.")


def _sources(root: Path) -> list[Path]:
    package = Path(thinkspec.__file__).parent
    return [*package.rglob("*.py"), *(root / "tests").glob("*.py")]
