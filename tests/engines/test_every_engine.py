"""The sessions of every engine against all grids of a 4x4 board: counts of candidates, searches."""

from __future__ import annotations

import random

import pytest

from satdoku.base.limits import UNLIMITED
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import KillerCage, Thermo
from satdoku.engines import EngineOptions, choose
from satdoku.puzzle import Puzzle
from tests.shared import full_grids

BOARD = Geometry.boxes(4, 2, 2)
GRIDS = full_grids(BOARD)


def puzzles(rules: bool) -> list[tuple[Puzzle, list[tuple[int, ...]]]]:
    """Puzzles with one and with several solutions."""
    chance, cases = random.Random(rules), []
    for givens in (4, 4, 5, 6):
        shown = chance.choice(GRIDS)
        constraints: list[Constraint] = []
        if rules:
            cells = tuple(chance.sample(range(16), 2))
            constraints = [
                KillerCage((5, 6, 10), None),
                Thermo(tuple(sorted(cells, key=shown.__getitem__))),
            ]
        places = {cell: shown[cell] for cell in chance.sample(range(16), givens)}
        puzzle = Puzzle.empty(BOARD, constraints).with_givens(places)
        cases.append((puzzle, [grid for grid in GRIDS if puzzle.accepts(Grid(BOARD, grid))]))
    return cases


@pytest.mark.parametrize("rules", [False, True], ids=["plain", "rules"])
@pytest.mark.parametrize("name", ["sat", "cpsat", "variant", "auto"])
def test_counts_and_searches(name: str, rules: bool) -> None:
    for puzzle, solutions in puzzles(rules):
        session = choose(name, puzzle, EngineOptions())
        grids = list(session.search(puzzle, UNLIMITED.start()))
        assert len(grids) == len(set(grids))
        assert set(grids) == set(solutions)
        for cap in (1, 2, 5):
            counted = session.candidates(puzzle, UNLIMITED.start(), cap)
            assert counted.exhausted
            assert counted.counts == [
                {
                    digit: min(cap, times)
                    for digit in BOARD.digits
                    if (times := sum(grid[cell] == digit for grid in solutions))
                }
                for cell in range(16)
            ]
