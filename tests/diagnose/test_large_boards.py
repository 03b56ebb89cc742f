"""Boards too large are refused at once, not after minutes."""

from __future__ import annotations

import pytest

from satdoku.base.errors import Unsupported
from satdoku.base.limits import Limit
from satdoku.board import Geometry, Grid
from satdoku.diagnosing.backdoors import find_backdoors
from satdoku.diagnosing.fewest import find_fewest_clues
from satdoku.diagnosing.redundant import find_redundant
from satdoku.diagnosing.unavoidable import unavoidable_sets
from satdoku.puzzle import Puzzle

SIZE = 49
VALUES = tuple(
    (7 * (row % 7) + row // 7 + column) % SIZE + 1 for row in range(SIZE) for column in range(SIZE)
)


def test_refused() -> None:
    board = Puzzle.empty(Geometry.boxes(SIZE, 7, 7))
    grid = Grid(board.geometry, VALUES)
    puzzle = board.with_givens(VALUES)
    assert board.accepts(grid)
    for ask in (
        lambda: find_redundant(puzzle),
        lambda: find_backdoors(puzzle),
        lambda: unavoidable_sets(board, grid, 4),
        lambda: find_fewest_clues(board, grid),
    ):
        with pytest.raises(Unsupported, match="too large for this question: 49x49"):
            ask()


@pytest.mark.full
def test_25x25_is_answered() -> None:
    board = Puzzle.empty(Geometry.boxes(25, 5, 5))
    values = tuple(
        (5 * (row % 5) + row // 5 + column) % 25 + 1 for row in range(25) for column in range(25)
    )
    puzzle = board.with_givens(values).with_givens(dict.fromkeys(range(0, 625, 60)))
    backdoors = find_backdoors(puzzle, limit=Limit(seconds=60))
    assert backdoors.size == 0
    assert unavoidable_sets(
        board, Grid(board.geometry, values), 4, limit=Limit(seconds=60)
    ).complete
