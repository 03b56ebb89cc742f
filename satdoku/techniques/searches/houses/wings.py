"""XY-wing and XYZ-wing: a pivot with two pincers.

| technique | pivot | pincers | leaves |
|---|---|---|---|
| xy-wing | xy | xz, yz | z from the cells that see both pincers |
| xyz-wing | xyz | xz, yz | z from the cells that see both pincers and the pivot |
"""

from __future__ import annotations

from collections.abc import Iterator

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.patterns import WingProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import Step


@dataclass(frozen=True, slots=True)
class Wing(Technique):
    """A pivot and two pincers of two candidates that see it.

    Whatever the pivot is, z stands in one of the three cells: if the pivot is x, the pincer xz is
    z; if it is y, the pincer yz is z; in an XYZ-wing the pivot may be z itself. So z leaves every
    cell that sees all the cells which can be z, and so goes whatever else these z exclude by a
    rule of a variant.

    Pattern: ``cells`` pivot, pincer, pincer; ``digits`` x, y, z (z last); ``rules``.
    Order: pivots row by row; pincers by box, row, column of the pivot.
    """

    with_pivot: bool = False

    @property
    def name(self) -> str:
        return "xyz-wing" if self.with_pivot else "xy-wing"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, cand = cands.board, cands.cand
        pairs = cands.with_count(2)
        middle = 1 if self.with_pivot else 0
        for pivot in bits(cands.with_count(2 + middle)):
            if not pairs & board.peers[pivot]:
                continue
            own = cand[pivot]
            pincers = [
                c
                for c in board.peer_list[pivot]
                if pairs >> c & 1 and (own & ~cand[c]).bit_count() == 1
            ]
            for i, first in enumerate(pincers):
                for second in pincers[i + 1 :]:
                    union = own | cand[first] | cand[second]
                    shared = own & cand[first] & cand[second]
                    if union.bit_count() != 3 or shared.bit_count() != middle:
                        continue
                    z = cand[first] & cand[second]
                    cells = (pivot, first, second)
                    low = (z & -z).bit_length() - 1
                    ends = [(c, low) for c in (cells if self.with_pivot else cells[1:])]
                    eliminated = cands.named(
                        cands.every & board.excluded_by(ends) & ~board.across(1 << pivot)
                    )
                    if eliminated:
                        x, y = (
                            board.digits[(cand[c] & ~z).bit_length() - 1] for c in (first, second)
                        )
                        links = [
                            board.rule((pivot, d), (end, d))
                            for end in (first, second)
                            for d in bits(own & cand[end])
                        ]
                        rules, in_pivot = board.rules([ends], eliminated), self.with_pivot
                        ends_of_wing = (first, x), (second, y)
                        proof = WingProof(pivot, ends_of_wing, board.digits[low], in_pivot, rules)
                        besides = tuple(dict.fromkeys(r for r in links if r is not None))
                        yield Step(self.name, proof, eliminations=eliminated, besides=besides)


TERMS = (
    Term(
        Wing(), "XY-wing", aliases=("Y-wing", "bent triple"), codes=("0800",), se=(42,), points=42
    ),
    Term(Wing(with_pivot=True), "XYZ-wing", codes=("0801",), se=(44,), points=44),
)

HUMAN: dict[int, Technique] = {220: Wing(), 350: Wing(with_pivot=True)}
