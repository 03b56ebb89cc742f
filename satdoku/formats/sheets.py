"""Where the board stands in the rectangle of a file, and which digits it has.

SudokuPad and f-puzzles know a rectangle of cells and perhaps regions in it. Neither says which
places are no cells, and SudokuPad not even the digits: both follow from the regions, the givens,
the solution and the words. What does not follow is refused, never guessed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import isqrt
from typing import Any, TypeAlias

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.board.boards import PRESETS
from satdoku.board.geometry import MAX_SIZE, Geometry, box_shape, cell_name, parse_cell
from satdoku.board.grid import Grid
from satdoku.formats.base import MIN_BOARD
from satdoku.formats.boards import board_of
from satdoku.puzzle.cosmetic import Cosmetic

_RUN = re.compile(
    r"\b(?:digit|number|value)s?\b[^.;:!?\n]{0,30}?\b([01])\s*(?:-|–|—|~|to|through)\s*(\d{1,2})\b",
    re.IGNORECASE,
)
"""The first and the last digit in words: ``the digits from 0 to 8``."""
_PLAIN = re.compile(r"\bthe digits are ([01]) to (\d{1,2})\b", re.IGNORECASE)
"""Words for them that can mean nothing else; satdoku writes them so."""
_UNKNOWN = frozenset(".?_*-xX ")
"""Characters for a place without a digit in a solution."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The places of a file, numbered row by row from 0, and what it says of them.

    regions  the places of each region
    known    the digits of the solution and of the givens; ``None`` where there is none
    void     the places that the solution leaves without a digit, but for those of givens
    words    the rules in words
    raw      neither rows nor columns are houses
    fixed    whether the format knows no digits but 1 to the side
    has_cells  whether the void is stated, and does not follow from a solution
    """

    rows: int
    columns: int
    regions: tuple[frozenset[int], ...] = ()
    known: tuple[int | None, ...] = ()
    void: frozenset[int] = frozenset()
    words: str = ""
    raw: bool = False
    fixed: bool = False
    has_cells: bool = False

    @property
    def side(self) -> int:
        """The longer side."""
        return max(self.rows, self.columns)

    @property
    def live_regions(self) -> tuple[frozenset[int], ...]:
        """The regions of which some place is not void."""
        return tuple(region for region in self.regions if not region <= self.void)

    @property
    def highest(self) -> int:
        """The highest digit that is known, 0 where there is none."""
        return max((value for value in self.known if value is not None), default=0)

    def square(self, corner: int, side: int) -> list[list[int]] | None:
        """The places of a square, row by row, where it lies on the sheet."""
        row, column = divmod(corner, self.columns)
        if row + side > self.rows or column + side > self.columns:
            return None
        starts = range(corner, corner + side * self.columns, self.columns)
        return [list(range(start, start + side)) for start in starts]

    def keeps(self, places: Sequence[int]) -> bool:
        """Whether no known digit stands twice in these places."""
        if not self.known:
            return True
        values = [value for p in places if (value := self.known[p]) is not None]
        return len(values) == len(set(values))


@dataclass(frozen=True, slots=True)
class SheetBoard:
    """The board of a sheet, and where on it the board begins, from 0."""

    geometry: Geometry
    top: int = 0
    left: int = 0

    def cell(self, row: int, column: int) -> int | None:
        """The cell in this row and column of the file, both from 0."""
        return self.geometry.at(row - self.top, column - self.left)

    def grid(self, known: Sequence[int | None], columns: int) -> Grid | None:
        """The digits of a file on the board; ``None`` where one is no digit of the board.

        :param known: the digit of each place of the file.
        :param columns: those of the file.
        """
        values: list[int | None] = [None] * self.geometry.cell_count
        for place, value in enumerate(known):
            if (cell := self.cell(*divmod(place, columns))) is not None:
                values[cell] = value
        fits = {*values} <= {None, *self.geometry.digits}
        return Grid(self.geometry, tuple(values)) if fits else None

    def moved(self, drawing: Cosmetic) -> Cosmetic:
        """A drawing of the file, placed on the board."""
        if not (self.top or self.left):
            return drawing
        spots = tuple((row - self.top, column - self.left) for row, column in drawing.spots)
        return replace(drawing, spots=spots)


def cells_of_solution(
    text: str, givens: Sequence[int | None], columns: int, words: str
) -> tuple[int | None, ...] | None:
    """The digits of a solution of one character a place, ``None`` where it does not fit.

    A place that it leaves out has the digit of its given. ``0`` is a digit where no row and no
    column has it twice and there are too few others, or where words or givens say so.
    """
    if len(text) != len(givens):
        return None
    values: list[int | None] = []
    for char in text:
        if char in _UNKNOWN:
            values.append(None)
        elif char.isascii() and char.isalnum():
            values.append(int(char, 36))
        else:
            return None
    rows = [values[at : at + columns] for at in range(0, len(values), columns)]
    lines = [*rows, *(values[at::columns] for at in range(columns))]
    once = all(line.count(0) < 2 for line in lines)
    few = len({*values} - {None, 0}) < max(columns, len(rows))
    named = any(run[0] == 0 and len(run) > 1 for run in _runs(words))
    if not ((once and few) or 0 in givens or named):
        values = [value or None for value in values]
    return tuple(
        given if value is None else value for value, given in zip(values, givens, strict=True)
    )


def _runs(words: str) -> list[range]:
    """The runs of digits that words name."""
    return [range(int(match[1]), int(match[2]) + 1) for match in _RUN.finditer(words)]


def _digits(sheet: Sheet, side: int, places: Iterable[int]) -> range:
    """The digits of a board whose longest house has this many cells.

    Those that are known decide; words do where these leave several runs.
    """
    usual = range(1, side + 1)
    if sheet.fixed:
        return usual
    every = [sheet.known[place] for place in places] if sheet.known else []
    values = {value for value in every if value is not None}
    for plain in _PLAIN.finditer(sheet.words):
        run = range(int(plain[1]), int(plain[2]) + 1)
        if side <= len(run) <= MAX_SIZE and values <= set(run):
            return run
    if every and None not in every and values == set(usual):
        return usual
    highest = max(9, side)
    stretches = [
        run
        for run in _runs(sheet.words)
        if side <= len(run) and run[-1] <= highest and values <= set(run)
    ]
    if stretches:
        return usual if usual in stretches else stretches[0]
    return _digits_of_values(values, usual, highest)


def _digits_of_values(values: set[int], usual: range, highest: int) -> range:
    """The digits of a board of which these are known, and no words say more."""
    if values <= set(usual) or not values <= set(range(highest + 1)):
        return usual  # also where they are digits of no board; the givens are named as such
    side = len(usual)
    if max(values) <= side:
        return range(side + (side in values))
    # Some of the digits up to 9, as in a 4x4 with 2, 5, 7 and 8.
    return range(0 if 0 in values else 1, highest + 1)


def find_board(sheet: Sheet, wanted: Geometry | None = None) -> SheetBoard:
    """The board of a sheet; the wanted one, where the file does not state another.

    :raises FormatError: where the sheet has no board that satdoku knows, or more than one way to
        read it, or states another than the wanted one.
    """
    try:
        stated = _stated_board(sheet)
    except FormatError:
        if wanted is None:
            raise
        stated = None
    if wanted is None or (stated is not None and stated.geometry == wanted):
        assert stated is not None
        return stated
    regions = sheet.live_regions
    live = set().union(*regions) or {*range(sheet.rows * sheet.columns)} - sheet.void
    corners = [(0, 0)]
    if live:
        corners.append((min(live) // sheet.columns, min(place % sheet.columns for place in live)))
    for top, left in corners:
        canvas = SheetBoard(wanted, top, left)
        last = [divmod(max(live), sheet.columns)[0], max(p % sheet.columns for p in live)]
        fits = (wanted.rows, wanted.columns) in (
            (sheet.rows, sheet.columns),
            (last[0] - top + 1, last[1] - left + 1),
        )
        fits = fits and wanted.is_raw == sheet.raw
        houses = {_places(canvas, house.cells, sheet) for house in wanted.regions}
        if fits and houses.issuperset(regions):
            return canvas
    raise FormatError(
        "the board is {board}, but {board_2} was asked for",
        board=f"{sheet.rows}x{sheet.columns}" if stated is None else stated.geometry.describe(),
        board_2=wanted.describe(),
    )


def _places(canvas: SheetBoard, cells: Iterable[int], sheet: Sheet) -> frozenset[int]:
    spots = map(canvas.geometry.row_column, cells)
    return frozenset(
        (row + canvas.top) * sheet.columns + column + canvas.left for row, column in spots
    )


def _stated_board(sheet: Sheet) -> SheetBoard:
    """The board that the regions and the solution show."""
    if (size := _region_size(sheet)) is not None:
        return SheetBoard(_rectangle(sheet, size))
    regions = sheet.live_regions
    if not (sheet.raw or (sheet.regions and not regions)):
        # One number may stand for regions of several grids.
        parts = [part for region in regions for part in _parts(region, sheet.columns)]
        for pieces in (regions, parts) if len(parts) > len(regions) else (regions,):
            if (tiled := _tiled(sheet, pieces)) is not None:
                return tiled
        if sheet.void and (holed := _with_holes(sheet)) is not None:
            return holed
    raise _no_board(sheet)


def _region_size(sheet: Sheet) -> int | None:
    """The size of the regions of a board that is the whole sheet; ``None`` where it is not."""
    sizes = {len(region) for region in sheet.regions}
    if sum(map(len, sheet.regions)) > len(frozenset().union(*sheet.regions)):
        return None  # of several grids
    if sizes <= {sheet.side} and (sizes or not sheet.void or sheet.raw or _is_open(sheet)):
        return sheet.side
    covers = len(frozenset().union(*sheet.live_regions)) == sheet.rows * sheet.columns
    size = max(sizes, default=0)
    if covers and len(sizes) == 1 and (size > sheet.side or sheet.highest > size):
        return size
    return None


def _tiled(sheet: Sheet, regions: Sequence[frozenset[int]]) -> SheetBoard | None:
    """The board of the one set of squares that these regions tile, or that the solution fills."""
    if not regions:
        live = {*range(sheet.rows * sheet.columns)} - sheet.void
        squares = _sure_squares(sheet, sheet.highest, (), live)
        return _of_squares(sheet, [(square, ()) for square in squares]) if squares else None
    grids: list[_Square] = []
    for side in sorted({len(region) for region in regions}):
        own = tuple(region for region in regions if len(region) == side)
        if not (squares := _sure_squares(sheet, side, own, set().union(*own))):
            return None
        grids += [(square, own) for square in squares]
    return _of_squares(sheet, grids)


def _sure_squares(
    sheet: Sheet, side: int, regions: Sequence[frozenset[int]], live: set[int]
) -> list[tuple[int, ...]]:
    """The squares of a size that fill the live places together; none where that is not sure."""
    squares = _squares(sheet, side, regions, live)
    # A square all of whose places lie in others may be none.
    covered = Counter(place for square in squares for place in square)
    sure = [square for square in squares if any(covered[place] == 1 for place in square)]
    return sure if set(covered) == live and len(sure) == len(squares) else []


def _parts(region: frozenset[int], columns: int) -> Iterator[frozenset[int]]:
    """The parts of a region whose places hang together along their sides."""
    rest = set(region)
    while rest:
        part, fresh = set[int](), {rest.pop()}
        while fresh:
            part |= fresh
            near = {p + step for p in fresh for step in (-columns, columns)}
            near |= {p + 1 for p in fresh if (p + 1) % columns}
            near |= {p - 1 for p in fresh if p % columns}
            fresh = near & rest
            rest -= fresh
        yield frozenset(part)


def _is_open(sheet: Sheet) -> bool:
    """Whether the places without a digit may be cells: a square board with all of its digits."""
    return sheet.rows == sheet.columns and sheet.highest >= sheet.side


def _rectangle(sheet: Sheet, size: int) -> Geometry:
    """The board that is the whole sheet, with regions of this size."""
    places = range(sheet.rows * sheet.columns)
    digits = _digits(sheet, max(size, sheet.side), places)
    board: dict[str, object] = {"rows": sheet.rows, "columns": sheet.columns, "raw": sheet.raw}
    if digits != range(1, sheet.side + 1):
        board["digits"] = f"{digits[0]}-{digits[-1]}"
    if not sheet.regions:
        return board_of(board | {"box": None})
    labels = [0] * (sheet.rows * sheet.columns)
    for number, region in enumerate(sheet.regions, 1):
        for place in region:
            labels[place] = number
    board |= {"regions": labels, "partial": 0 in labels}
    if len(digits) != size and 0 not in labels:
        board["region_size"] = size
    return board_of(board)


def _squares(
    sheet: Sheet, side: int, regions: Sequence[frozenset[int]], live: set[int]
) -> list[tuple[int, ...]]:
    """The places of every square that regions tile or, without them, that the solution fills, and
    whose rows and columns have no digit twice."""
    squares = []
    corners = map(min, regions) if regions else live
    for corner in sorted(corners) if side >= MIN_BOARD else ():
        rows = sheet.square(corner, side)
        if rows is None or not all(live.issuperset(row) and sheet.keeps(row) for row in rows):
            continue
        places = tuple(place for row in rows for place in row)
        if regions:
            inside = _inside(places, regions)
            fits = len(inside) == side and len(frozenset().union(*inside)) == len(places)
        else:
            fits = all(sheet.known[place] is not None for place in places)
        if fits and all(map(sheet.keeps, zip(*rows, strict=True))):
            squares.append(places)
    return squares


_Square: TypeAlias = tuple[tuple[int, ...], Sequence[frozenset[int]]]
"""The places of a grid, and all regions of as many places as its side."""


def _of_squares(sheet: Sheet, squares: Sequence[_Square]) -> SheetBoard:
    """The board of one grid, or of several that may overlap."""
    corners = [divmod(places[0], sheet.columns) for places, _ in squares]
    top, left = min(row for row, _ in corners), min(column for _, column in corners)
    sides = [isqrt(len(places)) for places, _ in squares]
    every = {place for places, _ in squares for place in places}
    digits = _digits(sheet, max(sides), every)
    alike = len({*sides}) == 1
    usual = _usual_box(sheet, sides[0], [places for places, _ in squares])
    grids = {}
    for (row, column), side, (places, regions) in zip(corners, sides, squares, strict=True):
        own = digits if alike else range(1, side + 1)
        if not alike and sheet.known and not {sheet.known[p] for p in places} <= {None, *own}:
            raise _no_board(sheet)
        houses: dict[str, Any] = {"box": usual}
        if regions:
            houses = {"regions": _layout(places, regions), "region_size": side}
        board = Geometry.rectangle(side, side, digits=own, **houses)
        grids[row - top, column - left] = board
    placed = [(corner, grids[corner]) for corner in _in_usual_order(sorted(grids))]
    return SheetBoard(Geometry.of_grids(placed), top, left)


def _usual_box(
    sheet: Sheet, side: int, squares: Sequence[tuple[int, ...]]
) -> tuple[int, int] | None:
    """The usual box of grids without regions, where no known digit stands twice in one."""
    usual = box_shape(side) if len(squares) > 1 else None
    if usual is None:
        return None
    houses = Geometry.boxes(side, *usual).regions
    cells = [[square[cell] for cell in house.cells] for square in squares for house in houses]
    return usual if all(map(sheet.keeps, cells)) else None


def _with_holes(sheet: Sheet) -> SheetBoard | None:
    """The board whose rows and columns go on behind holes, where the solution shows that each of
    them has every digit, or where the file states the holes and each has as many cells."""
    regions = sheet.live_regions
    side = len(regions[0]) if regions else sheet.highest
    box = None if regions else box_shape(side)
    if side < MIN_BOARD or {*map(len, regions)} - {side}:
        return None
    void = {*range(sheet.rows * sheet.columns)}.difference(*regions) if regions else sheet.void
    if sheet.known and not sheet.has_cells:
        void = {place for place in void if sheet.known[place] is None}
    lines = [
        *(range(row * sheet.columns, (row + 1) * sheet.columns) for row in range(sheet.rows)),
        *(
            range(column, sheet.rows * sheet.columns, sheet.columns)
            for column in range(sheet.columns)
        ),
    ]
    houses: list[Iterable[int]] = [*lines, *regions]
    if box is not None and sheet.rows % box[0] == sheet.columns % box[1] == 0:
        whole = Geometry.rectangle(sheet.rows, sheet.columns, box=box, raw=True)
        tiles = [house.cells for house in whole.regions]
        houses += [cells for cells in tiles if not void.issuperset(cells)]
    elif not regions:
        return None
    wanted = {*range(1, side + 1)}
    for house in houses:
        cells = [place for place in house if place not in void]
        full = sheet.has_cells or {sheet.known[place] for place in cells} == wanted
        if len(cells) != side or not full:
            return None
    own: dict[str, Any] = {"box": box}
    if regions:
        labels = [None] * (sheet.rows * sheet.columns)
        of = {place: number for number, region in enumerate(regions) for place in region}
        own = {"regions": [of.get(place) for place, _ in enumerate(labels)]}
    geometry = Geometry.rectangle(sheet.rows, sheet.columns, void=void, **own)
    return SheetBoard(geometry)


def _inside(square: tuple[int, ...], regions: Sequence[frozenset[int]]) -> list[frozenset[int]]:
    """The regions that lie in a square."""
    places = frozenset(square)
    return [region for region in regions if region <= places]


def _layout(square: tuple[int, ...], regions: Sequence[frozenset[int]]) -> tuple[int | None, ...]:
    """The number of the region in which each place of a square is."""
    inside = sorted(_inside(square, regions), key=min)
    return tuple(next((n for n, r in enumerate(inside) if place in r), None) for place in square)


def _in_usual_order(corners: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The corners of grids in the order of a board that has a name, else in that of reading."""
    for names in PRESETS.values():
        cells = [parse_cell(name, MAX_SIZE, MAX_SIZE) for name in names]
        usual = [divmod(cell, MAX_SIZE) for cell in cells]
        if sorted(usual) == corners:
            return usual
    return corners


def same_board(one: Geometry, other: Geometry) -> bool:
    """Whether two boards have the same cells, digits and houses, however these are numbered."""
    if one == other:
        return True
    plain = [
        (board.rows, board.columns, board.places, board.extra, board.digits, board.region_size)
        for board in (one, other)
    ]
    return plain[0] == plain[1] and {h.cells for h in one.houses} == {h.cells for h in other.houses}


def _no_board(sheet: Sheet) -> FormatError:
    loose = {*range(sheet.rows * sheet.columns)}.difference(*sheet.regions) if sheet.regions else ()
    if not (sheet.void or loose):
        return FormatError(
            "regions of {sizes} cells leave open which board this {rows}x{columns} is; --shape "
            "names it, as in --shape 'size=6 box=2x2 region-size=4'",
            sizes=", ".join(map(str, sorted({len(region) for region in sheet.regions}))),
            rows=sheet.rows,
            columns=sheet.columns,
        )
    return FormatError(
        "not every place of the {rows}x{columns} is a cell (such as {place}), and which grids it "
        "has does not follow from its regions and its solution; --shape names the board, as in "
        "--shape samurai, --shape 'grids=r1c1:4,r3c3:6' or --shape 'size=9 void=r4c4-r6c6'",
        rows=sheet.rows,
        columns=sheet.columns,
        place=cell_name(min(sheet.void or loose), sheet.columns),
    )
