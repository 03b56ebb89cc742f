"""Patterns that cannot be filled: guardians (broken wing), bivalue oddagon, tridagon.

Some cells cannot hold certain digits alone, or some houses cannot all have a digit in them alone.
So one of the further candidates, the guardians, is true, and what all of them exclude goes; a
guardian that is alone is true.

| technique | what cannot be filled |
|---|---|
| broken-wing | a ring of an odd number of cells for one digit, each sharing a house with the next |
| bivalue-oddagon | such a ring of cells with the same two digits |
| tridagon | twelve cells of four boxes with the same three digits |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.patterns import GuardianProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import House, Step

_Extra = list[tuple[int, int]]
"""The guardians, as (cell, d)."""


def _step(
    name: str,
    cands: Candidates,
    cells: Sequence[int],
    digits: Sequence[int],
    houses: tuple[House, ...],
    extra: _Extra,
) -> Step | None:
    if not extra:
        return None  # a contradiction, which others show
    names = cands.board.digits
    guardians = tuple((c, names[d]) for c, d in sorted(extra))
    proof = GuardianProof(tuple(cells), tuple(names[d] for d in digits), houses, guardians)
    if len(extra) == 1:
        return Step(name, proof, placements=guardians)
    out = tuple(sorted((c, names[d]) for c, d in cands.excluded_by(extra)))
    return Step(name, proof, eliminations=out) if out else None


@dataclass(frozen=True, slots=True)
class BrokenWing(Technique):
    """A ring of an odd number of places of a digit, each sharing a house with the next.

    Without further places in these houses the digit would be in every other cell of the ring, which
    an odd number does not allow. So one of the further places, the guardians, is true.

    Pattern: ``cells`` the ring; ``houses`` those of the ring; ``extra`` the guardians.
    """

    name: ClassVar[str] = "broken-wing"
    longest: int = 7
    most: int = 4

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board = cands.board
        for d in range(board.size):
            places = cands.where[d]
            # A house with many places has too many guardians.
            allowed = 0
            for mask in board.mask:
                if 2 <= (places & mask).bit_count() <= self.most + 2:
                    allowed |= places & mask
            known: set[int] = set()
            for cells, houses in _odd_rings(cands, d, allowed, self.longest, self.most, clock):
                ring = sum(1 << c for c in cells)
                guards = 0
                for h in houses:
                    guards |= board.mask[h] & places & ~ring
                if guards in known:
                    continue
                known.add(guards)
                extra = [(c, d) for c in bits(guards)]
                named = board.houses_at(houses)
                step = _step(self.name, cands, cells, (d,), named, extra)
                if step is not None:
                    yield step


def _closes(cells: list[int]) -> bool:
    """Whether a ring may end here: an odd number of cells, in one of its two directions."""
    return len(cells) > 4 and len(cells) % 2 == 1 and cells[1] < cells[-1]


def _odd_rings(
    cands: Candidates, d: int, allowed: int, longest: int, most: int, clock: Clock
) -> Iterator[tuple[list[int], list[int]]]:
    """Rings for a digit, those of few guardians that all exclude something."""
    board, where = cands.board, cands.where[d]
    conflicting = bool(board.conflicts)

    def grow(
        cells: list[int], houses: list[int], ring: int, guards: int, seen: int
    ) -> Iterator[tuple[list[int], list[int]]]:
        start, last = cells[0], cells[-1]
        for h in board.houses_of[last]:
            if h in houses or not board.complete[h]:
                continue
            mask = board.mask[h]
            inside = mask & ring
            if inside == 1 << last and len(cells) < longest:
                for cell in bits(mask & allowed & ~ring & ~guards):
                    if cell < start or any(board.mask[k] >> cell & 1 for k in houses):
                        continue
                    more = guards | mask & where & ~(ring | 1 << cell)
                    left = common(more & ~guards, seen)
                    if more.bit_count() <= most + 1 and left:
                        yield from grow([*cells, cell], [*houses, h], ring | 1 << cell, more, left)
            elif _closes(cells) and inside == 1 << start | 1 << last:
                yield cells, [*houses, h]

    def common(added: int, seen: int) -> int:
        if conflicting:
            return -1
        for c in bits(added):
            seen &= board.peers[c] | 1 << c
        return seen

    for start in bits(allowed):
        clock.check()
        yield from grow([start], [], 1 << start, 0, where)


@dataclass(frozen=True, slots=True)
class BivalueOddagon(Technique):
    """A ring of an odd number of cells with the same two digits, each seeing the next.

    With these two digits alone they would alternate, which an odd number of cells cannot. So one
    of the further candidates, the guardians, is true.

    Pattern: ``cells`` the ring; ``digits``; ``extra`` the guardians.
    """

    name: ClassVar[str] = "bivalue-oddagon"
    longest: int = 7
    most: int = 3

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, cand = cands.board, cands.cand
        for x, y in combinations(range(board.size), 2):
            clock.check()
            both = cands.where[x] & cands.where[y]
            pair = 1 << x | 1 << y
            plain = sum(1 << c for c in bits(both) if cand[c] == pair)
            if plain.bit_count() < 2:
                continue
            guards = _Guards(cands, pair)
            known: set[frozenset[int]] = set()
            for cells in self._rings(board, both, plain, guards):
                if frozenset(cells) not in known:
                    known.add(frozenset(cells))
                    extra = [(c, d) for c in cells for d in bits(cand[c] & ~pair)]
                    step = _step(self.name, cands, cells, (x, y), (), extra)
                    if step is not None:
                        yield step

    def _rings(self, board: Board, both: int, plain: int, guards: _Guards) -> Iterator[list[int]]:
        def grow(cells: list[int], ring: int, wide: int, shared: int) -> Iterator[list[int]]:
            start, last = cells[0], cells[-1]
            if _closes(cells) and board.peers[last] >> start & 1:
                yield cells
            if len(cells) < self.longest:
                for cell in bits(both & board.peers[last] & ~ring & -(2 << start)):
                    if plain >> cell & 1:
                        yield from grow([*cells, cell], ring | 1 << cell, wide, shared)
                    elif wide < self.most:
                        left = guards.shared(cell, shared)
                        if left:
                            yield from grow([*cells, cell], ring | 1 << cell, wide + 1, left)

        for start in bits(both):
            is_plain = plain >> start & 1
            shared = -1 if is_plain else guards.shared(start, -1)
            if shared:
                yield from grow([start], 1 << start, not is_plain, shared)


class _Guards:
    """The exclusions by the further candidates of cells together, so that rings are grown only as
    long as something is excluded by all of them: candidates as bit ``cell * size + d``."""

    def __init__(self, cands: Candidates, pair: int) -> None:
        self._cands, self._pair = cands, pair
        self._known: dict[int, int] = {}

    def shared(self, cell: int, others: int) -> int:
        """Of what other guardians exclude, what those of this cell do too."""
        if cell not in self._known:
            self._known[cell] = self._excluded(cell)
        return self._known[cell] & others

    def _excluded(self, cell: int) -> int:
        cands, size = self._cands, self._cands.board.size
        extra = bits(cands.cand[cell] & ~self._pair)
        if len(extra) == 1:
            # Alone it is true, so something follows even where it excludes nothing.
            excluded = 1 << cell * size + extra[0]
            for c, d in cands.excluded_by([(cell, extra[0])]):
                excluded |= 1 << c * size + d
            return excluded
        return sum(1 << c * size + d for c, d in cands.excluded_by([(cell, d) for d in extra]))


@dataclass(frozen=True, slots=True)
class Tridagon(Technique):
    """Three digits in twelve cells of four boxes, three cells a box in different rows and columns.

    In a box, three such cells can take three digits in two ways that differ by more than a turn;
    of four boxes that make a rectangle, with an odd number of cells that go the other way round,
    no choice fits: three digits alone cannot fill the twelve cells. So one of the further
    candidates, the guardians, is true. Also known as Thor's hammer, or chromatic pattern.

    Pattern: ``cells`` the twelve; ``digits``; ``extra`` the guardians.
    """

    name: ClassVar[str] = "tridagon"
    most: int = 4

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, cand, where = cands.board, cands.cand, cands.where
        squares = list(_squares(board))
        for chosen in combinations(range(board.size), 3):
            clock.check()
            mask = sum(1 << d for d in chosen)
            held = 0
            for d in chosen:
                held |= where[d]
            usual = sum(1 << c for c in bits(held) if (cand[c] & mask).bit_count() > 1)
            for square in squares:
                boxes = [self._threes(cand, box, usual, mask) for box in square]
                if not all(boxes):
                    continue
                for parts in product(*boxes):
                    wide = sum(cells for _, _, cells in parts)
                    if wide > self.most or not impossible_turns(
                        tuple(turn for turn, _, _ in parts)
                    ):
                        continue
                    cells = [c for _, three, _ in parts for c in three]
                    extra = [(c, d) for c in cells for d in bits(cand[c] & ~mask)]
                    step = _step(self.name, cands, cells, chosen, (), extra)
                    if step is not None:
                        yield step

    def _threes(
        self, cand: list[int], box: list[list[int]], usual: int, mask: int
    ) -> list[tuple[tuple[int, ...], list[int], int]]:
        """Three cells of a box in different rows and columns: by which columns, the cells, how many
        have further candidates."""
        threes = []
        for turn in permutations(range(3)):
            cells = [box[row][column] for row, column in enumerate(turn)]
            if all(usual >> c & 1 for c in cells):
                wide = sum(bool(cand[c] & ~mask) for c in cells)
                if wide <= self.most:
                    threes.append((turn, cells, wide))
        return threes


def _squares(board: Board) -> Iterator[list[list[list[int]]]]:
    """Four boxes of three rows and three columns at the corners of a rectangle, as rows of cells:
    the first two side by side, the others below them in the same order."""
    shapes: dict[tuple[frozenset[int], frozenset[int]], list[list[int]]] = {}
    for h in board.regions:
        rows = [line for line in board.rows if board.mask[line] & board.mask[h]]
        columns = [line for line in board.lines_down if board.mask[line] & board.mask[h]]
        cells = [[bits(board.mask[r] & board.mask[c]) for c in columns] for r in rows]
        if len(rows) == len(columns) == 3 and len(board.members[h]) == 9:
            shapes[frozenset(rows), frozenset(columns)] = [[c[0] for c in line] for line in cells]
    for (above, left), (below, right) in combinations(shapes, 2):
        if above & below or left & right:
            continue
        corners = ((above, left), (above, right), (below, left), (below, right))
        if all(corner in shapes for corner in corners):
            yield [shapes[corner] for corner in corners]


@cache
def impossible_turns(turns: tuple[tuple[int, ...], ...]) -> bool:
    """Whether three digits cannot fill three cells of each of four boxes."""
    ways = list(permutations(range(3)))
    for a, b, c, d in product(ways, repeat=4):
        # The digit of each row, and of each column, of the boxes that lie beside each other.
        lines = ((a, b), (c, d))
        if any(x == y for one, other in lines for x, y in zip(one, other, strict=True)):
            continue
        columns = [
            {turn[row]: way[row] for row in range(3)}
            for turn, way in zip(turns, (a, b, c, d), strict=True)
        ]
        if all(columns[0][k] != columns[2][k] and columns[1][k] != columns[3][k] for k in range(3)):
            return False
    return True


TERMS = (
    Term(BrokenWing(), aliases=("guardian", "guardians of a broken wing")),
    Term(BivalueOddagon(), aliases=("bivalue odd loop", "oddagon"), points=73),
    Term(
        Tridagon(),
        aliases=(
            "Thor's hammer",
            "chromatic pattern",
            "trivalue oddagon",
            "three-valued oddagon",
            "anti-tridagon",
            "tridagon guardian",
        ),
    ),
)

HUMAN: dict[int, Technique] = {720: BivalueOddagon()}
