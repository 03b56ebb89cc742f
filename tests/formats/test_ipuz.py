"""Sudokus in ipuz."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry, Grid
from satdoku.constraints import from_data
from satdoku.formats import ReadOptions
from satdoku.puzzle import Document, Puzzle

ROWS = [[1, 0, 0, 2], [0, 0, 0, 0], [0, 0, 0, 0], [2, 0, 0, 1]]
PLAIN: dict[str, Any] = {
    "version": "http://ipuz.org/v2",
    "kind": ["http://ipuz.org/sudoku#1"],
    "puzzle": ROWS,
}
GIVENS = (1, None, None, 2, *[None] * 8, 2, None, None, 1)


@pytest.mark.parametrize("seed", range(12))
def test_round_trip(seed: int) -> None:
    chance = random.Random(seed)
    size = chance.choice((4, 6, 9, 16, 25))
    geometry = chance.choice((Geometry.of_size, Geometry.latin))(size)
    givens = [chance.randint(1, size) if chance.random() < 0.4 else None for _ in range(size**2)]
    rules = [from_data({"rule": "diagonal"}, geometry)] if chance.random() < 0.4 else []
    puzzle = Puzzle(geometry, tuple(givens), None, tuple(rules))
    full = Grid(geometry, tuple(chance.randint(1, size) for _ in range(size**2)))
    document = Document(
        puzzle, title="名", author="A", solution=full if chance.random() < 0.5 else None
    )
    text = formats.write(document, "ipuz")
    assert formats.detect(text) == "ipuz"
    assert formats.parse(text) == document


def read(**changes: Any) -> Document:
    return formats.parse(json.dumps(PLAIN | changes), ReadOptions(format="ipuz"))


def test_cells_are_numbers_symbols_or_objects() -> None:
    assert read().puzzle.givens == GIVENS
    rows: list[list[Any]] = [list(row) for row in ROWS]
    rows[0] = ["1", None, {"cell": 0, "style": {"shapebg": "circle"}}, {"cell": 2}]
    assert read(puzzle=rows).puzzle.givens == GIVENS
    letters = [["A", ".", ".", "B"], ["."] * 4, ["."] * 4, ["B", ".", ".", "A"]]
    assert read(puzzle=letters, charset="ABCD", empty=".").puzzle.givens == GIVENS
    assert formats.parse(f"ipuz({json.dumps(PLAIN)})", ReadOptions(format="ipuz")) == read()


def test_kinds() -> None:
    latin = read(kind=["http://ipuz.org/sudoku/latinsquare#1"])
    assert latin.puzzle.geometry == Geometry.latin(4) == read(boxes=False).puzzle.geometry
    rules = read(kind="http://ipuz.org/sudoku/diagonalsudoku#1").puzzle.constraints
    assert [rule.name for rule in rules] == ["diagonal"]
    assert dict(read(date="2026").extras) == {"date": "2026"}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kind": ["http://ipuz.org/crossword#1"]}, ("crossword",)),
        ({"kind": ["http://ipuz.org/sudoku/killersudoku#1"]}, ("killersudoku",)),
        ({"kind": []}, ('"kind"',)),
        ({"version": "7"}, ("version",)),
        ({"puzzle": ROWS[:3]}, ("4 to 35 rows",)),
        ({"puzzle": [*ROWS[:3], [1]]}, ("row 4", "4 cells")),
        ({"puzzle": [*ROWS[:3], [0, 0, "q", 0]]}, ("r4c3", "q")),
        ({"puzzle": [*ROWS[:3], [0, 0, True, 0]]}, ("r4c3",)),
        ({"solution": ROWS[:2]}, ('"solution"', "4 rows")),
        ({"charset": "1123"}, ("charset",)),
        ({"boxes": 1}, ("boxes",)),
        ({"dimensions": {"width": 9}}, ("width", "9")),
        ({"dimensions": 4}, ("dimensions",)),
        ({"cages": []}, ("cages", "--ignore")),
        ({"puzzle": [[{"cell": 1, "odd": True}, 0, 0, 0], *ROWS[1:]]}, ("odd",)),
    ],
)
def test_bad_files(changes: dict[str, Any], words: tuple[str, ...]) -> None:
    with pytest.raises(FormatError) as caught:
        read(**changes)
    assert all(word in str(caught.value) for word in words), caught.value


def test_a_fault_has_its_place_in_the_text() -> None:
    for text, line, column in (
        ("\n{ipuz.org/", 2, 2),
        ("\n {'ipuz.org/v2'}", 2, 3),
        ("\nipuz({'ipuz.org/v2'});\n", 2, 7),
    ):
        with pytest.raises(FormatError) as caught:
            formats.parse(text, ReadOptions(format="ipuz"))
        assert (caught.value.line, caught.value.column) == (line, column), text


def test_what_it_cannot_hold() -> None:
    rule = from_data({"rule": "anti-knight"}, Geometry.classic())
    document = Document(Puzzle.empty(Geometry.classic(), (rule,)))
    with pytest.raises(Unsupported, match="anti-knight"):
        formats.write(document, "ipuz")
