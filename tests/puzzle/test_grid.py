import pytest

from satdoku.board import Geometry, Grid

FOUR = Geometry.of_size(4)


def test_reading_a_grid() -> None:
    grid = Grid(FOUR, (1, None, 3, 4, *[None] * 12))
    assert grid[0] == 1
    assert list(grid)[:4] == [1, None, 3, 4]
    assert grid.at([0, 1]) == [1, None]
    assert grid.filled([3, 1, 0]) == [4, 1]
    assert grid.rows()[0] == (1, None, 3, 4)
    assert len(grid.rows()) == 4
    assert not grid.is_full
    assert Grid(FOUR, (1,) * 16).is_full
    assert str(grid) == "1.34............"


def test_symbols_and_numbers() -> None:
    board = Geometry.of_size(16)
    assert Grid(board, (10, 16, None, *[9] * 253)).text()[:4] == "AG.9"
    large = Geometry.of_size(36)
    assert Grid(large, (36, None, 1, *[None] * 1293)).text()[:8] == "36 . 1 ."


def test_a_digit_off_the_board_is_never_mistaken() -> None:
    assert Grid(FOUR, (10, -1, 0, None, *[1] * 12)).text().startswith("10 -1 0 . 1")


def test_a_grid_has_the_size_of_its_board() -> None:
    with pytest.raises(ValueError, match="a grid of 16 cells was given 15 values"):
        Grid(FOUR, (None,) * 15)


def test_value_semantics() -> None:
    first, second = Grid(FOUR, (1,) * 16), Grid(FOUR, (1,) * 16)
    assert first == second
    assert hash(first) == hash(second)
    assert first != Grid(Geometry.latin(4), (1,) * 16)
