"""3D Medusa: two colours for candidates of several digits. Chute remote pairs.

| technique | what is joined | what is eliminated |
|---|---|---|
| medusa-3d | cells of two candidates, two places of a digit | what both colours exclude |
| chute-remote-pair | two equal cells of two candidates, by a third box | the other digit |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.chains import AicProof
from satdoku.techniques.arguments.colours import MedusaHow, MedusaProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import CellSet, Link, Places, Step

_Pair = tuple[int, int]
"""A candidate as (cell, d)."""


@dataclass(frozen=True, slots=True)
class Medusa(Technique):
    """Two colours for candidates: as simple colouring, of all digits at once.

    Of the two candidates of a cell exactly one is true, and of the two places of a digit in a
    house. Going on from each candidate to the next such pair, all candidates of one colour are true
    and none of the other. A candidate that both colours exclude is eliminated. If two candidates of
    one colour exclude each other, or a colour leaves some cell without a candidate, all candidates
    of that colour are eliminated.

    Pattern: ``defining`` the one colour, ``second`` the other; ``links`` the pairs.
    """

    name: ClassVar[str] = "medusa-3d"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        for sides, links in _clusters(cands):
            clock.check()
            if len({d for side in sides for _, d in side}) < 2:
                continue  # simple colouring
            for colour in (0, 1):
                first, second = sides[colour], sides[1 - colour]
                meeting = _clash(cands, first)
                if meeting:
                    yield self._step(cands, first, second, links, "clash", meeting, first)
                    break
                cell = _emptied(cands, first, second)
                if cell is not None:
                    whole = [(cell, d) for d in bits(cands.cand[cell])]
                    yield self._step(cands, first, second, links, "empty", whole, first)
                    break
            else:
                excluded = _seen(cands, sides[0]) & _seen(cands, sides[1])
                if excluded:
                    yield self._step(cands, *sides, links, "both", (), excluded)

    def _step(
        self,
        cands: Candidates,
        first: list[_Pair],
        second: list[_Pair],
        links: list[tuple[_Pair, _Pair, int | None]],
        how: MedusaHow,
        meeting: Iterable[_Pair],
        excluded: Iterable[_Pair],
    ) -> Step:
        board = cands.board

        def named(pairs: Iterable[_Pair]) -> tuple[tuple[int, int], ...]:
            return tuple(sorted((c, board.digits[d]) for c, d in pairs))

        digits = board.digits
        joined = tuple(
            Link((a, digits[d]), (b, digits[e]), "strong", None if h is None else board.houses[h])
            for (a, d), (b, e), h in links
        )
        proof = MedusaProof(named(first), named(second), joined, how, named(meeting))
        return Step(self.name, proof, eliminations=named(excluded), variant=how)


def _clusters(
    cands: Candidates,
) -> Iterator[tuple[tuple[list[_Pair], list[_Pair]], list[tuple[_Pair, _Pair, int | None]]]]:
    """Two colours of candidates, with the pairs by which they were found."""
    board, cand, where = cands.board, cands.cand, cands.where
    partners: dict[_Pair, list[tuple[_Pair, int | None]]] = {}

    def join(one: _Pair, other: _Pair, h: int | None) -> None:
        partners.setdefault(one, []).append((other, h))
        partners.setdefault(other, []).append((one, h))

    for cell in bits(cands.with_count(2)):
        low, high = bits(cand[cell])
        join((cell, low), (cell, high), None)
    for d in range(board.size):
        for h in board.order_q:
            places = where[d] & board.mask[h]
            if places.bit_count() == 2 and board.complete[h]:
                a, b = bits(places)
                join((a, d), (b, d), h)
    colour: dict[_Pair, int] = {}
    for start in sorted(partners):
        if start in colour:
            continue
        colour[start] = 0
        sides: tuple[list[_Pair], list[_Pair]] = ([start], [])
        links: list[tuple[_Pair, _Pair, int | None]] = []
        waiting = [start]
        for pair in waiting:
            for other, house in partners[pair]:
                if other not in colour:
                    colour[other] = 1 - colour[pair]
                    sides[colour[other]].append(other)
                    links.append((pair, other, house))
                    waiting.append(other)
        yield sides, links


def _clash(cands: Candidates, side: list[_Pair]) -> tuple[_Pair, _Pair] | None:
    """Two candidates of one colour that exclude each other."""
    inside = set(side)
    for pair in side:
        for other in cands.excluded_by((pair,)):
            if other in inside:
                return pair, other
    return None


def _seen(cands: Candidates, side: list[_Pair]) -> set[_Pair]:
    """The candidates that some candidate of a colour excludes."""
    excluded: set[_Pair] = set()
    for pair in side:
        excluded |= cands.excluded_by((pair,))
    return excluded


def _emptied(cands: Candidates, first: list[_Pair], second: list[_Pair]) -> int | None:
    """A cell all of whose candidates the first colour excludes."""
    seen = _seen(cands, first) | set(second)
    for cell, mask in enumerate(cands.cand):
        if mask and all((cell, d) in seen for d in bits(mask)):
            return cell
    return None


@dataclass(frozen=True, slots=True)
class ChuteRemotePair(Technique):
    """Two cells x, y in different rows and boxes of a band, and what the third box has in the third
    row (or the same of columns).

    Where x has no place among those three cells, the third box has x in one of the two rows of the
    pair. If neither cell were y, both would be x, and the third box would be left without. So one
    of them is y, and what sees both is not.

    Pattern: the nodes of the chain; ``houses`` the third box.
    """

    name: ClassVar[str] = "chute-remote-pair"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, cand, where = cands.board, cands.cand, cands.where
        clock.check()
        pairs = [
            (a, b)
            for a, b in combinations(bits(cands.with_count(2)), 2)
            if cand[a] == cand[b] and not board.peers[a] >> b & 1
        ]
        for lines in (board.rows, board.lines_down):
            for a, b in pairs:
                near, far = (next((h for h in lines if board.mask[h] >> c & 1), -1) for c in (a, b))
                if min(near, far) < 0:
                    continue
                for box in board.regions:
                    mask = board.mask[box]
                    if not board.complete[box] or mask & (1 << a | 1 << b):
                        continue
                    one, other = mask & board.mask[near], mask & board.mask[far]
                    for x in bits(cand[a]):
                        places = where[x] & mask
                        parts = places & one, places & other
                        if not all(parts) or places & ~one & ~other:
                            continue
                        (y,) = bits(cand[a] & ~(1 << x))
                        eliminated = cands.hits([(board.common_peers((a, b)), y)])
                        if eliminated:
                            yield self._step(cands, (a, b), parts, (x, y), box, eliminated)

    def _step(
        self,
        cands: Candidates,
        ends: tuple[int, int],
        parts: tuple[int, int],
        digits: tuple[int, int],
        box: int,
        eliminated: tuple[tuple[int, int], ...],
    ) -> Step:
        board = cands.board
        (a, b), (x, y) = ends, (board.digits[d] for d in digits)
        inner = [tuple(bits(part)) for part in parts]
        cells = ((a,), (a,), *inner, (b,), (b,))
        nodes = tuple(
            Places(cells_, digit) for cells_, digit in zip(cells, (y, x, x, x, x, y), strict=True)
        )
        first, last = (
            CellSet("", (c,), tuple(sorted((x, y))), tuple((c, d) for d in sorted((x, y))))
            for c in ends
        )
        one, other = ("+".join(map(board.geometry.name, part)) for part in inner)
        named = [board.geometry.name(c) for c in ends]
        line = f"({y}={x}){named[0]} - ({x}){one} = ({x}){other} - ({x}={y}){named[1]}"
        proof = AicProof(nodes, (first, board.houses[box], last), notation=line)
        return Step(self.name, proof, eliminations=eliminated)


TERMS = (
    Term(
        Medusa(),
        "3D Medusa",
        aliases=("Medusa", "3-D Medusa", "Medusa colouring", "advanced colouring"),
        covers=("complex remote pair",),
    ),
    Term(ChuteRemotePair(), points=43),
)

HUMAN: dict[int, Technique] = {240: ChuteRemotePair()}
