"""Write finds into the corpus as stubs: a person says what each reply must give, and why it matters."""

from __future__ import annotations

from pathlib import Path

from thinkspec.authoring.cases import Stub, add_stub, same_reading
from thinkspec.fuzz.job import Outcome
from thinkspec.tables import load_spec

TOPIC = "read/fuzzed"


def save(root: Path, outcome: Outcome) -> list[str]:
    """The names of the new stubs; a reply that every dialect reads as it reads a known case's is left out."""
    spec = load_spec(root)
    names: list[str] = []
    for find in outcome.finds:
        if same_reading(spec, root, find.text) is None:
            rules = tuple(rule for rule in find.rule.split(", ") if rule in spec.rules)[:3]
            name, _ = add_stub(spec, root, Stub(TOPIC, find.text, rules=rules))
            names.append(name)
    return names
