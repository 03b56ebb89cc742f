"""The ids of Unequal."""

from __future__ import annotations

import random

import pytest

from satdoku import check_unique, formats, solve
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Constraint, Geometry
from satdoku.constraints import LessThan, NegativeDifference, WhiteDot
from satdoku.puzzle import Document, Puzzle
from tests.formats.latin import edges, latin_square


def test_ids_worked_out_by_hand() -> None:
    # r1c1 > r1c2, r2c2 > r1c2, r3c3 > r3c2.
    puzzle = formats.parse("3:0R,0,1,0,0U,0,0,0,0L,").puzzle
    assert puzzle.givens == (None, None, 1, *[None] * 6)
    assert set(puzzle.constraints) == {LessThan((1, 0)), LessThan((1, 4)), LessThan((7, 8))}
    # 1 2 3 / 3 1 2 / 2 3 1: the neighbours that differ by 1.
    text = "3a:0R,0RDL,0DL,0D,0UR,0UDL,0UR,0DL,0U,"
    with pytest.raises(FormatError, match=r"r2c1 is marked as adjacent to r3c1|r3c1|neighbour"):
        formats.parse(text)
    text = "3a:0R,0RDL,0DL,0D,0UR,0UL,0UR,0L,0,"
    puzzle = formats.parse(text).puzzle
    assert NegativeDifference() in puzzle.constraints
    assert {WhiteDot((0, 1)), WhiteDot((3, 6))} < set(puzzle.constraints)
    assert len(puzzle.constraints) == 8


def test_the_examples_have_one_solution() -> None:
    assert check_unique("4:0R,0,0,0,0,0,0,0,0D,2RD,0,0L,0,0,0U,0,").verdict == "unique"
    text = "4a:0D,0RD,0DL,0D,0U,0URD,0UL,0U,0RD,0URDL,0DL,4D,0U,0UR,0URL,0UL,"
    link = f"https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/unequal.html#{text}"
    assert str(solve(link).solution) == str(solve(text).solution)
    assert check_unique(text).verdict == "unique"


@pytest.mark.parametrize("seed", range(12))
def test_round_trip(seed: int) -> None:
    chance = random.Random(seed)
    values = latin_square(chance, chance.randint(3, 11))
    adjacent = seed % 2 == 1
    clues: list[Constraint] = [NegativeDifference()] if adjacent else []
    for a, b in edges(values.geometry):
        if adjacent and abs(values[a] - values[b]) == 1:
            clues.append(WhiteDot((a, b)))
        elif not adjacent and chance.random() < 0.4:
            clues.append(LessThan((a, b) if values[a] < values[b] else (b, a)))
    givens = tuple(value if chance.random() < 0.2 else None for value in values)
    text = formats.write(Document(Puzzle(values.geometry, givens, None, tuple(clues))), "unequal")
    assert formats.detect(text) == "unequal"
    read = formats.parse(text).puzzle
    assert read.givens == givens
    assert set(read.constraints) == set(clues)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3:0,0,0,", "3 parts, and 9 were expected"),
        ("3:0U,0,0,0,0,0,0,0,0,", "r1c1 has no neighbour for the letter U"),
        ("3a:0R,0,0,0,0,0,0,0,0,", "r1c1 is marked as adjacent to r1c2, which is not"),
        ("99:0,0,", "3 to 32 rows, not 99"),
        ("https://example.org/puzzles/js/unequal.html#5adr#1234", "seed of Unequal"),
    ],
)
def test_bad_input(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        formats.parse(text)


def test_what_cannot_be_written_is_refused() -> None:
    board = Geometry.latin(4)
    for clues, words in (
        ([WhiteDot((0, 1))], "white-dot"),
        ([NegativeDifference(), LessThan((0, 1))], "less-than"),
        ([NegativeDifference(2)], "negative-difference"),
        ([LessThan((0, 5))], "r1c1 and r2c2, which are not neighbours"),
    ):
        with pytest.raises(Unsupported, match=words):
            formats.write(Document(Puzzle.empty(board, clues)), "unequal")
