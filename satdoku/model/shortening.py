"""Sums made shorter by what the houses add up to: the 45 rule of killer sudoku."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from satdoku.relations.kinds import Linear


def shortened(relation: Linear, houses: Sequence[tuple[int, ...]], total: int) -> Linear:
    """An equal sum over fewer variables, or the sum itself where none was found.

    The ``houses`` hold every digit and add up to ``total``. Where most cells of a house have one
    coefficient, they are replaced by its other cells with the opposite one.
    """
    half = len(houses[0]) // 2 if houses else 0
    if len(relation.variables) <= half:
        return relation  # at most half of a house
    every = _mask(relation.variables)
    if (
        not [mask for mask in _masks(tuple(houses)) if (every & mask).bit_count() > half]
        and every.bit_count() == len(relation.variables)
        and 0 not in relation.coefficients
    ):
        return relation  # it covers no more than half of any house
    weights: Counter[int] = Counter()
    for coefficient, variable in zip(relation.coefficients, relation.variables, strict=True):
        weights[variable] += coefficient
    rest = relation.total
    while True:
        most, best = 0, None
        own = sum([1 << cell for cell, weight in weights.items() if weight])
        for cells in houses:
            if 2 * (own & _mask(cells)).bit_count() - len(cells) <= most:
                continue
            here = [weights.get(cell, 0) for cell in cells]
            used = Counter(here)
            none = used.pop(0, 0)
            weight, count = max(used.items(), key=lambda item: (item[1], -abs(item[0])))
            if count - none > most:
                most, best = count - none, (cells, weight)
        if best is None:
            break
        cells, weight = best
        for cell in cells:
            weights[cell] -= weight
        rest -= weight * total
    left = {variable: weight for variable, weight in weights.items() if weight}
    if len(left) >= len(relation.variables):
        return relation
    return replace(relation, variables=tuple(left), coefficients=tuple(left.values()), total=rest)


@lru_cache(maxsize=64)
def _masks(houses: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return tuple(map(_mask, houses))


@lru_cache(maxsize=1024)
def _mask(cells: tuple[int, ...]) -> int:
    return sum([1 << cell for cell in cells])
