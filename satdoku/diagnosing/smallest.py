"""The smallest proof of one claim: the fewest facts from which it follows.

A claim (a candidate is true, or false) is supposed wrong and followed; what its failure rests on is
thinned out. Whether fewer facts would do is asked by smallest hitting sets (``hitting.py``): every
set of facts that implies the claim meets each set whose absence leaves the claim open. The number
of rounds is bounded, so the answer says whether the size is proved.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from satdoku.base.errors import Unsupported
from satdoku.base.limits import Clock
from satdoku.diagnosing.hitting import HittingSets
from satdoku.techniques.board import Candidates
from satdoku.techniques.facts.cases import TooLong, Work, by_cases, refuted, thinned
from satdoku.techniques.facts.position import Allowed, Facts, NeedOrRule
from satdoku.techniques.facts.solver import FactSolver
from satdoku.techniques.facts.steps import bare_step
from satdoku.techniques.facts.trail import TrailProof
from satdoku.techniques.step import Step

__all__ = ["SmallestProof", "SmallestProofs"]

_LINES = 36
"""An argument of more statements is not shown, as in the steps of ``explain``."""

_ROUNDS = 80
"""Proposals after which the smallest size is left open."""

_WORK = 6400
"""How much is done (``Facts.work``) for an argument by cases."""

_SEARCH = 5000
"""How much is done to find fewer facts."""

_LARGEST = 6
"""Sets of more facts are not proved to be the smallest: the sets to try are too many."""


@dataclass(frozen=True, slots=True)
class SmallestProof:
    """A proof of a claim on few facts.

    size    how many facts it rests on
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
        """Why a candidate is not true (``on``), or not false, in an argument without cases.

        :raises RanOut: where the clock runs out first.
        """
        proof = _followed(self.facts, (self.facts.number[cell, d], on))
        return None if proof is None or proof.length > _LINES else bare_step(self.facts, proof)

    def of(self, cell: int, d: int, on: bool, rounds: int = _ROUNDS) -> SmallestProof | None:
        """The proof on the fewest facts that a candidate is true (``on``), or false; ``None`` where
        the facts do not imply it, or no argument on few facts is short enough to be read.

        :raises RanOut: where the clock runs out first.
        """
        facts = self.facts
        start = facts.number[cell, d], not on
        found = _followed(facts, start)
        proofs = [] if found is None else [found]
        proved_size = 0
        solver = self._solver
        if solver is not None:
            known = None if found is None else found.uses
            solver.restart()
            with solver.clauses:
                fewest = _fewest(facts, solver, start, known, rounds)
            if fewest is not None:
                allowed, proved = fewest
                proved_size = allowed.size if proved else 0
                if found is None or allowed.size < found.size:
                    with suppress(TooLong):
                        proofs.append(by_cases(facts, start, allowed, Work(facts, _WORK)))
        readable = [proof for proof in proofs if proof.length <= _LINES]
        if not readable:
            return None
        best = min(readable, key=lambda proof: (proof.size, proof.length))
        return SmallestProof(bare_step(facts, best), best.size, best.size == proved_size)

    @cached_property
    def _solver(self) -> FactSolver | None:
        """The facts as clauses; ``None`` where a rule cannot be written so."""
        try:
            return FactSolver(self.facts)
        except Unsupported:
            return None


def _followed(facts: Facts, start: tuple[int, bool]) -> TrailProof | None:
    """The proof without cases, on fewer facts than a first failure rests on."""
    found = refuted(facts, start, facts.whole)
    return None if found is None else thinned(facts, found)


def _fewest(
    facts: Facts,
    solver: FactSolver,
    start: tuple[int, bool],
    known: Allowed | None,
    rounds: int,
) -> tuple[Allowed, bool] | None:
    """The fewest facts that exclude an assumption, and whether no fewer do; ``None`` where all
    facts together do not."""
    v, on = start
    asked = v if on else ~v
    _, core = solver.core(asked)
    if core is None:
        return None
    best = solver.thinned(core, asked)
    if known is not None and known.size <= best.size:
        best = known
    every = facts.whole.each()
    sets = HittingSets(every)
    end = facts.work + _SEARCH
    try:
        for _ in range(rounds):
            if facts.work > end:
                break
            most = min(best.size - 1, _LARGEST)
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
