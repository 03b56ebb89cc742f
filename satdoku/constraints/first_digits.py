"""Clues beside a line about the order of its digits: which is hidden first, seen first, rises."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import ClassVar

from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import Aliases, Parameter
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import OutsideClue
from satdoku.constraints.machines import machine
from satdoku.constraints.pairs import pair_tables
from satdoku.constraints.sides import DigitClue
from satdoku.relations import Domain, Or, Relation

__all__ = ["FirstSeenEven", "FirstSeenOdd", "HiddenSkyscraper", "Rossini"]


@dataclass(frozen=True)
class HiddenSkyscraper(DigitClue):
    """The clue is the first digit that is lower than one before it."""

    name = "hidden-skyscraper"
    in_links = ("iss:HiddenSkyscraper",)
    aliases: ClassVar[Aliases] = {"hiddenskyscraper": None}
    summary = (
        "A hidden skyscraper clue is the first digit of its line that is lower than a digit "
        "before it."
    )
    in_words = (r"hidden skyscraper",)
    parameters = (*OutsideClue.place, Parameter("value", "integer", "the first hidden digit"))

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.line(geometry)]
        hidden = [v for i, v in enumerate(inside) if any(w > v for w in inside[:i])]
        return hidden[:1] == [self.value]

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        lowest = geometry.digits[0]

        def step(highest: int, value: int) -> int | None:
            if highest == done or value >= highest:
                return max(highest, value)
            return done if value == self.value else None

        done = geometry.digits[-1] + 1
        yield machine(
            self.line(geometry), geometry.digits, [lowest], step, lambda state: state == done
        )

    def out_of_reach(self, geometry: Geometry) -> str | None:
        return "the highest digit is never hidden" if self.value == geometry.digits[-1] else None


class _FirstSeen(DigitClue):
    remainder: ClassVar[int]

    def unfit(self, geometry: Geometry) -> str | None:
        if self.value % 2 != self.remainder:
            form = "{name}: {value} is not odd" if self.remainder else "{name}: {value} is not even"
            return worded(form, name=self.name, value=self.value)
        return super().unfit(geometry)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.line(geometry)]
        return [v for v in inside if v % 2 == self.remainder][:1] == [self.value]

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        def step(seen: bool, value: int) -> bool | None:
            if seen or value % 2 != self.remainder:
                return seen
            return True if value == self.value else None

        yield machine(self.line(geometry), geometry.digits, [False], step, bool)


@dataclass(frozen=True)
class FirstSeenOdd(_FirstSeen):
    """The clue is the first odd digit of the line."""

    name = "first-seen-odd"
    summary = "The clue is the first odd digit of its line."
    in_words = (r"first (?:seen )?(?:odd|even)",)
    parameters = (*OutsideClue.place, Parameter("value", "integer", "the first odd digit"))
    remainder: ClassVar[int] = 1


@dataclass(frozen=True)
class FirstSeenEven(_FirstSeen):
    """The clue is the first even digit of the line."""

    name = "first-seen-even"
    summary = "The clue is the first even digit of its line."
    in_words = (r"first (?:seen )?(?:even|odd)",)
    parameters = (*OutsideClue.place, Parameter("value", "integer", "the first even digit"))
    remainder: ClassVar[int] = 0


@dataclass(frozen=True)
class Rossini(OutsideClue):
    """The first three digits rise, fall, or do neither."""

    name = "rossini"
    summary = (
        "The three digits nearest to an arrow rise in its direction; beside a clue without an "
        "arrow they neither rise nor fall."
    )
    in_words = (
        r"\brossini",
        r"arrow.*nearest .* (?:increase|ascend)",
        r"\b(?:increase|ascend|rise)s? in the direction of (?:the|an|that) arrow",
    )
    parameters = (
        *OutsideClue.place,
        Parameter(
            "order",
            "choice",
            "whether the three digits rise into the board, fall, or do neither",
            choices=("rise", "fall", "neither"),
        ),
    )

    order: str

    @property
    def label(self) -> str:
        if self.order == "neither":
            return "-"
        inwards = self.order == "rise"
        across = "→←"[(self.side == "left") is not inwards]
        down = "↓↑"[(self.side == "top") is not inwards]
        return across if self.side in ("left", "right") else down

    def unfit(self, geometry: Geometry) -> str | None:
        count = len(self.line(geometry))
        if (reason := super().unfit(geometry)) or count >= 3:
            return reason
        return worded(
            "{name}: a line of {count} cells has no three digits", name=self.name, count=count
        )

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        a, b, c = (values[cell] for cell in self.line(geometry)[:3])
        order = "rise" if a < b < c else "fall" if a > b > c else "neither"
        return order == self.order

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        cells, digits = self.line(geometry)[:3], geometry.digits
        if self.order == "neither":
            pairs = {
                (a, b): "<" if a < b else ">" if a > b else "=" for a in digits for b in digits
            }
            for sign in "<>":
                weak = frozenset(pair for pair, kind in pairs.items() if kind != sign)
                yield Or(
                    tuple(tuple(pair_tables([pair], weak, digits)) for pair in pairwise(cells))
                )
            return
        yield Domain(cells[1], frozenset(digits[1:-1]))
        up = self.order == "rise"
        ordered = frozenset((a, b) for a in digits for b in digits if a != b and (a < b) is up)
        yield from pair_tables(pairwise(cells), ordered, digits)

    def head(self, geometry: Geometry) -> str:
        return f"rossini ({self.order}) at {self.where()} from the {self.side}"
