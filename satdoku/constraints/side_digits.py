"""Clues beside a line that name some of its digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import ClassVar

from satdoku.base.worded import plural, value_error
from satdoku.board.constraint import Aliases, Parameter, Placing
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import OutsideClue, follows, one_of
from satdoku.constraints.sides import LENGTH, DigitClue, FrameClue, strange_digit
from satdoku.relations import Among, Domain, PairTable, Relation

__all__ = ["NextToHighest", "NumberedRoom", "Outside"]


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
        if not self.digits:
            raise value_error("{name}: at least one digit is needed", name=self.name)
        object.__setattr__(self, "digits", tuple(sorted(self.digits)))


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
        if len(self.digits) > len(self.cells(geometry)):
            return f"{self.name}: {len(self.digits)} digits have no room in " + plural(
                len(self.cells(geometry)), "cell"
            )
        return None

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
            return f"{self.name}: one or two digits are next to another, not {len(self.digits)}"
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
