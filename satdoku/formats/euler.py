"""Project Euler's problem 96: a header ``Grid 01``, then nine rows of nine digits, 0 for empty.

The header becomes the title. Other sizes are read alike: a grid has as many rows as its first row
has symbols.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from satdoku.base.errors import FormatError
from satdoku.base.worded import worded
from satdoku.formats.base import Entry, Line, ReadOptions, WriteOptions, chunk_entries, own_puzzle
from satdoku.formats.grid import parse_rows
from satdoku.formats.rows import row_of
from satdoku.formats.runs import chunks
from satdoku.formats.source import check_text
from satdoku.formats.symbols import write_symbols
from satdoku.formats.texts import numbered, sample_lines
from satdoku.puzzle.document import Document

_HEADER = re.compile(r"\s*grid\s*\d+\s*", re.IGNORECASE)


def _is_header(text: str) -> bool:
    return _HEADER.fullmatch(text) is not None


def detect(text: str) -> int:
    """Sure where the first line is a header."""
    lines = sample_lines(text, 1)
    return 95 if lines and _is_header(lines[0]) else 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one grid of this text."""
    check_text(text)
    title: str | None = None
    rows = []
    for number, line in numbered(text):
        if not line.strip() or line.lstrip()[0] == "#":
            continue
        if not _is_header(line):
            rows.append(row_of(number, line))
        elif title is None and not rows:
            title = line.strip()
        else:
            raise FormatError("one puzzle was expected, but here another begins", line=number)
    if title is None and rows:
        raise FormatError("a header like 'Grid 01' was expected before the rows", line=rows[0].line)
    if not rows:
        raise FormatError(
            worded("no rows follow '{title}'", title=title) if title else "there is no puzzle here"
        )
    return Document(parse_rows(rows, options), title=title)


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """The grids of a source."""
    return chunk_entries(chunks(lines, lambda row: row.width, _is_header), options, parse)


def write_all(documents: Iterable[Document], options: WriteOptions) -> Iterator[str]:
    """The grids, those without a header of their own numbered."""
    for number, document in enumerate(documents, 1):
        if document.title is None or not _is_header(document.title):
            document = replace(document, title=f"Grid {number:02}")
        yield write(document, options)


def write(document: Document, options: WriteOptions) -> str:
    """A header and the rows; the title is the header where it is one, else ``Grid 01``."""
    puzzle = own_puzzle(document, "the format of Project Euler 96", options)
    size = puzzle.geometry.size
    empty = "0" if options.empty == "." and options.letters != "hex" else options.empty
    text = write_symbols(puzzle.givens, size, options.letters, empty)
    title = document.title
    header = title.strip() if title is not None and _is_header(title) else "Grid 01"
    rows = [text[i : i + size] for i in range(0, len(text), size)]
    return "\n".join([header, *rows]) + "\n"
