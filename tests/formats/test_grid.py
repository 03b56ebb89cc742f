"""Grids drawn in rows."""

from __future__ import annotations

import io

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.board import Geometry
from satdoku.formats import ReadOptions, WriteOptions
from satdoku.puzzle import Document, Puzzle
from tests.formats.common import PUZZLE, ROWS, P

THREES = [[row[i : i + 3] for i in (0, 3, 6)] for row in ROWS]


def banded(rows: list[str], rule: str, top: str = "", bottom: str = "") -> str:
    lines = [top, *rows[:3], rule, *rows[3:6], rule, *rows[6:], bottom]
    return "\n".join(line for line in lines if line is not None) + "\n"


DRAWINGS = {
    "rows": "\n".join(ROWS),
    "spaces": "\n".join(" ".join(row) for row in ROWS),
    "commas": "\n".join(",".join(row.replace(".", "0")) for row in ROWS),
    "groups": "\n".join(" ".join(three) for three in THREES),
    "blank lines": banded([" ".join(t) for t in THREES], ""),
    "bars": banded(["|".join(t) for t in THREES], "---+---+---"),
    "frame": banded(
        [f"|{'|'.join(t)}|" for t in THREES], "|---+---+---|", "*-----------*", "*-----------*"
    )
    + "    Simple Sudoku\n     Version 4.2n\n",
    "equals": banded([f"| {' | '.join(map(' '.join, t))} |" for t in THREES], "+=======+", "+==+"),
    "box drawing": banded(
        [f"║{'│'.join(' '.join(t))}║" for t in THREES], "╟───┼───╢", "╔═══╗", "╚═══╝"
    ),
    "heavy": banded([f"┃{'┃'.join(t)}┃" for t in THREES], "┣━━━╋━━━┫", "┏━━━┓", "┗━━━┛"),
    "underscores": "\n".join(" ".join(row.replace(".", "_")) for row in ROWS),
    "spaces for empty": "\n".join(f"|{'|'.join(t)}|".replace(".", " ") for t in THREES),
    "full-width bars": "\n".join(f"｜{'｜'.join(t)}｜" for t in THREES),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawings(name: str) -> None:
    text = DRAWINGS[name]
    assert formats.detect(text) in ("grid", "ss")
    assert formats.parse(text).puzzle == PUZZLE
    indented = "\n".join("    " + line for line in text.split("\n"))
    assert formats.parse(indented).puzzle == PUZZLE
    assert formats.parse(text.replace("\n", "\r\n")).puzzle == PUZZLE


@pytest.mark.parametrize("name", DRAWINGS)
def test_several_in_a_stream(name: str) -> None:
    text = f"# three\n{DRAWINGS[name]}\n\n{DRAWINGS[name]}\n{DRAWINGS[name]}"
    entries = list(formats.read(io.StringIO(text)))
    assert [str(e.error) for e in entries if e.error] == []
    assert [e.document and e.document.puzzle for e in entries] == [PUZZLE] * 3


def test_a_bad_grid_in_a_stream() -> None:
    bad = "\n".join([*ROWS[:4], ROWS[4] + "1", *ROWS[5:]])
    text = f"{DRAWINGS['rows']}\n\n{bad}\n\n{DRAWINGS['bars']}"
    entries = list(formats.read(io.StringIO(text)))
    assert [e.error is None for e in entries] == [True, False, True]
    assert str(entries[1].error) == "line 15: this row has 10 cells, but the others have 9"


def test_sixteen_rows() -> None:
    numbers = "\n".join(
        " ".join(str((r * 4 + r // 4 + c) % 16 + 1) for c in range(16)) for r in range(16)
    )
    puzzle = formats.parse(numbers).puzzle
    assert puzzle.geometry == Geometry.of_size(16)
    assert puzzle.givens[15] == 16
    letters = "\n".join("1G" + "." * 14 for _ in range(16))
    assert formats.parse(letters).puzzle.givens[1] == 16
    fours = "\n".join("1234" + "." * 12 for _ in range(16))
    assert formats.detect(fours) == "line"
    options = ReadOptions(format="grid", letters="10")
    assert formats.parse(fours, options).puzzle.geometry.size == 16


def test_drawn_boxes() -> None:
    six = Document(Puzzle(Geometry.of_size(6), (6, *[None] * 35)))
    text = formats.write(six, "grid")
    assert text.split("\n")[:3] == ["6 . . | . . .", ". . . | . . .", "------+------"]
    assert formats.parse(text) == six
    sixteen = Document(Puzzle(Geometry.of_size(16), (16, *[None] * 255)))
    text = formats.write(sixteen, "grid")
    assert text.startswith("16  .  .  . |  .")
    assert formats.parse(text) == sixteen
    assert formats.write(sixteen, "grid", WriteOptions(letters="10")).startswith("G . . . |")
    latin = Geometry.latin(5)
    text = formats.write(Document(Puzzle.empty(latin)), "grid")
    assert "|" not in text
    assert formats.parse(text).puzzle.geometry == latin


def test_the_classic() -> None:
    assert formats.write(Document(PUZZLE), "grid").split("\n")[:4] == [
        "5 3 . | . 7 . | . . .",
        "6 . . | 1 9 5 | . . .",
        ". 9 8 | . . . | . 6 .",
        "------+-------+------",
    ]
    assert len(P) == 81


def test_two_symbols_side_by_side_are_one_cell_where_cells_stand_apart() -> None:
    rows = [" ".join(row) for row in ROWS]
    damaged = "4 2 3 1 68 9 5 6"
    with pytest.raises(FormatError, match="line 1: this row has 8 cells, but the others have 9"):
        formats.parse("\n".join([damaged, *rows[1:]]))
    assert formats.parse("\n".join([ROWS[0], *rows[1:]])).puzzle == PUZZLE
