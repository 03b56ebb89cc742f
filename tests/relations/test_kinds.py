"""Each kind of relation against brute force: its support, and its solutions as clauses."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from satdoku.base.limits import UNLIMITED
from satdoku.board import Geometry
from satdoku.encodings.cnf import encode
from satdoku.encodings.cpsat import ModelKind, build_from
from satdoku.encodings.program import Narrowing, program_of
from satdoku.engines import EngineOptions
from satdoku.engines.cpsat import _one_by_one
from satdoku.engines.incremental import Clauses
from satdoku.engines.protocol import Ending
from satdoku.model import Model
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
    holds,
    renumbered,
    simplified,
    support,
    variables_of,
)
from satdoku.relations.narrowing import narrow, users_of

BOARD = Geometry.latin(3)
DIGITS = (1, 2, 3)
USED = 4
"""Cells that relations speak of; the others are 1."""
AUXILIARY = {9: (0, 1, 2, 4), 10: (1, 3)}
NAMED = (*range(USED), *AUXILIARY)
COMPARISONS: tuple[Comparison, ...] = ("=", "<=", ">=", "!=")


def variables(chance: random.Random, count: int, auxiliary: bool) -> tuple[int, ...]:
    pool = [*range(USED), *(AUXILIARY if auxiliary else ())]
    return tuple(chance.sample(pool, count))


def guard(chance: random.Random) -> Guard | None:
    if chance.random() < 0.6:
        return None
    return Guard(chance.randrange(USED), chance.randint(1, 4), chance.random() < 0.5)


def table(chance: random.Random, aux: bool) -> Relation:
    size = chance.randint(1, 4)
    rows = {tuple(chance.choices(range(5), k=size)) for _ in range(chance.randint(0, 30))}
    return Table(variables(chance, size, aux), frozenset(rows), guard(chance))


def linear(chance: random.Random, aux: bool) -> Relation:
    size = chance.randint(1, 4)
    coefficients = tuple(chance.choices((-2, -1, 1, 2, 3, 10), k=size))
    comparison = chance.choice(COMPARISONS)
    total = chance.randint(-8, 14)
    return Linear(variables(chance, size, aux), coefficients, comparison, total, guard(chance))


def automaton(chance: random.Random, aux: bool) -> Relation:
    size, states = chance.randint(1, 4), range(4)
    moves = {
        (chance.choice(states), chance.randint(0, 4), chance.choice(states))
        for _ in range(chance.randint(0, 25))
    }
    starts, ends = chance.sample(states, chance.randint(0, 2)), chance.sample(states, 2)
    return Automaton(
        variables(chance, size, aux),
        frozenset(starts),
        frozenset(ends),
        frozenset(moves),
        guard(chance),
    )


def count(chance: random.Random, aux: bool) -> Relation:
    *counted, counter = variables(chance, chance.randint(2, 4), aux)
    digits = frozenset(chance.sample(range(5), chance.randint(0, 3)))
    comparison = chance.choice(COMPARISONS)
    if chance.random() < 0.5:
        return Among(tuple(counted), digits, comparison, chance.randint(0, 4), None, guard(chance))
    return Among(tuple(counted), digits, comparison, chance.randint(-1, 1), counter, guard(chance))


def element(chance: random.Random, aux: bool) -> Relation:
    index, result, *array = variables(chance, chance.randint(3, 4), aux)
    return Element(index, tuple(array), result, chance.randint(0, 2), guard(chance))


def value_set(chance: random.Random, aux: bool) -> Relation:
    size = chance.randint(1, 3)
    sets = {
        frozenset(chance.sample(range(5), chance.choice((size, size, 2))))
        for _ in range(chance.randint(0, 5))
    }
    return ValueSet(variables(chance, size, aux), frozenset(sets), guard(chance))


def basic(chance: random.Random, aux: bool) -> Relation:
    cells = variables(chance, chance.randint(2, 3), aux)
    allowed = frozenset((chance.randint(1, 3), chance.randint(1, 3)) for _ in range(5))
    return chance.choice(
        [
            AllDifferent(cells),
            Domain(cells[0], frozenset(chance.sample(range(5), 2))),
            PairTable(cells[0], cells[1], allowed),
            DigitSetSum(cells, chance.randint(2, 7), DIGITS),
        ]
    )


def either(chance: random.Random, aux: bool) -> Relation:
    groups = tuple(
        tuple(chance.choice(LEAVES)(chance, aux) for _ in range(chance.randint(0, 2)))
        for _ in range(chance.randint(0, 3))
    )
    return Or(groups, guard(chance))


LAYERED: list[Callable[[random.Random, bool], Relation]] = [
    table,
    linear,
    automaton,
    count,
    element,
]
LEAVES = [*LAYERED, value_set, basic]
EVERY = [*LEAVES, either]


def assignments(relation: Relation) -> Iterator[dict[int, int]]:
    """Every assignment of the cells in use and of the auxiliary variables it speaks of."""
    known = [*range(USED), *(v for v in AUXILIARY if v in variables_of(relation))]
    for values in product(*(AUXILIARY.get(v, DIGITS) for v in known)):
        yield dict(zip(known, values, strict=True))


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("auxiliary", [False, True], ids=["cells", "auxiliary"])
def test_clauses_against_brute_force(kind: Callable[..., Relation], auxiliary: bool) -> None:
    chance = random.Random(kind.__name__)
    idle = [Domain(cell, frozenset((1,))) for cell in range(USED, 9)]
    for _ in range(20):
        relation = kind(chance, auxiliary)
        domains = [Domain(v, frozenset(values)) for v, values in AUXILIARY.items()]
        expected = {
            tuple(values[c] for c in range(USED))
            for values in assignments(relation)
            if holds(relation, values)
        }
        formula = encode(Model(BOARD, [*idle, *(domains if auxiliary else ()), relation]))
        solutions = set()
        with Clauses(formula.clauses()) as solver:
            while solver.solve([], UNLIMITED.start()):
                values = formula.variables.values(solver.model())
                assert values[:USED] not in solutions
                solutions.add(values[:USED])
                solver.add([-literal for literal in formula.variables.literals(values)])
        assert solutions == expected, relation


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize(
    ("model", "seed"),
    [
        ("integer", 0),
        *(
            pytest.param(*row, marks=pytest.mark.full)
            for row in (("integer", 1), ("boolean", 0), ("boolean", 1))
        ),
        *(pytest.param(*row, marks=pytest.mark.slow) for row in (("integer", 2), ("boolean", 2))),
    ],
)
def test_cpsat_against_brute_force(
    kind: Callable[..., Relation], model: ModelKind, seed: int
) -> None:
    chance = random.Random(f"{kind.__name__} {seed}")
    for auxiliary in (False, True):
        relation = kind(chance, auxiliary)
        idle = range(USED, 9)
        domains = [Domain(v, frozenset(values)) for v, values in AUXILIARY.items()]
        demands = [*(domains if auxiliary else ()), relation]
        expected = {
            tuple(values[c] for c in range(USED))
            for values in assignments(relation)
            if holds(relation, values)
        }
        left = [(1,) if cell in idle else DIGITS for cell in range(9)]
        built = build_from(Model(BOARD, demands), left, model)
        options = EngineOptions()
        ending = Ending()
        solutions = [v[:USED] for v in _one_by_one(built, options, UNLIMITED.start(), ending)]
        assert ending.exhausted
        assert len(solutions) == len(set(solutions))
        assert set(solutions) == expected, relation


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_the_core_against_brute_force(kind: Callable[..., Relation]) -> None:
    pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")
    chance = random.Random(kind.__name__)
    domains = [Domain(v, frozenset(values)) for v, values in AUXILIARY.items()]
    whole = 0
    for _ in range(60):
        auxiliary = chance.random() < 0.6
        relations = [kind(chance, auxiliary), chance.choice(EVERY)(chance, auxiliary)]
        shown = {c: chance.choice(((1, 2, 3), (1, 3), (1, 2))) for c in range(USED)}
        idle = [Domain(cell, frozenset(shown.get(cell, (1,)))) for cell in range(9)]
        model = Model(BOARD, [*idle, *domains, *relations])
        program = program_of(model)
        assert program is not None
        start = [sum(1 << digit - 1 for digit in model.domains[c] if digit < 4) for c in range(9)]
        narrowing = Narrowing(program, start, DIGITS)
        expected = {
            values[:USED]
            for values in product(*shown.values(), *AUXILIARY.values())
            if all(holds(r, dict(zip(NAMED, values, strict=True))) for r in relations)
        }
        for values in expected:
            assert narrowing.left is not None, relations
            assert all(m >> v - 1 & 1 for m, v in zip(narrowing.left.masks, values, strict=False))
        if program.is_whole:
            whole += 1
            solutions = [v[:USED] for _ in range(3) for v in narrowing.advance(10**6, 100)]
            assert narrowing.exhausted
            assert len(solutions) == len(set(solutions))
            assert set(solutions) == expected, relations
    assert whole > 10


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_support_against_brute_force(kind: Callable[..., Relation]) -> None:
    chance = random.Random(kind.__name__)
    for _ in range(60):
        relation = kind(chance, True)
        every = list(assignments(relation))
        shown = {
            v: frozenset(chance.sample(sorted({a[v] for a in every}), chance.randint(1, 2)))
            for v in every[0]
        }
        good = [a for a in every if all(a[v] in shown[v] for v in a) and holds(relation, a)]
        supported = support(relation, shown)
        variables = set(variables_of(relation))
        assert set(supported) == variables
        for variable in variables:
            needed = {a[variable] for a in good}
            assert needed <= supported[variable] <= shown[variable], relation
            if kind in LAYERED and getattr(relation, "guard", None) is None:
                assert supported[variable] == needed, relation


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_what_several_leave_is_a_fixpoint_that_loses_no_solution(
    kind: Callable[..., Relation],
) -> None:
    chance = random.Random(f"several {kind.__name__}")
    ended = set()
    for _ in range(20):
        relations = [kind(chance, True), *(chance.choice(EVERY)(chance, True) for _ in range(2))]
        shown = {c: chance.sample((1, 2, 3), chance.randint(1, 3)) for c in range(USED)}
        values = [*shown.values(), *AUXILIARY.values()]
        start = {v: frozenset(left) for v, left in zip(NAMED, values, strict=True)}
        good = [
            solution
            for solution in (dict(zip(NAMED, one, strict=True)) for one in product(*values))
            if all(holds(relation, solution) for relation in relations)
        ]
        left, users = dict(start), users_of(relations)
        is_open = narrow(relations, left, users)
        ended.add(is_open)
        assert is_open is all(left.values())
        assert is_open or not good, relations
        assert all(left[v] <= start[v] for v in NAMED)
        if is_open:
            assert all(solution[v] in left[v] for solution in good for v in NAMED)
            assert all(left[v] == s for r in relations for v, s in support(r, left).items())
        # The same from what was narrowed last alone.
        again = dict(start)
        if is_open and narrow(relations[:1], again, users_of(relations[:1])):
            begun = [p for v in NAMED if again[v] != start[v] for p in users.get(v, ())]
            assert narrow(relations, again, users, [*begun, 1, 2])
            assert all(solution[v] in again[v] for solution in good for v in NAMED)
    assert True in ended


def test_equal_futures_are_one_node() -> None:
    domains = dict.fromkeys(range(4), DIGITS)
    diagram = Linear((0, 1, 2, 3), (1, 1, 1, 1), "<=", 100).diagram(domains)
    assert [len(layer) for layer in diagram.layers] == [1] * 4


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_simplified_and_renumbered_mean_the_same(kind: Callable[..., Relation]) -> None:
    chance = random.Random(kind.__name__)
    turned = {0: 9, 9: 0, 1: 10, 10: 1}
    for _ in range(40):
        relation = kind(chance, True)
        other = renumbered(relation, turned)
        assert renumbered(other, turned) == relation
        simple = simplified(relation, {v: AUXILIARY.get(v, DIGITS) for v in range(11)})
        if len(set(variables_of(relation))) in (1, 2):
            assert isinstance(simple, AllDifferent | Domain | PairTable | DigitSetSum)
        for values in assignments(relation):
            true = holds(relation, values)
            assert holds(simple, values) == true, relation
            assert holds(other, {turned.get(v, v): x for v, x in values.items()}) == true, relation


@pytest.mark.full
def test_a_relation_too_large_is_refused() -> None:
    size = 100
    wide = Linear(
        tuple(range(size)),
        tuple(7**i for i in range(size)),
        "=",
        5 * sum(7**i for i in range(size)),
    )
    with pytest.raises(TooLarge):
        wide.diagram({v: range(1, 10) for v in range(size)})
