"""Equal totals: parts of lines that add up to the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, product

import pytest

from satdoku.base.errors import InvalidPuzzle
from satdoku.board import Geometry
from satdoku.board.constraint import Constraint
from satdoku.constraints import REGISTRY
from satdoku.constraints.data import parse_rules
from satdoku.constraints.lines import RegionSum
from satdoku.explaining import explain
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import start
from satdoku.techniques.arguments.totals import TotalsProof
from satdoku.techniques.board import advance
from satdoku.techniques.check import faults
from satdoku.techniques.searches.clues.totals import EqualTotals
from satdoku.techniques.step import Step

from .support import assert_sound, solve

G9 = Geometry.classic()

LONG_LINE = (
    "r7c3+r7c2+r6c1+r5c2+r4c1+r3c1+r2c2+r1c1+r1c2+r1c3+r1c4+r2c5+r1c6+r1c7+r1c8+r2c9+r3c9+r4c9"
    "+r5c8+r6c9+r7c9+r7c8+r8c8+r9c8+r9c7+r9c6+r8c5+r7c4+r8c3+r9c2"
)


def walked(position: Position) -> Iterator[tuple[Position, Step]]:
    """The steps of this search alone, each with the position before it."""
    while (step := EqualTotals().first(position)) is not None:
        yield position, step
        position = advance(position, step)


def test_five_cells_and_two_pairs_of_a_box_leave_one_total() -> None:
    """Five cells of box 1 are at least 15; two pairs in box 7 cannot both be 16, or 17."""
    puzzle = Puzzle.empty(G9, parse_rules(f"region-sum:{LONG_LINE}", G9))
    steps = list(islice(walked(start(puzzle)), 20))
    text = explain(steps[0][1], G9)
    assert "add up to at least 1 + 2 + 3 + 4 + 5 = 15; " in text
    assert "r7c3 + r7c2 and r8c3 + r9c2 cannot both be 16 or 17. So the total is 15: " in text
    for before, step in steps:
        assert faults(step, before) == ()
        assert isinstance(step.proof, TotalsProof)
        assert step.proof.totals == (15,)
    left = steps[-1][0]
    assert all(left.candidates[G9.cell(name)] == {6, 7, 8, 9} for name in ("r7c2", "r9c2"))


def test_two_equations_are_left_to_the_clues() -> None:
    """An arrow, or a line of two parts, is one equation; two arrows of one circle are a family."""
    arrow = REGISTRY["arrow"]
    one = Puzzle.empty(G9, (arrow(bulb=40, cells=(30, 20)),))
    assert EqualTotals().first(start(one)) is None
    two = Puzzle.empty(G9, (arrow(bulb=40, cells=(30, 20, 10)), arrow(bulb=40, cells=(50, 60))))
    position = start(two).place(40, 6)
    steps = list(walked(position))
    assert {len(step.view.rules) for _, step in steps} == {2}
    assert all(faults(step, before) == () for before, step in steps)


@pytest.mark.full
@pytest.mark.parametrize("lacking", [False, True])
def test_what_it_excludes_is_in_no_solution(lacking: bool) -> None:
    """Lines that are true of a grid, also where houses may lack a digit; a solver is the judge."""
    digits = range(1, 8 if lacking else 7)
    geometry = Geometry.rectangle(6, 6, digits=digits, box=(2, 3), region_size=6)
    rng = random.Random(49)
    solution = solve(start(Puzzle.empty(geometry)))
    assert solution is not None
    count = 0
    for _ in range(6):
        lines = tuple([true_line(rng, geometry, solution) for _ in range(3)])
        position = start(Puzzle.empty(geometry, lines))
        for cell in rng.sample(range(36), 3):
            position = position.place(cell, solution[cell])
        for before, step in islice(walked(position), 6):
            assert faults(step, before) == ()
            assert_sound(step, solution)
            pair = rng.choice(step.eliminations)
            assert with_digit(before, *pair) is None
            count += 1
    assert count >= 6


def true_line(rng: random.Random, geometry: Geometry, solution: tuple[int, ...]) -> Constraint:
    """A region sum line of three parts or more that a grid keeps."""
    while True:
        cells = [rng.randrange(36)]
        while len(cells) < 9:
            row, column = divmod(cells[-1], 6)
            near = [
                6 * r + c
                for r, c in product(range(6), repeat=2)
                if abs(r - row) + abs(c - column) == 1 and 6 * r + c not in cells
            ]
            if not near:
                break
            cells.append(rng.choice(near))
        line = RegionSum(tuple(cells))
        if len(line.pieces(geometry)) > 2 and line.fits(solution, geometry):
            return line


def with_digit(position: Position, cell: int, digit: int) -> tuple[int, ...] | None:
    """A solution with a digit that a step excludes."""
    given = {c: value for c, value in enumerate(position.values) if value is not None}
    try:
        return solve(start(position.puzzle.with_givens(given | {cell: digit})))
    except InvalidPuzzle:
        return None
