"""The smallest proof of one claim: the fewest facts from which it follows.

A claim (a candidate is true, or false) is supposed wrong and followed; what its failure rests on is
thinned out. Whether fewer facts would do is asked by smallest hitting sets (``hitting.py``): every
set of facts that implies the claim meets each set whose absence leaves the claim open. The number
of rounds is bounded, so the answer says whether the size is proved.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import inf

from satdoku.base.errors import Unsupported
from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.diagnosing.hitting import HittingSets
from satdoku.techniques.board import Candidates
from satdoku.techniques.searches.small.cases import TooLong, Work, by_cases, refuted, thinned
from satdoku.techniques.searches.small.position import Allowed, Facts, NeedOrRule
from satdoku.techniques.searches.small.solver import FactSolver
from satdoku.techniques.searches.small.steps import bare_step
from satdoku.techniques.searches.small.trace import trace
from satdoku.techniques.searches.small.trail import TrailProof, follow
from satdoku.techniques.step import Step

_MAX_STATEMENTS = 36
"""Statements of an argument that is shown, as in the steps of ``explain``."""

_MAX_ROUNDS = 80
"""Proposals after which the smallest size is left open."""

_CASES_WORK = 1600
"""Work (``Facts.work``) for an argument by cases."""

_AGAINST_WORK = 2500
"""Work for the argument against a false claim."""

_SEARCH_WORK = 5000
"""Work to find fewer facts."""

_MAX_PROVED_FACTS = 6
"""Facts of a set that is proved to be smallest; for more there are too many sets to try."""

_MAX_THINNED_FACTS = 24
"""Facts that thinning may leave; with more, and no readable argument, small sets are not tried."""


@dataclass(frozen=True, slots=True)
class SmallestProof:
    """A proof of a claim on few facts.

    size    the number of facts that it rests on
    proved  whether no fewer facts imply the claim
    """

    step: Step
    size: int
    proved: bool


class SmallestProofs:
    """The smallest proofs of claims about one position: its facts are read, and written as clauses,
    once."""

    def __init__(self, cands: Candidates, clock: Clock) -> None:
        self.facts = Facts(cands, clock)

    def argument_against(self, cell: int, d: int, on: bool) -> Step | None:
        """An argument without cases against a candidate being true (``on``) or false; ``None``
        where little work finds none.

        :raises RanOut: where the clock runs out first.
        """
        facts = self.facts
        trail = follow(facts, (facts.number[cell, d], on))
        facts.end = facts.work + _AGAINST_WORK
        try:
            while trail.alive and not facts.is_spent:
                trail.advance(facts.whole)
            proof = thinned(facts, trace(trail)) if trail.failed else None
        finally:
            facts.end = inf
        return None if proof is None or proof.length > _MAX_STATEMENTS else bare_step(facts, proof)

    def of(self, cell: int, d: int, on: bool, rounds: int = _MAX_ROUNDS) -> SmallestProof | None:
        """The proof on the fewest facts that a candidate is true (``on``), or false; ``None`` where
        the facts do not imply it, or no argument on few facts is short enough to be read.

        :raises RanOut: where the clock runs out first.
        """
        facts = self.facts
        start = facts.number[cell, d], not on
        proof = _followed(facts, start)
        if proof is not None and proof.size == 1:  # exclusions alone never fail
            return self._shown(proof, 1)
        solver = self._solver
        if solver is None:
            return self._shown(proof, 0)
        solver.restart()
        with solver.clauses:
            known = None if proof is None else proof.uses
            if known is None or known.size > _MAX_PROVED_FACTS:
                known = _sufficient(facts, solver, start, known)
                if known is None:
                    return None
                if proof is None or known is not proof.uses:
                    proof = _better(proof, _argued(facts, start, known))
                if proof is not None and proof.size <= known.size:
                    known = proof.uses
                if known.size > _MAX_THINNED_FACTS and not _is_readable(proof):
                    return None
            fewest, proved = _fewest(facts, solver, start, known, rounds)
            if fewest is not known:
                proof = _better(proof, _argued(facts, start, fewest))
        return self._shown(proof, fewest.size if proved else 0)

    def _shown(self, proof: TrailProof | None, proved_size: int) -> SmallestProof | None:
        if proof is None or not _is_readable(proof):
            return None
        return SmallestProof(bare_step(self.facts, proof), proof.size, proof.size == proved_size)

    @cached_property
    def _solver(self) -> FactSolver | None:
        """The facts as clauses; ``None`` where a rule cannot be written so."""
        try:
            return FactSolver(self.facts)
        except Unsupported:
            return None


def _followed(facts: Facts, start: tuple[int, bool]) -> TrailProof | None:
    """The proof without cases, on fewer facts than a first failure rests on."""
    proof = refuted(facts, start, facts.whole)
    return None if proof is None else thinned(facts, proof)


def _is_readable(proof: TrailProof | None) -> bool:
    return proof is not None and proof.length <= _MAX_STATEMENTS


def _better(one: TrailProof | None, other: TrailProof | None) -> TrailProof | None:
    """The one of two proofs that can be read, or the one on fewer facts."""
    both = [proof for proof in (one, other) if proof is not None]
    return min(both, key=lambda p: (not _is_readable(p), p.size, p.length), default=None)


def _argued(facts: Facts, start: tuple[int, bool], allowed: Allowed) -> TrailProof | None:
    """The argument by cases on some facts; ``None`` where it takes much work."""
    try:
        return by_cases(facts, start, allowed, Work(facts, _CASES_WORK))
    except TooLong:
        return None


def _sufficient(
    facts: Facts, solver: FactSolver, start: tuple[int, bool], known: Allowed | None
) -> Allowed | None:
    """Few facts that exclude an assumption; ``None`` where all together do not."""
    v, on = start
    assumed = v if on else ~v
    _, core = solver.core(assumed)
    if core is None:
        return None
    fewer = solver.thinned(core, assumed)
    return known if known is not None and known.size <= fewer.size else fewer


def _fewest(
    facts: Facts, solver: FactSolver, start: tuple[int, bool], best: Allowed, rounds: int
) -> tuple[Allowed, bool]:
    """The fewest facts that exclude an assumption, where those of ``best`` do, and whether no
    fewer do."""
    v, on = start
    every = facts.whole.each()
    sets = HittingSets(every)
    end = facts.work + _SEARCH_WORK
    try:
        for _ in range(rounds):
            if facts.work > end:
                break
            most = min(best.size - 1, _MAX_PROVED_FACTS)
            chosen = sets.smallest(facts.clock, most)
            if chosen is None:
                break
            allowed = _allowed(chosen)
            if solver.excludes(allowed, v, on=on):
                return allowed, True
            for missed in _missed(facts, solver, every, chosen, start):
                sets.add(missed)
                if sets.at_least > most:
                    break
        return best, sets.at_least >= best.size
    finally:
        sets.close()


def _missed(
    facts: Facts,
    solver: FactSolver,
    every: list[NeedOrRule],
    chosen: frozenset[NeedOrRule],
    start: tuple[int, bool],
) -> Iterator[list[NeedOrRule]]:
    """Sets of facts, none of which is among those chosen, that cannot all be left out: what is
    left when as many facts as possible are added, and the same again with the rest."""
    taken: set[NeedOrRule] = set(chosen)
    while not solver.excludes(_allowed(taken), start[0], on=start[1]):
        holding = set(taken)
        rest = [fact for fact in every if fact not in holding]
        missing: list[NeedOrRule] = []
        true = solver.model()
        for fact in rest:
            kind, place = fact
            if kind == "need" and facts.live[place] & true:
                holding.add(fact)
            elif not solver.excludes(_allowed({*holding, fact}), start[0], on=start[1]):
                holding.add(fact)
                true = solver.model()
            else:
                missing.append(fact)
        yield missing
        taken |= set(missing)


def _allowed(facts: frozenset[NeedOrRule] | set[NeedOrRule]) -> Allowed:
    return Allowed(
        frozenset(place for kind, place in facts if kind == "need"),
        frozenset(place for kind, place in facts if kind == "rule"),
    )
