"""Clues beside a line that are sums or products of some of its digits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from math import prod
from operator import mul
from typing import ClassVar

from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import Aliases, Parameter, Placing
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import OutsideClue, one_of
from satdoku.constraints.machines import machine
from satdoku.constraints.pairs import pair_tables
from satdoku.constraints.sides import LENGTH, FrameClue
from satdoku.constraints.wording import SUMS
from satdoku.relations import Among, Domain, Linear, Relation

__all__ = [
    "Battlefield",
    "BeforeHighest",
    "FrameNumber",
    "FrameSum",
    "ParityParty",
    "PositionSum",
    "ProductFrame",
    "product_of",
]


@dataclass(frozen=True)
class FrameSum(FrameClue):
    """The sum of the first digits of a line."""

    name = "frame-sum"
    reads_values = True
    aliases: ClassVar[Aliases] = {
        "framesum": None,
        "inner-frame-sum": lambda board: {"length": 3, "skipped": 1},
    }
    sought = ("inner frame",)
    technique = "line-sums"
    summary = (
        "A frame clue is the sum of the digits nearest to it: as many as a box is wide there, "
        "where it gives no length."
    )
    in_words = (
        rf"{SUMS}\b.*\b(?:first|nearest|closest) (?P<length>\d) (?:digits|cells|numbers)",
        r"(?<!inner )frame ?sums?|sum ?frame",
        rf"{SUMS}\b.*\b2nd, 3rd,? and 4th (?:digits|cells|numbers)(?P<length__3>)(?P<skipped__1>)",
        rf"(?:first|nearest) (?P<length>\d) (?:digits|cells).*\b{SUMS}",
        rf"{SUMS}\b.*\b(?P<length>\d) (?:nearest|closest|first) (?:digits|cells|numbers)",
    )

    parameters = (
        *OutsideClue.place,
        Parameter("sum", "integer", "the sum", least=0),
        LENGTH,
        Parameter("skipped", "integer", "how many cells are nearer", True, 0, least=0),
    )

    sum: int
    length: int | None = None
    skipped: int = 0

    @property
    def label(self) -> str:
        return str(self.sum)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return sum(values[cell] for cell in self.cells(geometry)) == self.sum

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        cells = self.cells(geometry)
        yield Linear(cells, (1,) * len(cells), "=", self.sum)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        count, digits = len(self.cells(geometry)), geometry.digits
        if count * digits[0] <= self.sum <= count * digits[-1]:
            return None
        return f"{count} digits reach from {count * digits[0]} to {count * digits[-1]}"


_FRAME_NUMBERS: Mapping[str, Callable[[Sequence[int]], int | None]] = {
    "ends": lambda digits: min(digits) + max(digits),
    "middle": lambda digits: sorted(digits)[len(digits) // 2] if len(digits) % 2 else None,
    "place": lambda digits: digits.index(max(digits)) + 1,
}
"""The numbers that the digits of a frame make."""


@dataclass(frozen=True)
class FrameNumber(FrameClue):
    """A number of the first digits of a line."""

    name = "frame-number"
    aliases: ClassVar[Aliases] = {
        "min-max": lambda board: {"of": "ends"},
        "median": lambda board: {"of": "middle"},
        "position": lambda board: {"of": "place"},
    }
    technique = "line-sums"
    summary = (
        "A frame number is one that the digits nearest to it make: as many as a box is wide there, "
        "where it gives no length."
    )
    told: ClassVar[Mapping[str, str]] = {
        "ends": "A frame number is the sum of the smallest and the largest of the digits nearest "
        "to it.",
        "middle": "A frame number is the middle one, by size, of the digits nearest to it.",
        "place": "A frame number is the place of the largest of the digits nearest to it.",
    }
    in_words = (
        r"\bsum of (?:the )?(?:largest|highest|smallest|lowest)\b.*\b(?:smallest|lowest|largest"
        r"|highest)\b.*\b(?:first|nearest) (?P<length>\d)\b(?P<of__ends>)",
        r"\b(?:middle|median) (?:digit )?of (?:the )?(?:first|nearest) (?P<length>\d)\b"
        r"(?P<of__middle>)",
        r"\bposition of (?:the )?(?:largest|highest)\b.*\b(?P<length>\d) digits nearest\b"
        r"(?P<of__place>)",
    )
    parameters = (
        *OutsideClue.place,
        Parameter("value", "integer", "the number", least=0),
        Parameter("of", "choice", "the number that it is", choices=tuple(_FRAME_NUMBERS)),
        LENGTH,
    )

    value: int
    of: str
    length: int | None = None

    @property
    def label(self) -> str:
        return str(self.value)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        digits = [values[cell] for cell in self.cells(geometry)]
        return _FRAME_NUMBERS[self.of](digits) == self.value

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        cells, digits = self.cells(geometry), geometry.digits
        half, value = len(cells) // 2, self.value
        if self.of == "ends":
            yield from one_of([
                (*(Domain(cell, frozenset(range(low, value - low + 1)).intersection(digits))
                   for cell in cells),
                 Among(cells, frozenset((low,)), ">=", 1),
                 Among(cells, frozenset((value - low,)), ">=", 1))
                for low in digits if low <= value - low
            ])  # fmt: skip
        elif self.of == "middle" and len(cells) % 2:
            yield Among(cells, frozenset((value,)), ">=", 1)
            yield Among(cells, frozenset(d for d in digits if d < value), "<=", half)
            yield Among(cells, frozenset(d for d in digits if d > value), "<=", half)
        elif self.of == "place" and 1 <= value <= len(cells):
            # The first of several that are the largest.
            before = frozenset((a, b) for a in digits for b in digits if a < b)
            after = frozenset((a, b) for a in digits for b in digits if a <= b)
            highest = cells[value - 1]
            yield from pair_tables([(c, highest) for c in cells[: value - 1]], before, digits)
            yield from pair_tables([(c, highest) for c in cells[value:]], after, digits)
        else:
            yield from one_of([])


@dataclass(frozen=True)
class ProductFrame(FrameClue):
    """The product of the first digits of a line."""

    name = "product-frame"
    reads_values = True
    technique = "line-sums"
    placing = Placing(numbers=lambda digits: accumulate(digits, mul))
    summary = (
        "A product frame clue is the product of the digits nearest to it: as many as a box is "
        "wide there, where it gives no length."
    )
    in_words = (
        r"product.*\b(?:first|nearest|closest) (?P<length>\d) (?:digits|cells)",
        r"product frame",
    )

    parameters = (*OutsideClue.place, Parameter("value", "integer", "the product", least=0), LENGTH)

    value: int
    length: int | None = None

    @property
    def label(self) -> str:
        return str(self.value)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return prod(values[cell] for cell in self.cells(geometry)) == self.value

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        yield product_of(self.cells(geometry), geometry.digits, self.value)


def product_of(cells: Sequence[int], digits: tuple[int, ...], value: int) -> Relation:
    """The digits of the cells have this product."""

    def step(state: int, digit: int) -> int | None:
        after = state * digit
        if value == 0:
            return min(abs(after), 1)
        return after if after and value % after == 0 else None

    return machine(cells, digits, [1], step, lambda state: state == value)


@dataclass(frozen=True)
class BeforeHighest(OutsideClue):
    """The sum of the digits before the highest digit."""

    name = "before-hi"
    technique = "sandwich-sets"
    title = "Before the highest"
    summary = (
        "The clue is the sum of the digits between it and the highest digit of the board in its "
        "line."
    )
    in_words = (
        r"before (?:the )?9\b",
        rf"{SUMS}.*\b(?:prior to|before|until) the 9",
    )
    parameters = (*OutsideClue.place, Parameter("sum", "integer", "the sum", least=0))

    sum: int

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside, highest = [values[cell] for cell in self.line(geometry)], geometry.digits[-1]
        return highest in inside and sum(inside[: inside.index(highest)]) == self.sum

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        highest = geometry.digits[-1]

        def step(rest: int, value: int) -> int | None:
            if rest < 0:
                return rest
            if value == highest:
                return -1 if rest == 0 else None
            return rest - value if rest >= value else None

        yield machine(self.line(geometry), geometry.digits, [self.sum], step, lambda rest: rest < 0)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        most = (len(self.line(geometry)) - 1) * geometry.digits[-1]
        return None if self.sum <= most else f"the digits before it can reach at most {most}"


@dataclass(frozen=True)
class ParityParty(OutsideClue):
    """The sum of the digits up to the first one of the other parity."""

    name = "parity-party"
    summary = (
        "The clue is the sum of the digits up to the first one whose parity differs from that of "
        "the digit nearest to the clue, this one included."
    )
    in_words = (r"parity party",)
    parameters = (*OutsideClue.place, Parameter("sum", "integer", "the sum", least=0))

    sum: int

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.line(geometry)]
        for place, value in enumerate(inside):
            if value % 2 != inside[0] % 2:
                return sum(inside[: place + 1]) == self.sum
        return False

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
            parity, rest = state
            if parity == 2:
                return state
            if rest < value:
                return None
            if parity in (-1, value % 2):
                return value % 2, rest - value
            return (2, 0) if rest == value else None

        yield machine(
            self.line(geometry), geometry.digits, [(-1, self.sum)], step, lambda s: s[0] == 2
        )

    def out_of_reach(self, geometry: Geometry) -> str | None:
        most = len(self.line(geometry)) * geometry.digits[-1]
        return None if self.sum <= most else f"the digits can reach at most {most}"


@dataclass(frozen=True)
class Battlefield(OutsideClue):
    """The sum of the cells that neither or both of two armies from the ends cover."""

    name = "battlefield"
    aliases: ClassVar[Aliases] = {"battlefields": None}
    technique = "sandwich-sets"
    summary = (
        "Where X is the first and Y the last digit of its line, a battlefield clue is the sum of "
        "the digits that are in neither the first X nor the last Y cells, or in both."
    )
    in_words = (r"battlefield",)
    parameters = (*OutsideClue.place, Parameter("sum", "integer", "the sum", least=0))

    sum: int

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.line(geometry)]
        fought = _fought(len(inside), inside[0], inside[-1])
        return sum(inside[place] for place in fought) == self.sum

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        line, digits = self.line(geometry), geometry.digits
        groups: list[tuple[Relation, ...]] = []
        for x in digits:
            for y in digits:
                fought = tuple(line[place] for place in _fought(len(line), x, y))
                least, most = len(fought) * digits[0], len(fought) * digits[-1]
                if least <= self.sum <= most:
                    ends = (Domain(line[0], frozenset((x,))), Domain(line[-1], frozenset((y,))))
                    total = Linear(fought, (1,) * len(fought), "=", self.sum)
                    groups.append((*ends, total) if fought else ends)
        yield from one_of(groups)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        most = len(self.line(geometry)) * geometry.digits[-1]
        return None if self.sum <= most else f"the digits can reach at most {most}"


def _fought(length: int, x: int, y: int) -> list[int]:
    return [place for place in range(length) if (place < x) == (place >= length - y)]


@dataclass(frozen=True)
class PositionSum(OutsideClue):
    """The sum of the first two digits, and of the digits in the places that they name."""

    name = "position-sum"
    placing = Placing(chosen="upper")
    summary = (
        "The upper number of a position sum clue is the sum of the first two digits of its line, "
        "the lower one the sum of the two digits in the places that these two name."
    )
    in_words = (r"position sums?",)
    parameters = (
        *OutsideClue.place,
        Parameter("upper", "integer", "the sum of the first two digits", True, least=0),
        Parameter("lower", "integer", "the sum of the digits in their places", True, least=0),
    )

    upper: int | None = None
    lower: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.upper is None and self.lower is None:
            raise value_error("{name}: 'upper' or 'lower' must be given", name=self.name)

    @property
    def label(self) -> str:
        shown = ("?" if n is None else str(n) for n in (self.upper, self.lower))
        return "/".join(shown)

    def unfit(self, geometry: Geometry) -> str | None:
        if (reason := super().unfit(geometry)) or len(self.line(geometry)) > 1:
            return reason
        return worded("{name}: the line has one cell", name=self.name)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.line(geometry)]
        a, b = inside[:2]
        if self.upper is not None and a + b != self.upper:
            return False
        if self.lower is None:
            return True
        within = 1 <= a <= len(inside) and 1 <= b <= len(inside)
        return within and inside[a - 1] + inside[b - 1] == self.lower

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        line = self.line(geometry)
        if self.upper is not None:
            yield Linear(line[:2], (1, 1), "=", self.upper)
        if self.lower is None:
            return
        places = [d for d in geometry.digits if 1 <= d <= len(line)]
        groups: list[tuple[Relation, ...]] = []
        for a in places:
            for b in places:
                if self.upper not in (None, a + b):
                    continue
                named = (line[a - 1], line[b - 1])
                total = (
                    Linear(named[:1], (2,), "=", self.lower)
                    if a == b
                    else Linear(named, (1, 1), "=", self.lower)
                )
                first = Domain(line[0], frozenset((a,)))
                groups.append((first, Domain(line[1], frozenset((b,))), total))
        yield from one_of(groups)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        least, most = 2 * geometry.digits[0], 2 * geometry.digits[-1]
        for number in (self.upper, self.lower):
            if number is not None and not least <= number <= most:
                return f"two digits reach from {least} to {most}"
        return None
