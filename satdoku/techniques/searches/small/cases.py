"""Proofs on given facts: without cases, on fewer facts, and with assumptions inside."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TypeAlias

from satdoku.techniques.board import bits
from satdoku.techniques.searches.small.position import Allowed, Facts
from satdoku.techniques.searches.small.trace import trace
from satdoku.techniques.searches.small.trail import Trail, TrailProof, follow

Case: TypeAlias = tuple[int, tuple["Case", ...]]
"""A candidate that is refuted inside of an argument, with those refuted inside of that."""


def refuted(facts: Facts, start: tuple[int, bool] | None, allowed: Allowed) -> TrailProof | None:
    """The proof on these facts alone, without cases."""
    trail = follow(facts, start)
    return trace(trail) if trail.run(allowed) else None


def thinned(facts: Facts, proof: TrailProof) -> TrailProof:
    """The proof on fewer facts, as long as one can be left out."""
    start = proof.trail.start
    for fact in proof.uses.each():
        if facts.is_spent:
            break
        if not proof.uses.has(fact):
            continue
        shorter = refuted(facts, start, proof.uses.without(fact))
        if shorter is not None:
            proof = shorter
    return proof


class TooLong(Exception):
    """Raised where an argument by cases takes more work than was allowed."""


class Work:
    """How much may still be done for an argument by cases."""

    def __init__(self, facts: Facts, limit: float) -> None:
        self.facts = facts
        self.end = facts.work + limit

    def check(self) -> None:
        """:raises TooLong: where all of it is done."""
        self.facts.clock.check()
        if self.facts.work > self.end:
            raise TooLong


def cost(proof: TrailProof) -> tuple[int, int, int]:
    """The effort of reading a proof: a fact to keep in mind weighs as four statements."""
    start = proof.trail.start
    return 4 * proof.size + proof.length, proof.size, -1 if start is None else start[0]


def by_cases(
    facts: Facts, start: tuple[int, bool] | None, allowed: Allowed, work: Work | None = None
) -> TrailProof:
    """The proof on facts that are known to suffice, with assumptions inside where it needs them.

    :raises TooLong: where that takes more work.
    :raises AssertionError: where they do not suffice.
    """
    return _cases(follow(facts, start), allowed, work or Work(facts, inf))


def guided(trail: Trail, cases: Sequence[Case], allowed: Allowed) -> TrailProof | None:
    """The proof on some facts that an assumption fails, with these candidates refuted inside, one
    after another; ``None`` where they do not refute it."""
    for v, inner_cases in cases:
        if trail.run(allowed):
            break
        if not (trail.false | trail.true) >> v & 1:
            inner = guided(trail.inside(v), inner_cases, allowed)
            if inner is not None:
                trail.lose(v, inner)
    return trace(trail) if trail.failed or trail.run(allowed) else None


def cases_of(proof: TrailProof) -> tuple[Case, ...]:
    """The candidates that a proof refutes inside, in order."""
    parts = [proof.trail.parts[place] for place in proof.parts]
    return tuple([(part.trail.start[0], cases_of(part)) for part in parts if part.trail.start])


def _cases(trail: Trail, allowed: Allowed, work: Work) -> TrailProof:
    facts = trail.facts
    while not trail.run(allowed):
        choices = _choices(trail, allowed)
        if not choices:
            if facts.is_spent:
                raise TooLong  # what clues say is not asked any more
            raise AssertionError("the facts do not exclude the candidate")
        # First what fails at once; else one fact's candidates in turn, each to its end.
        before = trail.false
        for v in dict.fromkeys(v for mask in choices for v in bits(mask)):
            if (trail.false | trail.true) >> v & 1:
                continue
            work.check()
            inner = trail.inside(v)
            if inner.run(allowed):
                trail.lose(v, trace(inner))
                if trail.run(allowed):
                    return trace(trail)
        if trail.false == before:
            v = bits(choices[0])[0]
            inner = trail.inside(v)
            trail.lose(v, _cases(inner, allowed, work))
    return trace(trail)


def _choices(trail: Trail, allowed: Allowed) -> list[int]:
    """The open candidates of each fact that is not yet met, the fewest first."""
    facts = trail.facts
    open_ = ~trail.false
    masks = []
    for fact in sorted(allowed.needs):
        mask = facts.live[fact] & open_
        if not mask & trail.true:
            masks.append(mask)
    for rule in sorted(allowed.rules):
        for cell in facts.filters[rule].cells:
            mask = facts.in_cell.get(cell, 0) & open_
            if mask and not mask & trail.true:
                masks.append(mask)
    return sorted(masks, key=lambda mask: (mask.bit_count(), mask & -mask))
