"""Checking a step from itself alone, without the solution, by the ``faults`` of its argument.

:func:`faults` reads the pattern that a step shows and asks whether it proves the conclusion in a
given position. Chains are checked link by link. Patterns are checked by brute force on themselves:
suppose the conclusion false, and try to fill the pattern's cells (or to place the pattern's digits
in its houses); no way to do so may exist. Uniqueness arguments are checked for their shape; one of
the further candidates is then true, and each is tried with the conclusion false. So the Python
techniques and the compiled kernel are judged by the same plain rules.

Whether two candidates exclude each other is read here from the relations of the puzzle, one pair at
a time, and not from the board of the techniques.
"""

from __future__ import annotations

from satdoku.base.limits import ENDLESS, Clock
from satdoku.puzzle import Position
from satdoku.techniques.arguments.checks import step_faults
from satdoku.techniques.step import CheckContext, Step


def faults(step: Step, position: Position, clock: Clock = ENDLESS) -> tuple[str, ...]:
    """The faults of a step in a position; empty when its argument holds.

    To fill the cells of large clues takes long, which counts as nodes of the clock: for each cell
    that is filled the square of the number of cells.

    :raises RanOut: where the clock runs out first.
    """
    return tuple(step_faults(step, CheckContext(position, clock)))


def has_fault(step: Step, position: Position, clock: Clock = ENDLESS) -> bool:
    """Whether :func:`faults` has any; the search ends with the first."""
    return next(step_faults(step, CheckContext(position, clock)), None) is not None
