"""A model as a list of numbers for the compiled core; one file, since it writes one format.

``core.Narrowing`` narrows what the cells can hold: it propagates the relations and searches. Where
a relation cannot be written it is left out, and nothing is searched: what propagation removes is
removed rightly all the same.

The numbers, where a list is its length and its members: the number of cells; the scales (the
values that variables can have, ascending, a list each), their number first; the variables' scales,
a list; a mask of the i-th values of its scale for each variable; tables of pairs (scale, scale,
list of values); automata (states, list of starts, list of accepting states, list of moves); lists
of cells that differ; and the relations, each a kind and what it needs. The core has the numbers of
kinds and comparisons, and its limits (native/common/interface.inc).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain, combinations
from operator import or_
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, assert_never

from satdoku.base.compiled import compiled_core, required_core
from satdoku.base.limits import tick
from satdoku.encodings.prune import Left, start_masks
from satdoku.model import Model
from satdoku.model.sums import implied, longer_implied, merged
from satdoku.relations import (
    AllDifferent,
    Among,
    Automaton,
    Connection,
    DigitSetSum,
    Domain,
    Element,
    Linear,
    Or,
    PairTable,
    Ranking,
    Regions,
    Relation,
    Table,
    ValueSet,
)

if TYPE_CHECKING:
    from satdoku.board import Geometry
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.relations import Guard, Lowered

_MAX_NUMBERS = 200_000
"""Numbers in the rows of a table or the moves of an automaton: more cost more than they take."""


class Witnessed(tuple[int, ...]):
    """A solution, with the values of the variables that are no cells, which show that it is one."""

    hidden: Mapping[int, int]


class Narrowing:
    """A search of the compiled core for the solutions of a puzzle; it goes on where it stopped.

    exhausted  whether all solutions have been handed out
    found      how many have been
    is_whole   whether it can be searched, as all relations are written
    """

    def __init__(self, program: Program, start: Sequence[int], digits: tuple[int, ...]) -> None:
        self._search = program.core.Narrowing(program.numbers)
        self._cells = len(start)
        self._auxiliary = program.auxiliary
        self.is_whole = program.is_whole
        self._digits = digits
        self.restart(start)

    @property
    def left(self) -> Left | None:
        """The values left to cells and auxiliary variables; ``None`` where there is no solution."""
        masks: list[int] = self._search.masks
        if not masks:
            return None
        auxiliary = {
            variable: frozenset([value for i, value in enumerate(values) if mask >> i & 1])
            for (variable, values), mask in zip(self._auxiliary, masks[self._cells :], strict=True)
        }
        return Left(masks[: self._cells], auxiliary)

    @property
    def guesses(self) -> int:
        """The number of values tried so far."""
        return int(self._search.guesses)

    @property
    def work(self) -> int:
        """The work done so far, approximately; a million units take some 3 to 6 ms."""
        return int(self._search.work)

    def probe(self, work: int) -> None:
        """Try the values one by one, for so much work, and take away those that propagation
        refutes; the search begins again.
        """
        self._search.probe(work)
        self.exhausted = not self._search.masks
        self.found = 0

    def advance(self, work: int, wanted: int) -> Iterator[tuple[int, ...]]:
        """Search on for so much work, or until ``wanted`` solutions are known; gives the new ones.

        A million units of work take some 3 to 6 ms.
        """
        if self.exhausted or not self.is_whole:
            return
        self.exhausted = self._search.advance(work, max(0, wanted - self.found))
        rows = self._search.solutions()
        self.found += len(rows)
        digits, cells = self._digits, self._cells
        if not self._auxiliary:
            yield from [tuple([digits[i] for i in row]) for row in rows]
            return
        for row in rows:
            hidden = zip(self._auxiliary, row[cells:], strict=True)
            values = Witnessed([digits[i] for i in row[:cells]])
            values.hidden = {variable: scale[i] for (variable, scale), i in hidden}
            yield values

    def columns(self, cells: Sequence[int], work: int, most: int) -> tuple[list[bytes], bool]:
        """Grids within what is left: for each of some cells the place of its digit in each grid;
        and whether these are all. The search ends after this much work, or with more than
        ``most``."""
        if not self.exhausted:
            self.exhausted = self._search.advance(work, most + 1)
        return self._search.columns(cells), self.exhausted

    def one(self, masks: Sequence[int], cells: Sequence[int], work: int) -> list[int] | None:
        """Begin again, with these digits for each cell: for each of some cells the place of its
        digit in a grid. Empty where there is no grid, ``None`` where this much work finds none."""
        self.restart(masks)
        columns, complete = self.columns(cells, work, 0)
        if any(columns):
            return [column[0] for column in columns]
        return [] if complete else None

    def occurring(
        self, masks: Sequence[int], seen: Sequence[int], work: int, most: int
    ) -> tuple[list[int], list[int], list[list[int]], bool]:
        """Which digits of the cells occur in some solution, as the core's ``occurring``; the search
        has to be begun again then."""
        self.exhausted = True
        answer: tuple[list[int], list[int], list[list[int]], bool]
        answer = self._search.occurring(masks, seen, work, most)
        return answer

    def supposed(
        self, masks: Sequence[int], each: Sequence[tuple[int, int]], work: int, most: int
    ) -> list[int]:
        """In how many cases it is refuted that a cell has a digit of a mask, as the core's
        ``supposed``; the search has to be begun again then."""
        self.exhausted = True
        refuted: list[int] = self._search.supposed(masks, each, work, most)
        return refuted

    def restart(self, masks: Sequence[int], preferred: Sequence[int] = ()) -> None:
        """Begin again, with these digits for each cell (bit i: the board's i-th digit); those of
        ``preferred`` are tried first. What is found does not depend on earlier searches."""
        self.exhausted = not self._search.restart(masks, preferred)
        self.found = 0


def narrowing_of(puzzle: Puzzle, model: Model | None = None) -> Narrowing | None:
    """The rules and givens of a puzzle propagated once, ready to be searched.

    ``None`` where the compiled core is not installed, or the board is too large for it.
    """
    model = model or puzzle.model
    program = model.kept("program", program_of)
    if program is None:
        return None
    return Narrowing(program, start_masks(puzzle, model), puzzle.geometry.digits)


def fitted(puzzle: Puzzle, model: Model) -> Model:
    """The model, which knows what the pencil marks say if some digits are left to no cell.

    A house with as many cells as digits are left holds each of them, and its total is known.
    """
    digits, marks = puzzle.geometry.digits, puzzle.pencil_marks
    if marks is None or not model.different:
        return model
    possible = reduce(or_, start_masks(puzzle, model))
    if not max(map(len, model.different)) <= possible.bit_count() < len(digits):
        return model
    left = frozenset([digit for i, digit in enumerate(digits) if possible >> i & 1])
    alone = [Domain(cell, left) for cell in range(puzzle.geometry.cell_count)]
    return model.kept(left, lambda model: Model(model.geometry, (*model.lowered, *alone)))


def searching(geometry: Geometry, relations: Iterable[Lowered]) -> Narrowing | None:
    """A search for the digits of a board's cells that keep some relations, any digit at first.

    ``None`` where the compiled core is not installed or does not take all of them.
    """
    program = program_of(Model(geometry, tuple(relations)))
    return None if program is None or not program.is_whole else searching_in(geometry, program)


def searching_in(geometry: Geometry, program: Program) -> Narrowing:
    """The search of a program for the digits of a board's cells, any digit at first."""
    start = [(1 << geometry.size) - 1] * geometry.cell_count
    return Narrowing(program, start, geometry.digits)


def why_not_written(model: Model) -> str | None:
    """The reason why the compiled search cannot decide puzzles of a model, or ``None``."""
    program = model.kept("program", program_of)
    if program is None:
        most = required_core("the engine variant").LIMITS["program_values"]
        return f"the compiled search takes at most {most} values a variable, and small ones"
    return None if program.is_whole else "a relation is too large for the compiled search"


class Program(NamedTuple):
    """The numbers of a model.

    auxiliary  the variables that are no cells, in order, with the values that their bits are
    is_whole   whether all relations are written
    tables     where in the numbers the tables of pairs begin and end, their number first
    records    where the number of relations is, which come last
    """

    core: Any
    numbers: list[int]
    auxiliary: list[tuple[int, tuple[int, ...]]]
    is_whole: bool
    tables: tuple[int, int]
    records: int

    def also(self, pairs: Iterable[PairTable]) -> Program:
        """The program with more tables of pairs between cells, without a model of all of them."""
        begin, end = self.tables
        largest, pair = self.core.LIMITS["program_number"], self.core.RELATIONS["pair"]
        written: list[int] = []
        ends: dict[frozenset[tuple[int, int]], list[int]] = defaultdict(list)
        for table in pairs:
            ends[table.allowed] += (table.first, table.second)
        count = self.numbers[begin]
        records: list[int] = []
        for place, (allowed, both) in enumerate(ends.items(), count):
            values = _listed(allowed, largest)
            written += (0, 0, len(values), *values)  # the scale of digits, twice
            records += (pair, place, len(both), *both)
        numbers = [
            *self.numbers[:begin],
            count + len(ends),
            *self.numbers[begin + 1 : end],
            *written,
            *self.numbers[end : self.records],
            self.numbers[self.records] + len(ends),
            *self.numbers[self.records + 1 :],
            *records,
        ]
        tables, at = (begin, end + len(written)), self.records + len(written)
        return self._replace(numbers=numbers, tables=tables, records=at)


def program_of(model: Model) -> Program | None:
    """The program of a model; ``None`` as for :func:`narrowing_of`."""
    core = compiled_core("Narrowing")
    scales = [model.geometry.digits, *model.whole.auxiliary.values()]
    if core is None or max(map(len, scales)) > core.LIMITS["program_values"]:
        return None
    largest = core.LIMITS["program_number"]
    if not all(_small(scale, largest) for scale in scales):
        return None
    return _Writer(model, core).run()


def _as_automaton(relation: Or) -> Automaton | None:
    """The alternatives as one automaton, where each of them is one over the same variables."""
    starts: list[int] = []
    accepting: list[int] = []
    moves: list[tuple[int, int, int]] = []
    variables: tuple[int, ...] | None = None
    states: dict[tuple[int, int], int] = {}
    for which, group in enumerate(relation.groups):
        one = group[0] if len(group) == 1 else None
        if not isinstance(one, Automaton) or one.guard is not None:
            return None
        if variables not in (None, one.variables):
            return None
        variables = one.variables
        for state, value, after in sorted(one.moves):
            first, last = ((which, end) for end in (state, after))
            moves.append(
                (states.setdefault(first, len(states)), value, states.setdefault(last, len(states)))
            )
        starts += [states.setdefault((which, state), len(states)) for state in sorted(one.starts)]
        accepting += [states[which, state] for state in one.accepting if (which, state) in states]
    if variables is None:
        return None
    parts = frozenset(starts), frozenset(accepting), frozenset(moves)
    return Automaton(variables, *parts, guard=relation.guard)


def _small(values: Collection[int], largest: int) -> bool:
    """Whether the core takes these numbers; no variable has a value that it does not take."""
    return not values or (-largest <= min(values) and max(values) <= largest)


_Key: TypeAlias = "tuple[frozenset[int], frozenset[int], frozenset[tuple[int, int, int]]]"
"""Starts, accepting states and moves of an automaton."""

_TableKey: TypeAlias = "tuple[frozenset[tuple[int, int]], int, int]"
"""The pairs of a table and the scales of its variables."""

# Tables and automata come again in other puzzles of the same rules.


@lru_cache(maxsize=256)
def _listed(allowed: frozenset[tuple[int, int]], largest: int) -> tuple[int, ...]:
    values = tuple(chain.from_iterable(allowed))
    if _small(values, largest):
        return values
    return tuple([value for both in allowed if _small(both, largest) for value in both])


@lru_cache(maxsize=64)
def _listed_automaton(
    starts: frozenset[int],
    accepting: frozenset[int],
    moves: frozenset[tuple[int, int, int]],
    largest: int,
) -> tuple[int, ...]:
    states: dict[int, int] = {}
    written: list[int] = []
    for state, value, after in moves:
        if abs(value) <= largest:
            before = states.setdefault(state, len(states))
            written += (before, value, states.setdefault(after, len(states)))
    first = [states.setdefault(state, len(states)) for state in sorted(starts)]
    last = [states[state] for state in accepting if state in states]
    return (len(states), len(first), *first, len(last), *last, len(written), *written)


@lru_cache(maxsize=16)
def _own_numbers(cells: int) -> dict[int, int]:
    return {cell: cell for cell in range(cells)}


class _Writer:
    def __init__(self, model: Model, core: ModuleType) -> None:
        self.model, self.core = model, core
        self.kind = SimpleNamespace(**core.RELATIONS)
        self.comparisons: Mapping[str, int] = core.COMPARISONS
        self.limits: Mapping[str, int] = core.LIMITS
        self.largest = self.limits["program_number"]
        self.scales: dict[tuple[int, ...], int] = {tuple(model.geometry.digits): 0}
        self.scale_of = [0] * model.geometry.cell_count
        self.number: Mapping[int, int] = {}
        self.tables: dict[_TableKey, int] = {}
        self.automata: dict[_Key, int] = {}
        self.written_tables: list[int] = []
        self.written_automata: list[int] = []
        self.different: list[Sequence[int]] = []
        self.is_whole = True
        self.inside = 0  # alternatives that what is being written is inside of

    def run(self) -> Program:
        model, connected = self.model.whole, self.model.connected
        cells = model.geometry.cell_count
        masks = []
        numbers = {**_own_numbers(cells)} if model.auxiliary else _own_numbers(cells)
        auxiliary = []
        for variable, values in sorted(model.auxiliary.items()):
            numbers[variable] = len(numbers)
            # Digits keep their bits, so that the variable and a cell can be peers.
            scale = model.geometry.digits
            if not values.issubset(scale):
                scale = tuple(sorted(values))
            auxiliary.append((variable, scale))
            self.scale_of.append(self.scales.setdefault(scale, len(self.scales)))
            masks.append(sum([1 << bit for bit, value in enumerate(scale) if value in values]))
        self.number = numbers
        records: list[list[int]] = []
        self.different += model.different
        for part in (model, *[view(self.model) for view in (implied, longer_implied, merged)]):
            of_cells: dict[frozenset[tuple[int, int]], list[int]] = defaultdict(list)
            for pair in part.tables:
                of_cells[pair.allowed] += (pair.first, pair.second)
            records += self._of_tables({(table, 0, 0): both for table, both in of_cells.items()})
            for total in part.sums:  # that the cells differ is among `different`
                records += self._sum(total)
            for relation in (*part.sets, *part.others):
                if isinstance(relation, AllDifferent) and self._is_group(relation.variables):
                    self.different.append([numbers[variable] for variable in relation.variables])
                elif not isinstance(relation, Domain):  # its variable's scale says it
                    records += self._records(relation)
        for one in connected:
            if isinstance(one, Regions):
                records += self._regions(one)
            elif isinstance(one, Ranking):
                records += self._ranking(one)
            elif isinstance(one, Connection):
                records += self._connection(one)
            else:
                records += self._left_out()
        head = [cells, len(self.scales)]  # and then all that follows
        for scale in self.scales:
            head += (len(scale), *scale)
        head += (len(self.scale_of), *self.scale_of)
        digits = model.geometry.digits
        possible = sum([1 << digits.index(digit) for digit in model.digits])
        head += (*[possible] * cells, *masks)
        begin = len(head)
        head += (len(self.tables), *self.written_tables)
        end = len(head)
        head += (len(self.automata), *self.written_automata)
        head.append(len(self.different))
        for group in self.different:
            head += (len(group), *group)
        at = len(head)
        head.append(len(records))
        for record in records:
            head += record
        return Program(self.core, head, auxiliary, self.is_whole, (begin, end), at)

    def _pairs(self, tables: Iterable[PairTable]) -> list[list[int]]:
        """One record for all the pairs of a table."""
        ends: dict[_TableKey, list[int]] = defaultdict(list)
        scale_of, number = self.scale_of, self.number
        for pair in tables:
            first, second = number[pair.first], number[pair.second]
            ends[pair.allowed, scale_of[first], scale_of[second]] += (first, second)
        return self._of_tables(ends)

    def _of_tables(self, ends: Mapping[_TableKey, list[int]]) -> list[list[int]]:
        return [[self.kind.pair, self._table(*key), len(both), *both] for key, both in ends.items()]

    def _table(self, allowed: frozenset[tuple[int, int]], first: int, second: int) -> int:
        key = allowed, first, second
        place = self.tables.get(key)
        if place is None:
            place = self.tables[key] = len(self.tables)
            values = _listed(allowed, self.largest)
            self.written_tables += (first, second, len(values), *values)
        return place

    def _automaton(self, relation: Automaton) -> int | None:
        key = relation.starts, relation.accepting, relation.moves
        place = self.automata.get(key)
        if place is None:
            if 3 * len(relation.moves) > _MAX_NUMBERS:
                return None
            place = self.automata[key] = len(self.automata)
            self.written_automata += _listed_automaton(*key, self.largest)
        return place

    def _records(self, relation: Relation) -> list[list[int]]:
        """The relation as records that follow from it; none if it is left out."""
        tick()
        # One case a kind, in one match, so that mypy names a kind that is missing.
        match relation:
            case AllDifferent():
                return self._different(relation.variables)
            case Domain():
                digits = [digit for digit in sorted(relation.digits) if abs(digit) <= self.largest]
                return [[self.kind.domain, self.number[relation.variable], len(digits), *digits]]
            case PairTable():
                return self._pairs((relation,))
            case DigitSetSum():
                return self._sum(relation) + self._different(relation.variables)
            case Linear():
                terms = relation.variables, relation.coefficients
                records = self._linear(*terms, relation.comparison, relation.total)
                return self._guarded(relation.guard, records)
            case ValueSet():
                return self._guarded(relation.guard, self._sets(relation))
            case Table():
                largest = self.largest
                rows = [value for row in relation.rows if _small(row, largest) for value in row]
                if not relation.variables or len(rows) > _MAX_NUMBERS:
                    return self._left_out()
                record = [self.kind.table, *self._list(relation.variables), len(rows), *rows]
                return self._guarded(relation.guard, [record])
            case Automaton():
                place = self._automaton(relation)
                if place is None:
                    return self._left_out()
                record = [self.kind.automaton, place, *self._list(relation.variables)]
                return self._guarded(relation.guard, [record])
            case Among():
                if abs(relation.number) > self.largest:
                    return self._left_out()
                counter = () if relation.counter is None else (relation.counter,)
                among = [self.kind.among, self.comparisons[relation.comparison], relation.number]
                among += (*self._list(counter), *self._list(relation.counted))
                digits = [digit for digit in relation.digits if abs(digit) <= self.largest]
                among += (len(digits), *digits)
                return self._guarded(relation.guard, [among])
            case Element():
                named = *relation.array, relation.result
                if not self._one_scale(named) or abs(relation.first) > self.largest:
                    return self._left_out()
                element = [self.kind.element, self.number[relation.index], relation.first]
                return self._guarded(relation.guard, [[*element, *self._list(named)]])
            case Or() if (one := _as_automaton(relation)) is not None:
                return self._records(one)
            case Or():
                return self._guarded(relation.guard, self._alternatives(relation))
            case _:
                assert_never(relation)

    def _alternatives(self, relation: Or) -> list[list[int]]:
        record = [self.kind.either, len(relation.groups)]
        levels = 1 if relation.guard is None else 2
        self.inside += levels
        try:
            if self.inside >= self.limits["program_depth"]:  # a member may have a guard
                return self._left_out()
            for group in relation.groups:
                parts = [one for member in group for one in self._records(member)]
                if not parts:
                    return []
                record.append(len(parts))
                for part in parts:
                    record += part
        finally:
            self.inside -= levels
        return [record]

    def _left_out(self) -> list[list[int]]:
        self.is_whole = False
        return []

    def _list(self, variables: Iterable[int]) -> list[int]:
        number = self.number
        numbers = [number[variable] for variable in variables]
        return [len(numbers), *numbers]

    def _one_scale(self, variables: tuple[int, ...]) -> bool:
        return len({self.scale_of[self.number[variable]] for variable in variables}) == 1

    def _is_group(self, variables: tuple[int, ...]) -> bool:
        return len(set(variables)) == len(variables) and self._one_scale(variables)

    def _different(self, variables: tuple[int, ...]) -> list[list[int]]:
        if len(set(variables)) < len(variables):
            return self._left_out()
        if self._one_scale(variables):
            return [[self.kind.different, *self._list(variables)]]
        values = {value for scale in self.scales for value in scale}
        differ = frozenset((a, b) for a in values for b in values if a != b)
        return self._pairs(PairTable(a, b, differ) for a, b in combinations(variables, 2))

    def _sum(self, relation: DigitSetSum) -> list[list[int]]:
        ones = (1,) * len(relation.variables)
        return self._linear(relation.variables, ones, "=", relation.total)

    def _linear(
        self, variables: Sequence[int], coefficients: Sequence[int], comparison: str, total: int
    ) -> list[list[int]]:
        if max(map(abs, (total, *coefficients))) > self.largest:
            return self._left_out()
        terms: list[int] = []
        for coefficient, variable in zip(coefficients, variables, strict=True):
            terms += (coefficient, self.number[variable])
        return [[self.kind.sum, self.comparisons[comparison], total, len(terms), *terms]]

    def _sets(self, relation: ValueSet) -> list[list[int]]:
        named = relation.variables
        if len(set(named)) < len(named) or not self._one_scale(named):
            return self._left_out()
        scale = list(self.scales)[self.scale_of[self.number[relation.variables[0]]]]
        bit = {value: 1 << i for i, value in enumerate(scale)}
        sets = [
            sum(map(bit.__getitem__, values))
            for values in relation.fitting
            if bit.keys() >= {*values}
        ]
        return [[self.kind.sets, *self._list(relation.variables), len(sets), *sets]]

    def _regions(self, relation: Regions) -> list[list[int]]:
        cells, labels = relation.cells, relation.labels
        if len(cells) > self.limits["program_places"] or not (
            self._one_scale(cells) and self._one_scale(labels)
        ):
            return self._left_out()
        record = [self.kind.regions, *self._list(cells), *self._list(labels), len(relation.edges)]
        for first, second, flag, touch in relation.edges:
            record += (first, second, self.number[flag], touch)
        record.append(len(relation.runs))
        for start, steps in relation.runs:
            record += (start, len(steps))
            for place, flag in steps:
                record += (place, self.number[flag])
        return [record]

    def _connection(self, relation: Connection) -> list[list[int]]:
        if len(relation.cells) > self.limits["program_places"]:
            return self._left_out()
        inside = sorted([value for value in relation.inside if abs(value) <= self.largest])
        record = [self.kind.connection, *self._list(relation.cells), len(inside), *inside]
        record.append(len(relation.edges))
        for edge in relation.edges:
            record += edge
        return [record]

    def _ranking(self, relation: Ranking) -> list[list[int]]:
        lines = relation.own, *chain.from_iterable(relation.groups)
        if not self._one_scale(tuple(chain.from_iterable(lines))):
            return self._left_out()
        record = [self.kind.ranking, relation.first, relation.smaller, relation.ties]
        record += (*self._list(relation.own), len(relation.groups))
        for group in relation.groups:
            record.append(len(group))
            for line in group:
                record += self._list(line)
        return [record]

    def _guarded(self, guard: Guard | None, records: list[list[int]]) -> list[list[int]]:
        if guard is None or not records:
            return records
        variable = self.number[guard.variable]
        scale = list(self.scales)[self.scale_of[variable]]
        false = [value for value in scale if (value == guard.value) is not guard.sense]
        unless = [self.kind.domain, variable, len(false), *false]
        record = [self.kind.either, 2, 1, *unless, len(records)]
        for one in records:
            record += one
        return [record]
