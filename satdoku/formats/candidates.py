"""A grid of candidates, as HoDoKu, Simple Sudoku and many forum posts print it.

Each cell is the group of its candidates; groups are parted by spaces, bars and rules of any kind
(``.---.---.``, ``:---+---:``, ``*-----*``), or stand on one line. Signs and letters that a post
puts before or behind a group (``*18``, ``-1278``, ``58#``, ``1(8)``, ``a18``) are no part of it,
and are kept as ``extras["marks"]``. In Sudoku Studio's grids ``<9>`` is given and ``*7*`` placed,
and in SudoCue's ``u8`` is placed. Read into a Position; boards up to 9x9.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from math import isqrt

from satdoku.base.errors import FormatError
from satdoku.formats.base import (
    MIN_BOARD,
    Entry,
    Line,
    ReadOptions,
    Sizes,
    WriteOptions,
    board,
    chunk_entries,
    line_entries,
    on_line,
)
from satdoku.formats.labels import is_note, only_grid
from satdoku.formats.marks import held_position, position_document, position_of_marks
from satdoku.formats.rows import Row, check_square, collect
from satdoku.formats.runs import chunks
from satdoku.formats.source import check_text
from satdoku.formats.symbols import normalise
from satdoku.formats.texts import numbered, sample_lines
from satdoku.puzzle.document import Document

_SIGNS = r"()\[\]{}<>*+\-=~#@!?'\"^&%$.:;,/\\†‡§°×"
_MARKED = re.compile(
    rf"[{_SIGNS}]*(?:[A-Za-z]{{1,2}}[{_SIGNS}]*)?(?P<digits>[1-9](?:[{_SIGNS}]*[1-9])*)"
    rf"[{_SIGNS}]*(?:[A-Za-z]{{1,2}}[{_SIGNS}]*)?"
)
_MAX_GROUP = 40
_WORD = re.compile(r"[^\s|\u2502\u2503\u2551\u00a6\u254e\u2506\u250a\u258f]+")
_GIVEN = re.compile(r"<[1-9]>")
_PLACED = re.compile(r"\*[1-9]\*|[uU][1-9]")


def width(row: Row) -> int:
    """The number of groups in a row."""
    return len(row.tokens)


def _bare(text: str) -> str:
    """A line with the groups alone, each where it begins."""
    if is_note(text):
        return text
    return _WORD.sub(lambda word: _group(word[0]).ljust(len(word[0])), normalise(text))


def _group(word: str) -> str:
    """The digits of a word that is a marked group of candidates; else the word."""
    if word.isdigit() or len(word) > _MAX_GROUP or (match := _MARKED.fullmatch(word)) is None:
        return word
    digits = re.sub("[^1-9]", "", match["digits"])
    return digits if "".join(sorted({*digits})) == digits else word


def _bare_text(text: str) -> str:
    return "\n".join(map(_bare, text.split("\n")))


def detect(text: str) -> int:
    """Sure where every row has as many groups of digits as there are rows."""
    bare = _bare_text(text)
    rows = collect(bare)
    groups = [token for row in rows for _, token in row.tokens]
    if not groups or not all(map(_is_group, groups)):
        return 0
    if max(map(len, groups)) == 1 and (bare == text or not _GIVEN.search(text)):
        return 0
    widths = [width(row) for row in rows]
    size = max(set(widths), key=widths.count)
    if {*widths} <= {36, 81}:
        return 92  # a grid on each line
    if not 4 <= size <= 9:
        return 0
    return 92 if set(widths) == {size} and len(rows) % size == 0 else 70


def _is_group(token: str) -> bool:
    return token.isascii() and token.isdigit() and "0" not in token and len(token) <= 9


def parse(text: str, options: ReadOptions) -> Document:
    """The one grid of this text."""
    check_text(text)
    rows = only_grid(collect(_bare_text(text)), width)
    _check_groups(rows)
    count = sum(map(width, rows))
    with on_line(rows[0].line):
        geometry = board(count, options)
        if geometry.size > 9:
            raise FormatError("a grid of candidates is read up to 9x9")
    marks = _marks(rows, geometry.size)
    words = _words(text, rows)
    placed = {
        cell: _GIVEN.fullmatch(word) is not None
        for cell, word in enumerate(words)
        if _GIVEN.fullmatch(word) or _PLACED.fullmatch(word)
    }
    studio = True in placed.values()
    placed = placed if studio or any(words[cell][0] in "uU" for cell in placed) else {}
    position = position_of_marks(geometry, marks, options, placed, all_placed=studio)
    signs = [
        f"{geometry.name(cell)} {word}"
        for cell, word in enumerate(words)
        if not word.isdigit() and cell not in placed
    ]
    return position_document(position, extras={"marks": ", ".join(signs)} if signs else {})


def _check_groups(rows: list[Row]) -> None:
    """:raises FormatError: where rows are not as many groups of digits each as there are rows."""
    for row in rows:
        for start, token in row.tokens:
            if not (token.isascii() and token.isdigit()):
                raise FormatError(
                    "{token!r} is not a group of candidates",
                    token=token[:20],
                    line=row.line,
                    column=start + 1,
                    text=token[:80],
                )
    if len(rows) != 1 or width(rows[0]) < MIN_BOARD**2:
        if rows:
            _check_boxes(rows)
        check_square(rows, width)


def _marks(rows: list[Row], size: int) -> list[frozenset[int]]:
    marks = []
    for row in rows:
        for start, token in row.tokens:
            digits = frozenset(map(int, token))
            if len(digits) != len(token) or 0 in digits or max(digits) > size:
                raise FormatError(
                    "{token!r} is not a group of different digits from 1 to {size}",
                    token=token[:20],
                    size=size,
                    line=row.line,
                    column=start + 1,
                    text=token[:80],
                )
            marks.append(digits)
    return marks


def _words(text: str, rows: list[Row]) -> list[str]:
    """The groups of rows as they are written, with their marks."""
    lines = dict(numbered(text))
    return [
        match[0] if (match := _WORD.match(normalise(lines[row.line]), start)) else token
        for row in rows
        for start, token in row.tokens
    ]


def _check_boxes(rows: list[Row]) -> None:
    """:raises FormatError: naming the part of a row, between bars, that lacks a group."""
    counts = [
        tuple(len(part.split()) for part in row.text.strip().strip("|").split("|")) for row in rows
    ]
    ends = [row.text.rstrip()[-1:] == "|" for row in rows]
    if any(ends) and not all(ends):
        raise FormatError(
            "this row does not end with a bar, although others do",
            line=rows[ends.index(False)].line,
        )
    usual = max(set(counts), key=counts.count)
    for number, (row, here) in enumerate(zip(rows, counts, strict=True), 1):
        if len(usual) == 1 or here == usual or len(here) != len(usual) or sum(here) == sum(usual):
            continue
        part = next(at for at, (a, b) in enumerate(zip(here, usual, strict=True)) if a != b)
        raise FormatError(
            "row {number} has {count} groups of candidates in columns {first} to {last}, not "
            "{size}",
            number=number,
            count=here[part],
            first=sum(usual[:part]) + 1,
            last=sum(usual[: part + 1]),
            size=usual[part],
            line=row.line,
        )


def _parse_line(text: str, options: ReadOptions, sizes: Sizes) -> Document:
    document = parse(text, options)
    sizes.require(document.puzzle.geometry.cell_count, usual=True)
    return document


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """The grids of a source, one after the other."""
    lines = iter(lines)
    held: list[Line] = []
    for line in lines:
        held.append(line)
        if sample_lines(line[1]):
            break
    rows = collect(_bare(held[-1][1])) if held else []
    lines = chain(held, lines)
    if len(rows) == 1 and isqrt(width(rows[0])) ** 2 == width(rows[0]) >= 36:
        return line_entries(lines, options, _parse_line)
    return chunk_entries(chunks(lines, width, clean=_bare), options, parse)


def write(document: Document, options: WriteOptions) -> str:
    """The candidates as HoDoKu prints them, columns aligned."""
    geometry, marks = held_position(document, "a grid of candidates", options)
    size = geometry.size
    cells = ["".join(map(str, sorted(here))) for here in marks]
    widths = [max(len(cells[r * size + c]) for r in range(size)) for c in range(size)]
    height, width = geometry.box or (size, size)
    rows = []
    for r in range(size):
        row = [cells[r * size + c].ljust(widths[c]) for c in range(size)]
        groups = [" ".join(row[i : i + width]) for i in range(0, size, width)]
        if r and r % height == 0:
            rows.append(_rule(":+:", groups))
        rows.append("| " + " | ".join(groups) + " |")
    return "\n".join([_rule("...", groups), *rows, _rule("'''", groups)]) + "\n"


def _rule(corners: str, groups: list[str]) -> str:
    middle = corners[1].join("-" * (len(group) + 2) for group in groups)
    return corners[0] + middle + corners[2]
