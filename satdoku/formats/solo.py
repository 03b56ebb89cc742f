"""The game ids of Solo in Simon Tatham's puzzle collection, read and written.

``3x3:e2f_4a...``: the parameters (the width and height of a box, or ``9j`` for a jigsaw; then ``x``
for both diagonals, ``k`` for a killer) and the description, in parts with commas between them: the
givens, a letter for a run of empty cells and ``_`` between two numbers; for a jigsaw the borders of
its regions; for a killer the borders of its cages and their sums.
"""

from __future__ import annotations

from collections.abc import Sequence

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.formats.base import ReadOptions, WriteOptions, is_regular, no_board
from satdoku.formats.clues import Clues, cages_and_diagonals, geometry_of
from satdoku.formats.game_ids import (
    GameId,
    link_body,
    read_borders,
    read_grid,
    require_parts,
    written_borders,
    written_grid,
)
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

__all__ = ["detect", "link_body", "parse", "read_body", "write"]

_TITLE = worded("an id of {game}", game="Solo")
_GAME = GameId(
    "solo",
    "Solo",
    "3x3:...",
    r"(?P<columns>\d{1,2})(?:x(?P<rows>\d{1,2})|(?P<jigsaw>j))(?P<diagonals>x?)(?P<killer>k?)"
    r"(?P<rest>(?:[rm]\d?d?|a|d[tbiaeu])*)[:#](?P<text>[a-z0-9_,]*)",
)


def detect(text: str) -> int:
    """Sure where the first line is an id."""
    return _GAME.detect(text)


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text: an id, or a link with one."""
    return _GAME.parse(text, options, read_body)


def read_body(body: str, options: ReadOptions) -> Document:
    """The puzzle of an id."""
    match = _GAME.match(body)
    width, height = int(match["columns"]), int(match["rows"] or 1)
    size = width * height
    if not 1 < size <= 35:
        raise FormatError("a board of Solo has 2 to 35 rows, not {size}", size=size)
    parts = match["text"].split(",")
    wanted = 1 + bool(match["jigsaw"]) + 2 * bool(match["killer"])
    require_parts(len(parts), wanted)
    if match["jigsaw"]:
        geometry = Geometry.jigsaw(read_borders(parts.pop(1), size))
        if any(len(region.cells) != size for region in geometry.regions):
            raise FormatError(
                "the borders of the jigsaw do not make regions of {size} cells", size=size
            )
    else:
        geometry = Geometry.boxes(size, height, width)
    geometry = geometry_of(geometry, options)
    clues = Clues(options)
    if match["diagonals"]:
        clues.add("x", "x", "diagonal")
    if match["killer"]:
        _read_cages(read_borders(parts[1], size), read_grid(parts[2], size), clues, geometry)
    puzzle = Puzzle(geometry, tuple(read_grid(parts[0], size)), None, clues.rules(geometry))
    return Document(puzzle, extras=clues.extras())


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
    parts = [written_grid(puzzle.givens)]
    if geometry.box is not None:
        head = f"{geometry.box[1]}x{geometry.box[0]}"
    else:
        head = f"{size}j"
        parts.append(written_borders(geometry.region_of, size))
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
    text = written_borders(labels, geometry.size)
    if len(set(read_borders(text, geometry.size))) != len(set(labels)):
        raise Unsupported("{title} cannot hold a cage whose cells are not connected", title=_TITLE)
    return [text, written_grid(sums)]
