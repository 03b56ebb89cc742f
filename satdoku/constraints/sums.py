"""Sums that are equal, or weighted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import ClassVar

from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import Aliases, BoardMap, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import CellRule, Clue, all_different, board_cells, reversal
from satdoku.constraints.wording import SAME, SUMS
from satdoku.relations import Linear, Relation

__all__ = ["EqualSum", "MagicSquare", "Sum"]


def _difference(one: Sequence[int], other: Sequence[int], total: int = 0) -> Linear:
    """The sums of two lists of cells differ by ``total``; a cell of both counts in neither."""
    weights: dict[int, int] = {}
    for cells, sign in ((one, 1), (other, -1)):
        for cell in cells:
            weights[cell] = weights.get(cell, 0) + sign
    return _linear(weights, total)


def _linear(weights: dict[int, int], total: int) -> Linear:
    named = {cell: weight for cell, weight in weights.items() if weight}
    return Linear(tuple(named), tuple(named.values()), "=", total)


@dataclass(frozen=True)
class Sum(CellRule):
    """The digits, each multiplied by its coefficient, add up to a number."""

    name = "sum"
    reads_values = True
    technique = "line-sums"
    placing = Placing(numbers=lambda digits: (sum(digits),))
    summary = (
        "The digits of the cells, each multiplied by its coefficient where some are given, add up "
        "to the number; digits may repeat."
    )
    parameters = (
        Parameter("cells", "line", "the cells; one may come twice and counts twice"),
        Parameter("total", "integer", "the sum"),
        Parameter("coefficients", "integers", "a number for each cell; 1 each by default", True),
    )
    repeats_allowed = True

    total: int
    coefficients: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.coefficients is not None and len(self.coefficients) != len(self.cells):
            raise value_error(
                "{name}: there must be a coefficient for each of the cells, {count} and not "
                "{count_2}",
                name=self.name,
                count=len(self.cells),
                count_2=len(self.coefficients),
            )

    @property
    def weights(self) -> dict[int, int]:
        """How often each cell counts."""
        weights: dict[int, int] = {}
        numbers = self.coefficients or (1,) * len(self.cells)
        for cell, number in zip(self.cells, numbers, strict=True):
            weights[cell] = weights.get(cell, 0) + number
        return weights

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return sum(weight * values[cell] for cell, weight in self.weights.items()) == self.total

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        yield _linear(self.weights, self.total)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        ends = [
            sorted((w * geometry.digits[0], w * geometry.digits[-1])) for w in self.weights.values()
        ]
        least, most = sum(low for low, _ in ends), sum(high for _, high in ends)
        if least <= self.total <= most:
            return None
        return f"the digits can reach from {least} to {most}"

    def reversed(self, total: int) -> Sum:
        weight = sum(self.weights.values())
        return Sum(self.cells, weight * total - self.total, self.coefficients)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        total = reversal(board_map)
        return None if total is None else self.reversed(total)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        cells = board_cells(self.cells, geometry)
        label = str(self.total)
        if self.coefficients is not None:
            label += f" ({','.join(map(str, self.coefficients))})"
        return (Shape("cage", cells, label=label, colour="grey"),)

    def known_by(self, geometry: Geometry) -> str:
        return str(self.total)


@dataclass(frozen=True)
class EqualSum(Clue):
    """All sets of cells have one sum, which is not known."""

    name = "equal-sum"
    reads_values = True
    sought = ("same sum",)
    aliases: ClassVar[Aliases] = {"equalsum": None}
    technique = "line-sums"
    title = "Equal sums"
    plural = "equal sums"
    summary = "The digits of each of the sets of cells have one sum."
    in_words = (rf"^(?!.*\bregions?\b).*(?:{SAME} {SUMS}|{SUMS} to the same)",)
    parameters = (Parameter("sets", "sets", "the sets of cells"),)
    repeats_allowed = True

    sets: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.sets) < 2 or not all(self.sets):
            raise value_error(
                "{name}: at least two sets of cells are needed, none empty", name=self.name
            )
        if not all(map(all_different, self.sets)):
            raise value_error("{name}: a cell is named more than once in a set", name=self.name)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return len({sum(values[cell] for cell in cells) for cells in self.sets}) == 1

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        for one, other in pairwise(self.sets):
            if one != other:
                yield _difference(one, other)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        equal = len({len(cells) for cells in self.sets}) == 1
        return self if equal and reversal(board_map) is not None else None

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        cells = tuple(sorted({cell for part in self.sets for cell in part}))
        if len(cells) > 3 and board_cells(cells, geometry) == cells:
            magic = MagicSquare(cells)
            if set(map(frozenset, magic.sets(geometry))) == set(map(frozenset, self.sets)):
                return magic.shapes(geometry)
        return tuple(Shape("cage", cells, label="=", colour="grey") for cells in self.sets)


@dataclass(frozen=True)
class MagicSquare(CellRule):
    """The rows, columns and diagonals of a square of cells have one sum."""

    name = "magic-square"
    reads_values = True
    aliases: ClassVar[Aliases] = {"magicsquare": None}
    technique = "line-sums"
    placing = Placing(refused="no three by three cells of a usual grid are one")
    summary = "The rows, the columns and the two diagonals of a magic square have one sum."
    in_words = (r"magic squares?",)
    parameters = (Parameter("cells", "cells", "the cells, a square of them"),)
    cell_count = (4, None)
    look = Shape("area", colour="yellow")

    def square(self, geometry: Geometry) -> tuple[tuple[int, ...], ...]:
        """The cells row by row; none where they are no square."""
        places = [geometry.row_column(cell) for cell in board_cells(self.cells, geometry)]
        side = round(len(places) ** 0.5)
        top, left = min(r for r, _ in places), min(c for _, c in places)
        wanted = [(top + r, left + c) for r in range(side) for c in range(side)]
        if sorted(places) != wanted:
            return ()
        cells = sorted(self.cells)
        return tuple(tuple(cells[i : i + side]) for i in range(0, side * side, side))

    def unfit(self, geometry: Geometry) -> str | None:
        if board_cells(self.cells, geometry) != self.cells or self.square(geometry):
            return None
        return worded(
            "{name}: the cells {cells} are not a square",
            name=self.name,
            cells=geometry.names(self.cells),
        )

    def sets(self, geometry: Geometry) -> list[tuple[int, ...]]:
        """The rows, columns and diagonals."""
        rows = self.square(geometry)
        side = range(len(rows))
        diagonals = (tuple(rows[i][i] for i in side), tuple(rows[i][~i] for i in side))
        return [*rows, *zip(*rows, strict=True), *diagonals]

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return len({sum(values[cell] for cell in cells) for cells in self.sets(geometry)}) == 1

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        for one, other in pairwise(self.sets(geometry)):
            yield _difference(one, other)

    def image(self, board_map: BoardMap) -> Clue | None:
        geometry, cells = board_map.geometry, board_map.cells
        if not self.is_sound(geometry):
            return None
        if board_map.relabels and reversal(board_map) is None:
            return None
        rule = MagicSquare(tuple(cells[cell] for cell in self.cells))
        if rule.unfit(geometry) is not None:
            return None
        mine = {frozenset(cells[cell] for cell in line) for line in self.sets(geometry)}
        return rule if mine == set(map(frozenset, rule.sets(geometry))) else None
