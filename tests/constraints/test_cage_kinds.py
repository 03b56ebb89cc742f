import pytest
from trials import trial

from satdoku.board import Geometry, Grid
from satdoku.constraints import CalculationCage

NAMES = (
    "rellik",
    "product-cage",
    "digital-root-cage",
    "calculation-cage",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)


def test_digits_of_a_calculation_cage_may_repeat() -> None:
    board = Geometry.latin(4)
    grid = Grid(board, (1, 2, 3, 4, 2, 1, 4, 3, 3, 4, 1, 2, 4, 3, 2, 1))
    for cells, value, of in (
        ((1, 4, 5), 4, "product"),
        ((1, 4, 5), 5, "sum"),
        ((0, 5), 0, "difference"),
        ((0, 5), 1, "ratio"),
    ):
        assert CalculationCage(cells, value, of).holds(grid)
        assert not CalculationCage(cells, value + 1, of).holds(grid)
    assert "is that of two cells" in str(CalculationCage((1, 4, 5), 4, "ratio").unfit(board))
