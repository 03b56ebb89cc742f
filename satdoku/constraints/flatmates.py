"""Dutch flatmates: who stands above and below a 5."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import Aliases, BoardMap, Constraint
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.constraints.common import NEVER, full_values
from satdoku.relations import Domain, Or, Relation

__all__ = ["DutchFlatmates"]


@dataclass(frozen=True)
class DutchFlatmates(Constraint):
    """Every 5 has a 1 directly above or a 9 directly below."""

    name = "dutch-flatmates"
    in_links = ("iss:DutchFlatmates",)
    aliases: ClassVar[Aliases] = {"flatmates": None}
    summary = "Every 5 has a 1 directly above it or a 9 directly below it."
    in_words = (
        r"flat ?mates",
        r"5\b.*1 (?:directly )?above.*9 (?:directly )?below",
    )

    def unfit(self, geometry: Geometry) -> str | None:
        if geometry.digits == tuple(range(1, 10)):
            return None
        return worded(
            "{name}: the rule is about the digits 1 to 9, which the board does not have",
            name=self.name,
        )

    def flats(self, geometry: Geometry) -> Iterator[tuple[int, int | None, int | None]]:
        """Each cell with the ones above and below it."""
        at = {geometry.row_column(cell): cell for cell in range(geometry.cell_count)}
        for (row, column), cell in at.items():
            yield cell, at.get((row - 1, column)), at.get((row + 1, column))

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(range(geometry.cell_count))

    def holds(self, grid: Grid) -> bool:
        values = full_values(grid)
        return self.unfit(grid.geometry) is None and all(
            values[cell] != 5
            or (above is not None and values[above] == 1)
            or (below is not None and values[below] == 9)
            for cell, above, below in self.flats(grid.geometry)
        )

    def relations(self, geometry: Geometry) -> Iterable[Relation]:
        if self.unfit(geometry) is not None:
            yield from NEVER
            return
        others = frozenset(geometry.digits) - {5}
        for cell, above, below in self.flats(geometry):
            groups: list[tuple[Relation, ...]] = [(Domain(cell, others),)]
            if above is not None:
                groups.append((Domain(above, frozenset((1,))),))
            if below is not None:
                groups.append((Domain(below, frozenset((9,))),))
            yield Or(tuple(groups))

    def faults(self, grid: Grid) -> Iterator[Problem]:
        geometry = grid.geometry
        if reason := self.unfit(geometry):
            yield Problem("rule", reason)
            return
        for cell, above, below in self.flats(geometry):
            if (
                grid[cell] == 5
                and (above is None or grid[above] not in (None, 1))
                and (below is None or grid[below] not in (None, 9))
            ):
                place = geometry.name(cell)
                yield Problem(
                    "rule",
                    f"{self.name}: the 5 in {place} has no 1 above it and no 9 below it",
                    tuple(c for c in (cell, above, below) if c is not None),
                )

    def image(self, board_map: BoardMap) -> Constraint | None:
        geometry, to = board_map.geometry, board_map.cells
        if self.unfit(geometry) is not None or board_map.digits[5] != 5:
            return None
        moved = {
            (to[cell], *(None if c is None else to[c] for c in beside))
            for cell, *beside in self.flats(geometry)
        }
        if (board_map.digits[1], board_map.digits[9]) == (9, 1):
            moved = {(cell, below, above) for cell, above, below in moved}
        elif (board_map.digits[1], board_map.digits[9]) != (1, 9):
            return None
        return self if moved == set(self.flats(geometry)) else None
