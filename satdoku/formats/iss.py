"""The constraint strings of Interactive Sudoku Solver (github.com/sigh), and its links.

``.Cage~10~R1C1~R1C2.~R3C3_5`` is a list of items: a type and its arguments. White space has no
meaning. A row or a column is one character (``a`` is 10). The parts that are read are those of the
site's own parser; what has no rule in satdoku is refused by the name of its type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any
from urllib.parse import quote, unquote

from satdoku.errors import FormatError, Unsupported
from satdoku.formats import links
from satdoku.formats.base import Entry, Line, ReadOptions, WriteOptions, shown
from satdoku.formats.clues import (
    Clues,
    Key,
    RuleFields,
    by_rule,
    geometry_of,
    integer,
    split_rules,
    write_items,
)
from satdoku.formats.source import check_text
from satdoku.formats.texts import numbered
from satdoku.puzzle.constraint import Constraint
from satdoku.puzzle.document import Document
from satdoku.puzzle.geometry import Geometry, box_shape
from satdoku.puzzle.puzzle import Puzzle

__all__ = ["KEYS", "detect", "entries", "parse", "read_body", "write"]

_TITLE = "a string of Interactive Sudoku Solver"
_LINES = "0123456789abcdefg"
"""The character of a row or column; the site's boards have up to 16."""
_CELL = re.compile(r"R([1-9a-g])C([1-9a-g])")
_OUTER = re.compile(r"(V[A-Z]|CC|DG[CRB])\d{0,4}")
"""A cell outside of the grid."""
_DEEPEST = 20
_BITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_EXCHANGED = str.maketrans("-_", "_-")
_SIDES = re.compile(r"(\d{1,2})x(\d{1,2})", re.IGNORECASE)
_RUN = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?")
_START = re.compile(r"\.+(~R|[A-Z][A-Za-z]*(~|$|\.))")

Arguments = list[str]


# --- how items are written ---------------------------------------------------------------------


class _Flag:
    def read(self, item: Arguments, geometry: Geometry) -> Iterable[RuleFields]:
        if item:
            raise FormatError(f"it takes no argument, but has {shown(item[0])}")
        return ({},)

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        return None if fields else []


@dataclass(frozen=True, slots=True)
class _Kind:
    """One word, which names the rule, and perhaps cells; the reader chooses the rule."""

    word: str

    def read(self, item: Arguments, geometry: Geometry) -> Iterable[RuleFields]:
        return ({},)

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        return [self.word, *_codes(fields.get("cells", ()))]


@dataclass(frozen=True, slots=True)
class _Cells:
    """Cells, and before them perhaps a number: the field of the rule, and its usual value.

    ``optional``: the number may be left out. ``zero``: a 0 is no number.
    """

    number: str | None = None
    usual: int | None = None
    optional: bool = False
    zero: bool = False

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        more: RuleFields = {}
        if self.number is not None and item and not (self.optional and _CELL.fullmatch(item[0])):
            value = integer(item[0], "its number")
            item = item[1:]
            if value or not self.zero:
                more = {self.number: value}
        elif self.number is not None and self.usual is not None:
            more = {self.number: self.usual}
        yield {"cells": _names(item), **more}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        if set(fields) - {"cells", self.number}:
            return None
        cells = _codes(fields["cells"])
        if self.number is None:
            return cells
        value = fields.get(self.number, self.absent(geometry))
        if value is None and not self.zero:
            return None
        return [str(value or 0), *cells]

    def absent(self, geometry: Geometry) -> int | None:
        """What the rule means where its number is not stated."""
        return self.usual


class _Whisper(_Cells):
    def absent(self, geometry: Geometry) -> int | None:
        return (geometry.size + 1) // 2


class _Modular(_Cells):
    def absent(self, geometry: Geometry) -> int | None:
        return 3


class _Lockout(_Cells):
    def absent(self, geometry: Geometry) -> int | None:
        return 4 if geometry.size == 9 else None


class _Cage(_Cells):
    """A cage that names a cell twice counts it twice, and its cells differ."""

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        if fields.get("sum") == 0:
            return None  # the site has no sum of 0
        return super().write(fields, geometry)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """A clue for every two neighbours of a list; written as one item a pair."""

    number: str | None
    value: int
    falling: bool = False

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        names = _names(item)
        places = [_at(name, geometry) for name in names]
        more = {} if self.number is None else {self.number: self.value}
        for i, (row, column) in enumerate(places):
            for j in range(i + 1, len(places)):
                if abs(row - places[j][0]) + abs(column - places[j][1]) == 1:
                    pair = [names[j], names[i]] if self.falling else [names[i], names[j]]
                    yield {"cells": pair, **more}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        cells = fields["cells"]
        if self.number is not None and fields.get(self.number, self.value) != self.value:
            return None
        (row, column), (other_row, other_column) = (_at(cell, geometry) for cell in cells)
        if abs(row - other_row) + abs(column - other_column) != 1:
            return None
        return _codes(reversed(cells) if self.falling else cells)


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of pairs of digits: what a rule on successive cells (or all pairs) allows.

    Only written; a table is read as the rule ``pair-table`` or ``all-pairs``.
    """

    allowed: Callable[[int, int, RuleFields], bool]
    label: str

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        raise FormatError("a table is not read as this rule")

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        digits = geometry.digits
        key = _pack([self.allowed(a, b, fields) for a in digits for b in digits])
        return [key, f"_{quote(self.label, safe='')}", *_codes(fields["cells"])]


class _PairTable:
    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        if not item:
            raise FormatError("its table is missing")
        digits = geometry.digits
        bits = _unpack(item[0], len(digits) ** 2)
        pairs = [(a, b) for a in digits for b in digits]
        table = [list(pair) for pair, bit in zip(pairs, bits, strict=True) if bit]
        for group in _groups(item[1:]):
            yield {"cells": group, "table": table}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        if set(fields) != {"cells", "table"}:
            return None
        allowed = {(a, b) for a, b in fields["table"]}
        digits = geometry.digits
        key = _pack([(a, b) in allowed for a in digits for b in digits])
        return [key, "", *_codes(fields["cells"])]


class _Nfa:
    """An automaton: its states and moves packed as bits, then groups of cells.

    ``-`` between the cells of a group is a break, which is one symbol more than the digits.
    """

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        breaks = "-" in item
        fields = _unpack_nfa(item[0] if item else "", geometry, breaks)
        for group in _groups(item[1:], mark="-"):
            lines: list[list[str]] = [[]]
            for cell in group:
                if cell == "-":
                    lines.append([])
                else:
                    lines[-1].append(cell)
            yield {"lines": lines, **fields}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        cells: Arguments = []
        for number, line in enumerate(fields["lines"]):
            cells += ["-", *_codes(line)] if number else _codes(line)
        packed = _pack_nfa(fields, geometry)
        return None if packed is None else [packed, "", *cells]


class _ChaosArrow:
    """The cell of the digit, an offset, then the arms in cells of regions, parted by ``-``.

    Each arm begins with the start cell.
    """

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        names = _names(item[:1])
        arms = [[_of_region(name, geometry) for name in arm] for arm in _split(item[2:], "-")]
        starts = {arm[0] for arm in arms if arm}
        if not names or len(starts) != 1 or not all(arms):
            raise FormatError("it takes a cell, an offset, and arms that begin with one cell")
        fields: RuleFields = {"control": names[0], "start": starts.pop()}
        fields["lines"] = [arm[1:] for arm in arms if len(arm) > 1]
        yield fields | _offset(item[1])

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        start = _region_code(fields["start"], geometry)
        found = [*_codes([fields["control"]]), "1" if fields.get("without_start") else ""]
        for number, line in enumerate(fields["lines"]):
            found += ["-"] * (number > 0) + [start]
            found += [_region_code(name, geometry) for name in line]
        return found


class _ChaosCount:
    """The cell of the digit, then perhaps an offset and cells of regions."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        names = _names(item[:1])
        if not names:
            raise FormatError("it takes a cell")
        cells = [_of_region(name, geometry) for name in _names(item[2:])]
        if not cells:
            row, column = _at(names[0], geometry)
            near = [geometry.at(row + d, column + r) for d in (-1, 0, 1) for r in (-1, 0, 1)]
            around = [geometry.name(cell) for cell in near if cell is not None]
            cells = [names[0], *(name for name in around if name != names[0])]
        fields: RuleFields = {"control": names[0], "start": cells[0], "cells": cells[1:]}
        yield fields | _offset(item[1] if len(item) > 1 else "")

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        offset = "1" if fields.get("without_start") else ""
        cells = [_region_code(name, geometry) for name in [fields["start"], *fields["cells"]]]
        return [*_codes([fields["control"]]), offset, *cells]


class _Connected:
    """The name of a group of cells (none: the grid), digits, and perhaps how many cells."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        name, digits, size, *_ = [*item, "", "", ""]
        cells = [c for c in range(geometry.cell_count) if _group_of(c, geometry) == name]
        if not cells:
            raise FormatError(f"{shown(name)} names no cells")
        fields: RuleFields = {"cells": [geometry.name(cell) for cell in cells]}
        fields["digits"] = [integer(digit, "a digit") for digit in digits.split("_")]
        yield fields | ({"size": integer(size, "its size")} if size else {})

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        cells = [geometry.cell(name) for name in fields["cells"]]
        name = _group_of(cells[0], geometry)
        if cells != [c for c in range(geometry.cell_count) if _group_of(c, geometry) == name]:
            return None
        size = [str(fields["size"])] if "size" in fields else []
        return [name, "_".join(map(str, fields["digits"])), *size]


def _group_of(cell: int, geometry: Geometry) -> str:
    return "" if cell < geometry.grid_count else geometry.name(cell).rstrip("0123456789")


def _offset(text: str) -> RuleFields:
    offset = integer(text or "0", "its offset")
    if offset not in (0, 1):
        raise FormatError(f"its offset is 0 or 1, not {offset}")
    return {"without_start": True} if offset else {}


def _of_region(name: str, geometry: Geometry) -> str:
    """The cell of the grid whose region this names."""
    if _OUTER.fullmatch(name) and name.startswith("CC") and name[2:]:
        number = int(name[2:]) - 1
        if 0 <= number < geometry.grid_count:
            return geometry.name(number)
    elif not _OUTER.fullmatch(name):
        return name
    raise FormatError(f"{shown(name)} names no region of a cell of the grid")


def _region_code(name: str, geometry: Geometry) -> str:
    return f"CC{geometry.cell(name) + 1}"


class _Arrow:
    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        names = _names(item)
        if len(names) < 2:
            raise FormatError("it needs a bulb and a shaft")
        yield {"bulb": names[0], "cells": names[1:]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        return _codes([fields["bulb"], *fields["cells"]])


class _Pill:
    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        size = integer(item[0] if item else None, "the size of its bulb")
        names = _names(item[1:])
        if not 1 < size < len(names):
            raise FormatError(f"a bulb of {size} cells and a shaft need more cells")
        # The site reads a bulb in reading order, however its cells are listed.
        yield {
            "bulb": sorted(names[:size], key=lambda name: _at(name, geometry)),
            "cells": names[size:],
        }

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        bulb = list(fields["bulb"])
        if bulb != sorted(bulb, key=lambda name: _at(name, geometry)):
            return None
        return [str(len(bulb)), *_codes([*bulb, *fields["cells"]])]


class _Quad:
    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        (first,) = _names(item[:1]) or [""]
        row, column = _at(first, geometry)
        found = [geometry.at(row + d, column + r) for d in (0, 1) for r in (0, 1)]
        cells = [geometry.name(cell) for cell in found if cell is not None]
        if len(cells) < 4:
            raise FormatError(f"{shown(first)} is not the first of four cells around a corner")
        yield {"cells": cells, "digits": [integer(digit, "a digit") for digit in item[1:]]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        places = sorted(_at(cell, geometry) for cell in fields["cells"])
        row, column = places[0]
        if places != [(row + d, column + r) for d in (0, 1) for r in (0, 1)]:
            return None
        first = geometry.at(row, column)
        assert first is not None
        return [*_codes([geometry.name(first)]), *map(str, fields["digits"])]


class _Digits:
    """Digits joined by ``_``, then cells."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        digits = [integer(d, "a digit") for d in (item[0] if item else "").split("_")]
        yield {"cells": _names(item[1:]), "digits": digits}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        return ["_".join(map(str, fields["digits"])), *_codes(fields["cells"])]


class _Text:
    """A text, then cells."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        yield {"text": item[0] if item else "", "cells": _names(item[1:])}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        return [fields["text"], *_codes(fields["cells"])]


class _Regex:
    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        from base64 import b64decode

        packed = item[0] if item else ""
        try:
            padded = packed.replace("-", "+").replace("_", "/") + "=" * (-len(packed) % 4)
            raw = b64decode(padded, validate=True)
            pattern = raw.decode("ascii")
        except ValueError:
            pattern = unquote(packed)  # as in older links
        for group in _groups(item[1:]):
            yield {"cells": group, "pattern": pattern}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        from base64 import urlsafe_b64encode

        packed = urlsafe_b64encode(fields["pattern"].encode()).decode().rstrip("=")
        return [packed, *_codes(fields["cells"])]


class _Sum:
    """A weighted sum: ``total`` or ``total_=_c1_c2``, then cells."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        total, _, weights = (item[0] if item else "").partition("_=_")
        fields: RuleFields = {"cells": _names(item[1:]), "total": integer(total, "its sum")}
        if weights:
            fields["coefficients"] = [integer(w, "a weight") for w in weights.split("_")]
        yield fields

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        weights = "".join(f"_{weight}" for weight in fields.get("coefficients") or ())
        return [f"{fields['total']}{weights and '_='}{weights}", *_codes(fields["cells"])]


class _EqualSum:
    """Sets of cells, parted by ``-``."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        yield {"sets": _split(item, "-")}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        found: Arguments = []
        for cells in fields["sets"]:
            found += ["-", *_codes(cells)] if found else _codes(cells)
        return found


class _SameValues:
    """The number of sets, then the cells of all."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        count = integer(item[0] if item else None, "the number of its sets")
        names = _names(item[1:])
        if count < 1 or len(names) % count:
            raise FormatError(f"{len(names)} cells do not make {count} sets of one size")
        size = len(names) // count
        yield {"sets": [names[i : i + size] for i in range(0, len(names), size)]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        cells = [cell for cells in fields["sets"] for cell in cells]
        return [str(len(fields["sets"])), *_codes(cells)]


class _Clone(_SameValues):
    """Clones, pair by pair: sets of one cell that hold the same."""

    def write(self, fields: RuleFields, geometry: Geometry) -> Any:
        pairs = zip(fields["cells"], fields["clones"], strict=True)
        return [["2", *_codes(pair)] for pair in pairs]


class _SumLine(_Cells):
    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        loop = item[-1:] == ["LOOP"]
        for fields in super().read(item[:-1] if loop else item, geometry):
            yield fields | ({"loop": True} if loop else {})

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        loop = ["LOOP"] if fields.get("loop") else []
        rest = {name: value for name, value in fields.items() if name != "loop"}
        found = super().write(rest, geometry)
        return None if found is None else found + loop


class _Control:
    """A cell, then the cells that it speaks of."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        names = _names(item)
        yield {"control": names[0] if names else "", "cells": names[1:]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        return _codes([fields["control"], *fields["cells"]])


class _LittleKiller:
    """The sum and a border cell; the side of the board gives the direction inwards."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        if len(item) != 2:
            raise FormatError("it takes a sum and a cell")
        (name,) = _names(item[1:])
        direction = _inwards(*_place(name), geometry)
        if direction is None:
            raise FormatError(f"no diagonal starts at {name}")
        yield {"start": name, "direction": direction, "sum": integer(item[0], "its sum")}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        row, column = _place(fields["start"])
        direction = fields["direction"]
        if _inwards(row, column, geometry) != direction:
            down = 1 if direction.startswith("down") else -1
            right = 1 if direction.endswith("right") else -1
            while 1 <= row + down <= geometry.rows and 1 <= column + right <= geometry.columns:
                row, column = row + down, column + right
            if (_inwards(row, column, geometry), _far(row, column, -down, -right, geometry)) != (
                _direction(-down, -right),
                _place(fields["start"]),
            ):
                return None
        return [str(fields["sum"]), _code(row, column)]


class _Sandwich:
    """The sum and a line, seen from either side."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        if len(item) != 2:
            raise FormatError("it takes a sum and a row or column")
        side, index = _line(item[1])
        yield {"side": side, "index": index, "sum": integer(item[0], "its sum")}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        return [str(fields["sum"]), _line_code(fields)]


@dataclass(frozen=True, slots=True)
class _Outside:
    """A line, then the clue at its start and the clue at its end, either of which may lack."""

    field: str = "value"

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        side, index = _line(item[0] if item else "")
        for value, place in zip(item[1:], (side, _OPPOSITE[side]), strict=False):
            if value:
                yield {"side": place, "index": index, self.field: integer(value, "its clue")}

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        start = fields["side"] in ("left", "top")
        if set(fields) != {"side", "index", self.field}:
            return None
        value = str(fields[self.field])
        return [_line_code(fields), *((value, "") if start else ("", value))]


class _Extremes:
    """Cells below (above) their neighbours, save those of the same kind; only written."""

    def __init__(self, *, highest: bool) -> None:
        self.highest = highest

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        raise FormatError("it is not read as this rule")

    def write(self, fields: RuleFields, geometry: Geometry) -> Any:
        marked = {_place(cell) for cell in fields["cells"]}
        found = []
        for row, column in sorted(marked):
            for near in (
                (row - 1, column),
                (row, column - 1),
                (row, column + 1),
                (row + 1, column),
            ):
                inside = 1 <= near[0] <= geometry.rows and 1 <= near[1] <= geometry.columns
                if inside and near not in marked:
                    pair = [_code(row, column), _code(*near)]
                    found.append(pair if self.highest else pair[::-1])
        return found


_FLAG, _LIST, _OUTSIDE = _Flag(), _Cells(), _Outside()

KEYS = (
    Key("Diagonal", "diagonal-anti", _Kind("1")),
    Key("Diagonal", "diagonal-main", _Kind("-1")),
    Key("Indexing", "row-indexer", _Kind("R")),
    Key("Indexing", "column-indexer", _Kind("C")),
    Key("AntiKnight", "anti-knight", _FLAG),
    Key("AntiKing", "anti-king", _FLAG),
    Key("AntiConsecutive", "non-consecutive", _FLAG),
    Key("Windoku", "windoku", _FLAG),
    Key("DisjointSets", "disjoint-groups", _FLAG),
    Key("GlobalEntropy", "global-entropy", _FLAG),
    Key("GlobalMod", "global-mod", _FLAG),
    Key("AntiTaxicab", "anti-taxicab", _FLAG),
    Key("DutchFlatmates", "dutch-flatmates", _FLAG),
    Key("Doppelganger", "doppelganger", _FLAG),
    Key("ChaosConstruction", "chaos-construction", _FLAG),
    Key("RegionSameValues", "region-same-values", _FLAG),
    Key("Cage", "killer-cage", _Cage("sum", zero=True)),
    Key("AllDifferent", "extra-region", _LIST),
    Key("Sum", "sum", _Sum()),
    Key("EqualSum", "equal-sum", _EqualSum()),
    Key("Arrow", "arrow", _Arrow()),
    Key("PillArrow", "pill-arrow", _Pill()),
    Key("DoubleArrow", "double-arrow", _LIST),
    Key("Thermo", "thermo", _LIST),
    Key("Pair", "slow-thermo", _Table(lambda a, b, f: a <= b, "slow thermo")),
    Key("Whisper", "whisper", _Whisper("diff", 5, optional=True)),
    Key("Renban", "renban", _LIST),
    Key("Palindrome", "palindrome", _LIST),
    Key("Zipper", "zipper", _LIST),
    Key("Between", "between", _LIST),
    Key("Lockout", "lockout", _Lockout("diff", 4, optional=True)),
    Key("RegionSumLine", "region-sum", _LIST),
    Key("SumLine", "sum-line", _SumLine("sum", 10, optional=True)),
    Key("Entropic", "entropic-line", _LIST),
    Key("Modular", "modular-line", _Modular("mod", 5, optional=True)),
    Key("PairX", "nabner", _Table(lambda a, b, f: abs(a - b) > 1, "nabner")),
    Key("WhiteDot", "white-dot", _Pairs("diff", 1)),
    Key(
        "Pair",
        "white-dot",
        _Table(lambda a, b, f: abs(a - b) == f.get("diff", 1), "difference"),
    ),
    Key("BlackDot", "black-dot", _Pairs("ratio", 2)),
    Key(
        "Pair",
        "black-dot",
        _Table(lambda a, b, f: f.get("ratio", 2) in (a and b / a, b and a / b), "ratio"),
    ),
    Key("X", "xv", _Pairs("total", 10)),
    Key("V", "xv", _Pairs("total", 5)),
    Key("Pair", "xv", _Table(lambda a, b, f: a + b == f["total"], "sum")),
    Key("GreaterThan", "less-than", _Pairs(None, 0, falling=True)),
    Key("Pair", "less-than", _Table(lambda a, b, f: a < b, "less than")),
    Key("GreaterThan", "minimum", _Extremes(highest=False)),
    Key("GreaterThan", "maximum", _Extremes(highest=True)),
    Key("Quad", "quadruple", _Quad()),
    Key("SameValues", "same-values", _SameValues()),
    Key("SameValues", "clone", _Clone()),
    Key("ContainAtLeast", "contain", _Digits()),
    Key("ContainExact", "contain-exact", _Digits()),
    Key("CountingCircles", "counting-circles", _LIST),
    Key("LookAndSay", "look-and-say", _Text()),
    Key("RellikCage", "rellik", _Cells("sum")),
    Key("EqualityCage", "equality-cage", _LIST),
    Key("Lunchbox", "lunchbox", _Cells("sum")),
    Key("CountDistinct", "count-distinct", _Control()),
    Key("ValueIndexing", "value-indexing", _LIST),
    Key("LittleKiller", "little-killer", _LittleKiller()),
    Key("Sandwich", "sandwich", _Sandwich()),
    Key("XSum", "x-sum", _Outside("sum")),
    Key("Skyscraper", "skyscraper", _OUTSIDE),
    Key("HiddenSkyscraper", "hidden-skyscraper", _OUTSIDE),
    Key("NumberedRoom", "numbered-room", _OUTSIDE),
    Key("FullRank", "full-rank", _Outside()),
    Key("Pair", "pair-table", _PairTable()),
    Key("PairX", "all-pairs", _PairTable()),
    Key("Regex", "regex", _Regex()),
    Key("NFA", "automaton", _Nfa()),
    Key("ChaosArrow", "chaos-arrow", _ChaosArrow()),
    Key("ChaosCount", "chaos-count", _ChaosCount()),
    Key("ConnectedValues", "connected", _Connected()),
)

_READ = {
    key.name: key for key in KEYS if not isinstance(key.codec, _Table | _Extremes | _Clone | _Kind)
}
_OLD_TABLES = {"Binary": _READ["Pair"], "BinaryX": _READ["PairX"]}
"""Tables of older links, which have ``-`` and ``_`` exchanged."""
_DIAGONALS = {"1": "diagonal-anti", "-1": "diagonal-main"}
_BY_RULE = by_rule(KEYS)
_OPEN = ("Or", "And", "Replicate")
_STRICT: dict[str, list[tuple[str, RuleFields]]] = {
    "StrictKropki": [("negative-difference", {}), ("negative-ratio", {"ratios": [2]})],
    "StrictXV": [("negative-xv", {})],
}
_INDEXED = {"R": "row-indexer", "C": "column-indexer"}
_OPPOSITE = {"left": "right", "top": "bottom"}


# --- reading -----------------------------------------------------------------------------------


def detect(text: str) -> int:
    """Sure where the first line of data begins with an item."""
    for _, line in numbered(text):
        bare = line.strip()
        if bare and bare[0] != "#":
            return 100 if _START.match(bare) and ("~" in text or bare.strip(".") in _READ) else 0
    return 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text: a string on any number of lines, or a link."""
    check_text(text)
    lines = [line for _, line in numbered(text) if not line.lstrip().startswith("#")]
    body = "".join("".join(lines).split())
    if not body.startswith("."):
        return links.parse(text, options, "iss")
    return read_body(body, options)


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """A string or a link a line."""
    return links.entries(lines, options, "iss")


def read_body(body: str, options: ReadOptions) -> Document:
    """The puzzle of a string."""
    if "." not in body or "%2E" in body[:20].upper():
        raise FormatError(f"{_TITLE} begins with a point: .Thermo~R1C1~R1C2", text=body[:80])
    clues = Clues(options)
    board, found = _board(_items(body))
    geometry = geometry_of(board.geometry(), options)
    groups, found = _groups_outside(found, geometry, clues)
    wide = _wider(geometry, groups)
    found = _spread(found, wide)

    for place, cells in board.extra_regions(geometry):
        clues.add(place, "Jigsaw", "extra-region", {"cells": cells})
    domains: dict[int, frozenset[int]] = {}
    for item in found:
        if item.name == "":
            _givens(item, wide, domains)
        else:
            _read_item(item, clues, wide)
    for cell in sorted(cell for cell in domains if cell >= geometry.cell_count):
        clues.add("a given", "", "regex", _restricted(wide.name(cell), domains.pop(cell)))
    givens = tuple(_only_digit(domains.get(cell)) for cell in range(geometry.cell_count))
    marks = {cell: digits for cell, digits in domains.items() if len(digits) != 1}
    restricted = tuple(marks.get(c) for c in range(geometry.cell_count)) if marks else None
    rules = clues.rules(geometry) if not groups else _nested(clues, geometry, wide, groups)
    return Document(Puzzle(geometry, givens, restricted, rules), extras=clues.extras())


Group = tuple[str, int, int, str]
"""Cells outside of the grid: their name, how many, how many a row, and how the group is written
for the rule ``variables``; nothing for the regions of the rule ``chaos-construction``."""


def _groups_outside(
    items: Sequence[IssItem], geometry: Geometry, clues: Clues
) -> tuple[list[Group], list[IssItem]]:
    """The groups of cells outside of the grid, and the items without those that make them.

    What stands for the missing digits of the rule ``doppelganger`` is such cells, only where some
    item names them.
    """
    found: list[Group] = []
    rest = []
    chaos = False
    for item in items:
        if item.name == "Var":
            if not clues.ignores("Var", "variables"):
                found.append(_group(item, geometry))
        elif item.name == "ChaosConstruction":
            chaos = chaos or not clues.ignores(item.name, "chaos-construction")
        else:
            rest.append(item)
    names = {item.name for item in rest}
    if "Doppelganger" in names and _mentions(rest, "DG"):
        kinds: dict[str, list[tuple[int, ...]]] = {"DGC": [], "DGR": [], "DGB": []}
        # Named by what a clue beside the board stands at: DGC1 is what row 1 lacks.
        letters = {"row": "DGC", "column": "DGR"}
        for house in geometry.houses:
            kinds[letters.get(house.kind, "DGB")].append(house.cells)
        for name, houses in kinds.items():
            found.append((name, len(houses), len(houses), f"{name}*{len(houses)}"))
            for number, cells in enumerate(houses, 1):
                lacking = [geometry.name(cell) for cell in cells] + [f"{name}{number}"]
                clues.add("Doppelganger", name, "extra-region", {"cells": lacking})
    if chaos:
        found.append(("CC", geometry.cell_count, geometry.columns, ""))
    return found, rest


def _group(item: IssItem, geometry: Geometry) -> Group:
    letter, size = (item.arguments[0], item.arguments[-1]) if item.arguments else ("", "")
    sides = _SIDES.fullmatch(size)
    name = f"V{letter}"
    if not re.fullmatch("[A-Z]", letter) or not (sides or _RUN.fullmatch(size)):
        raise FormatError(f"{item.place}: cells outside of the grid are written .Var~A~label~8")
    if sides is not None:
        rows, columns = int(sides[1]), int(sides[2])
        return name, rows * columns, columns, f"{name}*{rows}x{columns}"
    count = integer(size, "the number of its cells")
    # The site lays them out in rows as long as the board's.
    return name, count, min(count, geometry.columns), f"{name}*{count}"


def _mentions(items: Iterable[IssItem], start: str) -> bool:
    return any(
        any(argument.startswith(start) for argument in item.arguments)
        or _mentions(item.inside, start)
        for item in items
    )


def _wider(geometry: Geometry, groups: Iterable[Group]) -> Geometry:
    try:
        return geometry.with_extra(*((name, count, width) for name, count, width, _ in groups))
    except ValueError as error:
        raise FormatError(str(error)) from None


def _spread(items: Iterable[IssItem], geometry: Geometry, *, top: bool = True) -> list[IssItem]:
    """The items with what .Replicate holds written out; at the top .And is its items."""
    found: list[IssItem] = []
    for item in items:
        inside = _spread(item.inside, geometry, top=top and item.name != "Or")
        if item.name == "Replicate":
            inside = _copies(item, inside, geometry)
        if item.name in ("And", "Replicate"):
            found += inside if top else [replace(item, name="And", inside=inside)]
        else:
            found.append(replace(item, inside=inside))
    return found


def _copies(item: IssItem, inside: list[IssItem], geometry: Geometry) -> list[IssItem]:
    """What is inside of a .Replicate, at every place that its mask names."""
    mask, origin = [*item.arguments, "", ""][:2]
    (start,) = _cells_of(item.place, [origin or "R1C1"], geometry)
    ends = [geometry.grid_count]
    for _, count, _ in geometry.extra:
        ends.append(ends[-1] + count)
    end = next(end for end in ends if start < end)
    row, column = geometry.row_column(start)
    try:
        bits = _unpack(mask, 6 * len(mask))
    except FormatError as error:
        raise FormatError(f"{item.place}: {error.reason}", text=error.text) from None
    found = []
    for number, bit in enumerate(bits):
        if not bit:
            continue
        if start + number >= end:
            raise FormatError(f"{item.place}: it names places behind the last cell")
        down, right = geometry.row_column(start + number)
        found += [_moved(child, down - row, right - column, geometry) for child in inside]
    return found


def _moved(item: IssItem, down: int, right: int, geometry: Geometry) -> IssItem:
    """An item with its cells that many rows and columns further."""

    def moved(argument: str) -> str:
        code, *digits = argument.split("_")
        if not _CELL.fullmatch(code) and not (_OUTER.fullmatch(code) and geometry.extra):
            return argument
        try:
            row, column = geometry.row_column(geometry.cell(_name(code)))
        except ValueError:
            return argument
        to = geometry.at(row + down, column + right)
        if to is None:
            raise FormatError(f"{item.place}: a copy of {code} lies outside of its grid")
        return "_".join([*_codes([geometry.name(to)]), *digits])

    inside = [_moved(child, down, right, geometry) for child in item.inside]
    return replace(item, arguments=[moved(a) for a in item.arguments], inside=inside)


def _restricted(name: str, digits: Iterable[int]) -> RuleFields:
    """What allows a cell outside of the grid, or in a branch of an Or, only some digits."""
    symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return {"cells": [name], "pattern": f"[{''.join(symbols[d] for d in sorted(digits))}]"}


def _of_regions(rule: Constraint) -> bool:
    """Whether a rule, or one inside of it, is about regions that are to be found."""
    inside = rule.arguments().get("rules", ())
    return rule.name in ("chaos-arrow", "chaos-count") or any(map(_of_regions, inside))


def _names_cells(rule: Constraint) -> bool:
    kinds = ("cell", "cells", "line", "sets", "lines", "rules")
    return any(parameter.kind in kinds for parameter in rule.parameters)


def _nested(
    clues: Clues, geometry: Geometry, wide: Geometry, groups: Sequence[Group]
) -> tuple[Constraint, ...]:
    """The rules of all clues, those that need cells outside of the grid inside of what has them."""
    constraints = import_module("satdoku.constraints")
    every = clues.rules(wide)
    chaos = groups[-1][0] == "CC"
    regions = wide.cell_count - (geometry.cell_count if chaos else 0)
    plain: list[Constraint] = []
    outside: list[Constraint] = []
    labelled: list[Constraint] = []
    for rule in every:
        cells = rule.scope(wide) if _names_cells(rule) else ()
        if chaos and (_of_regions(rule) or any(cell >= regions for cell in cells)):
            labelled.append(rule)
        elif any(cell >= geometry.cell_count for cell in cells):
            outside.append(rule)
        else:
            plain.append(rule)
    if chaos:
        whole = constraints.ChaosConstruction(tuple(labelled))
        (outside if len(groups) > 1 else plain).append(whole)
    if outside:
        names = " ".join(written for _, _, _, written in groups if written)
        plain.append(constraints.VariablesRule(names, tuple(outside)))
    for rule in plain:
        if reason := rule.unfit(geometry):
            raise FormatError(reason, text=rule.name)
    return tuple(plain)


def _only_digit(digits: frozenset[int] | None) -> int | None:
    return next(iter(digits)) if digits is not None and len(digits) == 1 else None


@dataclass(slots=True)
class IssItem:
    """An item: its place for messages, its type, its arguments, and the items inside of it."""

    place: str
    name: str
    arguments: Arguments
    inside: list[IssItem] = field(default_factory=list)


def _items(body: str) -> list[IssItem]:
    """The items, each with those inside of it."""
    first, _, rest = body.partition(".")
    if first:
        raise FormatError(f"the text {shown(first)} stands before the first point", text=first[:80])
    top: list[IssItem] = []
    levels = [top]
    for number, part in enumerate(rest.split("."), 1):
        name, *arguments = part.split("~")
        item = IssItem(f"item {number} (.{name[:20] or '~'})", name, arguments)
        if name == "End":
            if len(levels) == 1:
                raise FormatError(f"{item.place} ends nothing")
            levels.pop()
        elif part:
            levels[-1].append(item)
            if name in _OPEN:
                if len(levels) > _DEEPEST:
                    raise FormatError(f"{item.place} is inside of more than {_DEEPEST} others")
                levels.append(item.inside)
    if len(levels) > 1:
        raise FormatError(f"{len(levels) - 1} .End are missing: the string was cut")
    return top


@dataclass(slots=True)
class _IssBoard:
    rows: int = 9
    columns: int = 9
    digits: tuple[int, ...] = tuple(range(1, 10))
    raw: bool = False
    boxes: bool = True
    layout: str | None = None
    region_size: int | None = None

    def geometry(self) -> Geometry:
        """:raises FormatError: where there is no such board."""
        labels = None if self.layout is None or self.boxes else self._labels()
        # With more digits than the longer side there are boxes only where their size is stated.
        size, box = self.region_size, None
        if self.boxes and (size or len(self.digits) <= max(self.rows, self.columns)):
            box = box_shape(size or len(self.digits), self.rows, self.columns)
        try:
            return Geometry.rectangle(
                self.rows,
                self.columns,
                digits=self.digits,
                box=box,
                regions=labels,
                region_size=None if box is None and (labels is None or None in labels) else size,
                raw=self.raw,
                partial=labels is not None and None in labels,
            )
        except ValueError as error:
            raise FormatError(str(error)) from None

    def _labels(self) -> list[int | None]:
        assert self.layout is not None
        if len(self.layout) != self.rows * self.columns:
            raise FormatError(
                f"the layout of .Jigsaw labels {len(self.layout)} cells, but the board has "
                f"{self.rows * self.columns}"
            )
        wanted = self.region_size or len(self.digits)
        counts = {label: self.layout.count(label) for label in set(self.layout)}
        odd = [label for label, count in counts.items() if count != wanted]
        if len(odd) > 1:
            raise FormatError(
                f".Jigsaw: region {odd[0]} has {counts[odd[0]]} cells, but a region has {wanted}"
            )
        # What is left over makes no region.
        return [None if label in odd else ord(label) for label in self.layout]

    def extra_regions(self, geometry: Geometry) -> Iterator[tuple[str, list[str]]]:
        """The regions that stand beside boxes."""
        if self.layout is None or not self.boxes:
            return
        labels = self._labels()
        for label in dict.fromkeys(x for x in labels if x is not None):
            cells = [geometry.name(c) for c, other in enumerate(labels) if other == label]
            yield f".Jigsaw, region {chr(label)}", cells


def _board(items: Iterable[IssItem]) -> tuple[_IssBoard, list[IssItem]]:
    board = _IssBoard()
    found: list[IssItem] = []
    for item in items:
        if item.name == "Shape":
            _shape(item.place, item.arguments, board)
        elif item.name == "NoBoxes":
            board.boxes = False
        elif item.name == "Jigsaw":
            board.layout = item.arguments[0] if item.arguments else ""
        elif item.name == "RegionSize":
            try:
                board.region_size = integer(next(iter(item.arguments), None), "a size")
            except FormatError as error:
                raise FormatError(f"{item.place}: {error.reason}", text=error.text) from None
        else:
            found.append(item)
    if board.region_size is None and any(item.name == "Doppelganger" for item in found):
        board.region_size = len(board.digits) - 1  # the rule's boxes lack one digit
    return board, found


def _shape(place: str, arguments: Arguments, board: _IssBoard) -> None:
    size, digits, *more = [*arguments, "", ""][: max(2, len(arguments))]
    sides = _SIDES.fullmatch(size)
    if sides is None:
        raise FormatError(f"{place}: a shape is written 9x9, not {shown(size)}", text=size[:80])
    board.rows, board.columns = int(sides[1]), int(sides[2])
    if not (1 <= board.rows <= 16 and 1 <= board.columns <= 16):
        raise FormatError(f"{place}: a board has 1 to 16 rows and columns, not {size}")
    run = _RUN.fullmatch(digits or str(max(board.rows, board.columns)))
    if run is None or more not in ([], [""], ["Raw"]):
        raise FormatError(
            f"{place}: after the size come the digits, as in 0-8, and perhaps Raw, not "
            f"{shown('~'.join(arguments[1:]))}"
        )
    first, last = (1, int(run[1])) if run[2] is None else (int(run[1]), int(run[2]))
    board.digits = tuple(range(first, last + 1))
    board.raw = more == ["Raw"]
    board.boxes = board.boxes and not board.raw  # a raw board has no houses at all


def _givens(item: IssItem, geometry: Geometry, domains: dict[int, frozenset[int]]) -> None:
    place = item.place
    for argument in item.arguments:
        name, *digits = argument.split("_")
        (cell,) = _cells_of(place, [name], geometry)
        try:
            here = frozenset(integer(digit, "a digit") for digit in digits)
        except FormatError as error:
            raise FormatError(f"{place}: {error.reason}", text=argument) from None
        if not here:
            raise FormatError(f"{place}: {shown(argument)} names no digit", text=argument)
        domains[cell] = domains[cell] & here if cell in domains else here


def _cells_of(place: str, codes: Sequence[str], geometry: Geometry) -> list[int]:
    try:
        return [geometry.cell(name) for name in _names(codes)]
    except (FormatError, ValueError) as error:
        reason = error.reason if isinstance(error, FormatError) else str(error)
        raise FormatError(f"{place}: {reason}") from None


def _read_item(item: IssItem, clues: Clues, geometry: Geometry) -> None:
    place, name, arguments = item.place, item.name, item.arguments
    if name == "Diagonal":
        rule = _DIAGONALS.get(arguments[0] if arguments else "")
        if rule is None:
            raise FormatError(f"{place}: a diagonal is 1 or -1, not {shown(arguments[:1])}")
        clues.add(place, name, rule)
    elif name == "Cage" and len({*arguments[1:]}) < len(arguments) - 1:
        # Each mention counts in the sum; the cells that are named differ.
        for fields in _Cage("sum", zero=True).read(arguments, geometry):
            cells = list(dict.fromkeys(fields["cells"]))
            clues.add(place, name, "extra-region", {"cells": cells})
            if "sum" in fields:
                weights = [fields["cells"].count(cell) for cell in cells]
                total = {"total": fields["sum"], "coefficients": weights}
                clues.add(place, name, "sum", {"cells": cells, **total})
    elif name in _OLD_TABLES:
        table = [part.translate(_EXCHANGED) for part in arguments[:1]]
        clues.read(_OLD_TABLES[name], table + arguments[1:], place, geometry)
    elif name in _READ:
        clues.read(_READ[name], arguments, place, geometry)
    elif name == "Indexing":
        rule = _INDEXED.get(arguments[0] if arguments else "")
        if rule is None:
            raise FormatError(f"{place}: what is indexed is R or C, not {shown(arguments[:1])}")
        clues.read(Key(name, rule, _LIST), arguments[1:], place, geometry)
    elif name == "FullRankTies":
        if arguments[:1] != ["only-unclued"]:
            clues.all_of("full-rank", {"ties": arguments[0] if arguments else ""})
    elif name in _STRICT:
        for rule, more in _STRICT[name]:
            clues.add(place, name, rule, dict(more))
    elif name == "Or":
        if not clues.ignores(name):
            branches = [_branch([child], clues, geometry) for child in item.inside]
            # A branch that says nothing holds always.
            if all(branches):
                clues.add(place, name, "or", {"rules": [_one(branch) for branch in branches]})
    elif not clues.ignores(name):
        raise FormatError(
            f"{place}: satdoku knows no item of the type {shown(name)}; --ignore {name[:40]} reads "
            "the puzzle without it",
            text=name[:80],
        )


def _branch(items: Iterable[IssItem], clues: Clues, geometry: Geometry) -> list[RuleFields]:
    """The rules that some items inside of an Or are."""
    found: list[RuleFields] = []
    for item in items:
        if item.name == "And":
            found += _branch(item.inside, clues, geometry)
        elif item.name == "":
            domains: dict[int, frozenset[int]] = {}
            _givens(item, geometry, domains)
            for cell, digits in domains.items():
                found.append({"rule": "regex", **_restricted(geometry.name(cell), digits)})
        else:
            inner = clues.inside()
            _read_item(item, inner, geometry)
            found += [data for _, _, data in inner.data()]
    return found


def _one(rules: list[RuleFields]) -> RuleFields:
    return rules[0] if len(rules) == 1 else {"rule": "and", "rules": rules}


def _inwards(row: int, column: int, geometry: Geometry) -> str | None:
    """The direction of the diagonal that a border cell names."""
    last_row, last_column = geometry.rows, geometry.columns
    if column == 1 and row < last_row:
        return "down-right"
    if row == 1 and column > 1:
        return "down-left"
    if column == last_column and 1 < row < last_row:
        return "up-left"
    if row == last_row and 1 < column < last_column:
        return "up-right"
    return None


def _direction(down: int, right: int) -> str:
    return f"{'down' if down > 0 else 'up'}-{'right' if right > 0 else 'left'}"


def _far(row: int, column: int, down: int, right: int, geometry: Geometry) -> tuple[int, int]:
    """The last cell of a diagonal."""
    while 1 <= row + down <= geometry.rows and 1 <= column + right <= geometry.columns:
        row, column = row + down, column + right
    return row, column


def _line(code: str) -> tuple[str, int]:
    """The side at which a line starts, and its number."""
    if len(code) != 2 or code[0] not in "RC" or code[1] not in _LINES[1:]:
        raise FormatError(f"a line is written R1 or C1, not {shown(code)}", text=code[:80])
    return ("left" if code[0] == "R" else "top"), _LINES.index(code[1])


def _line_code(fields: Mapping[str, Any]) -> str:
    row = fields["side"] in ("left", "right")
    return f"{'R' if row else 'C'}{_LINES[fields['index']]}"


def _name(code: str) -> str:
    found = _CELL.fullmatch(code)
    if found is None:
        if _OUTER.fullmatch(code):
            return code
        raise FormatError(
            f"{shown(code)} is no cell; cells are named R1C1, and VA1 where .Var makes them",
            text=code[:80],
        )
    return f"r{_LINES.index(found[1])}c{_LINES.index(found[2])}"


def _names(codes: Iterable[str]) -> list[str]:
    return [_name(code) for code in codes]


def _at(name: str, geometry: Geometry) -> tuple[int, int]:
    """The row and column of a cell, both from 0."""
    try:
        return geometry.row_column(geometry.cell(name))
    except ValueError as error:
        raise FormatError(str(error)) from None


def _place(name: str) -> tuple[int, int]:
    row, _, column = name[1:].partition("c")
    return int(row), int(column)


def _code(row: int, column: int) -> str:
    return f"R{_LINES[row]}C{_LINES[column]}"


def _codes(names: Iterable[str]) -> list[str]:
    return [name if _OUTER.fullmatch(name) else _code(*_place(name)) for name in names]


def _split(items: Sequence[str], mark: str) -> list[list[str]]:
    """Lists of cells with a mark between them."""
    found: list[list[str]] = [[]]
    for item in items:
        if item == mark:
            found.append([])
        else:
            found[-1].append(_name(item))
    return found


def _groups(items: Sequence[str], *, mark: str | None = None) -> Iterator[list[str]]:
    """The groups of cells of a custom rule, as they are written: each after a label (``_name``) or
    an empty item. ``mark`` may stand among the cells.
    """
    found: list[list[str]] = [[]]
    for item in items:
        if item == "" or item.startswith("_"):
            found.append([])
        else:
            found[-1].append(item if item == mark else _name(item))
    return (group for group in found if group)


def _unpack_nfa(text: str, geometry: Geometry, breaks: bool) -> RuleFields:
    """The automaton of some base64 text: two bits for its form, the widths, states and moves."""
    bits = _Bits(text)
    form, width, symbols = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    digits = geometry.digits
    if form > 1:
        raise FormatError(f"an automaton of the form {form} is not known", text=text[:80])
    if symbols > len(digits) + 1:
        raise FormatError(
            f"the automaton reads {symbols} symbols, but the board has {len(digits)} digits"
        )
    starts, others = bits.take(width), bits.take(width)
    accepting = [state for state in reversed(range(starts)) if bits.take(1)]
    accepting += range(starts, starts + others)
    moves: list[list[int]] = []
    breaking: list[list[int]] = []

    def add(state: int, symbol: int, after: int) -> None:
        if symbol < len(digits):
            moves.append([state, digits[symbol], after])
        elif symbol == len(digits):
            breaking.append([state, after])

    if form:
        state = 0
        while bits.left >= symbols:
            mask = bits.take(symbols)
            for symbol in range(symbols):
                if mask >> symbol & 1:
                    add(state, symbol, bits.take(width))
            state += 1
    else:
        counted = bits.take(4)
        sign = max(1, (symbols - 1).bit_length())
        state = 0
        while bits.left >= max(counted, 1):
            for _ in range(bits.take(counted)):
                add(state, bits.take(sign), bits.take(width))
            state += 1
    found: RuleFields = {"starts": list(range(starts)), "accepting": accepting, "moves": moves}
    return found | ({"breaks": breaking} if breaks and breaking else {})


def _pack_nfa(fields: RuleFields, geometry: Geometry) -> str | None:
    """The automaton as text, in the plain form; ``None`` where it is too large for it."""
    digits = geometry.digits
    moves = [(a, digits.index(digit), b) for a, digit, b in fields["moves"]]
    moves += [(a, len(digits), b) for a, b in fields.get("breaks", ())]
    starts, accepting = fields["starts"], set(fields["accepting"])
    every = [*starts, *sorted(accepting - {*starts})]
    every = list(dict.fromkeys([*every, *sorted({s for a, _, b in moves for s in (a, b)})]))
    number = {state: place for place, state in enumerate(every)}
    leaving = {state: [(x, number[b]) for a, x, b in moves if a == state] for state in every}
    others = len(accepting - {*starts})
    symbols = len(digits) + bool(fields.get("breaks"))
    width = max(1, max(len(every) - 1, len(starts), others).bit_length())
    counted = max(1, max((len(out) for out in leaving.values()), default=0).bit_length())
    if width > 16 or symbols > 16 or counted > 15:
        return None
    sign = max(1, (symbols - 1).bit_length())
    parts = [(0, 2), (width - 1, 4), (symbols - 1, 4), (len(starts), width), (others, width)]
    parts += [(int(state in accepting), 1) for state in reversed(starts)]
    parts.append((counted, 4))
    for out in leaving.values():
        parts.append((len(out), counted))
        for symbol, after in out:
            parts += [(symbol, sign), (after, width)]
    bits = "".join(f"{value:0{size}b}" for value, size in parts)
    bits += "0" * (-len(bits) % 8)
    bits += "0" * (-len(bits) % 6)
    return "".join(_BITS[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))


class _Bits:
    """The bits of base64 text without padding, the most significant first."""

    def __init__(self, text: str) -> None:
        self.bits = ""
        for char in text:
            value = _BITS.find(char)
            if value < 0:
                raise FormatError(f"{char!r} cannot occur in an automaton", text=char)
            self.bits += f"{value:06b}"
        self.bits = self.bits[: len(self.bits) // 8 * 8]
        self.at = 0

    @property
    def left(self) -> int:
        return len(self.bits) - self.at

    def take(self, count: int) -> int:
        if self.left < count:
            raise FormatError("the automaton is cut")
        self.at += count
        return int(self.bits[self.at - count : self.at] or "0", 2)


def _pack(bits: Sequence[bool]) -> str:
    found = "".join(
        _BITS[sum(bit << i for i, bit in enumerate(bits[at : at + 6]))]
        for at in range(0, len(bits), 6)
    )
    return found.rstrip("A")


def _unpack(text: str, count: int) -> list[bool]:
    bits: list[bool] = []
    for char in text:
        value = _BITS.find(char)
        if value < 0:
            raise FormatError(f"{char!r} cannot occur in a table", text=char)
        bits += [bool(value >> i & 1) for i in range(6)]
    if any(bits[count:]):
        raise FormatError(f"the table has more than {count} entries")
    return (bits + [False] * count)[:count]


# --- writing -----------------------------------------------------------------------------------


def write(document: Document, options: WriteOptions) -> str:
    """A string, on one line."""
    puzzle = document.puzzle
    geometry = puzzle.geometry
    items = [*_board_items(geometry)]
    allowed = [puzzle.domain(cell) for cell in range(geometry.cell_count)]
    for cell, digits in enumerate(allowed):
        if not digits:
            raise Unsupported(f"{_TITLE} cannot hold {geometry.name(cell)}, which has no digit")
    strict, rest = _strict(puzzle)
    items += strict
    whole = tuple(rule for rule in rest.constraints if not _holds_rules(rule))
    for key, item in write_items(
        replace(rest, constraints=whole), _BY_RULE | _DOMAINS, _TITLE, options
    ):
        if isinstance(key.codec, _Parity):
            for cell in item:
                allowed[cell] &= key.codec.digits(geometry)
        else:
            items += _lines(key, item)
    for rule in rest.constraints:
        if _holds_rules(rule) and rule not in options.constraints:
            items += _with_rules(rule, geometry, options)
    open_cells = frozenset(geometry.digits)
    givens = [
        "_".join([_codes([geometry.name(cell)])[0], *map(str, sorted(digits))])
        for cell, digits in enumerate(allowed)
        if digits != open_cells
    ]
    if givens:
        items.append("~".join(["", *givens]))
    return "".join(f".{item}" for item in items or ["Shape~9x9"]) + "\n"


def _lines(key: Key, item: Any) -> list[str]:
    several = item if item and isinstance(item[0], list) else [item]
    return ["~".join([key.name, *arguments]) for arguments in several]


def _holds_rules(rule: Constraint) -> bool:
    return any(parameter.kind == "rules" for parameter in rule.parameters)


def _with_rules(rule: Constraint, geometry: Geometry, options: WriteOptions) -> list[str]:
    """The items of a rule with other rules inside.

    :raises Unsupported: where there is none.
    """
    values = rule.arguments()
    board = rule.board(geometry, values)
    parts = [_inner(part, board, options) for part in values["rules"]]
    inside = [item for part in parts for item in part]
    if rule.name == "or":
        branches = [part if len(part) == 1 else ["And", *part, "End"] for part in parts]
        return ["Or", *(item for branch in branches for item in branch), "End"]
    if rule.name == "variables":
        found = []
        for word in values["groups"].split():
            name, _, size = word.partition("*")
            if not re.fullmatch("V[A-Z]", name):
                raise Unsupported(
                    f"{_TITLE} cannot hold cells outside of the grid named {name}; names are VA "
                    "to VZ"
                )
            found.append(f"Var~{name[1]}~{name[1]}~{size}")
        return [*found, *inside]
    return ["ChaosConstruction", *inside] if rule.name == "chaos-construction" else inside


def _inner(rule: Constraint, board: Geometry, options: WriteOptions) -> list[str]:
    if _holds_rules(rule):
        return _with_rules(rule, board, options)
    puzzle = Puzzle.empty(board, [rule])
    return [
        line
        for key, item in write_items(puzzle, _BY_RULE, _TITLE, options)
        for line in _lines(key, item)
    ]


def _strict(puzzle: Puzzle) -> tuple[list[str], Puzzle]:
    """The items that stand for several rules of the whole board, and the puzzle without these."""
    items = []
    for name, parts in _STRICT.items():
        found, puzzle = split_rules(puzzle, parts)
        items += [name] if found else []
    return items, puzzle


@dataclass(frozen=True, slots=True)
class _Parity:
    """Odd and even cells are restrictions of single cells."""

    remainder: int

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        raise FormatError("it is not read as this rule")

    def write(self, fields: RuleFields, geometry: Geometry) -> Any:
        return [geometry.cell(name) for name in fields["cells"]]

    def digits(self, geometry: Geometry) -> frozenset[int]:
        return frozenset(d for d in geometry.digits if d % 2 == self.remainder)


_DOMAINS = {"odd": [Key("", "odd", _Parity(1))], "even": [Key("", "even", _Parity(0))]}


def _board_items(geometry: Geometry) -> Iterator[str]:
    """The items of a board.

    :raises Unsupported: where they would be read as another.
    """
    found = list(_written_board(geometry)) if geometry.places is None else []
    try:
        board, _ = _board(_items("".join(f".{item}" for item in found)))
        same = geometry.places is None and board.geometry() == geometry
    except FormatError:
        same = False
    if not same:
        raise Unsupported(f"{_TITLE} cannot hold the board {geometry.describe()}")
    yield from found


def _written_board(geometry: Geometry) -> Iterator[str]:
    rows, columns, digits = geometry.rows, geometry.columns, geometry.digits
    side = max(rows, columns)
    shape = f"{rows}x{columns}"
    if digits != tuple(range(1, side + 1)):
        shape += f"~{len(digits)}" if digits[0] == 1 else f"~{digits[0]}-{digits[-1]}"
    if geometry.is_raw:
        shape += "~Raw" if "~" in shape else "~~Raw"
    if shape != "9x9":
        yield f"Shape~{shape}"
    sizes = {len(region.cells) for region in geometry.regions}
    if len(sizes) == 1 and (sizes != {len(digits)} or len(digits) > side):
        yield f"RegionSize~{max(sizes)}"
    if geometry.box is not None and geometry.box == box_shape(min(sizes), rows, columns):
        return
    yield "NoBoxes"
    if geometry.regions:
        names = [None if region is None else _BITS[region % 64] for region in geometry.region_of]
        yield f"Jigsaw~{''.join(name or '_' for name in names)}"
