"""Forcing chains from several assumptions: Nishio, cell, region, rectangle and dynamic.

| technique | assumptions | may use |
|---|---|---|
| nishio | one candidate, one digit only | candidates refuted on the way |
| cell-forcing-chains | every candidate of a cell | the position as it is |
| region-forcing-chains | every place of a digit in a house | the position as it is |
| rectangle-forcing-chains | the further candidates of a unique rectangle | the position as it is |
| dynamic-forcing-chains | also a candidate both ways, or alone | candidates refuted on the way |

The argument is always the same. One of the assumptions is true (a cell holds a digit, a house holds
a digit somewhere, a rectangle is not left with two digits, a candidate is true or false); what all
of them lead to is true; and an assumption that leads to a clash is false. The order of the searches
follows Sudoku Explainer 1.2.1; which of several results counts as the easiest is decided by
``order``. Dynamic chains that use patterns or other chains on the way are searched for by the
compiled core (kernel.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar, Literal

from satdoku.base.compiled import compiled_core
from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.puzzle import Puzzle
from satdoku.techniques.arguments.chains import ForcingProof
from satdoku.techniques.arguments.uniqueness import LoopProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates
from satdoku.techniques.names.terms import Term
from satdoku.techniques.reasoning import (
    Bound,
    ChainOrder,
    Consequences,
    DerivedStatement,
    FoundChain,
    best,
    chain_of,
    multiple,
    partners_of,
    propagate,
    shortest,
    step_of,
)
from satdoku.techniques.searches.houses.kernel import KernelSearch
from satdoku.techniques.searches.houses.uniqueness import rectangles, uniqueness_refusal
from satdoku.techniques.step import Step


@dataclass(frozen=True, slots=True)
class ForcingChains(Technique):
    """The searches of the table, by mode; the text of the family has the argument.

    ``mode``  ``nishio``, ``static`` (cell and region together) or ``dynamic``
    ``producer``  of Sudoku Explainer's order: the compiled core, where it is installed, looks for
              the easiest on the classic board, and finds the same in a thirtieth of the time
    ``longest``  the most statements of a case, where the easiest is looked for

    Pattern: ``chains`` one for each case, ends in what they agree on; for ``contradiction`` two
    that end in a statement and its opposite. ``variant`` contradiction, double, cell or region;
    ``cells``, ``digits`` the candidate assumed (for cell the cell, for region the digit).
    """

    mode: Literal["nishio", "static", "dynamic"] = "dynamic"
    order: ChainOrder = shortest
    producer: int | None = None
    longest: int | None = None

    @property
    def name(self) -> str:
        return "nishio" if self.mode == "nishio" else f"{self.mode}-forcing-chains"

    @property
    def names(self) -> tuple[str, ...]:
        """Static chains are called by their cases."""
        if self.mode == "static":
            return tuple(StaticChains(kind).name for kind in ("cell", "region"))
        return (self.name,)

    def _hints(
        self, cands: Candidates, clock: Clock, bound: Bound | None = None
    ) -> Iterator[FoundChain]:
        return multiple(
            cands, clock, dynamic=self.mode != "static", nishio=self.mode == "nishio", bound=bound
        )

    def _step(self, cands: Candidates, hint: FoundChain) -> Step:
        name = self.name if self.mode != "static" else f"{hint.kind}-forcing-chains"
        return step_of(cands, hint, name)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        for hint in self._hints(cands, clock):
            yield self._step(cands, hint)

    def easiest(self, cands: Candidates, clock: Clock) -> Step | None:
        """The easiest of all, without building the others."""
        # A preset asks for short cases first and for any later: the search is the same.
        key = f"easiest {self.name} {self.producer} {self.order}"
        step = cands.once(key, lambda: self._easiest(cands, clock))
        if step is None or self.longest is None:
            return step
        cases = step.proof.chains if isinstance(step.proof, ForcingProof) else ()
        return step if all(len(case.nodes) <= self.longest for case in cases) else None

    def _easiest(self, cands: Candidates, clock: Clock) -> Step | None:
        if self.producer is not None and compiled_core("se_find") is not None:
            core = KernelSearch(self.name, self.producer)
            if core.refusal(cands.puzzle) is None:
                return core.easiest(cands, clock)
        bound = Bound(self.order)
        hint = best(self._hints(cands, clock, bound), bound)
        return None if hint is None else self._step(cands, hint)


@dataclass(frozen=True, slots=True)
class StaticChains(Technique):
    """Cell or region forcing chains alone; the text of the family has the argument."""

    kind: Literal["cell", "region"] = "cell"

    @property
    def name(self) -> str:
        return f"{self.kind}-forcing-chains"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        for hint in multiple(cands, clock, dynamic=False):
            if hint.kind == self.kind:
                yield step_of(cands, hint, self.name)


@dataclass(frozen=True, slots=True)
class RectangleChains(Technique):
    """Chains from each further candidate of a unique rectangle to the same conclusion.

    Were four cells of two rows, two columns and two boxes left with two digits, these could be
    exchanged; so one of the further candidates is true, and what follows from each of them is true.
    With two further candidates the rectangle is a strong link between them: the two chains, put
    together, are an alternating chain with a rectangle in it.

    ``most``  the most further candidates
    ``longest``  the most statements of a case

    Pattern: ``cells`` the rectangle; ``digits``; ``chains`` one for each further candidate.
    """

    most: int = 8
    longest: int = 12
    needs_uniqueness: ClassVar[bool] = True
    name: ClassVar[str] = "rectangle-forcing-chains"

    def refusal(self, puzzle: Puzzle) -> str | None:
        """The reason of unique rectangles."""
        return uniqueness_refusal(puzzle)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        runs: dict[int, Consequences] = {}
        agreed = [
            (sum(end.size for end in ends), number, ends, proof)
            for proof in rectangles(cands, clock)
            if len(proof.extra) <= self.most
            for number, ends in self._agreed(cands, clock, proof, runs)
        ]
        for _, number, ends, proof in sorted(agreed, key=lambda each: each[:2]):
            yield self._step(cands, number, ends, proof)

    def _agreed(
        self, cands: Candidates, clock: Clock, proof: LoopProof, runs: dict[int, Consequences]
    ) -> Iterator[tuple[int, list[DerivedStatement]]]:
        """The statements that follow from each further candidate, each with how."""
        size, index_of = cands.board.size, cands.board.index_of
        starts = [(cell, index_of[digit]) for cell, digit in proof.extra]
        on = off = -1
        for cell, d in starts:
            some, others = cands.once(
                f"reach {self.longest} {cell} {d}", partial(self._reach, cands, cell, d)
            )
            on, off = on & some, off & others
            if not on | off:
                return
        cases = []
        for cell, d in starts:
            start = 2 * (cell * size + d) + 1
            if start not in runs:
                clock.check()
                runs[start] = propagate(cands, start, clock, dynamic=False, bound=self.longest)
            cases.append(runs[start])
        for number in cases[0].on.keys() | cases[0].off.keys():
            ends = [(case.on if number & 1 else case.off).get(number) for case in cases]
            known = [end for end in ends if end is not None and end.size <= self.longest]
            if len(known) == len(cases):
                yield number, known

    def _reach(self, cands: Candidates, cell: int, d: int) -> tuple[int, int]:
        """The candidates that can be true, or false, within so many statements where one is true;
        :func:`propagate` reaches no others."""
        board, every, partners = cands.board, cands.every, partners_of(cands)
        count, size = board.count, board.size
        fresh = on = 1 << d * count + cell
        off = 0
        for length in range(2, self.longest + 1):
            reached = 0
            if length % 2:
                while fresh:
                    low = fresh & -fresh
                    reached |= partners.get(low.bit_length() - 1, 0)
                    fresh ^= low
                fresh = reached & ~on
                on |= fresh
            else:
                while fresh:
                    low = fresh & -fresh
                    e, other = divmod(low.bit_length() - 1, count)
                    reached |= board.rivals[other * size + e]
                    fresh ^= low
                fresh = reached & every & ~off
                off |= fresh
        return on, off

    def _step(
        self, cands: Candidates, number: int, ends: list[DerivedStatement], proof: LoopProof
    ) -> Step:
        cell, d = divmod(number >> 1, cands.board.size)
        pair = cell, cands.board.digits[d]
        chains = tuple(chain_of(cands, end) for end in ends)
        return Step(
            self.name,
            ForcingProof("rectangle", proof.extra[0], chains, loop=proof),
            placements=(pair,) if number & 1 else (),
            eliminations=() if number & 1 else (pair,),
            variant="rectangle",
        )


TERMS = (
    Term(ForcingChains("nishio"), "Nishio", aliases=("Nishio Forcing Chains",), se=(75, None)),
    Term(
        StaticChains("cell"),
        aliases=(
            "cell-chains",
            "unit forcing chains of a cell",
            "quad forcing chain",
            "kraken cell",
            "cell forcing",
            "triple forcing chain",
        ),
        se=(80, None),
        points=76,
    ),
    Term(
        StaticChains("region"),
        aliases=(
            "region-chains",
            "unit forcing chains",
            "kraken row",
            "kraken column",
            "kraken box",
            "unit forcing",
        ),
        covers=("multi-branch W-wing",),
        se=(80, None),
        points=76,
    ),
    Term(
        RectangleChains(),
        aliases=("UR forcing chains", "unique rectangle chain"),
        covers=(
            "AIC with unique rectangle",
            "AIC with UR node",
            "AIC with UR",
            "UR in chains",
            "unique rectangle in a chain",
        ),
        points=74,
    ),
    Term(
        ForcingChains(),
        aliases=(
            "Dynamic Contradiction Forcing Chains",
            "Dynamic Double Forcing Chains",
            "Dynamic Cell Forcing Chains",
            "Dynamic Region Forcing Chains",
            "contradiction-chain",
            "double-chain",
            "forcing net",
            "Forcing Net Contradiction",
            "Forcing Net Verity",
            "Forcing Chain Contradiction",
            "digit forcing chains",
            "dynamic chains",
            "tabling",
            "Trebor's tables",
            "contradiction net",
            "error net",
            "implication network",
        ),
        covers=("supercolouring", "ultracolouring", "super colouring", "ultra colouring"),
        se=(85, None),
    ),
)

# Cases of up to six statements are a line each.
HUMAN: dict[int, Technique] = {
    775: RectangleChains(longest=6),
    780: ForcingChains("static", producer=24, longest=6),
    795: ForcingChains("static", producer=24),
}
