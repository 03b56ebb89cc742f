"""Aligned pair and triplet exclusion.

Take two (three) base cells and go through all ways to fill them. A way is impossible when two base
cells that see each other get the same digit, or when it uses up all candidates of an excluder: a
cell of few candidates that sees every base cell. A candidate that appears in no possible way is
eliminated.

| technique | base cells | excluders |
|---|---|---|
| aligned-pair-exclusion | 2 | cells of two candidates that see both |
| aligned-triplet-exclusion | 3 | cells of two or three candidates that see all three |
"""

from __future__ import annotations

from collections.abc import Iterator

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.patterns import AlignedProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import Step


@dataclass(frozen=True, slots=True)
class AlignedExclusion(Technique):
    """The conditions are Sudoku Explainer's: two or more common excluders; every base cell has
    an excluder and none of its peers has a single candidate; the third base cell is itself an
    excluder of one of the first two.

    ``size`` is the number of base cells; the text of the family has the argument.

    Pattern: ``cells`` the base cells; candidates ``defining`` theirs, ``excluder`` those of the
    cells that rule combinations out.
    """

    size: int = 2

    @property
    def name(self) -> str:
        return f"aligned-{'pair' if self.size == 2 else 'triplet'}-exclusion"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, cand = cands.board, cands.cand
        single = cands.with_count(1)
        few = cands.with_count(2)
        if self.size == 3:
            few |= cands.with_count(3)
        excluders = [0] * board.count
        base = []
        for cell, mask in enumerate(cand):
            peers = board.peers[cell]
            if mask.bit_count() >= 2 and not peers & single and peers & few:
                excluders[cell] = peers & few
                base.append(cell)
        for j, second in enumerate(base):
            clock.check()
            for first in base[:j]:
                common = excluders[first] & excluders[second]
                if common.bit_count() < 2:
                    continue
                if self.size == 2:
                    yield from _pair(cands, first, second, common)
                    continue
                tail = [c for c in board.peer_list[first] if excluders[first] & (1 << c)]
                tail += [
                    c
                    for c in board.peer_list[second]
                    if excluders[second] & ~excluders[first] & (1 << c)
                ]
                for third in tail:
                    shared = common & excluders[third]
                    if third not in (first, second) and shared.bit_count() >= 2:
                        yield from _triplet(cands, first, second, third, shared)


def _pair(cands: Candidates, first: int, second: int, common: int) -> Iterator[Step]:
    cand = cands.cand
    sees = bool(cands.board.peers[first] & (1 << second))
    used = [c for c in bits(common) if not cand[c] & ~(cand[first] | cand[second])]
    # Where no excluder fits into the two cells, only equal digits can be ruled out.
    if not used and not (sees and 1 in (cand[first].bit_count(), cand[second].bit_count())):
        return
    bad = {cand[c] for c in used}
    left_first = left_second = 0
    for a in bits(cand[first]):
        for b in bits(cand[second]):
            if (sees and a == b) or (1 << a | 1 << b) in bad:
                continue
            left_first |= 1 << a
            left_second |= 1 << b
    eliminated = [(first, cand[first] & ~left_first), (second, cand[second] & ~left_second)]
    yield from _step(cands, "aligned-pair-exclusion", (first, second), eliminated, used)


def _triplet(cands: Candidates, first: int, second: int, third: int, common: int) -> Iterator[Step]:
    # This runs for most three cells of a position, and is kept whole: digits are tried in pairs,
    # and the third cell's digits for a pair are worked out together, as a bit set.
    cand, peers = cands.cand, cands.board.peers
    x, y, z = cand[first], cand[second], cand[third]
    every = x | y | z
    used = [c for c in bits(common) if not cand[c] & ~every]
    masks = [cand[c] for c in used]
    see_xy = bool(peers[first] & (1 << second))
    see_xz = bool(peers[first] & (1 << third))
    see_yz = bool(peers[second] & (1 << third))
    if not masks and not (see_xy or see_xz or see_yz):
        return
    left_x = left_y = left_z = 0
    for a in bits(x):
        bit_a = 1 << a
        for b in bits(y):
            if see_xy and a == b:
                continue
            pair = bit_a | 1 << b
            allowed = z
            if see_xz:
                allowed &= ~bit_a
            if see_yz:
                allowed &= ~(1 << b)
            for mask in masks:
                rest = mask & ~pair
                if not rest:
                    allowed = 0
                    break
                if not rest & (rest - 1):
                    allowed &= ~rest
            if allowed:
                left_x |= bit_a
                left_y |= 1 << b
                left_z |= allowed
        if left_x == x and left_y == y and left_z == z:
            return
    eliminated = [(first, x & ~left_x), (second, y & ~left_y), (third, z & ~left_z)]
    cells = (first, second, third)
    yield from _step(cands, "aligned-triplet-exclusion", cells, eliminated, used)


def _step(
    cands: Candidates,
    name: str,
    cells: tuple[int, ...],
    eliminated: list[tuple[int, int]],
    used: list[int],
) -> Iterator[Step]:
    out = sorted(pair for cell, digits in eliminated for pair in cands.pairs((cell,), digits))
    if out:
        base, excluders = (cands.pairs(some, cands.board.all_digits) for some in (cells, used))
        yield Step(name, AlignedProof(cells, base, excluders), eliminations=tuple(out))


# The pair is the one to learn from; the triplet's loop is the same with one more cell.
TERMS = (
    Term(AlignedExclusion(2), aliases=("APE",), se=(62,)),
    Term(AlignedExclusion(3), aliases=("ATE",), se=(75,)),
)
