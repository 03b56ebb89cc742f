"""ClueWays chains: chains whose links are what the ways to keep a clue have in common.

In the ways that are left to a clue two candidates may never be together (a weak link), or one of
two may always be there (a strong link). With the links of houses, cells and pairs of cells they
make chains: alternating inference chains in which clues take part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from satdoku.limits import Clock
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.clues import ClueWays
from satdoku.techniques.facts.position import Facts
from satdoku.techniques.step import Chain, ChainProof, Node, Rule, Step

__all__ = ["TECHNIQUES", "ClueChains"]

_WAYS = 200
"""A clue with more ways than this gives no links: a reader could not go through them."""


@dataclass(slots=True)
class _Links:
    """What follows from one candidate alone.

    off      candidate → the candidates that are false where it is true
    on       candidate → the candidates that are true where it is false
    by_clue  (candidate, other, whether the first is true) → the clue that implies it
    by_fact  (candidate, other) → the fact that has these two alone
    """

    facts: Facts
    off: list[int]
    on: list[int]
    by_clue: dict[tuple[int, int, bool], ClueWays]
    by_fact: dict[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class ClueChains(Technique):
    """A candidate from which, link by link, follows that it is false.

    Each statement of the chain follows from the one before: a true candidate excludes another by
    a house, by a rule of two cells, or because no way to keep a clue has both; where one is false,
    another is true as the last of its cell or house, or because every way to keep a clue has one of
    the two. The shortest chains come first; ``longest`` bounds the statements after the first.

    Pattern: ``chains`` the one chain; ``cells`` those of its candidates.
    """

    longest: int = 13
    name: ClassVar[str] = "clue-chain"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """See the class."""
        if cands.board.plain:
            return
        links = _links(cands, clock)
        found: list[tuple[int, int, list[int]]] = []
        most = self.longest
        for v in range(len(links.facts.pairs)):
            clock.check()
            path = _path(links, v, most)
            if path is not None:
                found.append((len(path), v, path))
        for _, _, path in sorted(found):
            yield _step(links, path)


def _links(cands: Candidates, clock: Clock) -> _Links:
    facts = Facts(cands, clock)
    off, on = facts.near[:], [0] * len(facts.pairs)
    by_fact: dict[tuple[int, int], int] = {}
    for fact, mask in enumerate(facts.live):
        if mask.bit_count() == 2:
            a, b = bits(mask)
            on[a] |= 1 << b
            on[b] |= 1 << a
            by_fact.setdefault((a, b), fact)
            by_fact.setdefault((b, a), fact)
    by_clue: dict[tuple[int, int, bool], ClueWays] = {}
    size = cands.board.size
    for clue, one in zip(facts.clues, facts.filters, strict=True):
        clock.check()
        ways = clue.ways
        if not ways.simple or one.scope.bit_count() < 2:
            continue
        found = ways.found(ways.domains(cands), clock)
        if not found.all or not 1 < len(found.ways) <= _WAYS:
            continue
        numbers = {
            place * size + d: facts.number[cell, d]
            for place, cell in enumerate(ways.cells)
            if cands.values[cell] < 0
            for d in bits(cands.cand[cell])
        }
        every = sum(1 << k for k in numbers)
        for k, v in numbers.items():
            having, lacking = 0, every
            for way in found.ways:
                if way >> k & 1:
                    having |= way
                else:
                    lacking &= way
            if not having:
                continue  # nothing follows from what goes by this clue alone
            for other in bits(every & ~having):
                if not off[v] >> numbers[other] & 1:
                    off[v] |= 1 << numbers[other]
                    by_clue[v, numbers[other], True] = clue
            for other in bits(lacking if lacking != every else 0):
                if not on[v] >> numbers[other] & 1:
                    on[v] |= 1 << numbers[other]
                    by_clue[v, numbers[other], False] = clue
    return _Links(facts, off, on, by_clue, by_fact)


def _path(links: _Links, start: int, most: int) -> list[int] | None:
    """The candidates of a shortest chain from one that is true to the same being false."""
    off, on = links.off, links.on
    true, false = 1 << start, 0
    frontier = [start]
    came: dict[int, int] = {}
    cause: dict[int, int] = {}
    length = 0
    while frontier and length < most:
        length += 1
        fresh: list[int] = []
        for t in frontier:
            mask = off[t] & ~false
            if mask >> start & 1:
                path = [start, t]
                while t != start:
                    path += [came[t], cause[came[t]]]
                    t = path[-1]
                return path[::-1] if len(path) - 1 <= most else None
            false |= mask
            for f in bits(mask):
                cause[f] = t
                fresh.append(f)
        length += 1
        frontier = []
        for f in fresh:
            for t in bits(on[f] & ~true):
                true |= 1 << t
                came[t] = f
                frontier.append(t)
    return None


def _step(links: _Links, path: list[int]) -> Step:
    facts, board = links.facts, links.facts.board
    pairs, digits = facts.pairs, board.digits
    first, d = pairs[path[0]]
    nodes = [Node(first, digits[d], True)]
    with_clue = False
    for at in range(1, len(path)):
        before, v = path[at - 1], path[at]
        cell, d = pairs[v]
        on = at % 2 == 0
        clue = links.by_clue.get((before, v, not on))
        parent = (at - 1,)
        if clue is not None:
            with_clue = True
            nodes.append(Node(cell, digits[d], on, parent, "rule", rule=clue.rule))
        elif on:
            h = facts.names[links.by_fact[before, v]][1]
            house = None if h < 0 else board.houses[h]
            nodes.append(Node(cell, digits[d], on, parent, "cell" if h < 0 else "house", house))
        elif pairs[before][0] == cell:
            nodes.append(Node(cell, digits[d], on, parent, "cell"))
        else:
            reason = board.reason(pairs[before], pairs[v])
            if isinstance(reason, Rule):
                nodes.append(Node(cell, digits[d], on, parent, "rule", rule=reason))
            else:
                nodes.append(Node(cell, digits[d], on, parent, "house", reason))
    one_digit = len({node.digit for node in nodes}) == 1
    return Step(
        ClueChains.name if with_clue else "x-chain" if one_digit else "forcing-chain",
        ChainProof("x" if one_digit else "xy", Chain(tuple(nodes))),
        eliminations=((first, nodes[0].digit),),
        variant="x-chain" if one_digit else "xy-chain",
    )


TECHNIQUES: tuple[Technique, ...] = (ClueChains(),)
