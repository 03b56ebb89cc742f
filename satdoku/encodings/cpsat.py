"""Relations to a CP-SAT model, apart from clauses; one file, since it is one case a kind.

``boolean``  a 0-1 variable for each open candidate; a cell, and a digit in a full house, are
             "exactly one"
``integer``  an integer variable a cell with its open digits; houses are AllDifferent

By default, the kind that measures faster (docs/encodings.md).

The engine ``cpsat`` is a judge of the engine ``sat``, so this module shares nothing with the
clauses: neither the simplest forms and the views of a :class:`~satdoku.model.Model`, nor sums that
follow from others, nor pruning. It reads each relation as the rule states it. A kind is one
constraint of CP-SAT, or few, over integers; where it holds under a condition only (a guard, a group
of an :class:`~satdoku.relations.Or`) the constraint is enforced by literals.

Where the cells do not determine all variables of the model, different solutions of it may be the
same grid, and the engine finds them one by one.
"""

from __future__ import annotations

import operator
import tempfile
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any, Literal, TypeAlias, assert_never

from ortools.sat.python import cp_model

from satdoku.base.errors import Unsupported
from satdoku.base.records import dataclass
from satdoku.model import Model
from satdoku.puzzle.puzzle import Puzzle
from satdoku.relations import (
    AllDifferent,
    Among,
    Automaton,
    DigitSetSum,
    Domain,
    Element,
    Guard,
    Linear,
    Or,
    PairTable,
    Regions,
    Relation,
    Table,
    ValueSet,
    Whole,
)
from satdoku.relations.kinds import Comparison

ModelKind = Literal["integer", "boolean"]

_MAX_BOOLEANS = 50_000
"""Open candidates above which integers are chosen."""
_MAX_SETS = 200
"""Sets of digits of a sum that are listed."""
_MIN_SPLIT_TERMS = 4
"""Terms of one coefficient from which on a sum is split into cells that differ."""
_MAX_STATES = 20_000
"""Different sums that are distinguished where they are too large for CP-SAT to add up."""
_MAX_LISTED_SETS = 20_000
"""Sets of digits that are searched for those of a sum."""
_MAX_PIECES = 60_000
"""Connected pieces of unknown regions that are written; on an empty 9x9 those of up to 7 cells."""
_MAX_ABSOLUTE_SUM = 2**60
"""The bound of every sum: CP-SAT adds up in 64 bits."""

_ENDS: dict[Comparison, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
}

_Literal: TypeAlias = Any
_Row: TypeAlias = dict[int, _Literal]


@dataclass(frozen=True)
class CpModel:
    """A model and the way back from its solutions.

    ``fixed`` holds the digit of every cell that has no variable. ``meaning`` gives for each
    variable in turn which (cell, digit) it stands for (Booleans), or which cell (integers,
    digit 0).
    """

    model: cp_model.CpModel
    kind: ModelKind
    fixed: tuple[int | None, ...]
    meaning: tuple[tuple[int, int], ...]
    variables: tuple[cp_model.IntVar, ...]
    auxiliary: bool = False

    def values(self, solution: Sequence[int]) -> tuple[int, ...]:
        """The digits that a solution of the model writes, cell by cell."""
        values = list(self.fixed)
        solution = solution[: len(self.meaning)]
        if self.kind == "boolean":
            for (cell, digit), value in zip(self.meaning, solution, strict=True):
                if value:
                    values[cell] = digit
        else:
            for (cell, _), value in zip(self.meaning, solution, strict=True):
                values[cell] = value
        if None in values:
            raise ValueError("the solution does not fill the board")
        return tuple(values)  # type: ignore[arg-type]

    def literals(self, values: Sequence[int]) -> list[cp_model.IntVar]:
        """The variables (of a Boolean model) that stand for these values."""
        return [
            variable
            for (cell, digit), variable in zip(self.meaning, self.variables, strict=True)
            if values[cell] == digit
        ]

    def forbid(self, values: Sequence[int]) -> None:
        """Add to the model that the solution is another one than this."""
        if self.kind == "boolean":
            self.model.add_bool_or([~literal for literal in self.literals(values)])
        elif self.variables:
            cells = [values[cell] for cell, _ in self.meaning]
            self.model.add_forbidden_assignments(list(self.variables), [tuple(cells)])
        else:
            self.model.add_bool_or([])


def build(
    puzzle: Puzzle, kind: ModelKind | None = None, tick: Callable[[], None] | None = None
) -> CpModel | None:
    """The puzzle over the candidates that digits in cells leave to those that must differ.

    ``None`` where this alone shows that there is no solution. ``tick`` is called now and then,
    and may raise to end a long build.

    :raises Unsupported: where a relation is too large.
    """
    left = _open(puzzle, tick or _idle)
    if left is None:
        return None
    if kind is None:
        candidates = sum(len(values) for values in left if len(values) > 1)
        kind = "boolean" if candidates <= _MAX_BOOLEANS else "integer"
    return build_from(puzzle.model, left, kind, tick)


def _idle() -> None:
    pass


def _open(puzzle: Puzzle, tick: Callable[[], None]) -> list[set[int]] | None:
    """The digits that are left to each cell; ``None`` where some cell has none."""
    cells = range(puzzle.geometry.cell_count)
    left = [set(puzzle.domain(cell)) for cell in cells]
    groups: list[tuple[int, ...]] = []
    for relation in puzzle.model.relations:
        if isinstance(relation, AllDifferent) and max(relation.variables, default=0) in cells:
            groups.append(relation.variables)
        elif isinstance(relation, Domain) and relation.variable in cells:
            left[relation.variable] &= relation.digits
    near: list[set[int]] = [set() for _ in cells]
    for group in groups:
        for cell in group:
            near[cell].update(group)
    waiting = [cell for cell in cells if len(left[cell]) < 2]
    while waiting:
        tick()
        cell = waiting.pop()
        for digit in left[cell]:
            for other in near[cell]:
                if other != cell and digit in left[other]:
                    left[other].remove(digit)
                    if len(left[other]) == 1:
                        waiting.append(other)
                    elif not left[other]:
                        return None
    return left if all(left) else None


def build_from(
    model: Model,
    left: Sequence[Collection[int]],
    kind: ModelKind,
    tick: Callable[[], None] | None = None,
) -> CpModel:
    """The model over the digits that are left to each cell.

    :raises Unsupported: where a relation is too large.
    """
    writer = _Writer(model, left, kind, tick or _idle)
    for relation in model.lowered:
        if isinstance(relation, Whole):
            for meant in relation.means:
                writer.add(meant)
            if isinstance(relation, Regions):
                writer.pieces(relation, model.geometry.size)
        else:
            writer.add(relation)
    return CpModel(
        writer.model,
        kind,
        tuple([next(iter(v)) if len(v) == 1 else None for v in left]),
        tuple(writer.meaning),
        tuple(writer.variables),
        writer.free,
    )


@lru_cache(maxsize=256)
def _pairs(
    terms: tuple[tuple[int, tuple[int, ...]], ...], comparison: Comparison, total: int
) -> tuple[tuple[int, int], ...]:
    """The values of two variables whose sum compares with the total: coefficient and values."""
    (c, here), (d, there) = terms
    ends = _ENDS[comparison]
    return tuple([(x, y) for x in here for y in there if ends(c * x + d * y, total)])


class _Writer:
    """A CP-SAT model that grows by relations.

    values     the values left to each variable, ascending
    meaning    the candidate or cell that each variable of a cell stands for: see :class:`CpModel`
    variables  these variables
    free       whether the cells leave some variable of the model more than one value
    different  the sets of variables that must differ
    """

    def __init__(
        self,
        source: Model,
        left: Sequence[Collection[int]],
        kind: ModelKind,
        tick: Callable[[], None],
    ) -> None:
        self.model = cp_model.CpModel()
        self.tick = tick
        self.values = {cell: sorted(values) for cell, values in enumerate(left)}
        for variable, digits in source.auxiliary.items():
            self.values[variable] = sorted(digits)
        self.meaning: list[tuple[int, int]] = []
        self.variables: list[cp_model.IntVar] = []
        self.free = bool(source.auxiliary)
        self.different = [
            set(relation.variables)
            for relation in source.relations
            if isinstance(relation, AllDifferent | DigitSetSum)
        ]
        self._rows: dict[int, _Row] = {}
        self._numbers: dict[int, Any] = {}
        self._true: _Literal = None
        self._written: set[tuple[int, ...]] = set()
        for cell in range(len(left)):
            values = self.values[cell]
            if len(values) < 2:
                continue
            tick()
            if kind == "boolean":
                row = {value: self.model.new_bool_var("") for value in values}
                self.model.add_exactly_one(row.values())
                self._rows[cell] = row
                self.meaning += [(cell, value) for value in values]
                self.variables += row.values()
            else:
                number = self._new(values)
                self._numbers[cell] = number
                self.meaning.append((cell, 0))
                self.variables.append(number)
        if not all(self.values.values()):
            self._never(())

    def _new(self, values: Iterable[int]) -> cp_model.IntVar:
        return self.model.new_int_var_from_domain(cp_model.Domain.from_values(list(values)), "")

    def row(self, variable: int) -> _Row:
        """A literal for each value that is left to a variable."""
        row = self._rows.get(variable)
        if row is not None:
            return row
        values = self.values[variable]
        number = self._numbers.get(variable)
        if len(values) == 1:
            if self._true is None:
                self._true = self.model.new_constant(1)
            row = {values[0]: self._true}
        elif number is None and len(values) == 2:
            one = self.model.new_bool_var("")
            row = {values[0]: ~one, values[1]: one}
        else:
            row = {value: self.model.new_bool_var("") for value in values}
            self.model.add_exactly_one(row.values())
            if number is not None:
                self._join(number, row)
        self._rows[variable] = row
        return row

    def _has_rows(self, variables: tuple[int, ...]) -> bool:
        """Whether they differ, and none is an integer without literals."""
        integers = self._numbers.keys() - self._rows.keys()
        return len({*variables}) == len(variables) and integers.isdisjoint(variables)

    def number(self, variable: int) -> Any:
        """The value of a variable, as an expression."""
        number = self._numbers.get(variable)
        if number is not None:
            return number
        values = self.values[variable]
        if not values:  # one without a domain makes the whole model invalid
            self._never(())
            number = 0
        elif len(values) == 1:
            number = values[0]
        else:
            row = self.row(variable)
            if len(values) == 2:
                number = values[0] + (values[1] - values[0]) * row[values[1]]
            else:
                number = self._new(values)
                self._join(number, row)
        self._numbers[variable] = number
        return number

    def _join(self, number: Any, row: _Row) -> None:
        for value, literal in row.items():
            self.model.add(number == value).only_enforce_if(literal)
            self.model.add(number != value).only_enforce_if(~literal)

    def _never(self, when: Sequence[_Literal]) -> None:
        self.model.add_bool_or([~literal for literal in when])

    def add(self, relation: Relation, when: tuple[_Literal, ...] = ()) -> None:
        """The relation holds where all literals ``when`` are true.

        :raises Unsupported: where it is too large.
        """
        self.tick()
        match relation:
            case AllDifferent():
                self._different(relation.variables, when)
            case Domain():
                row = self.row(relation.variable)
                if not row.keys() <= relation.digits:
                    some = [x for value, x in row.items() if value in relation.digits]
                    self.model.add_bool_or(some).only_enforce_if(when)
            case PairTable():
                self._table((relation.first, relation.second), relation.allowed, when)
            case DigitSetSum():
                cells = relation.variables
                self._different(cells, when)
                self._sum(cells, (1,) * len(cells), "=", relation.total, when)
                if comb(len(relation.digits), len(cells)) <= _MAX_LISTED_SETS:
                    every = combinations(sorted(relation.digits), len(cells))
                    sets = [digits for digits in every if sum(digits) == relation.total]
                    if len(sets) <= _MAX_SETS:
                        self._sets(cells, sets, when)
            case Table() | Linear() | Automaton() | Among() | Element() | ValueSet() | Or():
                guarded = self._guarded(relation.guard, when)
                if guarded is not None:
                    self._guardable(relation, guarded)
            case _:
                assert_never(relation)

    def _guarded(
        self, guard: Guard | None, when: tuple[_Literal, ...]
    ) -> tuple[_Literal, ...] | None:
        """The condition with that of a guard; ``None`` where it is never true."""
        if guard is None:
            return when
        literal = self.row(guard.variable).get(guard.value)
        if literal is None:
            return None if guard.sense else when
        return (*when, literal if guard.sense else ~literal)

    def _guardable(
        self,
        relation: Table | Linear | Automaton | Among | Element | ValueSet | Or,
        when: tuple[_Literal, ...],
    ) -> None:
        match relation:
            case Table():
                self._table(relation.variables, relation.rows, when)
            case Linear():
                self._sum(
                    relation.variables,
                    relation.coefficients,
                    relation.comparison,
                    relation.total,
                    when,
                )
            case Automaton():
                self._automaton(relation, when)
            case Among():
                self._among(relation, when)
            case Element():
                self._element(relation, when)
            case ValueSet():
                self._different(relation.variables, when)
                size = len(relation.variables)
                sets = [tuple(values) for values in relation.sets if len(values) == size]
                self._sets(relation.variables, sets, when)
            case Or():
                self._groups(relation.groups, when)

    def _different(self, variables: tuple[int, ...], when: tuple[_Literal, ...]) -> None:
        if len(set(variables)) < len(variables):
            self._never(when)
            return
        if when or (self._numbers and not self._rows):
            numbers = [self.number(v) for v in variables]
            self.model.add_all_different(numbers).only_enforce_if(when)
            return
        key = tuple(sorted(variables))
        if key in self._written:
            return
        self._written.add(key)
        columns: dict[int, list[_Literal]] = {}
        for variable in variables:
            for value, literal in self.row(variable).items():
                columns.setdefault(value, []).append(literal)
        if len(columns) < len(variables):
            self._never(())
        for column in columns.values():
            if len(columns) == len(variables):
                self.model.add_exactly_one(column)
            elif len(column) > 1:
                self.model.add_at_most_one(column)

    def _pair(
        self,
        variables: tuple[int, ...],
        allowed: Iterable[tuple[int, ...]],
        when: tuple[_Literal, ...],
    ) -> None:
        """Two variables have values of a list: for each value some partner."""
        first, second = variables
        rows = self.row(first), self.row(second)
        pairs: tuple[dict[int, list[_Literal]], ...] = {}, {}
        for a, b in allowed:
            if a in rows[0] and b in rows[1]:
                pairs[0].setdefault(a, []).append(rows[1][b])
                pairs[1].setdefault(b, []).append(rows[0][a])
        for own, other, partners in zip(rows, rows[::-1], pairs, strict=True):
            for value, literal in own.items():
                some = partners.get(value, [])
                if len(some) < len(other):
                    self.model.add_bool_or(some).only_enforce_if(*when, literal)

    def _table(
        self,
        variables: tuple[int, ...],
        rows: Collection[tuple[int, ...]],
        when: tuple[_Literal, ...],
    ) -> None:
        if len(variables) == 2 and self._has_rows(variables):
            self._pair(variables, rows, when)
            return
        here = [set(self.values[v]) for v in variables]
        fitting = [
            row for row in rows if all(x in values for x, values in zip(row, here, strict=True))
        ]
        if not fitting:
            self._never(when)
        elif variables:
            numbers = [self.number(v) for v in variables]
            self.model.add_allowed_assignments(numbers, sorted(fitting)).only_enforce_if(when)

    def _sum(
        self,
        variables: tuple[int, ...],
        coefficients: tuple[int, ...],
        comparison: Comparison,
        total: int,
        when: tuple[_Literal, ...],
    ) -> None:
        terms = list(zip(coefficients, variables, strict=True))
        if len(terms) == 2 and self._has_rows(variables):
            values = tuple([(c, tuple(self.values[v])) for c, v in terms])
            self._pair(variables, _pairs(values, comparison, total), when)
            return
        far = 1 + sum(abs(c) * max(map(abs, self.values[v]), default=0) for c, v in terms)
        if far > _MAX_ABSOLUTE_SUM:
            self._wide_sum(terms, comparison, total, when)
            return
        parts = [(c, self.number(v)) for c, v in terms] if when else self._parted(terms)
        added = cp_model.LinearExpr.weighted_sum([x for _, x in parts], [c for c, _ in parts])
        self._compare(added, comparison, max(-far, min(far, total)), far, when)

    def _parted(self, terms: Sequence[tuple[int, int]]) -> list[tuple[int, Any]]:
        """The terms of a sum, with one term for the total of cells that differ."""
        parts: list[tuple[int, Any]] = []
        for weight in sorted({c for c, _ in terms}):
            same = [v for c, v in terms if c == weight]
            left = set(same) if len(set(same)) == len(same) >= _MIN_SPLIT_TERMS else set()
            while left:
                group = max([left & cells for cells in self.different], key=len, default=set())
                cells = sorted(group)
                while comb(len({x for v in cells for x in self.values[v]}), len(cells)) > _MAX_SETS:
                    cells.pop()
                if len(cells) < 2:
                    break
                parts.append((weight, self._total(cells)))
                left.difference_update(cells)
                same = [v for v in same if v not in cells]
            parts += [(weight, self.number(v)) for v in same]
        return parts

    def _compare(
        self, added: Any, comparison: Comparison, total: int, far: int, when: tuple[_Literal, ...]
    ) -> None:
        """Compare a sum with a total; neither is further than ``far`` from 0."""
        spans = {
            "=": [total, total],
            "<=": [-far, total],
            ">=": [total, far],
            "!=": [-far - 1, total - 1, total + 1, far + 1],
        }
        domain = cp_model.Domain.from_flat_intervals(spans[comparison])
        self.model.add_linear_expression_in_domain(added, domain).only_enforce_if(when)

    def _wide_sum(
        self,
        terms: Sequence[tuple[int, int]],
        comparison: Comparison,
        total: int,
        when: tuple[_Literal, ...],
    ) -> None:
        """A sum of numbers that CP-SAT cannot add up, by the sums of its first terms."""

        def step(place: int, state: int, value: int) -> Sequence[int]:
            return (state + terms[place][0] * value,)

        self._steps([v for _, v in terms], [0], step, lambda s: _ENDS[comparison](s, total), when)

    def _automaton(self, relation: Automaton, when: tuple[_Literal, ...]) -> None:
        after: dict[tuple[int, int], list[int]] = {}
        for state, value, later in sorted(relation.moves):
            after.setdefault((state, value), []).append(later)

        def step(place: int, state: int, value: int) -> Sequence[int]:
            return after.get((state, value), ())

        accepts = relation.accepting.__contains__
        self._steps(relation.variables, sorted(relation.starts), step, accepts, when)

    def _steps(
        self,
        variables: Sequence[int],
        starts: Iterable[int],
        step: Callable[[int, int, int], Sequence[int]],
        accepts: Callable[[int], bool],
        when: tuple[_Literal, ...],
    ) -> None:
        """The values lead from one of some states to one that is accepted: a table a step.

        CP-SAT's own automaton is deterministic, and takes up to a hundred times as long.
        """
        layers, states = self._layers(variables, starts, step)
        # States from which the same values are accepted get one number; the others get none.
        number = dict.fromkeys(filter(accepts, states), 0)
        tables: list[list[tuple[int, int, int]]] = []
        for layer in reversed(layers):
            self.tick()
            futures: dict[tuple[tuple[int, int], ...], int] = {}
            here: dict[int, int] = {}
            for state, successors in layer.items():
                ends = {(x, number[s]) for x, after in successors for s in after if s in number}
                if ends:
                    here[state] = futures.setdefault(tuple(sorted(ends)), len(futures))
            tables.append([(n, x, end) for ends, n in futures.items() for x, end in ends])
            number = here
        if not number:
            self._never(when)
            return
        self.free |= bool(when) or len(set(number.values())) > 1
        before = self._new(set(number.values()))
        for variable, rows in zip(variables, reversed(tables), strict=True):
            later = self._new({end for _, _, end in rows})
            self.free |= len({row[:2] for row in rows}) < len(rows)
            columns = [before, self.number(variable), later]
            self.model.add_allowed_assignments(columns, rows).only_enforce_if(when)
            before = later

    def _layers(
        self,
        variables: Sequence[int],
        starts: Iterable[int],
        step: Callable[[int, int, int], Sequence[int]],
    ) -> tuple[list[dict[int, list[tuple[int, Sequence[int]]]]], Iterable[int]]:
        """For each place and state, the values with the states after them; and the last states."""
        layers: list[dict[int, list[tuple[int, Sequence[int]]]]] = []
        states: Iterable[int] = dict.fromkeys(starts)
        for place, variable in enumerate(variables):
            self.tick()
            values = self.values[variable]
            layers.append({s: [(x, step(place, s, x)) for x in values] for s in states})
            moves = layers[-1].values()
            states = dict.fromkeys([s for one in moves for _, after in one for s in after])
            if len(states) > _MAX_STATES:
                raise Unsupported(
                    f"a relation over {len(variables)} variables takes too many states"
                )
        return layers, states

    def _among(self, relation: Among, when: tuple[_Literal, ...]) -> None:
        terms: list[Any] = [
            literal
            for variable in relation.counted
            for value, literal in self.row(variable).items()
            if value in relation.digits
        ]
        weights = [1] * len(terms)
        far = len(terms) + 1
        if relation.counter is not None:
            terms.append(self.number(relation.counter))
            weights.append(-1)
            far += max(map(abs, self.values[relation.counter]), default=0)
        times = cp_model.LinearExpr.weighted_sum(terms, weights)
        number = max(-far, min(far, relation.number))
        self._compare(times, relation.comparison, number, far, when)

    def _element(self, relation: Element, when: tuple[_Literal, ...]) -> None:
        first, size = relation.first, len(relation.array)
        row = self.row(relation.index)
        places = [literal for value, literal in row.items() if 0 <= value - first < size]
        self.model.add_bool_or(places).only_enforce_if(when)
        if places:
            index = self.number(relation.index) - first
            array = [self.number(v) for v in relation.array]
            result = self.number(relation.result)
            self.model.add_element(index, array, result).only_enforce_if(when)

    def _sets(
        self,
        variables: tuple[int, ...],
        sets: Sequence[tuple[int, ...]],
        when: tuple[_Literal, ...],
    ) -> None:
        """The values of variables that differ are one of the sets: by the values that are used."""
        used = self._used(variables)
        allowed = [
            tuple([int(value in one) for value in used]) for one in sets if used.keys() >= set(one)
        ]
        if not allowed:
            self._never(when)
        elif used:
            flags = list(used.values())
            self.model.add_allowed_assignments(flags, allowed).only_enforce_if(when)

    def _used(self, variables: Iterable[int]) -> _Row:
        """For each value a literal for whether one of the variables has it."""
        columns: dict[int, list[_Literal]] = {}
        for variable in variables:
            for value, literal in self.row(variable).items():
                columns.setdefault(value, []).append(literal)
        used = {}
        for value in sorted(columns):
            used[value] = self.model.new_bool_var("")
            self.model.add_bool_or(columns[value]).only_enforce_if(used[value])
            self.model.add_bool_and([~x for x in columns[value]]).only_enforce_if(~used[value])
        return used

    def _total(self, variables: Sequence[int]) -> cp_model.IntVar:
        """The sum of variables that differ, as a variable."""
        used = self._used(variables)
        sets = list(combinations(used, len(variables)))
        if not sets:
            self._never(())
            return self.model.new_constant(0)
        total = self._new({sum(one) for one in sets})
        rows = [(*[int(value in one) for value in used], sum(one)) for one in sets]
        self.model.add_allowed_assignments([*used.values(), total], rows)
        return total

    def _groups(self, groups: tuple[tuple[Relation, ...], ...], when: tuple[_Literal, ...]) -> None:
        chosen: list[_Literal] = []
        for group in groups:
            if len(group) == 1 and isinstance(group[0], Domain):
                row = self.row(group[0].variable)
                chosen += [x for value, x in row.items() if value in group[0].digits]
                continue
            self.free = True
            chosen.append(self.model.new_bool_var(""))
            for relation in group:
                self.add(relation, (chosen[-1],))
        self.model.add_bool_or(chosen).only_enforce_if(when)

    def pieces(self, regions: Regions, size: int) -> None:
        """No connected piece with fewer cells than a region is a whole region.

        This follows from the relation; without it a learning search discovers it too late.
        """
        same: dict[int, dict[int, _Literal]] = {place: {} for place in range(len(regions.cells))}
        for a, b, flag, touch in regions.edges:
            literal = self.row(flag).get(1)
            if touch and literal is not None:
                same[a][b] = same[b][a] = literal
        layer: dict[frozenset[int], tuple[_Literal, ...]]
        layer = {frozenset((place,)): () for place in same}
        left = _MAX_PIECES
        for _ in range(1, size):
            left -= len(layer)
            if left < 0:
                return
            later: dict[frozenset[int], tuple[_Literal, ...]] = {}
            for piece, inside in layer.items():
                self.tick()
                out = [(b, x) for a in piece for b, x in same[a].items() if b not in piece]
                self.model.add_bool_or([x for _, x in out] + [~x for x in inside])
                for b, x in out:
                    later.setdefault(piece | {b}, (*inside, x))
            layer = later


def write_cpsat(
    puzzle: Puzzle,
    path: str | Path | None = None,
    *,
    text: bool | None = None,
    kind: ModelKind | None = None,
) -> bytes:
    """The puzzle as a CP-SAT model (a CpModelProto), written to ``path`` where one is given.

    ``text`` chooses the text form (.pbtxt) over the binary (.pb); left out, the name of ``path``
    decides. Variables are named after their candidate (``r1c1=5``) or cell (``r1c1``); cells that
    singles solve have none and are named in the model's name. A puzzle that singles refute is
    written as a model with one empty clause.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises Unsupported: where a rule has no model.
    :raises OSError: where the file cannot be written.
    """
    puzzle.require_valid()
    if text is None:
        text = path is not None and str(path).endswith("txt")
    built = build(puzzle, kind)
    geometry = puzzle.geometry
    if built is None:
        model = cp_model.CpModel()
        model.name = f"{geometry.describe()}, refuted by singles"
        model.add_bool_or([])
    else:
        model = built.model
        solved = " ".join(
            f"{geometry.name(cell)}={digit}"
            for cell, digit in enumerate(built.fixed)
            if digit is not None
        )
        model.name = f"{geometry.describe()}; solved by singles: {solved or 'none'}"
        for variable, (cell, digit) in zip(built.variables, built.meaning, strict=True):
            name = geometry.name(cell)
            model.proto.variables[variable.index].name = f"{name}={digit}" if digit else name
    # OR-Tools writes files only, and chooses text or binary by the name.
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / ("model.pbtxt" if text else "model.pb")
        if not model.export_to_file(str(file)):
            raise OSError("OR-Tools could not write the model")
        data = file.read_bytes()
    if path is not None:
        Path(path).write_bytes(data)
    return data
