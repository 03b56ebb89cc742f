"""Grids of candidates."""

from __future__ import annotations

import io

import pytest

from satdoku import formats
from satdoku.base.errors import Unsupported
from satdoku.board import Geometry
from satdoku.puzzle import Document, Position, Puzzle
from tests.formats.common import PUZZLE, SHARED

START = Position.of(PUZZLE)
HODOKU = formats.write(Document(PUZZLE), "candidates")


def test_as_hodoku_prints_it() -> None:
    lines = HODOKU.split("\n")
    assert lines[0].startswith(".--")
    assert lines[1].startswith("| 5   3    124    | 26 ")
    assert lines[4].startswith(":--")
    assert lines[12].startswith("'--")
    assert len({len(line) for line in lines[:-1]}) == 1


@pytest.mark.parametrize(
    "text",
    [
        HODOKU,
        "*" + HODOKU[1:].replace(":", "|") + "\n   Simple Sudoku\n    Version 4.2n",
        "\n".join(line for line in HODOKU.split("\n") if "--" not in line),
        HODOKU.replace("|", " "),
        HODOKU.replace("|", "│").replace("-", "─"),
        HODOKU.replace("\n", "\r\n"),
        HODOKU.translate({ord(c): chr(ord(c) + 0xFEE0) for c in "123456789"}),
    ],
)
def test_read_into_a_position(text: str) -> None:
    assert formats.detect(text) == "candidates"
    document = formats.parse(text)
    assert document.position == START
    assert document.puzzle == START.as_puzzle()
    assert document.puzzle.problems() == ()


def test_candidates_are_kept_as_found() -> None:
    # The 5 in r1c1 is placed, and r1c3 still lists it: r1c1 is then one candidate among others.
    text = HODOKU.replace(" 124 ", " 1245", 1)
    position = formats.parse(text).position
    assert position is not None
    assert position.candidates[2] == {1, 2, 4, 5}
    assert position.values[0] is None
    assert position.candidates[0] == {5}
    # The question is the same as if it were placed.
    assert position.as_puzzle().domain(0) == {5}


def test_a_naked_single_stays_a_candidate_while_others_list_it() -> None:
    position = Position.of(Puzzle.empty(Geometry.of_size(4))).eliminate([(0, 1), (0, 2), (0, 3)])
    document = Document(position.as_puzzle(), position)
    assert formats.parse(formats.write(document, "candidates")) == document


def test_equal_singles_in_a_house_are_the_puzzles_problem() -> None:
    text = "12 12 3 4\n3 4 12 12\n12 12 4 3\n4 3 12 3\n"
    (row, box) = formats.parse(text).puzzle.problems()[-2:]
    assert "3 appears twice" in row.message
    assert "3 appears twice" in box.message


def test_several_in_a_stream() -> None:
    entries = list(formats.read(io.StringIO(HODOKU + "\n" + HODOKU + HODOKU)))
    assert [e.document and e.document.position for e in entries] == [START] * 3


def test_what_it_cannot_hold() -> None:
    here = list(START.candidates)
    here[2] = frozenset()
    broken = Position(PUZZLE, PUZZLE.givens, tuple(here))
    with pytest.raises(Unsupported, match="r1c3, which is empty and has no candidate"):
        formats.write(Document(PUZZLE, broken), "candidates")
    with pytest.raises(Unsupported, match="up to 9x9"):
        formats.write(Document(Puzzle.empty(Geometry.of_size(16))), "candidates")


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data is not there")
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.full)])
def test_shared_positions(whole: bool) -> None:
    entries = list(formats.read(SHARED / "techniques" / "reglib-1.4-visible.txt"))
    assert len(entries) > 500
    for entry in entries[:: 1 if whole else 10]:
        assert entry.document is not None
        assert entry.document.position is not None
        text = formats.write(entry.document, "candidates")
        assert formats.detect(text) == "candidates"
        assert formats.write(formats.parse(text), "candidates") == text
