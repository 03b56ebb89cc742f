"""The drawings of a link of Penpa+: its layers as drawings of a document, and back.

Points of the site are numbered: the middles of cells, then the vertices at their lower right, the
edges below and to the right of them, and four places in the corners of each. A second layer holds
the colours that were chosen for single drawings, under the same names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from satdoku.base.records import dataclass
from satdoku.formats.cosmetics import arrow_at, colour_of
from satdoku.puzzle.cosmetic import Cosmetic, Spot

_SURFACES = {
    1: "#444444", 2: "#b3ffb3", 3: "#cccccc", 4: "#000000", 5: "#c0e0ff", 6: "#ffa3a3",
    7: "#ffffa3", 8: "#999999", 9: "#ffb3ff", 10: "#ffcc80", 11: "#cc99ff", 12: "#eecab1",
}  # fmt: skip
_LINES = {
    1: "#333333", 2: "#000000", 3: "#208020", 5: "#999999", 8: "#ff0000", 9: "#187bcd",
    10: "#777777", 11: "#777777", 12: "#777777", 13: "#777777", 20: "#000000", 21: "#000000",
    30: "#208020", 80: "#a1a1a1",
}  # fmt: skip
_SIZES = {"SS": 0.3, "S": 0.4, "SM": 0.5, "M": 0.6, "L": 0.75, "LL": 1.0}
_GREY = "#cccccc"
_PLAIN_LINE = "#a1a1a1"
_LOOKS = {
    3: (_GREY, ""), 8: ("#ffffff", "#000000"), 2: ("#000000", "#000000"), 4: ("", "#000000"),
    1: ("#ffffff", "#000000"), 5: (_GREY, "#000000"), 6: ("#ffffff", "#999999"),
    7: ("#ffffff", ""), 9: (_GREY, "#000000"), 10: ("#ffffff", "#000000"),
    11: ("#ff0000", "#ff0000"), 12: ("#208020", "#208020"), 13: ("", "#000000"),
}  # fmt: skip
"""The fill and the stroke of symbols of a style."""
_SYMBOL = re.compile("(circle|square|diamond)_(SS|S|SM|M|L|LL)")
_INKS = {
    2: "#4c9900", 3: "#999999", 4: "#ffffff", 8: "#187bcd", 9: "#0000ff", 10: "#ff0000",
}  # fmt: skip
_GROUNDS = {6: "#ffffff", 7: "#000000"}
"""The rounds behind texts of these styles."""
_GROUND_SIDE = 0.3
_FONT, _SMALL_FONT = 0.6, 0.28
_MAX_TEXT = 100
_INSET = 0.2
_DIRECTIONS = ((0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1))
NUMBER_DIRECTIONS = ((-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))
"""The directions of numbers with an arrow, which have an order of their own."""
_WITH_ARROW = re.compile(r"(.*)_([0-7])", re.DOTALL)
_ARROWS = re.compile("arrow_(Short|S|[BN]_[BGW])")
_SIGNS = "<\u2227>\u2228"
"""The signs of inequality, in the order of their styles."""
_SIDES = ((0, 1), (0, 2), (1, 3), (2, 3))
"""The corners of a cell at the ends of its sides: above, left, right and below."""
_BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))


@dataclass(frozen=True, slots=True)
class PenpaBoard:
    """The rectangle around the live cells of a drawing, its first place ``first``.

    ``width`` is how many cells, live or not, a row of the drawing has, ``count`` how many it all.
    ``cells`` has the cell of the board at each place, where not every place is one.
    """

    width: int
    count: int
    first: int
    rows: int
    columns: int
    cells: Mapping[int, int] | None = None

    def place(self, point: int) -> int | None:
        """The place in the rectangle, row by row, where a point is the centre of one."""
        if not 0 <= point < self.count:
            return None
        row, column = divmod(point - self.first, self.width)
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if inside else None

    def cell(self, point: int) -> int | None:
        """The cell of the board at a point, where it is the centre of one."""
        place = self.place(point)
        return place if self.cells is None or place is None else self.cells.get(place)

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
    colours: dict[str, Any],
    board: PenpaBoard,
    is_digit: Callable[[str, Any], bool],
    leave: Callable[[str], None],
) -> Iterator[Cosmetic]:
    """The drawings of a layer, as far as they are known.

    :param colours: the layer of the colours that were chosen for single drawings.
    :param is_digit: whether a number is a digit of the puzzle, and no drawing.
    :param leave: takes the name of each drawing that cannot be drawn.
    """
    reader = _LayerReader(layer, colours, board, leave)
    yield from reader.surfaces()
    yield from reader.thermometers()
    yield from reader.arrows()
    yield from reader.cages()
    for name in ("squareframe", "polygon"):
        for line, colour in reader.lists(name):
            yield Cosmetic("line", line, stroke=colour or "#333333", width=0.05)
    yield from reader.edges()
    yield from reader.symbols()
    yield from reader.texts(is_digit)


class _LayerReader:
    """The parts of a layer as drawings; those that cannot be drawn are left by their names."""

    def __init__(
        self,
        layer: dict[str, Any],
        colours: dict[str, Any],
        board: PenpaBoard,
        leave: Callable[[str], None],
    ) -> None:
        self.layer = layer
        self.colours = colours
        self.board = board
        self.leave = leave
        self.spent: set[tuple[str, str]] = set()
        """The numbers and outlines that are part of a cage."""

    def items(self, name: str) -> Iterable[tuple[str, Any]]:
        """The points that a part of the layer names, each with how it looks."""
        part = self.layer.get(name)
        return part.items() if isinstance(part, dict) else ()

    def colour(self, name: str, key: str | int) -> str:
        """The colour that was chosen for a drawing; empty where none was."""
        part = self.colours.get(name)
        if isinstance(part, list):
            part = dict(enumerate(part))
        return colour_of(part.get(key)) if isinstance(part, dict) else ""

    def lists(self, name: str) -> Iterator[tuple[tuple[Spot, ...], str]]:
        """The places of every list of points in a part of the layer, with the colour of each."""
        part = self.layer.get(name)
        for at, points in enumerate(part if isinstance(part, list) else ()):
            if isinstance(points, list) and points:
                if spots := self.board.spots(points):
                    yield spots, self.colour(name, at)
                else:
                    self.leave(f"{name} that cannot be drawn")

    def surfaces(self) -> Iterator[Cosmetic]:
        """The cells that are coloured."""
        for key, style in self.items("surface"):
            if (spot := self.board.spot(key)) is not None:
                fill = _SURFACES.get(style, _GREY) if isinstance(style, int) else _GREY
                fill = self.colour("surface", key) or fill
                yield Cosmetic("mark", (spot,), fill=fill, size=(1.0, 1.0))

    def thermometers(self) -> Iterator[Cosmetic]:
        """The thick lines, with a bulb and without."""
        for name, bulb in (("thermo", True), ("nobulbthermo", False)):
            for line, colour in self.lists(name):
                if bulb:
                    yield _symbol(line[0], "circle", "L", 3, colour, over=False)
                yield Cosmetic("line", line, stroke=colour or _GREY, width=0.3)

    def arrows(self) -> Iterator[Cosmetic]:
        """The lines with a head, with a circle and without."""
        for name, bulb in (("arrows", True), ("direction", False)):
            for line, colour in self.lists(name):
                if len(line) < 2:
                    continue
                yield Cosmetic("line", line, stroke=colour or _PLAIN_LINE, width=0.05, head=0.2)
                if bulb:
                    yield _symbol(line[0], "circle", "L", 8, over=True)

    def cages(self) -> Iterator[Cosmetic]:
        """The cages, with the small number in the corner of the first cell."""
        numbers = dict(self.items("numberS"))
        if cages := [*self.lists("killercages")]:  # whose outlines are drawn too
            self.spent |= {("cage", key) for key, _ in self.items("cage")}
        else:
            cages = [(cells, "") for cells in self._outlined()]
        for cells, colour in cages:
            point = self.board.point_at(min(cells))
            key = "" if point is None else str(4 * (self.board.count + point))
            text = _written(numbers.get(key))
            if text:
                self.spent.add(("numberS", key))
            yield Cosmetic("cage", cells, True, stroke=colour, text=text)

    def _outlined(self) -> Iterator[tuple[Spot, ...]]:
        """The cells of cages of which only the outline is drawn, where it is closed."""
        rows, columns = self.board.rows, self.board.columns
        walls: dict[tuple[int, int], str] = {}  # of a cell and a side, both as numbers
        joints: dict[int, list[str]] = {}
        for key, _ in self.items("cage"):
            ends = [int(end) for end in key.split(",") if end.isdecimal() and len(end) < 10]
            cells = [self.board.place(end // 4 - self.board.count) for end in ends]
            corners = tuple(sorted(end % 4 for end in ends))
            cell = cells[0] if len(cells) == 2 else None
            if cell is None:
                continue
            if cells[1] == cell and corners in _SIDES:
                walls[cell, _SIDES.index(corners)] = key
            else:  # from a cell to the next
                joints.setdefault(cell, []).append(key)
        looked_at: set[int] = set()
        for start in sorted({cell for cell, _ in walls}):
            if start in looked_at:
                continue
            cage, closed = {start}, True
            open_ = [start]
            while open_:
                cell = open_.pop()
                for side, (down, right) in enumerate(_BESIDE):
                    row, column = cell // columns + down, cell % columns + right
                    other = row * columns + column
                    if (cell, side) in walls or other in cage:
                        continue
                    inside = 0 <= row < rows and 0 <= column < columns
                    if not inside or (other, 3 - side) in walls:
                        closed = False
                    else:
                        cage.add(other)
                        open_.append(other)
            looked_at |= cage
            if closed:
                sides = [key for (cell, _), key in walls.items() if cell in cage]
                sides += [key for cell in cage for key in joints.get(cell, ())]
                self.spent |= {("cage", key) for key in sides}
                yield tuple((cell // columns + 0.5, cell % columns + 0.5) for cell in sorted(cage))

    def edges(self) -> Iterator[Cosmetic]:
        """The lines between two points, except the borders of regions and of cages; those of one
        look that follow each other are one line."""
        for name in ("line", "lineE", "freeline", "freelineE", "wall", "cage"):
            looks: dict[tuple[str, float], list[tuple[Spot, Spot]]] = {}
            for key, style in self.items(name):
                if (name == "lineE" and style in (2, 21)) or (name, key) in self.spent:
                    continue
                ends = self.board.spots(key.split(","))
                if len(ends) != 2:
                    self.leave(f"{name} that cannot be drawn")
                    continue
                stroke = _LINES.get(style, "#333333") if isinstance(style, int) else "#333333"
                stroke = self.colour(name, key) or stroke
                width = 0.12 if style in (3, 5, 8, 9) else 0.04
                looks.setdefault((stroke, width), []).append((ends[0], ends[1]))
            for (stroke, width), pairs in looks.items():
                for line in _chained(pairs) if name in ("line", "lineE") else pairs:
                    yield Cosmetic("line", line, name != "line", stroke, width=width)

    def symbols(self) -> Iterator[Cosmetic]:
        """The circles, squares and diamonds, the arrows in a cell and the signs of inequality."""
        for key, item in self.items("symbol"):
            spot = self.board.spot(key)
            style, kind = item[:2] if isinstance(item, list) and len(item) > 1 else (None, None)
            if spot is None or not isinstance(kind, str):
                self.leave("symbol")
                continue
            colour = self.colour("symbol", key)
            if (shape := _SYMBOL.fullmatch(kind)) and isinstance(style, int):
                over = item[2:3] == [2] and style != 3
                yield _symbol(spot, shape[1], shape[2], style, colour, over=over)
            elif _ARROWS.fullmatch(kind) and type(style) is int and 1 <= style <= 8:
                down, right = _DIRECTIONS[style - 1]
                ends = tuple(
                    (round(spot[0] + k * down, 4), round(spot[1] + k * right, 4))
                    for k in (-0.3, 0.3)
                )
                yield Cosmetic("line", ends, True, colour or "#000000", width=0.05, head=0.25)
            elif kind == "arrow_eight" and isinstance(style, list):
                for (down, right), flag in zip(_DIRECTIONS, style, strict=False):
                    if flag == 1:
                        yield arrow_at(spot, down, right)
            elif kind == "inequality" and type(style) is int and 1 <= style <= 8:
                sign = _SIGNS[(style - 1) % 4]
                yield Cosmetic("mark", (spot,), True, text=sign, font=_SMALL_FONT)
            else:
                self.leave(f"symbol {kind}"[:40].strip())

    def texts(self, is_digit: Callable[[str, Any], bool]) -> Iterator[Cosmetic]:
        """The numbers and words that are no digits of the puzzle."""
        for name in ("number", "numberS"):
            for key, item in self.items(name):
                if (name == "number" and is_digit(key, item)) or (name, key) in self.spent:
                    continue
                spot, text = self.board.spot(key), _written(item)
                if spot is None or not text:
                    self.leave(f"{name} that cannot be drawn")
                    continue
                arrow = _WITH_ARROW.fullmatch(text) if item[2:3] == ["2"] else None
                if arrow is not None:
                    yield arrow_at(spot, *NUMBER_DIRECTIONS[int(arrow[2])])
                if text := text if arrow is None else arrow[1].strip():
                    yield _text(spot, text, item, small=name == "numberS")


def _written(item: Any) -> str:
    """The text of a number; empty where it has none."""
    text = item[0] if isinstance(item, list) and item else None
    return str(text).strip()[:_MAX_TEXT] if isinstance(text, str | int) else ""


def _chained(pairs: Iterable[tuple[Spot, Spot]]) -> Iterator[tuple[Spot, ...]]:
    """Strokes from place to place as lines that end where several meet."""
    ways: dict[Spot, list[Spot]] = {}
    for one, other in pairs:
        if one != other and other not in ways.setdefault(one, []):
            ways[one].append(other)
            ways.setdefault(other, []).append(one)
    ends = {spot: None for spot, others in ways.items() if len(others) != 2}
    for start in (*ends, *ways):  # what is left after the ends are loops
        while ways[start]:
            line = [start]
            while ways[line[-1]] and (len(line) == 1 or line[-1] not in ends):
                following = ways[line[-1]].pop(0)
                ways[following].remove(line[-1])
                line.append(following)
            yield tuple(line)


def _text(spot: Spot, text: str, item: list[Any], *, small: bool) -> Cosmetic:
    """A text, on a white or black ground where its style has one."""
    style = item[1] if len(item) > 1 and isinstance(item[1], int) else 1
    ground = "" if small else _GROUNDS.get(style, "")
    return Cosmetic(
        "mark",
        (spot,),
        True,
        "#000000" if ground else "",
        ground,
        size=(_GROUND_SIDE, _GROUND_SIDE) if ground else (0.0, 0.0),
        rounded=bool(ground),
        text=text,
        ink="#ffffff" if style == 7 else _INKS.get(style, ""),
        font=_SMALL_FONT if small or item[2:3] in (["5"], ["6"], ["3"]) else _FONT,
    )


def _symbol(
    spot: Spot, kind: str, size: str, style: int, colour: str = "", *, over: bool
) -> Cosmetic:
    side = _SIZES[size]
    fill, stroke = _LOOKS.get(style, ("#ffffff", ""))
    if colour:
        stroke = colour if fill in ("", stroke) else stroke
        fill = colour if fill else fill
    return Cosmetic(
        "mark",
        (spot,),
        over,
        stroke,
        fill,
        size=(side, side),
        rounded=kind == "circle",
        angle=45.0 if kind == "diamond" else 0.0,
    )


# --- writing -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PenpaLayer:
    """A layer that is being written.

    parts    the parts of the layer by their names, each a map of points or a list
    colours  the same parts, with the colours that differ from the usual ones
    board    where the points are
    """

    parts: dict[str, Any]
    colours: dict[str, Any]
    board: PenpaBoard

    def put(self, name: str, key: str, item: Any, colour: str = "", usual: str = "") -> None:
        """Write an item at a point or an edge."""
        self.parts[name][key] = item
        if colour and colour.lower() != usual:
            self.colours[name][key] = colour.lower()

    def add(self, name: str, points: list[int], colour: str = "", usual: str = "") -> None:
        """Write a list of points."""
        if colour and colour.lower() != usual:
            missing = len(self.parts[name]) - len(self.colours[name])
            self.colours[name] += [*[None] * missing, colour.lower()]
        self.parts[name].append(points)

    def put_line(self, points: list[int], colour: str, style: int | None = None) -> None:
        """Write strokes from point to point, in the style that has the colour if any has it."""
        style = style or next((s for s, c in _LINES.items() if c == colour.lower()), 5)
        for a, b in pairwise(points):
            vertices = min(a, b) >= self.board.count
            shown = 12 if vertices and style in (2, 21) else style
            name = "lineE" if vertices else "line"
            known = f"{b},{a}" in self.parts[name]
            self.put(name, f"{b},{a}" if known else f"{a},{b}", shown, colour, _LINES[shown])

    def put_symbol(
        self, point: int, kind: str, size: str, looks: tuple[str, str], *, over: bool
    ) -> None:
        """Write a circle, square or diamond with a fill and a stroke."""
        looks = looks[0].lower(), looks[1].lower()
        style = next((s for s, known in _LOOKS.items() if known == looks), None)
        style = style or (8 if looks[1] and looks[0] else 13 if looks[1] else 3)
        fill, stroke = _LOOKS[style]
        colour, usual = (looks[0], fill) if fill else (looks[1], stroke)
        item = [style, f"{kind}_{size}", 2 if over else 1]
        self.put("symbol", str(point), item, colour, usual)

    def put_cage(self, points: list[int], text: str, colour: str = "") -> None:
        """Write a cage, with the text in the corner of its first cell."""
        self.add("killercages", points, colour)
        if text:
            corner = str(4 * (self.board.count + min(points)))
            self.parts["numberS"][corner] = [f" {text}", 1]


def write_drawings(drawings: Iterable[Cosmetic], layer: PenpaLayer) -> None:
    """Write drawings into a layer, as far as the site has them."""
    board = layer.board
    left: list[Cosmetic] = []
    directions: dict[int, list[int]] = {}  # of arrows that lie in a cell beside its middle
    for drawing in drawings:
        if (arrow := _arrow_beside(drawing, board)) is not None:
            directions.setdefault(arrow[0], []).append(arrow[1])
        elif not _write_short_arrow(drawing, layer):
            left.append(drawing)
    for drawing in _write_with_bulbs(left, layer):
        points = [p for spot in drawing.spots if (p := board.point_at(spot)) is not None]
        if drawing.text and (corner := board.corner_at(drawing.spots[0])) is not None:
            layer.parts["numberS"][str(corner)] = [f" {drawing.text}", 1]
        elif not points or len(points) < len(drawing.spots):
            continue
        elif drawing.kind == "cage":
            layer.put_cage(points, drawing.text, drawing.stroke)
        elif drawing.kind == "line":
            _write_line(drawing, points, layer)
        else:
            arrows = directions.get(points[0], []) if drawing.text else []
            _write_mark(drawing, points[0], layer, arrows.pop() if len(arrows) == 1 else None)
    for point, ways in directions.items():
        if ways:
            flags = [int(NUMBER_DIRECTIONS.index(way) in ways) for way in _DIRECTIONS]
            layer.parts["symbol"][str(point)] = [flags, "arrow_eight", 2]


def _write_with_bulbs(drawings: list[Cosmetic], layer: PenpaLayer) -> Iterator[Cosmetic]:
    """Write the lines that begin in a circle as the site draws it, for which it has parts of their
    own; the other drawings are returned."""
    rounds = Counter(one for one in drawings if one.kind == "mark" and one.rounded)
    others: list[Cosmetic] = []
    for drawing in drawings:
        if drawing.head and layer.board.point_at(drawing.spots[0]) is None:
            # The shaft of an arrow may begin at the rim of its circle.
            (y, x), *after = drawing.spots
            drawing = replace(drawing, spots=((y // 1 + 0.5, x // 1 + 0.5), *after))
        points = [layer.board.point_at(spot) for spot in drawing.spots]
        line = [point for point in points if point is not None and point < layer.board.count]
        name, bulb = _bulb_of(drawing)
        if bulb is None or len(line) < len(points) or not rounds[bulb]:
            others.append(drawing)
        else:
            rounds[bulb] -= 1
            layer.add(name, line, drawing.stroke, _PLAIN_LINE if drawing.head else _GREY)
    for drawing in others:
        if drawing not in rounds or rounds[drawing]:
            rounds[drawing] -= 1
            yield drawing


def _bulb_of(drawing: Cosmetic) -> tuple[str, Cosmetic | None]:
    """The part of a layer that a line with a circle at its start is in, and that circle."""
    if drawing.kind != "line" or len(drawing.spots) < 2:
        return "", None
    start = drawing.spots[0]
    if drawing.head:
        return "arrows", _symbol(start, "circle", "L", 8, over=True)
    if drawing.width < 0.25:
        return "", None
    colour = "" if drawing.stroke == _GREY else drawing.stroke
    return "thermo", _symbol(start, "circle", "L", 3, colour, over=False)


def _arrow_beside(drawing: Cosmetic, board: PenpaBoard) -> tuple[int, int] | None:
    """The cell and the direction of an arrow that points out of a cell from beside its middle."""
    if not drawing.head or len(drawing.spots) != 2:
        return None
    (y, x), (y2, x2) = drawing.spots
    middle = y // 1 + 0.5, x // 1 + 0.5
    point = board.point_at(middle)
    way = (y2 > y) - (y2 < y), (x2 > x) - (x2 < x)
    if point is None or way not in NUMBER_DIRECTIONS:
        return None
    usual = arrow_at(middle, *way).spots
    near = all(
        abs(a - b) < 0.15
        for one, other in zip(drawing.spots, usual, strict=True)
        for a, b in zip(one, other, strict=True)
    )
    return (point, NUMBER_DIRECTIONS.index(way)) if near else None


def _write_short_arrow(drawing: Cosmetic, layer: PenpaLayer) -> bool:
    """Write an arrow that lies within a cell; whether it is one."""
    if not drawing.head or len(drawing.spots) != 2:
        return False
    (y, x), (y2, x2) = drawing.spots
    middle = layer.board.point_at((round((y + y2) / 2, 4), round((x + x2) / 2, 4)))
    way = tuple((b > a) - (b < a) for a, b in ((y, y2), (x, x2)))
    if middle is None or way not in _DIRECTIONS or abs(y2 - y) + abs(x2 - x) >= 1:
        return False
    item = [_DIRECTIONS.index(way) + 1, "arrow_Short", 2]
    layer.put("symbol", str(middle), item, drawing.stroke, "#000000")
    return True


def _write_line(drawing: Cosmetic, points: list[int], layer: PenpaLayer) -> None:
    middles = all(point < layer.board.count for point in points)
    if drawing.head:
        layer.add("direction", points, drawing.stroke, _PLAIN_LINE)
    elif drawing.width >= 0.25 and middles:
        layer.add("nobulbthermo", points, drawing.stroke, _GREY)
    else:
        layer.put_line(points, drawing.stroke)


def _write_mark(drawing: Cosmetic, point: int, layer: PenpaLayer, arrow: int | None) -> None:
    """Write a mark with its text, and the direction of an arrow beside that."""
    centre = point < layer.board.count
    if drawing.size == (1.0, 1.0) and drawing.fill and not drawing.text and centre:
        style = next((s for s, c in _SURFACES.items() if c == drawing.fill), 3)
        layer.put("surface", str(point), style, drawing.fill, _SURFACES[style])
        return
    font, style = "6", next((s for s, c in _INKS.items() if c == drawing.ink), 1)
    grounds = [s for s, c in _GROUNDS.items() if c == drawing.fill and drawing.rounded]
    if drawing.text and grounds and drawing.size[0] <= _GROUND_SIDE:
        font, style = "5", grounds[0]
    elif drawing.size[0] and (drawing.fill or drawing.stroke):
        kind = "circle" if drawing.rounded else "diamond" if drawing.angle % 90 else "square"
        size = min(_SIZES, key=lambda one: abs(_SIZES[one] - drawing.size[0]))
        looks = drawing.fill, drawing.stroke
        layer.put_symbol(point, kind, size, looks, over=drawing.over)
    if not drawing.text:
        return
    inside = all(0 <= value <= layer.board.rows for value in drawing.spots[0])
    if centre and inside:  # in a corner: it would be a digit of the puzzle
        corner = str(4 * (layer.board.count + point) + 1)
        layer.parts["numberS"][corner] = [f" {drawing.text}", 1]
    elif arrow is not None:
        layer.parts["number"][str(point)] = [f"{drawing.text}_{arrow}", style, "2"]
    else:
        font = "1" if drawing.font > _SMALL_FONT and font == "6" else font
        layer.parts["number"][str(point)] = [drawing.text, style, font]
