"""SudokuWiki's packed strings, version B: a position of 81 cells.

``S9B`` and two digits of base 36 for each cell: 1 to 9 a clue, 10 to 18 a digit that was placed,
18 and the candidates as bits (1 for the digit 1, 2 for 2, 4 for 3 ...) for an open cell, 0 for one
without marks. They stand alone, or in a link of sudokuwiki.org as ``?bd=``.
"""

from __future__ import annotations

import re

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.formats import links
from satdoku.formats.base import (
    ReadOptions,
    Sizes,
    WriteOptions,
    board,
    no_board,
    plain_puzzle,
    require_no_rules,
)
from satdoku.formats.marks import position_document
from satdoku.formats.source import check_text
from satdoku.formats.texts import by_lines, sample_lines
from satdoku.puzzle.document import Document
from satdoku.puzzle.position import Position

_HEAD = "S9B"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_PLACED, _MARKS = 9, 18
_TITLE = worded("a string of SudokuWiki")


def detect(text: str) -> int:
    """Sure where the lines begin with the version and have the length."""
    lines = sample_lines(text, 16)
    good = sum(line.strip().startswith(_HEAD) for line in lines)
    return round(98 * good / len(lines)) if lines else 0


def _parse_line(text: str, options: ReadOptions, sizes: Sizes) -> Document:
    check_text(text)
    bare = text.strip()
    if links.is_link(bare):
        return links.parse(bare, options, "s9b")
    return read_body(bare, options)


parse, entries = by_lines(_parse_line)


def link_body(address: links.Address) -> str:
    """The packed position of a link."""
    return address.parameter("bd") or ""


def read_body(body: str, options: ReadOptions) -> Document:
    """The position of a string."""
    if not body.startswith(_HEAD):
        raise FormatError(
            "{title} begins with {head}, not {body!r}",
            title=_TITLE,
            head=_HEAD,
            body=body[:20],
            text=body[:80],
        )
    packed = body[len(_HEAD) :]
    wrong = re.search(r"[^0-9a-z]", packed)
    if wrong is not None:
        raise FormatError(
            "{culprit!r} is not a digit of base 36 (0 to 9, a to z)",
            culprit=wrong[0],
            column=len(_HEAD) + wrong.start() + 1,
        )
    if len(packed) != 162:
        raise FormatError(
            "{title} has 162 characters after {head}, this one {count}: was it cut?",
            title=_TITLE,
            head=_HEAD,
            count=len(packed),
        )
    givens: list[int | None] = []
    values: list[int | None] = []
    marks: list[frozenset[int]] = []
    for at in range(0, 162, 2):
        code = int(packed[at : at + 2], 36)
        if code > _MARKS + 511:
            raise FormatError(
                "{culprit!r} is not a cell: the highest is {cell}",
                culprit=packed[at : at + 2],
                cell=_cell(_MARKS + 511),
                column=len(_HEAD) + at + 1,
            )
        value = None if code in (0, *range(_MARKS + 1, _MARKS + 512)) else (code - 1) % 9 + 1
        givens.append(value if code <= _PLACED else None)
        values.append(value)
        bits = code - _MARKS if code > _MARKS else 0
        marks.append(frozenset(digit for digit in range(1, 10) if bits >> digit - 1 & 1))
    geometry = board(81, options)
    puzzle = plain_puzzle(geometry, tuple(givens), options)
    if not any(marks) and values == givens:
        return Document(puzzle)
    return position_document(Position(puzzle, tuple(values), tuple(marks)))


def _cell(code: int) -> str:
    return _DIGITS[code // 36] + _DIGITS[code % 36]


def write(document: Document, options: WriteOptions) -> str:
    """The position, on one line; a puzzle without one has no marks."""
    position = document.position
    puzzle = document.puzzle if position is None else position.puzzle
    require_no_rules(puzzle, _TITLE, options)
    geometry = puzzle.geometry
    if geometry not in (Geometry.classic(), options.geometry) or geometry.size != 9:
        raise no_board(geometry, _TITLE)
    if puzzle.is_sukaku and position is None:
        position = Position.of(puzzle)
    values = puzzle.givens if position is None else position.values
    text = _HEAD
    for cell, value in enumerate(values):
        given = puzzle.givens[cell]
        if any(digit is not None and not 1 <= digit <= 9 for digit in (given, value)):
            raise Unsupported(
                "{title} cannot hold {cell}, which is {value}",
                title=_TITLE,
                cell=geometry.name(cell),
                value=value,
            )
        if given not in (None, value):
            raise Unsupported(
                "{title} cannot hold {cell}: given and value differ",
                title=_TITLE,
                cell=geometry.name(cell),
            )
        if value is not None:
            text += _cell(value if given is not None else _PLACED + value)
        else:
            here = frozenset[int]() if position is None else position.candidates[cell]
            bits = sum(1 << digit - 1 for digit in here)
            text += _cell(_MARKS + bits if bits else 0)
    return f"{text}\n"
