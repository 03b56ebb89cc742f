"""The preset hodoku: HoDoKu's own path, each step with a proof that is checked without its finder.

HoDoKu's records are in ../shared/data (skipped where it is absent); ``-m full`` takes all of them.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from functools import lru_cache

import pytest

from satdoku.base.errors import Unsupported
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.explaining import Lang, explain, veiled
from satdoku.formats import parse
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import path, preset, start, walk
from satdoku.rating.hodoku_path import HODOKU_PATH
from satdoku.rating.scales import HODOKU
from satdoku.render import step_scene
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.uniqueness import BugProof
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.compiled.steps import hodoku_step
from satdoku.techniques.names.vocabulary import members
from satdoku.techniques.step import Step
from tests.shared import fewer, shared_file

from .named import unnamed
from .support import assert_sound, solve, with_runs
from .test_hodoku_finders import SEARCHES
from .test_reglib import read

core = pytest.importorskip("satdoku.core", reason="HoDoKu's searches are in the compiled core")

LANGS: tuple[Lang, ...] = ("en", "ja", "zh")
HARD = "..348.........1.8.....7.65.5...3.9...8.....6.2..6.4...6.8.....94.7..28...9.....4."


@lru_cache(maxsize=1)
def recorded() -> list[dict[str, str]]:
    with shared_file("rating", "hodoku_full_paths.tsv").open(newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def judge(puzzle: str, counts: Counter[str]) -> None:
    """The whole path of a puzzle: HoDoKu's, and each step follows from what it names."""
    rating, steps = core.hodoku_path(puzzle)
    position = start(parse(puzzle).puzzle)
    solution = solve(position)
    assert solution is not None
    route = path(position, HODOKU_PATH)
    assert route.outcome == "solved"
    assert len(route.stages) == len(steps)
    for stage, theirs in zip(route.stages, steps, strict=True):
        step = stage.step
        assert (stage.called, stage.rating) == (theirs["name"], theirs["score"])
        placed = theirs["place"]
        assert step.placements == (() if placed is None else (placed,))
        assert step.eliminations == tuple(sorted(set(theirs["eliminations"])))
        assert stage.entry is not None
        assert step.technique in stage.entry.search.names, (puzzle, theirs["name"])
        judge_step(step, stage.before, puzzle)
        assert_sound(step, solution)
        counts[theirs["name"]] += 1
        counts[type(step.proof).__name__] += 1
    rated = [(stage.rating or 0, bool(stage.step.placements)) for stage in route.stages]
    assert HODOKU.columns[0].of(rated) == rating.score


def judge_step(step: Step, before: Position, where: str) -> None:
    assert faults(step, before) == (), (where, step)
    if not isinstance(step.proof, FactsProof | BugProof):
        assert unnamed(step, before) is None, (where, step)
    for lang in LANGS:
        said = with_runs(explain(step, before.geometry, lang))
        for cell, digit in (*step.placements, *step.eliminations):
            assert re.search(rf"{before.geometry.name(cell)}(?!\d)", said), said
            assert str(digit) in said, said
    assert step_scene(before, step) != step_scene(before, veiled(step), conclusions=False)


@pytest.mark.parametrize("part", [0, *fewer(range(1, 200), 16)])
def test_recorded_paths(part: int) -> None:
    """Each part has every two hundredth puzzle, from the easiest to the hardest."""
    counts: Counter[str] = Counter()
    for row in recorded()[part::200]:
        judge(row["puzzle"], counts)
    assert len(counts) > 20


@pytest.mark.parametrize("start", fewer(range(0, 1000, 5), 20))
def test_generated_puzzles(start: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(start, start + 5):
        judge(core.minimal_puzzle(seed), counts)
    assert len(counts) > 3  # an easy five has singles alone


@pytest.mark.parametrize("part", fewer(range(24), 4))
def test_every_search_on_the_library_s_positions(part: int) -> None:
    """The results of HoDoKu's searches where they are asked before their turn, rare
    patterns too."""
    counts: Counter[str] = Counter()
    lines = shared_file("techniques", "reglib-1.4-visible.txt").read_text("utf-8").splitlines()
    for line in [line for line in lines if line.startswith(":")][part::24]:
        position = read(line)[2]
        text = "".join("." if value is None else str(value) for value in position.values)
        marks = [sum(1 << digit - 1 for digit in digits) for digits in position.candidates]
        single = technique("single").first(position) is not None
        for entry in HODOKU_PATH.entries[:-1]:
            search = entry.search.id  # type: ignore[attr-defined]
            _, record = core.hodoku_find(text, marks, search=search)
            if record is None:
                continue
            counts[record["name"]] += 1
            step = hodoku_step(record, position)
            # Singles come first on a path: a grave has none, and no chain ends in one.
            if not single or search not in ("bug_plus_1", "forcing_chain", "forcing_net"):
                assert step.technique in entry.search.names, (line, record["name"], step)
            if not single or search != "bug_plus_1":
                assert faults(step, position) == (), (line, step)
    assert len(counts) > 40


def test_the_table_of_searches_is_the_core_s() -> None:
    """Names and scores: every search of a path has its line, in the order of the search."""
    ids = [entry.search.id for entry in HODOKU_PATH.entries]  # type: ignore[attr-defined]
    assert set(SEARCHES) <= set(ids)
    for search in ids[:-1]:
        assert core.hodoku_find(HARD, search=search)[0] == "ok"
    with pytest.raises(ValueError, match="part of a path"):
        core.hodoku_find(HARD, search=ids[-1])
    seen: dict[str, int] = {}
    for seed in range(60):
        for step in core.hodoku_path(core.minimal_puzzle(seed))[1]:
            assert seen.setdefault(step["search"], step["score"]) == step["score"]
    table = {e.search.id: e.rate(None) for e in HODOKU_PATH.entries}  # type: ignore
    assert seen.items() <= table.items()
    assert len(seen) > 20


@pytest.mark.full
def test_a_path_goes_on_from_any_position() -> None:
    """From the middle, HoDoKu's searches lead on to the same solution."""
    stages = list(walk(start(parse(HARD).puzzle), HODOKU_PATH))
    solution = solve(stages[0].before)
    assert solution is not None
    for stage in stages[::30]:
        route = path(stage.before, HODOKU_PATH)
        assert route.outcome == "solved"
        assert route.end.values == solution
        for own in route.stages:
            judge_step(own.step, own.before, HARD)
        first = HODOKU_PATH.next(stage.before)
        assert first is not None
        assert (first.step, first.called) == (route.stages[0].step, route.stages[0].called)
        (again,) = first.entry.search.find(stage.before)
        assert again == first.step


def test_digits_entered_later_are_no_givens() -> None:
    """An avoidable rectangle rests on what is no given."""
    count = 0
    for row in recorded():
        if "AVOIDABLE" not in row["path"]:
            continue
        for stage in walk(start(parse(row["puzzle"]).puzzle), HODOKU_PATH):
            if stage.step.technique in members("avoidable-rectangle"):
                first = HODOKU_PATH.next(stage.before)
                assert first is not None
                assert first.step == stage.step
                count += 1
    assert count


def test_a_broken_puzzle_and_a_lost_position_have_no_path() -> None:
    position = start(parse(HARD).puzzle)
    solution = solve(position)
    assert solution is not None
    wrong = next(d for d in sorted(position.candidates[0]) if d != solution[0])
    for lost in (
        position.place(0, wrong),
        position.eliminate([(0, solution[0])]),
        start(parse(str(wrong) + HARD[1:]).puzzle),
        start(parse("1" + "." * 80).puzzle),
    ):
        with pytest.raises(Unsupported, match="one solution"):
            path(lost, HODOKU_PATH)
    with pytest.raises(Unsupported, match="4x4"):
        path(start(Puzzle.empty(Geometry.boxes(4, 2, 2))), HODOKU_PATH)


def test_a_path_obeys_its_limit() -> None:
    route = path(start(parse(HARD).puzzle), preset("hodoku"), Limit(seconds=0))
    assert (route.outcome, route.stop) == ("stopped", "seconds")
