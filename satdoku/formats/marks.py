"""Candidates as text: what a cell with one candidate means, and the document of a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from satdoku.base.errors import Unsupported
from satdoku.board.geometry import Geometry
from satdoku.formats.base import (
    ReadOptions,
    WriteOptions,
    no_board,
    require_no_rules,
    require_square,
)
from satdoku.puzzle.document import Document
from satdoku.puzzle.position import Position
from satdoku.puzzle.puzzle import Puzzle


def position_of_marks(
    geometry: Geometry,
    marks: Sequence[frozenset[int]],
    options: ReadOptions,
    placed: Mapping[int, bool] | None = None,
    *,
    all_placed: bool = False,
) -> Position:
    """The position of a grid of candidates, kept exactly as found.

    A text of candidates does not distinguish a placed digit from a cell's last candidate. The only
    candidate of a cell is taken as placed where no cell that sees it still lists that digit among
    several; else it is a candidate like the others (a naked single that nobody has placed yet).

    :param placed: cells of which the text says that they are filled, and whether they are given.
    :param all_placed: whether these are all.
    """
    values: list[int | None] = []
    placed = placed or {}
    for cell, here in enumerate(marks):
        value = next(iter(here)) if len(here) == 1 else None
        if cell in placed or value is None:
            pass
        elif all_placed or any(
            value in marks[peer] and len(marks[peer]) > 1 for peer in geometry.peers[cell]
        ):
            value = None
        values.append(value)
    candidates = tuple(
        frozenset[int]() if value is not None else here
        for value, here in zip(values, marks, strict=True)
    )
    givens = tuple(None if placed.get(cell) is False else v for cell, v in enumerate(values))
    puzzle = Puzzle(geometry, givens, None, options.constraints)
    return Position(puzzle, tuple(values), candidates)


def position_document(position: Position, **around: object) -> Document:
    """The document of a position: its puzzle is the question that the position poses."""
    return Document(position.as_puzzle(), position, **around)  # type: ignore[arg-type]


def held_position(
    document: Document, title: str, options: WriteOptions
) -> tuple[Geometry, list[frozenset[int]]]:
    """The candidates of every cell of a document, a placed digit as the only one of its cell.

    A document without a position is written with the candidates at its start.

    :raises Unsupported: naming what a text of candidates cannot hold.
    """
    position = document.position or Position.of(document.puzzle)
    geometry = position.geometry
    require_no_rules(position.puzzle, title, options)
    require_square(geometry, title)
    if geometry.size > 9:
        raise Unsupported(
            "{title} holds boards up to 9x9, not {board}", title=title, board=geometry.describe()
        )
    if geometry not in (options.geometry, Geometry.of_size(geometry.size)):
        raise no_board(geometry, title)
    candidates = []
    digits = frozenset(geometry.digits)
    for cell, value in enumerate(position.values):
        here = position.candidates[cell] if value is None else frozenset((value,))
        if not here:
            raise Unsupported(
                "{title} cannot hold {cell}, which is empty and has no candidate",
                title=title,
                cell=geometry.name(cell),
            )
        if not here <= digits:
            raise Unsupported(
                "{title} cannot hold {cell}, whose digits are beyond the board",
                title=title,
                cell=geometry.name(cell),
            )
        candidates.append(here)
    return geometry, candidates
