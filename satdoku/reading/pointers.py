"""Arrows that stand in a cell: signs, outlines and short strokes, each with where it points."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot

from satdoku.board import Geometry
from satdoku.puzzle.cosmetic import Cosmetic

_COMPASS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The steps to the cells around a cell, clockwise from the one above."""
_SIGNS = (
    "\u2191\u21d1\u21e7\u2b06", "\u2197\u21d7\u2b00\u2b08",
    "\u2192\u21d2\u21e8\u2b95\u27a1\u2794\u279c", "\u2198\u21d8\u2b02\u2b0a",
    "\u2193\u21d3\u21e9\u2b07", "\u2199\u21d9\u2b03\u2b0b",
    "\u2190\u21d0\u21e6\u2b05", "\u2196\u21d6\u2b01\u2b09",
)  # fmt: skip
"""The signs of arrows in each direction."""
SIGNS_OF_ARROWS = "".join(_SIGNS)
_NEAR = 0.13
"""How far from a line of the grid a mark between cells may be, in cells."""
_LEAST_LENGTH = 0.15
"""The length of a stroke, in cells, from which it points."""
_VARIATION = "\ufe0f\ufe0e"
"""Signs after another that say how it is printed."""


def pointed_from(drawing: Cosmetic, geometry: Geometry) -> tuple[int, tuple[int, ...]] | None:
    """The cell that an arrow stands in, and the cells that it points at, the nearest first.

    A stroke with a head may end in the next cell.
    """
    if drawing.kind == "mark" and any(abs(x - round(x)) < _NEAR for x in drawing.spots[0]):
        return None  # it stands between cells
    places = [(int(row // 1), int(column // 1)) for row, column in drawing.spots]
    cell = geometry.at(*places[0])
    away = {max(abs(r - places[0][0]), abs(c - places[0][1])) for r, c in places}
    if cell is None or max(away) > (1 if drawing.head and len(places) == 2 else 0):
        return None
    step = step_of(drawing)
    if step is None:
        return None
    cells = []
    other = geometry.beside(cell, *step)
    while other is not None:
        cells.append(other)
        other = geometry.beside(other, *step)
    return (cell, tuple(cells)) if cells else None


def step_of(drawing: Cosmetic) -> tuple[int, int] | None:
    """The step in the direction in which an arrow points; ``None`` for other drawings."""
    return _sign_step(drawing) if drawing.kind == "mark" else _stroke_step(drawing)


def _sign_step(drawing: Cosmetic) -> tuple[int, int] | None:
    return sign_step(drawing.text, drawing.angle)


def sign_step(text: str, angle: float = 0.0) -> tuple[int, int] | None:
    """The step in the direction of the sign of an arrow that is turned by an angle."""
    bare = text.rstrip(_VARIATION).strip(" 0123456789")
    for place, signs in enumerate(_SIGNS):
        if len(bare) == 1 and bare in signs:
            return _COMPASS[(place + round(angle / 45)) % 8]
    return None


def upright(text: str, angle: float) -> str:
    """The sign that the sign of an arrow is when it is turned by an angle; other texts as they
    are."""
    step = sign_step(text, angle)
    return text if step is None or len(text) > 1 else sign_towards(step)


def sign_towards(step: tuple[int, int]) -> str:
    """The sign of an arrow that points in the direction of a step."""
    return _SIGNS[_COMPASS.index(step)][0]


def _stroke_step(drawing: Cosmetic) -> tuple[int, int] | None:
    """An outline that begins in the middle of the tail, or ends where its head began, points at its
    farthest spot, a stroke with a head at its end."""
    spots: Sequence[tuple[float, float]] = drawing.spots
    closed = spots[-1] == spots[0] and len(spots) > 6
    if drawing.kind != "line" or not (drawing.head or closed or spots[-1:] == spots[1:2]):
        return None
    (top, left), (bottom, right) = spots[0], spots[-1]
    if not drawing.head:
        bottom, right = max(spots, key=lambda spot: hypot(spot[0] - top, spot[1] - left))
    down, across = bottom - top, right - left
    if hypot(down, across) < _LEAST_LENGTH:
        return None
    return _COMPASS[round(degrees(atan2(across, -down)) / 45) % 8]
