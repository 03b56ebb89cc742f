"""Singles and trial to the end: every answer of a puzzle, with the trace that leads to it.

Naked and hidden singles are written as long as there are some. If none is left, a cell with the
fewest candidates is chosen. Each candidate is assumed in turn, in the order of the digits, and
singles are written again under this assumption, and so on. Unlike every other preset, this one
needs neither a known solution nor a puzzle with exactly one: it visits all solutions, so the search
itself proves how many there are.

The singles use cells, houses and the all-different sets of a variant. Its other rules are checked
against the digits written so far wherever the singles end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Literal

from satdoku.base.limits import UNLIMITED, Limit, Stop
from satdoku.base.records import dataclass
from satdoku.board import Grid
from satdoku.puzzle import Position
from satdoku.techniques.arguments.assumptions import TrialProof
from satdoku.techniques.board import Candidates, bits, open_candidates
from satdoku.techniques.searches.small.settle import Failure, Scratch, end_step, steps_of
from satdoku.techniques.searches.small.trial import open_cells
from satdoku.techniques.step import Candidate, Contradiction, Rule, Step


@dataclass(frozen=True, slots=True)
class Branch:
    """The consequences of the candidates assumed so far.

    depth     how many candidates are assumed
    assumed   the last assumed candidate; ``None`` at the root
    singles   the digits that follow, in order
    ending    ``solution``; ``contradiction``; ``trial``: singles end, and the candidates of a cell
              are supposed next, one level deeper
    tried     the cell that is tried next, with its candidates
    wrong     the contradiction
    position  the board after the singles
    number    of a solution, from 1
    """

    depth: int
    assumed: Candidate | None
    singles: tuple[Step, ...]
    ending: Literal["solution", "contradiction", "trial"]
    position: Position
    number: int = 0
    tried: TrialProof | None = None
    wrong: Contradiction | None = None


@dataclass
class Trials:
    """The search from a position: iterate over its branches, then ask what was found.

    solutions  the answers, each once, at most as many as the limit allows
    tried      how many candidates were supposed
    stopped    which limit ended the search; ``None`` where the solutions are all there are
    """

    position: Position
    limit: Limit = UNLIMITED
    solutions: list[Grid] = field(default_factory=list, init=False)
    tried: int = field(default=0, init=False)
    stopped: Stop | None = field(default=None, init=False)

    def __iter__(self) -> Iterator[Branch]:
        clock, most = self.limit.start(), self.limit.solutions
        scratch = Scratch.of(open_candidates(self.position))
        end = scratch.end() or scratch.settle(scratch.singles())
        branch = self._followed(scratch, end, 0, None)
        yield branch
        # The cells being tried, each with the digits that are left; no recursion, for wide boards.
        path: list[tuple[Scratch, int, list[int]]] = []
        if branch.tried is not None:
            path.append(_to_try(scratch, branch.tried))
        while path:
            parent, cell, digits = path[-1]
            if not digits:
                path.pop()
                continue
            self.stopped = "solutions" if len(self.solutions) == most else clock.stopped()
            if self.stopped is not None:
                return
            d = digits.pop(0)
            self.tried += 1
            scratch = parent.copy()
            end = scratch.assume(cell, d)
            assumed = (cell, parent.cands.board.digits[d])
            branch = self._followed(scratch, end, len(path), assumed)
            yield branch
            if branch.tried is not None:
                path.append(_to_try(scratch, branch.tried))

    def _followed(
        self, scratch: Scratch, end: Failure | None, depth: int, assumed: Candidate | None
    ) -> Branch:
        cands = scratch.cands
        singles, position = steps_of(cands, scratch.log), cands.position()
        if end is not None:
            wrong = end_step(cands, end).contradiction
        else:
            wrong = _broken(cands, position.grid)
        if wrong is not None:
            return Branch(depth, assumed, singles, "contradiction", position, wrong=wrong)
        cells = open_cells(cands)
        if cells:
            proof = TrialProof(cells[0], cands.digit_names(cands.cand[cells[0]]))
            return Branch(depth, assumed, singles, "trial", position, tried=proof)
        if not self.position.puzzle.accepts(position.grid):
            raise AssertionError(f"trial filled {position.grid.text()}, and that breaks a rule")
        self.solutions.append(position.grid)
        number = len(self.solutions)
        return Branch(depth, assumed, singles, "solution", position, number)


def _to_try(scratch: Scratch, tried: TrialProof) -> tuple[Scratch, int, list[int]]:
    return scratch, tried.cell, list(bits(scratch.cands.cand[tried.cell]))


def _broken(cands: Candidates, grid: Grid) -> Contradiction | None:
    """A rule that the digits written break, which singles do not see."""
    if cands.board.plain:
        return None
    geometry = grid.geometry
    for place, rule in enumerate(cands.puzzle.constraints):
        problem = next(rule.faults(grid), None)
        if problem is not None:
            named = Rule(place, rule.name, rule.describe(geometry), rule.scope(geometry))
            return Contradiction("rule", problem.cells, rule=named)
    return None
