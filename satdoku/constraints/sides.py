"""Base classes of clues beside a line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import Parameter, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import OutsideClue

__all__ = ["LENGTH", "DigitClue", "FrameClue", "no_room", "strange_digit"]


def strange_digit(rule: str, digits: Iterable[int], geometry: Geometry) -> str | None:
    """The reason why a rule that names these digits does not fit the board, or ``None``."""
    for digit in digits:
        if digit not in geometry.digits:
            return worded(
                "{rule}: {digit} is not a digit of the board, which has {low} to {high}",
                rule=rule,
                digit=digit,
                low=geometry.digits[0],
                high=geometry.digits[-1],
            )
    return None


def no_room(rule: str, digits: int, cells: int) -> str | None:
    """The reason why a rule that wants these digits in fewer cells cannot be, or ``None``."""
    if digits <= cells:
        return None
    form = (
        "{rule}: {digits} digits have no room in 1 cell"
        if cells == 1
        else "{rule}: {digits} digits have no room in {cells} cells"
    )
    return worded(form, rule=rule, digits=digits, cells=cells)


@dataclass(frozen=True)
class DigitClue(OutsideClue):
    """A clue that is one digit of the board."""

    value: int

    def unfit(self, geometry: Geometry) -> str | None:
        return super().unfit(geometry) or strange_digit(self.name, (self.value,), geometry)


LENGTH = Parameter(
    "length", "integer", "how many cells; by default the side of a box", True, least=2
)


class FrameClue(OutsideClue):
    """A clue about the cells nearest to it."""

    length: int | None
    skipped: int = 0
    """How many cells are nearer than these."""

    def cells(self, geometry: Geometry) -> tuple[int, ...]:
        """The cells nearest to the clue: as many as its length, else as a box is wide, else 3."""
        wide = 3 if geometry.box is None else geometry.box[self.side in ("left", "right")]
        count = wide if self.length is None else self.length
        return self.line(geometry)[self.skipped : self.skipped + count]

    def unfit(self, geometry: Geometry) -> str | None:
        count = len(self.line(geometry))
        if reason := super().unfit(geometry):
            return reason
        needed = self.skipped + (1 if self.length is None else self.length)
        if needed > count:
            return worded(
                "{name}: a line of {count} cells has no {needed} cells",
                name=self.name,
                count=count,
                needed=needed,
            )
        return None

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(sorted(self.cells(geometry)))

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return tuple(replace(s, cells=self.cells(geometry)) for s in super().shapes(geometry))
