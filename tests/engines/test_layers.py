"""Clauses that stay loaded, and layers on top of them."""

from __future__ import annotations

import random
from threading import Thread

import pytest

from satdoku.base.limits import ENDLESS
from satdoku.board.geometry import Geometry
from satdoku.constraints import KillerCage
from satdoku.encodings.cnf import encode_long
from satdoku.engines import incremental
from satdoku.engines.incremental import ClauseLayer, Clauses, LongClauses
from satdoku.puzzle import Puzzle
from satdoku.rating import path, preset, start
from satdoku.rating.proofs import with_small_proofs
from satdoku.techniques.check import faults
from tests.constraints.constraint_oracle import read_example
from tests.shared import thinned

RULES = Puzzle.empty(Geometry.of_size(4), (KillerCage((0, 1, 5), 6), KillerCage((10, 11), 5)))
TOP = 64


def random_clauses(chance: random.Random) -> list[list[int]]:
    return [
        [chance.choice((-1, 1)) * v for v in chance.sample(range(1, TOP + 1), 3)]
        for _ in range(chance.randrange(40))
    ]


def compare(
    layer: ClauseLayer, below: LongClauses, own: list[list[int]], chance: random.Random
) -> None:
    """A layer answers as a solver with its own clauses alone."""
    clauses, guard = encode_long(RULES.model, top=TOP)
    assert guard == below.guard
    with Clauses([*clauses, *own]) as alone:
        for _ in range(6):
            some = chance.sample(range(1, TOP + 1), chance.randrange(1, 20))
            assumptions = [guard, *(chance.choice((-1, -1, 1)) * v for v in some)]
            answer = layer.solve(assumptions, ENDLESS)
            assert answer is alone.solve(assumptions, ENDLESS)
            if answer:
                literals = set(layer.model())
                assert all(not literals.isdisjoint(clause) for clause in [*own, *clauses])
            else:
                core = layer.core()
                assert set(core) <= set(assumptions)
                assert alone.solve(core, ENDLESS) is False


@pytest.mark.parametrize("seed", thinned(range(8), 8))
def test_a_layer_is_not_seen_from_others(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incremental, "_MAX_LAYERS", 5)
    chance = random.Random(seed)
    below = LongClauses(RULES.model, TOP)
    for _ in range(12):  # so that the clauses are loaded anew
        first, second = random_clauses(chance), random_clauses(chance)
        with ClauseLayer(below, first) as layer:
            assert layer.propagations == 0
            compare(layer, below, first, chance)
            with ClauseLayer(below, second) as other:
                compare(other, below, second, chance)
            compare(layer, below, first, chance)


def test_a_closed_layer_lets_other_threads_in() -> None:
    below = LongClauses(RULES.model, TOP)
    answers = []

    def ask() -> None:
        with ClauseLayer(below, [[1], [-1]]) as layer:
            answers.append(layer.attempt([], 10))

    with ClauseLayer(below) as layer:
        thread = Thread(target=ask)
        thread.start()
        assert layer.solve([below.guard], ENDLESS)
        assert not answers
    thread.join()
    assert answers == [False]


@pytest.mark.parametrize("rule", thinned(("killer-cage", "renban", "thermo"), 3))
def test_steps_where_every_clue_stays_loaded(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satdoku.encodings.cnf._MIN_LONG_RELATIONS", 0)
    puzzle = read_example(rule)
    route = path(start(puzzle), with_small_proofs(preset("human"), puzzle))
    assert route.outcome == "solved"
    for stage in route.stages:
        assert faults(stage.step, stage.before) == ()
