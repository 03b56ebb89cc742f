import random

import pytest
from constraint_oracle import BOXES, full_grids, meant

from satdoku.board import BoardMap, Constraint, Geometry, Grid
from satdoku.constraints import Doppelganger, RegionSameValues
from satdoku.puzzle import Puzzle
from satdoku.solving import enumerate_solutions

WIDER = Geometry(4, 4, (0, 1, 2, 3, 4), BOXES.houses, BOXES.box)


DOUBLES = (2, 3, 1, 0, 1, 0, 4, 2, 0, 4, 2, 3, 3, 1, 0, 4)
"""A grid of doppelgangers."""


def grids() -> list[tuple[int, ...]]:
    """Grids that keep the houses of the board, some that keep a rule among them."""
    chance = random.Random(1)
    grids = []
    for start in [DOUBLES] * 60 + chance.sample(full_grids(BOXES), 60):
        digits = dict(zip(WIDER.digits, chance.sample(WIDER.digits, 5), strict=True))
        values = [digits[value] for value in start]
        grids.append(tuple(values))
        for _ in range(10):
            cell, digit = chance.randrange(16), chance.choice(WIDER.digits)
            if all(values[peer] != digit for peer in WIDER.peers[cell]):
                values[cell] = digit
            grids.append(tuple(values))
    return sorted({DOUBLES, *grids})


@pytest.mark.parametrize("rule", [Doppelganger(), RegionSameValues()])
def test_relations_engines_and_faults_mean_the_rule(rule: Constraint) -> None:
    test = meant(tuple(rule.relations(WIDER)), 16)
    keeping = []
    for values in grids():
        grid = Grid(WIDER, values)
        if rule.holds(grid):
            keeping.append(values)
        assert rule.holds(grid) == test(values)
        assert bool(list(rule.faults(grid))) != rule.holds(grid)
    assert keeping
    for values in keeping[:2]:
        givens = dict(list(enumerate(values))[:7])
        counts = set()
        for backend in ("sat", "cpsat"):
            puzzle = Puzzle.empty(WIDER, [rule]).with_givens(givens)
            answers = list(enumerate_solutions(puzzle, backend=backend))
            assert all(rule.holds(answer) for answer in answers)
            assert values in {answer.values for answer in answers}
            counts.add(len(answers))
        assert len(counts) == 1


@pytest.mark.parametrize("rule", [Doppelganger(), RegionSameValues()])
def test_images(rule: Constraint) -> None:
    turned = tuple(4 * (cell % 4) + 3 - cell // 4 for cell in range(16))
    same = {digit: digit for digit in range(5)}
    assert rule.image(BoardMap(WIDER, turned, same)) == rule
    zero = rule.image(BoardMap(WIDER, turned, same | {0: 1, 1: 0}))
    assert zero == (None if rule == Doppelganger() else rule)


def test_what_the_rules_need() -> None:
    assert "digits 0 to N" in (Doppelganger().unfit(BOXES) or "")
    assert "no houses" in (RegionSameValues().unfit(Geometry(2, 2, (1, 2), ())) or "")
    assert tuple(RegionSameValues().relations(BOXES)) == ()
