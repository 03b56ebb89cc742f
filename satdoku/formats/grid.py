"""A grid drawn in rows, with or without ``|`` and ``---+---`` or box-drawing lines.

What people paste from programs, forums and books. Cells are one symbol each, with or without
spaces, or numbers with spaces between them. Where a bar, a comma, a semicolon or a tab parts each
cell from the next, nothing between two of them is an empty cell. A space may be one too, where the
rows show which cells are meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import isqrt

from satdoku.base.errors import FormatError
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Values
from satdoku.formats.base import (
    MIN_BOARD,
    USUAL_SIZES,
    Entry,
    Line,
    ReadOptions,
    WriteOptions,
    board,
    chunk_entries,
    on_line,
    own_puzzle,
    plain_puzzle,
)
from satdoku.formats.board import blocks, draw_rows, rows_on
from satdoku.formats.columns import cell_columns, doubt
from satdoku.formats.labels import grids_of, is_note, only_grid
from satdoku.formats.numbers import read_number
from satdoku.formats.rows import EMPTY_FIELDS, Row, check_square, collect
from satdoku.formats.runs import chunks
from satdoku.formats.source import check_text
from satdoku.formats.symbols import MAX_SYMBOLS, NO_CELL, is_symbol, read_symbols, write_symbols
from satdoku.formats.texts import numbered, sample_lines
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

_MAX_WHOLE_ROWS = 200
"""More are of so many grids that a part of one at the end shows only where the text was cut."""


def parse(text: str, options: ReadOptions) -> Document:
    """The one grid of this text."""
    check_text(text)
    if options.geometry is not None and not options.geometry.is_square:
        return Document(rows_on(numbered(text), options.geometry, options))
    return Document(parse_rows(only_grid(_rows(text), lambda row: row.width), options))


def _rows(text: str) -> list[Row]:
    """The rows of a text: where spaces are empty cells, a blank line may be one of them."""
    rows = collect(text)
    if _symbols_fit(rows) or any(row.barred for row in rows) or len(rows) < MIN_BOARD:
        return rows
    whole = collect(text, blank=True)
    blank = [index for index, row in enumerate(whole) if not row.tokens]
    if not blank or (len(rows) > 6 and _parts_bands(blank, len(whole))):
        return rows  # 6x6 in bands may also be the middle of 9x9
    if all(len(row.symbols) == len(whole) for row in rows):
        return rows  # no space is an empty cell in any of them, so a row is missing
    # There may be more blank rows above the first row and below the last.
    if _columns(rows) is not None:
        raise doubt(worded("whether a blank line is a row")).at(whole[blank[0]].line)
    return rows if _columns(whole) is None else whole


def _parts_bands(blank: list[int], rows: int) -> bool:
    """Whether blank lines stand where bands end: after as many rows each time."""
    bands = [b - a for a, b in pairwise([-1, *blank])]
    return len(blank) > 1 and bands[0] > 2 and {*bands, rows - blank[-1]} == {bands[0]}


def parse_rows(rows: list[Row], options: ReadOptions) -> Puzzle:
    """The puzzle of these rows."""
    if not _symbols_fit(rows):
        if (fields := _fields(rows)) is not None:
            return _puzzle_of_fields(rows, fields, options)
        if (columns := _columns(rows)) is not None:
            places = [column + 1 for column in columns]
            return _symbols(
                [
                    (row.line, "".join(row.text[c : c + 1] or " " for c in columns), places)
                    for row in rows
                ],
                options,
            )
        if blank := [row for row in rows if row.has_blank]:
            raise doubt(worded("whether a blank between bars is a cell")).at(blank[0].line)
    for row in rows:
        _check_characters(row)
    if any(row.numeric and len(row.symbols) > len(row.tokens) for row in rows):
        check_square(rows, lambda row: len(row.tokens))
        return _numbers(rows, [row.tokens for row in rows], options)
    apart = [row for row in rows if len(row.tokens) == len(row.symbols)]
    mixed = [row for row in rows if len({len(token) for _, token in row.tokens}) > 1]
    if mixed and 2 * len(apart) > len(rows):
        # Where cells stand apart, 68 between them is one cell, and another one is missing.
        check_square([*apart, *mixed], lambda row: len(row.tokens))
    check_square(rows, lambda row: len(row.symbols))
    return _symbols([(row.line, row.symbols, row.symbol_columns()) for row in rows], options)


RowFields = tuple[tuple[int, str], ...]


def _symbols_fit(rows: list[Row]) -> bool:
    """Whether each row has a symbol for each of its cells, and none between bars is left empty."""
    return all(len(row.symbols) == len(rows) and not row.has_blank for row in rows)


def _fields(rows: list[Row]) -> list[RowFields] | None:
    """The cells that bars or commas part in every row, where some of them are left empty.

    :raises FormatError: where there are as many cells in no two rows, or not as many as rows.
    """
    fields = [row.fields for row in rows if row.fields is not None]
    if len(fields) != len(rows) or not any(f in EMPTY_FIELDS for row in fields for _, f in row):
        return None
    if len({row.text[0] == row.text.rstrip()[-1:] == "|" for row in rows}) > 1:
        return None  # a frame that is not whole
    if "\t" in rows[0].text or any(row[-1][1] for row in fields):
        check_square(rows, lambda row: len(row.fields or ()))
        return fields
    return _without_open_end(rows, fields)


def _without_open_end(rows: list[Row], fields: list[RowFields]) -> list[RowFields]:
    """The fields of rows that all end in an empty one, which may be none."""
    size, widths = len(rows), {*map(len, fields)}
    headed = any(row[0][1] for row in fields)
    if widths == {size + 1} and headed and not any(row.barred for row in rows):
        if (size + 1) ** 2 in USUAL_SIZES and any(not f for row in fields for _, f in row[:-1]):
            raise FormatError(
                "each line ends after a comma: either its last cell is empty and a row is "
                "missing, or the comma is one too many; write the empty cells as '.' or 0",
                line=rows[0].line,
            )
        return [row[:-1] for row in fields]  # a comma at the end of each line
    if widths == {size + 2} and not headed:
        return [row[1:-1] for row in fields]  # an indented frame
    check_square(rows, lambda row: len(row.fields or ()))
    return fields


def _puzzle_of_fields(rows: list[Row], fields: list[RowFields], options: ReadOptions) -> Puzzle:
    cells = [
        tuple((start, "." if text in EMPTY_FIELDS else text) for start, text in row)
        for row in fields
    ]
    if any(len(text) > 1 for row in cells for _, text in row):
        return _numbers(rows, cells, options)
    return _symbols(
        [
            (row.line, "".join(text for _, text in own), [start + 1 for start, _ in own])
            for row, own in zip(rows, cells, strict=True)
        ],
        options,
    )


def _columns(rows: list[Row]) -> list[int] | None:
    with on_line(rows[0].line):
        return cell_columns(rows)


def _check_characters(row: Row) -> None:
    for start, token in row.tokens:
        is_nan = token.lower() == "nan"  # three cells to nobody
        for index, char in enumerate(token):
            if is_nan or not is_symbol(char):
                raise FormatError(
                    "{culprit!r} {no_cell}",
                    culprit=token if is_symbol(char) else char,
                    no_cell=NO_CELL,
                    line=row.line,
                    column=start + index + 1,
                )


def _symbols(rows: list[tuple[int, str, list[int]]], options: ReadOptions) -> Puzzle:
    geometry = _board(rows[0][0], sum(len(text) for _, text, _ in rows), options)
    places = [(line, column) for line, _, columns in rows for column in columns]
    symbols = "".join(text for _, text, _ in rows)
    givens = read_symbols(symbols, geometry.size, options.letters, lambda index: places[index])
    return plain_puzzle(geometry, givens, options)


def _numbers(rows: list[Row], cells: list[RowFields], options: ReadOptions) -> Puzzle:
    geometry = _board(rows[0].line, len(rows) ** 2, options)
    values = []
    for row, tokens in zip(rows, cells, strict=True):
        for start, token in tokens:
            try:
                values.append(read_number(token))
            except ValueError:
                raise FormatError(
                    "{token!r} is neither the number of a cell nor a blank (0 . - * _ ? x)",
                    token=token[:20],
                    line=row.line,
                    column=start + 1,
                    text=token[:80],
                ) from None
    return plain_puzzle(geometry, tuple(values), options)


def _board(line: int, cells: int, options: ReadOptions) -> Geometry:
    with on_line(line):
        return board(cells, options)


def detect(text: str) -> int:
    """Sure where rows fit each other; only hopeful where bars are drawn."""
    rows = _sample_rows(text)
    if len(rows) < 4:
        return 0
    try:
        grids = grids_of(rows, lambda row: row.width)
    except FormatError:
        return 90  # what is in doubt is for the reader to say
    if grids is not None and [row for grid in grids for row in grid] != rows:
        rows = grids[0]
    barred = any(row.barred for row in rows)
    if not _are_cells(rows):
        return 10 if barred else 0
    size = rows[0].width
    if _are_whole_grids(rows):
        return 30 if not barred and _may_be_lines(rows) else 90
    if _blanks_fit(rows):
        return 90
    if barred:
        return 60
    return 55 if len(rows) <= 36 and size < 16 and len(sample_lines(text)) > 4 else 0


def _are_whole_grids(rows: list[Row]) -> bool:
    size = rows[0].width
    return size > 0 and len(rows) % size == 0 and all(row.width == size for row in rows)


def _are_cells(rows: list[Row]) -> bool:
    try:
        for row in rows:
            _check_characters(row)
    except FormatError:
        return False
    return True


def _sample_rows(text: str) -> list[Row]:
    """The rows of a text that may be cut, without words above and a part of a grid below."""
    rows = collect(text)
    if len(rows) > 16 and is_note(rows[0].text):
        rows = rows[1:]  # words above a large grid
    if len(rows) > _MAX_WHOLE_ROWS and rows[0].width:
        rows = rows[: -(len(rows) % rows[0].width) or None]
    return rows


def _may_be_lines(rows: list[Row]) -> bool:
    """Whether rows may be a puzzle each: sixteen rows of 16 could be sixteen 4x4 puzzles, unless
    some symbol is beyond 4."""
    size = rows[0].width
    root = isqrt(size)
    return size >= 16 and root * root == size and not any(_beyond(row, root) for row in rows)


def _blanks_fit(rows: list[Row]) -> bool:
    """Whether the rows fit a board if what is left empty is empty cells."""
    try:
        return _fields(rows) is not None or cell_columns(rows) is not None
    except FormatError:
        return True  # what is in doubt is for the reader to say


def _beyond(row: Row, size: int) -> bool:
    return any(
        (token.isdigit() and (len(token) > 1 or int(token) > size))
        or (token.isalpha() and token not in "xX")
        for _, text in row.tokens
        for token in ([text] if row.numeric else text)
    )


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """The grids of a source, one after the other."""
    if (geometry := options.geometry) is not None and not geometry.is_square:
        return chunk_entries(blocks(lines), options, parse)
    return chunk_entries(chunks(lines, lambda row: row.width), options, parse)


def write(document: Document, options: WriteOptions) -> str:
    """The givens, drawn with their boxes."""
    puzzle = own_puzzle(document, "a drawn grid", options, any_board=True)
    if not puzzle.geometry.is_square:
        return draw_rows(puzzle.givens, puzzle.geometry, options)
    return draw(puzzle.geometry, puzzle.givens, options)


def draw(geometry: Geometry, values: Values, options: WriteOptions) -> str:
    """A grid with ``|`` and ``-``; symbols up to 35x35 boards of one letter, else numbers."""
    size = geometry.size
    if size <= 9 or (options.letters != "auto" and size <= MAX_SYMBOLS):
        cells = list(write_symbols(values, size, options.letters, options.empty))
    else:
        cells = [options.empty if value is None else str(value) for value in values]
    pad = max(map(len, cells))
    height, width = geometry.box or (size, size)
    texts = []
    for r in range(size):
        row = [cell.rjust(pad) for cell in cells[r * size : (r + 1) * size]]
        groups = [" ".join(row[i : i + width]) for i in range(0, size, width)]
        if r and r % height == 0:
            texts.append("+".join(_rule(i, len(groups), len(g)) for i, g in enumerate(groups)))
        texts.append(" | ".join(groups))
    return "\n".join(texts) + "\n"


def _rule(index: int, count: int, length: int) -> str:
    return "-" * (length + (index > 0) + (index < count - 1))
