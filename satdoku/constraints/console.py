"""The option text of SudokuSolver's console: ``killer:15;r1c1r1c2``, ``thermo:r1-4c1``.

A name and its options after a colon, in groups parted by ``;``. Cells are written one after the
other, with ranges and lists in either part (``r1-3c2``, ``r1,3c5-7``); ``d`` and the digits of a
keypad walk on from the last cell (``r5c5d96``: up and right, then right). The format is described
in the tool's help; nothing of its code was used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, TypeAlias

from satdoku.base.errors import FormatError
from satdoku.base.worded import worded
from satdoku.board.constraint import Constraint
from satdoku.board.geometry import Geometry
from satdoku.constraints.parameters import shown

Build: TypeAlias = Callable[[str, dict[str, Any]], Constraint]
"""Makes a rule of its name and the values of its parameters."""

__all__ = ["NAMES", "Build", "console_rules", "is_console"]

_PART = r"\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*"
_TOKEN = re.compile(rf"r({_PART})c({_PART})|d([1-9]+)", re.IGNORECASE)
_WALK = {
    "7": (-1, -1), "8": (-1, 0), "9": (-1, 1), "4": (0, -1), "5": (0, 0), "6": (0, 1),
    "1": (1, -1), "2": (1, 0), "3": (1, 1),
}  # fmt: skip
_DIRECTIONS = {"UL": "up-left", "UR": "up-right", "DL": "down-left", "DR": "down-right"}
_OWN = re.compile(
    r";|,|-\d+c|c\d+-\d|(?<![a-z])d[1-9]|(?<![rc\d])\d+r\d+c|(?<![a-z])neg|(?<![a-z])v\d",
    re.IGNORECASE,
)
"""Signs of the console's options, which do not occur in arguments of satdoku's own form."""

_LINES = {
    "thermo": "thermo", "slowthermo": "slow-thermo", "palindrome": "palindrome",
    "renban": "renban", "nabner": "nabner", "rsl": "region-sum", "betweenline": "between",
    "entrol": "entropic-line", "modl": "modular-line", "doublearrow": "double-arrow",
    "zipper": "zipper", "extraregion": "extra-region",
}  # fmt: skip
_CELLS = {
    "odd": "odd", "even": "even", "min": "minimum", "max": "maximum",
    "rowindexer": "row-indexer", "colindexer": "column-indexer", "boxindexer": "box-indexer",
}  # fmt: skip
_MARKS = {
    "difference": ("white-dot", "diff", 1, "negative-difference", "diff"),
    "ratio": ("black-dot", "ratio", 2, "negative-ratio", "ratios"),
    "sum": ("pair-sum", "total", 5, "negative-xv", "totals"),
}
_OUTSIDE = {
    "sandwich": ("sandwich", "sum"),
    "xsum": ("x-sum", "sum"),
    "skyscraper": ("skyscraper", "value"),
}


def is_console(name: str, options: str) -> bool:
    """Whether the options of a rule are written as the console takes them and not as satdoku."""
    return name in NAMES and (name in ("mskiller", "disjointoffset") or bool(_OWN.search(options)))


def console_rules(
    name: str, options: str, geometry: Geometry, build: Build
) -> tuple[Constraint, ...]:
    """The rules that a name and its options mean.

    ``build`` makes a rule of its name and the values of its parameters.

    :raises FormatError: where the options cannot be read, or mean what no rule here states.
    """
    reader = _Reader(name, options, geometry, build)
    return tuple(NAMES[name](reader))


class _Reader:
    def __init__(self, name: str, options: str, geometry: Geometry, build: Build) -> None:
        self.name = name
        self.options = options
        self.geometry = geometry
        self.build = build
        self.groups = [group.strip() for group in options.split(";") if group.strip()]

    def error(self, group: str, why: str) -> FormatError:
        return FormatError(
            "{name}: {group} in {options} {why}",
            name=self.name,
            group=shown(group),
            options=shown(self.options),
            why=why,
            text=group,
        )

    def cells(self, group: str) -> tuple[int, ...]:
        """The cells of a group, in order."""
        return tuple(self.cell(group, *place) for place in self.places(group))

    def cell(self, group: str, row: int, column: int) -> int:
        cell = self.geometry.at(row - 1, column - 1)
        if cell is None:
            raise self.error(
                group,
                worded(
                    "names r{row}c{column}, which is not a cell of the board",
                    row=row,
                    column=column,
                ),
            )
        return cell

    def places(self, group: str) -> list[tuple[int, int]]:
        """Rows and columns, from 1; 0 and one more than the last are outside of the board."""
        places: list[tuple[int, int]] = []
        at = 0
        for match in _TOKEN.finditer(group):
            if group[at : match.start()].strip(" ,"):
                break
            at = match.end()
            if match[3] is None:
                places += product(self.numbers(group, match[1]), self.numbers(group, match[2]))
                continue
            if not places:
                raise self.error(group, worded("walks on from no cell"))
            for step in match[3]:
                down, across = _WALK[step]
                places.append((places[-1][0] + down, places[-1][1] + across))
        if not places or group[at:].strip(" ,"):
            raise self.error(group, worded("is not a list of cells"))
        # The keypad's 5 stays where it is: the cell is named once.
        return [place for i, place in enumerate(places) if i == 0 or place != places[i - 1]]

    def numbers(self, group: str, part: str) -> list[int]:
        numbers: list[int] = []
        for piece in part.split(","):
            low, _, high = piece.partition("-")
            if len(piece) > 9:
                raise self.error(group, worded("holds too large a number"))
            ends = int(low), int(high or low)
            step = 1 if ends[0] <= ends[1] else -1
            if abs(ends[1] - ends[0]) > 100:
                raise self.error(group, worded("is too long a range"))
            numbers += range(ends[0], ends[1] + step, step)
        return numbers

    def number(self, group: str) -> int | None:
        """A group that is a number alone."""
        return int(group) if re.fullmatch(r"-?\d{1,9}", group) else None


def _lines(reader: _Reader) -> Iterator[Constraint]:
    for group in reader.groups:
        yield reader.build(_LINES[reader.name], {"cells": reader.cells(group)})


def _whispers(reader: _Reader) -> Iterator[Constraint]:
    diff: dict[str, int] = {}
    for group in reader.groups:
        number = reader.number(group)
        if number is not None:
            diff = {"diff": number}
        else:
            yield reader.build("whisper", {"cells": reader.cells(group)} | diff)


def _marked(reader: _Reader) -> Iterator[Constraint]:
    every = dict.fromkeys(cell for group in reader.groups for cell in reader.cells(group))
    yield reader.build(_CELLS[reader.name], {"cells": tuple(every)})


def _killer(reader: _Reader) -> Iterator[Constraint]:
    total: dict[str, int] = {}
    for group in reader.groups:
        number = reader.number(group)
        if number is not None:
            total = {"sum": number}
        else:
            yield reader.build("killer-cage", {"cells": reader.cells(group)} | total)
            total = {}


def _several_sums(reader: _Reader) -> Iterator[Constraint]:
    sums, *groups = reader.groups or [""]
    totals = {n for text in sums.split(",") if (n := reader.number(text.strip())) is not None}
    if not totals or not groups:
        raise reader.error(reader.options, worded("has no sums before its cells"))
    for group in groups:
        cells = reader.cells(group)
        digits = reader.geometry.digits
        least, most = sum(digits[: len(cells)]), sum(digits[-len(cells) :])
        root = next(iter(totals)) % 9
        if {n for n in range(least, most + 1) if n % 9 == root} != totals & set(
            range(least, most + 1)
        ):
            raise reader.error(
                sums, worded("is not a digital root; a cage of several other sums is not supported")
            )
        yield reader.build("digital-root-cage", {"cells": cells, "value": root or 9})


def _arrow(reader: _Reader) -> Iterator[Constraint]:
    if len(reader.groups) % 2:
        raise reader.error(reader.options, worded("needs a shaft for each bulb (arrow:bulb;shaft)"))
    for bulb, shaft in zip(reader.groups[::2], reader.groups[1::2], strict=True):
        head, cells = reader.cells(bulb), reader.cells(shaft)
        # A shaft may be written from the bulb on.
        cells = tuple(cell for cell in cells if cell not in head)
        if len(head) == 1:
            yield reader.build("arrow", {"bulb": head[0], "cells": cells})
        else:
            yield reader.build("pill-arrow", {"bulb": head, "cells": cells})


def _dots(reader: _Reader) -> Iterator[Constraint]:
    rule, key, usual, negative, negatives = _MARKS[reader.name]
    for group in reader.groups:
        if match := re.fullmatch(r"neg(\d{0,9})", group, re.IGNORECASE):
            number = int(match[1] or usual)
            value = number if negatives == "diff" else (number,)
            yield reader.build(negative, {negatives: value})
            continue
        match = re.match(r"\d{0,9}", group)
        number = int(match[0]) if match and match[0] else usual
        cells = reader.cells(group[match.end() :] if match else group)
        if len(cells) != 2:
            raise reader.error(
                group, worded("names {count} cells, and a mark is between two", count=len(cells))
            )
        name = "xv" if rule == "pair-sum" and number in (5, 10) else rule
        yield reader.build(name, {"cells": cells, key: number})


def _clone(reader: _Reader) -> Iterator[Constraint]:
    pairs = [reader.cells(group) for group in reader.groups]
    for group, pair in zip(reader.groups, pairs, strict=True):
        if len(pair) != 2:
            raise reader.error(
                group,
                worded("names {count} cells, and a cell and its clone are two", count=len(pair)),
            )
    firsts, seconds = ((tuple(pair[i] for pair in pairs)) for i in (0, 1))
    yield reader.build("clone", {"cells": firsts, "clones": seconds})


def _quad(reader: _Reader) -> Iterator[Constraint]:
    digits: list[int] = []
    for group in reader.groups:
        number = reader.number(group)
        if number is not None:
            digits.append(number)
        else:
            yield reader.build("quadruple", {"cells": reader.cells(group), "digits": tuple(digits)})
            digits = []


def _little_killer(reader: _Reader) -> Iterator[Constraint]:
    if len(reader.groups) % 3:
        raise reader.error(reader.options, worded("is not of the form sum;r0c5;DR"))
    for total, start, way in zip(*(reader.groups[i::3] for i in range(3)), strict=True):
        number, places = reader.number(total), reader.places(start)
        direction = _DIRECTIONS.get(way.upper())
        if number is None or len(places) != 1 or direction is None:
            raise reader.error(
                reader.options, worded("is not of the form sum;r0c5;DR (or UL, UR, DL)")
            )
        row, column = places[0]
        if reader.geometry.at(row - 1, column - 1) is None:
            row += 1 if way.upper()[0] == "D" else -1
            column += 1 if way.upper()[1] == "R" else -1
        cell = reader.cell(start, row, column)
        values = {"start": cell, "direction": direction, "sum": number}
        yield reader.build("little-killer", values)


def _beside(reader: _Reader) -> Iterator[Constraint]:
    rule, key = _OUTSIDE[reader.name]
    geometry = reader.geometry
    for group in reader.groups:
        match = re.fullmatch(r"(\d{1,9})\s*r(\d{1,3})c(\d{1,3})", group, re.IGNORECASE)
        if match is None:
            raise reader.error(
                group, worded("is not a number with a cell outside of the board (12r0c3)")
            )
        number, row, column = map(int, match.groups())
        sides = {
            "top": row == 0,
            "bottom": row == geometry.rows + 1,
            "left": column == 0,
            "right": column == geometry.columns + 1,
        }
        chosen = [side for side, there in sides.items() if there]
        if len(chosen) != 1:
            raise reader.error(group, worded("is not beside a row or column"))
        index = column if chosen[0] in ("top", "bottom") else row
        yield reader.build(rule, {"side": chosen[0], "index": index, key: number})


def _chess(reader: _Reader) -> Iterator[Constraint]:
    values: dict[str, tuple[int, ...]] = {}
    offsets: list[int] = []
    for group in reader.groups:
        if match := re.fullmatch(r"(\d{1,2})\s*,\s*(\d{1,2})", group):
            offsets += map(int, match.groups())
        elif match := re.fullmatch(r"v(\d{1,3}(?:,\d{1,3})*)", group, re.IGNORECASE):
            values["values"] = tuple(map(int, match[1].split(",")))
        else:
            values["cells"] = reader.cells(group)
    yield reader.build("chess", {"offsets": tuple(offsets)} | values)


def _knightmare(reader: _Reader) -> Iterator[Constraint]:
    sums = [reader.number(text.strip()) for text in reader.options.split(",")]
    if None in sums:
        raise reader.error(reader.options, worded("is not a list of sums"))
    yield reader.build("knightmare", {"sums": tuple(n for n in sums if n is not None)})


def _disjoint(reader: _Reader) -> Iterator[Constraint]:
    raise reader.error(
        reader.options, worded("could be counted from 0 or 1; write the cells as an extra-region")
    )


_Read: TypeAlias = Callable[[_Reader], Iterator[Constraint]]

NAMES: Mapping[str, _Read] = {
    **dict.fromkeys(_LINES, _lines),
    **dict.fromkeys(_CELLS, _marked),
    **dict.fromkeys(_MARKS, _dots),
    **dict.fromkeys(_OUTSIDE, _beside),
    "whispers": _whispers,
    "killer": _killer,
    "mskiller": _several_sums,
    "arrow": _arrow,
    "clone": _clone,
    "quad": _quad,
    "lk": _little_killer,
    "chess": _chess,
    "knightmare": _knightmare,
    "disjointoffset": _disjoint,
}
"""The reader of the options of each name."""
