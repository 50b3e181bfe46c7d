"""The words of a spec's table ``tags.yaml``, kept ready between runs: a tag added there is linted the same day."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from thinkspec.lint.tags import Words


def from_table(families: Iterable[dict[str, Any]]) -> Words:
    """The words of a table's rows: names to lint always, names that need a context, and literal markers.

    >>> words = from_table([{"form": "xml", "names": ["think"], "lint": "always"}])
    >>> sorted(words.names)
    ['think']
    """
    names: list[str] = []
    context: list[str] = []
    markers: list[str] = []
    for row in families:
        lint = row.get("lint", "never")
        if lint == "never":
            continue
        if row["form"] == "xml":
            (names if lint == "always" else context).extend(row["names"])
        elif row["form"] == "marker" and lint == "always":
            texts = row["open"] + ([] if row.get("lint_close") == "never" else row["close"])
            markers.extend(text.strip() for text in texts)
    return Words(names, context, markers)


@cache
def load(root: Path | None = None) -> Words:
    """The words of the spec version in work.

    Reading YAML takes longer than linting twenty files, so the words are kept in the user's cache folder by the
    table's digest.
    """
    from thinkspec.data import data_root

    path = newest(root or data_root()) / "tags.yaml"
    data = path.read_bytes()
    kept = kept_words(hashlib.sha256(data).hexdigest()[:32])
    known = read_words(kept)
    if known is not None:
        return known
    from thinkspec.strictyaml import load as load_yaml

    made = from_table(load_yaml(path).value["families"])
    keep_words(kept, made)
    return made


def newest(root: Path) -> Path:
    """The folder of the spec version in work, as `thinkspec.tables` says, without importing a YAML parser."""
    spec = root / "spec"
    if (spec / "working").is_dir():
        return spec / "working"
    numbered = [folder for folder in spec.iterdir() if folder.is_dir() and folder.name[0].isdigit()]
    return max(numbered, key=lambda folder: [int(part) for part in folder.name.split(".")])


def kept_words(digest: str) -> Path | None:
    """Where the words of a table are kept; None where there is no cache folder."""
    from thinkspec.lint.cache import folder

    try:
        return folder() / f"words-{digest}.json"
    except (OSError, RuntimeError):
        return None


def read_words(path: Path | None) -> Words | None:
    """Words that were kept, or None."""
    if path is None:
        return None
    try:
        names, context, markers = json.loads(path.read_bytes())
        return Words(names, context, markers)
    except (OSError, ValueError, TypeError, AttributeError):
        return None


def keep_words(path: Path | None, words: Words) -> None:
    """Keep words for the next run, where that is possible."""
    if path is None:
        return
    partial = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(
            json.dumps([sorted(words.names), sorted(words.context), sorted(words.markers)]), encoding="utf-8"
        )
        partial.replace(path)
    except OSError:
        return
