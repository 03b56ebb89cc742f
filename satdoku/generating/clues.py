"""Clues of a wished kind that a full grid keeps, at random places.

A rule has such clues if its cells, line or side can be drawn at random and its number can be read
off the grid. A rule of the whole board (anti-knight) has no clue to place, and some rules exclude
almost every random place (a magic square).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import pairwise, product
from typing import Any, ClassVar

from satdoku.base.errors import FormatError, ImpossibleWish
from satdoku.base.records import dataclass
from satdoku.board import Constraint, Geometry, Grid
from satdoku.board.constraint import DIRECTIONS, SIDES, BoardMap, Parameter
from satdoku.constraints.data import named_rule, parse_parameter
from satdoku.constraints.neighbours import are_connected, neighbours, touching
from satdoku.generating.pattern import moves
from satdoku.generating.randomness import Stream

_OPEN = ("cells", "line", "cell")
_MAX_TRIES = 60
_MAX_EXACT_TRIES = 12
_USUAL_LINE_CELLS = (3, 6)
_USUAL_AREA_CELLS = (2, 4)
_NUMBERS = ("integer", "digits", "choice")
_DRAWN_SHAPES = 20
"""Shapes that are drawn to find how many clues a symmetry takes to each other."""


@dataclass(frozen=True, slots=True)
class ClueWish:
    """Clues that are wished for.

    kind   the rule, by its name or an alias
    count  this many of them; ``None``: as many as the puzzle needs
    cells  each with this many cells, at least and at most; ``None``: as is usual
    fixed  parameters and their values
    """

    kind: str
    count: int | None = None
    cells: tuple[int, int] | None = None
    fixed: tuple[tuple[str, Any], ...] = ()


def parse_clues(text: str, geometry: Geometry) -> tuple[ClueWish, ...]:
    """The clues that a comma list wishes for: ``thermo:3,arrow:2:3-4,whisper:2:diff=4``.

    After the name of a rule the number of clues, the number of cells of each (``4`` after the
    number of clues, or ``3-6``) and parameters, with colons between them.

    :raises FormatError: with the part that cannot be read.
    """
    wishes = []
    for item in text.split(","):
        name, *words = (part.strip() for part in item.split(":"))
        kind, _ = named_rule(name.lower(), geometry)
        count: int | None = None
        cells: tuple[int, int] | None = None
        fixed: list[tuple[str, Any]] = []
        numbered = False
        for word in words:
            low, dash, high = word.partition("-")
            if "=" in word:
                fixed.append(parse_parameter(kind, word, geometry))
            elif dash and low.isdecimal() and high.isdecimal() and cells is None:
                cells = int(low), int(high)
            elif word.isdecimal() and not numbered:
                count, numbered = int(word), True
            elif word.isdecimal() and cells is None:
                cells = int(word), int(word)
            else:
                raise FormatError(
                    f"{item.strip()!r}: {word!r} is not a number of clues, no number of cells "
                    "(3-6) "
                    "and no parameter (diff=4)",
                    text=item,
                )
        wish = ClueWish(name.lower(), count, cells, tuple(fixed))
        ClueKind(wish, geometry)
        wishes.append(wish)
    return tuple(wishes)


class ClueKind:
    """A kind of clue on a board.

    With a ``symmetry``, only those clues are drawn whose images are clues of this kind that the
    grid keeps too and that can be drawn beside each other; their numbers are read off the grid.

    :raises ImpossibleWish: where clues of this kind cannot be placed, with the reason.
    """

    drawn: ClassVar[bool] = True
    """Whether the places of its clues are drawn at random."""

    def __init__(self, wish: ClueWish, geometry: Geometry, symmetry: str = "none") -> None:
        self.wish = wish
        self.geometry = geometry
        self.symmetry = symmetry
        self.moves = moves(geometry, symmetry)
        self._orbits: dict[Constraint, tuple[Constraint, ...]] = {}
        self.rule, preset = named_rule(wish.kind, geometry)
        self.preset: dict[str, Any] = preset | dict(wish.fixed)
        self.name, self.placing = self.rule.name, self.rule.placing
        self.open = [
            p
            for p in self.rule.parameters
            if p.name not in self.preset and (not p.optional or p.name == self.placing.chosen)
        ]
        reason = self._unplaced() if self.drawn else None
        if reason is not None:
            raise ImpossibleWish(f"clues of {self.name} are not placed: {reason}")

    def _unplaced(self) -> str | None:
        if self.placing.refused is not None:
            return self.placing.refused
        kinds = {p.kind for p in self.open}
        if strange := kinds - {*_OPEN, "integer", "digits", "side", "index", "direction", "choice"}:
            return f"its {' and '.join(sorted(strange))} cannot be drawn at random"
        if not kinds & {*_OPEN, "side"}:
            return "it is a rule of the whole board (see --rules)"
        if [p.name for p in self.places if p.kind == "line"][:-1] not in ([], ["bulb"]):
            return "its lines cannot be drawn at random"
        if self.is_outside:
            return None if self.wish.cells is None else "it has no number of cells of its own"
        (least, most), (first, last) = self.sizes, self.limits
        if first <= least <= most <= last:
            return None
        bound = f"{first}" if first == last else f"{first} to {last}"
        return f"it has {bound} cells on {self.geometry.describe()}, not {least} to {most}"

    @cached_property
    def places(self) -> list[Parameter]:
        """The parameters that name cells."""
        return [p for p in self.open if p.kind in _OPEN]

    @property
    def reads(self) -> set[str]:
        """The names of its parameters that are read off a grid."""
        return {p.name for p in self.open if p.kind in _NUMBERS}

    @property
    def is_outside(self) -> bool:
        """Whether it stands beside the board."""
        return any(p.kind in ("side", "direction") for p in self.open)

    @property
    def reads_both_ways(self) -> bool:
        """Whether it says the same from both ends of a line beside which it stands."""
        return not any(p.kind == "side" for p in self.open) or len(self.placing.sides) < len(SIDES)

    @property
    def is_line(self) -> bool:
        """Whether it is drawn along its cells, in their order."""
        return any(p.kind == "line" for p in self.places) and self.sizes != (2, 2)

    @property
    def is_mark(self) -> bool:
        """Whether it lies on a cell or between cells, so that others may cover the same cells."""
        return self.sizes[1] == 1 or self.sizes == (2, 2) or self.placing.square

    @cached_property
    def limits(self) -> tuple[int, int]:
        """The fewest and most cells of a clue."""
        least, most = getattr(self.rule, "cell_count", (1, None))
        more = self._before
        highest = self.geometry.cell_count if most is None else most + more
        highest = min(highest, 4 * self.geometry.size)
        if len(self.open) == 1:
            # Rules whose digits all differ do not fit more cells than there are digits.
            while highest > least and self._is_unfit(highest):
                highest -= 1
        return least + more, highest

    def _is_unfit(self, count: int) -> bool:
        try:
            line = self.rule(**(self.preset | {self.open[0].name: tuple(range(count))}))
        except ValueError:
            return False
        return line.unfit(self.geometry) is not None

    @property
    def _before(self) -> int:
        """Cells of the parameters before the last one."""
        return sum(1 if p.kind == "cell" else 2 for p in self.places[:-1])

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """The fewest and most cells of the clues that are placed."""
        if self.is_outside:
            return 1, self.geometry.size
        if self.wish.cells is not None:
            return self.wish.cells
        if self.placing.cells == (1, 1):
            return 1, 1
        if self.placing.whole:
            return self.geometry.size, self.geometry.size
        usual = _USUAL_LINE_CELLS if self.places[-1].kind == "line" else _USUAL_AREA_CELLS
        least, most = self.placing.cells or usual
        first, last = self.limits
        last = min(last, max(self.geometry.size, first))
        return min(max(least, first), last), max(min(most, last), first)

    def room(self, area: Collection[int] | None = None) -> int | None:
        """A bound on the clues of this kind that fit in ``area``; ``None`` where none is known."""
        geometry = self.geometry
        cells = set(range(geometry.cell_count) if area is None else area)
        if self.is_outside:
            return None
        if self.placing.square:
            return (geometry.rows - 1) * (geometry.columns - 1)
        if self.is_mark and self.sizes[1] == 2:
            return sum(near in cells for cell in cells for near in touching(geometry, cell)) // 2
        return len(cells) // self.sizes[0]

    def random(
        self,
        grid: Grid,
        stream: Stream,
        area: Collection[int] | None = None,
        most_cells: int | None = None,
    ) -> Constraint | None:
        """A clue that the full grid keeps, in cells of ``area``; ``None`` if none was found."""
        fewest, most = self._sizes_within(most_cells)
        wanted = fewest + stream.below(most - fewest + 1)
        for attempt in range(_MAX_TRIES):
            if self.is_outside:
                clue = self._outside(grid, stream)
            else:
                # In the end any number of cells does.
                least = wanted if attempt < _MAX_EXACT_TRIES else fewest
                clue = self._grown(grid, stream, area, least, wanted)
            if clue is not None:
                return clue
        return None

    def _outside(self, grid: Grid, stream: Stream) -> Constraint | None:
        geometry = self.geometry
        values: dict[str, Any] = dict(self.preset)
        for parameter in self.open:
            if parameter.kind == "side":
                values[parameter.name] = stream.choice(self.placing.sides)
            elif parameter.kind == "direction":
                values[parameter.name] = stream.choice(DIRECTIONS)
            elif parameter.kind == "cell":
                values[parameter.name] = stream.below(geometry.cell_count)
            elif parameter.kind == "index":
                values[parameter.name] = 1 + stream.below(max(geometry.rows, geometry.columns))
        return self._with_images(self._completed(values, grid, stream), grid, stream)

    def lines(self) -> Iterator[tuple[tuple[int, ...], Callable[[int], Constraint]]]:
        """The lines that clues beside the board are read off, and the clue of each number; a line
        that reads the same from both ends comes once."""
        seen = set()
        choices: list[Sequence[Any]] = []
        *places, number = self.open
        for parameter in places:
            if parameter.kind == "side":
                choices.append(self.placing.sides)
            elif parameter.kind == "direction":
                choices.append(DIRECTIONS)
            elif parameter.kind == "cell":
                choices.append(range(self.geometry.cell_count))
            else:
                choices.append(range(1, 1 + max(self.geometry.rows, self.geometry.columns)))
        for chosen in product(*choices):
            values = self.preset | dict(zip((p.name for p in places), chosen, strict=True))
            line = self._line(values)
            key = line if "side" in values else tuple(sorted(line))
            if len(line) > 1 and key not in seen:
                seen.add(key)
                yield line, partial(self._numbered, values, number.name)

    def _numbered(self, values: dict[str, Any], name: str, number: int) -> Constraint:
        return self.rule(**values, **{name: number})

    def _grown(
        self, grid: Grid, stream: Stream, area: Collection[int] | None, least: int, wanted: int
    ) -> Constraint | None:
        """A clue grown cell by cell to ``wanted`` cells, with steps first that the grid keeps."""
        # Kept in one piece: seeds depend on the order in which random numbers are drawn.
        geometry = self.geometry
        cells_allowed = range(geometry.cell_count) if area is None else sorted(area)
        allowed: Collection[int] = cells_allowed if area is None else set(area)
        if not allowed:
            return None
        start = stream.choice(cells_allowed)
        if self.placing.square:
            corners = [geometry.beside(start, r, c) for r in (0, 1) for c in (0, 1)]
            square = [cell for cell in corners if cell is not None and cell in allowed]
            return self._clue_on(square, grid, stream) if len(square) == 4 else None
        is_line = self.is_line
        cells = [start]
        first_clue = self._clue_on(cells, grid, stream) if wanted == 1 else None
        # Half of the clues grow without looking first: a sum that is reached is not reached by more
        # cells.
        first = wanted if stream.below(2) else self.limits[0]
        while len(cells) < wanted:
            ends = cells[-1:] if is_line else cells
            near = {n for c in ends for n in self._next_to(c) if n in allowed}
            steps = [
                cell
                for cell in stream.shuffled(sorted(near))
                if cell not in cells and not (is_line and _turns_back(geometry, cells, cell))
            ]
            if not steps:
                break
            # A clue with a number always fits; most other clues that fit now still fit when longer.
            clue, step = None, steps[0]
            if len(cells) + 1 >= first:
                clue, step = self._first_kept(cells, steps, grid, stream)
            cells.append(step)
            if clue is not None and len(cells) >= least:
                first_clue = clue
        return first_clue

    def _first_kept(
        self, cells: Sequence[int], steps: Sequence[int], grid: Grid, stream: Stream
    ) -> tuple[Constraint | None, int]:
        """The clue on the cells and the first step with which the grid keeps it, and this step;
        ``None`` and the first step where there is none."""
        for step in steps:
            clue = self._clue_on([*cells, step], grid, stream)
            if clue is not None:
                return clue, step
        return None, steps[0]

    def _clue_on(self, cells: Sequence[int], grid: Grid, stream: Stream) -> Constraint | None:
        """The clue on these cells, in their order, or ``None`` where the grid does not keep it."""
        values: dict[str, Any] = dict(self.preset)
        rest = list(cells)
        for parameter in self.places[:-1]:
            count = 1 if parameter.kind == "cell" else 2
            part, rest = rest[:count], rest[count:]
            values[parameter.name] = part[0] if parameter.kind == "cell" else tuple(part)
        last = self.places[-1]
        values[last.name] = rest[0] if last.kind == "cell" else tuple(rest)
        return self._with_images(self._completed(values, grid, stream), grid, stream)

    def orbit(self, clue: Constraint) -> tuple[Constraint, ...]:
        """A clue that was drawn and its images, each once."""
        return self._orbits.get(clue, (clue,))

    def know(self, orbit: tuple[Constraint, ...]) -> None:
        """Take a clue and its images as drawn."""
        self._orbits[orbit[0]] = orbit

    def _with_images(
        self, clue: Constraint | None, grid: Grid, stream: Stream
    ) -> Constraint | None:
        """The clue, if its images are clues too that the grid keeps and that leave each other room.

        Images that look the same are one clue.
        """
        if clue is None or not self.moves:
            return clue
        orbit, covered = {_look(clue, self.geometry): clue}, set(self.covered(clue))
        for move in self.moves:
            moved = clue.image(move)
            if moved is None or moved.name != self.name:
                return None
            values = {n: v for n, v in moved.arguments().items() if n not in self.reads}
            image = self._completed(values, grid, stream)
            if image is None:
                return None
            if (look := _look(image, self.geometry)) not in orbit:
                mine = self.covered(image)
                if not covered.isdisjoint(mine):
                    return None
                covered.update(mine)
                orbit[look] = image
        self.know(tuple(orbit.values()))
        return clue

    def random_unmoved(
        self,
        grid: Grid,
        stream: Stream,
        area: Collection[int] | None = None,
        most_cells: int | None = None,
    ) -> Constraint | None:
        """A random clue that is likely its own image under some move of the symmetry, or ``None``:
        its cells are unmoved, or change places."""
        if self.is_outside or self.placing.square:
            return self.random(grid, stream, area)
        fewest, most = self._sizes_within(most_cells)
        cells = range(self.geometry.cell_count) if area is None else sorted(area)
        for _ in range(_MAX_TRIES):
            wanted = fewest + stream.below(most - fewest + 1)
            move = stream.choice(self.moves)
            unmoved = [cell for cell in cells if move.cells[cell] == cell]
            clue = None
            if unmoved and stream.below(2):
                clue = self._grown(grid, stream, unmoved, fewest, wanted)
            elif cells and len(self.places) == 1:
                every = not self.is_line and bool(stream.below(2))
                grown = self._mirrored(stream, cells, self.moves if every else [move], wanted)
                if fewest <= len(grown) <= most:
                    clue = self._clue_on(grown, grid, stream)
            if clue is not None:
                return clue
        return None

    def _sizes_within(self, most_cells: int | None) -> tuple[int, int]:
        fewest, most = self.sizes
        return fewest, most if most_cells is None else max(fewest, min(most, most_cells))

    def _next_to(self, cell: int) -> Iterable[int]:
        """The cells in which a clue goes on from a cell; a line goes across corners too."""
        return (touching if self.is_line else neighbours)(self.geometry, cell)

    def _mirrored(
        self, stream: Stream, allowed: Sequence[int], moves: Sequence[BoardMap], wanted: int
    ) -> list[int]:
        """Connected cells that the moves take to each other, about ``wanted`` of them; a line grows
        at both ends. Empty where the cell that is drawn first stays apart from its images."""
        geometry, is_line = self.geometry, self.is_line
        start = stream.choice(allowed)
        cells = list(dict.fromkeys([start, *(move.cells[start] for move in moves)]))
        near = {*touching(geometry, start)}  # of an area, others may join them
        if len(cells) > 1 and (near.isdisjoint(cells) or (is_line and len(cells) > 2)):
            return []
        while len(cells) < wanted:
            ends = cells[-1:] if is_line else cells
            steps = {n for c in ends for n in self._next_to(c)}.intersection(allowed)
            fits = sorted(steps.difference(cells))
            if not fits:
                break
            step = stream.choice(fits)
            further = [step, *(move.cells[step] for move in moves)]
            if not is_line:
                cells = list(dict.fromkeys([*cells, *further]))
                continue
            longer = [further[-1], *cells, step]
            if any(_turns_back(geometry, longer[:i], longer[i]) for i in range(1, len(longer))):
                break
            cells = longer
        return cells if is_line or are_connected(geometry, {*cells}) else []

    def _completed(self, values: dict[str, Any], grid: Grid, stream: Stream) -> Constraint | None:
        """The clue with a number (or digits) and a choice that the grid keeps."""
        missing = [p for p in self.open if p.name not in values]
        if not missing:
            return self._clue_if_true(values, grid)
        # A number depends on what a choice says it is.
        parameter = next((p for p in missing if p.kind == "choice"), missing[0])
        for value in self._readings(parameter, values, grid, stream):
            clue = self._completed(values | {parameter.name: value}, grid, stream)
            if clue is not None:
                return clue
        return None

    def _readings(
        self, parameter: Parameter, values: Mapping[str, Any], grid: Grid, stream: Stream
    ) -> Iterator[Any]:
        """Values that the parameter may have beside the known ``values``, by its kind."""
        # One branch a kind; the order of the drawn numbers must not change, as seeds depend on it.
        known = self.numbers_in(grid)
        digits = [digit for c in values.get("cells", ()) if (digit := known[c]) is not None]
        if parameter.kind == "choice":
            yield from stream.shuffled(parameter.choices)
        elif parameter.kind == "digits":
            if not digits:
                line = self._line(values)
                digits = [d for c in line[:3] if (d := known[c]) is not None]
            if self.placing.any_digits and digits:
                digits = list(self.geometry.digits)
            counts = range(1, min(4, len(digits)) + 1)
            for count in [*stream.shuffled(counts), len(digits)]:
                yield tuple(sorted(stream.shuffled(digits)[:count]))
            if self.placing.any_digits:
                yield from ((d,) for d in digits)
                yield from ((a, b) for a in digits for b in digits if a < b)
        elif self.placing.numbers is not None:
            seen = digits or [d for c in self._line(values) if (d := known[c]) is not None]
            numbers = self.placing.numbers(seen)
            yield from stream.shuffled(list(numbers)) if self.placing.shuffled else numbers
        else:
            least, most = self.span()
            least = least if parameter.least is None else parameter.least
            yield from range(least, 1 + (most if parameter.most is None else parameter.most))

    def numbers_in(self, grid: Grid) -> Sequence[int | None]:
        """The number in each cell that clues of this kind read."""
        return grid.values

    def keeps(self, clue: Constraint, grid: Grid) -> bool:
        """Whether a full grid keeps a clue of this kind."""
        return clue.holds(grid)

    def span(self) -> tuple[int, int]:
        """The least and most number that a clue may have."""
        return 0, self.geometry.size * (self.geometry.digits[-1] + 1)

    def _line(self, values: Mapping[str, Any]) -> tuple[int, ...]:
        from satdoku.constraints.common import lines_from

        if "direction" in values:
            clue: Any = self.rule(
                **values, **{p.name: 0 for p in self.open if p.name not in values}
            )
            return () if clue.unfit(self.geometry) else clue.line(self.geometry)
        lines = lines_from(self.geometry, values["side"]) if "side" in values else {}
        return lines.get(values.get("index", 0), ())

    def _clue_if_true(self, values: Mapping[str, Any], grid: Grid) -> Constraint | None:
        try:
            clue = self.rule(**values)
        except ValueError:
            return None
        geometry = self.geometry
        if not self.keeps(clue, grid):
            return None
        if not self.drawn:
            return clue
        # Clues without relations (a region sum line in one box) or on one cell (a short diagonal)
        # are left out.
        says = tuple(clue.relations(geometry))
        return clue if says and (len(clue.scope(geometry)) > 1 or self.is_mark) else None

    def place(self, clue: Constraint) -> tuple[Any, ...]:
        """The place of a clue of this kind: equal for two that cannot both be drawn."""
        placed = [p for p in self.rule.parameters if p.kind not in _NUMBERS]
        return tuple(getattr(clue, p.name) for p in placed)

    def covered(self, clue: Constraint) -> list[tuple[Any, ...]]:
        """The places that the clue covers: clues that share one cannot both be drawn."""
        if self.is_outside and self.reads_both_ways:
            return [(clue.name, tuple(sorted(clue.scope(self.geometry))))]
        if self.is_outside or self.is_mark:
            return [(clue.name, self.place(clue))]
        cells = [(clue.name, cell) for cell in clue.scope(self.geometry)]
        if not self.is_line:
            return cells
        places = [getattr(clue, place.name) for place in self.places]
        line = [c for place in places for c in (place if isinstance(place, tuple) else (place,))]
        # Lines of other kinds may share cells, but do not cross each other between them.
        return [*cells, *(("corner", *corner) for corner in _corners(self.geometry, line))]

    def is_apart(self, clue: Constraint, others: Sequence[Constraint]) -> bool:
        """Whether the clue can be drawn beside others of its kind."""
        mine = set(self.covered(clue))
        return all(mine.isdisjoint(self.covered(c)) for c in others if c.name == clue.name)


@lru_cache(maxsize=64)
def counts_together(
    wish: ClueWish, geometry: Geometry, symmetry: str, area: frozenset[int] | None = None
) -> tuple[int, ...]:
    """How many clues of a kind a symmetry may take to each other, most first; empty where the
    images are no clues of this kind."""
    if symmetry == "none":
        return (1,)
    shapes = UnreadKind(wish, geometry, symmetry)
    stream, digits, square = Stream(0), geometry.digits, geometry.row_column
    cells = range(geometry.cell_count)
    grid = Grid(geometry, tuple(digits[sum(square(cell)) % len(digits)] for cell in cells))
    drawn = [
        draw(grid, stream, area)
        for _ in range(_DRAWN_SHAPES)
        for draw in (shapes.random, shapes.random_unmoved)
    ]
    return tuple(sorted({len(shapes.orbit(c)) for c in drawn if c is not None}, reverse=True))


def sizes_together(count: int, together: Sequence[int]) -> list[int]:
    """A number of clues as sums of those that are images of each other, most first."""
    sizes = []
    for size in together:
        sizes += [size] * (count // size)
        count %= size
    return sizes


class UnreadKind(ClueKind):
    """The clues of a kind that some grid keeps, not this one."""

    def keeps(self, clue: Constraint, grid: Grid) -> bool:
        return not any(clue.faults(Grid(self.geometry, (None,) * self.geometry.cell_count)))


def are_symmetric(clues: Collection[Constraint], geometry: Geometry, symmetry: str) -> bool:
    """Whether a symmetry of the board moves clues, without their numbers, onto clues."""
    looks = {(clue.name, _look(clue, geometry)) for clue in clues}
    moved = (clue.image(move) for move in moves(geometry, symmetry) for clue in clues)
    return all(clue and (clue.name, _look(clue, geometry)) in looks for clue in moved)


def _look(clue: Constraint, geometry: Geometry) -> frozenset[tuple[Any, ...]]:
    """How a clue is drawn, without its numbers: equal for two that look the same."""
    parts: set[tuple[Any, ...]] = set()
    for shape in clue.shapes(geometry):
        cells = shape.cells
        if shape.kind == "line":
            parts.add(("line", min(cells, cells[::-1])))
            if shape.bulb:
                parts.add(("bulb", cells[0]))
        elif shape.kind in ("arrow", "outside"):
            parts.add((shape.kind, cells))
        else:
            parts.add((shape.kind, tuple(sorted(cells))))
    return frozenset(parts)


def _turns_back(geometry: Geometry, line: Sequence[int], step: int) -> bool:
    """Whether a step from the end of a line comes beside an earlier cell of it, or goes through an
    earlier step: setters do not draw such lines."""
    row, column = geometry.row_column(step)
    for cell in line[:-1]:
        down, across = geometry.row_column(cell)
        if abs(row - down) + abs(column - across) == 1:
            return True
    corners = set(_corners(geometry, line))
    return any(corner in corners for corner in _corners(geometry, (line[-1], step)))


def _corners(geometry: Geometry, line: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The corners of cells that a line goes through, by the cell above and to the left."""
    for one, other in pairwise(line):
        (top, left), (bottom, right) = geometry.row_column(one), geometry.row_column(other)
        if abs(top - bottom) == abs(left - right) == 1:
            yield min(top, bottom), min(left, right)
