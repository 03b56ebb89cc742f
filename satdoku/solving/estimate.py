"""An estimate of the number of solutions, by random dives.

D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29,
1975: a dive goes down the search tree at random, and the product of the numbers of choices on its
way, 0 where it does not end in a solution, has the number of solutions as its mean.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import inf, sqrt

from satdoku.base.limits import Clock, RanOut
from satdoku.base.records import dataclass
from satdoku.board import Grid
from satdoku.encodings.cnf import encode_pruned
from satdoku.engines.incremental import Clauses
from satdoku.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of some dives, its standard error, and their number."""

    mean: float
    error: float
    dives: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval, if dives are distributed normally."""
        return max(0.0, self.mean - 1.96 * self.error), self.mean + 1.96 * self.error

    @property
    def relative(self) -> float:
        """The standard error in percent of the mean."""
        return 100 * self.error / self.mean if self.mean else inf


def estimates(puzzle: Puzzle, clock: Clock, seed: int = 0) -> Iterator[Estimate]:
    """The estimate after each dive, until the clock runs out; the number alone where it is 0.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    """
    puzzle.require_valid()
    try:
        formula = encode_pruned(puzzle, tick=clock.check)
    except RanOut:
        return
    if formula is None:
        yield Estimate(0.0, 0.0, 1)
        return
    chance = random.Random(seed)
    variables = formula.variables
    table = [[literal for literal in row if literal] for row in variables.table]
    total = square = 0.0
    dives = 0
    # Of python-sat's solvers this one propagates under growing assumptions the fastest.
    with Clauses(formula.clauses(), solver="glucose4") as clauses:
        while clock.stopped() is None:
            weight = _dive(clauses, table, chance)
            if weight is not None:
                literals, times = weight
                grid = Grid(puzzle.geometry, tuple(variables.digit_of[one] for one in literals))
                value = times if puzzle.accepts(grid) else 0.0
            else:
                value = 0.0
            dives += 1
            total += value
            square += value * value
            mean = total / dives
            spread = max(0.0, square / dives - mean * mean)
            yield Estimate(mean, sqrt(spread / dives), dives)


def _dive(
    clauses: Clauses, table: list[list[int]], chance: random.Random
) -> tuple[list[int], float] | None:
    """A literal for each cell and the choices on the way; ``None`` where there is a conflict."""
    assumed: list[int] = []
    times = 1.0
    while True:
        consistent, literals = clauses.propagate(assumed)
        if not consistent:
            return None
        true: set[int] = set()
        false: set[int] = set()
        for literal in literals:
            (true if literal > 0 else false).add(abs(literal))
        written: list[int] = []
        fewest: list[int] = []
        for row in table:
            here = [one for one in row if one in true] or [one for one in row if one not in false]
            if not here:
                return None
            if len(here) == 1:
                written.append(here[0])
            elif not fewest or len(here) < len(fewest):
                fewest = here
        if not fewest:
            return written, times
        times *= len(fewest)
        assumed.append(chance.choice(fewest))
