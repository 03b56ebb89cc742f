"""SudoCue's puzzle collection."""

from __future__ import annotations

import io

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.formats import Reader, ReadOptions, WriteOptions
from satdoku.puzzle import Document, Puzzle
from tests.formats.common import PUZZLE, P

SDM = ReadOptions(format="sdm")


def test_only_9x9() -> None:
    assert formats.parse(P, SDM).puzzle == PUZZLE
    with pytest.raises(FormatError, match=r"line 1: .*9x9 puzzles: expected 81 cells, got 16"):
        formats.parse("." * 16, SDM)
    with pytest.raises(Unsupported, match="4x4"):
        formats.write(Document(Puzzle.empty(Geometry.of_size(4))), "sdm")


def test_a_collection() -> None:
    text = f"# name\n{P}\n\n{'.' * 16}\n{P}\n"
    entries = list(formats.read(io.StringIO(text), SDM))
    assert [(e.line, e.error is None) for e in entries] == [(2, True), (4, False), (5, True)]
    with Reader(io.StringIO(text), SDM) as reader:
        assert reader.is_lines
        raw = [line for block in reader.blocks() for line in block]
        assert [reader.entry(*line).error is None for line in raw] == [True, False, True]


def test_zeros() -> None:
    text = formats.write(Document(PUZZLE), "sdm", WriteOptions(empty="0"))
    assert text == P.replace(".", "0") + "\n"
