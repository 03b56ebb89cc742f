"""Negation with clues: a candidate is supposed, and what houses and clues leave contradicts it.

On boards where rules say more than what two cells may not hold, negation by singles alone would
leave out the most important rules. Here each clue is a step as well: what is left to its cells
once all ways that are gone are out. The candidates that a short search refutes are followed in this
way, all of them side by side, so the first contradiction found is one that takes few steps.

Other names: "the cages force two 9s", "the clue's digits leave the box no 9", clues that cross.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import Step


@dataclass(frozen=True, slots=True)
class ClueNegation(Technique):
    """A candidate with which singles and clues lead to a contradiction.

    The consequences are derived without further assumptions: a cell or a house has one candidate
    left, or a clue, with the candidates left in its cells, forces or excludes some. It ends where a
    cell or a digit of a house has nothing left, or no way is left to keep a clue.

    ``longest`` bounds the statements after the assumption.

    Pattern: as of a small proof: ``cells``, ``houses`` with ``digits`` and ``rules`` the facts that
    it rests on, ``chains`` the argument, ``parts`` the same for further candidates that the same
    facts refute. ``variant`` ``assumption``.
    """

    longest: int = 8
    name: ClassVar[str] = "clue-negation"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        if cands.board.plain:
            return
        from satdoku.techniques.searches.small.position import Facts
        from satdoku.techniques.searches.small.search import negations

        for step in negations(Facts(cands, clock), self.longest):
            yield replace(step, technique=self.name)


TERMS = (Term(ClueNegation(), "negation with clues", points=60),)
