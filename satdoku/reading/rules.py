"""From figures to rules: which rules a figure may be a clue of, and the clue itself.

A rule states its parameters and how it is drawn (``parameters`` and ``shapes`` of its class). A
figure fits it where it has what the parameters need and is drawn so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from satdoku.board import Constraint, Geometry
from satdoku.board.constraint import SIDES, Parameter, Shape
from satdoku.constraints import REGISTRY
from satdoku.constraints.arrows import PillArrow
from satdoku.constraints.clones import Clone, SameValues
from satdoku.constraints.combined import NoneOf
from satdoku.constraints.common import lines_from, opened
from satdoku.constraints.corners import Battenburg
from satdoku.constraints.custom import AllPairs
from satdoku.constraints.first_digits import Rossini
from satdoku.constraints.lines import RegionSum
from satdoku.constraints.squares import squares
from satdoku.constraints.sums import EqualSum
from satdoku.puzzle.drawn_reading import ClueDrawing, DrawingKind
from satdoku.reading.figures import Figure
from satdoku.reading.unnamed import UNNAMED, pill_arrows, unnamed_clues
from satdoku.reading.words import Mention, RulesText

_LOOKS: Mapping[str, frozenset[str]] = {
    "line": frozenset(("line", "arrow")),
    "arrow": frozenset(("arrow",)),
    "edge": frozenset(("dot", "line")),
    "corner": frozenset(("dot",)),
    "mark": frozenset(("circle", "square", "dot", "area")),
    "area": frozenset(("area", "circle", "square", "cage")),
    "cage": frozenset(("cage", "area")),
    "side": frozenset(("outside",)),
    "diagonal": frozenset(("outside",)),
}
"""The kinds of shapes of the rules that a figure may be a clue of."""

_NEVER_WRITTEN = frozenset(("crusts", "length", "skipped", "mod"))
"""Numbers of a rule that no clue shows."""

_STATED = frozenset(("integer", "choice", "flag", "digits"))
"""The kinds of parameters that a sentence may state."""

_MAX_JOINED = 60
"""Strokes of one style of which it is looked at which are one line."""
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_ALL_MARKS = re.compile(
    r"(?i)\ball (?:possible )?(?:rectangles?|squares?|marks?|symbols?) are given"
)
_UNLIKE_LETTERS = re.compile(
    r"(?i)\bdifferent (?:letters|symbols)\b.*\b(?:different|unequal) digits"
    r"|\beach (?:letter|symbol)\b.*\b(?:different|unique) digit"
)
_OPERATIONS = {
    "+": "sum", "-": "difference", "\u2212": "difference", "\u2013": "difference", "x": "product",
    "X": "product", "*": "product", "\u00d7": "product", "/": "ratio", "\u00f7": "ratio",
}  # fmt: skip
"""The operation of a clue by the sign in it."""
_SIGNS = ("<", ">", "\u2227", "\u2228")
"""Signs that point from one cell to another."""


def clues_of(
    mention: Mention, figures: Sequence[Figure], text: RulesText, geometry: Geometry
) -> Iterator[tuple[Constraint, ...]]:
    """The clues of a rule that the figures of a style may be: none, one way or several."""
    kind = REGISTRY[mention.rule]
    if kind.name in UNNAMED:
        for way in _ways(kind, figures, geometry):
            yield from unnamed_clues(mention, way, text, geometry)
        return
    if kind is PillArrow:
        yield from pill_arrows(figures, geometry)
    if kind is SameValues and figures[0].kind == "mark":
        yield from _alike(figures, text, geometry)
        return
    if [p.kind for p in kind.parameters if not p.optional] == ["sets"]:
        yield from _as_sets(kind, figures, geometry)
        return
    if kind is RegionSum:
        yield from _of_regions(figures, geometry)
    if kind is Clone:
        if (clones := _clones(figures, geometry)) is not None:
            yield clones
        return
    for way in _ways(kind, figures, geometry):
        clues = [_clue(kind, figure, mention.numbers, geometry) for figure in way]
        if clues and None not in clues:
            known = tuple(clue for clue in clues if clue is not None)
            if kind is Rossini and (others := _without_arrow(known, geometry)):
                yield (*known, *others)
            if kind is Battenburg and any(map(_ALL_MARKS.search, text.sentences)):
                elsewhere = (Battenburg(four) for four in squares(geometry))
                yield (*known, *(NoneOf((clue,)) for clue in elsewhere if clue not in known))
            yield known


def _ways(
    kind: type[Constraint], figures: Sequence[Figure], geometry: Geometry
) -> list[Sequence[Figure]]:
    """The ways to see the figures of a style: apart, or those together that are one clue."""
    first, more = figures[0], len(figures) > 1
    if kind.name in UNNAMED and first.kind != "line":
        return [figures]
    needed = [parameter.kind for parameter in kind.parameters if not parameter.optional]
    cells = tuple(sorted({cell for figure in figures for cell in figure.cells}))
    whole = [replace(first, cells=cells)]
    if first.kind == "mark" and not first.label and needed[:1] == ["cells"]:
        return [whole]  # a rule about marked cells is one clue
    if first.kind == "area" and needed[:1] == ["cell"]:
        return [[replace(first, cells=(cell,)) for cell in cells]]
    if first.kind == "area" and more:
        # The parts of an area may touch at corners, or nowhere.
        ways: list[Sequence[Figure]] = [figures, _corner_to_corner(figures, geometry), whole]
        return [way for at, way in enumerate(ways) if len(way) not in map(len, ways[:at])]
    if first.kind == "line" and more:
        joined = _joined(figures, as_sets=kind.closed_as == "set")
        return [figures, joined] if len(joined) < len(figures) else [figures]
    return [figures]


def _corner_to_corner(figures: Sequence[Figure], geometry: Geometry) -> list[Figure]:
    """Areas, those together that touch at corners."""
    joined: list[Figure] = []
    for figure in figures:
        near = {
            geometry.beside(cell, down, right)
            for cell in figure.cells
            for down in (-1, 1)
            for right in (-1, 1)
        }
        touched = [other for other in joined if not near.isdisjoint(other.cells)]
        cells = sorted({*figure.cells, *(cell for other in touched for cell in other.cells)})
        drawings = sorted({*figure.drawings, *(at for other in touched for at in other.drawings)})
        joined = [other for other in joined if other not in touched]
        joined.append(replace(figure, cells=tuple(cells), drawings=tuple(drawings)))
    return joined


def _without_arrow(arrows: Sequence[Constraint], geometry: Geometry) -> tuple[Constraint, ...]:
    """Clues for all lines beside which no arrow of Rossini stands."""
    places = {(arrow.side, arrow.index) for arrow in arrows if isinstance(arrow, Rossini)}
    clues = (
        Rossini(side, index, "neither")
        for side in SIDES
        for index in lines_from(geometry, side)
        if (side, index) not in places
    )
    return tuple(clue for clue in clues if clue.is_sound(geometry))


def _as_sets(
    kind: type[Constraint], figures: Sequence[Figure], geometry: Geometry
) -> Iterator[tuple[Constraint, ...]]:
    """A clue about all figures of a style, each a set of cells."""
    if figures[0].kind in ("line", "cage", "area", "diagonal") and not figures[0].label:
        clue = made(kind, {"sets": tuple(figure.cells for figure in figures)}, geometry)
        if clue is not None:
            yield (clue,)


def _alike(
    figures: Sequence[Figure], text: RulesText, geometry: Geometry
) -> Iterator[tuple[Constraint, ...]]:
    """Clues that cells with one letter hold one digit, and those with others another one, if the
    words say so."""
    of_label: dict[str, list[int]] = {}
    for figure in figures:
        of_label.setdefault(figure.label.upper(), []).extend(figure.cells)
    if any(any(map(str.isdecimal, label)) for label in of_label):
        return
    clues: list[Constraint | None] = [
        made(SameValues, {"sets": tuple((cell,) for cell in cells)}, geometry)
        for cells in of_label.values()
        if len(cells) > 1
    ]
    if clues and len(of_label) > 1:
        one_each = tuple(cells[0] for cells in of_label.values())
        unlike = tuple((a, b) for a in geometry.digits for b in geometry.digits if a != b)
        if any(map(_UNLIKE_LETTERS.search, text.sentences)):
            clues.append(made(AllPairs, {"cells": one_each, "table": unlike}, geometry))
    known = tuple(clue for clue in clues if clue is not None)
    if known and len(known) == len(clues):
        yield known


def _is_number(label: str) -> bool:
    return label.isascii() and label.isdecimal() and len(label) < 7


def _of_regions(figures: Sequence[Figure], geometry: Geometry) -> Iterator[tuple[Constraint, ...]]:
    """Strokes that branch, with one sum in each region that they cross."""
    joined = _joined(figures, as_sets=True)
    if len(joined) == len(figures) or figures[0].kind != "line":
        return
    clues: list[Constraint] = []
    for line in joined:
        steps = {
            frozenset(step)
            for figure in figures
            if not set(figure.cells).isdisjoint(line.cells)
            for step in pairwise(figure.cells)
        }
        pieces: list[set[int]] = []
        for cell in line.cells:
            touched = [
                piece
                for piece in pieces
                if any(frozenset((cell, other)) in steps for other in piece)
                and geometry.region_of[cell] == geometry.region_of[next(iter(piece))]
            ]
            pieces = [piece for piece in pieces if piece not in touched]
            pieces.append({cell}.union(*touched))
        if len(pieces) > 1:
            clues.append(EqualSum(tuple(tuple(sorted(piece)) for piece in pieces)))
    if clues:
        yield tuple(clues)


def _clue(
    kind: type[Constraint], figure: Figure, numbers: Mapping[str, Any], geometry: Geometry
) -> Constraint | None:
    """The figure as a clue of a rule, where it fits."""
    values: dict[str, Any] = {}
    for parameter in kind.parameters:
        value: Any = None
        if parameter.name not in _NEVER_WRITTEN:
            value = _value(kind, parameter, figure, geometry)
        if value is None and parameter.kind in _STATED:
            value = numbers.get(parameter.name)
        ways: Sequence[Any] = ()
        if value is None and parameter.kind == "choice" and not parameter.optional:
            ways = parameter.choices
        elif value is not None and parameter.kind == "integers":
            ways = [_numbers(figure.label), value]
        for way in ways:  # the one whose clue shows what the figure does
            one = made(kind, values | {parameter.name: way}, geometry)
            if one is not None and _label(one, geometry) == figure.label:
                value = way
        if value is not None:
            values[parameter.name] = value
        elif not parameter.optional:
            return None
    cells = values.get("cells", ())
    if any(parameter.name == "loop" for parameter in kind.parameters) and cells[0] == cells[-1]:
        values |= {"cells": cells[:-1], "loop": True}
    elif cells:
        values["cells"] = opened(kind, cells, geometry)
    if figure.label in _SIGNS:  # which points from one cell to the other
        turned = values | {"cells": cells[::-1]} if cells else values
        clues = [made(kind, values, geometry), made(kind, turned, geometry)]
        pointing = (clue for clue in clues if clue and _label(clue, geometry) == figure.label)
        return next(pointing, None)
    clue = made(kind, values, geometry)
    return clue if clue is not None and _is_drawn_so(clue, figure, geometry) else None


def made(
    kind: type[Constraint], values: Mapping[str, Any], geometry: Geometry
) -> Constraint | None:
    """A clue with these parameters, where the board can have it."""
    try:
        clue = kind(**values)
    except (ValueError, TypeError, IndexError):
        return None
    return clue if clue.is_sound(geometry) else None


def shows(clue: Constraint, figure: Figure, geometry: Geometry) -> bool:
    """Whether a clue shows the letters of a figure: X for a sum of 10, where another shows 10."""
    letters = any(char.isalpha() for char in figure.label)
    return not letters or _label(clue, geometry).upper() == figure.label.upper()


def _label(clue: Constraint, geometry: Geometry) -> str:
    """The text that a clue shows."""
    shapes = clue.shapes(geometry)
    return (shapes[0].label or "") if shapes else ""


def _is_drawn_so(clue: Constraint, figure: Figure, geometry: Geometry) -> bool:
    """Whether a clue is drawn as the figure is: of its kind and, for marks, in as many cells."""
    shapes = clue.shapes(geometry)
    if not shapes or shapes[0].kind not in _LOOKS[figure.kind]:
        # A rule that knows no order of its cells may be drawn as a cage or an area too.
        return type(clue).closed_as == "set" and figure.kind in ("cage", "area")
    if figure.kind in ("edge", "corner"):
        return len(shapes[0].cells) == len(figure.cells)
    bulbs = [shape for shape in shapes if shape.kind == "line" and shape.bulb]
    if figure.kind != "line" or not bulbs:
        return True
    if len(bulbs) == 1:
        return figure.ends in ("bulb", "circle")
    return figure.ends == "circles" or (bulbs[0].diamond and figure.ends == "diamonds")


def _value(kind: type[Constraint], parameter: Parameter, figure: Figure, geometry: Geometry) -> Any:
    """The value that a figure gives a parameter; ``None`` where it gives none."""
    match parameter.kind:
        case "cell" if parameter.name in ("bulb", "control"):
            if figure.kind == "line" and figure.ends == "circle" and not figure.wide:
                return figure.cells[0]
            if figure.kind in ("mark", "area"):
                return figure.cells[0]
            return figure.bulb[0] if len(figure.bulb) == 1 else None
        case "cell" if figure.kind == "diagonal":
            return figure.cells[0]
        case "line" if parameter.name == "bulb":
            return figure.bulb if len(figure.bulb) > 1 else None
        case "cells" | "line":
            if any(p.name == "bulb" for p in kind.parameters):
                own = {"mark": None, "area": None, "line": figure.cells[1:]}
                return own.get(figure.kind, figure.cells)
            return figure.cells
        case "side" | "index" if figure.kind == "side":
            side, index = _side(figure.cells, geometry)
            return side if parameter.kind == "side" else index
        case "direction" if figure.kind == "diagonal":
            return _direction(figure.cells, geometry)
        case "choice" if not figure.label.isalnum():
            return _OPERATIONS.get(figure.label[-1:]) if parameter.name == "of" else None
        case "integer":
            return _number(figure.label)
        case "digits" | "integers":
            return _digits(figure.label, parameter.kind == "digits")
        case "text" if not parameter.optional and figure.label.isdecimal():
            return figure.label
    return None


def _number(label: str) -> int | None:
    """The number that a label is, in digits or Roman."""
    text = label.strip("= ").upper().removeprefix("DR")
    if text[:-1].isdecimal() and text[-1] in _OPERATIONS:
        text = text[:-1]
    if _is_number(text):
        return int(text)
    if text and set(text) <= _ROMAN.keys():
        values = [_ROMAN[letter] for letter in text]
        return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))
    return None


def _numbers(label: str) -> tuple[int, ...]:
    """The numbers that a label has, with blanks between them."""
    return tuple(int(word) for word in label.split() if _is_number(word))


def _digits(label: str, ascending: bool) -> tuple[int, ...] | None:
    bare = [c for c in label if c not in " ,.;/\n"]
    if not bare or any(c not in "0123456789" for c in bare):
        return None
    return tuple(map(int, sorted(bare) if ascending else bare))


def _side(cells: Sequence[int], geometry: Geometry) -> tuple[str, int]:
    """The side that a clue stands at, and the number of its row or column."""
    (row, column), (next_row, next_column) = map(geometry.row_column, cells[:2])
    if row == next_row:
        return ("left" if next_column > column else "right"), row + 1
    return ("top" if next_row > row else "bottom"), column + 1


def _direction(cells: Sequence[int], geometry: Geometry) -> str | None:
    if len(cells) < 2:
        return None
    (row, column), (next_row, next_column) = map(geometry.row_column, cells[:2])
    down = "down" if next_row > row else "up"
    return f"{down}-{'right' if next_column > column else 'left'}"


def _joined(figures: Sequence[Figure], *, as_sets: bool) -> list[Figure]:
    """Lines of which those are one that share an end or, as sets of cells, any cell."""
    lines: list[Figure] = []
    if len(figures) > _MAX_JOINED:
        return list(figures)
    for figure in figures:
        cells, drawings = figure.cells, figure.drawings
        for other in [*lines]:
            both: tuple[int, ...] | None = None
            if as_sets and not set(cells).isdisjoint(other.cells):
                both = tuple(dict.fromkeys((*other.cells, *cells)))
            elif not as_sets:
                both = _end_to_end(other.cells, cells)
            if both is not None:
                lines.remove(other)
                cells, drawings = both, (*other.drawings, *drawings)
        lines.append(Figure("line", cells, drawings, figure.colour, ends=figure.ends))
    return lines


def _end_to_end(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...] | None:
    for first in (one, one[::-1]):
        for second in (other, other[::-1]):
            # The second may close the line.
            inside, later = set(first[1:-1]), set(second[1:])
            if first[-1] == second[0] and inside.isdisjoint(later) and first[0] not in second[1:-1]:
                return (*first, *second[1:])
    return None


def drawing_of(
    clue: Constraint, figures: Sequence[Figure], geometry: Geometry
) -> ClueDrawing | None:
    """The drawing that a clue of these figures was read from; ``None`` where it has none."""
    shapes = tuple(shape.cells for shape in clue.shapes(geometry) if shape.cells)
    orders = [clue.reading(geometry), *shapes]
    if figures[0].kind in ("side", "diagonal"):
        # A row has numbers at both of its ends, so the order of the cells counts.
        own = [one for one in figures if any(_follow(cells, one.cells) for cells in orders)]
        return drawing_as(own[:1], own[0].cells) if own else None
    orders.append(tuple(dict.fromkeys(cell for cells in shapes for cell in cells)))
    for cells in map(set, orders):
        inside = [one for one in figures if cells.issuperset((*one.bulb, *one.cells))]
        for figure in inside:
            if cells == {*figure.bulb, *figure.cells}:
                return drawing_as([figure], (*figure.bulb[:1], *figure.cells))
        together = tuple(dict.fromkeys(c for one in inside for c in (*one.bulb, *one.cells)))
        if inside and cells == set(together):
            return drawing_as(inside, together)
    return None


def not_of(
    clues: Sequence[Constraint], figures: Sequence[Figure], geometry: Geometry
) -> tuple[Figure, ...]:
    """The figures that are no drawings of these clues."""
    shapes = [shape for clue in clues for shape in clue.shapes(geometry)]
    return tuple(one for one in figures if not any(_is_drawn_as(one, shape) for shape in shapes))


def _is_drawn_as(figure: Figure, shape: Shape) -> bool:
    """Whether a figure is the drawing of a shape, or a part of it."""
    if shape.kind not in _LOOKS[figure.kind]:
        return False
    if figure.kind in ("side", "diagonal"):
        return shape.cells == figure.cells
    cells = {*figure.bulb, *figure.cells}
    return cells == {*shape.cells} or (figure.kind in ("area", "mark") and cells < {*shape.cells})


def _follow(cells: Sequence[int], line: Sequence[int]) -> bool:
    """Whether some cells stand in a line in their order."""
    places = [line.index(cell) for cell in cells if cell in line]
    return len(places) == len(cells) > 0 and places == sorted(places)


def drawing_as(figures: Sequence[Figure], cells: tuple[int, ...]) -> ClueDrawing:
    """Figures of one style as the drawing of a clue."""
    first = figures[0]
    kind: DrawingKind = first.kind
    if first.kind == "line" and len(figures) > 1:
        kind = "branched"
    elif first.kind == "line" and cells[0] == cells[-1]:
        kind = "loop"
    count = 1 if kind == "branched" else len(figures)
    return ClueDrawing(kind, cells, first.colour, first.shape, first.label, count)


def _clones(figures: Sequence[Figure], geometry: Geometry) -> tuple[Constraint, ...] | None:
    """Areas of one form as clones of the first of them."""
    forms: dict[tuple[tuple[int, int], ...], list[Figure]] = {}
    for figure in figures:
        places = [geometry.row_column(cell) for cell in figure.cells]
        top, left = min(row for row, _ in places), min(column for _, column in places)
        forms.setdefault(tuple((r - top, c - left) for r, c in places), []).append(figure)
    if any(len(alike) < 2 for alike in forms.values()):
        return None
    return tuple(
        Clone(cells=alike[0].cells, clones=other.cells)
        for alike in forms.values()
        for other in alike[1:]
    )
