"""A puzzle that needs a technique, grown from one that shows it or that easier ones do not solve.

The search begins with a puzzle in which the technique finds a step once some of the easier ones
(in the order of the preset) are stuck: one that is planted around its pattern, an image of its
example, or the best of some random puzzles. A neighbour takes its place if the step is still there
when as many easier techniques are stuck; the more of them, the better. So the pattern stays, while
the rest of the grid and the givens change until nothing easier goes on beside it.

Chains and other techniques that many hard positions show are met sooner the other way round: the
puzzle changes until all easier techniques are stuck, and stays so until the technique finds a step.
What only the hardest puzzles need is looked for in harder and harder ones (climbing.py).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import Literal

from satdoku.base.errors import FormatError
from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.board import Grid
from satdoku.generating.climbing import Climb, SolvedPuzzle
from satdoku.generating.difficulty import neighbour, reworded
from satdoku.generating.examples import technique_example
from satdoku.generating.needs import BARE, TechniqueNeed
from satdoku.generating.planting import Planter
from satdoku.generating.randomness import Stream
from satdoku.symmetry import SymmetryGroup, automorphisms

_STALE, _STALE_EACH = 200, 30
"""Neighbours that are looked at without progress before another start; so many more for each easier
technique that is stuck beside the pattern, since starts that come far are rare."""

_PLANTED = 4
"""Puzzles that are planted for a start."""

_MAX_ORDER = 1000
"""Symmetries of a start that are listed."""

_CLIMBS = 20
"""Turns of the climb for an attempt."""

Start = Literal["hard", "planted", "example", "random", "hardest"]
"""The beginning of a search: a puzzle that many easier techniques do not solve, whether it shows
the technique or not; one that is made around the technique's pattern; an image of the example; a
random puzzle that shows the technique; or harder and harder puzzles, until one needs it."""

STARTS: tuple[Start, ...] = ("hard", "planted", "example", "random")
"""The order in which they are tried. Chains are in most hard puzzles; rare patterns in none."""

KNOWN_STARTS: tuple[Start, ...] = ("planted", "example", "planted", "random", "hard")
"""Likewise for techniques that the core has: what hard puzzles need, it soon finds ungrown."""

HARDEST_STARTS: tuple[Start, ...] = ("hardest",)
"""Likewise for what only the hardest puzzles need."""


@dataclass
class Growth:
    """The search for one puzzle.

    orbits    cells that come and go together
    required  cells that stay given
    begin     random puzzles that are as wished, to begin with; of a solution, if it is not ``None``
    accepts   whether the path of a puzzle is as wished
    heard     is told how many puzzles were looked at
    symmetric cells that a symmetry of the givens takes to each other, if the start has one, since
              the technique may be about it
    """

    core: ModuleType
    need: TechniqueNeed
    stream: Stream
    orbits: tuple[tuple[int, ...], ...]
    required: frozenset[int]
    minimal: bool
    clues: int | None
    begin: Callable[[str | None], Iterable[SolvedPuzzle]]
    accepts: Callable[[str], bool]
    heard: Callable[[int], None]
    clock: Clock
    looked: int = 0
    symmetric: tuple[tuple[int, ...], ...] | None = None

    def __post_init__(self) -> None:
        self.known = len(self.need.easier)
        self.most = self.known + len(self.need.further)
        self.most_stuck = self.most if self.need.is_quick else self.known
        self.is_free = len(self.orbits) == 81 and not self.required and self.clues is None
        self.examples = _examples(self.need.search.names) if self.is_free else ()
        self.climb = Climb(self.core, self.stream, lambda: self.begin(None), self._looked_at)
        self.planter = (
            Planter(self.core, self.need, self.stream, self.clock) if self.is_free else None
        )

    def shows(self, puzzle: str, count: int) -> bool:
        """Whether the technique finds a step where the first easier ones are stuck."""
        position = self.need.stuck(puzzle, min(count, self.known))
        if position is None:
            return False
        if count > self.known:
            return self.need.comes_soon(position, count - self.known, self.clock)
        return self.need.search.first(position, self.clock) is not None

    def sticks(self, puzzle: str, count: int) -> bool:
        """Whether the first easier techniques are stuck."""
        position = self.need.stuck(puzzle, min(count, self.known))
        if position is None or count <= self.known:
            return position is not None
        return self.need.is_stuck(position, count - self.known, self.clock)

    def reached(self, puzzle: str, least: int, keeps: Callable[[str, int], bool]) -> int:
        """How many easier techniques may be stuck, by bisection from a number that may."""
        high = self.most if keeps == self.shows else self.most_stuck
        if keeps(puzzle, high):
            return high
        while high - least > 1:
            middle = (least + high) // 2
            least, high = (middle, high) if keeps(puzzle, middle) else (least, middle)
        return least

    def attempt(self, begin: Start) -> SolvedPuzzle | None:
        """A puzzle that needs the technique and is new, from one start; ``None``: not found.

        :raises RanOut: where the clock runs out first.
        """
        self.symmetric = None
        if begin == "hardest":
            return self._climbed()
        begun = self._image() if begin == "example" else self._best(self._begin(begin), begin)
        if begun is None:
            return None
        (puzzle, solution), count = begun
        stale, is_new, is_shown = 0, begin != "example", begin != "hard"
        while stale < _STALE + is_shown * _STALE_EACH * count:
            self.looked += 1
            stale += 1
            self.heard(self.looked)
            other = self._changed(puzzle, solution)
            keeps = self.shows if is_shown else self.sticks
            if other is None or other[0] == puzzle or not keeps(other[0], count):
                continue
            is_new = is_new or other[1] != solution
            puzzle, solution = other
            if count < (self.most if is_shown else self.most_stuck):
                more = self.reached(puzzle, count, keeps)
                stale = stale if more == count else 0
                count = more
            if count < (self.known if is_shown else self.most_stuck):
                continue
            if not is_shown and not self.need.is_quick:
                is_shown = self.shows(puzzle, count)
                if not is_shown:
                    continue
            if is_new and self._is_needed(puzzle) and self.accepts(puzzle):
                return self._dug(puzzle, count, keeps), solution
        return None

    def _climbed(self) -> SolvedPuzzle | None:
        """A puzzle that needs the technique, of some that are harder and harder."""
        for _ in range(_CLIMBS):
            pair = self.climb.harder()
            if pair is not None and self._is_needed(pair[0]) and self.accepts(pair[0]):
                return pair
        return None

    def _looked_at(self, puzzle: str, solution: str) -> SolvedPuzzle | None:
        self.looked += 1
        self.heard(self.looked)
        minimal = self.minimal or self.is_free
        if self.stream.below(2):
            return reworded(self.core, self.stream, puzzle, self.required, minimal, few=True)
        text = neighbour(
            self.core, self.stream, puzzle, solution, self.orbits, self.required, -1, minimal,
            self.clues,
        )  # fmt: skip
        return None if text is None else (text, solution)

    def _is_needed(self, puzzle: str) -> bool:
        """Whether the path comes to the technique, from where the core is stuck: this is quicker
        than from the start."""
        position = self.need.stuck(puzzle, self.known)
        return position is not None and self.need.stage(position, self.clock) is not None

    def _changed(self, puzzle: str, solution: str) -> SolvedPuzzle | None:
        """A neighbour of a puzzle: other digits, other givens, or fewer of them."""
        way = self.stream.below(4)
        if way < 2:
            return reworded(
                self.core, self.stream, puzzle, self.required, self.minimal, self.symmetric, True
            )
        if way == 2 and not self.minimal and self.clues is None:
            return self._without(puzzle, self._given(puzzle)[: 1 + self.stream.below(4)]), solution
        text = neighbour(
            self.core, self.stream, puzzle, solution, self.symmetric or self.orbits,
            self.required, -1, self.minimal, self.clues,
        )  # fmt: skip
        return None if text is None else (text, solution)

    def _given(self, puzzle: str) -> list[tuple[int, ...]]:
        """The orbits that may go, in random order."""
        given = [orbit for orbit in self.symmetric or self.orbits if puzzle[orbit[0]] != "."]
        return self.stream.shuffled([o for o in given if self.required.isdisjoint(o)])

    def _without(
        self, puzzle: str, orbits: Iterable[tuple[int, ...]], keeps: Callable[[str], bool] = bool
    ) -> str:
        """The puzzle without those of some orbits that one solution, and the caller, can spare."""
        for orbit in orbits:
            text = "".join("." if cell in orbit else symbol for cell, symbol in enumerate(puzzle))
            if self.core.verdict(text) == self.core.UNIQUE and keeps(text):
                puzzle = text
        return puzzle

    def _dug(self, puzzle: str, count: int, keeps: Callable[[str, int], bool]) -> str:
        """The puzzle with fewer givens, if it is still as wished."""
        if self.clues is not None:
            return puzzle
        dug = self._without(puzzle, self._given(puzzle), lambda text: keeps(text, count))
        return dug if dug == puzzle or self.accepts(dug) else puzzle

    def _begin(self, begin: Start) -> Iterable[SolvedPuzzle]:
        if begin != "planted":
            return self.begin(None)
        return () if self.planter is None else self.planter.puzzles(_PLANTED)

    def _image(self) -> tuple[SolvedPuzzle, int] | None:
        """An image of the example, where the technique finds a step beside singles; else the best
        of some puzzles of its solution, which deadly patterns need."""
        draw = random.Random(self.stream.bits64())
        solution = None
        for example in self.examples:
            puzzle = SymmetryGroup.of(BARE.geometry).random(draw)(example).text()
            solutions = self.core.Solutions(puzzle).next_batch(2).tolist()
            if len(solutions) == 1:
                solution = "".join(map(str, solutions[0]))
                if self.shows(puzzle, 0):
                    self.symmetric = _own_orbits(puzzle)
                    return (puzzle, solution), self.reached(puzzle, 0, self.shows)
        return None if solution is None else self._best(self.begin(solution), "example")

    def _best(self, pairs: Iterable[SolvedPuzzle], begin: Start) -> tuple[SolvedPuzzle, int] | None:
        """The puzzle with most easier techniques stuck: that shows the technique there, or any."""
        keeps = self.sticks if begin == "hard" else self.shows
        best, count = None, 0
        for pair in pairs:
            self.looked += 1
            self.heard(self.looked)
            if count <= self.most and keeps(pair[0], count):
                reached = self.reached(pair[0], count, keeps)
                best, count = (pair, reached), reached + 1
        return best


def _own_orbits(puzzle: str) -> tuple[tuple[int, ...], ...] | None:
    """The cells that symmetries of the givens take to each other; ``None`` where it has none."""
    givens = [None if given == "." else int(given) for given in puzzle]
    group = automorphisms(BARE.with_givens(givens))
    if not 1 < group.order <= _MAX_ORDER:
        return None
    images = [symmetry.cells for symmetry in group.elements()]
    return tuple({tuple(sorted({cells[c] for cells in images})): None for c in range(81)})


def _examples(names: Sequence[str]) -> tuple[Grid, ...]:
    """The example of a technique as a puzzle; also with the digits that were placed before its
    step as givens, since they may have taken more than singles."""
    for name in names:
        try:
            shown = technique_example(name)
        except FormatError:
            continue
        if shown.geometry == BARE.geometry and not shown.puzzle.constraints:
            return shown.puzzle.grid, Grid(shown.geometry, shown.values)
    return ()
