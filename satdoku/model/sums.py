"""What sums and the totals of houses say together: the 45 rule of killer sudoku."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from satdoku.relations.basic import DigitSetSum
from satdoku.relations.kinds import Linear

if TYPE_CHECKING:
    from satdoku.model.model import Model
    from satdoku.relations import Relation

__all__ = ["implied", "shortened"]


def shortened(relation: Linear, houses: Sequence[tuple[int, ...]], total: int) -> Linear:
    """The same sum, where these houses hold every digit, over as few variables as was found.

    ``total`` is what a house adds up to. Most cells of a house with one coefficient are replaced by
    the others with the opposite one: the 45 rule of killer sudoku.
    """
    size = max(map(len, houses), default=0)
    if 2 * len(relation.variables) <= size:
        return relation  # at most half of a house
    weights: Counter[int] = Counter()
    for coefficient, variable in zip(relation.coefficients, relation.variables, strict=True):
        weights[variable] += coefficient
    rest = relation.total
    while True:
        most, best = 0, None
        for cells in houses:
            here = [weights.get(cell, 0) for cell in cells]
            if len(here) - 2 * here.count(0) <= most:
                continue
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


_MOST_IMPLIED = 4
"""Cells of an implied sum: longer ones exclude less than they cost."""
_MOST_LINES = 4
"""Neighbouring rows or columns that are added up."""


def implied(model: Model) -> list[Relation]:
    """Sums over few cells that follow from the houses and the sums of a model.

    Neighbouring rows or columns, single regions and pairs of them have a known total; the sums
    inside of them, those that touch them, or those mostly inside leave the difference to a few
    cells (innies and outies of killer sudoku).
    """
    geometry = model.geometry
    sums = [(relation.variables, relation.total) for relation in model.sums]
    sums += [
        (relation.variables, relation.total)
        for relation in model.others
        if isinstance(relation, Linear)
        and relation.guard is None
        and relation.comparison == "="
        and {*relation.coefficients} == {1}
        and len({*relation.variables}) == len(relation.variables)
        and max(relation.variables) < geometry.cell_count
    ]
    if not sums:
        return []
    masked = [(_mask(cells), len(cells), total) for cells, total in sums]
    masked.sort(key=lambda item: -item[1])
    known = {mask for mask, _, _ in masked}
    found: dict[tuple[int, int], int] = {}
    for inside, house_count in _known_totals(model):
        within = mostly = touching = 0  # the cells of sums that do not overlap
        within_total = mostly_total = touching_total = 0
        for mask, size, total in masked:
            common = mask & inside
            if not common:
                continue
            if not touching & mask:
                touching |= mask
                touching_total += total
            if 2 * common.bit_count() <= size:
                continue
            if not mostly & mask:
                mostly |= mask
                mostly_total += total
            if common == mask and not within & mask:
                within |= mask
                within_total += total
        for covered, total in (
            (within, within_total),
            (mostly, mostly_total),
            (touching, touching_total),
        ):
            more, less = covered & ~inside, inside & ~covered
            if 1 <= (more | less).bit_count() <= _MOST_IMPLIED:
                rest = total - house_count * sum(geometry.digits)
                if not more:
                    more, less, rest = less, 0, -rest
                if less or more not in known:
                    found[more, less] = rest
    different = [_mask(cells) for cells in model.different]
    relations: list[Relation] = []
    for (more, less), total in found.items():
        plus, minus = _cells(more), _cells(less)
        if not minus and len(plus) > 1 and any(not more & ~cells for cells in different):
            relations.append(DigitSetSum(plus, total, geometry.digits))
        else:
            signs = (1,) * len(plus) + (-1,) * len(minus)
            relations.append(Linear(plus + minus, signs, "=", total))
    return relations


def _known_totals(model: Model) -> Iterator[tuple[int, int]]:
    """Disjoint full houses taken together: their cells, as a mask, and how many they are."""
    size, written = model.geometry.size, set(model.different)
    kinds: dict[str, list[int]] = defaultdict(list)
    for house in model.geometry.houses:
        if len(house.cells) == size and tuple(sorted(house.cells)) in written:
            kinds[house.kind].append(_mask(house.cells))
    for kind, masks in kinds.items():
        if kind in ("row", "column"):
            for start in range(len(masks)):
                together = 0
                for count, mask in enumerate(masks[start : start + _MOST_LINES], 1):
                    if together & mask:
                        break
                    together |= mask
                    yield together, count
        else:
            yield from ((mask, 1) for mask in masks)
            yield from ((a | b, 2) for a, b in combinations(masks, 2) if not a & b)


def _mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _cells(mask: int) -> tuple[int, ...]:
    return tuple(cell for cell in range(mask.bit_length()) if mask >> cell & 1)
