"""Polarity: the cells of whisper lines are low and high alternately."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import ClassVar

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.puzzle import Position
from satdoku.techniques.arguments.checks import exclude_each_other, open_digits
from satdoku.techniques.arguments.filling import is_of_puzzle
from satdoku.techniques.arguments.pieces import House, Roles, Rule, some
from satdoku.techniques.arguments.saying import (
    MANY_CELLS,
    CellName,
    CellNames,
    RuleNames,
    Spanned,
    Text,
    say,
)
from satdoku.techniques.arguments.ways import OfClues
from satdoku.techniques.step import CheckContext, ShownPattern, Step


@dataclass(frozen=True, slots=True)
class PolarityProof(OfClues):
    """Along ``rules`` the cells ``low`` hold digits of ``lower`` and the cells ``high`` those of
    ``higher``, since the other way round fails.

    It fails as ``house`` would have ``cells`` with digits of one half, more than the ``room`` that
    it has; without a house, as the one cell of ``cells`` has no digit of the other half.
    """

    only_excludes: ClassVar[bool] = True

    rules: tuple[Rule, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]
    lower: tuple[int, ...]
    higher: tuple[int, ...]
    cells: tuple[int, ...]
    house: House | None = None
    room: int = 0

    def shown(self) -> ShownPattern:
        roles: Roles = (
            ("defining", tuple(product(self.low, self.lower))),
            ("second", tuple(product(self.high, self.higher))),
        )
        return ShownPattern(
            cells=tuple(dict.fromkeys((*self.low, *self.high, *self.cells))),
            houses=some(self.house),
            candidates=roles,
            rules=self.rules,
        )

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether the cells are of two halves alternately, and the other way round fails."""
        position, open_ = context.position, open_digits(context.position)
        geometry, halves = position.geometry, ({*self.lower}, {*self.higher})
        if not all(is_of_puzzle(rule, position.puzzle) for rule in self.rules):
            yield "the puzzle has no such line"
            return
        for cell in (*self.low, *self.high):
            if position.values[cell] is not None or open_[cell] - halves[0] - halves[1]:
                yield f"{geometry.name(cell)} may be of neither half"
        if self._reached(position) != {*self.low, *self.high}:
            yield "the cells are not joined by the lines"
        wrong = {*product(self.low, self.higher), *product(self.high, self.lower)}
        if not {*step.eliminations} <= wrong or step.placements:
            yield "what is eliminated is not of the other half"
        yield from self._kept(position)

    def _reached(self, position: Position) -> set[int]:
        """The cells to which the lines lead from the first, from low to high and back."""
        reached, waiting = {self.low[0]}, [self.low[0]]
        while waiting:
            cell = waiting.pop()
            side = self.high if cell in self.low else self.low
            for other in side:
                if other not in reached and self._alternate(cell, other, position):
                    reached.add(other)
                    waiting.append(other)
        return reached

    def _alternate(self, cell: int, other: int, position: Position) -> bool:
        """Whether a line does not allow two cells digits of one half."""
        open_ = open_digits(position)
        return any(
            all(
                exclude_each_other(position.puzzle, (cell, x), (other, y), rule.constraint)
                for half in (self.lower, self.higher)
                for x, y in product(open_[cell] & {*half}, open_[other] & {*half})
            )
            for rule in self.rules
        )

    def _kept(self, position: Position) -> Iterator[str]:
        """Why the other way round is possible."""
        open_, lower, higher = open_digits(position), {*self.lower}, {*self.higher}
        # Supposed: the other half for each cell.
        supposed = {cell: open_[cell] & higher for cell in self.low}
        supposed |= {cell: open_[cell] & lower for cell in self.high}
        if self.house is None:
            if not any(not supposed.get(cell, {0}) for cell in self.cells):
                yield "the cell has digits of both halves"
            return
        held = [supposed.get(cell, open_[cell]) for cell in self.cells]
        half = lower if held and held[0] <= lower else higher
        written = {position.values[cell] for cell in self.house.cells}
        if not all(digits <= half for digits in held) or not {*self.cells} <= {*self.house.cells}:
            yield "the cells are not of one half in the house"
        if len({*self.cells}) <= len(half - written):
            yield f"{self.house.name} has room for them"

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        low, high, cells = CellNames(self.low), CellNames(self.high), CellNames(self.cells)
        # Where it fails, the cells that turn out low are high.
        taken = "high" if self.cells[0] in self.low else "low"
        if self.house is not None:
            why = say(
                "polarity.house", house=self.house, cells=cells, half=taken, n=len(self.cells),
                room=self.room,
            )  # fmt: skip
        else:
            why = say("polarity.cell", cells=cells, half=taken)
        count = len(self.low) + len(self.high)
        return say(
            "polarity" if count <= MANY_CELLS else "polarity.long",
            cell=CellName(self.low[0]),
            n=count - 1,
            rules=RuleNames(self.rules),
            low=low,
            high=high,
            lower=Spanned(self.lower),
            higher=Spanned(self.higher),
            why=why,
            out=step.out,
        )
