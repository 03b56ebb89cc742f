"""Boards in words, in JSON and under a line of text: what is read, written and refused."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

import satdoku
from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.board.boards import PRESETS
from satdoku.formats import ReadOptions, WriteOptions
from satdoku.formats.boards import (
    board_data,
    board_of,
    board_of_words,
    board_words,
    read_board,
    stated_rules,
)
from satdoku.puzzle import Document, Puzzle

WORDS = (
    "size=6x8 digits=0-7",
    "size=8x6",
    "size=1x4 digits=0-3 box=none",
    "size=3x5 box=none",
    "size=6 digits=0-8 region-size=6",
    "size=6 digits=1-9 box=3x3",
    "size=6 raw",
    "size=6 raw box=none digits=1-3",
    "size=6 regions=AAA...AAABBB.C.BBB.C.D..CC.D..CC.DD. partial",
    "size=4 digits=1-6 regions=AABBAABBCCDDCCDD region-size=4",
    "size=12 digits=0-11",
    "size=9 digits=0-8",
    "size=4 grids=r1c1,r3c3",
    "size=6 box=3x2 grids=r1c1,r4c3 digits=0-5",
    "size=12 grids=r1c1,r9c9",
    "grids=r1c1:4:2x2,r3c3:6:2x3",
    "grids=r1c1:4:2x2,r4c2:5:none,r8c1:6:3x2",
    "grids=r1c1:4x6:none,r3c3:4:2x2",
    "size=6 box=2x2 void=r1c1-r2c2,r3c3-r4c4,r5c5-r6c6",
    "size=9 box=3x3 void=r4c5,r9c9",
    "size=5 box=none void=r1c1,r1c5,r5c1,r5c5",
    "size=4 regions=.AABAABBCCBDCCDD partial void=r1c1",
    *PRESETS,
)


def _some(geometry: Geometry, seed: int) -> Puzzle:
    chance = random.Random(seed)
    return Puzzle(
        geometry,
        tuple(
            chance.choice(geometry.digits) if chance.random() < 0.4 else None
            for _ in range(geometry.cell_count)
        ),
        None,
        stated_rules(geometry),
    )


@pytest.mark.parametrize("words", WORDS)
def test_a_board_and_its_puzzles_come_back(words: str) -> None:
    geometry = board_of_words(words)
    assert board_of_words(board_words(geometry)) == geometry
    assert board_of(json.loads(json.dumps(board_data(geometry)))) == geometry
    assert read_board(json.dumps({"board": board_data(geometry)})) == geometry
    for seed in range(3):
        document = Document(_some(geometry, seed))
        for name in ("board", "json"):
            text = formats.write(document, name)
            assert formats.detect(text) == name
            assert formats.parse(text) == document, text
        for name in ("line", "numbers", "grid"):
            text = formats.write(document, name, WriteOptions("10", geometry=geometry))
            assert formats.parse(text, ReadOptions(name, geometry, "10")) == document, text
            assert formats.parse(text, ReadOptions(None, geometry, "10")) == document, text


def test_holes_and_bars() -> None:
    text = "# a note\n\nboard: size=4 grids=r1c1,r3c3\n1 .|.3|##\n. .|..|##\n---+--+--\n"
    text += ".2|..|3.\n..|..|4.\n#####\n"
    with pytest.raises(FormatError, match="line 9: row 5 has 5 cells, but the board has 6"):
        formats.parse(text)
    puzzle = formats.parse(text.replace("#####\n", "##....\n##.1..\n")).puzzle
    assert puzzle.geometry.name(8) == "r3c1"
    assert puzzle.givens[puzzle.geometry.cell("r6c4")] == 1


def test_a_file_of_several_with_one_that_is_bad() -> None:
    text = "board: size=2x3\n1..\n...\n\nboard: size=2x3\n1.\n...\nboard: size=1x2\n.2\n"
    entries = list(
        formats.get_format("board").module.entries(enumerate(text.split("\n"), 1), ReadOptions())
    )
    assert [e.line for e in entries] == [1, 5, 8]
    assert [str(e.error) for e in entries if e.error] == [
        "line 6: row 1 has 2 cells, but the board has 3 columns"
    ]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "the board is not described"),
        ("9x9", "'9x9' describes no board"),
        ("size=6 size=6", "two values for 'size'"),
        ("size=0", "\"size\" must be a number from 1 to 100"),
        ("size=101", "\"size\" must be a number from 1 to 100"),
        ("size=6 digits=2-7", "run from 0 or 1"),
        ("size=6 digits=9-1", "first and the last"),
        ("size=6 digits=1-5", "a row of 6 cells cannot hold different digits from 1 to 5"),
        ("size=8x6 digits=1-7", "a column of 8 cells"),
        ("size=6 digits=1-9", "needs the size of its regions"),
        ("size=6 box=4x2", "4x2"),
        ("size=6x8 box=4x2", "4x2 boxes do not tile a 6x8 board"),
        ("size=6x8 region-size=5", "no boxes of 5 cells tile"),
        ("size=6 region-size=7", "a region of 7 cells cannot hold"),
        ("size=6 partial", "partial is for a board with regions"),
        ("size=2x3 regions=AAABB.", "region 2, which holds r2c1, has 2 cells, not 3"),
        ("size=2x3 regions=AAA...", "no region covers r2c1"),
        ("size=2x3 regions=AAA", "labels 3 cells, but the board has 6"),
        ("size=4 grids=r2c1", "begins in row 1"),
        ("size=4 grids=r1c1,r1c1", "same place"),
        ("size=9 grids=r1c1,r99c1", "reach over 107 rows"),
        ("size=9 grids=nonsense", "is not a cell"),
        ("size=4 samurai", "takes no \"size\""),
        ("samurai raw", "has no \"raw\""),
        ("wiggle", "'wiggle' describes no board"),
        ("size=4 void=r5c1", "r5c1 lies outside"),
        ("size=4 void=r2c2-r1c1", "r2c2-r1c1 ends before it begins"),
        ("size=2 box=none void=r1c1-r2c2", "and not all of them"),
        ("size=4 digits=1-3 box=none void=r1c1", "a row of 4 cells cannot hold"),
        ("grids=r1c1,r3c3:6", 'needs the "size" of a grid'),
        ("grids=r1c1:4,r3c3:x", "size=x is not of the form"),
        ("grids=r1c1:4,r3c3:6:4x4", "4x4"),
        ("grids=r1c1:4,r3c3:6:2x3:9", "a grid has no key '9'"),
    ],
)  # fmt: skip
def test_what_is_no_board(words: str, reason: str) -> None:
    with pytest.raises(FormatError) as raised:
        board_of_words(words)
    assert reason in str(raised.value)
    with pytest.raises(FormatError, match=r"^line 2: "):
        formats.parse(f"# a note\nboard: {words}\n....\n", ReadOptions("board"))


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ({"size": 6, "rows": 6, "columns": 6}, "not both"),
        ({"rows": 6}, "go together"),
        ({"size": 6, "raw": 1}, '"raw" must be true or false'),
        ({"size": 6, "digits": [0, 8]}, '"digits" must be'),
        ({"size": 6, "region_size": "6"}, '"region_size" must be a number'),
        ({"grids": ["r1c1"]}, 'needs the "size"'),
        ({"grids": "octopus"}, "there is no board 'octopus'"),
        ({"size": 9, "wraps": True}, "has no key 'wraps'"),
        ({"size": 9, "void": "r1c1"}, '"void" must be a list'),
        ({"grids": [{"size": 9}]}, '"at" must be the top left cell'),
        ({"grids": [{"at": "r1c1", "size": 4, "grids": []}]}, "a grid has no key 'grids'"),
        ({"grids": [{"at": "r1c1", "size": 4}, 6]}, '"grids" must be a name'),
    ],
)
def test_what_is_no_board_in_json(board: object, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        formats.parse(json.dumps({"board": board, "givens": "." * 81}))


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("1..3\n....##\n.2..3.\n....4.\n##....\n##.1..", "row 1 has 4 cells"),
        ("1..3..\n....##\n.2..3.\n....4.\n##....\n##.1..", "r1c5 lies in a hole"),
        ("1..3##\n#...##\n.2..3.\n....4.\n##....\n##.1..", "r2c1 is a cell"),
        ("1..3##\n....##\n.2..3.\n....4.\n##....", "6 rows, but here are 5"),
        ("1..3##\n....##\n.2..3.\n....4.\n##....\n##.1..\n......", "one more"),
        ("1..Q##\n....##\n.2..3.\n....4.\n##....\n##.1..", "'Q' is neither a digit"),
        ("1..3##\n------\n.2..3.\n....4.\n##....\n##.1..", "may be a row or only drawn"),
    ],
)
def test_rows_that_do_not_fit(rows: str, reason: str) -> None:
    with pytest.raises(FormatError) as raised:
        formats.parse(f"board: size=4 grids=r1c1,r3c3\n{rows}\n")
    assert reason in str(raised.value)


def test_rows_in_json_leave_the_holes_out() -> None:
    rows = ["1..3", "....", ".2..3.", "....4.", "....", ".1.."]
    board = {"size": 4, "grids": ["r1c1", "r3c3"]}
    puzzle = formats.parse(json.dumps({"board": board, "givens": rows})).puzzle
    assert puzzle.givens[:4] == (1, None, None, 3)
    cells = [[0, None, 3], [None, "", 1]]
    board = {"rows": 2, "columns": 3, "digits": "0-3", "box": None}
    assert formats.parse(json.dumps({"board": board, "givens": cells})).puzzle.givens == (
        0, None, 3, None, None, 1,
    )  # fmt: skip


@pytest.mark.parametrize("words", ["any 4 of 1-9", "any-4-of-1-9"])
def test_digits_that_the_solver_chooses(words: str) -> None:
    rows = "8...\n.5..\n..6.\n...4\n"
    data = {"board": {"size": 4, "box": [2, 2], "digits": words}, "givens": rows.split()}
    plain = {**data, "board": {"size": 4, "box": [2, 2], "region_size": 4, "digits": "1-9"}}
    rule = [{"rule": "region-same-values"}]
    texts = (
        f"board: size=4 digits={words}\n{rows}",
        json.dumps({"satdoku": 1, **data}),
        json.dumps({"satdoku": 1, **plain, "constraints": rule}),
    )
    assert len({formats.parse(text).puzzle for text in texts}) == 1


def test_as_many_digits_are_chosen_as_a_house_has_cells() -> None:
    for words in ("size=6 box=2x3 digits=any 4 of 1-9", "size=4 box=2x2 digits=any 3 of 1-9"):
        with pytest.raises(FormatError, match="of 9 digits are chosen, and the largest house"):
            board_of_words(words)


@pytest.mark.parametrize("words", ["grids=r1c1:2:none,r2c2:3:none", "size=3 box=none void=r1c1"])
def test_every_engine_fills_unequal_grids_and_goes_on_behind_holes(words: str) -> None:
    geometry = board_of_words(words)
    parts = geometry.parts or (geometry,)
    of = {cell: house.grid for house in geometry.houses for cell in house.cells}
    may = [parts[of[cell] - 1].digits if of[cell] else geometry.digits for cell in sorted(of)]
    houses = [
        (house.cells, parts[house.grid - 1].digits if house.grid else geometry.digits)
        for house in geometry.houses
    ]
    grids = {
        values
        for values in product(*may)
        if all(
            len({values[cell] for cell in cells}) == len(cells)
            and {values[cell] for cell in cells} <= {*digits}
            for cells, digits in houses
        )
    }
    puzzle = Puzzle.empty(geometry, stated_rules(geometry))
    assert len(grids) > 1
    for backend in ("variant", "sat", "cpsat"):
        solutions = satdoku.solutions(puzzle, limit=None, backend=backend)
        assert {grid.values for grid in solutions} == grids


def test_the_digits_of_a_smaller_grid_are_not_redundant_and_are_certified(tmp_path: Path) -> None:
    board = {"grids": [{"at": "r1c1", "size": 4}, {"at": "r4c4", "size": 6}]}
    puzzle = formats.parse(json.dumps({"board": board, "givens": "." * 51})).puzzle
    solution = satdoku.solve(puzzle).solutions[0]
    filled = replace(puzzle, givens=solution.values)
    assert not satdoku.redundant(filled).to_dict()["rules"]
    assert satdoku.certify(filled, tmp_path).verdict == "unique"
    (certificate,) = tmp_path.glob("*.json")
    assert satdoku.verify(certificate).answer == "proved"


def test_the_digits_of_a_smaller_grid_are_written_by_the_board_alone() -> None:
    geometry = board_of_words("grids=r1c1:4,r3c3:6")
    puzzle = Puzzle.empty(geometry, stated_rules(geometry))
    assert "house-digits" not in formats.write(Document(puzzle), "json")
    for name in ("json", "board"):
        with pytest.raises(Unsupported, match="lacks the rules that say so"):
            formats.write(Document(Puzzle.empty(geometry)), name)
    lines = "1...2........." + ".." + "\n" + "." * 36 + "\n"
    read = formats.parse(lines, ReadOptions("samurai", geometry)).puzzle
    assert read == Puzzle(geometry, read.givens, None, stated_rules(geometry))
    with pytest.raises(FormatError, match=r"line 2: a grid .* 36 cells.* has 35"):
        formats.parse(lines[:-2], ReadOptions("samurai", geometry))
