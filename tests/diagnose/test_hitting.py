"""Smallest hitting sets against all subsets of a few elements."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from satdoku.base.limits import UNLIMITED, Limit, RanOut
from satdoku.diagnosing.hitting import HittingSets


def smallest(elements: int, sets: list[set[int]]) -> set[frozenset[int]]:
    for size in range(elements + 1):
        smallest_sets = {
            frozenset(chosen)
            for chosen in combinations(range(elements), size)
            if all(set(chosen) & each for each in sets)
        }
        if smallest_sets:
            return smallest_sets
    return set()


@pytest.mark.parametrize("seed", range(40))
def test_each_set_added_leaves_a_smallest(seed: int) -> None:
    chance = random.Random(seed)
    elements = chance.randint(1, 9)
    hitting = HittingSets(range(elements))
    sets: list[set[int]] = []
    for _ in range(12):
        size = chance.randint(1, elements)
        sets.append(set(chance.sample(range(elements), size)))
        hitting.add(sets[-1])
        assert hitting.smallest(UNLIMITED.start()) in smallest(elements, sets)
    best = smallest(elements, sets)
    size_of_best = len(next(iter(best)))
    for left in range(len(best), 0, -1):
        one = hitting.smallest(UNLIMITED.start())
        assert one in best, left
        best.remove(one)
        hitting.block(one)
    after = hitting.smallest(UNLIMITED.start())
    assert after is None or len(after) > size_of_best
    hitting.close()


def test_sets_apart_are_counted_without_a_search() -> None:
    hitting = HittingSets(range(600))
    for first in range(0, 600, 6):
        hitting.add(range(first, first + 6))
        hitting.add([first, (first + 8) % 600])
    assert hitting.at_least == 100
    out = Limit(cancel=lambda: True).start()
    assert hitting.smallest(out, 99) is None
    with pytest.raises(RanOut):
        hitting.smallest(out, 100)
    hitting.close()


def test_nothing_to_meet_is_met_by_nothing() -> None:
    assert HittingSets(range(3)).smallest(UNLIMITED.start()) == frozenset()
    assert HittingSets(range(0)).smallest(UNLIMITED.start()) == frozenset()


def test_what_cannot_be_met() -> None:
    hitting = HittingSets(range(3))
    hitting.add([7])
    assert hitting.smallest(UNLIMITED.start()) is None
    assert hitting.at_least == 4
    blocked = HittingSets(range(3))
    blocked.add([1])
    blocked.block([1])
    assert blocked.smallest(UNLIMITED.start()) is None
    assert blocked.at_least == 4


def test_a_bound_on_the_size() -> None:
    hitting = HittingSets(range(6))
    for pair in ((0, 1), (2, 3), (4, 5)):
        hitting.add(pair)
    assert hitting.smallest(UNLIMITED.start(), at_most=2) is None
    assert hitting.at_least == 3
    assert len(hitting.smallest(UNLIMITED.start()) or ()) == 3


def test_the_clock_is_kept() -> None:
    with pytest.raises(RanOut, match="the limit on seconds ran out"):
        HittingSets(range(3)).smallest(Limit(seconds=0).start())
