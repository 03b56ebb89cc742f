"""Penpa+'s links."""

from __future__ import annotations

import json
import random
import re
from itertools import pairwise
from typing import Any
from urllib.parse import quote

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry, Grid
from satdoku.constraints import REGISTRY, Thermo, from_data
from satdoku.formats import ReadOptions, penpa
from satdoku.formats.boards import board_of_words
from satdoku.puzzle import Cosmetic, Document, Position, Puzzle
from satdoku.solving import enumerate_solutions
from tests.formats.common import PUZZLE
from tests.formats.rules import random_document
from tests.shared import thinned

# A 4x4 with a row and a column around it, as the site writes it: names are short, cells that were
# taken out and put back stand at the end.
W = 10
N = W * W


def cell(row: int, column: int) -> int:
    return (row + 2) * W + column + 2


def edge(row: int, column: int, across: bool) -> str:
    """The line right of a cell, or below it."""
    corner = N + cell(row, column)
    return f"{corner - (W if across else 1)},{corner}"


BOXES = {edge(row, 2, True): 2 for row in range(1, 5)}
BOXES |= {edge(2, column, False): 2 for column in range(1, 5)}
LIVE = [cell(row, column) for row in range(1, 5) for column in range(1, 5)]
HEADER = (
    "sudoku,6,6,38,0,1,1,266,266,44,44,1,0,0,1,"
    "Title: A %2C b,Author: Me,http://x.y,One%2Dtwo %2F,OFF"
)


def link(
    layer: dict[str, Any] | str | None = None,
    answers: str = "",
    live: list[int] = LIVE,
    header: str = HEADER,
    solution: list[str] | None = None,
    colours: dict[str, Any] | None = None,
) -> str:
    if not isinstance(layer, str):
        layer = json.dumps({"lineE": BOXES, **(layer or {})}, separators=(",", ":"))
    for short, name in penpa._NAMES.items():
        layer = layer.replace(name, short)
    order = [*live[1:], live[0]]
    steps = order[:1] + [b - a for a, b in pairwise(order)]
    lines = [header, "[1,1,1,1]", '["1"]~zS~["",1]', layer, answers, json.dumps(steps)]
    if colours is not None:
        lines += ["x"] * 7 + ['"true"', json.dumps(colours)]
    text = "\n".join(lines)
    packed = f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={penpa.pack(text)}"
    if solution is not None:
        packed += f"&a={penpa.pack(json.dumps([[], [], [], [], solution, []]))}"
    return packed


def test_what_is_more_than_a_drawing() -> None:
    layer = {
        "number": {
            cell(1, 1): ["1", 1, "1"],
            cell(1, 2): [[0, 1, 1, 0, 0, 0, 0, 0, 0], 1, "7"],
            cell(1, 3): ["7", 1, "1"],  # no digit of the board
            cell(0, 1): ["3", 1, "1"],  # outside
            3 * N + cell(1, 1): ["4", 1, "5"],  # on an edge
        },
        "lineE": BOXES | {edge(3, 1, True): 3, edge(1, 1, True): 2, edge(1, 4, True): 2},
        "thermo": [[cell(1, 1), cell(2, 1)], []],
        "symbol": {str(cell(4, 4)): [3, "circle_L", 2]},
        "command_undo": {"__a": [1, 2]},
    }
    answers = '{zN:{"%d":["2",2,"1"],"%d":["34",2,"5"],"%d":["4",2,"1"]}}'
    answers %= (cell(2, 3), cell(2, 4), cell(1, 1))
    solution = [f"{cell(1, 2)},2", f"{cell(4, 4)},1", "3,1"]
    document = formats.parse(link(layer, answers, solution=solution))
    geometry = document.puzzle.geometry
    assert geometry == Geometry.of_size(4)
    assert document.puzzle.givens == (1, *[None] * 15)
    assert document.puzzle.constraints == ()
    assert document.position is not None
    assert document.position.values == (1, *[None] * 5, 2, *[None] * 9)
    assert document.position.candidates[1] == {2, 3}
    assert document.position.candidates[7] == {3, 4}
    assert (document.title, document.author, document.rules) == ("A , b", "Me", "One\ntwo =")
    assert document.solution == Grid(geometry, (1, 2, *[None] * 13, 1))
    drawings = "2 lines on edges, 3 numbers, 1 thermo, 1 symbol, 1 diagonal-main, 1 diagonal-anti"
    assert document.extras == {"drawings": drawings, "source": "http://x.y"}


def drawings_of(
    layer: dict[str, Any], colours: dict[str, Any] | None = None
) -> tuple[Cosmetic, ...]:
    return formats.parse(link(layer, colours=colours)).drawings


def spots(*points: int) -> tuple[tuple[float, float], ...]:
    return tuple((point // W - 2.5, point % W - 2.5) for point in points)


def test_strokes_of_one_look_that_follow_each_other_are_one_line() -> None:
    a, b, c, d = cell(1, 1), cell(1, 2), cell(2, 3), cell(3, 3)
    pairs = {f"{a},{b}": 5, f"{d},{c}": 5, f"{b},{c}": 5, f"{a},{d}": 9}
    grey, blue = drawings_of({"line": pairs})
    assert grey.spots == spots(a, b, c, d)
    assert (blue.spots, blue.stroke) == (spots(a, d), "#187bcd")
    # A line ends where three meet, and a loop where it began.
    fork = {f"{b},{a}": 5, f"{b},{c}": 5, f"{b},{d}": 5}
    assert [len(one.spots) for one in drawings_of({"line": fork})] == [2, 2, 2]
    loop = {f"{a},{b}": 5, f"{b},{c}": 5, f"{c},{a}": 5}
    assert [one.spots for one in drawings_of({"line": loop})] == [spots(a, b, c, a)]


def test_chosen_colours() -> None:
    a, b = cell(1, 1), cell(1, 2)
    layer = {
        "thermo": [[a, b], [b, a]], "line": {f"{a},{b}": 5}, "surface": {str(a): 3},
        "symbol": {str(b): [8, "diamond_L", 2]},
    }  # fmt: skip
    chosen = {
        "thermo": [None, "rgba(255, 0, 0, 1)"], "line": {f"{a},{b}": "#F067F0"},
        "surface": {str(a): "no colour"}, "symbol": {str(b): "#00ff00"},
    }  # fmt: skip
    area, bulb, first, red_bulb, second, line, mark = drawings_of(layer, chosen)
    assert (first.stroke, second.stroke) == ("#cccccc", "rgba(255, 0, 0, 1)")
    assert (bulb.fill, red_bulb.fill) == (first.stroke, second.stroke)
    assert (area.fill, line.stroke) == ("#cccccc", "#f067f0")
    assert (mark.fill, mark.stroke, mark.angle) == ("#00ff00", "#000000", 45.0)
    document = formats.parse(link(layer, colours=chosen))
    assert formats.parse(formats.write(document, "penpa")).drawings == document.drawings


def test_a_cage_has_the_number_in_its_first_corner_also_where_only_its_outline_is_drawn() -> None:
    cells = [cell(1, 1), cell(1, 2), cell(2, 1)]
    number = {str(4 * (N + cell(1, 1))): [" 7", 1]}
    (cage,) = drawings_of({"killercages": [cells], "numberS": number})
    assert (cage.kind, cage.spots, cage.text) == ("cage", spots(*cells), "7")

    def side(at: int, one: int, other: int) -> str:
        return f"{4 * (N + at) + one},{4 * (N + at) + other}"

    above, left, right, below = (0, 1), (0, 2), (1, 3), (2, 3)
    walls = [
        side(cell(1, 1), *above), side(cell(1, 1), *left), side(cell(1, 2), *above),
        side(cell(1, 2), *right), side(cell(1, 2), *below), side(cell(2, 1), *left),
        side(cell(2, 1), *right), side(cell(2, 1), *below),
    ]  # fmt: skip
    walls.append(f"{4 * (N + cell(1, 1)) + 1},{4 * (N + cell(1, 2))}")  # from cell to cell
    assert drawings_of({"cage": dict.fromkeys(walls, 10), "numberS": number}) == (cage,)
    open_ = dict.fromkeys(walls[1:], 10)
    assert {one.kind for one in drawings_of({"cage": open_})} == {"line"}


def test_numbers_with_arrows_and_signs() -> None:
    layer = {
        "number": {str(cell(0, 1)): ["12_7", 1, "2"], str(cell(5, 1)): ["8", 1, "1"]},
        "symbol": {
            str(cell(5, 1)): [[0, 0, 0, 1, 0, 0, 0, 0], "arrow_eight", 2],
            str(3 * N + cell(2, 2)): [3, "inequality", 2],
            str(2 * N + cell(2, 2)): [6, "inequality", 2],
        },
    }
    document = formats.parse(link(layer))
    texts = {one.spots[0]: one.text for one in document.drawings if one.text}
    assert texts == {(-0.5, 0.5): "12", (4.5, 0.5): "8", (1.5, 2.0): ">", (2.0, 1.5): "\u2227"}
    heads = [one.spots for one in document.drawings if one.head]
    assert sorted(end[1] > start[1] for start, end in heads) == [True, True]
    assert sorted(end[0] > start[0] for start, end in heads) == [False, True]
    again = formats.parse(formats.write(document, "penpa"))
    assert {*again.drawings} == {*document.drawings}


def test_boards() -> None:
    assert formats.parse(link({"lineE": {}})).puzzle.geometry == Geometry.latin(4)
    snake = {edge(1, column, False): 21 for column in range(1, 5)}
    with pytest.raises(FormatError, match=r"regions of 4, 12 cells; --ignore lineE"):
        formats.parse(link({"lineE": snake}))
    ignored = formats.parse(link({"lineE": snake}), ReadOptions(ignore=("lineE",)))
    assert ignored.puzzle.geometry == Geometry.of_size(4)
    assert ignored.extras["ignored"] == "lineE"
    snake |= {edge(row, column, False): 21 for row in (2, 3) for column in range(1, 5)}
    rows = Geometry.jigsaw([row for row in range(4) for _ in range(4)])
    assert formats.parse(link({"lineE": snake})).puzzle.geometry == rows


def link_of(words: str) -> tuple[Geometry, str]:
    """A board, and the link of a drawing of it."""
    board = board_of_words(words)
    lines = {}
    for one in range(board.grid_count):
        row, column = board.row_column(one)
        for down, right in ((0, 1), (1, 0)):
            other = board.at(row + down, column + right)
            if any((one in h.cells) != (other in h.cells) for h in board.regions):
                lines[edge(row, column, bool(right))] = 2
    live = [cell(*board.row_column(one)) for one in range(board.grid_count)]
    digits = {str(live[-1]): ["3", 1, "1"]}
    return board, link({"lineE": lines, "number": digits}, live=live)


@pytest.mark.parametrize(
    "words",
    [
        "size=4 grids=r1c1,r3c3",
        "size=4x6 box=2x3",
        "size=6 box=2x2 void=r1c1-r2c2,r3c3-r4c4,r5c5-r6c6",
        "size=3x4",
    ],
)
def test_boards_that_are_no_square(words: str) -> None:
    board, text = link_of(words)
    puzzle = formats.parse(text).puzzle
    assert puzzle.geometry == board
    assert puzzle.givens == (*[None] * (board.grid_count - 1), 3)
    rule = Thermo((0, 1, 2))
    written = Puzzle(board, puzzle.givens, None, (rule,))
    solution = next(iter(enumerate_solutions(written)))
    document = Document(written, solution=solution)
    back = formats.parse(formats.write(document, "penpa"))
    assert (back.puzzle.geometry, back.puzzle.givens) == (board, puzzle.givens)
    assert back.solution == solution
    assert back.drawings[-1].spots == tuple(
        (row + 0.5, column + 0.5) for row, column in map(board.row_column, rule.cells)
    )


def test_holes_where_lines_would_have_unequal_lengths_need_the_board() -> None:
    board, text = link_of("size=6 box=2x3 void=r1c1")
    with pytest.raises(FormatError, match=r"such as r1c1.*--shape"):
        formats.parse(text)
    assert formats.parse(text, ReadOptions(geometry=board)).puzzle.geometry == board


@pytest.mark.parametrize("seed", range(10))
def test_round_trip(seed: int) -> None:
    chance = random.Random(seed)
    layout = map(int, "0001022133213321")
    boards = (Geometry.classic(), Geometry.of_size(6), Geometry.jigsaw(layout), Geometry.latin(5))
    document = random_document(chance, [], boards[seed % 4])
    text = formats.write(document, "penpa")
    assert formats.detect(text) == "penpa"
    back = formats.parse(text)
    assert (back.puzzle, back.extras) == (document.puzzle, {})
    assert (back.title, back.author, back.rules) == (
        document.title,
        document.author,
        document.rules,
    )
    if document.position is not None:
        assert back.position is not None
        assert back.position.values == document.position.values
        assert back.position.candidates == document.position.candidates


@pytest.mark.parametrize("name", thinned(sorted(REGISTRY), 2))
def test_rules_are_drawn_and_described(name: str) -> None:
    geometry = Geometry.classic()
    puzzle = random_document(random.Random(1), [name], geometry, position=False).puzzle
    back = formats.parse(formats.write(Document(puzzle), "penpa"))
    assert (back.puzzle.geometry, back.puzzle.givens) == (geometry, puzzle.givens)
    assert back.puzzle.constraints == ()
    for rule in puzzle.constraints:
        assert back.rules is not None
        assert rule.sentence(geometry) in back.rules
        seen = [shape for shape in rule.shapes(geometry) if shape.kind != "none"]
        assert ("drawings" in back.extras) == bool(seen)


def test_layers_that_are_made_for_a_rule() -> None:
    geometry = Geometry.classic()
    data: list[dict[str, Any]] = [
        {"rule": "thermo", "cells": ["r1c1", "r1c2"]},
        {"rule": "killer-cage", "cells": ["r2c1", "r2c2"], "sum": 9},
        {"rule": "arrow", "bulb": "r3c1", "cells": ["r3c2", "r3c3"]},
        {"rule": "white-dot", "cells": ["r4c1", "r4c2"]},
        {"rule": "sandwich", "side": "left", "index": 1, "sum": 10},
        {"rule": "diagonal"},
    ]
    puzzle = Puzzle.empty(geometry, [from_data(item, geometry) for item in data])
    text = formats.write(Document(puzzle), "penpa")
    packed = re.search("p=([^&]*)", text)
    assert packed is not None
    lines = penpa.unpack(packed[1].strip()).split("\n")
    assert len(lines) == 19
    assert lines[0].startswith("sudoku,11,11,38,0,1,1,456,456,112,112,1,0,0,1,Title: ,")
    assert lines[1] == "[1,1,1,1]"
    layer = json.loads(lines[3])
    first = 3 * 15 + 3
    assert layer["thermo"] == [[first, first + 1]]
    assert layer["killercages"] == [[first + 15, first + 16]]
    assert layer["numberS"] == {str(4 * (225 + first + 15)): [" 9", 1]}
    assert layer["arrows"] == [[first + 30, first + 31, first + 32]]
    assert layer["symbol"] == {str(3 * 225 + first + 45): [8, "circle_SS", 2]}
    assert layer["number"] == {str(first - 1): ["10", 1, "1"]}


def test_links_of_every_form() -> None:
    text = formats.write(Document(PUZZLE), "penpa").strip()
    body = text.partition("#")[2]
    packed = body.partition("p=")[2]
    for form in (
        f"https://logicmastersindia.com/penpa-edit/?{body}",
        f"swaroopg92.github.io/penpa-edit/?m=solve&p={quote(packed, safe='')}&q=abc",
        f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed.replace('+', ' ')}",
        f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed.rstrip('=')}",
        body,
        f"?{body}",
    ):
        assert formats.detect(form) == "penpa"
        assert formats.parse(form).puzzle == PUZZLE


LINK = link()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (LINK[:-30], "ends too soon, after .* it was cut"),
        (LINK.replace("p=", "p=A"), "damaged|too soon"),
        (LINK.replace("p=", "p=!"), "character 1 of the compressed text, '!'"),
        (LINK.replace("p=", "p=%252B"), "percent-encoded twice"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit", "carries no puzzle"),
        ("https://swaroopg92.github.io/penpa-edit/", "carries no puzzle"),
        (link(header="hex,5,1,1"), "type 'hex'"),
        (link(header="5,5,1,1"), "type '5'"),
        (link(header=HEADER.replace(",6,6", ",6,x")), "'6,x' is not a size"),
        (link(header=HEADER.replace(",6,6", ",6,999999999")), "is not a size"),
        (link(live=LIVE[:-1]), r"4x4 is a cell \(such as r4c4\)"),
        (link(live=[*LIVE, 999]), "not cells of the drawing"),
        (link("[]"), "line 4 inside the link: an object"),
        (link("{"), "line 4 inside the link"),
        (link({"number": []} | {"number": [1]}), '"number" must be an object'),
        (link({"thermo": {"1": 2}}), '"thermo" must be a list'),
        (link({"wiggles": [1]}), "no layer 'wiggles'.*--ignore wiggles"),
        (link(answers="[1]"), "line 5 inside the link: an object"),
    ],
)
def test_bad_input(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        formats.parse(text)


def test_what_cannot_be_written() -> None:
    for words in ("size=6 box=2x3 void=r1c1", "size=4 box=2x2 digits=0-3"):
        with pytest.raises(Unsupported, match="cannot hold the board"):
            formats.write(Document(Puzzle.empty(board_of_words(words))), "penpa")
    marked = Puzzle(Geometry.of_size(4), (None,) * 16, (frozenset((1, 2)), *[None] * 15))
    with pytest.raises(Unsupported, match="restrictions of cells"):
        formats.write(Document(marked), "penpa")
    puzzle = Puzzle.empty(Geometry.of_size(16))
    position = Position(
        puzzle, puzzle.givens, (frozenset((1, 2)), *[frozenset(range(1, 17))] * 255)
    )
    with pytest.raises(Unsupported, match="pencil marks on boards above 9x9"):
        formats.write(Document(puzzle, position), "penpa")
    odd = Document(Puzzle(Geometry.of_size(4), (5, *[None] * 15)))
    with pytest.raises(Unsupported, match="5 in r1c1, which is not a digit"):
        formats.write(odd, "penpa")


def test_the_solution_is_kept() -> None:
    geometry = Geometry.of_size(4)
    solution = Grid(geometry, tuple(map(int, "1234341221434321")))
    puzzle = Puzzle(geometry, (1, *[None] * 15))
    back = formats.parse(formats.write(Document(puzzle, solution=solution), "penpa"))
    assert back.solution == solution


def test_a_board_full_of_givens_has_no_answer_beside_it() -> None:
    geometry = Geometry.latin(4)
    values = (1, 3, 4, 2, 4, 2, 1, 3, 2, 1, 3, 4, 3, 4, 2, 1)
    document = Document(Puzzle(geometry, values), solution=Grid(geometry, values))
    link = formats.write(document, "penpa")
    assert formats.write(formats.parse(link), "penpa") == link
