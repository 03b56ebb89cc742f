"""The items of the board: its shape, digits and regions, read and written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry, box_shape
from satdoku.formats.base import no_board, shown
from satdoku.formats.iss.cells import Arguments, leading, no_more
from satdoku.formats.iss.items import IssItem, items_of
from satdoku.formats.iss.packed import ALPHABET
from satdoku.formats.texts import placed

TITLE = worded("a string of Interactive Sudoku Solver")

SIDES = re.compile(r"(\d{1,2})x(\d{1,2})", re.IGNORECASE)
_RUN = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?")


@dataclass(slots=True)
class IssBoard:
    """A board as its items describe it."""

    rows: int = 9
    columns: int = 9
    digits: tuple[int, ...] = tuple(range(1, 10))
    raw: bool = False
    boxes: bool = True
    layout: str | None = None
    region_size: int | None = None

    @property
    def region_cells(self) -> int:
        """How many cells a box has, and a region at least: the longer side, unless it is stated."""
        return self.region_size or max(self.rows, self.columns)

    def geometry(self) -> Geometry:
        """:raises FormatError: where there is no such board."""
        box = self._box()
        labels = None if self.layout is None or box else self._labels()
        sizes = {labels.count(label) for label in {*labels}} if labels else set()
        partial = labels is not None and (None in labels or len(sizes) > 1)
        try:
            return Geometry.rectangle(
                self.rows,
                self.columns,
                digits=self.digits,
                box=box,
                regions=labels,
                region_size=sizes.pop() if sizes and not partial else None,
                raw=self.raw,
                partial=partial,
            )
        except ValueError as error:
            raise FormatError(str(error)) from None

    def _box(self) -> tuple[int, int] | None:
        return box_shape(self.region_cells, self.rows, self.columns) if self.boxes else None

    def _labels(self) -> list[int | None] | None:
        """The region of each cell; ``None`` where the layout says nothing."""
        assert self.layout is not None
        if len(self.layout) != self.rows * self.columns:
            raise FormatError(
                "the layout of .Jigsaw labels {count} cells, but the board has {rows}",
                count=len(self.layout),
                rows=self.rows * self.columns,
            )
        least, most = self.region_cells, self.region_cells
        if self.region_size is None:
            least, most = min(least, len(self.digits)), len(self.digits)
        counts = {label: self.layout.count(label) for label in dict.fromkeys(self.layout)}
        odd = [label for label, count in counts.items() if not least <= count <= most]
        if len(counts) == 1:
            return None
        if len(odd) > 1:
            wanted = str(least) if least == most else f"{least} to {most}"
            raise FormatError(
                ".Jigsaw: region {odd} has {counts} cells, but a region has {wanted}",
                odd=odd[0],
                counts=counts[odd[0]],
                wanted=wanted,
            )
        # What is left over makes no region.
        return [None if label in odd else ord(label) for label in self.layout]

    def extra_regions(self) -> Iterator[tuple[str, list[int]]]:
        """The regions that stand beside boxes; without boxes they are the board's."""
        if self.layout is None or self._box() is None:
            return
        labels = self._labels() or []
        for label in dict.fromkeys(x for x in labels if x is not None):
            cells = [cell for cell, other in enumerate(labels) if other == label]
            yield worded(".Jigsaw, region {label}", label=chr(label)), cells


def board_of(items: Iterable[IssItem]) -> tuple[IssBoard, list[IssItem]]:
    """The board, and the items that are not about it.

    :raises FormatError: where an item of the board is not of its form.
    """
    board = IssBoard()
    others: list[IssItem] = []
    for item in items:
        if item.name == "Shape":
            _shape(item.place, item.arguments, board)
        elif item.name == "NoBoxes":
            with placed(item.place):
                no_more(item.arguments)
            board.boxes = False
        elif item.name == "Jigsaw":
            board.layout = item.arguments[0] if item.arguments else ""
        elif item.name == "RegionSize":
            with placed(item.place):
                board.region_size = leading(item.arguments, "a size")
                no_more(item.arguments[1:])
        else:
            others.append(item)
    return board, others


def _shape(place: str, arguments: Arguments, board: IssBoard) -> None:
    size, digits, *more = [*arguments, "", ""][: max(2, len(arguments))]
    sides = SIDES.fullmatch(size)
    if sides is None:
        raise FormatError(
            "{place}: a shape is written 9x9, not {size}",
            place=place,
            size=shown(size),
            text=size[:80],
        )
    board.rows, board.columns = int(sides[1]), int(sides[2])
    if not (1 <= board.rows <= 16 and 1 <= board.columns <= 16):
        raise FormatError(
            "{place}: a board has 1 to 16 rows and columns, not {size}", place=place, size=size
        )
    run = _RUN.fullmatch(digits or str(max(board.rows, board.columns)))
    if run is None or more not in ([], [""], ["Raw"]):
        raise FormatError(
            "{place}: after the size come the digits, as in 0-8, and perhaps Raw, not {arguments}",
            place=place,
            arguments=shown("~".join(arguments[1:])),
        )
    first, last = (1, int(run[1])) if run[2] is None else (int(run[1]), int(run[2]))
    board.digits = tuple(range(first, last + 1))
    board.raw = more == ["Raw"]
    board.boxes = board.boxes and not board.raw  # a raw board has no houses at all


def board_items(geometry: Geometry) -> Iterator[str]:
    """The items of a board.

    :raises Unsupported: where they would be read as another.
    """
    written = list(_writtenboard_of(geometry)) if geometry.places is None else []
    try:
        board, _ = board_of(items_of("".join(f".{item}" for item in written)))
        same = geometry.places is None and board.geometry() == geometry
    except FormatError:
        same = False
    if not same:
        raise no_board(geometry, TITLE)
    yield from written


def _writtenboard_of(geometry: Geometry) -> Iterator[str]:
    rows, columns, digits = geometry.rows, geometry.columns, geometry.digits
    side = max(rows, columns)
    shape = f"{rows}x{columns}"
    if digits != tuple(range(1, side + 1)):
        shape += f"~{len(digits)}" if digits[0] == 1 else f"~{digits[0]}-{digits[-1]}"
    if geometry.is_raw:
        shape += "~Raw" if "~" in shape else "~~Raw"
    if shape != "9x9":
        yield f"Shape~{shape}"
    sizes = {len(region.cells) for region in geometry.regions}
    usual = {side} if geometry.box is not None else {*range(side, len(digits) + 1)}
    if len(sizes) == 1 and not sizes <= usual:
        yield f"RegionSize~{max(sizes)}"
    if geometry.box is not None and geometry.box == box_shape(min(sizes), rows, columns):
        return
    yield "NoBoxes"
    if geometry.regions:
        names = [None if region is None else ALPHABET[region % 64] for region in geometry.region_of]
        yield f"Jigsaw~{''.join(name or '_' for name in names)}"
