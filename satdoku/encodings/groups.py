"""Long sums by groups of cells that differ: fewer values for each group, and exact ones.

The digits of cells that all see each other are one of few sets; each such set gets a literal, and
so does each total. The sum is then one over the totals of its groups. On little killers that takes
a tenth of the conflicts that a sum cell by cell takes (docs/encodings.md).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import TypeGuard

from satdoku.relations import Linear, Relation

_MIN_CELLS = 4
"""Cells of a sum that is split: shorter ones cost more to split than they gain."""
_MAX_SETS = 200
"""Sets of digits that a group may have: more of them do not pay."""

_Row = dict[int, int]


def by_groups(
    relations: Iterable[Relation],
    different: Sequence[tuple[int, ...]],
    literals: dict[int, _Row],
    fresh: Callable[[], int],
) -> tuple[list[Relation], list[list[int]]]:
    """The relations, with long sums over totals of groups, and the clauses that define these.

    ``literals`` has the literal of each value of each variable; those of the totals are added to
    it, under numbers that no variable has. ``different`` are the cells that must differ.
    """
    rewritten: list[Relation] = []
    clauses: list[list[int]] = []
    near: dict[int, set[int]] = defaultdict(set)
    for relation in relations:
        if not _is_long(relation):
            rewritten.append(relation)
            continue
        if not near:
            for cells in different:
                for cell in cells:
                    near[cell].update(cells)
        rewritten.append(_split(relation, near, literals, fresh, clauses))
    return rewritten, clauses


def _is_long(relation: Relation) -> TypeGuard[Linear]:
    return (
        isinstance(relation, Linear)
        and relation.comparison == "="
        and relation.guard is None
        and len(relation.variables) >= _MIN_CELLS
        and len(set(relation.variables)) == len(relation.variables)
    )


def _split(
    relation: Linear,
    near: Mapping[int, set[int]],
    literals: dict[int, _Row],
    fresh: Callable[[], int],
    clauses: list[list[int]],
) -> Linear:
    groups = _groups(relation, near, literals)
    sets = [_sets([literals[cell] for cell in cells]) for _, cells in groups]
    # The least and most that each group adds, times its coefficient: a set of digits is left out if
    # the other groups cannot make up the total.
    ends = []
    for (weight, _), digit_sets in zip(groups, sets, strict=True):
        sums = [weight * sum(digits) for digits in digit_sets]
        ends.append((min(sums, default=0), max(sums, default=0)))
    least, most = sum(low for low, _ in ends), sum(high for _, high in ends)
    total = relation.total
    variables, weights = [], []
    for (weight, cells), digit_sets, (low, high) in zip(groups, sets, ends, strict=True):
        if len(cells) > 1:
            possible = [
                digits
                for digits in digit_sets
                if total - (most - high) <= weight * sum(digits) <= total - (least - low)
            ]
            number = max(literals) + 1
            literals[number] = _totals([literals[cell] for cell in cells], possible, fresh, clauses)
            variables.append(number)
        else:
            variables.append(cells[0])
        weights.append(weight)
    return Linear(tuple(variables), tuple(weights), "=", total)


def _groups(
    relation: Linear, near: Mapping[int, set[int]], literals: Mapping[int, _Row]
) -> list[tuple[int, tuple[int, ...]]]:
    """Groups of cells that differ, with their coefficients, the largest first."""
    groups: list[tuple[int, tuple[int, ...]]] = []
    for coefficient in sorted(set(relation.coefficients)):
        terms = zip(relation.coefficients, relation.variables, strict=True)
        left = [variable for weight, variable in terms if weight == coefficient]
        while left:
            best = max((_clique(first, left, near) for first in left), key=len)
            values = len({value for cell in best for value in literals[cell]})
            if comb(values, len(best)) > _MAX_SETS:
                best = best[:2] if comb(values, 2) <= _MAX_SETS else best[:1]
            groups.append((coefficient, best))
            left = [variable for variable in left if variable not in best]
    return sorted(groups, key=lambda group: -len(group[1]))


def _clique(first: int, cells: list[int], near: Mapping[int, set[int]]) -> tuple[int, ...]:
    clique = [first]
    for cell in cells:
        if cell != first and all(cell in near.get(other, ()) for other in clique):
            clique.append(cell)
    return tuple(clique)


def _sets(rows: Sequence[_Row]) -> list[tuple[int, ...]]:
    """The sets of values that these variables may have if they differ (and a few more)."""
    union = sorted({value for row in rows for value in row})
    return [
        values
        for values in combinations(union, len(rows))
        if not any(row.keys().isdisjoint(values) for row in rows)
    ]


def _totals(
    rows: Sequence[_Row],
    sets: Sequence[tuple[int, ...]],
    fresh: Callable[[], int],
    clauses: list[list[int]],
) -> _Row:
    """A literal for each total of the variables; with clauses for it and for each set of values."""
    chosen = [fresh() for _ in sets]
    clauses.append(chosen)
    for value in sorted({value for row in rows for value in row}):
        used = fresh()
        here = [row[value] for row in rows if value in row]
        clauses += [[-literal, used] for literal in here]
        clauses.append([-used, *here])
        holding: list[int] = []
        lacking: list[int] = []
        for literal, values in zip(chosen, sets, strict=True):
            (holding if value in values else lacking).append(literal)
        clauses += [[-literal, used] for literal in holding]
        clauses += [[-literal, -used] for literal in lacking]
        clauses.append([-used, *holding])
        clauses.append([used, *lacking])
    with_total: dict[int, list[int]] = defaultdict(list)
    for literal, values in zip(chosen, sets, strict=True):
        with_total[sum(values)].append(literal)
    totals = {total: fresh() for total in sorted(with_total)}
    for total, literal in totals.items():
        clauses.append([-literal, *with_total[total]])
        clauses += [[literal, -one] for one in with_total[total]]
    clauses += [[-a, -b] for a, b in combinations(totals.values(), 2)]
    return totals
