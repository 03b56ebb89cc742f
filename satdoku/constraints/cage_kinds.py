"""Cages with other clues than a sum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain, combinations
from math import prod
from typing import ClassVar

from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import Aliases, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import NEVER, CellRule, all_different, too_many
from satdoku.constraints.corners import RESULTS
from satdoku.constraints.machines import machine
from satdoku.constraints.pairs import pair_tables
from satdoku.constraints.side_sums import product_of
from satdoku.relations import AllDifferent, Linear, Relation, ValueSet

__all__ = ["CalculationCage", "DigitalRootCage", "ProductCage", "Rellik"]

CELLS = Parameter("cells", "cells", "the cells of the cage")


@dataclass(frozen=True)
class _Cage(CellRule):
    """A cage in which no digit repeats."""

    @property
    def label(self) -> str:
        """The text in the first cell."""
        raise NotImplementedError

    def unfit(self, geometry: Geometry) -> str | None:
        return too_many(self, geometry)

    def meets(self, inside: Sequence[int]) -> bool:
        """Whether digits, all different, meet the clue."""
        raise NotImplementedError

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.cells]
        return all_different(inside) and self.meets(inside)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("cage", self.cells, label=self.label),)

    def known_by(self, geometry: Geometry) -> str:
        return self.label


@dataclass(frozen=True)
class Rellik(_Cage):
    """No digits of the cage, however many, add up to its number."""

    name = "rellik"
    in_links = ("iss:RellikCage",)
    aliases: ClassVar[Aliases] = {"rellik-cage": None}
    technique = "cage-combinations"
    placing = Placing(cells=(3, 4), numbers=lambda digits: range(1, sum(digits) + 1), shuffled=True)
    title = "Rellik cage"
    summary = "The digits in a rellik cage differ, and no one or more of them add up to its number."
    in_words = (r"\brellik",)
    parameters = (CELLS, Parameter("sum", "integer", "what no digits add up to", least=0))

    sum: int

    @property
    def label(self) -> str:
        return str(self.sum)

    def unfit(self, geometry: Geometry) -> str | None:
        if geometry.size > 16:
            # The sets of digits are listed, and their number doubles with each digit.
            return worded(
                "{name}: the board has {size} digits, more than 16",
                name=self.name,
                size=geometry.size,
            )
        return super().unfit(geometry)

    def meets(self, inside: Sequence[int]) -> bool:
        every = chain.from_iterable(combinations(inside, k) for k in range(1, len(inside) + 1))
        return all(sum(chosen) != self.sum for chosen in every)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        sets = _without_sum(geometry.digits, len(self.cells), self.sum)
        return (ValueSet(self.cells, sets),) if sets else NEVER

    def out_of_reach(self, geometry: Geometry) -> str | None:
        if _without_sum(geometry.digits, len(self.cells), self.sum):
            return None
        return f"among any {len(self.cells)} different digits some add up to it"


@lru_cache(maxsize=1024)
def _without_sum(digits: tuple[int, ...], size: int, total: int) -> frozenset[frozenset[int]]:
    """The sets of digits of which no subset but the empty one has this sum."""
    sets: list[frozenset[int]] = []

    def extend(chosen: tuple[int, ...], start: int, sums: int) -> None:
        if len(chosen) == size:
            sets.append(frozenset(chosen))
            return
        for i in range(start, len(digits) - size + len(chosen) + 1):
            # Bit s of `sums`: some of the chosen digits add up to s.
            more = sums | sums << digits[i] | 1 << digits[i]
            if not more >> total & 1:
                extend((*chosen, digits[i]), i + 1, more)

    extend((), 0, 0)
    return frozenset(sets)


@dataclass(frozen=True)
class ProductCage(_Cage):
    """The product of the digits is the number of the cage."""

    name = "product-cage"
    technique = "cage-combinations"
    placing = Placing(cells=(2, 4), numbers=lambda digits: (prod(digits),))
    summary = "The digits in a product cage differ, and their product is its number."
    in_words = (
        r"product\b.*\bcages?|cages?\b.*product",
        r"\bcages?\b.*\bmultipl|\bmultipl\w+\b.*\bcage",
    )
    parameters = (CELLS, Parameter("value", "integer", "the product", least=0))

    value: int

    @property
    def label(self) -> str:
        return f"{self.value}x"

    def meets(self, inside: Sequence[int]) -> bool:
        return prod(inside) == self.value

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        yield AllDifferent(self.cells)
        yield product_of(self.cells, geometry.digits, self.value)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        if self.value == 0:
            return None if 0 in geometry.digits else "no digit is 0"
        rest = self.value
        for digit in geometry.digits:
            while digit > 1 and rest % digit == 0:
                rest //= digit
        return None if rest == 1 else f"{self.value} is not a product of the board's digits"


@dataclass(frozen=True)
class DigitalRootCage(_Cage):
    """The sum of the digits and the number leave one remainder by 9."""

    name = "digital-root-cage"
    technique = "cage-combinations"
    summary = (
        "The digits in a digital root cage differ, and its number is the digital root of their "
        "sum: the remainder of the sum by 9, or 9 where that is 0."
    )
    in_words = (r"digital root",)
    parameters = (
        CELLS,
        Parameter("value", "integer", "the digital root of the sum", least=1, most=9),
    )

    value: int

    @property
    def label(self) -> str:
        return f"DR{self.value}"

    def meets(self, inside: Sequence[int]) -> bool:
        return sum(inside) % 9 == self.value % 9

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        yield AllDifferent(self.cells)
        yield machine(
            self.cells,
            geometry.digits,
            [0],
            lambda remainder, digit: (remainder + digit) % 9,
            lambda remainder: remainder == self.value % 9,
        )


@dataclass(frozen=True)
class CalculationCage(CellRule):
    """The digits of the cage make its number by an operation; they may repeat."""

    name = "calculation-cage"
    aliases: ClassVar[Aliases] = {"kenken": None, "calcudoku": None}
    sought = ("keen", "mathdoku", "inky", "operation")
    technique = "cage-combinations"
    summary = (
        "The sum or product of the digits of a calculation cage, or the difference or ratio of its "
        "two digits, is its number. Digits may repeat in it."
    )
    told: ClassVar[Mapping[str, str]] = {
        "sum": "The sum of the digits of a calculation cage with + is its number; they may repeat.",
        "product": "The product of the digits of a calculation cage with \u00d7 is its number; "
        "they may repeat.",
        "difference": "The difference of the two digits of a calculation cage with - is its "
        "number.",
        "ratio": "The ratio of the two digits of a calculation cage with \u00f7 is its number.",
    }
    in_words = (r"\b(?:kenken|calcudoku|mathdoku)\b",)
    parameters = (
        CELLS,
        Parameter("value", "integer", "the result", least=0),
        Parameter("of", "choice", "the operation", choices=tuple(RESULTS)),
    )

    value: int
    of: str

    @property
    def label(self) -> str:
        """The text in the first cell."""
        return f"{self.value}{RESULTS[self.of][0]}"

    def known_by(self, geometry: Geometry) -> str:
        return self.label

    def unfit(self, geometry: Geometry) -> str | None:
        if self.of in ("sum", "product") or len(self.cells) == 2:
            return None
        form = (
            "{name}: the difference is that of two cells, not of {count}"
            if self.of == "difference"
            else "{name}: the ratio is that of two cells, not of {count}"
        )
        return worded(form, name=self.name, count=len(self.cells))

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside: list[float] = [values[cell] for cell in self.cells]
        return reduce(RESULTS[self.of][1], inside) == self.value

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        cells, digits, result = self.cells, geometry.digits, RESULTS[self.of][1]
        if self.of == "sum":
            yield Linear(cells, (1,) * len(cells), "=", self.value)
        elif self.of == "product":
            yield product_of(cells, digits, self.value)
        else:
            table = frozenset((a, b) for a in digits for b in digits if result(a, b) == self.value)
            yield from pair_tables([(cells[0], cells[1])], table, digits)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("cage", self.cells, label=self.label),)
