"""Puzzles with several solutions: where these differ, and which changes would leave only one."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from satdoku import solving
from satdoku.base.errors import NoSolution, Undecided
from satdoku.base.limits import UNLIMITED, Clock, Limit, RanOut, Stop
from satdoku.base.records import dataclass
from satdoku.board import Candidate, Grid, Values
from satdoku.diagnosing.additions import Additions, fewest_additions, part_of
from satdoku.puzzle import Puzzle

ALLOWED_SECONDS = 10.0
"""The time for one puzzle where no other limit is set."""

_MAX_LISTED = 20_000
"""Solutions that are listed before they are only counted."""
_MAX_COUNTED = 1_000_000
_MAX_PAIRED = 300
"""Solutions that are compared in pairs."""
_MIN_DIFFERING_CELLS = 4
"""Fewest cells in which two solutions differ: no row or column differs in one cell alone."""


@dataclass(frozen=True, slots=True)
class Change:
    """A given that would leave exactly one solution if it were another digit."""

    cell: int
    old: int
    new: int


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """The facts about a puzzle with several solutions. Incomplete parts are marked.

    first, second   two solutions that differ in few cells
    cells           where they differ
    deadly          whether no solution differs from ``first`` in a proper subset of these cells:
                    the cells are then a minimal unavoidable set, a deadly pattern, in which the
                    digits change places
    closest         whether it is proved that no two solutions differ in fewer cells
    count, exact    the number of solutions; if not ``exact``, there are at least that many
    candidates      for each cell the digits that it has in some solution, as far as was seen
    candidates_complete   whether these are all
    additions       givens to add for exactly one solution; ``None`` where time ran out before any
    enough_alone    every candidate that leaves one solution if it is added as the only given;
                    empty if one given is not known to be enough
    changes         every given that leaves one solution if its digit is changed, as far as the
                    search went
    changes_complete      whether these are all
    stopped         the limit that ended a search early
    seconds         wall-clock time
    """

    puzzle: Puzzle
    first: Grid
    second: Grid
    cells: tuple[int, ...]
    deadly: bool
    closest: bool
    count: int
    exact: bool
    candidates: tuple[frozenset[int], ...]
    candidates_complete: bool
    additions: Additions | None
    enough_alone: tuple[Candidate, ...]
    changes: tuple[Change, ...]
    changes_complete: bool
    stopped: Stop | None
    seconds: float

    @property
    def open_cells(self) -> tuple[int, ...]:
        """The cells that are seen to hold different digits in different solutions."""
        return tuple(cell for cell, digits in enumerate(self.candidates) if len(digits) > 1)

    @property
    def fixed_cells(self) -> tuple[int, ...]:
        """The cells without a given that hold the same digit in all solutions seen."""
        givens = self.puzzle.givens
        return tuple(
            cell
            for cell, digits in enumerate(self.candidates)
            if len(digits) == 1 and givens[cell] is None
        )

    @property
    def is_pattern(self) -> bool:
        """Whether the difference is proved to hold no smaller one, and is small enough to look at
        (where rules leave two solutions with little in common, it is most of the board)."""
        return self.deadly and len(self.cells) <= 2 * len(self.puzzle.geometry.digits)

    @property
    def digits(self) -> tuple[int, ...]:
        """The digits that stand in the cells where the two solutions differ."""
        return tuple(
            sorted({d for grid in (self.first, self.second) for d in grid.filled(self.cells)})
        )


def diagnose_ambiguity(puzzle: Puzzle, *, limit: Limit = UNLIMITED) -> Ambiguity:
    """The differences of the solutions, and changes that would leave one.

    Where ``limit`` sets no seconds, :data:`ALLOWED_SECONDS` hold. Only the first step, two
    solutions, is required; parts that the time does not suffice for are left out, and marked.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises NoSolution: where it has no solution.
    :raises ValueError: where it has exactly one solution.
    :raises Undecided: where the limit ran out before two solutions were known.
    """
    started = time.perf_counter()
    seconds = ALLOWED_SECONDS if limit.seconds is None else limit.seconds
    clock = replace(limit, seconds=seconds, solutions=None, progress=None).start()
    listed, exhausted = _listed(puzzle, clock)
    questions = _Questions(puzzle, clock)
    first, second, deadly, closest = questions.pair(listed, exhausted)
    cells = _difference(first, second)
    count, exact = (len(listed), True) if exhausted else questions.count(len(listed))
    candidates, complete = questions.candidates(listed, exhausted)
    half = clock.part(0.5)
    additions = fewest_additions(puzzle, listed, exhausted, half)
    if additions is None or not additions.proved:
        questions.stopped = questions.stopped or half.stopped()
    alone: tuple[Candidate, ...] = ()
    if additions is not None and len(additions.givens) == 1:
        alone = questions.enough_alone(listed, exhausted)
    changes, all_changes = questions.changes()
    geometry = puzzle.geometry
    return Ambiguity(
        puzzle,
        Grid(geometry, first),
        Grid(geometry, second),
        cells,
        deadly,
        closest,
        count,
        exact,
        candidates,
        complete,
        additions,
        alone or (() if additions is None or len(additions.givens) > 1 else additions.givens),
        changes,
        all_changes,
        questions.stopped,
        time.perf_counter() - started,
    )


def _listed(puzzle: Puzzle, clock: Clock) -> tuple[list[Values], bool]:
    """Solutions, two at least, and whether they are all."""
    result = solving.check_unique(puzzle, limit=part_of(clock))
    if result.verdict == "undecided":
        raise Undecided(
            "the limit on {stop} ran out before two solutions were known", stop=str(result.stopped)
        )
    if result.verdict == "none":
        raise NoSolution("the puzzle has no solution")
    if result.verdict == "unique":
        raise ValueError("the puzzle has exactly one solution")
    two = [grid.values for grid in result.witnesses]
    try:
        listed = solving.solve(puzzle, limit=part_of(clock, 0.15, _MAX_LISTED))
    except RanOut:
        return two, False
    if len(listed.solutions) < 2:
        return two, False
    return [grid.values for grid in listed.solutions], listed.exhausted


def _difference(first: Values, second: Values) -> tuple[int, ...]:
    return tuple(c for c, (a, b) in enumerate(zip(first, second, strict=True)) if a != b)


@dataclass(slots=True)
class _Questions:
    """The questions about one puzzle under one clock; ``stopped`` is the limit that ran out."""

    puzzle: Puzzle
    clock: Clock
    stopped: Stop | None = None

    def pair(self, listed: Sequence[Values], exhausted: bool) -> tuple[Values, Values, bool, bool]:
        """Two solutions that differ in few cells; whether in a deadly pattern; whether closest."""
        some = listed[:_MAX_PAIRED]
        first, second, size = some[0], some[1], len(some[0]) + 1
        for one, other in combinations(some, 2):
            differing = sum(a != b for a, b in zip(one, other, strict=True))
            if differing < size:
                first, second, size = one, other, differing
                if size == _MIN_DIFFERING_CELLS:
                    return first, second, True, True
        if exhausted and len(some) == len(listed):
            return first, second, True, True
        deadly = True
        try:
            second = self._shrunk(first, second)
        except RanOut as error:
            self.stopped, deadly = error.stop, False
        return first, second, deadly, len(_difference(first, second)) == _MIN_DIFFERING_CELLS

    def _shrunk(self, first: Values, second: Values) -> Values:
        """A solution whose difference from the first holds no smaller one."""
        inside = _difference(first, second)
        fixed = {c: d for c, d in enumerate(first) if c not in inside}
        for cell in inside:
            if cell in fixed:
                continue
            # A cell that failed with a larger set of open cells fails with each smaller one.
            posed = self.puzzle.with_givens({**fixed, cell: first[cell]})
            result = solving.solve(posed, limit=part_of(self.clock, 0.2, 2))
            closer = next((g.values for g in result.solutions if g.values != first), None)
            if closer is not None:
                second = closer
                inside = _difference(first, second)
                fixed = {c: d for c, d in enumerate(first) if c not in inside}
            elif not result.exhausted:
                raise RanOut(result.stopped or "seconds")
        return second

    def count(self, known: int) -> tuple[int, bool]:
        """The number of solutions, and whether it is exact."""
        try:
            counted = solving.count(self.puzzle, limit=part_of(self.clock, 0.15, _MAX_COUNTED))
        except RanOut as error:
            self.stopped = error.stop
            return known, False
        if not counted.complete:
            self.stopped = counted.stopped
        return max(counted.count, known), counted.exact

    def candidates(
        self, listed: Sequence[Values], exhausted: bool
    ) -> tuple[tuple[frozenset[int], ...], bool]:
        """For each cell the digits of some solution, and whether these are all."""
        seen = [
            frozenset(d for d in column if d is not None) for column in zip(*listed, strict=True)
        ]
        if exhausted:
            return tuple(seen), True
        try:
            result = solving.true_candidates(self.puzzle, limit=part_of(self.clock, 0.25))
        except RanOut as error:
            self.stopped = error.stop
            return tuple(seen), False
        if not result.complete:
            self.stopped = result.stopped
        both = zip(seen, result.candidates, strict=True)
        return tuple(mine | frozenset(theirs) for mine, theirs in both), result.complete

    def enough_alone(self, listed: Sequence[Values], exhausted: bool) -> tuple[Candidate, ...]:
        """The candidates that occur in exactly one solution; none where time runs out."""
        if exhausted:
            return tuple(
                (cell, digit)
                for cell, column in enumerate(zip(*listed, strict=True))
                for digit in sorted({d for d in column if d is not None})
                if column.count(digit) == 1
            )
        try:
            result = solving.true_candidates(self.puzzle, cap=2, limit=part_of(self.clock))
        except RanOut as error:
            self.stopped = error.stop
            return ()
        if not result.complete:
            self.stopped = result.stopped
            return ()
        return tuple(
            (cell, digit)
            for cell, digits in enumerate(result.candidates)
            for digit, times in digits.items()
            if times == 1
        )

    def changes(self) -> tuple[tuple[Change, ...], bool]:
        """Givens that leave one solution as another digit, and whether all were tried."""
        changes: list[Change] = []
        try:
            for change in _possible_changes(self.puzzle):
                changed = self.puzzle.with_givens({change.cell: change.new})
                limit = part_of(self.clock)
                if changed.problems():
                    continue
                result = solving.check_unique(changed, limit=limit)
                if result.verdict == "undecided":
                    raise RanOut(result.stopped or "seconds")
                if result.verdict == "unique":
                    changes.append(change)
        except RanOut as error:
            self.stopped = error.stop
            return tuple(changes), False
        return tuple(changes), True


def _possible_changes(puzzle: Puzzle) -> Iterator[Change]:
    """Every other digit for every given that no other given of its houses holds."""
    givens, geometry = puzzle.givens, puzzle.geometry
    marks = puzzle.pencil_marks
    for cell, old in enumerate(givens):
        if old is None:
            continue
        seen = {givens[peer] for peer in geometry.peers[cell]}
        allowed = None if marks is None else marks[cell]
        for new in geometry.digits:
            if new != old and new not in seen and (allowed is None or new in allowed):
                yield Change(cell, old, new)
