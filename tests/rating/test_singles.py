"""``core.by_singles`` against the two rules in plain Python."""

from __future__ import annotations

import random

import pytest

from satdoku.board import Geometry

core = pytest.importorskip("satdoku.core", reason="rating needs the compiled core")

BOARD = Geometry.classic()
GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def referee(puzzle: str) -> bool:
    """Singles, one at a time, until none is left."""
    values = [None if symbol == "." else int(symbol) for symbol in puzzle]
    while True:
        left = [
            set()
            if value is not None
            else set(BOARD.digits) - {values[peer] for peer in BOARD.peers[cell]}
            for cell, value in enumerate(values)
        ]
        found = [(cell, *digits) for cell, digits in enumerate(left) if len(digits) == 1]
        for house in BOARD.houses:
            for digit in BOARD.digits:
                places = [cell for cell in house.cells if digit in left[cell]]
                found += [(places[0], digit)] if len(places) == 1 else []
        if not found:
            return None not in values
        cell, digit = found[0]
        values[cell] = digit


def test_against_the_rules() -> None:
    rng = random.Random(8)
    seen = set()
    for _ in range(60):
        kept = set(rng.sample(range(81), rng.randint(26, 40)))
        puzzle = "".join(c if i in kept else "." for i, c in enumerate(GRID))
        answer = core.by_singles(puzzle)
        assert answer is referee(puzzle), puzzle
        seen.add(answer)
    assert seen == {True, False}


def test_candidates_count() -> None:
    everything = [0b111111111] * 81
    assert core.by_singles(EASY)
    assert not core.by_singles("." * 81)
    assert core.by_singles("." * 81, [1 << (int(c) - 1) for c in GRID])
    assert not core.by_singles("." * 81, everything)
    assert core.by_singles(GRID)
    assert not core.by_singles("55" + "." * 79)


@pytest.mark.parametrize("wrong", ["", "." * 80, None, 5, "a" * 81])
def test_wrong_puzzles_are_refused(wrong: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        core.by_singles(wrong)
