"""A string to its items, and the copies that .Replicate makes of some."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import require_depth
from satdoku.formats.base import shown
from satdoku.formats.iss.cells import CELL, CODES, OUTER, Arguments
from satdoku.formats.iss.packed import unpack_table
from satdoku.formats.texts import placed

_MAX_ITEMS = 50_000
"""Copies inside of copies multiply; no puzzle has this many items."""
_OPEN = ("Or", "And", "Replicate")


@dataclass(slots=True)
class IssItem:
    """An item: its place for messages, its type, its arguments, and the items inside of it."""

    place: str
    name: str
    arguments: Arguments
    inside: list[IssItem] = field(default_factory=list)


def items_of(body: str) -> list[IssItem]:
    """The items, each with those inside of it."""
    first, _, rest = body.partition(".")
    if first:
        raise FormatError(
            "the text {first} is before the first point", first=shown(first), text=first[:80]
        )
    top: list[IssItem] = []
    levels = [top]
    for number, part in enumerate(rest.split("."), 1):
        name, *arguments = part.split("~")
        place = worded("item {number} (.{name})", number=number, name=name[:20] or "~")
        item = IssItem(place, name, arguments)
        if name == "End":
            if len(levels) == 1:
                raise FormatError("{place} ends nothing", place=item.place)
            levels.pop()
        elif part:
            levels[-1].append(item)
            if name in _OPEN:
                require_depth(len(levels) - 1, item.place)
                levels.append(item.inside)
    if len(levels) > 1:
        raise FormatError("{count} .End are missing: the string was cut", count=len(levels) - 1)
    return top


def spread(items: Iterable[IssItem], geometry: Geometry, *, top: bool = True) -> list[IssItem]:
    """The items with what .Replicate holds written out; at the top .And is its items."""
    spread_items: list[IssItem] = []
    for item in items:
        if item.name not in _OPEN:
            spread_items.append(item)
            continue
        inside = spread(item.inside, geometry, top=top and item.name != "Or")
        if item.name == "Replicate":
            inside = _copies(item, inside, geometry)
        if item.name in ("And", "Replicate"):
            spread_items += inside if top else [replace(item, name="And", inside=inside)]
        else:
            spread_items.append(replace(item, inside=inside))
    return spread_items


def _copies(item: IssItem, inside: list[IssItem], geometry: Geometry) -> list[IssItem]:
    """The items inside of a .Replicate, at every place that its mask names."""
    mask, origin = [*item.arguments, "", ""][:2]
    with placed(item.place):
        start = CODES.cell(origin or "R1C1", geometry)
        bits = unpack_table(mask, 6 * len(mask))
    ends = [geometry.grid_count]
    for _, count, _ in geometry.extra:
        ends.append(ends[-1] + count)
    end = next(end for end in ends if start < end)
    row, column = geometry.row_column(start)
    if sum(bits) * sum(map(_count, inside)) > _MAX_ITEMS:
        raise FormatError(
            "{place}: its copies are more than {most} items", place=item.place, most=_MAX_ITEMS
        )
    copies = []
    for number, bit in enumerate(bits):
        if not bit:
            continue
        if start + number >= end:
            raise FormatError("{place}: it names places behind the last cell", place=item.place)
        down, right = geometry.row_column(start + number)
        copies += [_moved(child, down - row, right - column, geometry) for child in inside]
    return copies


def _count(item: IssItem) -> int:
    return 1 + sum(map(_count, item.inside))


def _moved(item: IssItem, down: int, right: int, geometry: Geometry) -> IssItem:
    """An item with its cells that many rows and columns further."""

    def moved(argument: str) -> str:
        code, *digits = argument.split("_")
        if not CELL.fullmatch(code) and not (OUTER.fullmatch(code) and geometry.extra):
            return argument
        try:
            cell = CODES.cell(code, geometry)
        except FormatError:
            return argument
        to = geometry.beside(cell, down, right)
        if to is None:
            raise FormatError(
                "{place}: a copy of {code} lies outside of its grid", place=item.place, code=code
            )
        return "_".join([CODES.name(to, geometry), *digits])

    inside = [_moved(child, down, right, geometry) for child in item.inside]
    return replace(item, arguments=[moved(a) for a in item.arguments], inside=inside)
