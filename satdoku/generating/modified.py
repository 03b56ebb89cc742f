"""Clues that read the values of modified cells (doublers, negators), at random places.

The grids of such a search hold a digit in each cell and, in a further cell for each, the mark of
its modifier: the lowest digit of the board where it has none, the next where it has the first kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from satdoku.base.records import dataclass
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints.modifiers import Modifier
from satdoku.generating.clues import ClueKind, ClueWish
from satdoku.model import Model
from satdoku.model.model import apart

__all__ = ["Modified", "ModifiedKind"]


@dataclass(frozen=True)
class Modified:
    """A board whose clues are inside of a modifier, which itself has no rules.

    wide    the board with a cell for the mark of each cell
    """

    modifier: Modifier
    geometry: Geometry
    wide: Geometry

    @staticmethod
    def on(geometry: Geometry, modifier: Modifier) -> Modified:
        """The modifier on a board, which :meth:`Modifier.unplaced` allows."""
        return Modified(modifier, geometry, modifier.with_marks_as_digits(geometry))

    def part(self, part: Model) -> Model:
        """The relations of a rule of the board beside the modifier."""
        cells = self.geometry.cell_count
        return Model(self.wide, apart(part.lowered, cells, self.wide.cell_count)[0])

    def about(self, clues: Sequence[Constraint] = ()) -> Model:
        """The relations of some clues; without any, those of the places of the modifiers."""
        cells = {cell for clue in clues for cell in clue.scope(self.geometry)}
        every = cells or {*range(self.geometry.grid_count)}
        digits = self.geometry.digits
        return Model(self.wide, self.modifier.about(clues, every, self.geometry, digits))

    def digits(self, grid: Grid) -> Grid:
        """The digits of a grid with marks."""
        return Grid(self.geometry, grid.values[: self.geometry.cell_count])

    def keeps(self, clue: Constraint, grid: Grid) -> bool:
        """Whether the digits and values of a grid with marks keep a clue."""
        own, valued = self.modifier.halves((clue,), self.geometry)
        digits, values = _read(self, grid)
        return all(rule.holds(digits) for rule in own) and all(r.holds(values) for r in valued)


@lru_cache(maxsize=1024)
def _read(board: Modified, grid: Grid) -> tuple[Grid, Grid]:
    """The digits of a grid with marks, and its values."""
    modifier, geometry = board.modifier, board.geometry
    digits = board.digits(grid)
    index = {digit: number for number, digit in enumerate(geometry.digits)}
    marks = [index[mark or 0] for mark in grid.values[geometry.cell_count :]]
    values = [
        modifier.values_in(cell, geometry)[mark][index[digit or 0]]
        for cell, (digit, mark) in enumerate(zip(digits.values, marks, strict=True))
    ]
    return digits, Grid(modifier.value_board(geometry), tuple(values))


class ModifiedKind(ClueKind):
    """A kind of clue that reads values.

    :raises ImpossibleWish: where clues of this kind cannot be placed, or read digits alone.
    """

    def __init__(self, wish: ClueWish, board: Modified, symmetry: str = "none") -> None:
        self.board = board
        super().__init__(wish, board.geometry, symmetry)

    def _unplaced(self) -> str | None:
        if not self.rule.reads_values:
            return f"it is about digits, and cannot read {self.board.modifier.lead()}"
        return super()._unplaced()

    def numbers_in(self, grid: Grid) -> Sequence[int | None]:
        return _read(self.board, grid)[1].values

    def keeps(self, clue: Constraint, grid: Grid) -> bool:
        return self.board.keeps(clue, grid)

    def span(self) -> tuple[int, int]:
        digits, size = self.board.modifier.value_board(self.geometry).digits, self.geometry.size
        return min(0, digits[0] * size), max(0, digits[-1] * size)
