"""Clues beside a line that name some of its digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from typing import ClassVar, TypeAlias

from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import Aliases, BoardMap, Parameter, Placing
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import Clue, OutsideClue, follows, one_of
from satdoku.constraints.sides import LENGTH, DigitClue, FrameClue, no_room, strange_digit
from satdoku.relations import Among, Domain, Linear, PairTable, Relation

__all__ = [
    "CoastToCoast",
    "DescriptivePair",
    "NextToHighest",
    "NumberedRoom",
    "Outside",
    "SandwichedDigit",
    "SideBySide",
]


@dataclass(frozen=True)
class NumberedRoom(DigitClue):
    """The first digit names the place of the clue's digit."""

    name = "numbered-room"
    in_links = ("iss:NumberedRoom",)
    aliases: ClassVar[Aliases] = {"numberedroom": None, "numbered-rooms": None}
    summary = (
        "Where X is the first digit of its line, a numbered room clue is the digit in the X-th "
        "cell, counted from the clue."
    )
    in_words = (
        r"numbered rooms?",
        r"\bnth (?:cell|position|place|digit)|place .* in the nth",
        r"tells you where to place the outside digit",
        r"\bxth (?:digit|cell)\b.*\b(?:row|column|direction|seen|clue)",
        r"\bin (?:position|place|cell) n\b.*\bn (?:is|being)\b.*\bfirst\b",
    )
    parameters = (*OutsideClue.place, Parameter("value", "integer", "the digit"))

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.line(geometry)]
        return 1 <= inside[0] <= len(inside) and inside[inside[0] - 1] == self.value

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        first, digits = self.line(geometry)[0], geometry.digits
        places = [d for d in digits if 1 <= d <= len(self.line(geometry))]
        yield Domain(first, frozenset(d for d in places if d > 1 or self.value == 1))
        for place in places[places[:1] == [1] :]:
            allowed = follows(place, self.value, digits)
            yield PairTable(first, self.line(geometry)[place - 1], allowed)


class _DigitList(OutsideClue):
    digits: tuple[int, ...]

    @property
    def label(self) -> str:
        return ("" if max(self.digits) < 10 else ",").join(map(str, self.digits))

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.digits:
            raise value_error("{name}: at least one digit is needed", name=self.name)


@dataclass(frozen=True)
class Outside(_DigitList, FrameClue):
    """The digits beside a line are among the first ones of it."""

    name = "outside"
    summary = (
        "The digits beside a line are among its digits nearest to them: as many as a box is wide "
        "there, where no length is given."
    )
    in_words = (
        r"\boutside (?:sudoku|clue digits)",
        r"(?:must|have to) (?:appear|occur|be)\b.* (?:first|nearest|closest) (?P<length>"
        r"\d) (?:cells|digits|positions|spaces)",
        r"(?:appear|placed|occur|in|within)\b.* (?:first|nearest) (?P<length>\d) (?:"
        r"cells|digits|spaces)",
    )
    parameters = (*OutsideClue.place, Parameter("digits", "digits", "the digits"), LENGTH)

    digits: tuple[int, ...]
    length: int | None = None

    def unfit(self, geometry: Geometry) -> str | None:
        if reason := super().unfit(geometry) or strange_digit(self.name, self.digits, geometry):
            return reason
        return no_room(self.name, len(self.digits), len(self.cells(geometry)))

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = Counter(values[cell] for cell in self.cells(geometry))
        return all(inside[digit] >= times for digit, times in Counter(self.digits).items())

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        for digit, times in Counter(self.digits).items():
            yield Among(self.cells(geometry), frozenset((digit,)), ">=", times)


@dataclass(frozen=True)
class NextToHighest(_DigitList):
    """The digits beside a line are those next to the highest digit in it."""

    name = "next-to-hi"
    placing = Placing(any_digits=True)
    title = "Next to the highest"
    summary = (
        "The digits beside a line are the neighbours of the board's highest digit in the line."
    )
    in_words = (
        r"next to (?:the )?(?:nine|9)s?\b",
        r"(?:adjacent|neighbou?r\w*) (?:to |of )?(?:the )?9\b",
    )
    parameters = (*OutsideClue.place, Parameter("digits", "digits", "the one or two digits"))

    digits: tuple[int, ...]

    def unfit(self, geometry: Geometry) -> str | None:
        if len(self.digits) > 2:
            return worded(
                "{name}: one or two digits are next to another, not {count}",
                name=self.name,
                count=len(self.digits),
            )
        return super().unfit(geometry) or strange_digit(self.name, self.digits, geometry)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.line(geometry)]
        return any(
            tuple(sorted(inside[max(place - 1, 0) : place] + inside[place + 1 : place + 2]))
            == self.digits
            for place, value in enumerate(inside)
            if value == geometry.digits[-1]
        )

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        line, highest = self.line(geometry), frozenset(geometry.digits[-1:])
        groups: list[tuple[Relation, ...]] = []
        for place, cell in enumerate(line):
            beside = line[max(place - 1, 0) : place] + line[place + 1 : place + 2]
            if len(beside) == len(self.digits):
                groups += (
                    (
                        Domain(cell, highest),
                        *(Domain(c, frozenset((d,))) for c, d in zip(beside, order, strict=True)),
                    )
                    for order in sorted(set(permutations(self.digits)))
                )
        yield from one_of(groups)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        if len(self.line(geometry)) <= len(self.digits):
            return "the line is too short"
        return None


CellDigit: TypeAlias = tuple[int, int]
"""A cell and its digit."""


class _DigitPair(OutsideClue):
    """A clue of two digits that stand in one of several ways in its line."""

    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.digits) != 2:
            raise value_error("{name}: the clue is two digits", name=self.name)

    @property
    def label(self) -> str:
        return " ".join(map(str, self.digits))

    def unfit(self, geometry: Geometry) -> str | None:
        return super().unfit(geometry) or strange_digit(self.name, self.digits, geometry)

    def ways(self, geometry: Geometry) -> Iterator[tuple[CellDigit, ...]]:
        """Where the digits may stand."""
        raise NotImplementedError

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        groups = (
            tuple(Domain(cell, frozenset((digit,))) for cell, digit in way)
            for way in dict.fromkeys(self.ways(geometry))
        )
        yield from one_of(list(groups))

    def out_of_reach(self, geometry: Geometry) -> str | None:
        return None if any(self.ways(geometry)) else "the line is too short"

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        digits = tuple(board_map.digits[digit] for digit in self.digits)
        return type(self)(**{**self.arguments(), "digits": digits})


TWO = Parameter("digits", "integers", "the two digits")


@dataclass(frozen=True)
class SideBySide(_DigitPair):
    """Two digits are neighbours in the line."""

    name = "side-by-side"
    aliases: ClassVar[Aliases] = {"best-friends": None, "direct-neighbours": None}
    placing = Placing(refused="its two digits are not drawn at random")
    summary = "The two digits beside a line are next to each other in it."
    in_words = (
        r"\b(?:direct neighbou?rs|adjacent to each other|next to each other)\b.*\b(?:row|column)",
        r"\bdirect neighbou?rs\b.*\bin the given order(?P<ordered__yes>)",
    )
    parameters = (
        *OutsideClue.place,
        TWO,
        Parameter("ordered", "flag", "whether the first is nearer to the clue", True, False),
    )

    digits: tuple[int, ...]
    ordered: bool = False

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        pairs = list(pairwise(values[cell] for cell in self.line(geometry)))
        return self.digits in pairs or (not self.ordered and self.digits[::-1] in pairs)

    def ways(self, geometry: Geometry) -> Iterator[tuple[CellDigit, ...]]:
        one, other = self.digits
        for a, b in pairwise(self.line(geometry)):
            yield (a, one), (b, other)
            if not self.ordered:
                yield (a, other), (b, one)


@dataclass(frozen=True)
class CoastToCoast(_DigitPair):
    """Two digits stand as far from one end of the line as from the other, near its ends."""

    name = "coast-to-coast"
    placing = Placing(refused="its two digits are not drawn at random")
    summary = (
        "The two digits beside a line are in the first and the last cells of it, as many as a "
        "box is wide, one as far from its end as the other from its own."
    )
    in_words = (r"symmetric positions in the first and last", r"coast to coast")
    parameters = (*OutsideClue.place, TWO)

    digits: tuple[int, ...]

    def _places(self, geometry: Geometry) -> list[tuple[int, int]]:
        line = self.line(geometry)
        wide = 3 if geometry.box is None else geometry.box[self.side in ("left", "right")]
        return list(zip(line, line[::-1], strict=True))[: min(wide, len(line) // 2)]

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        pairs = [(values[a], values[b]) for a, b in self._places(geometry)]
        return self.digits in pairs or self.digits[::-1] in pairs

    def ways(self, geometry: Geometry) -> Iterator[tuple[CellDigit, ...]]:
        one, other = self.digits
        for a, b in self._places(geometry):
            yield (a, one), (b, other)
            yield (a, other), (b, one)


@dataclass(frozen=True)
class DescriptivePair(_DigitPair):
    """One of two digits is the place of the other in the line."""

    name = "descriptive-pair"
    placing = Placing(refused="its two digits are not drawn at random")
    summary = "One of the two digits beside a line is the place of the other in it, from the clue."
    in_words = (
        r"descriptive pair",
        r"\bx appears in the yth position\b.*\by appears in the xth position",
        r"describe the position of a number in that row or column",
    )
    parameters = (*OutsideClue.place, TWO)

    digits: tuple[int, ...]

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.line(geometry)]
        one, other = self.digits
        return inside[one - 1 : one] == [other] or inside[other - 1 : other] == [one]

    def ways(self, geometry: Geometry) -> Iterator[tuple[CellDigit, ...]]:
        line = self.line(geometry)
        for digit, place in permutations(self.digits):
            if 1 <= place <= len(line):
                yield ((line[place - 1], digit),)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return None


_BETWEEN: Mapping[str, Callable[[int, int, int], bool]] = {
    "even": lambda one, digit, other: one % 2 == other % 2 == 0,
    "odd": lambda one, digit, other: one % 2 == other % 2 == 1,
    "sum": lambda one, digit, other: one + other == digit,
}


@dataclass(frozen=True)
class SandwichedDigit(_DigitList):
    """Each digit stands between two that are even, odd, or have it as their sum."""

    name = "sandwiched-digit"
    aliases: ClassVar[Aliases] = {
        "even-sandwich": lambda board: {"by": "even"},
        "sum-sandwich": lambda board: {"by": "sum"},
    }
    placing = Placing(any_digits=True)
    summary = "Each digit beside a line is in it between two digits of a kind."
    told: ClassVar[Mapping[str, str]] = {
        "even": "Each digit beside a line is in it between two even digits.",
        "odd": "Each digit beside a line is in it between two odd digits.",
        "sum": "Each digit beside a line is the sum of the two digits next to it in the line.",
    }
    in_words = (
        r"between 2 even digits(?P<by__even>)",
        r"between 2 odd digits(?P<by__odd>)",
        r"\bdigits?\b.*\bequal to the sum of (?:their|its) 2 neighbou?rs(?P<by__sum>)",
    )
    parameters = (
        *OutsideClue.place,
        Parameter("digits", "digits", "the digits"),
        Parameter("by", "choice", "the digits on both sides of each", choices=tuple(_BETWEEN)),
    )

    digits: tuple[int, ...]
    by: str

    def unfit(self, geometry: Geometry) -> str | None:
        return super().unfit(geometry) or strange_digit(self.name, self.digits, geometry)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.line(geometry)]
        triples = list(zip(inside, inside[1:], inside[2:], strict=False))
        middles = {
            middle for one, middle, other in triples if _BETWEEN[self.by](one, middle, other)
        }
        return middles.issuperset(self.digits)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        line = self.line(geometry)
        kind = frozenset(d for d in geometry.digits if d % 2 == (self.by == "odd"))
        for digit in sorted({*self.digits}):
            groups: list[tuple[Relation, ...]] = []
            for a, cell, b in zip(line, line[1:], line[2:], strict=False):
                here = Domain(cell, frozenset((digit,)))
                if self.by == "sum":
                    groups.append((here, Linear((a, b), (1, 1), "=", digit)))
                else:
                    groups.append((here, Domain(a, kind), Domain(b, kind)))
            yield from one_of(groups)
