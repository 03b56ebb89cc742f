"""Relations as clauses over any literals.

A kind with a diagram gets a literal for each node, "the path passes here": a node and the next
value lead to one of the nodes after them. Clauses in the other direction, from a node to those
before it and from a value to the nodes that allow it, make unit propagation complete (Bacchus, "GAC
via unit propagation", 2007).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, chain, combinations, product
from typing import TypeAlias, assert_never, cast

from satdoku.base.records import dataclass
from satdoku.relations import (
    AllDifferent,
    Among,
    Automaton,
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

Literals: TypeAlias = Mapping[int, Mapping[int, int]]
"""For each variable the literal of every value that it can have."""


def clauses_of(
    relation: Relation, literals: Literals, fresh: Callable[[], int]
) -> Iterator[list[int]]:
    """Clauses that some values of the auxiliary literals satisfy where the relation holds.

    ``fresh`` gives a new auxiliary literal.

    :raises TooLarge: where the relation takes too many states.
    """
    # One case a kind, in one match, so that mypy names a kind that is missing.
    match relation:
        case AllDifferent():
            yield from _different(relation.variables, literals)
        case Domain():
            here = literals[relation.variable]
            yield [literal for value, literal in here.items() if value in relation.digits]
        case PairTable():
            first, second = literals[relation.first], literals[relation.second]
            yield from _pair(relation.allowed, first, second)
        case DigitSetSum():
            yield from _different(relation.variables, literals)
            ones = (1,) * len(relation.variables)
            total = Linear(relation.variables, ones, "=", relation.total)
            yield from _along(total, literals, fresh)
        case Table() | Linear() | Automaton() | Among() | Element():
            guard = _off(relation.guard, literals)
            if guard is not None:
                for clause in _direct(relation, literals) or _along(relation, literals, fresh):
                    yield guard + clause
        case ValueSet():
            guard = _off(relation.guard, literals)
            if guard is not None:
                for clause in _value_set(relation, literals, fresh):
                    yield guard + clause
        case Or():
            guard = _off(relation.guard, literals)
            if guard is not None and (alone := _one_clause(relation, literals)):
                yield guard + alone
            elif guard is not None:
                chosen = [fresh() for _ in relation.groups]
                yield guard + chosen
                for switch, group in zip(chosen, relation.groups, strict=True):
                    for member in group:
                        for clause in clauses_of(member, literals, fresh):
                            yield [-switch, *clause]
        case _:
            assert_never(relation)


def _off(guard: Guard | None, literals: Literals) -> list[int] | None:
    """The literals in front of each clause, true where the guard is false.

    ``None`` where the guard is never true.
    """
    if guard is None:
        return []
    literal = literals[guard.variable].get(guard.value)
    if literal is None:
        return None if guard.sense else []
    return [-literal if guard.sense else literal]


def _one_clause(relation: Or, literals: Literals) -> list[int] | None:
    """The clause of alternatives that are single domains; ``None`` for other alternatives."""
    clause: list[int] = []
    for group in relation.groups:
        if len(group) != 1 or not isinstance(group[0], Domain):
            return None
        here = literals[group[0].variable]
        clause += [literal for value, literal in here.items() if value in group[0].digits]
    return clause


def _different(variables: tuple[int, ...], literals: Literals) -> Iterator[list[int]]:
    for a, b in combinations(variables, 2):
        for value, literal in literals[a].items():
            if value in literals[b]:
                yield [-literal, -literals[b][value]]


_MAX_PAIRED_CELLS = 12
"""Cells for which "exactly one" is written by clauses for pairs."""


@dataclass(frozen=True)
class _Pattern:
    """The clauses of a diagram, over its nodes and over the values of its places, by number.

    nodes      the number of nodes
    starts     nodes, one of which is true
    kinds      values of one place between which the diagram makes no difference
    dead       (node, kind of value that leads nowhere from it)
    onward     (node, kind of value, nodes to one of which they lead)
    beside     (node, nodes of the place before, one of which leads to it, or nodes of the next
               place, to one of which it leads)
    support    (kind of value, nodes one of which allows it)
    """

    nodes: int
    starts: tuple[int, ...]
    kinds: tuple[tuple[int, ...], ...]
    dead: tuple[tuple[int, int], ...]
    onward: tuple[tuple[int, int, tuple[int, ...]], ...]
    beside: tuple[tuple[int, tuple[int, ...]], ...]
    support: tuple[tuple[int, tuple[int, ...]], ...]


@lru_cache(maxsize=64)
def _pattern(relation: Layered, domains: tuple[tuple[int, ...], ...]) -> _Pattern:
    """The pattern of a relation whose variables are numbered by their first places."""
    diagram = relation.diagram(dict(enumerate(domains)))
    first = [0, *accumulate(map(len, domains))]
    kinds: list[tuple[int, ...]] = []
    dead, onward, beside, support = [], [], [], []
    base = 0
    end = sum(map(len, diagram.layers))
    for variable, layer in zip(relation.variables, diagram.layers, strict=True):
        below = base + len(layer)
        alike: dict[tuple[frozenset[int] | None, ...], list[int]] = defaultdict(list)
        for i, value in enumerate(domains[variable]):
            alike[tuple([node.get(value) for node in layer])].append(first[variable] + i)
        before: dict[int, set[int]] = defaultdict(set)
        later: list[set[int]] = [set() for _ in layer]
        for afters, places in alike.items():
            kind = len(kinds)
            kinds.append(tuple(places))
            allowing = []
            for name, after in enumerate(afters, base):
                if after is None:
                    dead.append((name, kind))
                    continue
                allowing.append(name)
                if below == end:
                    continue
                onward.append((name, kind, tuple([below + n for n in sorted(after)])))
                for n in after:
                    before[below + n].add(name)
                    later[name - base].add(below + n)
            if len(allowing) < len(layer):
                support.append((kind, tuple(allowing)))
        beside += [(n, tuple(sorted(names))) for n, names in before.items()]
        if below != end:
            beside += [(name, tuple(sorted(names))) for name, names in enumerate(later, base)]
        base = below
    starts = tuple(sorted(diagram.starts))
    return _Pattern(
        base, starts, tuple(kinds), tuple(dead), tuple(onward), tuple(beside), tuple(support)
    )


def _along(relation: Layered, literals: Literals, fresh: Callable[[], int]) -> list[list[int]]:
    # A board has many relations that differ in their cells alone: they share a pattern.
    named = tuple(dict.fromkeys(relation.variables))
    plain = renumbered(replace(relation, guard=None), {v: i for i, v in enumerate(named)})
    pattern = _pattern(cast("Layered", plain), tuple([tuple(literals[v]) for v in named]))
    if not relation.variables:
        return [] if pattern.starts else [[]]
    nodes = [fresh() for _ in range(pattern.nodes)]
    places = [literal for v in named for literal in literals[v].values()]
    clauses = [[nodes[n] for n in pattern.starts]]
    off = []
    for kind in pattern.kinds:
        if len(kind) == 1:
            off.append(-places[kind[0]])
        else:
            off.append(-fresh())
            clauses += [[-places[place], -off[-1]] for place in kind]
            clauses.append([off[-1], *[places[place] for place in kind]])
    clauses += [[-nodes[n], off[v]] for n, v in pattern.dead]
    clauses += [[-nodes[n], off[v], *[nodes[a] for a in after]] for n, v, after in pattern.onward]
    clauses += [[-nodes[n], *[nodes[m] for m in near]] for n, near in pattern.beside]
    clauses += [[off[v], *[nodes[n] for n in allowing]] for v, allowing in pattern.support]
    return clauses


def _direct(relation: Layered, literals: Literals) -> list[list[int]] | None:
    """Clauses without literals of their own, where they are few; ``None`` where they are not."""
    named = tuple(dict.fromkeys(relation.variables))
    plain = replace(relation, guard=None)
    if isinstance(plain, Among) and plain.counter is None and len(named) == len(plain.counted):
        direct = _direct_count(plain, literals)
        if direct is not None:
            return direct
    if not 1 <= len(named) <= 2:
        return None
    domains = {v: tuple(literals[v]) for v in named}
    fitting = _fitting(
        cast("Layered", renumbered(plain, {v: i for i, v in enumerate(named)})),
        tuple(domains.values()),
    )
    if len(named) == 1:
        return [[literals[named[0]][value] for value in domains[named[0]] if (value,) in fitting]]
    return _pair(fitting, literals[named[0]], literals[named[1]])


def _direct_count(relation: Among, literals: Literals) -> list[list[int]] | None:
    """Clauses for "at least one", "none" and "exactly one" of different variables."""
    of_cells = [
        [x for value, x in literals[v].items() if value in relation.digits]
        for v in relation.counted
    ]
    every = [*chain.from_iterable(of_cells)]
    match relation.comparison, relation.number:
        case ">=", 1:
            return [every]
        case "=", 0:
            return [[-literal] for literal in every]
        case "=", 1 if len(of_cells) <= _MAX_PAIRED_CELLS:
            pairs = combinations(of_cells, 2)
            return [every, *([-x, -y] for a, b in pairs for x in a for y in b)]
    return None


@lru_cache(maxsize=256)
def _fitting(relation: Layered, domains: tuple[tuple[int, ...], ...]) -> frozenset[tuple[int, ...]]:
    return frozenset(v for v in product(*domains) if relation.keeps(dict(enumerate(v))))


def _pair(
    allowed: frozenset[tuple[int, ...]], first: Mapping[int, int], second: Mapping[int, int]
) -> list[list[int]]:
    xs, ys = list(first.values()), list(second.values())
    there, back = _partners(allowed, tuple(first), tuple(second))
    clauses = [[-xs[i], *[ys[j] for j in of]] for i, of in there]
    clauses += [[-ys[j], *[xs[i] for i in of]] for j, of in back]
    return clauses


@lru_cache(maxsize=4096)
def _partners(
    allowed: frozenset[tuple[int, ...]], first: tuple[int, ...], second: tuple[int, ...]
) -> tuple[list[tuple[int, list[int]]], list[tuple[int, list[int]]]]:
    """For the values of one variable that exclude some of the other, by place, the values that they
    leave; and the other way round."""
    there = [
        (i, [j for j, y in enumerate(second) if (x, y) in allowed]) for i, x in enumerate(first)
    ]
    back = [
        (j, [i for i, x in enumerate(first) if (x, y) in allowed]) for j, y in enumerate(second)
    ]
    return (
        [(i, of) for i, of in there if len(of) < len(second)],
        [(j, of) for j, of in back if len(of) < len(first)],
    )


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
