"""Drawings that digits stand for: the cells with some digits are shaded, starred or on a path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, groupby, product, takewhile
from typing import ClassVar

from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import Aliases, BoardMap, Constraint, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.constraints.combined import lowered_apart
from satdoku.constraints.common import Clue, lines_from, one_of
from satdoku.constraints.sides import strange_digit
from satdoku.constraints.unknown_regions import Connected, joined_up, piece_of
from satdoku.relations import Among, Comparison, Domain, Linear, Lowered, PairTable, Relation, Table

__all__ = [
    "Cave", "InSight", "Loop", "Nurikabe", "Snake", "StarBattle", "Tapa", "TapaClue", "YinYang",
]  # fmt: skip

_BESIDE = ((0, 1), (1, 0), (0, -1), (-1, 0))
_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The steps to the cells around one, in their order around it."""
_LATER = ((0, 1), (1, -1), (1, 0), (1, 1))
"""The steps to the cells around one that come later in reading order."""


class _Settled(Clue):
    """A rule of which a full grid is tested by its meaning, since relations overlook faults."""

    def possible(self, grid: Grid) -> bool:
        if None in (grid[cell] for cell in self.scope(grid.geometry)):
            return super().possible(grid)
        return self.fits([value or 0 for value in grid.values], grid.geometry)


class _Drawn(_Settled, Connected):
    """A drawing of connected cells that says more than that they are connected."""

    def others(self, geometry: Geometry) -> frozenset[int]:
        """The digits of the other cells."""
        digits = {digit for c in self.all_cells(geometry) for digit in geometry.values_of(c)}
        return frozenset(digits.difference(self.digits))

    def squares(self, geometry: Geometry) -> list[tuple[int, ...]]:
        """The two by two cells."""
        cells, squares = self.all_cells(geometry), []
        for cell in cells:
            square = [geometry.beside(cell, *step) for step in ((0, 0), (0, 1), (1, 0), (1, 1))]
            if all(other in cells for other in square):
                squares.append(tuple(other for other in square if other is not None))
        return squares


@dataclass(frozen=True)
class YinYang(_Drawn):
    """The cells with one of some digits are one piece, and so are the others; no 2x2 is whole."""

    name = "yin-yang"
    title = "Yin-yang"
    plural = "yin-yangs"
    summary = (
        "The cells that hold one of the digits are connected by edges, and so are the others; no "
        "two by two cells are all of one kind."
    )
    in_words = (r"\byin-? ?yang",)

    def sides(self, geometry: Geometry) -> tuple[Connected, Connected]:
        """The rules of the two colours."""
        others = tuple(sorted(self.others(geometry))) or self.digits
        return Connected(self.digits, self.cells, self.size), Connected(others, self.cells)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [cell for cell in self.all_cells(geometry) if values[cell] in self.digits]
        return all(side.fits(values, geometry) for side in self.sides(geometry)) and all(
            0 < len({*square}.intersection(inside)) < 4 for square in self.squares(geometry)
        )

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        yield from chain.from_iterable(lowered_apart(self.sides(geometry), geometry))
        for square in self.squares(geometry):
            yield Among(square, frozenset(self.digits), ">=", 1)
            yield Among(square, frozenset(self.digits), "<=", 3)


@dataclass(frozen=True)
class Cave(_Drawn):
    """The cells with one of some digits are a cave: one piece, and no wall is shut in by it."""

    name = "cave"
    sought = ("corral", "bag")
    summary = (
        "The cells that hold one of the digits are a cave: they are connected by edges, and each "
        "other cell is connected with the edge of the drawing through other cells."
    )
    in_words = (r"\bcave\b", r"\bcorral\b")

    def rim(self, geometry: Geometry) -> list[int]:
        """The cells at the edge of the drawing."""
        return [cell for cell, near in self.near(geometry).items() if len(near) < len(_BESIDE)]

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        walls = {cell for cell in self.all_cells(geometry) if values[cell] not in self.digits}
        reached: set[int] = set()
        for cell in walls.intersection(self.rim(geometry)) - reached:
            reached |= piece_of(cell, walls, geometry)
        return super().fits(values, geometry) and reached == walls

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        yield from super().lowering(geometry)
        near, walls = self.near(geometry), self.others(geometry)
        if walls:
            values = {cell: geometry.values_of(cell) for cell in near}
            free = geometry.cell_count + 2 * len(near)
            yield from joined_up(near, values, walls, free, roots=self.rim(geometry))


@dataclass(frozen=True)
class Tapa(_Drawn):
    """The cells with one of some digits are one piece without a whole two by two square."""

    name = "tapa"
    summary = (
        "The cells that hold one of the digits are connected by edges, and no two by two cells are "
        "all of them."
    )
    in_words = (r"\btapa\b",)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return super().fits(values, geometry) and not any(
            all(values[cell] in self.digits for cell in square) for square in self.squares(geometry)
        )

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        yield from super().lowering(geometry)
        for square in self.squares(geometry):
            yield Among(square, frozenset(self.digits), "<=", 3)


class _Path(_Drawn):
    """Connected cells each of which has at most two neighbours among them."""

    links: ClassVar[Comparison] = "<="
    """How the neighbours of a cell on the path compare with two."""

    def beside(self, geometry: Geometry) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Each cell with its neighbours."""
        for cell, near in self.near(geometry).items():
            yield cell, tuple(other for _, other in near)

    def degrees(self, values: Sequence[int], geometry: Geometry) -> list[int]:
        """The number of neighbours on the path, of each cell on it."""
        return [
            sum(values[other] in self.digits for other in near)
            for cell, near in self.beside(geometry)
            if values[cell] in self.digits
        ]

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        yield from super().lowering(geometry)
        inside = frozenset(self.digits)
        for cell, near in self.beside(geometry):
            others = frozenset(geometry.values_of(cell)) - inside
            yield from one_of([
                (Domain(cell, others),),
                (Domain(cell, inside), Among(near, inside, self.links, 2)),
            ])  # fmt: skip


@dataclass(frozen=True)
class Loop(_Path):
    """The cells with one of some digits are a loop that does not touch itself by an edge."""

    name = "closed-loop"
    aliases: ClassVar[Aliases] = {"loop": None}
    links = "="
    summary = (
        "The cells that hold one of the digits are one loop from neighbour to neighbour, which "
        "does not touch itself by an edge."
    )

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return super().fits(values, geometry) and {*self.degrees(values, geometry)} == {2}


@dataclass(frozen=True)
class Snake(_Path):
    """The cells with one of some digits are a path that does not touch itself by an edge."""

    name = "snake"
    plural = "snakes"
    summary = (
        "The cells that hold one of the digits are one path with two ends from neighbour to "
        "neighbour, which does not touch itself by an edge."
    )

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        degrees = self.degrees(values, geometry)
        return super().fits(values, geometry) and max(degrees) <= 2 and min(degrees) < 2

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        yield from super().lowering(geometry)
        inside = frozenset(self.digits)
        yield from one_of([
            (Domain(cell, inside), Among(near, inside, "<=", 1))
            for cell, near in self.beside(geometry)
        ])  # fmt: skip


@dataclass(frozen=True)
class StarBattle(Clue):
    """The cells with one of some digits are stars, so many in each house, and do not touch."""

    name = "star-battle"
    title = "Star battle"
    summary = (
        "Each row, column and region has as many stars, cells that hold one of the digits, as the "
        "rule says; no two stars touch, not even at a corner."
    )
    in_words = (r"\bstar battle\b",)
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("digits", "digits", "the digits that are stars"),
        Parameter("count", "integer", "the stars of each house", True, 1, least=1),
    )

    digits: tuple[int, ...]
    count: int = 1

    def unfit(self, geometry: Geometry) -> str | None:
        return strange_digit(self.name, self.digits, geometry)

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(range(geometry.grid_count))

    def parts(self, geometry: Geometry) -> Iterator[tuple[tuple[int, ...], str, int]]:
        """Groups of cells with how many stars they have: rows, columns, regions, and neighbours."""
        lines = (lines_from(geometry, side).values() for side in ("left", "top"))
        for cells in (*chain.from_iterable(lines), *(r.cells for r in geometry.regions)):
            yield tuple(cells), "=", self.count
        for cell in range(geometry.grid_count):
            for step in _LATER:
                if (other := geometry.beside(cell, *step)) is not None:
                    yield (cell, other), "<=", 1

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        for cells, comparison, number in self.parts(geometry):
            stars = sum(values[cell] in self.digits for cell in cells)
            if stars > number or (comparison == "=" and stars < number):
                return False
        return True

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        stars = frozenset(self.digits)
        for cells, comparison, number in self.parts(geometry):
            yield Among(cells, stars, "=" if comparison == "=" else "<=", number)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return replace(self, digits=tuple(board_map.digits[digit] for digit in self.digits))

    def image(self, board_map: BoardMap) -> Constraint | None:
        same = Connected(self.digits).image(board_map) is not None
        return super().image(board_map) if same else None

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("none", label=self.summary),)


_OF_A_DRAWING = Placing(
    refused="it is about a drawing, and the digits of one are not drawn at random"
)


@dataclass(frozen=True)
class _Beside(Clue):
    """A clue about a drawing."""

    digits: tuple[int, ...]

    def unfit(self, geometry: Geometry) -> str | None:
        return strange_digit(self.name, self.digits, geometry)

    def seen(self, geometry: Geometry) -> Iterable[int]:
        """The cells that it looks at besides those that it names."""
        raise NotImplementedError

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(sorted({*super().scope(geometry), *self.seen(geometry)}))

    def reading(self, geometry: Geometry) -> tuple[int, ...]:
        # The cell of the clue first, which names it.
        return tuple(dict.fromkeys((*self.drawn(geometry), *self.scope(geometry))))

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return replace(self, digits=tuple(board_map.digits[digit] for digit in self.digits))

    def image(self, board_map: BoardMap) -> Constraint | None:
        same = Connected(self.digits).image(board_map) is not None
        return super().image(board_map) if same else None


@dataclass(frozen=True)
class Nurikabe(_Settled, _Beside):
    """The cells with one of some digits are a sea around islands of which the sizes are known."""

    name = "nurikabe"
    summary = (
        "The cells that hold one of the digits are a sea: they are connected by edges, and no two "
        "by two cells are all of them. The others are islands, each with one of the starts; a size "
        "is the number of cells of an island, by default the digit of its start."
    )
    in_words = (r"\bnurikabe\b",)
    parameters = (
        Parameter("digits", "digits", "the digits of the sea"),
        Parameter("starts", "cells", "a cell of each island"),
        Parameter("sizes", "integers", "the size of each island", True, (), least=1),
        Parameter("controls", "cells", "the cells whose digits are the sizes", True, ()),
        Parameter("cells", "cells", "the cells in question", True, ()),
    )
    cell_count = (0, None)
    repeats_allowed = True
    placing = _OF_A_DRAWING

    starts: tuple[int, ...]
    sizes: tuple[int, ...] = ()
    controls: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()

    @cached_property
    def sea(self) -> Tapa:
        """The rule of the sea."""
        return Tapa(self.digits, self.cells)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.digits:
            raise value_error("{name}: at least one digit is needed", name=self.name)
        given = self.sizes or self.controls or self.starts
        if not self.starts or len({*self.starts}) < len(self.starts):
            raise value_error("{name}: each island needs a start of its own", name=self.name)
        if len(given) != len(self.starts) or (self.sizes and self.controls):
            raise value_error(
                "{name}: there are {count} islands; 'sizes' has a number or 'controls' a cell for "
                "each of them",
                name=self.name,
                count=len(self.starts),
            )

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return super().relabelled(board_map) if self.sizes else None

    def unfit(self, geometry: Geometry) -> str | None:
        if {*self.starts} <= {*self.seen(geometry)}:
            return super().unfit(geometry)
        return worded("{name}: a start is not among the cells in question", name=self.name)

    def seen(self, geometry: Geometry) -> Iterable[int]:
        return self.sea.scope(geometry)

    def may_hold(self, values: Sequence[int | None], geometry: Geometry) -> bool:
        return self.sea.may_hold(values, geometry)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        sizes = self.sizes or [values[cell] for cell in self.controls or self.starts]
        land = {cell for cell in self.seen(geometry) if values[cell] not in self.digits}
        for start, size in zip(self.starts, sizes, strict=True):
            island = piece_of(start, land, geometry) if start in land else set()
            if len(island) != size:
                return False
            land -= island
        return not land and self.sea.fits(values, geometry)

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        yield from self.sea.lowering(geometry)
        near, sea = self.sea.near(geometry), frozenset(self.digits)
        free = geometry.cell_count + 2 * len(near)
        island = {cell: free + number for number, cell in enumerate(near)}
        free += len(near)
        within: list[dict[int, int]] = []
        labels = {cell: {0} for cell in near}
        for number, start in enumerate(self.starts, 1):
            control = (self.controls or self.starts)[number - 1]
            most = self.sizes[number - 1] if self.sizes else max(geometry.values_of(control))
            within.append(self._within(start, most, near))
            for cell in within[-1]:
                labels[cell].add(number)
        for number, start in enumerate(self.starts, 1):
            labels[start] = {number}
        for cell, label in island.items():
            yield Domain(label, frozenset(labels[cell]))
            yield PairTable(
                cell,
                label,
                frozenset(
                    (value, own)
                    for value in geometry.values_of(cell)
                    for own in labels[cell]
                    if (value in sea) == (own == 0)
                ),
            )
            for _, other in near[cell]:
                if cell < other:
                    pairs = ((a, b) for a in labels[cell] for b in labels[other])
                    same = frozenset((a, b) for a, b in pairs if a == b or 0 in (a, b))
                    yield PairTable(label, island[other], same)
        for number, reach in enumerate(within, 1):
            own = frozenset((number,))
            inner = {
                island[cell]: [(n, island[other]) for n, other in near[cell] if other in reach]
                for cell in reach
            }
            values = {island[cell]: labels[cell] for cell in reach}
            yield from joined_up(inner, values, own, free, len(reach))
            free += 2 * len(reach)
            if self.sizes:
                yield Among(tuple(inner), own, "=", self.sizes[number - 1])
            else:
                control = (self.controls or self.starts)[number - 1]
                yield from one_of([
                    (Domain(control, frozenset((size,))), Among(tuple(inner), own, "=", size))
                    for size in geometry.values_of(control)
                    if 0 < size <= len(inner)
                ])  # fmt: skip

    def _within(
        self, start: int, most: int, near: Mapping[int, Sequence[tuple[int, int]]]
    ) -> dict[int, int]:
        """The cells that an island of at most so many cells reaches, and in how many steps."""
        steps = {start: 0}
        for cell in (reached := [start]):
            for _, other in near[cell] if steps[cell] < most - 1 else ():
                if other not in steps and other not in self.starts:
                    steps[other] = steps[cell] + 1
                    reached.append(other)
        return steps

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        words = Shape("none", label=self.describe(geometry))
        if not self.sizes:
            return Shape("circle", self.controls or self.starts), words
        signs = zip(self.starts, self.sizes, strict=True)
        return (*(Shape("dot", (start,), str(size)) for start, size in signs), words)


@dataclass(frozen=True)
class TapaClue(_Beside):
    """The cells with some digits around a cell without them are runs of these lengths."""

    name = "tapa-clue"
    summary = (
        "Around a cell with a tapa clue, which holds none of the digits, the cells that hold one "
        "of them stand in runs of the lengths that the clue names, in any order; 0 is not a run."
    )
    parameters = (
        Parameter("digits", "digits", "the digits of the runs"),
        Parameter("cell", "cell", "the cell of the clue"),
        Parameter("lengths", "integers", "the length of each run", least=0),
    )

    cell: int
    lengths: tuple[int, ...]

    def ring(self, geometry: Geometry) -> list[int | None]:
        """The cells around it in their order; ``None`` where the board has none."""
        return [geometry.beside(self.cell, *step) for step in _AROUND]

    def seen(self, geometry: Geometry) -> Iterable[int]:
        return (cell for cell in self.ring(geometry) if cell is not None)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        marks = [cell is not None and values[cell] in self.digits for cell in self.ring(geometry)]
        return values[self.cell] not in self.digits and self._runs(marks) == sorted(self.lengths)

    def _runs(self, marks: Sequence[bool]) -> list[int]:
        """The lengths of the runs of marks in a ring."""
        gap = marks.index(False) if False in marks else 0
        turned = (*marks[gap:], *marks[:gap])
        return sorted(len([*run]) for marked, run in groupby(turned) if marked) or [0]

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        inside, ring = frozenset(self.digits), self.ring(geometry)
        yield Domain(self.cell, frozenset(geometry.values_of(self.cell)) - inside)
        flags = {}
        for number, cell in enumerate(self.seen(geometry), geometry.cell_count):
            flags[cell] = number
            pairs = frozenset((value, int(value in inside)) for value in geometry.values_of(cell))
            yield Domain(number, frozenset((0, 1)))
            yield PairTable(cell, number, pairs)
        rows = product(*((False,) if cell is None else (False, True) for cell in ring))
        yield Table(
            tuple(flags.values()),
            frozenset(
                tuple(int(mark) for mark, cell in zip(row, ring, strict=True) if cell is not None)
                for row in rows
                if self._runs(row) == sorted(self.lengths)
            ),
        )

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("dot", (self.cell,), " ".join(map(str, self.lengths))),)


@dataclass(frozen=True)
class InSight(_Beside):
    """The number of cells with some digits in sight of a cell, itself counted."""

    name = "in-sight"
    sought = ("cave clue", "kuromasu", "cells seen")
    title = "Visible cells"
    plural = "counts of visible cells"
    summary = (
        "From a cell that holds one of the digits so many cells with them are in sight, itself "
        "counted: in its row and column up to the first other cell. Without a number the digit of "
        "the cell is the number."
    )
    parameters = (
        Parameter("digits", "digits", "the digits of the cells that are counted"),
        Parameter("start", "cell", "the cell that sees"),
        Parameter("number", "integer", "how many are in sight", True, least=1),
        Parameter("control", "cell", "the cell whose digit is the number", True),
    )
    repeats_allowed = True
    placing = _OF_A_DRAWING

    start: int
    number: int | None = None
    control: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.number is not None and self.control is not None:
            raise value_error("{name}: only one of 'number' and 'control' is given", name=self.name)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return super().relabelled(board_map) if self.number is not None else None

    def arms(self, geometry: Geometry) -> Iterator[list[int]]:
        """The cells in each direction."""
        for step in _BESIDE:
            arm, cell = [], geometry.beside(self.start, *step)
            while cell is not None:
                arm.append(cell)
                cell = geometry.beside(cell, *step)
            yield arm

    def seen(self, geometry: Geometry) -> Iterable[int]:
        return chain.from_iterable(self.arms(geometry))

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        count = 1
        for arm in self.arms(geometry):
            count += len([*takewhile(lambda cell: values[cell] in self.digits, arm)])
        own = values[self.start if self.control is None else self.control]
        return values[self.start] in self.digits and count == (self.number or own)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        inside, free = frozenset(self.digits), geometry.cell_count
        yield Domain(self.start, inside)
        for arm in self.arms(geometry):
            before: tuple[int, ...] = ()
            for cell in arm:
                # Whether the cell and all before it have the digits.
                values = geometry.values_of(cell)
                ways = ((v, b) for v in values for b in ((0, 1) if before else (1,)))
                yield Domain(free, frozenset((0, 1)))
                rows = ((v, *[b] * len(before), int(b and v in inside)) for v, b in ways)
                yield Table((cell, *before, free), frozenset(rows))
                before, free = (free,), free + 1
        flags = tuple(range(geometry.cell_count, free))
        if self.number is None:
            own = self.start if self.control is None else self.control
            yield Linear((*flags, own), (*[1] * len(flags), -1), "=", -1)
        elif flags:
            yield Linear(flags, (1,) * len(flags), "=", self.number - 1)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        most = 1 + len([*self.seen(geometry)])
        if self.number is None or self.number <= most:
            return None
        return worded("at most {most} cells are in sight", most=most)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        if self.number is not None:
            return (Shape("dot", (self.start,), str(self.number)),)
        return (Shape("circle", (self.start if self.control is None else self.control,)),)
