"""Arguments that end where a reader sees the contradiction: a house has too few cells left for some
digits, or too few digits for some cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from satdoku.techniques.board import bits
from satdoku.techniques.searches.small.position import Allowed, Facts
from satdoku.techniques.step import Chain, Contradiction, Node, Rule

_MOST_SEEN = 4
"""Digits or cells that are counted at a glance."""


def ended(facts: Facts, uses: Allowed, chain: Chain) -> Chain:
    """The argument up to its first line after which too few cells are left for the digits that a
    house must hold by ``uses``, or too few digits for its cells; itself where that saves no line.
    """
    seen = _Seen(facts, uses)
    last = max((at for at in range(len(chain.nodes)) if _is_line(chain, at)), default=0)
    for at, node in enumerate(chain.nodes[:last]):
        end = seen.after(at, node)
        if end is not None:
            conflict, lost = end
            nodes = [*chain.nodes[: at + 1]]
            because = [seen.node_of(v, nodes) for v in bits(lost)]
            return without_idle(replace(chain, nodes=tuple(nodes), conflict=conflict), because)
    return chain


def _is_line(chain: Chain, at: int) -> bool:
    """Whether a statement is told in a line of its own."""
    node = chain.nodes[at]
    if node.cause == "rule":
        return not chain.is_link(node)
    return node.cause == "advanced" or (node.on and node.cause not in ("start", "known"))


def without_idle(chain: Chain, because: Iterable[int]) -> Chain:
    """The argument without statements that its end does not need."""
    because = tuple(sorted(because))
    wanted = {*because, *(at for at, node in enumerate(chain.nodes[:1]) if node.cause == "start")}
    for at in range(len(chain.nodes) - 1, -1, -1):
        if at in wanted:
            wanted.update(chain.nodes[at].parents)
    wanted_places = sorted(wanted)
    place = {at: number for number, at in enumerate(wanted_places)}
    parts = []
    nodes = []
    for at in wanted_places:
        node = chain.nodes[at]
        if node.part is not None:
            parts.append(chain.parts[node.part])
            node = replace(node, part=len(parts) - 1)
        nodes.append(replace(node, parents=tuple([place[parent] for parent in node.parents])))
    ends = tuple([place[at] for at in because])
    return replace(chain, nodes=tuple(nodes), parts=tuple(parts), because=ends)


class _Seen:
    """The candidates that are false after some statements, and the houses to be looked at."""

    def __init__(self, facts: Facts, uses: Allowed) -> None:
        self.facts = facts
        self.false = 0
        self.by: dict[int, int] = {}
        """False candidate → the statement that says so, or the true one that excludes it."""
        self.said: set[int] = set()
        needed: dict[int, list[int]] = {}
        cells: list[int] = []
        for fact in sorted(uses.needs):
            first, h = facts.names[fact]
            if h < 0:
                cells.append(first)
            else:
                needed.setdefault(h, []).append(first)
        self.needed = [
            (h, some) for h, digits in needed.items() for some in _some(digits) if len(some) > 1
        ]
        # The set of a rule would have to be named.
        plain = [h for h, house in enumerate(facts.board.houses) if house.kind != "extra"]
        self.together = [
            (h, some)
            for h in plain
            for some in _some([cell for cell in cells if facts.board.mask[h] >> cell & 1])
            if len(some) > 1
        ]

    def after(self, at: int, node: Node) -> tuple[Contradiction, int] | None:
        """The end that can be seen after one statement more, and the false candidates that it
        rests on."""
        facts = self.facts
        v = facts.number[node.cell, facts.board.index_of[node.digit]]
        lost = facts.near[v] & ~self.false if node.on else 1 << v
        self.by |= dict.fromkeys(bits(lost), at)
        if not node.on:
            self.said.add(v)
        if not lost & ~self.false:
            return None
        self.false |= lost
        return self._few_places() or self._few_digits()

    def _few_places(self) -> tuple[Contradiction, int] | None:
        facts, digits = self.facts, self.facts.board.digits
        for h, some in self.needed:
            cells = facts.board.members[h]
            own = [
                (v, c) for c in cells for d in some if (v := facts.number.get((c, d))) is not None
            ]
            left = tuple(sorted({c for v, c in own if not self.false >> v & 1}))
            if len(left) < len(some):
                lost = sum(1 << v for v, c in own if c not in left)
                named = tuple(sorted(digits[d] for d in some))
                return Contradiction("few-places", left, named, facts.board.houses[h]), lost
        return None

    def _few_digits(self) -> tuple[Contradiction, int] | None:
        facts, board = self.facts, self.facts.board
        for h, some in self.together:
            own = [(v, facts.pairs[v][1]) for c in some for v in bits(facts.in_cell[c])]
            left = {d for v, d in own if not self.false >> v & 1}
            if len(left) < len(some):
                lost = sum(1 << v for v, d in own if d not in left)
                digits = tuple(sorted(board.digits[d] for d in left))
                return Contradiction("few-digits", tuple(some), digits, board.houses[h]), lost
        return None

    def node_of(self, v: int, nodes: list[Node]) -> int:
        """The place of the statement that a candidate is false, added where it is not said."""
        at = self.by[v]
        if v in self.said:
            return at
        cause = nodes[at].cell, self.facts.board.index_of[nodes[at].digit]
        nodes.append(excluded_node(self.facts, v, cause, at))
        return len(nodes) - 1


def excluded_node(facts: Facts, v: int, cause: tuple[int, int], at: int) -> Node:
    """That a candidate is false, since another (cell, d) is true, as the statement ``at`` says."""
    cell, d = facts.pairs[v]
    node = Node(cell, facts.board.digits[d], False, (at,))
    if cause[0] == cell:
        return replace(node, cause="cell")
    reason = facts.board.reason(cause, (cell, d))
    if isinstance(reason, Rule):
        return replace(node, cause="rule", rule=reason)
    return replace(node, cause="house", house=reason)


def _some(items: list[int]) -> Iterator[tuple[int, ...]]:
    """Some of a few items, fewer first."""
    for size in range(1, min(len(items), _MOST_SEEN) + 1):
        yield from combinations(items, size)
