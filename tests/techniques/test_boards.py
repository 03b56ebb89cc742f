"""Techniques on boards with houses that lack digits and with grids that overlap: what they conclude
is true of the solution."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from satdoku import solving
from satdoku.base.limits import UNLIMITED
from satdoku.formats.boards import board_of_words
from satdoku.generating.grids import grid_values
from satdoku.generating.sat import SatBoard
from satdoku.puzzle import Position, Puzzle
from satdoku.techniques import all_techniques
from satdoku.techniques.arguments.fish import FishProof
from satdoku.techniques.board import apply, board_of
from satdoku.techniques.check import faults
from satdoku.techniques.searches.houses.locked import Locked
from satdoku.techniques.step import Step
from tests.shared import thinned

BOARDS = (
    "size=4x6 digits=0-5",
    "size=4 digits=0-5 region-size=4",
    "size=4 raw",
    "size=4 regions=AA..AA...BB..BB. partial",
    "size=4 grids=r1c1,r3c3",
    "size=4 grids=r1c1,r3c1",
)
SEARCHES = [
    technique
    for technique in all_techniques()
    if not technique.name.startswith(("nested", "dynamic", "negation", "trial", "small", "aligned"))
]


def _unique(words: str, seed: int) -> tuple[Puzzle, tuple[int, ...]]:
    chance = random.Random(seed)
    empty = Puzzle.empty(board_of_words(words))
    values = grid_values(SatBoard(empty, UNLIMITED.start()), seed)
    assert values is not None
    givens = dict(enumerate(values))
    for cell in chance.sample(sorted(givens), len(givens)):
        digit = givens.pop(cell)
        if solving.check_unique(empty.with_givens(givens)).verdict != "unique":
            givens[cell] = digit
    return empty.with_givens(givens), values


@pytest.mark.parametrize(
    ("words", "seeds"),
    [
        *thinned([(words, 1) for words in (*BOARDS[:4], BOARDS[-1])], 3, rows=True),
        *(pytest.param(words, 2, marks=pytest.mark.full) for words in BOARDS),
    ],
)
def test_what_is_concluded_is_true(words: str, seeds: int) -> None:
    count = 0
    for seed in range(seeds):
        puzzle, values = _unique(words, seed)
        position = Position.of(puzzle)
        for _ in range(4):
            steps: list[Step] = []
            for technique in SEARCHES:
                if technique.refusal(puzzle) is None:
                    steps += islice(technique.find(position, UNLIMITED.start()), 8)
            for step in steps:
                assert all(values[cell] == digit for cell, digit in step.placements), step
                assert all(values[cell] != digit for cell, digit in step.eliminations), step
            for step in steps[::4]:
                assert faults(step, position) == ()
            count += len(steps)
            if not steps:
                break
            position = apply(position, min(steps, key=lambda s: len(s.placements)))
    assert count > 4 * seeds


def test_a_column_of_another_grid_keeps_the_cells_that_both_share() -> None:
    geometry = board_of_words("size=4 grids=r1c1,r3c1")
    position = Position.of(Puzzle.empty(geometry))
    eliminated = [(geometry.cell(name), 1) for name in ("r1c1", "r2c1", "r6c1")]
    position = position.eliminate(eliminated)
    # 1 is in r3c1 or r4c1 for grid 1, and that column of grid 2 may have it there too.
    steps = list(Locked(direct=True, claiming=True).find(position, UNLIMITED.start()))
    assert all(step.placements[0][0] != geometry.cell("r5c1") for step in steps)


def test_lines_of_each_grid_cross() -> None:
    geometry = board_of_words("samurai")
    board = board_of(Puzzle.empty(geometry))
    assert len(board.crossings) == 5
    for rows, columns in board.crossings:
        for row in rows:
            for cell, column in zip(board.members[row], columns, strict=True):
                assert board.mask[column] >> cell & 1
        assert len({board.houses[h].grid for h in (*rows, *columns)}) == 1


def test_a_fish_in_one_grid_of_many() -> None:
    from satdoku.techniques.searches.houses.fish import Fish

    geometry = board_of_words("twodoku")
    position = Position.of(Puzzle.empty(geometry))
    keep = {("r8c8"), ("r8c12"), ("r14c8"), ("r14c12")}
    rows = [f"r{r}c{c}" for r in (8, 14) for c in range(7, 16)]
    eliminated = [(geometry.cell(name), 5) for name in rows if name not in keep]
    position = position.eliminate(eliminated)
    steps = list(Fish(2).find(position, UNLIMITED.start()))
    assert len(steps) == 1
    proof = steps[0].proof
    assert isinstance(proof, FishProof)
    assert {house.grid for house in (*proof.base, *proof.cover)} == {2}
    columns = {geometry.row_column(cell)[1] for cell, _ in steps[0].eliminations}
    assert columns == {7, 11}


def test_lines_of_grids_that_overlap_cross_others_once() -> None:
    board = board_of(Puzzle.empty(board_of_words("size=4 grids=r1c1,r3c1")))
    assert board.exchanges
    for around, sides in board.exchanges:
        assert around.bit_count() == sum(map(len, sides)) == len({*sides[0], *sides[1]}) == 6
