"""``thinkspec lint rules`` and ``thinkspec lint explain RULE``: the rules' own words."""

from __future__ import annotations

import difflib

from thinkspec.errors import UsageError
from thinkspec.lint import rules
from thinkspec.lint.rules.base import Rule

_KINDS = {"py": "python", "ts": "ts", "js": "js", "yaml": "yaml"}


def listing() -> str:
    """One line a rule."""
    lines = []
    for rule in rules.RULES.values():
        off = "" if rule.on else " (off by default)"
        lines.append(f"{rule.id}  {rule.name:26} {rule.severity:8} {rule.what.split('. ')[0].rstrip('.')}.{off}")
    return "\n".join(lines) + "\n"


def explain(word: str) -> str:
    """The docs page of a rule.  Raises UsageError for an unknown one."""
    rule = rules.find(word)
    if rule is None:
        names = [each.name for each in rules.RULES.values()]  # a wrong number is near to every other
        near = difflib.get_close_matches(word.lower(), names, 1)
        raise UsageError(f"no rule {word}. " + (f"Did you mean {near[0]}?" if near else "See: thinkspec lint rules."))
    return page(rule)


def page(rule: Rule) -> str:
    """A rule as a Markdown page with fixed headings."""
    parts = [
        f"# {rule.name} ({rule.id})",
        f"Severity: {rule.severity}. Since {rule.since}. {'On' if rule.on else 'Off'} by default.",
        f"## What it does\n\n{rule.what}",
        f"## Why is this bad?\n\n{rule.why}",
    ]
    kind = _KINDS.get(rule.path.rsplit(".", 1)[-1], "")
    if rule.bad:
        options = f" (with `{rule.needs}`)" if rule.needs else ""
        parts.append(f"## Example\n\n`{rule.path}`{options}:\n\n```{kind}\n{rule.bad}```")
    there = f" In JavaScript: {rule.instead_js}." if rule.instead_js else ""
    parts.append(f"## Use instead\n\n{rule.instead}.{there}" + (f"\n\n```{kind}\n{rule.good}```" if rule.good else ""))
    parts.append(f"## Fix safety\n\n{rule.fix}")
    return "\n\n".join(parts) + "\n"


def write_docs() -> None:
    """Write the docs pages beside this module: ``python -m thinkspec.lint.explain``."""
    from pathlib import Path

    folder = Path(__file__).resolve().parent / "docs"
    folder.mkdir(exist_ok=True)
    for rule in rules.RULES.values():
        (folder / f"{rule.id}.md").write_text(page(rule), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_docs()
