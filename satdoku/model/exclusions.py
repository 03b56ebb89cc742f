"""The candidates that a digit in a cell excludes: the one definition of "the candidates now".

A candidate of a position is open if it has not been crossed out, its cell may hold it at all, and
no written digit excludes it: by a house, or by a relation of a rule that two cells can break (all
different, a table of pairs). Exclusions that take more cells to see (the sum of a cage) are for
techniques to find.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from satdoku.base.limits import tick
from satdoku.model.model import Model


class Exclusions:
    """The exclusions of a board with rules; :func:`exclusions_of` keeps them.

    pairs    for each cell and digit, the candidates (cell, digit) that a table of pairs excludes,
             each with the place of its constraint
    apart    the places of the constraints by which two cells (the lower first) differ, where no
             house of the board holds both
    alone    cells that are restricted by themselves, with the digits that they may hold
    """

    def __init__(self, model: Model) -> None:
        geometry = model.geometry
        cells = geometry.cell_count
        differ = [self._own(peers) for peers in geometry.peers]
        self.pairs: list[dict[int, dict[tuple[int, int], int]]] = [{} for _ in range(cells)]
        self.apart: dict[tuple[int, int], int] = {}
        for place, part in enumerate(model.parts):
            for group in part.different:
                for cell in group:
                    differ[cell].update(group)
                    for other in group:
                        if cell < other and other not in geometry.peers[cell]:
                            self.apart.setdefault((cell, other), place)
            for table in part.tables:
                tick()
                a, b = table.first, table.second
                there, back = self.pairs[a], self.pairs[b]
                for x, y in table.conflicts(geometry.digits):
                    if x not in there:
                        there[x] = {}
                    there[x].setdefault((b, y), place)
                    if y not in back:
                        back[y] = {}
                    back[y].setdefault((a, x), place)
        # Connected relations are spelled out by constraint, not once more for all of them.
        connected = [part for part in model.parts if part.connected]
        self.alone: dict[int, frozenset[int]] = {}
        for part in (model.whole, *connected):
            for cell, allowed in part.domains.items():
                self.alone[cell] = self.alone.get(cell, allowed) & allowed
        for cell, own in enumerate(differ):
            own.discard(cell)
        self._differ = differ
        self.of = cache(self._of)
        """The candidates, as (cell, digit), that a digit in a cell excludes from other cells."""

    @staticmethod
    def _own(cells: Iterable[int]) -> set[int]:
        tick()
        return set(cells)

    def _of(self, cell: int, digit: int) -> frozenset[tuple[int, int]]:
        same = {(other, digit) for other in self._differ[cell]}
        return frozenset(same.union(self.pairs[cell].get(digit, ())))


def exclusions_of(model: Model) -> Exclusions:
    """The exclusions of a model, made once."""
    return model.kept(Exclusions, Exclusions)


def excluded_now(model: Model, values: tuple[int | None, ...]) -> Iterator[tuple[int, int]]:
    """The candidates that the written digits and the rules on single cells exclude."""
    exclusions = exclusions_of(model)
    for cell, digit in enumerate(values):
        if digit is not None:
            yield from exclusions.of(cell, digit)
    for cell, allowed in exclusions.alone.items():
        yield from ((cell, digit) for digit in model.geometry.digits if digit not in allowed)
