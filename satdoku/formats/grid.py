"""A grid drawn in rows, with or without ``|`` and ``---+---`` or box-drawing lines.

What people paste from programs, forums and books. Cells are one symbol each, with or without
spaces, or numbers with spaces between them; commas between cells are taken too. Between bars, a
space may be an empty cell where every row is exactly as wide as the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt

from satdoku.errors import FormatError
from satdoku.formats.base import (
    Entry,
    Line,
    ReadOptions,
    WriteOptions,
    board,
    chunk_entries,
    own_puzzle,
    plain_puzzle,
)
from satdoku.formats.numbers import read_number
from satdoku.formats.rows import Row, check_square, chunks, collect
from satdoku.formats.source import check_text
from satdoku.formats.symbols import (
    MAX_SYMBOLS,
    is_symbol,
    read_symbols,
    write_symbols,
)
from satdoku.formats.texts import sample_lines
from satdoku.puzzle.document import Document
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle

__all__ = ["detect", "draw", "entries", "parse", "parse_rows", "write"]


def parse(text: str, options: ReadOptions) -> Document:
    """The one grid of this text."""
    check_text(text)
    return Document(parse_rows(collect(text), options))


def parse_rows(rows: list[Row], options: ReadOptions) -> Puzzle:
    """The puzzle of these rows."""
    if _spaces_are_cells(rows):
        return _symbols([(row.line, row.raw, list(row.raw_columns)) for row in rows], options)
    for row in rows:
        _check_characters(row)
    if any(row.numeric and len(row.symbols) > len(row.tokens) for row in rows):
        check_square(rows, lambda row: len(row.tokens))
        return _numbers(rows, options)
    check_square(rows, lambda row: len(row.symbols))
    return _symbols([(row.line, row.symbols, row.symbol_columns()) for row in rows], options)


def _spaces_are_cells(rows: list[Row]) -> bool:
    """Whether the rows only fit the board when their spaces are empty cells."""
    size = len(rows)
    return (
        any(len(row.symbols) != size for row in rows)
        and all(len(row.raw) == size and row.barred for row in rows)
        and all(is_symbol(char) for row in rows for char in row.raw)
    )


def _check_characters(row: Row) -> None:
    for start, token in row.tokens:
        for index, char in enumerate(token):
            if not is_symbol(char):
                raise FormatError(
                    f"{char!r} is no digit and no blank (. 0 * _ x)",
                    line=row.line,
                    column=start + index + 1,
                    text=char,
                )


def _symbols(rows: list[tuple[int, str, list[int]]], options: ReadOptions) -> Puzzle:
    geometry = _board(rows[0][0], sum(len(text) for _, text, _ in rows), options)
    places = [(line, column) for line, _, columns in rows for column in columns]
    symbols = "".join(text for _, text, _ in rows)
    givens = read_symbols(symbols, geometry.size, options.letters, lambda index: places[index])
    return plain_puzzle(geometry, givens, options)


def _numbers(rows: list[Row], options: ReadOptions) -> Puzzle:
    geometry = _board(rows[0].line, len(rows) ** 2, options)
    values = []
    for row in rows:
        for start, token in row.tokens:
            try:
                values.append(read_number(token))
            except ValueError:
                raise FormatError(
                    f"{token[:20]!r} is no number of a cell and no blank (0 . * _ x)",
                    line=row.line,
                    column=start + 1,
                    text=token[:80],
                ) from None
    return plain_puzzle(geometry, tuple(values), options)


def _board(line: int, cells: int, options: ReadOptions) -> Geometry:
    try:
        return board(cells, options)
    except FormatError as error:
        raise error.at(line) from None


def detect(text: str) -> int:
    """Sure where rows fit each other; only hopeful where bars are drawn."""
    rows = collect(text)
    if len(rows) < 4:
        return 0
    try:
        for row in rows:
            _check_characters(row)
    except FormatError:
        return 10 if any(row.barred for row in rows) else 0
    size = rows[0].width
    if all(row.width == size for row in rows) and len(rows) % size == 0:
        # Sixteen rows of 16 could be sixteen 4x4 puzzles, unless some symbol is beyond 4.
        root = isqrt(size)
        if any(row.barred for row in rows) or size < 16 or root * root != size:
            return 90
        return 90 if any(_beyond(row, root) for row in rows) else 30
    if any(row.barred for row in rows):
        return 60
    return 55 if len(sample_lines(text)) > 4 and 4 <= len(rows) <= 36 and size < 16 else 0


def _beyond(row: Row, size: int) -> bool:
    return any(
        (token.isdigit() and (len(token) > 1 or int(token) > size))
        or (token.isalpha() and token not in "xX")
        for _, text in row.tokens
        for token in ([text] if row.numeric else text)
    )


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """The grids of a source, one after the other."""
    return chunk_entries(chunks(lines, lambda row: row.width), options, parse)


def write(document: Document, options: WriteOptions) -> str:
    """The givens, drawn with their boxes."""
    puzzle = own_puzzle(document, "a drawn grid", options)
    return draw(puzzle.geometry, puzzle.givens, options)


def draw(geometry: Geometry, values: tuple[int | None, ...], options: WriteOptions) -> str:
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
