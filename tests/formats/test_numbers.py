"""Cells as numbers in one line."""

from __future__ import annotations

import pytest

from satdoku import formats
from satdoku.base.errors import Unsupported
from satdoku.board import Geometry
from satdoku.formats import ReadOptions, WriteOptions
from satdoku.puzzle import Document, Puzzle
from tests.formats.common import PUZZLE, P


@pytest.mark.parametrize("joint", [" ", ",", ", ", ";", "\t", "  "])
def test_what_parts_the_numbers(joint: str) -> None:
    assert formats.detect(joint.join(P)) == "numbers"
    assert formats.parse(joint.join(P)).puzzle == PUZZLE
    assert formats.parse(joint.join(P.replace(".", "0"))).puzzle == PUZZLE


def test_a_comment_is_kept() -> None:
    text = " ".join(["16", *["0"] * 255]) + " # from somewhere:16x16.txt\n"
    document = formats.parse(text)
    assert document.puzzle.givens[0] == 16
    assert document.puzzle.geometry == Geometry.of_size(16)
    assert dict(document.extras) == {"note": "from somewhere:16x16.txt"}


def test_a_number_beyond_the_board_is_the_puzzles_problem() -> None:
    (problem,) = formats.parse(" ".join(["17", *["0"] * 255])).puzzle.problems()
    assert problem.message == "r1c1 is 17, but the digits are 1 to 16"


def test_a_hundred() -> None:
    givens = tuple(c % 100 + 1 if c % 7 else None for c in range(10_000))
    document = Document(Puzzle(Geometry.of_size(100), givens))
    for empty in ("0", ".", "_", "*", "x", "-", "?"):
        text = formats.write(document, "numbers", WriteOptions(empty=empty))
        assert formats.parse(text) == document
    with pytest.raises(Unsupported, match="'~'"):
        formats.write(document, "numbers", WriteOptions(empty="~"))


def test_rows_of_a_grid_are_not_taken_for_puzzles() -> None:
    rows = "\n".join(" ".join(["16", *["0"] * 15]) for _ in range(16))
    assert formats.detect(rows) == "grid"
    assert formats.parse(rows).puzzle.geometry == Geometry.of_size(16)
    four = "\n".join(" ".join(["4", *["0"] * 15]) for _ in range(3))
    assert formats.detect(four) == "numbers"


def test_a_forced_board() -> None:
    latin = Geometry.latin(9)
    options = ReadOptions(geometry=latin)
    assert formats.parse(" ".join(P), options).puzzle.geometry == latin


def test_a_zero_that_is_no_digit_of_the_board_is_not_written_as_an_empty_cell() -> None:
    puzzle = Puzzle(Geometry.classic(), (0, *[None] * 80))
    with pytest.raises(Unsupported, match="cannot hold the digit 0"):
        formats.write(Document(puzzle), "numbers")
