"""Rules about orthogonal neighbours: everywhere on the board, or of marked cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import field
from typing import ClassVar, Self

from satdoku.base.records import dataclass
from satdoku.board.constraint import Aliases, BoardMap, Parameter, Placing, Shape, Together
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import Clue, one_of
from satdoku.constraints.pairs import PairClue, TableRule, pair_tables
from satdoku.constraints.wording import ADJACENT, NOT
from satdoku.relations import Relation

__all__ = ["Company", "Maximum", "Minimum", "NonConsecutive"]

NEIGHBOURS = ((0, 1), (1, 0))
"""The steps to the neighbour on the right and below."""
_OF_BOARD = r"(?!.*\b(?:lines?|cages?|arrows?|rows? (?:\w+ ){0,3}(?:marked|indicated|labell?ed))\b)"
"""Words of a sentence about all cells."""


@dataclass(frozen=True)
class NonConsecutive(TableRule):
    """Orthogonal neighbours never differ by 1."""

    name = "non-consecutive"
    reads_values = True
    in_links = ("fpuzzles:nonconsecutive", "iss:AntiConsecutive")
    sought = ("nonconsecutive",)
    aliases: ClassVar[Aliases] = {"nonconsecutive": None}
    title = "Non-consecutive"
    summary = "Orthogonal neighbours do not hold consecutive digits."
    in_words = (
        r"\bnon ?consecutive (?:sudoku|rule|constraint|applies)",
        rf"^{_OF_BOARD}.*(?:{ADJACENT}|touch\w*|neighbou?rs?)\b.*{NOT}\b.*\bconsecutive",
        rf"^{_OF_BOARD}.*consecutive digits.*{NOT} (?:be |appear |touch|orthogonal)",
        rf"^{_OF_BOARD}.*\bno 2 (?:orthogonally )?(?:adjacent|neighbou?ring)\b.*\bconsecutive",
        rf"^{_OF_BOARD}.*{ADJACENT}\b.*{NOT} differ by (?:exactly )?1\b",
    )
    steps: ClassVar[tuple[tuple[int, int], ...]] = NEIGHBOURS

    def clash(self, first: int, second: int) -> bool:
        return abs(first - second) == 1

    def fault(self, place: str, first: int, second: int) -> str:
        return f"{place} are {first} and {second}, consecutive digits in neighbouring cells"


@dataclass(frozen=True)
class _Extreme(PairClue):
    technique = "thermo-bounds"
    placing = Placing(cells=(1, 1))
    keeps = "reversal"
    other: ClassVar[str]

    cells: tuple[int, ...]
    marked: frozenset[int] = field(default=frozenset(), compare=False, repr=False, kw_only=True)
    """The cells that other rules of the same kind mark in the puzzle."""

    def among(self, rules: Together) -> Self:
        kind = type(self)

        def marked() -> frozenset[int]:
            return frozenset(c for rule in rules if isinstance(rule, kind) for c in rule.cells)

        return kind(self.cells, marked=rules.kept(kind, marked))

    def pairs(self, geometry: Geometry) -> Sequence[tuple[int, int]]:
        marked = self.marked.union(self.cells)
        return [(c, n) for c in self.cells for n in neighbours(geometry, c) if n not in marked]

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        marked = super().scope(geometry)
        return tuple(sorted({*marked, *(n for c in marked for n in neighbours(geometry, c))}))

    def carried(self, board_map: BoardMap) -> Self | None:
        geometry, places = board_map.geometry, board_map.cells
        for cell in self.cells:
            around = {places[n] for n in neighbours(geometry, cell)}
            if around != set(neighbours(geometry, places[cell])):
                return None
        return type(self)(
            tuple(places[cell] for cell in self.cells),
            marked=frozenset(places[cell] for cell in self.marked),
        )

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        same = super().relabelled(board_map)
        return same and (Maximum if isinstance(self, Minimum) else Minimum)(
            self.cells, marked=self.marked
        )

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (
            Shape("area", self.drawn(geometry)),
            *(sign(self.lower(pair), geometry) for pair in self.pairs(geometry)),
        )

    def lower(self, pair: tuple[int, int]) -> tuple[int, int]:
        """A marked cell and its neighbour, the one with the smaller digit first."""
        return pair


@dataclass(frozen=True)
class Minimum(_Extreme):
    """Each cell is smaller than its orthogonal neighbours, those marked likewise left out."""

    name = "minimum"
    reads_values = True
    aliases: ClassVar[Aliases] = {"min": None}
    plural = "sets of minima"
    summary = "A marked cell is smaller than its unmarked orthogonal neighbours."
    in_words = (
        r"(?:less|smaller|lower) than (?:all |any |every |each |of |the |its |their "
        r"|digits in )*(?:\w+ )*(?:neighbou?r|adjacent|surround)",
        r"local minim",
    )
    parameters = (Parameter("cells", "cells", "the cells that are smaller than their neighbours"),)

    def allows(self, first: int, second: int, geometry: Geometry) -> bool:
        return first < second

    def wrong(self, first: int, second: int, geometry: Geometry) -> str:
        return "the first is to be the smaller"


@dataclass(frozen=True)
class Maximum(_Extreme):
    """Each cell is larger than its orthogonal neighbours, those marked likewise left out."""

    name = "maximum"
    reads_values = True
    aliases: ClassVar[Aliases] = {"max": None}
    plural = "sets of maxima"
    summary = "A marked cell is larger than its unmarked orthogonal neighbours."
    in_words = (
        r"(?:greater|larger|higher|bigger|more) than (?:all |any |every |each |of |the "
        r"|its |their |digits in )*(?:\w+ )*(?:neighbou?r|adjacent|surround)",
        r"\bfortress\b",
        r"local maxim",
        r"(?:shaded|grey|coloured|non white).*(?:larger|higher|greater)\b",
    )
    parameters = (Parameter("cells", "cells", "the cells that are larger than their neighbours"),)

    def allows(self, first: int, second: int, geometry: Geometry) -> bool:
        return first > second

    def wrong(self, first: int, second: int, geometry: Geometry) -> str:
        return "the first is to be the larger"

    def lower(self, pair: tuple[int, int]) -> tuple[int, int]:
        return pair[1], pair[0]


@dataclass(frozen=True)
class Company(Clue):
    """Each cell has a neighbour whose digit differs from its own by a number."""

    name = "company"
    reads_values = True
    aliases: ClassVar[Aliases] = {
        "touchy": lambda board: {"cells": tuple(range(board.grid_count))},
        "pro-king": lambda board: {"diff": 0, "diagonal": True},
    }
    sought = ("friend", "consecutive neighbour")
    title = "Cells in company"
    plural = "sets of cells in company"
    noun = "company"
    summary = (
        "A cell in company has a neighbour that differs from it by the number of the rule, by 1 "
        "where it has none."
    )
    in_words = (
        r"\btouchy\b",
        r"at least 1 (?:\w+ )?neighbou?r that is (?:exactly )?(?P<diff>\d) (?:more|less|away)",
        r"\bdiagonally (?:touch|adjacent)\b.*\bat least 1 other\b.*\bsame digit"
        r"(?P<diff__0>)(?P<diagonal__yes>)",
        rf"\b(?:every|each) (?:digit|cell) must be (?:\w+ )?{ADJACENT} to at least 1 (?:other )?"
        r"(?:digit|cell)\b.*\bconsecutive\b(?P<cells__every>)",
    )
    parameters = (
        Parameter("cells", "cells", "the cells that have such a neighbour"),
        Parameter("diff", "integer", "the difference", optional=True, default=1, least=0),
        Parameter(
            "diagonal", "flag", "whether neighbours touch at a corner, not at an edge", True, False
        ),
    )
    placing = Placing(cells=(1, 1))
    keeps = "reversal"

    cells: tuple[int, ...]
    diff: int = 1
    diagonal: bool = False

    def around(self, geometry: Geometry, cell: int) -> tuple[int, ...]:
        """The neighbours of a cell."""
        beside = tuple(neighbours(geometry, cell))
        if not self.diagonal:
            return beside
        return tuple(other for other in touching(geometry, cell) if other not in beside)

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        cells = super().scope(geometry)
        return tuple(sorted({*cells, *(n for cell in cells for n in self.around(geometry, cell))}))

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(
            any(abs(values[cell] - values[n]) == self.diff for n in self.around(geometry, cell))
            for cell in self.cells
        )

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits = geometry.digits
        table = frozenset((a, b) for a in digits for b in digits if abs(a - b) == self.diff)
        for cell in self.cells:
            yield from one_of(
                [
                    tuple(pair_tables([(cell, n)], table, digits))
                    for n in self.around(geometry, cell)
                ]
                if table
                else []
            )

    def carried(self, board_map: BoardMap) -> Self | None:
        geometry, places = board_map.geometry, board_map.cells
        for cell in self.cells:
            mapped = {places[n] for n in self.around(geometry, cell)}
            if mapped != {*self.around(geometry, places[cell])}:
                return None
        return super().carried(board_map)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("area", self.drawn(geometry)),)


def neighbours(geometry: Geometry, cell: int) -> Iterable[int]:
    """The cells that share an edge with a cell."""
    for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        if (other := geometry.beside(cell, down, right)) is not None:
            yield other


def touching(geometry: Geometry, cell: int) -> tuple[int, ...]:
    """The cells that share an edge or a corner with a cell."""
    steps = ((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)
    around = (geometry.beside(cell, *step) for step in steps)
    return tuple(other for other in around if other is not None)


def are_connected(geometry: Geometry, cells: Collection[int]) -> bool:
    """Whether each cell can be reached from each other one by sides that they share."""
    start = min(cells)
    seen, waiting = {start}, [start]
    while waiting:
        for n in neighbours(geometry, waiting.pop()):
            if n in cells and n not in seen:
                seen.add(n)
                waiting.append(n)
    return len(seen) == len(cells)


def sign(pair: tuple[int, int], geometry: Geometry) -> Shape:
    """The sign between two cells, open towards the second, the larger one."""
    (top, left), (bottom, right) = map(geometry.row_column, pair)
    across, down = ("<", ">")[left > right], ("∧", "∨")[top > bottom]
    return Shape("dot", pair, across if top == bottom else down)
