"""Patterns for paths: globs of the configuration, and those of ``.gitignore``."""

from __future__ import annotations

import re

Ignores = list[tuple[re.Pattern[str], bool, bool]]  # (pattern, negated, folders only)


def read_ignores(path: str) -> Ignores:
    """The rules of one ``.gitignore``; none if it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            lines = file.read(200_000).splitlines()
    except OSError:
        return []
    rules: Ignores = []
    for line in lines:
        text = line.rstrip()
        if not text or text.startswith("#"):
            continue
        negated = text.startswith("!")
        text = text[negated:]
        folders = text.endswith("/")
        text = text.rstrip("/")
        if not text:
            continue
        anchored = "/" in text
        pattern = glob(text.lstrip("/"))
        rules.append((re.compile(pattern if anchored else rf"(?:.*/)?{pattern}"), negated, folders))
    return rules


def is_ignored(name: str, is_folder: bool, rules: list[tuple[str, Ignores]]) -> bool:
    """Whether the rules of the folders above leave a path out; the last one that matches decides."""
    ignored = False
    for folder, patterns in rules:
        local = name[len(folder) + 1 :] if folder else name
        for pattern, negated, folders in patterns:
            if (is_folder or not folders) and pattern.fullmatch(local):
                ignored = not negated
    return ignored


def glob(text: str) -> str:
    """A glob as the text of a regular expression; ``*`` does not cross a slash, ``**`` does.

    >>> import re
    >>> bool(re.fullmatch(glob("docs/**/*.py"), "docs/a/b/c.py")), bool(re.fullmatch(glob("*.py"), "a/b.py"))
    (True, False)
    """
    parts: list[str] = []
    at = 0
    while at < len(text):
        if text.startswith("**/", at):
            parts.append("(?:.*/)?")
            at += 3
        elif text.startswith("**", at):
            parts.append(".*")
            at += 2
        elif text[at] == "*":
            parts.append("[^/]*")
            at += 1
        elif text[at] == "?":
            parts.append("[^/]")
            at += 1
        elif text[at] == "[" and "]" in text[at + 2 :]:
            end = text.index("]", at + 2)
            inner = text[at + 1 : end].replace("\\", "\\\\")
            parts.append("[" + ("^" + inner[1:] if inner[0] in "!^" else inner) + "]")
            at = end + 1
        else:
            parts.append(re.escape(text[at]))
            at += 1
    return "".join(parts)


def matcher(patterns: list[str]) -> Matcher | None:
    """A test whether a path falls under one of these patterns, or None for no patterns.

    A pattern without a slash matches a file or folder of that name anywhere; with one, a path from the start or
    everything below it.
    """
    return Matcher(patterns) if patterns else None


class Matcher:
    """A test whether a path falls under one of some patterns."""

    def __init__(self, patterns: list[str]) -> None:
        texts = []
        for pattern in patterns:
            bare = pattern.strip("/")
            body = glob(bare)
            texts.append(f"(?:{body})(?:/.*)?" if "/" in bare else f"(?:.*/)?(?:{body})(?:/.*)?")
        self.pattern = re.compile("|".join(texts))

    def __call__(self, path: str) -> bool:
        return bool(self.pattern.fullmatch(path.removeprefix("./")))
