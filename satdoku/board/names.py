"""Cells and digits in answers: texts, as JSON and a person have them, that know what they name."""

from __future__ import annotations

from satdoku.board.geometry import Geometry


class Cell(str):
    """A cell by its name, ``r1c2``: a text with ``row`` and ``column`` (from 1)
    and ``number`` (row by row, from 0)."""

    __slots__ = ("column", "number", "row")

    number: int
    row: int
    column: int

    def __new__(cls, geometry: Geometry, number: int) -> Cell:
        row, column = geometry.row_column(number)
        return cls._made(geometry.name(number), number, row + 1, column + 1)

    @classmethod
    def _made(cls, name: str, number: int, row: int, column: int) -> Cell:
        cell = super().__new__(cls, name)
        cell.number, cell.row, cell.column = number, row, column
        return cell

    def __reduce__(self) -> tuple[object, ...]:
        return Cell._made, (str(self), self.number, self.row, self.column)

    @property
    def name(self) -> str:
        """The name alone, as a plain text."""
        return str(self)


class Placed(str):
    """A digit in a cell, ``r1c2=4``: a text with the ``cell`` and the ``digit``."""

    __slots__ = ("cell", "digit")

    cell: Cell
    digit: int

    def __new__(cls, cell: Cell, digit: int) -> Placed:
        placed = super().__new__(cls, f"{cell}={digit}")
        placed.cell, placed.digit = cell, digit
        return placed

    def __reduce__(self) -> tuple[object, ...]:
        return Placed, (self.cell, self.digit)
