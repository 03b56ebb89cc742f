"""Figures: what the drawings of a document show on the board.

A drawing is a stroke or a mark at a place. A figure is what a reader sees in it: a line through
cells, with a bulb or circles at its ends; a round on an edge; a number beside a row. Where several
drawings are one figure (the bulb and the stroke of a thermometer, the two halves of a pill), they
are put together. Drawings of which nothing is known (pictures, frames) make no figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import hypot
from typing import Literal

from satdoku.base.records import dataclass
from satdoku.board import Constraint, Geometry
from satdoku.constraints.arrows import Arrow
from satdoku.constraints.cages import KillerCage
from satdoku.constraints.common import Clue
from satdoku.constraints.lines import Thermo
from satdoku.constraints.neighbours import neighbours
from satdoku.puzzle.colours import colour_word
from satdoku.puzzle.cosmetic import Cosmetic, Spot
from satdoku.reading.looks import sign_of
from satdoku.reading.pointers import (
    SIGNS_OF_ARROWS,
    pointed_from,
    sign_towards,
    step_of,
    upright,
)

FigureKind = Literal["line", "arrow", "edge", "corner", "mark", "area", "cage", "side", "diagonal"]
Ends = Literal["", "bulb", "circle", "circles", "diamond", "diamonds"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on the board.

    ``kind``:

    ``line``      a stroke through ``cells`` in order; ``ends`` is what stands at its ends
    ``arrow``     a stroke with a head from the circle in the ``bulb`` through ``cells``; or arrows
                  that stand in the cell ``bulb`` and point at ``cells``
    ``edge``      a mark between two cells, ``corner`` between four
    ``mark``      a mark in a cell; ``area`` coloured cells that touch
    ``cage``      an outline around cells
    ``side``      a text beside the board: ``cells`` are its row or column, from there on
    ``diagonal``  a text with an arrow beside the board: ``cells`` are the diagonal

    colour    the word for its colour: ``grey``
    shape     ``round``, ``square`` or ``diamond`` for marks; ``""`` for a text alone
    label     what is written in it
    wide      whether a line is wider than a thin stroke
    drawings  the positions of its drawings in the document
    rule      the name of the rule of which it is a clue in the data of the document
    """

    kind: FigureKind
    cells: tuple[int, ...]
    drawings: tuple[int, ...]
    colour: str = ""
    shape: str = ""
    label: str = ""
    ends: Ends = ""
    bulb: tuple[int, ...] = ()
    wide: bool = False
    rule: str = ""

    @property
    def style(self) -> tuple[str, ...]:
        """The properties that figures of one rule share."""
        label, sign = self.label, sign_of(self.label)
        if sign and label.upper() != "X":
            label = sign
        elif label.replace(" ", "").isdecimal():
            label = "number"
        elif label.upper() in ("X", "V"):
            label = "XV"
        elif label:
            label = "text" if len(label) > 2 else "sign"
        width = "wide" if self.wide else ""
        ends = "pill" if len(self.bulb) > 1 else self.ends
        return self.kind, self.colour, self.shape, label, ends, width, self.rule


_KINDS: Mapping[tuple[str, int], FigureKind] = {
    ("outside", 0): "side", ("dot", 2): "edge", ("dot", 4): "corner", ("cage", 0): "cage",
}  # fmt: skip
"""The figures that shapes of rules are; of dots by how many cells they touch."""
_THIN = 0.1
"""The width of a stroke, in cells, up to which it is thin."""
_CAPSULE, _RIM = 0.5, 0.2
"""How wide a line that is a capsule is at least, and its rim at most."""
_WHOLE_CELL = 0.9
"""The side of a mark from which it fills its cell."""
_NEAR = 0.13
"""How far from a cell's middle, an edge or a corner a mark may be, in cells."""
_MAX_AWAY = 3
"""How many cells from the board a text beside it may be."""
_TURNED = "<\u2227>\u2228"
"""A sign between two cells, each time turned by a right angle clockwise."""


def figures_of(drawings: Sequence[Cosmetic], geometry: Geometry) -> tuple[Figure, ...]:
    """The figures that some drawings are, in the order in which they were drawn."""
    board = _Board(drawings, geometry)
    figures = [*board.pointers(), *board.lines(), *board.cages(), *board.marks(), *board.areas()]
    return tuple(sorted(figures, key=lambda figure: figure.drawings))


def figures_of_data(rules: Iterable[Constraint], geometry: Geometry) -> Iterator[Figure]:
    """The clues that a document has as data, of which its words may tell more."""
    for rule in rules:
        if isinstance(rule, KillerCage):
            label = "" if rule.sum is None else str(rule.sum)
            yield Figure("cage", rule.cells, (), label=label, rule=rule.name)
        elif isinstance(rule, Arrow):
            yield Figure("arrow", rule.cells, (), bulb=(rule.bulb,), rule=rule.name)
        elif isinstance(rule, Thermo):
            yield Figure("line", rule.cells, (), ends="bulb", wide=True, rule=rule.name)
        elif [p.kind for p in rule.parameters if not p.optional] == ["line"]:
            yield Figure("line", rule.arguments()["cells"], (), wide=True, rule=rule.name)
        elif isinstance(rule, Clue) and (shapes := rule.shapes(geometry)):
            shape = shapes[0]
            kind = _KINDS.get((shape.kind, len(shape.cells) if shape.kind == "dot" else 0))
            if kind == "side" and len({geometry.row_column(c) for c in shape.cells[:2]}) == 2:
                (row, column), (to_row, to_column) = map(geometry.row_column, shape.cells[:2])
                kind = "diagonal" if row != to_row and column != to_column else kind
            if kind is not None:
                yield Figure(kind, shape.cells, (), label=shape.label or "", rule=rule.name)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A mark or a text with the place where it stands; several at one place are one."""

    drawings: tuple[int, ...]
    spot: Spot
    place: Literal["cell", "edge", "corner", "beside", ""]
    cells: tuple[int, ...]
    colour: str
    shape: str
    side: float
    label: str

    @property
    def is_area(self) -> bool:
        """Whether it colours its cell."""
        return self.shape == "square" and self.side >= _WHOLE_CELL and not self.label


_Head = tuple[int, Spot, tuple[int, int]]
"""The position of an arrow beside the board, where it begins, and the step in its direction."""


class _Board:
    """The drawings of one board; each is used once."""

    def __init__(self, drawings: Sequence[Cosmetic], geometry: Geometry) -> None:
        self.drawings = drawings
        self.geometry = geometry
        self.used: set[int] = set()
        self.all_marks = self._merged(self._placed())

    # -- places ------------------------------------------------------------------------------------

    def _at(self, spot: Spot) -> int | None:
        row, column = int(spot[0] // 1), int(spot[1] // 1)
        return self.geometry.at(row, column)

    def _place(
        self, spot: Spot, size: Spot
    ) -> tuple[Literal["cell", "edge", "corner", "beside", ""], tuple[int, ...]]:
        """Where a mark stands, and the cells that it is about; a pill is in several cells."""
        row, column = spot
        long_side, short_side = max(size), min(size)
        if long_side >= 1.4 and short_side < 1.2:
            down, across = size
            rows = _span(row, down) if down > across else [int(row // 1)]
            columns = _span(column, across) if across > down else [int(column // 1)]
            cells = [self.geometry.at(r, c) for r in rows for c in columns]
            if None not in cells:
                return "cell", tuple(cell for cell in cells if cell is not None)
            return "", ()
        on_row, on_column = _is_line(row), _is_line(column)
        rows = [round(row) - 1, round(row)] if on_row else [int(row // 1)]
        columns = [round(column) - 1, round(column)] if on_column else [int(column // 1)]
        cells = [self.geometry.at(r, c) for r in rows for c in columns]
        if None not in cells:
            inside = tuple(cell for cell in cells if cell is not None)
            name: dict[int, Literal["cell", "edge", "corner"]] = {1: "cell", 2: "edge", 4: "corner"}
            return name[len(inside)], inside
        if not on_row and not on_column:
            return "beside", ()
        return "", ()

    def _placed(self) -> Iterator[_Mark]:
        for at, drawing in enumerate(self.drawings):
            if drawing.kind != "mark":
                continue
            place, cells = self._place(drawing.spots[0], drawing.size)
            shape = ""
            if drawing.fill or drawing.stroke:
                turned = drawing.angle % 90
                shape = "round" if drawing.rounded else "diamond" if 30 < turned < 60 else "square"
            if not shape and not drawing.text.strip():
                self.used.add(at)
                continue
            colour = colour_word(drawing.fill or drawing.stroke) if shape else ""
            if colour == "black" and not drawing.fill:
                colour = "white"  # an outline, which shows the paper
            yield _Mark(
                (at,), drawing.spots[0], place, cells, colour, shape,
                max(drawing.size) if shape else 0.0, _text(drawing),
            )  # fmt: skip

    def _merged(self, marks: Iterable[_Mark]) -> list[_Mark]:
        """Marks of which a text without a shape stands in another, or two are drawn as one."""
        merged: dict[tuple[float, float], _Mark] = {}
        apart: list[_Mark] = []
        for mark in marks:
            key = (round(mark.spot[0] * 4) / 4, round(mark.spot[1] * 4) / 4)
            other = merged.get(key)
            if other is not None and mark.shape and other.shape and mark.is_area != other.is_area:
                apart.append(other)  # a bulb on a coloured cell
                other = None
            if other is None or other.place != mark.place:
                merged[key] = mark
                continue
            upper, lower = (mark, other) if mark.shape else (other, mark)
            merged[key] = replace(
                upper,
                drawings=(*other.drawings, *mark.drawings),
                label=other.label + mark.label if other.label != mark.label else mark.label,
                side=max(other.side, mark.side),
                shape=upper.shape or lower.shape,
                colour=upper.colour or lower.colour,
            )
        return [*apart, *merged.values()]

    # -- arrows in cells ---------------------------------------------------------------------------

    def pointers(self) -> Iterator[Figure]:
        """Cells with arrows in them, and all cells that these point at."""
        pointing: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        rounds = {c for mark in self.all_marks for c in mark.cells if mark.shape == "round"}
        for at, drawing in enumerate(self.drawings):
            pointed = pointed_from(drawing, self.geometry)
            if pointed is not None and not (drawing.head and pointed[0] in rounds):
                cells, drawings = pointing.get(pointed[0], ((), ()))
                pointing[pointed[0]] = (*cells, *pointed[1]), (*drawings, at)
        for cell, (cells, drawings) in pointing.items():
            self.used.update(drawings)
            yield Figure("arrow", tuple(dict.fromkeys(cells)), drawings, bulb=(cell,))

    # -- lines -------------------------------------------------------------------------------------

    def lines(self) -> Iterator[Figure]:
        """Lines and arrows, with the marks at their ends."""
        strokes: list[tuple[int, Cosmetic, tuple[int, ...]]] = []
        for at, drawing in enumerate(self.drawings):
            if drawing.kind == "line" and (path := self._path(drawing)) is not None:
                strokes.append((at, drawing, path))
        in_cells = {
            mark.cells[0]: mark for mark in self.all_marks if mark.place == "cell" and mark.shape
            and len(mark.cells) == 1 and mark.side < _WHOLE_CELL
        }  # fmt: skip
        pills = [m for m in self.all_marks if m.place == "cell" and len(m.cells) > 1]
        pills += (capsules := [*_capsules(strokes)])
        spent_on = {at for capsule in capsules for at in capsule.drawings}
        strokes = [stroke for stroke in strokes if stroke[0] not in spent_on]
        plain = [stroke for stroke in strokes if not stroke[1].head]
        for at, drawing, path in strokes:
            if drawing.head:
                yield from self._arrow(at, drawing, path, in_cells, pills)
        # A circle at the end of two lines belongs to the one whose colour it has.
        free = {c: mark for c, mark in in_cells.items() if not self.used.issuperset(mark.drawings)}
        bulbs = {
            (end, at)
            for at, drawing, path in plain
            for end in (path[0], path[-1])
            if end in free and _is_bulb(free[end], drawing)
        }
        with_bulb = {cell for cell, _ in bulbs}
        for at, drawing, path in plain:
            own = {
                end: free[end]
                for end in (path[0], path[-1])
                if end in free and (end not in with_bulb or (end, at) in bulbs)
            }
            yield self._line(at, drawing, path, own)

    def _arrow(
        self, at: int, drawing: Cosmetic, path: tuple[int, ...], marks: dict[int, _Mark],
        pills: Sequence[_Mark],
    ) -> Iterator[Figure]:  # fmt: skip
        """An arrow whose shaft begins in a circle; others point somewhere."""
        start = marks.get(path[0])
        pill = next((pill for pill in pills if path[0] in pill.cells), None)
        mark = start if start is not None and start.shape == "round" else pill
        if mark is None or len(path) < 2:
            return
        self.used.update((at, *mark.drawings))
        shaft = tuple(cell for cell in path if cell not in mark.cells)
        if shaft:
            drawings = (*mark.drawings, at)
            colour = colour_word(drawing.stroke)
            yield Figure("arrow", shaft, drawings, colour, label=mark.label, bulb=mark.cells)

    def _line(
        self, at: int, drawing: Cosmetic, path: tuple[int, ...], marks: dict[int, _Mark]
    ) -> Figure:
        colour = colour_word(drawing.stroke)
        first, last = marks.get(path[0]), marks.get(path[-1])
        if path[0] == path[-1]:
            first = last = None
        if first is None and last is not None and _is_bulb(last, drawing):
            path, first, last = path[::-1], last, first
        ends: Ends = ""
        label = ""
        spent: list[int] = []
        if first is not None and last is not None and first.shape == last.shape and first.shape:
            ends = "circles" if first.shape == "round" else "diamonds"
            spent = [*first.drawings, *last.drawings]
        elif first is not None and _is_bulb(first, drawing):
            ends, spent = "bulb", [*first.drawings]
        elif (mark := first or last) is not None:
            if first is None:
                path = path[::-1]
            ends = "circle" if mark.shape == "round" else "diamond"
            spent, label = [*mark.drawings], mark.label
        self.used.update((at, *spent))
        wide = drawing.width > _THIN
        return Figure("line", path, (at, *spent), colour, label=label, ends=ends, wide=wide)

    def _path(self, drawing: Cosmetic) -> tuple[int, ...] | None:
        """The cells of a stroke; ``None`` where it follows borders or leaves the board."""
        spots = drawing.spots
        if len(spots) < 2 or all(_is_line(row) or _is_line(column) for row, column in spots):
            return None
        cells = [self._at(spot) for spot in spots]
        if None in cells:
            return None
        path: list[int] = []
        for one, other in pairwise(cell for cell in cells if cell is not None):
            (row, column), (to_row, to_column) = map(self.geometry.row_column, (one, other))
            down, right = to_row - row, to_column - column
            steps = max(abs(down), abs(right))
            if steps and (abs(down) not in (0, steps) or abs(right) not in (0, steps)):
                return None
            for step in range(steps + 1):
                row_at, column_at = (
                    row + step * down // max(steps, 1),
                    column + step * right // max(steps, 1),
                )
                cell = self.geometry.at(row_at, column_at)
                if cell is None:
                    return None
                if not path or path[-1] != cell:
                    path.append(cell)
        return tuple(path) if len(path) > 1 else None

    # -- marks, areas, cages -----------------------------------------------------------------------

    def marks(self) -> Iterator[Figure]:
        """Marks in cells, on edges and corners, and texts beside the board."""
        heads = [
            (at, drawing.spots[0], step) for at, drawing in enumerate(self.drawings)
            if self._at(drawing.spots[0]) is None and (step := step_of(drawing)) is not None
        ]  # fmt: skip
        texts = [mark for mark in self.all_marks if mark.place == "beside" and mark.label]
        nearest = {at: min(texts, key=partial(_away, spot), default=None) for at, spot, _ in heads}
        beside: list[tuple[Spot, Figure]] = []
        for mark in self.all_marks:
            if self.used.issuperset(mark.drawings):
                continue
            kind: FigureKind
            if mark.place == "beside":
                own = [head for head in heads if nearest[head[0]] is mark]
                if (figure := self._beside(mark, own)) is not None:
                    self.used.update(figure.drawings)
                    beside.append((mark.spot, figure))
                continue
            if not mark.place:
                continue
            if mark.place == "cell" and mark.is_area:
                continue
            kind = "mark" if mark.place == "cell" else mark.place
            self.used.update(mark.drawings)
            yield Figure(kind, mark.cells, mark.drawings, mark.colour, mark.shape, mark.label)

        yield from _listed([figure for _, figure in sorted(beside, key=lambda item: item[0])])
        for at, spot, step in heads:
            place = int(spot[0] // 1), int(spot[1] // 1)
            if at in self.used:
                continue
            arrow: Figure | None = None
            if 0 in step:
                sign = _Mark((at,), spot, "beside", (), "", "", 0.0, sign_towards(step))
                arrow = self._beside(sign, ())
            elif cells := _ray(self.geometry, place, step):
                arrow = Figure("diagonal", cells, (at,))
            if arrow is not None:
                self.used.add(at)
                yield arrow

    def _beside(self, mark: _Mark, heads: Sequence[_Head]) -> Figure | None:
        """A text beside the board, with the row, column or diagonal that it is about."""
        if not mark.label:
            return None
        place = int(mark.spot[0] // 1), int(mark.spot[1] // 1)
        label = mark.label.strip(f" {SIGNS_OF_ARROWS}")
        for at, spot, step in heads:
            near = abs(spot[0] - mark.spot[0]) < 0.75 and abs(spot[1] - mark.spot[1]) < 0.75
            if near and 0 not in step and (cells := _ray(self.geometry, place, step)):
                drawings = tuple(dict.fromkeys((*mark.drawings, at)))
                return Figure("diagonal", cells, drawings, mark.colour, mark.shape, label)
        for step in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            if len(cells := _ray(self.geometry, place, step)) > 1:
                return Figure("side", cells, mark.drawings, mark.colour, mark.shape, mark.label)
        return None

    def areas(self) -> Iterator[Figure]:
        """Coloured cells; those of a colour that touch are one area."""
        of_colour: dict[str, dict[int, int]] = {}
        for mark in self.all_marks:
            if mark.place == "cell" and not self.used.issuperset(mark.drawings):
                for cell in mark.cells:
                    of_colour.setdefault(mark.colour, {})[cell] = mark.drawings[0]
        for colour, cells in of_colour.items():
            if len(cells) > self.geometry.cell_count // 2 and colour == "white":
                continue
            left = dict(cells)
            while left:
                start = next(iter(left))
                part, open_ = [start], [start]
                left.pop(start)
                while open_:
                    cell = open_.pop()
                    for other in neighbours(self.geometry, cell):
                        if left.pop(other, None) is not None:
                            part.append(other)
                            open_.append(other)
                part.sort()
                drawings = tuple(sorted(cells[cell] for cell in part))
                yield Figure("area", tuple(part), drawings, colour)

    def cages(self) -> Iterator[Figure]:
        """Outlines around cells."""
        for at, drawing in enumerate(self.drawings):
            if drawing.kind == "cage":
                cells = [self._at(spot) for spot in drawing.spots]
                if None not in cells and len(cells) > 0:
                    inside = tuple(sorted({cell for cell in cells if cell is not None}))
                    colour = colour_word(drawing.stroke)
                    yield Figure("cage", inside, (at,), colour, label=drawing.text.strip())


def _capsules(strokes: Iterable[tuple[int, Cosmetic, tuple[int, ...]]]) -> Iterator[_Mark]:
    """Capsules through several cells, drawn as a very thick line with a lighter one in it."""
    outer: dict[tuple[int, ...], tuple[int, float]] = {}
    for at, drawing, path in strokes:
        below = outer.get(path)
        if below is not None and 0 < below[1] - drawing.width < _RIM:
            colour = colour_word(drawing.stroke)
            yield _Mark((below[0], at), drawing.spots[0], "cell", path, colour, "round", 1.0, "")
        elif drawing.width > _CAPSULE and not drawing.head:
            outer[path] = at, drawing.width


def _listed(figures: Sequence[Figure]) -> Iterator[Figure]:
    """Texts beside the board, those one after another beside a row as one list; the first of them
    stands on the left or above."""
    of_line: dict[tuple[str, tuple[int, ...]], list[Figure]] = {}
    for figure in figures:
        of_line.setdefault((figure.kind, figure.cells), []).append(figure)
    for alike in of_line.values():
        first, more = alike[0], alike[1:]
        drawings = tuple(at for figure in alike for at in figure.drawings)
        label = " ".join(figure.label for figure in alike)
        yield replace(first, drawings=drawings, label=label) if more else first


def _text(drawing: Cosmetic) -> str:
    """The text of a drawing; of a sign that is turned the sign that it then is."""
    text = drawing.text.strip()
    if text and text in _TURNED:
        text = _TURNED[(_TURNED.index(text) + round(drawing.angle / 90)) % 4]
    return upright(text, drawing.angle)


def _away(spot: Spot, mark: _Mark) -> float:
    """How far a mark stands from a place."""
    return hypot(spot[0] - mark.spot[0], spot[1] - mark.spot[1])


def _is_line(number: float) -> bool:
    """Whether a row or column of a place is on a line of the grid."""
    return abs(number - round(number)) < _NEAR


def _span(middle: float, length: float) -> list[int]:
    count = max(1, round(length))
    first = round(middle - count / 2)
    return list(range(first, first + count))


def _is_bulb(mark: _Mark, line: Cosmetic) -> bool:
    """Whether a round at the end of a line looks like the bulb of a thermometer."""
    if mark.shape != "round" or mark.side <= line.width:
        return False
    return mark.colour == colour_word(line.stroke)


def _ray(geometry: Geometry, start: tuple[int, int], step: tuple[int, int]) -> tuple[int, ...]:
    """The cells from a place beside the board on, in a direction."""
    row, column = start[0] + step[0], start[1] + step[1]
    for _ in range(_MAX_AWAY - 1):
        if geometry.at(row, column) is None:
            row, column = row + step[0], column + step[1]
    cells: list[int] = []
    while (cell := geometry.at(row, column)) is not None:
        cells.append(cell)
        row, column = row + step[0], column + step[1]
    return tuple(cells)
