"""Clues beside a line about its runs: neighbours that rise, or that are all odd or all even."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar

from satdoku.base.records import dataclass
from satdoku.board.constraint import BoardMap, Parameter
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import Clue, OutsideClue, reversal
from satdoku.constraints.machines import machine
from satdoku.relations import Relation

__all__ = ["AscendingStarter", "LongestRun"]


@dataclass(frozen=True)
class AscendingStarter(OutsideClue):
    """The sum of the digits up to the first one that does not rise."""

    name = "ascending-starter"
    technique = "line-sums"
    summary = (
        "The clue is the sum of the digits from it on, as far as each is larger than the one "
        "before."
    )
    in_words = (
        r"ascending starter",
        r"\bsum\b.*\bfirst (?:run|sequence)? ?(?:of )?(?:ascending|increasing)",
        r"\bsum\b.*\brun of (?:ascending|increasing) digits",
    )
    parameters = (*OutsideClue.place, Parameter("sum", "integer", "the sum", least=0))

    sum: int

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.line(geometry)]
        run = inside[:1]
        for digit in inside[1:]:
            if digit <= run[-1]:
                break
            run.append(digit)
        return sum(run) == self.sum

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        ended = geometry.digits[-1] + 1

        def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
            last, rest = state
            if last == ended or (digit <= last and rest == 0):
                return ended, 0
            return (digit, rest - digit) if last < digit <= rest else None

        start = (geometry.digits[0] - 1, self.sum)
        yield machine(
            self.line(geometry), geometry.digits, [start], step, lambda state: state[1] == 0
        )

    def out_of_reach(self, geometry: Geometry) -> str | None:
        most = sum(geometry.digits[-len(self.line(geometry)) :])
        if geometry.digits[0] <= self.sum <= most:
            return None
        return f"digits that rise reach from {geometry.digits[0]} to {most}"


_GOES_ON: Mapping[str, Callable[[int, int], bool]] = {
    "rising": lambda one, other: one < other,
    "parity": lambda one, other: (one - other) % 2 == 0,
}
"""Whether a run goes on from a digit to the next."""


@dataclass(frozen=True)
class LongestRun(OutsideClue):
    """The length of the longest run of a line."""

    name = "longest-run"
    sought = ("max ascending", "odd even run")
    summary = "The clue is the number of digits in the longest run of its line."
    told: ClassVar[Mapping[str, str]] = {
        "rising": "The clue is the number of digits in the longest run of its line in which each "
        "is larger than the one before.",
        "parity": "The clue is the number of digits in the longest run of its line in which all "
        "are odd or all are even.",
    }
    in_words = (
        r"\blongest\b.*\b(?:increas|ascend|ris)\w+(?P<of__rising>)",
        r"\blongest\b.*\b(?:odd|even|parity)\b(?P<of__parity>)",
    )
    parameters = (
        *OutsideClue.place,
        Parameter("of", "choice", "what the digits of a run do", choices=tuple(_GOES_ON)),
        Parameter("value", "integer", "how many digits are in the longest", least=1),
    )

    of: str
    value: int

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.line(geometry)]
        lengths = [1]
        for pair in pairwise(inside):
            lengths.append(lengths[-1] + 1 if _GOES_ON[self.of](*pair) else 1)
        return max(lengths) == self.value

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        def step(state: tuple[int, int, bool], digit: int) -> tuple[int, int, bool] | None:
            last, length, reached = state
            length = length + 1 if length and _GOES_ON[self.of](last, digit) else 1
            if length > self.value:
                return None
            last = digit % 2 if self.of == "parity" else digit
            return last, length, reached or length == self.value

        yield machine(
            self.line(geometry), geometry.digits, [(0, 0, False)], step, lambda state: state[2]
        )

    def out_of_reach(self, geometry: Geometry) -> str | None:
        count = len(self.line(geometry))
        return None if self.value <= count else f"the line has {count} cells"

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        # Counting backwards keeps odd and even apart, and turns what rises.
        keeps_parity = self.of == "parity" and reversal(board_map) is not None
        return self if keeps_parity else None
