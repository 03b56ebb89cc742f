"""Which digits a board has and where it stands, of links that state neither."""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry, Grid
from satdoku.formats import ReadOptions
from satdoku.formats.boards import board_of_words, stated_rules
from satdoku.puzzle import Document, Puzzle
from satdoku.solving import enumerate_solutions
from tests.shared import shared_file, thinned

FULL = "1234341221434321"
LOW = "0123230110323210"
FEW_DIGITS = "2759592772959572"


def boxes(side: int, top: int = 0, left: int = 0, shape: tuple[int, int] = (2, 2)) -> list[Any]:
    height, width = shape
    return [
        [[top + r + i, left + c + j] for i in range(height) for j in range(width)]
        for r in range(0, side, height)
        for c in range(0, side, width)
    ]


def pad(rows: int = 4, columns: int = 4, regions: Any = None, **keys: Any) -> dict[str, Any]:
    cells: list[Any] = [[{} for _ in range(columns)] for _ in range(rows)]
    return {"cells": cells, "regions": boxes(4) if regions is None else regions, **keys}


def puzzles(size: int, **keys: Any) -> dict[str, Any]:
    return {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)], **keys}


def read(data: dict[str, Any], shape: str = "", *ignore: str) -> Document:
    geometry = board_of_words(shape) if shape else None
    return formats.parse(json.dumps(data), ReadOptions(geometry=geometry, ignore=ignore))


def described(document: Document) -> str:
    return document.puzzle.geometry.describe()


# --- digits -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("solution", "rules", "digits"),
    [
        (FULL, "", "1-4"),
        (FULL, "Digits 1-9 may stand in cages.", "1-4"),
        (LOW, "", "0-3"),
        (FEW_DIGITS, "", "1-9"),
        (FEW_DIGITS.replace("2", "0"), "", "0-9"),
        (FULL.replace("4", "5"), "Place some of the digits 1 to 5.", "1-5"),
        ("", "Use the digits from 0 to 3.", "0-3"),
        ("", "Use digits 1\u20139 so that each region has the same four.", "1-9"),
        ("", "Digits 1-4. The digits 0-3 are small.", "1-4"),
        ("", "The digits on a line have a sum of 10. 1-9 is a sum.", "1-4"),
        # Zeros are cells without a digit where they stand twice in a row, or a digit is missing.
        ("1200340000004321", "", "1-4"),
        ("1204341221434321", "", "1-4"),
        ("?234341221434321", "", "1-4"),
    ],
)
def test_digits_follow_from_the_solution_and_words(solution: str, rules: str, digits: str) -> None:
    document = read(pad(metadata={"solution": solution, "rules": rules}))
    first, last = map(int, digits.split("-"))
    assert document.puzzle.geometry.digits == tuple(range(first, last + 1))
    assert document.puzzle.geometry.box == (2, 2)
    assert "unused" not in document.extras
    if solution and not {*solution} & {"0", "?"}:
        assert document.solution is not None
        assert "".join(map(str, document.solution.values)) == solution


@pytest.mark.parametrize(("given", "last"), [(4, 4), (5, 9), (9, 9)])
def test_digits_follow_from_the_givens(given: int, last: int) -> None:
    data = pad()
    data["cells"][0][0] = {"value": given}
    assert read(data).puzzle.geometry.digits == tuple(range(1, last + 1))
    data["cells"][1][1] = {"value": 0}
    assert read(data).puzzle.geometry.digits[0] == 0
    # A number above all digits is no digit of a larger board.
    data["cells"][1][1] = {"value": 12}
    assert read(data).puzzle.geometry.digits == (1, 2, 3, 4)
    assert read(data).puzzle.problems()


def test_large_regions_need_as_many_digits() -> None:
    document = read(pad(6, 6, boxes(6, shape=(3, 3))))
    assert described(document) == "6x6 with 3x3 boxes, digits 1 to 9"


def test_givens_fill_what_a_solution_leaves_out() -> None:
    data = pad(metadata={"solution": "?" + FULL[1:]})
    data["cells"][0][0] = {"value": 1}
    solution = read(data).solution
    assert solution is not None
    assert solution.is_full


@pytest.mark.parametrize("solution", ["12", FULL + "1", FULL[:-1] + "S", FULL[:-1] + "!"])
def test_a_solution_that_is_none_of_the_board_is_noted(solution: str) -> None:
    for data in (
        pad(metadata={"solution": solution}),
        puzzles(4, solution=solution),
        puzzles(4, solution=list(solution)),
    ):
        document = read(data)
        assert (document.solution, described(document)) == (None, "4x4 with 2x2 boxes")
        assert document.extras["unused"].startswith("1 solution ")
        ignoring = read(data, "", "solution")
        assert (ignoring.solution, ignoring.extras) == (None, {"ignored": "solution"})


@pytest.mark.parametrize("symbol", [".", "?", "0"])
@pytest.mark.parametrize("regions", [None, []])
def test_a_solution_without_a_digit_says_nothing(symbol: str, regions: Any) -> None:
    for data in (
        pad(regions=regions, metadata={"solution": symbol * 16}),
        puzzles(4, solution=symbol * 16),
        puzzles(4, solution=[symbol] * 16),
    ):
        document = read(data)
        assert (document.solution, document.extras) == (None, {})
        assert document.puzzle.geometry.digits == (1, 2, 3, 4)
    sized = read(pad(regions=[], metadata={"solution": symbol * 16}), "size=4")
    assert sized.puzzle.geometry == Geometry.of_size(4)


def test_the_shape_that_is_asked_for_wins_over_guessed_digits() -> None:
    for data in (pad(), pad(metadata={"solution": FEW_DIGITS})):
        document = read(data, "size=4 digits=0-8 box=2x2 region-size=4")
        assert described(document) == "4x4 with 2x2 boxes, digits 0 to 8"
        for shape in ("size=4 box=1x4", "size=4 raw", "size=5", "size=4 box=none"):
            with pytest.raises(FormatError, match="was asked for"):
                read(data, shape)
    assert described(read(pad(regions=[]), "size=4 box=2x2")) == "4x4 with 2x2 boxes"


# --- places -------------------------------------------------------------------------------------


def test_a_board_in_a_larger_rectangle_begins_where_its_regions_do() -> None:
    rows = ["......", "......", *("..1234", "..3412", "..2143", "..4321")]
    data = pad(
        6,
        6,
        boxes(4, 2, 2),
        metadata={"solution": "".join(rows), "antiknight": False},
        cages=[
            {"cells": [[2, 2], [2, 3]], "unique": True, "sum": 3},
            {"cells": [[0, 0], [0, 1]], "unique": True, "value": "9"},
            {"cells": [[0, 0], [5, 5]], "unique": False, "hidden": True},
        ],
        lines=[{"wayPoints": [[2.5, 2.5], [3.5, 2.5]], "color": "#ff0000", "thickness": 8}],
        foglight=[[2, 3], [0, 0]],
        triggereffect=[
            {
                "trigger": {"type": "cellvalue", "cell": "r3c3"},
                "effect": {"type": "foglight", "cells": "r3c4"},
            }
        ],
    )
    data["cells"][2][2] = {"value": 1}
    data["cells"][0][3] = {"value": 7}
    data["cells"][3][3] = {"centremarks": [3, 4]}
    document = read(data)
    puzzle = document.puzzle
    assert puzzle.geometry == Geometry.of_size(4)
    assert [c for c, given in enumerate(puzzle.givens) if given] == [0]
    (cage,) = puzzle.constraints
    assert cage.scope(puzzle.geometry) == (0, 1)
    assert document.solution == Grid(puzzle.geometry, tuple(map(int, FULL)))
    assert document.position is not None
    assert document.position.candidates[5] == {3, 4}
    assert document.fog is not None
    assert (document.fog.lamps, document.fog.reveals) == ((1,), ((0, (1,)),))
    spots = {(one.kind, one.text, one.spots[0]) for one in document.drawings}
    assert spots == {
        ("mark", "7", (-1.5, 1.5)),
        ("line", "", (0.5, 0.5)),
        ("cage", "9", (-1.5, -1.5)),
    }
    assert document.extras["drawings"] == "1 digit beside the board, 1 cage, 1 line"
    assert formats.parse(formats.write(document, "sudokupad")).puzzle == puzzle


def test_irregular_regions_in_a_larger_rectangle() -> None:
    layout = "0001022133213321"
    regions: list[Any] = [[] for _ in range(4)]
    for cell, label in enumerate(layout):
        regions[int(label)].append([cell // 4 + 1, cell % 4])
    assert read(pad(5, 6, regions)).puzzle.geometry == Geometry.jigsaw(map(int, layout))


def drawn(values: dict[Any, str]) -> str:
    """A solution as a file has it, a question mark in every place without a digit."""
    rows = 1 + max(row for row, _ in values)
    columns = 1 + max(column for _, column in values)
    return "".join(values.get((r, c), "?") for r in range(rows) for c in range(columns))


SMALL_BOARD = "size=4 grids=r1c1,r3c3"


def small_solution() -> dict[tuple[int, int], str]:
    """A solution of two 4x4 grids that share a box."""
    puzzle = Puzzle.empty(board_of_words(SMALL_BOARD))
    solution = next(iter(enumerate_solutions(puzzle)))
    geometry = puzzle.geometry
    return {geometry.row_column(c): str(v) for c, v in enumerate(solution.values)}


@pytest.mark.parametrize("regions", [True, False])
@pytest.mark.parametrize("site", ["sudokupad", "fpuzzles"])
def test_overlapping_grids_follow_from_regions_or_the_solution(site: str, regions: bool) -> None:
    text = drawn(small_solution())
    both = [box for top in (0, 2) for box in boxes(4, top, top)]
    unlike = [box for at, box in enumerate(both) if box not in both[:at]]
    if site == "sudokupad":
        data = pad(6, 6, unlike if regions else [], metadata={"solution": text})
    else:
        data = puzzles(6, solution=list(text.replace("?", ".")))
        if regions:
            of = {tuple(cell): n for n, box in enumerate(unlike) for cell in box}
            for r, row in enumerate(data["grid"]):
                for c, cell in enumerate(row):
                    cell["region"] = of.get((r, c))
    document = read(data)
    assert document.puzzle.geometry == board_of_words(SMALL_BOARD)
    assert document.solution is not None
    assert document.puzzle.accepts(document.solution)
    assert "drawings" not in document.extras


@pytest.mark.parametrize("site", ["sudokupad", "fpuzzles"])
def test_grids_that_the_solution_does_not_show_are_refused(site: str) -> None:
    """A place that no square has, squares of two sizes, a square that may be none."""
    small = small_solution()
    odd = dict(small) | {(0, 5): "1"}
    for values in (odd, {at: "?" if at == (0, 0) else v for at, v in small.items()}):
        text = drawn(values)
        data = (
            pad(6, 6, [], metadata={"solution": text})
            if site == "sudokupad"
            else puzzles(6, solution=list(text.replace("?", ".")))
        )
        if site == "sudokupad":
            with pytest.raises(FormatError, match=r"not every place of the 6x6 is a cell.*--shape"):
                read(data)
        else:
            # The site's own boxes remain, and the answer is in doubt.
            assert "that the solution leaves empty" in read(data).extras["drawings"]
        assert read(data, SMALL_BOARD).puzzle.geometry == board_of_words(SMALL_BOARD)


def test_the_middle_grid_of_a_flower_must_be_named() -> None:
    board = board_of_words("flower")
    regions = [[list(board.row_column(c)) for c in box.cells] for box in board.regions]
    data = pad(15, 15, regions)
    with pytest.raises(FormatError, match="not every place of the 15x15"):
        read(data)
    assert read(data, "flower").puzzle.geometry == board
    with pytest.raises(FormatError, match="was asked for"):
        read(data, "samurai")
    with pytest.raises(Unsupported, match="cannot hold the board 15x15 of 5"):
        formats.write(Document(Puzzle.empty(board)), "sudokupad")


def test_a_region_number_may_stand_for_regions_of_two_grids() -> None:
    data = puzzles(11, solution=["."] * 121)
    for number, (top, left) in enumerate(((1, 1), (1, 6))):
        for n, box in enumerate(boxes(4, top, left)):
            for r, c in box:
                data["grid"][r][c]["region"] = n
                at = (r - 1) * 4 + (c - 1 - 5 * number)
                data["solution"][r * 11 + c] = int(FULL[at])
    for row in data["grid"]:
        for cell in row:
            cell.setdefault("region", 9)
    data["killercage"] = [{"cells": ["R2C2", "R2C3"], "value": "3"}]
    data["text"] = [{"cells": ["R1C1"], "value": "3"}]
    data["grid"][0][10]["value"] = 4
    document = read(data)
    assert document.puzzle.geometry == board_of_words("size=4 grids=r1c1,r1c6")
    # The board begins in the second row and column of the file.
    (cage,) = document.puzzle.constraints
    assert document.puzzle.geometry.names(cage.scope(document.puzzle.geometry)) == "r1c1 and r1c2"
    assert document.solution is not None
    assert document.puzzle.accepts(document.solution)
    assert {one.text: one.spots[0] for one in document.drawings} == {
        "3": (-0.5, -0.5),
        "4": (-0.5, 9.5),
    }


def test_a_sum_of_a_converter_of_penpa() -> None:
    cages = [{"unique": True, "cageValue": "r1c1=3", "cells": [[0, 0], [0, 1]]}]
    (rule,) = read(pad(cages=cages)).puzzle.constraints
    assert rule.arguments()["sum"] == 3
    cages[0]["cageValue"] = "r1c1=<3"
    with pytest.raises(FormatError, match="'<3'"):
        read(pad(cages=cages))


BOARDS = (
    "samurai", "butterfly", "sohei", "gattai-3", "twodoku", "size=6 grids=r1c1,r1c8",
    "size=4 digits=1-9 box=2x2 region-size=4", "size=9 digits=0-8 box=3x3", "size=4 digits=0-3",
    "size=6 digits=0-9 box=2x3 region-size=6", "size=6 box=3x3 digits=1-9 region-size=9",
    "size=9x6 box=none digits=0-9", "size=9 box=none raw", "size=4 digits=0-4 box=none",
    "grids=r1c1:4,r3c3:6", "grids=r1c1:6,r1c8:9",
    "size=6 box=2x2 void=r1c1-r2c2,r3c3-r4c4,r5c5-r6c6",
)  # fmt: skip


@pytest.mark.parametrize("words", thinned(BOARDS, 2))
@pytest.mark.parametrize("rules", [None, "Normal rules apply."])
def test_boards_that_are_written_are_read_by_their_drawings(words: str, rules: str | None) -> None:
    geometry = board_of_words(words)
    puzzle = Puzzle.empty(geometry, stated_rules(geometry))
    solution = None if geometry.grids else next(iter(enumerate_solutions(puzzle)))
    givens = [None] * (geometry.cell_count - 1) + [1]
    document = Document(replace(puzzle, givens=tuple(givens)), rules=rules, solution=solution)
    text = formats.write(document, "sudokupad")
    for ignore in ((), ("satdoku",)):
        back = formats.parse(text, ReadOptions(ignore=ignore))
        assert back.puzzle == document.puzzle
        if solution is not None:
            assert back.solution == solution
    assert formats.write(formats.parse(text), "sudokupad") == text


# --- real links ---------------------------------------------------------------------------------


def real() -> Iterator[dict[str, Any]]:
    for name in ("gas", "challenge"):
        with lzma.open(shared_file("drawn", f"{name}.jsonl.xz"), "rt") as lines:
            yield from map(json.loads, lines)


@pytest.mark.full
def test_solutions_of_published_links_fit_the_boards_that_are_read() -> None:
    """Whatever the rules are: no digit of a solution stands twice in a house of the board."""
    checked, refused = 0, []
    for item in real():
        try:
            document = formats.parse(item["link"])
        except FormatError as error:
            refused.append(str(error))
            continue
        if document.solution is None:
            assert "unused" not in document.extras or "solution" not in document.extras["unused"]
            continue
        checked += 1
        values = {c: v for c, v in enumerate(document.solution.values) if v is not None}
        bare = replace(document.puzzle, constraints=())
        if document.title != "Mistakes Were Made":
            assert not bare.with_givens(values).problems()
    assert checked > 300
    assert len(refused) <= 1
    assert all("not every place of" in error for error in refused)


@pytest.mark.full
def test_the_published_board_of_four_of_nine_digits() -> None:
    """Typed by hand, with the rule that all regions have the same digits."""
    document = formats.parse(shared_file("faults", "ngn.json").read_text(encoding="utf-8"))
    (solution,) = enumerate_solutions(document.puzzle)
    link = next(item["link"] for item in real() if item["id"] == "0078")
    read_one = formats.parse(link)
    assert read_one.puzzle.geometry == document.puzzle.geometry
    assert solution == read_one.solution


@pytest.mark.full
def test_capsules_of_published_links_are_counted_and_come_back() -> None:
    count = 0
    for item in real():
        try:
            document = formats.parse(item["link"])
        except FormatError:
            continue
        if " without a " not in document.extras.get("drawings", ""):
            continue
        count += 1
        for site in ("fpuzzles", "json"):
            again = formats.parse(formats.write(document, site))
            assert Counter(again.drawings) == Counter(document.drawings)
            assert again.puzzle == document.puzzle
        with pytest.raises(FormatError, match="--strict"):
            formats.parse(item["link"], ReadOptions(strict=True))
    assert count >= 4
