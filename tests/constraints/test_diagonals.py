import pytest
from constraint_oracle import (
    BOARDS,
    faults_agree,
    image_is_right,
    kept,
    random_grids,
    relations_agree,
    symmetries,
)

from satdoku.board import BoardMap, Constraint, Geometry
from satdoku.constraints import AntiDiagonal, BothDiagonals, MainDiagonal
from satdoku.formats.boards import board_of_words
from satdoku.puzzle import Puzzle

RULES: list[Constraint] = [BothDiagonals(), MainDiagonal(), AntiDiagonal()]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("board", BOARDS)
def test_by_brute_force(rule: Constraint, board: str) -> None:
    relations_agree(rule, BOARDS[board])
    faults_agree(rule, BOARDS[board])


@pytest.mark.parametrize("rule", RULES)
def test_a_full_grid_is_kept_or_faulted(rule: Constraint) -> None:
    for grid in random_grids(Geometry.classic(), 50):
        assert rule.holds(grid) == (not list(rule.faults(grid)))


@pytest.mark.parametrize("rule", RULES)
def test_images(rule: Constraint) -> None:
    assert image_is_right(rule) > 0


@pytest.mark.parametrize("rule", RULES)
def test_swapping_two_rows_bends_a_diagonal(rule: Constraint) -> None:
    swapped = (*range(9, 18), *range(9), *range(18, 81))
    same = {digit: digit for digit in range(1, 10)}
    assert rule.image(BoardMap(Geometry.classic(), swapped, same)) is None


def test_a_quarter_turn_swaps_the_diagonals() -> None:
    cells = tuple(c % 4 * 4 + 3 - c // 4 for c in range(16))
    turn = next(m for m in symmetries() if m.cells == cells)
    assert MainDiagonal().image(turn) == AntiDiagonal()
    assert AntiDiagonal().image(turn) == MainDiagonal()
    assert BothDiagonals().image(turn) == BothDiagonals()


def test_both_are_the_two_together() -> None:
    for board in BOARDS.values():
        assert kept(BothDiagonals(), board) == kept(MainDiagonal(), board) & kept(
            AntiDiagonal(), board
        )
    board = Geometry.classic()
    assert len(BothDiagonals().scope(board)) == 17
    assert MainDiagonal().scope(board)[1] == 10
    assert AntiDiagonal().scope(board)[0] == 8
    assert [shape.kind for shape in BothDiagonals().shapes(board)] == ["line", "line"]


def test_repeats_are_named_with_their_place() -> None:
    puzzle = Puzzle.empty(Geometry.classic(), [BothDiagonals()]).with_givens(
        {0: 4, 80: 4, 8: 3, 72: 3}
    )
    assert [(p.message, p.house, p.cells) for p in puzzle.problems()] == [
        ("4 appears twice in the main diagonal: r1c1 and r9c9", "the main diagonal", (0, 80)),
        ("3 appears twice in the anti-diagonal: r1c9 and r9c1", "the anti-diagonal", (8, 72)),
    ]


@pytest.mark.parametrize("rule", RULES)
def test_refused_on_a_board_that_is_not_square(rule: Constraint) -> None:
    board = Geometry(2, 3, (1, 2, 3), ())
    assert rule.unfit(board) == (
        f"{rule.name}: the rule needs a square board, and this one is 2x3 without boxes, "
        "no rows and columns"
    )
    assert [p.kind for p in Puzzle.empty(board, [rule]).problems()] == ["rule"]


@pytest.mark.parametrize("rule", RULES)
def test_a_diagonal_has_the_cells_that_holes_have_left(rule: Constraint) -> None:
    geometry = board_of_words("size=3 box=none void=r1c1,r2c2")
    assert {cells for _, cells in rule.groups(geometry)} <= {(6,), (1, 4)}
    relations_agree(rule, geometry)
