"""Rules of the whole board about cells some steps apart: taxicabs, leapers, diagonal neighbours."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import ClassVar, TypeAlias

from satdoku.base.limits import tick
from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import Aliases, BoardMap, Constraint, Parameter, Shape
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.constraints.common import NEVER, board_cells, full_values
from satdoku.constraints.sides import strange_digit
from satdoku.relations import PairTable, Relation

__all__ = ["AntiTaxicab", "Chess", "DiagonalNonConsecutive", "Knightmare", "Taxicab"]

Pair: TypeAlias = tuple[int, int]
Forbidden: TypeAlias = Mapping[Pair, frozenset[Pair]]
"""For pairs of cells, the smaller one first, the digits that they may not hold."""


class _Apart(Constraint):
    """Cells at certain distances may not hold certain pairs of digits."""

    @abstractmethod
    def forbids(self, geometry: Geometry) -> Iterator[tuple[int, int, frozenset[Pair]]]:
        """(cell, cell, pairs of digits that they may not hold)."""

    def forbidden(self, geometry: Geometry) -> Forbidden:
        """The forbidden digits of each pair of cells that no house forbids anyway."""
        return _forbidden(self, geometry)

    @abstractmethod
    def wrong(self, first: int, second: int) -> str:
        """The fault of two digits, as the end of a sentence."""

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return _scope(self, geometry)

    def holds(self, grid: Grid) -> bool:
        values = full_values(grid)
        return self.unfit(grid.geometry) is None and not any(
            (values[a], values[b]) in pairs for a, b, pairs in self.forbids(grid.geometry)
        )

    def relations(self, geometry: Geometry) -> Iterable[Relation]:
        if self.unfit(geometry) is not None:
            return NEVER

        @cache
        def allowed(pairs: frozenset[Pair]) -> frozenset[Pair]:
            digits = geometry.digits
            return frozenset((a, b) for a in digits for b in digits if (a, b) not in pairs)

        tables: list[Relation] = []
        for (a, b), pairs in self.forbidden(geometry).items():
            if not len(tables) & 1023:
                tick()
            tables.append(PairTable(a, b, allowed(pairs)))
        return tuple(tables)

    def faults(self, grid: Grid) -> Iterator[Problem]:
        geometry = grid.geometry
        if reason := self.unfit(geometry):
            yield Problem("rule", reason)
            return
        values = grid.values
        if len(values) - values.count(None) < 2:
            return
        for a, b, pairs in self.forbids(geometry):
            first, second = values[a], values[b]
            if first is not None and second is not None and (first, second) in pairs:
                where = geometry.names((a, b))
                yield Problem(
                    "rule",
                    f"{self.name}: {where} are {first} and {second}, {self.wrong(first, second)}",
                    (a, b),
                )

    def image(self, board_map: BoardMap) -> Constraint | None:
        geometry = board_map.geometry
        if self.unfit(geometry) is not None:
            return None
        wanted: dict[Pair, frozenset[Pair]] = {}
        for (a, b), pairs in self.forbidden(geometry).items():
            mapped = frozenset((board_map.digits[x], board_map.digits[y]) for x, y in pairs)
            ends = board_map.cells[a], board_map.cells[b]
            if ends[0] > ends[1]:
                ends, mapped = (ends[1], ends[0]), frozenset((y, x) for x, y in mapped)
            wanted[ends] = mapped
        rule = self.placed(board_map)
        return rule if rule.forbidden(geometry) == wanted else None

    def placed(self, board_map: BoardMap) -> _Apart:
        """The rule with its own cells and digits where a symmetry takes them."""
        return self


@lru_cache(maxsize=64)
def _scope(rule: _Apart, geometry: Geometry) -> tuple[int, ...]:
    return tuple(sorted({c for a, b, _ in rule.forbids(geometry) for c in (a, b)}))


@lru_cache(maxsize=64)
def _forbidden(rule: _Apart, geometry: Geometry) -> Forbidden:
    houses = geometry.house_indices
    forbidden: dict[Pair, frozenset[Pair]] = {}
    for a, b, pairs in rule.forbids(geometry):
        tick()
        left = pairs | forbidden.get((a, b), frozenset())
        if not set(houses[a]).isdisjoint(houses[b]):
            left = frozenset((x, y) for x, y in left if x != y)
        if left:
            forbidden[a, b] = left
    return forbidden


@lru_cache(maxsize=256)
def _leap(geometry: Geometry, down: int, across: int) -> tuple[Pair, ...]:
    """The pairs of cells with this many rows and columns between them, the smaller cell first."""
    pairs = []
    for cell in range(geometry.cell_count):
        for right in (-across, across) if down and across else (across,):
            if (other := geometry.beside(cell, down, right)) is not None:
                pairs.append((min(cell, other), max(cell, other)))
    return tuple(pairs)


def _steps_apart(geometry: Geometry, distance: int) -> Iterator[Pair]:
    """The pairs of cells this many orthogonal steps apart."""
    for down in range(min(distance, geometry.rows - 1) + 1):
        tick()
        if distance - down < geometry.columns:
            yield from _leap(geometry, down, distance - down)


def _equal(digits: Iterable[int]) -> frozenset[Pair]:
    return frozenset((digit, digit) for digit in digits)


@dataclass(frozen=True)
class AntiTaxicab(_Apart):
    """Two equal digits are never as many orthogonal steps apart as they say."""

    name = "anti-taxicab"
    in_links = ("iss:AntiTaxicab",)
    aliases: ClassVar[Aliases] = {"selftaxi": None, "antitaxicab": None}
    title = "Anti-taxicab"
    summary = "Two equal digits are never that many orthogonal steps apart: two 3s never 3 steps."
    in_words = (r"taxi ?cab",)

    def unfit(self, geometry: Geometry) -> str | None:
        if geometry.digits[0] > 0:
            return None
        return worded(
            "{name}: the board has the digit 0, which no two cells are apart", name=self.name
        )

    def forbids(self, geometry: Geometry) -> Iterator[tuple[int, int, frozenset[Pair]]]:
        for digit in geometry.digits:
            equal = _equal((digit,))
            yield from ((a, b, equal) for a, b in _steps_apart(geometry, digit))

    def wrong(self, first: int, second: int) -> str:
        return f"exactly {first} steps apart"


@dataclass(frozen=True)
class Taxicab(_Apart):
    """No two cells a given number of orthogonal steps apart are equal."""

    name = "taxicab"
    aliases: ClassVar[Aliases] = {"taxi": None}
    summary = "Cells exactly this many orthogonal steps apart, by any way, hold different digits."
    parameters = (Parameter("distance", "integer", "the number of steps", least=1),)

    distance: int

    def forbids(self, geometry: Geometry) -> Iterator[tuple[int, int, frozenset[Pair]]]:
        equal = _equal(geometry.digits)
        yield from ((a, b, equal) for a, b in _steps_apart(geometry, self.distance))

    def wrong(self, first: int, second: int) -> str:
        return f"exactly {self.distance} steps apart"

    def describe(self, geometry: Geometry) -> str:
        return f"taxicab of {self.distance}"

    def known_by(self, geometry: Geometry) -> str:
        return str(self.distance)


@dataclass(frozen=True)
class Chess(_Apart):
    """Equal digits are never apart by some leaps."""

    name = "chess"
    title = "Leapers"
    summary = (
        "Cells apart by one of the given leaps, in any direction and turned either way, hold "
        "different digits, or are not both one of the given digits."
    )
    parameters = (
        Parameter(
            "offsets", "integers", "the leaps: rows and columns of each in turn", least=0, most=99
        ),
        Parameter("values", "digits", "the digits; all where none is given", True),
        Parameter("cells", "cells", "only leaps from or to these cells", True),
    )

    offsets: tuple[int, ...]
    values: tuple[int, ...] | None = None
    cells: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if not self.offsets or len(self.offsets) % 2:
            raise value_error(
                "{name}: leaps are pairs of numbers such as 1+2, not {count} of them",
                name=self.name,
                count=len(self.offsets),
            )
        if (0, 0) in self.leaps:
            raise value_error(
                "{name}: a leap of 0 rows and 0 columns stays in its cell", name=self.name
            )
        for key in ("values", "cells"):
            value = getattr(self, key)
            if value is not None:
                object.__setattr__(self, key, tuple(sorted(set(value))))

    @property
    def leaps(self) -> set[Pair]:
        """(rows, columns) of each leap, both ways round."""
        pairs = set(zip(self.offsets[::2], self.offsets[1::2], strict=False))
        return pairs | {(b, a) for a, b in pairs}

    def unfit(self, geometry: Geometry) -> str | None:
        if board_cells(self.cells or (), geometry) != (self.cells or ()):
            return worded(
                "{name}: the {board} lacks one of the cells",
                name=self.name,
                board=geometry.describe(),
            )
        return strange_digit(self.name, self.values or (), geometry)

    def forbids(self, geometry: Geometry) -> Iterator[tuple[int, int, frozenset[Pair]]]:
        equal = _equal(geometry.digits if self.values is None else self.values)
        wanted = None if self.cells is None else set(self.cells)
        for down, across in sorted(self.leaps):
            for a, b in _leap(geometry, down, across):
                if wanted is None or a in wanted or b in wanted:
                    yield a, b, equal

    def wrong(self, first: int, second: int) -> str:
        return "a leap apart"

    def placed(self, board_map: BoardMap) -> _Apart:
        values = None if self.values is None else tuple(board_map.digits[d] for d in self.values)
        cells = None if self.cells is None else tuple(board_map.cells[c] for c in self.cells)
        return Chess(self.offsets, values, cells)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        if self.cells is None:
            return super().shapes(geometry)
        return (Shape("area", board_cells(self.cells, geometry), colour="purple"),)

    def describe(self, geometry: Geometry) -> str:
        return "leapers of " + "+".join(map(str, self.offsets))


@dataclass(frozen=True)
class Knightmare(_Apart):
    """Cells a knight's move apart do not add up to certain sums."""

    name = "knightmare"
    summary = (
        "Two digits a knight's move apart do not add up to 5 or 15, or to the other sums that are "
        "given."
    )
    parameters = (Parameter("sums", "integers", "the sums", True, default=(5, 15)),)

    sums: tuple[int, ...] = (5, 15)

    def forbids(self, geometry: Geometry) -> Iterator[tuple[int, int, frozenset[Pair]]]:
        digits = geometry.digits
        pairs = frozenset((a, b) for a in digits for b in digits if a + b in self.sums)
        for step in ((1, 2), (2, 1)):
            yield from ((a, b, pairs) for a, b in _leap(geometry, *step))

    def wrong(self, first: int, second: int) -> str:
        return f"which add up to {first + second}, a knight's move apart"

    def placed(self, board_map: BoardMap) -> _Apart:
        totals = {a + b for a, b in board_map.digits.items()}
        if len(totals) > 1:
            return self
        return Knightmare(tuple(2 * max(totals) - total for total in self.sums))


@dataclass(frozen=True)
class DiagonalNonConsecutive(_Apart):
    """Diagonal neighbours never differ by 1."""

    name = "diagonal-nonconsecutive"
    aliases: ClassVar[Aliases] = {"dnc": None}
    title = "Diagonally non-consecutive"
    summary = "Cells that touch at a corner do not hold consecutive digits."

    def forbids(self, geometry: Geometry) -> Iterator[tuple[int, int, frozenset[Pair]]]:
        digits = geometry.digits
        pairs = frozenset((a, b) for a in digits for b in digits if abs(a - b) == 1)
        yield from ((a, b, pairs) for a, b in _leap(geometry, 1, 1))

    def wrong(self, first: int, second: int) -> str:
        return "consecutive digits in cells that touch at a corner"
