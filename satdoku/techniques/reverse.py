"""Reverse BUG: the givens of two digits in cells that leave the others free to change places.

Take cells with two digits such that each house has both of them there, or neither. The other cells
of the two digits then have this property too: exchanged, each house still holds every digit once.
If no given is among these others, the puzzle has a second solution. So where all givens of two
digits are among some cells, and one cell more would close them, it does not hold that digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.puzzle import Puzzle
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates
from satdoku.techniques.step import ReverseProof, Step
from satdoku.techniques.terms import Term
from satdoku.techniques.uniqueness import uniqueness_refusal

__all__ = ["TERMS", "ReverseBug"]


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
        board, values, givens = cands.board, cands.values, cands.puzzle.givens
        for pair in combinations(range(board.size), 2):
            clock.check()
            filled = {cell: d for cell, d in enumerate(values) if d in pair}
            closed = {cell: d for cell, d in filled.items() if givens[cell] is not None}
            lacking = _close(board, closed, filled, pair)
            needed = set(lacking.values())
            if len(needed) != 1:
                continue
            (digit,) = needed
            for cell, mask in enumerate(cands.cand):
                if not mask >> digit & 1 or not lacking.keys() <= set(board.houses_of[cell]):
                    continue
                whole = closed | {cell: digit}
                if _close(board, whole, filled, pair):
                    continue
                if len({h for c in whole for h in board.houses_of[c]}) < len(board.houses):
                    names = board.digits
                    gone, held = (cell, names[digit]), tuple(sorted(whole.keys() - {cell}))
                    proof = ReverseProof((names[pair[0]], names[pair[1]]), held, gone)
                    yield Step(self.name, proof, eliminations=(gone,))


def _close(
    board: Board, closed: dict[int, int], filled: Mapping[int, int], pair: tuple[int, int]
) -> dict[int, int]:
    """Add the filled cells that houses with one of the two digits need; returns the houses that
    would need a cell that is open, with the digit."""
    while True:
        lacking: dict[int, int] = {}
        added = False
        for h, members in enumerate(board.members):
            held = {closed[cell] for cell in members if cell in closed}
            if len(held) == 1:
                (other,) = {*pair} - held
                lacking[h] = other
                for cell in members:
                    if filled.get(cell) == other:
                        closed[cell] = other
                        added = True
        if not added:
            return lacking


TERMS = (
    Term(
        ReverseBug(),
        "reverse BUG",
        aliases=("reverse bivalue universal grave", "reverse UR"),
        covers=("reverse BUG lite",),
    ),
)
