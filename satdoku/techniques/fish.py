"""Basic fish: X-wing, swordfish, jellyfish, and their larger kin.

| technique | lines |
|---|---|
| x-wing | 2 |
| swordfish | 3 |
| jellyfish | 4 |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from satdoku.base.limits import Clock
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, choose
from satdoku.techniques.step import FishProof, Step

__all__ = ["TECHNIQUES", "Fish"]

_NAMES = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}


@dataclass(frozen=True, slots=True)
class Fish(Technique):
    """n parallel lines whose places for a digit lie in n crossing lines.

    The n base lines each need the digit, in n different crossing lines (two in one crossing line
    would clash). There are only n crossing lines on offer: each gets its digit from a base line,
    so the digit leaves the rest of the crossing lines.

    ``exactly_two``  only base lines with two places each (euler96's X-wing)

    Pattern: ``houses`` base lines, then covering lines; ``cells`` by covering line, then base line.
    Order: columns as base, then rows; line sets, then digits.
    """

    size: int = 2
    exactly_two: bool = False

    @property
    def name(self) -> str:
        """The name in the catalogue."""
        return _NAMES.get(self.size, f"fish-{self.size}")

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """See the class."""
        board, n, where = cands.board, self.size, cands.where
        most = 2 if self.exactly_two else n
        digits = list(range(board.size))
        if len(board.crossings) == 1:
            placed = cands.placed_counts()
            room = board.size - n - 1
            digits = [d for d in digits if placed[d] <= room]
        pairs = [
            pair
            for across, down in board.crossings
            for pair in ((down, across, True), (across, down, False))
        ]
        for bases, covers, is_down in pairs:
            # For each digit the base lines that could take part, each with its crossing lines.
            places: list[dict[int, int]] = []
            for d in digits:
                lines: dict[int, int] = {}
                if where[d].bit_count() > n:
                    for i, h in enumerate(bases):
                        cells = where[d] & board.mask[h]
                        if 2 <= cells.bit_count() <= most and board.complete[h]:
                            lines[i] = _project(board.members[h], cells)
                places.append(lines)
            useful = sorted({i for lines in places if len(lines) >= n for i in lines})
            for chosen in choose(useful, n):
                clock.check()
                for d, lines in zip(digits, places, strict=True):
                    union = 0
                    for i in chosen:
                        line = lines.get(i)
                        if line is None:
                            break
                        union |= line
                    else:
                        if union.bit_count() == n:
                            base = [bases[i] for i in chosen]
                            cover = [h for i, h in enumerate(covers) if union & (1 << i)]
                            step = self._step(cands, d, base, cover, is_down)
                            if step is not None:
                                yield step

    def _step(
        self, cands: Candidates, d: int, base: list[int], cover: list[int], is_down: bool
    ) -> Step | None:
        board = cands.board
        inside = 0
        for h in base:
            inside |= board.mask[h]
        reach = 0
        for h in cover:
            reach |= board.mask[h]
        gone = cands.hits([(reach & ~inside, d)])
        if not gone:
            return None
        cells = tuple(
            [
                c
                for k in cover
                for h in base
                for c in board.members[h]
                if cands.where[d] & (1 << c) and board.mask[k] & (1 << c)
            ]
        )
        return Step(
            self.name,
            FishProof(
                board.digits[d],
                tuple([board.houses[h] for h in base]),
                tuple([board.houses[h] for h in cover]),
                cells,
            ),
            eliminations=gone,
            variant="columns" if is_down else "rows",
        )


def _project(members: tuple[int, ...], cells: int) -> int:
    """The crossing lines of some cells of a line, as a set of line numbers."""
    return sum([1 << i for i, cell in enumerate(members) if cells & (1 << cell)])


TECHNIQUES: tuple[Technique, ...] = (Fish(2), Fish(3), Fish(4))
