"""How the sites' JSON writes clues: codecs that are put together of parts.

A codec (:class:`~satdoku.formats.clues.Codec`) of a site is one of the classes here over the site's
:class:`~satdoku.formats.places.Alphabet`: a :class:`Keyed` is an object, of which each
:class:`Part` reads and writes some keys; :class:`Lines` and :class:`Each` are lists of clues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.formats.base import of_kind, shown
from satdoku.formats.clues import RuleFields, integer, list_in
from satdoku.formats.places import STEPS, Alphabet


class Part:
    """A part of an object: the keys that say certain ``fields`` of the rule.

    ``write`` returns ``None`` where the site cannot hold their values.
    """

    field: str

    @property
    def fields(self) -> Sequence[str]:
        """The fields that it reads and writes."""
        return (self.field,)

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        """:raises FormatError: where the object is not of this form."""
        return {}

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        """The keys and their values."""
        raise NotImplementedError


def _written(
    parts: Iterable[Part], fields: RuleFields, geometry: Geometry, *known: str
) -> dict[str, Any] | None:
    """The keys of all parts; ``None`` where they cannot hold the fields."""
    item: dict[str, Any] = {}
    rest = set(fields).difference(known)
    for part in parts:
        if (keys := part.write(fields, geometry)) is None:
            return None
        item |= keys
        rest -= {*part.fields}
    return None if rest else item


# --- codecs ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Flag:
    """A rule without fields: ``read`` as true or false, or by its presence where ``on`` is {}."""

    on: Any = True

    def read(self, item: Any, geometry: Geometry) -> Iterable[RuleFields]:
        if self.on is True and item not in (True, False, None):
            raise FormatError("true or false was expected, not {item}", item=shown(item))
        return ({},) if item or self.on is not True else ()

    def write(self, fields: RuleFields, geometry: Geometry) -> Any | None:
        return None if fields else self.on


class Keyed:
    """An object with a clue."""

    def __init__(self, *parts: Part) -> None:
        self.parts = parts

    def has(self, *kinds: type[Part]) -> bool:
        """Whether one of its parts is of these kinds."""
        return any(isinstance(part, kinds) for part in self.parts)

    def read(self, item: Any, geometry: Geometry) -> Iterator[RuleFields]:
        fields: RuleFields = {}
        for part in self.parts:
            fields |= part.read(item, geometry)
        yield fields

    def write(self, fields: RuleFields, geometry: Geometry) -> Any | None:
        return _written(self.parts, fields, geometry)


class Each:
    """An object with a list of clues, each of them an object."""

    def __init__(self, key: str, *parts: Part) -> None:
        self.key = key
        self.clue = Keyed(*parts)

    def read(self, item: Any, geometry: Geometry) -> Iterator[RuleFields]:
        for clue in clues_of(item, self.key):
            yield from self.clue.read(clue, geometry)

    def write(self, fields: RuleFields, geometry: Geometry) -> Any | None:
        clue = self.clue.write(fields, geometry)
        return clue and {self.key: [clue]}


def clues_of(item: Mapping[str, Any], key: str = "clues") -> Iterator[dict[str, Any]]:
    """The objects of a list of clues."""
    for index, clue in enumerate(list_in(item, key)):
        yield of_kind(dict, clue, f"{key}[{index}]")


@dataclass(frozen=True, slots=True)
class Lines:
    """An object with lists of cells: a clue for each, which has the other parts too."""

    places: Alphabet
    parts: tuple[Part, ...] = ()
    key: str = "lines"

    def read(self, item: Any, geometry: Geometry) -> Iterator[RuleFields]:
        more: RuleFields = {}
        for part in self.parts:
            more |= part.read(item, geometry)
        for line in list_in(item, self.key):
            yield {"cells": self.places.cells(line, geometry), **more}

    def write(self, fields: RuleFields, geometry: Geometry) -> Any | None:
        lines = {self.key: [self.places.names(fields["cells"], geometry)]}
        more = _written(self.parts, fields, geometry, "cells")
        return None if more is None else lines | more


@dataclass(frozen=True, slots=True)
class CellList:
    """A list of cells, or one of them alone (``single``), for which a list of items is written."""

    places: Alphabet
    single: bool = False

    def read(self, item: Any, geometry: Geometry) -> Iterator[RuleFields]:
        cells = [self.places.cell(item, geometry)] if self.single else None
        yield {"cells": self.places.cells(item, geometry) if cells is None else cells}

    def write(self, fields: RuleFields, geometry: Geometry) -> Any | None:
        return None if set(fields) - {"cells"} else self.places.names(fields["cells"], geometry)


@dataclass(frozen=True, slots=True)
class Arrows:
    """A bulb of one or several cells and its shafts, each from a cell of the bulb on.

    ``ordered`` gives the cells of a bulb in the order of their digits; ``message`` is the error for
    a shaft that begins elsewhere, ``shafts_first`` the order in which the keys are written.
    """

    places: Alphabet
    bulb: str
    shafts: str
    ordered: Callable[[list[int]], list[int]]
    message: str
    shafts_first: bool = False

    def read(self, item: Any, geometry: Geometry) -> Iterator[RuleFields]:
        cells = self.ordered(self.places.under(item, self.bulb, geometry))
        bulb = cells if len(cells) > 1 else cells[0] if cells else None
        shafts = list_in(item, self.shafts)
        for shaft in shafts:
            line = self.places.cells(shaft, geometry)
            if not line or line[0] not in cells:
                raise FormatError(self.message)
            yield {"bulb": bulb, "cells": line[1:]}
        if cells and not shafts:
            yield {"bulb": bulb, "cells": []}

    def write(self, fields: RuleFields, geometry: Geometry) -> Any | None:
        bulb, shaft = fields["bulb"], list(fields["cells"])
        cells = [bulb] if isinstance(bulb, int) else list(bulb)
        written = self.ordered(cells)
        if self.ordered(written) != cells:
            return None
        near = geometry.row_column(shaft[0])

        def distance(cell: int) -> int:
            return max(abs(a - b) for a, b in zip(geometry.row_column(cell), near, strict=True))

        line = [min(written, key=distance), *shaft]
        bulbs = {self.bulb: self.places.names(written, geometry)}
        shafts = {self.shafts: [self.places.names(line, geometry)]}
        return shafts | bulbs if self.shafts_first else bulbs | shafts


# --- parts -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cells(Part):
    """A list of cells."""

    places: Alphabet
    key: str = "cells"
    field: str = "cells"

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        return {self.field: self.places.under(item, self.key, geometry)}

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        return {self.key: self.places.names(fields[self.field], geometry)}


@dataclass(frozen=True)
class Number(Part):
    """A number; the values in ``none`` stand for none.

    ``usual`` is what it is where none is written, if that is known; it may depend on the board.
    ``dropped``: the usual number is no field of the rule. ``stated``: the usual number is written.
    ``blank``: what is written for none, and is no number then. ``name`` stands in errors.
    """

    field: str
    usual: int | Callable[[Geometry], int | None] | None = None
    key: str = "value"
    name: str = worded("the value")
    none: tuple[Any, ...] = (None, "")
    text: bool = True
    stated: bool = False
    dropped: bool = False
    blank: tuple[Any, ...] = ()

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        value, usual = item.get(self.key), self._default(geometry)
        number = usual if value in self.none else integer(value, self.name)
        return {} if number is None or (self.dropped and number == usual) else {self.field: number}

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        usual = self._default(geometry)
        number = fields.get(self.field, usual)
        if number is None and self.blank:
            return {self.key: self.blank[0]}
        if not self.stated and (number is None or number == usual):
            return {}
        if number is None or number in self.blank:
            return None
        return {self.key: str(number) if self.text else number}

    def _default(self, geometry: Geometry) -> int | None:
        return self.usual(geometry) if callable(self.usual) else self.usual


@dataclass(frozen=True)
class Verbatim(Part):
    """A value that the site writes as the rule has it, with what it is where the site has none."""

    key: str
    field: str
    default: Any = None

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        return {} if (value := item.get(self.key)) == self.default else {self.field: value}

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        value = fields.get(self.field, self.default)
        return None if value is None else {self.key: value}


@dataclass(frozen=True)
class Looks(Part):
    """Keys that say nothing about the rule, and are written always."""

    keys: Mapping[str, Any]
    fields = ()

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        return self.keys


@dataclass(frozen=True)
class Digits(Part):
    """A list of digits."""

    key: str
    name: str
    field: str = "digits"

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        return {"digits": [integer(digit, self.name) for digit in list_in(item, self.key)]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        return {self.key: list(fields["digits"])}


@dataclass(frozen=True)
class Implied(Part):
    """A field that the site does not write, since it has one value; boards for which this is
    ``usual`` have it without being told, and others only where it holds ``anywhere``."""

    field: str
    value: Any
    usual: Callable[[Geometry], bool]
    anywhere: bool = False

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        return {self.field: self.value} if self.anywhere or self.usual(geometry) else {}

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        usual = self.usual(geometry)
        value = fields.get(self.field, self.value if usual else None)
        return {} if value == self.value and (usual or self.anywhere) else None


@dataclass(frozen=True)
class Side(Part):
    """A place beside the board, at a side of a row or column."""

    places: Alphabet
    key: str

    @property
    def fields(self) -> Sequence[str]:
        return "side", "index"

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        side, index = self.places.side(item.get(self.key), geometry)
        return {"side": side, "index": index}

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        return {self.key: self.places.side_name(fields["side"], fields["index"], geometry)}


def outer_start(fields: RuleFields, geometry: Geometry) -> tuple[int, int] | None:
    """The row and column of the place beside the board from which a diagonal enters it, from 1;
    ``None`` where it starts inside."""
    down, right = STEPS[fields["direction"]]
    row, column = geometry.row_column(fields["start"])
    row, column = row + 1 - down, column + 1 - right
    if 0 < row <= geometry.rows and 0 < column <= geometry.columns:
        return None
    return row, column
