"""Drawings that digits stand for, against all grids of small boards."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from satdoku.base.limits import Limit
from satdoku.board import Constraint, Geometry
from satdoku.constraints import Loop, Snake, StarBattle, YinYang
from satdoku.puzzle import Puzzle
from satdoku.solving import enumerate_solutions

NAMES = ("yin-yang", "closed-loop", "snake", "star-battle")
ROWS, COLUMNS = 3, 4
BOARD = Geometry.rectangle(ROWS, COLUMNS, digits=(1, 2), box=None, raw=True)
Cells = set[tuple[int, int]]


def _beside(cell: tuple[int, int], cells: Cells) -> Cells:
    row, column = cell
    return {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & cells


def _whole(cells: Cells) -> bool:
    """Whether the cells are one piece, by flooding."""
    if not cells:
        return False
    seen: Cells = set()
    waiting = {min(cells)}
    while waiting:
        seen |= waiting
        waiting = set().union(*(_beside(cell, cells) for cell in waiting)) - seen
    return seen == cells


def _yin_yang(one: Cells, other: Cells) -> bool:
    squares = (
        {(row, column), (row + 1, column), (row, column + 1), (row + 1, column + 1)}
        for row in range(ROWS - 1)
        for column in range(COLUMNS - 1)
    )
    return _whole(one) and _whole(other) and not any(s <= one or s <= other for s in squares)


def _loop(one: Cells, other: Cells) -> bool:
    return _whole(one) and all(len(_beside(cell, one)) == 2 for cell in one)


def _snake(one: Cells, other: Cells) -> bool:
    links = sum(len(_beside(cell, one)) for cell in one) // 2
    return _whole(one) and links == len(one) - 1 and all(len(_beside(c, one)) < 3 for c in one)


def _stars(one: Cells, other: Cells) -> bool:
    apart = all(max(abs(a - c), abs(b - d)) > 1 for a, b in one for c, d in one - {(a, b)})
    rows = [sum(row == r for row, _ in one) for r in range(ROWS)]
    return (
        apart
        and rows == [1] * ROWS
        and all(sum(column == c for _, column in one) == 1 for c in range(COLUMNS))
    )


@pytest.mark.parametrize(
    "engine", ["variant", "sat", pytest.param("cpsat", marks=pytest.mark.full)]
)
@pytest.mark.parametrize(
    ("rule", "judge"),
    [
        (YinYang((1,)), _yin_yang),
        (Loop((1,)), _loop),
        (Snake((1,)), _snake),
        (StarBattle((1,)), _stars),
        (Snake((1,), size=5), lambda one, other: len(one) == 5 and _snake(one, other)),
    ],
    ids=[*NAMES, "snake of 5"],
)
def test_all_grids(engine: str, rule: Constraint, judge: Callable[[Cells, Cells], bool]) -> None:
    wanted = set()
    for grid in product((1, 2), repeat=ROWS * COLUMNS):
        one = {divmod(at, COLUMNS) for at, digit in enumerate(grid) if digit == 1}
        other = {divmod(at, COLUMNS) for at, digit in enumerate(grid) if digit == 2}
        if judge(one, other):
            wanted.add(grid)
    puzzle = Puzzle.empty(BOARD, [rule])
    solutions = enumerate_solutions(puzzle, backend=engine, limit=Limit(solutions=5000))
    assert {solution.values for solution in solutions} == wanted
    assert wanted or rule.name == "star-battle"


def test_a_star_battle_on_a_square() -> None:
    board = Geometry.rectangle(5, 5, digits=(1, 2), box=None, raw=True)
    solutions = enumerate_solutions(Puzzle.empty(board, [StarBattle((2,))]))
    # Permutations of 5 without neighbours beside each other.
    assert len(list(solutions)) == 14


def test_the_cells_of_a_group_can_be_the_drawing() -> None:
    from satdoku.constraints import parse_rules

    board = Geometry.rectangle(2, 2, digits=(1, 2), box=None, raw=True)
    cells = "+".join(f"VA{number}" for number in range(1, 5))
    for rule, count in (("loop", 1), ("snake", 12), ("yin-yang", 12)):
        ties = ",".join(
            f"clone:r{row}c{column}:VA{2 * row + column - 2}" for row in (1, 2) for column in (1, 2)
        )
        rules = parse_rules(f"variables:VA*2x2:({rule}:1:{cells},{ties})", board)
        assert len(list(enumerate_solutions(Puzzle.empty(board, rules)))) == count
