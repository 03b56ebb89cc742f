from itertools import combinations

import pytest
from constraint_oracle import (
    BOARDS,
    BOXES,
    LATIN,
    faults_agree,
    full_grids,
    image_is_right,
    relations_agree,
    relations_agree_anywhere,
    symmetries,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import KillerCage
from satdoku.puzzle import Puzzle
from satdoku.relations import DigitSetSum

CLASSIC = Geometry.classic()


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(
    "rule",
    [
        KillerCage((0, 5)),
        KillerCage((0, 5), 5),
        KillerCage((3,), 2),
        KillerCage((1, 2, 5), 7),
        KillerCage((5, 6, 9, 10), 10),
        KillerCage((5, 6, 9, 10), 11),
        KillerCage((0, 1), 2),
    ],
)
def test_by_brute_force(rule: KillerCage, board: str) -> None:
    relations_agree(rule, BOARDS[board])
    relations_agree_anywhere(rule, BOARDS[board])
    faults_agree(rule, BOARDS[board])


def test_every_sum_of_every_small_cage_by_brute_force() -> None:
    for size in (1, 2, 3, 4):
        cells = (0, 1, 4, 5)[:size]
        for total in range(-1, 12):
            relations_agree_anywhere(KillerCage(cells, total), LATIN)


def test_faults_decide_what_one_cage_can_reach() -> None:
    # With every givens pattern of one cage: a fault exactly where no filling keeps the cage.
    cells = (0, 1, 4)
    for total in range(5, 11):
        rule = KillerCage(cells, total)
        for pattern in range(5**3):
            values: list[int | None] = [None] * 16
            for cell, digit in zip(
                cells, (pattern % 5, pattern // 5 % 5, pattern // 25), strict=True
            ):
                values[cell] = digit or None
            possible = any(
                sum(choice) == total
                and len(set(choice)) == 3
                and all(values[c] in (None, d) for c, d in zip(cells, choice, strict=True))
                for base in combinations(range(1, 5), 3)
                for choice in _orders(base)
            )
            assert bool(list(rule.faults(Grid(LATIN, tuple(values))))) == (not possible)


def _orders(digits: tuple[int, ...]) -> list[tuple[int, ...]]:
    a, b, c = digits
    return [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)]


@pytest.mark.parametrize(
    "rule", [KillerCage((0, 5)), KillerCage((0, 5), 5), KillerCage((0, 1, 4), 6)]
)
def test_images(rule: Constraint) -> None:
    assert image_is_right(rule) > 0


def test_a_sum_survives_the_mirror_of_the_digits_only() -> None:
    identity = tuple(range(16))
    mirror = next(m for m in symmetries() if m.digits[1] == 4 and m.cells == identity)
    assert KillerCage((0, 1, 4), 6).image(mirror) == KillerCage((0, 1, 4), 9)
    assert KillerCage((0, 1, 4)).image(mirror) == KillerCage((0, 1, 4))
    mixed = next(m for m in symmetries() if m.digits == {1: 2, 2: 1, 3: 3, 4: 4})
    assert KillerCage((0, 1, 4), 6).image(mixed) is None
    assert KillerCage((0, 1, 4)).image(mixed) is not None
    assert KillerCage((0, 16), 6).image(mirror) is None


@pytest.mark.parametrize(
    ("rule", "givens", "message"),
    [
        (
            KillerCage((0, 1), 18),
            {},
            "killer cage of 18 in r1c1 and r1c2: its digits can only reach from 3 to 17",
        ),
        (
            KillerCage((0, 1), 2),
            {},
            "killer cage of 2 in r1c1 and r1c2: its digits can only reach from 3 to 17",
        ),
        (
            KillerCage((0, 1, 2), 10),
            {0: 9},
            "killer cage of 10 in r1c1, r1c2 and r1c3: "
            "its digits (given r1c1=9) can only reach from 12 to 24",
        ),
        (
            KillerCage((0, 1), 8),
            {0: 4},
            "killer cage of 8 in r1c1 and r1c2: no choice of different digits "
            "(given r1c1=4) adds up to it, though they can reach from 5 to 13",
        ),
        (
            KillerCage((0, 1), 8),
            {0: 4, 1: 5},
            "killer cage of 8 in r1c1 and r1c2: its digits (given r1c1=4, r1c2=5) add up to 9",
        ),
        (
            KillerCage((1, 2, 9), 8),
            {1: 4, 9: 4},
            "4 appears twice in the cage of r1c2: r1c2 and r2c1",
        ),
        (
            KillerCage(tuple(range(10)), 45),
            {},
            "killer cage of 45 in r1c1, r1c2, r1c3, r1c4, r1c5, r1c6, r1c7, r1c8, r1c9 and r2c1 "
            "has 10 cells, but there are only 9 digits, and none may repeat",
        ),
        (KillerCage((0, 0), 5), {}, "killer-cage: r1c1 is named more than once"),
        (KillerCage((0, 81), 5), {}, "killer-cage: the 9x9 with 3x3 boxes has no cell r10c1"),
    ],
)
def test_each_fault_has_its_sentence(
    rule: KillerCage, givens: dict[int, int | None], message: str
) -> None:
    problems = Puzzle.empty(CLASSIC, [rule]).with_givens(givens).problems()
    assert message in [p.message for p in problems]


def test_a_digit_off_the_board_is_told_once_and_does_not_upset_the_cage() -> None:
    puzzle = Puzzle.empty(CLASSIC, [KillerCage((0, 1), 10)]).with_givens({0: 12})
    assert [p.message for p in puzzle.problems()] == ["r1c1 is 12, but the digits are 1 to 9"]


def test_huge_cages_answer_at_once() -> None:
    board = Geometry.latin(100)
    cage = KillerCage(tuple(range(50)), 2525)
    assert list(cage.faults(Grid(board, (None,) * 10_000))) == []
    assert KillerCage(tuple(range(50)), 1274).relations(board) != cage.relations(board)
    assert [p.kind for p in Puzzle.empty(board, [KillerCage((0, 1), 10**40)]).problems()] == [
        "rule"
    ]


def test_an_unreachable_sum_lowers_to_what_no_grid_keeps() -> None:
    (relation,) = KillerCage((0, 1), 2).relations(CLASSIC)
    assert not isinstance(relation, DigitSetSum)
    assert not any(KillerCage((0, 1), 2).holds(Grid(BOXES, v)) for v in full_grids(BOXES))


@pytest.mark.full
@settings(deadline=None)
@given(
    st.sets(st.integers(1, 30), min_size=1, max_size=10),
    st.integers(0, 6),
    st.integers(-5, 120),
)
def test_digit_sets_are_all_and_only_those(digits: set[int], size: int, total: int) -> None:
    relation = DigitSetSum(tuple(range(size)), total, tuple(sorted(digits)))
    wanted = tuple(c for c in combinations(sorted(digits), size) if sum(c) == total)
    assert relation.digit_sets == wanted
    assert relation.digit_set_count == len(wanted)


def test_digit_sets_of_zero_based_digits() -> None:
    relation = DigitSetSum((0, 1), 3, (0, 1, 2, 3))
    assert relation.digit_sets == ((0, 3), (1, 2))
    assert relation.digit_set_count == 2


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 15), min_size=1, max_size=4, unique=True),
    st.one_of(st.none(), st.integers(1, 10)),
    st.lists(st.integers(1, 4), min_size=16, max_size=16),
)
def test_a_full_grid_is_kept_or_faulted(
    cells: list[int], total: int | None, values: list[int]
) -> None:
    rule, grid = KillerCage(tuple(cells), total), Grid(BOXES, tuple(values))
    assert rule.holds(grid) == (not list(rule.faults(grid)))
