"""Drawn grids in which a space is an empty cell: which column of the text is which cell.

Nothing is guessed. Bars that stand in the same columns of every row say where the cells are.
Without bars only the first and the last symbol of all rows do: where they leave more than one place
for the board, or where leading spaces may have been lost, the text is refused. Without bars only
the usual sizes are read, so that a 9x9 whose last row and column are empty is no 8x8.
"""

from __future__ import annotations

from itertools import pairwise

from satdoku.base.errors import FormatError
from satdoku.base.worded import worded
from satdoku.formats.base import MIN_BOARD
from satdoku.formats.rows import Row
from satdoku.formats.symbols import BLANKS, is_symbol

_USUAL = (4, 6, 9, 12, 16, 25)


def cell_columns(rows: list[Row]) -> list[int] | None:
    """The column (from 0) of each cell of a row; ``None`` where spaces cannot be empty cells.

    :raises FormatError: where they may be, but the text does not show which cells are empty.
    """
    size = len(rows)
    used = {c for row in rows for c in row.text}
    if size < MIN_BOARD or not all(c == "|" or is_symbol(c) for c in used):
        return None
    if " " not in used or not used.isdisjoint(BLANKS.replace(" ", "")):
        return None  # another symbol is the empty cell
    bars = [[i for i, c in enumerate(row.text) if c == "|"] for row in rows]
    filled = {i for row in rows for i, c in enumerate(row.text) if c not in " |"}
    if not filled:
        return None
    if any(bars):
        if not bars[0] or bars.count(bars[0]) < size:
            return None
        return _between(bars[0], filled, size)
    return _alone(rows, filled, size)


def _between(bars: list[int], filled: set[int], size: int) -> list[int] | None:
    """The cells of boxes between bars, their symbols side by side or one space apart."""
    gap = bars[-1] - bars[-2] if len(bars) > 1 else 0
    if any(b - a != gap for a, b in pairwise(bars)):
        return None
    for pitch in (1, 2):
        width = gap // pitch - 1
        if gap % pitch or width < 1 or size % width:
            continue
        boxes = size // width
        if len(bars) == boxes + 1:
            starts = bars[:-1]
        elif len(bars) == boxes - 1 and min(filled) < bars[0] and bars[-1] < max(filled):
            # With nothing outside of them in any row, the outer bars are a frame.
            starts = [bars[0] - gap, *bars]
        else:
            continue
        cells = [start + pitch * (i + 1) for start in starts for i in range(width)]
        if filled <= set(cells):
            return cells
    return None


def _alone(rows: list[Row], filled: set[int], size: int) -> list[int] | None:
    """The cells of rows without bars."""
    if size not in _USUAL:
        return None
    first, last = min(filled), max(filled)
    pitch = 1 if last - first < size else 2
    span = pitch * (size - 1) + 1
    apart = len({column % 2 for column in filled}) == 1
    if last - first >= span or (pitch == 2 and not apart):
        return None
    indented = any(row.text.startswith(" ") for row in rows)
    if _are_whole(rows, span, indented=indented):
        start = 0
    elif pitch == 1 and apart:
        raise doubt(worded("whether a space parts two cells or is an empty one"))
    elif first and last - first == span - 1 and size > 4:  # 4x4 may be the middle of 6x6
        start = first
    else:
        _require_spaces(rows, span, indented=indented)
        if first or last < span - 1:
            raise doubt(worded("which columns of the text are the first and the last of the board"))
        start = 0
    cells = [start + pitch * i for i in range(size)]
    return cells if filled <= set(cells) else None


def _are_whole(rows: list[Row], span: int, *, indented: bool) -> bool:
    """Whether rows have a symbol or a space for every cell, the last perhaps fewer at its end.

    :raises FormatError: where that may be its beginning.
    """
    *others, last = (row.text for row in rows)
    if any(len(text) != span for text in others) or len(last) > span:
        return False
    if len(last) < span and (not indented or last.endswith(" ")):
        raise doubt(worded("where the last row lost spaces, at its beginning or its end"))
    return True


def _require_spaces(rows: list[Row], span: int, *, indented: bool) -> None:
    """:raises FormatError: where spaces at an end of the rows may have been lost."""
    # Only the first row is short: stripping a text removes what stands before it.
    stripped = len(rows[0].text) < span and all(len(row.text) >= span for row in rows[1:-1])
    if stripped or any(row.text.endswith(" ") for row in rows):
        raise doubt(worded("where the shorter rows lost spaces, at their beginning or their end"))
    if not indented:
        raise doubt(worded("whether spaces were lost at the beginning of rows"))


def doubt(open_question: str) -> FormatError:
    """The error of a text whose empty cells are spaces."""
    return FormatError(
        "where spaces are empty cells, this text does not say {what}; write the empty "
        "cells as '.' or 0",
        what=open_question,
    )
