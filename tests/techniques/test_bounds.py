"""Sums of many cells: how low and how high they can be, house by house."""

from __future__ import annotations

import random
from functools import cache
from itertools import permutations, product

import pytest

from satdoku.board import Geometry
from satdoku.constraints.data import parse_rules
from satdoku.explaining import explain
from satdoku.puzzle import Puzzle
from satdoku.rating import start
from satdoku.relations import Linear
from satdoku.relations.kinds import Comparison
from satdoku.techniques.arguments.bounds import assigned, by_houses, long_sums
from satdoku.techniques.arguments.clues import ClueProof
from satdoku.techniques.arguments.reasons import HouseBounds
from satdoku.techniques.board import board_of
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from tests.shared import some

G4, G9 = Geometry.boxes(4, 2, 2), Geometry.classic()
DIGITS = range(1, 5)


@cache
def grids() -> list[tuple[int, ...]]:
    """All filled 4x4 boards."""
    halves = [
        (*one, *two)
        for one, two in product(permutations(DIGITS), repeat=2)
        if not any({*one[at : at + 2]} & {*two[at : at + 2]} for at in (0, 2))
    ]
    return [
        (*upper, *lower)
        for upper, lower in product(halves, repeat=2)
        if not any({*upper[at::4]} & {*lower[at::4]} for at in range(4))
    ]


@pytest.mark.parametrize("comparison", ["=", "<=", ">="])
def test_what_a_long_sum_refutes_is_in_no_filled_board(comparison: Comparison) -> None:
    draw, board = random.Random(comparison), board_of(Puzzle.empty(G4))
    refuted = missed = 0
    for _ in range(30):
        solution = draw.choice(grids())
        cells = draw.sample(range(16), draw.randint(13, 16))
        factors = tuple([draw.choice((1, 1, 1, -1, 10)) for _ in cells])
        value = sum(f * solution[c] for c, f in zip(cells, factors, strict=True))
        relation = Linear(tuple(cells), factors, comparison, value + draw.choice((0, 0, 6, -6, 20)))
        left = [{digit, *draw.sample(DIGITS, draw.randint(0, 2))} for digit in solution]
        (one,) = long_sums((relation,), board)
        ways = [
            grid
            for grid in grids()
            if all(digit in own for digit, own in zip(grid, left, strict=True))
            and relation.keeps(dict(enumerate(grid)))
        ]
        for cell, digit, _ in one.refuted(left):
            assert all(way[cell] != digit for way in ways)
            refuted += 1
        if one.is_missed(left):
            assert not ways
            missed += 1
    assert refuted > 20
    assert missed


def test_the_bound_of_a_house_is_what_its_cells_can_add_up_to() -> None:
    draw = random.Random(49)
    for _ in some(range(20)):
        left = [set(draw.sample(DIGITS, draw.randint(1, 4))) for _ in range(4)]
        totals = [sum(way) for way in permutations(DIGITS) if all(map(set.__contains__, left, way))]
        if totals:
            assert sum(assigned(left, most=False)) == min(totals)
            assert sum(assigned(left, most=True)) == max(totals)


def test_the_bound_of_a_house_of_many_cells_takes_no_ways() -> None:
    """There are more sets of 25 digits than can be gone through."""
    every = [set(range(1, 26))] * 25
    assert sum(assigned(every, most=False)) == sum(assigned(every, most=True)) == 325
    few = [{place, place + 1} for place in range(1, 25)]
    assert sum(assigned(few, most=False)) == sum(range(1, 25))
    assert sum(assigned(few, most=True)) == sum(range(2, 26))
    board = Geometry.boxes(25, 5, 5)
    rule = "sum:" + "+".join([f"r1c{n}" for n in range(1, 26)] + ["r5c1", "r5c2", "r5c3", "r5c4"])
    position = start(Puzzle.empty(board, parse_rules(f"{rule}:340", board)))
    step = technique("line-sums").first(position)
    assert step is not None
    assert {digit for _, digit in step.eliminations} == set(range(10, 26))
    assert "28 cells add up to at least 331 (325 in row 1 and 6 in box 1)" in explain(step, board)


def test_cells_are_parted_by_houses_and_alone_where_there_are_none() -> None:
    houses = board_of(Puzzle.empty(G9)).houses
    parts = by_houses(range(12), houses)
    assert [cell for _, cells in parts for cell in sorted(cells)] == [*range(12)]
    assert all(house is not None and {*cells} <= {*house.cells} for house, cells in parts)
    assert by_houses((3, 4), ()) == [(None, (3,)), (None, (4,))]


def test_a_long_sum_is_told_by_houses_and_checked() -> None:
    """Its 13 cells are a row, which adds up to 45, and four of another."""
    rule = "sum:" + "+".join(f"r1c{n}" for n in range(1, 10)) + "+r5c1+r5c2+r5c3+r5c4:56"
    position = start(Puzzle.empty(G9, parse_rules(rule, G9)))
    step = technique("line-sums").first(position)
    assert step is not None
    assert "12 cells add up to at least 51 (45 in row 1 and 6 in row 5)" in explain(step, G9)
    assert step.eliminations == tuple((c, d) for c in range(36, 40) for d in (6, 7, 8, 9))
    assert faults(step, position) == ()


def test_no_bounds_are_said_of_a_sum_with_factors() -> None:
    """The first cell of a pill counts ten times, and the cells of the arrow are taken away."""
    line = [f"r1c{n}" for n in range(1, 10)] + [f"r4c{n}" for n in range(1, 5)]
    rule = "pill-arrow:r9c1+r9c2:" + "+".join([*line, *(f"r5c{n}" for n in range(1, 8))])
    position = start(Puzzle.empty(G9, parse_rules(rule, G9)))
    step = technique("arrow-sums").first(position)
    assert step is not None
    assert isinstance(step.proof, ClueProof)
    assert step.eliminations
    assert not any(isinstance(one, HouseBounds) for one in step.proof.against)
    assert faults(step, position) == ()
