"""The garbage collector runs seldom where a path is walked, and as before when it is not."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

import satdoku
from satdoku.base.garbage import seldom_gc
from satdoku.base.limits import Clock
from satdoku.rating import preset, start, walk
from satdoku.techniques.board import Candidates
from satdoku.techniques.searches.houses.singles import FullHouse
from satdoku.techniques.step import Step

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_overlapping() -> None:
    before = gc.get_threshold()
    first, second = seldom_gc(), seldom_gc()
    first.__enter__()
    seldom = gc.get_threshold()
    second.__enter__()
    first.__exit__(None, None, None)
    assert gc.get_threshold() == seldom
    assert seldom[0] > before[0]
    second.__exit__(None, None, None)
    assert gc.get_threshold() == before


def test_a_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    before = gc.get_threshold()
    inside = []
    search = FullHouse.search

    def watched(one: FullHouse, cands: Candidates, clock: Clock) -> Iterator[Step]:
        inside.append(gc.get_threshold())
        return search(one, cands, clock)

    monkeypatch.setattr(FullHouse, "search", watched)
    stages = walk(start(satdoku.parse(PUZZLE)), preset("human"))
    next(stages)
    assert inside
    assert before not in inside
    assert gc.get_threshold() == before  # however long the others are left


def test_a_collector_that_is_off_stays_off() -> None:
    before = gc.get_threshold()
    try:
        gc.set_threshold(0)
        with seldom_gc():
            assert gc.get_threshold()[0] == 0
    finally:
        gc.set_threshold(*before)
