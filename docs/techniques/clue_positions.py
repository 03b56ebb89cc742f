"""Positions with clues for the technique pages: random clues that are true of a random grid."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

import satdoku
from satdoku.board import Geometry, Grid
from satdoku.board.constraint import DIRECTIONS, SIDES, Constraint
from satdoku.constraints import REGISTRY
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import path, preset, start
from satdoku.rating.proofs import with_small_proofs
from satdoku.techniques.catalogue import technique
from satdoku.techniques.step import Step

Digits = list[int]
Draw = Callable[[random.Random, Digits], dict[str, Any]]


def _walk(rng: random.Random, length: int, diagonal: bool = True) -> tuple[int, ...]:
    cells = [rng.randrange(81)]
    while len(cells) < length:
        row, column = divmod(cells[-1], 9)
        near = [
            9 * r + c
            for r in range(max(0, row - 1), min(9, row + 2))
            for c in range(max(0, column - 1), min(9, column + 2))
            if 9 * r + c not in cells and (diagonal or r == row or c == column)
        ]
        if not near:
            return _walk(rng, length, diagonal)
        cells.append(rng.choice(near))
    return tuple(cells)


def _line(least: int, most: int, diagonal: bool = True) -> Draw:
    return lambda rng, _: {"cells": _walk(rng, rng.randint(least, most), diagonal)}


def _whisper(rng: random.Random, digits: Digits) -> dict[str, Any]:
    """A line as long as the solution allows, up to nine cells."""
    cells = [rng.randrange(81)]
    while len(cells) < 9:
        row, column = divmod(cells[-1], 9)
        near = [
            9 * r + c
            for r in range(max(0, row - 1), min(9, row + 2))
            for c in range(max(0, column - 1), min(9, column + 2))
            if 9 * r + c not in cells and abs(digits[9 * r + c] - digits[cells[-1]]) >= 5
        ]
        if not near:
            break
        cells.append(rng.choice(near))
    return {"cells": tuple(cells)} if len(cells) > 5 else _whisper(rng, digits)


def _cage(rng: random.Random, digits: Digits) -> dict[str, Any]:
    cells = _walk(rng, rng.randint(2, 4), diagonal=False)
    return {"cells": tuple(sorted(cells)), "sum": sum(digits[c] for c in cells)}


def _arrow(rng: random.Random, digits: Digits) -> dict[str, Any]:
    bulb, *cells = _walk(rng, rng.randint(3, 4))
    return {"bulb": bulb, "cells": tuple(cells)}


def _square(rng: random.Random, digits: Digits) -> dict[str, Any]:
    first = 9 * rng.randrange(8) + rng.randrange(8)
    cells = (first, first + 1, first + 9, first + 10)
    return {"cells": cells, "digits": tuple(sorted({digits[c] for c in cells}))}


def _pair(rng: random.Random, digits: Digits) -> dict[str, Any]:
    return {"cells": _walk(rng, 2, diagonal=False)}


def _side(most: int) -> Draw:
    return lambda rng, _: {
        "side": rng.choice(SIDES), "index": rng.randint(1, 9), "sum": rng.randint(0, most),
    }  # fmt: skip


def _diagonal(rng: random.Random, digits: Digits) -> dict[str, Any]:
    start_cell = rng.choice([c for c in range(81) if {c // 9, c % 9} & {0, 8}])
    return {
        "start": start_cell, "direction": rng.choice(DIRECTIONS), "sum": rng.randint(3, 45),
    }  # fmt: skip


def _total(rng: random.Random, digits: Digits) -> dict[str, Any]:
    cells = _walk(rng, rng.randint(3, 4))
    return {"cells": cells, "total": sum(digits[c] for c in cells)}


def _region_sum(rng: random.Random, digits: Digits) -> dict[str, Any]:
    """A line through three boxes or more with one sum in each."""
    while True:
        cells = _walk(rng, rng.randint(6, 10))
        pieces = groupby(cells, key=lambda cell: (cell // 27, cell % 9 // 3))
        sums = [sum(digits[cell] for cell in piece) for _, piece in pieces]
        if len(sums) > 2 and len(set(sums)) == 1:
            return {"cells": cells}


DRAWN: dict[str, tuple[str, int, Draw]] = {
    "cage-combinations": ("killer-cage", 14, _cage),
    "thermo-bounds": ("thermo", 7, _line(4, 6)),
    "arrow-sums": ("arrow", 9, _arrow),
    "dot-pairs": ("black-dot", 8, _pair),
    "whisper-partners": ("whisper", 5, _line(4, 5)),
    "whisper-polarity": ("whisper", 4, _whisper),
    "renban-range": ("renban", 7, _line(4, 5)),
    "between-ends": ("between", 7, _line(4, 6)),
    "sandwich-sets": ("sandwich", 8, _side(35)),
    "little-killer-bounds": ("little-killer", 8, _diagonal),
    "line-sums": ("sum", 9, _total),
    "outside-clues": ("x-sum", 8, _side(45)),
    "group-patterns": ("modular-line", 7, _line(4, 6)),
    "indexer-places": ("column-indexer", 10, lambda rng, _: {"cells": (rng.randrange(81),)}),
    "quadruple-digits": ("quadruple", 8, _square),
    "innies-outies": ("killer-cage", 30, _cage),
    "equal-totals": ("region-sum", 6, _region_sum),
    "parity-chain": ("white-dot", 22, _pair),
    "modulus-chain": ("modular-line", 6, _line(4, 6)),
    "high-low-chain": ("zipper", 10, _line(3, 5)),
    "entropy-chain": ("entropic-line", 6, _line(4, 6)),
    "joined-clues": ("white-dot", 22, _pair),
    "digit-places": ("renban", 7, _line(4, 6)),
    "house-combinations": ("killer-cage", 16, _cage),
    "killer-pair": ("killer-cage", 16, _cage),
    "killer-triple": ("killer-cage", 16, _cage),
    "conflicting-combinations": ("killer-cage", 24, _cage),
    "digit-counts": ("arrow", 9, _arrow),
    "clue-chain": ("renban", 8, _line(3, 4)),
    "clue-forcing-chains": ("renban", 8, _line(3, 4)),
    "clue-negation": ("renban", 8, _line(3, 4)),
}
"""For each technique the rule to show it with, how many clues, and how one is drawn."""

LEFTOVERS = "law-of-leftovers"

MODIFIED = "modified-cells"
NAMES = (*DRAWN, LEFTOVERS, MODIFIED)
"""The techniques whose positions are made here."""

_RARE = {
    "whisper-polarity", "parity-chain", "modulus-chain", "entropy-chain", "joined-clues",
    "killer-pair", "digit-places", "house-combinations", "equal-totals", "killer-triple",
    "conflicting-combinations", "digit-counts",
    "clue-forcing-chains", "clue-negation",
}  # fmt: skip
"""Those that are seldom the next step: any position that shows them will do."""


def _irregular(rng: random.Random) -> Geometry:
    """A 9x9 with irregular regions: boxes that have exchanged cells at random."""
    label = [9 * (cell // 27) + cell % 9 // 3 for cell in range(81)]
    near = [
        [c for c in (cell - 9, cell + 9) if 0 <= c < 81]
        + [c for c in (cell - 1, cell + 1) if c // 9 == cell // 9]
        for cell in range(81)
    ]

    def joined(region: int) -> bool:
        cells = {cell for cell in range(81) if label[cell] == region}
        reached, fresh = set[int](), {min(cells)}
        while fresh:
            reached |= fresh
            fresh = {c for cell in fresh for c in near[cell]} & cells - reached
        return reached == cells

    for _ in range(400):
        one = rng.randrange(81)
        first, second = label[one], label[rng.choice(near[one])]
        other = rng.choice([cell for cell in range(81) if label[cell] == second])
        if first == second:
            continue
        label[one], label[other] = second, first
        if not (joined(first) and joined(second)):
            label[one], label[other] = first, second
    return Geometry.jigsaw(label)


def _clues(name: str, rng: random.Random, grid: Grid, digits: Digits) -> list[Constraint]:
    rule, count, draw = DRAWN[name]
    kind = REGISTRY[rule]
    found: list[Constraint] = []
    used: set[int] = set()
    for _ in range(8_000):
        if len(found) == count:
            break
        try:
            clue = kind(**draw(rng, digits))
        except ValueError:
            continue
        cells = clue.scope(grid.geometry)
        apart = rule in ("sandwich", "x-sum", "little-killer", "white-dot") or not used & set(cells)
        if apart and len(cells) > 1 and clue not in found and clue.holds(grid):
            found.append(clue)
            used |= set(cells)
    return found


def positions(name: str, rng: random.Random) -> Iterator[tuple[Position, Step]]:
    """Positions on the paths of random puzzles in which the technique is the next step."""
    puzzle = _modified(rng) if name == MODIFIED else _puzzle(name, rng)
    if puzzle is None:
        return
    table = with_small_proofs(preset("human"), puzzle)
    for stage in path(start(puzzle), table, satdoku.Limit(seconds=8)).stages:
        if stage.step.technique == name:
            yield stage.before, stage.step
        elif name in _RARE and (step := technique(name).first(stage.before)) is not None:
            yield stage.before, step


def _modified(rng: random.Random) -> Puzzle | None:
    """A puzzle with doublers, one in each row, column and box, of different digits."""
    doublers = "doubler:each=rows columns boxes:different=yes"
    placed = satdoku.PlacedClues(
        clues_of="killer-cage:9,thermo:4,white-dot:5", clues_under=doublers
    )
    made = satdoku.generate(1, placed=placed, seed=rng.randrange(1 << 30), time_limit=30)
    return next((one.input.puzzle for one in made), None)


def _puzzle(name: str, rng: random.Random) -> Puzzle | None:
    """A puzzle with clues of the kind that shows the technique, and as few givens as it needs."""
    geometry = _irregular(rng) if name == LEFTOVERS else Geometry.classic()
    begun: list[int | None] = [None] * 81
    if name == LEFTOVERS:
        begun[:9] = rng.sample(range(1, 10), 9)
    else:
        for box in range(3):
            for i, digit in enumerate(rng.sample(range(1, 10), 9)):
                begun[(3 * box + i // 3) * 9 + 3 * box + i % 3] = digit
    grid = satdoku.solve(Puzzle(geometry, tuple(begun))).solution
    if grid is None:
        return None
    digits = [value for value in grid.values if value is not None]
    clues = tuple(_clues(name, rng, grid, digits)) if name in DRAWN else ()
    if not clues and name in DRAWN:
        return None
    order = rng.sample(range(81), 81)
    # Few givens, so that the cages have to do the work.
    least = 26 if name in _RARE else 2 if name == "innies-outies" else 14
    for count in range(least, 82, 3):
        givens = tuple(digits[c] if c in order[:count] else None for c in range(81))
        puzzle = Puzzle(geometry, givens, constraints=clues)
        if satdoku.check_unique(puzzle).verdict == "unique":
            break
    return puzzle
