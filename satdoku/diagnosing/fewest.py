"""The fewest givens of a puzzle with a given solution: a lower bound and an upper bound.

From below: a puzzle with one solution has a given in every unavoidable set of its solution
(unavoidable.py). So it has at least as many givens as the smallest set that meets all known
unavoidable sets. If the givens of this set leave several solutions, another solution shows
unavoidable sets that it misses; if they leave one solution, no puzzle has fewer givens.

From above: the best puzzle found. Random minimal puzzles are improved by exchanging two givens for
one, and moved on by exchanging one for another, the moves that the hunters of 17-clue puzzles use
({-2+1} and {-1+1}). The known unavoidable sets show which exchanges are worth a call of the solver:
a new given must lie in every set that loses its only givens. If the solver then finds several
solutions, these give another set, which the next candidates must meet.

The two searches alternate until the bounds meet or the limit runs out. On the classic 9x9 they
hardly ever meet within seconds; there the theorem that no puzzle has 16 givens is reported beside
the proved bound (McGuire, Tugemann and Civario, "There is no 16-clue Sudoku", Experimental
Mathematics 23, 2014).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from types import ModuleType
from typing import TYPE_CHECKING, Protocol

from satdoku.base.compiled import compiled_core
from satdoku.base.limits import UNLIMITED, Clock, Limit, Stop
from satdoku.base.records import dataclass
from satdoku.board import Grid
from satdoku.diagnosing.solution import digits_of, require_manageable
from satdoku.diagnosing.unavoidable import bare, require_solution, unavoidable_sets
from satdoku.generating.randomness import Stream
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from satdoku.engines.incremental import Clauses

NO_FEWER_CLASSIC = 17
"""No classic 9x9 with one solution has fewer givens: an exhaustive search by McGuire, Tugemann and
Civario (arXiv:1201.0749)."""

_MAX_SET_CELLS = 12
_MAX_LEARNED_SETS = 300
"""Sets that the search for good puzzles keeps beside the first ones; more would slow it down."""

_FIRST_STEPS = 100
_MAX_STALE_STEPS = 3000
"""Steps without a better puzzle after which the search starts elsewhere."""

_SECONDS_BELOW_PER_ABOVE = 2.0
"""Time given to the bound from below for each second of the search for good puzzles."""

_MAX_SETS_AT_ONCE = 12
"""Sets learned from one failure of the bound from below, no two of them sharing a cell."""


@dataclass(frozen=True, slots=True)
class FewestClues:
    """Bounds on the fewest givens that determine a grid.

    puzzle          the best puzzle found: one solution, the grid
    at_least        no puzzle of the grid has fewer givens (proved in this run)
    known_at_least  the same, where a published theorem gives more
    sets            unavoidable sets that the proof rests on
    stopped         which limit ran out; ``cancelled`` also for Ctrl-C
    """

    grid: Grid
    puzzle: Puzzle
    at_least: int
    known_at_least: int
    sets: int
    stopped: Stop | None
    seconds: float

    @property
    def clues(self) -> int:
        """The givens of the best puzzle found."""
        return self.puzzle.clues

    @property
    def exact(self) -> bool:
        """Whether nothing is smaller than the best puzzle found."""
        return self.clues == max(self.at_least, self.known_at_least)


def find_fewest_clues(
    board: Puzzle,
    grid: Grid,
    *,
    seed: int = 0,
    limit: Limit = UNLIMITED,
    progress: Callable[[int, int], None] | None = None,
) -> FewestClues:
    """Bounds on the givens of the smallest puzzle whose only solution is this grid.

    ``board`` defines which rules hold; its givens and pencil marks do not count. ``progress`` is
    called with the bounds (from below, from above) whenever one has changed. Ctrl-C ends the search
    as the limit does: what was found is returned, with ``stopped`` set to ``cancelled``.

    :raises InvalidPuzzle: where the grid is not full or breaks a rule of the board.
    :raises Unsupported: where a rule has no clauses, or the board is larger than 36x36.
    """
    from satdoku.base.limits import RanOut

    started = time.perf_counter()
    require_manageable(board.geometry)
    board = bare(board)
    require_solution(board, grid)
    clock = limit.start()
    known = NO_FEWER_CLASSIC if board.is_classic else 0
    everything = (1 << board.geometry.cell_count) - 1
    stopped: Stop | None = None
    judge = _judge_of(board, grid, clock)
    above: _Above | None = None
    below: _Below | None = None
    try:
        first = _part(clock, 0.2)
        unavoidable = unavoidable_sets(board, grid, _MAX_SET_CELLS, limit=first)
        family = [sum(1 << cell for cell in cells) for cells in unavoidable.sets]
        above = _Above(judge, everything, family, Stream(seed))
        below = _Below(judge, board.geometry.cell_count, family)
        stopped = _by_turns(above, below, known, clock, progress)
    except KeyboardInterrupt:
        stopped = "cancelled"
    except RanOut as error:
        stopped = error.stop
    finally:
        judge.close()
        best = everything if above is None else above.best
        at_least = 0 if below is None else below.at_least
        sets = 0 if below is None else len(below.family)
        if below is not None:
            below.close()
    values = [digit if best >> cell & 1 else None for cell, digit in enumerate(grid.values)]
    return FewestClues(
        grid,
        board.with_givens(values),
        at_least,
        known,
        sets,
        stopped,
        time.perf_counter() - started,
    )


def _by_turns(
    above: _Above,
    below: _Below,
    known: int,
    clock: Clock,
    progress: Callable[[int, int], None] | None,
) -> Stop | None:
    from satdoku.base.limits import RanOut

    steps = _FIRST_STEPS
    reported = (0, 0)
    while True:
        before = time.perf_counter()
        above.improve(steps, clock)
        used = time.perf_counter() - before
        try:
            part = _part(clock, 1.0, max(0.1, _SECONDS_BELOW_PER_ABOVE * used)).start()
            chosen = below.prove(above.best.bit_count(), part)
            if chosen is not None:
                above.best = chosen
            finished = True
        except RanOut:
            finished = False
        bounds = max(below.at_least, known), above.best.bit_count()
        if progress is not None and bounds != reported:
            reported = bounds
            progress(*bounds)
        if finished or bounds[0] >= bounds[1]:
            return None
        stopped = clock.stopped()
        if stopped is not None:
            return stopped
        # Longer turns interrupt the solvers less often.
        steps = min(2 * steps, 1_000_000)


def _part(clock: Clock, share: float, seconds: float | None = None) -> Limit:
    """A limit for part of the work: a share of the time left, or at most this many seconds."""
    rest = clock.remaining()
    bounds = [bound for bound in (None if rest is None else rest * share, seconds) if bound]
    if rest is not None and not bounds:
        bounds = [0.0]
    return Limit(seconds=min(bounds, default=None), cancel=clock.limit.cancel)


class _Judge(Protocol):
    """Which cells are enough to pose the grid. Sets of cells are integers, bit by bit."""

    def missed(self, cells: int) -> int:
        """The cells in which a grid that agrees in these cells differs; 0 where there is none.

        :raises RanOut: where the clock runs out.
        """

    def close(self) -> None:
        """Free what it holds."""


def _judge_of(board: Puzzle, grid: Grid, clock: Clock) -> _Judge:
    core = compiled_core()
    if board.is_classic and core is not None:
        return _CoreJudge(core, grid)
    return _SatJudge(board, grid, clock)


class _CoreJudge:
    def __init__(self, core: ModuleType, grid: Grid) -> None:
        self._check = core.check
        self._unique = core.UNIQUE
        self._text = grid.text()

    def missed(self, cells: int) -> int:
        text = self._text
        mask = "".join([symbol if cells >> i & 1 else "." for i, symbol in enumerate(text)])
        verdict, first, second, _ = self._check(mask, 2)
        if verdict == self._unique:
            return 0
        other = second if first == text else first
        assert other is not None
        return sum(1 << i for i, (a, b) in enumerate(zip(text, other, strict=True)) if a != b)

    def close(self) -> None:
        pass


class _SatJudge:
    def __init__(self, board: Puzzle, grid: Grid, clock: Clock) -> None:
        from satdoku.encodings.cnf import encode_board
        from satdoku.engines.incremental import Clauses

        formula = encode_board(board.model)
        self._same = formula.variables.literals(digits_of(grid))
        self._clauses = Clauses(formula.clauses())
        self._clauses.add([-literal for literal in self._same])
        self._clock = clock

    def missed(self, cells: int) -> int:
        assumed = [literal for i, literal in enumerate(self._same) if cells >> i & 1]
        if not self._clauses.solve(assumed, self._clock):
            return 0
        true = set(self._clauses.model())
        return sum(1 << i for i, literal in enumerate(self._same) if literal not in true)

    def close(self) -> None:
        """Free the solver."""
        self._clauses.close()


class _Above:
    """The search for small puzzles."""

    def __init__(self, judge: _Judge, everything: int, family: list[int], stream: Stream) -> None:
        self.judge = judge
        self.everything = everything
        self.family = list(family)
        self.base = len(family)
        self.stream = stream
        self.best = everything
        self._seen: set[int] = set()
        self._now: int | None = None
        self._idle = 0

    def improve(self, steps: int, clock: Clock) -> None:
        """Take this many steps, or fewer where the clock runs out."""
        for _ in range(steps):
            if self._now is None:
                self._now = self._random_puzzle(clock)
                self._seen.clear()
                self._idle = 0
            if self._now is not None and self._now.bit_count() < self.best.bit_count():
                self.best = self._now
            if self._now is None or clock.stopped() is not None:
                return
            following = self._step(self._now)
            if following is None or self._idle == _MAX_STALE_STEPS:
                self._now = None
                continue
            better = following.bit_count() < self._now.bit_count()
            self._idle = 0 if better else self._idle + 1
            self._now = following

    def _enough(self, cells: int) -> bool:
        missed = self.judge.missed(cells)
        if missed:
            self.family.append(missed)
            if len(self.family) > self.base + _MAX_LEARNED_SETS:
                del self.family[self.base : self.base + _MAX_LEARNED_SETS // 2]
        return not missed

    def _random_puzzle(self, clock: Clock) -> int | None:
        cells = self.everything
        for bit in self.stream.shuffled([1 << i for i in range(cells.bit_length())]):
            if clock.stopped() is not None:
                return None
            rest = cells & ~bit
            if all(rest & each for each in self.family) and self._enough(rest):
                cells = rest
                # The limit may run out at any time, and part of the way is better than nothing.
                if cells.bit_count() < self.best.bit_count():
                    self.best = cells
        return cells

    def _step(self, now: int) -> int | None:
        """A smaller puzzle, or another of the same size, or ``None``."""
        givens = [1 << i for i in _members(now)]
        own = dict.fromkeys(givens, self.everything)
        """For each given, the cells that all sets have which it alone meets."""
        two: dict[int, int] = {}
        for each in self.family:
            hit = each & now
            size = hit.bit_count()
            if size == 1:
                own[hit] &= each
            elif size == 2:
                two[hit] = two.get(hit, self.everything) & each
        givens = self.stream.shuffled(givens)
        for given in givens:
            if own[given] == self.everything and self._enough(now & ~given):
                return now & ~given
        for first, second in combinations(givens, 2):
            pair = first | second
            shared = own[first] & own[second] & two.get(pair, self.everything) & ~pair
            puzzle = self._with_one_of(now & ~pair, shared)
            if puzzle is not None:
                return puzzle
        for given in givens:
            puzzle = self._with_one_of(now & ~given, own[given] & ~now, self._seen)
            if puzzle is not None:
                self._seen.add(puzzle)
                return puzzle
        return None

    def _with_one_of(self, cells: int, candidates: int, refused: Iterable[int] = ()) -> int | None:
        """A puzzle of these givens and one of the candidates."""
        for bit in self.stream.shuffled([1 << i for i in _members(candidates)]):
            if not candidates & bit or cells | bit in refused:
                continue
            known = len(self.family)
            if self._enough(cells | bit):
                return cells | bit
            if len(self.family) > known:
                candidates &= self.family[-1]
        return None


class _Below:
    """The proof that fewer givens are not enough: smallest sets that meet all sets known.

    For each number of givens a solver of its own, with the bound as a sequential counter: CaDiCaL
    proves a bound of 16 on a 9x9 in seconds, where one solver for all bounds (hitting.py) takes
    minutes.
    """

    def __init__(self, judge: _Judge, count: int, family: list[int]) -> None:
        self.judge = judge
        self.count = count
        self.everything = (1 << count) - 1
        self.family = list(family)
        self.at_least = _apart(family)
        self._clauses: Clauses | None = None

    def prove(self, known: int, clock: Clock) -> int | None:
        """Show that no puzzle has fewer givens than ``known``, or find a smallest one.

        :raises RanOut: where the clock runs out.
        """
        while self.at_least < known:
            if self._clauses is None:
                self._clauses = self._open()
            if not self._clauses.solve([], clock):
                self.close()
                self.at_least += 1
                continue
            cells = sum(1 << x - 1 for x in self._clauses.model()[: self.count] if x > 0)
            missed = self.judge.missed(cells)
            if not missed:
                return cells
            for _ in range(_MAX_SETS_AT_ONCE):
                small = self._shrunk(missed)
                self.family.append(small)
                self._clauses.add([cell + 1 for cell in _members(small)])
                cells |= small
                missed = self.judge.missed(cells)
                if not missed:
                    break
        return None

    def _open(self) -> Clauses:
        from pysat.card import CardEnc, EncType

        from satdoku.engines.incremental import Clauses

        every = list(range(1, self.count + 1))
        clauses = Clauses([cell + 1 for cell in _members(each)] for each in self.family)
        bound = CardEnc.atmost(every, self.at_least, encoding=EncType.seqcounter)
        clauses.extend(bound.clauses)
        return clauses

    def _shrunk(self, cells: int) -> int:
        """A minimal unavoidable set within an unavoidable one."""
        tried = 0
        while rest := cells & ~tried:
            bit = rest & -rest
            smaller = self.judge.missed(self.everything & ~cells | bit)
            if smaller:
                cells = smaller
            else:
                tried |= bit
        return cells

    def close(self) -> None:
        """Free the solver."""
        if self._clauses is not None:
            self._clauses.close()
            self._clauses = None


def _apart(family: Iterable[int]) -> int:
    """The number of disjoint sets, found greedily: each needs a given of its own."""
    used = number = 0
    for each in sorted(family, key=int.bit_count):
        if not used & each:
            used |= each
            number += 1
    return number


def _members(cells: int) -> Iterator[int]:
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low
