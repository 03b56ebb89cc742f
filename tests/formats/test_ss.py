"""Simple Sudoku's puzzle file."""

from __future__ import annotations

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.formats import ReadOptions, WriteOptions
from satdoku.puzzle import Document, Puzzle
from tests.formats.common import PUZZLE

TEXT = formats.write(Document(PUZZLE), "ss")
FRAMED = (
    "*-----------*\n"
    + "\n".join(
        "|---+---+---|" if line.startswith("-") else f"|{line}|" for line in TEXT.split("\n")[:-1]
    )
    + "\n*-----------*\n"
)


def test_rows() -> None:
    assert TEXT.split("\n")[:4] == ["53.|.7.|...", "6..|195|...", ".98|...|.6.", "-----------"]


@pytest.mark.parametrize("text", [TEXT, TEXT.replace(".", "X"), FRAMED, "# c\n" + TEXT])
def test_read(text: str) -> None:
    assert formats.detect(text) == "ss"
    assert formats.parse(text).puzzle == PUZZLE


def test_write_x() -> None:
    assert formats.write(Document(PUZZLE), "ss", WriteOptions(empty="X")) == TEXT.replace(".", "X")


def test_limits() -> None:
    with pytest.raises(Unsupported, match="9x9"):
        formats.write(Document(Puzzle.empty(Geometry.of_size(6))), "ss")
    with pytest.raises(FormatError, match=r"line 1: a row of a \.ss file"):
        formats.parse("5 3 . | . 7 . | . . .\n" * 9, ReadOptions(format="ss"))
