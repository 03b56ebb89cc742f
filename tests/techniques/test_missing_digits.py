"""Every technique on boards whose houses may lack a digit, judged by the one solution.

Wrong candidates are crossed out by chance, those of a few digits less often, so that patterns of
pairs, rings and locked digits come up by the hundred.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

import satdoku.techniques.searches.clues as clue_searches
from satdoku.base.limits import ENDLESS, UNLIMITED
from satdoku.board import Geometry
from satdoku.constraints import KillerCage
from satdoku.formats.boards import board_of_words
from satdoku.generating.grids import grid_values
from satdoku.generating.sat import SatBoard
from satdoku.puzzle import Position, Puzzle
from satdoku.techniques.board import board_of, open_candidates
from satdoku.techniques.check import faults

from .test_boards import SEARCHES, _unique

BOARDS = (
    "size=4 digits=0-4 region-size=4",
    "size=6x8 digits=1-9 region-size=8",
    "size=4x6 digits=1-6 region-size=6",
    "size=6 digits=0-6 region-size=6",
)
NAMES = {
    BOARDS[0]: {"naked-single", "medusa-3d"},
    BOARDS[1]: {"naked-single", "enclosure", "als-xz"},
    BOARDS[2]: {"hidden-single", "finned-mutant-swordfish", "region-forcing-chains"},
    BOARDS[3]: {"als-chain", "naked-triple", "multi-sector-locked-set"},
}
"""Some of the techniques that apply to each."""


CLUE_SEARCHES = [one for one in SEARCHES if type(one).__module__.startswith(clue_searches.__name__)]
"""Searches in clues; none of them assumes that the solution is unique."""
CLUE_NAMES = {
    BOARDS[0]: {"cage-combinations", "clue-negation", "killer-pair"},
    BOARDS[2]: {"innies-outies", "house-combinations", "digit-places", "parity-chain"},
    BOARDS[3]: {"conflicting-combinations", "clue-forcing-chains", "killer-triple"},
}


def parts(boards: Sequence[str], few: int, more: int, most: int) -> Iterator[Any]:
    """Boards with seeds: a few by default or in the full tier, more there, and all."""
    for n, words in enumerate(boards):
        yield pytest.param(words, range(few), marks=[pytest.mark.full] if n % 2 else [])
        yield pytest.param(words, range(few, more), marks=pytest.mark.full)
        yield pytest.param(words, range(more, most), marks=pytest.mark.slow)


@pytest.mark.parametrize(("words", "seeds"), [*parts(BOARDS, 3, 9, 30)])
def test_what_is_concluded_is_true(words: str, seeds: range) -> None:
    times: Counter[str] = Counter()
    for seed in seeds[:2] if words == BOARDS[1] else seeds:  # a wide board takes longest
        puzzle, values = _unique(words, seed)
        assert not all(board_of(puzzle).complete)
        chance = random.Random(f"{words} {seed}")
        searches = [one for one in SEARCHES if one.refusal(puzzle) is None]
        for _ in range(30 if puzzle.geometry.cell_count < 20 else 6):
            position = _narrowed(puzzle, values, chance)
            cands = open_candidates(position)
            for technique in searches:
                for step in islice(technique.bare(position), 6):
                    assert all(values[cell] == digit for cell, digit in step.placements), step
                    assert all(values[cell] != digit for cell, digit in step.eliminations), step
                    times[step.technique] += 1
                    if times[step.technique] % 16 == 1:
                        whole = technique.completed(cands, step, ENDLESS)
                        assert faults(whole, position) == ()
    assert NAMES[words] <= times.keys()


@pytest.mark.parametrize(("words", "seeds"), [*parts([BOARDS[0], *BOARDS[2:]], 2, 9, 40)])
def test_what_clues_conclude_is_true(words: str, seeds: range) -> None:
    """Cages fill most of the board, so that sums of houses come up; the puzzles may have several
    solutions, all of which a conclusion keeps."""
    empty = Puzzle.empty(board_of_words(words))
    times: Counter[str] = Counter()
    for seed in seeds:
        chance = random.Random(f"clues {words} {seed}")
        values = grid_values(SatBoard(empty, UNLIMITED.start()), seed)
        assert values is not None
        puzzle = replace(empty, constraints=tuple(_cages(empty.geometry, values, chance)))
        for _ in range(8):
            position = _narrowed(puzzle, values, chance)
            for technique in CLUE_SEARCHES:
                if technique.refusal(puzzle) is not None:
                    continue
                for step in islice(technique.bare(position), 12):
                    assert all(values[cell] == digit for cell, digit in step.placements), step
                    assert all(values[cell] != digit for cell, digit in step.eliminations), step
                    times[step.technique] += 1
    assert CLUE_NAMES[words] <= times.keys()


def _cages(
    geometry: Geometry, values: tuple[int, ...], chance: random.Random
) -> Iterator[KillerCage]:
    """Cages of connected cells with different digits, which cover the board."""
    left = set(range(len(values)))
    while left:
        cage = [chance.choice(sorted(left))]
        for _ in range(chance.choice((0, 1, 1, 2, 2, 3))):
            beside = {
                geometry.beside(cell, *way) for cell in cage for way in ((0, 1), (1, 0), (0, -1))
            } & left - {*cage}
            fitting = sorted(c for c in beside if values[c] not in {values[x] for x in cage})
            if fitting:
                cage.append(chance.choice(fitting))
        left -= {*cage}
        yield KillerCage(tuple(cage), sum(values[c] for c in cage))


def _narrowed(puzzle: Puzzle, values: tuple[int, ...], chance: random.Random) -> Position:
    """The start without some of the candidates that are wrong."""
    start = Position.of(puzzle)
    few = chance.sample(puzzle.geometry.digits, chance.choice((2, 2, 3)))
    often, seldom = chance.choice((0.6, 0.8, 0.95)), chance.choice((0.1, 0.3, 0.5))
    return start.eliminate(
        (cell, digit)
        for cell, digits in enumerate(start.candidates)
        if start.values[cell] is None
        for digit in sorted(digits - {values[cell]})
        if chance.random() < (seldom if digit in few else often)
    )
