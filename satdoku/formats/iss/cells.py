"""Cells and lines as the site names them, from its codes (``R1Ca``) to our names (``r1c10``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from satdoku.base.errors import FormatError
from satdoku.board.geometry import Geometry
from satdoku.formats.base import shown
from satdoku.formats.clues import integer
from satdoku.formats.places import Alphabet, cell_named

_LINES = "0123456789abcdefg"
"""The character of a row or column; the site's boards have up to 16."""
CELL = re.compile(r"R([1-9a-g])C([1-9a-g])", re.IGNORECASE)
OUTER = re.compile(r"(V[A-Z]|CC|DG[CRB])\d{0,4}")
"""A cell outside of the grid."""

Arguments: TypeAlias = list[str]
"""The texts after the type of an item, between ``~``."""


# --- arguments ---------------------------------------------------------------------------------


def first(item: Sequence[str]) -> str:
    """The first argument, empty where there is none."""
    return item[0] if item else ""


def leading(item: Sequence[str], name: str) -> int:
    """The first argument as a number.

    :raises FormatError: where it is none.
    """
    return integer(next(iter(item), None), name)


def no_more(item: Iterable[str]) -> None:
    """:raises FormatError: where there is an argument."""
    if (more := next(iter(item), None)) is not None:
        raise FormatError("it takes no argument {more}", more=shown(more))


def integers(text: str, name: str) -> list[int]:
    """Numbers joined by ``_``.

    :raises FormatError: where one of them is none.
    """
    return [integer(part, name) for part in text.split("_")]


def split(items: Iterable[str]) -> list[list[str]]:
    """Lists of arguments with ``-`` between them."""
    lists: list[list[str]] = [[]]
    for item in items:
        if item == "-":
            lists.append([])
        else:
            lists[-1].append(item)
    return lists


def groups(items: Iterable[str]) -> list[tuple[str, list[str]]]:
    """The groups of cells of a custom rule, as they are written, each with its name: a label
    (``_name``) or an empty item begins a group, and a label names the groups up to the next one.
    """
    groups: list[tuple[str, list[str]]] = [("", [])]
    for item in items:
        if item == "" or item.startswith("_"):
            groups.append((item[1:] if item else groups[-1][0], []))
        else:
            groups[-1][1].append(item)
    return [(name, group) for name, group in groups if group]


# --- cells -------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def name_of(code: str) -> str:
    """The name of the cell with this code.

    :raises FormatError: where it names none.
    """
    match = CELL.fullmatch(code)
    if match is None:
        if OUTER.fullmatch(code):
            return code
        raise FormatError(
            "{code} is not a cell; cells are named R1C1, and VA1 where .Var makes them",
            code=shown(code),
            text=code[:80],
        )
    row, column = (_LINES.index(part.lower()) for part in match.groups())
    return f"r{row}c{column}"


class _Codes(Alphabet):
    def cell(self, name: str, geometry: Geometry) -> int:
        return cell_named(name_of(name), geometry)

    def cells(self, names: Any, geometry: Geometry) -> list[int]:
        known = geometry.numbers  # most clues are lists of usual names
        return [
            known[name] if (name := name_of(code)) in known else cell_named(name, geometry)
            for code in names
        ]

    def name(self, cell: int, geometry: Geometry) -> str:
        if cell >= geometry.grid_count:
            return geometry.name(cell)
        row, column = geometry.row_column(cell)
        return f"R{_LINES[row + 1]}C{_LINES[column + 1]}"


CODES = _Codes()


def in_grid(cell: int, geometry: Geometry) -> tuple[int, int]:
    """The row and column of a cell, both from 1.

    :raises FormatError: where it lies outside of the grid.
    """
    if cell >= geometry.grid_count:
        raise FormatError("{culprit} lies outside of the grid", culprit=geometry.name(cell))
    row, column = geometry.row_column(cell)
    return row + 1, column + 1


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
