"""The ids of Keen."""

from __future__ import annotations

import random

import pytest

from satdoku import check_unique, formats, solve
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.constraints import CalculationCage
from satdoku.puzzle import Document, Puzzle
from tests.formats.latin import edges, latin_square


def test_an_id_worked_out_by_hand() -> None:
    # Cages: r1c1+r1c2, r1c3+r2c3, r2c1+r3c1+r3c2, r2c2, r3c3.
    puzzle = formats.parse("3:a__a_a_a_,s1d3m12a1a2").puzzle
    assert puzzle.givens == (None, None, None, None, 1, None, None, None, 2)
    assert set(puzzle.constraints) == {
        CalculationCage((0, 1), 1, "difference"),
        CalculationCage((2, 5), 3, "ratio"),
        CalculationCage((3, 6, 7), 12, "product"),
    }


def test_the_example_has_one_solution() -> None:
    text = "5:_b_4a__aabba3_a__bb__,s1a11m10m12a14a9a4m8s2"
    assert check_unique(text).verdict == "unique"
    link = f"https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/keen.html#{text}"
    assert str(solve(link).solution) == str(solve(text).solution)
    assert formats.write(formats.parse(text), "keen") == f"{text}\n"


@pytest.mark.parametrize("seed", range(12))
def test_round_trip(seed: int) -> None:
    chance = random.Random(seed)
    values = latin_square(chance, chance.randint(3, 9))
    board = values.geometry
    cage_of = list(range(board.cell_count))
    # From single cells to one cage, by seed; the longest runs of edges are those of few borders.
    for a, b in edges(board):
        if chance.random() < (0.3, 0.6, 1)[seed % 3]:
            cage_of = [cage_of[a] if cage == cage_of[b] else cage for cage in cage_of]
    givens: list[int | None] = [None] * len(cage_of)
    clues = []
    for cage in sorted(set(cage_of)):
        cells = tuple(cell for cell in range(board.cell_count) if cage_of[cell] == cage)
        if len(cells) == 1:
            givens[cells[0]] = values[cells[0]]
            continue
        kinds = ["sum", "product"] + ["difference", "ratio"] * (len(cells) == 2)
        clues.append(CalculationCage(cells, chance.randint(1, 999), chance.choice(kinds)))
    puzzle = Puzzle(board, tuple(givens), None, tuple(clues))
    text = formats.write(Document(puzzle), "keen")
    assert formats.detect(text) == "keen"
    read = formats.parse(text).puzzle
    assert read.givens == puzzle.givens
    assert set(read.constraints) == set(clues)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3:a__a_a_a_,s1d3m12a1", "4 parts, and 5 were expected"),
        ("3:a_3a,s1", "edges"),
        ("3:a9999,s1", "edges"),
        ("33:a_,s1", "3 to 9 rows, not 33"),
        ("https://example.org/puzzles/js/keen.html#9dn%23388677", "seed of Keen"),
    ],
)
def test_bad_input(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        formats.parse(text)


def test_what_cannot_be_written_is_refused() -> None:
    board = Geometry.latin(3)
    rest = CalculationCage((3, 4, 5, 6, 7, 8), 12, "sum")
    for clues, words in (
        ([rest], "r1c1, which is in no cage"),
        ([rest, CalculationCage((0, 1, 2, 3), 7, "sum")], "r2c1 in two cages"),
        (
            [
                CalculationCage((0, 2), 4, "sum"),
                CalculationCage((1, 3, 4, 5, 6, 7, 8), 14, "sum"),
            ],
            "not connected",
        ),
    ):
        with pytest.raises(Unsupported, match=words):
            formats.write(Document(Puzzle.empty(board, clues)), "keen")
    beyond = Puzzle(board, (4, *[None] * 8), None, ())
    with pytest.raises(Unsupported, match="r1c1, which is 4"):
        formats.write(Document(beyond), "keen")
