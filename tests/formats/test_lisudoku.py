"""lisudoku's links and JSON."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY, to_data
from satdoku.formats import ReadOptions, lisudoku
from satdoku.puzzle import Document, Puzzle
from tests.formats.common import PUZZLE, P
from tests.formats.rules import random_document
from tests.shared import shared_file

HELD = sorted({key.rule for key in lisudoku.TABLE} - {"diagonal-anti", "diagonal-main"})
MISSING = tuple({*HELD} - {*REGISTRY})


def read(data: dict[str, Any], *ignore: str) -> Document:
    return formats.parse(json.dumps(data), ReadOptions(ignore=ignore))


@pytest.mark.parametrize("seed", range(15))
def test_round_trip(seed: int) -> None:
    chance = random.Random(seed)
    layout = map(int, "0001022133213321")
    geometry = chance.choice((Geometry.classic(), Geometry.of_size(6), Geometry.jigsaw(layout)))
    document = random_document(chance, [*HELD, "diagonal"], geometry, position=False)
    rules = [r for r in document.puzzle.constraints if not set(r.arguments()) & {"diff", "ratio"}]
    puzzle = Puzzle(geometry, document.puzzle.givens, None, tuple(rules))
    text = formats.write(Document(puzzle), "lisudoku")
    assert formats.detect(text) == "lisudoku"
    back = formats.parse(text).puzzle
    assert set(back.constraints) == set(puzzle.constraints)
    assert (back.geometry, back.givens) == (puzzle.geometry, puzzle.givens)


def test_links_of_the_site() -> None:
    lines = shared_file("variants", "links.txt").read_text(encoding="utf-8").split("\n")
    names = []
    for line in lines:
        if "lisudoku" in line:
            document = formats.parse(line, ReadOptions(ignore=MISSING))
            names.append(sorted(rule.name for rule in document.puzzle.constraints))
    assert names[0] == ["diagonal-main"]
    assert set(names[1]) >= {"anti-king", "anti-knight", "diagonal", "even", "extra-region", "odd"}


def test_classics_and_snake_case() -> None:
    assert formats.parse(f"https://lisudoku.xyz/solver?import={P}").puzzle == PUZZLE
    cells = [{"row": 0, "col": 0}, {"row": 0, "col": 1}]
    data = {"grid_size": 4, "killer_cages": [{"sum": None, "region": cells}], "anti_king": False}
    puzzle = read(data).puzzle
    cage = {"rule": "killer-cage", "cells": ["r1c1", "r1c2"]}
    assert [to_data(rule, puzzle.geometry) for rule in puzzle.constraints] == [cage]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"gridSize": 4, "wiggles": []}, "no key 'wiggles'.*--ignore wiggles"),
        ({"gridSize": "4"}, '"gridSize" must be'),
        ({"gridSize": 4, "oddCells": [{"row": 0}]}, r"oddCells\[0\]: a cell is"),
        ({"gridSize": 4, "oddCells": [{"row": 4, "col": 0}]}, r"oddCells\[0\].*r5c1"),
        ({"gridSize": 4, "oddCells": {}}, '"oddCells" must be a list'),
        ({"gridSize": 4, "antiKing": 1}, "antiKing: true or false"),
        ({"gridSize": 4, "killerCages": [{"cells": []}]}, r"killerCages\[0\]: a list of cells"),
        ({"gridSize": 4, "kropkiDots": [{"dotType": "Triple"}]}, "'Triple' is not a type"),
        ({"gridSize": 4, "arrows": [{"circleCells": []}]}, "has no cell"),
        ({"gridSize": 4, "fixedNumbers": [{"value": 1}]}, r"fixedNumbers\[0\]"),
        ({"gridSize": 4, "topBottom": True}, "top-bottom"),
    ],
)
def test_bad_input(data: dict[str, Any], words: str) -> None:
    if "top-bottom" in REGISTRY and "topBottom" in data:
        pytest.skip("the rule is known")
    with pytest.raises(FormatError, match=words):
        read(data)


def test_keys_to_a_database_and_what_cannot_be_written() -> None:
    with pytest.raises(FormatError, match=r"'abc'.*database"):
        formats.parse("https://lisudoku.xyz/p/abc")
    with pytest.raises(Unsupported, match="without boxes"):
        formats.write(Document(Puzzle.empty(Geometry.latin(6))), "lisudoku")
