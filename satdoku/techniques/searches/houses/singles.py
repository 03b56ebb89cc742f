"""Full house, hidden single, naked single: the steps that end every path.

| technique | argument |
|---|---|
| full-house | a house has one empty cell: the missing digit goes there |
| hidden-single | a digit has one place left in a house, and every digit occurs in a house |
| naked-single | a cell has one candidate left, and every cell holds a digit |

Order: full houses before hidden singles; houses by regions, columns, rows, then digits; naked
singles row by row (Sudoku Explainer 1.2.1). The seeds call these Ubit (hidden) and Sbit (naked).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.barred import with_reasons
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import Step


class _Single(Technique):
    """A search for singles."""

    __slots__ = ()

    def argued(self, cands: Candidates, step: Step, clock: Clock) -> Step:
        return with_reasons(cands, step)


@dataclass(frozen=True, slots=True)
class FullHouse(_Single):
    """The last empty cell of a house.

    A house with as many cells as digits holds every digit. When one cell is empty, one digit is
    missing, and it can only go there.

    ``by_place`` argues as for a hidden single: the digit has one place in the house.

    Pattern: ``cells`` the cell, ``houses`` the house.
    """

    by_place: bool = False
    name: ClassVar[str] = "full-house"
    by_digit: ClassVar[bool] = True

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        yield from _hidden(cands, "full-house", True, None, last=not self.by_place)


@dataclass(frozen=True, slots=True)
class HiddenSingle(_Single):
    """The only place of a digit in a house.

    A house with as many cells as digits holds every digit. When all places but one are ruled out
    for a digit, it goes into the one that is left, whatever else that cell could hold.

    Pattern: ``cells`` the cell, ``houses`` the house.

    ``lines`` false looks into regions only, true into lines only: readers see a hidden single
    in a box at once and one in a row or column later.
    """

    lines: bool | None = None
    name: ClassVar[str] = "hidden-single"
    by_digit: ClassVar[bool] = True

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        yield from _hidden(cands, "hidden-single", False, self.lines)


def _hidden(
    cands: Candidates, technique: str, full: bool, kinds: bool | None, last: bool = False
) -> Iterator[Step]:
    board, empty = cands.board, cands.empty_counts
    placed = [(d, places) for d, places in enumerate(cands.where) if places]
    for h in board.order_p:
        if not board.complete[h] or (empty[h] == 1) is not full or not empty[h]:
            continue
        if kinds is not None and kinds is not (board.kind_of[h] in ("row", "column")):
            continue
        mask = board.mask[h]
        for d, places in placed:
            place = places & mask
            if place and not place & (place - 1):
                cell, digit = place.bit_length() - 1, board.digits[d]
                yield Step(
                    technique,
                    SingleProof(cell, digit, board.houses[h], last),
                    placements=((cell, digit),),
                )


@dataclass(frozen=True, slots=True)
class NakedSingle(_Single):
    """A cell with one candidate.

    Every other digit already stands in a house of the cell, or has been ruled out there.

    Pattern: ``cells`` the cell.
    """

    name: ClassVar[str] = "naked-single"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        digits = cands.board.digits
        for cell in bits(cands.with_count(1)):
            digit = digits[cands.cand[cell].bit_length() - 1]
            yield Step("naked-single", SingleProof(cell, digit), placements=((cell, digit),))


TERMS = (
    Term(
        FullHouse(),
        aliases=("last digit", "last free cell", "open single", "single (one empty cell)"),
        codes=("0000", "0002"),
        se=(10,),
        points=10,
    ),
    Term(
        HiddenSingle(),
        aliases=(
            "pinned digit",
            "last remaining cell",
            "crosshatching",
            "cross-hatching",
            "unique candidate",
        ),
        codes=("0002",),
        se=(12, 15),
        points=12,
    ),
    Term(
        NakedSingle(),
        aliases=(
            "sole candidate",
            "lone single",
            "forced digit",
            "last possible number",
            "obvious single",
        ),
        codes=("0003",),
        se=(23,),
        points=20,
    ),
    Term(english="Sbit", named="sbit"),
    Term(english="Ubit", named="ubit"),
)

HUMAN: dict[int, Technique] = {
    10: FullHouse(),
    20: HiddenSingle(lines=False),
    30: NakedSingle(),
    40: HiddenSingle(lines=True),
}
