"""A jigsaw: a line of givens, then a line that labels each cell's region.

The labels are any letters and digits, one a cell; ``.`` is a cell in no region. A region of the
wrong size is read as it stands: the puzzle's ``problems()`` reports it. The pair is detected where
the labels of the second line lie together, as no puzzle's digits do.

``SumoCueV1=0J0=8J0=...`` is the same on one line: a field for each cell, with its digit (0 where it
is empty), ``J`` and the number of its region.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.formats.base import (
    Entry,
    Line,
    ReadOptions,
    Sizes,
    WriteOptions,
    board,
    data_lines,
    on_line,
    own_puzzle,
    plain_puzzle,
    relocate,
)
from satdoku.formats.clues import geometry_of
from satdoku.formats.line import puzzle_field, regions_apart
from satdoku.formats.source import check_text
from satdoku.formats.symbols import normalise, read_symbols, write_symbols
from satdoku.formats.texts import looks_like_layout, numbered, sample_lines
from satdoku.puzzle.document import Document

_LABELS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_NO_REGION = ".*_"


_SUMO = re.compile(r"\s*SumoCueV1\s*=", re.IGNORECASE)
_FIELD = re.compile(r"(\d{1,2})J(\d{1,3})", re.IGNORECASE)


def detect(text: str) -> int:
    """Sure where every second line is a layout for the line before it, or of SumoCue's fields."""
    lines = sample_lines(text, 16)
    if lines and _SUMO.match(lines[0]):
        return 100
    pairs = list(zip(lines[::2], lines[1::2], strict=False))
    if not pairs or not all(
        len(a.split()[0]) == len(b.split()[0]) and looks_like_layout(b.split()[0]) for a, b in pairs
    ):
        return 0
    return 95


def _pair(text: str, options: ReadOptions, sizes: Sizes) -> Document:
    check_text(text)
    lines = list(data_lines(numbered(text)))
    if len(lines) == 1 and (head := _SUMO.match(lines[0][1])):
        with on_line(lines[0][0]):
            return _of_fields(lines[0][1], head.end(), options)
    if len(lines) != 2:
        raise FormatError(
            "a jigsaw is two lines: the givens, and the region of each cell{note}",
            note=worded("; {count} lines were found", count=len(lines)) if lines else "",
            line=lines[min(2, len(lines) - 1)][0] if lines else None,
        )
    (first, givens_line), (second, layout_line) = lines
    with on_line(first):
        plain = normalise(givens_line)
        start, symbols, note = puzzle_field(plain)
        symbols, labels, note = regions_apart(symbols, note, plain[start + len(symbols) :])
        if labels is not None:
            raise FormatError("labels of regions are behind the givens and also on the line below")
        sizes.require(len(symbols))
        size = board(len(symbols), options).size
        values = read_symbols(symbols, size, options.letters, lambda i: (None, start + i + 1))
    with on_line(second):
        geometry = _geometry(layout_line, len(symbols))
        if options.geometry is not None and options.geometry != geometry:
            raise FormatError(
                "the layout makes a board {board}, but {board_2} was asked for",
                board=geometry.describe(),
                board_2=options.geometry.describe(),
            )
    puzzle = plain_puzzle(geometry, values, options)
    return Document(puzzle, extras={"note": note}) if note else Document(puzzle)


def _of_fields(line: str, at: int, options: ReadOptions) -> Document:
    """The puzzle of SumoCue's fields, which begin at a place of the line."""
    values: list[int | None] = []
    labels: list[int] = []
    for field in line[at:].strip().strip("=").split("="):
        match = _FIELD.fullmatch(field.strip())
        if match is None:
            raise FormatError(
                "{field!r} is not a field of a cell: its digit (0 where it is empty), J and the "
                "number of its region",
                field=field[:20],
                column=at + 1,
                text=field[:80],
            )
        values.append(int(match[1]) or None)
        labels.append(int(match[2]))
        at += len(field) + 1
    size = board(len(values), replace(options, geometry=None)).size
    sizes = {labels.count(label) for label in {*labels}}
    if sizes != {size}:
        raise FormatError(
            "these fields divide {cells} cells into {count} groups, not into {size} regions of "
            "{size} cells; the cages of a killer are not read from such fields",
            cells=len(values),
            count=len({*labels}),
            size=size,
        )
    geometry = geometry_of(Geometry.jigsaw(labels), options)
    return Document(plain_puzzle(geometry, tuple(values), options))


def _geometry(line: str, cells: int) -> Geometry:
    labels, *more = normalise(line).split()
    if any(len(field) == cells for field in more):
        raise FormatError("the line of the regions has two fields with a symbol for each cell")
    if len(labels) != cells:
        raise FormatError(
            "the layout labels {count} cells, but the givens are {cells}",
            count=len(labels),
            cells=cells,
            text=labels[:80],
        )
    for index, label in enumerate(labels):
        if not label.isalnum() and label not in _NO_REGION:
            raise FormatError(
                "{culprit!r} is not a label of a region; a label is a letter or a digit",
                culprit=label,
                column=len(line) - len(line.lstrip()) + index + 1,
            )
    return Geometry.jigsaw(None if label in _NO_REGION else ord(label) for label in labels)


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of these two lines."""
    return _pair(text, options, Sizes())


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """A puzzle for every two lines."""
    sizes = Sizes()
    numbered_lines = data_lines(lines)
    for number, givens in numbered_lines:
        layout = None if _SUMO.match(givens) else next(numbered_lines, None)
        # The lines between the two are comments; they are left out, but counted.
        gap = 0 if layout is None else layout[0] - number
        text = givens + ("" if layout is None else "\n" * gap + layout[1])

        entry = Entry(number, text, partial(_placed, number, text, options, sizes))
        if sizes.cells is None and (document := entry.document) is not None:
            sizes.cells = document.puzzle.geometry.cell_count
            sizes.line = number
        yield entry


def _placed(number: int, text: str, options: ReadOptions, sizes: Sizes) -> Document:
    """The document, or the error on the line of the pair where it belongs."""
    try:
        return _pair(text, options, sizes)
    except FormatError as error:
        raise relocate(error, number) from None


def write(document: Document, options: WriteOptions) -> str:
    """The givens and the layout, in two lines."""
    geometry = document.puzzle.geometry
    puzzle = own_puzzle(document, "a jigsaw's two lines", _with_board(options, geometry))
    if geometry.is_raw:
        raise Unsupported(
            "a jigsaw's two lines cannot hold the board {board}", board=geometry.describe()
        )
    regions = geometry.region_of
    if len(geometry.regions) > len(_LABELS):
        raise Unsupported("no more than {count} regions can be labelled", count=len(_LABELS))
    labels = "".join("." if region is None else _LABELS[region] for region in regions)
    if Geometry.jigsaw(regions) != geometry:
        raise Unsupported(
            "a jigsaw's two lines cannot hold the board {board}", board=geometry.describe()
        )
    text = write_symbols(puzzle.givens, geometry.size, options.letters, options.empty)
    return f"{text}\n{labels}\n"


def _with_board(options: WriteOptions, geometry: Geometry) -> WriteOptions:
    return WriteOptions(options.letters, options.empty, geometry, options.constraints)
