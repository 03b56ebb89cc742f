"""Reverse BUG: the givens of two digits in cells that leave the others free to change places.

Take cells with two digits such that each house has both of them there, or neither. The other cells
of the two digits then have this property too: exchanged, each house still holds every digit once.
If no given is among these others, the puzzle has a second solution. So where all givens of two
digits are among some cells, and one cell more would close them, it does not hold that digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.puzzle import Puzzle
from satdoku.techniques.arguments.uniqueness import ReverseProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.houses.uniqueness import uniqueness_refusal
from satdoku.techniques.step import Step


@dataclass(frozen=True, slots=True)
class ReverseBug(Technique):
    """All givens of two digits are among some filled cells, which one cell more would close.

    With it, each house would have both digits in these cells, or neither. The other cells of the
    two digits, none of which is a given, could then exchange them: a second solution. So the cell
    does not hold the digit.

    Pattern: ``cells`` the filled cells and the open one, which is last; ``digits`` the two.
    """

    name: ClassVar[str] = "reverse-bug"
    needs_uniqueness: ClassVar[bool] = True

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuses rules beyond the houses, houses that may lack a digit, and marks of the puzzle
        itself."""
        if puzzle.pencil_marks is not None:
            return "a mark of this puzzle may not allow the exchange"
        return uniqueness_refusal(puzzle, complete=True)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, givens = cands.board, cands.puzzle.givens
        filled, given = [0] * board.size, [0] * board.size
        for cell, d in enumerate(cands.values):
            if d >= 0:
                filled[d] |= 1 << cell
                given[d] |= (givens[cell] is not None) << cell
        clock.check()
        pairs = tuple(combinations(range(board.size), 2))

        def found(number: int) -> _Closing:
            a, b = pairs[number]
            return _Closing(board, [given[a], given[b]], (filled[a], filled[b]))

        for number, pair in enumerate(pairs):
            # Which cells close them follows from the filled cells alone.
            placed = filled[pair[0]], filled[pair[1]]
            closing = cands.from_before(self, number, placed, found)
            for cell in bits(closing.around & cands.where[pair[closing.needed]]):
                if cells := closing.by(cell):
                    names = board.digits
                    eliminated = (cell, names[pair[closing.needed]])
                    proof = ReverseProof((names[pair[0]], names[pair[1]]), bits(cells), eliminated)
                    yield Step(self.name, proof, eliminations=(eliminated,))


class _Closing:
    """In which cells one of two digits closes filled cells of both.

    ``needed``  which of the two
    ``around``  where it can
    """

    def __init__(self, board: Board, held: list[int], filled: tuple[int, int]) -> None:
        self.board, self.held, self.filled = board, held, filled
        self.known: dict[int, int] = {}
        lacking = _close(board, held, filled)
        self.needed = 0 if lacking[0] else 1
        self.around = (1 << board.count) - 1 if lacking[self.needed] else 0
        for h in lacking[self.needed]:
            self.around &= 0 if lacking[1 - self.needed] else board.mask[h]

    def by(self, cell: int) -> int:
        """The filled cells that a cell closes; 0 where it closes none, or all."""
        if cell not in self.known:
            whole = [mask | (at == self.needed) << cell for at, mask in enumerate(self.held)]
            closed = not any(_close(self.board, whole, self.filled))
            both = whole[0] | whole[1]
            is_closed = closed and not all(mask & both for mask in self.board.mask)
            self.known[cell] = both & ~(1 << cell) if is_closed else 0
        return self.known[cell]


def _close(board: Board, held: list[int], filled: Sequence[int]) -> tuple[list[int], list[int]]:
    """Add to the cells of two digits the filled cells that houses with one of the two need; for
    each digit the houses that would need an open cell with it. Once both have one, no cell can
    serve them, and the rest is not looked at."""
    lacking: tuple[list[int], list[int]] = [], []
    todo = list(enumerate(board.mask))
    while todo:
        left = []
        for h, mask in todo:
            here = [at for at in (0, 1) if held[at] & mask]
            if len(here) == 1:
                missing = 1 - here[0]
                if more := filled[missing] & mask:
                    held[missing] |= more
                else:
                    lacking[missing].append(h)
                    if lacking[here[0]]:
                        return lacking
            elif not here:
                left.append((h, mask))
        todo = left if len(left) < len(todo) else []
    return lacking


TERMS = (
    Term(
        ReverseBug(),
        "reverse BUG",
        aliases=(
            "reverse bivalue universal grave",
            "reverse UR",
            "reverse BUG type 1",
            "reverse unique rectangle",
            "reverse unique loop",
            "reverse bivalue universal grave type 1",
        ),
        covers=("reverse BUG lite",),
        points=50,
    ),
)

HUMAN: dict[int, Technique] = {605: ReverseBug()}
