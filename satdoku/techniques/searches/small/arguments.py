"""Why clues together exclude candidates: an argument for steps whose search only finds that."""

from __future__ import annotations

from dataclasses import replace

from satdoku.base.limits import Clock
from satdoku.techniques.arguments.clues import JointProof
from satdoku.techniques.board import Candidates
from satdoku.techniques.searches.small.cases import TooLong, Work, by_cases, refuted
from satdoku.techniques.searches.small.position import Allowed, Facts
from satdoku.techniques.searches.small.steps import bare_step
from satdoku.techniques.step import Step

_WORK = 2000
"""How much may be done for the argument of a candidate (``Facts.work``)."""

_MAX_LENGTH, _MAX_TOTAL = 20, 32
"""Statements of an argument, and of all of a step, that a reader goes through. The candidates of a
cell mostly go alike, and are printed together: the longest of theirs counts."""


def with_arguments(cands: Candidates, step: Step, clock: Clock) -> Step:
    """A step about clues together, with an argument on the same facts for each eliminated
    candidate; without any where its ways are listed, or they are too long.

    :raises RanOut: where the clock runs out first.
    """
    joint = step.proof
    assert isinstance(joint, JointProof)
    if step.contradiction is not None or (joint.ways and not joint.common):
        return step
    houses = {(house.cells, cands.board.index_of[digit]) for house, digit in joint.needs}
    cells = {*joint.cells, *(cell for cell, _ in step.eliminations)}
    cells = cells.union(*(house for house, _ in houses))
    facts = Facts(cands, clock, sum(1 << cell for cell in cells))
    needs = [
        at
        for at, (first, h) in enumerate(facts.names)
        if (first in joint.cells if h < 0 else (cands.board.houses[h].cells, first) in houses)
    ]
    rules = [at for at, clue in enumerate(facts.clues) if clue.rule in joint.rules]
    uses = Allowed(frozenset(needs), frozenset(rules))
    parts = []
    longest: dict[int, int] = {}
    for cell, digit in step.eliminations:
        start = facts.number[cell, cands.board.index_of[digit]], True
        try:
            proof = refuted(facts, start, uses) or by_cases(facts, start, uses, Work(facts, _WORK))
        except TooLong:
            return step
        longest[cell] = max(proof.length, longest.get(cell, 0))
        if proof.length > _MAX_LENGTH or sum(longest.values()) > _MAX_TOTAL:
            return step
        parts.append(bare_step(facts, proof))
    return replace(step, proof=replace(joint, arguments=tuple(parts)))
