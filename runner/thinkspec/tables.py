"""Load the tables of a spec version and compile each dialect into the table that an engine runs on.

The data flows one way: YAML files, this module, the generated ``tables.py`` and ``tables.mjs``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thinkspec.errors import UsageError
from thinkspec.strictyaml import Document, SourceError, load

Table = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Spec:
    """One spec version as it stands in its files."""

    version: str
    folder: Path
    rules_file: Document
    tags_file: Document
    dialect_files: dict[str, Document]

    @property
    def rules(self) -> dict[str, Any]:
        """The rules by id, in the order of the table."""
        return {rule["id"]: rule for rule in self.rules_file.value["rules"]}

    @property
    def dialects(self) -> list[str]:
        """The dialects' names, in the order of their files."""
        return list(self.dialect_files)

    def choices(self, dialect: str) -> dict[str, Any]:
        """A dialect's row for every rule: option, value, basis, source."""
        choices: dict[str, Any] = self.dialect_files[dialect].value["choices"]
        return choices

    def basis(self, dialect: str, rule: str) -> str:
        """Where a dialect's choice comes from: ``doc``, ``observed`` or ``decided``."""
        basis: str = self.choices(dialect)[rule]["basis"]
        return basis

    def sentence(self, rule: str, option: str) -> str:
        """The sentence of one option of a rule."""
        sentence: str = self.rules[rule]["options"][option]["sentence"]
        return sentence


def spec_folder(root: Path) -> Path:
    """The folder of the version in work: ``working`` if there is one, else the newest number."""
    spec = root / "spec"
    working = spec / "working"
    if working.is_dir():
        return working
    numbered = sorted(
        (folder for folder in spec.iterdir() if folder.is_dir() and folder.name[0].isdigit()),
        key=lambda folder: [int(part) for part in folder.name.split(".")],
    )
    if not numbered:
        raise UsageError(f"{spec}: no spec version in this folder. It needs a folder such as 1.0.")
    return numbered[-1]


def load_spec(root: Path, extra: Path | None = None, version: str | None = None) -> Spec:
    """The spec version in work below ``root``, or the one named; dialect files of a team's own folder go over it.

    >>> from thinkspec.data import data_root
    >>> load_spec(data_root()).dialects
    ['langertha', 'llm-chat', 'nr-llm', 'sapphire']
    """
    folder = root / "spec" / version if version else spec_folder(root)

    def read(path: Path, base: Path) -> Document:
        return load(path, path.relative_to(base).as_posix())

    files = sorted((folder / "dialects").glob("*.yaml"))
    dialects = {path.stem: read(path, root) for path in files}
    if extra is not None:
        if not extra.is_dir():
            raise UsageError(f"--spec {extra}: no such folder. Name one that holds dialects/*.yaml.")
        for path in sorted((extra / "dialects").glob("*.yaml")):
            dialects[path.stem] = load(path, str(path))
    rules = read(folder / "rules.yaml", root)
    for document in dialects.values():
        refuse_gaps(document, rules)
    return Spec(rules.value["spec"], folder, rules, read(folder / "tags.yaml", root), dialects)


def refuse_gaps(document: Document, rules: Document) -> None:
    """Raise SourceError for a dialect that cannot be used: nothing is chosen for it silently."""
    value = document.value
    choices = value.get("choices") if isinstance(value, dict) else None
    if not isinstance(choices, dict) or not isinstance(value.get("settings"), list):
        raise SourceError(document.path, 1, "not a dialect: it needs settings and choices. Copy one of ours.")
    for rule in rules.value["rules"]:
        choice = choices.get(rule["id"])
        if not isinstance(choice, dict) or choice.get("option") not in rule["options"]:
            line = document.line(("choices", rule["id"]) if choice else ("choices",))
            options = ", ".join(rule["options"])
            raise SourceError(
                document.path, line, f"no option chosen for the rule {rule['id']}. Choose one: {options}."
            )
        if choice.get("basis") not in ("doc", "observed", "decided"):
            line = document.line(("choices", rule["id"]))
            raise SourceError(document.path, line, f"the rule {rule['id']} needs a basis: doc, observed or decided.")


def compile_dialect(spec: Spec, dialect: str) -> Table:
    """A dialect's table: rule id to option and the value that the engine works with.

    >>> from thinkspec.data import data_root
    >>> compile_dialect(load_spec(data_root()), "llm-chat")["block-join"]
    {'option': 'nothing', 'value': ''}
    """
    return {
        rule: compile_choice(spec, rule, choice["option"], choice.get("value"))
        for rule, choice in spec.choices(dialect).items()
    }


def compile_choice(spec: Spec, rule: str, option: str, given: Any = None) -> dict[str, Any]:
    """One row of a compiled table: named sets become their characters, ``given`` the dialect's own value."""
    row = spec.rules[rule]["options"][option]
    value = row.get("value")
    sets = spec.rules_file.value["sets"]
    if value == "given":
        value = given
    elif isinstance(value, str) and value in sets:
        value = sets[value]["characters"]
    return {"option": option, "value": value}


def compile_all(spec: Spec) -> dict[str, Any]:
    """Every dialect's settings and table, ready to be generated."""
    return {
        name: {"settings": document.value["settings"], "rules": compile_dialect(spec, name)}
        for name, document in spec.dialect_files.items()
    }


def canonical(value: Any) -> str:
    """Canonical JSON: sorted keys, no spaces, ASCII.

    >>> canonical({"b": [1, None], "a": "\\u00a0"})
    '{"a":"\\\\u00a0","b":[1,null]}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
