"""Give a case another name; the old one stays as a tombstone and is never used again."""

from __future__ import annotations

from pathlib import Path

from thinkspec.authoring.cases import SLUG, find_case
from thinkspec.authoring.edit import save, with_case
from thinkspec.authoring.form import quoted
from thinkspec.errors import UsageError
from thinkspec.files import replace_file
from thinkspec.renamed import FILE, retired_names
from thinkspec.strictyaml import load
from thinkspec.versions import frozen_names

HEAD = (
    "# Names that cases had before, and where they went. Written by `thinkspec case rename`; rows are never removed.\n"
)


def rename_case(root: Path, old: str, new: str) -> None:
    """Rename a case in its file and leave a tombstone; raises UsageError where that must not be."""
    topic, _, slug = new.rpartition("/")
    if topic != old.rpartition("/")[0]:
        raise UsageError(f"{new}: another topic than {old}. A case keeps its topic.")
    if not SLUG.match(slug):
        raise UsageError(f"{new}: {slug!r} is not a slug. Use a-z, 0-9 and single hyphens.")
    file, row = find_case(root, old)
    if old in frozen_names(root):
        raise UsageError(f"{old}: counts for a frozen spec version. Its name stays for ever.")
    if file.position(slug) >= 0 or new in retired_names(root):
        raise UsageError(f"{new}: a case has, or had, that name. Choose another.")
    path = root / FILE
    rows: dict[str, str] = load(path, FILE.as_posix()).value["renamed"] if path.is_file() else {}
    rows[old] = new
    # The tombstone first: should the second write fail, a name that leads nowhere is found by `thinkspec check`.
    lines = "".join(f"  {quoted(name)}: {quoted(target)}\n" for name, target in rows.items())
    text = with_case(file, row["id"], {**row, "id": slug}) if file.position(slug) < 0 else file.text
    replace_file(path, f"{HEAD}format: 1\nrenamed:\n{lines}")
    save(file, text)
