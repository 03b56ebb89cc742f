"""Why a single is one: the written digits that exclude its other places or its other candidates.

Few of them, where some would do for others. The searches of singles only see that nothing else is
left; this is worked out for a step that is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from satdoku.techniques.arguments.sets import Barred, SingleProof
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.step import Rule, Step


def with_reasons(cands: Candidates, step: Step) -> Step:
    """The step of a single with the reasons why nothing else is left."""
    proof = step.proof
    if not isinstance(proof, SingleProof) or proof.last or proof.barred:
        return step
    return replace(step, proof=replace(proof, barred=tuple(barred(cands, proof))))


def barred(cands: Candidates, proof: SingleProof) -> Iterator[Barred]:
    """The reasons against the other places of the digit of a single, or the other digits of its
    cell."""
    board, d = cands.board, cands.board.index_of[proof.digit]
    lost: dict[int, int] = {}
    """The cells that lost a digit, by digit."""
    if proof.house is None:
        lost = {e: 1 << proof.cell for e in range(board.size) if e != d}
        reasons = _digits_of_houses(cands, proof.cell, lost)
    else:
        inside = sum([1 << cell for cell in proof.house.cells]) & ~(1 << proof.cell)
        lost = {d: inside & cands.open}
        reasons = _places_of_houses(cands, d, lost)
    yield from reasons
    left = [(cell, e) for e, cells in lost.items() for cell in bits(cells)]
    before = []
    for target in left:
        reason = _by_rule(cands, target)
        pair = target[0], board.digits[target[1]]
        if reason is None:
            before.append(pair)
        else:
            yield replace(reason, lost=(pair,))
    if before:
        yield Barred(tuple(before))


def _digits_of_houses(cands: Candidates, cell: int, lost: dict[int, int]) -> Iterator[Barred]:
    """The digits that the houses of a cell have, each by the house that has most of those left."""
    board, values = cands.board, cands.values
    held = {h: {values[c]: c for c in board.members[h]} for h in board.houses_of[cell]}
    while lost and held:
        best = max(held, key=lambda h: len(held[h].keys() & lost.keys()))
        digits = sorted(held[best].keys() & lost.keys())
        if not digits:
            break
        for e in digits:
            del lost[e]
            at = held[best][e], board.digits[e]
            yield Barred(((cell, board.digits[e]),), board.houses[best], at)
        del held[best]


def _places_of_houses(cands: Candidates, d: int, lost: dict[int, int]) -> Iterator[Barred]:
    """The houses that have a digit already, the one that holds most of the places left first."""
    board, digit = cands.board, cands.board.digits[d]
    left, mask = lost[d], board.mask
    houses = [
        (h, cell)
        for cell, value in enumerate(cands.values)
        if value == d
        for h in board.houses_of[cell]
        if mask[h] & left
    ]
    while left:
        most, best = 0, None
        for house in houses:
            count = (mask[house[0]] & left).bit_count()
            if count > most:
                most, best = count, house
        if best is None:
            break
        cells = mask[best[0]] & left
        left &= ~cells
        pairs = tuple([(cell, digit) for cell in bits(cells)])
        yield Barred(pairs, board.houses[best[0]], (best[1], digit))
    lost[d] = left


def _by_rule(cands: Candidates, target: tuple[int, int]) -> Barred | None:
    """The rule that excludes a candidate (cell, d), alone or with a written digit."""
    board, (cell, d) = cands.board, target
    for other, value in enumerate(cands.values) if board.conflicts else ():
        if value >= 0 and board.between(other, cell):
            rule = board.rule((other, value), target)
            if rule is not None:
                return Barred((), rule, (other, board.digits[value]))
    return Barred((), rule) if (rule := _alone(cands, cell, board.digits[d])) else None


def _alone(cands: Candidates, cell: int, digit: int) -> Rule | None:
    """The rule that excludes a digit from a cell whatever is in others."""
    board = cands.board
    if not any(cell == restricted for restricted, _ in board.allowed):
        return None
    parts = cands.puzzle.model.parts
    return next(
        (
            board.rule_of_pair(place, cell, cell)
            for place, part in enumerate(parts)
            if digit not in part.domains.get(cell, board.digits)
        ),
        None,
    )
