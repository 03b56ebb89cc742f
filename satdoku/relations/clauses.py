"""The kinds of relation that have no clauses of their own making, as clauses over any literals.

A kind with a diagram gets a literal for each node, "some path that is followed passes here": a
node and the value that comes next lead on to one of the nodes after them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias, assert_never, cast

from satdoku.relations import (
    AllDifferent,
    Automaton,
    Count,
    Diagram,
    DigitSetSum,
    Domain,
    Element,
    Guard,
    Layered,
    Linear,
    Or,
    PairTable,
    Relation,
    Table,
    ValueSet,
    renumbered,
)

__all__ = ["Literals", "clauses_of"]

Literals: TypeAlias = Mapping[int, Mapping[int, int]]
"""For each variable the literal of every value that it can have."""


def clauses_of(
    relation: Relation, literals: Literals, fresh: Callable[[], int]
) -> Iterator[list[int]]:
    """Clauses that some values of the auxiliary literals satisfy where the relation holds.

    ``fresh`` gives a new auxiliary literal.

    :raises TooLarge: where the relation takes too many states.
    """
    match relation:
        case AllDifferent():
            yield from _different(relation.variables, literals)
        case Domain():
            here = literals[relation.variable]
            yield [literal for value, literal in here.items() if value in relation.digits]
        case PairTable():
            first, second = literals[relation.first], literals[relation.second]
            for a, x in first.items():
                for b, y in second.items():
                    if (a, b) not in relation.allowed:
                        yield [-x, -y]
        case DigitSetSum():
            yield from _different(relation.variables, literals)
            ones = (1,) * len(relation.variables)
            total = Linear(relation.variables, ones, "=", relation.total)
            yield from _along(total, literals, fresh)
        case Table() | Linear() | Automaton() | Count() | Element():
            guard = _off(relation.guard, literals)
            if guard is not None:
                for clause in _along(relation, literals, fresh):
                    yield guard + clause
        case ValueSet():
            guard = _off(relation.guard, literals)
            if guard is not None:
                for clause in _value_set(relation, literals, fresh):
                    yield guard + clause
        case Or():
            guard = _off(relation.guard, literals)
            if guard is not None:
                chosen = [fresh() for _ in relation.groups]
                yield guard + chosen
                for switch, group in zip(chosen, relation.groups, strict=True):
                    for member in group:
                        for clause in clauses_of(member, literals, fresh):
                            yield [-switch, *clause]
        case _:
            assert_never(relation)


def _off(guard: Guard | None, literals: Literals) -> list[int] | None:
    """What stands before each clause: literals that are true where the guard is false.

    ``None`` where it is never true.
    """
    if guard is None:
        return []
    literal = literals[guard.variable].get(guard.value)
    if literal is None:
        return None if guard.sense else []
    return [-literal if guard.sense else literal]


def _different(variables: tuple[int, ...], literals: Literals) -> Iterator[list[int]]:
    for a, b in combinations(variables, 2):
        for value, literal in literals[a].items():
            if value in literals[b]:
                yield [-literal, -literals[b][value]]


@lru_cache(maxsize=32)
def _diagram(relation: Layered, domains: tuple[tuple[int, ...], ...]) -> Diagram:
    return relation.diagram(dict(enumerate(domains)))


def _along(relation: Layered, literals: Literals, fresh: Callable[[], int]) -> Iterator[list[int]]:
    # A board has many relations that differ in their cells alone: they share a diagram.
    named = tuple(dict.fromkeys(relation.variables))
    plain = renumbered(replace(relation, guard=None), {v: i for i, v in enumerate(named)})
    diagram = _diagram(cast("Layered", plain), tuple(tuple(literals[v]) for v in named))
    names = [[fresh() for _ in layer] for layer in diagram.layers]
    if not names:
        if not diagram.starts:
            yield []
        return
    yield [names[0][node] for node in sorted(diagram.starts)]
    for i, (variable, layer) in enumerate(zip(relation.variables, diagram.layers, strict=True)):
        for name, node in zip(names[i], layer, strict=True):
            for value, literal in literals[variable].items():
                after = node.get(value)
                if after is None:
                    yield [-name, -literal]
                elif i + 1 < len(names):
                    yield [-name, -literal, *(names[i + 1][n] for n in sorted(after))]


def _value_set(
    relation: ValueSet, literals: Literals, fresh: Callable[[], int]
) -> Iterator[list[int]]:
    yield from _different(relation.variables, literals)
    chosen = {values: fresh() for values in relation.fitting}
    yield list(chosen.values())
    for values, switch in chosen.items():
        for value in values:
            yield [
                -switch,
                *(literals[v][value] for v in relation.variables if value in literals[v]),
            ]
    for variable in relation.variables:
        for value, literal in literals[variable].items():
            yield [-literal, *(s for values, s in chosen.items() if value in values)]
