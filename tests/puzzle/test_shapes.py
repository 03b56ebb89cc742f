"""Rectangles, other digits, raw and partial boards, overlapping grids: cells, names and houses."""

from __future__ import annotations

import pickle
from itertools import product

import pytest

from satdoku.board import Geometry, box_shape
from satdoku.board.boards import PRESETS
from satdoku.puzzle import Puzzle


def test_usual_squares_are_the_boards_that_there_were() -> None:
    for size in (1, 4, 6, 7, 9, 16):
        assert Geometry.rectangle(size, size) == Geometry.of_size(size)
    assert Geometry.rectangle(9, 9, box=None) == Geometry.latin(9)
    assert Geometry.rectangle(4, 4, regions=[0, 0, 1, 1] * 2 + [2, 2, 3, 3] * 2).is_plain
    assert Geometry.rectangle(9, 9).is_classic
    assert not Geometry.rectangle(9, 9, digits=range(9)).is_classic
    assert Geometry.overlapping(9, [(0, 0)]) == Geometry.classic()


@pytest.mark.parametrize(
    ("size", "rows", "columns", "box"),
    [
        (8, 6, 8, (2, 4)),
        (8, 8, 6, (4, 2)),
        (9, 3, 9, (3, 3)),
        (6, 4, 6, (2, 3)),
        (6, 6, 4, (3, 2)),
        (9, 9, 8, None),
        (7, 4, 7, None),
        (12, 9, 12, (3, 4)),
        (12, 10, 12, (2, 6)),
    ],
)
def test_usual_boxes(size: int, rows: int, columns: int, box: tuple[int, int] | None) -> None:
    assert box_shape(size, rows, columns) == box
    assert Geometry.rectangle(rows, columns, digits=range(1, size + 1)).box == box


def test_houses_of_a_rectangle() -> None:
    board = Geometry.rectangle(4, 6, digits=range(6))
    assert [h.name for h in board.houses[:5]] == [f"row {n}" for n in (1, 2, 3, 4)] + ["column 1"]
    assert [h.cells for h in board.regions][1] == (3, 4, 5, 9, 10, 11)
    covered = [cell for house in board.regions for cell in house.cells]
    assert sorted(covered) == list(range(24))
    assert board.describe() == "4x6 with 2x3 boxes, digits 0 to 5"
    assert not Puzzle.empty(board).problems()


def test_overlapping_grids() -> None:
    board = Geometry.overlapping(4, [(0, 0), (2, 2)])
    assert (board.rows, board.columns, board.cell_count) == (6, 6, 28)
    assert len(board.houses) == 2 * 12 - 1  # one box of both
    names = [board.name(cell) for cell in range(28)]
    assert [board.cell(name) for name in names] == list(range(28))
    for row, column in product(range(-1, 7), repeat=2):
        cell = board.at(row, column)
        inside = max(row, column) < 4 and min(row, column) >= 0
        inside |= max(row, column) < 6 and min(row, column) >= 2
        assert (cell is not None) == inside
        if cell is not None:
            assert board.row_column(cell) == (row, column)
    with pytest.raises(ValueError, match="r1c5 lies in a hole"):
        board.cell("r1c5")
    with pytest.raises(ValueError, match="outside the board of 6 rows"):
        board.cell("r7c1")
    shared = board.cell("r3c3")
    houses = [board.houses[i].name for i in board.house_indices[shared]]
    assert sorted(houses) == [
        "box 4 of grid 1",
        "column 1 of grid 2",
        "column 3 of grid 1",
        "row 1 of grid 2",
        "row 3 of grid 1",
    ]
    assert not Puzzle.empty(board).problems()
    clash = {board.cell("r3c3"): 1, board.cell("r3c6"): 1}
    assert [p.message for p in Puzzle.empty(board).with_givens(clash).problems()] == [
        "1 appears twice in row 1 of grid 2: r3c3 and r3c6"
    ]


def test_named_boards() -> None:
    for name, corners in PRESETS.items():
        places = [divmod(Geometry.latin(100).cell(corner), 100) for corner in corners]
        board = Geometry.overlapping(9, places)
        assert len(board.grids) == len(corners) == len(board.crossings), name
        # Every named board hangs together: two grids share a whole box.
        boxes = [
            {frozenset(h.cells) for h in Geometry.overlapping(9, places).regions if h.grid == n}
            for n in range(1, len(corners) + 1)
        ]
        assert sum(map(len, boxes)) < 9 * len(corners), name
    samurai = Geometry.overlapping(9, [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)])
    assert samurai.cell_count == 369
    assert samurai.describe() == "21x21 of 5 overlapping 9x9 grids with 3x3 boxes"


@pytest.mark.parametrize(
    "board",
    [
        Geometry.rectangle(4, 6, digits=range(6)),
        Geometry.rectangle(6, 6, digits=range(9), region_size=6),
        Geometry.rectangle(4, 4, raw=True),
        Geometry.rectangle(4, 4, regions=[1, 1, None, None] * 2 + [None] * 8, partial=True),
        Geometry.overlapping(4, [(0, 0), (2, 2)]),
    ],
    ids=Geometry.describe,
)
def test_equality_and_pickling(board: Geometry) -> None:
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert hash(again) == hash(board)
    assert board != Geometry.of_size(board.rows)
    assert not Puzzle.empty(board).problems()
    assert not board.is_plain


def test_the_same_houses_in_other_places_are_another_board() -> None:
    apart = [Geometry.overlapping(4, [(0, 0), (4, n)]) for n in (4, 5)]
    assert apart[0].houses == apart[1].houses
    assert apart[0] != apart[1]
