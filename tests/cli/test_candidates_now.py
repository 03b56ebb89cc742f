"""One meaning of "the candidates now", whichever door asks, under every rule."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from satdoku.answers.positions import CheckedPosition
from satdoku.answers.steps import StepsQuestion
from satdoku.base.limits import UNLIMITED
from satdoku.board import Grid
from satdoku.cli.paths import positions
from satdoku.cli.reading import Reading
from satdoku.constraints import REGISTRY
from satdoku.formats import write
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.rating import start
from satdoku.solving import solve
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.board import apply, bits, open_candidates
from satdoku.techniques.step import Step
from tests.constraints.constraint_oracle import read_example
from tests.constraints.planting import PLANTS
from tests.shared import thinned

Satdoku = Callable[..., tuple[int, str, str]]
Candidates = tuple[frozenset[int], ...]


def open_by_sight(puzzle: Puzzle) -> Candidates:
    """The digits of every empty cell that break no house or rule alone or with one given.

    A rule's own words (``faults``) say so; of a cage, only what is said of two equal digits.
    """
    geometry = puzzle.geometry
    blank: list[int | None] = [None] * geometry.cell_count

    def breaks(cells: dict[int, int]) -> bool:
        values = blank[:]
        for cell, digit in cells.items():
            values[cell] = digit
        grid = Grid(geometry, tuple(values))
        return any(
            fault.kind == "repeat" or rule.name != "killer-cage"
            for rule in puzzle.constraints
            for fault in rule.faults(grid)
            if cells.keys() <= set(fault.cells)
        )

    candidates = []
    for cell, given in enumerate(puzzle.givens):
        others = {c: v for c, v in enumerate(puzzle.givens) if v is not None}
        seen = {others.get(peer) for peer in geometry.peers[cell]}
        left = [
            digit
            for digit in geometry.digits
            if given is None
            and digit not in seen
            and not breaks({cell: digit})
            and not any(breaks({cell: digit, c: v}) for c, v in others.items())
        ]
        candidates.append(frozenset(left))
    return tuple(candidates)


def half_filled(name: str, seed: int) -> Puzzle:
    """The example of a rule with some of its solution's digits as givens, and one wrong digit."""
    rng = random.Random(f"{name} {seed}")
    puzzle = read_example(name)
    solution = solve(puzzle).solution
    assert solution is not None
    cells = rng.sample(range(81), rng.randrange(5, 45))
    givens = [solution[cell] if cell in cells else None for cell in range(81)]
    puzzle = replace(puzzle, givens=tuple(givens))
    cell = rng.choice([cell for cell in range(81) if givens[cell] is None])
    wrong = rng.choice(sorted(Position.of(puzzle).candidates[cell]))
    return puzzle.with_givens({cell: wrong})


# The rules of PLANTS are tables of two cells, as clone, or exclude what takes more cells to see, as
# unknown regions and rules made of rules do.
BEYOND = {
    "chaos-arrow",
    "chaos-construction",
    "chaos-count",
    "connected",
    "count-of",
    "for-each",
    "modifier",
    "negative",
    "not",
    "or",
    "regex",
    "same-for-all",
    "variables",
}
NAMES = [*sorted(set(REGISTRY) - set(PLANTS) - BEYOND), "clone"]


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", thinned(NAMES, 8))
def test_every_door_has_the_same_candidates(
    name: str, seed: int, satdoku: Satdoku, tmp_path: Path
) -> None:
    puzzle = half_filled(name, seed)
    expected = open_by_sight(puzzle)
    position = Position.of(puzzle)
    assert position.candidates == expected
    assert start(puzzle) == position
    # Digit by digit, and by steps.
    written = stepped = Position.of(puzzle.with_givens((None,) * 81))
    for cell, given in enumerate(puzzle.givens):
        if given is not None:
            written = written.place(cell, given)
            stepped = apply(
                stepped, Step("", SingleProof(cell, given), placements=((cell, given),))
            )
    assert written.candidates == stepped.candidates == expected
    # Marks that nobody has crossed out yet do not count.
    digits = puzzle.geometry.digits
    every = tuple(frozenset(digits if given is None else ()) for given in puzzle.givens)
    marks = open_candidates(Position(puzzle, puzzle.givens, every))
    assert tuple(frozenset(digits[d] for d in bits(m)) for m in marks.cand) == expected
    # The command line: show, and the board that explain, hint and steps draw.
    file = tmp_path / f"{seed}.json"
    file.write_text(write(Document(puzzle), "json"), "utf-8")
    _, out, _ = satdoku("show", "--candidates", "--json", str(file))
    shown = json.loads(out)["candidates"]
    names = puzzle.geometry.name
    assert shown == {names(c): sorted(left) for c, left in enumerate(expected) if left}
    check = partial(StepsQuestion("naked-single").checked, limit=UNLIMITED)
    (item,) = positions([str(file)], Reading.of(None, "auto", None, None), check)
    assert isinstance(item, CheckedPosition)
    assert item.position.candidates == expected
