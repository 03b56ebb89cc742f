"""The unknown regions that the digits of a full grid allow, by connected cells alone."""

from __future__ import annotations

from dataclasses import field

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.constraints.hidden import Choices

__all__ = ["RegionShapes"]


@dataclass(frozen=True)
class RegionShapes:
    """The regions that the digits of a full grid allow; sets of cells are bits of integers.

    digits  the digits of the board, which name the regions too
    roots   the cell with the lowest digit of each region
    places  the cells with each digit
    column  the first column
    known   results of :meth:`_cuts`
    """

    digits: tuple[int, ...]
    roots: tuple[int, ...]
    places: tuple[int, ...]
    column: int
    known: dict[tuple[int, int, int], int] = field(default_factory=dict)

    @staticmethod
    def of(values: tuple[int, ...], geometry: Geometry) -> RegionShapes | None:
        """``None`` where no regions hold each digit once, for their number."""
        size, digits = geometry.size, geometry.digits
        places = [sum(1 << c for c, value in enumerate(values) if value == d) for d in digits]
        row = (1 << size) - 1
        roots = tuple(places[0] & row << size * r for r in range(size))
        if all(len(digits) == p.bit_count() for p in places) and all(map(int.bit_count, roots)):
            column = sum(1 << size * r for r in range(size))
            return RegionShapes(digits, roots, tuple(places), column)
        return None

    def narrow(self, left: Choices, first: int) -> bool:
        """Take away the regions that a cell cannot be in, and return whether each has some left.

        ``first`` is the number of the label of cell 0.
        """
        size = len(self.digits)
        before = [
            sum(1 << c for c in range(size * size) if digit in left[first + c])
            for digit in self.digits
        ]
        may = [m & ~(self.places[0] ^ root) for m, root in zip(before, self.roots, strict=True)]
        if not self._settle(may):
            return False
        for cell in range(size * size):
            if any((old ^ new) >> cell & 1 for old, new in zip(before, may, strict=True)):
                labels = [d for d, cells in zip(self.digits, may, strict=True) if cells >> cell & 1]
                left[first + cell] = frozenset(labels)
        return True

    def _settle(self, may: list[int]) -> bool:
        while True:
            before = may.copy()
            once = twice = 0
            for cells in may:
                twice |= once & cells
                once |= cells
            if once.bit_count() < len(may) ** 2:
                return False
            for label, cells in enumerate(before):
                own = cells & ~twice
                reached = self._reached(label, cells, own)
                if not reached:
                    return False
                needed = sum(reached & p for p in self.places if (reached & p).bit_count() == 1)
                if before == may:
                    needed |= self._cuts(label, reached, own)
                may[label] &= reached
                for other in range(len(may)):
                    if other != label:
                        may[other] &= ~needed
            if may == before:
                return True

    def _cuts(self, label: int, cells: int, own: int) -> int:
        """Cells without which the others fall apart, or lack a digit."""
        key = label, cells, own
        if key not in self.known:
            cuts, left = 0, cells & ~own
            while left:
                cell = left & -left
                left ^= cell
                if not self._reached(label, cells & ~cell, own):
                    cuts |= cell
            self.known[key] = cuts
        return self.known[key]

    def _reached(self, label: int, cells: int, own: int) -> int:
        """The cells of a region that its root reaches in as many steps as it can have cells; no
        cells where these are not all of its ``own`` or lack a digit."""
        size = len(self.digits)
        left = size - own.bit_count()
        if left < 0:
            return 0
        for place in self.places:
            if known := own & place:
                if known.bit_count() > 1:
                    return 0
                cells &= ~place | known
        reached = self.roots[label] & cells
        starts, ends = ~self.column, ~(self.column << size - 1)
        while reached:
            near = (
                reached << size | reached >> size | (reached << 1 & starts) | (reached >> 1 & ends)
            )
            near &= cells & ~reached
            if near & own:
                reached |= near & own
            elif near and left:
                reached |= near
                left -= 1
            else:
                break
        whole = not own & ~reached and all(reached & place for place in self.places)
        return reached if whole else 0
