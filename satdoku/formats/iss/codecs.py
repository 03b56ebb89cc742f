"""How the clues of each kind are written: the arguments of an item to the fields of a rule, and
back (:class:`~satdoku.formats.clues.Codec`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.formats.base import shown
from satdoku.formats.clues import Codec, RuleFields, integer
from satdoku.formats.iss.cells import (
    CELL,
    CODES,
    Arguments,
    first,
    in_grid,
    integers,
    leading,
    no_more,
    split,
)


class WrittenOnly:
    """A clue that is read as another rule."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterable[RuleFields]:
        raise FormatError("it is not read as this rule")


class FlagCodec:
    def read(self, item: Arguments, geometry: Geometry) -> Iterable[RuleFields]:
        no_more(item)
        return ({},)

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        return None if fields else []


@dataclass(frozen=True, slots=True)
class KindCodec:
    """A word, which names the rule, and perhaps more; it is read without the word."""

    word: str
    more: Codec | None = None

    def read(self, item: Arguments, geometry: Geometry) -> Iterable[RuleFields]:
        if self.more is not None:
            return self.more.read(item, geometry)
        no_more(item)
        return ({},)

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        more = [] if self.more is None else self.more.write(fields, geometry)
        return None if more is None else [self.word, *more]


@dataclass(frozen=True, slots=True)
class CellsCodec:
    """Cells, and before them perhaps a number, which is a field of the rule.

    ``usual``: what the number is where it is left out. ``absent``: what the rule means where its
    field is not stated; ``usual``, unless it is stated here. ``zero``: 0 and nothing are no number.
    """

    number: str | None = None
    usual: int | None = None
    absent: Callable[[Geometry], int | None] | None = None
    zero: bool = False

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        more: RuleFields = {}
        left_out = self.usual is not None and (not item or CELL.fullmatch(item[0]))
        if self.number is not None and left_out:
            more = {self.number: self.usual}
        elif self.number is not None and item:
            value = 0 if self.zero and not item[0] else leading(item, "its number")
            item = item[1:]
            if value or not self.zero:
                more = {self.number: value}
        yield {"cells": CODES.cells(item, geometry), **more}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        if set(fields) - {"cells", self.number}:
            return None
        cells = CODES.names(fields["cells"], geometry)
        if self.number is None:
            return cells
        value = fields.get(
            self.number, self.usual if self.absent is None else self.absent(geometry)
        )
        # Where 0 means that none is stated, none can be 0; elsewhere it has to be stated.
        if value == 0 if self.zero else value is None:
            return None
        return [str(value or 0), *cells]


@dataclass(frozen=True, slots=True)
class LedCodec:
    """A cell, a field of the rule, then other cells."""

    field: str
    lacking: str | None = None
    """The fault of fewer than two; without it the rule judges that itself."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        cells = CODES.cells(item, geometry)
        if self.lacking is not None and len(cells) < 2:
            raise FormatError(self.lacking)
        yield {self.field: cells[0], "cells": cells[1:]} if cells else {"cells": []}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        return CODES.names([fields[self.field], *fields["cells"]], geometry)


@dataclass(frozen=True, slots=True)
class PairsCodec:
    """A clue for every two neighbours of a list; written as one item a pair."""

    number: str | None
    value: int
    falling: bool = False

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        cells = CODES.cells(item, geometry)
        places = [geometry.row_column(cell) for cell in cells]
        more = {} if self.number is None else {self.number: self.value}
        for i, (row, column) in enumerate(places):
            for j in range(i + 1, len(places)):
                if abs(row - places[j][0]) + abs(column - places[j][1]) == 1:
                    pair = [cells[j], cells[i]] if self.falling else [cells[i], cells[j]]
                    yield {"cells": pair, **more}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        cells = fields["cells"]
        if self.number is not None and fields.get(self.number, self.value) != self.value:
            return None
        (row, column), (other_row, other_column) = map(geometry.row_column, cells)
        if abs(row - other_row) + abs(column - other_column) != 1:
            return None
        return CODES.names(reversed(cells) if self.falling else cells, geometry)


class PillCodec:
    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        size = leading(item, "the size of its bulb")
        cells = CODES.cells(item[1:], geometry)
        if not 1 < size < len(cells):
            raise FormatError("a bulb of {size} cells and a shaft need more cells", size=size)
        # The site reads a bulb in reading order, however its cells are listed.
        yield {"bulb": sorted(cells[:size], key=geometry.row_column), "cells": cells[size:]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        bulb = list(fields["bulb"])
        if bulb != sorted(bulb, key=geometry.row_column):
            return None
        return [str(len(bulb)), *CODES.names([*bulb, *fields["cells"]], geometry)]


class QuadCodec:
    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        corner = CODES.cell(first(item), geometry)
        corners = [geometry.beside(corner, d, r) for d in (0, 1) for r in (0, 1)]
        cells = [cell for cell in corners if cell is not None]
        if len(cells) < 4:
            raise FormatError(
                "{first} is not the first of four cells around a corner",
                first=shown(geometry.name(corner)),
            )
        yield {"cells": cells, "digits": [integer(digit, "a digit") for digit in item[1:]]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        cells = sorted(fields["cells"], key=geometry.row_column)
        if cells != [geometry.beside(cells[0], d, r) for d in (0, 1) for r in (0, 1)]:
            return None
        return [CODES.name(cells[0], geometry), *map(str, fields["digits"])]


class DigitsCodec:
    """Digits joined by ``_``, then cells."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        digits = integers(first(item), "a digit")
        yield {"cells": CODES.cells(item[1:], geometry), "digits": digits}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        return ["_".join(map(str, fields["digits"])), *CODES.names(fields["cells"], geometry)]


class TextCodec:
    """A text, then cells."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        yield {"text": first(item), "cells": CODES.cells(item[1:], geometry)}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        return [fields["text"], *CODES.names(fields["cells"], geometry)]


class SumCodec:
    """A weighted sum: ``total`` or ``total_=_c1_c2``, then cells."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        total, _, weights = first(item).partition("_=_")
        fields: RuleFields = {
            "cells": CODES.cells(item[1:], geometry),
            "total": integer(total, "its sum"),
        }
        if weights:
            fields["coefficients"] = integers(weights, "a weight")
        yield fields

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        weights = "".join(f"_{weight}" for weight in fields.get("coefficients") or ())
        return [
            f"{fields['total']}{weights and '_='}{weights}",
            *CODES.names(fields["cells"], geometry),
        ]


class EqualSumCodec:
    """Sets of cells, parted by ``-``."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        yield {"sets": [CODES.cells(part, geometry) for part in split(item)]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        arguments: Arguments = []
        for cells in fields["sets"]:
            arguments += ["-"] * bool(arguments) + CODES.names(cells, geometry)
        return arguments


class SameValuesCodec:
    """The number of sets, then the cells of all."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        count = leading(item, "the number of its sets")
        cells = CODES.cells(item[1:], geometry)
        if count < 1 or not cells or len(cells) % count:
            raise FormatError(
                "{count} cells do not make {count_2} sets of one size",
                count=len(cells),
                count_2=count,
            )
        size = len(cells) // count
        yield {"sets": [cells[i : i + size] for i in range(0, len(cells), size)]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        cells = [cell for cells in fields["sets"] for cell in cells]
        return [str(len(fields["sets"])), *CODES.names(cells, geometry)]


class CloneCodec(WrittenOnly):
    """Clones, pair by pair: sets of one cell that hold the same."""

    def write(self, fields: RuleFields, geometry: Geometry) -> Any:
        pairs = zip(fields["cells"], fields["clones"], strict=True)
        return [["2", *CODES.names(pair, geometry)] for pair in pairs]


class SumLineCodec(CellsCodec):
    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        loop = item[-1:] == ["LOOP"]
        for fields in super().read(item[:-1] if loop else item, geometry):
            yield fields | ({"loop": True} if loop else {})

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        loop = ["LOOP"] if fields.get("loop") else []
        rest = {name: value for name, value in fields.items() if name != "loop"}
        arguments = super().write(rest, geometry)
        return None if arguments is None else arguments + loop


class ModularCodec(CellsCodec):
    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        # Divided by 1 all digits have the same remainder: nothing is said.
        return (fields for fields in super().read(item, geometry) if fields["mod"] != 1)


class ExtremesCodec(WrittenOnly):
    """Cells below (above) their neighbours, save those of the same kind; only written."""

    def __init__(self, *, highest: bool) -> None:
        self.highest = highest

    def write(self, fields: RuleFields, geometry: Geometry) -> Any:
        marked = {in_grid(cell, geometry): cell for cell in fields["cells"]}
        pairs = []
        for (row, column), cell in sorted(marked.items()):
            for near in (
                (row - 1, column),
                (row, column - 1),
                (row, column + 1),
                (row + 1, column),
            ):
                other = geometry.at(near[0] - 1, near[1] - 1)
                if other is not None and near not in marked:
                    pair = CODES.names((cell, other), geometry)
                    pairs.append(pair if self.highest else pair[::-1])
        return pairs


@dataclass(frozen=True, slots=True)
class ParityCodec(WrittenOnly):
    """Odd and even cells are restrictions of single cells."""

    remainder: int

    def write(self, fields: RuleFields, geometry: Geometry) -> Any:
        return list(fields["cells"])

    def digits(self, geometry: Geometry) -> frozenset[int]:
        return frozenset(d for d in geometry.digits if d % 2 == self.remainder)
