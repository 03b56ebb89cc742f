"""The premises that a step does not name: without a solver they are those that a solver gives."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest

from satdoku.base.limits import ENDLESS
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY
from satdoku.puzzle import Puzzle
from satdoku.rating import path, preset, start
from satdoku.techniques import premises
from satdoku.techniques.board import open_candidates
from satdoku.techniques.catalogue import technique
from satdoku.techniques.premises import with_premises

from .test_variants import BOARDS, carve

NAMES = ("pointing", "claiming", "naked-pair", "simple-colouring", "x-wing", "xy-wing")


def test_houses_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = carve(*BOARDS["6x6 anti-knight"], 3)
    steps = [
        (open_candidates(stage.before), step)
        for stage in path(start(puzzle), preset("human")).stages[::4]
        for name in NAMES
        for step in islice(technique(name).bare(stage.before), 20)
    ]
    seen: Counter[bool] = Counter()
    is_plain = premises._Argument._is_plain

    def counted(argument: premises._Argument) -> bool:
        is_quick = is_plain(argument)
        seen[is_quick] += 1
        return is_quick

    monkeypatch.setattr(premises._Argument, "_is_plain", counted)
    quick = [with_premises(cands, step, ENDLESS).besides for cands, step in steps]
    monkeypatch.setattr(premises._Argument, "_is_plain", lambda _: False)
    assert quick == [with_premises(cands, step, ENDLESS).besides for cands, step in steps]
    assert min(seen[True], seen[False]) > 5
    assert any(quick)


def test_the_compiled_core_finds_what_the_solver_finds() -> None:
    """Of steps about clues: what both find is enough, and no pair of it can be left out."""
    pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")
    dot, knight = REGISTRY["black-dot"], REGISTRY["anti-knight"]()
    less = REGISTRY["less-than"](cells=(0, 1))
    cages = (((0, 1, 6), 8), ((2, 8, 9), 9), ((14, 15), 7), ((21, 22, 28), 11))
    rules = [REGISTRY["killer-cage"](cells=c, sum=total) for c, total in cages]
    puzzle = Puzzle.empty(
        Geometry.boxes(6, 2, 3), (*rules, dot(cells=(8, 9)), dot(cells=(3, 9)), less, knight)
    )
    rng, sizes = random.Random(3), Counter[int]()
    for _ in range(40):
        pairs = [(c, d) for c in range(36) for d in range(1, 7) if rng.random() < 0.3]
        position = start(puzzle).eliminate(pairs)
        cands = open_candidates(position)
        for step in islice(technique("cage-combinations").bare(position), 10):
            argument = premises._Argument(cands, step)
            pairs = argument.pairs()
            enough = argument._searched(pairs, ENDLESS)
            assert enough is not None
            assert (enough == []) == (argument._solved(pairs, ENDLESS) == [])
            assert set(argument._solved(enough, ENDLESS)) == set(enough)
            sizes[len(enough)] += 1
    assert min(sizes[0], sizes[1], sizes[2]) > 5
