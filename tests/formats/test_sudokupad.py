"""SudokuPad's links and JSON."""

from __future__ import annotations

import json
import random
from typing import Any
from urllib.parse import unquote

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.constraints import from_data, to_data
from satdoku.formats import ReadOptions, lzstring
from satdoku.formats.sudokupad import unzip
from satdoku.puzzle import Document, Puzzle
from tests.formats.common import PUZZLE, P
from tests.formats.rules import random_document

BOXES = [[[r, c] for r in (a, a + 1) for c in (b, b + 1)] for a in (0, 2) for b in (0, 2)]


def board(**keys: Any) -> dict[str, Any]:
    return {"cells": [[{} for _ in range(4)] for _ in range(4)], "regions": BOXES, **keys}


def read(data: dict[str, Any], *ignore: str) -> Document:
    return formats.parse(json.dumps(data), ReadOptions(ignore=ignore))


def rules(document: Document) -> list[Any]:
    geometry = document.puzzle.geometry
    return [to_data(rule, geometry) for rule in document.puzzle.constraints]


@pytest.mark.parametrize("seed", range(24))
def test_round_trip_of_what_it_holds(seed: int) -> None:
    chance = random.Random(seed)
    boards = (
        Geometry.classic(),
        Geometry.of_size(6),
        Geometry.latin(5),
        Geometry.rectangle(4, 6),
        Geometry.rectangle(3, 5, box=None),
        Geometry.rectangle(4, 4, raw=True),
    )
    geometry = chance.choice(boards)
    names = ["killer-cage", "anti-knight", "anti-king"]
    document = random_document(chance, names, geometry)
    if document.position is not None and document.position.values != document.puzzle.givens:
        with pytest.raises(Unsupported, match="player has entered"):
            formats.write(document, "sudokupad")
        return
    text = formats.write(document, "sudokupad")
    assert text.startswith("https://sudokupad.app/sclN4Ig")
    assert formats.detect(text) == "sudokupad"
    back = formats.parse(text)
    assert set(back.puzzle.constraints) == set(document.puzzle.constraints)
    assert (back.puzzle.geometry, back.puzzle.givens) == (geometry, document.puzzle.givens)
    assert (back.title, back.author, back.rules) == (
        document.title,
        document.author,
        document.rules,
    )
    if document.position is not None:
        assert back.position is not None
        assert back.position.candidates == document.position.candidates


def test_true_is_no_number_in_what_satdoku_has_written() -> None:
    geometry = Geometry.classic()
    puzzle = Puzzle.empty(geometry, [from_data({"rule": "windoku"}, geometry)])
    link = formats.write(Document(puzzle), "sudokupad")
    packed = unquote(link.strip().removeprefix("https://sudokupad.app/scl"))
    data = json.loads(lzstring.decompress(packed))
    data["regions"] = [[[float(n) if n else n for n in p] for p in r] for r in data["regions"]]
    assert formats.parse(json.dumps(data)).puzzle == puzzle
    data["regions"][0][1] = [0, True]
    with pytest.raises(FormatError, match=r"True\] is not a \[row, column\]"):
        formats.parse(json.dumps(data))


def test_other_rules_are_drawn_and_described() -> None:
    geometry = Geometry.classic()
    data = [{"rule": "odd", "cells": ["r1c1"]}, {"rule": "diagonal"}, {"rule": "windoku"}]
    puzzle = Puzzle.empty(geometry, [from_data(item, geometry) for item in data])
    text = formats.write(Document(puzzle), "sudokupad")
    assert formats.parse(text).puzzle.constraints == puzzle.constraints
    # As other readers see it:
    back = formats.parse(text, ReadOptions(ignore=("satdoku",)))
    assert back.puzzle.constraints == ()
    assert back.extras["drawings"] == "2 lines, 37 underlays"
    assert back.rules is not None
    assert "No digit repeats on either long diagonal." in back.rules


def test_rows_and_columns_that_are_switched_off() -> None:
    off = board(metadata={"norowcol": "true"})
    assert read(off).puzzle.geometry == Geometry.rectangle(4, 4, box=(2, 2), raw=True)
    assert read(board(metadata={"norowcol": False})).puzzle.geometry == Geometry.of_size(4)
    lines = [[[row, column] for column in range(4)] for row in range(4)]
    lines += [[[row, column] for row in range(4)] for column in range(4)]
    cages = [
        {"cells": line, "unique": "true", "hidden": "true", "type": "rowcol"} for line in lines
    ]
    whole = read(off | {"cages": cages})
    assert (whole.puzzle.geometry, rules(whole)) == (Geometry.of_size(4), [])
    part = read(off | {"cages": cages[1:]})
    assert part.puzzle.geometry.is_raw
    assert [rule["rule"] for rule in rules(part)] == ["extra-region"] * 7
    with pytest.raises(FormatError, match=r"cages\[1\].cells"):
        read(off | {"cages": [cages[0], {"unique": True, "cells": [[9, 0]]}]})
    total = {"cells": [[0, 0], [0, 1]], "unique": True, "sum": None, "value": "5"}
    assert [rule["sum"] for rule in rules(read(board(cages=[total])))] == [5]
    loose = read(board(cages=[{"cells": [[0, 0], [1, 1]], "unique": "false"}]))
    assert (rules(loose), loose.extras) == ([], {"drawings": "1 cage"})


def test_what_stands_in_cells() -> None:
    data = board()
    data["cells"][0][0] = {"value": 1, "given": False, "c": "#FF0000", "pencilMarks": [1]}
    data["cells"][0][1] = {"value": 2}
    document = read(data)
    assert document.puzzle.givens[:2] == (None, 2)
    assert document.position is not None
    assert document.position.values[0] == 1
    assert document.extras == {"drawings": "1 cell colour"}


def test_cages_of_a_checker_are_no_rules_unless_they_say_more() -> None:
    corner = [[0, 0], [0, 1]]
    for kind in ("rowcol", "region"):
        assert rules(read(board(cages=[{"cells": corner, "type": kind}]))) == []
        (rule,) = rules(read(board(cages=[{"cells": corner, "type": kind, "sum": 5}])))
        assert (rule["rule"], rule["total"]) == ("sum", 5)
        across = read(board(cages=[{"cells": [[0, 0], [3, 3]], "type": kind}]))
        assert across.extras == {"drawings": "1 cage"}


def test_metadata_in_words_are_stated_and_flags_refused() -> None:
    document = read(
        board(metadata={"locale": "en", "antiqueen": False, "author": "x", "created": 17})
    )
    assert document.extras == {
        "unused": "1 metadata.locale, 1 metadata.antiqueen that is off, 1 metadata.created"
    }
    for value in (True, "true", 1, {"on": 1}):
        with pytest.raises(FormatError, match=r"no key 'antiqueen'.*--ignore antiqueen"):
            read(board(metadata={"antiqueen": value}))
    with pytest.raises(FormatError, match=r"antiknight\" must be true or false, not 'yes'"):
        read(board(metadata={"antiknight": "yes"}))


def test_cages_flags_regions_and_metadata() -> None:
    cages = [
        {"cells": [[0, 0], [0, 1]], "unique": True, "value": "5", "sum": 5},
        {"cells": [[1, 0], [1, 1]], "unique": True, "value": ""},
        {"cells": [[2, 0], [2, 1]], "value": "a note"},
        {"cells": [[0, 0], [0, 1], [0, 2], [0, 3]], "unique": True, "hidden": True},
        {"cells": [[3, 0], [3, 1]], "type": "rowcol"},
        {"value": "title: An old file"},
    ]
    document = read(board(cages=cages, metadata={"antiknight": True, "solution": "1234" * 4}))
    assert rules(document) == [
        {"rule": "killer-cage", "cells": ["r1c1", "r1c2"], "sum": 5},
        {"rule": "killer-cage", "cells": ["r2c1", "r2c2"]},
        {"rule": "anti-knight"},
    ]
    assert document.title == "An old file"
    assert document.solution is not None
    assert document.extras == {"drawings": "1 cage"}
    assert read({**board(), "regions": []}).puzzle.geometry == Geometry.latin(4)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"wiggles": []}, "no key 'wiggles'.*--ignore wiggles"),
        ({"cages": [{"cells": [[0, 4]], "unique": True}]}, r"cages\[0\].cells.*\[0, 4\]"),
        ({"cages": [{"cells": [[0, 0]], "unique": True, "value": "<3"}]}, r"cages\[0\].value.*<3"),
        ({"regions": [[[0, 0]]]}, r"4x4 is a cell \(such as r1c2\).*--shape"),
        ({"regions": [*BOXES, [[0, 1], [0, 2], [1, 1], [1, 2]]]}, "which board this 4x4 is"),
        ({"cells": [[{}] * 4, [{}] * 3]}, r"cells\[1\]\" must be a row of 4 cells"),
        ({"cells": [[{}] * 4] * 3}, r"regions\[2\]\": \[3, 0\] is not a \[row, column\]"),
        ({"cells": [[]]}, "must be a list of rows"),
        ({"cells": [[{"value": "A"}, {}], [{}, {}]], "regions": []}, r"cells\[0\]\[0\].value"),
        ({"cages": [{"cells": [[0, 0]], "sum": 3, "type": "sums"}]}, "no cages of the type 'sums'"),
        ({"cages": [{"cells": [[0, 0]], "sum": 3, "value": "4"}]}, "the sum 3, but shows '4'"),
        ({"cages": [{"cells": [[0, 0]], "unique": "no"}]}, r"unique\" must be true or false"),
        ({"global": ["wrogn"]}, "'wrogn'"),
    ],
)
def test_bad_input(keys: dict[str, Any], words: str) -> None:
    with pytest.raises(FormatError, match=words):
        read(board(**keys))


# --- the kinds of an id ------------------------------------------------------------------------

ZIPPED = (
    "{id:'x',ce:[[,{v:1},,],[,,,{cm:[1,2]}],[,,,],[,,,]],re:[[[0,0],[0,1],[1,0],[1,1]],"
    "[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],"
    "ca:[{ce:[[3,0],[3,1]],v:'7',unique:t,sum:7}],l:[{wp:[[.5,.5],[1.5,.5]],c:#0,th:8,hidden:f}],"
    "metadata:{title:'It\\'s, a: test, really:t,\\nsecond',solution:1234341221434321}}"
).replace("cm:", "centremarks:")


def test_abbreviated_json() -> None:
    data = unzip(ZIPPED)
    assert data["cells"][0] == [{}, {"value": 1}, {}, {}]
    assert data["lines"][0] == {
        "wayPoints": [[0.5, 0.5], [1.5, 0.5]],
        "color": "#000000",
        "thickness": 8,
        "hidden": False,
    }
    for kind in ("scl", "ctc"):
        document = formats.parse(f"https://sudokupad.app/{kind}{lzstring.compress(ZIPPED)}")
        assert document.title == "It's, a: test, really:t,\nsecond"
        assert rules(document) == [{"rule": "killer-cage", "cells": ["r4c1", "r4c2"], "sum": 7}]
        assert document.puzzle.givens[1] == 1
        assert document.position is not None
        assert document.position.candidates[7] == {1, 2}
        assert document.solution is not None


@pytest.mark.parametrize("end", [3, 20, 40, 60, 200, len(ZIPPED) - 1])
def test_cut_abbreviated_json(end: int) -> None:
    with pytest.raises(FormatError, match="abbreviated JSON"):
        unzip(ZIPPED[:end])


def test_ids_of_f_puzzles_and_classics() -> None:
    link = formats.write(Document(PUZZLE), "fpuzzles").split("=", 1)[1]
    for kind in ("fpuz", "fpuzzles"):
        assert formats.parse(f"https://app.crackingthecryptic.com/{kind}{link}").puzzle == PUZZLE
    codes = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    packed, cells = "", P.replace("0", ".")
    while cells:
        digit = 0 if cells[0] == "." else int(cells[0])
        blanks = len(cells[1:6]) - len(cells[1:6].lstrip("."))
        packed += codes[digit + 10 * blanks]
        cells = cells[1 + blanks :]
    assert formats.parse(f"https://sudokupad.app/scf{packed}").puzzle == PUZZLE
    both = formats.parse(f"https://sudokupad.app/sudoku/scf{packed}wx")
    assert rules(both) == [{"rule": "windoku"}, {"rule": "diagonal"}]
    for text, words in ((packed[:-3], "it was cut"), (packed + "q", "no rule 'q'")):
        with pytest.raises(FormatError, match=words):
            formats.parse(f"https://sudokupad.app/?puzzleid=scf{text}")
    with pytest.raises(FormatError, match="key to the site's database"):
        formats.parse("https://sudokupad.app/sudoku/Ab3dEf")


def test_what_cannot_be_written_is_refused() -> None:
    marked = Puzzle(Geometry.of_size(4), (None,) * 16, (frozenset((1, 2)), *[None] * 15))
    with pytest.raises(Unsupported, match="restrictions"):
        formats.write(Document(marked), "sudokupad")
