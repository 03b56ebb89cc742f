"""Statements, what chain searches find, and how the findings are compared.

A statement is "this cell is (not) this digit"; inside it is the number
``2 * (cell * size + d) + on``. A :class:`FoundChain` is a conclusion with the derivations of its
ends. Which of several counts as the easiest is the business of a scale: a search takes its
:data:`ChainOrder` and uses no rating.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

START, CELL = -1, -2
"""Causes of a statement; a number >= 0 is one of ``reason_at`` (searches/clues/strong.py)."""

ANY_LENGTH = 1 << 60
"""More statements than any chain has."""

ChainKind = Literal[
    "x-cycle", "y-cycle", "xy-cycle", "x-chain", "xy-chain",
    "contradiction", "double", "cell", "region",
]  # fmt: skip

ChainOrder: TypeAlias = Callable[[ChainKind, int], tuple[float, ...]]
"""The key by which hints are compared: from the kind and the number of statements. Smaller is
easier; for one kind it grows with the number."""

_RANKS: dict[ChainKind, int] = {
    "x-cycle": 0, "y-cycle": 1, "xy-cycle": 2, "x-chain": 3, "xy-chain": 4,
    "double": 5, "cell": 6, "region": 7, "contradiction": 8,
}  # fmt: skip


def shortest(kind: ChainKind, statements: int) -> tuple[float, ...]:
    """The order of no scale in particular: the fewest statements, then the kind."""
    return statements, _RANKS[kind]


class DerivedStatement:
    """A statement with the derivation it was first reached by. ``size`` counts its ancestors."""

    __slots__ = ("ancestors", "cause", "id", "parents", "size")
    ancestors: int

    def __init__(
        self, number: int, parents: tuple[DerivedStatement, ...] = (), cause: int = START
    ) -> None:
        self.id = number
        self.parents = parents
        self.cause = cause
        ancestors = 1 << number
        for parent in parents:
            ancestors |= parent.ancestors
        self.ancestors = ancestors
        self.size = ancestors.bit_count()


class FoundChain:
    """The result of a chain search, before it is dressed up as a Step."""

    __slots__ = ("complexity", "ends", "gone", "house", "kind", "on", "source")

    def __init__(
        self,
        kind: ChainKind,
        ends: tuple[DerivedStatement, ...],
        on: int | None,
        eliminated: tuple[tuple[int, int], ...],
        source: int = -1,
        house: int = -1,
    ) -> None:
        self.kind = kind
        self.ends = ends
        self.on = on
        """The candidate number (cell * size + d) to place, if any."""
        self.gone = eliminated
        """(cell, d) to cross out; for a placement the other candidates of its cell."""
        self.source = source
        """The candidate number that was assumed, or that the cell or house case began with."""
        self.house = house
        counted = ends[:1] if kind.endswith("cycle") else ends
        self.complexity = sum([end.size for end in counted])
        """The number of statements used."""


class Bound:
    """The easiest hint so far under an order; a search asks it how long a further one may be."""

    __slots__ = ("_longest", "hint", "key", "order")

    def __init__(self, order: ChainOrder) -> None:
        self.order = order
        self.hint: FoundChain | None = None
        self.key: tuple[float, ...] | None = None
        self._longest: dict[ChainKind, int] = {}

    def longest(self, kind: ChainKind) -> int:
        """The largest number of statements with which a hint of this kind is still easier."""
        if self.hint is None or self.key is None:
            return ANY_LENGTH
        top = self._longest.get(kind, -1)
        if top < 0:
            top = self.hint.complexity + 64
            while top and not self.order(kind, top) < self.key:
                top -= 1
            self._longest[kind] = top
        return top

    def offer(self, hint: FoundChain) -> None:
        """Keep a hint if it is easier; an equal one came later and loses."""
        key = self.order(hint.kind, hint.complexity)
        if self.key is None or key < self.key:
            self.hint, self.key = hint, key
            self._longest.clear()


def best(hints: Iterator[FoundChain], bound: Bound) -> FoundChain | None:
    """Run a bounded search to its end and return the hint that its order puts first."""
    for _ in hints:
        pass
    return bound.hint
