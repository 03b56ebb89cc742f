"""Long sums by groups, and sums that follow from houses, leave the grids that they should."""

from __future__ import annotations

import random

import pytest
from pysat.solvers import Solver

from satdoku.base.compiled import compiled_core
from satdoku.board import Geometry
from satdoku.encodings.cnf import encode
from satdoku.encodings.groups import by_groups
from satdoku.encodings.variables import Variables
from satdoku.model import Model
from satdoku.model.sums import implied, longer_implied, merged
from satdoku.relations import AllDifferent, DigitSetSum, Linear, Relation, holds
from tests.constraints.constraint_oracle import full_grids

needs_core = pytest.mark.skipif(
    compiled_core("implied_sums") is None, reason="satdoku.core is not compiled here"
)
BOARD = Geometry.boxes(4, 2, 2)
HOUSES: list[Relation] = [AllDifferent(house.cells) for house in BOARD.houses]


def of(model: Model) -> list[tuple[int, ...]]:
    """Every grid that the clauses of a model allow."""
    formula = encode(model)
    grids = []
    with Solver(name="cadical153", bootstrap_with=formula.clauses()) as solver:
        while solver.solve():
            true = [x for x in solver.get_model()[: formula.variables.count] if x > 0]
            grids.append(formula.variables.values(true))
            solver.add_clause([-x for x in true])
    return sorted(grids)


@pytest.mark.parametrize("seed", range(25))
def test_long_sums_leave_their_grids(seed: int) -> None:
    chance = random.Random(seed)
    cells = tuple(chance.sample(range(16), chance.randint(4, 9)))
    weights = tuple(chance.choice((1, 1, 1, 1, -1, 2)) for _ in cells)
    grid = chance.choice(full_grids(BOARD))
    total = sum(w * grid[c] for w, c in zip(weights, cells, strict=True))
    relation = Linear(cells, weights, "=", total)
    grids = [g for g in full_grids(BOARD) if holds(relation, dict(enumerate(g)))]
    assert of(Model(BOARD, [*HOUSES, relation])) == sorted(grids)


def test_a_sum_is_split_into_cells_that_differ() -> None:
    literals = {
        cell: dict(zip(BOARD.digits, row, strict=True))
        for cell, row in enumerate(Variables.full(BOARD).table)
    }
    numbers = iter(range(65, 10_000))
    relation = Linear((0, 1, 4, 10, 11), (1,) * 5, "=", 19)
    houses = [house.cells for house in BOARD.houses]
    (split,), _ = by_groups([relation], houses, literals, lambda: next(numbers))
    assert isinstance(split, Linear)
    # 9 of three cells and 7 of two: too little for 19, so that no total is left
    assert [sorted(literals[v]) for v in split.variables] == [[], []]
    (split,), _ = by_groups(
        [Linear((0, 1, 4, 10, 11), (1,) * 5, "=", 15)], houses, literals, lambda: next(numbers)
    )
    assert [sorted(literals[v]) for v in split.variables] == [[8, 9], [6, 7]]


@pytest.mark.parametrize("seed", range(25))
def test_what_houses_and_cages_imply_holds(seed: int) -> None:
    chance = random.Random(seed)
    grid = chance.choice(full_grids(BOARD))
    left = set(range(16))
    cages: list[Relation] = []
    while left and len(cages) < 6:
        cage = [chance.choice(sorted(left))]
        for cell in sorted(left, key=lambda _: chance.random()):
            near = any(abs(cell // 4 - c // 4) + abs(cell % 4 - c % 4) == 1 for c in cage)
            if len(cage) < 3 and near and grid[cell] not in [grid[c] for c in cage]:
                cage.append(cell)
        left -= set(cage)
        cages.append(DigitSetSum(tuple(cage), sum(grid[c] for c in cage), BOARD.digits))
    model = Model(BOARD, [*HOUSES, *cages])
    grids = [g for g in full_grids(BOARD) if all(holds(cage, dict(enumerate(g))) for cage in cages)]
    assert grids
    for values in map(dict, map(enumerate, grids)):
        for part in (implied(model), longer_implied(model)):
            assert all(holds(relation, values) for relation in part.relations)
    assert of(model) == sorted(grids)


@needs_core
def test_a_cage_of_a_row_leaves_its_innie(monkeypatch: pytest.MonkeyPatch) -> None:
    cage = DigitSetSum((0, 1, 2), 7, BOARD.digits)
    assert implied(Model(BOARD, [*HOUSES, cage])).domains[3] == {3}
    monkeypatch.setattr("satdoku.model.sums.compiled_core", lambda name: None)
    assert not implied(Model(BOARD, [*HOUSES, cage])).relations


@needs_core
def test_innies_of_five_cells_are_for_the_compiled_search_alone() -> None:
    geometry = Geometry.classic()
    houses: list[Relation] = [AllDifferent(house.cells) for house in geometry.houses]
    model = Model(geometry, [*houses, DigitSetSum((0, 1, 2, 3), 15, geometry.digits)])
    five = DigitSetSum((4, 5, 6, 7, 8), 30, geometry.digits)
    assert five in longer_implied(model).relations
    assert five not in implied(model).relations


@needs_core
@pytest.mark.parametrize(("total", "is_tight"), [(21, True), (40, False)])
def test_innies_of_many_cells_are_kept_near_what_they_can_be_at_most(
    total: int, is_tight: bool
) -> None:
    geometry = Geometry.classic()
    houses: list[Relation] = [AllDifferent(house.cells) for house in geometry.houses]
    cells = (0, 1, 3, 6, 10, 13, 14, 16)
    model = Model(geometry, [*houses, Linear(cells, (1,) * 8, "=", total)])
    rest = tuple(sorted({*range(18)} - {*cells}))
    rest_of_total = Linear(rest, (1,) * 10, "=", 90 - total)
    assert (rest_of_total in longer_implied(model).relations) is is_tight


@needs_core
@pytest.mark.parametrize("extra", [(), (0, 10, 20, 30, 40, 50, 60, 70, 80)])
def test_the_total_of_a_house_that_a_rule_makes_leaves_an_innie(extra: tuple[int, ...]) -> None:
    geometry = Geometry.classic()
    houses: list[Relation] = [AllDifferent(house.cells) for house in geometry.houses]
    model = Model(
        geometry,
        [
            *houses,
            *([AllDifferent(extra)] if extra else []),
            Linear((0, 10, 20, 30), (1,) * 4, "=", 20),
            Linear((40, 50, 60, 70), (1,) * 4, "=", 21),
        ],
    )
    assert (implied(model).domains.get(80) == {4}) is bool(extra)


def test_sums_added_up_hold_and_are_found() -> None:
    chance = random.Random(2)
    count = 0
    for _ in range(60):
        grid = chance.choice(full_grids(BOARD))
        left = chance.sample(range(16), 16)
        lines = [tuple(sorted(left[4 * i : 4 * i + chance.randint(2, 4)])) for i in range(3)]
        sums = [Linear(c, (1,) * len(c), "=", sum(grid[x] for x in c)) for c in lines]
        model = Model(BOARD, [*HOUSES, *sums])
        grids = [g for g in full_grids(BOARD) if all(holds(s, dict(enumerate(g))) for s in sums)]
        assert grid in grids
        for relation in merged(model).relations:
            count += 1
            assert all(holds(relation, dict(enumerate(g))) for g in grids)
        if merged(model).relations:
            assert of(model) == sorted(grids)
    assert count > 10


def test_parallel_diagonals_that_ask_too_much_together_are_refuted_at_once() -> None:
    # No diagonal of 49 or 50 is too much alone, nor are any three of these.
    geometry = Geometry.classic()
    diagonals = [
        (tuple(range(first, first + 8 * count, 8)), total)
        for first, count, total in ((8, 9, 50), (7, 8, 50), (17, 8, 50), (26, 7, 49))
    ]
    houses: list[Relation] = [AllDifferent(house.cells) for house in geometry.houses]
    sums = [Linear(cells, (1,) * len(cells), "=", total) for cells, total in diagonals]
    formula = encode(Model(geometry, [*houses, *sums]))
    with Solver(name="cadical153", bootstrap_with=formula.clauses()) as solver:
        solver.conf_budget(200)
        assert solver.solve_limited() is False
