"""The drawings of a link of Penpa+: its layers as drawings of a document, and back.

Points of the site are numbered: the middles of cells, then the vertices at their lower right, the
edges below and to the right of them, and four places in the corners of each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
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
_SMALL_FONT = 0.28
_INSET = 0.2
_DIRECTIONS = ((0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1))


@dataclass(frozen=True, slots=True)
class PenpaBoard:
    """The live cells of a drawing: a square of ``size`` rows, its first cell ``first``.

    ``width`` is how many cells, live or not, a row of the drawing has, ``count`` how many it all.
    """

    width: int
    count: int
    first: int
    size: int

    def cell(self, point: int) -> int | None:
        """The cell of the board at a point, where it is the centre of one."""
        if not 0 <= point < self.count:
            return None
        row, column = divmod(point - self.first, self.width)
        inside = 0 <= row < self.size and 0 <= column < self.size
        return row * self.size + column if inside else None

    def named_cell(self, key: str) -> int | None:
        """The cell of the board at the point that a key of a layer names."""
        return self.cell(int(key)) if key.isdecimal() and len(key) < 10 else None

    def point(self, row: int, column: int) -> int:
        """The centre of a cell, which may be outside of the board."""
        return self.first + row * self.width + column

    def spot(self, point: Any) -> Spot | None:
        """The place of a point, or ``None`` where there is no such point."""
        if isinstance(point, str) and point.isdecimal() and len(point) < 10:
            point = int(point)
        if type(point) is not int or not 0 <= point < 8 * self.count:
            return None
        if point >= 4 * self.count:
            point, corner = divmod(point - 4 * self.count, 4)
            down, right = (_INSET + (1 - 2 * _INSET) * (corner >> n & 1) for n in (1, 0))
        else:
            kind, point = divmod(point, self.count)
            down, right = ((0.5, 0.5), (1.0, 1.0), (1.0, 0.5), (0.5, 1.0))[kind]
        row, column = divmod(self.first, self.width)
        y, x = divmod(point, self.width)
        return round(y - row + down, 4), round(x - column + right, 4)

    def spots(self, points: Any) -> tuple[Spot, ...]:
        """The places of a list of points; none where one of them is no point."""
        places = [self.spot(point) for point in points] if isinstance(points, list) else []
        return tuple(one for one in places if one is not None) if None not in places else ()

    def point_at(self, spot: Spot) -> int | None:
        """The middle of a cell or an edge, or the vertex, at a place; ``None`` at any other."""
        (y, down), (x, right) = (divmod(2 * value, 2) for value in spot)
        if down not in (0, 1) or right not in (0, 1):
            return None
        # A vertex and an edge are counted with the cell before them.
        kind = {(1, 1): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}[int(down), int(right)]
        row, column = divmod(self.first, self.width)
        row, column = row + int(y) - (down == 0), column + int(x) - (right == 0)
        inside = 0 <= row < self.count // self.width and 0 <= column < self.width
        return kind * self.count + row * self.width + column if inside else None

    def corner_at(self, spot: Spot) -> int | None:
        """The point in the corner of a cell at a place; ``None`` at any other."""
        parts = [round(value % 1, 4) for value in spot]
        if not all(part in (_INSET, 1 - _INSET) for part in parts):
            return None
        cell = self.point_at((spot[0] // 1 + 0.5, spot[1] // 1 + 0.5))
        number = sum((part > _INSET) << place for part, place in zip(parts, (1, 0), strict=True))
        return None if cell is None else 4 * (self.count + cell) + number


# --- reading -----------------------------------------------------------------------------------


def read_layer(
    layer: dict[str, Any],
    board: PenpaBoard,
    is_digit: Callable[[str, Any], bool],
    leave: Callable[[str], None],
) -> Iterator[Cosmetic]:
    """The drawings of a layer, as far as they are known.

    :param is_digit: whether a number is a digit of the puzzle, and no drawing.
    :param leave: takes the name of each drawing that cannot be drawn.
    """
    reader = _LayerReader(layer, board, leave)
    yield from reader.surfaces()
    yield from reader.thermometers()
    yield from reader.arrows()
    for cells in reader.lists("killercages"):
        yield Cosmetic("cage", cells, True)
    for name in ("squareframe", "polygon"):
        for line in reader.lists(name):
            yield Cosmetic("line", line, stroke="#333333", width=0.05)
    yield from reader.edges()
    yield from reader.symbols()
    yield from reader.texts(is_digit)


@dataclass(frozen=True, slots=True)
class _LayerReader:
    """The parts of a layer as drawings; those that cannot be drawn are left by their names."""

    layer: dict[str, Any]
    board: PenpaBoard
    leave: Callable[[str], None]

    def items(self, name: str) -> Iterable[tuple[str, Any]]:
        """The points that a part of the layer names, each with how it looks."""
        part = self.layer.get(name)
        return part.items() if isinstance(part, dict) else ()

    def lists(self, name: str) -> Iterator[tuple[Spot, ...]]:
        """The places of every list of points in a part of the layer."""
        part = self.layer.get(name)
        for points in part if isinstance(part, list) else ():
            if isinstance(points, list) and points:
                if spots := self.board.spots(points):
                    yield spots
                else:
                    self.leave(f"{name} that cannot be drawn")

    def surfaces(self) -> Iterator[Cosmetic]:
        """The cells that are coloured."""
        for key, style in self.items("surface"):
            if (spot := self.board.spot(key)) is not None:
                fill = _SURFACES.get(style, _GREY) if isinstance(style, int) else _GREY
                yield Cosmetic("mark", (spot,), fill=fill, size=(1.0, 1.0))

    def thermometers(self) -> Iterator[Cosmetic]:
        """The thick lines, with a bulb and without."""
        for name, bulb in (("thermo", True), ("nobulbthermo", False)):
            for line in self.lists(name):
                if bulb:
                    yield _symbol(line[0], "circle", "L", 3, over=False)
                yield Cosmetic("line", line, stroke=_GREY, width=0.3)

    def arrows(self) -> Iterator[Cosmetic]:
        """The lines with a head, with a circle and without."""
        for name, bulb in (("arrows", True), ("direction", False)):
            for line in self.lists(name):
                if len(line) < 2:
                    continue
                yield Cosmetic("line", line, stroke="#a1a1a1", width=0.05, head=0.2)
                if bulb:
                    yield _symbol(line[0], "circle", "L", 8, over=True)

    def edges(self) -> Iterator[Cosmetic]:
        """The lines between two points, except the borders of regions and of cages."""
        for name in ("line", "lineE", "freeline", "freelineE", "wall", "cage"):
            if name == "cage" and self.layer.get("killercages"):
                continue  # the outlines of these
            for key, style in self.items(name):
                ends = self.board.spots(key.split(","))
                if name == "lineE" and style in (2, 21):
                    continue  # the border of a region
                if len(ends) == 2:
                    stroke = _LINES.get(style, "#333333") if isinstance(style, int) else "#333333"
                    width = 0.12 if style in (3, 5, 8, 9) else 0.04
                    yield Cosmetic("line", ends, name != "line", stroke, width=width)
                else:
                    self.leave(f"{name} that cannot be drawn")

    def symbols(self) -> Iterator[Cosmetic]:
        """The circles and squares, and the short arrows in a cell."""
        for key, item in self.items("symbol"):
            spot = self.board.spot(key)
            style, kind = item[:2] if isinstance(item, list) and len(item) > 1 else (None, None)
            shape = _SYMBOL.fullmatch(kind) if isinstance(kind, str) else None
            if spot is not None and shape is not None and isinstance(style, int):
                over = item[2:3] == [2] and style not in (3, 4)
                yield _symbol(spot, shape[1], shape[2], style, over=over)
            elif spot and kind == "arrow_Short" and type(style) is int and 1 <= style <= 8:
                down, right = _DIRECTIONS[style - 1]
                ends = tuple(
                    (round(spot[0] + k * down, 4), round(spot[1] + k * right, 4))
                    for k in (-0.3, 0.3)
                )
                yield Cosmetic("line", ends, True, "#000000", width=0.05, head=0.25)
            else:
                self.leave(f"symbol {kind if isinstance(kind, str) else ''}"[:40].strip())

    def texts(self, is_digit: Callable[[str, Any], bool]) -> Iterator[Cosmetic]:
        """The numbers and words that are no digits of the puzzle."""
        for name in ("number", "numberS"):
            for key, item in self.items(name):
                if name == "number" and is_digit(key, item):
                    continue
                text = item[0] if isinstance(item, list) and item else None
                spot = self.board.spot(key)
                if spot is None or not isinstance(text, str | int) or not str(text).strip():
                    self.leave(f"{name} that cannot be drawn")
                else:
                    yield _text(spot, str(text).strip()[:100], item, small=name == "numberS")


def _text(spot: Spot, text: str, item: list[Any], *, small: bool) -> Cosmetic:
    """A text, on a white or black ground where its style has one."""
    style = item[1] if len(item) > 1 else 1
    ground = "" if small else {6: "#ffffff", 7: "#000000"}.get(style, "")
    return Cosmetic(
        "mark",
        (spot,),
        True,
        "#000000" if ground else "",
        ground,
        size=(0.3, 0.3) if ground else (0.0, 0.0),
        rounded=bool(ground),
        text=text,
        ink="#ffffff" if style == 7 else _INKS.get(style, ""),
        font=_SMALL_FONT if small or item[2:3] in (["5"], ["6"], ["3"]) else 0.6,
    )


def _symbol(spot: Spot, kind: str, size: str, style: int, *, over: bool) -> Cosmetic:
    side = _SIZES[size]
    outline = "#000000" if style in _OUTLINED or style == 2 else ""
    fill = _FILLS.get(style, "#ffffff")
    return Cosmetic("mark", (spot,), over, outline, fill, size=(side, side), rounded=_ROUND[kind])


# --- writing -----------------------------------------------------------------------------------


def layer_of(drawings: Iterable[Cosmetic], layer: dict[str, Any], board: PenpaBoard) -> None:
    """Write drawings into a layer, as far as the site has them."""
    for drawing in drawings:
        if _write_short_arrow(drawing, layer, board) or _write_corner_text(drawing, layer, board):
            continue
        points = [p for spot in drawing.spots if (p := board.point_at(spot)) is not None]
        if not points or len(points) < len(drawing.spots):
            continue
        if drawing.kind == "cage":
            layer["killercages"].append(points)
            if drawing.text:
                layer["numberS"][str(4 * (board.count + points[0]))] = [f" {drawing.text}", 1]
        elif drawing.kind == "line":
            _write_line(drawing, points, layer, board)
        else:
            _write_mark(drawing, points[0], layer, board)


def _write_short_arrow(drawing: Cosmetic, layer: dict[str, Any], board: PenpaBoard) -> bool:
    """Write an arrow that lies within a cell; whether it is one."""
    if not drawing.head or len(drawing.spots) != 2:
        return False
    (y, x), (y2, x2) = drawing.spots
    middle = board.point_at((round((y + y2) / 2, 4), round((x + x2) / 2, 4)))
    way = tuple((b > a) - (b < a) for a, b in ((y, y2), (x, x2)))
    if middle is None or way not in _DIRECTIONS or abs(y2 - y) + abs(x2 - x) >= 1:
        return False
    layer["symbol"][str(middle)] = [_DIRECTIONS.index(way) + 1, "arrow_Short", 2]
    return True


def _write_corner_text(drawing: Cosmetic, layer: dict[str, Any], board: PenpaBoard) -> bool:
    """Write a text that stands in the corner of a cell; whether it is one."""
    if not drawing.text or (corner := board.corner_at(drawing.spots[0])) is None:
        return False
    layer["numberS"][str(corner)] = [f" {drawing.text}", 1]
    return True


def _write_line(
    drawing: Cosmetic, points: list[int], layer: dict[str, Any], board: PenpaBoard
) -> None:
    if drawing.head:
        layer["direction"].append(points)
    elif drawing.width >= 0.25 and all(point < board.count for point in points):
        layer["nobulbthermo"].append(points)
    else:
        style = next((s for s, c in _LINES.items() if c == drawing.stroke), 5)
        for a, b in pairwise(points):
            vertices = min(a, b) >= board.count
            name = "lineE" if vertices else "line"
            layer[name][f"{a},{b}"] = 12 if vertices and style in (2, 21) else style


def _write_mark(drawing: Cosmetic, point: int, layer: dict[str, Any], board: PenpaBoard) -> None:
    centre = point < board.count
    if drawing.size == (1.0, 1.0) and drawing.fill and not drawing.text and centre:
        style = next((s for s, c in _SURFACES.items() if c == drawing.fill), 3)
        layer["surface"][str(point)] = style
        return
    if drawing.size[0] and (drawing.fill or drawing.stroke):
        kind = "circle" if drawing.rounded else "square"
        name = min(_SIZES, key=lambda one: abs(_SIZES[one] - drawing.size[0]))
        style = next((s for s, c in _FILLS.items() if c == drawing.fill), 3)
        style = 8 if style == 1 else style
        layer["symbol"][str(point)] = [style, f"{kind}_{name}", 2 if drawing.over else 1]
    if drawing.text:
        inside = all(0 <= value <= board.size for value in drawing.spots[0])
        if centre and inside:  # in a corner: it would be a digit of the puzzle
            layer["numberS"][str(4 * (board.count + point) + 1)] = [f" {drawing.text}", 1]
        else:
            layer["number"][str(point)] = [drawing.text, 1, "6"]
