"""The kinds of moves that keep a board's rules, and the subgroups that they make."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

from satdoku.base.errors import Unsupported
from satdoku.base.worded import value_error
from satdoku.board import Geometry


class Move(StrEnum):
    """A kind of move. Every set of kinds generates a subgroup."""

    RELABEL = "relabel"
    """any permutation of the digits"""
    ROWS = "rows"
    """rows change places inside their band (anywhere, on a board without boxes)"""
    COLUMNS = "columns"
    """columns change places inside their stack (anywhere, on a board without boxes)"""
    BANDS = "bands"
    """bands (the rows through one row of boxes) change places as they are"""
    STACKS = "stacks"
    """stacks (the columns through one column of boxes) change places as they are"""
    TRANSPOSE = "transpose"
    """rows become columns"""
    LAYOUT = "layout"
    """whatever rows, columns and transposition an irregular board's own regions allow"""


_MIRROR = {
    Move.ROWS: Move.COLUMNS,
    Move.COLUMNS: Move.ROWS,
    Move.BANDS: Move.STACKS,
    Move.STACKS: Move.BANDS,
}


@lru_cache(maxsize=64)
def board_moves(geometry: Geometry) -> frozenset[Move]:
    """The kinds of moves that a board has.

    A box that is not square cannot be transposed. A board with irregular regions has ``relabel``
    and ``layout``; one without boxes has no bands and stacks.

    :raises Unsupported: where the board is not of N rows, N columns and N digits.
    """
    size = geometry.size
    lines = {tuple(range(r * size, (r + 1) * size)) for r in range(size)}
    lines |= {tuple(range(c, size * size, size)) for c in range(size)}
    line_houses = {house.cells for house in geometry.houses if house.kind in ("row", "column")}
    if geometry.rows != size or geometry.columns != size or line_houses != lines:
        raise Unsupported(
            "symmetry: the {board} is not a square board of full lines", board=geometry.describe()
        )
    if geometry.box is not None:
        moves = {Move.RELABEL, Move.ROWS, Move.COLUMNS, Move.BANDS, Move.STACKS}
        if geometry.box[0] == geometry.box[1]:
            moves.add(Move.TRANSPOSE)
        return frozenset(moves)
    if geometry.regions:
        return frozenset({Move.RELABEL, Move.LAYOUT})
    return frozenset({Move.RELABEL, Move.ROWS, Move.COLUMNS, Move.TRANSPOSE})


def closed(geometry: Geometry, moves: Iterable[Move | str] | None) -> frozenset[Move]:
    """The kinds in the subgroup that these make; ``None`` stands for all that the board has.

    Transposition turns moves of rows into moves of columns, so together with it ``rows`` brings
    ``columns`` and ``bands`` brings ``stacks``.

    :raises Unsupported: where the board lacks one of the kinds.
    :raises ValueError: where a name is not a kind of move.
    """
    has = board_moves(geometry)
    if moves is None:
        return has
    wanted = {Move(move) for move in moves}
    for move in sorted(wanted - has):
        board = geometry.describe()
        raise Unsupported("symmetry: {move} is not a move of the {board}", move=move, board=board)
    if Move.TRANSPOSE in wanted:
        wanted |= {_MIRROR[move] for move in wanted if move in _MIRROR}
    return frozenset(wanted)


def parse_moves(text: str) -> tuple[Move, ...]:
    """``relabel,rows`` to kinds of moves; an empty text is none at all (the identity only).

    :raises ValueError: naming the word that is no kind of move.
    """
    names = [name.strip().lower() for name in text.split(",")]
    for name in filter(None, names):
        if name not in {move.value for move in Move}:
            kinds = ", ".join(move.value for move in Move)
            raise value_error(
                "{name!r} is not a kind of move; there are {kinds}", name=name, kinds=kinds
            )
    return tuple(Move(name) for name in names if name)


def row_frame(geometry: Geometry) -> tuple[int, int]:
    """(rows in a band, columns in a stack); a board without boxes is one band and one stack."""
    return (geometry.size, geometry.size) if geometry.box is None else geometry.box
