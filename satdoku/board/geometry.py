"""Geometry: cells, digits and houses of a board, who sees whom; one file, since it is one class.

Cells are numbered from 0 without gaps in row-major order and are named ``r1c1`` (both from 1), by
their place in the rectangle that holds the board; where grids overlap, that rectangle has holes,
which are no cells. Houses are sets of cells with all digits different; rows, columns and boxes are
ordinary houses, and so are jigsaw regions. A house with as many cells as there are digits holds
every digit; one with fewer does not. Nothing below this module assumes that the board is square,
that there are boxes or lines, or that the digits start at 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, lru_cache
from typing import Any, Literal

from satdoku.base.limits import tick
from satdoku.base.records import dataclass
from satdoku.base.worded import listed, value_error, worded

MIN_SIZE = 1
MAX_SIZE = 100
"""Largest number of rows, columns and digits."""
_MAX_RANGE = 1_000
"""Values of a number outside of the grid."""

BoardHouseKind = Literal["row", "column", "box", "region"]

_GROUP = re.compile(r"[A-Z]{1,8}")
_CELL = re.compile(r"[rR](\d{1,9})[cC](\d{1,9})")


_NAMES: Mapping[BoardHouseKind, str] = {
    "row": "row {number}",
    "column": "column {number}",
    "box": "box {number}",
    "region": "region {number}",
}


@dataclass(frozen=True, slots=True)
class BoardHouse:
    """Cells whose digits are all different: ``kind`` and ``number`` (from 1) name it.

    ``grid`` is the number of the grid that it belongs to where grids overlap, else 0.
    """

    kind: BoardHouseKind
    number: int
    cells: tuple[int, ...]
    grid: int = 0

    @property
    def name(self) -> str:
        """``row 3``, ``column 7``, ``box 5`` or ``region 2``; ``row 3 of grid 2``."""
        own = worded(_NAMES[self.kind], number=self.number)
        return worded("{house} of grid {grid}", house=own, grid=self.grid) if self.grid else own


@lru_cache(maxsize=64)
def box_shape(
    size: int, rows: int | None = None, columns: int | None = None
) -> tuple[int, int] | None:
    """The usual box of ``size`` cells as (height, width): 9 → (3, 3), 6 → (2, 3).

    The most nearly square box that tiles ``rows`` x ``columns`` (by default ``size`` x ``size``),
    the smaller side as its height where that fits; ``None`` where there is none of two rows and
    columns or more.
    """
    rows, columns = rows or size, columns or size
    for side in range(int(min(max(size, 0), MAX_SIZE) ** 0.5), 1, -1):
        if size % side == 0:
            for height, width in ((side, size // side), (size // side, side)):
                if rows % height == 0 and columns % width == 0:
                    return height, width
    return None


def cell_name(cell: int, columns: int) -> str:
    """The name of a cell, both parts from 1: ``r1c1``."""
    row, column = divmod(cell, columns)
    return f"r{row + 1}c{column + 1}"


@lru_cache(maxsize=4096)
def parse_cell(name: str, rows: int, columns: int) -> int:
    """The cell that ``r1c1`` names.

    :raises ValueError: where the name is not of this form or lies outside the board.
    """
    name = name.strip()
    match = _CELL.fullmatch(name)
    if match is None:
        name = name if len(name) <= 40 else f"{name[:37]}..."
        raise value_error("{name!r} is not a cell; cells are named like r1c1", name=name)
    row, column = int(match[1]), int(match[2])
    if not (1 <= row <= rows and 1 <= column <= columns):
        raise value_error(
            "{name} lies outside the board of {rows} rows and {columns} columns",
            name=name,
            rows=rows,
            columns=columns,
        )
    return (row - 1) * columns + column - 1


@dataclass(frozen=True)
class Geometry:
    """A board: its cells in ``rows`` x ``columns`` places, its digits (ascending) and its houses.

    box          (height, width) where equal boxes tile the whole rectangle, else ``None``
    region_size  how many cells a region must have; ``None``: as many as there are digits; 0: any
                 number, and cells may be in no region
    places       for each cell its place in the rectangle, counted in row-major order from 0;
                 ``None`` where every place is a cell
    grids        the cell at the top left of each grid, where several overlap
    parts        the board of each of these grids
    extra        groups of cells outside of the grid, as (name, number of cells, cells a row): they
                 are numbered behind those of the grid, are in no house, and touch their own group
                 alone. Only rules that bring such cells make boards of this kind.
    ranges       groups of cells outside of the grid that hold other numbers than digits, as (name,
                 least number, greatest number)

    Build one with :meth:`boxes`, :meth:`jigsaw`, :meth:`latin`, :meth:`rectangle`,
    :meth:`overlapping` or :meth:`of_grids`; they are cached, so equal boards are usually the same
    object and compare at once.
    """

    rows: int
    columns: int
    digits: tuple[int, ...]
    houses: tuple[BoardHouse, ...]
    box: tuple[int, int] | None = None
    region_size: int | None = None
    places: tuple[int, ...] | None = None
    grids: tuple[int, ...] = ()
    extra: tuple[tuple[str, int, int], ...] = ()
    ranges: tuple[tuple[str, int, int], ...] = ()
    parts: tuple[Geometry, ...] = ()
    _hash: int = field(init=False, compare=False, default=0)

    def __post_init__(self) -> None:
        # A 100x100 board holds 30,000 house entries: hash them once, not at each dict look-up.
        object.__setattr__(self, "_hash", hash((*self._shape, self.houses)))

    @property
    def _shape(self) -> tuple[Any, ...]:
        return (  # all fields but the houses
            self.rows,
            self.columns,
            self.digits,
            self.box,
            self.region_size,
            self.places,
            self.grids,
            self.extra,
            self.ranges,
            self.parts,
        )

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[..., Geometry], tuple[Any, ...]]:
        # Hashes of text differ between processes, so a pickle must not carry one.
        if self.box is not None and self.is_square and self is _boxes(self.size, *self.box):
            return _boxes, (self.size, *self.box)
        return Geometry, (*self._shape[:3], self.houses, *self._shape[3:])

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Geometry):
            return NotImplemented
        return (
            self._hash == other._hash
            and self._shape == other._shape
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

    @staticmethod
    def rectangle(
        rows: int,
        columns: int,
        *,
        digits: Sequence[int] | None = None,
        box: tuple[int, int] | Literal["usual"] | None = "usual",
        regions: Sequence[int | None] | None = None,
        region_size: int | None = None,
        raw: bool = False,
        partial: bool = False,
        void: Collection[int] = (),
    ) -> Geometry:
        """A rectangular board, square ones included.

        digits       an ascending run from 0 or 1; by default 1 to the longer side
        box          (height, width) of the boxes, ``None`` for none, ``"usual"`` for the most
                     nearly square ones of ``region_size`` cells that tile the board, if any
        regions      instead of boxes: each cell's region label, row by row (``None``: in none)
        region_size  cells in a box or region; by default as many as there are digits. Must be
                     given for usual boxes where there are more digits than the longer side
        raw          neither rows nor columns are houses
        partial      ``regions`` may have any sizes up to the number of digits, and leave cells out
        void         places that are no cells, by their number; rows and columns go on behind them.
                     The digits are by default 1 to as many as the longest of these has cells

        :raises ValueError: where there is no such board.
        """
        return _rectangle(
            rows,
            columns,
            None if digits is None else tuple(digits),
            box,
            None if regions is None else tuple(regions),
            region_size,
            raw,
            partial,
            frozenset(void),
        )

    @staticmethod
    def overlapping(
        size: int,
        corners: Sequence[tuple[int, int]],
        *,
        box: tuple[int, int] | Literal["usual"] | None = "usual",
        digits: Sequence[int] | None = None,
    ) -> Geometry:
        """Square grids of one size that share cells where they overlap (samurai and others).

        ``corners`` are the places of each grid's top left cell as (row, column), from 0; the
        smallest row and the smallest column must be 0. Boxes or lines of the same cells are one
        house, named by the first grid that has it.

        :raises ValueError: where there is no such board.
        """
        run = None if digits is None else tuple(digits)
        single = _rectangle(size, size, run, box, None, None, False, False)
        return Geometry.of_grids([(corner, single) for corner in corners])

    @staticmethod
    def of_grids(grids: Sequence[tuple[tuple[int, int], Geometry]]) -> Geometry:
        """Boards of any sizes that share cells where they overlap, each with its top left place.

        The board has the digits of all of them. In a grid with fewer digits its houses are only
        different: ``satdoku.formats.boards.stated_rules`` says which digits these hold.

        :raises ValueError: where there is no such board.
        """
        return _of_grids(tuple(grids))

    @property
    def size(self) -> int:
        """The number of digits."""
        return len(self.digits)

    @property
    def is_square(self) -> bool:
        """Whether there are as many rows and columns as digits, these from 1, and no holes."""
        count = len(self.digits)
        return self.rows == self.columns == count and self.digits[0] == 1 and self.places is None

    @property
    def is_plain(self) -> bool:
        """Whether the size and the box, if any, define all of the board."""
        regular = self.box is not None or not self.regions
        return self.is_square and regular and not self.is_raw

    @cached_property
    def is_raw(self) -> bool:
        """Whether neither rows nor columns are houses."""
        return not any(house.kind in ("row", "column") for house in self.houses)

    @property
    def grid_count(self) -> int:
        """The number of cells in the grid."""
        return self.rows * self.columns if self.places is None else len(self.places)

    @cached_property
    def cell_count(self) -> int:
        """The number of cells."""
        return self.grid_count + sum(count for _, count, _ in self.extra)

    def with_extra(
        self, *groups: tuple[str, int, int], ranges: tuple[tuple[str, int, int], ...] = ()
    ) -> Geometry:
        """The board with more groups of cells outside of the grid.

        :raises ValueError: where a name or a size cannot be, or a name comes twice.
        """
        return _with_extra(self, groups, ranges)

    @cached_property
    def ranged(self) -> frozenset[int]:
        """The cells outside of the grid that hold other numbers than digits."""
        return frozenset(self._values_of_ranged)

    @cached_property
    def _values_of_ranged(self) -> dict[int, tuple[int, ...]]:
        values: dict[int, tuple[int, ...]] = {}
        spans = {name: tuple(range(least, most + 1)) for name, least, most in self.ranges}
        first = self.grid_count
        for name, count, _ in self.extra:
            if name in spans:
                values |= dict.fromkeys(range(first, first + count), spans[name])
            first += count
        return values

    def values_of(self, cell: int) -> tuple[int, ...]:
        """The numbers that a cell may hold: the digits, or those of its group."""
        return self._values_of_ranged.get(cell, self.digits) if self.ranges else self.digits

    @cached_property
    def wide(self) -> Geometry:
        """The board with every number of every cell as a digit."""
        ends = [end for _, *both in self.ranges for end in both]
        digits = range(min(*ends, self.digits[0]), max(*ends, self.digits[-1]) + 1)
        return replace(self, digits=tuple(digits))

    @cached_property
    def _extra_cells(self) -> tuple[tuple[str, int, int], ...]:
        """The name, row and column of each extra cell; rows between groups keep them apart."""
        cells = []
        top = self.rows + 1
        for group, count, width in self.extra:
            for i in range(count):
                name = group if count == 1 else f"{group}{i + 1}"
                cells.append((name, top + i // width, i % width))
            top += count // width + 2
        return tuple(cells)

    @cached_property
    def _extra_numbers(self) -> dict[str | tuple[int, int], int]:
        return {
            key: number
            for number, (name, row, column) in enumerate(self._extra_cells, self.grid_count)
            for key in (name, (row, column))
        }

    @property
    def is_classic(self) -> bool:
        """Whether this is the 9x9 board with 3x3 boxes and the digits 1-9."""
        return self is _CLASSIC or self == _CLASSIC

    @property
    def regions(self) -> tuple[BoardHouse, ...]:
        """The boxes or jigsaw regions, in order."""
        return tuple(h for h in self.houses if h.kind in ("box", "region"))

    @cached_property
    def house_indices(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the indices in ``houses`` of the houses that hold it."""
        indices: list[list[int]] = [[] for _ in range(self.cell_count)]
        for index, house in enumerate(self.houses):
            for cell in house.cells:
                indices[cell].append(index)
        return tuple(map(tuple, indices))

    @cached_property
    def region_of(self) -> tuple[int | None, ...]:
        """For each cell, the position of its region in ``regions`` (``None``: in none)."""
        numbers: list[int | None] = [None] * self.cell_count
        for index, region in enumerate(self.regions):
            for cell in region.cells:
                numbers[cell] = index
        return tuple(numbers)

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the other cells that share a house with it, ascending."""
        peers = []
        for cell, houses in enumerate(self.house_indices):
            tick()
            seen = {c for i in houses for c in self.houses[i].cells}
            seen.discard(cell)
            peers.append(tuple(sorted(seen)))
        return tuple(peers)

    @cached_property
    def crossings(self) -> tuple[tuple[tuple[BoardHouse, ...], tuple[BoardHouse, ...]], ...]:
        """The rows and columns of each grid: the i-th cell of a row is in the i-th column."""
        of: dict[tuple[int | None, ...], BoardHouse] = {
            house.cells: house for house in self.houses if house.kind in ("row", "column")
        }
        if not of:
            return ()
        crossings = []
        for corner, part in zip(self.grids or (0,), self.parts or (self,), strict=True):
            rows, columns = part.rows, part.columns
            top, left = self.row_column(corner)
            cells = [[self.at(top + r, left + c) for c in range(columns)] for r in range(rows)]
            across = [of[line] for row in cells if (line := tuple(row)) in of]
            down = [of[line] for line in zip(*cells, strict=True) if line in of]
            if len(across) == rows and len(down) == columns:
                crossings.append((tuple(across), tuple(down)))
        return tuple(crossings)

    @cached_property
    def _cell_at(self) -> dict[int, int]:
        return {place: cell for cell, place in enumerate(self.places or ())}

    def at(self, row: int, column: int) -> int | None:
        """The cell of the grid in this row and column, both from 0; ``None`` where there is none:
        outside and in a hole.
        """
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        place = row * self.columns + column
        return place if self.places is None else self._cell_at.get(place)

    def beside(self, cell: int, down: int, right: int) -> int | None:
        """The cell so many rows further down and columns to the right: in the grid, or in the same
        group of cells outside of it. ``None`` where there is none.
        """
        row, column = self.row_column(cell)
        if not self.extra or cell < self.grid_count:
            return self.at(row + down, column + right)
        other = self._extra_numbers.get((row + down, column + right))
        if other is None or self._extra_group(cell) != self._extra_group(other):
            return None
        return other

    def _extra_group(self, cell: int) -> str:
        """The name of the group that a cell outside of the grid belongs to."""
        return self._extra_cells[cell - self.grid_count][0].rstrip("0123456789")

    def name(self, cell: int) -> str:
        """The name of a cell: ``r1c1``; outside of the grid that of its group and its number."""
        if self.extra and cell >= self.grid_count:
            self.require((cell,))
            return self._extra_cells[cell - self.grid_count][0]
        return cell_name(cell if self.places is None else self.places[cell], self.columns)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The cells by their names."""
        return {self.name(cell): cell for cell in range(self.cell_count)}

    def require(self, cells: Iterable[int]) -> None:
        """:raises ValueError: where a number is no cell of this board, counted from 0."""
        for cell in cells:
            if not 0 <= cell < self.cell_count:
                raise value_error(
                    "{cell} is not a cell of a board of {cell_count} cells",
                    cell=cell,
                    cell_count=self.cell_count,
                )

    def names(self, cells: Iterable[int]) -> str:
        """The names of several cells in a sentence: ``r1c1, r1c2 and r1c3``."""
        return listed([self.name(cell) for cell in cells])

    def cell(self, name: str) -> int:
        """The cell that ``r1c1`` names.

        :raises ValueError: where the name is not of this form or is no cell of the board.
        """
        if self.extra and (number := self._extra_numbers.get(name.strip().upper())) is not None:
            return number
        place = parse_cell(name, self.rows, self.columns)
        if self.places is None:
            return place
        if (cell := self._cell_at.get(place)) is None:
            raise value_error("{name} lies in a hole of the board", name=name.strip())
        return cell

    def row_column(self, cell: int) -> tuple[int, int]:
        """(row, column) of a cell, both from 0."""
        if self.extra and cell >= self.grid_count:
            _, row, column = self._extra_cells[cell - self.grid_count]
            return row, column
        return divmod(cell if self.places is None else self.places[cell], self.columns)

    def describe(self) -> str:
        """The board in a few words: ``9x9 with 3x3 boxes``."""
        board = f"{self.rows}x{self.columns}"
        side = max(self.rows, self.columns)
        sides = [f"{part.rows}x{part.columns}" for part in self.parts]
        if self.parts:
            side = max(max(part.rows, part.columns) for part in self.parts)
            if len({*sides}) == 1:
                form = "{board} of {count} overlapping {side} grids"
                board = worded(form, board=board, count=len(sides), side=sides[0])
            else:
                form = "{board} of overlapping grids of {sides}"
                board = worded(form, board=board, sides=listed(sides))
        elif self.places is not None:
            side = max((len(house.cells) for house in self.houses), default=side)
            holes = self.rows * self.columns - self.grid_count
            board = worded("{board} with holes ({count})", board=board, count=holes)
        box = self.grid_box
        if box is not None:
            box_form = "{board} with {height}x{width} boxes"
            board = worded(box_form, board=board, height=box[0], width=box[1])
        else:
            regions = "{board} with irregular regions" if self.regions else "{board} without boxes"
            if self.parts and all(part.box for part in self.parts):
                regions = "{board} with boxes"
            board = worded(regions, board=board)
        if self.is_raw:
            board = worded("{board}, no rows and columns", board=board)
        if self.digits != _digits(side):
            low, high = self.digits[0], self.digits[-1]
            if low < high:
                form = "{board}, digits {low} to {high}"
            else:
                form = "{board}, only the digit {low}"
            board = worded(form, board=board, low=low, high=high)
        return board

    @property
    def grid_box(self) -> tuple[int, int] | None:
        """(height, width) of the boxes of the board, of each of its overlapping grids, or of those
        that holes have left."""
        if self.parts:
            boxes = {part.box for part in self.parts}
            return boxes.pop() if len(boxes) == 1 else None
        if self.places is None or not self.regions:
            return self.box
        largest = max((house.cells for house in self.regions), key=lambda cells: len(cells))
        spots = [*map(self.row_column, largest)]
        height, width = (max(ends) - min(ends) + 1 for ends in zip(*spots, strict=True))
        if self.rows % height or self.columns % width:
            return None
        boxes_left = (
            tuple(self._cell_at[place] for place in house.cells if place in self._cell_at)
            for house in _tiles(self.rows, self.columns, height, width)
        )
        own = [house.cells for house in self.regions]
        return (height, width) if own == [*filter(None, boxes_left)] else None


@lru_cache(maxsize=64)
def _with_extra(
    geometry: Geometry,
    groups: tuple[tuple[str, int, int], ...],
    ranges: tuple[tuple[str, int, int], ...],
) -> Geometry:
    every = (*geometry.extra, *groups)
    for name, count, width in groups:
        if not _GROUP.fullmatch(name):
            raise value_error(
                "{name!r} does not name cells: a name is 1 to 8 capital letters", name=name[:40]
            )
        if not (1 <= width <= count <= MAX_SIZE**2):
            raise value_error(
                "{name} has {count} cells in rows of {width}", name=name, count=count, width=width
            )
    names = [name for name, _, _ in every]
    for name in names:
        if names.count(name) > 1:
            raise value_error("two groups of cells have the name {name}", name=name)
    for name, least, most in ranges:
        if most < least:
            raise value_error(
                "{name} is {least} to {most}; the smaller number must come first",
                name=name,
                least=least,
                most=most,
            )
        if (count := most - least + 1) > _MAX_RANGE:
            raise value_error(
                "{name} has {count} values, and {most} are the most",
                name=name,
                count=count,
                most=_MAX_RANGE,
            )
    return replace(geometry, extra=every, ranges=(*geometry.ranges, *ranges))


def _check_size(size: int) -> None:
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise value_error(
            "a board has {min_size} to {max_size} rows, not {size}",
            min_size=MIN_SIZE,
            max_size=MAX_SIZE,
            size=size,
        )


def _lines(rows: int, columns: int) -> list[BoardHouse]:
    count = rows * columns
    return [
        *(
            BoardHouse("row", r + 1, tuple(range(r * columns, (r + 1) * columns)))
            for r in range(rows)
        ),
        *(BoardHouse("column", c + 1, tuple(range(c, count, columns))) for c in range(columns)),
    ]


@lru_cache(maxsize=64)
def _tiles(rows: int, columns: int, height: int, width: int) -> tuple[BoardHouse, ...]:
    across = columns // width
    boxes = []
    for number in range(rows // height * across):
        top, left = number // across * height, number % across * width
        cells = tuple((top + r) * columns + left + c for r in range(height) for c in range(width))
        boxes.append(BoardHouse("box", number + 1, cells))
    return tuple(boxes)


def _digits(size: int) -> tuple[int, ...]:
    return tuple(range(1, size + 1))


@lru_cache(maxsize=64)
def _latin(size: int) -> Geometry:
    _check_size(size)
    return Geometry(size, size, _digits(size), tuple(_lines(size, size)))


@lru_cache(maxsize=64)
def _boxes(size: int, height: int, width: int) -> Geometry:
    _check_size(size)
    if height < 1 or width < 1 or height * width != size:
        raise value_error(
            "a {height}x{width} box has {height_2} cells, but the board has {size} digits",
            height=height,
            width=width,
            height_2=height * width,
            size=size,
        )
    houses = (*_lines(size, size), *_tiles(size, size, height, width))
    return Geometry(size, size, _digits(size), houses, (height, width))


def _regions(layout: Sequence[int | None]) -> tuple[BoardHouse, ...]:
    members: dict[int, list[int]] = {}
    for cell, label in enumerate(layout):
        if label is not None:
            members.setdefault(label, []).append(cell)
    return tuple(
        BoardHouse("region", number, tuple(cells))
        for number, cells in enumerate(members.values(), 1)
    )


@lru_cache(maxsize=64)
def _jigsaw(layout: Sequence[int | None]) -> Geometry:
    size = int(len(layout) ** 0.5 + 0.5)
    if size * size != len(layout):
        raise value_error("a region layout of {count} cells is not square", count=len(layout))
    _check_size(size)
    regions = _regions(layout)
    box = _box_of(regions, size, size)
    if box is not None and box[0] * box[1] == size:
        return _boxes(size, *box)
    return Geometry(size, size, _digits(size), (*_lines(size, size), *regions))


def _box_of(regions: Sequence[BoardHouse], rows: int, columns: int) -> tuple[int, int] | None:
    """The (height, width) of the boxes that a layout spells out: such a board is one with boxes,
    and must compare equal to it."""
    first = regions[0].cells if regions else ()
    width = sum(1 for cell in first if cell < columns)
    if not width or columns % width or len(first) % width or rows % (len(first) // width):
        return None
    box = len(first) // width, width
    plain = [house.cells for house in _tiles(rows, columns, *box)]
    return box if [region.cells for region in regions] == plain else None


def _require_run(digits: tuple[int, ...]) -> None:
    # Sizes first: a range up to a number of thirty digits has no tuple.
    inside = digits and digits[0] in (0, 1) and digits[-1] - digits[0] == len(digits) - 1
    if not inside or digits != tuple(range(digits[0], digits[-1] + 1)):
        raise ValueError("the digits of a board run from 0 or 1 upwards, as in 0-8 or 1-9")
    if len(digits) > MAX_SIZE:
        raise value_error(
            "a board has at most {max_size} digits, not {count}",
            max_size=MAX_SIZE,
            count=len(digits),
        )


_TOO_LONG: Mapping[BoardHouseKind, str] = {
    "row": "a row of {cells} cells cannot hold different digits from {digits} to {digits_2}",
    "column": "a column of {cells} cells cannot hold different digits from {digits} to {digits_2}",
    "box": "a box of {cells} cells cannot hold different digits from {digits} to {digits_2}",
    "region": "a region of {cells} cells cannot hold different digits from {digits} to {digits_2}",
}


def _at_most(cells: int, digits: tuple[int, ...], house: BoardHouseKind) -> None:
    if cells > len(digits):
        raise value_error(
            _TOO_LONG[house],
            cells=cells,
            digits=digits[0],
            digits_2=digits[-1],
        )


@lru_cache(maxsize=64)
def _rectangle(
    rows: int,
    columns: int,
    digits: tuple[int, ...] | None,
    box: tuple[int, int] | Literal["usual"] | None,
    regions: tuple[int | None, ...] | None,
    region_size: int | None,
    raw: bool,
    partial: bool,
    void: frozenset[int] = frozenset(),
) -> Geometry:
    for side in (rows, columns):
        _check_size(side)
    if void:
        return _holed(rows, columns, digits, box, regions, region_size, raw, partial, void)
    digits = _digits(max(rows, columns)) if digits is None else digits
    _require_run(digits)
    if not raw:
        _at_most(columns, digits, "row")
        _at_most(rows, digits, "column")
    _check_options(box, regions, region_size, partial)
    wanted = len(digits) if region_size is None else region_size
    _at_most(wanted, digits, "region")
    # Checks are elsewhere; here the form is chosen. Boards that have a shorter form must be the
    # same object as if they were made by it.
    plain = len(digits) == rows == columns and digits[0] == 1 and not raw
    lines = [] if raw else _lines(rows, columns)
    if regions is not None:
        own = _checked_regions(regions, rows, columns, digits, None if partial else wanted)
        if (spelled := _box_of(own, rows, columns)) is not None:
            return _rectangle(rows, columns, digits, spelled, None, None, raw, False)
        common = _common_size(regions, own, wanted)
        if plain and common == rows:
            return _jigsaw(regions)
        houses = (*lines, *own)
        return Geometry(
            rows, columns, digits, houses, None, None if common == len(digits) else common
        )
    if box == "usual":
        box = _usual_box(rows, columns, digits, region_size)
    if box is None:
        return _latin(rows) if plain else Geometry(rows, columns, digits, tuple(lines))
    count = _checked_box(box, rows, columns, digits, region_size)
    if plain and count == rows:
        return _boxes(rows, *box)
    houses = (*lines, *_tiles(rows, columns, *box))
    return Geometry(rows, columns, digits, houses, box, None if count == len(digits) else count)


def _common_size(regions: tuple[int | None, ...], own: Sequence[BoardHouse], wanted: int) -> int:
    """The size of all regions; 0 where they differ, or a cell lies in none."""
    alike = None not in regions and all(len(region.cells) == wanted for region in own)
    return wanted if alike else 0


def _check_options(
    box: tuple[int, int] | Literal["usual"] | None,
    regions: tuple[int | None, ...] | None,
    region_size: int | None,
    partial: bool,
) -> None:
    if regions is not None and box not in ("usual", None):
        raise ValueError("a board has boxes or regions, not both")
    if partial and regions is None:
        raise ValueError("partial is for a board with regions")
    if partial and region_size is not None:
        raise ValueError("the regions of a partial board have no common size")
    if region_size is not None and region_size < 1:
        raise value_error(
            "a region has one cell or more, not {region_size}", region_size=region_size
        )


def _checked_regions(
    regions: tuple[int | None, ...],
    rows: int,
    columns: int,
    digits: tuple[int, ...],
    wanted: int | None,
) -> tuple[BoardHouse, ...]:
    """The regions; ``wanted`` is the size of each, ``None`` where the board is partial."""
    if len(regions) != rows * columns:
        raise value_error(
            "the regions label {count} cells, but the board has {rows}",
            count=len(regions),
            rows=rows * columns,
        )
    own = _regions(regions)
    for region in own:
        _at_most(len(region.cells), digits, "region")
        if wanted not in (None, len(region.cells)):
            raise value_error(
                "{name}, which holds {cell_name}, has {count} cells, not {wanted} "
                "(a partial board may have such)",
                name=region.name,
                cell_name=cell_name(region.cells[0], columns),
                count=len(region.cells),
                wanted=wanted,
            )
    if None in regions and wanted is not None:
        first = cell_name(regions.index(None), columns)
        raise value_error(
            "no region covers {first} (a partial board may leave cells out)", first=first
        )
    return own


def _usual_box(
    rows: int, columns: int, digits: tuple[int, ...], region_size: int | None
) -> tuple[int, int] | None:
    if region_size is None and len(digits) > max(rows, columns):
        raise value_error(
            "a {rows}x{columns} board with {count} digits needs the size of its regions, or none",
            rows=rows,
            columns=columns,
            count=len(digits),
        )
    box = box_shape(region_size or len(digits), rows, columns)
    if box is None and region_size is not None:
        raise value_error(
            "no boxes of {region_size} cells tile a {rows}x{columns} board",
            region_size=region_size,
            rows=rows,
            columns=columns,
        )
    return box


def _checked_box(
    box: tuple[int, int], rows: int, columns: int, digits: tuple[int, ...], region_size: int | None
) -> int:
    """The number of cells of a box."""
    height, width = box
    if height < 1 or width < 1 or rows % height or columns % width:
        raise value_error(
            "{height}x{width} boxes do not tile a {rows}x{columns} board",
            height=height,
            width=width,
            rows=rows,
            columns=columns,
        )
    if region_size not in (None, height * width):
        raise value_error(
            "a {height}x{width} box has {height_2} cells, not {region_size}",
            height=height,
            width=width,
            height_2=height * width,
            region_size=region_size,
        )
    _at_most(height * width, digits, "box")
    return height * width


def _holed(
    rows: int,
    columns: int,
    digits: tuple[int, ...] | None,
    box: tuple[int, int] | Literal["usual"] | None,
    regions: tuple[int | None, ...] | None,
    region_size: int | None,
    raw: bool,
    partial: bool,
    void: frozenset[int],
) -> Geometry:
    """A rectangle of which some places are no cells."""
    places = tuple(place for place in range(rows * columns) if place not in void)
    if len(places) + len(void) > rows * columns or not places:
        raise value_error(
            "the holes are places of the {rows}x{columns}, and not all of them",
            rows=rows,
            columns=columns,
        )
    number = {place: cell for cell, place in enumerate(places)}

    def clipped(houses: Iterable[BoardHouse]) -> list[BoardHouse]:
        cells = ((h, tuple(number[p] for p in h.cells if p in number)) for h in houses)
        return [replace(house, cells=own) for house, own in cells if own]

    lines = [] if raw else clipped(_lines(rows, columns))
    longest = max((len(line.cells) for line in lines), default=max(rows, columns))
    digits = _digits(longest) if digits is None else digits
    _require_run(digits)
    for line in lines:
        _at_most(len(line.cells), digits, line.kind)
    labels = None
    if regions is not None and len(regions) == rows * columns:
        labels = tuple(None if place in void else label for place, label in enumerate(regions))
    some = labels is not None
    whole = _rectangle(
        rows, columns, digits, box, labels or regions, None if some else region_size, True, some
    )
    own = [replace(house, number=n) for n, house in enumerate(clipped(whole.houses), 1)]
    wanted = region_size or (whole.box[0] * whole.box[1] if whole.box else len(digits))
    covered = sum(len(house.cells) for house in own) == len(places)
    alike = covered and all(len(house.cells) == wanted for house in own)
    if some and not (alike or partial):
        raise value_error(
            "not every cell is in a region of {wanted} cells (a partial board may have such)",
            wanted=wanted,
        )
    common = 0 if not alike else None if wanted == len(digits) else wanted
    board = Geometry(rows, columns, digits, (*lines, *own), None, common if own else None, places)
    if some and (box := board.grid_box) is not None:
        # A layout that spells out boxes must be the same object as the board with boxes.
        return _holed(rows, columns, digits, box, None, None, raw, False, void)
    return board


@lru_cache(maxsize=64)
def _of_grids(grids: tuple[tuple[tuple[int, int], Geometry], ...]) -> Geometry:
    if not grids:
        raise ValueError("a board of overlapping grids needs the place of one grid or more")
    for _, part in grids:
        if part.parts or part.extra:
            raise ValueError("a grid of overlapping grids is a rectangle")
    rows, columns = _reach(grids)
    parts = tuple(part for _, part in grids)
    if len(grids) == 1:
        return parts[0]

    def place(corner: tuple[int, int], part: Geometry, cell: int) -> int:
        row, column = part.row_column(cell)
        return (corner[0] + row) * columns + corner[1] + column

    spots = [[place(*grid, cell) for cell in range(grid[1].cell_count)] for grid in grids]
    places = tuple(sorted({one for own in spots for one in own}))
    number = {p: cell for cell, p in enumerate(places)}
    houses: dict[tuple[int, ...], BoardHouse] = {}
    for kinds in (("row", "column"), ("box", "region")):
        for grid, (part, own) in enumerate(zip(parts, spots, strict=True), 1):
            for house in part.houses:
                if house.kind in kinds:
                    cells = tuple(number[own[cell]] for cell in house.cells)
                    houses.setdefault(cells, BoardHouse(house.kind, house.number, cells, grid))
    first = min(part.digits[0] for part in parts)
    last = max(part.digits[-1] for part in parts)
    sizes = {part.region_size for part in parts}
    alike = len(sizes) == 1 and len({part.digits for part in parts}) == 1
    return Geometry(
        rows,
        columns,
        tuple(range(first, last + 1)),
        tuple(houses.values()),
        None,
        sizes.pop() if alike else 0,
        None if len(places) == rows * columns else places,
        tuple(number[own[0]] for own in spots),
        parts=parts,
    )


def _reach(grids: tuple[tuple[tuple[int, int], Geometry], ...]) -> tuple[int, int]:
    """The number of rows and of columns that overlapping grids cover."""
    corners = [corner for corner, _ in grids]
    if len(set(corners)) < len(corners):
        raise ValueError("two grids are at the same place")
    if min(row for row, _ in corners) or min(column for _, column in corners):
        raise ValueError("the topmost grid begins in row 1, and the leftmost in column 1")
    rows = max(row + part.rows for (row, _), part in grids)
    columns = max(column + part.columns for (_, column), part in grids)
    if max(rows, columns) > MAX_SIZE:
        raise value_error(
            "the grids reach over {rows} rows and {columns} columns, more than {max_size}",
            rows=rows,
            columns=columns,
            max_size=MAX_SIZE,
        )
    return rows, columns


_CLASSIC = _boxes(9, 3, 3)
