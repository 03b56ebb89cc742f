"""Geometry: the cells, the digits and the houses of a board, and who sees whom.

Cells are numbered 0 .. rows * columns - 1 in row-major order and are named ``r1c1`` (both from 1).
Houses are sets of cells with all digits different; rows, columns and boxes are ordinary houses, and
so are jigsaw regions. Constructors make the usual boards; nothing below this module assumes that
there are boxes, or that the digits start at 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal

__all__ = [
    "MAX_SIZE",
    "MIN_SIZE",
    "Geometry",
    "House",
    "HouseKind",
    "box_shape",
    "cell_name",
    "parse_cell",
]

MIN_SIZE = 1
MAX_SIZE = 100
"""Largest number of rows, columns and digits."""

HouseKind = Literal["row", "column", "box", "region"]

_CELL = re.compile(r"[rR](\d{1,9})[cC](\d{1,9})")


@dataclass(frozen=True, slots=True)
class House:
    """Cells whose digits are all different: ``kind`` and ``number`` (from 1) name it."""

    kind: HouseKind
    number: int
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        """``row 3``, ``column 7``, ``box 5`` or, on a jigsaw board, ``region 2``."""
        return f"{self.kind} {self.number}"


def box_shape(size: int) -> tuple[int, int] | None:
    """The usual box of a board of this size as (height, width): 9 → (3, 3), 6 → (2, 3).

    The most nearly square box, the smaller side as its height; ``None`` where the size is prime
    (only boxes of one row would fit).
    """
    for height in range(int(min(max(size, 0), MAX_SIZE) ** 0.5), 1, -1):
        if size % height == 0:
            return height, size // height
    return None


def cell_name(cell: int, columns: int) -> str:
    """The name of a cell, both parts from 1: ``r1c1``."""
    row, column = divmod(cell, columns)
    return f"r{row + 1}c{column + 1}"


def parse_cell(name: str, rows: int, columns: int) -> int:
    """The cell that ``r1c1`` names.

    :raises ValueError: where the name is not of this form or lies outside the board.
    """
    name = name.strip()
    match = _CELL.fullmatch(name)
    if match is None:
        name = name if len(name) <= 40 else f"{name[:37]}..."
        raise ValueError(f"{name!r} is not a cell; cells are named like r1c1")
    row, column = int(match[1]), int(match[2])
    if not (1 <= row <= rows and 1 <= column <= columns):
        raise ValueError(f"{name} lies outside the board of {rows} rows and {columns} columns")
    return (row - 1) * columns + column - 1


@dataclass(frozen=True)
class Geometry:
    """A board: ``rows`` x ``columns`` cells, its digits (ascending) and its houses.

    ``box`` is (height, width) where the regions are rectangular boxes, else ``None``.
    Build one with :meth:`boxes`, :meth:`jigsaw` or :meth:`latin`; they are cached, so equal boards
    are usually the same object and compare at once.
    """

    rows: int
    columns: int
    digits: tuple[int, ...]
    houses: tuple[House, ...]
    box: tuple[int, int] | None = None
    _hash: int = field(init=False, compare=False, default=0)

    def __post_init__(self) -> None:
        # A 100x100 board holds 30,000 house entries: hash them once, not at each dict look-up.
        value = hash((self.rows, self.columns, self.digits, self.houses, self.box))
        object.__setattr__(self, "_hash", value)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[..., Geometry], tuple[Any, ...]]:
        # Hashes of text differ between processes, so a pickle must not carry one.
        if self.box is not None and self is _boxes(self.size, *self.box):
            return _boxes, (self.size, *self.box)
        return Geometry, (self.rows, self.columns, self.digits, self.houses, self.box)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Geometry):
            return NotImplemented
        return (
            self._hash == other._hash
            and (self.rows, self.columns, self.digits, self.box)
            == (other.rows, other.columns, other.digits, other.box)
            and self.houses == other.houses
        )

    def __repr__(self) -> str:
        return f"Geometry({self.describe()})"

    @staticmethod
    def classic() -> Geometry:
        """The 9x9 board with 3x3 boxes."""
        return Geometry.boxes(9, 3, 3)

    @staticmethod
    def of_size(size: int) -> Geometry:
        """The usual board of this size: the most nearly square boxes, none for primes.

        :raises ValueError: where the size is out of range.
        """
        _check_size(size)
        shape = box_shape(size)
        return Geometry.latin(size) if shape is None else Geometry.boxes(size, *shape)

    @staticmethod
    def boxes(size: int, height: int, width: int) -> Geometry:
        """``size`` x ``size`` cells in boxes of ``height`` rows and ``width`` columns.

        :raises ValueError: where the boxes do not tile the board or the size is out of range.
        """
        return _boxes(size, height, width)

    @staticmethod
    def latin(size: int) -> Geometry:
        """``size`` x ``size`` cells with rows and columns only (a Latin square).

        :raises ValueError: where the size is out of range.
        """
        return _latin(size)

    @staticmethod
    def jigsaw(layout: Iterable[int | None]) -> Geometry:
        """A square board with irregular regions.

        ``layout`` gives each cell's region label, row by row (``None``: in no region). Regions
        are numbered from 1 in order of their first cell. A region larger or smaller than the
        board's side is kept as it is: :meth:`satdoku.puzzle.Puzzle.problems` reports it.

        :raises ValueError: where the number of cells is not a square or is out of range.
        """
        return _jigsaw(tuple(layout))

    @property
    def size(self) -> int:
        """The number of digits."""
        return len(self.digits)

    @property
    def cell_count(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    @property
    def is_classic(self) -> bool:
        """Whether this is the 9x9 board with 3x3 boxes and the digits 1-9."""
        return self is _CLASSIC or self == _CLASSIC

    @property
    def regions(self) -> tuple[House, ...]:
        """The boxes or jigsaw regions, in order."""
        return tuple(h for h in self.houses if h.kind in ("box", "region"))

    @cached_property
    def house_indices(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the indices in ``houses`` of the houses that hold it."""
        found: list[list[int]] = [[] for _ in range(self.cell_count)]
        for index, house in enumerate(self.houses):
            for cell in house.cells:
                found[cell].append(index)
        return tuple(map(tuple, found))

    @cached_property
    def region_of(self) -> tuple[int | None, ...]:
        """For each cell, the position of its region in ``regions`` (``None``: in none)."""
        found: list[int | None] = [None] * self.cell_count
        for index, region in enumerate(self.regions):
            for cell in region.cells:
                found[cell] = index
        return tuple(found)

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the other cells that share a house with it, ascending."""
        return tuple(
            tuple(sorted({c for i in houses for c in self.houses[i].cells} - {cell}))
            for cell, houses in enumerate(self.house_indices)
        )

    def name(self, cell: int) -> str:
        """The name of a cell: ``r1c1``."""
        return cell_name(cell, self.columns)

    def require(self, cells: Iterable[int]) -> None:
        """:raises ValueError: where a number is no cell of this board, counted from 0."""
        for cell in cells:
            if not 0 <= cell < self.cell_count:
                raise ValueError(f"{cell} is no cell of a board of {self.cell_count} cells")

    def names(self, cells: Iterable[int]) -> str:
        """The names of several cells in a sentence: ``r1c1, r1c2 and r1c3``."""
        names = [self.name(cell) for cell in cells]
        return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]

    def cell(self, name: str) -> int:
        """The cell that ``r1c1`` names.

        :raises ValueError: where the name is not of this form or lies outside the board.
        """
        return parse_cell(name, self.rows, self.columns)

    def row_column(self, cell: int) -> tuple[int, int]:
        """(row, column) of a cell, both from 0."""
        return divmod(cell, self.columns)

    def describe(self) -> str:
        """The board in a few words: ``9x9 with 3x3 boxes``."""
        board = f"{self.rows}x{self.columns}"
        if self.box is not None:
            return f"{board} with {self.box[0]}x{self.box[1]} boxes"
        return f"{board} with irregular regions" if self.regions else f"{board} without boxes"


def _check_size(size: int) -> None:
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"a board has {MIN_SIZE} to {MAX_SIZE} rows, not {size}")


def _lines(size: int) -> list[House]:
    rows = [House("row", r + 1, tuple(range(r * size, (r + 1) * size))) for r in range(size)]
    columns = [House("column", c + 1, tuple(range(c, size * size, size))) for c in range(size)]
    return rows + columns


def _digits(size: int) -> tuple[int, ...]:
    return tuple(range(1, size + 1))


@lru_cache(maxsize=64)
def _latin(size: int) -> Geometry:
    _check_size(size)
    return Geometry(size, size, _digits(size), tuple(_lines(size)))


@lru_cache(maxsize=64)
def _boxes(size: int, height: int, width: int) -> Geometry:
    _check_size(size)
    if height < 1 or width < 1 or height * width != size:
        raise ValueError(
            f"a {height}x{width} box has {height * width} cells, but the board has {size} digits"
        )
    boxes = []
    for number in range(size):
        top = number // height * height
        left = number % height * width
        cells = tuple((top + r) * size + left + c for r in range(height) for c in range(width))
        boxes.append(House("box", number + 1, cells))
    return Geometry(size, size, _digits(size), (*_lines(size), *boxes), (height, width))


@lru_cache(maxsize=64)
def _jigsaw(layout: Sequence[int | None]) -> Geometry:
    size = int(len(layout) ** 0.5 + 0.5)
    if size * size != len(layout):
        raise ValueError(f"a region layout of {len(layout)} cells is not square")
    _check_size(size)
    members: dict[int, list[int]] = {}
    for cell, label in enumerate(layout):
        if label is not None:
            members.setdefault(label, []).append(cell)
    regions = tuple(
        House("region", number, tuple(cells)) for number, cells in enumerate(members.values(), 1)
    )
    # A layout that spells out ordinary boxes is the ordinary board, and must compare equal to it.
    first = regions[0].cells if regions else ()
    width = sum(1 for cell in first if cell < size)
    if width and size % width == 0 and len(regions) == size:
        plain = _boxes(size, size // width, width)
        if tuple(r.cells for r in regions) == tuple(r.cells for r in plain.regions):
            return plain
    return Geometry(size, size, _digits(size), (*_lines(size), *regions))


_CLASSIC = _boxes(9, 3, 3)
