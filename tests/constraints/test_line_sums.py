"""Sums along lines, by brute force, and lines too short for their circles."""

import pytest
from trials import trial

from satdoku.board import Geometry
from satdoku.constraints import parse_rules
from satdoku.puzzle import Puzzle

NAMES = (
    "zipper",
    "double-arrow",
    "split-peas",
    "sum-line",
    "lunchbox",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)


@pytest.mark.parametrize(("last", "faults"), [(3, 1), (4, 1), (5, 0), (6, 0)])
def test_circles_of_split_peas_hold_eleven_at_least(last: int, faults: int) -> None:
    """Of digits up to 4, two cells between them have 8 at most, and three have 12."""
    board = Geometry(1, 7, (1, 2, 3, 4), ())
    puzzle = Puzzle.empty(board, parse_rules(f"split-peas:r1c1-r1c{last}", board))
    assert len(puzzle.problems()) == faults
