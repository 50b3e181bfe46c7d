"""The rules are unique, and every dialect chooses one option of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from thinkspec.check.workspace import Workspace, at
from thinkspec.schema import Finding
from thinkspec.strictyaml import Document

GIVEN = "given"


def rules_are_unique(workspace: Workspace) -> Iterator[Finding]:
    """No rule id twice."""
    if workspace.spec is None:
        return
    document = workspace.spec.rules_file
    seen: dict[str, int] = {}
    for number, rule in enumerate(document.value["rules"]):
        place = ("rules", number, "id")
        first = seen.setdefault(rule["id"], document.line(place))
        if first != document.line(place):
            yield at(document, place, f"rule {rule['id']} stands here twice; the first is at line {first}.")


def dialect_is_its_file(workspace: Workspace) -> Iterator[Finding]:
    """A dialect's name is its file's name."""
    for name, document in _dialects(workspace):
        if document.value["dialect"] != name:
            yield at(document, ("dialect",), f"dialect is {document.value['dialect']}, but the file is {name}.yaml.")


def choices_are_complete(workspace: Workspace) -> Iterator[Finding]:
    """Every dialect chooses a known option of every rule, with a value exactly where the option asks for one."""
    if workspace.spec is None:
        return
    rules = workspace.spec.rules
    for _, document in _dialects(workspace):
        choices = document.value["choices"]
        for rule in rules:
            if rule not in choices:
                yield at(document, ("choices",), f"no choice for rule {rule}. Every dialect chooses every rule.")
        for rule, choice in choices.items():
            if message := _fault(rules, rule, choice):
                yield at(document, ("choices", rule), message)


def _fault(rules: dict[str, Any], rule: str, choice: dict[str, Any]) -> str | None:
    if rule not in rules:
        return f"there is no rule {rule}. The rules stand in rules.yaml."
    options = rules[rule]["options"]
    option = choice["option"]
    if option not in options:
        return f"rule {rule} has no option {option}. It has {', '.join(options)}."
    asks = options[option].get("value") == GIVEN
    if asks and "value" not in choice:
        return f"rule {rule}: option {option} needs a value."
    if "value" in choice and not asks:
        return f"rule {rule}: option {option} takes no value."
    return None


def _dialects(workspace: Workspace) -> list[tuple[str, Document]]:
    return list(workspace.spec.dialect_files.items()) if workspace.spec else []
