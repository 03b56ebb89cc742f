"""A filled or partly filled grid of digits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from functools import lru_cache
from typing import TypeAlias, cast

from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.base.shown import Shown
from satdoku.base.worded import value_error, worded
from satdoku.board.geometry import Geometry

Candidate: TypeAlias = tuple[int, int]
"""A digit in a cell: (cell, digit)."""

Values: TypeAlias = tuple[int | None, ...]
"""For each cell its digit, ``None`` where it is empty."""

Marks: TypeAlias = tuple[frozenset[int] | None, ...]
"""For each cell the digits noted in it, ``None`` where nothing is noted."""


@dataclass(frozen=True, slots=True)
class Grid(Shown):
    """Digits on a board, row by row; ``None`` where a cell is empty."""

    geometry: Geometry
    values: Values
    is_full: bool = field(init=False, repr=False, compare=False)
    """Whether every cell holds a digit; each rule asks it of each solution."""

    def __post_init__(self) -> None:
        if len(self.values) != self.geometry.cell_count:
            raise value_error(
                "a grid of {cell_count} cells was given {count} values",
                cell_count=self.geometry.cell_count,
                count=len(self.values),
            )
        # Most full grids hold no 0 either, and to see that takes half the time.
        is_full = all(self.values) or None not in self.values
        object.__setattr__(self, "is_full", is_full)

    def __getitem__(self, cell: int) -> int | None:
        return self.values[cell]

    def __iter__(self) -> Iterator[int | None]:
        return iter(self.values)

    def at(self, cells: Iterable[int]) -> list[int | None]:
        """The values of these cells, in this order."""
        values = self.values
        return [values[cell] for cell in cells]

    def filled(self, cells: Iterable[int]) -> list[int]:
        """The digits found in these cells, in this order, the empty ones left out."""
        return [value for cell in cells if (value := self.values[cell]) is not None]

    def rows(self) -> list[Sequence[int | None]]:
        """The grid as a list of rows."""
        width = self.geometry.columns
        return [self.values[i : i + width] for i in range(0, len(self.values), width)]

    def text(self) -> str:
        """One line: a symbol a cell (``.`` empty, letters above 9 with A=10), row by row.

        Boards with more digits than symbols give numbers parted by spaces, and so does a grid
        that holds a digit the board does not have, so that it is never mistaken for another.
        """
        symbols, table = _symbols(self.geometry.digits)
        try:
            if self.is_full:
                return bytes(cast("tuple[int, ...]", self.values)).translate(table).decode("ascii")
            return "".join(map(symbols.__getitem__, self.values))
        except (KeyError, ValueError):
            return " ".join("." if v is None else str(v) for v in self.values)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Grid({self.text()!r})"


_SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@lru_cache
def _symbols(digits: tuple[int, ...]) -> tuple[dict[int | None, str], bytes]:
    """The symbol of each digit and of an empty cell, none where there are too few; and the symbols
    of digits for ``bytes.translate``, with a byte that is not ASCII for every other number."""
    symbols: dict[int | None, str] = {}
    table = bytearray(b"\xff" * 256)
    if digits and digits[0] >= 0 and digits[-1] < len(_SYMBOLS):
        symbols = {None: "."} | {digit: _SYMBOLS[digit] for digit in digits}
        for digit in digits:
            table[digit] = ord(_SYMBOLS[digit])
    return symbols, bytes(table)


def repeats(grid: Grid, cells: Iterable[int], place: str) -> Iterator[Problem]:
    """A problem for each digit that stands more than once in ``cells``."""
    where: dict[int, list[int]] = {}
    for cell in cells:
        value = grid[cell]
        if value is not None:
            where.setdefault(value, []).append(cell)
    for digit, places in sorted(where.items()):
        if len(places) > 1:
            message = worded(
                "{digit} appears twice in {name}: {cells}"
                if len(places) == 2
                else "{digit} appears {count} times in {name}: {cells}",
                digit=digit,
                count=len(places),
                name=place,
                cells=grid.geometry.names(places),
            )
            yield Problem("repeat", message, tuple(places), place)
