"""The links of a position: what a true candidate makes false, and a false one true."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import Literal

from satdoku.base.limits import Clock
from satdoku.techniques.board import Board, Candidates, bits
from satdoku.techniques.reasoning.statements import CELL
from satdoku.techniques.searches.clues.strong import strong_links

Pass = Literal["x", "y", "xy"]
"""The links of a search: of one digit, of cells (strong links alone), or both."""


def parts(board: Board) -> list[list[tuple[int, int]]]:
    """For each cell (house, cells first seen through it): ascending, they are the peers in
    order."""
    parts: list[list[tuple[int, int]]] | None = board.__dict__.get("_parts")
    if parts is None:
        parts = []
        for cell in range(board.count):
            rest = ~(1 << cell)
            here = []
            for h in board.houses_of[cell]:
                here.append((h, board.mask[h] & rest))
                rest &= ~board.mask[h]
            parts.append(here)
        board.__dict__["_parts"] = parts
    return parts


def open_links(
    links: Iterable[tuple[int, int]], cand: list[int], size: int, digit: int | None
) -> list[tuple[int, int]]:
    """A candidate's links by rules whose other end is open (and of this digit), each with its
    cause."""
    return [
        (other, cause)
        for other, cause in links
        if cand[other // size] >> other % size & 1 and digit in (None, other % size)
    ]


class Links:
    """The links of one position for one pass, worked out once and asked by every start."""

    __slots__ = ("off", "on")

    def __init__(self, cands: Candidates, x: bool, y: bool, clock: Clock) -> None:
        board = cands.board
        size = board.size
        parts_of = parts(board)
        cand, where, rule_links = cands.cand, cands.where, board.rule_links
        rules = strong_links(cands, clock) if x else {}  # a Y pass has the cells' alone
        self.off: dict[int, list[tuple[int, int]]] = {}
        self.on: dict[int, list[tuple[int, int]]] = {}
        # Both lists of each candidate are made in one pass, which is kept whole: chains start from
        # every candidate, and a method for each part would be called for all of them.
        for cell, digits in enumerate(cand):
            clock.check()
            base = cell * size
            members = bits(digits)
            for d in members:
                weak: list[tuple[int, int]] = []
                if y:
                    weak = [(base + e, CELL) for e in members if e != d]
                for h, part in parts_of[cell]:
                    weak += [(c * size + d, h) for c in bits(where[d] & part)]
                if rule_links:
                    weak += open_links(rule_links[base + d], cand, size, None if y else d)
                strong: list[tuple[int, int]] = []
                if y and len(members) == 2:
                    strong.append((base + members[0] + members[1] - d, CELL))
                if x:
                    for h in board.houses_of[cell]:
                        rest = where[d] & board.mask[h] ^ (1 << cell)
                        if rest and not rest & (rest - 1) and board.complete[h]:
                            number = (rest.bit_length() - 1) * size + d
                            if all(number != s for s, _ in strong):
                                strong.append((number, h))
                    if base + d in rules:
                        ruled = open_links(rules[base + d], cand, size, None if y else d)
                        known = {number for number, _ in strong}
                        strong += [link for link in ruled if link[0] not in known]
                self.off[base + d] = weak
                self.on[base + d] = strong


def links_of(cands: Candidates, p: Pass, clock: Clock) -> Links:
    """The links of a position for one pass; kept with the position."""
    # The Y pass takes the house rule from true to false, but not from false to true.
    return cands.once(f"links-{p}", lambda: Links(cands, x=p != "y", y=p != "x", clock=clock))


def partners_of(cands: Candidates) -> dict[int, int]:
    """The candidates that are true where a candidate is false, by cells and houses with two
    candidates: numbered and as bit sets as in ``Candidates.every``; kept with the position."""
    return cands.once("partners", lambda: _partners(cands))


def _partners(cands: Candidates) -> dict[int, int]:
    board, count = cands.board, cands.board.count
    partners: dict[int, int] = {}

    def join(*both: int) -> None:
        for one, other in permutations(both):
            partners[one] = partners.get(one, 0) | 1 << other

    for cell in bits(cands.with_count(2)):
        join(*(d * count + cell for d in bits(cands.cand[cell])))
    for d, where in enumerate(cands.where):
        for h, mask in enumerate(board.mask):
            places = where & mask
            if places.bit_count() == 2 and board.complete[h]:
                join(*(d * count + cell for cell in bits(places)))
    return partners
