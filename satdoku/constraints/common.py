"""Shared by several families: the faults of a cell list, and clues beside the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from itertools import chain
from typing import Any, ClassVar, Literal, Self, cast

from satdoku.base.errors import FormatError
from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import SIDES, BoardMap, Constraint, Parameter, Shape
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.constraints.parameters import cells_of, moved, names_cells, out_of_range, place_of
from satdoku.relations import Domain, Lowered, Or, Relation, spelled_out

__all__ = [
    "NEVER",
    "CellRule",
    "Clue",
    "OutsideClue",
    "all_different",
    "board_cells",
    "follows",
    "full_values",
    "lines_from",
    "of_cells",
    "one_of",
    "opened",
    "possible",
    "require_depth",
    "reversal",
    "spread",
    "too_many",
    "whole_in_values",
]

NEVER: tuple[Relation, ...] = (Domain(0, frozenset()),)
"""The lowering of a rule that no grid can keep."""

_MAX_DEPTH = 20
"""Rules that may be inside of each other."""


def require_depth(around: int, place: str) -> None:
    """:raises FormatError: where a rule with others inside is itself inside of too many."""
    if around >= _MAX_DEPTH:
        raise FormatError(
            "{place} is inside of more than {deepest} others", place=place, deepest=_MAX_DEPTH
        )


def full_values(grid: Grid) -> tuple[int, ...]:
    """The digits of a full grid.

    :raises ValueError: where a cell is empty.
    """
    if not grid.is_full:
        raise ValueError("holds() is a question about full grids, and this one has empty cells")
    return cast(tuple[int, ...], grid.values)


def whole_in_values(rule: Constraint, geometry: Geometry) -> Constraint:
    """The rule for values, where it is inside of another.

    :raises ValueError: where it cannot read values, or is partly about digits.
    """
    own, valued = rule.in_values(geometry)
    if own or len(valued) != 1:
        raise value_error(
            "{rule} is about digits and values at once, and cannot be so inside of another rule or "
            "with an unknown number; 'sum' and 'extra-region' state its parts",
            rule=rule.name,
        )
    return valued[0]


@lru_cache(maxsize=512)
def follows(digit: int, value: int, digits: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    """The pairs of digits with ``value`` second, if ``digit`` is first."""
    return frozenset((a, b) for a in digits for b in digits if a != digit or b == value)


def all_different(values: Sequence[int]) -> bool:
    """Whether no digit occurs twice."""
    return len(set(values)) == len(values)


def board_cells(cells: Iterable[int], geometry: Geometry) -> tuple[int, ...]:
    """The cells that the board has, each once."""
    return tuple(dict.fromkeys(c for c in cells if 0 <= c < geometry.cell_count))


def off_grid(rule: str, cells: Iterable[int], geometry: Geometry) -> str | None:
    """The fault of a rule about places with a cell outside of the grid, or ``None``."""
    for cell in board_cells(cells, geometry):
        if cell >= geometry.grid_count:
            return worded(
                "{rule}: {cell} is not a cell of the grid, and the rule is about places in it",
                rule=rule,
                cell=geometry.name(cell),
            )
    return None


@lru_cache(maxsize=1024)
def _checks(kind: type[Clue]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """The parameters whose values are sorted or checked where a clue is made, and how."""
    checks: list[tuple[str, Callable[[Any], Any]]] = []
    for parameter in kind.parameters:
        if parameter.kind in ("cells", "digits"):
            checks.append((parameter.name, _ascending))
        elif parameter.kind in ("sets", "groups"):
            checks.append((parameter.name, lambda parts: tuple(map(_ascending, parts))))
        elif parameter.choices:
            checks.append((parameter.name, partial(_chosen, kind.name, parameter)))
        elif parameter.is_bounded:
            # Rules that are made in code are checked too: other code relies on the bounds.
            checks.append((parameter.name, partial(_bounded, kind.name, parameter)))
    if any(parameter.name == "cells" for parameter in kind.parameters):
        checks.append(("cells", partial(_counted, kind.name, *kind.cell_count)))
    return tuple(checks)


def _ascending(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(numbers))


def _chosen(rule: str, parameter: Parameter, value: Any) -> Any:
    if value not in parameter.choices and not (parameter.optional and value == parameter.default):
        raise value_error(
            "{place} is one of {choices}, not {value}",
            place=place_of(rule, parameter.name),
            choices=", ".join(parameter.choices),
            value=repr(value),
        )
    return value


def _bounded(rule: str, parameter: Parameter, value: Any) -> Any:
    for number in () if value is None else (value,) if parameter.kind == "integer" else value:
        if reason := out_of_range(parameter, number):
            raise value_error(
                "{name}: {name_2!r} {reason}", name=rule, name_2=parameter.name, reason=reason
            )
    return value


def _counted(rule: str, least: int, most: int | None, cells: tuple[int, ...]) -> tuple[int, ...]:
    if not least <= len(cells) <= (len(cells) if most is None else most):
        if most is None:
            form = (
                "{name}: at least one cell is needed"
                if least == 1
                else "{name}: at least {least} cells are needed"
            )
        elif least == most:
            form = "{name}: one cell is needed" if most == 1 else "{name}: {most} cells are needed"
        else:
            form = "{name}: {least} to {most} cells are needed"
        raise value_error(form, name=rule, least=least, most=most)
    return cells


def opened(kind: type[Constraint], cells: tuple[int, ...], geometry: Geometry) -> tuple[int, ...]:
    """The cells of a line, each once where it ends where it begins and its rule reads it so."""
    if not kind.closed_as or len(cells) < 3 or cells[0] != cells[-1]:
        return cells
    start, loop, of = 0, cells[:-1], geometry.region_of
    if kind.closed_as == "pieces":
        # From a border on: the piece in which the line closes stays whole.
        start = next((i for i, cell in enumerate(loop) if of[cell] != of[loop[i - 1]]), 0)
    return loop[start:] + loop[:start]


@lru_cache(maxsize=512)
def of_cells(kind: type[Constraint], naming: bool) -> tuple[Parameter, ...]:
    """The parameters that name cells, or those that do not."""
    return tuple([one for one in kind.parameters if names_cells(one) is naming])


class Clue(Constraint):
    """A rule about the cells that its parameters name.

    A subclass states the rule in :meth:`fits` and :meth:`lowering`, for a clue that is sound on its
    board; the rest is derived from the kinds of its parameters.

    ``cell_count`` are the least and most cells of a rule of one list; ``repeats_allowed`` is
    whether a cell may come twice in it.

    :raises ValueError: where there are too few or too many cells.
    """

    keeps: ClassVar[Literal["any", "reversal", "none"]] = "none"
    """The relabellings that keep the rule true as it stands: any, the one that counts backwards
    (``d`` to ``lowest + highest - d``), or none."""
    cell_count: ClassVar[tuple[int, int | None]] = (1, None)
    repeats_allowed: ClassVar[bool] = False
    look: ClassVar[Shape]
    """The shape along its cells, unless :meth:`shapes` returns others."""

    def __post_init__(self) -> None:
        for name, checked in _checks(type(self)):
            value = getattr(self, name)
            if (right := checked(value)) is not value:
                object.__setattr__(self, name, right)

    @cached_property
    def named(self) -> tuple[int, ...]:
        """The cells that the parameters name, in their order."""
        named = [cells_of(p, getattr(self, p.name)) for p in of_cells(type(self), True)]
        return named[0] if len(named) == 1 else tuple(chain.from_iterable(named))

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        cells = sorted({*self.named})
        if cells and not (cells[0] >= 0 and cells[-1] < geometry.cell_count):
            cells = sorted(board_cells(cells, geometry))
        return tuple(cells)

    def reading(self, geometry: Geometry) -> tuple[int, ...]:
        cells, scope = tuple(dict.fromkeys(self.drawn(geometry))), self.scope(geometry)
        return cells if len(cells) == len(scope) and set(cells) == set(scope) else scope

    def drawn(self, geometry: Geometry) -> tuple[int, ...]:
        """The named cells that the board has, in their order."""
        return tuple(cell for cell in self.named if 0 <= cell < geometry.cell_count)

    def is_sound(self, geometry: Geometry) -> bool:
        # Cached, since a board is checked when it is read, validated, compiled and solved.
        known: tuple[Geometry, bool] | None = self.__dict__.get("_sound")
        if known is None or known[0] is not geometry:
            named = self.named
            sound = (
                (not named or (min(named) >= 0 and max(named) < geometry.cell_count))
                and (self.repeats_allowed or all_different(named))
                and self.unfit(geometry) is None
            )
            known = self.__dict__["_sound"] = geometry, sound
        return known[1]

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        """Whether the digits of a full grid keep the rule, where it is sound on the board."""
        raise NotImplementedError

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        """The relations of the rule, where it is sound on the board."""
        raise NotImplementedError

    def holds(self, grid: Grid) -> bool:
        values = full_values(grid)
        return self.is_sound(grid.geometry) and self.fits(values, grid.geometry)

    def relations(self, geometry: Geometry) -> Iterable[Lowered]:
        possible = self.is_sound(geometry) and self.out_of_reach(geometry) is None
        relations = tuple(self.lowering(geometry)) if possible else NEVER
        # As ``NEVER[0] in relations``, without a comparison of records for each of them.
        never = [1 for one in relations if type(one) is Domain and not (one.variable or one.digits)]
        if never and (scope := self.scope(geometry)):
            # Over its own cells, since techniques know no others.
            return (Domain(scope[0], frozenset()),)
        return relations

    def faults(self, grid: Grid) -> Iterator[Problem]:
        geometry = grid.geometry
        yield from self.cell_faults(geometry)
        reason = self.unfit(geometry)
        if reason is not None:
            yield Problem("rule", reason, self.scope(geometry))
        elif self.is_sound(geometry):
            reason = self.out_of_reach(geometry)
            if reason is not None:
                place = self.describe(geometry)
                yield Problem("rule", f"{place}: {reason}", self.scope(geometry))
            elif set(grid.filled(self.scope(geometry))) <= set(geometry.digits):
                # A digit that the board does not have is reported elsewhere.
                yield from self.broken(grid)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        """The reason why no digits keep the sound clue, or ``None``."""
        return None

    def broken(self, grid: Grid) -> Iterator[Problem]:
        """The faults that the digits of a partly filled grid show, where the clue is sound.

        By default one where the relations leave a cell no digit.
        """
        geometry = grid.geometry
        scope = self.scope(geometry)
        given = tuple(cell for cell in scope if grid[cell] is not None)
        if given and not self.possible(grid):
            clues = ", ".join(f"{geometry.name(cell)}={grid[cell]}" for cell in given)
            reason = (
                f"its digits {clues} break it"
                if len(given) == len(scope)
                else f"beside {clues} no digits are left that keep it"
            )
            yield Problem("rule", f"{self.describe(geometry)}: {reason}", given)

    def possible(self, grid: Grid) -> bool:
        """Whether the relations leave every cell a digit beside those of a partly filled grid.

        It may overlook contradictions that take several relations at once to see.
        """
        return possible(spelled_out(self.relations(grid.geometry)), grid)

    def cell_faults(self, geometry: Geometry) -> Iterator[Problem]:
        """Cells that the board does not have, and cells named twice."""
        if self.is_sound(geometry):
            return
        count = geometry.cell_count
        for cell, times in Counter(self.named).items():
            if not 0 <= cell < count:
                form = (
                    "{name}: the {board} has no cell {cell}"
                    if cell >= 0
                    else "{name}: the {board} has no cell number {number}"
                )
                name = geometry.name(cell) if cell >= 0 else ""
                board = geometry.describe()
                yield Problem(
                    "cells", worded(form, name=self.name, board=board, cell=name, number=cell)
                )
            elif not self.repeats_allowed and times > 1:
                message = worded(
                    "{name}: {cell} is named more than once",
                    name=self.name,
                    cell=geometry.name(cell),
                )
                yield Problem("cells", message, (cell,))

    def image(self, board_map: BoardMap) -> Constraint | None:
        if not all(0 <= cell < len(board_map.cells) for cell in self.named):
            return None
        rule = self if not board_map.relabels or self.keeps == "any" else self.relabelled(board_map)
        return None if rule is None else rule.carried(board_map)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        """The rule after a relabelling of the digits alone; ``None`` where there is none."""
        total = reversal(board_map)
        return None if total is None or self.keeps == "none" else self.reversed(total)

    def reversed(self, total: int) -> Self:
        """The rule after every digit ``d`` became ``total - d``."""
        return self

    def carried(self, board_map: BoardMap) -> Self | None:
        """The rule with its cells where a symmetry takes them."""
        values = self.arguments()
        return type(self)(
            **{p.name: moved(p, values[p.name], board_map.cells) for p in self.parameters}
        )

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (replace(self.look, cells=self.drawn(geometry)),)

    def describe(self, geometry: Geometry) -> str:
        cells = board_cells(self.named, geometry)
        head = self.head(geometry)
        return f"{head} in {geometry.names(cells)}" if cells else head

    def head(self, geometry: Geometry) -> str:
        number = self.known_by(geometry)
        return self.noun + (f" of {number}" if number else "")


def reversal(board_map: BoardMap) -> int | None:
    """The sum of each digit and its image where a relabelling counts backwards."""
    totals = {digit + image for digit, image in board_map.digits.items()}
    return totals.pop() if len(totals) == 1 else None


def possible(relations: Iterable[Relation], grid: Grid) -> bool:
    """Whether each relation leaves every variable a value beside the digits of a grid, as far as
    :func:`~satdoku.relations.narrowing.narrow` sees."""
    from satdoku.relations.narrowing import narrow, users_of

    waiting = list(relations)
    left: dict[int, frozenset[int]] = {}
    geometry, cells = grid.geometry, grid.geometry.cell_count
    for relation in waiting:
        if isinstance(relation, Domain) and relation.variable >= cells:
            left[relation.variable] = relation.digits
    users = users_of(waiting)
    for variable in users:
        if variable < cells:
            value = grid[variable]
            left[variable] = frozenset(geometry.values_of(variable) if value is None else (value,))
    return narrow(waiting, left, users)


@dataclass(frozen=True)
class CellRule(Clue):
    """A rule on one list of cells."""

    parameters: ClassVar[tuple[Parameter, ...]] = (Parameter("cells", "cells", "the cells"),)

    cells: tuple[int, ...]


@dataclass(frozen=True)
class OutsideClue(Clue):
    """A clue outside of the board about a row or column, read from its side inwards."""

    technique = "outside-clues"
    place: ClassVar[tuple[Parameter, ...]] = (
        Parameter("side", "side", "the side of the board where it is", choices=SIDES),
        Parameter("index", "index", "the number of its row or column"),
    )

    side: str
    index: int

    def line(self, geometry: Geometry) -> tuple[int, ...]:
        """The cells from the clue on; none where the board has no such row or column."""
        return lines_from(geometry, self.side).get(self.index, ())

    def where(self) -> str:
        """The line in words: ``row 3``."""
        form = "row {number}" if self.side in ("left", "right") else "column {number}"
        return worded(form, number=self.index)

    def unfit(self, geometry: Geometry) -> str | None:
        if self.line(geometry):
            return None
        return worded(
            "{name}: the {board} has no {line}",
            name=self.name,
            board=geometry.describe(),
            line=self.where(),
        )

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(sorted(self.line(geometry)))

    def carried(self, board_map: BoardMap) -> Self | None:
        mapped = tuple(board_map.cells[cell] for cell in self.line(board_map.geometry))
        for side in SIDES:
            for index, line in lines_from(board_map.geometry, side).items():
                if mapped and line == mapped:
                    return type(self)(**{**self.arguments(), "side": side, "index": index})
        return None

    @property
    def label(self) -> str:
        """The text outside of the board: the last parameter."""
        return str(getattr(self, self.parameters[-1].name))

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        line = self.line(geometry)
        return (Shape("outside", line, self.label),) if line else ()

    def describe(self, geometry: Geometry) -> str:
        return self.head(geometry)

    def head(self, geometry: Geometry) -> str:
        return f"{self.title.lower()} of {self.label} at {self.where()} from the {self.side}"


@lru_cache(maxsize=64)
def lines_from(geometry: Geometry, side: str) -> dict[int, tuple[int, ...]]:
    """The rows or columns, by number, each read from a side of the board.

    Where grids overlap, only lines that are one row or column of a grid are included: a clue beside
    a line through several grids, or over a hole, could mean any part of it.
    """
    lines: dict[int, list[int]] = {}
    for cell in range(geometry.grid_count):
        row, column = geometry.row_column(cell)
        lines.setdefault(row if side in ("left", "right") else column, []).append(cell)
    whole = {house.cells for house in geometry.houses}
    back = side in ("right", "bottom")
    return {
        number + 1: tuple(line[::-1] if back else line)
        for number, line in sorted(lines.items())
        if not geometry.grids or tuple(line) in whole
    }


def too_many(rule: CellRule, geometry: Geometry, *, begins: bool = False) -> str | None:
    """The reason why a rule whose digits all differ does not fit the board, or ``None``.

    :param begins: whether it is called by its first cell.
    """
    if len(rule.cells) <= geometry.size:
        return None
    form = (
        "{name}: {count} cells from {cell} on need as many different digits, and the board has "
        "{size}"
        if begins
        else "{name}: {count} cells need as many different digits, and the board has {size}"
    )
    return worded(
        form,
        name=rule.name,
        count=len(rule.cells),
        cell=geometry.name(rule.cells[0]),
        size=geometry.size,
    )


def one_of(groups: Collection[tuple[Relation, ...]]) -> tuple[Relation, ...]:
    """At least one of some groups of relations."""
    return (Or(tuple(groups)),) if groups else NEVER


def spread(coefficients: Iterable[int], geometry: Geometry) -> tuple[int, int]:
    """The least and most sum of digits times coefficients, without regard to houses."""
    lowest, highest = geometry.digits[0], geometry.digits[-1]
    both = [sorted((c * lowest, c * highest)) for c in coefficients]
    return sum(pair[0] for pair in both), sum(pair[1] for pair in both)
