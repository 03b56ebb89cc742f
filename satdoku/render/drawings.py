"""Drawings of a setter beside the rules, below or above the lines of the grid, in his colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import floor

from satdoku.puzzle import Cosmetic
from satdoku.render.canvas import CELL, Canvas, Point, font_of, towards
from satdoku.render.colours import legible, under_digits
from satdoku.render.escaped import quoteattr

_BLACK = ("", "black", "#000", "#000f", "#000000", "#000000ff")
_WIDTH = 0.03
_MIN_GROUND_WIDTH = 0.12
"""The width in cells from which a line is a ground for the digits above it."""
_LABEL = 14


def drawings(canvas: Canvas, *, over: bool) -> Iterator[str]:
    """The drawings over the lines of the grid, or those under them."""
    for drawing in canvas.scene.drawings:
        if drawing.over is over:
            yield from {"line": _line, "mark": _mark, "cage": _cage}[drawing.kind](canvas, drawing)


def _ink(canvas: Canvas, colour: str, ground: str = "") -> str:
    """A colour; on the paper itself black is the ink of the style."""
    return canvas.style.ink if colour in _BLACK and not ground else colour or "#000000"


def _written(canvas: Canvas, colour: str) -> str:
    """The ink of a text on the paper, or on what digits stand on."""
    return legible(_ink(canvas, colour), canvas.style)


def _is_ground(canvas: Canvas, drawing: Cosmetic) -> bool:
    """Whether a digit stands on a mark: it covers the middle of a cell."""
    geometry = canvas.scene.geometry
    sides = zip(drawing.spots[0], drawing.size, (geometry.rows, geometry.columns), strict=True)
    return all(
        abs(min(max(floor(place), 0), cells - 1) + 0.5 - place) < size / 2
        for place, size, cells in sides
    )


def _point(spot: tuple[float, float]) -> Point:
    return spot[1] * CELL, spot[0] * CELL


def _line(canvas: Canvas, drawing: Cosmetic) -> Iterator[str]:
    points = [_point(spot) for spot in drawing.spots]
    colour = _ink(canvas, drawing.stroke) if drawing.stroke or not drawing.fill else "none"
    if drawing.width >= _MIN_GROUND_WIDTH:
        colour = under_digits(colour, canvas.style)
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    path += "h0" if len(points) == 1 else ""
    width = (drawing.width or _WIDTH) * CELL
    yield (
        f'<path class="drawing" d="{path}" '
        f"fill={quoteattr(under_digits(drawing.fill, canvas.style) or 'none')} "
        f'stroke={quoteattr(colour)} stroke-width="{width:g}" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
    )
    if drawing.head and len(points) > 1:
        tip = towards(points[-1], points[-2], -width / 2)
        yield canvas.head(points[-2], tip, drawing.head * CELL, colour)


def _mark(canvas: Canvas, drawing: Cosmetic) -> Iterator[str]:
    (x, y), (height, width) = _point(drawing.spots[0]), (side * CELL for side in drawing.size)
    turn = f' transform="rotate({drawing.angle:g} {x:g} {y:g})"' if drawing.angle else ""
    is_ground = _is_ground(canvas, drawing)
    if width and height and (drawing.fill or drawing.stroke):
        stroke = _ink(canvas, drawing.stroke, drawing.fill) if drawing.stroke else "none"
        fill = under_digits(drawing.fill, canvas.style) if is_ground else drawing.fill
        look = (
            f"fill={quoteattr(fill or 'none')} stroke={quoteattr(stroke)} "
            f'stroke-width="{(drawing.width or _WIDTH) * CELL:g}"{turn}/>'
        )
        if drawing.rounded:
            yield (
                f'<ellipse class="drawing" cx="{x:g}" cy="{y:g}" rx="{width / 2:g}" '
                f'ry="{height / 2:g}" {look}'
            )
        else:
            yield (
                f'<rect class="drawing" x="{x - width / 2:g}" y="{y - height / 2:g}" '
                f'width="{width:g}" height="{height:g}" {look}'
            )
    if text := re.sub(r"\s+", " ", drawing.text).strip():
        # On a mark between the cells the setter's own colours stand together.
        own = width and height and drawing.fill and not is_ground
        ink = drawing.ink or "#000000" if own else _written(canvas, drawing.ink)
        written = canvas.text(x, y, font_of(drawing), text, ink)
        yield f'<g class="drawing"{turn}>{written}</g>'


def _cage(canvas: Canvas, drawing: Cosmetic) -> Iterator[str]:
    geometry = canvas.scene.geometry
    places = (geometry.at(int(row), int(column)) for row, column in drawing.spots)
    cells = [cell for cell in places if cell is not None]
    if not cells:
        return
    yield (
        f'<path class="drawing" d="{canvas.outline(set(cells), 5)}" fill="none" '
        f'stroke={quoteattr(_ink(canvas, drawing.stroke))} stroke-width="1.3" '
        'stroke-dasharray="5 3"/>'
    )
    if drawing.text.strip():
        x, y = canvas.corner(min(cells))
        ink = _written(canvas, drawing.ink)
        yield canvas.text(x + 3, y + 9.5, _LABEL, drawing.text.strip(), ink, anchor="start")
