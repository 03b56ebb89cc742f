"""Exocet: two cells, and two targets that hold the same two digits.

The technique junior-exocet has its two base cells in one line of a box, and its targets in the two
other boxes of the band.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.step import ExocetProof, Step

__all__ = ["TECHNIQUES", "JuniorExocet"]


@dataclass(frozen=True, slots=True)
class JuniorExocet(Technique):
    """Two base cells of a row in a box, a target in each of the other boxes of the band.

    Take the columns of the targets and of the third cell beside the base. A digit of the base
    stands in each of these three columns; in the band it can do so in a target alone, for the base
    takes it from its row and its box, and the other cells of the targets' columns in the band
    cannot hold it. Outside of the band its places in the three columns lie in two rows (or they
    are such that two at most are possible together). So each digit of the base is in a target: the
    targets hold the same two digits as the base. What does not fit any such choice goes. The same
    with rows and columns exchanged.

    Pattern: ``cells`` the base and the targets; ``houses`` the three columns; ``digits`` those of
    the base.
    """

    name: ClassVar[str] = "junior-exocet"
    most: int = 4

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """See the class."""
        board, cand = cands.board, cands.cand
        for lines, across in ((board.rows, board.lines_down), (board.lines_down, board.rows)):
            for box, line in product(board.regions, lines):
                clock.check()
                inside = bits(board.mask[box] & board.mask[line])
                if len(inside) != 3:
                    continue
                band = [h for h in lines if board.mask[h] & board.mask[box]]
                boxes = [
                    h
                    for h in board.regions
                    if h != box and all(board.mask[h] & board.mask[k] for k in band)
                ]
                if len(band) != 3 or len(boxes) != 2:
                    continue
                for base in combinations([c for c in inside if cand[c]], 2):
                    digits = cands.union(base)
                    if not 2 < digits.bit_count() <= self.most:
                        continue
                    (escape,) = (c for c in inside if c not in base)
                    ends = [
                        list(self._targets(cands, h, line, band, across, digits)) for h in boxes
                    ]
                    first = next(h for h in across if board.mask[h] >> escape & 1)
                    for (a, one), (b, other) in product(*ends):
                        step = self._step(cands, base, (a, b), (first, one, other), band, digits)
                        if step is not None:
                            yield step

    def _targets(
        self,
        cands: Candidates,
        box: int,
        line: int,
        band: Sequence[int],
        across: Sequence[int],
        digits: int,
    ) -> Iterator[tuple[int, int]]:
        """Targets of a box, each with its column: the cell beside it holds no digit of the base."""
        board, cand = cands.board, cands.cand
        for target in bits(board.mask[box] & ~board.mask[line]):
            if not cand[target] & digits:
                continue
            column = next(h for h in across if board.mask[h] >> target & 1)
            beside = board.mask[box] & board.mask[column] & ~board.mask[line] & ~(1 << target)
            held = [cand[c] if cands.values[c] < 0 else 1 << cands.values[c] for c in bits(beside)]
            if board.complete[column] and not any(mask & digits for mask in held):
                yield target, column

    def _step(
        self,
        cands: Candidates,
        base: tuple[int, ...],
        targets: tuple[int, int],
        columns: tuple[int, int, int],
        band: Sequence[int],
        digits: int,
    ) -> Step | None:
        board, cand = cands.board, cands.cand
        if not board.complete[columns[0]]:
            return None
        within = board.mask[band[0]] | board.mask[band[1]] | board.mask[band[2]]
        places = {
            d: [
                (cands.where[d] | sum(1 << c for c in board.members[h] if cands.values[c] == d))
                & board.mask[h]
                & ~within
                for h in columns
            ]
            for d in bits(digits)
        }
        if any(_apart(cands, d, found) for d, found in places.items()):
            return None
        kept: set[tuple[int, int]] = set()
        for pair in permutations(bits(digits), 2):
            if not all(cand[c] >> d & 1 for c, d in zip(base, pair, strict=True)):
                continue
            for held in permutations(pair):
                # Each digit is in one target, and outside of the band in the two other columns.
                fits = all(
                    cand[target] >> d & 1
                    and _apart(cands, d, (places[d][0], places[d][2 if at == 0 else 1]))
                    for at, (target, d) in enumerate(zip(targets, held, strict=True))
                )
                if fits:
                    kept |= set(zip((*base, *targets), (*pair, *held), strict=True))
        cells = (*base, *targets)
        gone = tuple(
            sorted((c, board.digits[d]) for c in cells for d in bits(cand[c]) if (c, d) not in kept)
        )
        if not gone or not kept:
            return None
        proof = ExocetProof(
            (base[0], base[1]),
            targets,
            cands.digit_names(digits),
            (board.houses[columns[0]], board.houses[columns[1]], board.houses[columns[2]]),
        )
        return Step(self.name, proof, eliminations=gone)


def _apart(cands: Candidates, d: int, groups: Sequence[int]) -> bool:
    """Whether a digit can be in one cell of each of some groups."""
    if not groups:
        return True
    first, *others = groups
    return any(
        _apart(cands, d, [group & ~cands.board.peers[c] for group in others]) for c in bits(first)
    )


TECHNIQUES: tuple[Technique, ...] = (JuniorExocet(),)
