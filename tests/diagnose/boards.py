"""All grids of the 4x4 board, made by nothing but permutations: the judge of the tests here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, permutations

from satdoku.board import Constraint, Geometry, Grid

FOUR = Geometry.boxes(4, 2, 2)
SIX = Geometry.boxes(6, 2, 3)
NINE = Geometry.classic()

Values = tuple[int, ...]


@cache
def four_grids() -> tuple[Values, ...]:
    """The 288 grids."""
    grids = []
    rows = list(permutations((1, 2, 3, 4)))
    for a in rows:
        for b in rows:
            if len({*a[:2], *b[:2]}) < 4:
                continue
            for c in rows:
                for d in rows:
                    columns = zip(a, b, c, d, strict=True)
                    if len({*c[:2], *d[:2]}) == 4 and all(len(set(x)) == 4 for x in columns):
                        grids.append((*a, *b, *c, *d))
    assert len(grids) == 288
    return tuple(grids)


def grid_of(text: str) -> Grid:
    """A grid of up to 9 digits."""
    size = round(len(text) ** 0.5)
    return Grid(Geometry.of_size(size), tuple(map(int, text)))


def keeping(rules: Iterable[Constraint]) -> list[Values]:
    """The 4x4 grids that keep some rules."""
    rules = tuple(rules)
    return [v for v in four_grids() if all(rule.holds(Grid(FOUR, v)) for rule in rules)]


def differences(grid: Values, others: Iterable[Values]) -> set[frozenset[int]]:
    """The smallest sets, by inclusion, in which another grid differs."""
    sets = {
        frozenset(i for i, (a, b) in enumerate(zip(grid, other, strict=True)) if a != b)
        for other in others
        if other != grid
    }
    return {cells for cells in sets if not any(less < cells for less in sets)}


def agreeing(grids: Iterable[Values], cells: Iterable[int], values: Sequence[int]) -> list[Values]:
    """The grids that have these digits in these cells."""
    cells = list(cells)
    return [grid for grid in grids if all(grid[c] == values[c] for c in cells)]


def fewest(grid: Values, grids: Sequence[Values]) -> int:
    """The fewest cells that single a grid out, all subsets being tried."""
    for size in range(len(grid) + 1):
        for cells in combinations(range(len(grid)), size):
            if len(agreeing(grids, cells, grid)) == 1:
                return size
    raise AssertionError
