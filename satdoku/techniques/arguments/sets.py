"""Cells or places of digits, as many as digits: singles, naked and hidden sets."""

from __future__ import annotations

from dataclasses import dataclass, replace

from satdoku.techniques.arguments.pieces import Candidate, House, Rule, defining, some
from satdoku.techniques.step import PatternProof, ShownPattern, StepView


@dataclass(frozen=True, slots=True)
class SingleProof(PatternProof):
    """One place is left for ``digit`` in ``house``; without a house, one candidate in ``cell``.

    ``last``: the cell is the one empty cell of the house.
    """

    cell: int
    digit: int
    house: House | None = None
    last: bool = False

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=(self.digit,),
            cells=(self.cell,),
            houses=some(self.house),
            candidates=(("defining", ((self.cell, self.digit),)),),
        )

    def veiled(self, view: StepView) -> StepView:
        if self.house is None or self.last:
            return replace(view, digits=(), candidates=())
        return replace(view, cells=(), candidates=())

    @property
    def names_all_rules(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class NakedSetProof(PatternProof):
    """``cells``, no two of which can be equal, hold only ``digits``, as many or fewer.

    They lie in ``house`` (a box, and in ``line`` too, where both lose something), or ``rules`` keep
    them apart; ``rules`` are also those by which the digits exclude something.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    candidates: tuple[Candidate, ...] = ()
    house: House | None = None
    rules: tuple[Rule, ...] = ()
    line: House | None = None

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=self.digits,
            cells=self.cells,
            houses=(*some(self.house), *some(self.line)),
            candidates=defining(self.candidates),
            rules=self.rules,
        )


@dataclass(frozen=True, slots=True)
class HiddenSetProof(PatternProof):
    """In ``house``, ``digits`` have only ``cells`` as places, as many or fewer."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    house: House

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=self.digits,
            cells=self.cells,
            houses=(self.house,),
            candidates=defining(self.candidates),
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, cells=(), candidates=()) if len(self.digits) == 1 else view

    @property
    def names_all_rules(self) -> bool:
        return True
