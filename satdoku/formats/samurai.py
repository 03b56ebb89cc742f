"""Overlapping grids, each as a line: five lines of 81 symbols for a samurai, or one of 405.

The grids follow each other row by row (of a samurai: upper left, upper right, middle, lower left,
lower right), and a cell of two grids stands in both lines. Without a board that is asked for only a
samurai is recognised, and only where five lines can be nothing else: see :func:`grids_in`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import Literal

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.boards import PRESETS
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Values
from satdoku.formats.base import (
    Entry,
    Line,
    ReadOptions,
    Sizes,
    WriteOptions,
    data_lines,
    line_entry,
    no_board,
    own_puzzle,
    plain_puzzle,
    relocate,
)
from satdoku.formats.boards import board_of_words
from satdoku.formats.line import parse_line
from satdoku.formats.source import check_text
from satdoku.formats.symbols import BLANKS, Place, in_line, normalise, read_cells, write_cells
from satdoku.formats.texts import numbered, only, sample_lines
from satdoku.puzzle.document import Document

_TITLE = worded("lines of overlapping grids")


def detect(text: str) -> int:
    """Sure of five lines that are, or may be, the grids of a samurai, and of one that has all."""
    lines = sample_lines(text, 6)
    if lines and _has_all(lines[0]):
        return 100
    return 0 if grids_in(lines) == "puzzles" else 100


def _has_all(line: str) -> bool:
    return len(line.strip()) == 405 and _is_cells(line.strip())


def _is_cells(line: str) -> bool:
    return all(symbol in BLANKS or symbol.isdecimal() for symbol in line)


def grids_in(lines: Sequence[str]) -> Literal["samurai", "puzzles", "either"]:
    """Whether lines are the grids of a samurai, or puzzles of their own.

    They are puzzles where a box of two grids has digits in both and is not written alike, where a
    house of the samurai has a digit twice, and where they are too few for one. They are a samurai
    where each such box is written alike in both, with a digit in some, and where one of the lines
    by itself has several solutions at sight. Else they may be either.
    """
    if len(lines) != 5:
        return "puzzles"
    plain = ["".join("." if c in BLANKS else c for c in line.strip()) for line in lines]
    if {*map(len, plain)} != {81} or not all(map(_is_cells, plain)):
        return "puzzles"
    boxes = [
        ["".join(plain[grid][cell] for grid, cell in side) for side in shared]
        for shared in _shared()
    ]
    if any(one != other and _EMPTY_BOX not in (one, other) for one, other in boxes):
        return "puzzles"
    givens = _agreed("".join(plain))
    if givens is None or len(givens) - givens.count(None) < _MIN_GIVENS:
        return "puzzles"
    shown_alike = all(a == b for a, b in boxes) and any(a != _EMPTY_BOX for a, _ in boxes)
    return "samurai" if shown_alike or any(map(_is_open, plain)) else "either"


_EMPTY_BOX = "." * 9
_MIN_GIVENS = 60
"""Givens below which five lines are not taken for a samurai; those that are known have more."""


def _is_open(line: str) -> bool:
    """Whether a puzzle of a line is seen to have several solutions."""
    rows = [line[at : at + 9] for at in range(0, 81, 9)]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    empty = [[not part.strip(".") for part in parts] for parts in (rows, columns)]
    return (
        81 - line.count(".") < 17
        or len({*line} - {"."}) < 8
        or any(sum(parts[at : at + 3]) > 1 for parts in empty for at in (0, 3, 6))
    )


def _agreed(symbols: str) -> Values | None:
    """The givens of five grids, where they break no house of a samurai."""
    board = board_of_words("samurai")
    try:
        givens = _givens(symbols, board, ReadOptions())
    except FormatError:
        return None
    return None if plain_puzzle(board, givens, ReadOptions()).problems() else givens


@cache
def _shared() -> tuple[tuple[list[tuple[int, int]], list[tuple[int, int]]], ...]:
    """For each box that two grids of a samurai share, its cells as (grid, cell) in either."""
    own = _cells(board_of_words("samurai"))
    boxes = [(other, sorted({*own[2]} & {*own[other]})) for other in (0, 1, 3, 4)]
    return tuple(
        ([(2, own[2].index(c)) for c in box], [(other, own[other].index(c)) for c in box])
        for other, box in boxes
    )


def _cells(geometry: Geometry) -> list[list[int]]:
    """The cells of each grid, row by row."""
    grids = []
    for corner, part in zip(geometry.grids, geometry.parts, strict=True):
        top, left = geometry.row_column(corner)
        places = map(part.row_column, range(part.cell_count))
        cells = [geometry.at(top + row, left + column) for row, column in places]
        grids.append([cell for cell in cells if cell is not None])
    return grids


def _givens(
    symbols: str, geometry: Geometry, options: ReadOptions, place_of: Place = in_line
) -> Values:
    """The givens of all grids, which follow each other.

    :param place_of: where the n-th symbol stands.
    :raises FormatError: where two grids have different digits in a cell.
    """
    every = [(cell, grid) for grid, cells in enumerate(_cells(geometry), 1) for cell in cells]
    digits = read_cells(symbols, geometry, options.letters, place_of)
    givens: list[int | None] = [None] * geometry.cell_count
    first: dict[int, int] = {}
    for (cell, grid), digit in zip(every, digits, strict=True):
        if digit is None:
            continue
        if givens[cell] not in (None, digit):
            raise FormatError(
                "{cell} is {one} in grid {first} and {other} in grid {second}, but it is a cell of "
                "both",
                cell=geometry.name(cell),
                one=givens[cell],
                first=first[cell],
                other=digit,
                second=grid,
            )
        givens[cell] = digit
        first.setdefault(cell, grid)
    return tuple(givens)


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text."""
    check_text(text)
    entry = only(entries(numbered(text), options), lambda entry: (entry.line, entry.text))
    if entry.document is None:
        assert entry.error is not None
        raise entry.error
    return entry.document


def _board(options: ReadOptions) -> Geometry:
    board = options.geometry or board_of_words("samurai")
    if not board.grids:
        raise FormatError(
            "this format holds overlapping grids, not {board}", board=board.describe()
        )
    return board


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """A puzzle for the lines of all its grids, or a line for each where they are no samurai."""
    forced = options.geometry is not None or options.format is not None
    count = len(_board(options).grids) if forced else 5
    cells = sum(map(len, _cells(_board(options))))
    held: list[Line] = []
    rest = data_lines(lines)
    for line in rest:
        if not held and len(line[1].strip()) == cells:
            yield _entry([line], options)
            continue
        held.append(line)
        if len(held) == count:
            if not forced and (after := next(rest, None)) is not None:
                # More than five lines are not what was looked at: they are puzzles.
                held.append(after)
                break
            yield _entry(held, options, forced=forced)
            held = []
    if held and forced:
        yield _entry(held, options)
        return
    sizes = Sizes()
    for number, text in (*held, *rest):
        yield line_entry(number, text, options, parse_line, sizes)


def _entry(held: list[Line], options: ReadOptions, *, forced: bool = True) -> Entry:
    number = held[0][0]
    gaps = [after - before for (before, _), (after, _) in pairwise(held)]
    ends = ["\n" * gap for gap in (*gaps, 0)]
    text = "".join(line + end for (_, line), end in zip(held, ends, strict=True))
    return Entry(number, text, partial(_placed, text, options, number, forced))


def _placed(text: str, options: ReadOptions, number: int, forced: bool) -> Document:
    try:
        return _document(list(data_lines(numbered(text))), options, forced)
    except FormatError as error:
        raise relocate(error, number) from None


def _document(lines: list[Line], options: ReadOptions, forced: bool) -> Document:
    board = _board(options)
    if not forced and len(lines) > 1 and grids_in([text for _, text in lines]) == "either":
        raise FormatError(
            "these five lines may be the five grids of a samurai or five puzzles: --shape samurai "
            "reads one puzzle, --shape size=9 reads five",
            line=lines[0][0],
        )
    plain = [normalise(text).strip() for _, text in lines]
    counts = [*map(len, _cells(board))]
    if len(plain) > 1:
        for (number, _), text, count in zip(lines, plain, counts, strict=False):
            if len(text) != count:
                raise FormatError(
                    "a grid of this board has {count} cells, and this line has {other}",
                    count=count,
                    other=len(text),
                    line=number,
                    text=text[:80],
                )
    symbols = "".join(plain)
    if len(symbols) != sum(counts):
        raise FormatError(
            "the {grids} grids of this board take {cells} symbols, on one line or on a line each, "
            "but here are {other}",
            grids=len(board.grids),
            cells=sum(counts),
            other=len(symbols),
            line=lines[-1][0],
        )

    def place(index: int) -> tuple[int, int]:
        line = 0
        while len(lines) > 1 and index >= counts[line]:
            index -= counts[line]
            line += 1
        number, text = lines[line]
        return number, index + len(text) - len(text.lstrip()) + 1

    return Document(plain_puzzle(board, _givens(symbols, board, options, place), options))


def write(document: Document, options: WriteOptions) -> str:
    """A line for each grid."""
    geometry = document.puzzle.geometry
    own = WriteOptions(options.letters, options.empty, geometry, options.constraints)
    puzzle = own_puzzle(document, _TITLE, own, any_board=True)
    if not geometry.grids:
        raise Unsupported("{title} cannot hold a board of one grid", title=_TITLE)
    names = tuple(map(geometry.name, geometry.grids))
    if geometry != options.geometry and (
        names != PRESETS["samurai"] or geometry != board_of_words("samurai")
    ):
        raise no_board(geometry, _TITLE)
    lines = [
        write_cells(
            tuple(puzzle.givens[cell] for cell in cells), geometry, options.letters, options.empty
        )
        for cells in _cells(geometry)
    ]
    return "\n".join(lines) + "\n"
