"""Puzzle: a board, its givens, its pencil-mark restrictions and its extra rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, lru_cache
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

from satdoku.base.errors import InvalidPuzzle
from satdoku.base.limits import Clock, tick
from satdoku.base.problem import Problem
from satdoku.base.records import HashedTuple, dataclass
from satdoku.base.shown import Shown
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import Constraint, Together
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid, Marks, Values, repeats
from satdoku.model import Model, model_of
from satdoku.relations import Domain

if TYPE_CHECKING:
    from satdoku.puzzle.drawn_reading import ClueDrawing
    from satdoku.relations import Relation


@dataclass(frozen=True)
class Puzzle(Shown):
    """A Sudoku. Frozen and hashable; nothing in it is ever repaired.

    givens        a digit or ``None`` for each cell, row by row
    pencil_marks  for each cell the digits it is restricted to, or ``None`` for no restriction;
                  ``None`` for the whole where no cell is restricted. A puzzle given by candidates
                  alone ("sukaku") has no givens and marks in every cell.
    constraints   the rules that a variant adds to rows, columns and regions
    drawn         the drawings that clues were read from, by which sentences name them and pictures
                  colour them
    """

    geometry: Geometry
    givens: Values
    pencil_marks: Marks | None = None
    constraints: tuple[Constraint, ...] = field(default=())
    drawn: Mapping[Constraint, ClueDrawing] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        cells = self._require_givens(self.givens)
        if self.pencil_marks is not None and len(self.pencil_marks) != cells:
            raise value_error(
                "a board of {cells} cells was given pencil marks for {count}",
                cells=cells,
                count=len(self.pencil_marks),
            )
        if self.constraints:
            together = Together(self.constraints)
            placed = HashedTuple([rule.among(together) for rule in together])
            object.__setattr__(self, "constraints", placed)

    def _require_givens(self, givens: Sequence[int | None]) -> int:
        """The number of cells, after a check that there are as many givens."""
        cells = self.geometry.cell_count
        if len(givens) != cells:
            raise value_error(
                "a board of {cells} cells was given {count} givens", cells=cells, count=len(givens)
            )
        return cells

    @staticmethod
    def empty(geometry: Geometry, constraints: Sequence[Constraint] = ()) -> Puzzle:
        """The board with no givens."""
        return Puzzle(geometry, (None,) * geometry.cell_count, None, tuple(constraints))

    def with_givens(self, givens: Sequence[int | None] | Mapping[int, int | None]) -> Puzzle:
        """The puzzle with other givens (a mapping changes only its cells).

        :raises ValueError: where the mapping names a cell that the board does not have.
        """
        if isinstance(givens, Mapping):
            self.geometry.require(givens)
            values = list(self.givens)
            for cell, digit in givens.items():
                values[cell] = digit
            givens = values
        givens = tuple(givens)
        self._require_givens(givens)
        other = object.__new__(type(self))
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        other.__dict__.update(fields, givens=givens)  # the rules are in their places
        return other

    @property
    def grid(self) -> Grid:
        """The givens as a grid."""
        return Grid(self.geometry, self.givens)

    @property
    def clues(self) -> int:
        """The number of givens."""
        return len(self.givens) - self.givens.count(None)

    @property
    def is_classic(self) -> bool:
        """A 9x9 with 3x3 boxes, no pencil marks and no extra rules."""
        return self.pencil_marks is None and not self.constraints and self.geometry.is_classic

    def poses_the_same(self, other: Puzzle) -> bool:
        """Whether another puzzle equals this one, apart from the order of the rules."""
        rules = set(self.constraints) == set(other.constraints)
        return rules and replace(self, constraints=other.constraints) == other

    @property
    def is_sukaku(self) -> bool:
        """Whether some cell is restricted by pencil marks."""
        return self.pencil_marks is not None and any(m is not None for m in self.pencil_marks)

    def domain(self, cell: int) -> frozenset[int]:
        """The digits that givens and pencil marks leave to a cell (before any elimination)."""
        marks = None if self.pencil_marks is None else self.pencil_marks[cell]
        given = self.givens[cell]
        if given is None:
            return frozenset(self.geometry.digits) if marks is None else marks
        return frozenset((given,)) if marks is None else marks & {given}

    @cached_property
    def model(self) -> Model:
        """The compiled model of the board and its rules; equal boards share one."""
        return model_of(self.geometry, self.constraints)

    def __getstate__(self) -> dict[str, object]:
        # The process that unpickles a puzzle has models of its own.
        return {name: value for name, value in self.__dict__.items() if name != "model"}

    def board_relations(self) -> Iterator[Relation]:
        """The relations of the board and its rules, without givens and pencil marks."""
        yield from self.model.relations

    def relations(self) -> Iterator[Relation]:
        """All relations of the puzzle: board, rules, givens and pencil marks."""
        yield from self.board_relations()
        for cell, given in enumerate(self.givens):
            marks = None if self.pencil_marks is None else self.pencil_marks[cell]
            if given is not None or marks is not None:
                yield Domain(cell, self.domain(cell))

    def accepts(
        self, grid: Grid, clock: Clock | None = None, hidden: Mapping[int, int] | None = None
    ) -> bool:
        """Whether a full grid is a solution, by the plain meaning of every rule.

        :param hidden: an engine's values of the auxiliary variables of the model. A rule that they
            prove needs no search for hidden values.
        :raises Undecided: where the search for hidden values of a rule exceeds the clock, or
            without one a number of conflicts.
        """
        geometry, values = self.geometry, grid.values
        if grid.geometry != geometry or not set(geometry.digits).issuperset(values):
            return False
        if [get for get, size in _houses(geometry) if len(set(get(values))) < size]:
            return False
        pairs = zip(self.givens, values, strict=True)
        if [given for given, value in pairs if given is not None and given != value]:
            return False
        if self.pencil_marks is not None and any(
            marks is not None and value not in marks
            for marks, value in zip(self.pencil_marks, values, strict=True)
        ):
            return False
        return all(
            (hidden and self._shown(place, grid, hidden, clock)) or rule.holds_within(grid, clock)
            for place, rule in enumerate(self.constraints)
        )

    def _shown(
        self, place: int, grid: Grid, hidden: Mapping[int, int], clock: Clock | None
    ) -> bool:
        first = self.model.tops[place]
        to = self.geometry.cell_count - first
        own = {variable + to: value for variable, value in hidden.items() if variable >= first}
        return self.constraints[place].shown_by(grid, own, clock)

    def problems(self) -> tuple[Problem, ...]:
        """Every fault that one house, rule or cell shows by itself, in reading order of kinds.

        An empty answer does not mean that the puzzle has a solution: the solver finds the
        contradictions that take two houses to see.
        """
        return self._problems

    def require_valid(self) -> None:
        """:raises InvalidPuzzle: with every problem, where there is one."""
        if self._problems:
            raise InvalidPuzzle(self._problems)

    def require_sound(self) -> None:
        """:meth:`require_valid` without the faults that digits cause in rules.

        A puzzle with such a fault has no solution, so these faults need to be searched for only if
        no solution was found.

        :raises InvalidPuzzle: with every problem, where board, givens, marks or a rule have one.
        """
        if not self._is_sound:
            self.require_valid()

    @cached_property
    def _is_sound(self) -> bool:
        geometry = self.geometry
        shown = chain(_board_problems(geometry), self._cell_problems(), self._repeats())
        return not any(shown) and all(rule.is_sound(geometry) for rule in self.constraints)

    @cached_property
    def _problems(self) -> tuple[Problem, ...]:
        board = _board_problems(self.geometry)
        return (*board, *self._cell_problems(), *self._repeats(), *self._rule_faults())

    def _cell_problems(self) -> Iterator[Problem]:
        geometry = self.geometry
        digits = set(geometry.digits)
        strange = set(self.givens) - digits - {None}
        if not (strange or self.pencil_marks):
            return
        low, high = geometry.digits[0], geometry.digits[-1]
        for cell, given in enumerate(self.givens if strange else ()):
            if given in strange:
                yield Problem(
                    "digit",
                    worded(
                        "{cell} is {given}, but the digits are {low} to {high}",
                        cell=geometry.name(cell),
                        given=given,
                        low=low,
                        high=high,
                    ),
                    (cell,),
                )
        for cell, marks in enumerate(self.pencil_marks or ()):
            if marks is None:
                continue
            name, given = geometry.name(cell), self.givens[cell]
            if stray := sorted(marks - digits):
                strays = ", ".join(map(str, stray))
                yield Problem(
                    "digit",
                    worded(
                        "{name} has the pencil mark {found}, but the digits are {low} to {high}",
                        name=name,
                        found=strays,
                        low=low,
                        high=high,
                    ),
                    (cell,),
                )
            elif not marks:
                yield Problem(
                    "no-candidate", worded("{name} has no candidate left", name=name), (cell,)
                )
            elif given is not None and given in digits and given not in marks:
                yield Problem(
                    "no-candidate",
                    worded(
                        "{name} is {given}, but its pencil marks leave {given} out",
                        name=name,
                        given=given,
                    ),
                    (cell,),
                )

    def _repeats(self) -> Iterator[Problem]:
        givens, geometry = self.givens, self.geometry
        placed = [
            (house, digit)
            for digit, houses in zip(givens, geometry.house_indices, strict=True)
            if digit is not None
            for house in houses
        ]
        for house in geometry.houses if len(set(placed)) < len(placed) else ():
            yield from repeats(self.grid, house.cells, house.name)

    def _rule_faults(self) -> Iterator[Problem]:
        grid = self.grid
        for constraint in self.constraints:
            tick()
            yield from constraint.faults(grid)


@lru_cache(maxsize=64)
def _houses(geometry: Geometry) -> tuple[tuple[Callable[[Values], Values], int], ...]:
    """For each house of several cells, a function that returns its digits, and how many."""
    houses = [own.cells for own in geometry.houses]
    return tuple([(itemgetter(*cells), len(cells)) for cells in houses if len(cells) > 1])


def _board_problems(geometry: Geometry) -> Iterator[Problem]:
    if geometry.box is not None or geometry.region_size == 0:
        return
    regions = geometry.regions
    wanted = geometry.region_size or geometry.size
    for region in regions:
        if len(region.cells) != wanted:
            yield Problem(
                "region",
                worded(
                    "{name}, which holds {cell}, has {count} cells, but a region needs {wanted}",
                    name=region.name,
                    cell=geometry.name(region.cells[0]),
                    count=len(region.cells),
                    wanted=wanted,
                ),
                region.cells,
                region.name,
            )
    if regions:
        lost = tuple(c for c, region in enumerate(geometry.region_of) if region is None)
        if lost:
            if len(lost) > 6:
                shown = ", ".join(map(geometry.name, lost[:5]))
                places: str = worded(
                    "{shown} and {count} more cells", shown=shown, count=len(lost) - 5
                )
            else:
                places = geometry.names(lost)
            yield Problem("region", worded("no region covers {places}", places=places), lost)
