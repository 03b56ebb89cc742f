"""What sums and the totals of houses say together: the 45 rule of killer sudoku."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from operator import add, mul
from typing import TypeAlias

from satdoku.base.compiled import compiled_core
from satdoku.base.limits import tick
from satdoku.board.geometry import Geometry
from satdoku.model.model import Model
from satdoku.model.shortening import shortened
from satdoku.relations.basic import DigitSetSum
from satdoku.relations.kinds import Linear


def implied(model: Model) -> Model:
    """Relations that follow from sums and houses together, for engines; often none."""
    return model.kept(implied, _implied_model)


def longer_implied(model: Model) -> Model:
    """The implied sums of more cells, for a search that has each of them as one relation."""
    return model.kept(longer_implied, _longer_model)


def merged(model: Model) -> Model:
    """Long sums that follow from several sums together, for engines; often none."""
    return model.kept(merged, _merged_model)


def _found(model: Model) -> list[DigitSetSum | Linear]:
    bare = model.whole  # what is connected has no sums of cells
    return _implied(bare) if bare.sums or bare.others else []


def _implied_model(model: Model) -> Model:
    found = model.kept(_found, _found)
    return _model(model, [one for one in found if len(one.variables) <= _MOST_WRITTEN])


def _longer_model(model: Model) -> Model:
    found = model.kept(_found, _found)
    return _model(model, [one for one in found if len(one.variables) > _MOST_WRITTEN])


def _merged_model(model: Model) -> Model:
    bare = model.whole
    return _model(model, _merged(bare) if bare.others else ())


def _model(model: Model, sums: Sequence[DigitSetSum | Linear]) -> Model:
    return Model(model.geometry, sums, only_cells=True) if sums else _without(model.geometry)


@lru_cache(maxsize=64)
def _without(geometry: Geometry) -> Model:
    """One for all puzzles of a board that have none."""
    return Model(geometry, ())


_MOST_WRITTEN = 4
"""Cells of an implied sum: as clauses longer ones exclude less than they cost."""
_MOST_IMPLIED = 6
"""The same where a sum is one relation; with 7 the killers that were measured took longer."""
_MOST_TIGHT = 14
"""The same where the total is near the most or least that the cells can have."""
_TIGHT_LONG = 0.12
"""How near that is, as a share of what lies between."""
_MOST_LONG = 4
"""Such sums of a puzzle, the tightest ones."""
_LARGEST = 1_000_000_000
"""The total of a sum that the compiled core takes; no cells of a board reach it."""
_MOST_LINES = 4
"""Neighbouring rows or columns that are added up."""


def _implied(model: Model) -> list[DigitSetSum | Linear]:
    """Sums over few cells that follow from the houses and the sums of a model.

    Neighbouring rows or columns, single regions and pairs of them have a known total; the sums
    inside of them, those that touch them, or those mostly inside leave the difference to a few
    cells (innies and outies of killer sudoku). Without the compiled core there are none.
    """
    geometry = model.geometry
    sums = [(relation.variables, relation.total) for relation in model.sums]
    sums += _plain_sums(model)
    sums = [(cells, total) for cells, total in sums if abs(total) <= _LARGEST]
    core = compiled_core("implied_sums")
    if core is None or not sums:
        return []
    sums.sort(key=lambda item: -len(item[0]))
    full = tuple([cells for cells in model.different if len(cells) == geometry.size])
    houses, areas = _known_totals(geometry, full)
    found: list[_Implied] = core.implied_sums(
        places=geometry.cell_count,
        sums=sums,
        houses=houses,
        areas=areas,
        total=sum(geometry.digits),
        different=model.different,
        few=_MOST_IMPLIED,
        most=_MOST_TIGHT,
        values=(geometry.digits[0], geometry.digits[-1]),
    )
    few: list[_Implied] = []
    more: list[_Implied] = []
    for one in found:
        (few if len(one[0]) + len(one[1]) <= _MOST_IMPLIED else more).append(one)
    relations: list[DigitSetSum | Linear] = []
    for plus, minus, total, differ in few + _tight(geometry, more):
        if differ and len(plus) > 1:
            relations.append(DigitSetSum(tuple(plus), total, geometry.digits))
        else:
            signs = (1,) * len(plus) + (-1,) * len(minus)
            relations.append(Linear((*plus, *minus), signs, "=", total))
    return relations


_Implied: TypeAlias = "tuple[list[int], list[int], int, bool]"
"""Cells that are added, those that are taken away, the total, and whether they differ."""


def _tight(geometry: Geometry, sums: list[_Implied]) -> list[_Implied]:
    """The sums of more cells that are so near the most or least that they leave few choices."""
    found = []
    kinds = _by_kind(geometry) if sums else []
    for one in sums:
        plus, minus, total, _ = one
        more, less = _mask(plus), _mask(minus)
        low, high = _bounds(more, kinds, geometry.digits)
        least, most = _bounds(less, kinds, geometry.digits)
        low, high = low - most, high - least
        if high > low and (slack := min(total - low, high - total) / (high - low)) < _TIGHT_LONG:
            found.append((slack, more, less, one))
    return [one for *_, one in sorted(found)[:_MOST_LONG]]


@lru_cache(maxsize=16)
def _by_kind(geometry: Geometry) -> list[list[int]]:
    """The cells of the houses, as masks, by their kind; those of one kind do not overlap."""
    kinds: dict[str, list[int]] = defaultdict(list)
    for house in geometry.houses:
        kinds[house.kind].append(_mask(house.cells))
    return list(kinds.values())


def _plain_sums(model: Model) -> list[tuple[tuple[int, ...], int]]:
    """The sums of cells that may be equal: cells and total."""
    return [
        (relation.variables, relation.total)
        for relation in model.others
        if isinstance(relation, Linear)
        and relation.guard is None
        and relation.comparison == "="
        and {*relation.coefficients} == {1}
        and len({*relation.variables}) == len(relation.variables)
        and max(relation.variables) < model.geometry.cell_count
    ]


_MOST_ADDED = 30
"""Sums among which some to add up are looked for."""
_MOST_MERGED = 2
"""Merged sums of a puzzle, the tightest ones."""
_TIGHT = 0.25
"""The share of its range by which a merged sum may be away from the nearer end."""


def _merged(model: Model) -> list[Linear]:
    """Sums that are added up because together they are near the most or least they can be.

    The cells of several sums that share a house differ, which none of the sums says alone: four
    neighbouring diagonals through three boxes reach 198 together, and 271 one by one. One sum after
    the other is added, each time the one with the most pairs of cells that come to share a house.
    """
    geometry = model.geometry
    long = _plain_sums(model)[:_MOST_ADDED]
    if not long:
        return []
    size, digits = geometry.size, geometry.digits
    kinds = _by_kind(geometry)
    houses = [mask for masks in kinds for mask in masks]
    full = [cells for cells in dict.fromkeys(model.different) if len(cells) == size]
    sums = long + [(cells, sum(digits)) for cells in full if _mask(cells) not in houses]
    sums += [(relation.variables, relation.total) for relation in model.sums]
    masks = [_mask(cells) for cells, _ in sums[:_MOST_ADDED]]
    counts = [[(mask & house).bit_count() for house in houses] for mask in masks]
    shared = [[sum(map(mul, a, b)) for b in counts] for a in counts]
    found: dict[int, tuple[float, int]] = {}
    for start in range(len(long)):
        tick()
        together, total, gains = masks[start], sums[start][1], shared[start]
        while near := [i for i, gain in enumerate(gains) if gain and not together & masks[i]]:
            best = max(near, key=gains.__getitem__)
            together |= masks[best]
            total += sums[best][1]
            if together in found:
                break
            gains = list(map(add, gains, shared[best]))
            found[together] = _slack(together, total, kinds, digits), total
    tight = sorted((slack, mask, total) for mask, (slack, total) in found.items() if slack < _TIGHT)
    relations = []
    for _, mask, total in tight[:_MOST_MERGED]:
        cells = _cells(mask)
        whole = Linear(cells, (1,) * len(cells), "=", total)
        relations.append(shortened(whole, full, sum(digits)))
    return relations


def _slack(cells: int, total: int, kinds: Sequence[Sequence[int]], digits: Sequence[int]) -> float:
    """How far the total is from the nearer end of what these cells can reach, as a share of it."""
    low, high = _bounds(cells, kinds, digits)
    return min(total - low, high - total) / (high - low) if high > low else 1.0


def _bounds(cells: int, kinds: Sequence[Sequence[int]], digits: Sequence[int]) -> tuple[int, int]:
    """The least and most that these cells can add up to.

    Each of ``kinds`` are houses that do not overlap; where they cover the cells they give bounds.
    """
    if not cells:
        return 0, 0
    least, most = ([0, *accumulate(ordered)] for ordered in (digits, digits[::-1]))
    low, high = least[1] * cells.bit_count(), most[1] * cells.bit_count()
    for houses in kinds:
        sizes = [(cells & house).bit_count() for house in houses]
        if sum(sizes) == cells.bit_count():
            low = max(low, sum([least[k] for k in sizes]))
            high = min(high, sum([most[k] for k in sizes]))
    return low, high


@lru_cache(maxsize=16)
def _known_totals(
    geometry: Geometry, full: tuple[tuple[int, ...], ...]
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """The houses that hold every digit, and disjoint ones of them taken together, by their places.

    ``full`` are groups of as many cells as digits that differ, each ascending.
    """
    written, places = set(full), dict[tuple[int, ...], int]()
    kinds: dict[str, list[int]] = defaultdict(list)
    for house in geometry.houses:
        if len(house.cells) == geometry.size and (cells := tuple(sorted(house.cells))) in written:
            kinds[house.kind].append(places.setdefault(cells, len(places)))
    masks = list(map(_mask, places))
    areas: list[tuple[int, ...]] = []
    for kind, own in kinds.items():
        if kind in ("row", "column"):
            for start in range(len(own)):
                together = 0
                members: tuple[int, ...] = ()
                for place in own[start : start + _MOST_LINES]:
                    if together & masks[place]:
                        break
                    together |= masks[place]
                    members += (place,)
                    areas.append(members)
        else:
            areas += [(place,) for place in own]
            areas += [both for both in combinations(own, 2) if not masks[both[0]] & masks[both[1]]]
    # Those of rules: diagonals and the like.
    for cells in full:
        if cells not in places:
            places[cells] = len(places)
            areas.append((places[cells],))
    return list(places), areas


def _mask(cells: Iterable[int]) -> int:
    return sum([1 << cell for cell in cells])


def _cells(mask: int) -> tuple[int, ...]:
    found = []
    while mask:  # not place by place: shifting long masks is quadratic
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)
