import pytest
from constraint_oracle import (
    BOARDS,
    BOXES,
    faults_agree,
    image_is_right,
    relations_agree,
    relations_agree_anywhere,
    symmetries,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import Even, Odd
from satdoku.puzzle import Puzzle

RULES: list[Constraint] = [Odd((0,)), Even((0, 5)), Odd((1, 6, 11, 12)), Even((0, 2, 4, 7, 15))]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("board", BOARDS)
def test_by_brute_force(rule: Constraint, board: str) -> None:
    relations_agree(rule, BOARDS[board])
    relations_agree_anywhere(rule, BOARDS[board])


@pytest.mark.parametrize("rule", RULES[:3])
def test_faults_by_brute_force(rule: Constraint) -> None:
    faults_agree(rule, BOXES)


@pytest.mark.parametrize("rule", RULES)
def test_images(rule: Constraint) -> None:
    assert image_is_right(rule) > 0


def test_relabelling_may_turn_odd_into_even() -> None:
    mirror = next(m for m in symmetries() if m.digits[1] == 4 and m.cells == tuple(range(16)))
    assert Odd((3, 5)).image(mirror) == Even((3, 5))
    mixed = next(m for m in symmetries() if m.digits == {1: 2, 2: 1, 3: 3, 4: 4})
    assert Odd((3, 5)).image(mixed) is None
    assert Odd((3, 99)).image(mirror) is None


def test_the_fault_names_the_cell() -> None:
    puzzle = Puzzle.empty(Geometry.classic(), [Odd((0, 1)), Even((2, 3))]).with_givens(
        {0: 4, 1: 5, 2: 7}
    )
    assert [(p.message, p.cells) for p in puzzle.problems()] == [
        ("r1c1 is 4, but must be odd", (0,)),
        ("r1c3 is 7, but must be even", (2,)),
    ]


def test_faults_of_the_rule_itself() -> None:
    board = Geometry.classic()
    rule = Odd((5, 5, 81))
    assert [p.message for p in rule.faults(Grid(board, (None,) * 81))] == [
        "odd: r1c6 is named more than once",
        "odd: the 9x9 with 3x3 boxes has no cell r10c1",
    ]
    assert [p.message for p in Even((0,)).faults(Grid(Geometry.latin(1), (None,)))] == [
        "even in r1c1: the board has no even digit"
    ]
    with pytest.raises(ValueError, match="even: at least one cell is needed"):
        Even(())


@settings(deadline=None)
@given(
    st.sets(st.integers(0, 15), min_size=1),
    st.lists(st.integers(1, 4), min_size=16, max_size=16),
    st.sampled_from([Odd, Even]),
)
def test_a_full_grid_is_kept_or_faulted(
    cells: set[int], values: list[int], kind: type[Odd | Even]
) -> None:
    rule, grid = kind(tuple(cells)), Grid(BOXES, tuple(values))
    assert rule.holds(grid) == (not list(rule.faults(grid)))
