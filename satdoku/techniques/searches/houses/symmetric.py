"""Gurth's symmetrical placement: givens that a symmetry of the board takes to themselves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

from satdoku.base.errors import SatdokuError
from satdoku.base.limits import Clock, Limit
from satdoku.base.records import dataclass
from satdoku.puzzle import Puzzle
from satdoku.techniques.arguments.uniqueness import SymmetryProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import Step


@dataclass(frozen=True, slots=True)
class SymmetricalPlacement(Technique):
    """A symmetry of the board, with a change of digits, that takes the givens to the givens.

    It takes the solution to a solution of the same puzzle, and there is one solution alone: so the
    solution has the symmetry too. Where a cell goes to, the partner of its digit stands. A
    candidate is eliminated if its partners are eliminated or exclude each other: a cell that is its
    own image holds a digit that is its own partner.

    Pattern: ``cells`` the givens; ``digits`` the partners of the board's digits.
    """

    name: ClassVar[str] = "symmetrical-placement"
    needs_uniqueness: ClassVar[bool] = True

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuses rules, and marks of the puzzle itself."""
        if puzzle.constraints or puzzle.pencil_marks is not None:
            return "a rule or a mark of this puzzle may not have the symmetry of its givens"
        return None

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        givens = cands.puzzle.givens
        given = tuple(c for c, digit in enumerate(givens) if digit is not None)
        board = cands.board
        # Two digits that are not given can change places in any solution.
        if len({givens[c] for c in given}) < board.size - 1:
            return
        for cells, digits in _symmetries(cands.puzzle):
            clock.check()
            open_ = {(c, d) for c, mask in enumerate(cands.cand) for d in bits(mask)}
            held = open_ | {(c, d) for c, d in enumerate(cands.values) if d >= 0}
            excluded: set[tuple[int, int]] = set()
            for pair in open_:
                orbit = [pair]
                while (after := (cells[orbit[-1][0]], digits[orbit[-1][1]])) != pair:
                    orbit.append(after)
                clash = not held.issuperset(orbit) or any(
                    other in orbit for other in cands.excluded_by((pair,))
                )
                if clash:
                    excluded |= {other for other in orbit if other in open_}
            if excluded:
                names = board.digits
                proof = SymmetryProof(cells, tuple(names[d] for d in digits), given)
                out = tuple(sorted((c, names[d]) for c, d in excluded))
                yield Step(self.name, proof, eliminations=out)


@lru_cache(maxsize=8)
def _symmetries(puzzle: Puzzle) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The symmetries of the givens but the identity, as images of cells and of digits (places)."""
    # Few puzzles are asked about.
    from satdoku.symmetry import automorphisms

    try:
        group = automorphisms(puzzle, limit=Limit(seconds=1))
    except SatdokuError:  # a board without such moves
        return []
    if group.order > 1000:
        return []
    index = {digit: d for d, digit in enumerate(puzzle.geometry.digits)}
    return [
        (tuple(one.cells), tuple(index[digit] for digit in one.digits))
        for one in group.elements()
        if not one.is_identity
    ]


TERMS = (
    Term(
        SymmetricalPlacement(),
        aliases=(
            "Gurth's symmetrical placement",
            "Gurth's theorem",
            "Gurth",
            "GSP",
            "Gurth's symmetry",
            "emerald symmetry",
            "diagonal symmetry",
            "stick symmetry",
            "automorphic sudoku",
        ),
    ),
)
