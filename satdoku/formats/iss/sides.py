"""How the clues beside the board are written."""

from __future__ import annotations

from collections.abc import Iterator

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.formats.clues import RuleFields, integer
from satdoku.formats.iss.cells import (
    CODES,
    OUTER,
    Arguments,
    first,
    in_grid,
    line,
    line_code,
    no_more,
)
from satdoku.formats.places import STEPS, cell_at

_OPPOSITE = {"left": "right", "top": "bottom"}


class LittleKillerCodec:
    """The sum and a border cell; the side of the board gives the direction inwards."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        if len(item) != 2:
            raise FormatError("it takes a sum and a cell")
        if OUTER.fullmatch(item[1]):
            raise FormatError("{culprit} lies outside of the grid", culprit=item[1])
        start = CODES.cell(item[1], geometry)
        direction = _inwards(*in_grid(start, geometry), geometry)
        if direction is None:
            raise FormatError("no diagonal starts at {name}", name=geometry.name(start))
        yield {"start": start, "direction": direction, "sum": integer(item[0], "its sum")}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        start = row, column = in_grid(fields["start"], geometry)
        direction = fields["direction"]
        if _inwards(row, column, geometry) != direction:
            down, right = STEPS[direction]
            row, column = _far(row, column, down, right, geometry)
            inwards = _inwards(row, column, geometry)
            if inwards is None or STEPS[inwards] != (-down, -right):
                return None
            if _far(row, column, -down, -right, geometry) != start:
                return None
        return [str(fields["sum"]), CODES.name(cell_at(row, column, geometry), geometry)]


class SandwichCodec:
    """The sum and a line, seen from either side."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        if len(item) != 2:
            raise FormatError("it takes a sum and a row or column")
        side, index = line(item[1])
        yield {"side": side, "index": index, "sum": integer(item[0], "its sum")}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        return None if "crusts" in fields else [str(fields["sum"]), line_code(fields)]


@dataclass(frozen=True, slots=True)
class OutsideCodec:
    """A line, then the clue at its start and the clue at its end, either of which may lack."""

    field: str = "value"

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        side, index = line(first(item))
        no_more(filter(None, item[3:]))
        for value, place in zip(item[1:], (side, _OPPOSITE[side]), strict=False):
            if value:
                yield {"side": place, "index": index, self.field: integer(value, "its clue")}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        start = fields["side"] in ("left", "top")
        if set(fields) != {"side", "index", self.field}:
            return None
        value = str(fields[self.field])
        return [line_code(fields), *((value, "") if start else ("", value))]


def _inwards(row: int, column: int, geometry: Geometry) -> str | None:
    """The direction of the diagonal that a border cell names."""
    last_row, last_column = geometry.rows, geometry.columns
    if column == 1 and row < last_row:
        return "down-right"
    if row == 1 and column > 1:
        return "down-left"
    if column == last_column and 1 < row < last_row:
        return "up-left"
    if row == last_row and 1 < column < last_column:
        return "up-right"
    return None


def _far(row: int, column: int, down: int, right: int, geometry: Geometry) -> tuple[int, int]:
    """The last cell of a diagonal."""
    while 1 <= row + down <= geometry.rows and 1 <= column + right <= geometry.columns:
        row, column = row + down, column + right
    return row, column
