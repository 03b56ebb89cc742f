"""The net of strong and weak links that alternating chains follow (alternating.py).

A node is a digit in one cell or in several: it is true where one of the cells holds the digit. All
kinds of nodes are of this one type: a candidate, a group (the places of a digit where two houses
meet), the places of a digit in an almost locked set.

| link | between | reason |
|---|---|---|
| strong | the two halves of a digit's places in a house | the house |
| strong | two digits of an almost locked set; a cell of two candidates is the smallest | the set |
| strong | two candidates of which a rule of a variant needs one | the rule |
| weak | two nodes of which each candidate excludes each of the other | houses, cells and rules |
"""

from __future__ import annotations

from itertools import combinations
from typing import TypeAlias

from satdoku.base.limits import Clock
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.compiled.finding import ChainFound
from satdoku.techniques.reasoning import Pass
from satdoku.techniques.searches.clues.strong import reason_at, strong_links
from satdoku.techniques.searches.houses.als import almost_locked
from satdoku.techniques.step import CellSet, House, Places, Rule

StrongReason: TypeAlias = int | tuple[int, int, int]
"""Why a link is strong: a place in ``Board.reasons`` (or a clue's, see strong.py), or the set that
holds one of the two digits: (cells, first digit, second digit)."""


class Net:
    """The nodes of a position and their links.

    ``cells[i]``, ``digits[i]`` node i; ``members[i]`` its candidates, as ``Candidates.every``;
    ``kills[i]`` the open candidates that all of these exclude; ``strong[i]`` the nodes of which one
    is true where i is false, each with its reason; ``weak[i]`` the nodes (as a bit set of their
    numbers) that are false where i is true.
    """

    def __init__(
        self, cands: Candidates, passes: Pass, groups: bool, largest: int, clock: Clock
    ) -> None:
        self._empty(cands, passes)
        board, cand, where = cands.board, cands.cand, cands.where
        for cell in bits(cands.with_count(2)) if "y" in passes else ():
            self._join((1 << cell, cand[cell]), 1 << cell)
        for d in range(board.size) if "x" in passes else ():
            for h, mask in enumerate(board.mask):
                places = where[d] & mask
                if board.complete[h] and places.bit_count() > 1:
                    self._halve(h, d, places, groups)
        ruled = strong_links(cands, clock) if "x" in passes else {}
        for key, links in ruled.items():
            cell, d = divmod(key, board.size)
            for other, cause in links:
                second = divmod(other, board.size)
                if key < other and (passes == "xy" or d == second[1]):
                    self._link((1 << cell, d), (1 << second[0], second[1]), cause)
        if largest > 1:
            als = almost_locked(cands, False, largest, clock)
            for cells, digits in zip(als.cells, als.digits, strict=True):
                if cells & (cells - 1):
                    self._join((cells, digits), cells)
        self._exclude(clock)

    def _empty(self, cands: Candidates, passes: Pass) -> None:
        self.cands, self.passes = cands, passes
        self.number: dict[tuple[int, int], int] = {}
        self.cells: list[int] = []
        self.digits: list[int] = []
        self.strong: list[dict[int, StrongReason]] = []

    @classmethod
    def along(
        cls, cands: Candidates, passes: Pass, chain: ChainFound, clock: Clock
    ) -> tuple[Net, list[int]]:
        """The part of a net along a chain that the compiled core found, and its nodes."""
        net = cls.__new__(cls)
        net._empty(cands, passes)
        places, reasons, _ = chain
        ends = [(sum([1 << c for c in cells]), d) for cells, d in places]
        for one, other, at in zip(ends[::2], ends[1::2], reasons, strict=True):
            a, b = sorted((one[1], other[1]))
            net._link(one, other, at if at >= 0 else (1 << (-1 - at), a, b))
        net._exclude(clock)
        return net, [net.number[end] for end in ends]

    def _halve(self, h: int, d: int, places: int, groups: bool) -> None:
        """The two halves of the places of a digit in a house, each in another house as well."""
        if places.bit_count() == 2:
            low = places & -places
            self._link((low, d), (places ^ low, d), h)
        elif groups:
            board = self.cands.board
            tried = {places & board.mask[k] for k in board.shared[h]} | {
                1 << cell for cell in bits(places)
            }
            for half in sorted(tried):
                other = places & ~half
                if half and half < other and other in tried:
                    self._link((half, d), (other, d), h)

    def _join(self, almost_locked_set: tuple[int, int], cells: int) -> None:
        """Each two digits of an almost locked set."""
        mask, digits = almost_locked_set
        for a, b in combinations(bits(digits), 2):
            where = self.cands.where
            self._link((where[a] & mask, a), (where[b] & mask, b), (cells, a, b))

    def _node(self, cells: int, d: int) -> int:
        number = self.number.setdefault((cells, d), len(self.cells))
        if number == len(self.cells):
            self.cells.append(cells)
            self.digits.append(d)
            self.strong.append({})
        return number

    def _link(self, one: tuple[int, int], other: tuple[int, int], reason: StrongReason) -> None:
        i, j = self._node(*one), self._node(*other)
        self.strong[i].setdefault(j, reason)
        self.strong[j].setdefault(i, reason)

    def _exclude(self, clock: Clock) -> None:
        board = self.cands.board
        size, count = board.size, board.count
        every_cell = (1 << count) - 1
        self.members = [
            cells << d * count for cells, d in zip(self.cells, self.digits, strict=True)
        ]
        self.kills = [self.cands.lost_to(self.pairs_of(i)) for i in range(len(self.cells))]
        # The nodes of one candidate by it, the others by digit.
        alone = {
            members: 1 << i for i, members in enumerate(self.members) if not members & members - 1
        }
        singles = sum(alone)
        groups: list[list[int]] = [[] for _ in range(size)]
        by_digit = [0] * size
        for i, d in enumerate(self.digits):
            by_digit[d] |= 1 << i
            if self.members[i] not in alone:
                groups[d].append(i)
        self.weak: list[int] = []
        for members, kills, d in zip(self.members, self.kills, self.digits, strict=True):
            clock.check()
            any_digit = self.passes != "x" and (board.conflicts or members in alone)
            mask, hit = 0, kills & singles
            while hit:
                low = hit & -hit
                mask |= alone[low]
                hit ^= low
            for e in range(size) if any_digit else (d,):
                own = kills >> e * count & every_cell if groups[e] else 0
                if own & own - 1:
                    for j in groups[e]:
                        if not self.cells[j] & ~own:
                            mask |= 1 << j
            self.weak.append(mask if any_digit else mask & by_digit[d])

    def locked(self, reason: tuple[int, int, int]) -> int:
        """The candidates that the other digits of an almost locked set exclude where it lacks one
        of two."""
        excluded = 0
        for pairs in self.others(reason):
            excluded |= self.cands.lost_to(pairs)
        return excluded

    def others(self, reason: tuple[int, int, int]) -> list[list[tuple[int, int]]]:
        """The candidates (cell, d) of each other digit of an almost locked set."""
        cells, a, b = reason
        where = self.cands.where
        rest = self.cands.union(bits(cells)) & ~(1 << a | 1 << b)
        return [[(cell, d) for cell in bits(cells & where[d])] for d in bits(rest)]

    def pairs_of(self, i: int) -> list[tuple[int, int]]:
        """The candidates (cell, d) of node i."""
        return [(cell, self.digits[i]) for cell in bits(self.cells[i])]

    def candidates_of(self, d: int) -> int:
        """All candidates of a digit."""
        return ((1 << self.cands.board.count) - 1) << d * self.cands.board.count

    def group(self, i: int) -> Places:
        """Node i as data."""
        return Places(tuple(bits(self.cells[i])), self.cands.board.digits[self.digits[i]])

    def reason(self, reason: StrongReason, name: str) -> House | CellSet | Rule:
        """A reason as data; a set is called ``name``."""
        cands = self.cands
        if isinstance(reason, int):
            return reason_at(cands, reason)
        cells = tuple(bits(reason[0]))
        digits = cands.union(cells)
        return cands.cell_set(name, cells, digits)


def net_of(cands: Candidates, passes: Pass, groups: bool, largest: int, clock: Clock) -> Net:
    """The net of a position, kept with it. ``passes``: strong links of houses (x), of cells (y), or
    both, x being one digit; ``groups``: nodes of several cells; ``largest``: the cells of an almost
    locked set, 1 for cells of two candidates alone.

    :raises RanOut: where the clock runs out first.
    """
    key = f"net-{passes}-{groups}-{largest}"
    return cands.once(key, lambda: Net(cands, passes, groups, largest, clock))
