"""Small proofs: the few rules and facts from which the next step follows, without a name.

What is left when no technique has a name for it. A wrong candidate is one that breaks some rules
together; few rules make a short argument (Espasa, Gent, Hoffmann, Jefferson, McIlree and Lynch,
"Towards Generic Explanations for Pen and Paper Puzzles with MUSes"; Bogaerts, Gamba and Guns, "A
framework for step-wise explaining how to solve constraint satisfaction problems"). Every puzzle
with one solution can be explained to its end like this, whatever its rules.

Each candidate is supposed true (and each false), and what follows is followed breadth first, all
of them side by side, until one fails; what its failure rests on is then thinned out, fact by
fact. Where nothing fails in this way, a SAT solver names facts that rule a candidate out, and
the argument goes by cases. The sets found are small; that no smaller one exists is not claimed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.small.settle import placed_cells, visible_end
from satdoku.techniques.step import Step


@dataclass(frozen=True, slots=True)
class SmallProof(Technique):
    """A few facts that cannot all be if a candidate is true (or if it is false).

    A fact is that a cell must hold a digit, that a house must hold a digit, or that a rule of the
    variant must be kept; the condition that no digit repeats is not counted. The argument assumes
    the opposite of its conclusion and derives consequences from these facts alone until one of
    them fails.

    Pattern: ``cells`` each must hold a digit; ``houses`` each must hold the digit at the same
    place of ``digits``; ``rules``. ``chains`` the one argument, its ``conflict`` the end; ``parts``
    the same for further candidates that the same facts refute. ``variant`` ``single``: one fact
    leaves one candidate; ``direct``: one fact excludes candidates; ``assumption``; ``cases``:
    with assumptions inside the assumption; ``search``: an exhaustive search shows it.

    ``finalists`` proofs are thinned out before the smallest is taken; ``cores`` as many answers
    of the solver. ``budget`` bounds the search for an argument, in steps of some 20 microseconds:
    what is followed, what clues are asked, clauses that are written or loaded, propagations of
    solvers and the work of the compiled search all count. When it is spent the shortest argument so
    far is taken and marked (``cut``), and where there is none of at most 24 statements, what an
    exhaustive search shows, whose work has bounds of its own. ``work`` bounds each of the two
    searches after it: for a shorter argument by cases, and for what else its facts exclude.
    ``most`` is the number of facts up to which proofs count;
    from ``large`` facts on, an argument by cases on fewer is looked for too. ``longest``: the most
    statements of an argument by cases, in place of 24; nothing is found then where there is none.
    """

    finalists: int = 12
    large: int = 8
    cores: int = 6
    work: int = 8000
    budget: int = 25_000
    most: int | None = None
    longest: int | None = None
    name: ClassVar[str] = "small-proof"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        if visible_end(cands, placed_cells(cands)) is not None:
            return
        # Most puzzles have techniques for every step, and never get here.
        from satdoku.techniques.searches.small.position import Facts
        from satdoku.techniques.searches.small.search import FactSearch

        bounds = self.finalists, self.large, self.cores, self.work, self.budget
        facts = Facts(cands, clock)
        yield from FactSearch(facts, *bounds, self.most, self.longest).steps()


TERMS = (
    Term(
        SmallProof(),
        aliases=("mus", "minimal unsatisfiable subset"),
        covers=(
            "g-whip",
            "g-braid",
            "S-whip",
            "S-braid",
            "subset exclusion",
            "aligned quadruple exclusion",
            "aligned quintuple exclusion",
            "extended subset principle",
            "ESP",
            "XYZ-ring",
            "XYZ-loop",
            "XYZ nice loop",
            "grouped XYZ-ring",
            "grouped XYZ-loop",
            "grouped XYZ nice loop",
            "siamese XYZ-ring",
            "blossom loop",
            "firework pair",
            "firework pair type 1",
            "firework pair type 2",
            "firework pair type 3",
            "almost locked quadruple",
            "almost locked triple value type",
            "almost locked quadruple value type",
            "finned chain",
            "finned nice loop",
            "house death blossom",
            "n-times almost locked set death blossom",
            "subset counting",
            "W-whip",
            "B-whip",
            "B-braid",
            "forcing whip",
            "forcing braid",
            "ORk-whip",
            "ORk-chain",
            "ORk-forcing whip",
        ),
        points=60,
    ),
)
