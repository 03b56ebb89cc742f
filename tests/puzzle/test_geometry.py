import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku.board import Geometry, box_shape, cell_name, parse_cell
from satdoku.board.geometry import MAX_SIZE, MIN_SIZE

SIZES = range(MIN_SIZE, MAX_SIZE + 1)


def test_the_usual_board_of_every_size() -> None:
    for size in SIZES:
        _judge(size)


def _judge(size: int) -> None:
    board = Geometry.of_size(size)
    assert (board.rows, board.columns, board.size) == (size, size, size)
    assert board.digits == tuple(range(1, size + 1))
    shape = box_shape(size)
    assert board.box == shape
    kinds = [house.kind for house in board.houses]
    assert kinds == ["row"] * size + ["column"] * size + ["box"] * (size if shape else 0)
    assert all(len(house.cells) == size for house in board.houses)
    for kind in dict.fromkeys(kinds):
        cells = [cell for house in board.houses if house.kind == kind for cell in house.cells]
        assert sorted(cells) == list(range(size * size))
    assert all(list(house.cells) == sorted(house.cells) for house in board.houses)


@pytest.mark.parametrize(
    ("size", "shape"),
    [(4, (2, 2)), (6, (2, 3)), (8, (2, 4)), (9, (3, 3)), (10, (2, 5)), (12, (3, 4)), (15, (3, 5)),
     (16, (4, 4)), (20, (4, 5)), (24, (4, 6)), (25, (5, 5)), (30, (5, 6)), (36, (6, 6)),
     (64, (8, 8)), (100, (10, 10)), (1, None), (2, None), (5, None), (7, None), (97, None)],
)  # fmt: skip
def test_usual_boxes(size: int, shape: tuple[int, int] | None) -> None:
    assert box_shape(size) == shape


@pytest.mark.parametrize("size", [-1, 0, 101, 10**30])
def test_a_size_out_of_range_is_refused_at_once(size: int) -> None:
    with pytest.raises(ValueError, match=r"1 to 100 rows"):
        Geometry.of_size(size)


@pytest.mark.parametrize(
    "digits", [(), (2, 3), (1, 1), (1, 2, 4, 3), (1, 10**30), (0, 3, 10**30), (0, -(10**30))]
)
@pytest.mark.parametrize("void", [(), (3,)])
def test_digits_that_do_not_run_are_refused_at_once(
    digits: tuple[int, ...], void: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match="the digits of a board run from 0 or 1 upwards"):
        Geometry.rectangle(2, 2, digits=digits, void=void)


def test_a_cell_off_the_board_is_named_without_the_blanks_around_it() -> None:
    with pytest.raises(ValueError, match=r"^r0c4 lies outside"):
        parse_cell("r0c4\n\n", 9, 9)


def test_the_classic_board() -> None:
    board = Geometry.classic()
    assert board.is_classic
    assert board is Geometry.boxes(9, 3, 3)
    assert board.houses[20].name == "box 3"
    assert board.houses[20].cells == (6, 7, 8, 15, 16, 17, 24, 25, 26)
    assert {len(peers) for peers in board.peers} == {20}
    assert board.name(80) == "r9c9"
    assert board.cell("R2C3") == 11
    assert board.row_column(11) == (1, 2)
    assert board.describe() == "9x9 with 3x3 boxes"
    assert not Geometry.latin(9).is_classic
    assert not Geometry.boxes(9, 1, 9).is_classic


@pytest.mark.parametrize(
    "board",
    [Geometry.classic(), Geometry.boxes(6, 2, 3), Geometry.boxes(6, 3, 2), Geometry.latin(7),
     Geometry.jigsaw([1, 1, 1, 2, 1, 3, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4])],
)  # fmt: skip
def test_peers_by_their_definition(board: Geometry) -> None:
    for cell in range(board.cell_count):
        expected = {
            other
            for house in board.houses
            if cell in house.cells
            for other in house.cells
            if other != cell
        }
        assert board.peers[cell] == tuple(sorted(expected))
        assert all(cell in board.houses[i].cells for i in board.house_indices[cell])
        region = board.region_of[cell]
        assert (region is None) == (not board.regions)
        if region is not None:
            assert cell in board.regions[region].cells


@settings(deadline=None)
@given(st.integers(1, 100), st.data())
def test_names_round_trip(columns: int, data: st.DataObject) -> None:
    rows = data.draw(st.integers(1, 100))
    cell = data.draw(st.integers(0, rows * columns - 1))
    assert parse_cell(cell_name(cell, columns), rows, columns) == cell


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "is not a cell"),
        ("a1", "'a1' is not a cell; cells are named like r1c1"),
        ("r1", "is not a cell"),
        ("r1c1c1", "is not a cell"),
        ("r-1c1", "is not a cell"),
        ("r" + "9" * 5000 + "c1", "is not a cell; cells are named like r1c1"),
        ("r0c1", "r0c1 lies outside the board of 9 rows and 9 columns"),
        ("r1c10", "r1c10 lies outside the board"),
        ("r10c1", "r10c1 lies outside the board"),
    ],
)
def test_bad_names(name: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r"cell|board") as caught:
        Geometry.classic().cell(name)
    assert reason in str(caught.value)


def test_names_in_a_sentence() -> None:
    board = Geometry.classic()
    assert board.names([0]) == "r1c1"
    assert board.names([0, 1]) == "r1c1 and r1c2"
    assert board.names([0, 1, 80]) == "r1c1, r1c2 and r9c9"


@pytest.mark.parametrize(
    ("size", "height", "width", "reason"),
    [
        (9, 2, 3, "a 2x3 box has 6 cells, but the board has 9 digits"),
        (9, 0, 9, "a 0x9 box has 0 cells"),
        (9, -3, -3, "a -3x-3 box"),
        (0, 0, 0, "a board has 1 to 100 rows, not 0"),
        (101, 101, 1, "a board has 1 to 100 rows, not 101"),
    ],
)
def test_boards_that_cannot_be(size: int, height: int, width: int, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Geometry.boxes(size, height, width)


@pytest.mark.parametrize("size", [0, -1, 101])
def test_sizes_out_of_range(size: int) -> None:
    with pytest.raises(ValueError, match=f"a board has 1 to 100 rows, not {size}"):
        Geometry.latin(size)


def test_equal_boards_are_equal_and_hash_alike() -> None:
    first = Geometry.boxes(6, 2, 3)
    copy = pickle.loads(pickle.dumps(first))
    assert copy == first
    assert hash(copy) == hash(first)
    assert first != Geometry.boxes(6, 3, 2)
    assert first != Geometry.latin(6)
    assert first != "a board"
    assert Geometry.boxes(6, 2, 3) is first
    assert Geometry.of_size(6) is first


def test_a_jigsaw_that_spells_boxes_is_the_ordinary_board() -> None:
    for board in (Geometry.classic(), Geometry.boxes(6, 2, 3), Geometry.boxes(6, 3, 2)):
        layout = [index for index in board.region_of if index is not None]
        assert Geometry.jigsaw(layout) == board
        relabelled = [7 * (20 - index) for index in layout]
        assert Geometry.jigsaw(relabelled) == board
        assert Geometry.jigsaw(relabelled).box == board.box


def test_a_jigsaw_is_its_regions_whatever_their_labels() -> None:
    layout = [1, 1, 1, 2, 1, 3, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4]
    board = Geometry.jigsaw(layout)
    assert board.box is None
    assert [region.name for region in board.regions] == [f"region {n}" for n in (1, 2, 3, 4)]
    assert board.regions[1].cells == (3, 6, 7, 10)
    other = Geometry.jigsaw([{1: 9, 2: 0, 3: 5, 4: -1}[label] for label in layout])
    assert other == board
    assert hash(other) == hash(board)
    assert board.describe() == "4x4 with irregular regions"


def test_a_jigsaw_of_nothing_is_a_latin_square() -> None:
    assert Geometry.jigsaw([None] * 25) == Geometry.latin(5)
    assert Geometry.latin(5).describe() == "5x5 without boxes"
    one = Geometry.rectangle(1, 1, digits=(0,))
    assert one.describe() == "1x1 without boxes, only the digit 0"


def test_a_jigsaw_keeps_its_faults() -> None:
    board = Geometry.jigsaw([1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, None])
    assert [len(region.cells) for region in board.regions] == [5, 3, 4, 3]
    assert board.region_of[15] is None


@pytest.mark.parametrize("count", [2, 5, 80, 82])
def test_a_jigsaw_is_square(count: int) -> None:
    with pytest.raises(ValueError, match=f"a region layout of {count} cells is not square"):
        Geometry.jigsaw([1] * count)


def test_random_jigsaws_partition_the_board() -> None:
    chance = random.Random(1)
    for _ in range(50):
        size = chance.randrange(2, 12)
        layout = [label for label in range(size) for _ in range(size)]
        chance.shuffle(layout)
        board = Geometry.jigsaw(layout)
        assert sorted(c for region in board.regions for c in region.cells) == list(range(size**2))
        assert [region.cells[0] for region in board.regions] == sorted(
            region.cells[0] for region in board.regions
        )
