"""Additions of variants to the techniques: reasons that name their clue, and true, checked
steps."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

import pytest

import satdoku
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY
from satdoku.explaining import explain
from satdoku.formats import parse
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import preset, start, walk
from satdoku.rating.proofs import with_small_proofs
from satdoku.techniques.board import board_of
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.searches.clues.clues import clues_of
from satdoku.techniques.step import Rule
from tests.shared import thinned

from .support import ROOT, assert_sound, example, solve

WHOLE = {
    "cave", "chaos-construction", "closed-loop", "connected", "doppelganger", "modifier",
    "nurikabe", "region-same-values", "snake", "tapa", "variables", "yin-yang",
}  # fmt: skip
"""Rules that are about all cells at once, as their auxiliary variables join them."""

PLACE = re.compile(r"r\d+c\d+|\b(row|column|box|region|diagonal)\b")

NEW = (
    "joined-clues", "digit-places", "house-combinations", "killer-pair", "killer-triple",
    "parity-chain", "modulus-chain", "whisper-polarity",
    "high-low-chain", "entropy-chain", "conflicting-combinations", "clue-chain",
    "clue-forcing-chains", "digit-counts",
)  # fmt: skip


def puzzle_of(name: str) -> Puzzle:
    text = (ROOT / "examples" / "constraints" / f"{name}.json").read_text("utf-8")
    return parse(text).puzzle


@pytest.mark.full
def test_every_reason_names_its_clue() -> None:
    for name in REGISTRY:
        puzzle = puzzle_of(name)
        named: dict[str, tuple[int, ...]] = {}
        for clue in clues_of(puzzle):
            rule = clue.rule
            if rule.name in ("count-of", "for-each", "same-for-all"):
                continue  # made of rules: two that begin in one cell have one name
            assert named.setdefault(rule.title, rule.cells) == rule.cells, rule.title
            if rule.name in WHOLE:
                continue
            assert PLACE.search(rule.title), rule.title
            outside = rule.name == "full-rank"  # its clue is compared with every line
            assert outside or len(rule.cells) <= 12, rule.title


@pytest.mark.parametrize(
    "name", thinned(["non-consecutive", "negative-xv", "anti-knight", "anti-taxicab"], 2)
)
def test_a_rule_of_the_board_is_one_fact_a_pair_of_cells(name: str) -> None:
    puzzle = puzzle_of(name)
    links = [reason for reason in board_of(puzzle).reasons if isinstance(reason, Rule)]
    houses = [house for house in board_of(puzzle).houses if house.kind == "extra"]
    assert links or houses
    assert all(len(rule.cells) == 2 for rule in links)
    assert all(len(house.cells) == 2 for house in houses)
    assert all(len(clue.rule.cells) == 2 for clue in clues_of(puzzle))


@pytest.mark.parametrize("name", [*NEW, "law-of-leftovers"])
def test_what_is_true_is_not_excluded(name: str) -> None:
    position = example(name)
    step = technique(name).first(position)
    assert step is not None
    solution = solve(position)
    assert solution is not None
    true = [(cell, solution[cell]) for cell in step.view.cells if position.values[cell] is None]
    assert true
    for pair in true:
        assert faults(replace(step, eliminations=(pair,)), position)


def test_places_of_a_digit_are_told_by_what_would_be_left() -> None:
    """A house of which a cell sees all places, by a house and by a clue, needs no other beside."""
    position = example("digit-places")
    step = technique("digit-places").first(position)
    assert step is not None
    assert explain(step, position.geometry).startswith(
        "Column 8 must hold a 4. So r3c9 is not 4.\n"
        "  - Suppose r3c9 = 4: No place is left for 4 in column 8 (r3c8 and r4c8 see r3c9)."
    )


def steps_are_true(name: str, stages: int) -> int:
    """How many steps of the new techniques are found at the start of the path of an example."""
    puzzle = puzzle_of(name)
    grid = satdoku.solve(puzzle).solution
    assert grid is not None
    solution = tuple(value for value in grid.values if value is not None)
    if len(solution) != puzzle.geometry.cell_count:
        return 0  # cells that the solution leaves open
    seen = 0
    for stage in islice(walk(start(puzzle), with_small_proofs(preset("human"), puzzle)), stages):
        for wanted in NEW:
            step = technique(wanted).first(stage.before)
            if step is not None:
                seen += 1
                assert_sound(step, solution)
                assert faults(step, stage.before) == (), explain(step, puzzle.geometry)
    return seen


@pytest.mark.full
@pytest.mark.parametrize("name", thinned(["renban", "white-dot", "killer-cage"], 3))
def test_steps_are_true_and_provable(name: str) -> None:
    assert steps_are_true(name, 4)


def test_a_cell_with_one_digit_left_is_not_a_filled_one() -> None:
    """The results that are kept with the model from the one position are not used for the other."""
    line = REGISTRY["modular-line"]
    geometry = Geometry.classic()
    kinds = (line(cells=(11, 1, 9, 18), mod=3), line(cells=(27, 28, 38), mod=3))  # type: ignore[call-arg]
    puzzle = Puzzle(geometry, (None,) * 81, constraints=kinds)
    filled = {10: 2, 11: 6, 18: 9, 19: 7, 37: 4, 55: 3, 64: 9}
    left = {1: {1, 5}, 9: {1, 4}, 28: {1, 5, 6}, 46: {6, 8}, 73: {6, 8}}
    position = Position(
        puzzle,
        tuple(filled.get(cell) for cell in range(81)),
        tuple(
            frozenset() if cell in filled else frozenset(left.get(cell, geometry.digits))
            for cell in range(81)
        ),
    )
    values, candidates = list(position.values), list(position.candidates)
    values[18], candidates[18] = None, frozenset({9})
    before = replace(position, values=tuple(values), candidates=tuple(candidates))
    chains = technique("modulus-chain")
    steps = [step for at in (before, position) for step in chains.find(at)]
    assert [step.eliminations for step in steps] == [((28, 6),)] * 2


@pytest.mark.slow
@pytest.mark.parametrize("name", REGISTRY)
def test_steps_of_every_rule_are_true_and_provable(name: str) -> None:
    steps_are_true(name, 8)
