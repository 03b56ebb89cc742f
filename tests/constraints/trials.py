"""Random clues of a rule against brute force on small boards."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import from_data, parse_rules, to_data, to_words
from satdoku.constraints.common import Clue
from satdoku.puzzle import Puzzle
from satdoku.solving import enumerate_solutions
from tests.constraints.constraint_oracle import (
    BOARDS,
    BOXES,
    full_grids,
    kept,
    meant,
    moved,
    symmetries,
)
from tests.constraints.planting import PLANTS

RAW = Geometry(3, 4, (0, 1, 2, 3, 4, 5), ())
"""A board without houses, with more digits than its sides, 0 among them."""


def planted(name: str, seed: int) -> Iterator[tuple[Constraint, Geometry, tuple[int, ...]]]:
    """Clues of a rule, each true of a grid of its small board: all houses, some, or none."""
    chance = random.Random(f"{name} {seed}")
    for board in (*BOARDS.values(), RAW):
        for _ in range(200):
            if board is RAW:
                values = tuple(chance.choice(RAW.digits) for _ in range(RAW.cell_count))
            else:
                values = chance.choice(full_grids(board))
            rule = PLANTS[name](chance, board, values)
            if rule is not None and rule.unfit(board) is None:
                yield rule, board, values
                break


def trial(name: str, seeds: Iterable[int] = (0,), *, broken: bool = True, images: int = 12) -> None:
    """Random clues of a rule against brute force: relations, both engines, faults, images, data.

    ``broken``: also on grids that break houses, which the relations of some rules rely on;
    ``images``: how many of a clue are tried, of 40 moves some of which leave none.
    """
    cases = [case for seed in seeds for case in planted(name, seed)]
    assert cases, "no board had a grid that keeps the rule"
    chance = random.Random(name)
    for rule, board, values in cases:
        test = meant(tuple(rule.relations(board)), board.cell_count)
        assert from_data(json.loads(json.dumps(to_data(rule, board))), board) == rule
        assert parse_rules(to_words(rule, board), board) == (rule,)
        grids = full_grids(board) if board.houses else [values]
        scope = rule.scope(board)
        for _ in range(60 if broken or not board.houses else 0):
            other = list(values)
            for cell in chance.sample(scope, min(len(scope), chance.randint(1, 4))):
                other[cell] = chance.choice(board.digits)
            grids = [*grids, tuple(other)]
        right = {v for v in grids if rule.holds(Grid(board, v))}
        assert right == {v for v in grids if test(v)}, (rule, board)
        whole = right.intersection(full_grids(board)) if board.houses else right
        for grid in chance.sample(grids, min(len(grids), 80)):
            faults = list(rule.faults(Grid(board, grid)))
            assert bool(faults) == (grid not in right), (rule, grid, faults)
            if isinstance(rule, Clue):  # what a search asks has no digits elsewhere
                own: list[Any] = [v if c in scope else None for c, v in enumerate(grid)]
                assert rule.fits(own, board) == (grid in right), (rule, grid)
        for grid in chance.sample(sorted(right), min(len(right), 20)):
            part = tuple(v if chance.random() < 0.5 else None for v in grid)
            assert not list(rule.faults(Grid(board, part))), (rule, part)
            assert rule.may_hold(part, board), (rule, part)
        if board.houses:
            givens = {cell: values[cell] for cell in chance.sample(range(16), 4)}
            puzzle = Puzzle.empty(board, [rule]).with_givens(givens)
            wanted = {v for v in whole if all(v[c] == d for c, d in givens.items())}
            for engine in ("sat", "cpsat"):
                answers = enumerate_solutions(puzzle, backend=engine)
                assert {g.values for g in answers} == wanted, (rule, engine)
        if board is BOXES:
            maps = chance.sample(symmetries(), 40)
            tried = ((m, image) for m in maps if (image := rule.image(m)) is not None)
            for board_map, image in islice(tried, images):
                wanted = {moved(v, board_map) for v in whole}
                assert wanted == kept(image, BOXES), (rule, board_map, image)
