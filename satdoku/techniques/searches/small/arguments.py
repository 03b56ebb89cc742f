"""Why clues together exclude candidates: an argument for steps whose search only finds that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from satdoku.base.limits import Clock
from satdoku.board import Geometry
from satdoku.techniques.arguments.clues import JointProof
from satdoku.techniques.arguments.small_lines import argument_of, pattern_of, proof_lines
from satdoku.techniques.board import Candidates
from satdoku.techniques.searches.clues.reasons import MOST_UNTOLD
from satdoku.techniques.searches.small.cases import TooLong, Work, by_cases, refuted
from satdoku.techniques.searches.small.position import Allowed, Facts
from satdoku.techniques.searches.small.steps import bare_step
from satdoku.techniques.searches.small.trail import TrailProof
from satdoku.techniques.step import Step

_WORK = 2000
"""How much may be done for the argument of a candidate (``Facts.work``)."""

_MAX_LENGTH, _MAX_TOTAL, _MAX_FIRST = 4, 5, 9
"""Statements of an argument, of all of a step, and of one alone, that a reader goes through."""

_MOST_LOST = 3
"""Candidates of a step for whose arguments this may be too little work."""


def with_arguments(cands: Candidates, step: Step, clock: Clock) -> Step:
    """A step about clues together, with an argument on the same facts for each eliminated
    candidate as far as these are short; without any where its ways are listed.

    :raises RanOut: where the clock runs out first.
    """
    joint = step.proof
    assert isinstance(joint, JointProof)
    if step.contradiction is not None or (joint.ways and not joint.common):
        return step
    cells = {*joint.cells, *(cell for cell, _ in step.eliminations)}
    cells = cells.union(*(house.cells for house, _ in joint.needs))
    held = [(cell, cands.values[cell], cands.cand[cell]) for cell in sorted(cells)]
    # A long step is met again and again until something shorter has taken its place, and several
    # houses show the same.
    arguments = cands.from_before(
        ("arguments", frozenset(joint.rules), frozenset(joint.needs), step.eliminations),
        0,
        held,
        lambda _: _arguments(cands, step, joint, cells, clock),
    )
    return _only_argued(replace(step, proof=replace(joint, arguments=arguments)))


def _arguments(
    cands: Candidates, step: Step, joint: JointProof, cells: set[int], clock: Clock
) -> tuple[Step, ...]:
    """The arguments of a step that are told."""
    houses = {(house.cells, cands.board.index_of[digit]) for house, digit in joint.needs}
    facts = Facts(cands, clock, sum(1 << cell for cell in cells))
    needs = [
        at
        for at, (first, h) in enumerate(facts.names)
        if (first in joint.cells if h < 0 else (cands.board.houses[h].cells, first) in houses)
    ]
    rules = [at for at, clue in enumerate(facts.clues) if clue.rule in joint.rules]
    uses = Allowed(frozenset(needs), frozenset(rules))
    index = cands.board.index_of
    starts = [(facts.number[cell, index[digit]], True) for cell, digit in step.eliminations]
    tried = [refuted(facts, start, uses) for start in starts]
    proofs = [proof for proof in tried if proof is not None]
    # Arguments by cases are longer: beside a short one none of them would be told.
    if all(proof.length > _MAX_LENGTH for proof in proofs):
        proofs, lost = [], 0
        for start, proof in zip(starts, tried, strict=True):
            try:
                proofs.append(proof or by_cases(facts, start, uses, Work(facts, _WORK)))
            except TooLong:
                lost += 1
                if lost > _MOST_LOST:
                    break
    return tuple(_short(facts, proofs, cands.puzzle.geometry))


def _only_argued(step: Step) -> Step:
    """The step with the candidates whose arguments it has, where it would name many more. These
    make the next steps."""
    joint = step.proof
    assert isinstance(joint, JointProof)
    argued = {pair for part in joint.arguments for pair in part.eliminations}
    others = [pair for pair in step.eliminations if pair not in argued]
    if not argued or len(others) <= MOST_UNTOLD or joint.common:
        return step
    cells = {cell for cell, _ in argued}
    left = sorted({*joint.left, *others})
    own = tuple([pair for pair in left if pair[0] in cells])
    proof = replace(joint, left=own)
    return replace(step, proof=proof, eliminations=tuple(sorted(argued)))


def is_brief(step: Step) -> bool:
    """Whether the arguments of a step about clues together show all of it, without cases."""
    joint = step.proof
    assert isinstance(joint, JointProof)
    argued = {pair for part in joint.arguments for pair in part.eliminations}
    chains = [argument_of(part) for part in joint.arguments]
    return argued == {*step.eliminations} and not any(chain.parts for chain in chains)


def _short(facts: Facts, proofs: Sequence[TrailProof], geometry: Geometry) -> Iterator[Step]:
    """The arguments that are short enough to be read; at least the shortest, unless it is much too
    long."""
    said: set[object] = set()
    lengths: set[int] = set()
    total = 0
    for proof in sorted(proofs, key=lambda proof: proof.length):
        length = proof.length
        is_long = length > (_MAX_LENGTH if said else _MAX_FIRST) or (
            bool(said) and total + length > _MAX_TOTAL
        )
        if is_long and length not in lengths:
            continue  # it is like none of those that are told
        part = bare_step(facts, proof)
        chain = argument_of(part)
        # Those that are alike, or have the same lines but for their reasons, make one sentence.
        alike = {pattern_of(chain), proof_lines(chain, geometry, {}, brief=True)}
        if said.isdisjoint(alike):
            if is_long:
                continue
            total += length
        said |= alike
        lengths.add(length)
        yield part
