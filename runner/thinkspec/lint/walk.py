"""Which files are looked at: those that git knows, or an own walk that honours ``.gitignore``.

Paths are ``bytes``-safe strings (surrogate escapes for names that are not UTF-8), relative to the current folder.
"""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from thinkspec.lint.globs import Ignores, Matcher, is_ignored, matcher, read_ignores

if TYPE_CHECKING:
    import subprocess

VENDORED = frozenset({"node_modules", "vendor", "third_party", "site-packages", ".venv"})
_ALWAYS_OUT = frozenset(
    {".git", ".hg", ".svn", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".tox", ".nox"}
)
_LOCKS = frozenset(
    [
        "package-lock.json",
        "npm-shrinkwrap.json",
        "yarn.lock",
        "pnpm-lock.yaml",
        "bun.lock",
        "bun.lockb",
        "poetry.lock",
        "uv.lock",
        "pdm.lock",
        "Pipfile.lock",
        "Cargo.lock",
        "composer.lock",
        "Gemfile.lock",
        "go.sum",
        "flake.lock",
        "mix.lock",
        "pubspec.lock",
        "Podfile.lock",
        "packages.lock.json",
        "deno.lock",
    ]
)
_BASELINE = ".thinkspec-baseline.json"
# Repository configuration must not run anything: no file monitor, no hooks, no pager.
_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager")


@dataclass
class Found:
    """The files of a run, why others were left out, and what to tell the person."""

    files: list[str] = field(default_factory=list)
    named: set[str] = field(default_factory=set)  # given by name: always linted
    skipped: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)  # folders that were walked whole

    def skip(self, why: str, count: int = 1) -> None:
        """Count a file that is left out."""
        self.skipped[why] = self.skipped.get(why, 0) + count


def collect(paths: Iterable[str], exclude: Iterable[str] = ()) -> Found:
    """The files below the given paths, each once, in the order of their names.

    Raises FileNotFoundError for a path that does not exist.
    """
    found = Found()
    seen: set[str] = set()
    excluded = matcher(list(exclude))
    for path in paths:
        shown = clean(path)
        if os.path.isdir(path):
            found.folders.append(shown)
            for name in _folder(shown, found):
                if name in seen:
                    continue
                seen.add(name)
                if excluded and excluded(name):
                    found.skip("excluded")
                else:
                    found.files.append(name)
        elif os.path.lexists(path):
            if shown not in seen:
                found.files.append(shown)
            seen.add(shown)
            found.named.add(shown)
        else:
            raise FileNotFoundError(path)
    found.files.sort()
    return found


def clean(path: str) -> str:
    """A path as it is shown: normalised, relative to the current folder where it lies below it."""
    path = os.path.normpath(path)
    if os.path.isabs(path):
        relative = os.path.relpath(path)
        if not relative.startswith(".."):
            path = relative
    return path.replace(os.sep, "/")


def _folder(start: str, found: Found) -> Iterator[str]:
    prefix = "" if start == "." else start.rstrip("/") + "/"
    listed = _git_files(start, found)
    names = listed if listed is not None else _own_walk(start, honour=not _ignored(start))
    for name in names:
        base = name.rsplit("/", 1)[-1]
        if base == _BASELINE:
            continue  # ours
        if base in _LOCKS:
            found.skip("lock file")
        elif "/" in name and not VENDORED.isdisjoint(name.split("/")[:-1]):
            found.skip("vendored")
        else:
            yield prefix + name


def _run_git(start: str, *arguments: str) -> subprocess.CompletedProcess[bytes] | None:
    import subprocess

    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    try:
        return subprocess.run(
            [*_GIT, "-C", start, *arguments],
            capture_output=True,
            check=False,
            env=environment,
            stdin=subprocess.DEVNULL,
            timeout=120,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None


def _git_files(start: str, found: Found) -> list[str] | None:
    """What git lists below a folder, or None where there is no git, it does not answer, or the folder is ignored."""
    if not _in_repository(start):
        return None
    answer = _run_git(start, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if answer is None or answer.returncode != 0:
        why = (
            answer.stderr.decode("utf-8", "replace").strip().split("\n")[0]
            if answer is not None
            else "it does not answer"
        )
        found.notes.append(f"git does not list {start} ({why}). Walked without git.")
        return None
    if not answer.stdout:
        if _ignored(start):
            found.notes.append(f"git ignores {start}. Walked without git.")
        return None
    return sorted({os.fsdecode(name) for name in answer.stdout.split(b"\0") if name})


def _in_repository(start: str) -> bool:
    folder = os.path.realpath(start)
    while True:
        if os.path.lexists(os.path.join(folder, ".git")):
            return True
        above = os.path.dirname(folder)
        if above == folder:
            return False
        folder = above


def _ignored(start: str) -> bool:
    if not _in_repository(start):
        return False
    answer = _run_git(start, "check-ignore", "-q", ".")
    return answer is not None and answer.returncode == 0


def _own_walk(start: str, honour: bool) -> list[str]:
    """Files below a folder, without following links; ``.gitignore`` files on the way are honoured."""
    names: list[str] = []
    todo: list[tuple[str, list[tuple[str, Ignores]]]] = [("", [])]
    while todo:
        folder, above = todo.pop()
        try:
            entries = list(os.scandir(os.path.join(start, folder) if folder else start))
        except OSError:
            continue
        rules = above
        if honour:
            own = read_ignores(os.path.join(start, folder, ".gitignore"))
            rules = [*above, (folder, own)] if own else above
        for entry in entries:
            name = f"{folder}/{entry.name}" if folder else entry.name
            try:
                is_folder = entry.is_dir(follow_symlinks=False)
            except OSError:
                continue
            if entry.name in _ALWAYS_OUT or (honour and is_ignored(name, is_folder, rules)):
                continue
            if is_folder:
                todo.append((name, rules))
            else:
                names.append(name)
    return sorted(names)


def changed_since(revision: str, folder: str = ".") -> set[str] | None:
    """Files that differ from a revision or are new, relative to the current folder; None if git refuses."""
    if revision.startswith("-"):
        return None
    changed = _run_git(
        folder, "diff", "--name-only", "-z", "--relative", "--no-ext-diff", "--no-textconv", revision, "--"
    )
    new = _run_git(folder, "ls-files", "-z", "--others", "--exclude-standard")
    if changed is None or changed.returncode != 0 or new is None:
        return None
    names = (changed.stdout + new.stdout).split(b"\0")
    return {os.fsdecode(name) for name in names if name}


@cache
def test_matcher(patterns: tuple[str, ...]) -> Matcher | None:
    """A test whether a path is a test file."""
    return matcher(list(patterns))


TESTS = ("tests/", "test/", "__tests__/", "spec/", "*_test.*", "*.test.*", "*.spec.*", "test_*", "conftest.py")


def is_test(path: str, patterns: tuple[str, ...] = TESTS) -> bool:
    """Whether a path is a test file; folder patterns end with a slash and match folders only.

    >>> is_test("tests/a.py"), is_test("src/a.spec.ts"), is_test("src/contest.py"), is_test("test_data.py")
    (True, True, False, True)
    """
    *folders, name = path.split("/")
    for pattern in patterns:
        bare = pattern.rstrip("/")
        if "/" in bare:
            test = test_matcher((bare,))
            if test is not None and test(path):
                return True
        elif pattern.endswith("/"):
            if any(fnmatch.fnmatchcase(folder, bare) for folder in folders):
                return True
        elif fnmatch.fnmatchcase(name, pattern):
            return True
    return False
