"""Killer cages: no digit repeats, and the digits may have to reach a sum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar, Self

from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import Aliases, BoardMap, Constraint, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid, repeats
from satdoku.constraints.common import NEVER, CellRule, Clue, all_different
from satdoku.constraints.sums import Sum
from satdoku.constraints.wording import NOT, SUMS
from satdoku.relations import AllDifferent, DigitSetSum, Relation

__all__ = ["KillerCage"]


@dataclass(frozen=True)
class KillerCage(CellRule):
    """No digit repeats in the cage; with a sum, its digits add up to it."""

    name = "killer-cage"
    sought = ("sum cage", "sums")
    aliases: ClassVar[Aliases] = {"cage": None, "killer": None}
    technique = "cage-combinations"
    placing = Placing(chosen="sum", numbers=lambda digits: (sum(digits),))
    summary = "No digit repeats in a cage, and its digits add up to its number."
    in_words = (
        r"(?<!little )\bkiller\b",
        rf"\bcages?\b.*{SUMS}\b",
        rf"{SUMS}\b.*\bcages?\b",
        rf"\bcages?\b.*{NOT} repeat",
        r"repeat\w* (?:with)?in (?:a |the )?cages?",
    )
    parameters = (
        Parameter("cells", "cells", "the cells of the cage"),
        Parameter("sum", "integer", "what the digits add up to", optional=True),
    )

    sum: int | None = None

    keeps = "reversal"
    reads_values = True

    def in_values(self, geometry: Geometry) -> tuple[Sequence[Constraint], Sequence[Constraint]]:
        # Setters let no digit repeat in a cage, and add values up.
        return (replace(self, sum=None),), () if self.sum is None else (Sum(self.cells, self.sum),)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.cells]
        return all_different(inside) and (self.sum is None or sum(inside) == self.sum)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        if len(self.cells) > geometry.size:
            return NEVER
        if self.sum is None:
            return (AllDifferent(self.cells),)
        if not _reachable(geometry.digits, len(self.cells), self.sum):
            return NEVER
        return (DigitSetSum(self.cells, self.sum, geometry.digits),)

    def faults(self, grid: Grid) -> Iterator[Problem]:
        geometry = grid.geometry
        yield from self.cell_faults(geometry)
        cells = self.scope(geometry)
        givens = grid.filled(cells)
        if len(cells) > geometry.size:
            yield Problem(
                "rule",
                f"{self.describe(geometry)} has {len(cells)} cells, but there are only "
                f"{geometry.size} digits, and none may repeat",
                cells,
            )
        elif (
            self.is_sound(geometry) and all_different(givens) and set(givens) <= {*geometry.digits}
        ):
            # Otherwise the sum has no meaning, and the real fault is reported elsewhere.
            yield from self._sum_faults(grid, givens)
        if cells:
            cage = worded("the cage of {cell}", cell=geometry.name(cells[0]))
            yield from repeats(grid, cells, cage)

    def _sum_faults(self, grid: Grid, givens: list[int]) -> Iterator[Problem]:
        if self.sum is None:
            return
        geometry = grid.geometry
        rest = tuple(digit for digit in geometry.digits if digit not in givens)
        empty = len(self.cells) - len(givens)
        given_sum = sum(givens)
        if _reachable(rest, empty, self.sum - given_sum):
            return
        least, most = given_sum + sum(rest[:empty]), given_sum + sum(rest[len(rest) - empty :])
        clues = [
            f"{geometry.name(cell)}={value}"
            for cell in self.cells
            if (value := grid[cell]) is not None
        ]
        given = f" (given {', '.join(clues)})" if clues else ""
        if least == most:
            reason = f"its digits{given} add up to {least}"
        elif least <= self.sum <= most:
            reason = (
                f"no choice of different digits{given} adds up to it, "
                f"though they can reach from {least} to {most}"
            )
        else:
            reason = f"its digits{given} can only reach from {least} to {most}"
        yield Problem("rule", f"{self.describe(geometry)}: {reason}", self.cells)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        label = None if self.sum is None else str(self.sum)
        return (Shape("cage", self.scope(geometry), label),)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return self if self.sum is None else super().relabelled(board_map)

    def reversed(self, total: int) -> Self:
        return replace(self, sum=len(self.cells) * total - (self.sum or 0))

    def known_by(self, geometry: Geometry) -> str:
        return "" if self.sum is None else str(self.sum)


@lru_cache(maxsize=4096)
def _reachable(digits: tuple[int, ...], size: int, total: int) -> bool:
    """Whether this many different ones of the digits can add up to the total."""
    return DigitSetSum(tuple(range(size)), total, digits).digit_set_count > 0
