"""Bounds on the fewest givens against all subsets, and against another proof."""

from __future__ import annotations

import pytest

from satdoku.base.errors import InvalidPuzzle
from satdoku.base.limits import Limit
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import KillerCage, MainDiagonal
from satdoku.diagnosing.fewest import NO_FEWER_CLASSIC, FewestClues, find_fewest_clues
from satdoku.generating.reducing import Reducer
from satdoku.puzzle import Puzzle
from satdoku.solving import check_unique
from tests.shared import cpu_below, in_time, thinned

from .boards import FOUR, NINE, SIX, fewest, four_grids, grid_of, keeping

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SIXES = ("123456456123231564564231312645645312", "123456456123214365365214531642642531")


def test_4x4_is_exact() -> None:
    for values in four_grids()[::100]:
        grid = Grid(FOUR, values)
        result = find_fewest_clues(Puzzle.empty(FOUR), grid)
        assert result.exact
        assert result.clues == result.at_least == fewest(values, four_grids()) == 4
        assert check_unique(result.puzzle).witnesses == (grid,)
        assert result.stopped is None


@pytest.mark.parametrize("rule", thinned([MainDiagonal(), KillerCage((0, 1, 5), None)], 2))
def test_4x4_with_a_rule_is_exact(rule: Constraint) -> None:
    grids = keeping([rule])
    for values in grids[:: len(grids) // 3]:
        grid = Grid(FOUR, values)
        result = find_fewest_clues(Puzzle.empty(FOUR, (rule,)), grid)
        assert result.exact
        assert result.clues == fewest(values, grids)
        assert result.puzzle.constraints == (rule,)
        assert check_unique(result.puzzle).witnesses == (grid,)


@pytest.mark.parametrize("text", SIXES)
def test_6x6_is_exact(text: str) -> None:
    """The other proof: the fewest givens of the full grid as a puzzle with redundant givens."""
    grid = grid_of(text)
    fewest = find_fewest_clues(Puzzle.empty(SIX), grid)
    other = Reducer(Puzzle.empty(SIX).with_givens(grid.values)).fewest()
    assert other.proved
    assert fewest.exact
    assert fewest.clues == other.puzzle.clues
    assert fewest.clues >= 8
    assert check_unique(fewest.puzzle).witnesses == (grid,)


def test_a_rule_that_leaves_one_grid_needs_no_given() -> None:
    values = four_grids()[0]
    cages = tuple(KillerCage((cell,), digit) for cell, digit in enumerate(values))
    fewest = find_fewest_clues(Puzzle.empty(FOUR, cages), Grid(FOUR, values))
    assert (fewest.clues, fewest.at_least, fewest.exact) == (0, 0, True)


def test_9x9_has_bounds() -> None:
    bounds_seen: list[tuple[int, int]] = []
    grid = grid_of(SOLUTION)

    def asked(seconds: float) -> FewestClues:
        bounds_seen.clear()
        return find_fewest_clues(
            Puzzle.empty(NINE),
            grid,
            limit=Limit(seconds=seconds),
            progress=lambda below, above: bounds_seen.append((below, above)),
        )

    result = in_time(asked, lambda result: result.at_least >= 10 and result.clues <= 23)
    assert 10 <= result.at_least <= result.clues <= 23
    assert result.known_at_least == NO_FEWER_CLASSIC == 17
    assert result.clues >= 17
    assert not result.exact
    assert result.stopped == "seconds"
    assert check_unique(result.puzzle).witnesses == (grid,)
    assert all(
        result.puzzle.givens[cell] in (None, digit) for cell, digit in enumerate(grid.values)
    )
    assert bounds_seen
    assert bounds_seen == sorted(bounds_seen, key=lambda bounds: (bounds[0], -bounds[1]))
    assert bounds_seen[-1][1] == result.clues


def test_ctrl_c_keeps_what_was_found() -> None:
    def interrupt(below: int, above: int) -> None:
        raise KeyboardInterrupt

    grid = grid_of(SOLUTION)
    fewest = find_fewest_clues(Puzzle.empty(NINE), grid, progress=interrupt)
    assert fewest.stopped == "cancelled"
    assert 10 <= fewest.at_least <= fewest.clues < 30
    assert check_unique(fewest.puzzle).witnesses == (grid,)


@pytest.mark.parametrize("board", [Geometry.classic(), Geometry.boxes(16, 4, 4)])
def test_no_time_at_all(board: Geometry) -> None:
    from satdoku.solving import solve

    grid = solve(Puzzle.empty(board)).solutions[0]
    fewest = find_fewest_clues(Puzzle.empty(board), grid, limit=Limit(seconds=0))
    assert fewest.puzzle.givens == grid.values
    assert not fewest.exact
    assert fewest.stopped == "seconds"


@pytest.mark.full
def test_a_large_board_keeps_its_limit() -> None:
    from satdoku.solving import solve

    board = Puzzle.empty(Geometry.boxes(16, 4, 4))
    grid = solve(board).solutions[0]

    def asked(seconds: float) -> FewestClues:
        with cpu_below(10 + seconds):
            return find_fewest_clues(board, grid, limit=Limit(seconds=seconds))

    result = in_time(asked, lambda result: result.clues < 256)
    assert result.at_least <= result.clues < 256
    assert result.known_at_least == 0
    assert check_unique(result.puzzle).witnesses == (grid,)


def test_what_is_no_solution_is_refused() -> None:
    with pytest.raises(InvalidPuzzle):
        find_fewest_clues(Puzzle.empty(FOUR), Grid(FOUR, (1,) * 16))
