"""Run all of it: every mutant in every twin, the controls, the list of equivalents, and a report."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from thinkspec.adequacy.controls import empty_mutant_dies, trivial_readers_live
from thinkspec.adequacy.effort import effort_mutants, made_up
from thinkspec.adequacy.engines import chosen_edits, edited
from thinkspec.adequacy.equivalents import equivalents, stale
from thinkspec.adequacy.hunt import failing, hunt
from thinkspec.adequacy.model import GROUPS, Fate, Mutant
from thinkspec.adequacy.questions import Questions, questions
from thinkspec.adequacy.reading import reading_mutants
from thinkspec.adequacy.streaming import round_mutants
from thinkspec.adequacy.tell import REPLIES, SEED, telling_reply
from thinkspec.adequacy.twin import Twin
from thinkspec.effort_tables import compile_effort, has_effort_tables, load_effort
from thinkspec.node import find_node
from thinkspec.strictyaml import load
from thinkspec.tables import Spec, compile_all, load_spec

# With --part, every so many mutants are run: always the same ones, spread over all rules.
PART = 12


@dataclass
class Report:
    """What came of it.  ``failing`` are checks that the true tables fail; then no mutant was run."""

    mutants: int = 0
    killed: int = 0
    equivalent: int = 0
    survivors: list[dict[str, Any]] = field(default_factory=list)
    failing: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    twins: list[str] = field(default_factory=list)
    groups: dict[str, int] = field(default_factory=dict)

    @property
    def is_clean(self) -> bool:
        """Whether every mutant that can be killed was, and nothing else is wrong."""
        return not (self.survivors or self.failing or self.wrong)


@dataclass(frozen=True)
class Plan:
    """What is run: where, in which twins, which mutants."""

    root: Path
    twins: Sequence[str] = ("python", "js")
    groups: Sequence[str] = GROUPS
    only: str = ""
    part: bool = False
    tell: int = REPLIES
    spec_dir: Path | None = None
    cases_dir: Path | None = None
    progress: Callable[[int, int], None] | None = None


def adequacy(plan: Plan) -> Report:
    """Hunt every mutant of a plan; raises NoNode where the JavaScript twin is asked for and there is no Node."""
    if "js" in plan.twins:
        find_node()
    spec = load_spec(plan.root, plan.spec_dir)
    asked = questions(plan.root, spec, plan.cases_dir)
    everything = mutants_of(plan.root, spec, asked)
    mutants = chosen(plan, everything)
    fates = hunted(plan, spec, asked, mutants)
    if isinstance(fates, Report):
        return fates
    return report_of(plan, spec, asked, fates)


def mutants_of(root: Path, spec: Spec, asked: Questions) -> list[Mutant]:
    """Every mutant of every table."""
    made = list(reading_mutants(spec))
    rounds = spec.folder / "rounds.yaml"
    if rounds.is_file():
        made += round_mutants(load(rounds, rounds.name).value, asked)
    if has_effort_tables(spec.folder):
        made += effort_mutants(compile_effort(load_effort(root, spec.folder)), asked)
    return made


def chosen(plan: Plan, mutants: Sequence[Mutant]) -> list[Mutant]:
    """The mutants that a plan asks for."""
    fitting = [mutant for mutant in mutants if mutant.group in plan.groups and plan.only in mutant.id]
    return fitting[::PART] if plan.part else fitting


def hunted(plan: Plan, spec: Spec, asked: Questions, mutants: list[Mutant]) -> list[Fate] | Report:
    """What came of each mutant in each twin, the twins side by side; a report at once if a true table fails."""
    fates: dict[str, list[Fate]] = {}
    trouble: dict[str, Report] = {}
    errors: list[BaseException] = []
    done = [0]

    def count() -> None:
        done[0] += 1
        if plan.progress:
            plan.progress(done[0], len(mutants) * len(plan.twins))

    # With a part of the mutants only the questions that it needs are looked at.
    whole = range(len(asked.checks))
    used = {number for one in mutants for order in (one.order, one.rest) for number in asked.orders.get(order, ())}
    needed = sorted(used) if plan.only or plan.part else list(whole)

    def work(name: str) -> None:
        try:
            with Twin(name) as twin:
                twin.load(compile_all(spec), asked.sent(), asked.orders, made_up(mutants))
                wrong = failing(twin, asked, needed)
                odd = [] if wrong else empty_mutant_dies(twin, asked)
                if wrong or odd:
                    trouble[name] = Report(failing=[f"{check} ({name})" for check in wrong], wrong=odd)
                else:
                    fates[name] = list(hunt(twin, mutants, asked, count))
                    fates[name] += [edited(name, row, spec, asked) for row in engine_rows(plan, name)]
        except BaseException as error:  # noqa: BLE001 -- told in the thread that waits
            errors.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in plan.twins]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    if trouble:
        return Report(
            failing=[one for report in trouble.values() for one in report.failing],
            wrong=[one for report in trouble.values() for one in report.wrong],
            twins=list(plan.twins),
        )
    return [fate for name in plan.twins for fate in fates[name]]


def engine_rows(plan: Plan, twin: str) -> list[dict[str, Any]]:
    """The edits of one engine that a plan asks for."""
    return chosen_edits(plan.root, twin, plan.only, part=plan.part) if "engine" in plan.groups else []


def report_of(plan: Plan, spec: Spec, asked: Questions, fates: list[Fate]) -> Report:
    """Count, list the survivors with the replies that tell them apart, and hold the list of equivalents to them."""
    rows = equivalents(plan.root)
    report = Report(twins=list(plan.twins))
    by_id: dict[str, list[Fate]] = {}
    for fate in fates:
        by_id.setdefault(fate.mutant.id, []).append(fate)
    report.mutants = len(by_id)
    for identity, found in by_id.items():
        mutant = found[0].mutant
        report.groups[mutant.group] = report.groups.get(mutant.group, 0) + 1
        if any(row.matches(identity) for row in rows):
            report.equivalent += 1
        elif all(fate.state == "killed" for fate in found):
            report.killed += 1
        else:
            report.survivors.append(survivor(plan, spec, mutant, found))
    whole = not (plan.part or plan.only or set(GROUPS) - set(plan.groups))
    report.wrong = stale(rows, fates, whole=whole)
    report.wrong += trivial_readers_live(asked, spec.dialects)
    return report


def survivor(plan: Plan, spec: Spec, mutant: Mutant, found: list[Fate]) -> dict[str, Any]:
    """One survivor as the report lists it."""
    alive = [fate for fate in found if fate.state != "killed"]
    row: dict[str, Any] = {
        "id": mutant.id,
        "rule": mutant.rule,
        "change": mutant.change,
        "twins": [fate.twin for fate in alive],
        "input": None,
        "note": "",
    }
    elsewhere = next((fate.by for fate in alive if fate.by), "")
    if elsewhere:
        row["note"] = f"killed by {elsewhere} only, which does not show {mutant.rule}"
    elif "dialect" in mutant.payload:
        row["input"] = telling_reply(spec, mutant, plan.tell)
        if row["input"] is None:
            row["note"] = f"none found in {plan.tell} replies, seed {SEED}"
    return row
