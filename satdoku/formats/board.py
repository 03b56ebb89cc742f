"""Rows of cells under a line that describes the board: any board, in a text that people can read.

``board: size=6x8 digits=0-7`` (see :mod:`satdoku.formats.boards` for the words), then a row a line:
one symbol a cell, or numbers with spaces between them where a digit is above 9. ``.`` is an empty
cell, and so is ``0`` unless the board has that digit; ``#`` is a hole between overlapping grids.
Bars, lines of ``-`` and ``+``, and spaces between symbols have no meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from satdoku.base.errors import FormatError
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Values
from satdoku.formats.base import (
    Entry,
    Line,
    ReadOptions,
    WriteOptions,
    chunk_entries,
    on_line,
    own_puzzle,
    plain_puzzle,
)
from satdoku.formats.boards import board_of_words, board_words, stated_rules
from satdoku.formats.numbers import read_number
from satdoku.formats.source import check_text
from satdoku.formats.symbols import MAX_SYMBOLS, normalise, read_cells, write_cells
from satdoku.formats.texts import numbered, sample_lines
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

_HEADER = re.compile(r"\s*board\s*:(.*)", re.IGNORECASE)
_RULE = re.compile(r"[-+=\s]*[-=][-+=\s]*")
_HOLE = "#"


def detect(text: str) -> int:
    """Sure where the first line describes a board."""
    lines = sample_lines(text, 1)
    header = _HEADER.fullmatch(normalise(lines[0])) if lines else None
    return 100 if header is not None and header[1].strip() else 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text."""
    check_text(text)
    lines = numbered(text)
    for number, line in lines:
        header = _HEADER.fullmatch(normalise(line))
        if header is None:
            if line.strip() and line.lstrip()[0] != "#":
                break
            continue
        with on_line(number):
            geometry = board_of_words(header[1])
            stated = stated_rules(None, header[1])
            options = replace(options, constraints=(*options.constraints, *stated))
        if options.geometry not in (None, geometry):
            assert options.geometry is not None
            raise FormatError(
                "the board is {board}, but {board_2} was asked for",
                board=geometry.describe(),
                board_2=options.geometry.describe(),
                line=number,
            )
        return Document(rows_on(lines, geometry, options))
    raise FormatError("a line that describes the board was expected: board: size=6x8")


def rows_on(lines: Iterable[Line], geometry: Geometry, options: ReadOptions) -> Puzzle:
    """The puzzle of rows, a line each, on a board that is known.

    :raises FormatError: with the line and, where it is one, the cell at fault.
    """
    values: list[int | None] = []
    row = 0
    for number, line in lines:
        text = normalise(line).replace("|", " ")
        if not text.strip():
            continue
        if _RULE.fullmatch(text):
            if text.strip() == "-" * geometry.columns:
                raise FormatError(
                    "this line may be a row or only drawn; write the empty cells as '.'",
                    line=number,
                )
            continue
        if row == geometry.rows:
            raise FormatError(
                "the board has {rows} rows, and here is one more", rows=geometry.rows, line=number
            )
        with on_line(number):
            values += _row(text, row, geometry, options)
        row += 1
    if row < geometry.rows:
        raise FormatError(
            "the board has {rows} rows, but here are {row}", rows=geometry.rows, row=row
        )
    return plain_puzzle(geometry, tuple(values), options)


def _row(text: str, row: int, geometry: Geometry, options: ReadOptions) -> list[int | None]:
    columns = geometry.columns
    tokens = text.split()
    as_numbers = len(tokens) == columns and geometry.digits[-1] > 9
    parts = tokens if as_numbers else list("".join(tokens))
    if len(parts) != columns:
        raise FormatError(
            "row {number} has {count} cells, but the board has {columns} columns{note}",
            number=row + 1,
            count=len(parts),
            columns=columns,
            note="" if geometry.places is None else worded(" (# is a hole)"),
        )
    symbols: list[str] = []
    for column, part in enumerate(parts):
        is_hole = geometry.at(row, column) is None
        if is_hole != (part == _HOLE):
            name = f"r{row + 1}c{column + 1}"
            raise FormatError(
                worded(
                    "{name} lies in a hole of the board, so # was expected, not {part!r}",
                    name=name,
                    part=part[:20],
                )
                if is_hole
                else worded("{name} is a cell of the board and no hole (#)", name=name)
            )
        if not is_hole:
            symbols.append(part)
    if not as_numbers:
        return list(read_cells("".join(symbols), geometry, options.letters, lambda _: (None, None)))
    values = []
    for part in symbols:
        try:
            values.append(read_number(part, zero=geometry.digits[0] == 0))
        except ValueError:
            raise FormatError(
                "{part!r} is neither the number of a cell nor a blank (.)", part=part[:20]
            ) from None
    return values


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """A puzzle under each line that describes a board."""
    return chunk_entries(_under_headers(lines), options, parse)


def _under_headers(lines: Iterable[Line]) -> Iterator[Line]:
    first, held = 0, list[str]()
    for number, text in lines:
        is_header = _HEADER.fullmatch(normalise(text)) is not None
        if is_header and held:
            yield first, "\n".join(held)
            held = []
        if held or is_header or (text.strip() and text.lstrip()[0] != "#"):
            if not held:
                first = number
            held.append(text)
    if held:
        yield first, "\n".join(held)


def blocks(lines: Iterable[Line]) -> Iterator[Line]:
    """The texts that blank lines part."""
    first, held = 0, list[str]()
    for number, text in lines:
        if text.strip():
            if not held:
                first = number
            held.append(text)
        elif held:
            yield first, "\n".join(held)
            held = []
    if held:
        yield first, "\n".join(held)


def write(document: Document, options: WriteOptions) -> str:
    """The line that describes the board, and the givens a row a line."""
    geometry = document.puzzle.geometry
    puzzle = own_puzzle(
        document, "a board in text", replace(options, geometry=geometry), any_board=True
    )
    return f"board: {board_words(geometry)}\n{draw_rows(puzzle.givens, geometry, options)}"


def draw_rows(values: Values, geometry: Geometry, options: WriteOptions) -> str:
    """A row a line: symbols, or numbers with spaces between them where a digit is above 9."""
    cells: list[str]
    symbols = geometry.digits[-1] <= 9
    if symbols or (options.letters != "auto" and geometry.digits[-1] <= MAX_SYMBOLS):
        cells, joint = list(write_cells(values, geometry, options.letters, options.empty)), ""
    else:
        cells, joint = [options.empty if v is None else str(v) for v in values], " "
    pad = max(map(len, cells))
    rows = []
    for row in range(geometry.rows):
        places = [geometry.at(row, column) for column in range(geometry.columns)]
        rows.append(joint.join((_HOLE if c is None else cells[c]).rjust(pad) for c in places))
    return "\n".join(rows) + "\n"
