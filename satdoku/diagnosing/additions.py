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
from dataclasses import replace

from satdoku import solving
from satdoku.base.limits import Clock, Limit, RanOut
from satdoku.base.records import dataclass
from satdoku.board import Candidate, Grid, Values
from satdoku.diagnosing.hitting import HittingSets
from satdoku.encodings.cnf import encode_pruned
from satdoku.engines.incremental import Clauses
from satdoku.puzzle import Puzzle

_MAX_SAMPLE = 200
"""Solutions that are sampled to guess the candidate that occurs in the fewest of very many."""
_MAX_TRIES = 8


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
    """The fewest givens to add; few, with the bounds proved so far, where the clock runs out.

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
    additions = Additions(tuple(sorted(givens)), Grid(puzzle.geometry, solution), 1, 1)
    try:
        half = part_of(clock, 0.5).start()
        if all_listed:
            additions = _by_columns(additions, listed, half)
        else:
            additions = _by_occurrences(additions, puzzle, half)
        if not additions.proved:
            additions = _by_hitting_sets(additions, puzzle, clock)
    except RanOut:
        pass
    return additions


# ------------------------------------------------------------------------------------------------
# A set that will do.


def _rarest(solutions: Sequence[Values]) -> tuple[list[Candidate], Values]:
    """Add the candidate that occurs in the fewest solutions until one solution is left."""
    chosen: list[Candidate] = []
    while len(solutions) > 1:
        cell, digit = _by_rarity(solutions)[0]
        chosen.append((cell, digit))
        solutions = [values for values in solutions if values[cell] == digit]
    return chosen, solutions[0]


def _rarest_unlisted(
    puzzle: Puzzle, solution: Values, clock: Clock
) -> tuple[list[Candidate], Values]:
    """:func:`_rarest` where there are too many solutions to list; a set that leaves ``solution``
    where the samples lead to none."""
    with closing(_Others(puzzle, solution, clock)) as others:
        cells = [difference[0] for difference in others.differences((), clock)]
        with suppress(RanOut):
            quarter = part_of(clock, 0.25).start()
            for cell in tuple(cells):
                rest = [other for other in cells if other != cell]
                if next(others.differences(rest, quarter), None) is None:
                    cells = rest
    best = [(cell, _digit(solution, cell)) for cell in cells], solution
    half = part_of(clock, 0.5).start()
    chance = random.Random(0)
    with suppress(RanOut):
        best = min(best, _rarest_of_samples(puzzle, None, half), key=_size_of)
        # The rarest of a sample may not be the rarest of all: other tries often need one less.
        for _ in range(_MAX_TRIES):
            best = min(best, _rarest_of_samples(puzzle, chance, half), key=_size_of)
    return best


def _size_of(additions: tuple[list[Candidate], Values]) -> int:
    return len(additions[0])


def _rarest_of_samples(
    puzzle: Puzzle, chance: random.Random | None, clock: Clock
) -> tuple[list[Candidate], Values]:
    """:func:`_rarest` by samples of the solutions; ``chance`` draws one of the few rarest."""
    chosen: list[Candidate] = []
    while True:
        sample = solving.solve(puzzle, limit=part_of(clock, 0.2, _MAX_SAMPLE))
        if len(sample.solutions) < 2 and not sample.exhausted:
            sample = solving.solve(puzzle, limit=part_of(clock, solutions=2))
        if len(sample.solutions) < 2:
            if not sample.exhausted:
                raise RanOut(sample.stopped or "seconds")
            return chosen, sample.solutions[0].values
        rarest = _by_rarity([grid.values for grid in sample.solutions])
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


def _by_columns(additions: Additions, solutions: Sequence[Values], clock: Clock) -> Additions:
    """Try all sets smaller than the one found, until the clock runs out."""
    try:
        for size in range(1, len(additions.givens)):
            chosen = _leaving_one(solutions, _by_rarity(solutions), size, clock)
            if chosen is not None:
                (remaining,) = (v for v in solutions if all(v[cell] == d for cell, d in chosen))
                grid = Grid(additions.solution.geometry, remaining)
                return Additions(tuple(sorted(chosen)), grid, size, size)
            additions = replace(additions, at_least=size + 1, at_least_here=size + 1)
    except RanOut:
        pass
    return additions


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
        others = _leaving_one(rest, left[number:], size - 1, clock)
        if others is not None:
            return ((cell, digit), *others)
    return None


def _columns(solutions: Sequence[Values], candidates: Sequence[Candidate]) -> dict[int, Candidate]:
    """The solutions that hold a candidate, a bit each, and for each such number one candidate."""
    cells = [bytes(column) for column in zip(*solutions, strict=True)]
    columns: dict[int, Candidate] = {}
    for cell, digit in candidates:
        table = bytes(49 if value == digit else 48 for value in range(256))
        column = int(cells[cell].translate(table), 2)
        if column:
            columns.setdefault(column, (cell, digit))
    return columns


# ------------------------------------------------------------------------------------------------
# Every set of one or two, where the solutions are too many to list.


def _by_occurrences(additions: Additions, puzzle: Puzzle, clock: Clock) -> Additions:
    """Try all sets of one and two candidates by counting occurrences up to two."""
    try:
        if len(additions.givens) > 1:
            once, several = _occurrences(puzzle, clock)
            if once:
                return _chosen(puzzle, once[:1], clock)
            additions = replace(additions, at_least=2, at_least_here=2)
        if len(additions.givens) > 2:
            for candidate in several:
                once, _ = _occurrences(puzzle.with_givens(dict([candidate])), clock)
                if once:
                    return _chosen(puzzle, [candidate, once[0]], clock)
            additions = replace(additions, at_least=3, at_least_here=3)
    except RanOut:
        pass
    return additions


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


def _by_hitting_sets(additions: Additions, puzzle: Puzzle, clock: Clock) -> Additions:
    """The fewest givens that leave the solution found, as far as the clock goes."""
    target = additions.solution.values
    cells = [cell for cell, given in enumerate(puzzle.givens) if given is None]
    hitting = HittingSets(cells)
    hitting.at_least = additions.at_least_here
    others = _Others(puzzle, target, clock)
    try:
        while (chosen := hitting.smallest(clock, len(additions.givens) - 1)) is not None:
            missed = False
            for difference in others.differences(chosen, clock):
                hitting.add(difference)
                missed = True
            if not missed:
                givens = tuple((cell, _digit(target, cell)) for cell in sorted(chosen))
                return Additions(givens, additions.solution, additions.at_least, len(givens))
        return replace(additions, at_least_here=len(additions.givens))
    except RanOut:
        here = min(len(additions.givens), max(additions.at_least_here, hitting.at_least))
        return replace(additions, at_least_here=here)
    finally:
        others.close()
        hitting.close()


class _Others:
    """The solutions other than a target, from one solver that keeps its learned clauses.

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
