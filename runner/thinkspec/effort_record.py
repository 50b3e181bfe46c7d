"""What the record of a run says about a mapper beside its verdicts: how each cell was met."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from thinkspec.effort_judge import HARD, OUTCOMES
from thinkspec.run import Outcome


def effort_record(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """For each wire how often each outcome came, and every cell that was judged.

    A cell is one check: its case, the wire, the model, the effort (or null for a row that is one check), the outcome.
    """
    judged = [outcome for outcome in outcomes if outcome.verdict.outcome]
    wires: dict[str, dict[str, int]] = {}
    for outcome in judged:
        wire = outcome.check.request["wire"]
        wires.setdefault(wire, dict.fromkeys(OUTCOMES, 0))[outcome.verdict.outcome] += 1
    return {
        "outcomes": wires,
        "hard": sum(counts[name] for counts in wires.values() for name in HARD),
        "cells": [_cell(outcome) for outcome in judged],
    }


def _cell(outcome: Outcome) -> dict[str, Any]:
    check = outcome.check
    return {
        "id": check.id,
        "case": check.case.name,
        "wire": check.request["wire"],
        "model": check.request["args"].get("model"),
        "effort": check.transform or None,
        "level": check.level,
        "outcome": outcome.verdict.outcome,
    }
