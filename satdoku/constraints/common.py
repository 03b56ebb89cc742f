"""What several families share: the faults of a cell list, repeats, and rules made of pairs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, cast

from satdoku.puzzle.constraint import BoardMap, Constraint, Parameter, Problem, Shape
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.relations import AllDifferent, Domain, Relation

__all__ = [
    "NEVER",
    "CellRule",
    "GroupRule",
    "PairRule",
    "all_different",
    "board_cells",
    "full_values",
    "repeats",
]

NEVER: tuple[Relation, ...] = (Domain(0, frozenset()),)
"""The lowering of a rule that no grid can keep."""


def full_values(grid: Grid) -> tuple[int, ...]:
    """The digits of a full grid.

    :raises ValueError: where a cell is empty.
    """
    if not grid.is_full:
        raise ValueError("holds() is a question about full grids, and this one has empty cells")
    return cast(tuple[int, ...], grid.values)


def all_different(values: Sequence[int]) -> bool:
    """Whether no digit occurs twice."""
    return len(set(values)) == len(values)


def repeats(grid: Grid, cells: Iterable[int], place: str) -> Iterator[Problem]:
    """A problem for each digit that stands more than once in ``cells``."""
    where: dict[int, list[int]] = {}
    for cell in cells:
        value = grid[cell]
        if value is not None:
            where.setdefault(value, []).append(cell)
    for digit, found in sorted(where.items()):
        if len(found) > 1:
            times = "twice" if len(found) == 2 else f"{len(found)} times"
            yield Problem(
                "repeat",
                f"{digit} stands {times} in {place}: {grid.geometry.names(found)}",
                tuple(found),
                place,
            )


def board_cells(cells: Iterable[int], geometry: Geometry) -> tuple[int, ...]:
    """Those of the cells that the board has, each once."""
    return tuple(dict.fromkeys(c for c in cells if 0 <= c < geometry.cell_count))


def map_cells(cells: Iterable[int], board_map: BoardMap) -> tuple[int, ...] | None:
    """Where a symmetry takes these cells, or ``None`` where the board lacks one of them."""
    cells = tuple(cells)
    count = len(board_map.cells)
    return tuple(board_map.cells[c] for c in cells) if all(0 <= c < count for c in cells) else None


@dataclass(frozen=True)
class CellRule(Constraint):
    """A rule on a set of cells. The order of the cells has no meaning; they are kept sorted.

    :raises ValueError: where there is no cell.
    """

    parameters: ClassVar[tuple[Parameter, ...]] = (Parameter("cells", "cells", "the cells"),)

    cells: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.cells:
            raise ValueError(f"{self.name}: at least one cell is needed")
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return board_cells(self.cells, geometry)

    def is_sound(self, geometry: Geometry) -> bool:
        """Whether the board has every cell and none is named twice."""
        return board_cells(self.cells, geometry) == self.cells

    def cell_faults(self, geometry: Geometry) -> Iterator[Problem]:
        """Cells that the board does not have, and cells named twice."""
        count = geometry.cell_count
        for cell in dict.fromkeys(self.cells):
            if not 0 <= cell < count:
                name = geometry.name(cell) if cell >= 0 else f"number {cell}"
                yield Problem(
                    "cells", f"{self.name}: the {geometry.describe()} has no cell {name}", ()
                )
            elif self.cells.count(cell) > 1:
                yield Problem(
                    "cells", f"{self.name}: {geometry.name(cell)} is named more than once", (cell,)
                )

    def describe(self, geometry: Geometry) -> str:
        cells = self.scope(geometry)
        return f"{self.title.lower()} in {geometry.names(cells)}" if cells else self.title.lower()


class GroupRule(Constraint):
    """A rule of the whole board that names sets of cells in which no digit repeats."""

    @abstractmethod
    def groups(self, geometry: Geometry) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Each set with its name; none where the board cannot have the rule."""

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(sorted({cell for _, cells in self.groups(geometry) for cell in cells}))

    def holds(self, grid: Grid) -> bool:
        values = full_values(grid)
        return self.unfit(grid.geometry) is None and all(
            all_different([values[cell] for cell in cells])
            for _, cells in self.groups(grid.geometry)
        )

    def relations(self, geometry: Geometry) -> Iterable[Relation]:
        if self.unfit(geometry) is not None:
            return NEVER
        return tuple(AllDifferent(cells) for _, cells in self.groups(geometry))

    def faults(self, grid: Grid) -> Iterator[Problem]:
        if reason := self.unfit(grid.geometry):
            yield Problem("rule", reason)
            return
        for place, cells in self.groups(grid.geometry):
            yield from repeats(grid, cells, place)

    def image(self, board_map: BoardMap) -> Constraint | None:
        own = {frozenset(cells) for _, cells in self.groups(board_map.geometry)}
        mapped = {frozenset(board_map.cells[cell] for cell in cells) for cells in own}
        return self if mapped == own else None


class PairRule(Constraint):
    """A rule of the whole board about every two cells at certain distances."""

    steps: ClassVar[tuple[tuple[int, int], ...]]
    """(rows down, columns right) from the first cell of a pair to the second; one of each two
    opposite directions is enough."""

    @abstractmethod
    def clash(self, first: int, second: int) -> bool:
        """Whether the two cells of a pair may not hold these digits."""

    @abstractmethod
    def fault(self, place: str, first: int, second: int) -> str:
        """The sentence for two cells (``place``, joined by "and") whose digits clash."""

    def pairs(self, geometry: Geometry) -> tuple[tuple[int, int], ...]:
        """Every pair of cells that the rule covers."""
        return _pairs(geometry, self.steps)

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(sorted({cell for pair in self.pairs(geometry) for cell in pair}))

    def holds(self, grid: Grid) -> bool:
        values = full_values(grid)
        return not any(self.clash(values[a], values[b]) for a, b in self.pairs(grid.geometry))

    def faults(self, grid: Grid) -> Iterator[Problem]:
        geometry = grid.geometry
        for a, b in self.pairs(geometry):
            first, second = grid[a], grid[b]
            if first is not None and second is not None and self.clash(first, second):
                message = self.fault(geometry.names((a, b)), first, second)
                yield Problem("rule", f"{self.name}: {message}", (a, b))

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("none", label=self.summary),)


@lru_cache(maxsize=64)
def _pairs(geometry: Geometry, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    found = []
    for cell in range(geometry.cell_count):
        row, column = geometry.row_column(cell)
        for down, right in steps:
            other = geometry.at(row + down, column + right)
            if other is not None:
                found.append((min(cell, other), max(cell, other)))
    return tuple(sorted(found))


def open_pairs(geometry: Geometry, pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The pairs that share no house: those that the board itself does not constrain."""
    houses = geometry.house_indices
    return tuple((a, b) for a, b in pairs if not set(houses[a]) & set(houses[b]))


def maps_onto_itself(pairs: Iterable[tuple[int, int]], board_map: BoardMap) -> bool:
    """Whether a symmetry takes a set of unordered pairs onto itself."""
    own = {frozenset(pair) for pair in pairs}
    return {frozenset(board_map.cells[cell] for cell in pair) for pair in own} == own
