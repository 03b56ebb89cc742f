"""Random clues that are true of a given grid, for the rules that are written out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, pairwise

from planting import plant, true_of, walk

from satdoku.constraints import AllPairs, Automaton, PairTable, Regex
from satdoku.puzzle import Constraint, Geometry

Dice = random.Random
Values = Sequence[int]


def _table(
    chance: Dice, board: Geometry, pairs: list[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    every = [(a, b) for a in board.digits for b in board.digits]
    return (*pairs, *chance.sample(every, chance.randint(1, 6)))


@plant("pair-table")
def _pair_table(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, 4))
    inside = [values[cell] for cell in cells or ()]
    return cells and PairTable(cells, _table(chance, board, list(pairwise(inside))))


@plant("all-pairs")
def _all_pairs(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, 4))
    inside = [values[cell] for cell in cells or ()]
    return cells and AllPairs(cells, _table(chance, board, list(combinations(inside, 2))))


@plant("automaton")
def _automaton(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, 5))
    if not cells:
        return None
    states = range(chance.randint(2, 5))
    moves = tuple(
        (chance.choice(states), chance.choice(board.digits), chance.choice(states))
        for _ in range(len(states) * 5)
    )
    lines, breaks = (cells,), ()
    if chance.random() < 0.5:
        lines = chance.choice(((cells[:1], (), cells[1:]), ((), cells), (cells[:2], cells[2:])))
        breaks = tuple((state, chance.choice(states)) for state in states)
    return true_of(Automaton(lines, (0, 1), (states[-1],), moves, breaks), board, values)


@plant("regex")
def _regex(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, 5))
    inside = "".join(str(values[cell]) for cell in cells or ())
    last = str(board.digits[-1])
    pattern = chance.choice(
        (
            f".*({inside[:2]}|[2-{last}]1).*",
            f"[^{last}]*{last}?[^{last}]*",
            f"([1-3]{{2}}|{inside[0:1]}.?)+",
            f".{{1,2}}(1|3[24]|.){{0,3}}{inside[-1:]}",
        )
    )
    return cells and true_of(Regex(cells, pattern), board, values)
