"""Rules made of pairs of cells, which several families share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from satdoku.base.limits import tick
from satdoku.base.problem import Problem
from satdoku.board.constraint import BoardMap, Constraint
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid, repeats
from satdoku.constraints.common import (
    NEVER,
    Clue,
    all_different,
    full_values,
    of_cells,
)
from satdoku.relations import AllDifferent, Domain, PairTable, Relation

__all__ = [
    "GroupRule",
    "PairClue",
    "PairRule",
    "TableRule",
    "maps_onto_itself",
    "open_pairs",
    "pair_tables",
]


class PairClue(Clue):
    """A clue that allows or forbids the digits of two cells at a time."""

    def pairs(self, geometry: Geometry) -> Sequence[tuple[int, int]]:
        """The pairs of cells, in the order that :meth:`allows` takes their digits."""
        raise NotImplementedError

    def allows(self, first: int, second: int, geometry: Geometry) -> bool:
        """Whether a pair may hold these digits, whatever its cells are."""
        raise NotImplementedError

    def wrong(self, first: int, second: int, geometry: Geometry) -> str:
        """The fault of a pair of digits: the end of "r1c1 and r1c2 are 3 and 5: ..."."""
        raise NotImplementedError

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(self.allows(values[a], values[b], geometry) for a, b in self.pairs(geometry))

    def may_hold(self, values: Sequence[int | None], geometry: Geometry) -> bool:
        return all(
            first is None or second is None or self.allows(first, second, geometry)
            for first, second in ((values[a], values[b]) for a, b in self.pairs(geometry))
        )

    def allowed(self, geometry: Geometry) -> frozenset[tuple[int, int]]:
        """The pairs of digits that a pair of cells may hold."""
        # Cached, since the rule is checked, compiled and explained for one board.
        known: tuple[Geometry, frozenset[tuple[int, int]]] | None = self.__dict__.get("_table")
        if known is None or known[0] is not geometry:
            others = of_cells(type(self), False)
            rest = tuple([(p.name, getattr(self, p.name)) for p in others])
            known = self.__dict__["_table"] = geometry, _allowed(type(self), rest, geometry)
        return known[1]

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        return pair_tables(self.pairs(geometry), self.allowed(geometry), geometry.digits)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        return None if self.allowed(geometry) else "no two digits of the board fit it"

    def broken(self, grid: Grid) -> Iterator[Problem]:
        geometry, clear = grid.geometry, True
        for a, b in self.pairs(geometry):
            first, second = grid[a], grid[b]
            if first is None or second is None or self.allows(first, second, geometry):
                continue
            clear = False
            yield Problem(
                "rule",
                f"{self.describe(geometry)}: {geometry.names((a, b))} are {first} and {second}, "
                f"but {self.wrong(first, second, geometry)}",
                (a, b),
            )
        if clear:
            yield from super().broken(grid)

    def possible(self, grid: Grid) -> bool:
        pairs, allowed = self.pairs(grid.geometry), self.allowed(grid.geometry)
        before, after = _partners(allowed, False), _partners(allowed, True)
        every = frozenset(grid.geometry.digits)
        left = {
            cell: every if (value := grid[cell]) is None else frozenset((value,))
            for pair in pairs
            for cell in pair
        }
        waiting = [(a, b, after) for a, b in pairs] + [(b, a, before) for a, b in pairs]
        changed = True
        while changed:
            tick()
            changed = False
            for one, other, partners in waiting:
                if left[one] == every:
                    continue  # what no digit allows is out of reach of the whole rule
                reached = frozenset().union(*(partners.get(digit, ()) for digit in left[one]))
                if not left[other] <= reached:
                    left[other] &= reached
                    changed = True
        return all(left.values())


@lru_cache(maxsize=1024)
def _allowed(
    kind: type[PairClue], parameters: tuple[tuple[str, Any], ...], geometry: Geometry
) -> frozenset[tuple[int, int]]:
    # Clues at other cells have the same table, so a clue without cells computes it.
    clue = object.__new__(kind)
    for name, value in parameters:
        object.__setattr__(clue, name, value)
    digits = geometry.digits
    return _shared(frozenset((a, b) for a in digits for b in digits if clue.allows(a, b, geometry)))


@lru_cache(maxsize=256)
def _shared(table: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """One object for equal tables, so that caches compare tables at once."""
    return table


@lru_cache(maxsize=256)
def _partners(allowed: frozenset[tuple[int, int]], forward: bool) -> dict[int, frozenset[int]]:
    partners: dict[int, set[int]] = {}
    for pair in allowed:
        first, second = pair if forward else pair[::-1]
        partners.setdefault(first, set()).add(second)
    return {digit: frozenset(others) for digit, others in partners.items()}


@lru_cache(maxsize=256)
def _ends(allowed: frozenset[tuple[int, int]]) -> tuple[frozenset[int], frozenset[int]]:
    return frozenset(first for first, _ in allowed), frozenset(second for _, second in allowed)


def pair_tables(
    pairs: Iterable[tuple[int, int]], allowed: frozenset[tuple[int, int]], digits: tuple[int, ...]
) -> Iterator[Relation]:
    """A table for each pair, and a domain for each cell that it leaves fewer digits."""
    lefts, rights = _ends(allowed)
    if len(lefts) == len(rights) == len(digits):
        for a, b in pairs:
            yield PairTable(a, b, allowed)
        return
    domains: dict[int, frozenset[int]] = {}
    for a, b in pairs:
        for cell, left in ((a, lefts), (b, rights)):
            if len(left) < len(digits):
                domains[cell] = domains.get(cell, left) & left
        yield PairTable(a, b, allowed)
    yield from (Domain(cell, left) for cell, left in domains.items())


class GroupRule(Constraint):
    """A rule of the whole board that names sets of cells in which no digit repeats."""

    @abstractmethod
    def groups(self, geometry: Geometry) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Each set with its name; none where the board cannot have the rule."""

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(sorted({cell for _, cells in self.groups(geometry) for cell in cells}))

    def holds(self, grid: Grid) -> bool:
        values = full_values(grid)
        return self.unfit(grid.geometry) is None and all(
            all_different([values[cell] for cell in cells])
            for _, cells in self.groups(grid.geometry)
        )

    def relations(self, geometry: Geometry) -> Iterable[Relation]:
        if self.unfit(geometry) is not None:
            return NEVER
        return tuple(AllDifferent(cells) for _, cells in self.groups(geometry))

    def faults(self, grid: Grid) -> Iterator[Problem]:
        if reason := self.unfit(grid.geometry):
            yield Problem("rule", reason)
            return
        for place, cells in self.groups(grid.geometry):
            yield from repeats(grid, cells, place)

    def image(self, board_map: BoardMap) -> Constraint | None:
        own = {frozenset(cells) for _, cells in self.groups(board_map.geometry)}
        mapped = {frozenset(board_map.cells[cell] for cell in cells) for cells in own}
        return self if mapped == own else None


class PairRule(Constraint):
    """A rule of the whole board about every two cells at certain distances."""

    steps: ClassVar[tuple[tuple[int, int], ...]]
    """(rows down, columns right) from the first cell of a pair to the second; one of each two
    opposite directions is enough."""

    @abstractmethod
    def clash(self, first: int, second: int) -> bool:
        """Whether the two cells of a pair may not hold these digits."""

    @abstractmethod
    def fault(self, place: str, first: int, second: int) -> str:
        """The sentence for two cells (``place``, joined by "and") whose digits clash."""

    def pairs(self, geometry: Geometry) -> tuple[tuple[int, int], ...]:
        """Every pair of cells that the rule covers."""
        return _pairs(geometry, self.steps)

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(sorted({cell for pair in self.pairs(geometry) for cell in pair}))

    def holds(self, grid: Grid) -> bool:
        values = full_values(grid)
        digits = {(values[a], values[b]) for a, b in self.pairs(grid.geometry)}
        return not any(self.clash(a, b) for a, b in digits)

    def faults(self, grid: Grid) -> Iterator[Problem]:
        geometry = grid.geometry
        for a, b in self.pairs(geometry):
            first, second = grid[a], grid[b]
            if first is not None and second is not None and self.clash(first, second):
                message = self.fault(geometry.names((a, b)), first, second)
                yield Problem("rule", f"{self.name}: {message}", (a, b))


class TableRule(PairRule):
    """A rule on pairs whose clashes do not follow from the houses: a table for each pair."""

    def relations(self, geometry: Geometry) -> Iterable[Relation]:
        digits = geometry.digits
        allowed = frozenset((a, b) for a in digits for b in digits if not self.clash(a, b))
        return _tables(self.pairs(geometry), _shared(allowed))

    def image(self, board_map: BoardMap) -> Constraint | None:
        digits = board_map.digits
        forbidden = [(a, b) for a in digits for b in digits if self.clash(a, b)]
        survives = all(self.clash(digits[a], digits[b]) for a, b in forbidden)
        pairs = _pairs(board_map.geometry, self.steps)
        return self.placed(board_map) if survives and maps_onto_itself(pairs, board_map) else None

    def placed(self, board_map: BoardMap) -> Constraint:
        """The rule where a symmetry takes the board onto itself."""
        return self


@lru_cache(maxsize=64)
def _pairs(geometry: Geometry, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    pairs = []
    for cell in range(geometry.cell_count):
        for down, right in steps:
            if (other := geometry.beside(cell, down, right)) is not None:
                pairs.append((min(cell, other), max(cell, other)))
    return tuple(sorted(pairs))


@lru_cache(maxsize=64)
def _tables(
    pairs: tuple[tuple[int, int], ...], allowed: frozenset[tuple[int, int]]
) -> tuple[PairTable, ...]:
    tables = []
    for a, b in pairs:
        tick()
        tables.append(PairTable(a, b, allowed))
    return tuple(tables)


def open_pairs(geometry: Geometry, pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The pairs that share no house."""
    houses = geometry.house_indices
    return tuple((a, b) for a, b in pairs if not set(houses[a]) & set(houses[b]))


def maps_onto_itself(pairs: Iterable[tuple[int, int]], board_map: BoardMap) -> bool:
    """Whether a symmetry takes a set of unordered pairs onto itself."""
    own = {frozenset(pair) for pair in pairs}
    return {frozenset(board_map.cells[cell] for cell in pair) for pair in own} == own
