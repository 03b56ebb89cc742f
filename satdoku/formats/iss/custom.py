"""How rules of a setter's own are written: tables, automata, patterns, regions to be found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import quote, unquote

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.formats.base import shown
from satdoku.formats.clues import RuleFields, integer
from satdoku.formats.iss.cells import (
    CODES,
    OUTER,
    Arguments,
    first,
    groups,
    integers,
    name_of,
    split,
)
from satdoku.formats.iss.codecs import WrittenOnly
from satdoku.formats.iss.packed import pack_automaton, pack_table, unpack_automaton, unpack_table
from satdoku.formats.places import cell_named


def _called(label: str) -> RuleFields:
    """The author's name of a rule; it is shown and never obeyed, so what cannot be shown is left
    out of it."""
    from satdoku.constraints.custom import MAX_NAME_LENGTH  # loaded with the first rule

    name = "".join(c for c in unquote(label) if c.isprintable()).strip()[:MAX_NAME_LENGTH].strip()
    return {"called": name} if name else {}


def _label(name: str) -> str:
    return f"_{quote(name, safe='')}" if name else ""


def _table(
    allowed: Callable[[int, int], bool], name: str, fields: RuleFields, geometry: Geometry
) -> Arguments:
    digits = geometry.digits
    key = pack_table([allowed(a, b) for a in digits for b in digits])
    return [key, _label(name), *CODES.names(fields["cells"], geometry)]


@dataclass(frozen=True, slots=True)
class TableCodec(WrittenOnly):
    """A table of pairs of digits: what a rule on successive cells (or all pairs) allows.

    It is read as the rule ``pair-table`` or ``all-pairs``.
    """

    allowed: Callable[[int, int, RuleFields], bool]
    label: str

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        return _table(lambda a, b: self.allowed(a, b, fields), self.label, fields, geometry)


class PairTableCodec:
    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        from satdoku.constraints.rows import rows_of  # loaded with the first rule

        if not item:
            raise FormatError("its table is missing")
        digits = geometry.digits
        bits = unpack_table(item[0], len(digits) ** 2)
        pairs = [(a, b) for a in digits for b in digits]
        table = rows_of(pair for pair, bit in zip(pairs, bits, strict=True) if bit)
        for name, group in groups(item[1:]):
            yield {"cells": CODES.cells(group, geometry), "table": table} | _called(name)

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        if set(fields) - {"called"} != {"cells", "table"}:
            return None
        allowed = {(a, b) for a, b in fields["table"]}
        name = fields.get("called", "")
        return _table(lambda a, b: (a, b) in allowed, name, fields, geometry)


class RegexCodec:
    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        from base64 import b64decode

        packed = first(item)
        try:
            padded = packed.replace("-", "+").replace("_", "/") + "=" * (-len(packed) % 4)
            raw = b64decode(padded, validate=True)
            pattern = raw.decode("ascii")
        except ValueError:
            pattern = unquote(packed)  # as in older links
        for name, group in groups(item[1:]):
            yield {"cells": CODES.cells(group, geometry), "pattern": pattern} | _called(name)

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        from base64 import urlsafe_b64encode

        packed = urlsafe_b64encode(fields["pattern"].encode()).decode().rstrip("=")
        name = fields.get("called")
        return [packed, *([_label(name)] if name else []), *CODES.names(fields["cells"], geometry)]


class NfaCodec:
    """An automaton: its states and moves packed as bits, then groups of cells.

    ``-`` between the cells of a group is a break, which is one symbol more than the digits.
    """

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        breaks = "-" in item
        fields = unpack_automaton(first(item), geometry.digits, breaks)
        for name, group in groups(item[1:]):
            yield {
                "lines": [CODES.cells(line, geometry) for line in split(group)],
                **fields,
            } | _called(name)

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        cells: Arguments = []
        for number, line in enumerate(fields["lines"]):
            cells += ["-"] * (number > 0) + CODES.names(line, geometry)
        packed = pack_automaton(fields, geometry)
        return None if packed is None else [packed, _label(fields.get("called", "")), *cells]


class ChaosArrowCodec:
    """The cell of the digit, an offset, then the arms in cells of regions, parted by ``-``.

    Each arm begins with the start cell. Without arms they are those in the four directions.
    """

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        control = CODES.cells(item[:1], geometry)
        if control and not any(item[2:]):
            start = _of_region(item[0], geometry)
            ways = ((-1, 0), (1, 0), (0, -1), (0, 1))
            arms = [_arm(start, *way, geometry) for way in ways]
        else:
            arms = [[_of_region(code, geometry) for code in arm] for arm in split(item[2:])]
        starts = {arm[0] for arm in arms if arm}
        if not control or len(starts) != 1 or not all(arms):
            raise FormatError("it takes a cell, an offset, and arms that begin with one cell")
        fields: RuleFields = {"control": control[0], "start": starts.pop()}
        fields["lines"] = [arm[1:] for arm in arms if len(arm) > 1]
        yield fields | _offset(item[1:2])

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        start = _region_code(fields["start"])
        arguments = [
            CODES.name(fields["control"], geometry),
            "1" if fields.get("without_start") else "",
        ]
        for number, line in enumerate(fields["lines"]):
            arguments += ["-"] * (number > 0) + [start]
            arguments += map(_region_code, line)
        return arguments


class ChaosCountCodec:
    """The cell of the digit, then perhaps an offset and cells of regions."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        control = CODES.cells(item[:1], geometry)
        if not control:
            raise FormatError("it takes a cell")
        cells = [_of_region(code, geometry) for code in item[2:]]
        if not cells:
            start = _of_region(item[0], geometry)
            ways = ((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1))
            cells = [start, *(cell for way in ways for cell in _arm(start, *way, geometry)[1:2])]
        fields: RuleFields = {"control": control[0], "start": cells[0], "cells": cells[1:]}
        yield fields | _offset(item[1:2])

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        offset = "1" if fields.get("without_start") else ""
        cells = map(_region_code, [fields["start"], *fields["cells"]])
        return [CODES.name(fields["control"], geometry), offset, *cells]


class ConnectedCodec:
    """The name of a group of cells (none: the grid), digits, and perhaps how many cells."""

    def read(self, item: Arguments, geometry: Geometry) -> Iterator[RuleFields]:
        name, digits, size, *_ = [*item, "", "", ""]
        cells = [c for c in range(geometry.cell_count) if _group_of(c, geometry) == name]
        if not cells:
            raise FormatError("{name} names no cells", name=shown(name))
        fields: RuleFields = {"digits": integers(digits, "a digit")}
        if name:
            fields["cells"] = cells
        yield fields | ({"size": integer(size, "its size")} if size else {})

    def write(self, fields: RuleFields, geometry: Geometry) -> Arguments | None:
        cells = fields.get("cells", range(geometry.grid_count))
        name = _group_of(cells[0], geometry)
        if [*cells] != [c for c in range(geometry.cell_count) if _group_of(c, geometry) == name]:
            return None
        size = [str(fields["size"])] if "size" in fields else []
        return [name, "_".join(map(str, fields["digits"])), *size]


def _group_of(cell: int, geometry: Geometry) -> str:
    return "" if cell < geometry.grid_count else geometry.name(cell).rstrip("0123456789")


def _arm(start: int, down: int, right: int, geometry: Geometry) -> list[int]:
    """The cells from one to the border of the grid, one direction on."""
    cells = [start]
    while (down or right) and (cell := geometry.beside(cells[-1], down, right)) is not None:
        cells.append(cell)
    return cells


def _offset(item: Arguments) -> RuleFields:
    offset = integer(first(item) or "0", "its offset")
    if offset not in (0, 1):
        raise FormatError("its offset is 0 or 1, not {offset}", offset=offset)
    return {"without_start": True} if offset else {}


def _of_region(code: str, geometry: Geometry) -> int:
    """The cell of the grid whose region this names."""
    name = name_of(code)
    if not OUTER.fullmatch(name):
        return cell_named(name, geometry)
    if name.startswith("CC") and name[2:] and 0 < int(name[2:]) <= geometry.grid_count:
        return int(name[2:]) - 1
    raise FormatError("{name} names no region of a cell of the grid", name=shown(name))


def _region_code(cell: int) -> str:
    return f"CC{cell + 1}"
