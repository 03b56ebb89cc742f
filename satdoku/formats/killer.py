"""Killers as text: SumoCue's list of numbers, and a line of sums and pointers.

SumoCue writes ``3x3::k:`` (with both diagonals ``3x3:d:k:``) and 81 numbers, each 256 times the
sum of the cell's cage plus the number of the cage; a number without a sum that occurs once is a
cell in no cage, and so is 0. In the other form, which Interactive Sudoku Solver reads, 81
characters are either the sum of a cage (``0`` to ``9``, ``A`` = 10 to ``Z``, ``a`` = 36 to ``j``)
or point to a neighbour in the same cage: ``<`` ``>`` ``^`` ``v``, a backtick up and left, ``'`` up
and right, ``,`` down and left, ``.`` down and right. A sum of 0 is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.formats.base import (
    Entry,
    Line,
    ReadOptions,
    Sizes,
    WriteOptions,
    line_entries,
    no_board,
)
from satdoku.formats.clues import Clues, cages_and_diagonals, geometry_of
from satdoku.formats.source import check_text
from satdoku.formats.texts import parse_only_line, sample_lines
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

_TITLE = worded("a killer in SumoCue's text")
_HEAD = re.compile(r"3x3:(d?):k:(.*)", re.DOTALL)
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_POINTERS = {
    "<": (0, -1),
    ">": (0, 1),
    "^": (-1, 0),
    "v": (1, 0),
    "`": (-1, -1),
    "'": (-1, 1),
    ",": (1, -1),
    ".": (1, 1),
}
_ARROWS = re.compile(r"[0-9A-Za-j<>^v`',.]{81}")


def detect(text: str) -> int:
    """Sure where the first line has SumoCue's head, or points with signs that no digit has."""
    lines = sample_lines(text, 1)
    line = lines[0].strip() if lines else ""
    if _HEAD.fullmatch(line):
        return 100
    return 97 if _ARROWS.fullmatch(line) and set(line) & set("<>^`") else 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this line."""
    check_text(text)
    return parse_only_line(text, options, _parse_line)


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """A puzzle a line."""

    def parse_line(text: str, options: ReadOptions, sizes: Sizes) -> Document:
        check_text(text)
        return _parse_line(text, options, sizes)

    return line_entries(lines, options, parse_line)


def _parse_line(text: str, options: ReadOptions, sizes: Sizes) -> Document:
    line = text.strip()
    geometry = geometry_of(Geometry.classic(), options)
    clues = Clues(options)
    head = _HEAD.fullmatch(line)
    cages = _numbered(head[2]) if head else _pointed(line)
    if head and head[1]:
        clues.add(worded("the head"), "d", "diagonal")
    for cells, total in cages:
        if total or len(cells) > 1:
            fields = {"cells": cells}
            place = worded("the cage of {cell}", cell=geometry.name(cells[0]))
            clues.add(place, "cage", "killer-cage", fields | ({"sum": total} if total else {}))
    empty = (None,) * geometry.cell_count
    return Document(Puzzle(geometry, empty, None, clues.rules(geometry)), extras=clues.extras())


def _numbered(text: str) -> Iterator[tuple[list[int], int]]:
    """The cells and the sum of each cage of a list of numbers."""
    numbers = text.rstrip(":").split(":")
    if len(numbers) != 81:
        raise FormatError(
            "81 numbers were expected after the head, got {count}", count=len(numbers)
        )
    cages: dict[int, tuple[list[int], int]] = {}
    for cell, number in enumerate(numbers):
        if not (number.isdecimal() and number.isascii() and len(number) < 7):
            raise FormatError(
                "{number!r} is not a number of a cage", number=number[:20], text=number[:80]
            )
        if not number.strip("0"):
            continue
        total, cage = divmod(int(number), 256)
        cells, known = cages.setdefault(cage, ([], total))
        if known != total:
            raise FormatError(
                "the cage {cage} has the sums {known} and {total}",
                cage=cage,
                known=known,
                total=total,
                text=number,
            )
        cells.append(cell)
    yield from cages.values()


def _pointed(line: str) -> Iterator[tuple[list[int], int]]:
    """The cells and the sum of each cage of a line of pointers."""
    if not _ARROWS.fullmatch(line):
        raise FormatError(
            "a killer is 81 sums and pointers, or SumoCue's head 3x3::k: and 81 numbers; "
            "this is {number!r}",
            number=line[:40],
        )
    roots: dict[int, list[int]] = {}
    for cell in range(81):
        seen = []
        at = cell
        while (step := _POINTERS.get(line[at])) is not None:
            seen.append(at)
            row, column = at // 9 + step[0], at % 9 + step[1]
            name = f"r{at // 9 + 1}c{at % 9 + 1}"
            if not (0 <= row < 9 and 0 <= column < 9):
                raise FormatError(
                    "{culprit!r} of {name} points out of the board", culprit=line[at], name=name
                )
            at = row * 9 + column
            if at in seen:
                raise FormatError(
                    "the pointers from {name} go round without a sum", name=name, text=line[at]
                )
        roots.setdefault(at, []).append(cell)
    yield from ((cells, _SUMS.index(line[root])) for root, cells in roots.items())


def write(document: Document, options: WriteOptions) -> str:
    """SumoCue's text, on one line."""
    puzzle = document.puzzle
    geometry = puzzle.geometry
    if not geometry.is_classic:
        raise no_board(geometry, _TITLE)
    sums, diagonals = cages_and_diagonals(puzzle, _TITLE, options)
    cages = [(cells, total or 0) for cells, total in sums]
    if puzzle.clues or puzzle.is_sukaku:
        raise Unsupported("{title} cannot hold givens or pencil marks", title=_TITLE)
    covered = [cell for cells, _ in cages for cell in cells]
    if len(set(covered)) < len(covered) or any(not 0 <= total <= 45 for _, total in cages):
        raise Unsupported("{title} cannot hold cages that overlap, or sums above 45", title=_TITLE)
    numbers = {
        cell: total * 256 + number
        for number, (cells, total) in enumerate(cages, 1)
        for cell in cells
    }
    listed = ":".join(str(numbers.get(cell, 0)) for cell in range(81))
    return f"3x3:{'d' if diagonals else ''}:k:{listed}\n"
