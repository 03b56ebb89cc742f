"""Drawings that digits stand for, against all grids of small boards."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from satdoku.base.limits import Limit
from satdoku.board import Constraint, Geometry
from satdoku.constraints import (
    Cave,
    InSight,
    Loop,
    Nurikabe,
    Snake,
    StarBattle,
    Tapa,
    TapaClue,
    YinYang,
)
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


def _thin(one: Cells) -> bool:
    """Whether the cells are one piece without a whole two by two square."""
    return _whole(one) and not any(
        {(row, column), (row + 1, column), (row, column + 1), (row + 1, column + 1)} <= one
        for row, column in one
    )


def _cave(one: Cells, other: Cells) -> bool:
    outside = {(r, c) for r in range(-1, ROWS + 1) for c in range(-1, COLUMNS + 1)}
    return _whole(one) and _whole(other | (outside - one - other))


def _islands(sizes: dict[tuple[int, int], int]) -> Callable[[Cells, Cells], bool]:
    def judge(one: Cells, other: Cells) -> bool:
        left = set(other)
        for start, size in sizes.items():
            island, waiting = set[tuple[int, int]](), {start} & left
            while waiting:
                island |= waiting
                waiting = set().union(*(_beside(cell, left) for cell in waiting)) - island
            if len(island) != size:
                return False
            left -= island
        return not left and _thin(one)

    return judge


def _seen(cell: tuple[int, int], one: Cells) -> int:
    count = 1
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        row, column = cell[0] + down, cell[1] + right
        while (row, column) in one:
            row, column, count = row + down, column + right, count + 1
    return count


def _tapa_clue(one: Cells, other: Cells) -> bool:
    """Runs of 1 and 2 around r2c2, by the changes from cell to cell around it."""
    around = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)]
    runs = "".join("#" if cell in one else "." for cell in around) * 2
    first = runs.find(".")
    turned = runs[first : first + 8].split(".")
    return (1, 1) in other and sorted(len(run) for run in turned if run) == [1, 2]


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
        (Cave((1,)), _cave),
        (Tapa((1,)), lambda one, other: _thin(one)),
        (Nurikabe((1,), starts=(0, 6), sizes=(3, 2)), _islands({(0, 0): 3, (1, 2): 2})),
        (
            Nurikabe((1,), starts=(5, 7), controls=(1, 11)),
            lambda one, other: _islands(
                {(1, 1): 1 + ((0, 1) in other), (1, 3): 1 + ((2, 3) in other)}
            )(one, other),
        ),
        (TapaClue((1,), 5, (2, 1)), _tapa_clue),
        (TapaClue((1,), 0, (0,)), lambda one, other: not one & {(0, 0), (0, 1), (1, 0), (1, 1)}),
        (InSight((1,), 5, 3), lambda one, other: (1, 1) in one and _seen((1, 1), one) == 3),
        (
            InSight((1,), 9, control=0),
            lambda one, other: (2, 1) in one and _seen((2, 1), one) == 1 + ((0, 0) in other),
        ),
        (Snake((1,), size=5), lambda one, other: len(one) == 5 and _snake(one, other)),
    ],
    ids=[
        *NAMES,
        "cave",
        "tapa",
        "nurikabe",
        "islands as large as digits",
        "runs",
        "no run",
        "in sight",
        "a digit of cells in sight",
        "snake of 5",
    ],
)
def test_all_grids(engine: str, rule: Constraint, judge: Callable[[Cells, Cells], bool]) -> None:
    wanted = set()
    for grid in product((1, 2), repeat=ROWS * COLUMNS):
        one = {divmod(at, COLUMNS) for at, digit in enumerate(grid) if digit == 1}
        other = {divmod(at, COLUMNS) for at, digit in enumerate(grid) if digit == 2}
        if judge(one, other):
            wanted.add(grid)
    # CP-SAT takes minutes for all of them, and is asked for those with the first cells of one.
    first = sorted(wanted)[len(wanted) // 2][:5] if engine == "cpsat" and wanted else ()
    wanted = {grid for grid in wanted if grid[: len(first)] == first}
    puzzle = Puzzle.empty(BOARD, [rule]).with_givens(dict(enumerate(first)))
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
