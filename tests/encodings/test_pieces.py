"""Clauses for the pieces of unknown regions, against every connected set of places."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

core = pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")


def connected(places: frozenset[int], pairs: set[tuple[int, int]]) -> bool:
    reached = {min(places)}
    for _ in places:
        reached |= {b for a, b in pairs if a in reached and b in places}
    return reached == places


@pytest.mark.parametrize("seed", range(20))
def test_every_piece_goes_on(seed: int) -> None:
    chance = random.Random(seed)
    rows, columns, size = chance.choice([(3, 3, 3), (3, 4, 4), (2, 5, 5), (4, 3, 6)])
    count = rows * columns
    near = [(i, i + 1) for i in range(count) if (i + 1) % columns]
    near += [(i, i + columns) for i in range(count - columns)]
    joined = {pair for pair in near if chance.random() < chance.choice((0, 0.2))}
    apart = {pair for pair in near if pair not in joined and chance.random() < 0.2}
    literal = {pair: n for n, pair in enumerate(near, 1) if pair not in joined}
    borders = [n for pair in near if pair not in apart for n in (*pair, literal.get(pair, 0))]
    both = {pair for a, b in near if (a, b) not in apart for pair in ((a, b), (b, a))}
    wanted: dict[frozenset[int], list[frozenset[int]]] = {}
    for length in range(1, size):
        for places in map(frozenset, combinations(range(count), length)):
            leaving = {p for p in near if len(places & {*p}) == 1} - apart
            if connected(places, both) and not leaving & joined:
                wanted.setdefault(frozenset(literal[p] for p in leaving), []).append(places)
    clauses = core.pieces(count, borders, size, 10**6)
    assert len(clauses) == sum(map(len, wanted.values()))
    pair_of = {number: pair for pair, number in literal.items()}
    sizes = []
    for clause in clauses:
        said = {pair_of[-n] for n in clause if n < 0}
        waiting = wanted[frozenset(n for n in clause if n > 0)]
        for places in waiting:
            inside = said | {p for p in joined if {*p} <= places}
            turned = {(b, a) for a, b in inside}
            if all({*p} <= places for p in said) and connected(places, inside | turned):
                break
        else:
            pytest.fail(f"{clause} is about no piece")
        waiting.remove(places)
        sizes.append(len(places))
    assert sizes == sorted(sizes)
    # With fewer literals the largest pieces are left out, all of one size together.
    for most in (0, 10, 100):
        some = core.pieces(count, borders, size, most)
        assert some == clauses[: len(some)]
        assert sum(map(len, some)) <= most
        assert len(some) == len(clauses) or sizes[len(some)] not in sizes[: len(some)]


@pytest.mark.parametrize(
    ("borders", "reason"),
    [([0, 1], "three numbers"), ([0, 4, 1], "not on the board"), ([0, 1, -1], "positive")],
)
def test_borders_that_are_none(borders: list[int], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        core.pieces(4, borders, 2, 100)
