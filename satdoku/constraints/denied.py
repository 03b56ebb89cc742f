"""The opposite of relations: what holds of values that break one of them."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, combinations, product
from math import comb
from typing import TypeAlias, assert_never

from satdoku.board.geometry import Geometry
from satdoku.constraints.machines import machine
from satdoku.relations import (
    AllDifferent,
    Among,
    Automaton,
    Comparison,
    DigitSetSum,
    Domain,
    Element,
    Guard,
    Linear,
    Or,
    PairTable,
    Relation,
    Table,
    TooLarge,
    ValueSet,
)

__all__ = ["opposite"]

_Cases: TypeAlias = "tuple[Relation, ...]"

_MAX_STATES = 5_000
"""States of the automaton that accepts what a table or an automaton does not."""
_MAX_SETS = 20_000
"""Sets of digits that are listed."""

_FLIPPED: dict[Comparison, tuple[Comparison, int]] = {
    "=": ("!=", 0),
    "!=": ("=", 0),
    "<=": (">=", 1),
    ">=": ("<=", -1),
}
"""The comparison that holds where another does not, and what is added to its number."""


def opposite(relations: Iterable[Relation], board: Geometry) -> tuple[Relation, ...]:
    """Relations that hold where one of some relations, whose variables are all cells, does not.

    :raises TooLarge: where there are too many cases.
    """
    groups = tuple(chain.from_iterable(_groups(relation, board) for relation in relations))
    if len(groups) == 1:
        return groups[0]
    return (Or(groups),) if groups else (Domain(0, frozenset()),)


def _values(variables: Iterable[int], board: Geometry) -> tuple[int, ...]:
    """The values that some of the variables may have."""
    return tuple(sorted({value for v in variables for value in board.values_of(v)}))


def _groups(relation: Relation, board: Geometry) -> Iterator[_Cases]:
    """Groups of relations, one of which holds where the relation does not."""
    # One case a kind, in one match, so that mypy names a kind that is missing.
    match relation:
        case AllDifferent((first, second)) if first != second:
            same = {*board.values_of(first)}.intersection(board.values_of(second))
            yield (PairTable(first, second, frozenset((value, value) for value in same)),)
        case AllDifferent():
            for digit in _values(relation.variables, board):
                yield (Among(relation.variables, frozenset((digit,)), ">=", 2),)
        case Domain():
            yield (
                Domain(
                    relation.variable,
                    frozenset(board.values_of(relation.variable)) - relation.digits,
                ),
            )
        case PairTable():
            ends = board.values_of(relation.first), board.values_of(relation.second)
            yield (replace(relation, allowed=frozenset(product(*ends)) - relation.allowed),)
        case DigitSetSum():
            yield from _groups(AllDifferent(relation.variables), board)
            yield (
                Linear(relation.variables, (1,) * len(relation.variables), "!=", relation.total),
            )
        case Table() | Linear() | Automaton() | Among() | Element() | ValueSet() | Or():
            applies = _applies(relation.guard, board)
            for group in _unkept(replace(relation, guard=None), board):
                yield (*applies, *group)
        case _:
            assert_never(relation)


def _applies(guard: Guard | None, board: Geometry) -> _Cases:
    if guard is None:
        return ()
    every = board.values_of(guard.variable)
    true = frozenset(value for value in every if (value == guard.value) is guard.sense)
    return (Domain(guard.variable, true),)


def _unkept(
    relation: Table | Linear | Automaton | Among | Element | ValueSet | Or, board: Geometry
) -> Iterator[_Cases]:
    match relation:
        case Linear():
            how, more = _FLIPPED[relation.comparison]
            yield (replace(relation, comparison=how, total=relation.total + more),)
        case Among():
            how, more = _FLIPPED[relation.comparison]
            yield (replace(relation, comparison=how, number=relation.number + more),)
        case Table():
            moves = {
                (row[:i], row[i], row[: i + 1]) for row in relation.rows for i in range(len(row))
            }
            yield (_not_read(relation.variables, board, [()], relation.rows, moves),)
        case Automaton():
            ends = relation.starts, relation.accepting
            yield (_not_read(relation.variables, board, *ends, relation.moves),)
        case Element():
            places = {relation.first + i: v for i, v in enumerate(relation.array)}
            beyond = frozenset(board.values_of(relation.index)).difference(places)
            yield (Domain(relation.index, beyond),)
            digits = _values((*relation.array, relation.result), board)
            differ = frozenset((a, b) for a in digits for b in digits if a != b)
            for place, variable in places.items():
                here = Domain(relation.index, frozenset((place,)))
                yield here, PairTable(variable, relation.result, differ)
        case ValueSet():
            yield from _groups(AllDifferent(relation.variables), board)
            size, digits = len(relation.variables), _values(relation.variables, board)
            if comb(len(digits), size) > _MAX_SETS:
                raise TooLarge(f"there are too many sets of {size} of {len(digits)} digits")
            others = frozenset(map(frozenset, combinations(digits, size))) - relation.sets
            yield (ValueSet(relation.variables, others),)
        case Or():
            yield tuple(one for group in relation.groups for one in opposite(group, board))


def _not_read(
    variables: tuple[int, ...],
    board: Geometry,
    starts: Iterable[Hashable],
    accepting: Collection[Hashable],
    moves: Iterable[tuple[Hashable, int, Hashable]],
) -> Automaton:
    """The automaton that accepts what one of some states and moves does not."""
    after: dict[tuple[Hashable, int], set[Hashable]] = {}
    for state, value, then in moves:
        after.setdefault((state, value), set()).add(then)
    known: set[frozenset[Hashable]] = set()

    def step(states: frozenset[Hashable], value: int) -> frozenset[Hashable]:
        known.add(states)
        if len(known) > _MAX_STATES:
            raise TooLarge("an automaton has too many sets of states")
        return frozenset().union(*[after.get((state, value), ()) for state in states])

    digits = _values(variables, board)
    return machine(variables, digits, [frozenset(starts)], step, frozenset(accepting).isdisjoint)
