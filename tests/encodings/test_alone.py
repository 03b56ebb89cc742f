"""Rules encoded one by one, each behind a guard, mean what they mean together."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from satdoku.base.limits import UNLIMITED
from satdoku.board import Constraint, Geometry
from satdoku.constraints import (
    AntiKing,
    AntiKnight,
    BothDiagonals,
    KillerCage,
    NonConsecutive,
    XSum,
)
from satdoku.encodings import cnf
from satdoku.encodings.cnf import encode, encode_alone, encode_part
from satdoku.encodings.formula import ClauseKind, Formula
from satdoku.encodings.variables import Variables
from satdoku.engines.incremental import Clauses
from satdoku.model import Model
from satdoku.puzzle import Puzzle
from satdoku.relations import variables_of
from satdoku.solving import enumerate_solutions
from tests.shared import thinned

BOARD = Geometry.boxes(4, 2, 2)
RULES: tuple[Constraint, ...] = (
    AntiKnight(),
    AntiKing(),
    BothDiagonals(),
    NonConsecutive(),
    KillerCage((0, 1, 4), 7),
)


@pytest.mark.parametrize("size", thinned(range(4), 2))
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
            assumptions = [*assumed, *(guards[i] for i in chosen)]
            holds = all(rule.holds(grid) for rule in rules)
            assert solver.solve(assumptions, UNLIMITED.start()) is holds
            if not holds:
                assert set(solver.core()) <= set(assumptions)


@pytest.mark.parametrize("kind", ["minimal", "extended"])
@pytest.mark.parametrize("rule", [KillerCage((0, 1, 4), 7), BothDiagonals(), XSum("left", 2, 7)])
def test_a_part_that_is_kept_has_the_clauses_that_it_would_have_anew(
    rule: Constraint, kind: ClauseKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    random, model = Random(3), Model(BOARD, rule.relations(BOARD))
    cells = {v for relation in model.relations for v in variables_of(relation)}
    formulas_written = 0

    def counted(*args: Any, **options: Any) -> Formula:
        nonlocal formulas_written
        formulas_written += 1
        return encode_alone(*args, **options)

    monkeypatch.setattr(cnf, "encode_alone", counted)
    for number in range(1, 9):
        masks = [random.randrange(1, 16) for _ in range(BOARD.cell_count)]
        for other in range(2):
            # The second time, candidates of other cells move the numbers of all.
            now = [mask if v in cells else mask ^ other for v, mask in enumerate(masks)]
            variables = Variables.pruned(BOARD, now)
            top = variables.count + 5 * other
            anew = encode_alone(variables, model, top=top, kind=kind)
            part = encode_part(variables, model, top=top, kind=kind)
            assert part == ([list(clause) for clause in anew.clauses()], anew.top)
        assert formulas_written == number
