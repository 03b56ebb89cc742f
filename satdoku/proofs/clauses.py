"""Clauses of the relations that version 2 of ``open-candidates`` adds, from their definitions.

They share nothing with :mod:`satdoku.encodings` nor with the diagrams of :mod:`satdoku.relations`:
only the fields of each relation are read. ``docs/certificates.md`` has the definitions in words.

Soundness needs one thing of each method: for all values that make the relation true, the new
variables can be chosen so that every clause holds. Completeness (there is no choice for other
values) makes a proof possible. The tests compare both with brute force.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TypeAlias, TypeVar, assert_never

from satdoku.base.errors import Unsupported
from satdoku.base.limits import Clock
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
    Relation,
    Table,
    ValueSet,
)
from satdoku.relations.kinds import Comparison

Clause: TypeAlias = tuple[int, ...]
"""Literals, ascending by variable, no variable twice."""

ValueLiterals: TypeAlias = Mapping[int, int]
"""The open candidates of a variable: value to literal, both ascending."""

MAX_CLAUSES = 5_000_000
"""Python could not check a proof about more clauses in reasonable time or memory."""

MAX_TOTALS = 100_000
"""The number of different totals of its last terms with which a sum is still written."""

_CLAUSES_PER_LOOK = 5_000
"""Clauses between two looks at the clock."""

State = TypeVar("State", bound=Hashable)


class Writer:
    """Collects the clauses of relations, each with the literals ``unless`` in front of it.

    table    the open candidates of every variable
    clauses  what has been written; more is written at its end
    top      the highest variable in use; new ones follow it
    """

    def __init__(
        self, table: Sequence[ValueLiterals], clauses: list[Clause], top: int, clock: Clock
    ) -> None:
        self.table = table
        self.clauses = clauses
        self.top = top
        self._clock = clock

    def relation(self, relation: Relation, unless: Clause = ()) -> None:
        """The relation holds, or one of the literals ``unless`` is true."""
        if not isinstance(relation, AllDifferent | Domain | PairTable | DigitSetSum):
            guarded = self._guarded(relation.guard, unless)
            if guarded is None:
                return
            unless = guarded
        # One case a kind, in one match, so that mypy names a kind that is missing.
        match relation:
            case AllDifferent():
                self._different(relation.variables, unless)
            case Domain():
                for value, x in self.table[relation.variable].items():
                    if value not in relation.digits:
                        self._add(*unless, -x)
            case PairTable():
                self._pairs(relation, unless)
            case DigitSetSum():
                self._different(relation.variables, unless)
                each = [(self.table[v], {d: d for d in self.table[v]}) for v in relation.variables]
                self._total(each, "=", relation.total, unless)
            case Table():
                self._table(relation, unless)
            case Linear():
                terms = zip(relation.coefficients, relation.variables, strict=True)
                each = [(self.table[v], {d: c * d for d in self.table[v]}) for c, v in terms]
                self._total(each, relation.comparison, relation.total, unless)
            case Automaton():
                self._automaton(relation, unless)
            case Among():
                rows = [self.table[v] for v in relation.counted]
                each = [(row, {d: int(d in relation.digits) for d in row}) for row in rows]
                if relation.counter is not None:
                    row = self.table[relation.counter]
                    each.append((row, {d: -d for d in row}))
                self._total(each, relation.comparison, relation.number, unless)
            case Element():
                self._element(relation, unless)
            case ValueSet():
                self._value_set(relation, unless)
            case Or():
                self._groups(relation.groups, unless)
            case _:
                assert_never(relation)

    def _guarded(self, guard: Guard | None, unless: Clause) -> Clause | None:
        """``unless`` with the guard's literal; ``None`` where the guard is false."""
        if guard is None:
            return unless
        x = self.table[guard.variable].get(guard.value)
        if x is None:  # the variable has another value
            return None if guard.sense else unless
        return (*unless, -x if guard.sense else x)

    def _add(self, *literals: int) -> None:
        clause = tuple(sorted(set(literals), key=abs))
        if any(a == -b for a, b in pairwise(clause)):
            return  # always true
        self.clauses.append(clause)
        if len(self.clauses) > MAX_CLAUSES:
            raise too_many()
        if len(self.clauses) % _CLAUSES_PER_LOOK == 0:
            self._clock.check("the formula was made")

    def _new(self) -> int:
        self.top += 1
        return self.top

    def _different(self, variables: Sequence[int], unless: Clause) -> None:
        if len(set(variables)) < len(variables):
            self._add(*unless)
        for first, second in combinations(variables, 2):
            for value, x in self.table[first].items():
                if (y := self.table[second].get(value)) is not None:
                    self._add(*unless, -x, -y)

    def _pairs(self, relation: PairTable, unless: Clause) -> None:
        row = self.table[relation.first]
        if relation.first == relation.second:
            for value, x in row.items():
                if (value, value) not in relation.allowed:
                    self._add(*unless, -x)
            return
        for clause in pair_clauses(relation, self.table):
            self._add(*unless, *clause)

    def _table(self, relation: Table, unless: Clause) -> None:
        """A variable a row that is open: one of the rows; all of it; each candidate in a row."""
        rows = [self.table[v] for v in relation.variables]
        possible = sorted(
            values
            for values in relation.rows
            if all(value in row for value, row in zip(values, rows, strict=True))
        )
        chosen = [self._new() for _ in possible]
        self._add(*unless, *chosen)
        for selector, values in zip(chosen, possible, strict=True):
            for value, row in zip(values, rows, strict=True):
                self._add(row[value], -selector)
        for place, row in enumerate(rows):
            for value, x in row.items():
                having = [
                    selector
                    for selector, values in zip(chosen, possible, strict=True)
                    if values[place] == value
                ]
                self._add(*unless, -x, *having)

    def _element(self, relation: Element, unless: Clause) -> None:
        """An index of no place is false; of a place, its member and the result agree."""
        result = self.table[relation.result]
        for index, x in self.table[relation.index].items():
            place = index - relation.first
            if not 0 <= place < len(relation.array):
                self._add(*unless, -x)
                continue
            member = self.table[relation.array[place]]
            for here, there in ((member, result), (result, member)):
                for value, y in here.items():
                    equal = [there[value]] if value in there else []
                    self._add(*unless, -x, -y, *equal)

    def _value_set(self, relation: ValueSet, unless: Clause) -> None:
        """The variables differ; a variable a set: one of the sets, and all of its values."""
        self._different(relation.variables, unless)
        places: dict[int, list[int]] = {}
        for variable in relation.variables:
            for value, x in self.table[variable].items():
                places.setdefault(value, []).append(x)
        possible = sorted(
            tuple(sorted(values))
            for values in relation.sets
            if len(values) == len(relation.variables) and values <= places.keys()
        )
        chosen = [self._new() for _ in possible]
        self._add(*unless, *chosen)
        for selector, values in zip(chosen, possible, strict=True):
            for value in values:
                self._add(*places[value], -selector)
        for value, literals in sorted(places.items()):
            having = [s for s, values in zip(chosen, possible, strict=True) if value in values]
            for x in literals:
                self._add(*unless, -x, *having)

    def _groups(self, groups: Sequence[Sequence[Relation]], unless: Clause) -> None:
        """A variable a group, which demands its relations; one of the groups."""
        if len(groups) == 1:
            for relation in groups[0]:
                self.relation(relation, unless)
            return
        chosen = [self._new() for _ in groups]
        self._add(*unless, *chosen)
        for selector, group in zip(chosen, groups, strict=True):
            for relation in group:
                self.relation(relation, (-selector,))

    def _total(
        self,
        terms: Sequence[tuple[ValueLiterals, Mapping[int, int]]],
        comparison: Comparison,
        total: int,
        unless: Clause,
    ) -> None:
        """The sum of the terms compares with ``total``; a term maps each value to its contribution.

        A state is the total so far. It is followed as long as the later terms decide.
        """
        # For each place the sums that the terms from there on can contribute.
        rests: list[set[int]] = [{0}]
        for _, worth in reversed(terms):
            rests.append({part + rest for part in set(worth.values()) for rest in rests[-1]})
            if len(rests[-1]) > MAX_TOTALS:
                raise Unsupported(
                    f"a sum over {len(terms)} variables takes too many clauses for a certificate"
                )
        rests.reverse()
        if not rests[0]:
            return  # a variable without a candidate, which is a clause of its own
        spans = [(min(rest), max(rest)) for rest in rests]

        def holding(place: int, reached: int) -> bool | None:
            """Whether it holds whatever follows; ``None`` where that decides."""
            rest, (least, most), wanted = rests[place], spans[place], total - reached
            match comparison:
                case "=" | "!=":
                    if wanted in rest and len(rest) > 1:
                        return None
                    return (wanted in rest) is (comparison == "=")
                case "<=":
                    low, high = least <= wanted, most <= wanted
                case ">=":
                    low, high = least >= wanted, most >= wanted
                case _:
                    assert_never(comparison)
            return low if low is high else None

        def after(place: int, reached: int, value: int) -> list[int] | None:
            longer = reached + terms[place][1][value]
            holds = holding(place + 1, longer)
            return [longer] if holds is None else None if holds else []

        start = holding(0, 0)
        if start is not True:
            self._run([row for row, _ in terms], [] if start is False else [0], after, unless)

    def _automaton(self, relation: Automaton, unless: Clause) -> None:
        """A state is one of the automaton's, if an accepting one can be reached from it."""
        rows = [self.table[v] for v in relation.variables]
        moves: dict[tuple[int, int], list[int]] = {}
        for state, value, end in sorted(relation.moves):
            moves.setdefault((state, value), []).append(end)
        leading = [set(relation.accepting)]
        for row in reversed(rows):
            ends = leading[-1]
            leading.append({s for s, value, end in relation.moves if value in row and end in ends})
        leading.reverse()
        if not rows and relation.starts & relation.accepting:
            return

        def after(place: int, state: int, value: int) -> list[int] | None:
            ends = [end for end in moves.get((state, value), ()) if end in leading[place + 1]]
            return None if ends and place + 1 == len(rows) else ends

        self._run(rows, sorted(relation.starts & leading[0]), after, unless)

    def _run(
        self,
        rows: Sequence[ValueLiterals],
        starts: Iterable[State],
        after: Callable[[int, State, int], list[State] | None],
        unless: Clause,
    ) -> None:
        """A variable a state before each place: one of the starts; each value leads on.

        ``after`` returns the states that a value leads to, or ``None`` where all is well then.
        """
        states = {state: self._new() for state in starts}
        self._add(*unless, *states.values())
        for place, row in enumerate(rows):
            following: dict[State, int] = {}
            for state, s in states.items():
                for value, x in row.items():
                    ends = after(place, state, value)
                    if ends is None:
                        continue
                    for end in ends:
                        if end not in following:
                            following[end] = self._new()
                    self._add(-s, -x, *[following[end] for end in ends])
            states = following


def too_many() -> Unsupported:
    """The refusal of a formula that is too large."""
    return Unsupported(
        f"the formula would have more than {MAX_CLAUSES:,} clauses, too many for a certificate"
    )


def pair_clauses(relation: PairTable, table: Sequence[ValueLiterals]) -> Iterator[Clause]:
    """Each candidate of one variable demands an allowed partner in the other."""
    allowed = relation.allowed
    turned = frozenset((b, a) for a, b in allowed)
    for here, there, pairs in (
        (table[relation.first], table[relation.second], allowed),
        (table[relation.second], table[relation.first], turned),
    ):
        for digit, x in here.items():
            good = [y for other, y in there.items() if (digit, other) in pairs]
            bad = [y for other, y in there.items() if (digit, other) not in pairs]
            if len(bad) == 1:  # shorter, and as strong
                yield tuple(sorted((-x, -bad[0]), key=abs))
            elif bad:
                yield tuple(sorted((-x, *good), key=abs))
