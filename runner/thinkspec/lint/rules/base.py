"""What a rule says about itself: the one source of messages, docs pages, SARIF metadata and `explain`."""

from __future__ import annotations

from dataclasses import dataclass

from thinkspec.lint.model import Severity


@dataclass(frozen=True)
class Rule:
    """One rule.  The texts are shown as they stand."""

    id: str
    name: str
    severity: Severity
    since: str
    what: str
    why: str
    path: str  # the file name that the example is for
    bad: str  # an example it flags: a test runs it
    good: str  # the same without the stray: a test runs it
    message: str  # `{names}` and `{text}` are put in
    instead: str
    on: bool = True
    fix: str = "There is no automatic fix."
    needs: str = ""  # what the example needs to be run: options of the command
    instead_js: str = ""  # what to call in JavaScript, where it has another name there

    def instead_in(self, language: str) -> str:
        """What to call instead in a file of a language."""
        return self.instead_js if self.instead_js and language in _JAVASCRIPT else self.instead


_JAVASCRIPT = frozenset({"javascript", "typescript", "tsx", "vue", "svelte", "astro", "html"})
STRIP = "think.strip(reply) or think.split(reply)"
STRIP_JS = "stripThink(reply) or splitThink(reply)"
