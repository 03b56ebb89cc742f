"""``core.open_to_singles`` against the two rules in plain Python, and what is easy."""

from __future__ import annotations

import random

import pytest

from satdoku.board import Geometry
from satdoku.rating.levels import LEVELS, level_name, short_of_easy

core = pytest.importorskip("satdoku.core", reason="rating needs the compiled core")

BOARD = Geometry.classic()
GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def referee(puzzle: str, newest: bool) -> int:
    """The fewest cells that are open at a time, while more than 15 are empty; 0 where singles do
    not fill the board."""
    opened: dict[int, int] = {}
    fewest = 81
    values = [None if symbol == "." else int(symbol) for symbol in puzzle]
    while True:
        left = [
            set()
            if value is not None
            else set(BOARD.digits) - {values[peer] for peer in BOARD.peers[cell]}
            for cell, value in enumerate(values)
        ]
        for cell, digits in enumerate(left):
            if len(digits) == 1:
                opened.setdefault(cell, *digits)
        for house in (*BOARD.houses[18:], *BOARD.houses[:18]):  # the order of the core
            for digit in BOARD.digits:
                places = [cell for cell in house.cells if digit in left[cell]]
                if len(places) == 1:
                    opened.setdefault(places[0], digit)
        waiting = [cell for cell in opened if values[cell] is None]
        if not waiting:
            return fewest if None not in values else 0
        if values.count(None) > 15:
            fewest = min(fewest, len(waiting))
        cell = waiting[-1 if newest else 0]
        values[cell] = opened[cell]


@pytest.mark.full
def test_against_the_rules() -> None:
    rng = random.Random(8)
    seen = set()
    for _ in range(60):
        givens = set(rng.sample(range(81), rng.randint(26, 40)))
        puzzle = "".join(c if i in givens else "." for i, c in enumerate(GRID))
        answer = core.open_to_singles(puzzle)
        assert answer == min(referee(puzzle, False), referee(puzzle, True)), puzzle
        seen.add(answer)
    assert 0 in seen
    assert len(seen) > 4


def test_what_is_easy() -> None:
    """Enough givens, and enough cells that are open; singles alone are not enough."""
    rng = random.Random(3)
    seen = set()
    easy = LEVELS["easy"]
    for _ in range(300):
        givens = set(rng.sample(range(81), rng.randint(22, 34)))
        puzzle = "".join(c if i in givens else "." for i, c in enumerate(GRID))
        fewest = core.open_to_singles(puzzle)
        enough = len(givens) >= easy.givens, fewest >= easy.open
        seen.add(enough if fewest else None)
        assert (short_of_easy(puzzle) == 0) is all(enough)
        assert (short_of_easy(puzzle) is None) is (fewest == 0)
        assert (level_name(12, lambda: short_of_easy(puzzle)) == "easy") is all(enough)  # noqa: B023
    assert {None, (True, True)} < seen
    assert any(one and not all(one) for one in seen)


def test_candidates_count() -> None:
    everything = [0b111111111] * 81
    assert core.open_to_singles(EASY)
    assert not core.open_to_singles("." * 81)
    assert core.open_to_singles("." * 81, [1 << (int(c) - 1) for c in GRID])
    assert not core.open_to_singles("." * 81, everything)
    assert core.open_to_singles(GRID)
    assert not core.open_to_singles("55" + "." * 79)


@pytest.mark.parametrize("wrong", ["", "." * 80, None, 5, "a" * 81])
def test_wrong_puzzles_are_refused(wrong: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        core.open_to_singles(wrong)
