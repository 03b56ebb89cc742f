"""lisudoku's links and JSON, read and written.

A link is ``https://lisudoku.xyz/solver?import=`` (or ``/e?import=``) and the JSON packed by
:mod:`satdoku.formats.lzstring`, or the digits of a classic. Cells are ``{"row": 0, "col": 0}``;
keys are written in camel case and read in snake case too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.geometry import MAX_SIZE, Geometry
from satdoku.board.grid import Values
from satdoku.formats import codecs, links
from satdoku.formats.accounts import noted
from satdoku.formats.base import (
    ReadOptions,
    WriteOptions,
    board_of_regions,
    is_regular,
    no_board,
    of_kind,
    shown,
)
from satdoku.formats.clues import Clues, Codec, Key, RuleFields, geometry_of, integer, split_rules
from satdoku.formats.places import Alphabet, NoCell, cell_at
from satdoku.formats.tables import LinkTable, write_items
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

_ADDRESS = "https://lisudoku.xyz/solver?import="
_TITLE = worded("a lisudoku file")
_SNAKE = re.compile(r"_([a-z])")


class _Places(Alphabet):
    """``{"row": 0, "col": 0}``."""

    def cell(self, name: Any, geometry: Geometry) -> int:
        row, column = (name.get("row"), name.get("col")) if isinstance(name, dict) else (None, None)
        if type(row) is not int or type(column) is not int:
            raise FormatError('a cell is {{"row": 0, "col": 0}}, not {place}', place=shown(name))
        if not (0 <= row < MAX_SIZE and 0 <= column < MAX_SIZE):
            raise FormatError("{place} is not a cell of the board", place=shown(name))
        return cell_at(row + 1, column + 1, geometry)

    def name(self, cell: int, geometry: Geometry) -> dict[str, int]:
        row, column = geometry.row_column(cell)
        return {"row": row, "col": column}


_PLACES = _Places()


def _is_on(item: Any, prefix: str = "") -> bool:
    if item is not None and type(item) is not bool:
        raise FormatError(
            "{what}true or false was expected, not {item}", what=prefix, item=shown(item)
        )
    return bool(item)


class _Flag(codecs.Flag):
    def read(self, item: Any, geometry: Geometry) -> Iterable[RuleFields]:
        return ({},) if _is_on(item) else ()


class _Bulb(codecs.Part):
    field = "bulb"

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        bulb = _PLACES.under(item, "circleCells", geometry)
        return {"bulb": bulb if len(bulb) > 1 else bulb[0]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        bulb = fields["bulb"]
        cells = [bulb] if isinstance(bulb, int) else bulb
        return {"circleCells": _PLACES.names(cells, geometry)}


@dataclass(frozen=True)
class _Dot(codecs.Part):
    """The kind of a dot, which stands for a number, and its two cells."""

    kind: str
    number: str
    usual: int

    @property
    def fields(self) -> tuple[str, ...]:
        return "cells", self.number

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        return {"cells": [_PLACES.cell(item.get(key), geometry) for key in ("cell1", "cell2")]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        if fields.get(self.number, self.usual) != self.usual:
            return None
        first, second = _PLACES.names(fields["cells"], geometry)
        return {"dotType": self.kind, "cell1": first, "cell2": second}


_FLAG, _CELL, _CELLS = _Flag(), codecs.CellList(_PLACES, single=True), codecs.CellList(_PLACES)
_SUM = codecs.Number(
    "sum", None, "sum", worded("the sum of a cage"), (None,), text=False, blank=(None,)
)
_DOTS = (
    Key("kropkiDots", "white-dot", codecs.Keyed(_Dot("Consecutive", "diff", 1))),
    Key("kropkiDots", "black-dot", codecs.Keyed(_Dot("Double", "ratio", 2))),
)
_ARROW = codecs.Keyed(_Bulb(), codecs.Cells(_PLACES, "arrowCells"))
_ARROWS = (Key("arrows", "arrow", _ARROW), Key("arrows", "pill-arrow", _ARROW))

_KEYS = (
    Key("topBottom", "top-bottom", _FLAG),
    Key("oddCells", "odd", _CELL),
    Key("evenCells", "even", _CELL),
    Key("killerCages", "killer-cage", codecs.Keyed(_SUM, codecs.Cells(_PLACES, "region"))),
    *_ARROWS,
    *_DOTS,
)
_OBJECTS = ("arrows", "kropkiDots", "killerCages")
_BY_NAME = {key.name: key for key in _KEYS}


def _usual(kinds: tuple[str, ...], last: str) -> Codec | None:
    match kinds:
        case ():
            return _FLAG
        case ("cells",) | ("line",):
            return _CELLS
    return None


TABLE = LinkTable("lisudoku", _KEYS, _usual)
_NEGATIVE: list[tuple[str, RuleFields]] = [
    ("negative-difference", {}),
    ("negative-ratio", {"ratios": (2,)}),
]
"""The rules of ``kropkiNegative``."""


def detect(text: str) -> int:
    """Sure where the text is an object with the size of a grid."""
    bare = text.lstrip()
    sized = '"gridSize"' in bare or '"grid_size"' in bare
    return 100 if sized and bare.startswith("{") else 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text: a link or the JSON itself."""
    return links.parse_json(text, options, "lisudoku", from_data)


def read_body(body: str, options: ReadOptions) -> Document:
    """The puzzle of what a link carries."""
    if re.fullmatch(r"[0-9.]+", body):
        from satdoku.formats import line

        return line.parse(body, options)
    return from_data(links.packed_data(body), options)


def from_data(data: Any, options: ReadOptions) -> Document:
    """The document of lisudoku's JSON.

    :raises FormatError: naming the key at fault.
    """
    data = noted(data, lambda key: _SNAKE.sub(lambda match: match[1].upper(), key))
    if not isinstance(data, dict) or "gridSize" not in data:
        raise FormatError('this is not JSON of lisudoku: the key "gridSize" is missing')
    size = data["gridSize"]
    if type(size) is not int or not 1 <= size <= MAX_SIZE:
        raise FormatError(
            '"gridSize" must be a number from 1 to {max_size}, not {size}',
            max_size=MAX_SIZE,
            size=shown(size),
        )
    geometry = geometry_of(_geometry(data.get("regions"), size), options)
    givens = _givens(data.get("fixedNumbers") or [], geometry)
    clues = Clues(options)
    for name in data:
        if name == "kropkiNegative":
            for rule, fields in _NEGATIVE if _is_on(data[name], f"{name}: ") else ():
                clues.add(name, name, rule, dict(fields))
        elif key := _BY_NAME.get(name) or TABLE.named(name):
            items = data[name]
            if key.codec is _FLAG:
                clues.read(key, items, name, geometry)
            else:
                for index, item in enumerate([] if items is None else of_kind(list, items, name)):
                    clues.read(_variety(key, item), item, f"{name}[{index}]", geometry)
    clues.account(data, {}, "lisudoku's JSON")
    puzzle = Puzzle(geometry, givens, None, clues.rules(geometry))
    extras = clues.extras()
    return Document(puzzle, extras=extras, drawings=tuple(clues.blanks))


def _variety(key: Key, item: Any) -> Key:
    """The key of an item whose rule depends on the item."""
    if key.name in _OBJECTS and not isinstance(item, dict):
        raise FormatError(
            '"{name}": an object was expected, not {item}', name=key.name, item=shown(item)
        )
    if key.name == "arrows":
        circle = item.get("circleCells")
        if not isinstance(circle, list) or not circle:
            raise FormatError('"arrows": the circle of an arrow has no cell')
        return _ARROWS[len(circle) > 1]
    if key.name == "kropkiDots":
        kinds = {"Consecutive": _DOTS[0], "Double": _DOTS[1]}
        if isinstance(kind := item.get("dotType"), str) and kind in kinds:
            return kinds[kind]
        raise FormatError(
            '"kropkiDots": {dottype} is not a type of dot', dottype=shown(item.get("dotType"))
        )
    return key


def _geometry(regions: Any, size: int) -> Geometry:
    if not regions:
        return Geometry.of_size(size)
    of_kind(list, regions, "regions")
    labels: list[int | None] = [None] * (size * size)
    plain = Geometry.latin(size)
    for number, region in enumerate(regions):
        try:
            cells = _PLACES.cells(region, plain)
        except NoCell as error:
            reason = error.reason
            raise FormatError('"regions[{number}]": {error}', number=number, error=reason) from None
        for cell in cells:
            if labels[cell] is not None:
                name = plain.name(cell)
                raise FormatError(
                    '"regions[{number}]": {name} is in another region too', number=number, name=name
                )
            labels[cell] = number
    return board_of_regions(labels)


def _givens(fixed: Any, geometry: Geometry) -> Values:
    givens: list[int | None] = [None] * geometry.cell_count
    of_kind(list, fixed, "fixedNumbers")
    for index, item in enumerate(fixed):
        path = f'"fixedNumbers[{index}]"'
        try:
            if not isinstance(item, dict):
                raise FormatError("an object was expected, not {item}", item=shown(item))
            cell = _PLACES.cell(item.get("position"), geometry)
            givens[cell] = integer(item.get("value"), "a value")
        except FormatError as error:
            raise FormatError("{path}: {why}", path=path, why=error.reason) from None
    return tuple(givens)


def write(document: Document, options: WriteOptions) -> str:
    """A link, on one line."""
    return links.packed(_ADDRESS, to_data(document, options))


def to_data(document: Document, options: WriteOptions) -> dict[str, Any]:
    """The document as lisudoku's JSON.

    :raises Unsupported: naming what it cannot hold.
    """
    puzzle = document.puzzle
    geometry = puzzle.geometry
    size = geometry.rows
    if not is_regular(geometry) or (not geometry.regions and geometry != Geometry.of_size(size)):
        raise no_board(geometry, _TITLE)
    if puzzle.is_sukaku:
        raise Unsupported("{title} cannot hold restrictions of cells; f-puzzles' can", title=_TITLE)
    data: dict[str, Any] = {"gridSize": size}
    data["fixedNumbers"] = [
        {"position": _PLACES.name(cell, geometry), "value": given}
        for cell, given in enumerate(puzzle.givens)
        if given is not None
    ]
    if geometry != Geometry.of_size(size):
        data["regions"] = [_PLACES.names(region.cells, geometry) for region in geometry.regions]
    negative, puzzle = split_rules(puzzle, _NEGATIVE)
    if negative:
        data["kropkiNegative"] = True
    for key, item in write_items(puzzle, TABLE, _TITLE, options):
        if key.codec is _FLAG:
            data[key.name] = True
        else:
            data.setdefault(key.name, []).extend(item if key.codec is _CELL else [item])
    return data
