"""Arrows whose circle holds another number than the sum of the shaft."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import ClassVar

from satdoku.base.records import dataclass
from satdoku.base.worded import value_error
from satdoku.board.constraint import Aliases, BoardMap, Parameter, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import Clue, reversal
from satdoku.constraints.machines import machine
from satdoku.relations import Linear, Or, PairTable, Relation

__all__ = [
    "AmbiguousArrow",
    "AverageArrow",
    "DifferenceArrow",
    "MaximumArrow",
    "ProductArrow",
    "Vudoku",
]

BULB = Parameter("bulb", "cell", "the cell of the circle")
SHAFT = Parameter("cells", "line", "the cells of the shaft, in order from the circle")


@dataclass(frozen=True)
class _Arrow(Clue):
    parameters = (BULB, SHAFT)

    bulb: int
    cells: tuple[int, ...]

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("arrow", (self.bulb, *self.cells), bulb=True),)


@dataclass(frozen=True)
class AverageArrow(_Arrow):
    """The circle holds the mean of the digits on the shaft."""

    name = "average-arrow"
    reads_values = True
    technique = "arrow-sums"
    summary = "The digit in the circle of an average arrow is the mean of the digits on its shaft."
    in_words = (r"(?:average|mean).*arrow|arrow.*(?:average|mean)",)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return sum(values[cell] for cell in self.cells) == values[self.bulb] * len(self.cells)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        count = len(self.cells)
        yield Linear((self.bulb, *self.cells), (-count, *(1 for _ in self.cells)), "=", 0)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return self if reversal(board_map) is not None else None


@dataclass(frozen=True)
class ProductArrow(_Arrow):
    """The circle holds the product of the digits on the shaft."""

    name = "product-arrow"
    reads_values = True
    technique = "arrow-sums"
    summary = (
        "The digit in the circle of a product arrow is the product of the digits on its shaft."
    )
    in_words = (r"(?:product|multipl\w+).*arrow|arrow.*(?:product|multipl)",)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return prod(values[cell] for cell in self.cells) == values[self.bulb]

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        def step(state: tuple[int, int] | None, digit: int) -> tuple[int, int] | None:
            if state is None:
                return digit, 1
            wanted, product = state
            if abs(product * digit) > abs(wanted) > 0:
                return None
            return wanted, product * digit

        def bounded(state: tuple[int, int] | None, digit: int) -> tuple[int, int] | None:
            # Only whether the product is 0 counts where the circle holds 0.
            after = step(state, digit)
            return after if after is None or after[0] else (0, min(abs(after[1]), 1))

        cells = (self.bulb, *self.cells)
        yield machine(
            cells, geometry.digits, [None], bounded, lambda s: s is not None and s[0] == s[1]
        )


@dataclass(frozen=True)
class DifferenceArrow(_Arrow):
    """The circle holds the difference of the two digits on the shaft."""

    name = "difference-arrow"
    reads_values = True
    technique = "arrow-sums"
    summary = (
        "The digit in the circle of a difference arrow is the difference of the two digits on its "
        "shaft."
    )
    in_words = (r"difference.*arrow|arrow.*difference",)
    cell_count = (2, 2)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        a, b = self.cells
        return abs(values[a] - values[b]) == values[self.bulb]

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        cells = (self.bulb, *self.cells)
        yield Or(tuple((Linear(cells, signs, "=", 0),) for signs in ((1, -1, 1), (1, 1, -1))))


@dataclass(frozen=True)
class MaximumArrow(_Arrow):
    """The circle holds the largest digit of the shaft."""

    name = "maximum-arrow"
    reads_values = True
    aliases: ClassVar[Aliases] = {"max-arrow": None}
    summary = (
        "The digit in the circle of a maximum arrow is the largest of the digits on its shaft."
    )
    in_words = (
        r"max\w* arrow",
        r"\barrows?\b.*\b(?:largest|highest|greatest)\b|\b(?:largest|highest|greatest)\b.*\barrow",
    )

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return max(values[cell] for cell in self.cells) == values[self.bulb]

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits = geometry.digits
        least = frozenset((a, b) for a in digits for b in digits if a >= b)
        equal = frozenset((a, a) for a in digits)
        yield from (PairTable(self.bulb, cell, least) for cell in self.cells)
        yield Or(tuple((PairTable(self.bulb, cell, equal),) for cell in self.cells))


@dataclass(frozen=True)
class Vudoku(_Arrow):
    """The corner of a V holds the sum or the difference of its two arms."""

    name = "vudoku"
    technique = "arrow-sums"
    summary = (
        "The digit in the corner of a V is the sum or the difference of the digits of its two arms."
    )
    in_words = (r"\bvudoku",)
    parameters = (
        Parameter("bulb", "cell", "the cell of the corner"),
        Parameter("cells", "line", "the cells of the two arms"),
    )
    cell_count = (2, 2)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        a, b = (values[cell] for cell in self.cells)
        return values[self.bulb] in (a + b, abs(a - b))

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        cells = (self.bulb, *self.cells)
        signs = ((1, -1, -1), (1, -1, 1), (1, 1, -1))
        yield Or(tuple((Linear(cells, three, "=", 0),) for three in signs))

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        a, b = self.cells
        return (Shape("line", (a, self.bulb, b), colour="dark", width=0.1),)


@dataclass(frozen=True)
class AmbiguousArrow(Clue):
    """The circle holds the sum of the digits on at least one of several shafts."""

    name = "ambiguous-arrow"
    reads_values = True
    technique = "arrow-sums"
    summary = (
        "The digit in the circle of an ambiguous arrow is the sum of the digits on at least one of "
        "its shafts."
    )
    in_words = (r"at least 1 of (?:the |its )?arrows",)
    parameters = (BULB, Parameter("lines", "lines", "the shafts, each in order from the circle"))
    repeats_allowed = True

    bulb: int
    lines: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.lines) < 2 or not all(self.lines):
            raise value_error("{name}: at least two shafts are needed, none empty", name=self.name)
        for shaft in self.lines:
            if self.bulb in shaft or len(set(shaft)) < len(shaft):
                raise value_error(
                    "{name}: a cell is named more than once on an arrow", name=self.name
                )

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        sums = {sum(values[cell] for cell in shaft) for shaft in self.lines}
        return values[self.bulb] in sums

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        groups = (
            (Linear((self.bulb, *shaft), (-1, *(1 for _ in shaft)), "=", 0),)
            for shaft in self.lines
        )
        yield Or(tuple(groups))

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return tuple(Shape("arrow", (self.bulb, *shaft), bulb=True) for shaft in self.lines)
