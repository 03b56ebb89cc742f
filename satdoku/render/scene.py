"""Scene: the contents of a picture of a board, independent of how it is drawn.

Every renderer starts here: :func:`make_scene` determines the text and role of each cell, the heavy
borders and the shapes of the rules; terminal, SVG and others only draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from satdoku.base.records import dataclass
from satdoku.board import Constraint, Geometry, Grid, Shape, Values
from satdoku.formats.boards import stated_rules
from satdoku.puzzle import Cosmetic, Position, Puzzle

if TYPE_CHECKING:
    from satdoku.techniques.step import Candidate, Link, Step, StepView

CellRole = Literal["given", "placed", "empty"]
Highlight = Literal["fault", "focus", "pattern", "differs"]
MarkRole = Literal[
    "defining", "second", "fin", "extra", "pivot", "locked", "common", "excluder", "leaned",
    "true", "false", "set-a", "set-b", "set-c", "out", "put",
]  # fmt: skip
"""The role of a candidate in a step: the roles of a pattern (``leaned`` a digit that is already
written), ``true`` and ``false`` the statements of a chain, ``set-a`` and so on the named sets in
turn, ``out`` crossed out, ``put`` written."""
Drawable: TypeAlias = Puzzle | Grid | Position | Sequence[Iterable[int]]
"""A board that can be drawn: a puzzle, a grid, a position, or the candidates of every cell."""


@dataclass(frozen=True, slots=True)
class SceneCell:
    """One cell: the digit as text, its role, the open candidates, its highlight, and the roles of
    its candidates in a step."""

    text: str
    role: CellRole
    marks: tuple[int, ...] = ()
    highlight: Highlight | None = None
    mark_roles: tuple[tuple[int, MarkRole], ...] = ()


@dataclass(frozen=True, slots=True)
class SceneRule:
    """One constraint: its names, its place in words, and its shapes.

    ``placed`` is true where the cells are the rule's own choice (a cage), false where they follow
    from the board (a diagonal), so that the name alone gives their place. Other languages than
    English take their words from ``constraint``.
    """

    name: str
    title: str
    summary: str
    place: str
    placed: bool
    shapes: tuple[Shape, ...]
    constraint: Constraint | None = None

    @property
    def is_named(self) -> bool:
        """Whether its author gave it a name."""
        return bool(getattr(self.constraint, "called", ""))


@dataclass(frozen=True, slots=True)
class SceneSet:
    """Cells that belong together in a step: a named set (``A``) or, without a name, a house."""

    name: str
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A board as it should look. ``walls`` are the pairs of cells (left or upper one first) that a
    heavy border parts; the board's outer border is always heavy. ``links`` join candidates in the
    order of the argument; ``houses`` and ``sets`` are the groups of cells that a step uses, and
    ``spoken`` the places in ``rules`` of those that it speaks of; ``drawings`` have no meaning."""

    geometry: Geometry
    cells: tuple[SceneCell, ...]
    walls: frozenset[tuple[int, int]]
    rules: tuple[SceneRule, ...] = ()
    links: tuple[Link, ...] = ()
    houses: tuple[SceneSet, ...] = ()
    sets: tuple[SceneSet, ...] = ()
    spoken: tuple[int, ...] = ()
    drawings: tuple[Cosmetic, ...] = ()

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The shapes of all rules, in order."""
        return tuple(shape for rule in self.rules for shape in rule.shapes)


def _shapes(rule: Constraint, puzzle: Puzzle) -> tuple[Shape, ...]:
    """The shapes of a rule; lines and areas that it was read from keep their colour, by which
    sentences name them."""
    shapes = rule.shapes(puzzle.geometry)
    drawing = puzzle.drawn.get(rule)
    if drawing is None or not drawing.colour:
        return shapes
    colour = "sky" if drawing.colour == "cyan" else drawing.colour
    return tuple(
        replace(shape, colour=colour) if shape.kind in ("line", "arrow", "area") else shape
        for shape in shapes
    )


def _solved(rule: Constraint, solution: Grid | None) -> Iterator[Shape]:
    """The marks of a rule in a solution."""
    for cell, mark in (
        rule.solved_marks(solution) if solution and solution.is_full else {}
    ).items():
        yield Shape("cage", (cell,), label=mark)


def make_scene(
    board: Drawable,
    *,
    solution: Grid | None = None,
    geometry: Geometry | None = None,
    highlights: Mapping[int, Highlight] | None = None,
    marks: Mapping[Candidate, MarkRole] | None = None,
    drawings: tuple[Cosmetic, ...] = (),
) -> Scene:
    """The scene of a board.

    ``solution`` fills the cells that the board leaves open. ``marks`` gives candidates a role.
    ``geometry`` is asked for only where ``board`` is bare candidates; the usual board of their
    number is the default.

    :raises ValueError: where the solution is of another board or contradicts a digit of this one,
        or bare candidates fit no board.
    """
    rules: tuple[SceneRule, ...] = ()
    givens: Sequence[int | None]
    if isinstance(board, Puzzle | Position):
        puzzle = board if isinstance(board, Puzzle) else board.puzzle
        geometry, givens = puzzle.geometry, puzzle.givens
        values = board.givens if isinstance(board, Puzzle) else board.values
        candidates: Sequence[Iterable[int]] = (
            board.candidates if isinstance(board, Position) else ((),) * len(values)
        )
        stated = stated_rules(geometry)
        rules = tuple(
            SceneRule(
                rule.name,
                rule.title,
                rule.summary,
                rule.describe(geometry),
                bool(rule.parameters),
                (*_shapes(rule, puzzle), *_solved(rule, solution)),
                rule,
            )
            for rule in puzzle.constraints
            if rule not in stated  # the grids show it
        )
    elif isinstance(board, Grid):
        geometry, values, candidates = board.geometry, board.values, ((),) * len(board.values)
        givens = values if solution is not None else (None,) * len(values)
    else:
        geometry = _board_of(board) if geometry is None else geometry
        if len(board) != geometry.cell_count:
            raise ValueError(
                f"a board of {geometry.cell_count} cells was given candidates for {len(board)}"
            )
        values = givens = (None,) * len(board)
        candidates = board
    if solution is not None:
        values = _fill(geometry, values, solution)
    roles: dict[int, list[tuple[int, MarkRole]]] = {}
    for (cell, digit), part in sorted((marks or {}).items()):
        roles.setdefault(cell, []).append((digit, part))
    return Scene(
        geometry,
        tuple(
            SceneCell(
                "" if value is None else str(value),
                "empty" if value is None else "placed" if given is None else "given",
                () if value is not None else tuple(sorted(here)),
                (highlights or {}).get(cell),
                tuple(roles.get(cell, ())),
            )
            for cell, (value, given, here) in enumerate(
                zip(values, givens, candidates, strict=True)
            )
        ),
        _walls(geometry),
        rules,
        drawings=drawings,
    )


def _fill(geometry: Geometry, values: Sequence[int | None], solution: Grid) -> Values:
    if solution.geometry != geometry:
        raise ValueError(
            f"the solution is of another board: {solution.geometry.describe()}, "
            f"not {geometry.describe()}"
        )
    for cell, (value, solved) in enumerate(zip(values, solution.values, strict=True)):
        if value is not None and solved is not None and value != solved:
            raise ValueError(f"the solution has {solved} in {geometry.name(cell)}, not {value}")
    return tuple(
        solved if value is None else value
        for value, solved in zip(values, solution.values, strict=True)
    )


def _board_of(candidates: Sequence[Iterable[int]]) -> Geometry:
    size = round(len(candidates) ** 0.5)
    if size * size != len(candidates):
        raise ValueError(f"candidates of {len(candidates)} cells do not make a square board")
    return Geometry.of_size(size)


@lru_cache(maxsize=64)
def _walls(geometry: Geometry) -> frozenset[tuple[int, int]]:
    region = geometry.region_of
    pairs = []
    for cell in range(geometry.cell_count):
        row, column = geometry.row_column(cell)
        beside = geometry.at(row, column + 1), geometry.at(row + 1, column)
        pairs += [(cell, other) for other in beside if other is not None]
    return frozenset((a, b) for a, b in pairs if region[a] != region[b])


def pattern_marks(
    step: Step | StepView, position: Position, *, conclusions: bool = True
) -> dict[Candidate, MarkRole]:
    """The role of each candidate in a step.

    Of several roles the last in this order counts: carrying the pattern, a named set, a chain, any
    other role of the pattern, a conclusion.
    """
    step = step.view
    marks: dict[Candidate, MarkRole] = {}
    names: tuple[MarkRole, ...] = ("set-a", "set-b", "set-c")
    for number, named in enumerate(step.sets):
        pairs = named.candidates or tuple(
            (cell, digit)
            for cell in named.cells
            for digit in named.digits
            if digit in position.candidates[cell]
        )
        for pair in pairs:
            marks.setdefault(pair, names[number % len(names)])
    for chain in step.chains:
        for node in chain.nodes:
            marks[node.cell, node.digit] = "true" if node.on else "false"
    for role, pairs in step.candidates:
        for pair in pairs:
            if role != "defining":
                marks[pair] = "leaned" if role == "placed" else role
            elif pair not in marks:
                marks[pair] = role
    if conclusions:
        marks |= dict.fromkeys(step.eliminations, "out")
        marks |= dict.fromkeys(step.placements, "put")
    return marks


def step_scene(position: Position, step: Step | StepView, *, conclusions: bool = True) -> Scene:
    """A position with the pattern of a step: its cells, candidates by role, links, houses, sets.

    Without ``conclusions`` the conclusions of the pattern are left out.
    """
    step = step.view
    marks = pattern_marks(step, position, conclusions=conclusions)
    within = {cell for (cell, _), role in marks.items() if role not in ("out", "put")}
    highlights: dict[int, Highlight] = dict.fromkeys(within | set(step.cells), "pattern")
    links = dict.fromkeys(link for chain in step.chains for link in chain.links)
    return replace(
        make_scene(position, highlights=highlights, marks=marks),
        links=(*step.links, *links),
        houses=tuple(SceneSet("", house.cells) for house in dict.fromkeys(step.houses)),
        sets=tuple(SceneSet(named.name, named.cells) for named in step.sets),
        spoken=tuple(dict.fromkeys(_rules(step))),
    )


def _rules(step: StepView) -> Iterator[int]:
    links = (*step.links, *(link for chain in step.chains for link in chain.links))
    for rule in (*step.rules, *(link.rule for link in links)):
        if rule is not None and rule.constraint >= 0:
            yield rule.constraint
