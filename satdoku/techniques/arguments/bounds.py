"""Sums of more cells than all ways to fill them can be gone through: how low and how high their
digits can be, house by house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import TypeAlias

from satdoku.base.limits import tick
from satdoku.base.records import dataclass
from satdoku.relations import Linear, Relation
from satdoku.techniques.arguments.pieces import House
from satdoku.techniques.board import Board

_FEW_CELLS = 12
"""Of so many cells all ways are gone through."""

DigitsLeft: TypeAlias = Mapping[int, Set[int]] | Sequence[Set[int]]
"""The digits that are left to each cell."""


@dataclass(frozen=True, slots=True)
class Addends:
    """Cells of a sum that count alike, ``factor`` times, those of a ``house`` together."""

    factor: int
    house: House | None
    cells: tuple[int, ...]

    def reach(self, domains: DigitsLeft, most: bool, without: int = -1) -> int:
        """The least that the digits of the cells but one add up to, or the most."""
        return _total(tuple([frozenset(domains[c]) for c in self.cells if c != without]), most)


@dataclass(frozen=True, slots=True)
class LongSum:
    """A sum of many cells: what ``parts`` add up to compares with ``total``."""

    parts: tuple[Addends, ...]
    comparison: str
    total: int

    @property
    def cells(self) -> tuple[int, ...]:
        """All its cells."""
        return tuple([cell for part in self.parts for cell in part.cells])

    @property
    def is_plain(self) -> bool:
        """Whether each cell counts once, so that a bound of some needs no factors to be said."""
        return all(part.factor == 1 for part in self.parts)

    def ends(self) -> Iterator[bool]:
        """Whether it can be too low, and whether it can be too high, as ``most`` of
        :meth:`reach`."""
        if self.comparison != "<=":
            yield True
        if self.comparison != ">=":
            yield False

    def reach(self, domains: DigitsLeft, most: bool, without: int = -1) -> int:
        """The least that it can be without a cell, or the most."""
        return sum(
            [
                part.factor * part.reach(domains, most is (part.factor > 0), without)
                for part in self.parts
            ]
        )

    def is_missed_by(self, reach: int, most: bool) -> bool:
        """Whether it is too low with so much at most, or too high with so much at least."""
        return reach < self.total if most else reach > self.total

    def is_missed(self, domains: DigitsLeft) -> bool:
        """Whether it is too low or too high in any case."""
        return any(self.is_missed_by(self.reach(domains, most), most) for most in self.ends())

    def refuted(self, domains: DigitsLeft) -> Iterator[tuple[int, int, bool]]:
        """The digits of cells with which it is too low (``True``) or too high, whatever is in the
        others."""
        for most in self.ends():
            every = self.reach(domains, most)
            for part in self.parts:
                tick()
                own_most = most is (part.factor > 0)
                whole = part.reach(domains, own_most)
                for cell in part.cells:
                    rest = part.reach(domains, own_most, cell) - whole
                    for digit in domains[cell]:
                        if self.is_missed_by(every + part.factor * (rest + digit), most):
                            yield cell, digit, most


def assigned(domains: Sequence[Set[int]], most: bool) -> tuple[int, ...]:
    """Different digits, one of each domain, with the least sum, or the most."""
    held: dict[int, int] = {}  # the digit of each place

    def has_place(digit: int, tried: set[int]) -> bool:
        """Whether a digit gets a place, where the digits before may move."""
        for place in sorted(range(len(domains)), key=held.__contains__):
            if digit in domains[place] and place not in tried:
                tried.add(place)
                if place not in held or has_place(held[place], tried):
                    held[place] = digit
                    return True
        return False

    # Sets of digits that can have places are a matroid: the first that can is right to take.
    for digit in sorted({digit for domain in domains for digit in domain}, reverse=most):
        if len(held) == len(domains):
            break
        has_place(digit, set())
    if len(held) < len(domains):
        # Where they cannot all differ there is no way at all, and any digits will do.
        return tuple([min(domain) for domain in domains])
    return tuple([held[place] for place in range(len(domains))])


@lru_cache(maxsize=4096)
def _total(domains: tuple[frozenset[int], ...], most: bool) -> int:
    return sum(assigned(domains, most))


def by_houses(
    cells: Iterable[int], houses: Sequence[House]
) -> list[tuple[House | None, tuple[int, ...]]]:
    """Some cells, those of a house together: first of the house that has the most of them; without
    one, each alone."""
    left = dict.fromkeys(cells)
    parts: list[tuple[House | None, tuple[int, ...]]] = []
    while left:
        own, best = None, 1
        for house in houses:
            count = sum([cell in left for cell in house.cells])
            if count > best:
                own, best = house, count
        some = [c for c in left if own is None or c in own.cells]
        for cell in some:
            del left[cell]
        parts += [(None, (cell,)) for cell in some] if own is None else [(own, tuple(some))]
    return parts


def long_sums(relations: Iterable[Relation], board: Board) -> list[LongSum]:
    """The sums of many cells among some relations, by the houses that no rule makes."""
    return [
        _long_sum(relation, board)
        for relation in relations
        if isinstance(relation, Linear)
        and len(relation.variables) > _FEW_CELLS
        and relation.guard is None
        and relation.comparison in ("=", "<=", ">=")
        and len({*relation.variables}) == len(relation.variables)
        and max(relation.variables) < board.count
    ]


@lru_cache(maxsize=64)
def _long_sum(relation: Linear, board: Board) -> LongSum:
    houses = [house for house in board.houses if house.kind != "extra"]
    alike: dict[int, list[int]] = {}
    for cell, factor in zip(relation.variables, relation.coefficients, strict=True):
        alike.setdefault(factor, []).append(cell)
    parts = [
        Addends(factor, *part)
        for factor, cells in alike.items()
        for part in by_houses(cells, houses)
    ]
    return LongSum(tuple(parts), relation.comparison, relation.total)
