"""Locked candidates: pointing and claiming, and their direct forms.

When every place of a digit in one house lies inside a second house, the digit of the second
house is among them, so it leaves the rest of the second house.

| technique | first house → second house |
|---|---|
| pointing | region (or a variant's set) → line |
| claiming | row or column → region (or a variant's set) |
| direct-pointing, direct-claiming | the same, where a hidden single appears at once |

A rule of a variant lets one candidate exclude another where no house does. There a candidate goes
that every place of a digit in one house excludes, or (under pointing) every candidate of one cell.

Other names: locked candidates type 1 and 2 (HoDoKu), Intersection (the six-element seed).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.locked import DirectProof, ExclusionProof, IntersectionProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import Candidate, House, Step


@dataclass(frozen=True, slots=True)
class Locked(Technique):
    """Every place of a digit in one house lies in another.

    Say box 1 can hold 5 only in row 2. Box 1 needs a 5, so row 2 has its 5 inside box 1, and no
    other cell of row 2 can be 5. The first house must hold every digit; the second need not.

    ``claiming``  start from a line instead of a region
    ``direct``    yield the hidden single that appears in a third house beside the first (of the
                  same kind): the digit has two or more places there, one of them outside the
                  second house. Only the placement counts; that is how a solver without pencil
                  marks sees it.
    ``exactly``   only where the digit has just this many places (euler96 asks for two)

    Pattern: ``houses`` first, second (and third); ``cells`` the places in the first house. Where
    rules exclude (``variant`` ``links``): ``houses`` the first alone, or none and ``cells`` the one
    cell with its candidates as ``digits``; ``rules`` those that do.
    Order: regions against columns, then rows; columns against regions, rows against regions; then
    what rules exclude.
    """

    claiming: bool = False
    direct: bool = False
    exactly: int | None = None

    by_digit: ClassVar[bool] = True
    by_places: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return ("direct-" if self.direct else "") + ("claiming" if self.claiming else "pointing")

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board = cands.board
        where, exactly = cands.where, self.exactly
        empty = cands.empty_counts
        open_ = [(d, cells) for d, cells in enumerate(where) if cells & (cells - 1)]
        # Digits with two or more places, by first house: each is paired with several second ones.
        by_house: dict[int, list[tuple[int, int]]] = {}
        for first, second in _pairs(board, self.claiming):
            if empty[first] < 2:
                continue
            first_mask, second_mask = board.mask[first], board.mask[second]
            digits = by_house.get(first)
            if digits is None:
                digits = by_house[first] = [
                    (d, places)
                    for d, cells in open_
                    if (places := cells & first_mask) & (places - 1)
                    and (exactly is None or places.bit_count() == exactly)
                ]
            outside = ~second_mask
            for d, places in digits:
                if places & outside:
                    continue
                if self.direct:
                    yield from self._singles(cands, first, second, d)
                elif where[d] & second_mask & ~first_mask:
                    yield self._step(cands, first, second, d)
        if board.linked and not self.direct and exactly is None:
            yield from self._linked(cands)

    def _linked(self, cands: Candidates) -> Iterator[Step]:
        """The steps with all that every place of a digit, or every candidate of a cell, excludes by
        some rule."""
        board, where, every = cands.board, cands.where, cands.every
        lines = (*board.lines_down, *board.rows)
        firsts = lines if self.claiming else (*board.regions, *board.wide_extras)
        houses = [h for h in firsts if board.complete[h]]

        def of_digit(d: int) -> dict[int, int]:
            """For each house what all places of a digit exclude beside those of a second house."""
            by_house = {}
            for h in houses:
                places = where[d] & board.mask[h]
                if not places & (places - 1):
                    continue
                shared = board.excluded_by([(c, d) for c in bits(places)])
                if shared:
                    # What lies in a second house with all places is found above.
                    for k in board.common_houses(places):
                        shared &= ~(board.mask[k] << d * board.count)
                    by_house[h] = shared
            return by_house

        by_digit = [cands.of_digit((self, "links"), d, of_digit) for d in range(board.size)]
        for h in houses:
            for d, by_house in enumerate(by_digit):
                if shared := by_house.get(h, 0) & every:
                    here = [(c, d) for c in bits(where[d] & board.mask[h])]
                    yield self._by_links(cands, here, cands.named(shared), board.houses[h])
        if board.conflicts and not self.claiming:
            for cell, mask in enumerate(cands.cand):
                if mask & (mask - 1):
                    own = [(cell, d) for d in bits(mask)]
                    if shared := board.excluded_by(own) & every:
                        yield self._by_links(cands, own, cands.named(shared), None)

    def _by_links(
        self,
        cands: Candidates,
        locked: list[tuple[int, int]],
        eliminated: tuple[Candidate, ...],
        house: House | None,
    ) -> Step:
        digits = cands.board.digits
        pairs = tuple([(cell, digits[d]) for cell, d in locked])
        proof = ExclusionProof(pairs, house, cands.board.rules([locked], eliminated))
        return Step(self.name, proof, eliminations=eliminated, variant="links")

    def _step(self, cands: Candidates, first: int, second: int, d: int) -> Step:
        return locked_step(self.name, cands, first, second, d)

    def _singles(self, cands: Candidates, first: int, second: int, d: int) -> Iterator[Step]:
        board = cands.board
        where, digit = cands.where[d], board.digits[d]
        for third in _same_kind(board, first):
            if third == first or not board.mask[third] & board.mask[second]:
                continue
            places = where & board.mask[third]
            # Lines of overlapping grids may share cells, which stay places of both.
            left = places & (~board.mask[second] | board.mask[first])
            if not board.complete[third] or not places & (places - 1):
                continue
            if left and not left & (left - 1):
                cell = left.bit_length() - 1
                inside = where & board.mask[first]
                cells = tuple([c for c in board.members[second] if inside & (1 << c)])
                one, other, house = board.houses_at((first, second, third))
                locked = IntersectionProof(digit, one, other, cells)
                proof = DirectProof(locked, (cell, digit), house, bits(places & ~left))
                yield Step(self.name, proof, placements=((cell, digit),))


def locked_step(name: str, cands: Candidates, first: int, second: int, d: int) -> Step:
    """The step of a digit whose places left in a house lie in a second house too."""
    board, where = cands.board, cands.where[d]
    digit, mask = board.digits[d], board.mask[first]
    cells = tuple([c for c in board.members[second] if where & mask & (1 << c)])
    return Step(
        name,
        IntersectionProof(digit, board.houses[first], board.houses[second], cells),
        eliminations=cands.hits([(board.mask[second] & ~mask, d)]),
    )


def _same_kind(board: Board, h: int) -> tuple[int, ...]:
    for group in (board.regions, board.rows, board.lines_down):
        if h in group:
            return group
    return ()


def _pairs(board: Board, claiming: bool) -> list[tuple[int, int]]:
    """Pairs (first, second) of houses that share two or more cells, in the field's order."""
    key = "_claiming" if claiming else "_pointing"
    pairs: list[tuple[int, int]] | None = board.__dict__.get(key)
    if pairs is not None:
        return pairs
    regions, rows, columns, extras = board.regions, board.rows, board.lines_down, board.wide_extras
    if claiming:
        groups = [(columns, regions), (rows, regions), (columns, extras), (rows, extras)]
    else:
        groups = [(regions, columns), (regions, rows), (regions, extras)]
        groups += [(extras, other) for other in (regions, columns, rows, extras)]
    pairs = [
        (a, b)
        for firsts, seconds in groups
        for a in firsts
        for b in seconds
        if a != b and board.complete[a] and (board.mask[a] & board.mask[b]).bit_count() > 1
    ]
    board.__dict__[key] = pairs
    return pairs


TERMS = (
    Term(Locked(direct=True), se=(17,)),
    Term(Locked(direct=True, claiming=True), se=(19,)),
    Term(
        Locked(),
        aliases=(
            "locked candidates type 1",
            "locked candidates 1",
            "pointing pair",
            "pointing triple",
            "box-line interaction",
        ),
        codes=("0100",),
        se=(26,),
        points=26,
    ),
    Term(
        Locked(claiming=True),
        aliases=(
            "locked candidates type 2",
            "locked candidates 2",
            "box-line reduction",
            "line-box reduction",
        ),
        covers=(
            "block-block interaction",
            "double pair",
            "double line",
            "multi-line",
            "multiple lines",
        ),
        codes=("0101",),
        se=(28,),
        points=28,
    ),
    Term(english="Intersection", named="intersection"),
)

HUMAN: dict[int, Technique] = {50: Locked(), 60: Locked(claiming=True)}
