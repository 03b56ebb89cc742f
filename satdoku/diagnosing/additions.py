"""The fewest givens to add so that a puzzle with several solutions keeps exactly one of them.

Any solution may be the one that stays, and this makes the question hard: a set of givens is valid
if exactly one solution, whichever it is, holds all of them. Three methods together give an answer
and a proved bound:

* add the candidate that occurs in the fewest solutions until one is left: this set is valid;
* try every set that is smaller, one size after the other: by the columns of a table where all
  solutions are known (a column is a candidate, as one integer with a bit a solution), by asking in
  how many solutions the candidates occur where they are too many to list;
* for the one solution that the first method left, the smallest set that meets its difference from
  every other solution (:mod:`satdoku.diagnosing.hitting`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace

from satdoku import solving
from satdoku.base.limits import Clock, Limit, RanOut
from satdoku.board import Candidate, Grid, Values
from satdoku.diagnosing.hitting import HittingSets
from satdoku.encodings.cnf import encode_pruned
from satdoku.engines.incremental import Clauses
from satdoku.puzzle import Puzzle

_SAMPLE = 200
"""Solutions looked at to guess which candidate occurs in fewest of very many."""
_TRIES = 8


@dataclass(frozen=True, slots=True)
class Additions:
    """Givens to add for exactly one solution, and how sure it is that no fewer would do.

    givens         one choice of (cell, digit), by cell
    solution       the solution that they leave
    at_least       no smaller set would do, whichever solution it left: proved
    at_least_here  no smaller set would do that leaves ``solution``: proved
    """

    givens: tuple[Candidate, ...]
    solution: Grid
    at_least: int
    at_least_here: int

    @property
    def proved(self) -> bool:
        """Whether these are proved to be the fewest of all."""
        return self.at_least == len(self.givens)

    @property
    def proved_here(self) -> bool:
        """Whether these are proved to be the fewest that leave ``solution``."""
        return self.at_least_here == len(self.givens)


def part_of(clock: Clock, share: float = 1.0, solutions: int | None = None) -> Limit:
    """A limit for one search of several: a share of the time that is left.

    :raises RanOut: where nothing is left.
    """
    stop = clock.stopped()
    if stop is not None:
        raise RanOut(stop)
    left, limit = clock.remaining(), clock.limit
    seconds = None if left is None else left * share
    return Limit(seconds, solutions, limit.nodes, limit.cancel)


def fewest_additions(
    puzzle: Puzzle, listed: Sequence[Values], all_listed: bool, clock: Clock
) -> Additions | None:
    """The fewest givens to add, or few and what is proved of them where the clock runs out.

    ``listed`` are different solutions, two or more; ``all_listed`` is true where there are no
    others. ``None`` where the clock runs out before any set is known.
    """
    try:
        if all_listed:
            givens, solution = _rarest(listed)
        else:
            givens, solution = _rarest_unlisted(puzzle, listed[0], clock)
    except RanOut:
        return None
    found = Additions(tuple(sorted(givens)), Grid(puzzle.geometry, solution), 1, 1)
    try:
        half = part_of(clock, 0.5).start()
        if all_listed:
            found = _by_columns(found, listed, half)
        else:
            found = _by_occurrences(found, puzzle, half)
        if not found.proved:
            found = _by_hitting_sets(found, puzzle, clock)
    except RanOut:
        pass
    return found


# ------------------------------------------------------------------------------------------------
# A set that will do.


def _rarest(solutions: Sequence[Values]) -> tuple[list[Candidate], Values]:
    """Add what occurs in fewest of all solutions until one is left."""
    chosen: list[Candidate] = []
    while len(solutions) > 1:
        cell, digit = _by_rarity(solutions)[0]
        chosen.append((cell, digit))
        solutions = [values for values in solutions if values[cell] == digit]
    return chosen, solutions[0]


def _rarest_unlisted(
    puzzle: Puzzle, solution: Values, clock: Clock
) -> tuple[list[Candidate], Values]:
    """The same where the solutions are too many to list; any set that leaves ``solution`` else."""
    with closing(_Others(puzzle, solution, clock)) as others:
        met = [difference[0] for difference in others.differences((), clock)]
        with suppress(RanOut):
            quarter = part_of(clock, 0.25).start()
            for cell in tuple(met):
                rest = [other for other in met if other != cell]
                if next(others.differences(rest, quarter), None) is None:
                    met = rest
    best = [(cell, _digit(solution, cell)) for cell in met], solution
    half = part_of(clock, 0.5).start()
    chance = random.Random(0)
    with suppress(RanOut):
        best = min(best, _rarest_of_samples(puzzle, None, half), key=_size_of)
        # The rarest of a sample may not be the rarest of all: other tries often need one less.
        for _ in range(_TRIES):
            best = min(best, _rarest_of_samples(puzzle, chance, half), key=_size_of)
    return best


def _size_of(found: tuple[list[Candidate], Values]) -> int:
    return len(found[0])


def _rarest_of_samples(
    puzzle: Puzzle, chance: random.Random | None, clock: Clock
) -> tuple[list[Candidate], Values]:
    """The same where the solutions are too many to list; by ``chance`` one of the few rarest."""
    chosen: list[Candidate] = []
    while True:
        found = solving.solve(puzzle, limit=part_of(clock, 0.2, _SAMPLE))
        if len(found.solutions) < 2 and not found.exhausted:
            found = solving.solve(puzzle, limit=part_of(clock, solutions=2))
        if len(found.solutions) < 2:
            if not found.exhausted:
                raise RanOut(found.stopped or "seconds")
            return chosen, found.solutions[0].values
        rarest = _by_rarity([grid.values for grid in found.solutions])
        chosen.append(rarest[0] if chance is None else chance.choice(rarest[:3]))
        puzzle = puzzle.with_givens(dict(chosen))


def _by_rarity(solutions: Sequence[Values]) -> list[Candidate]:
    """The candidates that occur in some of the solutions only, the rarest first."""
    counted = sorted(
        (times, cell, digit)
        for cell, column in enumerate(zip(*solutions, strict=True))
        for digit, times in Counter(column).items()
        if digit is not None and times < len(solutions)
    )
    return [(cell, digit) for _, cell, digit in counted]


# ------------------------------------------------------------------------------------------------
# Every smaller set, where all solutions are listed.


def _by_columns(found: Additions, solutions: Sequence[Values], clock: Clock) -> Additions:
    """Try all sets smaller than the one found, until the clock runs out."""
    try:
        for size in range(1, len(found.givens)):
            chosen = _leaving_one(solutions, _by_rarity(solutions), size, clock)
            if chosen is not None:
                (kept,) = (v for v in solutions if all(v[cell] == d for cell, d in chosen))
                grid = Grid(found.solution.geometry, kept)
                return Additions(tuple(sorted(chosen)), grid, size, size)
            found = replace(found, at_least=size + 1, at_least_here=size + 1)
    except RanOut:
        pass
    return found


def _leaving_one(
    solutions: Sequence[Values], candidates: Sequence[Candidate], size: int, clock: Clock
) -> tuple[Candidate, ...] | None:
    """A set of exactly ``size`` of the candidates that exactly one of the solutions holds.

    No smaller set is one.

    :raises RanOut: where the clock runs out first.
    """
    columns = _columns(solutions, candidates)
    if size == 1:
        for column, candidate in columns.items():
            if column.bit_count() == 1:
                return (candidate,)
        return None
    if size == 2:
        bits = list(columns)
        for i, first in enumerate(bits):
            if (stop := clock.stopped()) is not None:
                raise RanOut(stop)
            for j in range(i + 1, len(bits)):
                if (first & bits[j]).bit_count() == 1:
                    return columns[first], columns[bits[j]]
        return None
    left = list(columns.values())
    for number, (cell, digit) in enumerate(left, 1):
        rest = [values for values in solutions if values[cell] == digit]
        found = _leaving_one(rest, left[number:], size - 1, clock)
        if found is not None:
            return ((cell, digit), *found)
    return None


def _columns(solutions: Sequence[Values], candidates: Sequence[Candidate]) -> dict[int, Candidate]:
    """The solutions that hold a candidate, a bit each, and for each such number one candidate."""
    cells = [bytes(column) for column in zip(*solutions, strict=True)]
    found: dict[int, Candidate] = {}
    for cell, digit in candidates:
        table = bytes(49 if value == digit else 48 for value in range(256))
        column = int(cells[cell].translate(table), 2)
        if column:
            found.setdefault(column, (cell, digit))
    return found


# ------------------------------------------------------------------------------------------------
# Every set of one or two, where the solutions are too many to list.


def _by_occurrences(found: Additions, puzzle: Puzzle, clock: Clock) -> Additions:
    """Try all sets of one and two candidates by counting occurrences up to two."""
    try:
        if len(found.givens) > 1:
            once, several = _occurrences(puzzle, clock)
            if once:
                return _chosen(puzzle, once[:1], clock)
            found = replace(found, at_least=2, at_least_here=2)
        if len(found.givens) > 2:
            for candidate in several:
                once, _ = _occurrences(puzzle.with_givens(dict([candidate])), clock)
                if once:
                    return _chosen(puzzle, [candidate, once[0]], clock)
            found = replace(found, at_least=3, at_least_here=3)
    except RanOut:
        pass
    return found


def _occurrences(puzzle: Puzzle, clock: Clock) -> tuple[list[Candidate], list[Candidate]]:
    """The candidates of open cells that occur in one solution, and those that occur in more."""
    answer = solving.true_candidates(puzzle, cap=2, limit=part_of(clock))
    if not answer.complete:
        raise RanOut(answer.stopped or "seconds")
    once: list[Candidate] = []
    several: list[Candidate] = []
    for cell, digits in enumerate(answer.candidates):
        if len(digits) > 1:
            for digit, times in digits.items():
                (once if times == 1 else several).append((cell, digit))
    return once, several


def _chosen(puzzle: Puzzle, givens: Sequence[Candidate], clock: Clock) -> Additions:
    """The additions that are known to be fewest, with the solution that they leave."""
    solved = solving.solve(puzzle.with_givens(dict(givens)), limit=part_of(clock, solutions=1))
    if solved.solution is None:
        raise RanOut(solved.stopped or "seconds")
    return Additions(tuple(sorted(givens)), solved.solution, len(givens), len(givens))


# ------------------------------------------------------------------------------------------------
# The fewest for one solution.


def _by_hitting_sets(found: Additions, puzzle: Puzzle, clock: Clock) -> Additions:
    """The fewest givens that leave the solution found, as far as the clock goes."""
    target = found.solution.values
    cells = [cell for cell, given in enumerate(puzzle.givens) if given is None]
    hitting = HittingSets(cells)
    hitting.at_least = found.at_least_here
    others = _Others(puzzle, target, clock)
    try:
        while (chosen := hitting.smallest(clock, len(found.givens) - 1)) is not None:
            missed = False
            for difference in others.differences(chosen, clock):
                hitting.add(difference)
                missed = True
            if not missed:
                givens = tuple((cell, _digit(target, cell)) for cell in sorted(chosen))
                return Additions(givens, found.solution, found.at_least, len(givens))
        return replace(found, at_least_here=len(found.givens))
    except RanOut:
        here = min(len(found.givens), max(found.at_least_here, hitting.at_least))
        return replace(found, at_least_here=here)
    finally:
        others.close()
        hitting.close()


class _Others:
    """The solutions other than one of them, asked of one solver that keeps what it has learned.

    :raises RanOut: where the clock runs out before the solver is ready.
    """

    def __init__(self, puzzle: Puzzle, target: Values, clock: Clock) -> None:
        formula = encode_pruned(puzzle, tick=clock.check)
        if formula is None:
            raise ValueError("the puzzle has no solution")
        self.target = target
        self._variables = formula.variables
        self._literals = formula.variables.literals(
            _digit(target, cell) for cell in range(len(target))
        )
        self._clauses = Clauses(formula.clauses())
        self._clauses.add([-literal for literal in self._literals])

    def differences(self, chosen: Iterable[int], clock: Clock) -> Iterator[list[int]]:
        """Cells in which other solutions that agree on the chosen cells differ from the target.

        Each list is met by its first cell before the next is looked for: at the end these cells
        and the chosen ones leave the target alone. There is none exactly where the chosen ones do
        already.

        :raises RanOut: where the clock runs out first.
        """
        fixed = [self._literals[cell] for cell in chosen]
        while self._clauses.solve(fixed, clock):
            other = self._variables.values(self._clauses.model())
            pairs = zip(self.target, other, strict=True)
            difference = [cell for cell, (mine, theirs) in enumerate(pairs) if mine != theirs]
            fixed.append(self._literals[difference[0]])
            yield difference

    def close(self) -> None:
        """Free the solver."""
        self._clauses.close()


def _digit(values: Values, cell: int) -> int:
    digit = values[cell]
    if digit is None:
        raise ValueError("a solution leaves no cell empty")
    return digit
