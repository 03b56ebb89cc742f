"""Document: a puzzle as a file or link holds it, with its title, drawings and other contents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.board.grid import Grid
from satdoku.puzzle.position import Position
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:  # few documents have drawings
    from satdoku.puzzle.cosmetic import Cosmetic, Fog
    from satdoku.puzzle.drawn_reading import DrawnReading

OPEN_CLUES = "open_clues"
"""The name among the extras of clues that were drawn without their number."""


@dataclass(frozen=True)
class Document:
    """A puzzle with its title, author, solution and other contents of a file.

    position  the candidates as written, where the text holds them (a candidate grid, 729 marks);
              ``puzzle`` then has them as pencil marks
    solution  the solution in the file, which is not checked
    extras    other data of the file (date, source, level, url, ...), as text;
              what a reader left out is a :class:`~satdoku.puzzle.listing.Listing`
    drawings  what is drawn besides the rules, in the order of drawing
    fog       where the board is under fog
    reading   what the drawings and words were read as, where they were
    corners   the digits that a player has noted at the corners of cells, which say nothing about
              the solution
    """

    puzzle: Puzzle
    position: Position | None = None
    title: str | None = None
    author: str | None = None
    rules: str | None = None
    solution: Grid | None = None
    extras: Mapping[str, str] = field(default_factory=dict, hash=False)
    drawings: tuple[Cosmetic, ...] = ()
    fog: Fog | None = None
    reading: DrawnReading | None = None
    corners: Mapping[int, frozenset[int]] = field(default_factory=dict, hash=False)

    @property
    def bare_puzzle(self) -> Puzzle:
        """The puzzle without the digits and marks that a player has entered."""
        return self.puzzle if self.position is None else self.position.puzzle

    @property
    def full_solution(self) -> Grid | None:
        """The solution in the text as a full grid of the puzzle's board; ``None`` where it has
        none, or not of every cell."""
        solution, geometry = self.solution, self.puzzle.geometry
        if solution is None or not solution.is_full or len(solution.values) != geometry.cell_count:
            return None
        return Grid(geometry, solution.values)

    def givens_only(self) -> Document:
        """The document without the digits and marks that a player has entered.

        :raises FormatError: where nothing else poses the puzzle: a text of candidates alone.
        """
        if self.position is None:
            return replace(self, corners={}) if self.corners else self
        bare = self.bare_puzzle
        if self.puzzle.is_sukaku and not bare.is_sukaku and not bare.clues:
            raise FormatError("the puzzle consists of candidates, and has no givens to start from")
        return replace(self, puzzle=bare, position=None, corners={})
