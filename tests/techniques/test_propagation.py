"""What follows from an assumption by singles is followed in three places (docs/ARCHITECTURE.md);
they must fail for the same assumptions."""

from __future__ import annotations

import pytest

from satdoku.base.limits import ENDLESS
from satdoku.board import Geometry
from satdoku.board.constraint import Constraint
from satdoku.constraints import AntiKnight, NonConsecutive
from satdoku.puzzle import Position, Puzzle
from satdoku.techniques.board import open_candidates
from satdoku.techniques.facts.position import Facts
from satdoku.techniques.facts.trail import Trail
from satdoku.techniques.reasoning.propagate import propagate
from satdoku.techniques.settle import Scratch

from .support import position_of

MINIMAL = ".7.9....35....7..28.3.5....2...8..9.6...9.8.7.5...3......5..4....4.....9.......31"
G6 = Geometry.boxes(6, 2, 3)


def of(rules: tuple[Constraint, ...], givens: dict[int, int]) -> Position:
    return Position.of(Puzzle.empty(G6, rules).with_givens(givens))


POSITIONS = {
    "classic": position_of(MINIMAL),
    "houses of rules": of((AntiKnight(),), {0: 1, 9: 2, 20: 3, 35: 4}),
    "pairs": of((AntiKnight(), NonConsecutive()), {1: 3, 28: 5}),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_three_ways_to_follow_singles_fail_together(name: str) -> None:
    settled = Scratch.of(open_candidates(POSITIONS[name]))
    assert settled.settle(settled.singles()) is None
    cands = settled.cands
    facts, scratch, size = Facts(cands), Scratch.of(cands), cands.board.size
    failed = 0
    for v, (cell, d) in enumerate(facts.pairs):
        end = scratch.copy().assume(cell, d)
        assert Trail(facts, (v, True)).run() is (end is not None)
        run = propagate(cands, 2 * (cell * size + d) + 1, ENDLESS, dynamic=True)
        if name != "pairs":  # where rules need candidates, chains follow more than singles
            assert (run.clash is not None) is (end is not None)
        failed += end is not None
    assert 0 < failed < len(facts.pairs)
