"""The ids of Towers."""

from __future__ import annotations

import random

import pytest

from satdoku import check_unique, formats, solve
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry, Grid
from satdoku.constraints import Skyscraper, from_data
from satdoku.constraints.common import lines_from
from satdoku.puzzle import Document, Puzzle
from tests.formats.latin import latin_square

# Clues above, below, to the left and to the right of 213 321 132, worked out by hand.
BY_HAND = "3:2/3/1/2/1/2/2/1/2/1/3/2"


def test_an_id_worked_out_by_hand() -> None:
    puzzle = formats.parse(BY_HAND).puzzle
    assert puzzle.geometry == Geometry.latin(3)
    grid = Grid(puzzle.geometry, (2, 1, 3, 3, 2, 1, 1, 3, 2))
    assert len(puzzle.constraints) == 12
    assert all(rule.holds(grid) for rule in puzzle.constraints)
    givens = formats.parse("3://2/////1////,2e3_1a").puzzle
    assert givens.givens == (2, None, None, None, None, None, 3, 1, None)
    assert givens.constraints == (Skyscraper("top", 3, 2), Skyscraper("left", 2, 1))


def test_the_example_has_one_solution() -> None:
    assert check_unique("4:2/3/////3//////2/4//1").verdict == "unique"
    link = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/towers.html#"
    assert str(solve(f"{link}{BY_HAND}").solution) == "213321132"


@pytest.mark.parametrize("seed", range(8))
def test_round_trip(seed: int) -> None:
    chance = random.Random(seed)
    values = latin_square(chance, chance.randint(3, 9))
    board = values.geometry
    clues = [
        Skyscraper(side, index, chance.randint(1, board.size))
        for side in ("top", "bottom", "left", "right")
        for index in lines_from(board, side)
        if chance.random() < 0.5
    ]
    givens = tuple(value if chance.random() < 0.2 else None for value in values)
    puzzle = Puzzle(board, givens, None, tuple(clues))
    text = formats.write(Document(puzzle), "towers")
    assert formats.detect(text) == "towers"
    read = formats.parse(text).puzzle
    assert read.givens == givens
    assert set(read.constraints) == set(clues)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4:1/2/3", "3 parts, and 16 were expected"),
        ("2:///////", "3 to 9 rows, not 2"),
        ("3:///////////,c", "has 3 cells, but the board has 9"),
        ("https://example.org/puzzles/js/towers.html#5de#1234", "seed of Towers"),
        ("https://example.org/puzzles/js/towers.html#nonsense", "is written 5:/3/"),
    ],
)
def test_bad_input(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        formats.parse(text)


def test_what_cannot_be_written_is_refused() -> None:
    board = Geometry.latin(4)
    for geometry, data, words in (
        (board, {"rule": "anti-knight"}, "anti-knight"),
        (Geometry.of_size(4), {"rule": "anti-knight"}, "the board"),
    ):
        puzzle = Puzzle.empty(geometry, [from_data(data, geometry)])
        with pytest.raises(Unsupported, match=words):
            formats.write(Document(puzzle), "towers")
    two = Puzzle.empty(board, [Skyscraper("top", 1, 2), Skyscraper("top", 1, 3)])
    with pytest.raises(Unsupported, match="skyscraper"):
        formats.write(Document(two), "towers")
