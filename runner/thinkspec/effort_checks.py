"""Expand effort cases into checks: the arguments of one request, in one mapping, on one wire.

The "dialect" of such a check is the mapping, its operation the wire, its transform the effort of a cell:
``effort/gpt-6/astra@langertha:openai#high``.  A row of cells is read with the file's forms: a word stands for the
form's fields with the word in the place of ``$``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from thinkspec.checks import EXPANDERS, LEVEL_OF_BASIS, Check
from thinkspec.corpus import Case
from thinkspec.effort_core import Wire, wires
from thinkspec.effort_judge import judge_effort
from thinkspec.tables import Spec

# The columns of a row of cells; the last is for no effort at all.
COLUMNS = ("none", "minimal", "low", "medium", "high", "xhigh", "max", "unset")
MAPPINGS = ("langertha", "providers")
NOTHING, REFUSED, PLACE = ".", "refused", "$"


def effort_checks(case: Case, mapping: str, spec: Spec) -> Iterator[Check]:
    """The checks of one case in one mapping: eight for a row of cells, one for any other row."""
    for wire, row in case.row["expect"].get(mapping, {}).items():
        known = known_wires(spec.folder)
        check = partial(_check, case, mapping, wire, row, known.get(wire))
        if "cells" in row:
            form = case.forms.get(row.get("form", wire))
            cells = [*row["cells"], NOTHING][: len(COLUMNS)]
            for effort, cell in zip(COLUMNS, cells, strict=True):
                args = dict(case.row["args"]) if effort == "unset" else {**case.row["args"], "effort": effort}
                yield check(args, basis_of(row, effort), fields_of(cell, form), cell == REFUSED, effort)
        else:
            yield check(case.row["args"], row["basis"], row.get("fields"), "refused" in row, "")


def _check(
    case: Case,
    mapping: str,
    wire: str,
    row: dict[str, Any],
    known: Wire | None,
    args: dict[str, Any],
    basis: str,
    expected: dict[str, Any] | None,
    rejected: bool,
    effort: str,
) -> Check:
    name = f"{case.name}@{mapping}:{wire}" + (f"#{effort}" if effort else "")
    said = row.get("refused")
    return Check(
        id=name,
        case=case,
        dialect=mapping,
        op="effort",
        request={"mapping": mapping, "wire": wire, "args": args},
        expected=None if rejected else expected,
        rules=(),
        level=LEVEL_OF_BASIS[basis],
        rejected=rejected,
        transform=effort,
        message=said if isinstance(said, str) else "",
        meet=partial(judge_effort, wire=known, optional=row.get("optional", {})),
    )


def basis_of(row: dict[str, Any], effort: str) -> str:
    """The basis of one cell: the row's, or the weaker one that lists the effort.

    >>> basis_of({"basis": "doc", "decided": ["max"]}, "max"), basis_of({"basis": "doc"}, "max")
    ('decided', 'doc')
    """
    for weaker in ("decided", "observed"):
        if effort in row.get(weaker, ()):
            return weaker
    basis: str = row["basis"]
    return basis


def fields_of(cell: Any, form: Any) -> dict[str, Any]:
    """The fields that a cell stands for.

    >>> fields_of("high", {"reasoning": {"effort": "$"}}), fields_of(".", None)
    ({'reasoning': {'effort': 'high'}}, {})
    """
    if cell in (NOTHING, REFUSED):
        return {}
    if isinstance(cell, dict):
        return cell
    if form is None:
        raise ValueError(f"the file has no form for the word {cell!r}")
    fields: dict[str, Any] = _placed(form, cell)
    return fields


def _placed(form: Any, word: Any) -> Any:
    if isinstance(form, dict):
        return {key: _placed(value, word) for key, value in form.items()}
    return word if form == PLACE else form


@cache
def known_wires(folder: Path) -> dict[str, Wire]:
    """The wires of a spec version, loaded once."""
    return wires(folder)


EXPANDERS["effort"] = effort_checks
