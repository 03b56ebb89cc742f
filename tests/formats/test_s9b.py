"""SudokuWiki's packed strings."""

from __future__ import annotations

import random

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.puzzle import Document, Position, Puzzle

LINK = "https://www.sudokuwiki.org/sudoku.htm?bd="
EMPTY = "S9B" + "00" * 81


@pytest.mark.parametrize("seed", range(12))
def test_round_trip(seed: int) -> None:
    chance = random.Random(seed)
    givens = tuple(chance.randint(1, 9) if chance.random() < 0.3 else None for _ in range(81))
    puzzle = Puzzle(Geometry.classic(), givens)
    assert formats.parse(formats.write(Document(puzzle), "s9b")).puzzle == puzzle
    values = tuple(
        given if given or chance.random() < 0.7 else chance.randint(1, 9) for given in givens
    )
    marks = tuple(
        frozenset() if value else frozenset(d for d in range(1, 10) if chance.random() < 0.5)
        for value in values
    )
    position = Position(puzzle, values, marks)
    text = formats.write(Document(position.as_puzzle(), position), "s9b")
    assert formats.detect(text) == "s9b"
    assert formats.parse(text).position == position
    assert formats.parse(f"{LINK}{text}") == formats.parse(text)


def test_cells_worked_out_by_hand() -> None:
    # A clue 9, a placed 9, all candidates, and 3 and 7: 18 + 4 + 64 is 2 times 36 and 14.
    position = formats.parse("S9B090iep2e" + "00" * 77).position
    assert position is not None
    assert position.puzzle.givens[:4] == (9, None, None, None)
    assert position.values[:4] == (9, 9, None, None)
    assert [sorted(candidates) for candidates in position.candidates[2:5]] == [
        [*range(1, 10)],
        [3, 7],
        [],
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (EMPTY[:-1], ("162 characters", "161")),
        (EMPTY + "0", ("162 characters", "163")),
        (EMPTY.replace("S9B00", "S9B0?"), ("'?'", "column 5")),
        (EMPTY.replace("S9B00", "S9Beq"), ("'eq'", "highest is ep", "column 4")),
    ],
)
def test_bad_strings(text: str, words: tuple[str, ...]) -> None:
    with pytest.raises(FormatError) as caught:
        formats.parse(text)
    assert all(word in str(caught.value) for word in words), caught.value


def test_what_it_cannot_hold() -> None:
    with pytest.raises(Unsupported, match="4x4"):
        formats.write(Document(Puzzle.empty(Geometry.of_size(4))), "s9b")
