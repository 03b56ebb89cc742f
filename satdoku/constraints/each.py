"""A relation at every place of one kind: at all pairs at an offset, in all lines or windows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from itertools import product
from typing import Any, Self, TypeAlias

from satdoku.base.records import dataclass
from satdoku.base.worded import listed, value_error, worded
from satdoku.board.constraint import BoardMap, Constraint, Parameter, Shape, Together
from satdoku.board.geometry import Geometry
from satdoku.constraints.combined import RULES, AllOf, Combined, Counting, CountOf, NoneOf
from satdoku.constraints.common import Clue, lines_from
from satdoku.constraints.custom import CALLED, check_called
from satdoku.constraints.open_rules import OpenRule
from satdoku.constraints.parameters import moved

__all__ = ["ForEach", "Negative", "placed_rule"]

_Place: TypeAlias = tuple[int, ...]
_Mark: TypeAlias = tuple[str, tuple[int, ...]]
"""The name of a clue and its cells."""

_GROUP = "X"
_MAX_PLACES = 20_000
_MAX_OFFSET = 100


@dataclass(frozen=True, slots=True)
class _Walker:
    """Steps over the cells of a grid; off an edge, onto the other side where it is a torus."""

    geometry: Geometry
    torus: bool

    def beside(self, cell: int, down: int, right: int) -> int | None:
        row, column = self.geometry.row_column(cell)
        row, column = row + down, column + right
        if self.torus:
            row, column = row % self.geometry.rows, column % self.geometry.columns
        return self.geometry.at(row, column)

    def pairs(self, steps: Iterable[tuple[int, int]]) -> Iterator[_Place]:
        """The cell and the one that each step leads to, each two cells once."""
        known: set[frozenset[int]] = set()
        for cell, step in product(range(self.geometry.grid_count), steps):
            other = self.beside(cell, *step)
            if other is not None and other != cell and frozenset((cell, other)) not in known:
                known.add(frozenset((cell, other)))
                yield cell, other

    def windows(self, height: int, width: int) -> Iterator[_Place]:
        """The cells of each rectangle, row by row."""
        for cell in range(self.geometry.grid_count):
            window = [self.beside(cell, *step) for step in product(range(height), range(width))]
            cells = tuple([other for other in window if other is not None])
            if len({*cells}) == height * width:
                yield cells

    def orbits(self, of: Callable[[int, int], tuple[int, int]]) -> Iterator[_Place]:
        """The cells that a symmetry takes into each other, where it moves them."""
        known: set[int] = set()
        for cell in range(self.geometry.grid_count):
            orbit = [cell]
            while (other := self.geometry.at(*of(*self.geometry.row_column(orbit[-1])))) != cell:
                if other is None:
                    return
                orbit.append(other)
            if len(orbit) > 1 and known.isdisjoint(orbit):
                known.update(orbit)
                yield tuple(orbit)


_EDGES = ((0, 1), (1, 0))
_LEAPS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "edges": _EDGES,
    "corners": ((1, -1), (1, 1)),
    "neighbours": (*_EDGES, (1, -1), (1, 1)),
}
_LINES = ("cells", "rows", "columns", "lines", "boxes", "box-places", "diagonals")
_SYMMETRIES = ("half-turn", "quarter-turn", "left-right", "top-bottom", "diagonal", "antidiagonal")
_WINDOW = re.compile(r"window (\d{1,3})x(\d{1,3})")
_STEPS = re.compile(r"(step|leaper) (-?\d{1,3}) (-?\d{1,3})")


def _steps(kind: str, down: int, right: int) -> tuple[tuple[int, int], ...]:
    if kind == "step":
        return ((down, right),)
    return tuple(
        dict.fromkeys(
            (a, b) for a, b in ((down, -right), (down, right), (right, -down), (right, down))
        )
    )


def _lines(geometry: Geometry, over: str) -> Iterable[_Place]:
    rows, columns = (tuple(lines_from(geometry, side).values()) for side in ("left", "top"))
    boxes = tuple(region.cells for region in geometry.regions)
    match over:
        case "cells":
            return ((cell,) for cell in range(geometry.grid_count))
        case "rows":
            return rows
        case "columns":
            return columns
        case "lines":
            return rows + columns
        case "boxes":
            return boxes
        case "box-places":
            return zip(*boxes, strict=True) if len({*map(len, boxes)}) == 1 else ()
        case _:
            forth = tuple(row[i] for i, row in enumerate(rows) if i < len(row))
            back = tuple(row[-1 - i] for i, row in enumerate(rows) if i < len(row))
            return (forth, back)


def _symmetric(walker: _Walker, symmetry: str) -> Iterator[_Place]:
    last, end = walker.geometry.rows - 1, walker.geometry.columns - 1
    image: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "half-turn": lambda row, column: (last - row, end - column),
        "quarter-turn": lambda row, column: (column, last - row),
        "left-right": lambda row, column: (row, end - column),
        "top-bottom": lambda row, column: (last - row, column),
        "diagonal": lambda row, column: (column, row),
        "antidiagonal": lambda row, column: (last - column, end - row),
    }
    return walker.orbits(image[symmetry])


@lru_cache(maxsize=64)
def places(geometry: Geometry, over: str, torus: bool) -> tuple[tuple[_Place, ...], int]:
    """The places that words name, as lists of cells, and the cells in a row of each.

    :raises ValueError: where they name none, or lists of several lengths.
    """
    walker, width = _Walker(geometry, torus), 0
    listed_places: Iterable[_Place]
    if torus and geometry.places is not None:
        raise value_error("a board with holes is not a torus")
    if over in _LEAPS:
        listed_places = walker.pairs(_LEAPS[over])
    elif match := _STEPS.fullmatch(over):
        listed_places = walker.pairs(_steps(match[1], int(match[2]), int(match[3])))
    elif match := _WINDOW.fullmatch(over):
        width = int(match[2])
        if not (0 < int(match[1]) <= geometry.rows and 0 < width <= geometry.columns):
            raise value_error("{over!r} is not a rectangle on the board", over=over)
        listed_places = walker.windows(int(match[1]), width)
    elif torus:
        raise value_error(
            "a torus has edges, neighbours, steps, leapers and windows, not {over!r}", over=over
        )
    elif over in _SYMMETRIES:
        listed_places = _symmetric(walker, over)
    elif over in _LINES:
        listed_places = _lines(geometry, over)
    else:
        raise value_error(
            "{over!r} names no places; there are {names}, step 2 1, leaper 1 2 and window 2x3",
            over=over[:40],
            names=listed((*_LINES, *_LEAPS, *_SYMMETRIES)),
        )
    every = tuple(listed_places)
    lengths = {*map(len, every)}
    if not every:
        raise value_error("{over!r} names 0 places on this board, of no cells", over=over)
    if len(lengths) != 1 or len(every) > _MAX_PLACES:
        raise value_error(
            "{over!r} names {count} places on this board, of {lengths} cells",
            over=over,
            count=len(every),
            lengths=listed(sorted(map(str, lengths))),
        )
    size = lengths.pop()
    return every, width or size


@dataclass(frozen=True, slots=True)
class _Moved(Sequence[int]):
    """The first cells of a board as they are, and others for those behind them."""

    first: int
    others: _Place

    def __len__(self) -> int:
        return self.first + len(self.others)

    def __getitem__(self, cell: Any) -> Any:
        return cell if 0 <= cell < self.first else self.others[cell - self.first]


def placed_rule(rule: Constraint, before: Geometry, after: Geometry, cells: _Moved) -> Constraint:
    """A rule of a board with its cells where another board has them: cell ``i`` at ``cells[i]``.

    :raises ValueError: where the cells there make no such rule.
    """
    if isinstance(rule, OpenRule):
        return rule.placed(cells)
    values: dict[str, Any] = {
        p.name: moved(p, getattr(rule, p.name), cells) for p in rule.parameters if p.kind != "rules"
    }
    if isinstance(rule, Combined):
        # Cells of its own stand behind those of the board.
        inner, outer = rule.inside(before), rule.board(after, values)
        own = range(after.cell_count, outer.cell_count)
        wider = _Moved(cells.first, (*cells.others, *own))
        values["rules"] = tuple(placed_rule(one, inner, outer, wider) for one in rule.rules)
    return type(rule)(**values)


_USUAL = "edges"
TORUS = Parameter("torus", "flag", "whether opposite edges of the board meet", True, default=False)
OVER = Parameter("over", "text", "the places: rows, edges, leaper 1 2, window 2x2 and others")


class _AtPlaces(Counting):
    """Rules about the cells X1, X2 ... of every place."""

    over: str

    @property
    def is_torus(self) -> bool:
        """Whether opposite edges of the board meet."""
        return False

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "over", " ".join(self.over.lower().split()))

    @classmethod
    def board(cls, geometry: Geometry, values: Mapping[str, Any]) -> Geometry:
        over = " ".join(values.get("over", _USUAL).lower().split())
        every, width = places(geometry, over, bool(values.get("torus")))
        return geometry.with_extra((_GROUP, len(every[0]), width))

    def members(self, geometry: Geometry) -> tuple[Constraint, ...]:
        cached: tuple[Geometry, tuple[Constraint, ...]] | None = self.__dict__.get("_members")
        if cached is None or cached[0] is not geometry:
            cached = self.__dict__["_members"] = geometry, tuple(self._placed(geometry))
        return cached[1]

    def _placed(self, geometry: Geometry) -> Iterator[Constraint]:
        inner, count = self.inside(geometry), geometry.cell_count
        for place in places(geometry, self.over, self.is_torus)[0]:
            for rule in self.rules:
                yield placed_rule(rule, inner, geometry, _Moved(count, place))

    def _misfit(self, geometry: Geometry) -> str | None:
        if reason := Combined._misfit(self, geometry):
            return reason
        try:
            members = self.members(geometry)
        except ValueError as error:
            return worded("{name}: {error}", name=self.name, error=error)
        for rule in members:
            if isinstance(rule, Clue) and not rule.is_sound(geometry):
                return worded(
                    "{name}: {rule} cannot be", name=self.name, rule=rule.describe(geometry)
                )
            if reason := rule.unfit(geometry):
                return worded("{name}: {error}", name=self.name, error=reason)
        return super()._misfit(geometry)

    def _image(self, board_map: BoardMap) -> Constraint:
        """The rule at the images of its places, if these are places too."""
        return self

    def image(self, board_map: BoardMap) -> Constraint | None:
        geometry = board_map.geometry
        if self.unfit(geometry) is not None:
            return None
        images = [rule.image(board_map) for rule in self.members(geometry)]
        rules = tuple(image for image in images if image is not None)
        if len(rules) < len(images):
            return None
        image = self._image(board_map)
        if isinstance(image, _AtPlaces) and {*image.members(geometry)} == {*rules}:
            return image
        return self.spelled(rules)

    def spelled(self, rules: tuple[Constraint, ...]) -> Constraint:
        """The rule with its members written out."""
        return CountOf(rules, *self.bounds(len(rules)))

    def _drawn(self, geometry: Geometry) -> Iterator[Shape]:
        return iter(())


@dataclass(frozen=True)
class ForEach(_AtPlaces):
    """The rules hold at every place of some kind, or at a number of the places."""

    name = "for-each"
    title = "Rules at every place"
    plural = noun = "rules at every place"
    sought = ("leaper", "neighbours", "torus", "toroidal", "wraparound", "every row", "symmetry")
    summary = "The rules about X1, X2 ... hold at every place, these being its cells."
    parameters = (
        OVER,
        TORUS,
        RULES,
        Parameter(
            "least",
            "integer",
            "the least of them that hold; by default all",
            optional=True,
            least=0,
        ),
        Parameter(
            "most", "integer", "the most of them that hold; by default all", optional=True, least=0
        ),
        CALLED,
    )

    over: str
    torus: bool = False
    rules: tuple[Constraint, ...] = field(kw_only=True)
    least: int | None = None
    most: int | None = None
    called: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_called(self.name, self.called)

    @property
    def is_torus(self) -> bool:
        return self.torus

    def bounds(self, count: int) -> tuple[int, int]:
        least = self.least if self.least is not None else 0 if self.most is not None else count
        return least, count if self.most is None else self.most

    def _misfit(self, geometry: Geometry) -> str | None:
        if reason := super()._misfit(geometry):
            return reason
        members, least, most = self.counted(geometry)
        if least <= most <= len(members):
            return None
        return worded(
            "{name}: of {count} rules, no number is at least {least} and at most {most}",
            name=self.name,
            count=len(members),
            least=least,
            most=most,
        )

    def lead(self) -> str:
        if self.called:
            return f'rule "{self.called}"'
        return f"rules over {self.over}" + (" on a torus" if self.torus else "")

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        words = replace(self, called="").describe(geometry)
        return (Shape("none", label=f"{self.lead()}: {words}" if self.called else words),)

    def describe(self, geometry: Geometry) -> str:
        return self.lead() if self.called else super().describe(geometry)


@dataclass(frozen=True)
class Negative(_AtPlaces):
    """Clues of some kinds hold at no place without such a clue in the puzzle."""

    name = "negative"
    title = "No unmarked clue"
    plural = noun = "rules without a mark"
    sought = ("negative constraint", "all dots given", "unmarked", "anti")
    summary = "The rules about X1 and X2 hold at no place that has no clue of their kind."
    parameters = (replace(OVER, optional=True, default=_USUAL), RULES)

    over: str = _USUAL
    rules: tuple[Constraint, ...] = field(kw_only=True)
    marked: frozenset[_Mark] = field(default=frozenset(), compare=False, repr=False, kw_only=True)
    """The clues of the puzzle."""

    def among(self, rules: Together) -> Self:
        return replace(self, marked=rules.kept(Negative, lambda: _marks(rules)))

    def bounds(self, count: int) -> tuple[int, int]:
        return count, count

    def _placed(self, geometry: Geometry) -> Iterator[Constraint]:
        for rule in super()._placed(geometry):
            if (rule.name, rule.scope(geometry)) not in self.marked:
                yield NoneOf((rule,))

    def _image(self, board_map: BoardMap) -> Constraint:
        places = board_map.cells
        moved_marks = [(name, tuple(sorted(places[c] for c in own))) for name, own in self.marked]
        return replace(self, marked=frozenset(moved_marks))

    def spelled(self, rules: tuple[Constraint, ...]) -> Constraint:
        return AllOf(rules)

    def lead(self) -> str:
        return f"{self.noun} over {self.over}"


def _marks(rules: Iterable[Constraint]) -> frozenset[_Mark]:
    return frozenset((r.name, tuple(sorted(r.named))) for r in rules if isinstance(r, Clue))
