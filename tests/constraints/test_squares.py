import random

import pytest
from constraint_oracle import meant, random_grids

from satdoku.board import BoardMap, Constraint, Geometry, Grid
from satdoku.constraints import GlobalEntropy, GlobalMod

STRIP = Geometry(2, 3, tuple(range(1, 10)), ())
RULES = (GlobalEntropy(), GlobalMod())


@pytest.mark.parametrize("rule", RULES)
def test_relations_and_faults_mean_the_rule(rule: Constraint) -> None:
    test = meant(tuple(rule.relations(STRIP)), 6)
    kept = 0
    for grid in random_grids(STRIP, 1500):
        holds = rule.holds(grid)
        kept += holds
        assert holds == test([v for v in grid.values if v is not None])
        assert bool(list(rule.faults(grid))) != holds
        if holds:
            part = tuple(v if random.Random(kept).random() < 0.6 else None for v in grid.values)
            assert not list(rule.faults(Grid(STRIP, part)))
    assert 50 < kept < 1000


def test_what_the_groups_are() -> None:
    assert GlobalEntropy().groups(STRIP.digits) == ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    assert GlobalMod().groups(STRIP.digits) == ((3, 6, 9), (1, 4, 7), (2, 5, 8))


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


def test_refused_for_other_digits() -> None:
    assert "nine digits" in (GlobalEntropy().unfit(Geometry.boxes(4, 2, 2)) or "")
