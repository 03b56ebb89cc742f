"""The one solution of a puzzle, or an error with the reason why there is none."""

from __future__ import annotations

from typing import cast

from satdoku.base.errors import NoSolution, NotUnique, Unsupported
from satdoku.base.limits import Clock
from satdoku.board import Geometry, Grid
from satdoku.puzzle import Puzzle
from satdoku.solving import check_unique

_MAX_CANDIDATES = 50_000
"""36x36. The clauses of larger boards, which cannot be pruned by givens here, take minutes."""


def only_solution(puzzle: Puzzle, clock: Clock) -> Grid:
    """The solution of a puzzle that has exactly one.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises NoSolution, NotUnique: where it has none, or several.
    :raises RanOut: where the clock runs out before that is known.
    """
    from satdoku.base.limits import RanOut

    result = check_unique(puzzle, limit=clock.rest())
    if result.verdict == "undecided":
        assert result.stopped is not None
        raise RanOut(result.stopped)
    if result.verdict == "none":
        raise NoSolution("the puzzle has no solution")
    if result.verdict == "multiple":
        raise NotUnique("the puzzle has several solutions")
    return result.witnesses[0]


def digits_of(grid: Grid) -> tuple[int, ...]:
    """The digits of a full grid."""
    return cast(tuple[int, ...], grid.values)


def require_manageable(geometry: Geometry) -> None:
    """:raises Unsupported: where the board is too large for a solver without givens."""
    if geometry.cell_count * geometry.size > _MAX_CANDIDATES:
        raise Unsupported(
            "the board is too large for this question: {board}, and 36x36 is the largest that it "
            "can be asked of",
            board=geometry.describe(),
        )
