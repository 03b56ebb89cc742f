"""Extra regions: more sets of cells in which no digit repeats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import Aliases, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid, repeats
from satdoku.constraints.common import NEVER, CellRule, all_different
from satdoku.constraints.pairs import GroupRule
from satdoku.constraints.wording import NOT, REGIONS, SAME
from satdoku.relations import AllDifferent, Relation

__all__ = ["DisjointGroups", "ExtraRegion", "Windoku"]


_EXTRA = r"^(?!.*\brow\b.*\bcolumn\b).*"
_LOOKS = (
    "(?:shaded|coloured|colored|marked|highlighted|outlined|grey|blue|green|yellow|orange|purple"
    "|pink|red)"
)
"""The beginning of a form of sentences that do not speak of the usual houses."""


@dataclass(frozen=True)
class ExtraRegion(CellRule):
    """No digit repeats in a set of cells."""

    name = "extra-region"
    reads_values = True
    in_links = ("fpuzzles:extraregion", "iss:AllDifferent", "lisudoku:extraRegions")
    sought = ("extra house", "irregular box")
    aliases: ClassVar[Aliases] = {"extra": None, "extraregion": None}
    placing = Placing(whole=True)
    summary = "No digit repeats in the marked cells."
    in_words = (
        r"extra regions?",
        rf"{_EXTRA}{_LOOKS} (?:areas?|{REGIONS})\b.*(?:1-9|1 to 9|1 through 9|{NOT} repeat|once)",
        rf"{_EXTRA}(?:1-9|1 to 9|1 through 9).*(?:once each |exactly once )?in (?:each|every|the)"
        r" .*(?:shaded|coloured|colored|highlighted|grey|blue|outlined)",
        rf"{NOT} repeat\w* (?:with)?in (?:an?|the|any|each) {_LOOKS} (?:\w+ )?(?:areas?|{REGIONS})",
        rf"{_EXTRA}{_LOOKS} cells\b.*(?:1-9|1 to 9|1 through 9)\b.*\bonce",
    )
    parameters = (Parameter("cells", "cells", "the cells of the region"),)

    keeps = "any"

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all_different([values[cell] for cell in self.cells])

    def may_hold(self, values: Sequence[int | None], geometry: Geometry) -> bool:
        return all_different([v for cell in self.cells if (v := values[cell]) is not None])

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        # More cells than digits would ask an engine to prove the pigeonhole principle.
        return NEVER if len(self.cells) > geometry.size else (AllDifferent(self.cells),)

    def faults(self, grid: Grid) -> Iterator[Problem]:
        geometry = grid.geometry
        yield from self.cell_faults(geometry)
        cells = self.scope(geometry)
        if len(cells) > geometry.size:
            yield Problem(
                "rule",
                f"{self.describe(geometry)} has {len(cells)} cells, but there are only "
                f"{geometry.size} digits, and none may repeat",
                cells,
            )
        yield from repeats(grid, cells, self._place(geometry))

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("area", self.scope(geometry)),)

    def _place(self, geometry: Geometry) -> str:
        cells = self.scope(geometry)
        if not cells:
            return worded("the extra region")
        return worded("the extra region of {cell}", cell=geometry.name(cells[0]))


@dataclass(frozen=True)
class Windoku(GroupRule):
    """Windows of the size of a box, one cell in from the border and one cell apart.

    Such windows fit exactly where the boxes are square: one on a 4x4 board, four on 9x9, nine on
    16x16.
    """

    name = "windoku"
    in_links = ("iss:Windoku",)
    sought = ("hyper",)
    aliases: ClassVar[Aliases] = {"hyper": None}
    summary = "No digit repeats in a window, a square of the size of a box set in by one cell."
    in_words = (
        r"windoku|hyper ?sudoku",
        r"\bwindows?\b",
    )

    def unfit(self, geometry: Geometry) -> str | None:
        box = geometry.box
        if (
            box is not None
            and box[0] == box[1] > 1
            and geometry.rows == geometry.columns == box[0] ** 2
        ):
            return None
        return (
            "windoku: the windows need a board with square boxes (4x4, 9x9, 16x16, 25x25, ...), "
            f"and this one is {geometry.describe()}"
        )

    def groups(self, geometry: Geometry) -> tuple[tuple[str, tuple[int, ...]], ...]:
        if self.unfit(geometry) is not None or geometry.box is None:
            return ()
        side = geometry.box[0]
        starts = range(1, geometry.columns - side, side + 1)
        corners = [(top, left) for top in starts for left in starts]
        return tuple(
            (
                f"window {number}",
                tuple(
                    (top + r) * geometry.columns + left + c
                    for r in range(side)
                    for c in range(side)
                ),
            )
            for number, (top, left) in enumerate(corners, 1)
        )

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return tuple(Shape("area", cells) for _, cells in self.groups(geometry))


@dataclass(frozen=True)
class DisjointGroups(GroupRule):
    """No digit repeats among the cells that have the same place in their boxes."""

    name = "disjoint-groups"
    sought = ("disjoint", "relative position")
    in_links = ("fpuzzles:disjointgroups", "iss:DisjointSets")
    aliases: ClassVar[Aliases] = {"djg": None}
    summary = "No digit repeats among the cells that have the same place in their boxes."
    in_words = (
        r"disjoint (?:groups?|sets?)",
        rf"{SAME} (?:relative )?(?:position|place|location|spot)s? (?:in|within|of"
        rf"|inside)\b.*{REGIONS}",
        r"(?:relative|corresponding) (?:position|place|cell)s?.*(?:different|other|in) "
        rf"{REGIONS}",
        rf"\bsame (?:relative )?position\b.*\bdifferent\b.*\b{REGIONS}",
    )

    def unfit(self, geometry: Geometry) -> str | None:
        if geometry.box is not None:
            return None
        return (
            "disjoint-groups: the rule needs a board with rectangular boxes, and this one is "
            f"{geometry.describe()}"
        )

    def groups(self, geometry: Geometry) -> tuple[tuple[str, tuple[int, ...]], ...]:
        if geometry.box is None:
            return ()
        # A box lists its cells row by row, so the cells of one place stand at one index.
        places = zip(*(box.cells for box in geometry.regions), strict=True)
        return tuple((f"disjoint group {number}", cells) for number, cells in enumerate(places, 1))
