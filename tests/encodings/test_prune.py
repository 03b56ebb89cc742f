"""Pruning by rules takes away candidates of no solution, and no others."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from satdoku.board import Geometry, Grid
from satdoku.encodings.prune import prune
from satdoku.puzzle import Puzzle
from satdoku.relations import Comparison, DigitSetSum, Linear, PairTable, Relation, ValueSet
from satdoku.solving import check_unique
from tests.constraints.constraint_oracle import full_grids
from tests.model.lowered import Lowered

BOARD = Geometry.boxes(4, 2, 2)
GRIDS = full_grids(BOARD)
DIGITS = BOARD.digits
COMPARISONS: tuple[Comparison, ...] = ("=", "<=", ">=")
LESS = frozenset((a, b) for a in DIGITS for b in DIGITS if a < b)


def rules(chance: random.Random, grid: tuple[int, ...], factor: int) -> list[Relation]:
    """Some that the grid keeps, most of them."""
    line = sorted(chance.sample(range(16), 4), key=grid.__getitem__)
    relations: list[Relation] = [
        PairTable(a, b, LESS) for a, b in pairwise(line) if grid[a] < grid[b]
    ]
    cage = (0, 1, 4) if chance.random() < 0.5 else (10, 14)
    relations.append(DigitSetSum(cage, sum(grid[c] for c in cage), DIGITS))
    chosen = frozenset(frozenset(chance.sample(DIGITS, 3)) for _ in range(2))
    relations.append(ValueSet((8, 9, 12), chosen | {frozenset(grid[c] for c in (8, 9, 12))}))
    cells = tuple(chance.sample(range(16), 5))
    # A float of 53 bits would round the total of large factors, and the sum with it.
    weights = tuple(chance.choice((1, 2, -1)) * factor + chance.choice((0, 1)) for _ in cells)
    total = sum(w * grid[c] for w, c in zip(weights, cells, strict=True))
    comparison = chance.choice(COMPARISONS)
    shift = chance.choice((0, 0, 1))
    relations.append(Linear(cells, weights, comparison, total + shift))
    return relations


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("factor", [1, 10**25])
def test_it_takes_nothing_that_a_solution_needs(seed: int, factor: int) -> None:
    chance = random.Random(seed)
    grid = chance.choice(GRIDS)
    rule = Lowered(tuple(rules(chance, grid, factor)))
    shown = [d if chance.random() < 0.1 else None for d in grid]
    puzzle = Puzzle(BOARD, tuple(shown), constraints=(rule,))
    solutions = [
        g
        for g in GRIDS
        if rule.holds(Grid(BOARD, g)) and all(s in (None, d) for s, d in zip(shown, g, strict=True))
    ]
    masks = prune(puzzle)
    for solution in solutions:
        assert masks is not None
        assert all(mask >> digit - 1 & 1 for mask, digit in zip(masks, solution, strict=True))
    wanted = ("none", "unique")[len(solutions)] if len(solutions) < 2 else "multiple"
    assert check_unique(puzzle, backend="sat").verdict == wanted
