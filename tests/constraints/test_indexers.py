from __future__ import annotations

import pytest
from trials import trial

from satdoku.board import Geometry
from satdoku.constraints import IndexLine
from satdoku.puzzle import Puzzle
from satdoku.solving import solve

NAMES = (
    "row-indexer",
    "column-indexer",
    "box-indexer",
    "index-line",
    "value-indexing",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)


def test_a_line_is_at_most_as_long_as_there_are_digits() -> None:
    board = Geometry.classic()
    whole = IndexLine(tuple(range(9)))
    assert whole.unfit(board) is None
    found = solve(Puzzle.empty(board, [whole])).solution
    assert found is not None
    assert whole.holds(found)
    assert "no digit 10" in (IndexLine(tuple(range(10))).unfit(board) or "")
