"""Locked sets across houses: Sue de Coq, templates of one digit.

| technique | what is counted |
|---|---|
| sue-de-coq | the cells of a line, a box and where they meet, against their digits |
| template-delete, template-set | the ways in which a digit can stand in all houses at once |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from satdoku.base.limits import Clock
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.step import BentSetProof, Group, Step, TemplateProof

__all__ = ["TECHNIQUES", "SueDeCoq", "Template"]


@dataclass(frozen=True, slots=True)
class SueDeCoq(Technique):
    """Cells where a line and a box meet, with some of the line and some of the box.

    None of their digits can stand in them more than once, but a digit beyond those of the crossing
    that the line's cells and the box's both have, which can stand twice; counted so, there are as
    many digits as cells. So each digit stands there as often as it can, and leaves the other cells
    of its house: those of the crossing both houses.

    The basic form has one cell of the line and one of the box; an extended one more. Pattern:
    ``cells`` of the crossing, the line, the box; candidates by digit.
    """

    @property
    def name(self) -> str:
        """The name in the catalogue."""
        return "sue-de-coq"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """See the class."""
        board = cands.board
        for line in (*board.rows, *board.lines_down):
            for box in board.regions:
                crossing = [c for c in bits(board.mask[line] & board.mask[box]) if cands.cand[c]]
                for chosen in _subsets(crossing, 2):
                    clock.check()
                    yield from self._around(cands, line, box, chosen, clock)

    def _around(
        self, cands: Candidates, line: int, box: int, middle: int, clock: Clock
    ) -> Iterator[Step]:
        board = cands.board
        shared = cands.union(bits(middle))
        over = shared.bit_count() - middle.bit_count()
        if over < 2:
            return
        for first in self._sides(cands, board.mask[line] & ~middle, shared, over - 1):
            clock.check()
            digits = cands.union(bits(first))
            left = over - (first.bit_count() - (digits & ~shared).bit_count())
            for second in self._sides(cands, board.mask[box] & ~middle & ~first, shared, left):
                others = cands.union(bits(second))
                if second.bit_count() - (others & ~shared).bit_count() != left:
                    continue
                if not digits & others & shared:
                    step = self._step(cands, middle, first, second)
                    if step is not None:
                        yield step

    def _sides(self, cands: Candidates, cells: int, shared: int, most: int) -> Iterator[int]:
        """Sets of cells that take up to ``most`` digits from the shared ones."""
        found = [c for c in bits(cells) if cands.cand[c]]
        for chosen in _subsets(found, 1):
            digits = cands.union(bits(chosen))
            taken = chosen.bit_count() - (digits & ~shared).bit_count()
            if digits & shared and 0 < taken <= most:
                yield chosen

    def _step(self, cands: Candidates, middle: int, first: int, second: int) -> Step | None:
        board = cands.board
        cells = middle | first | second
        groups: list[tuple[int, int]] = []
        shared = cands.union(bits(middle))
        for d in bits(cands.union(bits(cells))):
            places = cands.where[d] & cells
            if 1 << d & ~shared:
                groups += [(places & part, d) for part in (first, second) if places & part]
            else:
                groups.append((places, d))
        removals = [(board.common_peers(bits(mask)), d) for mask, d in groups]
        gone = tuple(dict.fromkeys(cands.hits(removals)))
        if not gone:
            return None
        names = board.digits
        return Step(
            self.name,
            BentSetProof(
                tuple([c for part in (middle, first, second) for c in bits(part)]),
                tuple([Group(tuple(bits(mask)), names[d]) for mask, d in groups]),
            ),
            eliminations=gone,
        )


def _subsets(cells: list[int], least: int) -> Iterator[int]:
    """The subsets of some cells as bit sets, each before those that enlarge it."""

    def grow(at: int, chosen: int) -> Iterator[int]:
        for i in range(at, len(cells)):
            more = chosen | 1 << cells[i]
            if more.bit_count() >= least:
                yield more
            yield from grow(i + 1, more)

    yield from grow(0, 0)


@dataclass(frozen=True, slots=True)
class Template(Technique):
    """All ways to write one digit into all houses at once (its templates) have something in common.

    A candidate in no template goes (template-delete); one in all templates is the digit's place
    (template-set). One step has all that follows for a digit. Pattern: ``houses`` those without the
    digit; ``digits`` the digit.
    """

    places: bool = False

    @property
    def name(self) -> str:
        """The name in the catalogue."""
        return "template-set" if self.places else "template-delete"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """See the class."""
        board = cands.board
        for d in range(board.size):
            clock.check()
            houses = [
                h
                for h, mask in enumerate(board.mask)
                if board.complete[h] and not any(cands.values[c] == d for c in bits(mask))
            ]
            if not houses or not cands.where[d]:
                continue
            kept = self._kept(cands, d, houses, clock)
            digit = board.digits[d]
            proof = TemplateProof(digit, tuple([board.houses[h] for h in houses]))
            if not self.places:
                gone = cands.hits([(cands.where[d] & ~kept, d)])
                if gone and kept:
                    yield Step(self.name, proof, eliminations=gone)
                continue
            sure = 0
            for h in houses:
                only = kept & board.mask[h]
                if only.bit_count() == 1:
                    sure |= only
            if sure:
                yield Step(self.name, proof, placements=tuple([(c, digit) for c in bits(sure)]))

    def _kept(self, cands: Candidates, d: int, houses: list[int], clock: Clock) -> int:
        """The cells of all templates of a digit."""
        board = cands.board
        excluded = [0] * board.count
        for cell in bits(cands.where[d]):
            excluded[cell] = board.excluded(cell, d).get(d, 0)

        def fill(left: int, open_: list[int], clock: Clock) -> int | None:
            if not open_:
                return 0
            clock.check()
            h = min(open_, key=lambda h: (left & board.mask[h]).bit_count())
            for cell in bits(left & board.mask[h]):
                rest = [k for k in open_ if not board.mask[k] >> cell & 1]
                found = fill(left & ~excluded[cell], rest, clock)
                if found is not None:
                    return found | 1 << cell
            return None

        kept = 0
        for cell in bits(cands.where[d]):
            if not kept >> cell & 1:
                rest = [k for k in houses if not board.mask[k] >> cell & 1]
                found = fill(cands.where[d] & ~excluded[cell] & ~(1 << cell), rest, clock)
                if found is not None:
                    kept |= found | 1 << cell
        return kept


TECHNIQUES: tuple[Technique, ...] = (SueDeCoq(), Template(), Template(places=True))
