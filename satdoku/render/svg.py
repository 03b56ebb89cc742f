"""A Scene as SVG: one pure function of the scene and a style.

The picture needs no font metrics, no script and no outside file. Its parts carry stable classes
and ids (``c-r3c5`` a cell, ``m-r3c5-7`` a candidate), each id behind a prefix of the caller's, so
that several pictures can stand in one page. Every role that has a colour has a second sign (a ring,
a stroke, a square, a hatch), so that nothing rests on colour alone. The colours of roles are those
of Okabe and Ito ("Color Universal Design", 2008), used as fills behind black digits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, hypot, sqrt
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from satdoku.puzzle import Shape
from satdoku.render.scene import MarkRole, Scene, SceneCell

if TYPE_CHECKING:
    from satdoku.techniques.step import Candidate, Link

__all__ = ["CELL", "STYLES", "Style", "svg"]

CELL = 64
"""The side of a cell in the picture's own units."""

_MARGIN = 12
_LABELLED = 34
_OUTSIDE = 44
_FONT = "Helvetica, Arial, 'Noto Sans', 'Noto Sans JP', sans-serif"


@dataclass(frozen=True, slots=True)
class Style:
    """The colours of a picture. ``palette`` holds the words that shapes use; ``roles`` the fills
    behind candidates."""

    paper: str
    ink: str
    placed: str
    mark: str
    thin: str
    fault: str
    focus: str
    pattern: str
    house: str
    link: str
    on_role: str
    palette: dict[str, str]
    roles: dict[str, str]

    def colour(self, word: str, usual: str = "grey") -> str:
        """The colour that a shape's word stands for."""
        return self.palette.get(word or usual, self.palette["grey"])


_ROLES = {
    "pattern": "#74c9a8",
    "other": "#f2c14e",
    "true": "#74c9a8",
    "false": "#f0b35a",
    "out": "#f09a78",
    "put": "#7db8e8",
    "set-a": "#9fd6f5",
    "set-b": "#e6b8d3",
    "set-c": "#f5ec8f",
}
_GREY_ROLES = {
    "pattern": "#c8c8c8",
    "other": "#e0e0e0",
    "true": "#c8c8c8",
    "false": "#ffffff",
    "out": "#ffffff",
    "put": "#d8d8d8",
    "set-a": "#d4d4d4",
    "set-b": "#e2e2e2",
    "set-c": "#eeeeee",
}
_PALETTE = {
    "grey": "#cfcfcf",
    "dark": "#a1a1a1",
    "slate": "#a9b8cc",
    "sky": "#2ecbff",
    "blue": "#34bbe6",
    "green": "#67d067",
    "orange": "#ff9a00",
    "peach": "#ffccaa",
    "red": "#ff6666",
    "violet": "#cdb1ec",
    "purple": "#e067e0",
    "yellow": "#c9c883",
    "teal": "#33bbbb",
    "black": "#000000",
    "white": "#ffffff",
}

STYLES: dict[str, Style] = {
    "light": Style(
        paper="#ffffff",
        ink="#000000",
        placed="#1d4f91",
        mark="#444444",
        thin="#8a8a8a",
        fault="#b3261e",
        focus="#00694c",
        pattern="#e8f4ee",
        house="#0072b2",
        link="#b3261e",
        on_role="#000000",
        palette=_PALETTE,
        roles=_ROLES,
    ),
    "dark": Style(
        paper="#16181c",
        ink="#f4f4f4",
        placed="#8cc4ff",
        mark="#c8c8c8",
        thin="#6d737c",
        fault="#ff8a80",
        focus="#7fe0b8",
        pattern="#24352f",
        house="#56b4e9",
        link="#ff8a80",
        on_role="#000000",
        palette=_PALETTE
        | {
            "grey": "#4a4e55",
            "dark": "#7a7f87",
            "green": "#357d35",
            "orange": "#b26b00",
            "peach": "#8f6a4e",
            "red": "#a84040",
            "violet": "#6f5590",
            "purple": "#86438b",
            "yellow": "#787856",
            "slate": "#48566b",
            "sky": "#1b7a99",
            "blue": "#1e86a8",
            "teal": "#1e6e6e",
            "black": "#f4f4f4",
            "white": "#16181c",
        },
        roles=_ROLES,
    ),
    "print": Style(
        paper="#ffffff",
        ink="#000000",
        placed="#333333",
        mark="#333333",
        thin="#777777",
        fault="#000000",
        focus="#000000",
        pattern="#f0f0f0",
        house="#555555",
        link="#000000",
        on_role="#000000",
        palette={
            name: {"black": "#000000", "white": "#ffffff", "dark": "#999999"}.get(name, "#d0d0d0")
            for name in _PALETTE
        },
        roles=_GREY_ROLES,
    ),
}
"""The styles by name: for light and dark screens, and grey for print."""

_ROLE_FILL: dict[MarkRole, str] = {
    "defining": "pattern",
    "locked": "pattern",
    "leaned": "pattern",
    "fin": "other",
    "extra": "other",
    "pivot": "set-b",
    "common": "other",
    "excluder": "set-b",
    "true": "true",
    "false": "false",
    "set-a": "set-a",
    "set-b": "set-b",
    "set-c": "set-c",
    "out": "out",
    "put": "put",
}
_SQUARE_ROLES: tuple[MarkRole, ...] = ("fin", "extra", "common")


def svg(
    scene: Scene,
    style: Style | str = "light",
    *,
    title: str = "",
    description: str = "",
    size: int | None = None,
    labels: bool = True,
    ids: str = "",
) -> str:
    """The scene as one SVG document, ending in a newline.

    style        one of :data:`STYLES` by name, or a style of your own
    title        its name for screen readers; the board in words where empty
    description  a longer text for screen readers (the puzzle, the step's sentence)
    size         width in pixels; without it the picture takes the width of its place
    labels       write row and column numbers in the margin
    ids          a prefix of every id, for several pictures in one page

    :raises KeyError: where there is no style of that name.
    """
    return _Drawing(
        scene, STYLES[style] if isinstance(style, str) else style, labels, ids
    ).document(title, description, size)


@dataclass(frozen=True)
class _Drawing:
    scene: Scene
    style: Style
    labels: bool
    ids: str

    def document(self, title: str, description: str, size: int | None) -> str:
        geometry = self.scene.geometry
        before, after = self._margins()
        width = geometry.columns * CELL + before + after
        height = geometry.rows * CELL + before + after
        sized = "" if size is None else f' width="{size}" height="{round(size * height / width)}"'
        title = title or f"Sudoku, {geometry.describe()}"
        spoken = f"<title>{escape(title)}</title>"
        if description:
            spoken += f"\n<desc>{escape(description)}</desc>"
        body = "\n".join(line for layer in self._layers() for line in layer)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-before} {-before} {width} '
            f'{height}"{sized} role="img" font-family="{_FONT}" text-anchor="middle">\n'
            f'{spoken}\n<rect class="paper" x="{-before}" y="{-before}" width="{width}" '
            f'height="{height}" fill="{self.style.paper}"/>\n{body}\n</svg>\n'
        )

    def _margins(self) -> tuple[int, int]:
        """The margin on the left and top, and on the right and bottom."""
        sides = [self._outside(shape) for shape in self.scene.shapes if shape.kind == "outside"]
        before, after = _LABELLED if self.labels else _MARGIN, _MARGIN
        if sides:
            # Clues stand nearer to the board than the labels of rows and columns.
            before += _OUTSIDE
            after += _OUTSIDE
        return before, after

    def _layers(self) -> Iterator[Iterable[str]]:
        shapes = self.scene.shapes
        yield (line for s in shapes if s.kind == "area" for line in self._area(s))
        yield self._highlights()
        yield self._sets()
        yield (line for s in shapes if s.kind in ("circle", "square") for line in self._marks(s))
        yield (line for s in shapes if s.kind in ("line", "arrow") for line in self._line(s))
        yield self._grid()
        yield self._cages([s for s in shapes if s.kind == "cage"])
        yield (line for s in shapes if s.kind == "dot" for line in self._dot(s))
        yield self._houses()
        yield (
            line
            for number, cell in enumerate(self.scene.cells)
            for line in self._cell(number, cell)
        )
        yield self._links()
        yield (line for s in shapes if s.kind == "outside" for line in self._clue(s))
        if self.labels:
            yield self._labels()

    # -- places ------------------------------------------------------------------------------------

    def _corner(self, cell: int) -> tuple[int, int]:
        row, column = self.scene.geometry.row_column(cell)
        return column * CELL, row * CELL

    def _centre(self, cell: int) -> tuple[float, float]:
        x, y = self._corner(cell)
        return x + CELL / 2, y + CELL / 2

    def _across(self) -> int:
        digits = len(self.scene.geometry.digits)
        box = self.scene.geometry.box
        across = box[1] if box else 0
        return across if digits <= 2 * across**2 <= 4 * digits else ceil(sqrt(digits))

    def _place(self, candidate: Candidate) -> tuple[float, float]:
        """The middle of a candidate's place in its cell; of the cell where a digit stands."""
        cell, digit = candidate
        if self.scene.cells[cell].text or digit not in self.scene.geometry.digits:
            return self._centre(cell)
        across = self._across()
        down = ceil(len(self.scene.geometry.digits) / across)
        row, column = divmod(self.scene.geometry.digits.index(digit), across)
        x, y = self._corner(cell)
        inner = CELL - 8
        return x + 4 + (column + 0.5) * inner / across, y + 4 + (row + 0.5) * inner / down

    def _mark_size(self) -> float:
        longest = max(len(str(digit)) for digit in self.scene.geometry.digits)
        return (CELL - 8) / max(self._across() * (0.55 * longest + 0.45), 3)

    # -- layers ------------------------------------------------------------------------------------

    def _area(self, shape: Shape) -> Iterator[str]:
        fill = self.style.colour(shape.colour)
        for cell in shape.cells:
            x, y = self._corner(cell)
            yield (
                f'<rect class="area" x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"/>'
            )

    def _highlights(self) -> Iterator[str]:
        for number, cell in enumerate(self.scene.cells):
            if cell.highlight == "pattern":
                x, y = self._corner(number)
                yield (
                    f'<rect class="pattern" x="{x}" y="{y}" width="{CELL}" height="{CELL}" '
                    f'fill="{self.style.pattern}"/>'
                )

    def _sets(self) -> Iterator[str]:
        for number, named in enumerate(self.scene.sets):
            fill = self.style.roles[("set-a", "set-b", "set-c")[number % 3]]
            yield (
                f'<path class="set" d="{self._outline(named.cells, 2)}" fill="none" '
                f'stroke="{fill}" stroke-width="4"/>'
            )
            if len(named.name) == 1 and named.cells:
                x, y = self._corner(named.cells[0])
                yield self._text(x + CELL - 7, y + 11, 11, named.name, self.style.mark, "bold")

    def _marks(self, shape: Shape) -> Iterator[str]:
        fill = self.style.colour(shape.colour)
        for cell in shape.cells:
            x, y = self._centre(cell)
            half = 0.35 * CELL
            if shape.kind == "circle":
                yield f'<circle cx="{x:g}" cy="{y:g}" r="{half:g}" fill="{fill}"/>'
            else:
                yield (
                    f'<rect x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" '
                    f'height="{2 * half:g}" fill="{fill}"/>'
                )

    def _line(self, shape: Shape) -> Iterator[str]:
        if not shape.cells:
            return
        arrow = shape.kind == "arrow"
        colour = self.style.colour(shape.colour, "dark" if arrow else "blue")
        width = CELL * (shape.width or (0.06 if arrow else 0.05))
        points = [self._centre(cell) for cell in shape.cells]
        radius = 0.37 * CELL
        if shape.bulb and len(points) > 1 and not shape.filled:
            points[0] = _towards(points[0], points[1], radius)
        if arrow and len(points) > 1:
            points[-1] = _towards(points[-1], points[-2], -0.2 * CELL)
        path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        yield (
            f'<path class="line" d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
        if arrow and len(points) > 1:
            yield self._head(points[-2], points[-1], 0.2 * CELL, colour, open_=True)
        if shape.bulb:
            x, y = self._centre(shape.cells[0])
            fill = colour if shape.filled else self.style.paper
            yield (
                f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{colour}" '
                f'stroke-width="{0.05 * CELL:g}"/>'
            )

    def _grid(self) -> Iterator[str]:
        geometry = self.scene.geometry
        width, height = geometry.columns * CELL, geometry.rows * CELL
        if geometry.places is None:
            thin = "".join(f"M{x * CELL} 0V{height}" for x in range(1, geometry.columns))
            thin += "".join(f"M0 {y * CELL}H{width}" for y in range(1, geometry.rows))
            heavy = f"M0 0H{width}V{height}H0Z"
        else:
            cells = range(geometry.cell_count)
            thin = "".join("M{} {}h{s}v{s}h-{s}Z".format(*self._corner(c), s=CELL) for c in cells)
            heavy = self._outline(cells, 0)
        yield f'<path class="thin" d="{thin}" fill="none" stroke="{self.style.thin}"/>'
        for first, second in sorted(self.scene.walls):
            x, y = self._corner(second)
            heavy += f"M{x} {y}" + (f"v{CELL}" if self._corner(first)[1] == y else f"h{CELL}")
        yield (
            f'<path class="walls" d="{heavy}" fill="none" stroke="{self.style.ink}" '
            'stroke-width="3" stroke-linecap="square"/>'
        )

    def _cages(self, cages: Sequence[Shape]) -> Iterator[str]:
        for shape in cages:
            colour = self.style.colour(shape.colour, "black")
            yield (
                f'<path class="cage" d="{self._outline(shape.cells, 5)}" fill="none" '
                f'stroke="{colour}" stroke-width="1.3" stroke-dasharray="5 3"/>'
            )
            if shape.label is not None and shape.cells:
                x, y = self._corner(min(shape.cells))
                width = 6.4 * len(shape.label) + 2
                yield (
                    f'<rect x="{x + 2}" y="{y + 2}" width="{width:g}" height="12" '
                    f'fill="{self.style.paper}"/>'
                )
                yield self._text(x + 3, y + 8, 11, shape.label, self.style.ink, anchor="start")

    def _dot(self, shape: Shape) -> Iterator[str]:
        if not shape.cells:
            return
        centres = [self._centre(cell) for cell in shape.cells]
        x = sum(place[0] for place in centres) / len(centres)
        y = sum(place[1] for place in centres) / len(centres)
        label = shape.label or ""
        bare = bool(label) and not shape.filled and not shape.colour
        radius = CELL * (0.17 if len(shape.cells) < 3 and len(label) < 3 else 0.3)
        fill = self.style.colour("black" if shape.filled else "white")
        stroke = "none" if bare else self.style.colour(shape.colour, "black")
        yield (
            f'<circle class="dot" cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" '
            f'stroke="{stroke}" stroke-width="1.5"/>'
        )
        if label:
            ink = self.style.colour("white" if shape.filled else "black")
            yield self._text(x, y, min(16, 2.6 * radius / max(len(label), 1.6)), label, ink, "bold")

    def _houses(self) -> Iterator[str]:
        for house in self.scene.houses:
            yield (
                f'<path class="house" d="{self._outline(house.cells, 0)}" fill="none" '
                f'stroke="{self.style.house}" stroke-width="5" stroke-opacity="0.55"/>'
            )

    def _cell(self, number: int, cell: SceneCell) -> Iterator[str]:
        name = self.scene.geometry.name(number)
        roles = dict(cell.mark_roles)
        yield f'<g class="cell {cell.role}" id="{self.ids}c-{name}">'
        x, y = self._centre(number)
        if cell.highlight in ("fault", "focus", "differs"):
            colour = self.style.focus if cell.highlight == "focus" else self.style.fault
            cx, cy = self._corner(number)
            dashes = ' stroke-dasharray="6 4"' if cell.highlight == "differs" else ""
            yield (
                f'<rect class="{cell.highlight}" x="{cx + 3}" y="{cy + 3}" width="{CELL - 6}" '
                f'height="{CELL - 6}" fill="none" stroke="{colour}" stroke-width="4"{dashes}/>'
            )
        if cell.text:
            for role in dict.fromkeys(roles.values()):
                yield from self._behind(x, y, 0.36 * CELL, role)
            given = cell.role == "given"
            size = CELL * (0.62 if len(cell.text) < 2 else 0.46 if len(cell.text) < 3 else 0.34)
            ink = self.style.on_role if roles else self.style.ink if given else self.style.placed
            yield self._text(x, y, size, cell.text, ink, "bold" if given else "normal")
        else:
            size = self._mark_size()
            yield f'<g font-size="{size:.4g}" fill="{self.style.mark}">'
            for digit in sorted({*cell.marks, *roles}):
                yield from self._mark(number, digit, size, roles.get(digit))
            yield "</g>"
            if not cell.marks and cell.highlight == "fault":
                yield self._text(x, y, 0.5 * CELL, "!", self.style.fault, "bold")
        yield "</g>"

    def _mark(self, cell: int, digit: int, size: float, role: MarkRole | None) -> Iterator[str]:
        x, y = self._place((cell, digit))
        name = f"{self.ids}m-{self.scene.geometry.name(cell)}-{digit}"
        written = f'x="{x:.5g}" y="{y + 0.35 * size:.5g}"'
        if role is None:
            yield f'<text id="{name}" {written}>{digit}</text>'
            return
        yield f'<g id="{name}" fill="{self.style.on_role}">'
        yield from self._behind(x, y, 0.62 * size, role)
        bold = ' font-weight="bold"' if role in ("put", "true") else ""
        yield f"<text {written}{bold}>{digit}</text>"
        if role == "out":
            r = 0.6 * size
            yield (
                f'<path d="M{x - r:.4g} {y + r:.4g}L{x + r:.4g} {y - r:.4g}" '
                f'stroke="{self.style.fault}" stroke-width="2"/>'
            )
        yield "</g>"

    def _behind(self, x: float, y: float, radius: float, role: MarkRole) -> Iterator[str]:
        """What lies behind a digit with a role: a disc, a ring or a square."""
        fill = self.style.roles[_ROLE_FILL[role]]
        if role in _SQUARE_ROLES:
            yield (
                f'<rect class="{role}" x="{x - radius:.4g}" y="{y - radius:.4g}" '
                f'width="{2 * radius:.4g}" height="{2 * radius:.4g}" fill="{fill}"/>'
            )
            return
        stroke = ""
        if role in ("put", "pivot", "excluder"):
            stroke = f' stroke="{self.style.ink}" stroke-width="1.6"'
        elif role == "false":
            fill, stroke = self.style.paper, f' stroke="{fill}" stroke-width="2.4"'
        elif role in ("set-b", "set-c"):
            dash = "3 2" if role == "set-b" else "1 2"
            stroke = f' stroke="{self.style.mark}" stroke-dasharray="{dash}"'
        yield (
            f'<circle class="{role}" cx="{x:.4g}" cy="{y:.4g}" r="{radius:.4g}" '
            f'fill="{fill}"{stroke}/>'
        )
        if role == "false" and self.style.paper != "#ffffff":
            # Black digits need a light ground.
            yield f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{radius - 1.2:.4g}" fill="#ffffff"/>'

    def _links(self) -> Iterator[str]:
        places = {end: self._place(end) for link in self.scene.links for end in _ends(link)}
        radius = 0.7 * self._mark_size()
        for link in self.scene.links:
            first, second = _ends(link)
            if first[0] == second[0]:
                continue
            (ax, ay), (bx, by) = places[first], places[second]
            others = [p for end, p in places.items() if end not in (first, second)]
            dashes = "" if link.kind == "strong" else ' stroke-dasharray="6 4"'
            bend = 0.16 if _blocked((ax, ay), (bx, by), others, radius) else 0.0
            cx = (ax + bx) / 2 - bend * (by - ay)
            cy = (ay + by) / 2 + bend * (bx - ax)
            sx, sy = _towards((ax, ay), (cx, cy), radius)
            ex, ey = _towards((bx, by), (cx, cy), radius)
            yield (
                f'<path class="link {link.kind}" d="M{sx:.5g} {sy:.5g}Q{cx:.5g} {cy:.5g} '
                f'{ex:.5g} {ey:.5g}" fill="none" stroke="{self.style.link}" '
                f'stroke-width="2"{dashes}/>'
            )
            yield self._head((cx, cy), (ex, ey), 8, self.style.link)

    def _outside(self, shape: Shape) -> tuple[float, float]:
        """Where a clue stands: one step before its first cell, outside of the board."""
        x, y = self._centre(shape.cells[0])
        if len(shape.cells) > 1:
            nx, ny = self._centre(shape.cells[1])
            return x - (nx - x) * 0.86, y - (ny - y) * 0.86
        return x, y - 0.86 * CELL

    def _clue(self, shape: Shape) -> Iterator[str]:
        x, y = self._outside(shape)
        yield self._text(x, y, 0.36 * CELL, shape.label or "", self.style.ink)
        first = shape.cells[0]
        if len(shape.cells) > 1:
            (ax, ay), (bx, by) = self._centre(first), self._centre(shape.cells[1])
            if ax != bx and ay != by:
                start = _towards((x, y), (ax, ay), 0.3 * CELL)
                end = _towards((x, y), (ax, ay), 0.5 * CELL)
                yield self._head(start, end, 7, self.style.ink)

    def _labels(self) -> Iterator[str]:
        geometry = self.scene.geometry
        away = _LABELLED / 2 + (self._margins()[0] - _LABELLED)
        for row in range(geometry.rows):
            yield self._text(-away, (row + 0.5) * CELL, 15, str(row + 1), self.style.thin)
        for column in range(geometry.columns):
            yield self._text((column + 0.5) * CELL, -away, 15, str(column + 1), self.style.thin)

    # -- pieces ------------------------------------------------------------------------------------

    def _text(
        self,
        x: float,
        y: float,
        size: float,
        text: str,
        fill: str,
        weight: str = "normal",
        anchor: str = "",
    ) -> str:
        # A third of the size below the middle: what dominant-baseline does depends on the font.
        bold = "" if weight == "normal" else f' font-weight="{weight}"'
        where = f' text-anchor="{anchor}"' if anchor else ""
        return (
            f'<text x="{x:.5g}" y="{y + 0.35 * size:.5g}" font-size="{size:.4g}" fill="{fill}"'
            f"{bold}{where}>{escape(text)}</text>"
        )

    def _head(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        size: float,
        colour: str,
        *,
        open_: bool = False,
    ) -> str:
        (ax, ay), (bx, by) = start, end
        length = hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / length * size, (by - ay) / length * size
        left = f"{bx - ux - uy / 2:.5g} {by - uy + ux / 2:.5g}"
        right = f"{bx - ux + uy / 2:.5g} {by - uy - ux / 2:.5g}"
        if open_:
            return (
                f'<path d="M{left}L{bx:.5g} {by:.5g}L{right}" fill="none" stroke="{colour}" '
                f'stroke-width="{0.06 * CELL:g}" stroke-linecap="round"/>'
            )
        return f'<path d="M{left}L{bx:.5g} {by:.5g}L{right}Z" fill="{colour}"/>'

    def _outline(self, cells: Collection[int], inset: int) -> str:
        """The border of some cells, moved ``inset`` units inside, as path data."""
        inside = set(map(self.scene.geometry.row_column, cells))
        pieces = []
        for row, column in sorted(inside):
            for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
                if (row + down, column + right) in inside:
                    continue
                # Along the side: clockwise, so that the cells lie on the right.
                along = (right, -down)
                cx, cy = (column + 0.5) * CELL, (row + 0.5) * CELL
                reach = CELL / 2 - inset
                ends = []
                for sign in (-1, 1):
                    ahead = (row + sign * along[0], column + sign * along[1])
                    corner = (ahead[0] + down, ahead[1] + right)
                    extent = CELL / 2
                    if ahead not in inside:
                        extent -= inset
                    elif corner in inside:
                        extent += inset
                    ends.append(
                        (
                            cx + right * reach + sign * along[1] * extent,
                            cy + down * reach + sign * along[0] * extent,
                        )
                    )
                (ax, ay), (bx, by) = ends
                pieces.append(f"M{ax:g} {ay:g}L{bx:g} {by:g}")
        return "".join(pieces)


def _ends(link: Link) -> tuple[Candidate, Candidate]:
    return link.first, link.second


def _towards(
    start: tuple[float, float], end: tuple[float, float], distance: float
) -> tuple[float, float]:
    """The point at ``distance`` from ``start`` on the way to ``end``."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay) or 1.0
    return ax + (bx - ax) / length * distance, ay + (by - ay) / length * distance


def _blocked(
    start: tuple[float, float],
    end: tuple[float, float],
    others: Iterable[tuple[float, float]],
    radius: float,
) -> bool:
    """Whether another place lies on the straight line between two."""
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy or 1.0
    for x, y in others:
        share = ((x - ax) * dx + (y - ay) * dy) / square
        if 0 < share < 1 and hypot(ax + share * dx - x, ay + share * dy - y) < radius:
            return True
    return False
