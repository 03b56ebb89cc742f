"""Cells and lines as the site names them, from its codes (``R1Ca``) to our names (``r1c10``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from satdoku.base.errors import FormatError
from satdoku.board.geometry import Geometry
from satdoku.formats.base import shown
from satdoku.formats.clues import integer

_LINES = "0123456789abcdefg"
"""The character of a row or column; the site's boards have up to 16."""
CELL = re.compile(r"R([1-9a-g])C([1-9a-g])", re.IGNORECASE)
OUTER = re.compile(r"(V[A-Z]|CC|DG[CRB])\d{0,4}")
"""A cell outside of the grid."""

Arguments: TypeAlias = list[str]
"""What stands after the type of an item, between ``~``."""


# --- arguments ---------------------------------------------------------------------------------


def first(item: Sequence[str]) -> str:
    """The first argument, empty where there is none."""
    return item[0] if item else ""


def leading(item: Sequence[str], what: str) -> int:
    """The first argument as a number.

    :raises FormatError: where it is none.
    """
    return integer(next(iter(item), None), what)


def no_more(item: Iterable[str]) -> None:
    """:raises FormatError: where there is an argument."""
    if (more := next(iter(item), None)) is not None:
        raise FormatError("it takes no argument {more}", more=shown(more))


def integers(text: str, what: str) -> list[int]:
    """Numbers joined by ``_``.

    :raises FormatError: where one of them is none.
    """
    return [integer(part, what) for part in text.split("_")]


def split(items: Iterable[str], mark: str = "-") -> list[list[str]]:
    """Lists of cells with a mark between them."""
    return [names_of(part) for part in _parted(items, lambda item: item == mark)]


def groups(items: Iterable[str]) -> list[tuple[str, list[str]]]:
    """The groups of cells of a custom rule, as they are written, each with its name: a label
    (``_name``) or an empty item begins a group, and a label names the groups up to the next one.
    """
    found: list[tuple[str, list[str]]] = [("", [])]
    for item in items:
        if item == "" or item.startswith("_"):
            found.append((item[1:] if item else found[-1][0], []))
        else:
            found[-1][1].append(item)
    return [(name, group) for name, group in found if group]


def _parted(items: Iterable[str], is_mark: Callable[[str], bool]) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for item in items:
        if is_mark(item):
            found.append([])
        else:
            found[-1].append(item)
    return found


# --- cells -------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def name_of(code: str) -> str:
    """The name of the cell with this code.

    :raises FormatError: where it names none.
    """
    found = CELL.fullmatch(code)
    if found is None:
        if OUTER.fullmatch(code):
            return code
        raise FormatError(
            "{code} is no cell; cells are named R1C1, and VA1 where .Var makes them",
            code=shown(code),
            text=code[:80],
        )
    row, column = (_LINES.index(part.lower()) for part in found.groups())
    return f"r{row}c{column}"


def names_of(codes: Iterable[str]) -> list[str]:
    """The names of the cells with these codes."""
    return [name_of(code) for code in codes]


def cell_of(code: str, geometry: Geometry) -> int:
    """The cell with this code.

    :raises FormatError: where the board has none.
    """
    return cell_named(name_of(code), geometry)


def at(name: str, geometry: Geometry) -> tuple[int, int]:
    """The row and column of a cell, both from 0.

    :raises FormatError: where it is none of the board.
    """
    return geometry.row_column(cell_named(name, geometry))


def cell_named(name: str, geometry: Geometry) -> int:
    """The cell with this name.

    :raises FormatError: where the board has none.
    """
    try:
        return geometry.cell(name)
    except ValueError as error:
        raise FormatError(str(error)) from None


def place_of(name: str) -> tuple[int, int]:
    """The row and column that a name states, both from 1.

    :raises FormatError: where it is the name of a cell outside of the grid.
    """
    if OUTER.fullmatch(name):
        raise FormatError("{culprit} lies outside of the grid", culprit=name)
    row, _, column = name[1:].partition("c")
    return int(row), int(column)


def code(row: int, column: int) -> str:
    """The code of a cell of the grid; row and column from 1."""
    return f"R{_LINES[row]}C{_LINES[column]}"


def codes(names: Iterable[str]) -> list[str]:
    """The codes of the cells with these names."""
    return [name if OUTER.fullmatch(name) else code(*place_of(name)) for name in names]


# --- lines -------------------------------------------------------------------------------------


def line(code: str) -> tuple[str, int]:
    """The side at which a line starts, and its number.

    :raises FormatError: where it is no line.
    """
    kind, number = code[:1].upper(), code[1:].lower()
    if kind not in ("R", "C") or len(number) != 1 or number not in _LINES[1:]:
        raise FormatError(
            "a line is written R1 or C1, not {code}", code=shown(code), text=code[:80]
        )
    return ("left" if kind == "R" else "top"), _LINES.index(number)


def line_code(fields: Mapping[str, Any]) -> str:
    """The code of the line that a clue outside of the grid is about."""
    row = fields["side"] in ("left", "right")
    return f"{'R' if row else 'C'}{_LINES[fields['index']]}"
