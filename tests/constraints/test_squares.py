import random

import pytest
from constraint_oracle import meant, random_grids

from satdoku.board import BoardMap, Constraint, Geometry, Grid
from satdoku.constraints import GlobalEntropy, GlobalMod

STRIP = Geometry(2, 3, tuple(range(1, 10)), ())
PARITY = GlobalEntropy(((2, 4, 6, 8), (9, 1, 3, 5, 7)))
RULES = (GlobalEntropy(), GlobalMod())


@pytest.mark.parametrize("rule", [*RULES, PARITY, GlobalEntropy(((1, 2), (3, 4), (5,)))])
def test_relations_and_faults_mean_the_rule(rule: Constraint) -> None:
    test = meant(tuple(rule.relations(STRIP)), 6)
    count = 0
    for grid in random_grids(STRIP, 1500):
        holds = rule.holds(grid)
        count += holds
        assert holds == test([v for v in grid.values if v is not None])
        assert bool(list(rule.faults(grid))) != holds
        if holds:
            part = tuple(v if random.Random(count).random() < 0.6 else None for v in grid.values)
            assert not list(rule.faults(Grid(STRIP, part)))
    assert 2 < count < 1400


def test_what_the_groups_are() -> None:
    assert GlobalEntropy().parts(STRIP.digits) == ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    assert GlobalMod().parts(STRIP.digits) == ((3, 6, 9), (1, 4, 7), (2, 5, 8))


def test_images() -> None:
    board = Geometry.classic()
    turned = tuple(9 * (cell % 9) + 8 - cell // 9 for cell in range(81))
    rows = (1, 0, 2, 3, 4, 5, 6, 7, 8)
    swapped = tuple(9 * rows[cell // 9] + cell % 9 for cell in range(81))
    same = {digit: digit for digit in range(1, 10)}
    back = {digit: 10 - digit for digit in range(1, 10)}
    for rule in RULES:
        assert rule.image(BoardMap(board, turned, same)) == rule
        assert rule.image(BoardMap(board, turned, back)) == rule
        assert rule.image(BoardMap(board, swapped, same)) is None
        assert rule.image(BoardMap(board, turned, same | {1: 4, 4: 1})) == (
            rule if rule == GlobalMod() else None
        )

    # Other groups go along with the digits.
    odd = (1, 3, 5, 7, 9)
    assert PARITY.image(BoardMap(board, turned, same)) == PARITY
    assert PARITY.image(BoardMap(board, swapped, same)) is None
    ringed = PARITY.image(BoardMap(board, turned, same | {1: 4, 4: 1}))
    assert ringed == GlobalEntropy(((3, 4, 5, 7, 9), (1, 2, 6, 8)))
    assert PARITY.groups == (odd, (2, 4, 6, 8))


@pytest.mark.parametrize(
    ("groups", "reason"),
    [
        (((1,), (2,), (3,), (4,), (5,)), "one to four groups"),
        (((1, 2), ()), "one to four groups"),
        (((1, 2), (2, 3)), "2 is named more than once"),
    ],
)
def test_groups_that_cannot_be(groups: tuple[tuple[int, ...], ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        GlobalEntropy(groups)


def test_refused_for_other_digits() -> None:
    assert "nine digits" in (GlobalEntropy().unfit(Geometry.boxes(4, 2, 2)) or "")
    assert GlobalEntropy(((1, 2), (3, 4))).unfit(Geometry.boxes(4, 2, 2)) is None
    assert "5 is not a digit" in (GlobalEntropy(((5,),)).unfit(Geometry.boxes(4, 2, 2)) or "")
