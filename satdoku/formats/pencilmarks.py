"""A line of pencil marks: N symbols a cell, 729 for a 9x9; digit d or a blank at place d.

Used for sukaku, puzzles given by candidates alone (Sudoku Explainer's tools and others). Read
into a Position. Boards up to 9x9; only the 9x9 and the 6x6 are detected, because 64 symbols are
an 8x8 puzzle rather than the pencil marks of a 4x4.
"""

from __future__ import annotations

from satdoku.base.errors import FormatError
from satdoku.base.worded import worded
from satdoku.formats.base import ReadOptions, Sizes, WriteOptions, board
from satdoku.formats.marks import held_position, position_document, position_of_marks
from satdoku.formats.source import check_text
from satdoku.formats.symbols import normalise
from satdoku.formats.texts import by_lines, sample_lines
from satdoku.puzzle.document import Document

_BLANKS = ".0"
_SIZES = {size**3: size for size in range(4, 10)}


def detect(text: str) -> int:
    """Sure where every digit of a line of the right length stands at its place."""
    lines = sample_lines(text, 16)
    good = sum(map(_looks_like_marks, lines))
    return round(94 * good / len(lines)) if lines else 0


def _looks_like_marks(text: str) -> bool:
    text = normalise(text.strip())
    size = _SIZES.get(len(text))
    return (
        size in (6, 9)
        and not set(text) <= set(_BLANKS)
        and all(c in _BLANKS or c == str(i % size + 1) for i, c in enumerate(text))
    )


def _parse_line(text: str, options: ReadOptions, sizes: Sizes) -> Document:
    check_text(text)
    start = len(text) - len(text.lstrip())
    body = normalise(text.strip())
    size = _SIZES.get(len(body))
    if size is None:
        raise FormatError(
            "expected 729 pencil marks (9 for each cell of a 9x9), got {count}{note}",
            count=len(body),
            note=worded(" (216 make a 6x6, 64 a 4x4)") if len(body) < 400 else "",
        )
    sizes.require(size * size)
    geometry = board(size * size, options)
    for index, char in enumerate(body):
        wanted = str(index % size + 1)
        if char != wanted and char not in _BLANKS:
            raise FormatError(
                "{culprit!r} is not a pencil mark of {cell} here; {wanted} or a blank (. 0) was "
                "expected",
                culprit=char,
                cell=geometry.name(index // size),
                wanted=wanted,
                column=start + index + 1,
            )
    groups = [body[i : i + size] for i in range(0, len(body), size)]
    marks = [frozenset(int(c) for c in group if c not in _BLANKS) for group in groups]
    return position_document(position_of_marks(geometry, marks, options))


parse, entries = by_lines(_parse_line)


def write(document: Document, options: WriteOptions) -> str:
    """The candidates of every cell in one line."""
    geometry, marks = held_position(document, "a line of pencil marks", options)
    return "".join(str(d) if d in here else "." for here in marks for d in geometry.digits) + "\n"
