"""What a digit in a cell excludes elsewhere: the one meaning of "the candidates now".

A candidate is open in a position where nobody has crossed it out and no written digit excludes it:
by a house, or by a relation of a rule that two cells can break (all different, a table of pairs).
What one cell may hold at all (:class:`~satdoku.relations.Domain`) counts too. What takes more than
two cells to see (the sum of a cage) is for techniques to find.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from satdoku.puzzle.constraint import Constraint
from satdoku.puzzle.geometry import Geometry
from satdoku.relations import AllDifferent, DigitSetSum, Domain, PairTable

__all__ = ["Exclusions", "excluded_now", "exclusions"]


class Exclusions:
    """The exclusions of a board with rules; see :func:`exclusions`, which keeps them.

    allowed  for each cell that a rule restricts by itself, the digits that it may hold
    pairs    for each cell and digit, the candidates (cell, digit) that a table of pairs excludes,
             each with the place of its constraint
    """

    def __init__(self, geometry: Geometry, constraints: tuple[Constraint, ...]) -> None:
        self.allowed: dict[int, frozenset[int]] = {}
        every = frozenset(geometry.digits)
        cells = geometry.cell_count
        differ = [set(peers) for peers in geometry.peers]
        self.pairs: list[dict[int, dict[tuple[int, int], int]]] = [{} for _ in range(cells)]
        for place, constraint in enumerate(constraints):
            for relation in constraint.relations(geometry):
                if isinstance(relation, Domain):
                    if relation.variable < cells:
                        self._restrict(relation.variable, relation.digits, every)
                elif isinstance(relation, AllDifferent | DigitSetSum):
                    own = {cell for cell in relation.variables if cell < cells}
                    for cell in own:
                        differ[cell] |= own
                elif isinstance(relation, PairTable):
                    a, b = relation.first, relation.second
                    conflicts = relation.conflicts(geometry.digits)
                    if max(a, b) >= cells:
                        continue
                    if a == b:
                        self._restrict(a, every - {x for x, y in conflicts if x == y}, every)
                        continue
                    for x, y in conflicts:
                        self.pairs[a].setdefault(x, {}).setdefault((b, y), place)
                        self.pairs[b].setdefault(y, {}).setdefault((a, x), place)
        self._differ = [own - {cell} for cell, own in enumerate(differ)]
        self.of = cache(self._of)
        """The candidates, as (cell, digit), that a digit in a cell excludes from other cells."""

    def _restrict(self, cell: int, digits: frozenset[int], every: frozenset[int]) -> None:
        self.allowed[cell] = self.allowed.get(cell, every) & digits

    def _of(self, cell: int, digit: int) -> frozenset[tuple[int, int]]:
        same = {(other, digit) for other in self._differ[cell]}
        return frozenset(same.union(self.pairs[cell].get(digit, ())))


@lru_cache(maxsize=32)
def exclusions(geometry: Geometry, constraints: tuple[Constraint, ...]) -> Exclusions:
    """What digits exclude on a board with these rules; kept, so equal boards are read once."""
    return Exclusions(geometry, constraints)


def excluded_now(
    geometry: Geometry, constraints: tuple[Constraint, ...], values: tuple[int | None, ...]
) -> Iterator[tuple[int, int]]:
    """The candidates that the written digits and the rules on single cells exclude."""
    found = exclusions(geometry, constraints)
    for cell, digit in enumerate(values):
        if digit is not None:
            yield from found.of(cell, digit)
    for cell, allowed in found.allowed.items():
        yield from ((cell, digit) for digit in geometry.digits if digit not in allowed)
