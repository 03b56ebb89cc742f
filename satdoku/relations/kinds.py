"""The kinds of relation besides the basic ones; one file, since they are one union.

Each defines what it means (:func:`holds`) and what it leaves to its variables (:func:`support`). A
``guard`` is a literal; where it is false the relation asks nothing. A basic relation is guarded as
the one group of an :class:`Or`.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import product
from math import prod
from typing import Literal, TypeAlias, TypeVar, assert_never, cast

from satdoku.base.limits import tick
from satdoku.base.records import dataclass
from satdoku.relations.basic import AllDifferent, DigitSetSum, Domain, PairTable, Variable
from satdoku.relations.diagram import MAX_NODES, Branching, Diagram, TooLarge, unroll

Assignment: TypeAlias = Mapping[Variable, int]
Domains: TypeAlias = Mapping[Variable, Collection[int]]
Comparison = Literal["=", "<=", ">=", "!="]
State = TypeVar("State", bound=Hashable)

_MAX_TOTALS = 100_000
"""Totals that a sum may have for its states to be bits of a mask."""

_COMPARE: dict[Comparison, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
}


@dataclass(frozen=True)
class Guard:
    """The literal "the variable has this value" (or, where ``sense`` is false, has another)."""

    variable: Variable
    value: int
    sense: bool = True

    def holds(self, values: Assignment) -> bool:
        """Whether the literal is true."""
        return (values[self.variable] == self.value) is self.sense


@dataclass(frozen=True)
class Table:
    """The variables, in order, have the values of one of the rows."""

    variables: tuple[Variable, ...]
    rows: frozenset[tuple[int, ...]]
    guard: Guard | None = None

    def keeps(self, values: Assignment) -> bool:
        """Whether it holds, whatever the guard."""
        return tuple(values[v] for v in self.variables) in self.rows

    @cached_property
    def _beginnings(self) -> frozenset[tuple[int, ...]]:
        return frozenset(row[:i] for row in self.rows for i in range(len(row) + 1))

    def diagram(self, domains: Domains) -> Diagram:
        known = self._beginnings

        def step(_: int, state: tuple[int, ...], value: int) -> Iterable[tuple[int, ...]]:
            longer = (*state, value)
            return (longer,) if longer in known else ()

        start: list[tuple[int, ...]] = [()]
        return _unrolled(self.variables, domains, start, step, self.rows.__contains__)


@dataclass(frozen=True)
class Linear:
    """The sum of coefficient times value compares with ``total``."""

    variables: tuple[Variable, ...]
    coefficients: tuple[int, ...]
    comparison: Comparison
    total: int
    guard: Guard | None = None

    def keeps(self, values: Assignment) -> bool:
        terms = zip(self.coefficients, self.variables, strict=True)
        return _COMPARE[self.comparison](sum(c * values[v] for c, v in terms), self.total)

    def diagram(self, domains: Domains) -> Diagram:
        """Its diagram, in which sums with the same continuations are one state."""
        terms = list(zip(self.coefficients, self.variables, strict=True))
        least, most = [0], [0]
        for c, v in reversed(terms):
            products = [c * value for value in domains[v]] or [0]
            least.append(least[-1] + min(products))
            most.append(most[-1] + max(products))
        least.reverse()
        most.reverse()
        if (
            self.comparison == "="
            and 0 <= self.total - least[0] <= most[0] - least[0] <= _MAX_TOTALS
        ):
            return self._exact(domains, self.total - least[0])
        compare, total, exact = _COMPARE[self.comparison], self.total, self.comparison in "=!="

        def step(i: int, state: int | None, value: int) -> Iterable[int | None]:
            if state is None:
                return (None,)
            reached = state + terms[i][0] * value
            low, high = reached + least[i + 1], reached + most[i + 1]
            if not low <= total <= high or not exact or low == high:
                ends = {compare(low, total), compare(high, total)}
                if self.comparison == "!=" and low < total < high:
                    return (reached,)
                if len(ends) == 1:
                    return (None,) if True in ends else ()
            return (reached,)

        start: list[int | None] = [0]
        return _unrolled(
            self.variables, domains, start, step, lambda s: s is None or compare(s, total)
        )

    def _exact(self, domains: Domains, rest: int) -> Diagram:
        # No two sums have the same continuations here, so each is a state: a bit of a mask. Bit 0
        # is the least sum of the places so far; ``rest`` is the total counted in this way.
        steps = []
        for c, v in zip(self.coefficients, self.variables, strict=True):
            low = min((c * value for value in domains[v]), default=0)
            terms = ((value, c * value - low) for value in sorted(domains[v]))
            steps.append([(value, more) for value, more in terms if more <= rest])
        reached = [1]
        for moves in steps:
            after = 0
            for _, more in moves:
                after |= reached[-1] << more
            reached.append(after & ((2 << rest) - 1))
        if sum(states.bit_count() for states in reached) > MAX_NODES:
            raise TooLarge(f"a relation over {len(steps)} variables takes too many states")
        alive = reached[-1] & (1 << rest)
        number = {rest: frozenset((0,))} if alive else {}
        layers: list[tuple[Branching, ...]] = []
        for states, moves in zip(reversed(reached[:-1]), reversed(steps), strict=True):
            tick()
            before = 0
            for _, more in moves:
                before |= alive >> more
            alive = before & states
            sums = [i for i in range(alive.bit_length()) if alive >> i & 1]
            layers.append(
                tuple(
                    [
                        {value: number[s + more] for value, more in moves if s + more in number}
                        for s in sums
                    ]
                )
            )
            number = {s: frozenset((n,)) for n, s in enumerate(sums)}
        return Diagram(self.variables, tuple(reversed(layers)), number.get(0, frozenset()))


@dataclass(frozen=True)
class Automaton:
    """A run from a start to an accepting state reads the values of the variables in order.

    ``moves`` are (state, value, next state); several next states for one value are allowed.
    """

    variables: tuple[Variable, ...]
    starts: frozenset[int]
    accepting: frozenset[int]
    moves: frozenset[tuple[int, int, int]]
    guard: Guard | None = None

    @cached_property
    def _states_after(self) -> dict[tuple[int, int], list[int]]:
        states_after: dict[tuple[int, int], list[int]] = defaultdict(list)
        for state, value, after in sorted(self.moves):
            states_after[state, value].append(after)
        return dict(states_after)

    def keeps(self, values: Assignment) -> bool:
        states: set[int] = set(self.starts)
        for variable in self.variables:
            value = values[variable]
            states = {after for s in states for after in self._states_after.get((s, value), ())}
        return bool(states & self.accepting)

    def diagram(self, domains: Domains) -> Diagram:
        after = self._states_after
        return _unrolled(
            self.variables,
            domains,
            sorted(self.starts),
            lambda _, state, value: after.get((state, value), ()),
            self.accepting.__contains__,
        )


@dataclass(frozen=True)
class Among:
    """How many of ``counted`` have a value of ``digits`` compares with ``number``.

    Where ``counter`` is a variable, its value is added to ``number`` first.
    """

    counted: tuple[Variable, ...]
    digits: frozenset[int]
    comparison: Comparison
    number: int = 0
    counter: Variable | None = None
    guard: Guard | None = None

    @property
    def variables(self) -> tuple[Variable, ...]:
        """Every variable it uses."""
        return self.counted if self.counter is None else (*self.counted, self.counter)

    def keeps(self, values: Assignment) -> bool:
        times = sum(values[v] in self.digits for v in self.counted)
        bound = self.number + (0 if self.counter is None else values[self.counter])
        return _COMPARE[self.comparison](times, bound)

    def diagram(self, domains: Domains) -> Diagram:
        """Its diagram, in which the state is the count so far."""
        size, compare = len(self.counted), _COMPARE[self.comparison]

        def step(i: int, state: int, value: int) -> Iterable[int]:
            return (state + (value in self.digits),) if i < size else (state - value,)

        return _unrolled(
            self.variables, domains, [0], step, lambda state: compare(state, self.number)
        )


@dataclass(frozen=True)
class Element:
    """``result`` equals the member of ``array`` that ``index`` names, counted from ``first``."""

    index: Variable
    array: tuple[Variable, ...]
    result: Variable
    first: int = 1
    guard: Guard | None = None

    @property
    def variables(self) -> tuple[Variable, ...]:
        """Every variable it uses."""
        return (self.index, *self.array, self.result)

    def keeps(self, values: Assignment) -> bool:
        place = values[self.index] - self.first
        return 0 <= place < len(self.array) and values[self.array[place]] == values[self.result]

    def diagram(self, domains: Domains) -> Diagram:
        """Its diagram, in which the state is first the place to read, then the value read there."""
        size = len(self.array)

        def step(i: int, state: tuple[str, int], value: int) -> Iterable[tuple[str, int]]:
            kind, known = state
            if i == 0:
                place = value - self.first
                return (("place", place),) if 0 <= place < size else ()
            if i <= size:
                return (("value", value),) if (kind, known) == ("place", i - 1) else (state,)
            return (state,) if value == known else ()

        return _unrolled(self.variables, domains, [("", 0)], step, lambda state: True)


@dataclass(frozen=True)
class ValueSet:
    """The variables are all different, and the set of their values is one of ``sets``."""

    variables: tuple[Variable, ...]
    sets: frozenset[frozenset[int]]
    guard: Guard | None = None

    def keeps(self, values: Assignment) -> bool:
        chosen = frozenset(values[v] for v in self.variables)
        return len(chosen) == len(self.variables) and chosen in self.sets

    @cached_property
    def fitting(self) -> tuple[tuple[int, ...], ...]:
        """The sets that have as many values as there are variables, sorted."""
        size = len(self.variables)
        return tuple(sorted(tuple(sorted(s)) for s in self.sets if len(s) == size))


@dataclass(frozen=True)
class Or:
    """In at least one of the groups every relation holds."""

    groups: tuple[tuple[Relation, ...], ...]
    guard: Guard | None = None

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """Every variable it uses."""
        every = [v for group in self.groups for relation in group for v in variables_of(relation)]
        return tuple(dict.fromkeys(every))

    def keeps(self, values: Assignment) -> bool:
        return any(all(holds(relation, values) for relation in group) for group in self.groups)


Layered: TypeAlias = Table | Linear | Automaton | Among | Element
"""The kinds that have a diagram."""

Relation: TypeAlias = (
    AllDifferent
    | Domain
    | PairTable
    | DigitSetSum
    | Table
    | Linear
    | Automaton
    | Among
    | Element
    | ValueSet
    | Or
)


def variables_of(relation: Relation) -> tuple[Variable, ...]:
    """Every variable of a relation, its guard's too; a variable may come more than once."""
    if isinstance(relation, Domain):
        return (relation.variable,)
    if isinstance(relation, PairTable):
        return (relation.first, relation.second)
    if isinstance(relation, (AllDifferent, DigitSetSum)) or relation.guard is None:
        return relation.variables
    return (*relation.variables, relation.guard.variable)


def holds(relation: Relation, values: Assignment) -> bool:
    """Whether a relation is true of these values."""
    match relation:
        case AllDifferent():
            return len({values[v] for v in relation.variables}) == len(relation.variables)
        case Domain():
            return values[relation.variable] in relation.digits
        case PairTable():
            return (values[relation.first], values[relation.second]) in relation.allowed
        case DigitSetSum():
            digits = [values[v] for v in relation.variables]
            return len(set(digits)) == len(digits) and sum(digits) == relation.total
        case Table() | Linear() | Automaton() | Among() | Element() | ValueSet() | Or():
            guard = relation.guard
            return (guard is not None and not guard.holds(values)) or relation.keeps(values)
        case _:
            assert_never(relation)


def support(relation: Relation, domains: Domains) -> dict[Variable, frozenset[int]]:
    """The values that each variable can still have; empty sets where the relation cannot hold.

    The sets are never too small, and exact for kinds with a diagram whose variables are all
    different. Where the guard is not known to be true, only the guard's variable can lose values:
    those that would make an impossible relation apply.
    """
    start = {v: frozenset(domains[v]) for v in variables_of(relation)}
    match relation:
        case AllDifferent():
            return _without_placed(relation.variables, start)
        case Domain():
            return {relation.variable: start[relation.variable] & relation.digits}
        case PairTable():
            return _in_pairs(relation, start)
        case DigitSetSum():
            left = _without_placed(relation.variables, start)
            ones = (1,) * len(relation.variables)
            total = Linear(relation.variables, ones, "=", relation.total)
            return _on_paths(total.diagram(left), left)
        case Table():
            narrowed = _in_rows(relation.variables, relation.rows, start)
            return _guarded(relation.guard, start, narrowed)
        case Linear() | Automaton() | Among() | Element():
            return _guarded(relation.guard, start, _on_paths(relation.diagram(start), start))
        case ValueSet():
            return _guarded(relation.guard, start, _by_sets(relation, start))
        case Or():
            return _guarded(relation.guard, start, _by_groups(relation, start))
        case _:
            assert_never(relation)


def renumbered(relation: Relation, numbers: Mapping[Variable, Variable]) -> Relation:
    """The relation about other variables; those not in ``numbers`` keep their number."""

    def all_of(variables: tuple[Variable, ...]) -> tuple[Variable, ...]:
        return tuple([numbers.get(v, v) for v in variables])

    def of(variable: Variable) -> Variable:
        return numbers.get(variable, variable)

    match relation:
        case AllDifferent() | DigitSetSum():
            return replace(relation, variables=all_of(relation.variables))
        case Domain():
            return replace(relation, variable=of(relation.variable))
        case PairTable():
            return replace(relation, first=of(relation.first), second=of(relation.second))
        case _:
            guard = relation.guard
            if guard is not None:
                guard = replace(guard, variable=of(guard.variable))
    match relation:
        case Table() | Linear() | Automaton() | ValueSet():
            return replace(relation, variables=all_of(relation.variables), guard=guard)
        case Among():
            counter = None if relation.counter is None else of(relation.counter)
            return replace(relation, counted=all_of(relation.counted), counter=counter, guard=guard)
        case Element():
            index, result = of(relation.index), of(relation.result)
            array = all_of(relation.array)
            return replace(relation, index=index, array=array, result=result, guard=guard)
        case Or():
            groups = tuple(
                tuple(renumbered(member, numbers) for member in group) for group in relation.groups
            )
            return Or(groups, guard)
        case _:
            assert_never(relation)


_MAX_PAIRS = 10_000


def simplified(relation: Relation, domains: Domains) -> Relation:
    """The :class:`Domain` or :class:`PairTable` that means the same within the domains.

    Basic relations and those of no variable, of more than two, or of very large domains are
    returned unchanged.
    """
    if isinstance(relation, (AllDifferent, Domain, PairTable, DigitSetSum)):
        return relation
    named = tuple(dict.fromkeys(variables_of(relation)))
    if not 1 <= len(named) <= 2 or prod(len(domains[v]) for v in named) > _MAX_PAIRS:
        return relation
    places = {variable: place for place, variable in enumerate(named)}
    fitting = _fitting(renumbered(relation, places), tuple(frozenset(domains[v]) for v in named))
    if len(named) == 1:
        return Domain(named[0], frozenset(row[0] for row in fitting))
    first, second = named
    return PairTable(first, second, cast("frozenset[tuple[int, int]]", fitting))


@lru_cache(maxsize=256)
def _fitting(relation: Relation, domains: tuple[frozenset[int], ...]) -> frozenset[tuple[int, ...]]:
    # A rule of the whole board asks the same of all of its pairs of cells.
    return frozenset(v for v in product(*domains) if holds(relation, dict(enumerate(v))))


def _unrolled(
    variables: tuple[Variable, ...],
    domains: Domains,
    starts: Iterable[State],
    step: Callable[[int, State, int], Iterable[State]],
    accepts: Callable[[State], bool],
) -> Diagram:
    return unroll(variables, [domains[v] for v in variables], starts, step, accepts)


_Start: TypeAlias = dict[Variable, frozenset[int]]


def _on_paths(diagram: Diagram, start: _Start) -> _Start:
    narrowed = dict(start)
    if not diagram.starts:
        return dict.fromkeys(narrowed, frozenset())
    for variable, values in zip(diagram.variables, diagram.support(), strict=True):
        narrowed[variable] &= values
    return narrowed


@lru_cache(maxsize=256)
def _partners(
    allowed: frozenset[tuple[int, int]],
) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
    """For each value of either variable those of the other that a table allows with it."""
    there: dict[int, set[int]] = {}
    back: dict[int, set[int]] = {}
    for a, b in allowed:
        there.setdefault(a, set()).add(b)
        back.setdefault(b, set()).add(a)
    return there, back


def _in_pairs(relation: PairTable, start: _Start) -> _Start:
    one, other = relation.first, relation.second
    there, back = _partners(relation.allowed)
    first, second = start[one], start[other]
    left = [a for a in first if a in there and not second.isdisjoint(there[a])]
    right = [b for b in second if b in back and not first.isdisjoint(back[b])]
    narrowed = start | {one: first.intersection(left)}
    narrowed[other] = narrowed[other].intersection(right)
    return narrowed


def _in_rows(
    variables: tuple[Variable, ...], rows: Iterable[tuple[int, ...]], start: _Start
) -> _Start:
    left = [start[variable] for variable in variables]
    seen: list[set[int]] = [set() for _ in variables]
    for row in rows:
        for value, domain in zip(row, left, strict=True):
            if value not in domain:
                break
        else:
            for value, here in zip(row, seen, strict=True):
                here.add(value)
    narrowed = dict(start)
    for variable, here in zip(variables, seen, strict=True):
        narrowed[variable] &= here
    return narrowed


def _without_placed(variables: tuple[Variable, ...], start: _Start) -> _Start:
    """Take out the values that other variables are known to have."""
    narrowed = dict(start)
    waiting = [v for v in variables if len(narrowed[v]) == 1]
    while waiting:
        placed = waiting.pop()
        for other in variables:
            if other != placed and narrowed[placed] & narrowed[other]:
                narrowed[other] -= narrowed[placed]
                if len(narrowed[other]) == 1:
                    waiting.append(other)
    return narrowed


def _by_sets(relation: ValueSet, start: _Start) -> _Start:
    narrowed = _without_placed(relation.variables, start)
    possible: set[int] = set()
    for values in map(frozenset, relation.fitting):
        here = [narrowed[v] & values for v in relation.variables]
        if all(here) and frozenset().union(*here) == values:
            possible |= values
    return narrowed | {v: narrowed[v] & possible for v in relation.variables}


def _by_groups(relation: Or, start: _Start) -> _Start:
    union: dict[Variable, frozenset[int]] = dict.fromkeys(start, frozenset())
    for group in relation.groups:
        left = dict(start)
        for member in group:
            left |= support(member, left)
        if all(left.values()):
            union = {v: digits | left[v] for v, digits in union.items()}
    return union


def _guarded(guard: Guard | None, start: _Start, narrowed: _Start) -> _Start:
    if guard is None:
        return narrowed
    true = frozenset((guard.value,))
    making_true = start[guard.variable] & true if guard.sense else start[guard.variable] - true
    if making_true == start[guard.variable]:
        return narrowed
    if all(narrowed.values()):
        return start
    return {**start, guard.variable: start[guard.variable] - making_true}
