"""Cells whose digits are from a set that their place or a list gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import BoardMap, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.constraints.common import CellRule, Clue, off_grid
from satdoku.constraints.group_lines import halves
from satdoku.constraints.sides import strange_digit
from satdoku.constraints.wording import DIGITS, ROUNDS, SOME_DIGITS
from satdoku.relations import Domain, Relation

__all__ = ["DigitClass", "Friendly", "High", "Low", "Unfriendly"]


@dataclass(frozen=True)
class _FromSet(CellRule):
    """Each cell holds a digit of a set."""

    placing = Placing(cells=(1, 1))
    colour: ClassVar[str] = ""

    def allowed(self, cell: int, geometry: Geometry) -> frozenset[int]:
        """The digits that a cell may hold."""
        raise NotImplementedError

    def unfit(self, geometry: Geometry) -> str | None:
        for cell in self.scope(geometry):
            if not self.allowed(cell, geometry):
                return worded(
                    "{name}: no digit of the board is left for {cell}",
                    name=self.name,
                    cell=geometry.name(cell),
                )
        return None

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(values[cell] in self.allowed(cell, geometry) for cell in self.cells)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        return (Domain(cell, self.allowed(cell, geometry)) for cell in self.cells)

    def broken(self, grid: Grid) -> Iterator[Problem]:
        geometry = grid.geometry
        for cell in self.scope(geometry):
            allowed = self.allowed(cell, geometry)
            if grid[cell] is not None and grid[cell] not in allowed:
                digits = ", ".join(map(str, sorted(allowed)))
                yield Problem(
                    "rule",
                    f"{self.name}: {geometry.name(cell)} is {grid[cell]}, but must be of {digits}",
                    (cell,),
                )

    def image(self, board_map: BoardMap) -> Clue | None:
        geometry = board_map.geometry
        if not self.is_sound(geometry):
            return None
        mapped = tuple(board_map.cells[cell] for cell in self.cells)
        wanted = [
            frozenset(board_map.digits[digit] for digit in self.allowed(cell, geometry))
            for cell in self.cells
        ]
        for rule in self.candidates(mapped, wanted[0]):
            if [rule.allowed(cell, geometry) for cell in mapped] == wanted:
                return rule
        return None

    def candidates(self, cells: tuple[int, ...], digits: frozenset[int]) -> Sequence[_FromSet]:
        """Rules that the image may be; ``digits`` are those of the first cell's image."""
        return (type(self)(cells),)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("area", self.scope(geometry), colour=self.colour),)


@dataclass(frozen=True)
class _ByPlace(_FromSet):
    """The numbers of the cell's row, column and box decide."""

    def unfit(self, geometry: Geometry) -> str | None:
        return off_grid(self.name, self.cells, geometry) or super().unfit(geometry)


@dataclass(frozen=True)
class Friendly(_ByPlace):
    """The digit is the number of the cell's row, column or box."""

    name = "friendly"
    colour: ClassVar[str] = "yellow"
    title = "Friendly cells"
    plural = "sets of friendly cells"
    summary = "The digit of a friendly cell is the number of its row, of its column or of its box."
    in_words = (
        r"\bfriendly\b(?!.*unfriendly)",
        r"(?:matches|equals?|equal to|the same as) (?:either )?(?:its|the|their) "
        r"(?:row|column|box|region)\b.*\b(?:row|column|box|region)\b",
    )

    def allowed(self, cell: int, geometry: Geometry) -> frozenset[int]:
        return _own_numbers(cell, geometry) & frozenset(geometry.digits)


@dataclass(frozen=True)
class Unfriendly(_ByPlace):
    """The digit is none of the numbers of the cell's row, column and box."""

    name = "unfriendly"
    title = "Unfriendly cells"
    plural = "sets of unfriendly cells"
    summary = (
        "The digit of an unfriendly cell is neither the number of its row, nor of its column, nor "
        "of its box."
    )
    in_words = (r"\bunfriendly\b",)

    def allowed(self, cell: int, geometry: Geometry) -> frozenset[int]:
        return frozenset(geometry.digits) - _own_numbers(cell, geometry)


def _own_numbers(cell: int, geometry: Geometry) -> frozenset[int]:
    row, column = geometry.row_column(cell)
    region = geometry.region_of[cell]
    return frozenset((row + 1, column + 1) if region is None else (row + 1, column + 1, region + 1))


@dataclass(frozen=True)
class DigitClass(_FromSet):
    """The cells hold digits of a given set."""

    name = "digit-class"
    placing = Placing(
        refused="one cell with its class is nearly a given; odd, even, low and high are placed"
    )
    sought = ("trio",)
    summary = "Each marked cell holds one of the digits of its class."
    in_words = (
        rf"\bdigits? (?P<digits>{SOME_DIGITS}) (?:is|are) (?:all )?(?:marked|indicated|shown)\b"
        r"(?P<only__yes>)",
        rf"\b(?:{ROUNDS}|squares?|cells?) (?:must )?(?:contain|hold)s? (?:only |1 of |the "
        rf"digits? )*(?P<digits>{SOME_DIGITS})(?! (?:adjacent|surround))",
        rf"\b(?:{DIGITS} (?:marked|listed|noted|given) in|{DIGITS} in the corners? of) .*"
        r"\b(?:possible|candidates?|options?)\b(?P<cells__marks>)",
        r"\bpencil ?marks?\b.*\b(?:all|only|possible|must)\b(?P<cells__marks>)",
        rf"\b1 of (?:the|its) (?:marked|listed|small|noted) {DIGITS}(?P<cells__marks>)",
    )
    parameters = (
        Parameter("cells", "cells", "the cells"),
        Parameter("digits", "digits", "the digits of the class"),
        Parameter("only", "flag", "whether no other cell holds one of them", True, False),
    )

    digits: tuple[int, ...]
    only: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.digits:
            raise value_error("{name}: at least one digit is needed", name=self.name)
        object.__setattr__(self, "digits", tuple(sorted(set(self.digits))))

    def unfit(self, geometry: Geometry) -> str | None:
        return strange_digit(self.name, self.digits, geometry)

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        grid = range(geometry.grid_count) if self.only else ()
        return tuple(sorted({*super().scope(geometry), *grid}))

    def allowed(self, cell: int, geometry: Geometry) -> frozenset[int]:
        if self.only and cell not in self.cells:
            return frozenset(geometry.digits).difference(self.digits)
        return frozenset(self.digits)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        marked = {*self.cells}
        return all((values[c] in self.digits) == (c in marked) for c in self.scope(geometry))

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        return (Domain(cell, self.allowed(cell, geometry)) for cell in self.scope(geometry))

    def image(self, board_map: BoardMap) -> Clue | None:
        if not self.only or not self.is_sound(board_map.geometry):
            return super().image(board_map)
        mapped = tuple(board_map.cells[cell] for cell in self.cells)
        return replace(self, cells=mapped, digits=tuple(board_map.digits[d] for d in self.digits))

    def candidates(self, cells: tuple[int, ...], digits: frozenset[int]) -> Sequence[_FromSet]:
        return (replace(self, cells=cells), *_named_set(cells, digits))

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("area", self.drawn(geometry), colour=self.colour),)


class _Half(_FromSet):
    upper: ClassVar[bool]

    def allowed(self, cell: int, geometry: Geometry) -> frozenset[int]:
        return frozenset(halves(geometry.digits)[self.upper])

    def candidates(self, cells: tuple[int, ...], digits: frozenset[int]) -> Sequence[_FromSet]:
        return _named_set(cells, digits)


def _named_set(cells: tuple[int, ...], digits: frozenset[int]) -> Sequence[_FromSet]:
    # A set that is a half is named so, so that a rule moved there and back has its name again.
    return (Low(cells), High(cells), DigitClass(cells, tuple(digits)))


@dataclass(frozen=True)
class Low(_Half):
    """The cells hold low digits."""

    name = "low"
    colour: ClassVar[str] = "blue"
    title = "Low cells"
    plural = "sets of low cells"
    summary = "A low cell holds a digit below the middle of the board's digits (1 to 4 of nine)."
    in_words = (
        r"^(?!.*\b(?:high|medium|entrop)).*\blow (?:digit|cell|number|value)s?\b",
        r"(?:shaded|grey|circle|square|blue).*\blow\b",
    )
    upper: ClassVar[bool] = False


@dataclass(frozen=True)
class High(_Half):
    """The cells hold high digits."""

    name = "high"
    colour: ClassVar[str] = "orange"
    title = "High cells"
    plural = "sets of high cells"
    summary = "A high cell holds a digit above the middle of the board's digits (6 to 9 of nine)."
    in_words = (
        r"^(?!.*\b(?:low|medium|entrop)).*\bhigh (?:digit|cell|number|value)s?\b",
        r"(?:shaded|grey|circle|square|red|orange).*\bhigh\b",
    )
    upper: ClassVar[bool] = True
