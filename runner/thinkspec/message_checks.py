"""Expand message cases into checks: a provider's response, read in one dialect."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from thinkspec.casetext import text_of
from thinkspec.checks import EXPANDERS, Check, level_of
from thinkspec.corpus import Case
from thinkspec.strictyaml import load
from thinkspec.tables import Spec

# These tell null from the empty text: whether a message has thinking may hang on it.
NULL_RULES = frozenset({"has-thinking"})


@cache
def channels(folder: Path) -> dict[str, Any]:
    """The table of channels, and under ``names`` the provider that each name stands for."""
    table: dict[str, Any] = load(folder / "channels.yaml", "channels.yaml").value
    names = {name: row["id"] for row in table["providers"] for name in (row["id"], *row["also"])}
    return {**table, "names": names}


def basis_of(spec: Spec, dialect: str, rule: str, provider: str) -> str:
    """Where a dialect's choice about messages comes from; ``answer`` and ``native`` have one for each provider.

    >>> from thinkspec.data import data_root
    >>> from thinkspec.tables import load_spec
    >>> basis_of(load_spec(data_root()), "nr-llm", "native", "anthropic")
    'doc'
    """
    table = channels(spec.folder)
    row = table["dialects"][dialect][rule]
    if rule in ("answer", "native"):
        row = row.get(table["names"].get(provider), {"basis": "decided"})
    basis: str = row["basis"]
    return basis


def message_checks(case: Case, dialect: str, spec: Spec) -> Iterator[Check]:
    """The one check of a message case in a dialect."""
    row, wanted = case.row, case.row["expect"].get(dialect)
    if wanted is None:
        return
    rules = tuple(wanted.get("rules", row["rules"]))
    # Which channels a dialect reads bears on every reading of that provider, whatever the case is there to show.
    bearing = dict.fromkeys((*rules, *(("native",) if wanted.get("thinking") and "merge" not in rules else ())))
    level = level_of(
        bearing, lambda rule: basis_of(spec, dialect, rule, row["provider"]), row.get("level"), wanted.get("level")
    )
    options = row.get("options", {}).get(dialect, {})
    request = {"provider": row["provider"], "response": row["response"], **({"options": options} if options else {})}
    expected = None
    if not wanted.get("rejected"):
        expected = {
            "answer": text_of(wanted["answer"]),
            "thinking": text_of(wanted["thinking"]),
            "has_thinking": wanted["has_thinking"],
            "content_is_reasoning": wanted["content_is_reasoning"],
        }
    name = f"{case.name}@{dialect}:message"
    exact_null = not NULL_RULES.isdisjoint(rules)
    yield Check(
        name, case, dialect, "message", request, expected, rules, level, exact_null, bool(wanted.get("rejected"))
    )


EXPANDERS["message"] = message_checks
