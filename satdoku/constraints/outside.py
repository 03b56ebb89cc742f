"""Clues outside of the board: sums along a diagonal, sandwiches, X-sums and skyscrapers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, ClassVar, Self

from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import DIRECTIONS, Aliases, BoardMap, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import Clue, OutsideClue, off_grid, spread
from satdoku.constraints.wording import SUMS
from satdoku.relations import Automaton, Domain, Linear, Or, Relation

__all__ = ["LittleKiller", "Sandwich", "Skyscraper", "XSum"]


@dataclass(frozen=True)
class LittleKiller(Clue):
    """The digits along a diagonal add up to a sum; they may repeat."""

    name = "little-killer"
    reads_values = True
    sought = ("diagonal sum",)
    aliases: ClassVar[Aliases] = {"lk": None}
    technique = "little-killer-bounds"
    placing = Placing(numbers=lambda digits: (sum(digits),))
    summary = (
        "The digits along the diagonal that an outside clue points at add up to it, and may repeat."
    )
    in_words = (
        r"little killer",
        rf"diagonals?\b.*\b{SUMS}\b",
        rf"\b{SUMS}\b.*\b(?:diagonals?|direction of (?:the|its) arrow|arrow direction)\b",
        rf"\boutside\b.*\b{SUMS}\b.*\balong (?:the|their|its|that|an?) (?:\w+ )?arrow",
    )
    parameters = (
        Parameter("start", "cell", "the first cell of the diagonal"),
        Parameter("direction", "direction", "where the diagonal runs from there"),
        Parameter("sum", "integer", "what the digits add up to"),
    )

    start: int
    direction: str
    sum: int

    def line(self, geometry: Geometry) -> tuple[int, ...]:
        """The cells of the diagonal; none where its first cell is not on the board."""
        if not 0 <= self.start < geometry.cell_count:
            return ()
        down, across = _step(self.direction)
        cells, cell = [], geometry.beside(self.start, 0, 0)
        while cell is not None:
            cells.append(cell)
            cell = geometry.beside(cell, down, across)
        return tuple(cells)

    def unfit(self, geometry: Geometry) -> str | None:
        if not 0 <= self.start < geometry.cell_count:
            return None
        if reason := off_grid(self.name, (self.start,), geometry):
            return reason
        down, across = _step(self.direction)
        if geometry.beside(self.start, -down, -across) is not None:
            return worded(
                "{name}: a diagonal that runs {direction} does not start at {cell}, which is not "
                "on the edge it comes from",
                name=self.name,
                direction=self.direction,
                cell=geometry.name(self.start),
            )
        return None

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(sorted(self.line(geometry)))

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return sum(values[cell] for cell in self.line(geometry)) == self.sum

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        line = self.line(geometry)
        yield Linear(line, (1,) * len(line), "=", self.sum)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        least, most = spread((1,) * len(self.line(geometry)), geometry)
        if least <= self.sum <= most:
            return None
        return f"its digits can only reach from {least} to {most}"

    def carried(self, board_map: BoardMap) -> Self | None:
        geometry = board_map.geometry
        mapped = tuple(board_map.cells[cell] for cell in self.line(geometry))
        for direction in DIRECTIONS:
            rule = type(self)(mapped[0], direction, self.sum)
            if rule.unfit(geometry) is None and rule.line(geometry) == mapped:
                return rule
        return None

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        line = self.line(geometry)
        return (Shape("outside", line, str(self.sum)),) if line else ()

    def describe(self, geometry: Geometry) -> str:
        return self.head(geometry)

    def head(self, geometry: Geometry) -> str:
        at = geometry.name(self.start) if 0 <= self.start < geometry.cell_count else "nowhere"
        return f"little killer of {self.sum} from {at} {self.direction}"


def _step(direction: str) -> tuple[int, int]:
    vertical, horizontal = direction.split("-")
    return (1 if vertical == "down" else -1), (1 if horizontal == "right" else -1)


@dataclass(frozen=True)
class Sandwich(OutsideClue):
    """The digits between two digits of a line, the crusts, add up to the sum."""

    name = "sandwich"
    technique = "sandwich-sets"
    placing = Placing(sides=("left", "top"))
    summary = (
        "The digits between the lowest and the highest digit of a row or column add up to the clue."
    )
    in_words = (
        r"\bsandwich",
        rf"{SUMS}\b.*\bbetween (?:the )?(?P<one>\d) and (?:the )?(?P<other>\d)",
    )
    told = "The digits between {one} and {other} in a row or column add up to the clue."
    parameters = (
        *OutsideClue.place,
        Parameter("sum", "integer", "the sum of the digits in between", least=0),
        Parameter(
            "crusts",
            "digits",
            "the two digits around them; by default the lowest and the highest",
            optional=True,
            default=(),
        ),
    )

    sum: int
    crusts: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.crusts and not len(self.crusts) == len({*self.crusts}) == 2:
            raise value_error("{name}: the crusts must be two different digits", name=self.name)

    @property
    def label(self) -> str:
        return str(self.sum)

    def ends(self, geometry: Geometry) -> tuple[int, ...]:
        """The two digits between which the others are added."""
        return self.crusts or (geometry.digits[0], geometry.digits[-1])

    def numbers(self, geometry: Geometry) -> Mapping[str, Any]:
        return dict(zip(("one", "other"), self.ends(geometry), strict=True))

    def head(self, geometry: Geometry) -> str:
        """Without the side: from both ends the same digits lie in between."""
        of = f" between {self.crusts[0]} and {self.crusts[1]}" if self.crusts else ""
        return f"{self.title.lower()} of {self.sum}{of} in {self.where()}"

    def unfit(self, geometry: Geometry) -> str | None:
        if reason := super().unfit(geometry):
            return reason
        line = set(self.line(geometry))
        if len(line) == geometry.size and any(line == set(h.cells) for h in geometry.houses):
            return None
        return worded(
            "{name}: {line} does not hold every digit of the board",
            name=self.name,
            line=self.where(),
        )

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        digits = [values[cell] for cell in self.line(geometry)]
        ends = [place for place, digit in enumerate(digits) if digit in self.ends(geometry)]
        return len(ends) == 2 and sum(digits[ends[0] + 1 : ends[1]]) == self.sum

    def out_of_reach(self, geometry: Geometry) -> str | None:
        reached, ends = {0}, self.ends(geometry)
        for digit in geometry.digits:
            if digit not in ends:
                reached |= {total + digit for total in reached}
        if self.sum in reached and geometry.size > 1:
            return None
        if self.crusts:
            return f"no choice of digits other than {ends[0]} and {ends[1]} adds up to it"
        return f"no choice of the digits between {ends[0]} and {ends[1]} adds up to it"

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        # State 0 is before both crusts, 1 + s between them with the sum s, the last after both.
        ends = self.ends(geometry)
        middle = [digit for digit in geometry.digits if digit not in ends]
        after = self.sum + 2
        moves = {(state, digit, state) for state in (0, after) for digit in middle}
        for crust in ends:
            moves |= {(0, crust, 1), (self.sum + 1, crust, after)}
        for total in range(self.sum + 1):
            moves |= {
                (1 + total, digit, 1 + total + digit)
                for digit in middle
                if total + digit <= self.sum
            }
        yield Automaton(self.line(geometry), frozenset((0,)), frozenset((after,)), frozenset(moves))


@dataclass(frozen=True)
class XSum(OutsideClue):
    """The first X digits add up to the sum, X being the first digit."""

    name = "x-sum"
    in_links = ("fpuzzles:xsum", "iss:XSum")
    aliases: ClassVar[Aliases] = {"xsum": None}
    title = "X-sum"
    summary = "The first X digits, seen from the clue, add up to it, where X is the first of them."
    in_words = (
        r"(?<!\ban )\bx ?sums?\b(?! (?:up )?to \d)",
        r"(?:first|nearest) x (?:digits|cells|numbers)",
        r"\bfirst n (?:digits|cells|numbers)\b.*\bn (?:is|being)\b.*\b(?:first|closest|nearest)\b",
    )
    parameters = (*OutsideClue.place, Parameter("sum", "integer", "the sum of the first digits"))

    sum: int

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        digits = [values[cell] for cell in self.line(geometry)]
        return 1 <= digits[0] <= len(digits) and sum(digits[: digits[0]]) == self.sum

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        line = self.line(geometry)
        counts = [digit for digit in geometry.digits if 1 <= digit <= len(line)]
        yield Domain(line[0], frozenset(counts))
        yield Or(
            tuple(
                (
                    Domain(line[0], frozenset((count,))),
                    Linear(line[:count], (1,) * count, "=", self.sum),
                )
                for count in counts
            )
        )

    def out_of_reach(self, geometry: Geometry) -> str | None:
        line = self.line(geometry)
        for count in geometry.digits:
            if 1 <= count <= len(line):
                least, most = spread((1,) * (count - 1), geometry)
                if count + least <= self.sum <= count + most:
                    return None
        if self.sum == 0 and geometry.digits[0] == 0:
            return (
                "no first digit makes this sum: a first digit of 0 would count no digits, and here "
                "it is the number of the digits that are added, at least 1"
            )
        return "no first digit makes this sum"


def _visible(digits: Sequence[int]) -> int:
    # A 0 is never visible.
    tops = accumulate(digits, max, initial=0)
    return sum(b > a for a, b in pairwise(tops))


@dataclass(frozen=True)
class Skyscraper(OutsideClue):
    """The clue is the number of digits that are larger than all before them."""

    name = "skyscraper"
    reads_values = True
    in_links = ("fpuzzles:skyscraper", "iss:Skyscraper")
    placing = Placing(numbers=lambda digits: (_visible(digits),))
    summary = (
        "A skyscraper clue is the number of digits of its line that are larger than all before."
    )
    in_words = (
        r"sky ?scrapers?",
        r"(?:how many|number of) .*(?:seen|visible|see)\b.*(?:tall|height|row|direction"
        r"|clue)",
        r"\b(?:buildings|towers)\b.*\b(?:visible|seen)\b|\b(?:see|seen|visible)\b.*\b(?:buildings|towers)\b",
        r"\b(?:number of|how many) digits (?:that )?(?:are |can be )?(?:visible|seen)\b",
    )
    parameters = (
        *OutsideClue.place,
        Parameter("value", "integer", "how many digits are visible", least=0),
    )

    value: int

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        digits = [values[cell] for cell in self.line(geometry)]
        return _visible(digits) == self.value

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        yield Automaton(self.line(geometry), *_machine(self.value, geometry.digits))

    def out_of_reach(self, geometry: Geometry) -> str | None:
        line, digits = self.line(geometry), geometry.digits
        most = min(len(line), sum(digit > 0 for digit in digits))
        least = 1 if digits[0] > 0 else 0
        if least <= self.value <= most:
            return None
        return f"{least} to {most} digits can be visible"


@lru_cache(maxsize=64)
def _machine(
    value: int, digits: tuple[int, ...]
) -> tuple[frozenset[int], frozenset[int], frozenset[tuple[int, int, int]]]:
    """Starts, accepting states and moves for lines with ``value`` visible digits.

    State ``seen * base + top``: the number of visible digits, and the largest of them.
    """
    base = digits[-1] + 1
    moves = set()
    for seen in range(value + 1):
        for top in range(base):
            for digit in digits:
                after = (seen, top) if digit <= top else (seen + 1, digit)
                if after[0] <= value:
                    moves.add((seen * base + top, digit, after[0] * base + after[1]))
    accepting = frozenset([value * base + top for top in range(base)])
    return frozenset((0,)), accepting, frozenset(moves)
