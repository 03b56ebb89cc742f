"""Sums that follow from the sums of a model and the totals of houses: the 45 rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from satdoku.base.compiled import compiled_core
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
    sums = [*_sums(model), *_plain_sums(model)]
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
        kinds=_by_kind(geometry),
        digits=digits,
        few=_MAX_CELLS,
        most=_MAX_TIGHT_CELLS,
        tightest=(_MAX_TIGHT_SUMS, _MAX_TIGHT_SLACK),
    )
    relations: list[DigitSetSum | Linear] = []
    for plus, minus, total, differ in implied_sums:
        if differ and len(plus) > 1:
            relations.append(DigitSetSum(tuple(plus), total, digits))
        else:
            signs = (1,) * len(plus) + (-1,) * len(minus)
            relations.append(Linear((*plus, *minus), signs, "=", total))
    return relations


_Implied: TypeAlias = "tuple[list[int], list[int], int, bool]"
"""Cells that are added, those that are taken away, the total, and whether they differ."""


@lru_cache(maxsize=16)
def _by_kind(geometry: Geometry) -> list[list[tuple[int, ...]]]:
    """The cells of the houses by their kind; those of one kind do not overlap."""
    kinds: dict[str, list[tuple[int, ...]]] = defaultdict(list)
    for house in geometry.houses:
        kinds[house.kind].append(house.cells)
    return list(kinds.values())


_Sum: TypeAlias = "tuple[tuple[int, ...], int]"
"""Cells and their total."""


def _sums(model: Model) -> list[_Sum]:
    """The sums of cells that differ, as the core takes them."""
    known = [(relation.variables, relation.total) for relation in model.sums]
    return [one for one in known if abs(one[1]) <= _MAX_TOTAL]


def _plain_sums(model: Model) -> list[_Sum]:
    """The sums of cells that may be equal."""
    return [
        (relation.variables, relation.total)
        for relation in model.others
        if isinstance(relation, Linear)
        and relation.guard is None
        and relation.comparison == "="
        and {*relation.coefficients} == {1}
        and len({*relation.variables}) == len(relation.variables)
        and max(relation.variables) < model.geometry.cell_count
        and abs(relation.total) <= _MAX_TOTAL
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
    geometry, digits = model.geometry, model.digits
    long = _plain_sums(model)[:_MAX_ADDENDS]
    core = compiled_core("merged_sums")
    if core is None or not long or not digits:
        return []
    houses = {frozenset(house.cells) for house in geometry.houses}
    full = [cells for cells in dict.fromkeys(model.different) if len(cells) == len(digits)]
    rules = [(cells, sum(digits)) for cells in full if frozenset(cells) not in houses]
    merged_sums: list[tuple[list[int], int]] = core.merged_sums(
        places=geometry.cell_count,
        sums=(*long, *rules, *_sums(model))[:_MAX_ADDENDS],
        starts=len(long),
        kinds=_by_kind(geometry),
        digits=digits,
        tightest=(_MAX_MERGED_SUMS, _MAX_MERGED_SLACK),
    )
    relations = []
    for cells, total in merged_sums:
        whole = Linear(tuple(cells), (1,) * len(cells), "=", total)
        relations.append(shortened(whole, full, sum(digits)))
    return relations


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
