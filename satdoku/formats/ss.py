"""Simple Sudoku's files (.ss): nine rows in three groups parted by ``|``, dashes between bands.

Rows look like ``1..|...|7..`` (``.`` or ``X`` for empty); the program also copies puzzles with a
frame, ``*-----------*`` and ``|1..|...|7..|``. Both are read; the plain one is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from satdoku.base.errors import FormatError, Unsupported
from satdoku.formats import grid as _grid
from satdoku.formats.base import Entry, Line, ReadOptions, WriteOptions, chunk_entries, own_puzzle
from satdoku.formats.rows import is_rule, is_skipped
from satdoku.formats.runs import chunks
from satdoku.formats.symbols import write_symbols
from satdoku.formats.texts import numbered
from satdoku.puzzle.document import Document

_ROW = re.compile(r"\s*\|?([1-9.X]{3})\|([1-9.X]{3})\|([1-9.X]{3})\|?\s*")
_LINE = re.compile(r"\s*(\*-{11}\*|-{11}|\|?---\+---\+---\|?)\s*")


def detect(text: str) -> int:
    """Sure where every row and every rule is as the program writes it."""
    rows = 0
    for _, line in numbered(text):
        if _ROW.fullmatch(line):
            rows += 1
        elif not is_skipped(line) and not _LINE.fullmatch(line):
            return 0
    return 93 if rows == 9 else 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text."""
    for number, line in numbered(text):
        if not (is_skipped(line) or is_rule(line) or _ROW.fullmatch(line)):
            raise FormatError(
                "a row of a .ss file looks like 1..|...|7.. ", line=number, text=line[:80]
            )
    return _grid.parse(text, options)


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """The puzzles of a source."""
    return chunk_entries(chunks(lines, lambda row: row.width), options, parse)


def write(document: Document, options: WriteOptions) -> str:
    """The nine rows."""
    puzzle = own_puzzle(document, "a .ss file", options)
    if puzzle.geometry.size != 9:
        raise Unsupported(
            "a .ss file holds 9x9 puzzles, not {board}", board=puzzle.geometry.describe()
        )
    text = write_symbols(puzzle.givens, 9, "10", "X" if options.empty in "xX" else ".")
    rows = [text[i : i + 9] for i in range(0, 81, 9)]
    drawn = [f"{row[:3]}|{row[3:6]}|{row[6:]}" for row in rows]
    rule = "-" * 11
    return "\n".join([*drawn[:3], rule, *drawn[3:6], rule, *drawn[6:]]) + "\n"
