"""Marks where four cells meet: numbers, patterns and orders of their digits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import ClassVar, Self

from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import Aliases, BoardMap, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import CellRule, Clue, one_of, reversal
from satdoku.constraints.pairs import pair_tables
from satdoku.constraints.sides import strange_digit
from satdoku.constraints.squares import squares
from satdoku.constraints.wording import DIGITS
from satdoku.relations import Among, Domain, Linear, Or, Relation

__all__ = ["RESULTS", "Battenburg", "ClockFace", "Exclusion", "Mathrax", "QuadNumber"]

FOUR = Parameter("cells", "cells", "the four cells around the corner")


@dataclass(frozen=True)
class _Corner(CellRule):
    """A mark on the corner of four cells."""

    parameters: ClassVar[tuple[Parameter, ...]] = (FOUR,)
    placing = Placing(cells=(4, 4), square=True)
    cell_count = (4, 4)
    colour: ClassVar[str] = "black"

    def unfit(self, geometry: Geometry) -> str | None:
        if self.cells in squares(geometry):
            return None
        return worded("{name}: its cells must be two by two that meet at a corner", name=self.name)

    @property
    def label(self) -> str:
        """The text in the mark."""
        return ""

    @property
    def turn(self) -> tuple[int, ...]:
        """The cells clockwise from the one at the upper left."""
        a, b, c, d = self.cells
        return a, b, d, c

    def carried(self, board_map: BoardMap) -> Self | None:
        rule = super().carried(board_map)
        if rule is None or not rule.is_sound(board_map.geometry):
            return None
        mapped = tuple(board_map.cells[cell] for cell in self.turn)
        start = rule.turn.index(mapped[0])
        turned = rule.turn[start:] + rule.turn[:start]
        if mapped == turned:
            return rule
        return rule.mirrored() if mapped == (turned[0], *turned[:0:-1]) else None

    def mirrored(self) -> Self:
        """The rule with the same cells seen in a mirror."""
        return self

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("dot", self.drawn(geometry), self.label, colour=self.colour),)


_NUMBERS: Mapping[str, Callable[[Sequence[int]], int]] = {
    "highest": max,
    "lowest": min,
    "even": lambda digits: sum(digit % 2 == 0 for digit in digits),
    "odd": lambda digits: sum(digit % 2 for digit in digits),
    "sum": sum,
}
"""The numbers that four digits make."""


@dataclass(frozen=True)
class QuadNumber(_Corner):
    """A number of four digits: the highest, the lowest, how many are even or odd, or their sum."""

    name = "quad-number"
    aliases: ClassVar[Aliases] = {
        "quad-max": lambda board: {"of": "highest"},
        "quad-min": lambda board: {"of": "lowest"},
        "even-count": lambda board: {"of": "even"},
        "odd-count": lambda board: {"of": "odd"},
        "quad-sum": lambda board: {"of": "sum"},
    }
    sought = ("quad maximum", "quad minimum")
    summary = "The number on a corner is one that the four digits around it make."
    told: ClassVar[Mapping[str, str]] = {
        "highest": "The number on a corner is the highest of the four digits around it.",
        "lowest": "The number on a corner is the lowest of the four digits around it.",
        "even": "The number on a corner is how many of the four digits around it are even.",
        "odd": "The number on a corner is how many of the four digits around it are odd.",
        "sum": "The number on a corner is the sum of the four digits around it.",
    }
    in_words = (
        r"quad max(?P<of__highest>)",
        r"quad min(?P<of__lowest>)",
        rf"\b(?:largest|highest) {DIGITS}\b.*\b(?:surrounding|4 cells)(?P<of__highest>)",
        rf"\b(?:smallest|lowest) {DIGITS}\b.*\b(?:surrounding|4 cells)(?P<of__lowest>)",
        r"\bhow many\b.*\b4\b.*\beven\b(?P<of__even>)",
        r"\bhow many\b.*\b4\b.*\bodd\b(?P<of__odd>)",
        r"\bsum of\b.*\bsurrounding 4\b(?P<of__sum>)",
    )
    parameters = (
        FOUR,
        Parameter("of", "choice", "the number that it is", choices=tuple(_NUMBERS)),
        Parameter("value", "integer", "the number", least=0),
    )

    of: str
    value: int

    @property
    def label(self) -> str:
        return str(self.value)

    def known_by(self, geometry: Geometry) -> str:
        return self.label

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return _NUMBERS[self.of]([values[cell] for cell in self.cells]) == self.value

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits, value = geometry.digits, self.value
        if self.of == "sum":
            yield Linear(self.cells, (1, 1, 1, 1), "=", value)
        elif self.of in ("even", "odd"):
            kind = frozenset(d for d in digits if d % 2 == (self.of == "odd"))
            yield Among(self.cells, kind, "=", value)
        else:
            within = [d for d in digits if (d <= value if self.of == "highest" else d >= value)]
            yield from (Domain(cell, frozenset(within)) for cell in self.cells)
            yield Among(self.cells, frozenset((value,)), ">=", 1)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        total = reversal(board_map)
        if total is None:
            return None
        if self.of == "sum":
            return replace(self, value=total * 4 - self.value) if self.value <= total * 4 else None
        if self.of in ("even", "odd"):
            other = "odd" if (self.of == "even") == (total % 2 == 1) else "even"
            return replace(self, of=other)
        other = "lowest" if self.of == "highest" else "highest"
        return replace(self, of=other, value=total - self.value) if self.value <= total else None


@dataclass(frozen=True)
class Exclusion(_Corner):
    """No digit of a list is in the four cells."""

    name = "exclusion"
    technique = "quadruple-digits"
    sought = ("not in the circle", "anti quadruple")
    placing = Placing(cells=(4, 4), square=True, any_digits=True)
    summary = "None of the digits on a corner is in the four cells around it."
    in_words = (
        r"exclusion",
        r"\b(?:may|must|can|do|does) ?not (?:appear|occur|be)\b.*\b(?:surrounding|around|4 cells)",
    )
    parameters = (FOUR, Parameter("digits", "digits", "the digits that are not in them"))
    colour: ClassVar[str] = "red"

    digits: tuple[int, ...]

    @property
    def label(self) -> str:
        return " ".join(map(str, self.digits))

    def known_by(self, geometry: Geometry) -> str:
        return ", ".join(map(str, self.digits))

    def unfit(self, geometry: Geometry) -> str | None:
        return super().unfit(geometry) or strange_digit(self.name, self.digits, geometry)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return not {values[cell] for cell in self.cells} & {*self.digits}

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        left = frozenset(geometry.digits).difference(self.digits)
        return (Domain(cell, left) for cell in self.cells)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return replace(self, digits=tuple(board_map.digits[digit] for digit in self.digits))


@dataclass(frozen=True)
class Battenburg(_Corner):
    """Odd and even digits stand as on a checkerboard."""

    name = "battenburg"
    aliases: ClassVar[Aliases] = {"battenberg": None}
    technique = "group-patterns"
    summary = "Around a Battenburg mark two opposite digits are odd and the other two even."
    in_words = (r"battenb[eu]rg", r"checker ?board")
    keeps = "reversal"

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        a, b, c, d = (values[cell] % 2 for cell in self.cells)
        return a == d != b == c

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits = geometry.digits
        table = frozenset((a, b) for a in digits for b in digits if (a - b) % 2)
        yield from pair_tables(pairwise(self.turn), table, digits)


@dataclass(frozen=True)
class ClockFace(_Corner):
    """The four digits rise clockwise, or the other way round, from one of them on."""

    name = "clock-face"
    aliases: ClassVar[Aliases] = {"clockface": None}
    technique = "thermo-bounds"
    summary = (
        "The four digits around a clock face rise, from the lowest of them on, round the clock."
    )
    told: ClassVar[Mapping[str, str]] = {
        "clockwise": "The four digits around a white clock face rise clockwise, from the lowest of "
        "them on.",
        "back": "The four digits around a black clock face rise counterclockwise, from the lowest "
        "of them on.",
    }
    in_words = (
        r"(?:counter|anti) ?clockwise(?P<way__back>)",
        r"(?<!counter)(?<!anti)(?<!counter )(?<!anti )\bclockwise(?P<way__clockwise>)",
    )
    parameters = (
        FOUR,
        Parameter(
            "way", "choice", "the way round in which they rise", choices=("clockwise", "back")
        ),
    )

    keeps = "reversal"

    way: str

    def _starts(self) -> list[tuple[int, ...]]:
        """The four cells in the order in which they rise, from each of them on."""
        turn = self.turn if self.way == "clockwise" else self.turn[::-1]
        return [turn[start:] + turn[:start] for start in range(4)]

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        around = [values[cell] for cell in self._starts()[0]]
        first = around.index(min(around))
        return all(a < b for a, b in pairwise(around[first:] + around[:first]))

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits = geometry.digits
        rising = frozenset((a, b) for a in digits for b in digits if a < b)
        yield Or(tuple(tuple(pair_tables(pairwise(c), rising, digits)) for c in self._starts()))

    def mirrored(self) -> Self:
        return replace(self, way="back" if self.way == "clockwise" else "clockwise")

    def reversed(self, total: int) -> Self:
        return self.mirrored()

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        back = self.way == "back"
        return tuple(replace(shape, filled=back) for shape in super().shapes(geometry))


RESULTS: Mapping[str, tuple[str, Callable[[float, float], float]]] = {
    "sum": ("+", lambda a, b: a + b),
    "difference": ("-", lambda a, b: abs(a - b)),
    "product": ("\u00d7", lambda a, b: a * b),
    "ratio": ("\u00f7", lambda a, b: max(a, b) / min(a, b) if min(a, b) else -1),
}
"""The results of two digits, each with its sign."""


@dataclass(frozen=True)
class Mathrax(_Corner):
    """Both pairs of diagonally opposite digits have the same sum, or another result."""

    name = "mathrax"
    sought = ("cross sum", "mathradd")
    summary = (
        "The two pairs of opposite digits around a Mathrax mark have the same result, that of the "
        "clue where it has a number."
    )
    told: ClassVar[Mapping[str, str]] = {
        "sum": "The two pairs of opposite digits around a Mathrax mark have the same sum, that of "
        "the clue where it has a number.",
        "difference": "The two pairs of opposite digits around a Mathrax mark have the same "
        "difference, that of the clue where it has a number.",
        "product": "The two pairs of opposite digits around a Mathrax mark have the same product, "
        "that of the clue where it has a number.",
        "ratio": "The two pairs of opposite digits around a Mathrax mark have the same ratio, that "
        "of the clue where it has a number.",
    }
    in_words = (
        r"\bmathrax",
        r"\bdiagonal\w*\b.*\b(?:same|each|both) sum",
        r"\bdiagonal\w*\b.*\bsame difference(?P<of__difference>)",
        r"minus sign\b.*\bsame difference(?P<of__difference>)",
    )
    parameters = (
        FOUR,
        Parameter("value", "integer", "the result; without it the two are equal", True, least=0),
        Parameter("of", "choice", "the result", True, "sum", choices=tuple(RESULTS)),
    )

    value: int | None = None
    of: str = "sum"

    @property
    def label(self) -> str:
        return ("" if self.value is None else str(self.value)) + RESULTS[self.of][0]

    def known_by(self, geometry: Geometry) -> str:
        return self.label

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        a, b, c, d = (values[cell] for cell in self.cells)
        result = RESULTS[self.of][1]
        return result(a, d) == result(b, c) >= 0 and self.value in (None, result(a, d))

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        a, b, c, d = self.cells
        if self.of == "sum" and self.value is None:
            yield Linear((a, d, b, c), (1, 1, -1, -1), "=", 0)
            return
        digits, result = geometry.digits, RESULTS[self.of][1]
        results = (
            {result(x, y) for x in digits for y in digits} if self.value is None else {self.value}
        )
        groups: list[tuple[Relation, ...]] = []
        for wanted in sorted(number for number in results if number >= 0):
            table = frozenset((x, y) for x in digits for y in digits if result(x, y) == wanted)
            groups.append(tuple(pair_tables([(a, d), (b, c)], table, digits)))
        yield from groups[0] if len(groups) == 1 else one_of(groups)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        digits, result = geometry.digits, RESULTS[self.of][1]
        if self.value in (None, *(result(a, b) for a in digits for b in digits)):
            return None
        return "no two digits of the board have this result"

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        total = reversal(board_map)
        if total is None or self.of in ("product", "ratio"):
            return None
        if self.of == "difference" or self.value is None:
            return self
        return replace(self, value=2 * total - self.value) if self.value <= 2 * total else None
