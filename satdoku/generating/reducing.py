"""Redundant givens: dropping them, every way to drop them, and the fewest givens that do."""

from __future__ import annotations

from collections.abc import Iterator

from satdoku.base.errors import NoSolution, NotUnique
from satdoku.base.limits import UNLIMITED, Clock, Limit
from satdoku.base.records import dataclass
from satdoku.generating.randomness import Stream
from satdoku.generating.sat import Cut, SatBoard
from satdoku.puzzle import Puzzle

_FEW_REDUCTIONS, _MANY_REDUCTIONS = 50, 5_000
"""Random reductions, where a proof follows and where none does."""

_MAX_PROVABLE_GIVENS = 50
"""Givens beyond which the search for a proof has never been seen to end (a full grid is the
problem of the fewest clues itself), and a single step of it may outlast any limit."""


@dataclass(frozen=True, slots=True)
class Fewest:
    """A smallest sub-puzzle found.

    ``at_least``: fewer givens than this are proved impossible; it equals ``puzzle.clues`` where
    the puzzle is proved to be a smallest.
    """

    puzzle: Puzzle
    at_least: int

    @property
    def proved(self) -> bool:
        """Whether no sub-puzzle with fewer givens has one solution."""
        return self.at_least == self.puzzle.clues


class Reducer:
    """Sub-puzzles of one puzzle: some of its givens, and still one solution.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises NoSolution, NotUnique: where it has not exactly one solution.
    :raises Cut: where the limit runs out before that is known.
    """

    def __init__(self, puzzle: Puzzle, limit: Limit = UNLIMITED) -> None:
        puzzle.require_valid()
        self.puzzle = puzzle
        self.clock: Clock = limit.start()
        self.board = SatBoard(puzzle, self.clock)
        self.cells = frozenset(c for c, given in enumerate(puzzle.givens) if given is not None)
        assumed = [] if self.board.session is None else self._literals(self.cells)
        solution = self.board.find(assumed)
        if solution is None:
            raise NoSolution("the puzzle has no solution, so no given of it is redundant")
        self.solution = solution
        self._switch = self.board.activation(solution)
        self._differences: list[frozenset[int]] = []
        if not self.is_enough(self.cells):
            raise NotUnique("the puzzle has several solutions, so none of its givens is redundant")

    def is_enough(self, cells: frozenset[int]) -> bool:
        """Whether these givens alone have one solution."""
        if any(cells.isdisjoint(difference) for difference in self._differences):
            return False
        other = self.board.find([*self._literals(cells), self._switch])
        if other is None:
            return True
        pairs = enumerate(zip(self.solution, other, strict=True))
        self._differences.append(frozenset(cell for cell, (a, b) in pairs if a != b))
        return False

    def sub_puzzle(self, cells: frozenset[int]) -> Puzzle:
        """The puzzle with these givens only."""
        return self.puzzle.with_givens(
            [given if cell in cells else None for cell, given in enumerate(self.puzzle.givens)]
        )

    def redundant(self) -> tuple[int, ...]:
        """The cells whose given can go while all others stay."""
        return tuple(cell for cell in sorted(self.cells) if self.is_enough(self.cells - {cell}))

    def minimal(self, seed: int = 0) -> Puzzle:
        """A minimal sub-puzzle: givens are dropped in random order as long as they can be."""
        return self.sub_puzzle(self._reduced(Stream(seed)))

    def all_minimal(self) -> Iterator[Puzzle]:
        """Every minimal sub-puzzle, each once. There may be a great many.

        :raises Cut: where the limit runs out.
        """
        for cells in self._all(self.cells, frozenset()):
            yield self.sub_puzzle(cells)

    def fewest(self) -> Fewest:
        """A sub-puzzle with as few givens as can be found in the time.

        Random reductions give candidates; then the smallest sets that meet every unavoidable set
        known so far are tried, each failure giving another unavoidable set (implicit hitting
        sets), until one is enough: that proves it a smallest. Puzzles of more than 50 givens get
        random reductions only, and ``at_least`` stays 0.
        """
        best = self.cells
        at_least = 0
        try:
            large = len(self.cells) > _MAX_PROVABLE_GIVENS
            for seed in range(_MANY_REDUCTIONS if large else _FEW_REDUCTIONS):
                cells = self._reduced(Stream(seed))
                best = min(best, cells, key=len)
            if large:
                return Fewest(self.sub_puzzle(best), at_least)
            from pysat.examples.hitman import Hitman

            from satdoku.engines.oracles import guard

            with Hitman(bootstrap_with=[], htype="sorted") as hitman:
                guard(hitman.oracle.oracle)
                for difference in self._differences:
                    hitman.hit(sorted(difference & self.cells))
                while True:
                    chosen = frozenset(hitman.get() or ())
                    at_least = len(chosen)
                    if at_least >= len(best):
                        return Fewest(self.sub_puzzle(best), len(best))
                    if self.is_enough(chosen):
                        return Fewest(self.sub_puzzle(chosen), at_least)
                    hitman.hit(sorted(self._unmet(chosen)))
        except Cut:
            return Fewest(self.sub_puzzle(best), at_least)

    def _literals(self, cells: frozenset[int]) -> list[int]:
        givens = [given if given is not None else 0 for given in self.puzzle.givens]
        return self.board.literals(sorted(cells), givens)

    def _reduced(self, stream: Stream) -> frozenset[int]:
        cells = self.cells
        for cell in stream.shuffled(sorted(cells)):
            if self.is_enough(cells - {cell}):
                cells = cells - {cell}
        return cells

    def _unmet(self, chosen: frozenset[int]) -> frozenset[int]:
        """Few givens of which one is needed beside the chosen ones."""
        for cell in sorted(self.cells - chosen):
            if not self.is_enough(chosen | {cell}):
                chosen = chosen | {cell}
        return self.cells - chosen

    def _all(self, cells: frozenset[int], staying: frozenset[int]) -> Iterator[frozenset[int]]:
        waiting = [(cells, staying)]
        while waiting:
            cells, staying = waiting.pop()
            free = sorted(cells - staying)
            for cell in free:
                rest = cells - {cell}
                if self.is_enough(rest):
                    # Needed where it stays: what cannot be needed any more ends the branch.
                    waiting.append((cells, staying | {cell}))
                    waiting.append((rest, staying))
                    break
                staying = staying | {cell}
            else:
                if not any(self.is_enough(cells - {cell}) for cell in cells):
                    yield cells
