"""Boards with more digits than a house has cells: which digits the houses lack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import BoardMap, Constraint
from satdoku.board.geometry import BoardHouse, Geometry
from satdoku.board.grid import Grid
from satdoku.constraints.common import NEVER, full_values
from satdoku.relations import AllDifferent, Among, Domain, Or, Relation

__all__ = ["Doppelganger", "RegionSameValues"]


class _OfHouses(Constraint):
    """A rule of the whole board about the digits of its houses."""

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(range(geometry.cell_count))

    def faults(self, grid: Grid) -> Iterator[Problem]:
        if reason := self.unfit(grid.geometry):
            yield Problem("rule", reason)
        elif grid.is_full and not self.holds(grid):
            yield Problem("rule", f"{self.name}: the digits of the full board break it")


@dataclass(frozen=True)
class Doppelganger(_OfHouses):
    """On N x N cells with the digits 0 to N every house lacks one digit, and not 0."""

    name = "doppelganger"
    in_links = ("iss:Doppelganger",)
    summary = (
        "Each row, column and box holds 0 and lacks one digit; no two rows, columns or boxes lack "
        "the same one, and at each 0 the digits that its row, column and box lack differ."
    )

    def unfit(self, geometry: Geometry) -> str | None:
        sides = geometry.rows, geometry.columns, len(geometry.regions)
        if set(sides) == {geometry.size - 1} and geometry.digits[0] == 0 and self.kinds(geometry):
            return None
        return worded(
            "{name}: the rule needs a board of N x N cells with N boxes and the digits 0 to N, "
            "not {board} with {low} to {high}",
            name=self.name,
            board=geometry.describe(),
            low=geometry.digits[0],
            high=geometry.digits[-1],
        )

    def kinds(self, geometry: Geometry) -> tuple[tuple[BoardHouse, ...], ...]:
        """The rows, the columns and the boxes; none where the board lacks one."""
        lines = (tuple(h for h in geometry.houses if h.kind == kind) for kind in ("row", "column"))
        kinds = (*lines, geometry.regions)
        side = geometry.size - 1
        full = all(len(kind) == side for kind in kinds) and all(
            len(house.cells) == side for kind in kinds for house in kind
        )
        return kinds if full else ()

    def holds(self, grid: Grid) -> bool:
        values, geometry = full_values(grid), grid.geometry
        if self.unfit(geometry) is not None:
            return False
        wanted = set(geometry.digits)
        at_zeros: dict[int, list[int]] = {}
        for kind in self.kinds(geometry):
            lacked = []
            for house in kind:
                lacking = wanted - {values[cell] for cell in house.cells}
                if len(lacking) != 1 or 0 in lacking:
                    return False
                (digit,) = lacking
                lacked.append(digit)
                for cell in house.cells:
                    if values[cell] == 0:
                        at_zeros.setdefault(cell, []).append(digit)
            if len(set(lacked)) != len(lacked):
                return False
        return all(len(set(digits)) == len(digits) == 3 for digits in at_zeros.values())

    def relations(self, geometry: Geometry) -> Iterable[Relation]:
        if self.unfit(geometry) is not None:
            yield from NEVER
            return
        digits = frozenset(geometry.digits)
        free = geometry.cell_count
        lacks: dict[int, list[int]] = {cell: [] for cell in range(geometry.cell_count)}
        for kind in self.kinds(geometry):
            numbers = tuple(range(free, free + len(kind)))
            free += len(kind)
            for house, number in zip(kind, numbers, strict=True):
                yield Domain(number, digits - {0})
                yield AllDifferent((*house.cells, number))
                for cell in house.cells:
                    lacks[cell].append(number)
            yield AllDifferent(numbers)
        for cell, three in lacks.items():
            yield Or(((Domain(cell, digits - {0}),), (AllDifferent(tuple(three)),)))

    def image(self, board_map: BoardMap) -> Constraint | None:
        # The caller's map keeps the houses; rows and columns and boxes must stay apart or change
        # places as whole kinds.
        geometry = board_map.geometry
        if self.unfit(geometry) is not None or board_map.digits[0] != 0:
            return None
        own = {frozenset(frozenset(h.cells) for h in kind) for kind in self.kinds(geometry)}
        to = board_map.cells
        moved = {frozenset(frozenset(to[c] for c in cells) for cells in kind) for kind in own}
        return self if moved == own else None


@dataclass(frozen=True)
class RegionSameValues(_OfHouses):
    """All houses of the largest size hold the same set of digits."""

    name = "region-same-values"
    in_links = ("iss:RegionSameValues",)
    sought = ("digit set", "chosen digits", "any 4 of 1-9")
    title = "Houses of the same digits"
    summary = (
        "All rows, columns and boxes, or the largest of them, hold one common set of digits; the "
        "other digits of the board do not occur in them."
    )
    in_words = (
        r"same (?:\d digit )?(?:sub)?set (?:of|from)",
        r"these (?:\d )?digits only",
    )

    def houses(self, geometry: Geometry) -> tuple[BoardHouse, ...]:
        """The largest houses."""
        largest = max((len(house.cells) for house in geometry.houses), default=0)
        return tuple(house for house in geometry.houses if len(house.cells) == largest)

    def unfit(self, geometry: Geometry) -> str | None:
        return (
            None if geometry.houses else worded("{name}: the board has no houses", name=self.name)
        )

    def holds(self, grid: Grid) -> bool:
        values, houses = full_values(grid), self.houses(grid.geometry)
        sets = {frozenset(values[cell] for cell in house.cells) for house in houses}
        return len(sets) == 1 and all(
            len({values[cell] for cell in house.cells}) == len(house.cells) for house in houses
        )

    def relations(self, geometry: Geometry) -> Iterable[Relation]:
        if self.unfit(geometry) is not None:
            yield from NEVER
            return
        houses = self.houses(geometry)
        if len(houses[0].cells) == geometry.size:
            return  # each holds every digit
        for number, digit in enumerate(geometry.digits, geometry.cell_count):
            yield Domain(number, frozenset((0, 1)))
            for house in houses:
                yield Among(house.cells, frozenset((digit,)), "=", counter=number)

    def image(self, board_map: BoardMap) -> Constraint | None:
        own = {frozenset(house.cells) for house in self.houses(board_map.geometry)}
        moved = {frozenset(board_map.cells[cell] for cell in cells) for cells in own}
        return self if moved == own else None
