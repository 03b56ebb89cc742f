"""SudoCue's puzzle collection: a 9x9 puzzle a line, 81 symbols, ``#`` comments.

Described on sudocue.net/fileformats.php. It is ``line`` restricted to 9x9.
"""

from __future__ import annotations

from satdoku.base.errors import FormatError, Unsupported
from satdoku.formats import line as _line
from satdoku.formats.base import ReadOptions, Sizes, WriteOptions
from satdoku.formats.texts import by_lines
from satdoku.puzzle.document import Document


def detect(text: str) -> int:
    """Never sure: a text of this format is read as ``line``, which means the same."""
    return 0


def parse_line(text: str, options: ReadOptions, sizes: Sizes) -> Document:
    """The puzzle of one line."""
    document = _line.parse_line(text, options, sizes)
    cells = document.puzzle.geometry.cell_count
    if cells != 81:
        raise FormatError(
            "a .sdm file holds 9x9 puzzles: expected 81 cells, got {cells}", cells=cells
        )
    return document


parse, entries = by_lines(parse_line)


def write(document: Document, options: WriteOptions) -> str:
    """The givens in one line."""
    size = document.puzzle.geometry.size
    if size != 9:
        raise Unsupported("a .sdm file cannot hold a {size}x{size} board; 'line' can", size=size)
    return _line.write(document, options)
