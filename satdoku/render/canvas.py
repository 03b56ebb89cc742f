"""Canvas: the places of cells and clues in a picture, and the pieces that its layers share."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache, cached_property
from importlib.resources import files
from math import ceil, hypot, sqrt
from typing import TYPE_CHECKING, Literal, TypeAlias

from satdoku.base.errors import Unsupported
from satdoku.base.records import dataclass
from satdoku.board import Shape
from satdoku.puzzle import Cosmetic
from satdoku.render.escaped import escape
from satdoku.render.scene import Scene
from satdoku.render.style import Style
from satdoku.render.words import text_width

if TYPE_CHECKING:
    from satdoku.techniques.step import Candidate

CELL = 64
"""The side of a cell in the picture's own units."""
MARGIN = 12
LABELLED = 34
_CLUE = 0.4 * CELL
_NEAR = 0.36 * CELL
_MAX_DRAWING_DISTANCE = 3 * CELL
"""The distance from the board within which drawings are shown."""
WALL = 3
"""The width of the lines between regions."""
_EDGE = 11
"""The length that the mark of two cells reaches into each of them."""

Point: TypeAlias = tuple[float, float]
TextKind: TypeAlias = Literal["text", "paths", "mixed"]
"""Digits and words as text, or as outlines that look the same without any font; ``mixed``: as text
where a character has no outline."""


@dataclass(frozen=True)
class Canvas:
    """A scene and a style, with the places of its cells, candidates and clues."""

    scene: Scene
    style: Style
    ids: str = ""
    text_kind: TextKind = "text"
    outlined: dict[str, None] = field(default_factory=dict)

    # -- places ------------------------------------------------------------------------------------

    def corner(self, cell: int) -> tuple[int, int]:
        """The upper left corner of a cell."""
        row, column = self.scene.geometry.row_column(cell)
        return column * CELL, row * CELL

    def centre(self, cell: int) -> Point:
        """The middle of a cell."""
        x, y = self.corner(cell)
        return x + CELL / 2, y + CELL / 2

    @cached_property
    def _offsets(self) -> dict[int, Point]:
        digits = self.scene.geometry.digits
        across, down = self._across, ceil(len(digits) / self._across)
        side, top, bottom = self.insets
        return {
            digit: (
                side + (number % across + 0.5) * (CELL - 2 * side) / across,
                top + (number // across + 0.5) * (CELL - top - bottom) / down,
            )
            for number, digit in enumerate(digits)
        }

    @cached_property
    def insets(self) -> tuple[int, int, int]:
        """The space that candidates leave free at the sides, top and bottom of a cell."""
        labelled = any(
            shape.label
            and (shape.kind == "cage" or (shape.kind == "dot" and len(shape.cells) == 1))
            for shape in self.scene.shapes
        )
        # A mark on an edge or a corner is not to be covered, nor to cover anything.
        edged = any(shape.kind == "dot" and len(shape.cells) > 1 for shape in self.scene.shapes)
        side, top, bottom = (8, 16, 6) if labelled else (4, 4, 4)
        return (
            (max(side, _EDGE), max(top, _EDGE), max(bottom, _EDGE))
            if edged
            else (side, top, bottom)
        )

    @cached_property
    def _across(self) -> int:
        digits = len(self.scene.geometry.digits)
        box = self.scene.geometry.box
        across = box[1] if box else 0
        return across if digits <= 2 * across**2 <= 4 * digits else ceil(sqrt(digits))

    @cached_property
    def mark_size(self) -> float:
        """The size of a candidate's digit."""
        longest = max(len(str(digit)) for digit in self.scene.geometry.digits)
        down = ceil(len(self.scene.geometry.digits) / self._across)
        side, top, bottom = self.insets
        size = (CELL - 2 * side) / max(self._across * (0.55 * longest + 0.45), 3)
        return min(size, (CELL - top - bottom) / down * 1.1) if top > 4 else size

    def place(self, candidate: Candidate) -> Point:
        """The middle of a candidate's place in its cell; of the cell where a digit stands."""
        cell, digit = candidate
        if self.scene.cells[cell].text or digit not in self._offsets:
            return self.centre(cell)
        (x, y), (dx, dy) = self.corner(cell), self._offsets[digit]
        return x + dx, y + dy

    @cached_property
    def clues(self) -> tuple[tuple[Shape, Point, float], ...]:
        """The clues outside of the board, each with the middle of its text and its size.

        Clues before the same line stand one behind the other.
        """
        taken: dict[tuple[int, float, float], float] = {}
        placed = []
        for shape in self.scene.shapes:
            if shape.kind != "outside" or not shape.cells:
                continue
            x, y = self.centre(shape.cells[0])
            dx, dy = 0.0, -1.0
            if len(shape.cells) > 1:
                nx, ny = self.centre(shape.cells[1])
                dx, dy = (x > nx) - (x < nx), (y > ny) - (y < ny)
            label = shape.label or ""
            size = min(_CLUE, _CLUE * (CELL - 6) / (text_width(label, _CLUE) or 1))
            size = max(size, 11)
            reach = text_width(label, size) / 2 if dx and not dy else size / 2
            before = taken.get((shape.cells[0], dx, dy), 0.0)
            away = CELL / 2 + before + max(_NEAR, reach + 6)
            taken[shape.cells[0], dx, dy] = before + max(_NEAR, reach + 6) + reach - 2
            placed.append((shape, (x + dx * away, y + dy * away), size))
        return tuple(placed)

    def extents(self, labels: bool) -> tuple[float, float, float, float]:
        """The margins on the left, on top, on the right and at the bottom."""
        geometry = self.scene.geometry
        width, height = geometry.columns * CELL, geometry.rows * CELL
        left = top = right = bottom = 0.0
        for shape, (x, y), size in self.clues:
            half = text_width(shape.label or "", size) / 2 + 4
            left, right = max(left, half - x), max(right, x + half - width)
            top, bottom = max(top, size / 2 + 4 - y), max(bottom, y + size / 2 + 4 - height)
        for drawing in self.scene.drawings:
            first, above, last, below = _reach(drawing)
            left, right = (
                max(left, min(-first, _MAX_DRAWING_DISTANCE)),
                max(right, min(last - width, _MAX_DRAWING_DISTANCE)),
            )
            top, bottom = (
                max(top, min(-above, _MAX_DRAWING_DISTANCE)),
                max(bottom, min(below - height, _MAX_DRAWING_DISTANCE)),
            )
        # Labels stand outside of the clues.
        before = LABELLED - MARGIN if labels else 0
        return (
            ceil(left) + before + (4 if left and labels else MARGIN),
            ceil(top) + before + (4 if top and labels else MARGIN),
            ceil(right) + (0 if right else MARGIN),
            ceil(bottom) + (0 if bottom else MARGIN),
        )

    # -- pieces ------------------------------------------------------------------------------------

    def text(
        self,
        x: float,
        y: float,
        size: float,
        text: str,
        fill: str,
        *,
        bold: bool = False,
        anchor: Literal["middle", "start"] = "middle",
        name: str = "",
    ) -> str:
        """A text whose middle (or beginning) is at a point; ``name`` is its class."""
        if self.text_kind == "paths" or (
            self.text_kind == "mixed" and all(character in _glyphs() for character in text)
        ):
            return self.outlines(x, y, size, text, fill, bold=bold, anchor=anchor)
        # A third of the size below the middle: what dominant-baseline does depends on the font.
        weight = ' font-weight="bold"' if bold else ""
        where = ' text-anchor="start"' if anchor == "start" else ""
        classed = f' class="{name}"' if name else ""
        return (
            f'<text{classed} x="{x:.5g}" y="{y + 0.35 * size:.5g}" font-size="{size:.4g}" '
            f'fill="{fill}"{weight}{where}>{escape(text)}</text>'
        )

    def texts(
        self,
        rows: Mapping[float, Sequence[tuple[float, str]]],
        size: float,
        fill: str,
        *,
        bold: bool,
    ) -> str:
        """The texts of one look in rows by their height, as few elements as can be."""
        if self.text_kind != "text" or any(
            len(text) > 1 for row in rows.values() for _, text in row
        ):
            return "".join(
                self.text(x, y, size, text, fill, bold=bold)
                for y, row in rows.items()
                for x, text in row
            )
        weight = ' font-weight="bold"' if bold else ""
        lines = (
            f'<text x="{" ".join(f"{x:.4g}" for x, _ in row)}" y="{y + 0.35 * size:.4g}">'
            f"{escape(''.join(text for _, text in row))}</text>"
            for y, row in rows.items()
        )
        return f'<g font-size="{size:.4g}" fill="{fill}"{weight}>{"".join(lines)}</g>'

    def outlines(
        self,
        x: float,
        y: float,
        size: float,
        text: str,
        fill: str,
        *,
        bold: bool = False,
        anchor: Literal["middle", "start"] = "middle",
    ) -> str:
        """A text as outlines, which look the same without a font.

        :raises Unsupported: where there is no outline of a character; names it.
        """
        glyphs = _glyphs()
        missing = next((c for c in text if c not in glyphs), None)
        if missing is not None:
            raise Unsupported(
                f"there is no outline of {missing!r} (U+{ord(missing):04X}); "
                "write the text as text instead of as paths"
            )
        scale = size / 1000
        at = x - (sum(glyphs[c][0] for c in text) * scale / 2 if anchor == "middle" else 0)
        heavy = f' stroke="{fill}" stroke-width="45"' if bold else ""
        parts = [f'<g fill="{fill}"{heavy}>']
        for character in text:
            if glyphs[character][1]:
                self.outlined[character] = None
                parts.append(
                    f'<use href="#{self.ids}g{ord(character)}" '
                    f'transform="translate({at:.5g} {y + 0.35 * size:.5g}) scale({scale:.4g})"/>'
                )
            at += glyphs[character][0] * scale
        return "".join((*parts, "</g>"))

    def definitions(self) -> str:
        """The outlines that texts use, once they are all written."""
        if not self.outlined:
            return ""
        glyphs = _glyphs()
        paths = "".join(
            f'<path id="{self.ids}g{ord(c)}" d="{glyphs[c][1]}"/>' for c in sorted(self.outlined)
        )
        return f"<defs>{paths}</defs>"

    def head(
        self, start: Point, end: Point, size: float, colour: str, *, open_: bool = False
    ) -> str:
        """The head of an arrow that comes from ``start``, its tip at ``end``."""
        path = self.head_path(start, end, size)
        if open_:
            return (
                f'<path d="{path[:-1]}" fill="none" stroke="{colour}" '
                f'stroke-width="{0.06 * CELL:g}" stroke-linecap="round"/>'
            )
        return f'<path d="{path}" fill="{colour}"/>'

    @staticmethod
    def head_path(start: Point, end: Point, size: float) -> str:
        """The head of an arrow as path data."""
        (ax, ay), (bx, by) = start, end
        length = hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / length * size, (by - ay) / length * size
        left = f"{bx - ux - uy / 2:.0f} {by - uy + ux / 2:.0f}"
        right = f"{bx - ux + uy / 2:.0f} {by - uy - ux / 2:.0f}"
        return f"M{left}L{bx:.0f} {by:.0f}L{right}Z"

    def outline(self, cells: Collection[int], inset: float) -> str:
        """The border of some cells, moved ``inset`` units inside, as path data."""
        inside = set(map(self.scene.geometry.row_column, cells))
        sides: dict[Point, list[Point]] = {}
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
                sides.setdefault(ends[0], []).append(ends[1])
        return "".join(map(_closed, _rings(sides)))

    def grid(self) -> Iterator[str]:
        """The thin lines between cells, the heavy ones between regions and around the board."""
        geometry = self.scene.geometry
        width, height = geometry.columns * CELL, geometry.rows * CELL
        if geometry.places is None:
            thin = "".join(f"M{x * CELL} 0V{height}" for x in range(1, geometry.columns))
            thin += "".join(f"M0 {y * CELL}H{width}" for y in range(1, geometry.rows))
            heavy = f"M0 0H{width}V{height}H0Z"
        else:
            cells = range(geometry.cell_count)
            thin = "".join("M{} {}h{s}v{s}h-{s}Z".format(*self.corner(c), s=CELL) for c in cells)
            heavy = self.outline(cells, 0)
        yield f'<path class="thin" d="{thin}" fill="none" stroke="{self.style.thin}"/>'
        for first, second in sorted(self.scene.walls):
            x, y = self.corner(second)
            heavy += f"M{x} {y}" + (f"v{CELL}" if self.corner(first)[1] == y else f"h{CELL}")
        yield (
            f'<path class="walls" d="{heavy}" fill="none" stroke="{self.style.ink}" '
            f'stroke-width="{WALL}" stroke-linecap="square"/>'
        )


def font_of(drawing: Cosmetic) -> float:
    """The size of a drawing's text."""
    return (drawing.font or 0.5) * CELL


def _reach(drawing: Cosmetic) -> tuple[float, float, float, float]:
    """The reach of a drawing to the left, up, to the right and down."""
    down, across = (side * CELL / 2 for side in drawing.size)
    if drawing.text and drawing.kind == "mark":
        font = font_of(drawing)
        down, across = max(down, font / 2), max(across, text_width(drawing.text, font) / 2)
    xs = [column * CELL for _, column in drawing.spots]
    ys = [row * CELL for row, _ in drawing.spots]
    return min(xs) - across, min(ys) - down, max(xs) + across, max(ys) + down


def _rings(sides: dict[Point, list[Point]]) -> Iterator[list[Point]]:
    """Sides, each from its beginning to its end, as closed rings of corners."""
    while sides:
        ring = [next(iter(sides))]
        while True:
            ends = sides[ring[-1]]
            end = ends.pop()
            if not ends:
                del sides[ring[-1]]
            if end == ring[0]:
                break
            ring.append(end)
        yield ring


def _closed(ring: list[Point]) -> str:
    """A ring as path data, without the points in the middle of a straight side."""
    corners = []
    for n, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[n - 1], ring[(n + 1) % len(ring)]
        if not (ax == x == bx or ay == y == by):
            corners.append(f"{x:g} {y:g}")
    return f"M{'L'.join(corners)}Z"


@cache
def _glyphs() -> dict[str, tuple[int, str]]:
    text = (files(__package__) / "fonts" / "outlines.json").read_text(encoding="utf-8")
    glyphs: dict[str, tuple[int, str]] = json.loads(text)
    return glyphs


def towards(start: Point, end: Point, distance: float) -> Point:
    """The point at ``distance`` from ``start`` on the way to ``end``."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay) or 1.0
    return ax + (bx - ax) / length * distance, ay + (by - ay) / length * distance
