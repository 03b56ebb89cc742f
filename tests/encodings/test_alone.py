"""Rules encoded one by one, each behind a guard, mean what they mean together."""

from __future__ import annotations

from itertools import combinations

import pytest

from satdoku.base.limits import UNLIMITED
from satdoku.board import Constraint, Geometry
from satdoku.constraints import AntiKing, AntiKnight, BothDiagonals, KillerCage, NonConsecutive
from satdoku.encodings.cnf import encode, encode_alone
from satdoku.engines.incremental import Clauses
from satdoku.model import Model
from satdoku.puzzle import Puzzle
from satdoku.solving import enumerate_solutions

BOARD = Geometry.boxes(4, 2, 2)
RULES: tuple[Constraint, ...] = (
    AntiKnight(),
    AntiKing(),
    BothDiagonals(),
    NonConsecutive(),
    KillerCage((0, 1, 4), 7),
)


@pytest.mark.parametrize("size", range(4))
def test_a_rule_counts_where_its_guard_is_assumed(size: int) -> None:
    base = encode(Model(BOARD, Puzzle.empty(BOARD).board_relations()))
    solver = Clauses(base.clauses())
    top, guards = base.top, []
    for rule in RULES:
        alone = encode_alone(base.variables, Model(BOARD, rule.relations(BOARD)), top=top)
        top = alone.top + 1
        guards.append(top)
        solver.extend([-top, *clause] for clause in alone.clauses())
    for chosen in combinations(range(len(RULES)), size):
        rules = [RULES[i] for i in chosen]
        for grid in enumerate_solutions(Puzzle.empty(BOARD)):
            assumed = [base.variables.literal(cell, d or 0) for cell, d in enumerate(grid.values)]
            asked = [*assumed, *(guards[i] for i in chosen)]
            holds = all(rule.holds(grid) for rule in rules)
            assert solver.solve(asked, UNLIMITED.start()) is holds
            if not holds:
                assert set(solver.core()) <= set(asked)
