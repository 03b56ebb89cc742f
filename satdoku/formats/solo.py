"""The game ids of Solo in Simon Tatham's puzzle collection, read and written.

``3x3:e2f_4a...``: the parameters (the width and height of a box, or ``9j`` for a jigsaw; then ``x``
for both diagonals, ``k`` for a killer) and the description, in parts with commas between them: the
givens, a letter for a run of empty cells and ``_`` between two numbers; for a jigsaw the borders of
its regions; for a killer the borders of its cages and their sums.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.formats import links
from satdoku.formats.base import MAX_NUMBER_DIGITS, ReadOptions, WriteOptions, is_regular, no_board
from satdoku.formats.clues import Clues, cages_and_diagonals, geometry_of
from satdoku.formats.source import check_text
from satdoku.formats.texts import numbered, sample_lines
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

_TITLE = "an id of Solo"
_ID = re.compile(
    r"(?P<columns>\d{1,2})(?:x(?P<rows>\d{1,2}))?(?P<jigsaw>j?)(?P<diagonals>x?)(?P<killer>k?)"
    r"(?P<rest>(?:[rm]\d?d?|a|d[tbiaeu])*)(?P<mark>[:#])(?P<text>[a-z0-9_,]*)"
)
_PARTS = re.compile(r"\d+|[a-z]|_")


def detect(text: str) -> int:
    """Sure where the first line is an id."""
    lines = sample_lines(text, 1)
    return 100 if lines and _ID.fullmatch(lines[0].strip()) else 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text: an id, or a link with one."""
    check_text(text)
    bare = [line for _, line in numbered(text) if line.strip() and line.lstrip()[0] != "#"]
    if len(bare) == 1 and not links.is_link(bare[0]):
        return read_body(bare[0].strip(), options)
    return links.parse(text, options, "solo")


def link_body(address: links.Address) -> str:
    """The id behind ``#``."""
    return unquote(address.fragment)


def read_body(body: str, options: ReadOptions) -> Document:
    """The puzzle of an id."""
    match = _ID.fullmatch(body)
    if match is None:
        raise FormatError(
            "an id of Solo is written 3x3:..., not {body!r}", body=body[:40], text=body[:80]
        )
    if match["mark"] == "#":
        raise FormatError(
            "what follows # is a seed of Solo's generator, not a puzzle; take the id with a colon"
        )
    width, height = int(match["columns"]), int(match["rows"] or 1)
    size = width * height
    if not 1 < size <= 35:
        raise FormatError("a board of Solo has 2 to 35 rows, not {size}", size=size)
    parts = match["text"].split(",")
    wanted = 1 + bool(match["jigsaw"]) + 2 * bool(match["killer"])
    if len(parts) != wanted:
        raise FormatError(
            "this id has {count} parts, and {wanted} were expected: was it cut?",
            count=len(parts),
            wanted=wanted,
        )
    if match["jigsaw"]:
        geometry = Geometry.jigsaw(_regions(parts.pop(1), size))
        if any(len(region.cells) != size for region in geometry.regions):
            raise FormatError(
                "the borders of the jigsaw make no regions of {size} cells", size=size
            )
    else:
        geometry = Geometry.boxes(size, height, width)
    geometry = geometry_of(geometry, options)
    clues = Clues(options)
    if match["diagonals"]:
        clues.add("x", "x", "diagonal")
    if match["killer"]:
        _read_cages(_regions(parts[1], size), _grid(parts[2], size), clues, geometry)
    puzzle = Puzzle(geometry, tuple(_grid(parts[0], size)), None, clues.rules(geometry))
    return Document(puzzle, extras=clues.extras())


def _grid(text: str, size: int) -> list[int | None]:
    cells: list[int | None] = []
    for token in _PARTS.findall(text):
        if token.isdecimal():
            if len(token) > MAX_NUMBER_DIGITS:
                raise FormatError(
                    "the number {token} is too long", token=token[:20], text=token[:80]
                )
            cells.append(int(token))
        elif token != "_":
            cells += [None] * (ord(token) - 96)
    if len(cells) != size * size:
        raise FormatError(
            "the description {quoted!r} has {count} cells, but the board has {size}",
            quoted=text[:20],
            count=len(cells),
            size=size * size,
        )
    return cells


def _regions(text: str, size: int) -> list[int]:
    """A label for each cell, from the borders between them."""
    edges = size * (size - 1)
    walls: list[bool] = []
    for char in text:
        if not ("a" <= char <= "z" or char == "_"):
            raise FormatError("{culprit!r} cannot occur in the borders of regions", culprit=char)
        walls += [False] * (0 if char == "_" else min(ord(char) - 96, 25))
        walls += [True] if char != "z" else []
    # The last border is one beyond the board.
    if len(walls) != 2 * edges + 1 or not walls[-1]:
        raise FormatError(
            "the borders describe {count} edges, but the board has {value}",
            count=max(len(walls) - 1, 0),
            value=2 * edges,
        )
    parent = list(range(size * size))

    def root(cell: int) -> int:
        while parent[cell] != cell:
            parent[cell] = cell = parent[parent[cell]]
        return cell

    for (first, second), wall in zip(_edges(size), walls, strict=False):
        if not wall:
            parent[root(second)] = root(first)
    return [root(cell) for cell in range(size * size)]


def _edges(size: int) -> Iterator[tuple[int, int]]:
    """The pairs of neighbours: beside each other row by row, then above each other by columns."""
    for row in range(size):
        for column in range(size - 1):
            yield row * size + column, row * size + column + 1
    for column in range(size):
        for row in range(size - 1):
            yield row * size + column, (row + 1) * size + column


def _read_cages(
    labels: Sequence[int], sums: Sequence[int | None], clues: Clues, geometry: Geometry
) -> None:
    for label in dict.fromkeys(labels):
        cells = [cell for cell, other in enumerate(labels) if other == label]
        totals = [total for cell in cells if (total := sums[cell]) is not None]
        place = worded("the cage of {cell}", cell=geometry.name(cells[0]))
        if len(totals) > 1:
            raise FormatError("{place} has {count} sums", place=place, count=len(totals))
        fields = {"cells": cells}
        if totals or len(cells) > 1:
            clues.add(place, "k", "killer-cage", fields | ({"sum": totals[0]} if totals else {}))


# --- writing -----------------------------------------------------------------------------------


def write(document: Document, options: WriteOptions) -> str:
    """An id, on one line."""
    puzzle = document.puzzle
    geometry = puzzle.geometry
    size = geometry.size
    if not is_regular(geometry) or size < 2 or len(geometry.regions) != size:
        raise no_board(geometry, _TITLE)
    cages, diagonals = cages_and_diagonals(puzzle, _TITLE, options)
    if puzzle.is_sukaku:
        raise Unsupported("{title} cannot hold pencil marks", title=_TITLE)
    parts = [_written_grid(puzzle.givens)]
    if geometry.box is not None:
        head = f"{geometry.box[1]}x{geometry.box[0]}"
    else:
        head = f"{size}j"
        parts.append(_written_borders(geometry.region_of, size))
    if cages:
        parts += _written_cages(cages, geometry)
    return f"{head}{'x' if diagonals else ''}{'k' if cages else ''}:{','.join(parts)}\n"


def _written_cages(cages: list[tuple[list[int], int | None]], geometry: Geometry) -> list[str]:
    labels: list[int] = [-1 - cell for cell in range(geometry.cell_count)]
    sums: list[int | None] = [None] * geometry.cell_count
    for number, (cells, total) in enumerate(cages):
        if any(labels[cell] >= 0 for cell in cells):
            raise Unsupported("{title} cannot hold cages that overlap", title=_TITLE)
        for cell in cells:
            labels[cell] = number
        sums[min(cells)] = total
    text = _written_borders(labels, geometry.size)
    if len(set(_regions(text, geometry.size))) != len(set(labels)):
        raise Unsupported("{title} cannot hold a cage whose cells are not connected", title=_TITLE)
    return [text, _written_grid(sums)]


def _written_grid(cells: Sequence[int | None]) -> str:
    text, run, number = "", 0, False
    for cell in [*cells, 0]:
        if cell is None:
            run += 1
            continue
        text += "z" * (run // 26) + (chr(96 + run % 26) if run % 26 else "")
        if len(text) and number and not run:
            text += "_"
        text += str(cell)
        number, run = True, 0
    return text[:-1].removesuffix("_")


def _written_borders(labels: Sequence[int | None], size: int) -> str:
    text, run = "", 0
    for first, second in [*_edges(size), (-1, -1)]:
        if first >= 0 and labels[first] == labels[second]:
            run += 1
            continue
        text += "z" * (run // 25) + (chr(96 + run % 25) if run % 25 else "_")
        run = 0
    return text
