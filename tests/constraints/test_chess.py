import pytest
from constraint_oracle import (
    BOARDS,
    BOXES,
    faults_agree,
    image_is_right,
    random_grids,
    relations_agree,
)

from satdoku.board import BoardMap, Constraint, Geometry
from satdoku.constraints import AntiKing, AntiKnight
from satdoku.puzzle import Puzzle
from satdoku.relations import AllDifferent

RULES: list[Constraint] = [AntiKnight(), AntiKing()]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("board", BOARDS)
def test_by_brute_force(rule: Constraint, board: str) -> None:
    relations_agree(rule, BOARDS[board])
    faults_agree(rule, BOARDS[board])


@pytest.mark.parametrize("rule", RULES)
def test_a_full_grid_is_kept_or_faulted(rule: Constraint) -> None:
    for board in (BOXES, Geometry.of_size(2)):
        for grid in random_grids(board, 300):
            assert rule.holds(grid) == (not list(rule.faults(grid)))


@pytest.mark.parametrize("rule", RULES)
def test_images(rule: Constraint) -> None:
    assert image_is_right(rule) >= 16


@pytest.mark.parametrize("rule", RULES)
def test_images_on_the_usual_board(rule: Constraint) -> None:
    board, same = Geometry.classic(), {digit: digit for digit in range(1, 10)}
    mixed = {digit: digit % 9 + 1 for digit in range(1, 10)}
    turned = tuple(c % 9 * 9 + 8 - c // 9 for c in range(81))
    assert rule.image(BoardMap(board, turned, mixed)) == rule
    swapped = (*range(9, 18), *range(9), *range(18, 81))
    assert rule.image(BoardMap(board, swapped, same)) is None


def test_the_moves_are_those_of_chess() -> None:
    board = Geometry.classic()

    def reached(rule: AntiKing | AntiKnight, cell: int) -> set[int]:
        return {b if a == cell else a for a, b in rule.pairs(board) if cell in (a, b)}

    middle = 40
    assert reached(AntiKnight(), middle) == {21, 23, 29, 33, 47, 51, 57, 59}
    assert reached(AntiKing(), middle) == {30, 31, 32, 39, 41, 48, 49, 50}
    assert reached(AntiKnight(), 0) == {11, 19}
    assert reached(AntiKing(), 8) == {7, 16, 17}
    # Both knights' and kings' moves between neighbouring rows of a board's edge do not wrap.
    assert len(AntiKnight().pairs(board)) == 4 * 7 * 8
    assert len(AntiKing().pairs(board)) == 2 * 8 * 9 + 2 * 8 * 8


def test_engines_hear_only_what_houses_do_not_say() -> None:
    board = Geometry.classic()
    for rule in (AntiKing(), AntiKnight()):
        for relation in rule.relations(board):
            assert isinstance(relation, AllDifferent)
            first, second = relation.variables
            assert second not in board.peers[first]


def test_the_fault_names_both_cells() -> None:
    puzzle = Puzzle.empty(Geometry.classic(), [AntiKnight(), AntiKing()]).with_givens(
        {0: 5, 11: 5, 22: 6, 30: 6}
    )
    assert [(p.message, p.cells) for p in puzzle.problems()[1:]] == [
        ("anti-knight: 5 is in r1c1 and r2c3, a knight's move apart", (0, 11)),
        ("anti-king: 6 is in r3c5 and r4c4, a king's move apart", (22, 30)),
    ]
