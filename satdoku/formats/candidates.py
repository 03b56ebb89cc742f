"""A grid of candidates, as HoDoKu, Simple Sudoku and many forum posts print it.

Each cell is the group of its candidates; groups are parted by spaces, bars and rules of any kind
(``.---.---.``, ``:---+---:``, ``*-----*``). Read into a Position; boards up to 9x9.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from satdoku.base.errors import FormatError
from satdoku.formats.base import Entry, Line, ReadOptions, WriteOptions, board, chunk_entries
from satdoku.formats.marks import held_position, position_document, position_of_marks
from satdoku.formats.rows import Row, check_square, chunks, collect
from satdoku.formats.source import check_text
from satdoku.puzzle.document import Document

__all__ = ["detect", "entries", "parse", "write"]


def _width(row: Row) -> int:
    return len(row.tokens)


def detect(text: str) -> int:
    """Sure where every row has as many groups of digits as there are rows."""
    rows = collect(text)
    groups = [token for row in rows for _, token in row.tokens]
    if not groups or not all(map(_is_group, groups)) or max(map(len, groups)) == 1:
        return 0
    widths = [_width(row) for row in rows]
    size = max(set(widths), key=widths.count)
    if not 4 <= size <= 9:
        return 0
    return 92 if set(widths) == {size} and len(rows) % size == 0 else 70


def _is_group(token: str) -> bool:
    return token.isascii() and token.isdigit() and "0" not in token and len(token) <= 9


def parse(text: str, options: ReadOptions) -> Document:
    """The one grid of this text."""
    check_text(text)
    rows = collect(text)
    for row in rows:
        for start, token in row.tokens:
            if not (token.isascii() and token.isdigit()):
                raise FormatError(
                    "{token!r} is no group of candidates",
                    token=token[:20],
                    line=row.line,
                    column=start + 1,
                    text=token[:80],
                )
    check_square(rows, _width)
    try:
        geometry = board(len(rows) ** 2, options)
        if geometry.size > 9:
            raise FormatError("a grid of candidates is read up to 9x9")
    except FormatError as error:
        raise error.at(rows[0].line) from None
    marks = []
    for row in rows:
        for start, token in row.tokens:
            digits = frozenset(map(int, token))
            if len(digits) != len(token) or 0 in digits or max(digits) > geometry.size:
                raise FormatError(
                    "{token!r} is no group of different digits from 1 to {size}",
                    token=token[:20],
                    size=geometry.size,
                    line=row.line,
                    column=start + 1,
                    text=token[:80],
                )
            marks.append(digits)
    return position_document(position_of_marks(geometry, marks, options))


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """The grids of a source, one after the other."""
    return chunk_entries(chunks(lines, _width), options, parse)


def write(document: Document, options: WriteOptions) -> str:
    """The candidates as HoDoKu prints them, columns aligned."""
    geometry, marks = held_position(document, "a grid of candidates", options)
    size = geometry.size
    cells = ["".join(map(str, sorted(here))) for here in marks]
    widths = [max(len(cells[r * size + c]) for r in range(size)) for c in range(size)]
    height, width = geometry.box or (size, size)
    rows = []
    for r in range(size):
        row = [cells[r * size + c].ljust(widths[c]) for c in range(size)]
        groups = [" ".join(row[i : i + width]) for i in range(0, size, width)]
        if r and r % height == 0:
            rows.append(_rule(":+:", groups))
        rows.append("| " + " | ".join(groups) + " |")
    return "\n".join([_rule("...", groups), *rows, _rule("'''", groups)]) + "\n"


def _rule(corners: str, groups: list[str]) -> str:
    middle = corners[1].join("-" * (len(group) + 2) for group in groups)
    return corners[0] + middle + corners[2]
