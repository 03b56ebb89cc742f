"""Every technique on boards whose houses may lack a digit, judged by the one solution.

Wrong candidates are crossed out by chance, those of a few digits less often, so that patterns of
pairs, rings and locked digits come up by the hundred.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest

from satdoku.base.limits import ENDLESS
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


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 30), marks=pytest.mark.full)])
@pytest.mark.parametrize("words", BOARDS)
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
