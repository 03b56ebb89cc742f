"""Position: a puzzle being solved, with the digits placed and the candidates still open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from satdoku.base.limits import tick
from satdoku.base.records import dataclass
from satdoku.base.shown import Shown
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid, Values
from satdoku.model.exclusions import excluded_now, exclusions_of
from satdoku.puzzle.puzzle import Puzzle


@dataclass(frozen=True, slots=True, order=True)
class RegionFact:
    """Whether two cells share a region, on a board with regions that are to be found."""

    first: int
    second: int
    together: bool


@dataclass(frozen=True)
class Position(Shown):
    """A puzzle, the digits placed so far, and the candidates of every cell.

    values      a digit or ``None`` for each cell (givens included)
    candidates  the open digits of each cell; empty for a filled cell

    A position read from text keeps exactly the candidates of the text, even if placed digits
    exclude some of them, because the player may not have crossed them out yet. ``noted`` are the
    cells in which a player wrote candidates; ``None``: all open cells. ``regions`` is what steps
    before have shown of regions that are to be found.
    """

    puzzle: Puzzle
    values: Values
    candidates: tuple[frozenset[int], ...]
    noted: frozenset[int] | None = field(default=None, compare=False, repr=False)
    regions: frozenset[RegionFact] = field(default=frozenset(), repr=False)

    @staticmethod
    def of(puzzle: Puzzle) -> Position:
        """The start of a puzzle: its givens placed, and the candidates crossed out that they or a
        rule on a single cell (odd, even) exclude."""
        geometry = puzzle.geometry
        values = puzzle.givens
        candidates = []
        for cell, value in enumerate(values):
            if not cell & 63:
                tick()
            if value is not None:
                candidates.append(frozenset[int]())
                continue
            seen = {values[peer] for peer in geometry.peers[cell]}
            candidates.append(frozenset(d for d in puzzle.domain(cell) if d not in seen))
        position = Position(puzzle, values, tuple(candidates))
        if puzzle.constraints:
            position = position.eliminate(excluded_now(puzzle.model, values))
        return position

    @staticmethod
    def with_marks(puzzle: Puzzle, values: Values, marks: Mapping[int, frozenset[int]]) -> Position:
        """The position with these digits, and the marks that a player has written in some cells;
        the others are open to every digit that the placed ones leave.

        :raises ValueError: where a mark is in no cell of the board.
        """
        puzzle.geometry.require(marks)
        bare = Position.of(puzzle.with_givens(values))
        noted = frozenset(cell for cell in marks if values[cell] is None)
        candidates = tuple(
            marks[cell] if cell in noted else here for cell, here in enumerate(bare.candidates)
        )
        return Position(puzzle, values, candidates, noted)

    def with_given(self, cell: int, digit: int) -> Position:
        """The position with a further given, which replaces the digit in its cell."""
        puzzle = self.puzzle.with_givens({cell: digit})
        if self.noted is None:
            return replace(self, puzzle=puzzle).place(cell, digit)
        values = (*self.values[:cell], digit, *self.values[cell + 1 :])
        return Position.with_marks(puzzle, values, {c: self.candidates[c] for c in self.noted})

    @property
    def geometry(self) -> Geometry:
        """The board."""
        return self.puzzle.geometry

    @property
    def grid(self) -> Grid:
        """The digits placed so far."""
        return Grid(self.geometry, self.values)

    @property
    def entered(self) -> tuple[int, ...]:
        """The cells that hold a digit which is not given."""
        givens = self.puzzle.givens
        return tuple(c for c, v in enumerate(self.values) if v is not None and givens[c] is None)

    @property
    def written(self) -> Position:
        """The position with the candidates of the noted cells alone, for a picture."""
        if self.noted is None:
            return self
        shown = (
            digits if cell in self.noted else frozenset[int]()
            for cell, digits in enumerate(self.candidates)
        )
        return replace(self, candidates=tuple(shown))

    @property
    def is_solved(self) -> bool:
        """Whether every cell holds a digit."""
        return None not in self.values

    def place(self, cell: int, digit: int) -> Position:
        """The position after writing a digit and crossing out the candidates that it excludes."""
        values = list(self.values)
        values[cell] = digit
        candidates = list(self.candidates)
        candidates[cell] = frozenset()
        if self.puzzle.constraints:
            for other, excluded in exclusions_of(self.puzzle.model).of(cell, digit):
                if excluded in candidates[other]:
                    candidates[other] = candidates[other] - {excluded}
        else:
            for peer in self.geometry.peers[cell]:
                if digit in candidates[peer]:
                    candidates[peer] = candidates[peer] - {digit}
        return Position(self.puzzle, tuple(values), tuple(candidates), self.noted, self.regions)

    def eliminate(self, eliminations: Iterable[tuple[int, int]]) -> Position:
        """The position without these (cell, digit) candidates."""
        candidates = list(self.candidates)
        for cell, digit in eliminations:
            candidates[cell] = candidates[cell] - {digit}
        return Position(self.puzzle, self.values, tuple(candidates), self.noted, self.regions)

    def with_regions(self, facts: Iterable[RegionFact]) -> Position:
        """The position in which more is known of its regions."""
        return replace(self, regions=self.regions.union(facts))

    def as_puzzle(self) -> Puzzle:
        """The puzzle that this position poses: its digits given, its candidates as pencil marks."""
        marks = tuple(
            None if value is not None else self.candidates[cell]
            for cell, value in enumerate(self.values)
        )
        return Puzzle(self.geometry, self.values, marks, self.puzzle.constraints)
