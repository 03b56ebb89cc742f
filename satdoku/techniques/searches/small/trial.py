"""Trial: put each candidate of a cell in turn and follow the consequences (bifurcation).

What one does with a pencil when nothing else is left, and the oldest technique of all; the first of
the project's seeds prints its trials as a tree, and so does this. It proves as much as any other
argument, but it is a search, not an insight, so it stands last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.assumptions import AssumptionProof, BranchEnding, TrialProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.small.settle import Scratch, end_step, grounded, prune, steps_of
from satdoku.techniques.step import Contradiction, Step


@dataclass(frozen=True, slots=True)
class Trial(Technique):
    """Every candidate of a cell is tried; those that end in a contradiction are eliminated.

    A cell holds one of its candidates. Each is assumed and followed through singles; where these
    run out, a cell of the position reached is tried in the same way. When all candidates
    but one fail, the one is placed; when some fail, they are crossed out. A candidate that reaches
    a filled board is not followed further, and does not show that the others fail.

    Pattern: ``cells`` the cell; ``parts`` one branch for each candidate, a step ``assumption``
    whose
    ``placements`` are the assumed digit, whose ``variant`` is ``contradiction``, ``solution`` or
    ``open`` (the ``nodes`` ran out), and whose ``parts`` are singles, then a contradiction or
    another trial. Order: cells with the fewest candidates first; the search ends with a cell for
    which the ``nodes`` run out and show nothing.
    """

    nodes: int = 20_000
    name: ClassVar[str] = "trial"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        base = Scratch.of(cands, clock)
        for cell in open_cells(cands):
            if cands.cand[cell].bit_count() < 2:
                continue
            tree = _Tree(self.nodes)
            step = tree.cell(base, cell)
            if step.eliminations or step.placements or step.contradiction is not None:
                yield grounded(cands, step)
            elif tree.nodes <= 0:
                return  # other cells have as many candidates or more


class _Tree:
    def __init__(self, nodes: int) -> None:
        self.nodes = nodes

    def cell(self, base: Scratch, cell: int) -> Step:
        """Try every candidate of a cell."""
        cands = base.cands
        pairs = cands.pairs((cell,), cands.cand[cell])
        tried = [self.branch(base, cell, d) for d in bits(cands.cand[cell])]
        failed = [
            pair
            for pair, (_, ending) in zip(pairs, tried, strict=True)
            if ending == "contradiction"
        ]
        alive = [pair for pair in pairs if pair not in failed]
        placed = alive if len(alive) == 1 else []
        return Step(
            "trial",
            TrialProof(
                cell, cands.digit_names(cands.cand[cell]), tuple([branch for branch, _ in tried])
            ),
            placements=tuple(placed),
            eliminations=() if placed else tuple(failed),
            contradiction=None if alive else Contradiction("no-candidate", (cell,)),
        )

    def branch(self, base: Scratch, cell: int, d: int) -> tuple[Step, BranchEnding]:
        """Follow one candidate to its end."""
        self.nodes -= 1
        cands = base.cands
        scratch = base.copy()
        end = scratch.assume(cell, d)
        ending: BranchEnding = "contradiction"
        parts: tuple[Step, ...]
        if end is not None:
            parts = (*steps_of(cands, prune(cands, scratch.log, end)), end_step(cands, end))
        else:
            parts = steps_of(cands, scratch.log)
            cells = open_cells(scratch.cands)
            if not cells:
                ending = "solution"
            elif self.nodes <= 0:
                ending = "open"
            else:
                inner, ending = self.deeper(scratch, cells[0])
                parts = (*parts, inner)
        pair = (cell, cands.board.digits[d])
        proof = AssumptionProof(pair, ending, parts)
        return Step("assumption", proof, placements=(pair,), variant=ending), ending

    def deeper(self, base: Scratch, cell: int) -> tuple[Step, BranchEnding]:
        """Try a cell under an assumption; the first candidate that lives settles the branch."""
        cands = base.cands
        branches = []
        ending: BranchEnding = "contradiction"
        for d in bits(cands.cand[cell]):
            branch, ending = self.branch(base, cell, d)
            branches.append(branch)
            if ending != "contradiction":
                break
        wrong = Contradiction("no-candidate", (cell,)) if ending == "contradiction" else None
        proof = TrialProof(cell, cands.digit_names(cands.cand[cell]), tuple(branches))
        return Step("trial", proof, contradiction=wrong), ending


def open_cells(cands: Candidates) -> list[int]:
    """Open cells, the fewest candidates first."""
    return [
        cell
        for _, cell in sorted(
            (mask.bit_count(), cell) for cell, mask in enumerate(cands.cand) if mask
        )
    ]


TERMS = (
    Term(
        Trial(),
        aliases=(
            "guess",
            "bifurcation",
            "guessing",
            "trial and error",
            "Ariadne's thread",
            "backtracking",
            "brute force",
            "guess and check",
        ),
        usual=90,
        points=110,
    ),
)

HUMAN: dict[int, Technique] = {840: Trial()}
