"""Puzzles as Python has them: lists, tuples and arrays of cells."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from math import isqrt
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeAlias

from satdoku.base.errors import FormatError
from satdoku.base.options import kind_of
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Marks
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from satdoku.puzzle.position import Position

    # Rows of cells, or all cells row by row.
    Cells: TypeAlias = (
        Sequence[int | None]
        | Sequence[Sequence[int | None]]
        | Sequence[str]
        | Sequence[Sequence[str]]
        | NDArray[np.integer[Any]]
    )
    AnyPuzzle: TypeAlias = str | Puzzle | Position | Cells
    # A player's pencil marks: the digits of some cells by name, or of each cell in turn.
    PlayerMarks: TypeAlias = Mapping[str, Iterable[int]] | Sequence[Iterable[int] | None]
else:
    # Code that looks up the types of a question's fields must not load numpy.
    Cells = AnyPuzzle = PlayerMarks = Any


_EMPTY = frozenset((".", "0", "_", "*", " ", ""))


def puzzle_of_cells(cells: object, name: str = "puzzle") -> Puzzle:
    """The puzzle of the usual board that has these cells.

    :param name: the argument that they are the value of.
    :raises TypeError: where they are no sequence, or a cell is no integer.
    :raises FormatError: where they make no square board.
    """
    values = cell_values(cells, name)
    try:
        geometry = Geometry.of_size(isqrt(len(values)))
    except ValueError as error:
        raise FormatError("{name}: {error}", name=name, error=error) from None
    if len(values) != geometry.cell_count:
        raise FormatError(
            "{name} has {count} cells, which do not make a square board",
            name=name,
            count=len(values),
        )
    return Puzzle(geometry, tuple(values))


def cell_values(cells: object, name: str, *, zero_is_empty: bool = True) -> list[int | None]:
    """The cells row by row, ``None`` where one is empty.

    :raises TypeError: where they are no sequence, or a cell is no integer.
    :raises FormatError: where rows differ in length, or a text is no digit.
    """
    cells = _listed(cells)
    if not isinstance(cells, list | tuple):
        raise TypeError(f"{name} is a text, a Puzzle or rows of cells, not {kind_of(cells)}")
    if {int, NoneType}.issuperset(map(type, cells)):  # most lists, in a tenth of the time
        return [None if cell == 0 else cell for cell in cells] if zero_is_empty else [*cells]
    rows = [_listed(row) for row in cells]
    if not any(_is_row(row) for row in rows):
        side = isqrt(len(rows))
        return [_value(v, name, divmod(i, side), zero_is_empty) for i, v in enumerate(rows)]
    values = []
    for r, row in enumerate(rows):
        if not isinstance(row, list | tuple | str):
            raise TypeError(
                f"{name}: row {r + 1} is {kind_of(row)}, where others are rows of cells"
            )
        if len(row) != len(rows):
            raise FormatError(
                "{name} has {count} rows, and row {r} has {count_2} cells",
                name=name,
                count=len(rows),
                r=r + 1,
                count_2=len(row),
            )
        values += [_value(v, name, (r, c), zero_is_empty) for c, v in enumerate(row)]
    return values


def cell_marks(marks: PlayerMarks, geometry: Geometry) -> Marks:
    """A player's pencil marks for each cell; ``None`` where nothing is noted.

    :raises FormatError: where a cell or a digit is not one of the board.
    :raises TypeError: where they are no digits by cells.
    """
    if isinstance(marks, Mapping):
        try:
            noted = {geometry.cell(name): (name, digits) for name, digits in marks.items()}
        except ValueError as error:
            raise FormatError("marks: {error}", error=error) from None
        except (AttributeError, TypeError):
            raise TypeError("marks: the keys are names of cells such as 'r1c2'") from None
    elif isinstance(marks, list | tuple):
        if len(marks) != geometry.cell_count:
            raise FormatError(
                "marks has {count} cells, and the puzzle {cell_count}",
                count=len(marks),
                cell_count=geometry.cell_count,
            )
        noted = {cell: (geometry.name(cell), digits) for cell, digits in enumerate(marks)}
    else:
        raise TypeError(
            "marks is a mapping of cell names to digits, or a list with the digits of each cell, "
            f"not {kind_of(marks)}"
        )
    cell_digits: list[frozenset[int] | None] = [None] * geometry.cell_count
    for cell, (name, digits) in noted.items():
        try:
            here = frozenset(map(operator.index, digits or ()))
        except TypeError:
            raise TypeError(f"marks: {name} has {digits!r}, which are not whole numbers") from None
        if stray := sorted(here.difference(geometry.digits)):
            raise FormatError(
                "marks: {name} has {stray}, which is not a digit of the board",
                name=name,
                stray=stray[0],
            )
        cell_digits[cell] = here or None
    return tuple(cell_digits)


def _listed(value: Any) -> object:
    # Data frames and arrays, which are loaded only where the caller has loaded them.
    for method in ("to_numpy", "tolist"):
        if hasattr(value, method) and not isinstance(value, type):
            value = getattr(value, method)()
    return value


def _is_row(value: object) -> bool:
    return isinstance(value, list | tuple) or (isinstance(value, str) and len(value) > 1)


def _value(cell: object, name: str, place: tuple[int, int], zero_is_empty: bool) -> int | None:
    if cell is None or cell != cell:  # NaN, by which data frames keep empty cells
        return None
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    if isinstance(cell, str):
        if cell in _EMPTY and (zero_is_empty or cell != "0"):
            return None
        if cell.isascii() and cell.isdigit():
            return int(cell)
        shown = repr(cell[:20])
        raise FormatError(
            "{name}: r{place}c{place_2} is {shown}, which is not a digit",
            name=name,
            place=place[0] + 1,
            place_2=place[1] + 1,
            shown=shown,
        )
    try:
        if isinstance(cell, bool):
            raise TypeError
        digit = operator.index(cell)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(
            f"{name}: r{place[0] + 1}c{place[1] + 1} is {kind_of(cell)}; a cell is a whole number, "
            "or None where it is empty"
        ) from None
    return None if zero_is_empty and digit == 0 else digit
