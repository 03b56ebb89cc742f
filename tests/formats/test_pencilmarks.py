"""Lines of pencil marks."""

from __future__ import annotations

import io

from satdoku import formats
from satdoku.board import Geometry
from satdoku.formats import ReadOptions
from satdoku.puzzle import Document, Position, Puzzle
from tests.formats.common import PUZZLE

LINE = formats.write(Document(PUZZLE), "pencilmarks")
MARKS = ReadOptions(format="pencilmarks")


def test_nine_symbols_a_cell() -> None:
    assert len(LINE) == 730
    assert LINE.startswith("....5......3......12.4.....")
    for text in (LINE, LINE.replace(".", "0")):
        assert formats.detect(text) == "pencilmarks"
        document = formats.parse(text)
        assert document.position == Position.of(PUZZLE)
        assert document.puzzle == Position.of(PUZZLE).as_puzzle()


def test_a_sukaku_without_givens() -> None:
    text = "123456789" * 80 + "12......."
    document = formats.parse(text)
    assert document.puzzle.clues == 0
    assert document.puzzle.is_sukaku
    assert document.puzzle.domain(80) == {1, 2}


def test_a_cell_without_marks_is_the_puzzles_problem() -> None:
    problems = formats.parse("123456789" * 80 + "." * 9).puzzle.problems()
    assert [p.message for p in problems] == ["r9c9 has no candidate left"]


def test_other_sizes() -> None:
    six = Document(Puzzle.empty(Geometry.of_size(6)))
    text = formats.write(six, "pencilmarks")
    assert text == "123456" * 36 + "\n"
    assert formats.detect(text) == "pencilmarks"
    four = "1234" * 16
    assert formats.detect(four) == "line"
    assert formats.parse(four, MARKS).puzzle.geometry == Geometry.of_size(4)
    assert formats.detect("." * 729) == "line"


def test_a_stream() -> None:
    entries = list(formats.read(io.StringIO(f"# c\n{LINE}\n{LINE[1:]}{LINE}")))
    assert [(e.line, e.error is None) for e in entries] == [(2, True), (4, False), (5, True)]
