"""The consequences of an assumption by singles are followed in three places (docs/ARCHITECTURE.md);
they must fail for the same assumptions."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from satdoku.base.limits import ENDLESS
from satdoku.board import Geometry
from satdoku.board.constraint import Constraint
from satdoku.constraints import AntiKnight, NonConsecutive
from satdoku.puzzle import Position, Puzzle
from satdoku.techniques.board import open_candidates
from satdoku.techniques.reasoning import multiple
from satdoku.techniques.reasoning.propagate import Consequences, propagate
from satdoku.techniques.searches.small.position import Facts
from satdoku.techniques.searches.small.settle import Scratch
from satdoku.techniques.searches.small.trail import follow

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
        assert follow(facts, (v, True)).run() is (end is not None)
        run = propagate(cands, 2 * (cell * size + d) + 1, ENDLESS, dynamic=True)
        if name != "pairs":  # where rules need candidates, chains follow more than singles
            assert (run.clash is not None) is (end is not None)
        failed += end is not None
    assert 0 < failed < len(facts.pairs)


@pytest.mark.parametrize("name", POSITIONS)
def test_cases_are_followed_only_where_they_agree(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The results of static chains are those that following all cases gives."""
    module = sys.modules[multiple.__module__]
    runs = 0

    def counted(*args: Any, **options: Any) -> Consequences:
        nonlocal runs
        runs += 1
        return propagate(*args, **options)

    monkeypatch.setattr(module, "propagate", counted)
    settled = Scratch.of(open_candidates(POSITIONS[name]))
    assert settled.settle(settled.singles()) is None

    def found() -> list[object]:
        each = multiple(settled.cands, ENDLESS, dynamic=False)
        return [(f.kind, f.source, f.house, f.gone, [end.id for end in f.ends]) for f in each]

    quick, few = found(), runs
    monkeypatch.setattr(module._Reached, "agree", lambda *_: True)
    assert found() == quick
    assert quick
    assert few <= runs - few
    assert few < runs - few or name != "classic"
