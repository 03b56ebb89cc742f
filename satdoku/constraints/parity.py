"""Cells that hold odd digits, or even digits, only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.board.constraint import BoardMap, Parameter, Placing, Shape, ShapeKind
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.constraints.common import CellRule, Clue
from satdoku.relations import Domain, Relation

__all__ = ["Even", "Odd"]


@dataclass(frozen=True)
class _Parity(CellRule):
    placing = Placing(cells=(1, 1))
    sign: ClassVar[ShapeKind]
    remainder: ClassVar[int]

    def allowed(self, geometry: Geometry) -> frozenset[int]:
        """The digits of the board that the cells may hold."""
        return frozenset(d for d in geometry.digits if d % 2 == self.remainder)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(values[cell] % 2 == self.remainder for cell in self.cells)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        allowed = self.allowed(geometry)
        return tuple(Domain(cell, allowed) for cell in self.cells)

    def faults(self, grid: Grid) -> Iterator[Problem]:
        geometry = grid.geometry
        yield from self.cell_faults(geometry)
        cells = self.scope(geometry)
        if not self.allowed(geometry):
            yield Problem(
                "rule", f"{self.describe(geometry)}: the board has no {self.name} digit", cells
            )
        for cell in cells:
            value = grid[cell]
            if value is not None and value % 2 != self.remainder:
                yield Problem(
                    "rule", f"{geometry.name(cell)} is {value}, but must be {self.name}", (cell,)
                )

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape(self.sign, self.scope(geometry)),)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        mapped = {board_map.digits[digit] for digit in self.allowed(board_map.geometry)}
        for rule in (Odd(self.cells), Even(self.cells)):
            if mapped == rule.allowed(board_map.geometry):
                return rule
        return None


@dataclass(frozen=True)
class Odd(_Parity):
    """The cells hold odd digits."""

    name = "odd"
    reads_values = True
    sought = ("parity",)
    sign: ClassVar[ShapeKind] = "circle"
    plural = "sets of odd cells"
    summary = "A cell with a circle holds an odd digit."
    in_words = (
        r"(?:circle|round|grey|shaded|marked|spot)\w*.*\bodd\b(?! or| and)",
        r"\bodd\b.*\b(?:circle|grey|shaded)",
    )
    parameters = (Parameter("cells", "cells", "the cells that are odd"),)
    remainder: ClassVar[int] = 1


@dataclass(frozen=True)
class Even(_Parity):
    """The cells hold even digits."""

    name = "even"
    reads_values = True
    sought = ("parity",)
    sign: ClassVar[ShapeKind] = "square"
    plural = "sets of even cells"
    summary = "A cell with a square holds an even digit."
    in_words = (
        r"(?:square|grey|shaded|marked)\w*.*\beven\b(?! or| and| if| when| though)",
        r"\beven\b.*\b(?:square|grey|shaded)",
        r"\bsquares? (?:is|are|means?|contains?|marks?|indicates?|denotes?) (?:an )?even\b",
    )
    parameters = (Parameter("cells", "cells", "the cells that are even"),)
    remainder: ClassVar[int] = 0
