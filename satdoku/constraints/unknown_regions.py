"""Regions to be found, clues about them, connected cells; one file, since they are one family."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain, combinations, product
from typing import Any, ClassVar, TypeAlias

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import BoardMap, Constraint, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.combined import Hiding
from satdoku.constraints.common import Clue, board_cells, off_grid
from satdoku.constraints.contents import CountDistinct
from satdoku.constraints.hidden import filling
from satdoku.constraints.region_shapes import RegionShapes
from satdoku.constraints.sides import strange_digit
from satdoku.relations import (
    AllDifferent,
    Among,
    Connection,
    Domain,
    Guard,
    Linear,
    Lowered,
    Or,
    PairTable,
    Regions,
    Relation,
    Table,
    Whole,
    holds,
    spelled_out,
    variables_of,
)

__all__ = ["ChaosArrow", "ChaosConstruction", "ChaosCount", "Connected", "joined_up", "piece_of"]

_REGIONS = "CC"
"""The name of the cells that hold the number of each cell's region."""

_NO = 0
"""The parent of a root; other parents are 1 + the place in ``_STEPS``."""
_OUT = -1
"""The parent of a cell that is not among the connected ones."""
_STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def _near(cell: int, geometry: Geometry) -> list[tuple[int, int]]:
    """The neighbours of a cell by edges, each with the number of its direction."""
    sides = [(n, geometry.beside(cell, d, r)) for n, (d, r) in enumerate(_STEPS, 1)]
    return [(number, other) for number, other in sides if other is not None]


def piece_of(start: int, cells: Collection[int], geometry: Geometry) -> set[int]:
    """The cells that are connected with one of them."""
    piece, open_ends = {start}, [start]
    while open_ends:
        for _, other in _near(open_ends.pop(), geometry):
            if other in cells and other not in piece:
                piece.add(other)
                open_ends.append(other)
    return piece


def _pieces(cells: Iterable[int], geometry: Geometry) -> int:
    """The number of connected pieces of these cells."""
    waiting, count = set(cells), 0
    while waiting:
        count += 1
        waiting -= piece_of(min(waiting), waiting, geometry)
    return count


def _chain(deepest: int) -> frozenset[tuple[int, int]]:
    """(depth of a cell, depth of its parent)."""
    return frozenset((depth + 1, depth) for depth in range(deepest))


_FLAG = frozenset((0, 1))
_Near: TypeAlias = Mapping[int, Sequence[tuple[int, int]]]
_Joined: TypeAlias = Mapping[tuple[int, int], int]
"""For pairs of cells a variable that is 1 where they share a region and 0 where they do not."""


_IMPLIES = frozenset(((0, 0), (0, 1), (1, 1)))
"""Two flags of which the first may not be set without the second."""
_NOT_BOTH = frozenset(((0, 0), (0, 1), (1, 0)))
_MAX_COUNTED_CELLS = 16
"""Cells whose regions are counted by pairs, too; there is a variable for each pair."""


@lru_cache(maxsize=16384)  # each of them is in some ten relations of a board
def _is(variable: int, *values: int) -> tuple[Relation, ...]:
    """An alternative of an :class:`Or`: the variable has one of the values."""
    return (Domain(variable, frozenset(values)),)


def _counts(rules: Iterable[Constraint], first: int) -> Iterator[tuple[int, list[int]]]:
    """For each rule that counts the regions of few cells, the cell of the number, and these cells.

    The variables of regions are numbered from ``first``.
    """
    for rule in rules:
        if isinstance(rule, CountDistinct) and min(rule.cells) >= first:
            cells = [label - first for label in dict.fromkeys(rule.cells)]
            if len(cells) <= _MAX_COUNTED_CELLS:
                yield rule.control, cells


def _square(cells: tuple[int, int, int, int], joined: _Joined) -> Iterator[Relation]:
    """Relations of the regions of four cells around a point, in their order around it."""
    a, b, c, d = cells
    # Two regions cannot cross: each would have to go around the other.
    yield Or((_is(joined[a, c], 0), _is(joined[b, d], 0), _is(joined[a, b], 1)))
    for three in combinations(cells, 3):
        x, y, z = (joined[pair] for pair in combinations(three, 2))
        for one, two, third in ((x, y, z), (y, z, x), (z, x, y)):
            yield Or((_is(one, 0), _is(two, 0), _is(third, 1)))


def _leaving(near: Mapping[int, list[int]], joined: _Joined, size: int) -> Iterator[Relation]:
    """Up to three connected cells are not all of a larger region: it continues beside them."""
    for middle, others in near.items():
        for more in range(min(size - 1, 3)):
            for ends in combinations(others, more):
                if more == 1 and ends[0] < middle:
                    continue
                cells = (middle, *ends)
                out = [joined[c, o] for c in cells for o in near[c] if o not in cells]
                inside = [_is(joined[middle, end], 0) for end in ends]
                yield Or((*inside, *(_is(edge, 1) for edge in out)))


def _reaching(
    near: Mapping[int, list[int]], joined: _Joined, first: int, digits: Sequence[int], free: int
) -> Iterator[Relation]:
    """Each cell is reached, within its region, from the cell of the lowest digit.

    For each cell and number of steps a variable for whether this many steps reach it, and for each
    neighbour one for whether it is reached through that; numbered from ``free``. The variable
    ``first + cell`` holds the region, by the row of its lowest digit.
    """
    size = len(digits)
    reached: dict[tuple[int, int], int] = {}

    def within(cell: int, steps: int, yes: bool) -> tuple[Relation, ...]:
        if not steps:
            return _is(cell, *(digits[:1] if yes else digits[1:]))
        return _is(reached[cell, steps], int(yes))

    for steps in range(1, size):
        last = steps == size - 1
        for cell in () if last else near:
            reached[cell, steps] = free
            yield Domain(free, _FLAG)
            rows = range(max(0, cell // size - steps), min(size, cell // size + steps + 1))
            yield Or((_is(free, 0), _is(first + cell, *(digits[row] for row in rows))))
            free += 1
        for cell, others in near.items():
            ways = []
            for other in others:
                through, edge = free, joined[cell, other]
                free += 1
                ways.append(_is(through, 1))
                yield Domain(through, _FLAG)
                yield PairTable(through, edge, _IMPLIES)
                if steps > 1:
                    yield PairTable(through, reached[other, steps - 1], _IMPLIES)
                else:
                    yield Or((_is(through, 0), within(other, 0, True)))
                if not last:
                    before = within(other, steps - 1, False)
                    yield Or((before, _is(edge, 0), within(cell, steps, True)))
            head = () if last else (within(cell, steps, False),)
            yield Or((*head, within(cell, steps - 1, True), *ways))
            if steps > 1 and not last:
                yield PairTable(reached[cell, steps - 1], reached[cell, steps], _IMPLIES)
            elif not last:
                yield Or((within(cell, 0, False), within(cell, steps, True)))


def _meaning(
    near: Mapping[int, list[int]],
    pairs: Sequence[tuple[int, int]],
    squares: Sequence[tuple[int, int, int, int]],
    joined: _Joined,
    first: int,
    digits: Sequence[int],
    free: int,
    more: Sequence[Relation],
) -> Iterator[Relation]:
    """The meaning of :class:`Regions`, where the row of a region's lowest digit names it.

    Cells of one region are joined; for each digit and row there is a variable for the region that
    has the digit there, numbered from ``free``; and each cell is reached. ``more`` is the meaning
    of its runs.
    """
    size, count = len(digits), len(near)
    for pair in pairs:
        a, b = (first + cell for cell in pair)
        yield Linear((a, b), (1, -1), "=", 0, Guard(joined[pair], 1))
        yield Linear((a, b), (1, -1), "!=", 0, Guard(joined[pair], 0))
    for a, b, c, d in squares:
        for pair in ((a, c), (b, d)):
            yield Linear(pair, (1, -1), "!=", 0, Guard(joined[pair], 1))
        yield from _square((a, b, c, d), joined)
    yield from _leaving(near, joined, size)
    # All different, for a region has a digit once.
    for place, digit in enumerate(digits):
        regions = tuple(range(free + place * size, free + (place + 1) * size))
        for row, region in enumerate(regions):
            yield Domain(region, frozenset(digits))
            for cell in range(row * size, (row + 1) * size):
                yield Linear((first + cell, region), (1, -1), "=", 0, Guard(cell, digit))
        yield AllDifferent(regions)
        for label in digits:
            yield Among(regions, frozenset((label,)), "=", 1)
    # A region has too few cells to join cells that are further apart.
    for a, b in combinations(range(count), 2):
        if abs(a // size - b // size) + abs(a % size - b % size) >= size:
            yield Linear((first + a, first + b), (1, -1), "!=", 0)
    yield from _reaching(near, joined, first, digits, free + size * size)
    yield from more


def _count_hidden(near: Mapping[int, list[int]], size: int) -> int:
    """The number of variables in :func:`_meaning`: for regions, reached cells, and steps."""
    reached = max(0, size - 2) * len(near)
    return size * size + reached + (size - 1) * sum(map(len, near.values()))


def _differing(
    control: int, cells: Sequence[int], joined: _Joined, free: int
) -> Iterator[Relation]:
    """``control`` holds the number of regions of the cells: the cells in no region of an earlier
    one. For each cell but the first there is a variable for that, numbered from ``free``."""
    flags = []
    for place, cell in enumerate(cells[1:], 1):
        flags.append(free)
        yield Domain(free, _FLAG)
        same = [joined[before, cell] for before in cells[:place]]
        for one in same:
            yield PairTable(free, one, _NOT_BOTH)
        yield Or((_is(free, 1), *(_is(one, 1) for one in same)))
        free += 1
    yield Linear((*flags, control), (*[1] * len(flags), -1), "=", -1)


def _settled(
    own: Iterable[Relation], joined: _Joined, first: int, digits: Sequence[int]
) -> Iterator[Relation]:
    """Domains for whether two cells share a region, from rules about two regions."""
    pairs = [(a, b) for a in digits for b in digits]
    for relation in own:
        named = tuple(dict.fromkeys(variables_of(relation)))
        if len(named) == 2 and (named[0] - first, named[1] - first) in joined:
            flags = frozenset(
                int(a == b) for a, b in pairs if holds(relation, {named[0]: a, named[1]: b})
            )
            if flags != _FLAG:
                yield Domain(joined[named[0] - first, named[1] - first], flags)


def joined_up(
    near: _Near,
    values: Mapping[int, Iterable[int]],
    inside: frozenset[int],
    free: int,
    most: int | None = None,
    roots: Collection[int] = (),
) -> Iterator[Lowered]:
    """The variables that have one of the values ``inside`` are connected.

    near    for each variable its neighbours, each with the number of its direction
    values  for each variable the values that it can have
    free    the first auxiliary variable
    most    how many of them there are at most
    roots   those that are connected by themselves, as if by a place outside of the board
    """
    place = {variable: number for number, variable in enumerate(near)}
    edges = [(place[a], place[b]) for a in near for _, b in near[a] if place[a] < place[b]]
    hidden = range(free, free + 2 * len(near))
    variables = tuple(near)
    if roots:
        variables += (hidden.stop,)
        edges += [(place[root], len(near)) for root in roots]
        yield Domain(hidden.stop, frozenset((min(inside),)))
    deepest = len(near) - len(roots) if roots else min(most or len(near), len(near)) // 2
    meaning = partial(_tree, near, values, inside, free, deepest, roots)
    yield Connection(hidden, meaning, variables, inside, tuple(edges))


def _tree(
    near: _Near,
    values: Mapping[int, Iterable[int]],
    inside: frozenset[int],
    free: int,
    deepest: int,
    roots: Collection[int],
) -> Iterator[Relation]:
    # A tree: each of them but one, or but the roots, has a parent among its neighbours, which is
    # one step nearer to the root. A connected piece of k has one from which k // 2 steps reach all.
    parent = {variable: free + number for number, variable in enumerate(near)}
    depth = {variable: free + len(near) + number for number, variable in enumerate(near)}
    steps = _chain(deepest)
    for variable, beside in near.items():
        ways = [] if variable in roots else [number for number, _ in beside]
        chosen = [*ways] if roots and variable not in roots else [_NO, *ways]
        yield Domain(parent[variable], frozenset((_OUT, *chosen)))
        yield Domain(depth[variable], frozenset(range(deepest + 1)))
        yield PairTable(
            variable,
            parent[variable],
            frozenset(
                (value, p)
                for value in values[variable]
                for p in (chosen if value in inside else (_OUT,))
            ),
        )
        # Those without a parent have depth 0, so that they add no fillings.
        yield Table(
            (parent[variable], depth[variable]),
            frozenset(
                [(p, 0) for p in (_OUT, _NO)]
                + [(n, d) for n in ways for d in range(1, deepest + 1)]
            ),
        )
        for number, other in beside if ways else ():
            guard = Guard(parent[variable], number)
            yield Table((depth[variable], depth[other]), steps, guard)
            yield Among((other,), inside, "=", 1, guard=guard)
    if not roots:
        yield Among(tuple(parent.values()), frozenset((_NO,)), "=", 1)


@dataclass(frozen=True)
class Connected(Clue):
    """The cells that hold one of some digits are one connected piece."""

    name = "connected"
    title = "Connected digits"
    plural = "groups of connected digits"
    summary = "The cells that hold one of the digits are connected by edges, and there are some."
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("digits", "digits", "the digits whose cells are connected"),
        Parameter("cells", "cells", "the cells in question", optional=True, default=()),
        Parameter("size", "integer", "how many cells there are", optional=True, least=1),
    )
    cell_count = (0, None)

    digits: tuple[int, ...]
    cells: tuple[int, ...] = ()
    size: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.digits:
            raise value_error("{name}: at least one digit is needed", name=self.name)

    def unfit(self, geometry: Geometry) -> str | None:
        return strange_digit(self.name, self.digits, geometry)

    def all_cells(self, geometry: Geometry) -> tuple[int, ...]:
        """The cells in question; all of the grid where none are named."""
        return self.cells or tuple(range(geometry.grid_count))

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(c for c in self.all_cells(geometry) if 0 <= c < geometry.cell_count)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [cell for cell in self.all_cells(geometry) if values[cell] in self.digits]
        return _pieces(inside, geometry) == 1 and self.size in (None, len(inside))

    def may_hold(self, values: Sequence[int | None], geometry: Geometry) -> bool:
        known = {cell: values[cell] for cell in self.all_cells(geometry)}
        inside = {cell for cell, value in known.items() if value in self.digits}
        possible = inside.union(cell for cell, value in known.items() if value is None)
        if self.size is not None and not len(inside) <= self.size <= len(possible):
            return False
        return not inside or inside <= piece_of(min(inside), possible, geometry)

    def near(self, geometry: Geometry) -> dict[int, list[tuple[int, int]]]:
        """For each cell its neighbours among them, each with the number of its direction."""
        cells = dict.fromkeys(self.all_cells(geometry))
        return {c: [(n, o) for n, o in _near(c, geometry) if o in cells] for c in cells}

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        near, inside = self.near(geometry), frozenset(self.digits)
        values = {cell: geometry.values_of(cell) for cell in near}
        yield from joined_up(near, values, inside, geometry.cell_count, self.size)
        if self.size is not None:
            yield Among(tuple(near), inside, "=", self.size)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        count = len(self.all_cells(geometry))
        if self.size is None or self.size <= count:
            return None
        return f"there are only {count} cells, not {self.size}"

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return replace(self, digits=tuple(board_map.digits[digit] for digit in self.digits))

    def image(self, board_map: BoardMap) -> Constraint | None:
        count = len(board_map.cells)
        near = {(c, o) for c in range(count) for _, o in _near(c, board_map.geometry)}
        to = board_map.cells
        return super().image(board_map) if near == {(to[a], to[b]) for a, b in near} else None

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("none", label=self.describe(geometry)),)

    def head(self, geometry: Geometry) -> str:
        return f"{super().head(geometry)} {', '.join(map(str, self.digits))}"


def _is_stated(relation: Relation) -> bool:
    return isinstance(relation, Domain) or (isinstance(relation, Linear) and relation.guard is None)


class _OfRegions(Clue):
    """A clue about which cells share a region; only inside of chaos-construction."""

    control: int
    start: int
    without_start: bool

    def unfit(self, geometry: Geometry) -> str | None:
        if all(name != _REGIONS for name, _, _ in geometry.extra):
            return worded(
                "{name}: it belongs inside of chaos-construction, which has the regions",
                name=self.name,
            )
        return off_grid(self.name, self.counted, geometry)

    @property
    def counted(self) -> tuple[int, ...]:
        """The cells whose regions matter."""
        return (self.start, *(cell for group in self.groups() for cell in group))

    def labels(self, geometry: Geometry) -> int:
        """The number of the cell that holds the region of cell 0."""
        return geometry.cell(f"{_REGIONS}1")

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The lists in which cells count until one is in another region."""
        raise NotImplementedError

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        cells = {*board_cells(self.named, geometry)}
        if self.unfit(geometry) is None:
            first = self.labels(geometry)
            cells |= {first + c for c in self.counted if 0 <= c < geometry.grid_count}
        return tuple(sorted(cells))

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        first = self.labels(geometry)
        own = values[first + self.start]
        count = 0 if self.without_start else 1
        for group in self.groups():
            for cell in group:
                if values[first + cell] != own:
                    break
                count += 1
        return values[self.control] == count

    def may_hold(self, values: Sequence[int | None], geometry: Geometry) -> bool:
        first, number = self.labels(geometry), values[self.control]
        own = values[first + self.start]
        if own is None or number is None:
            return True
        least = most = 0 if self.without_start else 1
        for group in self.groups():
            labels = [values[first + cell] for cell in group]
            least += next((i for i, x in enumerate(labels) if x != own), len(labels))
            most += next((i for i, x in enumerate(labels) if x not in (None, own)), len(labels))
        return least <= number <= most

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        # For each cell of an arm whether it counts: it and all before it share the region.
        first, free = self.labels(geometry), geometry.cell_count
        counting = []
        own = first + self.start
        for group in self.groups():
            before: int | None = None
            for cell in group:
                here, free = free, free + 1
                counting.append(here)
                yield Domain(here, frozenset((0, 1)))
                pair = (first + cell, own)
                yield Linear(pair, (1, -1), "=", 0, Guard(here, 1))
                if before is None:
                    yield Linear(pair, (1, -1), "!=", 0, Guard(here, 0))
                else:
                    yield PairTable(before, here, frozenset(((0, 0), (1, 0), (1, 1))))
                    stops = Linear(pair, (1, -1), "!=", 0)
                    counts, ended = Domain(here, frozenset((1,))), Domain(before, frozenset((0,)))
                    yield Or(((counts,), (ended,), (stops,)))
                before = here
        total = -1 if not self.without_start else 0
        ones = (1,) * len(counting)
        yield Linear((*counting, self.control), (*ones, -1), "=", total)

    def runs(self, flags: Iterable[int]) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
        """Each group as a run of :class:`Regions`."""
        waiting = iter(flags)
        for group in self.groups():
            yield self.start, tuple([(cell, next(waiting)) for cell in group])

    def linked(self, joined: _Joined, flags: Iterable[int]) -> Iterator[Relation]:
        """A cell counts where it touches one that does, and shares its region."""
        waiting = iter(flags)
        for group in self.groups():
            last, before = self.start, None
            for cell in group:
                here, same = next(waiting), joined.get((last, cell))
                if same is not None:
                    counts = () if before is None else (_is(before, 0),)
                    yield Or((_is(here, 0), _is(same, 1)))
                    yield Or((*counts, _is(same, 0), _is(here, 1)))
                last, before = cell, here

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("circle", (self.control,)),)

    def image(self, board_map: BoardMap) -> Constraint | None:
        return None if board_map.relabels else super().image(board_map)


_OFFSET = Parameter(
    "without_start", "flag", "whether the first cell is not counted", optional=True, default=False
)


@dataclass(frozen=True)
class ChaosArrow(_OfRegions):
    """A digit counts the cells in sight, along some arms, of one region."""

    name = "chaos-arrow"
    title = "Cells of the region in sight"
    plural = "counts of the region in sight"
    summary = (
        "The digit is the number of cells, from the start along all arms, that are in the region "
        "of the start without a break."
    )
    parameters = (
        Parameter("control", "cell", "the cell of the digit"),
        Parameter("start", "cell", "the cell that the arms begin beside"),
        Parameter("lines", "lines", "the arms, without the start"),
        _OFFSET,
    )
    repeats_allowed = True

    control: int
    start: int
    lines: tuple[tuple[int, ...], ...]
    without_start: bool = False

    def groups(self) -> tuple[tuple[int, ...], ...]:
        return self.lines


@dataclass(frozen=True)
class ChaosCount(_OfRegions):
    """A digit counts the listed cells of one region."""

    name = "chaos-count"
    placing = Placing(refused="it is allowed only inside chaos-construction")
    title = "Cells of the region"
    plural = "counts of the region"
    summary = "The digit is the number of cells that are in the region of the start."
    parameters = (
        Parameter("control", "cell", "the cell of the digit"),
        Parameter("start", "cell", "the first of the cells"),
        Parameter("cells", "cells", "the other cells"),
        _OFFSET,
    )
    repeats_allowed = True
    cell_count = (0, None)

    control: int
    start: int
    cells: tuple[int, ...]
    without_start: bool = False

    def groups(self) -> tuple[tuple[int, ...], ...]:
        return tuple((cell,) for cell in self.cells)


@dataclass(frozen=True)
class ChaosConstruction(Hiding):
    """The board is divided into unknown connected regions that hold each digit once.

    A region's number is the digit with the place, among the board's digits, of the row that holds
    its lowest digit. ``CC1``, ``CC2`` ... hold the region's number of each cell in reading order.
    """

    name = "chaos-construction"
    sought = ("unknown regions",)
    title = "Unknown regions"
    summary = (
        "The board is divided into unknown regions that are connected by edges and hold each digit "
        "once."
    )
    parameters = (
        Parameter("rules", "rules", "rules about the regions", optional=True, default=()),
    )
    may_be_empty: ClassVar[bool] = True

    rules: tuple[Constraint, ...] = ()

    @classmethod
    def board(cls, geometry: Geometry, values: Mapping[str, Any]) -> Geometry:
        return geometry.with_extra((_REGIONS, geometry.grid_count, geometry.columns))

    def unfit(self, geometry: Geometry) -> str | None:
        lines = [h for h in geometry.houses if h.kind in ("row", "column")]
        size = geometry.size
        full = all(len(line.cells) == size for line in lines) and len(lines) == 2 * size
        if not (full and geometry.grid_count == size * size and geometry.places is None):
            return worded(
                "{name}: the rule needs N rows, N columns and N digits, not {board}",
                name=self.name,
                board=geometry.describe(),
            )
        return super().unfit(geometry)

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(range(geometry.grid_count))

    def region_counts(self, geometry: Geometry) -> list[tuple[int, tuple[int, ...]]]:
        """For each rule that counts the regions of some cells, the cell of the number, and these
        cells."""
        first = geometry.cell_count
        return [
            (rule.control, tuple([label - first for label in dict.fromkeys(rule.cells)]))
            for rule in self.rules
            if isinstance(rule, CountDistinct)
            and min(rule.cells) >= first
            and rule.control < geometry.grid_count
        ]

    def region_pairs(self, geometry: Geometry) -> dict[tuple[int, int], bool]:
        """The pairs of cells of which a rule about regions says whether they share one."""
        labels = range(geometry.cell_count, geometry.cell_count + geometry.grid_count)
        pairs: dict[tuple[int, int], bool] = {}
        for relation in chain.from_iterable(self.parts(geometry)):
            if isinstance(relation, Whole):
                continue
            named = sorted(set(variables_of(relation)))
            if not all(v in labels for v in named):
                continue
            places = [v - labels.start for v in named]
            if isinstance(relation, AllDifferent):
                pairs |= dict.fromkeys(combinations(places, 2), False)
            elif len(named) == 2:
                values = product(geometry.digits, repeat=2)
                kinds = {a == b for a, b in values if holds(relation, {named[0]: a, named[1]: b})}
                if len(kinds) == 1:
                    pairs[places[0], places[1]] = kinds.pop()
        return pairs

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        # Each region has one cell with the lowest digit, and each row has one too: the row's place
        # names the region. (One function, since every step numbers variables after the last.)
        digits, size = geometry.digits, geometry.size
        board = self.inside(geometry)
        count, first = geometry.grid_count, geometry.cell_count
        free = board.cell_count
        near = {cell: [other for _, other in _near(cell, geometry)] for cell in range(count)}
        # Variables for whether two cells share a region: neighbours, diagonal neighbours, and the
        # cells whose regions are counted.
        edges = [(cell, other) for cell in near for other in near[cell] if cell < other]
        squares = [
            (cell, cell + 1, cell + size + 1, cell + size)
            for cell in range(count - size)
            if (cell + 1) % size
        ]
        pairs = edges + [pair for a, b, c, d in squares for pair in ((a, c), (b, d))]
        counts = list(_counts(self.rules, first))
        for _, cells in counts:
            pairs += combinations(sorted(cells), 2)
        pairs = list(dict.fromkeys(pairs))
        joined = {pair: free + i for i, pair in enumerate(pairs)}
        joined |= {(b, a): variable for (a, b), variable in joined.items()}
        free += len(pairs)
        labels = frozenset(digits)
        for cell in range(count):
            yield Domain(first + cell, labels)
            others = {(digit, label) for digit in digits[1:] for label in labels}
            lowest = (digits[0], digits[cell // size])
            yield PairTable(cell, first + cell, frozenset(others | {lowest}))
        for pair in pairs:
            yield Domain(joined[pair], _FLAG)
        hidden = range(free, free + _count_hidden(near, size))
        start, free = free, hidden.stop
        for control, cells in counts:
            yield from _differing(control, cells, joined, free)
            free += len(cells) - 1
        runs: list[tuple[int, tuple[tuple[int, int], ...]]] = []
        means: list[Relation] = []
        parts = map(spelled_out, self.parts(geometry, free))
        for rule, own in zip(self.rules, parts, strict=True):
            yield from _settled(own, joined, first, digits)
            if isinstance(rule, _OfRegions):
                flags = [r.variable for r in own if isinstance(r, Domain) and r.variable >= free]
                runs += rule.runs(flags)
                means += rule.linked(joined, flags)
                # The runs have the meaning of all relations but these.
                stated = [r for r in own if _is_stated(r)]
                means += [r for r in own if not _is_stated(r)]
                own = stated
            yield from own
        yield Regions(
            hidden,
            partial(_meaning, near, pairs, squares, joined, first, digits, start, means),
            tuple(range(count)),
            tuple(range(first, first + count)),
            tuple((*pair, joined[pair], i < len(edges)) for i, pair in enumerate(pairs)),
            tuple(runs),
        )

    def filled(
        self,
        values: tuple[int, ...],
        geometry: Geometry,
        left: Mapping[int, Iterable[int]],
        clock: Clock | None,
    ) -> Sequence[int] | None:
        shapes = RegionShapes.of(values[: geometry.grid_count], geometry)
        if shapes is None:
            return None
        narrow = partial(shapes.narrow, first=geometry.cell_count)
        board = self.inside(geometry)
        return filling(board, values, left, self.rules, clock, narrow)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return super().shapes(geometry) if self.rules else (Shape("none", label=self.summary),)
