"""Drawings that digits stand for: the cells with some digits are shaded, starred or on a path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import ClassVar

from satdoku.board.constraint import Aliases, BoardMap, Constraint, Parameter, Shape
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.constraints.combined import lowered_apart
from satdoku.constraints.common import Clue, lines_from, one_of
from satdoku.constraints.sides import strange_digit
from satdoku.constraints.unknown_regions import Connected
from satdoku.relations import Among, Comparison, Domain, Lowered

__all__ = ["Loop", "Snake", "StarBattle", "YinYang"]

_BESIDE = ((0, 1), (1, 0), (0, -1), (-1, 0))
_LATER = ((0, 1), (1, -1), (1, 0), (1, 1))
"""The steps to the cells around one that come later in reading order."""


class _Drawn(Connected):
    """A drawing of connected cells that says more than that they are connected."""

    def possible(self, grid: Grid) -> bool:
        if None in (grid[cell] for cell in self.scope(grid.geometry)):
            return super().possible(grid)
        return self.fits([value or 0 for value in grid.values], grid.geometry)


@dataclass(frozen=True)
class YinYang(_Drawn):
    """The cells with one of some digits are one piece, and so are the others; no 2x2 is whole."""

    name = "yin-yang"
    title = "Yin-yang"
    plural = "yin-yangs"
    summary = (
        "The cells that hold one of the digits are connected by edges, and so are the others; no "
        "two by two cells are all of one kind."
    )
    in_words = (r"\byin-? ?yang",)

    def sides(self, geometry: Geometry) -> tuple[Connected, Connected]:
        """The rules of the two colours."""
        cells = self.all_cells(geometry)
        digits = {digit for cell in cells for digit in geometry.values_of(cell)}
        others = tuple(sorted(digits - {*self.digits})) or self.digits
        return Connected(self.digits, self.cells, self.size), Connected(others, self.cells)

    def squares(self, geometry: Geometry) -> list[tuple[int, ...]]:
        """The two by two cells."""
        cells, squares = self.all_cells(geometry), []
        for cell in cells:
            square = [geometry.beside(cell, *step) for step in ((0, 0), (0, 1), (1, 0), (1, 1))]
            if all(other in cells for other in square):
                squares.append(tuple(other for other in square if other is not None))
        return squares

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [cell for cell in self.all_cells(geometry) if values[cell] in self.digits]
        return all(side.fits(values, geometry) for side in self.sides(geometry)) and all(
            0 < len({*square}.intersection(inside)) < 4 for square in self.squares(geometry)
        )

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        yield from chain.from_iterable(lowered_apart(self.sides(geometry), geometry))
        for square in self.squares(geometry):
            yield Among(square, frozenset(self.digits), ">=", 1)
            yield Among(square, frozenset(self.digits), "<=", 3)


class _Path(_Drawn):
    """Connected cells each of which has at most two neighbours among them."""

    links: ClassVar[Comparison] = "<="
    """How the neighbours of a cell on the path compare with two."""

    def near(self, geometry: Geometry) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Each cell with its neighbours."""
        cells = set(self.all_cells(geometry))
        for cell in cells:
            beside = (geometry.beside(cell, *step) for step in _BESIDE)
            yield cell, tuple(other for other in beside if other is not None and other in cells)

    def degrees(self, values: Sequence[int], geometry: Geometry) -> list[int]:
        """The number of neighbours on the path, of each cell on it."""
        return [
            sum(values[other] in self.digits for other in near)
            for cell, near in self.near(geometry)
            if values[cell] in self.digits
        ]

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        yield from super().lowering(geometry)
        inside = frozenset(self.digits)
        for cell, near in self.near(geometry):
            others = frozenset(geometry.values_of(cell)) - inside
            yield from one_of([
                (Domain(cell, others),),
                (Domain(cell, inside), Among(near, inside, self.links, 2)),
            ])  # fmt: skip


@dataclass(frozen=True)
class Loop(_Path):
    """The cells with one of some digits are a loop that does not touch itself by an edge."""

    name = "closed-loop"
    aliases: ClassVar[Aliases] = {"loop": None}
    links = "="
    summary = (
        "The cells that hold one of the digits are one loop from neighbour to neighbour, which "
        "does not touch itself by an edge."
    )

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return super().fits(values, geometry) and {*self.degrees(values, geometry)} == {2}


@dataclass(frozen=True)
class Snake(_Path):
    """The cells with one of some digits are a path that does not touch itself by an edge."""

    name = "snake"
    plural = "snakes"
    summary = (
        "The cells that hold one of the digits are one path with two ends from neighbour to "
        "neighbour, which does not touch itself by an edge."
    )

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        degrees = self.degrees(values, geometry)
        return super().fits(values, geometry) and max(degrees) <= 2 and min(degrees) < 2

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        yield from super().lowering(geometry)
        inside = frozenset(self.digits)
        yield from one_of([
            (Domain(cell, inside), Among(near, inside, "<=", 1))
            for cell, near in self.near(geometry)
        ])  # fmt: skip


@dataclass(frozen=True)
class StarBattle(Clue):
    """The cells with one of some digits are stars, so many in each house, and do not touch."""

    name = "star-battle"
    title = "Star battle"
    summary = (
        "Each row, column and region has as many stars, cells that hold one of the digits, as the "
        "rule says; no two stars touch, not even at a corner."
    )
    in_words = (r"\bstar battle\b",)
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("digits", "digits", "the digits that are stars"),
        Parameter("count", "integer", "the stars of each house", True, 1, least=1),
    )

    digits: tuple[int, ...]
    count: int = 1

    def unfit(self, geometry: Geometry) -> str | None:
        return strange_digit(self.name, self.digits, geometry)

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(range(geometry.grid_count))

    def parts(self, geometry: Geometry) -> Iterator[tuple[tuple[int, ...], str, int]]:
        """Groups of cells with how many stars they have: rows, columns, regions, and neighbours."""
        lines = (lines_from(geometry, side).values() for side in ("left", "top"))
        for cells in (*chain.from_iterable(lines), *(r.cells for r in geometry.regions)):
            yield tuple(cells), "=", self.count
        for cell in range(geometry.grid_count):
            for step in _LATER:
                if (other := geometry.beside(cell, *step)) is not None:
                    yield (cell, other), "<=", 1

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        for cells, comparison, number in self.parts(geometry):
            stars = sum(values[cell] in self.digits for cell in cells)
            if stars > number or (comparison == "=" and stars < number):
                return False
        return True

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        stars = frozenset(self.digits)
        for cells, comparison, number in self.parts(geometry):
            yield Among(cells, stars, "=" if comparison == "=" else "<=", number)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return replace(self, digits=tuple(board_map.digits[digit] for digit in self.digits))

    def image(self, board_map: BoardMap) -> Constraint | None:
        same = Connected(self.digits).image(board_map) is not None
        return super().image(board_map) if same else None

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("none", label=self.summary),)
