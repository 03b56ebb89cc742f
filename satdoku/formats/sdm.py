"""SudoCue's puzzle collection: a 9x9 puzzle a line, 81 symbols, ``#`` comments.

Described on sudocue.net/fileformats.php. It is ``line`` restricted to 9x9.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from satdoku.base.errors import FormatError, Unsupported
from satdoku.formats import line as _line
from satdoku.formats.base import Entry, Line, ReadOptions, Sizes, WriteOptions, line_entries
from satdoku.formats.texts import parse_only_line
from satdoku.puzzle.document import Document

__all__ = ["detect", "entries", "parse", "parse_line", "write"]


def detect(text: str) -> int:
    """Never sure: a text of this format is read as ``line``, which means the same."""
    return 0


def parse_line(text: str, options: ReadOptions, sizes: Sizes | None = None) -> Document:
    """The puzzle of one line."""
    document = _line.parse_line(text, options, sizes)
    cells = document.puzzle.geometry.cell_count
    if cells != 81:
        raise FormatError(
            "a .sdm file holds 9x9 puzzles: expected 81 cells, got {cells}", cells=cells
        )
    return document


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text."""
    return parse_only_line(text, options, parse_line)


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """A puzzle a line."""
    return line_entries(lines, options, parse_line)


def write(document: Document, options: WriteOptions) -> str:
    """The givens in one line."""
    size = document.puzzle.geometry.size
    if size != 9:
        raise Unsupported("a .sdm file cannot hold a {size}x{size} board; 'line' can", size=size)
    return _line.write(document, options)
