"""Patterns: with the conclusion false, their cells (or digits) have no way to be filled."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from satdoku.puzzle import Position
from satdoku.techniques.arguments.checks import Open, can_assign, fix_digit, open_digits
from satdoku.techniques.arguments.pieces import Candidate, House
from satdoku.techniques.step import CheckContext, Proof, Step

Tasks = list[list[Candidate]]
"""Candidates of which one has to be true, for each part of a pattern."""


class PatternProof(Proof):
    """An argument that is checked by brute force on itself: the conclusion is supposed to be false,
    and the pattern has to have no way to be filled."""

    __slots__ = ()

    @abstractmethod
    def tasks(self, open_: Open, position: Position) -> Tasks:
        """The candidates that fill the pattern, where these are open."""

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
        return can_assign(self.tasks(open_, position), position.puzzle)


def held_by(cells: Iterable[int], open_: Open) -> Tasks:
    """That each of some cells holds a digit."""
    return [[(cell, digit) for digit in sorted(open_[cell])] for cell in dict.fromkeys(cells)]


def other_places(
    cells: Sequence[int], digits: Sequence[int], house: House, position: Position
) -> Iterator[str]:
    """Whether digits have other places in a house than these cells."""
    candidates = position.candidates
    if any(cell not in cells and candidates[cell] & {*digits} for cell in house.cells):
        yield f"the digits have other places in {house.name}"
