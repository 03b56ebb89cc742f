"""Arrows: the digits along the shaft add up to the bulb."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from satdoku.base.records import dataclass
from satdoku.base.worded import value_error
from satdoku.board.constraint import Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import Clue, spread
from satdoku.constraints.wording import ROUNDS, SUMS
from satdoku.relations import Domain, Linear, Relation

__all__ = ["Arrow", "PillArrow"]


class _Arrow(Clue):
    """A number in the bulb that is the sum of the shaft."""

    cells: tuple[int, ...]

    @property
    def ends(self) -> tuple[int, ...]:
        """The cells of the bulb, the most significant first."""
        raise NotImplementedError

    def number(self, values: Sequence[int]) -> int:
        """The number in the bulb."""
        number = 0
        for cell in self.ends:
            number = 10 * number + values[cell]
        return number

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return self.number(values) == sum(values[cell] for cell in self.cells) and all(
            values[cell] <= 9 for cell in self.ends[1:]
        )

    def weights(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Cells and coefficients of "bulb less shaft"."""
        powers = tuple(10**place for place in reversed(range(len(self.ends))))
        return (*self.ends, *self.cells), powers + (-1,) * len(self.cells)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        yield Linear(*self.weights(), "=", 0)
        if geometry.digits[-1] > 9:
            small = frozenset(digit for digit in geometry.digits if digit <= 9)
            yield from (Domain(cell, small) for cell in self.ends[1:])

    def out_of_reach(self, geometry: Geometry) -> str | None:
        least, most = spread(self.weights()[1], geometry)
        if least <= 0 <= most:
            return None
        return "the shaft cannot add up to the number in the bulb"

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        cells = self.drawn(geometry)
        ends, shaft = cells[: len(self.ends)], cells[len(self.ends) :]
        if len(cells) < len(self.named):
            return (Shape("area", cells),)

        def far(cell: int) -> int:
            (top, left), (bottom, right) = map(geometry.row_column, (cell, shaft[0]))
            return max(abs(top - bottom), abs(left - right))

        start = min(ends, key=far)
        if len(ends) == 1:
            return (Shape("arrow", (start, *shaft), colour="dark", bulb=True),)
        return (
            Shape("arrow", (start, *shaft), colour="dark"),
            Shape("line", ends, colour="dark", width=0.78),
            Shape("line", ends, colour="white", width=0.7),
        )


@dataclass(frozen=True)
class Arrow(_Arrow):
    """The digits along the arrow add up to the digit in its circle."""

    name = "arrow"
    reads_values = True
    technique = "arrow-sums"
    summary = "The digits along an arrow add up to the digit in its circle."
    in_words = (
        rf"\barrows?\b(?!.*\b(?:average|mean|product|difference|diagonal))(?:.*\b{SUMS})",
        rf"\b{SUMS}\b.*\barrows?\b(?!.*(?:average|product|diagonal))",
        rf"{SUMS}\b.*\b(?:attached|connected|connecting) {ROUNDS}",
    )
    parameters = (
        Parameter("bulb", "cell", "the cell of the circle"),
        Parameter("cells", "line", "the cells along the arrow, without the circle"),
    )

    bulb: int
    cells: tuple[int, ...]

    @property
    def ends(self) -> tuple[int, ...]:
        return (self.bulb,)


@dataclass(frozen=True)
class PillArrow(_Arrow):
    """The digits along the arrow add up to the number in its pill."""

    name = "pill-arrow"
    technique = "arrow-sums"
    placing = Placing(cells=(4, 6))
    summary = "The digits along an arrow add up to the decimal number that its pill reads."
    in_words = (
        r"\bpills?\b",
        r"(?:2|double) digit.*arrow",
        r"arrow.*(?:2|double) (?:digit|cell)",
        r"sum to the (?:value|number|total) given (?:by|in) the 2 cells",
    )
    parameters = (
        Parameter("bulb", "line", "the cells of the pill, the most significant digit first"),
        Parameter("cells", "line", "the cells along the arrow, without the pill"),
    )

    bulb: tuple[int, ...]
    cells: tuple[int, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.bulb) < 2:
            raise value_error(
                "{name}: a pill has at least 2 cells (arrow takes one)", name=self.name
            )

    @property
    def ends(self) -> tuple[int, ...]:
        return self.bulb
