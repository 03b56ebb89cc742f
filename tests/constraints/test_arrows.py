"""Arrows and pills, by brute force, and what they refuse."""

import pytest
from trials import trial

from satdoku.base.errors import FormatError
from satdoku.board import Geometry, Grid
from satdoku.constraints import Arrow, PillArrow, parse_rules
from satdoku.puzzle import Puzzle


@pytest.mark.parametrize("name", ["arrow", "pill-arrow"])
def test_by_brute_force(name: str) -> None:
    trial(name)


BOARD = Geometry.classic()


def test_refusals_and_faults() -> None:
    with pytest.raises(FormatError, match=r"pill-arrow: a pill has at least 2 cells"):
        parse_rules("pill-arrow:bulb=r1c1:cells=r1c2", BOARD)
    with pytest.raises(FormatError, match=r"arrow: the parameter 'cells' .* is missing"):
        parse_rules("arrow:r1c1", BOARD)
    (problem,) = Puzzle.empty(BOARD, [Arrow(0, (0, 1))]).problems()
    assert problem.message == "arrow: r1c1 is named more than once"
    (problem,) = Puzzle.empty(BOARD, [Arrow(0, tuple(range(1, 11)))]).problems()
    assert problem.message.endswith("the shaft cannot add up to the number in the bulb")
    (problem,) = Puzzle.empty(BOARD, [Arrow(0, (1, 10))]).with_givens({0: 3, 1: 4}).problems()
    assert problem.message == (
        "arrow in r1c1, r1c2 and r2c2: beside r1c1=3, r1c2=4 no digits are left that keep it"
    )


def test_positional_words() -> None:
    assert parse_rules("arrow:r1c1:r1c2-r1c4", BOARD) == (Arrow(0, (1, 2, 3)),)
    assert parse_rules("pill-arrow:r1c1r1c2:r2c2+r3c2", BOARD) == (PillArrow((0, 1), (10, 19)),)


def test_a_pill_reads_its_cells_in_order_with_small_digits_after_the_first() -> None:
    board = Geometry(1, 5, tuple(range(12)), ())
    pill = PillArrow((0, 1), (2, 3, 4))
    assert pill.holds(Grid(board, (2, 1, 11, 10, 0)))
    assert not pill.holds(Grid(board, (1, 2, 11, 10, 0)))
    assert not pill.holds(Grid(board, (1, 11, 11, 10, 0)))
    assert pill.holds(Grid(board, (0, 3, 1, 1, 1)))
    assert list(pill.faults(Grid(board, (1, 11, None, None, None))))
