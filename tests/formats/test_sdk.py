"""SadMan's and SudoCue's puzzle file."""

from __future__ import annotations

import io

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.formats import ReadOptions
from satdoku.puzzle import Document, Position
from tests.formats.common import PUZZLE, ROWS, S

GRID = "\n".join(ROWS)


def test_sudocue_headers() -> None:
    text = f"#Ame\n#DA puzzle\n# a remark\n#Cone\n#C two\n#B2026-11-20\n#Shere\n#LEasy\n#Uhttp://x/\n{GRID}\n"
    assert formats.detect(text) == "sdk"
    document = formats.parse(text)
    assert document.puzzle == PUZZLE
    assert (document.title, document.author) == ("A puzzle", "me")
    assert dict(document.extras) == {
        "comment": "one\ntwo",
        "date": "2026-11-20",
        "source": "here",
        "level": "Easy",
        "url": "http://x/",
    }
    assert formats.parse(formats.write(document, "sdk")) == document


def test_rows_alone_are_read_as_a_grid() -> None:
    assert formats.detect(GRID) == "grid"
    assert formats.parse(GRID) == formats.parse(GRID, ReadOptions(format="sdk"))


def test_an_unknown_section_may_hold_rules() -> None:
    text = f"[Puzzle]\n{GRID}\n[Cages]\nr1c1 r1c2 8\n"
    with pytest.raises(FormatError, match=r"line 12: .*\[cages\].*--ignore cages"):
        formats.parse(text)
    document = formats.parse(text, ReadOptions(ignore=("Cages",)))
    assert document.puzzle == PUZZLE
    assert document.extras["ignored"] == "cages"


def test_sadman_sections() -> None:
    state = GRID.replace("53.", "534", 1)
    marks = "\n".join([",,,26,,2,,,", *[",,,,,,,,"] * 8])
    text = f"[Puzzle]\n{GRID}\n[State]\n{state}\n[PencilMarks]\n{marks}\n[Colours]\n1,2\n3\n"
    document = formats.parse(text)
    position = document.position
    assert document.puzzle == PUZZLE
    assert position is not None
    assert position.puzzle == PUZZLE
    assert position.values[2] == 4
    assert position.candidates[3] == {2, 6}
    assert position.candidates[5] == {2}
    # Nothing noted: open to what the placed digits leave.
    assert position.candidates[6] == {1, 8, 9}
    assert dict(document.extras) == {"colours": "1,2\n3", "unused": "1 section [colours]"}
    back = formats.parse(formats.write(document, "sdk"))
    assert (back.puzzle, back.position) == (document.puzzle, position)


def test_puzzle_section_alone() -> None:
    document = formats.parse(f"[Puzzle]\n{GRID}\n")
    assert (document.puzzle, document.position) == (PUZZLE, None)


def test_a_position_round_trip() -> None:
    position = Position.of(PUZZLE).place(2, int(S[2])).eliminate([(3, 2)])
    document = Document(PUZZLE, position, "t", "a")
    assert formats.parse(formats.write(document, "sdk")) == document
    emptied = Position.of(PUZZLE).eliminate([(2, 1), (2, 2), (2, 4)])
    with pytest.raises(Unsupported, match="r1c3"):
        formats.write(Document(PUZZLE, emptied), "sdk")


def test_one_puzzle_a_file() -> None:
    (entry,) = formats.read(io.StringIO(f"#Ame\n{GRID}\n\n"))
    assert entry.document is not None
    (bad,) = formats.read(io.StringIO(f"\n#Ame\n{GRID}1\n"), ReadOptions(format="sdk"))
    assert str(bad.error) == "line 11: this row has 10 cells, but the others have 9"
