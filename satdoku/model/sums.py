"""Sums that follow from the sums of a model and the totals of houses: the 45 rule."""

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


def _all_implied(model: Model) -> list[DigitSetSum | Linear]:
    bare = model.whole  # what is connected has no sums of cells
    return _implied(bare) if bare.sums or bare.others else []


def _implied_model(model: Model) -> Model:
    sums = model.kept(_all_implied, _all_implied)
    return _model(model, [one for one in sums if len(one.variables) <= _MAX_CLAUSE_CELLS])


def _longer_model(model: Model) -> Model:
    sums = model.kept(_all_implied, _all_implied)
    return _model(model, [one for one in sums if len(one.variables) > _MAX_CLAUSE_CELLS])


def _merged_model(model: Model) -> Model:
    bare = model.whole
    return _model(model, _merged(bare) if bare.others else ())


def _model(model: Model, sums: Sequence[DigitSetSum | Linear]) -> Model:
    return Model(model.geometry, sums, only_cells=True) if sums else _without(model.geometry)


@lru_cache(maxsize=64)
def _without(geometry: Geometry) -> Model:
    return Model(geometry, ())


_MAX_CLAUSE_CELLS = 4
"""Cells of an implied sum: longer ones exclude less, as clauses, than they cost."""
_MAX_CELLS = 6
"""Cells of an implied sum that is one relation; with 7, the measured killers took longer."""
_MAX_TIGHT_CELLS = 14
"""Cells of a tight sum: its total is near the most or least that the cells can add up to."""
_MAX_TIGHT_SLACK = 0.12
"""The distance of a tight total from the nearer end, as a share of the range."""
_MAX_TIGHT_SUMS = 4
"""Tight sums of a puzzle; the tightest are taken."""
_MAX_TOTAL = 1_000_000_000
"""The largest total that the compiled core takes; no cells of a board reach it."""
_MAX_LINES = 4
"""Neighbouring rows or columns that are added up."""


def _implied(model: Model) -> list[DigitSetSum | Linear]:
    """Sums over few cells that follow from the houses and the sums of a model.

    Neighbouring rows or columns, single regions and pairs of regions have known totals. Sums inside
    such an area, touching it or mostly inside leave the difference to a few cells (innies and
    outies of killer sudoku). Without the compiled core there are none.
    """
    geometry = model.geometry
    sums = [(relation.variables, relation.total) for relation in model.sums]
    sums += _plain_sums(model)
    sums = [(cells, total) for cells, total in sums if abs(total) <= _MAX_TOTAL]
    core = compiled_core("implied_sums")
    digits = model.digits
    if core is None or not sums or not digits:
        return []
    sums.sort(key=lambda item: -len(item[0]))
    full = tuple([cells for cells in model.different if len(cells) == len(digits)])
    houses, areas = _known_totals(geometry, full)
    implied_sums: list[_Implied] = core.implied_sums(
        places=geometry.cell_count,
        sums=sums,
        houses=houses,
        areas=areas,
        total=sum(digits),
        different=model.different,
        few=_MAX_CELLS,
        most=_MAX_TIGHT_CELLS,
        values=(digits[0], digits[-1]),
    )
    few: list[_Implied] = []
    more: list[_Implied] = []
    for one in implied_sums:
        (few if len(one[0]) + len(one[1]) <= _MAX_CELLS else more).append(one)
    relations: list[DigitSetSum | Linear] = []
    for plus, minus, total, differ in few + _tight(geometry, digits, more):
        if differ and len(plus) > 1:
            relations.append(DigitSetSum(tuple(plus), total, digits))
        else:
            signs = (1,) * len(plus) + (-1,) * len(minus)
            relations.append(Linear((*plus, *minus), signs, "=", total))
    return relations


_Implied: TypeAlias = "tuple[list[int], list[int], int, bool]"
"""Cells that are added, those that are taken away, the total, and whether they differ."""


def _tight(geometry: Geometry, digits: Sequence[int], sums: list[_Implied]) -> list[_Implied]:
    """The tightest sums: so near the most or least that they leave few choices."""
    tight = []
    kinds = _by_kind(geometry) if sums else []
    for one in sums:
        plus, minus, total, _ = one
        more, less = _mask(plus), _mask(minus)
        low, high = _bounds(more, kinds, digits)
        least, most = _bounds(less, kinds, digits)
        slack = _share_of_range(total, low - most, high - least)
        if slack < _MAX_TIGHT_SLACK:
            tight.append((slack, more, less, one))
    return [one for *_, one in sorted(tight)[:_MAX_TIGHT_SUMS]]


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


_MAX_ADDENDS = 30
"""Sums that are tried as parts of a merged sum."""
_MAX_MERGED_SUMS = 2
"""Merged sums of a puzzle; the tightest are taken."""
_MAX_MERGED_SLACK = 0.25
"""The distance of a merged total from the nearer end, as a share of the range."""


def _merged(model: Model) -> list[Linear]:
    """Sums that are added up because together they are near the most or least they can be.

    The cells of several sums that share a house differ, which none of the sums says alone: four
    neighbouring diagonals through three boxes reach 198 together, and 271 one by one.
    """
    geometry = model.geometry
    long = _plain_sums(model)[:_MAX_ADDENDS]
    digits = model.digits
    if not long or not digits:
        return []
    kinds = _by_kind(geometry)
    houses = [mask for masks in kinds for mask in masks]
    full = [cells for cells in dict.fromkeys(model.different) if len(cells) == len(digits)]
    sums = long + [(cells, sum(digits)) for cells in full if _mask(cells) not in houses]
    sums += [(relation.variables, relation.total) for relation in model.sums]
    tight = []
    for mask, total in _unions(sums[:_MAX_ADDENDS], houses, len(long)).items():
        slack = _share_of_range(total, *_bounds(mask, kinds, digits))
        if slack < _MAX_MERGED_SLACK:
            tight.append((slack, mask, total))
    relations = []
    for _, mask, total in sorted(tight)[:_MAX_MERGED_SUMS]:
        cells = _cells(mask)
        whole = Linear(cells, (1,) * len(cells), "=", total)
        relations.append(shortened(whole, full, sum(digits)))
    return relations


def _unions(
    sums: Sequence[tuple[tuple[int, ...], int]], houses: Sequence[int], starts: int
) -> dict[int, int]:
    """The masks and totals of disjoint sums added up, one after the other.

    A series begins with each of the first ``starts`` sums. The next sum is always the one that adds
    the most pairs of cells that share a house.
    """
    masks = [_mask(cells) for cells, _ in sums]
    counts = [[(mask & house).bit_count() for house in houses] for mask in masks]
    shared = [[sum(map(mul, a, b)) for b in counts] for a in counts]
    totals: dict[int, int] = {}
    for start in range(starts):
        tick()
        together, total, gains = masks[start], sums[start][1], shared[start]
        while near := [i for i, gain in enumerate(gains) if gain and not together & masks[i]]:
            best = max(near, key=gains.__getitem__)
            together |= masks[best]
            total += sums[best][1]
            if together in totals:
                break
            gains = list(map(add, gains, shared[best]))
            totals[together] = total
    return totals


def _share_of_range(total: int, low: int, high: int) -> float:
    """The distance of a total from the nearer end of a range, as a share of the range."""
    return min(total - low, high - total) / (high - low) if high > low else 1.0


def _bounds(cells: int, kinds: Sequence[Sequence[int]], digits: Sequence[int]) -> tuple[int, int]:
    """The least and most that these cells can add up to.

    The houses of each of ``kinds`` do not overlap; where they cover the cells they give bounds.
    """
    if not cells:
        return 0, 0
    least, most = _ends(tuple(digits))
    count = cells.bit_count()
    low, high = least[1] * count, most[1] * count
    for houses in kinds:
        sizes = [size for house in houses if (size := (cells & house).bit_count())]
        if sum(sizes) == count:
            low = max(low, sum([least[k] for k in sizes]))
            high = min(high, sum([most[k] for k in sizes]))
    return low, high


@lru_cache(maxsize=64)
def _ends(digits: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The least and most that each number of different digits can add up to."""
    return [0, *accumulate(digits)], [0, *accumulate(digits[::-1])]


@lru_cache(maxsize=16)
def _known_totals(
    geometry: Geometry, full: tuple[tuple[int, ...], ...]
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """The groups of ``full`` that add up to the sum of all digits, and areas: the places of
    disjoint groups.

    ``full`` are groups of as many cells as digits that differ, each ascending.
    """
    written, places = set(full), dict[tuple[int, ...], int]()
    kinds: dict[str, list[int]] = defaultdict(list)
    for house in geometry.houses:
        if (cells := tuple(sorted(house.cells))) in written:
            kinds[house.kind].append(places.setdefault(cells, len(places)))
    masks = list(map(_mask, places))
    areas: list[tuple[int, ...]] = []
    for kind, own in kinds.items():
        if kind in ("row", "column"):
            for start in range(len(own)):
                together = 0
                members: tuple[int, ...] = ()
                for place in own[start : start + _MAX_LINES]:
                    if together & masks[place]:
                        break
                    together |= masks[place]
                    members += (place,)
                    areas.append(members)
        else:
            areas += [(place,) for place in own]
            areas += [both for both in combinations(own, 2) if not masks[both[0]] & masks[both[1]]]
    # The groups of rules: diagonals and the like.
    for cells in full:
        if cells not in places:
            places[cells] = len(places)
            areas.append((places[cells],))
    return list(places), areas


def _mask(cells: Iterable[int]) -> int:
    return sum([1 << cell for cell in cells])


def _cells(mask: int) -> tuple[int, ...]:
    cells = []
    while mask:  # not place by place: shifting long masks is quadratic
        lowest = mask & -mask
        cells.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cells)
