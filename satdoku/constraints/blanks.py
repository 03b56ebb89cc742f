"""Blank cells, which hold 0, where a row has more cells than digits, and clues about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import ClassVar, Self

from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import Aliases, BoardMap, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import Clue, OutsideClue, lines_from
from satdoku.constraints.machines import machine
from satdoku.constraints.wording import SUMS
from satdoku.relations import Among, Relation

__all__ = ["Blanks", "Doppelblock", "EndView", "JapaneseSums"]


def _no_blanks(rule: str, geometry: Geometry) -> str | None:
    """The fault of a rule about blank cells on a board without 0, or ``None``."""
    if geometry.digits[0] == 0:
        return None
    return worded(
        "{rule}: a blank cell holds 0, which is not a digit of the {board}; --shape 'size=5 "
        "digits=0-3 raw box=none' is a board with 3 digits and blanks",
        rule=rule,
        board=geometry.describe(),
    )


@dataclass(frozen=True)
class Blanks(Clue):
    """No digit but 0, the blank, stands twice in a row or column."""

    name = "blanks"
    aliases: ClassVar[Aliases] = {"blank-cells": None}
    sought = ("cells left empty", "fewer digits")
    title = "Blank cells"
    summary = (
        "No digit other than 0 appears twice in a row or column; a cell with 0 is blank, and each "
        "row and column has as many of them as the rule says."
    )
    in_words = (r"\bblank cells\b",)
    parameters = (
        Parameter(
            "count",
            "integer",
            "the blank cells of each row and column; any number by default",
            True,
            least=0,
        ),
    )

    told = (
        "No digit other than 0 appears twice in a row or column, and {count} cells of each row and "
        "column are blank, which hold 0."
    )

    count: int | None = None

    def told_by(self, geometry: Geometry) -> str:
        return "" if self.count is None else super().told_by(geometry)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("none", label=self.sentence(geometry)),)

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(range(geometry.grid_count))

    def lines(self, geometry: Geometry) -> list[tuple[int, ...]]:
        """The rows and the columns."""
        return [line for side in ("left", "top") for line in lines_from(geometry, side).values()]

    def unfit(self, geometry: Geometry) -> str | None:
        return _no_blanks(self.name, geometry)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        for line in self.lines(geometry):
            digits = [values[cell] for cell in line if values[cell]]
            blank = len(line) - len(digits)
            if len({*digits}) < len(digits) or self.count not in (None, blank):
                return False
        return True

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        blank = frozenset((0,))
        for line in self.lines(geometry):
            filled = None if self.count is None else len(line) - self.count
            if filled is not None:
                yield Among(line, blank, "=", self.count or 0)
            for digit in geometry.digits[1:]:
                whole = filled == geometry.size - 1
                yield Among(line, frozenset((digit,)), "=" if whole else "<=", 1)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        if self.count is None:
            return None
        for line in self.lines(geometry):
            if not 0 <= len(line) - self.count < geometry.size:
                return (
                    f"a line of {len(line)} cells with {self.count} blank has "
                    f"{len(line) - self.count} others, and there are {geometry.size - 1} digits"
                )
        return None

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return self if board_map.digits.get(0) == 0 else None

    def carried(self, board_map: BoardMap) -> Self | None:
        own = {frozenset(line) for line in self.lines(board_map.geometry)}
        moved = {frozenset(board_map.cells[cell] for cell in line) for line in own}
        return self if moved == own else None


class _BesideBlanks(OutsideClue):
    """A clue about a line with blanks."""

    placing = Placing(refused="full grids with blank cells are not made at random")

    def unfit(self, geometry: Geometry) -> str | None:
        return super().unfit(geometry) or _no_blanks(self.name, geometry)


@dataclass(frozen=True)
class Doppelblock(_BesideBlanks):
    """The digits between the two blanks of a line add up to the clue."""

    name = "doppelblock"
    sought = ("between black cells",)
    summary = (
        "A row or column with a doppelblock clue has two blank cells, which hold 0, and the digits "
        "between them add up to the clue."
    )
    in_words = (r"\bdoppelblock", rf"{SUMS}\b.*\bbetween (?:the )?(?:two )?(?:blank|black) cells")
    parameters = (
        *OutsideClue.place,
        Parameter("sum", "integer", "the sum of the digits in between", least=0),
    )

    sum: int

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        digits = [values[cell] for cell in self.line(geometry)]
        blank = [place for place, digit in enumerate(digits) if not digit]
        return len(blank) == 2 and sum(digits[blank[0] : blank[1]]) == self.sum

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
            blanks, left = state
            if not digit:
                return None if blanks == 2 or (blanks and left) else (blanks + 1, left)
            if blanks != 1:
                return state
            return (1, left - digit) if digit <= left else None

        yield machine(
            self.line(geometry), geometry.digits, [(0, self.sum)], step, lambda s: s[0] == 2
        )

    def out_of_reach(self, geometry: Geometry) -> str | None:
        most = (len(self.line(geometry)) - 2) * geometry.digits[-1]
        return None if self.sum <= most else f"the digits can reach at most {most}"


@dataclass(frozen=True)
class JapaneseSums(_BesideBlanks):
    """The sums of the groups of digits of a line, which blanks part, in their order."""

    name = "japanese-sums"
    aliases: ClassVar[Aliases] = {"japanese-sum": None}
    summary = (
        "A Japanese sums clue has the sum of each group of digits of its line in order; one or "
        "more blank cells, which hold 0, part the groups."
    )
    in_words = (r"\bjapanese sums?\b",)
    parameters = (
        *OutsideClue.place,
        Parameter("sums", "integers", "the sum of each group, the nearest first", least=1),
    )

    sums: tuple[int, ...]

    @property
    def label(self) -> str:
        return " ".join(map(str, self.sums))

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        digits = [values[cell] for cell in self.line(geometry)]
        groups = (sum(group) for filled, group in groupby(digits, bool) if filled)
        return tuple(groups) == self.sums

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        sums = self.sums

        def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
            done, total = state
            if not digit:
                if not total:
                    return state
                return (done + 1, 0) if total == sums[done] else None
            if done == len(sums) or total + digit > sums[done]:
                return None
            return done, total + digit

        last = len(sums) - 1
        yield machine(
            self.line(geometry),
            geometry.digits,
            [(0, 0)],
            step,
            lambda state: state in ((last + 1, 0), (last, sums[last])),
        )

    def out_of_reach(self, geometry: Geometry) -> str | None:
        count, needed = len(self.line(geometry)), 2 * len(self.sums) - 1
        if needed > count:
            return f"{len(self.sums)} groups need {needed} cells, and the line has {count}"
        return None


@dataclass(frozen=True)
class EndView(_BesideBlanks):
    """The first digit of a line that is not blank."""

    name = "end-view"
    aliases: ClassVar[Aliases] = {"easy-as-abc": None}
    sought = ("abc end view", "first digit seen")
    summary = "An end view clue is the first digit of its line that is not 0, a blank cell."
    in_words = (r"\b(?:abc )?end view\b", r"\beasy as abc\b")
    parameters = (*OutsideClue.place, Parameter("value", "integer", "the digit", least=1))

    value: int

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = (values[cell] for cell in self.line(geometry))
        return next((digit for digit in inside if digit), None) == self.value

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        def step(seen: bool, digit: int) -> bool | None:
            if seen or not digit:
                return seen
            return True if digit == self.value else None

        yield machine(self.line(geometry), geometry.digits, [False], step, bool)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        return None if self.value in geometry.digits else f"the board has no digit {self.value}"
