"""SudokuMaker's links and JSON."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY, to_data
from satdoku.formats import ReadOptions, sudokumaker
from satdoku.puzzle import Document, Puzzle
from satdoku.puzzle.cosmetic import Cosmetic
from tests.formats.rules import random_document
from tests.shared import shared_file

HELD = sorted(
    {key.rule for keys in sudokumaker.TYPES.values() for key in keys}
    - {"diagonal-anti", "diagonal-main", "pair-sum", "group-line", "disjoint-groups"}
)
NO_RULES = tuple({key.rule for keys in sudokumaker.TYPES.values() for key in keys} - {*REGISTRY})
REGIONS = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]
DOTS = {"type": 200, "clues": [{"edge": 1, "value": 1}], "negative": []}
RATIOS = {"type": 201, "clues": [], "negative": [2]}
AREA = {"x": 0, "y": 0, "width": 2, "height": 2}


def board(*constraints: dict[str, Any], **keys: Any) -> dict[str, Any]:
    puzzle = {"size": 4, "cells": [{} for _ in range(16)], **keys}
    puzzle["constraints"] = [{"type": 0}, {"type": 1, "regions": REGIONS}, *constraints]
    return {"formatVersion": "1.6.0", "puzzle": puzzle}


def read(data: dict[str, Any], *ignore: str) -> Document:
    return formats.parse(json.dumps(data), ReadOptions(ignore=ignore))


def rules(data: dict[str, Any]) -> list[Any]:
    puzzle = read(data).puzzle
    return [to_data(rule, puzzle.geometry) for rule in puzzle.constraints]


@pytest.mark.parametrize("seed", range(25))
def test_round_trip(seed: int) -> None:
    chance = random.Random(seed)
    geometry = chance.choice(
        (
            Geometry.classic(),
            Geometry.of_size(6),
            Geometry.latin(6),
            Geometry.boxes(6, 3, 2),
            Geometry.jigsaw(map(int, "0001022133213321")),
        )
    )
    check_round_trip(random_document(chance, [*HELD, "diagonal"], geometry))


@pytest.mark.parametrize(
    "geometry",
    [
        Geometry.rectangle(9, 9, digits=range(9)),
        Geometry.rectangle(4, 6, box=(2, 3)),
        Geometry.rectangle(5, 5, digits=range(1, 8), box=None),
        Geometry.rectangle(6, 6, box=None, raw=True),
        Geometry.rectangle(
            3, 4, digits=range(1, 6), regions=[0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 2, 1], region_size=4
        ),
        Geometry.rectangle(4, 4, regions=[0, 0, 1, 1, 0, 2, 2, 1, *[None] * 8], partial=True),
    ],
    ids=Geometry.describe,
)
def test_round_trip_of_other_boards(geometry: Geometry) -> None:
    rules = ("killer-cage", "thermo", "white-dot", "little-killer", "quadruple", "palindrome")
    for seed in range(10):
        check_round_trip(random_document(random.Random(seed), rules, geometry))


def check_round_trip(document: Document) -> None:
    text = formats.write(document, "sudokumaker")
    assert text.startswith("https://sudokumaker.app/?puzzle=N4Ig")
    assert formats.detect(text) == "sudokumaker"
    back = formats.parse(text)
    assert set(back.puzzle.constraints) == set(document.puzzle.constraints)
    assert (back.puzzle.geometry, back.puzzle.givens) == (
        document.puzzle.geometry,
        document.puzzle.givens,
    )
    assert (back.title, back.author, back.rules) == (
        document.title,
        document.author,
        document.rules,
    )
    if document.position is not None:
        assert back.position is not None
        assert back.position.values == document.position.values
        assert back.position.candidates == document.position.candidates


def test_links_of_the_site() -> None:
    lines = shared_file("variants", "links.txt").read_text(encoding="utf-8").split("\n")
    links = [line for line in lines if "sudokumaker" in line]
    rings, thermos = (formats.parse(line, ReadOptions(ignore=NO_RULES)) for line in links)
    assert rings.title == "Rings and Diamonds On Parity Experiment"
    assert rings.extras == {"drawings": "2 symbols"}
    assert rings.puzzle.geometry.is_classic
    assert thermos.puzzle.clues == 23
    position = thermos.position
    assert position is not None
    assert position.values[0] == 9
    assert position.candidates[1] == {1, 2, 4, 7}


def test_a_symbol_has_the_looks_that_it_names() -> None:
    looks = [{"type": "text", "text": text, "size": 0.5} for text in "abc"]
    symbols = [[0.5, -0.5], [9.5, 3.5, 2], [1.5, 0.5, 1], [2.5, 0.5, 3], [3.5, 0.5, "x"]]
    item = {"type": 2002, "params": looks, "symbols": symbols}
    drawn = list(sudokumaker._drawings_of(item, Geometry.classic()))
    assert [(one.text, one.spots) for one in drawn] == [
        ("a", ((-0.5, 0.5),)),
        ("c", ((3.5, 9.5),)),
        ("b", ((0.5, 1.5),)),
    ]
    item = {"type": 2002, "params": [looks[0] | {"fill": "#00000080"}], "symbols": [[1, 2]]}
    (pale,) = sudokumaker._drawings_of(item, Geometry.classic())
    assert sudokumaker._item_of(pale, Geometry.classic())["params"][0]["fill"] == "#00000080"
    both = Cosmetic("mark", ((0.5, 0.5),), size=(0.5, 0.5), rounded=True, text="7")
    written = sudokumaker._item_of(both, Geometry.classic())
    assert written["symbols"] == [[0.5, 0.5], [0.5, 0.5, 1]]


def test_edges_corners_and_outer_cells() -> None:
    geometry = Geometry.classic()
    edge = sudokumaker._Edge()
    for first, second in ((0, 1), (7, 8), (0, 9), (8, 17), (79, 80), (71, 80)):
        written = edge.write({"cells": (first, second)}, geometry)
        assert written is not None
        assert edge.read(written, geometry) == {"cells": [first, second]}
    assert edge.write({"cells": (0, 1)}, geometry) == {"edge": 1}
    assert edge.write({"cells": (0, 9)}, geometry) == {"edge": 9}
    assert edge.write({"cells": (11, 12)}, geometry) == {"edge": 21}
    assert edge.write({"cells": (8, 9)}, geometry) is None
    for number in (0, 18, 9 * 18, 8 * 18 + 9, -1):
        with pytest.raises(FormatError, match="not an edge"):
            edge.read({"edge": number}, geometry)
    places = sudokumaker._NUMBERS
    assert places.beside(places.beside_name(0, 5, geometry), geometry) == (0, 5)


def test_constraints() -> None:
    stated = rules(
        board(
            {"type": 301, "cages": [{"cells": [0, 1], "value": 5}, {"cells": [4], "value": 0}]},
            {"type": 101, "cells": [0], "name": "odds", "style": {}},
            {"type": 101, "cells": [2]},
            {"type": 100, "cells": []},
            {"type": 10},
            {"type": 11},
            {"type": 13, "disabled": True},
        )
    )
    assert stated == [
        {"rule": "killer-cage", "cells": ["r1c1", "r1c2"], "sum": 5},
        {"rule": "killer-cage", "cells": ["r2c1"]},
        {"rule": "odd", "cells": ["r1c1", "r1c3"]},
        {"rule": "diagonal"},
    ]


def test_boards() -> None:
    data = board()
    assert read(data).puzzle.geometry == Geometry.of_size(4)
    del data["puzzle"]["constraints"][1]
    assert read(data).puzzle.geometry == Geometry.latin(4)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (board({"type": 1000, "name": "Wiggle"}), r"constraints\[2\].*'Wiggle'.*--ignore script"),
        (board({"type": 302, "groups": []}), r"constraints\[2\]: clone cannot.*--ignore clone"),
        (board({"type": 2003, "areas": 4}, type="custom"), r"areas\" must be a list"),
        (board({"type": 2003, "areas": [4]}, type="custom"), r"areas\[0\]\" must be an object"),
        (board({"type": 2003, "areas": [AREA | {"x": 3}]}, type="custom"), "not a rectangle"),
        (
            board(DOTS | {"overrideNegativeRatios": False}, RATIOS),
            "overrideNegativeRatios.* is off",
        ),
        (board({"type": [1]}), r"constraints\[2\]: the type of a constraint is a number"),
        (board({"type": 408, "bulbsWithArrows": 1}), r"constraints\[2\].*must be a list"),
        (board({"type": 408, "bulbsWithArrows": [{"bulbCells": 1}]}), "a list of cells"),
        (board({"type": 406, "groups": 1}), '"groups" must be a list'),
        (board({"type": 202, "clues": 1}), '"clues" must be a list'),
        (board(author="\ud800"), '"puzzle.author" holds .*not a character'),
        (board({"type": 777}), "no type 777.*--ignore 777"),
        (board({"type": 13, "cells": []}), r"constraints\[2\].*key 'cells'"),
        (board({"type": 301, "cages": [{"cells": [16]}]}), r"constraints\[2\].*16 is not a cell"),
        (board({"type": 101, "cells": "r1c1"}), "list of cells"),
        (board({"type": 301}), '"cages" must be a list'),
        (board(minDigit=2), r"puzzle.minDigit\" must be a number from 0 to 1"),
        (board(maxDigit=3), "region 0 has 4 cells"),
        (board(maxDigit=5), "region 0 has 4 cells"),
        (board(height=5), "one list of 20"),
        (board(width="4"), "puzzle.width"),
        (board(custom=True), "puzzle: .* no key 'custom'"),
        (board(size="9"), "puzzle.size"),
        (board({"type": 100, "cells": [0], "solverIgnored": 1}), "solverIgnored.* true or false"),
        (board(DOTS | {"overrideNegativeRatios": 0}, RATIOS), "overrideNegativeRatios.* true or"),
        (board({"type": 2003, "foo": 1}), r"constraints\[2\].*key 'foo'"),
        (board({"type": 406, "lines": [[0]], "groups": [2, 4]}), "at least 2 cells"),
        (board(type="killer"), '"sudoku" or "custom", not \'killer\''),
        (board(wiggle=1), "puzzle: .* no key 'wiggle'"),
        (board(cells=[]), "list of 16 cells"),
        (board(name=3), '"puzzle.name" must be a text'),
        (board({"type": 1, "regions": REGIONS}), "one list of 16"),
        (board() | {"formatVersion": "2.0"}, "version '2.0'"),
        (board() | {"formatVersion": "1.7.0"}, "version '1.7.0'.*1.0 to 1.6"),
        (board() | {"formatVersion": 1.6}, "version 1.6 "),
        ({"formatVersion": "1.6.0"}, '"puzzle" is missing'),
    ],
)
def test_bad_input(data: dict[str, Any], words: str) -> None:
    with pytest.raises(FormatError, match=words):
        read(data)


def test_boards_of_other_digits_and_shapes() -> None:
    data = board(minDigit=0, type="sudoku", export={"sudokuPad": {}})
    geometry = read(data).puzzle.geometry
    assert geometry == Geometry.rectangle(4, 4, digits=range(4), box=(2, 2))
    data = board(type="custom", width=8, height=2)
    data["puzzle"]["constraints"] = [{"type": 0}, {"type": 2003}]
    assert read(data).puzzle.geometry == Geometry.rectangle(2, 8, digits=range(1, 10), box=None)
    # What a board of this type says of rows and columns, it says itself.
    data = board(type="custom", maxDigit=4)
    assert read(data).puzzle.geometry == Geometry.rectangle(4, 4, box=(2, 2), raw=True)
    assert read(data).puzzle.geometry.is_raw
    data["puzzle"]["constraints"].append({"type": 2003})
    assert read(data).puzzle.geometry == Geometry.of_size(4)


def test_an_older_board_of_cells_without_houses() -> None:
    keys = {"type": "custom", "width": 10, "height": 10, "maxDigit": 6, "cells": [{}] * 100}
    puzzle = keys | {"constraints": [DOTS | {"overrideNegativeRatios": True}]}
    puzzle_read = read({"formatVersion": "1.2.0", "puzzle": puzzle}).puzzle
    assert puzzle_read.geometry == Geometry.rectangle(
        10, 10, digits=range(1, 7), box=None, raw=True
    )
    assert [rule.name for rule in puzzle_read.constraints] == ["white-dot"]


def test_rows_and_columns_of_parts() -> None:
    puzzle = read(board({"type": 2003, "areas": [AREA]}, type="custom", maxDigit=4)).puzzle
    assert puzzle.geometry.is_raw
    cells = [to_data(rule, puzzle.geometry)["cells"] for rule in puzzle.constraints]
    assert cells == [["r1c1", "r1c2"], ["r2c1", "r2c2"], ["r1c1", "r2c1"], ["r1c2", "r2c2"]]
    assert rules(board({"type": 2003, "areas": [AREA]})) == []


@pytest.mark.parametrize(
    ("groups", "name"),
    [((0b1110, 0b1110000, 0b1110000000), "global-entropy"), ((146, 292, 584), "global-mod")],
)
def test_squares_are_of_the_groups_that_are_listed(groups: tuple[int, ...], name: str) -> None:
    cells: list[Any] = [{}] * 81
    item = {"type": 16, "groups": list(groups)}
    data = {"formatVersion": "1.6.0", "puzzle": {"cells": cells, "constraints": [item]}}
    document = read(data)
    assert [rule.name for rule in document.puzzle.constraints] == [name]
    back = formats.parse(formats.write(document, "sudokumaker"))
    assert back.puzzle == document.puzzle
    item["groups"] = [682, 340]
    document = read(data)
    (rule,) = document.puzzle.constraints
    assert rule.arguments() == {"groups": ((1, 3, 5, 7, 9), (2, 4, 6, 8))}
    assert formats.parse(formats.write(document, "sudokumaker")).puzzle == document.puzzle
    item["groups"] = [2, 4, 8, 16, 32]
    with pytest.raises(FormatError, match="one to four groups of digits"):
        read(data)
    left_out = read(data, "global-entropy")
    assert left_out.puzzle.constraints == ()
    assert left_out.extras == {"ignored": "global-entropy"}


def test_what_says_nothing_is_stated() -> None:
    document = read(
        board(
            {"type": 502, "clues": [{"outerCell": 1}, {"outerCell": 2, "value": 3}]},
            {"type": 303, "clues": [{"corner": 6, "digits": []}]},
            {"type": 400, "lines": [[0], [0, 1]]},
            {"type": 301, "cages": [{"cells": [], "value": 3}]},
            {"type": 100, "cells": [0], "solverIgnored": True},
            {"type": 200, "clues": [{"edge": 1}]},
        )
    )
    assert [rule.name for rule in document.puzzle.constraints] == ["x-sum", "renban", "white-dot"]
    assert document.extras["drawings"].split(", ") == [
        "1 even that the site's solver leaves out",
        "1 x-sum without a value",
        "1 quadruple without digits",
    ]
    # The square of the even cell, the circle on the corner, and the place of the clue.
    assert sorted(one.spots for one in document.drawings) == [
        ((-0.5, 0.5),),
        ((0.5, 0.5),),
        ((1.0, 1.0),),
    ]
    assert document.extras["unused"].split(", ") == [
        "1 killer cage without cells",
        "1 renban of one cell",
    ]


def test_dots_are_exempt_of_other_negatives() -> None:
    off = DOTS | {"overrideNegativeRatios": False}
    for item in (DOTS, DOTS | {"overrideNegativeRatios": True}):
        assert [rule["rule"] for rule in rules(board(item, RATIOS))][1:] == ["negative-ratio"]
    assert rules(board(off)) == rules(board(DOTS))
    only = [rule.name for rule in read(board(off, RATIOS), "negative-ratio").puzzle.constraints]
    assert only == ["white-dot"]
    document = read(board(off, RATIOS), "overrideNegativeRatios")
    assert document.extras == {"ignored": "overrideNegativeRatios"}


def test_what_the_solver_of_the_site_leaves_out() -> None:
    off = {"solverIgnored": True}
    data = board({"type": 1000, **off}, RATIOS | off, DOTS | {"overrideNegativeRatios": False})
    document = read(data)
    assert [rule.name for rule in document.puzzle.constraints] == ["white-dot"]
    assert document.extras["drawings"] == (
        "1 'type 1000' that the site's solver leaves out, 1 ratio that the site's solver leaves out"
    )
    data = board({"type": 2003, **off}, type="custom", maxDigit=4)
    assert read(data).puzzle.geometry.is_raw


def test_odd_items_may_be_left_out() -> None:
    for item, name in (
        ({"type": 408}, "arrow"),
        ({"type": 406, "lines": []}, "group-line"),
        ({"type": 501, "clues": ["x"]}, "sandwich"),
    ):
        with pytest.raises(FormatError, match=r"constraints\[2\]"):
            read(board(item))
        assert read(board(item), name).puzzle.constraints == ()


def test_what_is_named_may_be_left_out() -> None:
    data = board({"type": 1000, "name": "Wiggle"}, {"type": 777}, {"type": 12})
    assert read(data, "script", "777").extras == {"ignored": "script, 777"}
    document = read(data, "wiggle", "777")
    assert [rule.name for rule in document.puzzle.constraints] == ["anti-king"]
    assert document.extras == {"ignored": "Wiggle, 777"}


def test_bad_links() -> None:
    link = formats.write(Document(Puzzle.empty(Geometry.of_size(4))), "sudokumaker").strip()
    with pytest.raises(FormatError, match="ends too soon"):
        formats.parse(link[:150])
    with pytest.raises(FormatError, match="carries no puzzle"):
        formats.parse("https://sudokumaker.app/")
    assert formats.parse(link.replace("%2B", " ")).puzzle.clues == 0


def test_what_cannot_be_written_is_refused() -> None:
    samurai = Geometry.overlapping(4, ((0, 0), (2, 2)))
    with pytest.raises(Unsupported, match="cannot hold the board"):
        formats.write(Document(Puzzle.empty(samurai)), "sudokumaker")
    marked = Puzzle(Geometry.of_size(4), (None,) * 16, (frozenset((1, 2)), *[None] * 15))
    with pytest.raises(Unsupported, match="restrictions"):
        formats.write(Document(marked), "sudokumaker")
