"""Both twins conform on the whole effort corpus, in both mappings, and refuse in the same words."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from thinkspec.certify import Settings, certify
from thinkspec.checks import Check, expand
from thinkspec.corpus import Case, load_cases
from thinkspec.data import data_root
from thinkspec.effort_checks import COLUMNS, MAPPINGS, fields_of
from thinkspec.effort_core import leaves
from thinkspec.node import find_node
from thinkspec.tables import load_spec
from thinkspec_reference import Reasoning

ROOT = data_root()
SPEC = load_spec(ROOT)
CASES = load_cases(ROOT, ["effort"])
CHECKS = list(expand(CASES, MAPPINGS, SPEC))


def ids(checks: list[Check]) -> list[str]:
    return [check.id for check in checks]


@pytest.mark.parametrize("twin", ["reference:python", "reference:js"])
def test_twin_conforms(twin: str) -> None:
    settings = Settings(dialect="all", groups=("effort",))
    record = certify([twin], SPEC, ROOT, settings)
    failed = [
        failure["id"] for reader in record["readers"] for row in reader["dialects"] for failure in row["failures"]
    ]
    assert failed == []
    assert record["exit_code"] == 0


def test_fields_are_exact() -> None:
    """The judge overlooks what does not matter; the reference sends nothing but what is due."""
    wrong = []
    for check in CHECKS:
        if check.rejected:
            continue
        asked = check.request
        due, got = leaves(check.expected), leaves(Reasoning(**asked["args"], mapping=check.dialect).to(asked["wire"]))
        if optional(check):
            due, got = ([leaf for leaf in side if leaf not in optional(check)] for side in (due, got))
        if sorted(map(repr, due)) != sorted(map(repr, got)):
            wrong.append((check.id, due, got))
    assert wrong == []


def optional(check: Check) -> list[Any]:
    """The fields of a row that may be left out."""
    return leaves(check.case.row["expect"][check.dialect][check.request["wire"]].get("optional", {}))


def test_nothing_is_sent_as_null() -> None:
    assert [
        check.id for check in CHECKS if not check.rejected and any(value is None for _, value in leaves(check.expected))
    ] == []


def dropped_rows() -> list[tuple[str, str, dict[str, Any], str, bool]]:
    """Rows that say whether the bare switch is called dropped."""
    return [
        (case.name, mapping, case.row["args"], wire, row["drops"])
        for case in CASES
        for mapping, rows in case.row["expect"].items()
        for wire, row in rows.items()
        if "drops" in row
    ]


def test_switch_is_called_dropped() -> None:
    rows = dropped_rows()
    said = [Reasoning(**args, mapping=mapping).drops_thinking_enabled_on(wire) for _, mapping, args, wire, _ in rows]
    assert [row for row, word in zip(rows, said, strict=True) if word is not row[4]] == []
    assert len(rows) >= 50


def test_switch_is_called_dropped_in_javascript(tmp_path: Path) -> None:
    rows = dropped_rows()
    program = tmp_path / "dropped.mjs"
    twin = (ROOT / "reference" / "js" / "index.mjs").as_uri()
    program.write_text(
        f"""import {{ Reasoning }} from {json.dumps(twin)};
const camel = (args) => Object.fromEntries(Object.entries(args).map(([key, value]) => [key.replace(/_(.)/g, (_, x) => x.toUpperCase()), value]));
const rows = {json.dumps(rows)};
console.log(JSON.stringify(rows.map(([, mapping, args, wire]) => new Reasoning({{ ...camel(args), mapping }}).dropsThinkingEnabledOn(wire))));
""",
        encoding="utf-8",
    )
    done = subprocess.run([str(find_node()), str(program)], capture_output=True, text=True, check=True, timeout=60)
    said = json.loads(done.stdout)
    assert [row for row, word in zip(rows, said, strict=True) if word is not row[4]] == []


def rows_of(case: Case) -> int:
    return sum(len(rows) for rows in case.row["expect"].values())


def test_size() -> None:
    assert sum(rows_of(case) for case in CASES) >= 250
    assert len(CHECKS) > 1500
    assert not [name for name, count in Counter(ids(CHECKS)).items() if count > 1]


@pytest.mark.parametrize("mapping", MAPPINGS)
def test_every_family_has_a_row(mapping: str) -> None:
    """Every family of the tables is met by a model of the corpus, on every wire that the family has a row for."""
    from thinkspec.effort_tables import load_effort
    from thinkspec_reference.effort_families import family_of

    met: dict[str, set[str]] = {}
    for check in CHECKS:
        model = check.request["args"].get("model")
        if check.dialect == mapping and (model is None or isinstance(model, str)):
            met.setdefault(family_of(mapping, model).id, set()).add(check.request["wire"])
    families = load_effort(ROOT).families[mapping].value["families"]
    missing = [
        (family["id"], wire)
        for family in families
        for entry in family["sends"]
        for wire in entry["wires"]
        if wire not in met.get(family["id"], ())
    ]
    assert not missing, " ".join(f"{family}@{wire}" for family, wire in missing)


def test_every_word_of_the_columns_is_asked() -> None:
    asked = Counter(check.transform for check in CHECKS)
    assert [column for column in COLUMNS if asked[column] < 500] == []


def test_a_word_without_a_form_is_refused() -> None:
    with pytest.raises(ValueError, match="no form for the word 'high'"):
        fields_of("high", None)
