import pytest
from trials import trial

from satdoku.board import BoardMap, Geometry
from satdoku.constraints import ClockFace, Mathrax

NAMES = ("quad-number", "exclusion", "battenburg", "clock-face", "mathrax")


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)


def test_a_mirror_turns_a_clock_face() -> None:
    board = Geometry.classic()
    columns = tuple(9 * (cell // 9) + 8 - cell % 9 for cell in range(81))
    mirror = BoardMap(board, columns, {digit: digit for digit in board.digits})
    clock = ClockFace((0, 1, 9, 10), "clockwise")
    assert clock.image(mirror) == ClockFace((7, 8, 16, 17), "back")


def test_four_cells_that_do_not_meet_are_no_corner() -> None:
    assert Mathrax((0, 1, 9, 11)).unfit(Geometry.classic()) is not None
