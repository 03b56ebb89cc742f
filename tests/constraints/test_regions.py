import pytest
from constraint_oracle import (
    BOARDS,
    BOXES,
    JIGSAW,
    LATIN,
    WIDE,
    faults_agree,
    image_is_right,
    kept,
    relations_agree,
    relations_agree_anywhere,
    symmetries,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import DisjointGroups, ExtraRegion, Windoku
from satdoku.puzzle import Puzzle
from satdoku.relations import Domain

CLASSIC = Geometry.classic()
SIX = Geometry.boxes(6, 2, 3)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("cells", [(0, 5), (0, 5, 10, 15), (1, 4, 11), (7,), (0, 1, 4, 6)])
def test_extra_region_by_brute_force(board: str, cells: tuple[int, ...]) -> None:
    rule = ExtraRegion(cells)
    relations_agree(rule, BOARDS[board])
    relations_agree_anywhere(rule, BOARDS[board])
    faults_agree(rule, BOARDS[board])


@pytest.mark.parametrize("rule", [Windoku(), DisjointGroups()])
@pytest.mark.parametrize("board", [BOXES, WIDE, Geometry.boxes(4, 4, 1), LATIN, JIGSAW])
def test_board_rules_by_brute_force(rule: Constraint, board: Geometry) -> None:
    relations_agree(rule, board)
    if rule.unfit(board) is None:
        faults_agree(rule, board)
    else:
        assert kept(rule, board) == frozenset()


@pytest.mark.parametrize(
    "rule", [ExtraRegion((0, 5)), ExtraRegion((1, 6, 8, 15)), Windoku(), DisjointGroups()]
)
def test_images(rule: Constraint) -> None:
    assert image_is_right(rule) > 0


def test_an_extra_region_survives_every_symmetry() -> None:
    assert all(ExtraRegion((0, 6, 9)).image(m) is not None for m in symmetries())
    assert ExtraRegion((0, 99)).image(symmetries()[0]) is None


def test_windows_of_the_usual_boards() -> None:
    windows = Windoku().groups(CLASSIC)
    assert [name for name, _ in windows] == ["window 1", "window 2", "window 3", "window 4"]
    assert windows[0][1] == (10, 11, 12, 19, 20, 21, 28, 29, 30)
    assert windows[3][1] == (50, 51, 52, 59, 60, 61, 68, 69, 70)
    assert Windoku().groups(BOXES) == (("window 1", (5, 6, 9, 10)),)
    for side in (2, 3, 4, 5, 6):
        board = Geometry.boxes(side * side, side, side)
        groups = Windoku().groups(board)
        assert len(groups) == (side - 1) ** 2
        assert all(len(cells) == side * side for _, cells in groups)
        assert max(groups[-1][1]) == (board.rows - 1) * board.columns - 2


@pytest.mark.parametrize("board", [SIX, LATIN, JIGSAW, WIDE])
def test_windoku_is_refused_where_no_windows_fit(board: Geometry) -> None:
    reason = Windoku().unfit(board)
    assert reason is not None
    assert reason.startswith("windoku: the windows need a board with square boxes")
    assert board.describe() in reason
    problems = Puzzle.empty(board, [Windoku()]).problems()
    assert [p.message for p in problems] == [reason]
    assert Windoku().scope(board) == ()


def test_disjoint_groups_of_any_box_shape() -> None:
    groups = DisjointGroups().groups(SIX)
    assert len(groups) == 6
    assert groups[0] == ("disjoint group 1", (0, 3, 12, 15, 24, 27))
    assert groups[5][1] == (8, 11, 20, 23, 32, 35)
    assert DisjointGroups().scope(SIX) == tuple(range(36))
    # Boxes that are rows have columns for their groups: nothing new.
    assert len(kept(DisjointGroups(), WIDE)) == 576
    assert "9x9 without boxes" in (DisjointGroups().unfit(Geometry.latin(9)) or "")


def test_repeats_are_named_with_their_place() -> None:
    puzzle = Puzzle.empty(
        CLASSIC, [Windoku(), DisjointGroups(), ExtraRegion((0, 40, 80))]
    ).with_givens({10: 7, 30: 7, 0: 5, 40: 5, 1: 6, 31: 6, 61: 6})
    assert [(p.message, p.house, p.cells) for p in puzzle.problems()] == [
        ("7 appears twice in window 1: r2c2 and r4c4", "window 1", (10, 30)),
        (
            "6 appears 3 times in disjoint group 2: r1c2, r4c5 and r7c8",
            "disjoint group 2",
            (1, 31, 61),
        ),
        (
            "5 appears twice in the extra region of r1c1: r1c1 and r5c5",
            "the extra region of r1c1",
            (0, 40),
        ),
    ]


def test_faults_of_the_region_itself() -> None:
    def messages(rule: Constraint) -> list[str]:
        (never,) = rule.relations(BOXES)
        assert isinstance(never, Domain)
        assert not never.digits
        assert not rule.holds(Grid(BOXES, (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)))
        return [p.message for p in rule.faults(Grid(BOXES, (None,) * 16))]

    assert messages(ExtraRegion((3, 3))) == ["extra-region: r1c4 is named more than once"]
    assert messages(ExtraRegion((3, 16, -1))) == [
        "extra-region: the 4x4 with 2x2 boxes has no cell number -1",
        "extra-region: the 4x4 with 2x2 boxes has no cell r5c1",
    ]
    assert messages(ExtraRegion((0, 1, 2, 3, 4))) == [
        "extra region in r1c1, r1c2, r1c3, r1c4 and r2c1 has 5 cells, but there are only "
        "4 digits, and none may repeat"
    ]
    with pytest.raises(ValueError, match="extra-region: at least one cell is needed"):
        ExtraRegion(())


def test_the_order_of_cells_has_no_meaning() -> None:
    assert ExtraRegion((3, 1, 2)) == ExtraRegion((1, 2, 3))
    assert hash(ExtraRegion((3, 1, 2))) == hash(ExtraRegion((1, 2, 3)))


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 15), min_size=1, max_size=4, unique=True),
    st.lists(st.integers(1, 4), min_size=16, max_size=16),
)
def test_a_full_grid_is_kept_or_faulted(cells: list[int], values: list[int]) -> None:
    rule, grid = ExtraRegion(tuple(cells)), Grid(BOXES, tuple(values))
    assert rule.holds(grid) == (not list(rule.faults(grid)))
