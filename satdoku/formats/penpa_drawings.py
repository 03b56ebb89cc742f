"""The drawings of a link of Penpa+: its layers as drawings of a document, and back.

Points of the site are numbered: the middles of cells, then the vertices at their lower right, the
edges below and to the right of them, and four places in the corners of each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from satdoku.puzzle.cosmetic import Cosmetic, Spot

_SURFACES = {
    1: "#cfcfcf", 2: "#67d067", 3: "#cfcfcf", 4: "#000000", 5: "#9fd6f5", 6: "#ffb3b3",
    7: "#fff39a", 8: "#dddddd", 9: "#e6b3e6", 10: "#ffcf8a", 11: "#c8a27c", 12: "#a9a9a9",
}  # fmt: skip
_LINES = {
    1: "#333333", 2: "#000000", 3: "#3fa535", 5: "#a1a1a1", 8: "#d03030", 9: "#3f6fd0",
    10: "#777777", 11: "#777777", 12: "#777777", 13: "#777777", 20: "#000000", 21: "#000000",
    30: "#000000", 80: "#a1a1a1",
}  # fmt: skip
_SIZES = {"SS": 0.3, "S": 0.4, "SM": 0.5, "M": 0.6, "L": 0.75, "LL": 1.0}
_FILLS = {1: "#ffffff", 2: "#000000", 3: "#cfcfcf", 4: "#a1a1a1", 8: "#ffffff"}
_OUTLINED = (1, 6, 7, 8)
_ROUND = {"circle": True, "square": False}
_SYMBOL = re.compile("(circle|square)_(SS|S|SM|M|L|LL)")
_GREY = "#cfcfcf"
_INKS = {5: "#3f6fd0", 8: "#d03030", 9: "#3fa535"}
_SMALL = 0.28
_INSET = 0.2
_DIRECTIONS = ((0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1))


def read_layer(
    layer: dict[str, Any],
    width: int,
    count: int,
    first: int,
    plain: Callable[[str, Any], bool],
    leave: Callable[[str], None],
) -> Iterator[Cosmetic]:
    """The drawings of a layer, as far as they are known.

    :param plain: whether a number is a digit of the puzzle, and no drawing.
    :param leave: takes the name of what cannot be drawn.
    """
    row, column = divmod(first, width)

    def spot(point: Any) -> Spot | None:
        if isinstance(point, str) and point.isdecimal() and len(point) < 10:
            point = int(point)
        if type(point) is not int or not 0 <= point < 8 * count:
            return None
        corner = 0
        if point >= 4 * count:
            point, corner = divmod(point - 4 * count, 4)
            down, right = (_INSET + (1 - 2 * _INSET) * (corner >> n & 1) for n in (1, 0))
        else:
            kind, point = divmod(point, count)
            down, right = ((0.5, 0.5), (1.0, 1.0), (1.0, 0.5), (0.5, 1.0))[kind]
        y, x = divmod(point, width)
        return round(y - row + down, 4), round(x - column + right, 4)

    def spots(points: Any) -> tuple[Spot, ...]:
        found = [spot(point) for point in points] if isinstance(points, list) else []
        return tuple(one for one in found if one is not None) if None not in found else ()

    def items(name: str) -> Iterable[tuple[str, Any]]:
        found = layer.get(name)
        return found.items() if isinstance(found, dict) else ()

    def lists(name: str) -> Iterator[tuple[Spot, ...]]:
        found = layer.get(name)
        for points in found if isinstance(found, list) else ():
            if isinstance(points, list) and points:
                if at := spots(points):
                    yield at
                else:
                    leave(f"{name} that cannot be drawn")

    for key, style in items("surface"):
        if (at := spot(key)) is not None:
            fill = _SURFACES.get(style, _GREY) if isinstance(style, int) else _GREY
            yield Cosmetic("mark", (at,), fill=fill, size=(1.0, 1.0))
    for name, bulb in (("thermo", True), ("nobulbthermo", False)):
        for line in lists(name):
            if bulb:
                yield _symbol(line[0], "circle", "L", 3, over=False)
            yield Cosmetic("line", line, stroke=_GREY, width=0.3)
    for name, bulb in (("arrows", True), ("direction", False)):
        for line in lists(name):
            if len(line) < 2:
                continue
            yield Cosmetic("line", line, stroke="#a1a1a1", width=0.05, head=0.2)
            if bulb:
                yield _symbol(line[0], "circle", "L", 8, over=True)
    for cells in lists("killercages"):
        yield Cosmetic("cage", cells, True)
    for name in ("squareframe", "polygon"):
        for line in lists(name):
            yield Cosmetic("line", line, stroke="#333333", width=0.05)
    cages = layer.get("killercages")
    for name in ("line", "lineE", "freeline", "freelineE", "wall", "cage"):
        if name == "cage" and cages:
            continue  # the outlines of these
        for key, style in items(name):
            ends = spots(key.split(","))
            if name == "lineE" and style in (2, 21):
                continue  # the border of a region
            if len(ends) == 2:
                stroke = _LINES.get(style, "#333333") if isinstance(style, int) else "#333333"
                width_ = 0.12 if style in (3, 5, 8, 9) else 0.04
                yield Cosmetic("line", ends, name != "line", stroke, width=width_)
            else:
                leave(f"{name} that cannot be drawn")
    for key, item in items("symbol"):
        at = spot(key)
        style, kind = item[:2] if isinstance(item, list) and len(item) > 1 else (None, None)
        found = _SYMBOL.fullmatch(kind) if isinstance(kind, str) else None
        if at is not None and found is not None and isinstance(style, int):
            over = item[2:3] == [2] and style not in (3, 4)
            yield _symbol(at, found[1], found[2], style, over=over)
        elif at is not None and kind == "arrow_Short" and type(style) is int and 1 <= style <= 8:
            down, right = _DIRECTIONS[style - 1]
            ends = tuple(
                (round(at[0] + k * down, 4), round(at[1] + k * right, 4)) for k in (-0.3, 0.3)
            )
            yield Cosmetic("line", ends, True, "#000000", width=0.05, head=0.25)
        else:
            leave(f"symbol {kind if isinstance(kind, str) else ''}"[:40].strip())
    for name in ("number", "numberS"):
        for key, item in items(name):
            if name == "number" and plain(key, item):
                continue
            at, text = spot(key), item[0] if isinstance(item, list) and item else None
            if at is None or not isinstance(text, str | int) or not str(text).strip():
                leave(f"{name} that cannot be drawn")
                continue
            style = item[1] if len(item) > 1 else 1
            small = name == "numberS" or item[2:3] in (["5"], ["6"], ["3"])
            ground = {6: "#ffffff", 7: "#000000"}.get(style, "") if name == "number" else ""
            yield Cosmetic(
                "mark",
                (at,),
                True,
                "#000000" if ground else "",
                ground,
                size=(0.3, 0.3) if ground else (0.0, 0.0),
                rounded=bool(ground),
                text=str(text).strip()[:100],
                ink="#ffffff" if style == 7 else _INKS.get(style, ""),
                font=_SMALL if small else 0.6,
            )


def _symbol(spot: Spot, kind: str, size: str, style: int, *, over: bool) -> Cosmetic:
    side = _SIZES[size]
    outline = "#000000" if style in _OUTLINED or style == 2 else ""
    fill = _FILLS.get(style, "#ffffff")
    return Cosmetic("mark", (spot,), over, outline, fill, size=(side, side), rounded=_ROUND[kind])


def layer_of(
    drawings: Iterable[Cosmetic],
    layer: dict[str, Any],
    width: int,
    count: int,
    first: int,
    size: int,
) -> None:
    """Write drawings into a layer, as far as the site has them."""
    row, column = divmod(first, width)

    def point(spot: Spot) -> int | None:
        """The point at a place; ``None`` where there is none."""
        (y, down), (x, right) = (divmod(2 * value, 2) for value in spot)
        if down not in (0, 1) or right not in (0, 1):
            return None
        # A vertex and an edge are counted with the cell before them.
        kind = {(1, 1): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}[int(down), int(right)]
        at_row, at_column = int(y) + row - (down == 0), int(x) + column - (right == 0)
        inside = 0 <= at_row < count // width and 0 <= at_column < width
        return kind * count + at_row * width + at_column if inside else None

    def corner(spot: Spot) -> int | None:
        """The place in the corner of a cell."""
        parts = [round(value % 1, 4) for value in spot]
        if not all(part in (_INSET, 1 - _INSET) for part in parts):
            return None
        cell = point((spot[0] // 1 + 0.5, spot[1] // 1 + 0.5))
        number = sum((part > _INSET) << place for part, place in zip(parts, (1, 0), strict=True))
        return None if cell is None else 4 * (count + cell) + number

    for drawing in drawings:
        if drawing.head and len(drawing.spots) == 2:
            (y, x), (y2, x2) = drawing.spots
            middle = point((round((y + y2) / 2, 4), round((x + x2) / 2, 4)))
            way = tuple((b > a) - (b < a) for a, b in ((y, y2), (x, x2)))
            if middle is not None and way in _DIRECTIONS and abs(y2 - y) + abs(x2 - x) < 1:
                style = _DIRECTIONS.index(way) + 1
                layer["symbol"][str(middle)] = [style, "arrow_Short", 2]
                continue
        if drawing.text and (small := corner(drawing.spots[0])) is not None:
            layer["numberS"][str(small)] = [f" {drawing.text}", 1]
            continue
        points = [point(spot) for spot in drawing.spots]
        if None in points or not points:
            continue
        at = points[0]
        assert at is not None
        if drawing.kind == "cage":
            layer["killercages"].append(points)
            if drawing.text:
                layer["numberS"][str(4 * (count + at))] = [f" {drawing.text}", 1]
        elif drawing.kind == "line":
            if drawing.head:
                layer["direction"].append(points)
            elif drawing.width >= 0.25 and all(p is not None and p < count for p in points):
                layer["nobulbthermo"].append(points)
            else:
                style = next((s for s, c in _LINES.items() if c == drawing.stroke), 5)
                for a, b in pairwise(points):
                    vertices = a is not None and b is not None and min(a, b) >= count
                    name = "lineE" if vertices else "line"
                    layer[name][f"{a},{b}"] = 12 if vertices and style in (2, 21) else style
        elif drawing.size == (1.0, 1.0) and drawing.fill and not drawing.text and at < count:
            style = next((s for s, c in _SURFACES.items() if c == drawing.fill), 3)
            layer["surface"][str(at)] = style
        else:
            if drawing.size[0] and (drawing.fill or drawing.stroke):
                kind = "circle" if drawing.rounded else "square"
                name = min(_SIZES, key=lambda one: abs(_SIZES[one] - drawing.size[0]))
                style = next((s for s, c in _FILLS.items() if c == drawing.fill), 3)
                style = 8 if style == 1 else style
                layer["symbol"][str(at)] = [style, f"{kind}_{name}", 2 if drawing.over else 1]
            if drawing.text:
                inside = all(0 <= value <= size for value in drawing.spots[0])
                if at < count and inside:  # in a corner: it would be a digit of the puzzle
                    layer["numberS"][str(4 * (count + at) + 1)] = [f" {drawing.text}", 1]
                else:
                    layer["number"][str(at)] = [drawing.text, 1, "6"]
