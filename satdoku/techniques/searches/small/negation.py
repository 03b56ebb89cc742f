"""Negation: assume a candidate, follow the simple elements to a contradiction, cross it out.

The sixth element of the project's six-element seed. The position under the assumption is worked on
with the other five (Sbit, Ubit, Intersection, Enclosure, Exclosure); when cells share too few
digits, or digits too few places, the assumption was wrong. Negation nested to depth 2 may use
Negation of depth 1 under the assumption, and so on: depth 1 solves all but the hardest puzzles,
depth 2 "the hardest in the world".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from satdoku.base.limits import Clock, RanOut
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.assumptions import NegationProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.houses.locked import Locked
from satdoku.techniques.searches.houses.subsets import Enclosure, Exclosure
from satdoku.techniques.searches.small.settle import (
    NAKED,
    Failure,
    Scratch,
    Settled,
    end_step,
    grounded,
    prune,
    steps_of,
)
from satdoku.techniques.step import Step

Elements = Literal["singles", "all"]


@dataclass(frozen=True, slots=True)
class Negation(Technique):
    """A candidate that leads to a contradiction is false.

    ``depth``     how deep negations may be nested
    ``elements``  what may be used under an assumption besides: ``singles`` (Sbit and Ubit), or
                  ``all`` (also Intersection, Enclosure(n), Exclosure(n))
    ``largest``   the largest n of Enclosure and Exclosure under an assumption
    ``longest``   of depth 1: the most singles that may follow, where the easiest is looked for
    ``most``      the most assumptions that a search follows, nested ones included: then it ends

    Pattern: ``cells`` and ``digits`` the assumed candidate; ``parts`` the steps that follow, each
    found in the position that the assumption and the parts before it leave, the last one a
    contradiction; nested negations are among the parts. Each part lists in ``because`` which of
    the statements before it it rests on, and the contradiction rests on them all. ``variant`` the
    depth used.
    Order: cells with the fewest candidates first.
    """

    depth: int = 1
    elements: Elements = "singles"
    largest: int = 3
    longest: int | None = None
    most: int | None = None

    @property
    def name(self) -> str:
        return "negation" if self.depth == 1 else f"negation-{self.depth}"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        base = Scratch.of(cands, clock.of_nodes(self.most))
        try:
            for cell, d in _candidates(cands):
                parts = self._refute(base, cell, d, self.depth)
                if parts is not None:
                    yield grounded(cands, self._step(cands, cell, d, parts))
        except RanOut as error:
            if error.stop != "nodes":
                raise

    def easiest(self, cands: Candidates, clock: Clock) -> Step | None:
        """The one with the fewest parts (of depth 1; deeper ones are taken as they come)."""
        if self.depth > 1 or self.elements != "singles":
            return next(self.search(cands, clock), None)
        shortest = _shortest(cands, clock)
        if shortest is None or (self.longest is not None and len(shortest[1]) > self.longest + 1):
            return None
        (cell, d), parts = shortest
        return grounded(cands, self._step(cands, cell, d, parts))

    def _step(self, cands: Candidates, cell: int, d: int, parts: tuple[Step, ...]) -> Step:
        pair = (cell, cands.board.digits[d])
        proof = NegationProof(pair, parts)
        return Step("negation", proof, eliminations=(pair,), variant=str(proof.depth))

    def _refute(self, base: Scratch, cell: int, d: int, depth: int) -> tuple[Step, ...] | None:
        """The steps from an assumption to a contradiction, or ``None``."""
        scratch = base.copy()
        scratch.clock.nodes += 1
        end = scratch.assume(cell, d)
        if end is not None:
            return (
                *steps_of(base.cands, prune(base.cands, scratch.log, end)),
                end_step(base.cands, end),
            )
        steps: list[Step] = list(steps_of(base.cands, scratch.log))
        scratch.log.clear()
        while True:
            if self.elements == "all":
                ended = self._saturate(scratch, steps)
                if ended:
                    return tuple(steps)
            if depth <= 1:
                return None
            nested = self._nested(scratch, depth - 1)
            if nested is None:
                return None
            drops, end = nested
            if end is not None:
                return self._nested_steps(base, (cell, d), drops, end, depth - 1)
            # Something went, but no contradiction yet: carry on with the other elements.
            for drop_cell, drop_d, parts in drops:
                steps.append(self._step(scratch.cands, drop_cell, drop_d, parts))
            if self.elements != "all":
                return None

    def _saturate(self, scratch: Scratch, steps: list[Step]) -> bool:
        """Run the patterns until nothing moves; whether a contradiction came."""
        cands = scratch.cands
        index = cands.board.index_of
        while True:
            cands.memo.clear()
            step = next(_patterns(cands, self.largest, scratch.clock), None)
            if step is None:
                return False
            steps.append(step)
            if step.contradiction is not None:
                return True
            end = scratch.drop(*((c, index[digit]) for c, digit in step.eliminations))
            steps += steps_of(cands, scratch.log)
            scratch.log.clear()
            if end is not None:
                steps.append(end_step(cands, end))
                return True

    def _nested(
        self, scratch: Scratch, depth: int
    ) -> tuple[list[tuple[int, int, tuple[Step, ...]]], Failure | None] | None:
        """Refute candidates under the assumption until a contradiction or nothing more goes."""
        drops: list[tuple[int, int, tuple[Step, ...]]] = []
        moved = True
        while moved:
            moved = False
            for cell, d in _candidates(scratch.cands):
                mask = scratch.cands.cand[cell]
                if not mask & (1 << d) or not mask & (mask - 1):
                    continue
                if depth == 1 and self.elements == "singles":
                    trial = scratch.copy()
                    trial.clock.nodes += 1
                    refuted = trial.assume(cell, d) is not None
                    parts: tuple[Step, ...] = ()
                else:
                    deeper = self._refute(scratch, cell, d, depth)
                    refuted, parts = deeper is not None, deeper or ()
                if refuted:
                    drops.append((cell, d, parts))
                    moved = True
                    end = scratch.drop((cell, d))
                    if end is not None:
                        return drops, end
        return (drops, None) if drops else None

    def _nested_steps(
        self,
        base: Scratch,
        assumed: tuple[int, int],
        drops: list[tuple[int, int, tuple[Step, ...]]],
        end: Failure,
        depth: int,
    ) -> tuple[Step, ...] | None:
        """The nested refutations that matter, in order with the singles between them."""
        if self.elements == "singles" and depth == 1:
            needed = _prune_drops(base, assumed, [(c, d) for c, d, _ in drops])
        else:
            needed = [(c, d) for c, d, _ in drops]
        scratch = base.copy()
        end_now = scratch.assume(*assumed)
        steps = list(steps_of(base.cands, scratch.log))
        for cell, d in needed:
            scratch.log.clear()
            parts = self._refute(scratch, cell, d, depth)
            if parts is None:
                return None
            steps.append(self._step(scratch.cands, cell, d, parts))
            end_now = scratch.drop((cell, d))
            steps += steps_of(scratch.cands, scratch.log)
            if end_now is not None:
                break
        if end_now is None:
            return None
        steps.append(end_step(base.cands, end_now))
        return tuple(steps)


def _prune_drops(
    base: Scratch, assumed: tuple[int, int], drops: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Leave out refutations without which the rest still ends in a contradiction."""

    def works(chosen: list[tuple[int, int]]) -> bool:
        scratch = base.copy()
        scratch.assume(*assumed)
        for cell, d in chosen:
            mask = scratch.cands.cand[cell]
            if not mask & (1 << d):
                if mask or scratch.cands.values[cell] != d:
                    continue
                return False
            if scratch.copy().assume(cell, d) is None:
                return False
            if scratch.drop((cell, d)) is not None:
                return True
        return False

    needed = drops
    at = len(needed) - 2
    while at >= 0:
        shorter = needed[:at] + needed[at + 1 :]
        if works(shorter):
            needed = shorter
        at -= 1
    return needed


def _patterns(cands: Candidates, largest: int, clock: Clock) -> Iterator[Step]:
    yield from Locked().search(cands, clock)
    yield from Locked(claiming=True).search(cands, clock)
    for n in range(2, largest + 1):
        yield from Enclosure(n, smallest=n).search(cands, clock)
        yield from Exclosure(n, smallest=n).search(cands, clock)


def _shortest(cands: Candidates, clock: Clock) -> _Refuted | None:
    """The refutation by singles with the fewest statements, as the compiled core finds it; where it
    does not look for it, the shortest of a few."""
    from satdoku.techniques.searches.small.nets import refutations, shortest_net
    from satdoku.techniques.searches.small.position import Facts

    facts = Facts(cands, clock)
    if refutations(facts) is None:
        return _shortest_of_few(cands, clock)
    proof = shortest_net(facts, 1)
    if proof is None or proof.trail.start is None:
        return None
    kind, place, _ = proof.statements.end
    assert kind == "need", "without clues a cell or a house has nothing left"
    why = proof.trail.why
    reasons = [(v, why[v][0]) for source, v in proof.statements.order if source == "true"]
    log = [
        (*facts.pairs[v], NAKED if facts.names[fact][1] < 0 else facts.names[fact][1])
        for v, fact in reasons
        if fact >= 0
    ]
    end = end_step(cands, facts.names[place])
    return facts.pairs[proof.trail.start[0]], (*steps_of(cands, log), end)


def _shortest_of_few(cands: Candidates, clock: Clock) -> _Refuted | None:
    """Without the core. Long logs rarely prune to the shortest argument: few are pruned."""
    base = Scratch.of(cands, clock)
    refuted: list[tuple[int, int, int, list[Settled], Failure]] = []
    for cell, d in _candidates(cands):
        scratch = base.copy()
        end = scratch.assume(cell, d)
        if end is not None:
            refuted.append((len(scratch.log), cell, d, scratch.log, end))
    some = [
        ((cell, d), (*steps_of(cands, prune(cands, log, end)), end_step(cands, end)))
        for _, cell, d, log, end in sorted(refuted, key=lambda f: f[:3])[:_TRIED]
    ]
    return min(some, key=lambda proof: len(proof[1]), default=None)


_Refuted: TypeAlias = tuple[tuple[int, int], tuple[Step, ...]]
"""A candidate, and the steps that lead from it to a contradiction."""

_TRIED = 5
"""As many refutations are thinned out, to see which has the fewest parts."""


def _candidates(cands: Candidates) -> list[tuple[int, int]]:
    """Open candidates, cells with the fewest first."""
    cells = sorted(
        (mask.bit_count(), cell) for cell, mask in enumerate(cands.cand) if mask & (mask - 1)
    )
    return [(cell, d) for _, cell in cells for d in bits(cands.cand[cell])]


TERMS = (
    Term(
        Negation(),
        aliases=(
            "reductio ad absurdum",
            "trial of one candidate",
            "Bowman's bingo",
            "Bowman bingo",
        ),
        usual=83,
        points=80,
    ),
    Term(
        Negation(2),
        "nested negation",
        covers=(
            "weak exocet",
            "weak exocet adjacent target",
            "weak exocet slash",
            "weak exocet BZ rectangle",
            "lame weak exocet",
        ),
        points=95,
    ),
    Term(named="assumption"),
)

HUMAN: dict[int, Technique] = {
    786: Negation(1, longest=8),
    800: Negation(1),
    810: Negation(1, "all"),
    820: Negation(2, most=100_000),
    830: Negation(2, "all", most=5_000),
}
