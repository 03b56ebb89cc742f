"""Patterns: with the conclusion false, their cells (or digits) have no way to be filled."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from satdoku.puzzle import Position
from satdoku.techniques.arguments.checks import Open, can_assign, fix_digit, open_digits, places_of
from satdoku.techniques.arguments.pieces import Candidate, House
from satdoku.techniques.step import CheckContext, CountedCells, Proof, Step

Need: TypeAlias = tuple[House, int] | int
"""A house with a digit that it needs, or a cell, which needs a digit."""


class PatternProof(Proof):
    """An argument that is checked by brute force on itself: the conclusion is supposed to be false,
    and the pattern has to have no way to be filled."""

    __slots__ = ()

    @abstractmethod
    def to_fill(self) -> Iterable[Need]:
        """The houses and the cells that have to be filled."""

    def counted(self) -> Iterator[CountedCells]:
        for need in self.to_fill():
            yield ((need,), None) if isinstance(need, int) else (need[0].cells, need[1])

    def shape_faults(self, step: Step, position: Position) -> Iterable[str]:
        """Why places are not what the argument calls them, beside what the conclusion needs."""
        return ()

    def refuted_by(self, eliminated: Candidate) -> Iterable[Candidate]:
        """The candidates that chains of the pattern show false where an eliminated one is true."""
        return ()

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        yield from self.shape_faults(step, context.position)
        yield from self.filling_faults(step, context.position)

    def filling_faults(self, step: Step, position: Position) -> Iterator[str]:
        """Why the pattern does not show what a step concludes: it can be filled otherwise."""
        geometry, open_ = position.geometry, open_digits(position)
        if step.contradiction is not None:
            if self.is_fillable(open_, position):
                yield f"the pattern of {step.technique} can be filled"
            return
        for cell, digit in step.eliminations:
            trial = open_.copy()
            fix_digit(trial, position, cell, digit)
            for other, false in self.refuted_by((cell, digit)):
                trial[other] -= {false}
            if self.is_fillable(trial, position):
                yield f"the pattern does not exclude {digit} from {geometry.name(cell)}"
        for cell, digit in step.placements:
            trial = open_.copy()
            trial[cell] -= {digit}
            if self.is_fillable(trial, position):
                yield f"the pattern does not force {digit} into {geometry.name(cell)}"

    def is_fillable(self, open_: Open, position: Position) -> bool:
        """Whether the pattern has a way to be filled that keeps to the rules."""
        tasks: list[list[Candidate]] = []
        for need in dict.fromkeys(self.to_fill()):
            if isinstance(need, int):
                tasks.append([(need, digit) for digit in sorted(open_[need])])
            else:
                tasks += places_of(need[:1], need[1:], open_, position)
        return can_assign(tasks, position.puzzle)


def other_places(
    cells: Sequence[int], digits: Sequence[int], house: House, position: Position
) -> Iterator[str]:
    """Whether digits have other places in a house than these cells."""
    candidates = position.candidates
    if any(cell not in cells and candidates[cell] & {*digits} for cell in house.cells):
        yield f"the digits have other places in {house.name}"
