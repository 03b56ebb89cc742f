"""One fault of a puzzle, or of what a player has entered."""

from __future__ import annotations

from typing import Literal

from satdoku.base.records import dataclass

ProblemKind = Literal[
    "repeat",  # two equal givens where all must differ
    "digit",  # a digit that the board does not have
    "no-candidate",  # a cell that is left without a digit by its own marks or rules
    "region",  # a region of the wrong size, or cells that no region covers
    "rule",  # a constraint that cannot be met as it stands (an unreachable sum, ...)
    "cells",  # a constraint on cells that the board does not have
    "entered",  # digits or marks of a player that contradict the puzzle or its solution
]


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a puzzle: a sentence with its place, and the cells at fault."""

    kind: ProblemKind
    message: str
    cells: tuple[int, ...] = ()
    house: str | None = None
