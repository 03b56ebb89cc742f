"""Drawings and fog as plain data, and what the sites' ways of writing them share.

satdoku's JSON holds a :class:`Cosmetic` field by field, what is usual left out. The formats of
sites are read generously: what of a drawing cannot be understood is left out, and counted by its
reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from math import hypot
from typing import Any

from satdoku.base.errors import FormatError
from satdoku.board.geometry import Geometry
from satdoku.formats.base import of_kind, shown
from satdoku.puzzle.colours import COLOUR_WORDS
from satdoku.puzzle.cosmetic import Cosmetic, Fog, Spot
from satdoku.puzzle.drawn_reading import DRAWING_KINDS, DRAWN_SHAPES, ClueDrawing

_COLOUR = re.compile(
    r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,24}|"
    r"(?:rgb|hsl)a?\( *[0-9.]+(?:deg)?%?(?:[ ,/]+[0-9.]+%?){2,3} *\)",
    re.IGNORECASE,
)
SHAPE_COLOURS = {
    "grey": "#CFCFCF", "dark": "#A1A1A1", "blue": "#34BBE6", "sky": "#2ECBFF",
    "green": "#67F067", "orange": "#FF9A00", "purple": "#F067F0", "yellow": "#C9C883",
    "teal": "#33BBBB", "red": "#FF6666", "peach": "#FFCCAA", "violet": "#CDB1EC",
    "black": "#000000", "white": "#FFFFFF",
}  # fmt: skip
"""The colours that shapes of rules have on sites, by the words for them."""
_FAR = 1000
_MAX_DRAWINGS = 20_000
_MAX_TEXT = 500
_CLUE_TEXTS = ("colour", "shape", "label")
_CELLS = re.compile(r"r(\d{1,3})c(\d{1,3})", re.IGNORECASE)


def colour_of(value: Any) -> str:
    """A colour as CSS; empty where there is none, or it is not known to be one."""
    if not isinstance(value, str) or not _COLOUR.fullmatch(value.strip()):
        return ""
    value = value.strip().lower()
    hidden = value in ("none", "transparent") or re.fullmatch("#(.{3}0|.{6}00)", value)
    return "" if hidden else value


def length_of(value: Any, scale: float = 1.0) -> float:
    """A length, or an angle, rounded; 0 where it is none."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return 0.0
    if not isinstance(value, int | float) or isinstance(value, bool):
        return 0.0
    if not abs(value) <= _FAR * max(1.0, scale):  # nor is it infinite or no number
        return 0.0
    return round(value / scale, 4)


def spot_of(value: Any) -> Spot | None:
    """A place written as [row, column]."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    if not all(type(n) in (int, float) and abs(n) <= _FAR for n in value):
        return None
    return round(float(value[0]), 4), round(float(value[1]), 4)


_STEP = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_TAKEN = {"M": 2, "L": 2, "H": 1, "V": 1, "A": 7, "Z": 0}
"""How many numbers a step of a path takes; curves are none of these."""


def path_of(text: str, scale: float) -> tuple[tuple[Spot, ...], float] | None:
    """The corners of an SVG path of straight lines, or the middle and the radius of its circle.

    :param scale: how many of the path's units a cell has.
    :return: spots and a radius, 0 for lines; ``None`` where it is of other parts or of several.
    """
    if (outline := _outline(text[:20_000])) is None:
        return None
    points, radii = outline
    spots = [spot_of([row / scale, column / scale]) for column, row in points]
    whole = tuple(spot for spot in spots if spot is not None)
    if not whole or len(whole) < len(spots):
        return None
    if not radii:
        return whole, 0.0
    # Two halves make a circle.
    corners = list(dict.fromkeys(whole))
    if len(radii) > 1 or len(corners) != 2:
        return None
    (top, left), (bottom, right) = corners
    return ((round((top + bottom) / 2, 4), round((left + right) / 2, 4)),), radii.pop() / scale


def _outline(text: str) -> tuple[list[tuple[float, float]], set[float]] | None:
    """The places at which the steps of a path end, as (x, y), and the radii of its arcs."""
    points: list[tuple[float, float]] = []
    radii = set[float]()
    x = y = 0.0
    for step in _STEP.finditer(text):
        name, numbers = step[1], [float(n) for n in _NUMBER.findall(step[2])]
        taken = _TAKEN.get(name.upper())
        if taken is None or len(numbers) % (taken or 1) or bool(numbers) != bool(taken):
            return None
        if name in "Mm" and points:
            return None
        if name in "Zz":
            points.append(points[0] if points else (x, y))
        for at in range(0, len(numbers), taken or 1):
            part = numbers[at : at + taken]
            if name in "Aa":
                if part[0] != part[1]:
                    return None
                radii.add(part[0])
            x, y = _end_of(name, part, x, y)
            points.append((x, y))
    return points, radii


def _end_of(step: str, numbers: Sequence[float], x: float, y: float) -> tuple[float, float]:
    """Where a step of a path that begins at a place ends."""
    across = numbers[0] if step in "Hh" else 0.0 if step in "Vv" else numbers[-2]
    down = numbers[0] if step in "Vv" else 0.0 if step in "Hh" else numbers[-1]
    if step.islower():
        return x + across, y + down
    return (x if step == "V" else across), (y if step == "H" else down)


def middles(cells: Iterable[int], geometry: Geometry) -> tuple[Spot, ...]:
    """The middles of cells."""
    places = map(geometry.row_column, cells)
    return tuple((row + 0.5, column + 0.5) for row, column in places)


# --- clues that lack what they would say ----------------------------------------------------------

_GREY, _WHITE = "#a1a1a1", "#ffffff"


def circle_at(
    spots: Sequence[Spot], side: float = 0.75, *, fill: str = _WHITE, stroke: str = _GREY
) -> tuple[Cosmetic, ...]:
    """A circle in a cell or on an edge or corner, or a capsule through several cells.

    :param spots: the middles of the cells; those of a capsule follow each other.
    """
    (top, left), (bottom, right) = spots[0], spots[-1]
    down, across = bottom - top, right - left
    length = hypot(down, across)
    straight = all(
        abs(down * (column - left) - across * (row - top)) < 0.01 for row, column in spots
    )
    if not straight or max(abs(down), abs(across)) != len(spots) - 1:
        # A bent capsule: a thick line with a lighter one in it.
        return tuple(
            Cosmetic("line", tuple(spots), stroke=colour, width=width)
            for colour, width in ((stroke, side), (fill, round(side - 0.06, 4)))
        )
    middle = (top + bottom) / 2, (left + right) / 2
    turned = 0.0 if not (down and across) else 45.0 if (down > 0) == (across > 0) else -45.0
    height, width = (length, 0.0) if down and not across else (0.0, length)
    return (
        Cosmetic(
            "mark",
            (middle,),
            any(not number % 1 for number in middle),
            stroke,
            fill,
            size=(round(height + side, 4), round(width + side, 4)),
            rounded=True,
            angle=turned,
        ),
    )


def arrow_at(spot: Spot, down: int, right: int) -> Cosmetic:
    """The arrow of a clue beside the board that looks along a diagonal."""
    row, column = spot
    first, last = (
        (round(row + part * down, 4), round(column + part * right, 4)) for part in (0.2, 0.48)
    )
    return Cosmetic("line", (first, last), stroke="#000000", width=0.04, head=0.2)


def box_at(spot: Spot, text: str = "") -> Cosmetic:
    """An empty box beside the board, or a sign, where a clue would stand."""
    if text:
        return Cosmetic("mark", (spot,), True, text=text, font=0.65)
    return Cosmetic("mark", (spot,), stroke=_GREY, size=(0.7, 0.7))


# --- satdoku's own JSON --------------------------------------------------------------------------

_USUAL = {field.name: field.default for field in fields(Cosmetic)}
_KINDS = ("line", "mark", "cage")


def drawings_data(drawings: Sequence[Cosmetic]) -> list[dict[str, Any]]:
    """Drawings as data."""
    items = []
    for drawing in drawings:
        data: dict[str, Any] = {}
        for name, usual in _USUAL.items():
            value = getattr(drawing, name)
            if value == usual:
                continue
            if name == "spots":
                value = [list(spot) for spot in value]
            data[name] = list(value) if isinstance(value, tuple) else value
        items.append(data)
    return items


def read_drawings(data: Any) -> tuple[Cosmetic, ...]:
    """The drawings of data.

    :raises FormatError: naming the place and the reason.
    """
    if not isinstance(data, list) or len(data) > _MAX_DRAWINGS:
        raise FormatError('"drawings" must be a list of at most {most} objects', most=_MAX_DRAWINGS)
    return tuple(_drawing(item, f"drawings[{index}]") for index, item in enumerate(data))


def _drawing(item: Any, path: str) -> Cosmetic:
    of_kind(dict, item, path)
    if unknown := sorted(set(item) - set(_USUAL)):
        raise FormatError('"{path}" has no key {unknown}', path=path, unknown=shown(unknown[0]))
    if item.get("kind") not in _KINDS:
        raise FormatError(
            '"{path}.kind" must be "line", "mark" or "cage", not {kind}',
            path=path,
            kind=shown(item.get("kind")),
        )
    spots = item.get("spots")
    if not isinstance(spots, list) or not spots or len(spots) > _MAX_DRAWINGS:
        raise FormatError(
            '"{path}.spots" must be a list of places, [row, column] in cells', path=path
        )
    looks: dict[str, Any] = {"kind": item["kind"], "spots": tuple(_spot(s, path) for s in spots)}
    for name, value in item.items():
        if name in ("kind", "spots"):
            continue
        usual = _USUAL[name]
        if name in ("stroke", "fill", "ink"):
            if value and not colour_of(value):
                raise FormatError(
                    '"{path}.{name}" must be a colour, not {value}',
                    path=path,
                    name=name,
                    value=shown(value),
                )
            value = colour_of(value)
        elif name == "size":
            value = _spot(value, f"{path}.size")
        elif isinstance(usual, bool):
            of_kind(bool, value, f"{path}.{name}")
        elif isinstance(usual, str):
            if not isinstance(value, str) or len(value) > _MAX_TEXT:
                raise FormatError(
                    '"{path}.{name}" must be a text of at most {longest_text} characters',
                    path=path,
                    name=name,
                    longest_text=_MAX_TEXT,
                )
        else:
            if type(value) not in (int, float) or not abs(value) <= _FAR:
                raise FormatError(
                    '"{path}.{name}" must be a number, not {value}',
                    path=path,
                    name=name,
                    value=shown(value),
                )
            value = round(float(value), 4)
        looks[name] = value
    return Cosmetic(**looks)


def _spot(value: Any, path: str) -> Spot:
    spot = spot_of(value)
    if spot is None:
        raise FormatError('"{path}": {value} is not a [row, column]', path=path, value=shown(value))
    return spot


def fog_data(fog: Fog, geometry: Geometry) -> dict[str, Any]:
    """Fog as data."""
    data: dict[str, Any] = {"lamps": [geometry.name(cell) for cell in fog.lamps]}
    if fog.reveals:
        data["reveals"] = [
            {"cell": geometry.name(cell), "cells": [geometry.name(lit) for lit in cells]}
            for cell, cells in fog.reveals
        ]
    return data


def read_fog(data: Any, geometry: Geometry) -> Fog:
    """The fog of data.

    :raises FormatError: naming the place and the reason.
    """
    if not isinstance(data, dict) or data.keys() - {"lamps", "reveals"}:
        raise FormatError('"fog" must be an object: {"lamps": ["r1c1"], "reveals": [...]}')
    reveals = data.get("reveals", [])
    if not isinstance(reveals, list) or not all(
        isinstance(one, dict) and one.keys() == {"cell", "cells"} for one in reveals
    ):
        raise FormatError(
            '"fog.reveals" must be a list of objects: {"cell": "r1c1", "cells": ["r5c5"]}'
        )
    lamps = _named(data.get("lamps", []), "fog.lamps", geometry)
    pairs = tuple(
        (
            _named([one["cell"]], "fog.reveals.cell", geometry)[0],
            _named(one["cells"], "fog.reveals.cells", geometry),
        )
        for one in reveals
    )
    return Fog(lamps, pairs)


def _named(names: Any, path: str, geometry: Geometry) -> tuple[int, ...]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise FormatError(
            '"{path}" must be a list of cells like "r1c1", not {names}',
            path=path,
            names=shown(names),
        )
    try:
        return tuple(dict.fromkeys(geometry.cell(name) for name in names))
    except ValueError as error:
        raise FormatError('"{path}": {error}', path=path, error=error) from None


# --- SudokuPad's triggers, in its own JSON and in that of f-puzzles ------------------------------


def triggers(fog: Fog, geometry: Geometry) -> list[dict[str, Any]]:
    """The cells that right digits light, as SudokuPad reads them."""
    return [
        {
            "trigger": {"type": "cellvalue", "cell": geometry.name(cell)},
            "effect": {"type": "foglight", "cells": "".join(map(geometry.name, cells))},
        }
        for cell, cells in fog.reveals
    ]


def read_triggers(
    data: Any, at: Callable[[int, int], int | None]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The cells that right digits light; what is of another kind is passed over.

    :param at: the cell in a row and a column of the file, both from 0.
    """
    for item in data if isinstance(data, list) else ():
        if not isinstance(item, dict):
            continue
        trigger, effect = item.get("trigger"), item.get("effect")
        if not isinstance(trigger, dict) or not isinstance(effect, dict):
            continue
        if trigger.get("type") != "cellvalue" or effect.get("type") != "foglight":
            continue
        cell, cells = (_cells_in(one, at) for one in (trigger.get("cell"), effect.get("cells")))
        if len(cell) == 1 and cells:
            yield cell[0], cells


def _cells_in(text: Any, at: Callable[[int, int], int | None]) -> tuple[int, ...]:
    """The cells whose names follow each other in a text, or in a list of texts."""
    if isinstance(text, list):
        text = "".join(one for one in text if isinstance(one, str))
    if not isinstance(text, str):
        return ()
    places = [at(int(r) - 1, int(c) - 1) for r, c in _CELLS.findall(text)]
    return tuple(dict.fromkeys(cell for cell in places if cell is not None))


def clue_drawing_data(drawing: ClueDrawing, geometry: Geometry) -> dict[str, Any]:
    """The drawing of a clue as data, without what is empty."""
    data: dict[str, Any] = {"kind": drawing.kind, "cells": list(map(geometry.name, drawing.cells))}
    texts = ((name, getattr(drawing, name)) for name in _CLUE_TEXTS)
    data |= {name: text for name, text in texts if text}
    return data if drawing.count == 1 else data | {"count": drawing.count}


def read_clue_drawing(data: Any, geometry: Geometry) -> ClueDrawing:
    """The drawing of a clue in data.

    :raises FormatError: naming the place and the reason.
    """
    of_kind(dict, data, "drawn")
    if unknown := sorted(set(data) - {"kind", "cells", "count", *_CLUE_TEXTS}):
        raise FormatError('"{path}" has no key {unknown}', path="drawn", unknown=shown(unknown[0]))
    texts: dict[str, str] = {name: data.get(name, "") for name in _CLUE_TEXTS}
    known = {"kind": DRAWING_KINDS, "colour": ("", *COLOUR_WORDS), "shape": DRAWN_SHAPES}
    for name, words in known.items():
        if (word := data.get(name, "")) not in words:
            raise FormatError(
                '"drawn.{name}" must be one of {words}, not {word}',
                name=name,
                words=words,
                word=shown(word),
            )
    if not isinstance(texts["label"], str) or len(texts["label"]) > _MAX_TEXT:
        raise FormatError(
            '"{path}.{name}" must be a text of at most {longest_text} characters',
            path="drawn",
            name="label",
            longest_text=_MAX_TEXT,
        )
    count = data.get("count", 1)
    if type(count) is not int or not 0 < count <= _MAX_DRAWINGS:
        raise FormatError(
            '"drawn.count" must be a number of drawings, not {value}', value=shown(count)
        )
    try:
        cells = tuple(map(geometry.cell, of_kind(list, data.get("cells"), "drawn.cells")))
    except (ValueError, TypeError, AttributeError):
        cells = ()
    if not 0 < len(cells) <= geometry.cell_count + 1 or (data["kind"] == "side" and len(cells) < 2):
        raise FormatError('"drawn.cells" must be a list of cells of the board')
    return ClueDrawing(data["kind"], cells, **texts, count=count)
