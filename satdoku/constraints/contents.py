"""Sets of cells in which digits occur a certain number of times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import Aliases, BoardMap, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import CellRule, Clue, all_different, reversal
from satdoku.constraints.group_lines import halves, residues
from satdoku.constraints.sides import no_room, strange_digit
from satdoku.relations import (
    AllDifferent,
    Among,
    Comparison,
    Domain,
    Guard,
    Linear,
    Relation,
    ValueSet,
)

__all__ = [
    "Contain",
    "ContainExact",
    "CountDistinct",
    "CountingCircles",
    "EqualityCage",
    "HouseDigits",
    "LookAndSay",
]

CELLS = Parameter("cells", "cells", "the cells")
DIGITS = Parameter("digits", "digits", "the digits, as often as they occur")


@dataclass(frozen=True)
class _Times(CellRule):
    """Some digits occur as often as stated."""

    comparison: ClassVar[Comparison]

    def times(self) -> Mapping[int, int]:
        """The number of times that each named digit occurs."""
        raise NotImplementedError

    @property
    def label(self) -> str:
        """The text in the first cell."""
        raise NotImplementedError

    def unfit(self, geometry: Geometry) -> str | None:
        times = self.times()
        return no_room(self.name, sum(times.values()), len(self.cells)) or strange_digit(
            self.name, tuple(times), geometry
        )

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = Counter(values[cell] for cell in self.cells)
        exact = self.comparison == "="
        return all(
            inside[digit] == number if exact else inside[digit] >= number
            for digit, number in self.times().items()
        )

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        for digit, number in self.times().items():
            yield Among(self.cells, frozenset((digit,)), self.comparison, number)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("cage", self.cells, label=self.label),)

    def known_by(self, geometry: Geometry) -> str:
        return self.label


@dataclass(frozen=True)
class Contain(_Times):
    """Each digit occurs at least as often as it is named."""

    name = "contain"
    technique = "quadruple-digits"
    placing = Placing(cells=(3, 5))
    title = "Contains"
    plural = "content clues"
    noun = "content clue"
    summary = "Each listed digit occurs in the cells at least as often as listed."
    in_words = (
        r"must (?:appear|occur) (?:somewhere )?(?:with)?in (?:the|that|a|its) cage",
        r"digits that appear in that cage",
        r"\bzones?\b",
        r"cage.*must contain the digits",
    )
    parameters = (CELLS, DIGITS)
    comparison: ClassVar[Comparison] = ">="

    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.digits:
            raise value_error("{name}: at least one digit is needed", name=self.name)

    def times(self) -> Mapping[int, int]:
        return Counter(self.digits)

    @property
    def label(self) -> str:
        return ",".join(map(str, self.digits))

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return type(self)(self.cells, tuple(board_map.digits[digit] for digit in self.digits))


@dataclass(frozen=True)
class ContainExact(Contain):
    """Each digit that is named occurs exactly as often as it is named."""

    name = "contain-exact"
    technique = "quadruple-digits"
    placing = Placing(cells=(3, 4))
    title = "Contains exactly"
    plural = "clues of exact contents"
    noun = "exact content clue"
    summary = (
        "Each listed digit occurs in the cells exactly as often as listed; other digits are free."
    )
    comparison: ClassVar[Comparison] = "="


@dataclass(frozen=True)
class HouseDigits(ContainExact):
    """The cells hold these digits, each once, and no others."""

    name = "house-digits"
    technique = "cage-combinations"
    placing = Placing(cells=(4, 6))
    title = "House of fewer digits"
    plural = "houses of fewer digits"
    noun = "house of fewer digits"
    summary = "The cells hold each of the digits once, and no others."

    def unfit(self, geometry: Geometry) -> str | None:
        if len({*self.digits}) == len(self.digits) == len(self.cells):
            return super().unfit(geometry)
        return worded(
            "{name}: {cells} cells need as many different digits",
            name=self.name,
            cells=len(self.cells),
        )

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        yield ValueSet(self.cells, frozenset((frozenset(self.digits),)))


def digits_of_parts(geometry: Geometry) -> Iterator[HouseDigits]:
    """The digits of each full house of those overlapping grids that have fewer than the board."""
    for number, part in enumerate(geometry.parts, 1):
        if part.digits != geometry.digits:
            for house in geometry.houses:
                if house.grid == number and len(house.cells) == part.size:
                    yield HouseDigits(house.cells, part.digits)


@dataclass(frozen=True)
class LookAndSay(_Times):
    """A text of counts and digits: ``2315`` means exactly two 3s and exactly one 5."""

    name = "look-and-say"
    sought = ("look and say",)
    technique = "quadruple-digits"
    title = "Look-and-say cage"
    summary = (
        "The number of a look-and-say cage is read as pairs of a count and a digit: 23 means that "
        "exactly two 3s are in the cage."
    )
    in_words = (r"look and say",)
    parameters = (CELLS, Parameter("text", "text", "a count and a digit in turn"))
    comparison: ClassVar[Comparison] = "="

    text: str

    def __post_init__(self) -> None:
        super().__post_init__()
        text = self.text
        if not text or len(text) % 2 or not (text.isascii() and text.isdecimal()):
            raise value_error(
                "{name}: the text is pairs of a count and a digit such as 2315, not {text!r}",
                name=self.name,
                text=text[:40],
            )
        if not all_different(text[1::2].encode()):
            raise value_error("{name}: {text} names a digit twice", name=self.name, text=text[:40])

    def times(self) -> Mapping[int, int]:
        pairs = zip(self.text[::2], self.text[1::2], strict=True)
        return {int(digit): int(count) for count, digit in pairs}

    @property
    def label(self) -> str:
        return self.text

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        mapped = {board_map.digits[digit]: count for digit, count in self.times().items()}
        if any(digit > 9 for digit in mapped):
            return None
        return LookAndSay(self.cells, "".join(f"{count}{digit}" for digit, count in mapped.items()))


@dataclass(frozen=True)
class EqualityCage(CellRule):
    """As many odd as even digits, as many low as high ones, none twice."""

    name = "equality-cage"
    in_links = ("iss:EqualityCage",)
    technique = "cage-combinations"
    placing = Placing(cells=(4, 6))
    summary = (
        "The digits in an equality cage differ; as many are odd as even, as many low as high, and "
        "the middle digit of an odd number of digits is not among them."
    )
    in_words = (r"equality cage",)
    parameters = (CELLS,)
    keeps = "reversal"
    look = Shape("cage", label="=")

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.cells) % 2:
            raise value_error(
                "{name}: the number of cells must be even, not {count}",
                name=self.name,
                count=len(self.cells),
            )

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.cells]
        low, high = (sum(v in half for v in inside) for half in halves(geometry.digits))
        even = sum(v % 2 == 0 for v in inside)
        return all_different(inside) and 2 * low == 2 * high == 2 * even == len(inside)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        low, high = map(frozenset, halves(geometry.digits))
        half = len(self.cells) // 2
        yield AllDifferent(self.cells)
        yield from (Domain(cell, low | high) for cell in self.cells)
        yield Among(self.cells, low, "=", half)
        yield Among(self.cells, frozenset(residues(geometry.digits, 2)[0]), "=", half)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        half = len(self.cells) // 2
        low, high = (set(part) for part in halves(geometry.digits))
        odd = {d for d in geometry.digits if d % 2}
        # x low odd digits leave half - x low even ones, and the same of the high ones.
        for x in range(half + 1):
            odds, evens = (low & odd, x), (low - odd, half - x)
            wanted = (odds, evens, (high & odd, half - x), (high - odd, x))
            if all(len(digits) >= number for digits, number in wanted):
                return None
        return f"{len(self.cells)} cells need more different digits than there are"

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        # Counting backwards exchanges odd and even, or keeps both.
        return self if reversal(board_map) is not None else None


@dataclass(frozen=True)
class CountingCircles(CellRule):
    """A digit in the circles is in exactly as many of them as it says."""

    name = "counting-circles"
    in_links = ("iss:CountingCircles",)
    aliases: ClassVar[Aliases] = {"countingcircles": None}
    placing = Placing(refused="all its circles together are one clue, which cannot be grown")
    plural = "sets of counting circles"
    summary = "A digit in a circle is in exactly that many of the circles of its list."
    in_words = (
        r"counting circles?",
        r"how many (?:circles|times).*circle",
        r"exactly (?:that many|n|how many) circles",
        r"circles contain that",
        r"\bcircles?\b.*\b(?:that many|n) times in (?:the |all )?circles",
        r"\bnumber of circles (?:which|that|containing|it|with)\b",
        r"\bcircles?\b.*\b(?:in|on) (?:exactly )?(?:that many|n) circles",
    )
    parameters = (CELLS,)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = Counter(values[cell] for cell in self.cells)
        return all(digit == count for digit, count in inside.items())

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        size = len(self.cells)
        possible = [d for d in geometry.digits if 1 <= d <= size]
        if len(possible) < geometry.size:
            yield from (Domain(cell, frozenset(possible)) for cell in self.cells)
        counts = range(geometry.cell_count, geometry.cell_count + len(possible))
        for digit, count in zip(possible, counts, strict=True):
            yield Domain(count, frozenset((0, digit)))
            yield Among(self.cells, frozenset((digit,)), "=", counter=count)
        if possible:
            yield Linear(tuple(counts), (1,) * len(possible), "=", size)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        sums = {0}
        for digit in geometry.digits:
            sums |= {smaller + digit for smaller in sums if smaller + digit <= len(self.cells)}
        if len(self.cells) in sums:
            return None
        return f"no different digits add up to the {len(self.cells)} circles"

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return tuple(Shape("dot", (cell,)) for cell in self.cells)


@dataclass(frozen=True)
class CountDistinct(Clue):
    """A cell holds how many different digits are in other cells."""

    name = "count-distinct"
    title = "Count of different digits"
    plural = "counts of different digits"
    summary = "The digit of a cell is the number of different digits that some cells hold."
    in_words = (r"(?:how many|number of) (?:different|distinct|unique)",)
    parameters = (
        Parameter("control", "cell", "the cell that holds the number"),
        Parameter("cells", "cells", "the cells that are counted; that of the number may be one"),
    )
    repeats_allowed = True

    control: int
    cells: tuple[int, ...]

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return len({values[cell] for cell in self.cells}) == values[self.control]

    def may_hold(self, values: Sequence[int | None], geometry: Geometry) -> bool:
        digits = {values[cell] for cell in self.cells}
        empty = {cell for cell in self.cells if values[cell] is None}
        least, number = len(digits - {None}), values[self.control]
        return number is None or least <= number <= least + len(empty)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        flags = range(geometry.cell_count, geometry.cell_count + geometry.size)
        cells = tuple(dict.fromkeys(self.cells))
        for digit, flag in zip(geometry.digits, flags, strict=True):
            here = frozenset((digit,))
            yield Domain(flag, frozenset((0, 1)))
            yield Among(cells, here, "=", 0, guard=Guard(flag, 0))
            yield Among(cells, here, ">=", 1, guard=Guard(flag, 1))
        most = min(len(cells), geometry.size)
        yield Domain(self.control, frozenset(d for d in geometry.digits if 1 <= d <= most))
        yield Linear((*flags, self.control), (*(1 for _ in flags), -1), "=", 0)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("area", self.cells), Shape("dot", (self.control,)))
