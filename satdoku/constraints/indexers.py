"""Cells and lines whose digits name places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, TypeAlias

from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import Aliases, BoardMap, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import CellRule, Clue, board_cells, follows, lines_from, off_grid
from satdoku.relations import AllDifferent, Domain, Element, PairTable, Relation

__all__ = ["BoxIndexer", "ColumnIndexer", "IndexLine", "RowIndexer", "ValueIndexing"]

Implications: TypeAlias = Sequence[tuple[int, int, int, int]]
"""(cell, digit, other cell, other digit): where the cell holds the digit, the other holds the
other."""


def _columns_1_5_9(board: Geometry) -> dict[str, Any]:
    places = ((cell, board.row_column(cell)[1] + 1) for cell in range(board.cell_count))
    return {"cells": tuple(cell for cell, column in places if column in (1, 5, 9))}


_IN_NO = {
    "row": "{name}: {cell} is in no row",
    "column": "{name}: {cell} is in no column",
    "box": "{name}: {cell} is in no box",
}
_HAS_PLACE = {
    "row": "{name}: {cell} has place {place} in its row, which is not a digit of the board",
    "column": "{name}: {cell} has place {place} in its column, which is not a digit of the board",
    "box": "{name}: {cell} has place {place} in its box, which is not a digit of the board",
}


@dataclass(frozen=True)
class _Indexer(CellRule):
    """Cells whose digit names the place, in one of their houses, of the number of their own.

    Places are counted from 1, whatever digits the board has; a digit that names no place cannot be
    in the cell.
    """

    technique = "indexer-places"
    placing = Placing(cells=(1, 1))
    house: ClassVar[str]
    colour: ClassVar[str]

    def house_of(self, cell: int, geometry: Geometry) -> tuple[int, ...]:
        """The cells that a cell's digit numbers."""
        raise NotImplementedError

    def unfit(self, geometry: Geometry) -> str | None:
        if reason := off_grid(self.name, self.cells, geometry):
            return reason
        for cell in board_cells(self.cells, geometry):
            house = self.house_of(cell, geometry)
            if cell not in house:
                return worded(_IN_NO[self.house], name=self.name, cell=geometry.name(cell))
            if house.index(cell) + 1 not in geometry.digits:
                return worded(
                    _HAS_PLACE[self.house],
                    name=self.name,
                    cell=geometry.name(cell),
                    place=house.index(cell) + 1,
                )
        return None

    def links(self, geometry: Geometry) -> Implications:
        """The digit in another cell that follows from each digit of a cell."""
        links = []
        for cell in self.cells:
            house = self.house_of(cell, geometry)
            place = house.index(cell) + 1
            places = ((digit, other) for digit, other in enumerate(house, 1))
            digits = geometry.digits
            links += [(cell, digit, other, place) for digit, other in places if digit in digits]
        return links

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        holds = [
            values[other] == place
            for cell, digit, other, place in self.links(geometry)
            if values[cell] == digit
        ]
        return len(holds) == len(self.cells) and all(holds)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        return _tables(self.links(geometry), geometry)

    def image(self, board_map: BoardMap) -> Clue | None:
        geometry, cells, digits = board_map.geometry, board_map.cells, board_map.digits
        if not self.is_sound(geometry):
            return None
        wanted = {(cells[a], digits[d], cells[b], digits[p]) for a, d, b, p in self.links(geometry)}
        mapped = tuple(cells[cell] for cell in self.cells)
        for kind in (RowIndexer, ColumnIndexer, BoxIndexer):
            rule = kind(mapped)
            if rule.is_sound(geometry) and set(rule.links(geometry)) == wanted:
                return rule
        return None

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        houses = [self.house_of(cell, geometry) for cell in board_cells(self.cells, geometry)]
        return tuple(sorted({*super().scope(geometry), *(c for house in houses for c in house)}))

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        cells = tuple(sorted(board_cells(self.cells, geometry)))
        return (Shape("area", cells, colour=self.colour),)


def _tables(links: Implications, geometry: Geometry) -> Iterable[Relation]:
    left: dict[int, set[int]] = {}
    for cell, digit, other, value in links:
        if cell != other:
            yield PairTable(cell, other, follows(digit, value, geometry.digits))
        if cell != other or digit == value:
            left.setdefault(cell, set()).add(digit)
    yield from (Domain(cell, frozenset(digits)) for cell, digits in left.items())


@dataclass(frozen=True)
class RowIndexer(_Indexer):
    """A cell in row r with the digit d: the cell of row d in its column holds r."""

    name = "row-indexer"
    in_links = ("fpuzzles:rowindexer",)
    aliases: ClassVar[Aliases] = {"rowindexer": None}
    summary = (
        "The digit in a row indexer names the row in which its own row's number is, in its column."
    )
    in_words = (r"row index",)
    house: ClassVar[str] = "column"
    colour: ClassVar[str] = "green"

    def house_of(self, cell: int, geometry: Geometry) -> tuple[int, ...]:
        return lines_from(geometry, "top").get(geometry.row_column(cell)[1] + 1, ())


@dataclass(frozen=True)
class ColumnIndexer(_Indexer):
    """A cell in column c with the digit d: the cell of column d in its row holds c."""

    name = "column-indexer"
    in_links = ("fpuzzles:columnindexer",)
    aliases: ClassVar[Aliases] = {"columnindexer": None, "colindexer": None, "159": _columns_1_5_9}
    summary = (
        "The digit in a column indexer names the column in which its own column's number is, in "
        "its row."
    )
    in_words = (
        r"\b159\b",
        r"column index",
        r"\bcolumn.*(?:indicates?|tells?|names?).*(?:column|location|located|where)",
    )
    house: ClassVar[str] = "row"
    colour: ClassVar[str] = "red"

    def house_of(self, cell: int, geometry: Geometry) -> tuple[int, ...]:
        return lines_from(geometry, "left").get(geometry.row_column(cell)[0] + 1, ())


@dataclass(frozen=True)
class BoxIndexer(_Indexer):
    """A cell at place p of its box with the digit d: the cell at place d of the box holds p."""

    name = "box-indexer"
    in_links = ("fpuzzles:boxindexer",)
    aliases: ClassVar[Aliases] = {"boxindexer": None}
    summary = (
        "The digit in a box indexer names the place in its box, counted row by row, where the "
        "number of its own place is."
    )
    in_words = (r"box index",)
    house: ClassVar[str] = "box"
    colour: ClassVar[str] = "blue"

    def house_of(self, cell: int, geometry: Geometry) -> tuple[int, ...]:
        region = geometry.region_of[cell]
        return () if region is None else tuple(sorted(geometry.regions[region].cells))


@dataclass(frozen=True)
class IndexLine(CellRule):
    """The i-th cell of the line names the place of i."""

    name = "index-line"
    technique = "indexer-places"
    summary = (
        "The N digits of an index line are 1 to N, and the digit in its i-th cell is the place of "
        "the digit i."
    )
    in_words = (r"\bindex lines?|index(?:er|ing) line",)
    parameters = (Parameter("cells", "line", "the cells in order"),)
    cell_count = (2, None)

    def unfit(self, geometry: Geometry) -> str | None:
        if len(self.cells) <= geometry.digits[-1]:
            return None
        return worded(
            "{name}: the board has no digit {count} for so long a line",
            name=self.name,
            count=len(self.cells),
        )

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.cells]
        return sorted(inside) == list(range(1, len(inside) + 1)) and all(
            inside[digit - 1] == place for place, digit in enumerate(inside, 1)
        )

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        places = range(1, len(self.cells) + 1)
        yield from (Domain(cell, frozenset(places)) for cell in self.cells)
        yield AllDifferent(self.cells)
        numbered = list(enumerate(self.cells, 1))
        for i, first in numbered:
            for j, second in numbered[i:]:
                allowed = frozenset((a, b) for a in places for b in places if (a == j) == (b == i))
                yield PairTable(first, second, allowed)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("arrow", self.cells, colour="red", width=0.12),)


@dataclass(frozen=True)
class ValueIndexing(CellRule):
    """The first cell holds what the list has in the place that the second names."""

    name = "value-indexing"
    in_links = ("iss:ValueIndexing",)
    plural = "value indexing lines"
    summary = (
        "The second cell of the list names a place among the cells after it, counted from 1, and "
        "the cell there holds the digit of the first cell."
    )
    parameters = (Parameter("cells", "line", "the cell of the value, that of the index, the list"),)
    cell_count = (3, None)
    repeats_allowed = True

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        value, index, *inside = (values[cell] for cell in self.cells)
        return 1 <= index <= len(inside) and inside[index - 1] == value

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        value, index, *array = self.cells
        yield Domain(index, frozenset(d for d in geometry.digits if 1 <= d <= len(array)))
        yield Element(index, tuple(array), value)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("arrow", self.cells[1:]), Shape("dot", self.cells[:1]))
