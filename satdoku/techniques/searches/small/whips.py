"""Whips and braids: a candidate that leaves some cell or house without one (Denis Berthier).

Cells that must hold a digit, and houses that must hold one, are taken one after another: each has
one candidate left beside those that the supposed candidate excludes, or a candidate found before.
The last has none left. So many cells and houses are the length of the whip or braid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.small.position import Allowed, Facts
from satdoku.techniques.searches.small.steps import bare_step
from satdoku.techniques.searches.small.trace import trace
from satdoku.techniques.searches.small.trail import TrailProof, follow
from satdoku.techniques.step import Step


def _step(name: str, facts: Facts, proof: TrailProof) -> Step:
    return replace(
        bare_step(facts, proof, whole=True), technique=name, variant=f"{name}[{proof.size}]"
    )


@dataclass(frozen=True, slots=True)
class Whip(Technique):
    """A braid that is continuous: each cell or house has a candidate that the one found just
    before excludes.

    Were the candidate true, each cell or house in turn would have one candidate left, and the last
    none.

    ``shortest``, ``longest``: the shortest whips come first, from so many cells and houses on (one
    is a single, or locked candidates); ``widest`` is how many beginnings are kept for a candidate
    and a length.

    Pattern: as of a small proof; its size is the length of the whip.
    """

    shortest: int = 2
    longest: int = 8
    widest: int = 200
    name: ClassVar[str] = "whip"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        facts = Facts(cands, clock)
        layers = {v: [(v, near, frozenset[int]())] for v, near in enumerate(facts.near)}
        for _ in range(self.longest):
            following = {}
            for v, begun in layers.items():
                clock.check()
                longer = self._longer(facts, begun)
                if isinstance(longer, frozenset):
                    trail = follow(facts, (v, True))
                    if len(longer) >= self.shortest and trail.run(Allowed(longer, frozenset())):
                        yield _step(self.name, facts, trace(trail))
                elif longer:
                    following[v] = longer
            layers = following

    def _longer(
        self, facts: Facts, begun: list[tuple[int, int, frozenset[int]]]
    ) -> list[tuple[int, int, frozenset[int]]] | frozenset[int]:
        """Beginnings with one fact more, or the facts of a whip that is at its end."""
        known: dict[tuple[int, int], frozenset[int]] = {}
        for last, false, used in begun:
            # What the last candidate excludes itself; at the beginning that is the supposed one.
            touched = {fact for lost in bits(facts.near[last]) for fact in facts.of[lost]}
            for fact in sorted(touched - used):
                rest = facts.live[fact] & ~false
                if not rest:
                    return used | {fact}
                right = rest.bit_length() - 1
                # One found before excludes nothing new.
                if not rest & (rest - 1) and facts.near[right] & ~false:
                    key = right, false | facts.near[right]
                    if key not in known and len(known) < self.widest:
                        known[key] = used | {fact}
        return [(right, false, used) for (right, false), used in known.items()]


@dataclass(frozen=True, slots=True)
class Braid(Technique):
    """A candidate with which singles lead to a contradiction, on few cells and houses.

    Each cell or house has one candidate left beside those that the supposed candidate or candidates
    found before exclude, in any order; the last has none left. A whip is a braid in which each goes
    on from the one before.

    ``shortest`` and ``longest`` are as of a whip.

    Pattern: as of a small proof; its size is the length of the braid.
    """

    shortest: int = 2
    longest: int = 20
    name: ClassVar[str] = "braid"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        facts = Facts(cands, clock)
        every = Allowed(frozenset(range(len(facts.live))), frozenset()) if facts.filters else None
        proofs = []
        for v in range(len(facts.pairs)):
            clock.check()
            trail = follow(facts, (v, True))
            if trail.run(every):
                proofs.append(self._thinned(facts, v, trace(trail)))
        proofs.sort(key=lambda proof: proof.size)
        for proof in proofs:
            if self.shortest <= proof.size <= self.longest:
                yield _step(self.name, facts, proof)

    def _thinned(self, facts: Facts, v: int, proof: TrailProof) -> TrailProof:
        """The proof without facts that it does not need."""
        for fact in proof.uses.each():
            if proof.uses.has(fact):
                trail = follow(facts, (v, True))
                if trail.run(proof.uses.without(fact)):
                    proof = trace(trail)
        return proof


TERMS = (
    Term(
        Whip(),
        covers=(
            "t-whip",
            "z-chain",
            "t-chain",
            "zt-chain",
            "zt-whip",
            "nrct-chain",
            "nrczt-chain",
            "xyt-chain",
            "xyzt-chain",
            "hxyt-chain",
            "typed whip",
        ),
    ),
    Term(Braid()),
)
