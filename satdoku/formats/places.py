"""How the sites name cells and the places beside the board.

A format has one :class:`Alphabet`. It turns the site's names into cells (numbers) and back, so that
the codecs (codecs.py) of all sites are written over cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from satdoku.base.errors import FormatError
from satdoku.board.geometry import Geometry
from satdoku.formats.base import shown

STEPS = {"up-left": (-1, -1), "up-right": (-1, 1), "down-left": (1, -1), "down-right": (1, 1)}
"""The directions of diagonals, as rows down and columns to the right."""


class NoCell(FormatError):
    """A place that is no cell of the board; its rule is to be named before it."""


def cell_named(name: str, geometry: Geometry) -> int:
    """The cell with this name.

    :raises NoCell: where the board has none.
    """
    if (cell := geometry.numbers.get(name)) is not None:
        return cell
    try:
        return geometry.cell(name)  # otherwise spelled, or wrong
    except ValueError as error:
        raise NoCell(str(error), text=name) from None


def cell_at(row: int, column: int, geometry: Geometry) -> int:
    """The cell in this row and column, both from 1.

    :raises NoCell: where the board has none.
    """
    return cell_named(f"r{row}c{column}", geometry)


class Alphabet:
    """The names of one site. Rows and columns of places beside the board are counted from 1."""

    def cell(self, name: Any, geometry: Geometry) -> int:
        """The cell with this name.

        :raises FormatError: where there is none.
        """
        raise NotImplementedError

    def name(self, cell: int, geometry: Geometry) -> Any:
        """The name of a cell."""
        raise NotImplementedError

    def cells(self, names: Any, geometry: Geometry) -> list[int]:
        """The cells of a list of names."""
        if not isinstance(names, list):
            raise FormatError("a list of cells was expected, not {names}", names=shown(names))
        return [self.cell(name, geometry) for name in names]

    def names(self, cells: Iterable[int], geometry: Geometry) -> list[Any]:
        """The names of cells."""
        return [self.name(cell, geometry) for cell in cells]

    def under(self, item: Mapping[str, Any], key: str, geometry: Geometry) -> list[int]:
        """The cells that an item lists under a key."""
        return self.cells(item.get(key), geometry)

    def beside(self, name: Any, geometry: Geometry) -> tuple[int, int]:
        """The row and column of a place in the ring around the board."""
        raise NotImplementedError

    def beside_name(self, row: int, column: int, geometry: Geometry) -> Any:
        """The name of a place in the ring around the board."""
        raise NotImplementedError

    def side(self, name: Any, geometry: Geometry) -> tuple[str, int]:
        """The side of the board that a place stands at, and the number of its row or column.

        :raises FormatError: where it stands beside no row and no column.
        """
        row, column = self.beside(name, geometry)
        end = geometry.rows + 1, geometry.columns + 1
        if column in (0, end[1]) and 0 < row < end[0]:
            return ("right" if column else "left"), row
        if row in (0, end[0]) and 0 < column < end[1]:
            return ("bottom" if row else "top"), column
        raise self.no_side(name, row, column)

    def no_side(self, name: Any, row: int, column: int) -> FormatError:
        """The error for a place that stands beside no row and no column."""
        raise NotImplementedError

    def side_name(self, side: str, index: int, geometry: Geometry) -> Any:
        """The name of the place at this side of a row or column."""
        row, column = {
            "left": (index, 0),
            "right": (index, geometry.columns + 1),
            "top": (0, index),
            "bottom": (geometry.rows + 1, index),
        }[side]
        return self.beside_name(row, column, geometry)
