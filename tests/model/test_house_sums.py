"""Sums over most of a house become sums over the rest, and mean the same."""

from __future__ import annotations

import random

import pytest

from satdoku.board import Geometry
from satdoku.model.sums import shortened
from satdoku.relations import Guard, Linear, holds
from tests.constraints.constraint_oracle import full_grids

BOARD = Geometry.boxes(4, 2, 2)
HOUSES = [house.cells for house in BOARD.houses]


def test_a_house_but_for_one_cell_is_that_cell() -> None:
    whole = Linear((0, 1, 2, 4), (1, 1, 1, -1), "=", 7)
    assert shortened(whole, HOUSES, 10) == Linear((4, 3), (-1, -1), "=", -3)
    assert shortened(whole, [], 10) is whole
    assert shortened(Linear((0, 1, 2, 3), (2,) * 4, "=", 20), HOUSES, 10) == Linear((), (), "=", 0)


@pytest.mark.parametrize("seed", range(40))
def test_the_grids_that_keep_it_are_the_same(seed: int) -> None:
    chance = random.Random(seed)
    cells = tuple(chance.sample(range(16), chance.randint(3, 14)))
    coefficients = tuple(chance.choice((1, 1, 1, -1, 2)) for _ in cells)
    guard = chance.choice((None, Guard(0, 2)))
    grids = chance.sample(full_grids(BOARD), 60)
    values = [dict(enumerate(grid)) for grid in grids]
    total = sum(c * values[0][v] for c, v in zip(coefficients, cells, strict=True))
    for comparison in ("=", "<=", ">=", "!="):
        relation = Linear(cells, coefficients, comparison, total, guard)  # type: ignore[arg-type]
        shorter = shortened(relation, HOUSES, 10)
        assert len(shorter.variables) <= len(cells)
        for assignment in values:
            assert holds(relation, assignment) is holds(shorter, assignment)
