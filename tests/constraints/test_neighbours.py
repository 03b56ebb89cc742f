import pytest
from constraint_oracle import (
    BOARDS,
    BOXES,
    faults_agree,
    image_is_right,
    kept,
    random_grids,
    relations_agree,
    relations_agree_anywhere,
    solutions,
)
from trials import trial

from satdoku.board import BoardMap, Constraint, Geometry
from satdoku.constraints import Maximum, Minimum, NonConsecutive
from satdoku.puzzle import Puzzle
from satdoku.relations import PairTable
from tests.shared import thinned

RULE = NonConsecutive()
CLASSIC = Geometry.classic()


@pytest.mark.parametrize("board", BOARDS)
def test_by_brute_force(board: str) -> None:
    relations_agree(RULE, BOARDS[board])
    faults_agree(RULE, BOARDS[board])


@pytest.mark.parametrize(
    "board",
    thinned([Geometry(3, 3, (1, 2, 3), ()), Geometry(2, 3, (1, 2, 3, 4), ())], 2),
    ids=["3x3", "2x3"],
)
def test_by_brute_force_where_rows_and_columns_mean_nothing(board: Geometry) -> None:
    # 4x4 with all houses kept leaves no grid at all, so the rule is also tried by itself.
    assert not kept(RULE, BOXES)
    relations_agree_anywhere(RULE, board)
    faults_agree(RULE, board)


def test_a_full_grid_is_kept_or_faulted() -> None:
    for grid in random_grids(Geometry(2, 2, (1, 2, 3, 4), ()), 300):
        assert RULE.holds(grid) == (not list(RULE.faults(grid)))


def test_images() -> None:
    assert image_is_right(RULE) > 0
    cells = tuple(range(81))
    digits = range(1, 10)
    assert RULE.image(BoardMap(CLASSIC, cells, {d: d for d in digits})) == RULE
    assert RULE.image(BoardMap(CLASSIC, cells, {d: 10 - d for d in digits})) == RULE
    swapped = {**{d: d for d in digits}, 1: 2, 2: 1}
    assert RULE.image(BoardMap(CLASSIC, cells, swapped)) is None
    turned = tuple(c % 9 * 9 + c // 9 for c in cells)
    assert RULE.image(BoardMap(CLASSIC, turned, {d: d for d in digits})) == RULE
    rows_swapped = (*range(9, 18), *range(9), *range(18, 81))
    assert RULE.image(BoardMap(CLASSIC, rows_swapped, {d: d for d in digits})) is None


def test_the_image_holds_of_real_grids() -> None:
    grid = solutions(Puzzle.empty(CLASSIC, [RULE]), 1)[0]
    assert RULE.holds(grid)
    for board_map in (
        BoardMap(CLASSIC, tuple(80 - c for c in range(81)), {d: 10 - d for d in range(1, 10)}),
    ):
        image = [0] * 81
        for cell, value in enumerate(grid.values):
            assert value is not None
            image[board_map.cells[cell]] = board_map.digits[value]
        turned = Puzzle.empty(CLASSIC).with_givens(image).grid
        assert RULE.image(board_map) == RULE
        assert RULE.holds(turned)


def test_one_table_for_all_pairs() -> None:
    tables = [r for r in RULE.relations(CLASSIC) if isinstance(r, PairTable)]
    assert len(tables) == 2 * 8 * 9
    assert len({id(table.allowed) for table in tables}) == 1
    assert len(tables[0].allowed) == 81 - 16


def test_the_fault_names_both_cells_and_digits() -> None:
    puzzle = Puzzle.empty(CLASSIC, [RULE]).with_givens({0: 5, 1: 4, 9: 6, 20: 1})
    assert [(p.message, p.cells) for p in puzzle.problems()] == [
        (
            "non-consecutive: r1c1 and r1c2 are 5 and 4, consecutive digits in neighbouring cells",
            (0, 1),
        ),
        (
            "non-consecutive: r1c1 and r2c1 are 5 and 6, consecutive digits in neighbouring cells",
            (0, 9),
        ),
    ]


@pytest.mark.parametrize("name", ["minimum", "maximum", "company"])
def test_marked_cells_by_brute_force(name: str) -> None:
    trial(name)


def test_marked_neighbours_of_one_kind_are_left_out() -> None:
    def sound(*rules: Constraint) -> bool:
        puzzle = Puzzle.empty(CLASSIC, rules).with_givens({0: 3, 1: 5, 2: 6, 9: 8, 10: 9})
        return not [p for p in puzzle.problems() if p.kind == "rule"]

    assert sound(Minimum((0,)))
    assert not sound(Minimum((1,)))
    assert sound(Minimum((0, 1)))
    assert sound(Minimum((0,)), Minimum((1,)))
    assert not sound(Minimum((1,)), Maximum((0,)))
    assert sound(Minimum((0,)), Maximum((2,)), Maximum((10,)))


def test_extremes_turn_and_count_backwards() -> None:
    cells = tuple(80 - c for c in range(81))
    backwards = BoardMap(CLASSIC, cells, {d: 10 - d for d in range(1, 10)})
    assert Minimum((0, 5)).image(backwards) == Maximum((75, 80))
    swapped = BoardMap(
        CLASSIC, (*range(9, 18), *range(9), *range(18, 81)), {d: d for d in range(1, 10)}
    )
    assert Minimum((0,)).image(swapped) is None
    assert Minimum((80,)).image(swapped) == Minimum((80,))
